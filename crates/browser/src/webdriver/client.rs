//! Sends commands and reads answers; the only part that speaks HTTP.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use reqwest::header::CONTENT_TYPE;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::time::timeout;

use super::{CommandError, CommandErrorKind, ErrorCode};
use crate::engines;

/// Shorter than any driver keeps an idle connection, so that no command meets one that is just closing.
const IDLE_CONNECTION: Duration = Duration::from_secs(4);
const EXCERPT_CHARS: usize = 300;

/// A driver or hub at some address.
#[derive(Clone, Debug)]
pub struct Client {
    base: String,
    http: reqwest::Client,
    credentials: Option<Credentials>,
    /// Whether commands go to another machine, or through a hub.
    is_remote: bool,
}

/// Who we are to a hub. Its debug output does not show the password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credentials {
    pub user: String,
    pub password: String,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:***", self.user)
    }
}

/// The HTTP client could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    #[error("cannot set up the WebDriver client")]
    Http(#[source] reqwest::Error),
    #[error("cannot set up TLS")]
    Tls(#[source] rustls::Error),
}

/// The answer to the status command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    pub is_ready: bool,
    pub message: String,
}

impl Client {
    /// A client for the driver at `base`, such as `http://127.0.0.1:4444` or `http://hub:4444/wd/hub`.
    pub fn new(base: &str) -> Result<Self, ClientError> {
        let http = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .pool_idle_timeout(IDLE_CONNECTION)
            .tls_backend_preconfigured(tls(base.starts_with("https:"))?)
            .build()
            .map_err(ClientError::Http)?;
        let base = base.trim_end_matches('/').to_owned();
        Ok(Self { base, http, credentials: None, is_remote: false })
    }

    /// A client for a hub on another machine.
    pub fn remote(base: &str, credentials: Option<Credentials>) -> Result<Self, ClientError> {
        Ok(Self { credentials, is_remote: true, ..Self::new(base)? })
    }

    /// Whether files and addresses of this machine mean nothing to the browser.
    pub fn is_remote(&self) -> bool {
        self.is_remote
    }

    pub fn base_url(&self) -> &str {
        &self.base
    }

    /// Whether the driver can make a new session now.
    pub async fn status(&self, limit: Duration) -> Result<Status, CommandError> {
        let value = self.send("status", Method::GET, "status", None, limit).await?;
        Ok(Status {
            is_ready: value["ready"].as_bool().unwrap_or(false),
            message: value["message"].as_str().unwrap_or_default().to_owned(),
        })
    }

    /// What the status command answers beyond the standard.
    pub async fn whole_status(&self, limit: Duration) -> Result<Value, CommandError> {
        self.send("status", Method::GET, "status", None, limit).await
    }

    /// Sends one command; `path` is relative to the base, `command` names it in errors.
    pub(crate) async fn send(
        &self,
        command: &'static str,
        method: Method,
        path: &str,
        body: Option<Value>,
        limit: Duration,
    ) -> Result<Value, CommandError> {
        let answer = timeout(limit, self.exchange(method, path, body)).await;
        let kind = match answer {
            Ok(Ok((status, body))) => match read_answer(status, &body) {
                Ok(value) => return Ok(value),
                Err(kind) => kind,
            },
            Ok(Err(error)) => CommandErrorKind::Transport(error),
            Err(_) => CommandErrorKind::TimedOut { limit },
        };
        tracing::debug!(command, error = %kind, "command failed");
        Err(CommandError { command, kind })
    }

    async fn exchange(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Result<(u16, Vec<u8>), reqwest::Error> {
        let url = format!("{}/{path}", self.base);
        tracing::trace!(%method, path, "command");
        let mut request = self.http.request(method, url);
        if let Some(Credentials { user, password }) = &self.credentials {
            request = request.basic_auth(user, Some(password));
        }
        if let Some(body) = body {
            // A hub refuses other charsets too. WebKitWebDriver reads other charsets wrongly, and geckodriver refuses other types.
            request = request
                .header(CONTENT_TYPE, "application/json; charset=utf-8")
                .body(body.to_string());
        }
        let response = request.send().await?;
        let status = response.status().as_u16();
        Ok((status, response.bytes().await?.to_vec()))
    }
}

/// What this machine trusts, for hubs that speak TLS. The library wants a configuration for the others too.
fn tls(is_used: bool) -> Result<rustls::ClientConfig, ClientError> {
    let mut roots = rustls::RootCertStore::empty();
    if is_used {
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(ClientError::Tls)?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

/// Whether a hub says that the node of a session is out of its reach, or that it forgot the session.
///
/// The words are those of Selenium Grid 4.48; a driver that lost its browser has others.
fn says_node_lost(message: &str) -> bool {
    ["Unable to execute request for an existing session", "Unable to find session with ID"]
        .iter()
        .any(|words| message.starts_with(words))
}

fn read_answer(status: u16, body: &[u8]) -> Result<Value, CommandErrorKind> {
    if status == 401 || status == 403 {
        return Err(CommandErrorKind::Unauthorized { status });
    }
    let bad = || CommandErrorKind::BadAnswer {
        status,
        excerpt: String::from_utf8_lossy(body).chars().take(EXCERPT_CHARS).collect(),
    };
    let mut answer: Value = serde_json::from_slice(body).map_err(|_| bad())?;
    let value = answer.get_mut("value").map(Value::take).ok_or_else(bad)?;
    if status == 200 {
        return Ok(value);
    }
    let code = ErrorCode::from(value["error"].as_str().ok_or_else(bad)?);
    let message = value["message"].as_str().unwrap_or_default().to_owned();
    if says_node_lost(&message) {
        let message = message.lines().next().unwrap_or_default().to_owned();
        return Err(CommandErrorKind::NodeLost { message });
    }
    if engines::says_browser_died(&code, &message) {
        return Err(CommandErrorKind::BrowserDied { message });
    }
    Err(CommandErrorKind::Refused { code, message })
}
