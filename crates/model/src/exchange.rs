//! One request and what came back, as the app's server sent it.
//!
//! Bodies are not here: they are named by their hash and stored once, however often they occur.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Names an exchange within one recording, in the order the requests began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ExchangeId(pub u64);

impl fmt::Display for ExchangeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// SHA-256 of a body as it went over the wire, in lower-case hex.
///
/// Always 64 hex digits, so it is safe as a file name even when read from a hostile archive.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BodyHash(String);

impl BodyHash {
    /// Names a body by its digest.
    pub fn from_digest(digest: &[u8; 32]) -> Self {
        const HEX: &[u8; 16] = b"0123456789abcdef";
        let digit = |nibble: u8| char::from(HEX[usize::from(nibble)]);
        Self(digest.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A text that is no SHA-256 in lower-case hex.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a body hash: {0:?}")]
pub struct NotABodyHash(pub String);

impl TryFrom<String> for BodyHash {
    type Error = NotABodyHash;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let is_hash = text.len() == 64
            && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
        if is_hash { Ok(Self(text)) } else { Err(NotABodyHash(text)) }
    }
}

impl FromStr for BodyHash {
    type Err = NotABodyHash;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::try_from(text.to_owned())
    }
}

impl From<BodyHash> for String {
    fn from(hash: BodyHash) -> Self {
        hash.0
    }
}

/// A stored body: which, and how many bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BodyRef {
    pub hash: BodyHash,
    pub len: u64,
}

/// Header names and values in wire order. Bytes above 127 are kept as the code points 128 to 255.
pub type Headers = Vec<(String, String)>;

/// The head of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestHead {
    pub method: String,
    /// Absolute, with scheme `http`, `https`, `ws` or `wss`.
    pub url: String,
    pub headers: Headers,
}

/// The head of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResponseHead {
    pub status: u16,
    pub headers: Headers,
}

/// A piece of an answer's body and when it arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chunk {
    pub at_us: u64,
    pub len: u64,
}

/// Who sent a WebSocket message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Client,
    Server,
}

/// What a WebSocket message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MessageKind {
    Text,
    Binary,
    /// The payload is the close code and reason as on the wire.
    Close,
}

/// One WebSocket message, whole and uncompressed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    pub at_us: u64,
    pub from: Side,
    pub kind: MessageKind,
    pub body: BodyRef,
}

/// How an exchange ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind", content = "reason")]
pub enum Outcome {
    /// The whole answer arrived.
    Complete,
    /// The server could not be reached, broke off or broke the protocol.
    Failed(String),
    /// The browser gave up before the answer was whole.
    Canceled,
    /// The recording ended first.
    Unfinished,
}

/// A recorded exchange.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    pub id: ExchangeId,
    /// Microseconds since the recording began.
    pub began_us: u64,
    pub request: RequestHead,
    /// Absent when the request had no body.
    pub request_body: Option<BodyRef>,
    /// Absent when the server never answered.
    pub response: Option<Response>,
    /// In order of arrival; empty unless this is a WebSocket.
    pub messages: Vec<Message>,
    pub ended_us: u64,
    pub outcome: Outcome,
}

/// A recorded answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Response {
    pub at_us: u64,
    pub head: ResponseHead,
    /// As on the wire: still coded as `content-encoding` says.
    pub body: BodyRef,
    pub chunks: Vec<Chunk>,
}
