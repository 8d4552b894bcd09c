//! Archives on disk.
//!
//! Knows formats and files, no browser and no network.

mod bodies;
mod exchanges;

pub use exchanges::{ExchangeReader, ExchangeWriter, OpenError, OpenErrorKind, WriteError};
