//! Replays every session in every browser, twice, as many at once as there are workers.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use xcheck_browser::Launcher;
use xcheck_model::browser_name::BrowserName;
use xcheck_proxy::CertificateAuthority;
use xcheck_replay::{Network, ReplayConfig, ReplayError, Replayed, Subject, replay};
use xcheck_trace::run::InputMode;

/// What all replays have in common.
pub struct ReplayAll<'a> {
    pub launcher: &'a Launcher,
    pub authority: Arc<CertificateAuthority>,
    /// The folder that runs go to: `SESSION/BROWSER`, and `SESSION/BROWSER.2` for the second.
    pub runs: Utf8PathBuf,
    /// How long nothing at all may happen in a replay.
    pub limit: Duration,
    pub workers: usize,
}

/// One replay that is to be done.
#[derive(Clone)]
pub struct Job {
    /// Number of the session, and its name.
    pub session: usize,
    pub name: String,
    pub subject: Subject,
    pub browser: BrowserName,
    /// The first, or the second that shows what is noise.
    pub round: u32,
}

impl Job {
    /// Where its run goes, below the folder of runs.
    pub fn run(&self) -> Utf8PathBuf {
        let browser = self.browser.folder();
        let round = if self.round > 1 { format!(".{}", self.round) } else { String::new() };
        Utf8Path::new(&self.name).join(format!("{browser}{round}"))
    }
}

/// Every session in every browser, and all of it a second time: what one browser does differently then is noise.
/// The first round of a session comes before its second, so that what is cut short has something to compare.
pub fn jobs<'a>(
    sessions: impl IntoIterator<Item = (&'a str, &'a Subject)>,
    browsers: &[BrowserName],
) -> Vec<Job> {
    let mut jobs = Vec::new();
    for (session, (name, subject)) in sessions.into_iter().enumerate() {
        for round in [1, 2] {
            jobs.extend(browsers.iter().map(|browser| Job {
                session,
                name: name.to_owned(),
                subject: subject.clone(),
                browser: *browser,
                round,
            }));
        }
    }
    jobs
}

/// A replay that was done.
pub struct Done {
    pub session: usize,
    pub browser: BrowserName,
    pub round: u32,
    /// Below the folder of runs.
    pub run: Utf8PathBuf,
    pub outcome: Result<Replayed, ReplayError>,
}

/// How far it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    pub n_done: usize,
    pub n_all: usize,
    pub what: String,
}

/// Does all jobs, in their order as far as workers allow, and hands each over when it is done.
///
/// Whoever drops this before its end has what was handed over, and nothing is left running.
pub async fn replay_all(
    all: &ReplayAll<'_>,
    jobs: Vec<Job>,
    done: &mut (dyn FnMut(Done, Progress) + Send),
) {
    let n_all = jobs.len();
    let mut queue = Queue::new(all.launcher, jobs).await;
    let mut under_way = FuturesUnordered::new();
    let mut n_done = 0;
    loop {
        while under_way.len() < all.workers.max(1)
            && let Some(job) = queue.take()
        {
            under_way.push(async move {
                let outcome = once(all, &job).await;
                (job, outcome)
            });
        }
        let Some((job, outcome)) = under_way.next().await else { return };
        queue.give_back(job.browser);
        n_done += 1;
        let what = format!("session {} in {}", job.name, job.browser.name());
        let run = job.run();
        let Job { session, browser, round, .. } = job;
        let progress = Progress { n_done, n_all, what };
        done(Done { session, browser, round, run, outcome }, progress);
    }
}

/// Jobs to do. A browser of which there are few does not keep workers waiting who could use another one.
struct Queue {
    jobs: VecDeque<Job>,
    /// How many more of a browser there can be at once; no entry is as many as wanted.
    free: BTreeMap<BrowserName, usize>,
}

impl Queue {
    async fn new(launcher: &Launcher, jobs: Vec<Job>) -> Self {
        let mut free = BTreeMap::new();
        for browser in jobs.iter().map(|job| job.browser).collect::<BTreeSet<_>>() {
            // One that is not on offer shall say so itself.
            if let Some(n_slots) = launcher.n_slots(browser).await {
                free.insert(browser, n_slots.max(1));
            }
        }
        Self { jobs: jobs.into(), free }
    }

    /// The first job whose browser is to be had.
    fn take(&mut self) -> Option<Job> {
        let is_free = |job: &Job| self.free.get(&job.browser).is_none_or(|n_free| *n_free > 0);
        let at = self.jobs.iter().position(is_free)?;
        let job = self.jobs.remove(at)?;
        if let Some(n_free) = self.free.get_mut(&job.browser) {
            *n_free -= 1;
        }
        Some(job)
    }

    fn give_back(&mut self, browser: BrowserName) {
        if let Some(n_free) = self.free.get_mut(&browser) {
            *n_free += 1;
        }
    }
}

async fn once(all: &ReplayAll<'_>, job: &Job) -> Result<Replayed, ReplayError> {
    let config = ReplayConfig {
        browser: job.browser,
        headed: false,
        authority: Arc::clone(&all.authority),
        subject: job.subject.clone(),
        out: all.runs.join(job.run()),
        input: InputMode::Native,
        network: Network::Trace,
        limit: all.limit,
        is_blind: false,
    };
    replay(all.launcher, &config, None, &mut |_| {}).await
}
