//! Archives on disk.
//!
//! A trace is one file: what happened in a page, what went over the wire, and the bodies, each once.
//! The format is described in `docs/trace-format.md`.
//! What a replay saw of it is a run, a folder; see [`run`].
//! Knows formats and files, no browser and no network.

mod actions;
mod body;
mod chunk;
mod compact;
mod log;
mod manifest;
mod masks;
mod reader;
pub mod run;
mod scan;
mod stream;
mod under_way;
mod writer;

#[cfg(test)]
mod tests;

pub use actions::actions;
pub use chunk::Damage;
pub use log::{Log, file_content, read_log};
pub use manifest::{FormatVersion, Manifest, Origin, Recorder, Viewport};
pub use masks::{AnswerMask, BodyMask, HeaderMask, Masks};
pub use reader::{OpenError, OpenErrorKind, Problem, TraceReader};
pub use scan::Sizes;
pub use stream::Lines;
pub use writer::{TraceWriter, WriteError, WriteErrorKind};
