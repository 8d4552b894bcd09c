//! WebSockets: relayed to a server, or served from a recording.
//!
//! Frames pass through as they are; messages are read on the side.

mod frame;
mod messages;
mod recorded;
mod relay;

pub(crate) use frame::{Opcode, server_frame};
pub(crate) use messages::{Found, MessageReader};
pub(crate) use recorded::{accept, serve_recorded};
pub(crate) use relay::relay;
