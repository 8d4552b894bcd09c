//! A running browser with its session.

use std::sync::Arc;

use xcheck_model::engine::Engine;

use super::LaunchLimits;
use crate::display::Display;
use crate::guard::{EndError, Guarded, Output};
use crate::webdriver::Session;

/// A running browser. Close it with [`Browser::quit`]; dropping it kills it without waiting.
#[derive(Debug)]
pub struct Browser {
    pub(super) session: Session,
    pub(super) driver: Guarded,
    pub(super) version: Option<String>,
    pub(super) driver_version: Option<String>,
    pub(super) limits: LaunchLimits,
    /// Kept until the browser on it is gone.
    pub(super) display: Option<Arc<Display>>,
}

/// The browser is closed or will be, but not all of it was gone in time.
#[derive(Debug, thiserror::Error)]
#[error("{engine} did not end")]
pub struct QuitError {
    pub engine: Engine,
    #[source]
    pub source: EndError,
}

impl Browser {
    pub fn session(&self) -> &Session {
        &self.session
    }

    pub fn engine(&self) -> Engine {
        self.session.engine()
    }

    /// The browser's version, if it has told one.
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    pub fn driver_version(&self) -> Option<&str> {
        self.driver_version.as_deref()
    }

    /// What driver and browser printed lately.
    pub fn output(&self) -> &Output {
        self.driver.output()
    }

    /// The ids of the driver, the browser and all their helpers now.
    pub fn processes(&self) -> Vec<i32> {
        self.driver.descendants()
    }

    /// Whether the driver process has ended, which a command would show as a broken connection.
    pub fn has_died(&self) -> bool {
        self.driver.has_exited()
    }

    /// Asks the browser to close, then ends whatever is left. A browser that hangs or died is no error.
    pub async fn quit(self) -> Result<(), QuitError> {
        let engine = self.engine();
        if !self.has_died() {
            let session = self.session.within(self.limits.polite_quit);
            if let Err(error) = session.delete().await {
                tracing::debug!(%engine, error = %error.kind, "the browser did not close politely");
            }
        }
        let ended = self.driver.end(self.limits.end).await;
        drop(self.display);
        ended.map_err(|source| QuitError { engine, source })
    }
}
