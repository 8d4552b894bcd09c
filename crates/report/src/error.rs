//! What can go wrong when a report is written.

use std::io;

use camino::Utf8PathBuf;

/// A report could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write report {path}")]
pub struct ReportError {
    pub path: Utf8PathBuf,
    #[source]
    pub kind: ReportErrorKind,
}

#[derive(Debug, thiserror::Error)]
pub enum ReportErrorKind {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("report.json is not a report")]
    Json(#[source] serde_json::Error),
}

impl ReportError {
    /// What the user can do about it, if that is known.
    pub fn hint(&self) -> Option<String> {
        match &self.kind {
            ReportErrorKind::Json(_) => {
                Some("report.json is written by `xcheck check` and `xcheck compare`".to_owned())
            }
            ReportErrorKind::Io(error) => match error.kind() {
                io::ErrorKind::StorageFull => Some("make room on the disk".to_owned()),
                io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                    Some("choose a folder that can be written to".to_owned())
                }
                _ => None,
            },
        }
    }
}
