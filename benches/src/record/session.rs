//! Plays one session of a subject in a fresh browser, without or with recording.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};
use xcheck_browser::find::Overrides;
use xcheck_browser::guard::GuardCommand;
use xcheck_browser::launch::LaunchLimits;
use xcheck_browser::{BrowserConfig, Launcher, LauncherConfig, Session};
use xcheck_drive::{Action, Drive};
use xcheck_model::engine::Engine;
use xcheck_model::event::{Cost, Entry, Page};
use xcheck_proxy::{CertificateAuthority, Door, Proxy, ProxyConfig, Source, Trust, Upstream};
use xcheck_record::perform::{PerformLimits, Performer, Progress};
use xcheck_record::{Cookies, RecordConfig, Recorder};
use xcheck_trace::{TraceReader, read_log};

use crate::subject::Subject;

/// Longer than any burst should take, also on a slow machine.
const BURST_LIMIT: Duration = Duration::from_secs(120);
const BURST_POLL: Duration = Duration::from_millis(50);
/// On a busy machine a step may take its time; a limit is no measurement.
const STEP_LIMIT: Duration = Duration::from_secs(30);

/// How one session went.
pub(crate) struct Played {
    /// From the navigation to the end of the drive.
    pub(crate) seconds: f64,
    pub(crate) burst_ms: f64,
    /// Frames per second while the drive went on, if the page counts them.
    pub(crate) frame_rate: Option<f64>,
    /// Windows whose last words are not in the trace.
    pub(crate) n_cut: usize,
}

/// What one session left in a trace.
pub(crate) struct Tape {
    pub(crate) n_events: usize,
    pub(crate) log_len: u64,
    pub(crate) exchanges_len: u64,
    pub(crate) cost: Option<Cost>,
    /// Windows whose last words are not in the trace.
    pub(crate) n_cut: usize,
}

/// What all sessions share.
pub(crate) struct Stage {
    launcher: Launcher,
    authority: Arc<CertificateAuthority>,
    upstream: Arc<Upstream>,
    traces: tempfile::TempDir,
}

impl Stage {
    pub(crate) fn new() -> Result<Self> {
        let launcher = Launcher::new(LauncherConfig {
            guard: GuardCommand::this_binary()?,
            overrides: Overrides::from_env(),
            limits: LaunchLimits::GENEROUS,
            env: Vec::new(),
            grid: None,
        });
        Ok(Self {
            launcher,
            authority: Arc::new(CertificateAuthority::new()?),
            upstream: Arc::new(Upstream::new(Trust::System, Duration::from_secs(30))?),
            traces: tempfile::tempdir()?,
        })
    }

    pub(crate) async fn end(self) -> Result<()> {
        Ok(self.launcher.end().await?)
    }

    /// A session that nobody records.
    pub(crate) async fn plain(
        &self,
        engine: Engine,
        subject: &Subject,
        drive: &Drive,
        burst: &str,
    ) -> Result<Played> {
        let proxy = Proxy::start(ProxyConfig {
            listen: ([127, 0, 0, 1], 0).into(),
            door: Door::Open,
            authority: Arc::clone(&self.authority),
            agent: None,
            channel: None,
            source: Source::Live { upstream: Arc::clone(&self.upstream), sink: None },
            folders: vec![subject.served()?],
        })
        .await?;
        let config = BrowserConfig { proxy: Some(proxy.address().into()), ..BrowserConfig::PLAIN };
        let browser = self.launcher.start(engine, &config).await?;
        let played = play(browser.session(), drive, burst).await;
        browser.quit().await?;
        proxy.stop().await;
        played
    }

    /// The same session, recorded as users record.
    pub(crate) async fn recorded(
        &self,
        engine: Engine,
        subject: &Subject,
        drive: &Drive,
        burst: &str,
    ) -> Result<Played> {
        let recorder = self.start_recorder(engine, subject, drive, false).await?;
        let played = play(recorder.browser().session(), drive, burst).await;
        recorder.finish().await?;
        let played = played?;
        Ok(Played { n_cut: self.read_trace()?.n_cut, ..played })
    }

    /// What the session leaves in the trace, and what the agent says about its own time.
    pub(crate) async fn inspected(
        &self,
        engine: Engine,
        subject: &Subject,
        drive: &Drive,
    ) -> Result<Tape> {
        let recorder = self.start_recorder(engine, subject, drive, true).await?;
        let performed = perform(recorder.browser().session(), drive).await;
        recorder.finish().await?;
        performed?;
        self.read_trace()
    }

