//! The proxy on the wire: good servers, bad servers, much traffic. No browser here.

mod answers;
mod client;
mod folders;
mod load;
mod recorded;
mod servers;
