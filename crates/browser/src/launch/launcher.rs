//! Starts drivers, sessions and the display they need.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use camino::Utf8PathBuf;
use tokio::sync::Mutex;
use xcheck_model::browser_name::BrowserName;
use xcheck_model::engine::Engine;

use super::browser::LocalPlace;
use super::{
    Browser, BrowserConfig, LauncherConfig, ProxyKey, ProxyRoute, Viewport, environment, port,
    viewport,
};
use crate::display::{Display, DisplayError, user_display};
use crate::engines::{self, Setup};
use crate::find::{Installation, Missing, find};
use crate::fonts;
use crate::grid::{Grid, GridError};
use crate::guard::{EndError, GuardOrder, Guarded};
use crate::scratch::Scratch;
use crate::webdriver::{Client, ClientError, CommandError, CommandErrorKind, Session, Timeouts};

const STATUS_POLL: Duration = Duration::from_millis(10);
const OUTPUT_LINES: usize = 8;

/// Starts browsers, as many at a time as wanted. One driver process per session.
#[derive(Debug)]
pub struct Launcher {
    config: LauncherConfig,
    /// One for all headless browsers that need it, made when the first one comes.
    display: Mutex<Option<Arc<Display>>>,
    /// Where browsers are from, if not from here.
    grid: Option<Result<Grid, String>>,
}

/// A browser could not be started.
#[derive(Debug, thiserror::Error)]
#[error("cannot start {}", browser.title())]
pub struct StartError {
    pub browser: BrowserName,
    /// Browser or driver is a snap, which may not see our scratch directory.
    pub is_snap: bool,
    #[source]
    pub kind: StartErrorKind,
}

