//! Makes recordings: by a drive file, or by exploring.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::anyhow;
use camino::{Utf8Path, Utf8PathBuf};
use url::Url;
use xcheck_browser::BrowserConfig;
use xcheck_config::{Config, Crawl};
use xcheck_crawl::{CrawlConfig, CrawlError, Graph, Progress};
use xcheck_model::browser_name::BrowserName;
use xcheck_record::{Cookies, Hold, RecordConfig, RecordError, Recorder, StartState};

use crate::commands::record;
use crate::exit::{Exit, Failure};
use crate::interrupt::interrupted;
use crate::project::{Project, login, read_drive, start_state};
use crate::stage::Stage;
use crate::target::Target;
use crate::terminal::Terminal;
use crate::trouble::trouble;

/// Half a minute, and some sessions more to replay; less where nothing new is found any more.
const MOST_MORE: usize = 150;

/// A place to make recordings of one app.
pub(crate) struct Studio<'a> {
    pub(crate) stage: &'a Stage,
    pub(crate) target: &'a Target,
    pub(crate) project: &'a Project,
    pub(crate) config: &'a Config,
    pub(crate) browser: BrowserName,
    /// Whether chance and time are held even if a file leads.
    pub(crate) is_held: bool,
    pub(crate) terminal: &'a Terminal,
}

/// What a crawl or a drive gave.
pub(crate) struct Explored {
    pub(crate) graph: Graph,
    /// Ctrl-C ended it early.
    pub(crate) is_interrupted: bool,
}

impl Studio<'_> {
    /// Explores the app, or does what a drive file says, and leaves traces and the graph in the folder.
    pub(crate) async fn explore(
        &self,
        drive: Option<&Utf8Path>,
        out: &Utf8Path,
    ) -> Result<Explored, Failure> {
        let crawl = &self.config.crawl;
        let drive = drive.map(|path| read_drive(path, self.target)).transpose()?;
        let stop = Arc::new(AtomicBool::new(false));
        let config = self.crawl_config(crawl, out, Arc::clone(&stop))?;
        let hold = (drive.is_none() || self.is_held).then(|| hold(crawl));
        let state = start_state(self.config.login.as_ref(), self.project, self.target)?;
        let start = async |path: &Utf8Path| self.start(path, hold, &state).await;
        let mut tell = |progress: Progress| {
            let Progress { session, n_states, n_actions, n_left, what } = progress;
            self.terminal.counter(&format!(
                "exploring: session {session}, {n_states} states, {n_actions} actions, {n_left} to try: {what}"
            ));
        };
        let work = async {
            match &drive {
                Some(drive) => xcheck_crawl::follow(&config, start, drive, &mut tell).await,
                None => xcheck_crawl::crawl(&config, start, &mut tell).await,
            }
        };
        let graph = until_stopped(work, &stop).await;
        self.terminal.end_counter();
        let first = out.join("1.xct");
        let trouble = |found_else| trouble(&first, &self.target.start_url, found_else);
        let graph = match graph {
            Ok(graph) => graph,
            Err(error) => return Err(self.failure(error, trouble(false))),
        };
        let found_else = graph.edges.iter().any(|edge| edge.from != edge.to);
        if let Some(why) = trouble(found_else) {
            return Err(self.nothing(&why));
        }
        write_graph(out, &graph)?;
        Ok(Explored { graph, is_interrupted: stop.load(Ordering::Relaxed) })
    }

    /// There is no app.
    fn nothing(&self, why: &str) -> Failure {
        let error = anyhow!("there is no app at {}: {why}", self.target.start_url);
        Failure { exit: Exit::Environment, error, hint: Some("is the app running?".to_owned()) }
    }

    fn failure(&self, error: CrawlError, trouble: Option<String>) -> Failure {
        match (error, trouble) {
            (CrawlError::Open { .. } | CrawlError::Nothing { .. }, Some(why)) => self.nothing(&why),
            (error, _) => failure(error),
        }
    }

    async fn start(
        &self,
        out: &Utf8Path,
        hold: Option<Hold>,
        state: &StartState,
    ) -> Result<Recorder, RecordError> {
        let config = RecordConfig {
            name: self.browser,
            browser: BrowserConfig::PLAIN,
            authority: Arc::clone(self.stage.authority()),
            upstream: Arc::clone(self.stage.upstream()),
            start_url: self.target.start_url.to_string(),
            folder: self.target.folder.clone(),
            cookies: Cookies::Keep,
            out: out.to_owned(),
            measure: false,
            hold,
        };
        Recorder::start_with(self.stage.launcher(), config, state).await
    }

    fn crawl_config(
        &self,
        crawl: &Crawl,
        out: &Utf8Path,
        stop: Arc<AtomicBool>,
    ) -> Result<CrawlConfig, Failure> {
        let mut origins = vec![origin(&self.target.start_url)];
        origins.extend(crawl.origins.iter().flatten().cloned());
        let patterns = crawl.clone();
        Ok(CrawlConfig {
            max_states: crawl.max_states.unwrap_or(100) as usize,
            max_depth: crawl.max_depth.unwrap_or(10) as usize,
            time: Duration::from_secs(crawl.time.unwrap_or(300)),
            max_more: MOST_MORE,
            seed: crawl.seed.unwrap_or(1),
            origins,
            allows: Arc::new(move |url| patterns.is_included(url)),
            excluded: crawl.exclude_elements.clone().unwrap_or_default(),
            allows_dangerous: crawl.allow_dangerous.unwrap_or(false),
            values: crawl.values.clone(),
            prelude: login(self.config.login.as_ref(), self.project, self.target)?,
            out: out.to_owned(),
            stop,
        })
    }
}

