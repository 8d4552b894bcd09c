//! Reports over time in a browser: a local server of one folder, and the two small files that it lives on.
//!
//! `history/` beside a `report.json` says what earlier checks found ([`keep`]); `progress.json` says how far a check is
//! ([`Live`]). Both are described in `docs/guide/show.md`.
//! The server only reads, only for this machine, and only what is in the folder. Whatever is in it is hostile.

mod answer;
mod apps;
mod files;
mod history;
mod index;
mod progress;
mod server;
mod time;

#[cfg(test)]
mod tests;

pub use crate::history::keep;
pub use crate::progress::Live;
pub use crate::server::{ShowError, Shown};
