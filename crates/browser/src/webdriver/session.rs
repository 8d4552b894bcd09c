//! Sessions: making, ending, time limits, and the raw command all others are built on.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use xcheck_model::engine::Engine;

use super::{Client, CommandError, CommandErrorKind};
use crate::engines;

/// How much longer than the driver's own page load limit the client waits, so that the driver can say so itself.
const DRIVER_MARGIN: Duration = Duration::from_secs(5);

/// How long commands may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandLimits {
    /// Making a session, which starts a browser.
    pub new_session: Duration,
    /// Navigations, as far as the page load strategy waits for them.
    pub page_load: Duration,
    /// Scripts, synchronous and asynchronous.
    pub script: Duration,
    /// Everything else.
    pub command: Duration,
}

impl CommandLimits {
    /// Limits that a busy machine does not reach.
    pub const GENEROUS: Self = Self {
        new_session: Duration::from_secs(60),
        page_load: Duration::from_secs(60),
        script: Duration::from_secs(60),
        command: Duration::from_secs(30),
    };
}

/// When a navigation command returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageLoadStrategy {
    /// At once.
    None,
    /// After DOMContentLoaded.
    Eager,
    /// After load.
    Normal,
}

impl PageLoadStrategy {
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Eager => "eager",
            Self::Normal => "normal",
        }
    }
}

/// The driver's own time limits; `None` for scripts means no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    pub script: Option<Duration>,
    pub page_load: Duration,
    pub implicit: Duration,
}

/// A WebDriver session. Clones speak to the same browser.
///
/// Dropping it does not end it: that is the business of [`Session::delete`] or of the owner of the browser.
#[derive(Clone, Debug)]
pub struct Session {
    shared: Arc<Shared>,
    pub(super) limits: CommandLimits,
    driver_margin: Duration,
}

#[derive(Debug)]
struct Shared {
    client: Client,
    engine: Engine,
    id: String,
    capabilities: Value,
}

impl Session {
    /// Makes a session. `capabilities` is the `alwaysMatch` object.
    pub async fn start(
        client: Client,
        engine: Engine,
        capabilities: Value,
        limits: CommandLimits,
    ) -> Result<Self, CommandError> {
        let command = "new session";
        let body = json!({"capabilities": {"alwaysMatch": capabilities}});
        let value =
            client.send(command, Method::POST, "session", Some(body), limits.new_session).await?;
        let Some(id) = value["sessionId"].as_str() else {
            let kind = CommandErrorKind::BadAnswer { status: 200, excerpt: value.to_string() };
            return Err(CommandError { command, kind });
        };
        let id = id.to_owned();
        let capabilities = value["capabilities"].clone();
        let shared = Arc::new(Shared { client, engine, id, capabilities });
        Ok(Self { shared, limits, driver_margin: DRIVER_MARGIN })
    }

    pub fn engine(&self) -> Engine {
        self.shared.engine
    }

    pub fn id(&self) -> &str {
        &self.shared.id
    }

    /// The address of the driver or hub.
    pub fn base_url(&self) -> &str {
        self.shared.client.base_url()
    }

    /// Whether the browser is on another machine.
    pub fn is_remote(&self) -> bool {
        self.shared.client.is_remote()
    }

    /// What the driver answered when the session was made.
    pub fn capabilities(&self) -> &Value {
        &self.shared.capabilities
    }

    /// The same session with another limit for every command.
    pub fn within(&self, limit: Duration) -> Self {
        let limits =
            CommandLimits { new_session: limit, page_load: limit, script: limit, command: limit };
        Self { shared: Arc::clone(&self.shared), limits, driver_margin: Duration::ZERO }
    }

    /// The same session with other limits.
    pub(crate) fn limited(self, limits: CommandLimits) -> Self {
        Self { limits, ..self }
    }