/// Lets the first Ctrl-C end the work in order; the second ends it at once.
async fn until_stopped<T>(work: impl Future<Output = T>, stop: &AtomicBool) -> T {
    tokio::pin!(work);
    tokio::select! {
        done = &mut work => return done,
        () = interrupted() => {
            eprintln!("\nending; press Ctrl-C again to end at once");
            stop.store(true, Ordering::Relaxed);
        }
    }
    tokio::select! {
        done = &mut work => done,
        () = interrupted() => {
            // Guards end what was started.
            std::process::abort()
        }
    }
}

/// Every visit of a page begins at the same time: today's noon, so that calendars look as they do now.
fn hold(crawl: &Crawl) -> Hold {
    const DAY_MS: u64 = 86_400_000;
    const NOON_MS: u64 = DAY_MS / 2;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let now = u64::try_from(now.as_millis()).unwrap_or_default();
    let seed = crawl.seed.unwrap_or(1);
    Hold { seed: (seed ^ (seed >> 32)) as u32, date: now - now % DAY_MS + NOON_MS }
}

fn origin(url: &Url) -> String {
    url.origin().ascii_serialization()
}

fn write_graph(out: &Utf8Path, graph: &Graph) -> Result<(), Failure> {
    let json = serde_json::to_string_pretty(graph).map_err(|error| Failure::usage(error, None))?;
    for (name, text) in [("graph.json", json + "\n"), ("graph.svg", xcheck_crawl::svg(graph))] {
        let path: Utf8PathBuf = out.join(name);
        std::fs::write(&path, text).map_err(|error| {
            Failure::usage(anyhow::Error::from(error).context(format!("cannot write {path}")), None)
        })?;
    }
    Ok(())
}

fn failure(error: CrawlError) -> Failure {
    match error {
        CrawlError::Record(error) => record::failure(error),
        CrawlError::Open { .. } | CrawlError::Nothing { .. } => {
            let hint = Some("is the app running?".to_owned());
            Failure { exit: Exit::Environment, error: error.into(), hint }
        }
        CrawlError::Driven(error) => {
            let hint = Some(error.hint().to_owned());
            Failure::usage(error, hint)
        }
        CrawlError::Prelude(ref cause) => {
            let hint = Some(cause.hint().to_owned());
            Failure::usage(error, hint)
        }
        CrawlError::Write { .. } => Failure::usage(error, None),
    }
}
