//! One browser with its proxy and its trace, while a recording lasts.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use camino::Utf8PathBuf;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use xcheck_agent::{Hold, Settings};
use xcheck_browser::launch::{ProxyKey, StartError};
use xcheck_browser::{Browser, BrowserConfig, Launcher};
use xcheck_model::browser_name::BrowserName;
use xcheck_model::exchange::ExchangeId;
use xcheck_model::tape::{Note, Sink};
use xcheck_proxy::document::AgentScript;
use xcheck_proxy::{
    CertificateAuthority, Channel, Door, Folder, ListenError, Proxy, ProxyConfig, Source, Upstream,
};
use xcheck_trace::{Manifest, Origin, TraceWriter, Viewport, WriteError};

use crate::intake::{Counts, Intake};
use crate::secrets::{Cookies, Secrets};
use crate::start_state::StartState;

/// What to record, and where to.
pub struct RecordConfig {
    pub name: BrowserName,
    pub browser: BrowserConfig,
    pub authority: Arc<CertificateAuthority>,
    pub upstream: Arc<Upstream>,
    /// Where the app begins.
    pub start_url: String,
    /// The app itself, if it is a folder: which host it stands in for.
    pub folder: Option<(String, Folder)>,
    pub cookies: Cookies,
    pub out: Utf8PathBuf,
    /// Whether agents time themselves; for benchmarks.
    pub measure: bool,
    /// Chance and time of every page, if the app is explored.
    pub hold: Option<Hold>,
}

/// A recording could not begin.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error("cannot start the proxy")]
    Listen(#[from] ListenError),
    #[error(transparent)]
    Start(#[from] Box<StartError>),
}

/// A recording under way.
pub struct Recorder {
    browser: Browser,
    proxy: Proxy,
    writer: Arc<TraceWriter>,
    intake: JoinHandle<()>,
    counts: watch::Receiver<Counts>,
    start_url: String,
    seed_urls: Vec<String>,
    secret: String,
}

/// How a recording ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    pub counts: Counts,
}

impl Recorder {
    /// Starts a browser whose every page is recorded. The start page is not opened yet.
    pub async fn start(launcher: &Launcher, config: RecordConfig) -> Result<Self, RecordError> {
        Self::start_with(launcher, config, &StartState::default()).await
    }

    /// Like [`Self::start`]; the pages of [`Self::seed_urls`] make the browser know what it is to begin with.
    pub async fn start_with(
        launcher: &Launcher,
        config: RecordConfig,
        state: &StartState,
    ) -> Result<Self, RecordError> {
        // What cannot be written need not be recorded.
        TraceWriter::probe(&config.out)?;
        let secrets = Secrets::default();
        let (channel, letters) = Channel::secret();
        let secret = channel.path().to_owned();
        let settings = Settings {
            path: channel.path().to_owned(),
            measure: config.measure,
            hold: config.hold,
        };
        let channel = channel.with_worker_agent(&xcheck_agent::worker_recorder(&settings));
        let channel = channel.with_seeds(&state.seeds);
        let seed_urls = channel.seed_urls();
        let script = AgentScript::new(&xcheck_agent::page_recorder(&settings))
            .expect("the build script sees to what an agent may contain");
        let sink = Arc::new(LateSink::default());
        let proxy = Proxy::start(ProxyConfig {
            listen: launcher.proxy_listen(),
            door: if launcher.is_remote() { Door::Locked } else { Door::Open },
            authority: Arc::clone(&config.authority),
            agent: Some(script),
            channel: Some(channel),
            source: Source::Live { upstream: config.upstream.clone(), sink: Some(sink.clone()) },
            folders: config.folder.clone().into_iter().collect(),
        })
        .await?;
        let key = proxy.key().map(|key| ProxyKey { url: key.url, is_open: key.is_open });
        let route = launcher.proxy_route(proxy.address(), key);
        let through = BrowserConfig { proxy: Some(route), ..config.browser.clone() };
        let browser = launcher.start(config.name, &through).await.map_err(Box::new)?;
        let masks = secrets.masks(config.cookies);
        let writer =
            Arc::new(TraceWriter::create(&config.out, &manifest(&config, &browser), masks)?);
        sink.0.get_or_init(|| Arc::clone(&writer));
        let (sender, counts) = watch::channel(Counts::default());
        let intake = Intake::new(Arc::clone(&writer), secrets, sender);
        let intake = tokio::spawn(intake.run(letters));
        let start_url = config.start_url;
        Ok(Self { browser, proxy, writer, intake, counts, start_url, seed_urls, secret })
    }

    pub fn browser(&self) -> &Browser {
        &self.browser
    }

    pub fn start_url(&self) -> &str {
        &self.start_url
    }

    /// Pages to be opened before the start page; none unless the browser is to know something.
    pub fn seed_urls(&self) -> &[String] {
        &self.seed_urls
    }

    /// What agents answer to: `removeEventListener` with this alone tells what a target is listened to for.
    pub fn secret(&self) -> &str {
        &self.secret
    }

    /// What has been recorded so far, as it grows.
    pub fn counts(&self) -> watch::Receiver<Counts> {
        self.counts.clone()
    }

    /// Why nothing more is written, if that is so.
    pub fn error_so_far(&self) -> Option<WriteError> {
        self.writer.error_so_far()
    }

    /// Ends browser and recording. What the browser had to say is written first.
    pub async fn finish(self) -> Result<Recorded, RecordError> {
        let session = self.browser.session();
        if !self.browser.has_died() {
            // Agents send what they hold after a moment; workers have no chance to do so when they end.
            tokio::time::sleep(LAST_MOMENT).await;
            // Leaving the page makes its agent send what it still holds.
            let left = session.within(LEAVE_LIMIT).navigate("about:blank").await;
            if let Err(error) = left {
                tracing::debug!(error = &error as &dyn std::error::Error, "cannot leave the page");
            }
        }
        let quit = self.browser.quit().await;
        self.proxy.stop().await;
        // The proxy held the other end of the letters, so this ends.
        if let Err(error) = self.intake.await {
            tracing::error!(%error, "the intake broke");
        }
        self.writer.finish()?;
        if let Err(error) = quit {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "the browser did not end well"
            );
        }
        Ok(Recorded { counts: *self.counts.borrow() })
    }
}

/// A few times what an agent waits before it sends.
const LAST_MOMENT: Duration = Duration::from_millis(150);

/// How long a page may take to go away at the end.
const LEAVE_LIMIT: Duration = Duration::from_secs(5);

fn manifest(config: &RecordConfig, browser: &Browser) -> Manifest {
    let created = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let viewport = config.browser.viewport;
    Manifest {
        created_ms: u64::try_from(created.as_millis()).unwrap_or_default(),
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        recorder: xcheck_trace::Recorder {
            browser: config.name.engine().to_string(),
            browser_version: browser.version().unwrap_or_default().to_owned(),
            user_agent: None,
        },
        start_url: config.start_url.clone(),
        viewport: Viewport { width: viewport.width, height: viewport.height, ratio: 1.0 },
        locale: "en-US".to_owned(),
        time_zone: "UTC".to_owned(),
        source: if config.folder.is_some() { Origin::Folder } else { Origin::Url },
    }
}

/// Where exchanges go once there is a trace; the browser's own before that are nobody's business.
#[derive(Default)]
struct LateSink(OnceLock<Arc<TraceWriter>>);

impl Sink for LateSink {
    fn note(&self, id: ExchangeId, at_us: u64, note: Note<'_>) {
        if let Some(writer) = self.0.get() {
            writer.note(id, at_us, note);
        }
    }
}
