//! The labelled corpus: apps with known incompatibilities, and proof that the labels are true.
//!
//! `app` reads the files, `rules` checks them without a browser, `stage` and `visit` drive apps live,
//! `verify` compares what was seen with what the files say. Nothing is recorded and no agent runs in the pages:
//! the labels must hold for the apps as people meet them.

mod app;
mod picture;
mod rules;
mod stage;
#[cfg(test)]
mod tests;
mod value;
mod verify;
mod visit;

pub(crate) use app::{App, AppKind, Half, Label, read_all};
pub(crate) use verify::{montage, verify};
