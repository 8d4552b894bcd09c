//! Runs on disk: what a replay saw of a trace in one browser.
//!
//! A run is a folder; its format is described in `docs/run-format.md`.
//! Whatever is measured by a real clock is in `run.json` alone, so that equal replays leave equal steps.

mod head;
mod lines;
mod ran;
mod reader;
mod sources;
mod supports;
mod tree;
mod writer;

#[cfg(test)]
mod tests;

pub use head::{
    InputMode, NetworkMode, RunBrowser, RunEnd, RunHead, RunOutcome, RunTotals, RunTrace,
};
pub use lines::{JsonLines, RunProblem};
pub use ran::{MAX_RAN, Ran, RanScript};
pub use reader::{RunDigest, RunOpenError, RunOpenErrorKind, RunReader};
pub use sources::{MAX_SOURCE_LEN, MAX_SOURCES_LEN, Source, SourceKind};
pub use supports::{MAX_SUPPORTS, Support, SupportKind, declaration_text, selector_text};
pub use tree::{Node, NodeKind, PageTree, Rect, TreeProblem};
pub use writer::{RunWriteError, RunWriteErrorKind, RunWriter};

const HEAD_FILE: &str = "run.json";
const STEPS_FILE: &str = "steps.jsonl";
const DIVERGENCES_FILE: &str = "divergences.jsonl";
const SHOTS_FOLDER: &str = "shots";
const SOURCES_FILE: &str = "sources.jsonl";
const SOURCES_FOLDER: &str = "sources";
const SUPPORTS_FILE: &str = "supports.jsonl";
const RAN_FILE: &str = "ran.jsonl";
