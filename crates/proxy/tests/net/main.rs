//! The proxy on the wire: good servers, bad servers, much traffic. No browser here.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod answers;
mod client;
mod door;
mod folders;
mod load;
mod recorded;
mod servers;
