//! Starts browsers that look the same to a page, whatever the machine and the engine, and ends them.

mod browser;
mod environment;
mod launcher;
mod port;
pub(crate) mod viewport;

use std::net::SocketAddr;
use std::time::Duration;

use tokio::sync::watch;

use crate::find::Overrides;
use crate::grid::GridConfig;
use crate::guard::GuardCommand;
use crate::webdriver::{CommandLimits, PageLoadStrategy};

pub(crate) use browser::RemotePlace;
pub use browser::{Browser, QuitError};
pub use launcher::{Launcher, StartError, StartErrorKind};

/// What all browsers of a launcher share.
#[derive(Clone, Debug)]
pub struct LauncherConfig {
    pub guard: GuardCommand,
    pub overrides: Overrides,
    pub limits: LaunchLimits,
    /// More variables for drivers and browsers.
    pub env: Vec<(String, String)>,
    /// Where browsers are from, if not from this machine.
    pub grid: Option<GridConfig>,
}

/// How long starting and ending may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchLimits {
    /// Until the driver takes commands.
    pub driver_ready: Duration,
    /// Until the browser has closed by itself.
    pub polite_quit: Duration,
    /// Until every process is gone after that.
    pub end: Duration,
    pub commands: CommandLimits,
}

impl LaunchLimits {
    /// Limits that a busy machine does not reach.
    pub const GENEROUS: Self = Self {
        driver_ready: Duration::from_secs(30),
        polite_quit: Duration::from_secs(5),
        end: Duration::from_secs(15),
        commands: CommandLimits::GENEROUS,
    };
}

/// The inner size of the page in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewport {
    pub width: u32,
    pub height: u32,
}

impl Viewport {
    pub const STANDARD: Self = Self { width: 1280, height: 720 };
}

/// The way to a proxy.
#[derive(Clone, Debug)]
pub struct ProxyRoute {
    /// Host and port, as the machine of the browser knows them.
    pub address: String,
    /// What the proxy wants to see first, if it does not answer everybody.
    pub key: Option<ProxyKey>,
}

/// Opens the door of a proxy.
#[derive(Clone, Debug)]
pub struct ProxyKey {
    /// A picture with this address opens it.
    pub url: String,
    /// Whether it is open.
    pub is_open: watch::Receiver<bool>,
}

impl From<SocketAddr> for ProxyRoute {
    fn from(address: SocketAddr) -> Self {
        Self { address: address.to_string(), key: None }
    }
}

/// What one browser shall be like.
#[derive(Clone, Debug)]
pub struct BrowserConfig {
    /// All requests go here, those to loopback too.
    pub proxy: Option<ProxyRoute>,
    pub viewport: Viewport,
    /// Visible on the user's display instead of headless.
    pub headed: bool,
    pub page_load_strategy: PageLoadStrategy,
}

impl BrowserConfig {
    /// Headless, without a proxy, at the standard viewport, waiting for load.
    pub const PLAIN: Self = Self {
        proxy: None,
        viewport: Viewport::STANDARD,
        headed: false,
        page_load_strategy: PageLoadStrategy::Normal,
    };
}
