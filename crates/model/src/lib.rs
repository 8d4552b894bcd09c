//! Values that every stage shares: browsers, geometry, recorded exchanges.
//!
//! No I/O, no async, no clock.

pub mod engine;
