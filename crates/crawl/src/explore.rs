//! Goes through an app: does what is new, notes where it leads, and begins again when there is no way on.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use camino::{Utf8Path, Utf8PathBuf};
use xcheck_browser::Session;
use xcheck_browser::webdriver::{CommandError, ErrorCode};
use xcheck_drive::Drive;
use xcheck_record::perform::{PerformError, PerformErrorKind, PerformLimits, Performer};
use xcheck_record::{RecordError, Recorder};

use crate::choose::Frontier;
use crate::deed::{deeds, describe, drive};
use crate::graph::{Deed, Edge, Graph, SessionEntry, State};
use crate::look::{Act, Look, Looking};

/// How far to go, and where not to.
pub struct CrawlConfig {
    pub max_states: usize,
    pub max_depth: usize,
    pub time: Duration,
    pub seed: u64,
    /// Where the app is, and where else links may lead.
    pub origins: Vec<String>,
    /// Whether a page may be looked at, by its address.
    pub allows: Arc<dyn Fn(&str) -> bool + Send + Sync>,
    /// Selectors of what nobody shall touch.
    pub excluded: Vec<String>,
    pub allows_dangerous: bool,
    /// What to type, by the name or the selector of a field.
    pub values: BTreeMap<String, String>,
    /// What is done at the beginning of each session: a log-in.
    pub prelude: Option<Drive>,
    /// The folder for traces, pictures and the graph.
    pub out: Utf8PathBuf,
    /// Whoever sets this wants the crawl to come to an end.
    pub stop: Arc<AtomicBool>,
}

/// A crawl cannot begin, or not go on.
#[derive(Debug, thiserror::Error)]
pub enum CrawlError {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("cannot open {url}")]
    Open { url: String, source: CommandError },
    #[error("there is no app at {url}: {why}")]
    Nothing { url: String, why: String },
    #[error("cannot log in")]
    Prelude(#[source] PerformError),
    #[error(transparent)]
    Driven(PerformError),
    #[error("cannot write {path}")]
    Write { path: Utf8PathBuf, source: std::io::Error },
}

/// What happens while a crawl goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    pub session: usize,
    pub n_states: usize,
    pub n_actions: usize,
    pub n_left: usize,
    pub what: String,
}

/// A session is as long as this at most: long ones replay one after the other.
const MOST_ACTIONS: usize = 60;
const MOST_SESSIONS: usize = 40;
/// Further than this, a new session is quicker.
const FARTHEST: usize = 6;
/// A page is at rest when it looks the same for so long.
const REST: Duration = Duration::from_millis(120);
const POLL: Duration = Duration::from_millis(40);
const REST_LIMIT: Duration = Duration::from_secs(3);
/// One that does not answer for so long is left.
const LOOK_LIMIT: Duration = Duration::from_secs(8);

const LIMITS: PerformLimits = PerformLimits {
    step: Duration::from_millis(1500),
    navigation: Duration::from_secs(8),
    delay: Duration::ZERO,
    pause: Duration::ZERO,
};

/// Explores the app that `start` opens a recorded browser for. Its traces are `1.xct`, `2.xct`, … in the folder.
pub async fn crawl(
    config: &CrawlConfig,
    start: impl AsyncFn(&Utf8Path) -> Result<Recorder, RecordError>,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Graph, CrawlError> {
    let mut explorer = Explorer::new(config, progress)?;
    let mut reason = None;
    while reason.is_none() {
        let number = explorer.graph.sessions.len() + 1;
        let name = format!("{number}.xct");
        let recorder = start(&config.out.join(&name)).await?;
        explorer.graph.browser = recorder.browser().session().engine().name().to_owned();
        let before = explorer.n_actions;
        let outcome = explorer.session(&recorder).await;
        recorder.finish().await?;
        let actions = explorer.n_actions - before;
        explorer.graph.sessions.push(SessionEntry { trace: name, actions });
        match outcome {
            Err(error) if number == 1 => return Err(error),
            Err(error) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "a session failed");
                reason = Some(format!("a session could not begin: {error}"));
            }
            Ok(()) => reason = explorer.why_end(),
        }
    }
    explorer.graph.ended = reason.unwrap_or_default();
    Ok(explorer.graph)
}

/// Goes where a drive leads, step by step, and notes the states on the way.
pub async fn follow(
    config: &CrawlConfig,
    start: impl AsyncFn(&Utf8Path) -> Result<Recorder, RecordError>,
    drive: &Drive,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Graph, CrawlError> {
    let mut explorer = Explorer::new(config, progress)?;
    let name = "1.xct".to_owned();
    let recorder = start(&config.out.join(&name)).await?;
    explorer.graph.browser = recorder.browser().session().engine().name().to_owned();
    let outcome = explorer.driven(&recorder, drive).await;
    recorder.finish().await?;
    outcome?;
    explorer.graph.sessions.push(SessionEntry { trace: name, actions: explorer.n_actions });
    explorer.graph.ended = "the drive is over".to_owned();
    Ok(explorer.graph)
}

struct Explorer<'a> {
    config: &'a CrawlConfig,
    progress: &'a mut (dyn FnMut(Progress) + Send),
    graph: Graph,
    frontier: Frontier,
    ends: Instant,
    n_actions: usize,
}

