//! Sources of non-determinism: a small page for each, and what must be in the log of it.

mod callbacks;
mod values;

use std::sync::LazyLock;

use xcheck_model::engine::Engine;

/// One row of the table.
pub(crate) struct Row {
    pub(crate) source: &'static str,
    pub(crate) case: &'static str,
    /// Markup after the kit's script. Every turn of it begins with a mark.
    pub(crate) page: &'static str,
    pub(crate) acts: &'static [Act],
    /// Whether the browser chooses the order.
    pub(crate) is_unordered: bool,
    /// The page's marks and words, with the events that the log must have for them.
    pub(crate) expected: &'static [&'static str],
    /// The same for its frame.
    pub(crate) frame: &'static [&'static str],
    /// Engines that do not have the source at all, in words.
    pub(crate) limits: &'static [(Engine, &'static str)],
}

/// What is done from outside.
pub(crate) enum Act {
    Click(&'static str),
    /// Waits for a mark.
    Await(&'static str),
}

const fn row(
    source: &'static str,
    case: &'static str,
    page: &'static str,
    expected: &'static [&'static str],
) -> Row {
    Row { source, case, page, acts: &[], is_unordered: false, expected, frame: &[], limits: &[] }
}

/// All rows, in the order of the table.
pub(crate) static ROWS: LazyLock<Vec<&Row>> =
    LazyLock::new(|| callbacks::ROWS.iter().chain(values::ROWS).collect());
