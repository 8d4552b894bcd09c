//! A running browser with its session.

use std::sync::Arc;

use xcheck_model::engine::Engine;

use super::LaunchLimits;
use crate::display::Display;
use crate::grid::Lease;
use crate::guard::{EndError, Guarded, Output};
use crate::webdriver::Session;

/// A running browser. Close it with [`Browser::quit`]; dropping it kills it without waiting.
#[derive(Debug)]
pub struct Browser {
    session: Session,
    place: Place,
    version: Option<String>,
    driver_version: Option<String>,
    limits: LaunchLimits,
}

/// Where a browser runs.
#[derive(Debug)]
enum Place {
    Here(LocalPlace),
    There { remote: RemotePlace, output: Output },
}

/// On this machine.
#[derive(Debug)]
pub(super) struct LocalPlace {
    pub(super) driver: Guarded,
    /// Kept until the browser on it is gone.
    pub(super) display: Option<Arc<Display>>,
}

/// On a machine of a grid.
#[derive(Debug)]
pub(crate) struct RemotePlace {
    pub(crate) lease: Lease,
    pub(crate) platform: Option<String>,
    /// What is not as it would be here.
    pub(crate) surroundings: Vec<String>,
}

/// Of the browser and of its driver.
type Versions = (Option<String>, Option<String>);

/// The browser is closed or will be, but not all of it was gone in time.
#[derive(Debug, thiserror::Error)]
#[error("{engine} did not end")]
pub struct QuitError {
    pub engine: Engine,
    #[source]
    pub source: EndError,
}

impl Browser {
    pub(super) fn local(
        session: Session,
        place: LocalPlace,
        (version, driver_version): Versions,
        limits: LaunchLimits,
    ) -> Self {
        Self { session, place: Place::Here(place), version, driver_version, limits }
    }

    pub(crate) fn remote(
        session: Session,
        remote: RemotePlace,
        (version, driver_version): Versions,
        limits: LaunchLimits,
    ) -> Self {
        let place = Place::There { remote, output: Output::new() };
        Self { session, place, version, driver_version, limits }
    }

    /// What its machine is, if that is another one.
    pub fn platform(&self) -> Option<&str> {
        match &self.place {
            Place::Here(_) => None,
            Place::There { remote, .. } => remote.platform.as_deref(),
        }
    }

    /// What is not as on this machine, such as fonts and time zone.
    pub fn surroundings(&self) -> &[String] {
        match &self.place {
            Place::Here(_) => &[],
            Place::There { remote, .. } => &remote.surroundings,
        }
    }

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

    /// What driver and browser printed lately; nothing if that is on another machine.
    pub fn output(&self) -> &Output {
        match &self.place {
            Place::Here(local) => local.driver.output(),
            Place::There { output, .. } => output,
        }
    }

    /// The ids of the driver, the browser and all their helpers now, if they are here.
    pub fn processes(&self) -> Vec<i32> {
        match &self.place {
            Place::Here(local) => local.driver.descendants(),
            Place::There { .. } => Vec::new(),
        }
    }

    /// Whether the driver process has ended, which a command would show as a broken connection.
    pub fn has_died(&self) -> bool {
        matches!(&self.place, Place::Here(local) if local.driver.has_exited())
    }

    /// Asks the browser to close, then ends whatever is left. A browser that hangs or died is no error.
    pub async fn quit(self) -> Result<(), QuitError> {
        let engine = self.engine();
        let has_died = self.has_died();
        let LocalPlace { driver, display } = match self.place {
            Place::Here(local) => local,
            Place::There { remote, .. } => {
                remote.lease.end(&self.session, self.limits.polite_quit).await;
                return Ok(());
            }
        };
        if !has_died {
            let session = self.session.within(self.limits.polite_quit);
            if let Err(error) = session.delete().await {
                tracing::debug!(%engine, error = %error.kind, "the browser did not close politely");
            }
        }
        let ended = driver.end(self.limits.end).await;
        drop(display);
        ended.map_err(|source| QuitError { engine, source })
    }
}
