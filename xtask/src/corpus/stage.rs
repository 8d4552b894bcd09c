//! A browser behind a proxy that serves the apps' folders and changes nothing in them.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use xcheck_browser::find::Overrides;
use xcheck_browser::guard::GuardCommand;
use xcheck_browser::launch::{LaunchLimits, StartError};
use xcheck_browser::{Browser, BrowserConfig, Launcher, LauncherConfig};
use xcheck_model::engine::Engine;
use xcheck_proxy::{
    CertificateAuthority, Door, Fallback, Folder, Proxy, ProxyConfig, Source, Trust, Upstream,
};

use super::App;

/// What browsers of all engines share.
pub(crate) struct Stage {
    launcher: Launcher,
    authority: Arc<CertificateAuthority>,
    upstream: Arc<Upstream>,
    folders: Vec<(String, Folder)>,
}

/// One browser with its proxy. One serves app after app, because each app is an origin of its own.
pub(crate) struct Actor {
    pub(crate) browser: Browser,
    proxy: Proxy,
}

impl Stage {
    pub(crate) fn new(apps: &[&App]) -> Result<Self> {
        let limits = LaunchLimits::GENEROUS;
        let launcher = Launcher::new(LauncherConfig {
            guard: GuardCommand::this_binary().context("cannot find this program's file")?,
            overrides: Overrides::from_env(),
            limits,
            env: Vec::new(),
            grid: None,
        });
        let mut folders = Vec::new();
        for app in apps {
            folders.push((app.host(), Folder::new(&app.folder, Fallback::NotFound)?));
        }
        Ok(Self {
            launcher,
            authority: Arc::new(CertificateAuthority::new()?),
            upstream: Arc::new(Upstream::new(Trust::System, limits.commands.command)?),
            folders,
        })
    }

    pub(crate) async fn enter(&self, engine: Engine) -> Result<Actor> {
        let proxy = Proxy::start(ProxyConfig {
            listen: ([127, 0, 0, 1], 0).into(),
            door: Door::Open,
            authority: Arc::clone(&self.authority),
            agent: None,
            channel: None,
            source: Source::Live { upstream: Arc::clone(&self.upstream), sink: None },
            folders: self.folders.clone(),
        })
        .await?;
        let config = BrowserConfig { proxy: Some(proxy.address().into()), ..BrowserConfig::PLAIN };
        let started = self.launcher.start(engine, &config).await;
        let browser = started.map_err(|error: StartError| {
            let hint = error.hint().map_or(String::new(), |hint| format!(" (hint: {hint})"));
            anyhow::Error::from(error).context(format!("no browser{hint}"))
        })?;
        Ok(Actor { browser, proxy })
    }

    pub(crate) async fn end(self) -> Result<()> {
        self.launcher.end().await.context("cannot end the display")
    }
}

impl Actor {
    pub(crate) async fn leave(self) -> Result<()> {
        let quit = self.browser.quit().await;
        self.proxy.stop().await;
        quit.context("cannot end the browser")
    }
}