    /// Ends the session and closes the browser.
    pub async fn delete(&self) -> Result<(), CommandError> {
        self.send("delete session", Method::DELETE, "", None, self.limits.command).await.map(drop)
    }

    pub async fn timeouts(&self) -> Result<Timeouts, CommandError> {
        let value = self.get("get timeouts", "timeouts").await?;
        let duration =
            |name: &str| Duration::from_millis(value[name].as_f64().unwrap_or(0.0) as u64);
        Ok(Timeouts {
            script: (!value["script"].is_null()).then(|| duration("script")),
            page_load: duration("pageLoad"),
            implicit: duration("implicit"),
        })
    }

    pub async fn set_timeouts(&self, timeouts: Timeouts) -> Result<(), CommandError> {
        let body = json!({
            "script": timeouts.script.map(|limit| limit.as_millis() as u64),
            "pageLoad": timeouts.page_load.as_millis() as u64,
            "implicit": timeouts.implicit.as_millis() as u64,
        });
        self.post("set timeouts", "timeouts", body).await.map(drop)
    }

    /// Sends any command of this session, for what has no method here. `path` is relative to the session.
    pub async fn raw(
        &self,
        command: &'static str,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Result<Value, CommandError> {
        self.send(command, method, path, body, self.limits.command).await
    }

    pub(super) async fn get(
        &self,
        command: &'static str,
        path: &str,
    ) -> Result<Value, CommandError> {
        self.send(command, Method::GET, path, None, self.limits.command).await
    }

    pub(super) async fn post(
        &self,
        command: &'static str,
        path: &str,
        body: Value,
    ) -> Result<Value, CommandError> {
        self.send(command, Method::POST, path, Some(body), self.limits.command).await
    }

    /// The limit of the driver comes first, because its answer leaves the session usable.
    pub(super) async fn post_page_load(
        &self,
        command: &'static str,
        path: &str,
        body: Value,
    ) -> Result<(), CommandError> {
        let limit = self.limits.page_load + self.driver_margin;
        self.send(command, Method::POST, path, Some(body), limit).await.map(drop)
    }

    pub(super) async fn send(
        &self,
        command: &'static str,
        method: Method,
        path: &str,
        body: Option<Value>,
        limit: Duration,
    ) -> Result<Value, CommandError> {
        let separator = if path.is_empty() { "" } else { "/" };
        let path = format!("session/{}{separator}{path}", self.shared.id);
        let client = &self.shared.client;
        let error = match client.send(command, method, &path, body, limit).await {
            Ok(value) => return Ok(value),
            Err(error) if client.is_remote() => return Err(as_node_lost(error)),
            Err(error) => error,
        };
        if !engines::may_mean_death(self.engine(), &error.kind) {
            return Err(error);
        }
        let path = format!("session/{}/window", self.shared.id);
        let probe = client.send(command, Method::GET, &path, None, self.limits.command).await;
        Err(probe.err().filter(CommandError::is_session_lost).unwrap_or(error))
    }
}

/// To a session on another machine, a network that breaks is a node that is lost.
fn as_node_lost(error: CommandError) -> CommandError {
    let message = match error.kind {
        CommandErrorKind::Transport(cause) => {
            let innermost = std::iter::successors(Some(&cause as &dyn Error), |it| (*it).source());
            innermost.last().map(ToString::to_string).unwrap_or_default()
        }
        CommandErrorKind::BadAnswer { status: 502..=504, excerpt } => excerpt,
        kind => return CommandError { kind, ..error },
    };
    CommandError { command: error.command, kind: CommandErrorKind::NodeLost { message } }
}

/// Reads an answer into its type; anything else is a bad answer of the driver.
pub(super) fn read<T: DeserializeOwned>(
    command: &'static str,
    value: Value,
) -> Result<T, CommandError> {
    T::deserialize(&value).map_err(|_| CommandError {
        command,
        kind: CommandErrorKind::BadAnswer { status: 200, excerpt: value.to_string() },
    })
}
