//! One browser, its proxy and its players, from the first page of a trace to the last.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

use camino::{Utf8Path, Utf8PathBuf};
use sha2::{Digest as _, Sha256};
use xcheck_agent::PlayerSettings;
use xcheck_browser::launch::{ProxyKey, StartError, Viewport};
use xcheck_browser::webdriver::PageLoadStrategy;
use xcheck_browser::{Browser, BrowserConfig, Launcher};
use xcheck_model::browser_name::BrowserName;
use xcheck_model::engine::Engine;
use xcheck_model::exchange::BodyHash;
use xcheck_model::run::{Divergence, DivergenceKind};
use xcheck_model::tape::Recording as _;
use xcheck_proxy::document::AgentScript;
use xcheck_proxy::{
    CertificateAuthority, Channel, Door, Folder, ListenError, Proxy, ProxyConfig, Release, Serving,
    Source, Upstream,
};
use xcheck_trace::run::{
    InputMode, NetworkMode, RunBrowser, RunEnd, RunHead, RunOutcome, RunTrace, RunWriteError,
    RunWriter,
};
use xcheck_trace::{Log, OpenError, TraceReader, read_log};

use crate::cast::Cast;
use crate::conductor::{Conductor, Ended, Play};
use crate::gates::Gates;
use crate::gesture::gestures;
use crate::order::is_side_by_side;
use crate::payload::PlayerPlan;
use crate::ran::Watch;
use crate::sources::store_sources;
use crate::supports;
use crate::windows::followed;

/// What to replay, where and how.
#[derive(Clone)]
pub struct ReplayConfig {
    pub browser: BrowserName,
    /// The viewport is the trace's.
    pub headed: bool,
    pub authority: Arc<CertificateAuthority>,
    pub subject: Subject,
    /// The folder that the run becomes.
    pub out: Utf8PathBuf,
    pub input: InputMode,
    pub network: Network,
    /// How long nothing at all may happen.
    pub limit: Duration,
    /// Executes without looking; for measuring.
    pub is_blind: bool,
}

/// A trace, read and ready.
#[derive(Clone)]
pub struct Subject {
    trace: Arc<TraceReader>,
    log: Arc<Log>,
    /// Without folders.
    file: String,
    sha256: BodyHash,
}

impl Subject {
    /// Reads a trace as far as it is good.
    pub fn open(path: &Utf8Path) -> Result<Self, OpenError> {
        let trace = TraceReader::open(path)?;
        let broken = |error: io::Error| OpenError { path: path.to_owned(), kind: error.into() };
        let log = read_log(&trace).map_err(broken)?;
        let sha256 = hash_of(path).map_err(broken)?;
        Ok(Self {
            trace: Arc::new(trace),
            log: Arc::new(log),
            file: path.file_name().unwrap_or_default().to_owned(),
            sha256,
        })
    }

    pub fn trace(&self) -> &TraceReader {
        &self.trace
    }

    pub fn log(&self) -> &Log {
        &self.log
    }
}

fn hash_of(path: &Utf8Path) -> io::Result<BodyHash> {
    let mut hasher = Sha256::new();
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        let n_read = file.read(&mut buffer)?;
        if n_read == 0 {
            return Ok(BodyHash::from_digest(&hasher.finalize().into()));
        }
        hasher.update(&buffer[..n_read]);
    }
}

/// Where answers come from.
#[derive(Clone)]
pub enum Network {
    Trace,
    Live { upstream: Arc<Upstream>, folders: Vec<(String, Folder)> },
}

/// What happens while a replay goes on.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// How many of all events have been replayed.
    Events {
        n_done: u64,
        n_all: u64,
        what: String,
    },
    Divergence(Divergence),
    /// Something else that a person would want to know.
    Note(String),
}

/// Lets a person follow a replay event by event.
pub struct Stepping {
    /// Gets what comes next, as text, before each event.
    pub coming: tokio::sync::mpsc::UnboundedSender<Vec<String>>,
    /// Says how many events may go on.
    pub go: tokio::sync::mpsc::UnboundedReceiver<usize>,
}

/// How a replay ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Replayed {
    pub outcome: RunOutcome,
    pub n_steps: u64,
    pub n_events: u64,
    pub divergences: Vec<Divergence>,
    pub record_ms: u64,
    pub replay_ms: u64,
}

