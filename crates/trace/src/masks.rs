//! What is taken out before anything is written: passwords, tokens and the like.
//!
//! Only the hooks are here; what is secret is the caller's to know.

use std::fmt;

use xcheck_model::exchange::{Headers, ResponseHead};

/// Gives what to write instead of a header's value, or nothing to keep it. Takes name and value.
pub type HeaderMask = Box<dyn Fn(&str, &str) -> Option<String> + Send + Sync>;

/// Gives what to write instead of a body, or nothing to keep it.
pub type BodyMask = Box<dyn Fn(&[u8]) -> Option<Vec<u8>> + Send + Sync>;

/// Gives what to write instead of an answer, or nothing to keep it.
pub type AnswerMask =
    Box<dyn Fn(&ResponseHead, &[u8]) -> Option<(ResponseHead, Vec<u8>)> + Send + Sync>;

/// Masks for a trace under way. The default masks nothing.
#[derive(Default)]
pub struct Masks {
    /// Sees each header of requests and answers.
    pub header: Option<HeaderMask>,
    /// Sees each address, each request body up to [`Masks::MAX_BODY_LEN`], and each message of a WebSocket.
    pub body: Option<BodyMask>,
    /// Sees each answer that is not too large to be held in memory.
    pub answer: Option<AnswerMask>,
}

impl Masks {
    /// Longer request bodies are uploads of files; they are written as they are.
    pub const MAX_BODY_LEN: usize = 8 << 20;

    pub(crate) fn headers(&self, headers: &mut Headers) {
        let Some(mask) = &self.header else { return };
        for (name, value) in headers {
            if let Some(masked) = mask(name, value) {
                *value = masked;
            }
        }
    }

    pub(crate) fn text(&self, text: &mut String) {
        if let Some(masked) = self.body(text.as_bytes()) {
            *text = String::from_utf8_lossy(&masked).into_owned();
        }
    }

    pub(crate) fn body(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        self.body.as_ref().and_then(|mask| mask(bytes))
    }
}

impl fmt::Debug for Masks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Masks").finish_non_exhaustive()
    }
}