/// Where an action led.
enum Arrival {
    At(usize),
    /// Out of the app, or to a page that does not answer: the session is over.
    Lost(String),
}

impl<'a> Explorer<'a> {
    fn new(
        config: &'a CrawlConfig,
        progress: &'a mut (dyn FnMut(Progress) + Send),
    ) -> Result<Self, CrawlError> {
        let pictures = config.out.join("pictures");
        std::fs::create_dir_all(&pictures)
            .map_err(|source| CrawlError::Write { path: pictures, source })?;
        Ok(Self {
            config,
            progress,
            graph: Graph { version: 1, ..Graph::default() },
            frontier: Frontier::new(config.allows_dangerous),
            ends: Instant::now() + config.time,
            n_actions: 0,
        })
    }

    async fn driven(&mut self, recorder: &Recorder, drive: &Drive) -> Result<(), CrawlError> {
        let session = recorder.browser().session();
        let looking = self.looking(recorder);
        let performer = Performer::new(session, PerformLimits::USUAL);
        self.open(recorder).await?;
        let mut at = match self.arrive(session, &looking).await {
            Arrival::At(at) => at,
            Arrival::Lost(why) => {
                return Err(CrawlError::Nothing { url: recorder.start_url().to_owned(), why });
            }
        };
        for step in &drive.steps {
            let what = step.action.to_string();
            self.n_actions += 1;
            self.tell(&what);
            let one = Drive::new(String::new(), vec![step.clone()]);
            performer.perform(&one, &mut |_| {}).await.map_err(CrawlError::Driven)?;
            let Arrival::At(to) = self.arrive(session, &looking).await else { continue };
            let deed = Deed {
                action: Act::Driven,
                selector: String::new(),
                label: what,
                value: Some(step.number.to_string()),
            };
            let action = self.n_actions;
            self.graph.connect(Edge { from: at, to, steps: vec![deed], session: 0, action });
            at = to;
        }
        Ok(())
    }

    fn looking(&self, recorder: &Recorder) -> Looking {
        Looking {
            secret: recorder.secret().to_owned(),
            excluded: self.config.excluded.clone(),
            origins: self.config.origins.clone(),
        }
    }

