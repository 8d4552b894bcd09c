//! Texts in columns: at which line a column ends, and the next begins, is for each engine to say.

use xcheck_trace::run::PageTree;

use super::PagePair;
use crate::layout::Pair;

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

fn is_in_columns(tree: &PageTree, id: u64) -> bool {
    const MOST_LEVELS: usize = 4;
    let line = std::iter::successors(tree.node(id), |node| tree.node(node.parent));
    line.skip(1).take(MOST_LEVELS).any(|node| {
        node.style.as_ref().is_some_and(|style| {
            style.contains_key("column-count") || style.contains_key("column-width")
        })
    })
}
