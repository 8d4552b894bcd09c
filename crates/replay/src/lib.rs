//! One trace in one browser, executed again: what was recorded happens in its recorded order, and what does not is told.
//!
//! Players in the pages do most of it; see `docs/design/replaying.md`. Here is what they cannot do themselves:
//! native input, pictures, and the order of pages.

mod cast;
mod coming;
mod conductor;
mod gates;
pub mod gesture;
pub mod hands;
mod order;
mod payload;
mod ran;
mod replay;
mod sources;
mod supports;
mod tell;
mod windows;

pub use replay::{
    Network, Progress, ReplayConfig, ReplayError, Replayed, Stepping, Subject, replay,
};
