//! Values that every stage shares: browsers, events of pages, recorded exchanges.
//!
//! No I/O, no async, no clock.

pub mod action;
pub mod browser_name;
pub mod engine;
pub mod event;
pub mod exchange;
pub mod run;
pub mod tape;
