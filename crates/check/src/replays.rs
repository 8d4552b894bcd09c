//! Replays every session in every browser, twice, as many at once as there are workers.

use std::sync::Arc;
use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};
use futures_util::StreamExt as _;
use futures_util::stream;
use xcheck_browser::Launcher;
use xcheck_model::engine::Engine;
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
    pub engine: Engine,
    /// The first, or the second that shows what is noise.
    pub round: u32,
}

impl Job {
    /// Where its run goes, below the folder of runs.
    pub fn run(&self) -> Utf8PathBuf {
        let engine = self.engine.name();
        let round = if self.round > 1 { format!(".{}", self.round) } else { String::new() };
        Utf8Path::new(&self.name).join(format!("{engine}{round}"))
    }
}

/// A replay that was done.
pub struct Done {
    pub session: usize,
    pub engine: Engine,
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
    let mut under_way = stream::iter(jobs)
        .map(|job| async move {
            let outcome = once(all, &job).await;
            (job, outcome)
        })
        .buffer_unordered(all.workers.max(1));
    let mut n_done = 0;
    while let Some((job, outcome)) = under_way.next().await {
        n_done += 1;
        let what = format!("session {} in {}", job.name, job.engine.name());
        let run = job.run();
        let Job { session, engine, round, .. } = job;
        let progress = Progress { n_done, n_all, what };
        done(Done { session, engine, round, run, outcome }, progress);
    }
}

async fn once(all: &ReplayAll<'_>, job: &Job) -> Result<Replayed, ReplayError> {
    let config = ReplayConfig {
        engine: job.engine,
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
