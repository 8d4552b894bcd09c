//! What is under the pointer and what has the focus, in each browser: engines notice at times of their own.

use xcheck_trace::run::PageTree;

use super::{NodePair, PagePair, descendants};
use crate::difference::{Aspect, Difference};

impl PagePair {
    /// Whether the pointer is on a pair, or on something in it, or the focus is there, in one browser or the other.
    pub(crate) fn is_touched(&self, pair: NodePair) -> bool {
        let is_on = |tree: &PageTree, id: Option<u64>| {
            id.is_some_and(|id| under_pointer(tree).contains(&id))
                || is_inside(tree, focus_of(tree), id)
        };
        is_on(&self.reference, pair.reference) || is_on(&self.test, pair.test)
    }

    /// The elements that are under the pointer in one browser and not in the other, the outermost first.
    pub(super) fn hovered_in_one(&self) -> (Vec<u64>, Vec<u64>) {
        let (ours, theirs) = (under_pointer(&self.reference), under_pointer(&self.test));
        // A page that nothing changed in does not say where the pointer is.
        if ours.is_empty() || theirs.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let is_alone =
            |id: &&u64| !self.matching.test_of(**id).is_some_and(|it| theirs.contains(&it));
        let is_alone_there =
            |id: &&u64| !self.matching.reference_of(**id).is_some_and(|it| ours.contains(&it));
        (
            ours.iter().rev().filter(is_alone).copied().collect(),
            theirs.iter().rev().filter(is_alone_there).copied().collect(),
        )
    }

    /// Engines do not agree whether a new page is told of a pointer that rests above it.
    pub(super) fn know_rested(&mut self) {
        let innermost = |tree: &PageTree| under_pointer(tree).first().copied();
        let now = (innermost(&self.reference), innermost(&self.test));
        let is_one = now.0.is_some() != now.1.is_some();
        if !is_one || self.n_steps > 0 && now != self.rested {
            self.rested = (None, None);
        } else if self.n_steps == 0 {
            self.rested = now;
        }
    }

    /// Whether a difference of looks comes of a pointer that has not been moved yet.
    pub(super) fn is_of_rest(&self, pair: NodePair, found: &Difference) -> bool {
        let is_look = matches!(found.aspect, Aspect::Style | Aspect::Pixels)
            || found.property == "visibility";
        let is_above = |tree: &PageTree, id: Option<u64>, rested: Option<u64>| {
            is_inside(tree, rested, id) && !is_large(tree, id)
                || is_inside(tree, id, hovering(tree, rested))
                || id == rested && id.is_some()
        };
        is_look
            && (is_above(&self.reference, pair.reference, self.rested.0)
                || is_above(&self.test, pair.test, self.rested.1))
    }

    pub(super) fn is_unsettled(&self, pair: NodePair) -> bool {
        let is_of = |tree: &PageTree, id: Option<u64>, hovered: &[u64]| {
            id.is_some_and(|id| hovered.contains(&id)) || is_inside(tree, id, small(tree, hovered))
        };
        is_of(&self.reference, pair.reference, &self.unsettled.0)
            || is_of(&self.test, pair.test, &self.unsettled.1)
    }
}

/// The outermost element around what the pointer rests on that may show something in it for that.
pub(super) fn hovering(tree: &PageTree, rested: Option<u64>) -> Option<u64> {
    let next = |id: &u64| tree.node(*id).map(|node| node.parent);
    let line = std::iter::successors(rested, next).take(tree.nodes().len());
    line.take_while(|id| tree.node(*id).is_some() && !is_large(tree, Some(*id))).last()
}

/// All that may show something else because of elements that are under the pointer.
pub(super) fn around_hovered(tree: &PageTree, hovered: &[u64]) -> Vec<u64> {
    let inside = descendants(tree, small(tree, hovered));
    hovered.iter().copied().chain(inside).collect()
}

/// The outermost of them that is not as large as a page.
fn small(tree: &PageTree, hovered: &[u64]) -> Option<u64> {
    hovered.iter().copied().find(|id| !is_large(tree, Some(*id)))
}

/// Whether it is so large that what it does under the pointer is no reason to look away from all in it.
fn is_large(tree: &PageTree, id: Option<u64>) -> bool {
    const LARGE: f64 = 200_000.0;
    let bounds = id.and_then(|id| tree.node(id)?.bounds);
    bounds.is_some_and(|it| it.width * it.height > LARGE)
}

/// The element that has the focus.
pub(super) fn focus_of(tree: &PageTree) -> Option<u64> {
    tree.page.get("focus").and_then(serde_json::Value::as_u64)
}

/// The innermost element under the pointer and all that it is in.
fn under_pointer(tree: &PageTree) -> Vec<u64> {
    let hovered = tree.page.get("hover").and_then(serde_json::Value::as_u64);
    let next = |id: &u64| tree.node(*id).map(|node| node.parent);
    let line = std::iter::successors(hovered, next).take(tree.nodes().len());
    line.take_while(|id| tree.node(*id).is_some()).collect()
}

/// Whether a node is another one, or in it.
fn is_inside(tree: &PageTree, id: Option<u64>, outer: Option<u64>) -> bool {
    let (Some(id), Some(outer)) = (id, outer) else { return false };
    let line = std::iter::successors(Some(id), |id| tree.node(*id).map(|node| node.parent));
    line.take(tree.nodes().len()).any(|id| id == outer)
}
