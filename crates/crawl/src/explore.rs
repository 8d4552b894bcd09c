//! Goes through an app: does what is new, notes where it leads, and begins again when there is no way on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use camino::{Utf8Path, Utf8PathBuf};
use xcheck_browser::Session;
use xcheck_browser::webdriver::{
    Actions, CommandError, ErrorCode, Origin as Place, PointerSequence,
};
use xcheck_drive::{Action, Drive};
use xcheck_record::perform::{PerformError, PerformErrorKind, PerformLimits, Performer};
use xcheck_record::{RecordError, Recorder};

use crate::choose::{Frontier, News, Plan};
use crate::deed::{deeds, describe, drive};
use crate::graph::{Deed, Edge, Graph, SessionEntry, State};
use crate::look::{Act, Candidate, Look, Looking};
use crate::near::{Face, LIKE_OTHERS, likeness, recognize};
use crate::rest::{Hope, at_rest, close_others, give_up_loading};

/// How far to go, and where not to.
pub struct CrawlConfig {
    pub max_states: usize,
    pub max_depth: usize,
    pub time: Duration,
    /// When everything was tried and time is left: how many actions are more of the same.
    pub max_more: usize,
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
const MOST_ACTIONS: usize = 45;
const MOST_SESSIONS: usize = 40;
/// Further than this, the way from the start is quicker.
const FARTHEST: usize = 6;
/// An app that remembers what was done is not asked more often than this whether it does.
const MOST_REMEMBERED: usize = 2;
/// More of the same is tried until so many actions showed nothing that is unlike all that was seen.
const PATIENCE: usize = 40;
/// As many actions as opening the start page once more takes.
const BEGIN_AGAIN: usize = 2;
/// One that does not answer for so long is left.
const LOOK_LIMIT: Duration = Duration::from_secs(8);

/// The start page may take longer than others: servers wake up.
const START_LIMIT: Duration = Duration::from_secs(30);
/// A page that is not loaded by then is looked at as it is.
const LOAD_LIMIT: Duration = Duration::from_secs(4);

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
        match outcome {
            Err(error) if number == 1 => return Err(error),
            Err(error) => {
                tracing::warn!(error = &error as &dyn std::error::Error, "a session failed");
                let why = format!("the app could not be opened again: {error}");
                explorer.graph.failure = Some(why.clone());
                reason = Some(why);
            }
            Ok(()) => {
                explorer.graph.sessions.push(SessionEntry { trace: name, actions });
                explorer.ask_for_more();
                reason = explorer.why_end();
            }
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
    /// What the states are known by.
    faces: Vec<Face>,
    frontier: Frontier,
    /// Edges at whose end a session was lost.
    broken: BTreeSet<usize>,
    /// How often the start page was another one after something had been done: the app remembers.
    n_remembered: usize,
    /// When everything was tried: how many actions are enough all the same.
    more_until: Option<usize>,
    /// The last action that led to a state like no other.
    last_news: usize,
    ends: Instant,
    n_actions: usize,
}

/// Where something was done, and where it led before.
#[derive(Clone, Copy)]
struct Origin {
    from: Option<usize>,
    expected: Option<usize>,
    hope: Hope,
}

impl Origin {
    const START: Self = Self { from: None, expected: None, hope: Hope::Effect };
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
            faces: Vec::new(),
            frontier: Frontier::new(config.allows_dangerous),
            broken: BTreeSet::new(),
            n_remembered: 0,
            more_until: None,
            last_news: 0,
            ends: Instant::now() + config.time,
            n_actions: 0,
        })
    }

    async fn driven(&mut self, recorder: &Recorder, drive: &Drive) -> Result<(), CrawlError> {
        let session = recorder.browser().session();
        let looking = self.looking(recorder);
        let performer = Performer::new(session, PerformLimits::USUAL);
        self.open(recorder).await?;
        let mut at = match self.arrive(session, &looking, Origin::START).await {
            Arrival::At(at) => at,
            Arrival::Lost(why) => {
                return Err(CrawlError::Nothing { url: recorder.start_url().to_owned(), why });
            }
        };
        for step in &drive.steps {
            let what = step.action.to_string();
            self.n_actions += 1;
            self.tell(&what);
            if let Action::Change { value, .. } = &step.action {
                looking.set_aside(session, &[value]).await;
            }
            let one = Drive::new(String::new(), vec![step.clone()]);
            performer.perform(&one, &mut |_| {}).await.map_err(CrawlError::Driven)?;
            let origin = Origin { from: Some(at), expected: None, hope: Hope::Effect };
            let Arrival::At(to) = self.arrive(session, &looking, origin).await else { continue };
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
            typed: Mutex::default(),
        }
    }

    /// Opens the start page, with what the browser is to know, and logs in.
    async fn open(&self, recorder: &Recorder) -> Result<(), CrawlError> {
        let (session, start_url) = (recorder.browser().session(), recorder.start_url());
        for url in recorder.seed_urls().iter().map(String::as_str).chain([start_url]) {
            match session.navigate(url).await {
                // What is there of a page that never ends is looked at, like that of any other.
                Err(error) if error.code() == Some(&ErrorCode::Timeout) => {
                    tracing::debug!(url, "the page is not loaded");
                }
                opened => {
                    opened.map_err(|source| CrawlError::Open { url: url.to_owned(), source })?
                }
            }
        }
        if let Some(prelude) = &self.config.prelude {
            let performer = Performer::new(session, PerformLimits::USUAL);
            performer.perform(prelude, &mut |_| {}).await.map_err(CrawlError::Prelude)?;
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.config.stop.load(Ordering::Relaxed) || Instant::now() >= self.ends || self.is_enough()
    }

    /// Whether more of the same was tried, and nothing comes of it any more.
    fn is_enough(&self) -> bool {
        let is_all = |limit| self.n_actions >= limit || self.n_actions >= self.last_news + PATIENCE;
        self.more_until.is_some_and(is_all)
    }

    /// Where everything was tried, and there is room for more states and most of the time is left, a little more of
    /// the same is tried.
    fn ask_for_more(&mut self) {
        let is_room = self.graph.states.len() < self.config.max_states && self.config.max_more > 0;
        if is_room && !self.frontier.is_generous() && self.best(0, usize::MAX).is_none() {
            self.frontier.be_generous();
            self.more_until = Some(self.n_actions + self.config.max_more);
            self.last_news = self.n_actions;
        }
    }

    fn why_end(&self) -> Option<String> {
        if self.config.stop.load(Ordering::Relaxed) {
            Some("interrupted".to_owned())
        } else if Instant::now() >= self.ends {
            Some("time is up".to_owned())
        } else if self.graph.sessions.len() >= MOST_SESSIONS {
            Some("as many sessions as there may be".to_owned())
        } else {
            let is_left = self.best(0, usize::MAX).is_some();
            (!is_left || self.is_enough()).then(|| "everything was tried".to_owned())
        }
    }

    /// What to do next from a state, and the way there.
    fn best(&self, at: usize, farthest: usize) -> Option<(usize, Vec<usize>)> {
        let ways = self.graph.ways(at, &self.broken);
        let (number, _) = self.cheapest(&ways, farthest, 0)?;
        let way = ways.get(&self.frontier.plan(number).state).cloned().unwrap_or_default();
        Some((number, way))
    }

    /// What costs least, of what is not too far, and its cost; to begin with, some actions are spent.
    fn cheapest(
        &self,
        ways: &BTreeMap<usize, Vec<usize>>,
        farthest: usize,
        spent: usize,
    ) -> Option<(usize, usize)> {
        self.frontier.choose(&|state: usize| {
            let length = ways.get(&state).map(Vec::len).filter(|length| *length <= farthest)?;
            Some((spent + length, self.graph.states.get(state).map_or(0, |state| state.depth)))
        })
    }

    /// Whether more is to be hoped for from the start page than from here.
    fn is_better_elsewhere(&self, at: usize) -> bool {
        let cost = |from: usize, farthest: usize, spent: usize| {
            let ways = self.graph.ways(from, &self.broken);
            self.cheapest(&ways, farthest, spent).map(|(_, cost)| cost)
        };
        let elsewhere = || cost(0, usize::MAX, BEGIN_AGAIN);
        self.frontier.is_generous()
            && self.n_remembered < MOST_REMEMBERED
            && cost(at, FARTHEST, 0).is_some_and(|here| elsewhere().is_some_and(|it| it < here))
    }

    /// Like [`Self::best`], within a session: what cannot be undone waits until nothing else is left anywhere.
    fn next(&self, at: usize, is_start: bool, may_bridge: bool) -> Option<(usize, Vec<usize>)> {
        if is_start {
            return self.best(at, usize::MAX);
        }
        if self.is_better_elsewhere(at) {
            return None;
        }
        let is_safe = |best: &(usize, _)| !self.frontier.plan(best.0).is_dangerous();
        let best = self.best(at, FARTHEST);
        if best.as_ref().is_some_and(is_safe) {
            return best;
        }
        // Going back is quicker than beginning again.
        let is_wanted = |to| self.best(to, FARTHEST).as_ref().is_some_and(is_safe);
        if may_bridge && let Some(number) = self.frontier.bridge(at, &is_wanted) {
            return Some((number, Vec::new()));
        }
        let is_safe_elsewhere = || self.best(0, usize::MAX).as_ref().is_some_and(is_safe);
        best.filter(|_| !is_safe_elsewhere())
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
        give_up_loading(session, START_LIMIT.min(self.config.time)).await;
        self.open(recorder).await?;
        give_up_loading(session, LOAD_LIMIT).await;
        let performer = Performer::new(&session.within(LOOK_LIMIT), LIMITS);
        let mut at = match self.arrive(session, &looking, Origin::START).await {
            Arrival::At(at) => at,
            Arrival::Lost(why) => {
                return Err(CrawlError::Nothing { url: recorder.start_url().to_owned(), why });
            }
        };
        let mut n_here = 0;
        let mut is_start = true;
        // A guess at the way back was wrong; one is enough.
        let mut is_astray = false;
        while !self.is_over() && n_here < MOST_ACTIONS {
            self.ask_for_more();
            let Some((number, way)) = self.next(at, is_start, !is_astray) else {
                if is_start || !self.begin_again(recorder, &looking, at).await {
                    break;
                }
                (at, is_start, is_astray) = (0, true, false);
                continue;
            };
            is_start = false;
            let mut is_there = true;
            for way in way {
                n_here += 1;
                let edge = self.graph.edges[way].clone();
                let hope = match edge.steps.first().map(|step| step.action) {
                    Some(Act::Wait) => Hope::Timer,
                    _ if edge.to == at => Hope::Effect,
                    _ => Hope::Leave,
                };
                let origin = Origin { from: Some(at), expected: Some(edge.to), hope };
                match self.act(session, &looking, &performer, origin, &edge.steps).await {
                    Arrival::At(now) => at = now,
                    Arrival::Lost(why) => {
                        self.tell(&why);
                        self.broken.insert(way);
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
            let is_bridge = !self.frontier.is_open(at);
            let plan = self.frontier.take(number, self.graph.states[at].depth);
            let deeds = deeds(&plan, &self.config.values, self.config.seed);
            n_here += 1;
            let (n_shapes, n_states) = (self.n_shapes(), self.graph.states.len());
            let hope = hope(&plan, &self.graph.states[at].url);
            let origin = Origin { from: Some(at), expected: None, hope };
            match self.act(session, &looking, &performer, origin, &deeds).await {
                Arrival::At(now) => at = now,
                Arrival::Lost(why) => {
                    self.tell(&why);
                    return Ok(());
                }
            }
            is_astray = is_bridge && !self.frontier.is_open(at);
            let news = self.news(at, n_states);
            if news == News::Much {
                self.last_news = self.n_actions;
            }
            self.frontier.note(&plan, at, news);
            self.frontier.filled(&plan, at);
            if self.n_shapes() > n_shapes {
                self.frontier.praise(&plan);
            }
        }
        Ok(())
    }

    /// Opens the start page once more, if there is something to do from there; a new session would take longer.
    /// Whether it is what it was: apps that remember what was done need a new browser.
    async fn begin_again(&mut self, recorder: &Recorder, looking: &Looking, at: usize) -> bool {
        if self.n_remembered >= MOST_REMEMBERED || self.best(0, usize::MAX).is_none() {
            return false;
        }
        self.tell("the start page again");
        let session = recorder.browser().session();
        let url = recorder.start_url();
        // Engines do not agree what a page below a pointer at rest is told.
        let corner =
            PointerSequence::mouse("mouse").move_to(&Place::Viewport, 0, 0, Duration::ZERO);
        if let Err(error) = session.perform(&Actions::new().pointer(corner)).await {
            tracing::debug!(%error, "the pointer stays where it is");
        }
        let mut opened = session.navigate(url).await;
        // An address with a fragment is a place on the page that is there already.
        if opened.is_ok() && url.contains('#') {
            opened = session.refresh().await;
        }
        if let Err(error) = opened {
            tracing::debug!(%error, "the start page does not open again");
            return false;
        }
        let origin = Origin { from: Some(at), expected: Some(0), hope: Hope::Effect };
        let is_same = matches!(self.arrive(session, looking, origin).await, Arrival::At(0));
        self.n_remembered += usize::from(!is_same);
        is_same
    }

    /// How new a state is, when so many were known.
    fn news(&self, at: usize, n_states: usize) -> News {
        let sketch = &self.faces[at].sketch;
        let is_like = |face: &Face| likeness(&face.sketch, sketch) >= LIKE_OTHERS;
        match at < n_states {
            true => News::None,
            false if self.faces[..n_states].iter().any(is_like) => News::Little,
            false => News::Much,
        }
    }

    /// How many kinds of pages are known.
    fn n_shapes(&self) -> usize {
        self.faces.iter().map(|face| &face.shape).collect::<BTreeSet<_>>().len()
    }

    /// Does something in a state, and notes where it led.
    async fn act(
        &mut self,
        session: &Session,
        looking: &Looking,
        performer: &Performer,
        origin: Origin,
        deeds: &[Deed],
    ) -> Arrival {
        self.n_actions += 1;
        self.tell(&describe(deeds));
        let is_typed = |deed: &&Deed| matches!(deed.action, Act::Fill | Act::Type);
        let typed: Vec<&str> =
            deeds.iter().filter(is_typed).filter_map(|deed| deed.value.as_deref()).collect();
        looking.set_aside(session, &typed).await;
        // What the app does not let happen, no person could do; half of it may have been done.
        if let Err(error) = performer.perform(&drive(deeds), &mut |_| {}).await {
            tracing::debug!(%error, "not done");
            if let PerformErrorKind::Command(error) = &error.kind
                && error.is_session_lost()
            {
                return Arrival::Lost("the page does not answer".to_owned());
            }
        }
        let arrival = self.arrive(session, looking, origin).await;
        if let (&Arrival::At(to), Some(from)) = (&arrival, origin.from) {
            let (session, action) = (self.graph.sessions.len(), self.n_actions);
            self.graph.connect(Edge { from, to, steps: deeds.to_vec(), session, action });
        }
        arrival
    }

    /// Waits until the page is at rest, and finds out in which state it is.
    async fn arrive(&mut self, session: &Session, looking: &Looking, origin: Origin) -> Arrival {
        let session = &session.within(LOOK_LIMIT);
        if let Err(error) = close_others(session).await {
            return Arrival::Lost(format!("the browser does not answer: {error}"));
        }
        let before = origin.from.map(|from| (self.faces[from].id.as_str(), origin.hope));
        let look = match at_rest(session, looking, before).await {
            Ok(look) => look,
            Err(error) => {
                return Arrival::Lost(format!("the page does not answer: {}", error.kind));
            }
        };
        if look.url.starts_with("chrome-error:") || look.url.starts_with("about:") {
            return Arrival::Lost("the browser does not open it".to_owned());
        }
        if !self.config.origins.contains(&look.origin) || !(self.config.allows)(&look.url) {
            return Arrival::Lost(format!("{} is outside of the app", look.url));
        }
        let depth = origin.from.map_or(0, |from| self.graph.states[from].depth.saturating_add(1));
        let at = self.recognize(session, &look, origin.expected, depth).await;
        let depth = depth.min(self.graph.states[at].depth);
        if depth < self.config.max_depth && at < self.config.max_states {
            self.frontier.open(at);
        }
        let is_allowed =
            |one: &&Candidate| one.address.as_deref().is_none_or(|url| (self.config.allows)(url));
        let candidates: Vec<Candidate> =
            look.candidates.iter().filter(is_allowed).cloned().collect();
        self.frontier.meet(at, &candidates);
        Arrival::At(at)
    }

    /// The state that a page is in; a new one if it is not known.
    async fn recognize(
        &mut self,
        session: &Session,
        look: &Look,
        expected: Option<usize>,
        depth: usize,
    ) -> usize {
        let face = Face::of(look);
        // Sessions begin where the first one did.
        let expected = expected.or((depth == 0 && !self.faces.is_empty()).then_some(0));
        if let Some(at) = recognize(&self.faces, &face, expected) {
            return at;
        }
        let at = self.graph.states.len();
        let picture = self.picture(session, at).await;
        let (id, url, title) = (look.id.clone(), look.url.clone(), look.title.clone());
        let (shape, sketch) = (look.shape.clone(), look.sketch.clone());
        self.graph.states.push(State { id, url, title, depth, picture, shape, sketch });
        self.faces.push(face);
        at
    }

    async fn picture(&self, session: &Session, state: usize) -> Option<String> {
        let png = session.quick_screenshot().await.ok()?;
        let name = format!("pictures/{state}.png");
        std::fs::write(self.config.out.join(&name), png).ok()?;
        Some(name)
    }
}

/// What is to be hoped for: links lead to other pages.
fn hope(plan: &Plan, url: &str) -> Hope {
    let page = |url: &str| url.split('#').next().unwrap_or_default().to_owned();
    let address = |one: &Candidate| one.address.as_deref().map(page);
    if plan.candidates.iter().filter_map(address).any(|address| address != page(url)) {
        Hope::Leave
    } else if plan.candidates[0].action == Act::Wait {
        Hope::Timer
    } else {
        Hope::Effect
    }
}
