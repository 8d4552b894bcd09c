//! Style sheets, scripts and documents that the pages of a run loaded.

use serde::{Deserialize, Serialize};
use xcheck_model::exchange::BodyHash;

/// A longer source is left out.
pub const MAX_SOURCE_LEN: usize = 1 << 20;
/// What is beyond this is left out.
pub const MAX_SOURCES_LEN: usize = 16 << 20;

/// A text that pages loaded, by where it came from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Source {
    pub url: String,
    pub kind: SourceKind,
    /// SHA-256 of the text, without content codings.
    pub hash: BodyHash,
}

/// What a source is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SourceKind {
    Css,
    Js,
    Html,
}

impl SourceKind {
    /// By a `content-type`; none if it is something else.
    pub fn from_media_type(content_type: &str) -> Option<Self> {
        let essence = content_type.split(';').next().unwrap_or_default().trim();
        let essence = essence.to_ascii_lowercase();
        match essence.as_str() {
            "text/css" => Some(Self::Css),
            "text/html" | "application/xhtml+xml" => Some(Self::Html),
            _ if essence.ends_with("javascript") || essence.ends_with("ecmascript") => {
                Some(Self::Js)
            }
            _ => None,
        }
    }
}