#[derive(Debug, thiserror::Error)]
pub enum StartErrorKind {
    #[error(transparent)]
    Grid(#[from] GridError),
    /// Versions and platforms are names of a grid's browsers.
    #[error("this machine has {} in one version only", .0.engine().title())]
    NotHere(BrowserName),
    #[error(transparent)]
    Missing(#[from] Missing),
    #[error(transparent)]
    Display(#[from] DisplayError),
    #[error("cannot make a scratch directory")]
    Scratch(#[source] io::Error),
    #[error("cannot start the guard of the driver")]
    Guard(#[source] io::Error),
    #[error(transparent)]
    Client(#[from] ClientError),
    #[error("the driver {driver} ended during the start: {}", last_line(output))]
    DriverExited { driver: Utf8PathBuf, output: String },
    #[error("the driver {driver} was not ready after {limit:?}: {}", last_line(output))]
    DriverNotReady { driver: Utf8PathBuf, limit: Duration, output: String },
    #[error("no session")]
    Session {
        #[source]
        source: CommandError,
        output: String,
    },
    #[error("the viewport is {}x{} instead of {}x{}", got.width, got.height, wanted.width, wanted.height)]
    Viewport { wanted: Viewport, got: Viewport },
}

/// What a driver said last; all of it would not fit into a message.
fn last_line(output: &str) -> &str {
    output.lines().last().unwrap_or("nothing")
}

impl StartErrorKind {
    /// Whether another try may go better: something died that worked a moment before.
    fn is_worth_a_retry(&self) -> bool {
        match self {
            Self::DriverExited { .. } => true,
            Self::Session { source, .. } => {
                !matches!(source.kind, CommandErrorKind::TimedOut { .. })
            }
            _ => false,
        }
    }
}

impl StartError {
    /// What the user can do about it, if that is known.
    pub fn hint(&self) -> Option<String> {
        match &self.kind {
            StartErrorKind::Grid(error) => error.hint(),
            StartErrorKind::NotHere(name) => {
                Some(format!("get it from a grid: --grid URL; or name {} alone", name.engine()))
            }
            StartErrorKind::Missing(missing) => Some(missing.hint()),
            StartErrorKind::Display(DisplayError::NoUserDisplay) => {
                Some("run it headless, or inside a graphical session".to_owned())
            }
            _ if self.is_snap => Some(
                "snaps see neither /tmp nor our fonts; use packages that are none, or set TMPDIR to a folder below your home"
                    .to_owned(),
            ),
            // A driver that answers says why; one that does not may have said it elsewhere.
            StartErrorKind::Session { source, output }
                if !matches!(source.kind, CommandErrorKind::Refused { .. }) =>
            {
                Some(format!("the driver's last words: {}", last_line(output)))
            }
            _ => None,
        }
    }
}

impl Launcher {
    /// Starts nothing yet.
    pub fn new(config: LauncherConfig) -> Self {
        let grid = config
            .grid
            .clone()
            .map(|grid| Grid::new(grid, config.guard.clone()).map_err(|error| error.to_string()));
        Self { config, display: Mutex::new(None), grid }
    }

    /// Whether browsers are on other machines, so that others than they may reach a proxy.
    pub fn is_remote(&self) -> bool {
        self.grid.is_some()
    }

    /// Where a proxy of its browsers listens.
    pub fn proxy_listen(&self) -> SocketAddr {
        match &self.grid {
            Some(Ok(grid)) => grid.listen(),
            _ => ([127, 0, 0, 1], 0).into(),
        }
    }

    /// The way of its browsers to a proxy that listens there.
    pub fn proxy_route(&self, proxy: SocketAddr, key: Option<ProxyKey>) -> ProxyRoute {
        let address = match &self.grid {
            Some(Ok(grid)) => grid.proxy_address(proxy.port()),
            _ => proxy.to_string(),
        };
        ProxyRoute { address, key }
    }

    /// How many browsers of a kind there can be at once; none if that is only up to this machine, or not told.
    pub async fn n_slots(&self, name: BrowserName) -> Option<usize> {
        match &self.grid {
            Some(Ok(grid)) => grid.n_slots(name).await,
            _ => None,
        }
    }

    /// Starts a browser and gives it the wanted viewport. Tries twice if something dies during the start.
    pub async fn start(
        &self,
        name: impl Into<BrowserName>,
        config: &BrowserConfig,
    ) -> Result<Browser, StartError> {
        let name = name.into();
        let failed = |kind| StartError { browser: name, is_snap: false, kind };
        match &self.grid {
            Some(Ok(grid)) => {
                let started = Box::pin(grid.start(name, config, self.config.limits)).await;
                return started.map_err(|error| failed(error.into()));
            }
            Some(Err(why)) => return Err(failed(GridError::Known(why.clone()).into())),
            None if !name.is_plain() => return Err(failed(StartErrorKind::NotHere(name))),
            None => {}
        }
        let engine = name.engine();
        let installation =
            find(engine, &self.config.overrides).map_err(|missing| failed(missing.into()))?;
        match self.start_once(&installation, config).await {
            Err(kind) if kind.is_worth_a_retry() => {
                tracing::debug!(%engine, error = %kind, "starting again");
                self.start_once(&installation, config).await
            }
            outcome => outcome,
        }
        .map_err(|kind| StartError {
            browser: name,
            is_snap: installation.is_snap(),
            kind,
        })
    }

    /// Ends the display. Browsers still running keep it until they quit.
    pub async fn end(self) -> Result<(), EndError> {
        if let Some(Ok(grid)) = self.grid {
            grid.end(self.config.limits.end).await;
        }
        match self.display.into_inner().and_then(Arc::into_inner) {
            Some(display) => display.end(self.config.limits.end).await,
            None => Ok(()),
        }
    }

    async fn start_once(
        &self,
        installation: &Installation,
        config: &BrowserConfig,
    ) -> Result<Browser, StartErrorKind> {
        let engine = installation.engine;
        let limits = self.config.limits;
        let display = self.display_for(engine, config).await?;
        let scratch = Scratch::make(engine.name()).map_err(StartErrorKind::Scratch)?;
        let folder = scratch.path().to_owned();
        let fonts = fonts::write(&folder).map_err(StartErrorKind::Scratch)?;
        environment::prepare(&folder).map_err(StartErrorKind::Scratch)?;
        let display_name = match (&display, config.headed) {
            (_, true) => Some(user_display(&self.config.env)?),
            (Some(display), false) => Some(display.name()),
            (None, false) => None,
        };
        let order = GuardOrder {
            program: installation.driver.clone(),
            args: engines::driver_args(engine, &folder),
            env: environment::changes(
                engine,
                &folder,
                &fonts,
                display_name.as_deref(),
                &self.config.env,
            ),
            scratch: Some(folder.clone()),
            grace: Duration::ZERO,
        };
        let driver =
            Guarded::start(&self.config.guard, order).await.map_err(StartErrorKind::Guard)?;
        scratch.hand_over();
        let client = self.ready_client(installation, &driver).await?;

        let setup = Setup {
            browser: Some(installation.browser.clone()),
            scratch: Some(folder),
            proxy: config.proxy.as_ref().map(|route| route.address.clone()),
            viewport: config.viewport,
            page_load_strategy: config.page_load_strategy,
            headed: config.headed,
            is_root: rustix::process::geteuid().is_root(),
        };
        let capabilities = engines::capabilities(engine, &setup);
        let failed = |source| StartErrorKind::Session {
            source,
            output: driver.output().last_lines(OUTPUT_LINES),
        };
        let session =
            Session::start(client, engine, capabilities, limits.commands).await.map_err(failed)?;
        let timeouts = Timeouts {
            script: engines::script_timeout(engine),
            page_load: limits.commands.page_load,
            implicit: Duration::ZERO,
        };
        session.set_timeouts(timeouts).await.map_err(failed)?;
        let got = viewport::set(&session, config.viewport).await.map_err(failed)?;
        if got != config.viewport {
            return Err(StartErrorKind::Viewport { wanted: config.viewport, got });
        }
        let (version, driver_version) = engines::versions(engine, session.capabilities());
        tracing::debug!(%engine, version, "browser started");
        let place = LocalPlace { driver, display };
        Ok(Browser::local(session, place, (version, driver_version), limits))
    }

    async fn display_for(
        &self,
        engine: Engine,
        config: &BrowserConfig,
    ) -> Result<Option<Arc<Display>>, DisplayError> {
        if config.headed {
            return user_display(&self.config.env).map(|_| None);
        }
        if !engines::needs_display(engine) {
            return Ok(None);
        }
        let mut shared = self.display.lock().await;
        let living = shared.as_ref().filter(|display| !display.has_died());
        let display = match living {
            Some(display) => Arc::clone(display),
            None => {
                let LauncherConfig { guard, overrides, env, .. } = &self.config;
                Arc::new(Display::start(guard, overrides, env).await?)
            }
        };
        *shared = Some(Arc::clone(&display));
        Ok(Some(display))
    }

    /// Waits until the driver says that it is ready, or has ended, or the limit has passed.
    async fn ready_client(
        &self,
        installation: &Installation,
        driver: &Guarded,
    ) -> Result<Client, StartErrorKind> {
        let limit = self.config.limits.driver_ready;
        let path = || installation.driver.clone();
        let output = || driver.output().last_lines(OUTPUT_LINES);
        let ready = async {
            let port = port::port_of(driver, engines::port_source(installation.engine)).await;
            let client = Client::new(&format!("http://127.0.0.1:{port}"))?;
            loop {
                match client.status(limit).await {
                    Ok(status) if status.is_ready => return Ok(client),
                    _ => tokio::time::sleep(STATUS_POLL).await,
                }
            }
        };
        tokio::select! {
            client = ready => client,
            _ = driver.exited() => Err(StartErrorKind::DriverExited { driver: path(), output: output() }),
            () = tokio::time::sleep(limit) => {
                Err(StartErrorKind::DriverNotReady { driver: path(), limit, output: output() })
            }
        }
    }
}
