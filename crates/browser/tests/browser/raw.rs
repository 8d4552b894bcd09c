//! Sessions with capabilities and variables of the test's choice, to show what happens without our recipe.

use std::time::Duration;

use camino::Utf8PathBuf;
use serde_json::{Value, json};
use xcheck_browser::Session;
use xcheck_browser::display::Display;
use xcheck_browser::find::{Overrides, Tool, find, find_tool};
use xcheck_browser::guard::{GuardOrder, Guarded};
use xcheck_browser::webdriver::{Client, CommandError, CommandLimits};
use xcheck_model::engine::Engine;
use xcheck_testkit::matrix;

use crate::support::LIMIT;

/// A driver on its own.
pub(crate) struct RawDriver {
    client: Client,
    engine: Engine,
    driver: Guarded,
}

impl RawDriver {
    /// Starts the driver of `engine` with `env` added, nothing removed and no display unless `env` has one.
    pub(crate) async fn start(engine: Engine, env: &[(&str, &str)]) -> Self {
        let installation = find(engine, &Overrides::from_env()).unwrap();
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let scratch = Utf8PathBuf::from_path_buf(tempfile::tempdir().unwrap().keep()).unwrap();
        let mut changes: Vec<(String, Option<String>)> = vec![
            ("DISPLAY".into(), None),
            ("TMPDIR".into(), Some(scratch.to_string())),
            ("XDG_CACHE_HOME".into(), Some(scratch.to_string())),
            ("XDG_CONFIG_HOME".into(), Some(scratch.to_string())),
        ];
        changes.extend(
            env.iter().map(|(name, value)| ((*name).to_owned(), Some((*value).to_owned()))),
        );
        let order = GuardOrder {
            program: installation.driver,
            args: vec![format!("--port={port}")],
            env: changes,
            scratch: Some(scratch),
            grace: Duration::ZERO,
        };
        let driver = Guarded::start(&matrix::guard(), order).await.unwrap();
        let client = Client::new(&format!("http://127.0.0.1:{port}")).unwrap();
        let ready = async {
            while !client.status(LIMIT).await.is_ok_and(|status| status.is_ready) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(LIMIT, ready).await.expect("the driver gets ready");
        Self { client, engine, driver }
    }

    pub(crate) async fn session(
        &self,
        capabilities: Value,
        limit: Duration,
    ) -> Result<Session, CommandError> {
        let limits = CommandLimits { new_session: limit, ..CommandLimits::GENEROUS };
        Session::start(self.client.clone(), self.engine, capabilities, limits).await
    }

    pub(crate) async fn end(self) {
        self.driver.end(LIMIT).await.unwrap();
    }
}

pub(crate) async fn display() -> Display {
    Display::start(&matrix::guard(), &Overrides::from_env(), &[]).await.unwrap()
}

/// Bare capabilities: headless, and without a sandbox because tests may run as root.
pub(crate) fn chromium(args: &[&str]) -> Value {
    let mut all = vec!["--headless=new", "--no-sandbox"];
    all.extend(args);
    json!({"browserName": "chrome", "goog:chromeOptions": {"args": all, "binary": path(Tool::Chromium)}})
}

pub(crate) fn firefox(preferences: Value) -> Value {
    let options =
        json!({"args": ["-headless"], "prefs": preferences, "binary": path(Tool::Firefox)});
    json!({"browserName": "firefox", "moz:firefoxOptions": options})
}

pub(crate) fn webkit(args: &[&str]) -> Value {
    json!({"webkitgtk:browserOptions": {"binary": path(Tool::MiniBrowser), "args": args}})
}

fn path(tool: Tool) -> Utf8PathBuf {
    find_tool(tool, &Overrides::from_env()).unwrap()
}
