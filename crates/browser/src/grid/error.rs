//! Why a grid gave no browser.

use std::io;
use std::time::Duration;

use crate::launch::Viewport;
use crate::webdriver::CommandError;

/// A grid gave no browser.
#[derive(Debug, thiserror::Error)]
pub enum GridError {
    #[error("the grid at {url} does not answer: {why}")]
    Unreachable { url: String, why: String },
    #[error("the grid at {url} refuses user name and password (HTTP {status})")]
    Unauthorized { url: String, status: u16 },
    #[error("the grid does not offer {wanted}; it offers {offered}")]
    NotOnOffer { wanted: String, offered: String },
    #[error("no slot for {wanted} came free within {} s", limit.as_secs())]
    NoSlot { wanted: String, limit: Duration },
    #[error("nodes were lost while they started it, {n_tries} times: {why}")]
    NodeLost { n_tries: usize, why: String },
    #[error("the browser on its node cannot reach our proxy at {address}")]
    NoWayBack { address: String },
    #[error("it is {first} on one node and {second} on another")]
    Mixed { first: String, second: String },
    #[error("the viewport is {}x{} instead of {}x{}", got.width, got.height, wanted.width, wanted.height)]
    Viewport { wanted: Viewport, got: Viewport },
    #[error("the grid refuses the session")]
    Refused(#[source] CommandError),
    /// It was tried before in this run.
    #[error("{0}")]
    Known(String),
    #[error("cannot start what deletes sessions when we are gone")]
    Keeper(#[source] io::Error),
}

impl GridError {
    /// What the user can do about it, if that is known.
    pub(crate) fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Unreachable { .. } => "is the address right, and the hub running? --grid URL",
            Self::Unauthorized { .. } => {
                "set user and password-env in [grid], or put them into the address: --grid https://USER:PASSWORD@HOST"
            }
            Self::NotOnOffer { .. } => {
                "start a node for it, or say in [grid.browsers] which capabilities it has there"
            }
            Self::NoSlot { .. } => {
                "use fewer --workers, add nodes, or wait longer: queue in [grid]"
            }
            Self::NodeLost { .. } => "look at the logs of the nodes",
            Self::NoWayBack { .. } => {
                "nodes must reach this machine: set listen and address in [grid], and open the firewall"
            }
            Self::Mixed { .. } => {
                "say which one: such as --browsers firefox@140, with its capabilities in [grid.browsers]"
            }
            Self::Refused(error) if error.to_string_chain().contains("DevToolsActivePort") => {
                "a node that runs as root needs args = [\"--no-sandbox\"] in \"goog:chromeOptions\" of [grid.browsers]"
            }
            _ => return None,
        };
        Some(hint.to_owned())
    }

    /// Whether another node may do better.
    pub(super) fn is_worth_a_retry(&self) -> bool {
        matches!(self, Self::NodeLost { .. } | Self::Mixed { .. } | Self::Refused(_))
    }

    /// Whether all later sessions of the same browser would end like this.
    pub(super) fn is_final(&self) -> bool {
        !matches!(self, Self::NodeLost { .. } | Self::Known(_))
    }
}
