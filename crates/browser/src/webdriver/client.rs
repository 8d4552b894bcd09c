//! Sends commands and reads answers; the only part that speaks HTTP.

use std::time::Duration;

use reqwest::Method;
use reqwest::header::CONTENT_TYPE;
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
}

/// The HTTP client could not be set up.
#[derive(Debug, thiserror::Error)]
#[error("cannot set up the WebDriver client")]
pub struct ClientError(#[source] reqwest::Error);

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
            .build()
            .map_err(ClientError)?;
        Ok(Self { base: base.trim_end_matches('/').to_owned(), http })
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

    /// Sends one command; `path` is relative to the base, `command` names it in errors.
    pub(super) async fn send(
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
        if let Some(body) = body {
            // WebKitWebDriver reads other charsets wrongly, and geckodriver refuses other types.
            request = request
                .header(CONTENT_TYPE, "application/json; charset=utf-8")
                .body(body.to_string());
        }
        let response = request.send().await?;
        let status = response.status().as_u16();
        Ok((status, response.bytes().await?.to_vec()))
    }
}

fn read_answer(status: u16, body: &[u8]) -> Result<Value, CommandErrorKind> {
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
    if engines::says_browser_died(&code, &message) {
        return Err(CommandErrorKind::BrowserDied { message });
    }
    Err(CommandErrorKind::Refused { code, message })
}
