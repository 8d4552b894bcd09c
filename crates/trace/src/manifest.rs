//! The first chunk of a trace: which format it has, and how it was recorded.

use std::fmt;

use serde::{Deserialize, Serialize};

const FORMAT: &str = "xcheck-trace";

/// A version of the format: major, minor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FormatVersion(pub u32, pub u32);

impl FormatVersion {
    /// What this code writes, and the newest that it reads.
    pub const CURRENT: Self = Self(1, 0);
}

impl fmt::Display for FormatVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

/// How a trace was recorded, and what a replay must set up to be the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// When the recording began, in milliseconds since 1970.
    pub created_ms: u64,
    /// The version of xcheck that recorded.
    pub tool_version: String,
    pub recorder: Recorder,
    /// The address that was opened first.
    pub start_url: String,
    pub viewport: Viewport,
    /// As in `navigator.language`.
    pub locale: String,
    /// As in the IANA database.
    pub time_zone: String,
    pub source: Origin,
}

/// The browser that was recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorder {
    pub browser: String,
    pub browser_version: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_agent: Option<String>,
}

/// The size of the page's window in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Viewport {
    pub width: u32,
    pub height: u32,
    /// Device pixels per CSS pixel.
    pub ratio: f64,
}

/// Where the app came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// A folder that xcheck served itself.
    Folder,
    /// A server.
    Url,
}

/// What is read before the rest: these two fields have their place in every version.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: FormatVersion,
}

#[derive(Serialize)]
struct Whole<'a> {
    format: &'a str,
    version: FormatVersion,
    #[serde(flatten)]
    manifest: &'a Manifest,
}

/// Why a manifest is of no use.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ManifestError {
    #[error("of another format")]
    Foreign,
    #[error("of format {0}")]
    Newer(FormatVersion),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

impl Manifest {
    pub(crate) fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        let version = FormatVersion::CURRENT;
        serde_json::to_vec(&Whole { format: FORMAT, version, manifest: self })
    }

    pub(crate) fn from_json(json: &[u8]) -> Result<Self, ManifestError> {
        let Head { format, version } = serde_json::from_slice(json)?;
        if format != FORMAT || version.0 == 0 {
            return Err(ManifestError::Foreign);
        }
        if version > FormatVersion::CURRENT {
            return Err(ManifestError::Newer(version));
        }
        Ok(serde_json::from_slice(json)?)
    }
}
