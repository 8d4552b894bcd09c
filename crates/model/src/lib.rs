//! Values that every stage shares: browsers, recorded exchanges.
//!
//! No I/O, no async, no clock.

pub mod engine;
pub mod exchange;
pub mod tape;
