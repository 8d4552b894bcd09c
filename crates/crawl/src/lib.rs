//! Explores an app in a browser whose every page is recorded.
//!
//! A state is what a page is made of; a way is what a person can do there. New ways are tried first, and each return
//! to the start is a session, and a trace, of its own (X-Check III.A, CrossCheck V.A).

mod choose;
mod deed;
mod draw;
mod explore;
mod graph;
mod look;
mod lost;
mod near;

pub use deed::describe;
pub use draw::svg;
pub use explore::{CrawlConfig, CrawlError, Progress, crawl, follow};
pub use graph::{Deed, Edge, Graph, SessionEntry, State};
pub use look::Act;
pub use lost::{Lost, compare_graphs};
pub use near::likeness;