/// A replay could not begin.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    #[error("the trace holds no page that could be replayed")]
    NothingRecorded,
    #[error("the trace has no answer for its first page")]
    NoFirstPage,
    #[error(transparent)]
    Write(#[from] RunWriteError),
    #[error("cannot start the proxy")]
    Listen(#[from] ListenError),
    #[error(transparent)]
    Start(#[from] Box<StartError>),
    #[error("{n_tries} nodes were lost, the last one: {reason}")]
    NodesLost { n_tries: usize, reason: String },
}

/// On how many nodes a replay is tried, if they are lost one after the other.
const MOST_NODES: usize = 4;

/// Replays a trace in one browser. A browser that dies is tried once more, and one whose machine is lost on others;
/// what happens in the page is no error.
pub async fn replay(
    launcher: &Launcher,
    config: &ReplayConfig,
    mut stepping: Option<Stepping>,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Replayed, ReplayError> {
    if !config.subject.log.pages.iter().any(|page| !page.hello.is_worker) {
        return Err(ReplayError::NothingRecorded);
    }
    let start = start_url(config);
    let bare = start.split('#').next().unwrap_or_default();
    let exchanges = config.subject.trace.exchanges();
    let is_answered = exchanges.iter().any(|exchange| exchange.request.url == bare);
    if matches!(config.network, Network::Trace) && !is_answered {
        return Err(ReplayError::NoFirstPage);
    }
    let mut lost = Vec::new();
    let mut n_nodes = 0;
    loop {
        let (replayed, lost_node) = once(launcher, config, &lost, &mut stepping, progress).await?;
        if let Some(reason) = lost_node {
            n_nodes += 1;
            if n_nodes == MOST_NODES {
                return Err(ReplayError::NodesLost { n_tries: n_nodes, reason });
            }
            progress(Progress::Note(format!("{reason}; trying on another node")));
            continue;
        }
        let death = replayed.divergences.iter().find(|one| one.kind == DivergenceKind::BrowserDied);
        match death {
            Some(death) if lost.is_empty() => {
                progress(Progress::Note(format!("{}; trying once more", death.detail)));
                lost.push(death.clone());
            }
            _ => return Ok(replayed),
        }
    }
}

/// One try, and why its node is lost if it is: that says nothing about the browser.
async fn once(
    launcher: &Launcher,
    config: &ReplayConfig,
    lost: &[Divergence],
    stepping: &mut Option<Stepping>,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<(Replayed, Option<String>), ReplayError> {
    let log = &config.subject.log;
    let all_gestures: Vec<_> = log.pages.iter().map(gestures).collect();
    let all_gestures = Arc::new(all_gestures);
    let is_limited = stepping.is_some() || is_side_by_side(&log.pages);
    let gates = match config.network {
        Network::Trace => {
            Gates::find(&log.pages, config.subject.trace.exchanges(), |page| followed(log, page))
        }
        Network::Live { .. } => Gates::default(),
    };
    let gates = Arc::new(gates);
    let plan = PlayerPlan {
        engine: config.browser.engine(),
        until: 0,
        is_synthetic: config.input == InputMode::Synthetic,
        restores_storage: false,
    };
    let (cast, entered) =
        Cast::new(Arc::clone(log), Arc::clone(&all_gestures), Arc::clone(&gates), plan, is_limited);
    let (channel, letters) = Channel::secret();
    let settings = PlayerSettings {
        path: channel.path().to_owned(),
        blind: config.is_blind,
        frames: 2,
        marks: config.browser.engine() == Engine::WebKit,
        bubbles: config.browser.engine() == Engine::Chromium,
    };
    let channel = channel
        .with_worker_agent(&xcheck_agent::worker_player(&settings))
        .with_answer(Arc::new(move |question: &str| cast.answer(question)));
    let script = AgentScript::new(&xcheck_agent::page_player(&settings))
        .expect("the build script sees to what an agent may contain");
    let (serving, asked) = Serving::new(
        Arc::clone(&config.subject.trace) as Arc<dyn xcheck_model::tape::Recording>,
        Release::AtOnce,
    );
    for exchange in gates.held() {
        serving.hold(exchange);
    }
    let (source, folders) = match &config.network {
        Network::Trace => (Source::Recorded(Arc::clone(&serving)), Vec::new()),
        Network::Live { upstream, folders } => {
            (Source::Live { upstream: Arc::clone(upstream), sink: None }, folders.clone())
        }
    };
    let proxy = Proxy::start(ProxyConfig {
        listen: launcher.proxy_listen(),
        door: if launcher.is_remote() { Door::Locked } else { Door::Open },
        authority: Arc::clone(&config.authority),
        agent: Some(script.clone()),
        channel: Some(channel.clone()),
        source,
        folders,
    })
    .await?;
    let key = proxy.key().map(|key| ProxyKey { url: key.url, is_open: key.is_open });
    let recorded = config.subject.trace.manifest().viewport;
    let browser = launcher
        .start(
            config.browser,
            &BrowserConfig {
                proxy: Some(launcher.proxy_route(proxy.address(), key)),
                viewport: Viewport { width: recorded.width, height: recorded.height },
                headed: config.headed,
                page_load_strategy: PageLoadStrategy::None,
            },
        )
        .await
        .map_err(Box::new)?;
    if !browser.surroundings().is_empty() {
        let around = browser.surroundings().join(", ");
        progress(Progress::Note(format!("{} runs there with {around}", config.browser.title())));
    }
    let mut writer = RunWriter::create(&config.out, &head(config, &browser))?;
    let sources = store_sources(&mut writer, config.subject.trace())?;
    match supports::ask(browser.session(), &sources).await {
        Ok(supports) => writer.supports(&supports)?,
        // A browser that does not answer says so again when it is to go on.
        Err(error) => tracing::debug!(%error, "nothing is known of what the browser supports"),
    }
    for divergence in lost {
        writer.divergence(divergence)?;
    }
    let began = Instant::now();
    // Nobody asks where nothing is looked at.
    let engine = Some(config.browser.engine()).filter(|_| !config.is_blind);
    let play = Play {
        log: Arc::clone(log),
        gestures: all_gestures,
        gates,
        is_limited,
        limit: config.limit,
        start_url: start_url(config),
        watch: Watch::start(browser.session(), engine, script).await,
    };
    let conductor = Conductor::new(play, &browser, channel, serving, writer, stepping, progress);
    let ended = conductor.run(letters, entered, asked).await;
    let replay_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or_default();
    if let Err(error) = browser.quit().await {
        tracing::warn!(error = &error as &dyn std::error::Error, "the browser did not end well");
    }
    proxy.stop().await;
    let Ended { writer, outcome, n_steps, n_events, mut divergences, timings, lost_node } = ended?;
    divergences.splice(0..0, lost.iter().cloned());
    let record_ms = record_ms(log);
    let timings: BTreeMap<String, f64> = timings;
    writer.finish(&RunEnd {
        outcome: outcome.clone(),
        n_events_replayed: n_events,
        record_ms,
        replay_ms,
        timings,
    })?;
    let replayed = Replayed { outcome, n_steps, n_events, divergences, record_ms, replay_ms };
    Ok((replayed, lost_node))
}

fn head(config: &ReplayConfig, browser: &Browser) -> RunHead {
    let manifest = config.subject.trace.manifest();
    RunHead {
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        trace: RunTrace {
            file: config.subject.file.clone(),
            sha256: config.subject.sha256.clone(),
            created_ms: manifest.created_ms,
            recorder: manifest.recorder.clone(),
        },
        browser: RunBrowser {
            name: config.browser,
            version: browser.version().unwrap_or_default().to_owned(),
            platform: browser.platform().map(str::to_owned),
            surroundings: browser.surroundings().to_vec(),
            user_agent: None,
        },
        viewport: manifest.viewport,
        input: config.input,
        network: match config.network {
            Network::Trace => NetworkMode::Trace,
            Network::Live { .. } => NetworkMode::Live,
        },
    }
}

/// Where the recording began, or where its first page was if that address was asked for later, or never.
fn start_url(config: &ReplayConfig) -> String {
    let start = &config.subject.trace.manifest().start_url;
    let exchanges = config.subject.trace.exchanges();
    let asked_at = |url: &str| {
        let bare = url.split('#').next().unwrap_or_default();
        exchanges.iter().position(|exchange| exchange.request.url == bare)
    };
    let top =
        |page: &&xcheck_model::event::Page| !page.hello.is_worker && page.hello.frame.is_empty();
    let first = config.subject.log.pages.iter().find(top).map(|page| &page.hello.url);
    match (asked_at(start), first) {
        (None, Some(first)) => first.clone(),
        (Some(at), Some(first)) if asked_at(first).is_some_and(|first| first < at) => first.clone(),
        _ => start.clone(),
    }
}

/// How long the recorded session took, from its first page to its last entry.
fn record_ms(log: &Log) -> u64 {
    let begin = log.pages.iter().map(|page| page.wall_us(0)).min().unwrap_or_default();
    let ends = log.pages.iter().filter_map(|page| Some(page.wall_us(page.entries.last()?.at_us())));
    let end = ends.max().unwrap_or(begin);
    u64::try_from((end - begin) / 1000).unwrap_or_default()
}