    async fn start_recorder(
        &self,
        engine: Engine,
        subject: &Subject,
        drive: &Drive,
        measure: bool,
    ) -> Result<Recorder> {
        let config = RecordConfig {
            name: engine.into(),
            browser: BrowserConfig::PLAIN,
            authority: Arc::clone(&self.authority),
            upstream: Arc::clone(&self.upstream),
            start_url: drive.start_url.clone().context("the drive goes nowhere")?,
            folder: Some(subject.served()?),
            cookies: Cookies::Keep,
            out: self.trace_path()?,
            measure,
            hold: None,
        };
        Ok(Recorder::start(&self.launcher, config).await?)
    }

    fn trace_path(&self) -> Result<Utf8PathBuf> {
        let folder = Utf8Path::from_path(self.traces.path()).context("an odd temporary folder")?;
        Ok(folder.join("session.xct"))
    }

    /// Reads the last trace; one with holes in it was cheaper than it should have been.
    fn read_trace(&self) -> Result<Tape> {
        let reader = TraceReader::open(&self.trace_path()?)?;
        ensure!(reader.is_complete(), "the trace has no end");
        ensure!(reader.problems().is_empty(), "the trace is damaged: {:?}", reader.problems());
        let log = read_log(&reader)?;
        ensure!(log.n_unreadable == 0, "{} lines of the log are unreadable", log.n_unreadable);
        for page in &log.pages {
            ensure!(page.failures.is_empty(), "the agent failed: {:?}", page.failures);
            ensure!(page.gaps.is_empty(), "batches are missing: {:?}", page.gaps);
        }
        let sizes = reader.sizes();
        Ok(Tape {
            n_events: log.pages.iter().map(|page| page.events().count()).sum(),
            log_len: sizes.log,
            exchanges_len: sizes.exchanges,
            cost: cost(&log.pages),
            n_cut: log.pages.iter().filter(|page| is_cut(page)).count(),
        })
    }
}

/// The cost of one event in the page that had the most of them, and the worst of all pages.
fn cost(pages: &[Page]) -> Option<Cost> {
    let costs = || pages.iter().filter_map(|page| page.cost);
    let largest = costs().max_by_key(|cost| cost.n)?;
    Some(Cost { max_us: costs().map(|cost| cost.max_us).max()?, ..largest })
}

/// Whether a window went without a goodbye, so that events at its end may be missing too.
fn is_cut(page: &Page) -> bool {
    let is_window = page.hello.frame.is_empty() && !page.hello.is_worker;
    let has_left = matches!(page.entries.last(), Some(Entry::Left { .. }));
    is_window && !page.is_ended && !has_left
}

async fn play(session: &Session, drive: &Drive, burst: &str) -> Result<Played> {
    let seconds = perform(session, drive).await?;
    let frame_rate = session.execute("return window.__fps ?? null", &[]).await?;
    let burst_ms = run_burst(session, burst).await?;
    Ok(Played { seconds, burst_ms, frame_rate, n_cut: 0 })
}

/// Performs the drive. Seconds from its navigation to its end.
async fn perform(session: &Session, drive: &Drive) -> Result<f64> {
    let is_navigation = |action: &Action| matches!(action, Action::Navigate { .. });
    let first = drive.steps.iter().position(|step| is_navigation(&step.action));
    let mut begin = Instant::now();
    let limits = PerformLimits { step: STEP_LIMIT, ..PerformLimits::USUAL };
    let performed = Performer::new(session, limits)
        .perform(drive, &mut |progress| match progress {
            Progress::Step { index, .. } if Some(index) == first => begin = Instant::now(),
            _ => {}
        })
        .await;
    performed?;
    Ok(begin.elapsed().as_secs_f64())
}

/// Milliseconds that the page itself takes for a burst of work.
async fn run_burst(session: &Session, burst: &str) -> Result<f64> {
    // As a script of the page, because Firefox runs those of the driver in a world of their own.
    let code = format!(
        "(async () => {{\n\
         const began = performance.now();\n\
         {burst}\n\
         return performance.now() - began;\n\
         }})().then((ms) => {{ window.__burst = ms; }}, (error) => {{ window.__burst = String(error); }});"
    );
    let insert = "const script = document.createElement('script');\
        script.textContent = arguments[0];\
        document.head.append(script);\
        script.remove();";
    session.execute::<Value>(insert, &[json!(code)]).await?;
    let begin = Instant::now();
    while begin.elapsed() < BURST_LIMIT {
        match session.execute("return window.__burst ?? null", &[]).await? {
            Value::Number(ms) => return ms.as_f64().context("a number of milliseconds"),
            Value::String(error) => bail!("the burst failed: {error}"),
            _ => tokio::time::sleep(BURST_POLL).await,
        }
    }
    bail!("the burst does not end");
}