    /// Opens the start page, and logs in.
    async fn open(&self, recorder: &Recorder) -> Result<(), CrawlError> {
        let (session, url) = (recorder.browser().session(), recorder.start_url());
        let opened = session.navigate(url).await;
        opened.map_err(|source| CrawlError::Open { url: url.to_owned(), source })?;
        if let Some(prelude) = &self.config.prelude {
            let performer = Performer::new(session, PerformLimits::USUAL);
            performer.perform(prelude, &mut |_| {}).await.map_err(CrawlError::Prelude)?;
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.config.stop.load(Ordering::Relaxed) || Instant::now() >= self.ends
    }

    fn why_end(&self) -> Option<String> {
        if self.config.stop.load(Ordering::Relaxed) {
            Some("interrupted".to_owned())
        } else if Instant::now() >= self.ends {
            Some("time is up".to_owned())
        } else if self.graph.sessions.len() + 1 >= MOST_SESSIONS {
            Some("as many sessions as there may be".to_owned())
        } else {
            let ways = self.graph.ways(0);
            let far = |state: usize| ways.get(&state).map(Vec::len);
            self.frontier.choose(&far).is_none().then(|| "everything was tried".to_owned())
        }
    }

    fn tell(&mut self, what: &str) {
        (self.progress)(Progress {
            session: self.graph.sessions.len() + 1,
            n_states: self.graph.states.len(),
            n_actions: self.n_actions,
            n_left: self.frontier.n_left(),
            what: what.to_owned(),
        });
    }

    async fn session(&mut self, recorder: &Recorder) -> Result<(), CrawlError> {
        let session = recorder.browser().session();
        let looking = self.looking(recorder);
        self.open(recorder).await?;
        let performer = Performer::new(session, LIMITS);
        let mut at = match self.arrive(session, &looking).await {
            Arrival::At(at) => at,
            Arrival::Lost(why) => {
                return Err(CrawlError::Nothing { url: recorder.start_url().to_owned(), why });
            }
        };
        let mut n_here = 0;
        while !self.is_over() && n_here < MOST_ACTIONS {
            let ways = self.graph.ways(at);
            let limit = if n_here == 0 { usize::MAX } else { FARTHEST };
            let far =
                |state: usize| ways.get(&state).map(Vec::len).filter(|length| *length <= limit);
            let Some(number) = self.frontier.choose(&far) else { break };
            let goal = self.frontier.state_of(number);
            let way: Vec<Edge> = ways
                .get(&goal)
                .into_iter()
                .flatten()
                .map(|edge| self.graph.edges[*edge].clone())
                .collect();
            let mut is_there = true;
            for edge in way {
                n_here += 1;
                match self.act(session, &looking, &performer, at, &edge.steps).await {
                    Arrival::At(now) => at = now,
                    Arrival::Lost(why) => {
                        self.tell(&why);
                        return Ok(());
                    }
                }
                if at != edge.to {
                    is_there = false;
                    break;
                }
            }
            if !is_there {
                continue;
            }
            let plan = self.frontier.take(number);
            let deeds = deeds(&plan, &self.config.values, self.config.seed);
            n_here += 1;
            match self.act(session, &looking, &performer, at, &deeds).await {
                Arrival::At(now) => at = now,
                Arrival::Lost(why) => {
                    self.tell(&why);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Does something in a state, and notes where it led.
    async fn act(
        &mut self,
        session: &Session,
        looking: &Looking,
        performer: &Performer,
        from: usize,
        deeds: &[Deed],
    ) -> Arrival {
        self.n_actions += 1;
        self.tell(&describe(deeds));
        // What the app does not let happen, no person could do; half of it may have been done.
        if let Err(error) = performer.perform(&drive(deeds), &mut |_| {}).await {
            tracing::debug!(%error, "not done");
            if let PerformErrorKind::Command(error) = &error.kind
                && (error.is_session_lost() || error.is_timeout())
            {
                return Arrival::Lost("the page does not answer".to_owned());
            }
        }
        let arrival = self.arrive(session, looking).await;
        if let Arrival::At(to) = arrival {
            let (session, action) = (self.graph.sessions.len(), self.n_actions);
            self.graph.connect(Edge { from, to, steps: deeds.to_vec(), session, action });
        }
        arrival
    }

    /// Waits until the page is at rest, and finds out in which state it is.
    async fn arrive(&mut self, session: &Session, looking: &Looking) -> Arrival {
        let session = &session.within(LOOK_LIMIT);
        if let Err(error) = close_others(session).await {
            return Arrival::Lost(format!("the browser does not answer: {error}"));
        }
        let look = match at_rest(session, looking).await {
            Ok(look) => look,
            Err(error) => return Arrival::Lost(format!("the page does not answer: {error}")),
        };
        if !self.config.origins.contains(&look.origin) || !(self.config.allows)(&look.url) {
            return Arrival::Lost(format!("{} is outside of the app", look.url));
        }
        let known = self.graph.find(&look.id, &look.url, &look.sketch);
        let at = match known {
            Some(at) => at,
            None => {
                let at = self.graph.states.len();
                let picture = self.picture(session, at).await;
                self.graph.states.push(State {
                    id: look.id.clone(),
                    url: look.url.clone(),
                    title: look.title.clone(),
                    depth: if at == 0 { 0 } else { usize::MAX },
                    picture,
                    sketch: look.sketch.clone(),
                });
                at
            }
        };
        let is_deep = self.graph.states[at].depth.min(self.config.max_depth)
            == self.config.max_depth
            && self.graph.states[at].depth != usize::MAX;
        if !is_deep && at < self.config.max_states {
            self.frontier.meet(at, &look.candidates);
        }
        Arrival::At(at)
    }

    async fn picture(&self, session: &Session, state: usize) -> Option<String> {
        let png = session.quick_screenshot().await.ok()?;
        let name = format!("pictures/{state}.png");
        std::fs::write(self.config.out.join(&name), png).ok()?;
        Some(name)
    }
}

/// Windows that the app opened are closed again; dialogs that are open are taken away.
async fn close_others(session: &Session) -> Result<(), CommandError> {
    const MOST_DIALOGS: usize = 20;
    for _ in 0..MOST_DIALOGS {
        if session.alert_text().await.is_err() {
            break;
        }
        session.accept_alert().await?;
    }
    let windows = session.windows().await?;
    if let Some((own, others)) = windows.split_first().filter(|(_, others)| !others.is_empty()) {
        for other in others {
            session.switch_to_window(other).await?;
            session.close_window().await?;
        }
        session.switch_to_window(own).await?;
    }
    Ok(())
}

/// Looks until nothing changes any more.
async fn at_rest(session: &Session, looking: &Looking) -> Result<Look, CommandError> {
    let limit = Instant::now() + REST_LIMIT;
    let mut last: Option<(Look, Instant)> = None;
    loop {
        let look = match looking.look(session).await {
            // A dialog came up; a page was just being left.
            Err(error) if Instant::now() < limit && is_passing(&error) => {
                let _ = session.accept_alert().await;
                tokio::time::sleep(POLL).await;
                continue;
            }
            look => look?,
        };
        let now = Instant::now();
        let since = match &last {
            Some((before, since)) if before.id == look.id && look.is_loaded => *since,
            _ => now,
        };
        if now - since >= REST || now >= limit {
            return Ok(look);
        }
        last = Some((look, since));
        tokio::time::sleep(POLL).await;
    }
}

fn is_passing(error: &CommandError) -> bool {
    matches!(
        error.code(),
        Some(
            ErrorCode::UnexpectedAlertOpen
                | ErrorCode::JavascriptError
                | ErrorCode::NoSuchFrame
                | ErrorCode::UnknownError
        )
    )
}
