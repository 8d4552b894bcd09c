//! Texts in columns: at which line a column ends, and the next begins, is for each engine to say.

use xcheck_trace::run::{Node, PageTree};

use super::PagePair;
use crate::layout::Pair;
use crate::style;

impl PagePair {
    /// Whether an element in columns, or what stands before it, goes on in the next column in one browser only: the box
    /// of what does is as wide as both.
    pub(super) fn is_broken_elsewhere(&self, one: u64, other: u64) -> bool {
        const WIDER: f64 = 1.8;
        let is_broken = |pair: Pair| {
            let (ours, theirs) = (pair.one.width, pair.other.width);
            ours.min(theirs) * WIDER < ours.max(theirs)
        };
        is_in_columns(&self.reference, one)
            && is_in_columns(&self.test, other)
            && (self.box_pair(one).is_some_and(is_broken)
                || self
                    .seen_beside(one)
                    .first()
                    .and_then(|id| self.box_pair(*id))
                    .is_some_and(is_broken))
    }
}

/// Whether the lines of an element stand in columns in both browsers: how they are shared out is each engine's own, and
/// so it may be a line or two higher.
pub(super) fn is_balanced(reference: &PageTree, one: u64, test: &PageTree, other: u64) -> bool {
    const LINES: f64 = 2.0;
    const LINE: f64 = 1.2;
    let (Some(ours), Some(theirs)) = (reference.node(one), test.node(other)) else { return false };
    let (Some(own), Some(there)) = (ours.bounds, theirs.bounds) else { return false };
    let size = reference.computed(one, "font-size").and_then(style::pixels).unwrap_or(16.0);
    let line = reference.computed(one, "line-height").and_then(style::pixels);
    has_columns(ours)
        && has_columns(theirs)
        && (own.height - there.height).abs() <= LINES * line.unwrap_or(LINE * size)
}

fn has_columns(node: &Node) -> bool {
    node.style.as_ref().is_some_and(|style| {
        style.contains_key("column-count") || style.contains_key("column-width")
    })
}

fn is_in_columns(tree: &PageTree, id: u64) -> bool {
    const MOST_LEVELS: usize = 4;
    let line = std::iter::successors(tree.node(id), |node| tree.node(node.parent));
    line.skip(1).take(MOST_LEVELS).any(has_columns)
}
