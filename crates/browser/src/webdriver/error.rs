//! What can go wrong with a command, told apart by what the caller can do about it.

use std::fmt;
use std::time::Duration;

use xcheck_model::engine::Engine;

/// A WebDriver command did not succeed.
#[derive(Debug, thiserror::Error)]
#[error("WebDriver command {command:?} failed")]
pub struct CommandError {
    pub command: &'static str,
    #[source]
    pub kind: CommandErrorKind,
}

#[derive(Debug, thiserror::Error)]
pub enum CommandErrorKind {
    /// The driver is not there any more, or the network to it broke.
    #[error("the connection to the driver broke")]
    Transport(#[source] reqwest::Error),
    /// No answer in time. The driver may still be at it, so the session is of no further use.
    #[error("no answer within {limit:?}")]
    TimedOut { limit: Duration },
    /// The driver said no. The session goes on.
    #[error("{code}: {message}")]
    Refused { code: ErrorCode, message: String },
    /// The driver lives, but its browser or the session does not.
    #[error("the browser is gone: {message}")]
    BrowserDied { message: String },
    /// The machine of the browser is out of reach, or its hub forgot the session. The browser itself did nothing wrong.
    #[error("the node of the session is lost: {message}")]
    NodeLost { message: String },
    /// A hub does not know us.
    #[error("user name and password are refused (HTTP {status})")]
    Unauthorized { status: u16 },
    /// Something answered, but not in the words of WebDriver.
    #[error("not a WebDriver answer (HTTP {status}): {excerpt}")]
    BadAnswer { status: u16, excerpt: String },
    /// This engine does it wrong in a way that spoils the session, so it was not sent.
    #[error("{} cannot do this: {reason}", engine.title())]
    Unsupported { engine: Engine, reason: &'static str },
}

impl CommandError {
    /// The code the driver gave, if it said no.
    pub fn code(&self) -> Option<&ErrorCode> {
        match &self.kind {
            CommandErrorKind::Refused { code, .. } => Some(code),
            _ => None,
        }
    }

    /// The error and its causes in one line; hubs put much of their own into theirs, of which the first line says what.
    pub(crate) fn to_string_chain(&self) -> String {
        let causes =
            std::iter::successors(Some(self as &dyn std::error::Error), |it| (*it).source());
        let first = |it: &dyn std::error::Error| {
            it.to_string().lines().next().unwrap_or_default().trim().to_owned()
        };
        causes.map(first).collect::<Vec<_>>().join(": ")
    }

    /// Whether the session can only be quit after this.
    pub fn is_session_lost(&self) -> bool {
        matches!(
            self.kind,
            CommandErrorKind::Transport(_)
                | CommandErrorKind::TimedOut { .. }
                | CommandErrorKind::BrowserDied { .. }
                | CommandErrorKind::NodeLost { .. }
                | CommandErrorKind::Unauthorized { .. }
                | CommandErrorKind::BadAnswer { .. }
        )
    }

    /// Whether the same may go well on another machine.
    pub fn is_node_lost(&self) -> bool {
        matches!(self.kind, CommandErrorKind::NodeLost { .. })
    }

    /// Whether a time limit passed, the client's or the driver's own.
    pub fn is_timeout(&self) -> bool {
        matches!(self.kind, CommandErrorKind::TimedOut { .. })
            || matches!(self.code(), Some(ErrorCode::Timeout | ErrorCode::ScriptTimeout))
    }
}

macro_rules! error_codes {
    ($($variant:ident = $text:literal,)*) => {
        /// The error codes of the specification.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum ErrorCode {
            $($variant,)*
            /// A code that the specification does not know.
            Unknown(String),
        }

        impl ErrorCode {
            /// Every code of the specification.
            pub const STANDARD: &[Self] = &[$(Self::$variant,)*];

            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)*
                    Self::Unknown(text) => text,
                }
            }
        }

        impl From<&str> for ErrorCode {
            fn from(text: &str) -> Self {
                match text {
                    $($text => Self::$variant,)*
                    _ => Self::Unknown(text.to_owned()),
                }
            }
        }
    };
}

error_codes! {
    DetachedShadowRoot = "detached shadow root",
    ElementClickIntercepted = "element click intercepted",
    ElementNotInteractable = "element not interactable",
    InsecureCertificate = "insecure certificate",
    InvalidArgument = "invalid argument",
    InvalidCookieDomain = "invalid cookie domain",
    InvalidElementState = "invalid element state",
    InvalidSelector = "invalid selector",
    InvalidSessionId = "invalid session id",
    JavascriptError = "javascript error",
    MoveTargetOutOfBounds = "move target out of bounds",
    NoSuchAlert = "no such alert",
    NoSuchCookie = "no such cookie",
    NoSuchElement = "no such element",
    NoSuchFrame = "no such frame",
    NoSuchShadowRoot = "no such shadow root",
    NoSuchWindow = "no such window",
    ScriptTimeout = "script timeout",
    SessionNotCreated = "session not created",
    StaleElementReference = "stale element reference",
    Timeout = "timeout",
    UnableToCaptureScreen = "unable to capture screen",
    UnableToSetCookie = "unable to set cookie",
    UnexpectedAlertOpen = "unexpected alert open",
    UnknownCommand = "unknown command",
    UnknownError = "unknown error",
    UnknownMethod = "unknown method",
    UnsupportedOperation = "unsupported operation",
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_survive_text() {
        for code in ErrorCode::STANDARD {
            assert_eq!(ErrorCode::from(code.as_str()), *code);
        }
        assert_eq!(ErrorCode::from("tab crashed").as_str(), "tab crashed");
        assert_eq!(ErrorCode::STANDARD.len(), 28);
    }
}
