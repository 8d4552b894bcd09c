//! Everything that differs between the engines, one file each; the rest of the crate asks here.
//!
//! Why each difference exists, and the test that shows it, is in [`crate::quirks`].

mod chromium;
mod firefox;
mod webkit;

use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::Value;
use xcheck_model::engine::Engine;

use crate::find::Tool;
use crate::launch::Viewport;
use crate::webdriver::{Actions, CommandErrorKind, ErrorCode, PageLoadStrategy};

/// What capabilities are made from.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    /// None on other machines, which know themselves where their browsers are.
    pub(crate) browser: Option<Utf8PathBuf>,
    pub(crate) scratch: Option<Utf8PathBuf>,
    /// Host and port.
    pub(crate) proxy: Option<String>,
    pub(crate) viewport: Viewport,
    pub(crate) page_load_strategy: PageLoadStrategy,
    pub(crate) headed: bool,
    pub(crate) is_root: bool,
}

/// How the port of a driver that was told to choose one becomes known.
pub(crate) enum PortSource {
    /// The driver prints it.
    Printed(fn(&str) -> Option<u16>),
    /// The driver says nothing, so its listening socket tells.
    Socket,
}

/// How a picture of the whole page is made.
#[derive(PartialEq, Eq)]
pub(crate) enum FullPage {
    DevTools,
    Mozilla,
    TallerWindow,
}

/// Whether pictures show the old size for a while after a window was resized.
pub(crate) fn is_late_to_paint(engine: Engine) -> bool {
    engine == Engine::WebKit
}

/// The browser and the driver of an engine.
pub(crate) fn tools(engine: Engine) -> (Tool, Tool) {
    match engine {
        Engine::Chromium => (Tool::Chromium, Tool::ChromeDriver),
        Engine::Firefox => (Tool::Firefox, Tool::GeckoDriver),
        Engine::WebKit => (Tool::MiniBrowser, Tool::WebKitDriver),
    }
}

/// Arguments that make the driver listen on a free loopback port.
pub(crate) fn driver_args(engine: Engine, scratch: &Utf8Path) -> Vec<String> {
    match engine {
        Engine::Chromium => vec!["--port=0".into()],
        Engine::Firefox => vec!["--port=0".into(), format!("--profile-root={scratch}")],
        Engine::WebKit => vec!["--port=0".into()],
    }
}

pub(crate) fn port_source(engine: Engine) -> PortSource {
    match engine {
        Engine::Chromium => PortSource::Printed(chromium::printed_port),
        Engine::Firefox => PortSource::Printed(firefox::printed_port),
        Engine::WebKit => PortSource::Socket,
    }
}

/// Whether a browser of this engine needs a display server even when nobody looks.
pub(crate) fn needs_display(engine: Engine) -> bool {
    engine == Engine::WebKit
}

pub(crate) fn capabilities(engine: Engine, setup: &Setup) -> Value {
    let mut capabilities = match engine {
        Engine::Chromium => chromium::capabilities(setup),
        Engine::Firefox => firefox::capabilities(setup),
        Engine::WebKit => webkit::capabilities(setup),
    };
    capabilities["acceptInsecureCerts"] = true.into();
    capabilities["pageLoadStrategy"] = setup.page_load_strategy.name().into();
    // A dialog of the page is part of what is recorded; the driver must not answer it.
    capabilities["unhandledPromptBehavior"] = "ignore".into();
    capabilities
}

/// Capabilities for a browser on another machine, over which `wishes` will be put.
pub(crate) fn remote_capabilities(engine: Engine, setup: &Setup, wishes: &Value) -> Value {
    let mut capabilities = capabilities(engine, setup);
    if engine == Engine::WebKit {
        webkit::make_remote(&mut capabilities, setup, wishes);
    }
    capabilities
}

/// Variables that only this engine needs.
pub(crate) fn environment(engine: Engine) -> &'static [(&'static str, &'static str)] {
    match engine {
        Engine::Chromium => chromium::ENVIRONMENT,
        Engine::Firefox => firefox::ENVIRONMENT,
        Engine::WebKit => webkit::ENVIRONMENT,
    }
}

/// The driver's own limit for scripts. The client's limit is the one that counts, so this must never come first.
pub(crate) fn script_timeout(engine: Engine) -> Option<Duration> {
    const NEVER: Duration = Duration::from_secs(24 * 60 * 60);
    match engine {
        Engine::Chromium => Some(NEVER),
        // Without a limit its scripts answer null at once.
        Engine::Firefox => Some(NEVER),
        // With a limit it calls the page's own setTimeout for it.
        Engine::WebKit => None,
    }
}

/// Browser and driver version as the session's capabilities have them.
pub(crate) fn versions(engine: Engine, capabilities: &Value) -> (Option<String>, Option<String>) {
    let text = |value: &Value| value.as_str().filter(|text| !text.is_empty()).map(str::to_owned);
    let driver = match engine {
        Engine::Chromium => text(&capabilities["chrome"]["chromedriverVersion"])
            .and_then(|version| version.split(' ').next().map(str::to_owned)),
        Engine::Firefox => text(&capabilities["moz:geckodriverVersion"]),
        // Browser and driver are one package and have one version.
        Engine::WebKit => text(&capabilities["browserVersion"]),
    };
    (text(&capabilities["browserVersion"]), driver)
}

pub(crate) fn full_page(engine: Engine) -> FullPage {
    match engine {
        Engine::Chromium => FullPage::DevTools,
        Engine::Firefox => FullPage::Mozilla,
        Engine::WebKit => FullPage::TallerWindow,
    }
}

/// Turns actions into what the engine performs as meant; an error is the reason why none would.
pub(crate) fn adapt_actions(engine: Engine, actions: &Actions) -> Result<Actions, &'static str> {
    match engine {
        Engine::Chromium | Engine::Firefox => Ok(actions.clone()),
        Engine::WebKit => webkit::adapt_actions(actions),
    }
}

/// Whether the page must have been drawn before these actions; a picture of it sees to that.
pub(crate) fn needs_drawn_page(engine: Engine, actions: &Actions) -> bool {
    engine == Engine::WebKit && webkit::needs_drawn_page(actions)
}

/// Whether an error of a driver means that its browser is gone.
///
/// Looks at the words because drivers use "unknown error" for it; they are distinct enough to ask all lists.
pub(crate) fn says_browser_died(code: &ErrorCode, message: &str) -> bool {
    *code == ErrorCode::InvalidSessionId
        || [chromium::DEATHS, firefox::DEATHS, webkit::DEATHS]
            .iter()
            .any(|deaths| deaths.iter().any(|words| message.contains(words)))
}

/// Whether only the next command will tell if this error meant the end of the browser.
pub(crate) fn may_mean_death(engine: Engine, error: &CommandErrorKind) -> bool {
    match error {
        CommandErrorKind::Refused { code: ErrorCode::UnknownError, message } => {
            engine == Engine::WebKit && message.is_empty()
        }
        _ => false,
    }
}
