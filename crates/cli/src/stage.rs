//! A browser with its proxy: what every command that opens pages needs.

use std::sync::Arc;
use std::time::Duration;

use xcheck_browser::find::Overrides;
use xcheck_browser::grid::GridConfig;
use xcheck_browser::guard::GuardCommand;
use xcheck_browser::launch::LaunchLimits;
use xcheck_browser::webdriver::CommandLimits;
use xcheck_browser::{Browser, BrowserConfig, Launcher, LauncherConfig, Session};
use xcheck_model::engine::Engine;
use xcheck_proxy::document::AgentScript;
use xcheck_proxy::{
    CertificateAuthority, Door, Folder, Proxy, ProxyConfig, Source, Trust, Upstream,
};

use crate::args::BrowserArgs;
use crate::exit::{Exit, Failure};

/// Starts browsers, each behind a proxy of its own.
pub(crate) struct Stage {
    launcher: Launcher,
    authority: Arc<CertificateAuthority>,
    upstream: Arc<Upstream>,
    is_headed: bool,
}

fn limits(limit: Duration) -> LaunchLimits {
    let generous = LaunchLimits::GENEROUS;
    LaunchLimits {
        driver_ready: limit.min(generous.driver_ready),
        commands: CommandLimits {
            new_session: limit,
            page_load: limit,
            script: limit,
            command: limit.min(generous.commands.command),
        },
        ..generous
    }
}

/// A browser behind its proxy.
pub(crate) struct Actor {
    pub(crate) browser: Browser,
    proxy: Proxy,
}

impl Stage {
    pub(crate) fn new(args: &BrowserArgs) -> Result<Self, Failure> {
        Self::with_timeout(Duration::from_secs(args.timeout), args.headed, None)
    }

    pub(crate) fn with_timeout(
        limit: Duration,
        is_headed: bool,
        grid: Option<GridConfig>,
    ) -> Result<Self, Failure> {
        let guard = GuardCommand::this_binary().map_err(|error| {
            Failure::environment(error, "cannot find xcheck's own program file")
        })?;
        let launcher = Launcher::new(LauncherConfig {
            guard,
            overrides: Overrides::from_env(),
            limits: limits(limit),
            env: Vec::new(),
            grid,
        });
        let authority = CertificateAuthority::new()
            .map_err(|error| Failure::environment(error, "cannot prepare the proxy"))?;
        let upstream = Upstream::new(Trust::System, limit)
            .map_err(|error| Failure::environment(error, "cannot prepare the proxy"))?;
        Ok(Self {
            launcher,
            authority: Arc::new(authority),
            upstream: Arc::new(upstream),
            is_headed,
        })
    }

    pub(crate) fn launcher(&self) -> &Launcher {
        &self.launcher
    }

    pub(crate) fn authority(&self) -> &Arc<CertificateAuthority> {
        &self.authority
    }

    pub(crate) fn upstream(&self) -> &Arc<Upstream> {
        &self.upstream
    }

    /// Starts a browser that finds `folder` at `http://{host}/` and runs `agent` first in every page.
    pub(crate) async fn enter(
        &self,
        engine: Engine,
        (host, folder): (&str, Folder),
        agent: Option<AgentScript>,
    ) -> Result<Actor, Failure> {
        let config = ProxyConfig {
            listen: ([127, 0, 0, 1], 0).into(),
            door: Door::Open,
            authority: Arc::clone(&self.authority),
            agent,
            channel: None,
            source: Source::Live { upstream: Arc::clone(&self.upstream), sink: None },
            folders: vec![(host.to_owned(), folder)],
        };
        let proxy = Proxy::start(config)
            .await
            .map_err(|error| Failure::environment(error, "cannot start the proxy"))?;
        let config = BrowserConfig {
            proxy: Some(proxy.address().into()),
            headed: self.is_headed,
            ..BrowserConfig::PLAIN
        };
        match self.launcher.start(engine, &config).await {
            Ok(browser) => Ok(Actor { browser, proxy }),
            Err(error) => {
                let hint = error.hint();
                Err(Failure { exit: Exit::Environment, error: error.into(), hint })
            }
        }
    }

    pub(crate) async fn end(self) -> Result<(), Failure> {
        let ended = self.launcher.end().await;
        ended.map_err(|error| Failure::environment(error, "cannot end the display"))
    }
}

impl Actor {
    pub(crate) fn session(&self) -> &Session {
        self.browser.session()
    }

    pub(crate) async fn leave(self) -> Result<(), Failure> {
        let quit = self.browser.quit().await;
        self.proxy.stop().await;
        quit.map_err(|error| Failure::environment(error, "cannot end the browser"))
    }
}
