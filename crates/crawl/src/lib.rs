//! Explores an app in a browser whose every page is recorded.
//!
//! A state is what a page is made of; a way is what a person can do there. New ways are tried first, and when there is
//! no way on, the start page is opened again (X-Check III.A, CrossCheck V.A). Each browser is a session, and a trace.

mod choose;
mod deed;
mod draw;
mod explore;
mod graph;
mod look;
mod lost;
mod near;
mod rest;

pub use deed::describe;
pub use draw::svg;
pub use explore::{CrawlConfig, CrawlError, Progress, crawl, follow};
pub use graph::{Deed, Edge, Graph, SessionEntry, State};
pub use look::Act;
pub use lost::{Lost, compare_graphs};
pub use near::likeness;
