//! What says where an element is: the block above it, or what it is put into.

use std::collections::BTreeSet;

use xcheck_trace::run::{Node, PageTree};

use super::{PagePair, Places, is_flat, place_among};
use crate::layout::{Pair, Stacked};

impl PagePair {
    /// Whether an element is one of blocks that stand below each other, in both browsers.
    pub(super) fn stacked(&self, one: u64, other: u64) -> Option<Stacked> {
        let is_block = |tree: &PageTree, floating: &BTreeSet<u64>, id: u64| {
            let node = tree.node(id)?;
            let outer = tree.node(node.parent)?;
            let is_in = matches!(display(outer)?, "block" | "flow-root" | "list-item");
            let is_plain = !matches!(outer.name(), Some("fieldset" | "details"));
            let is_one =
                matches!(display(node)?, "block" | "flow-root" | "flex" | "grid" | "table");
            (is_in && is_plain && is_one && !floating.contains(&id)).then_some(())
        };
        is_block(&self.reference, &self.floating.0, one)?;
        is_block(&self.test, &self.floating.1, other)?;
        let above = (
            above(&self.reference, &self.floating.0, &self.places.0, one)?,
            above(&self.test, &self.floating.1, &self.places.1, other)?,
        );
        match above {
            (None, None) => Some(Stacked::First),
            // What is scrolled out of sight, or is another one there, says nothing.
            (Some(one), Some(other)) if self.matching.test_of(one) == Some(other) => {
                self.seen_pair(one).map(Stacked::Below)
            }
            _ => None,
        }
    }

    /// What an element out of the flow is put into, in both browsers.
    pub(super) fn frame(&self, one: u64, other: u64) -> Option<Pair> {
        let frame = frame_of(&self.reference, one)?;
        let is_same = self.matching.test_of(frame) == frame_of(&self.test, other);
        self.box_pair(frame).filter(|_| is_same)
    }
}

/// The nearest sibling above an element in the flow that has a size, if there is one.
fn above(
    tree: &PageTree,
    floating: &BTreeSet<u64>,
    places: &Places,
    id: u64,
) -> Option<Option<u64>> {
    let siblings = &tree.node(tree.node(id)?.parent)?.children;
    let at = place_among(places, siblings, id);
    let is_there =
        |id: &&u64| !floating.contains(id) && tree.node(**id).is_some_and(|it| !is_flat(it));
    Some(siblings.get(..at)?.iter().rev().find(is_there).copied())
}

/// The nearest that has a size of what an element with an absolute position is in.
fn frame_of(tree: &PageTree, id: u64) -> Option<u64> {
    let node = tree.node(id)?;
    node.style.as_ref()?.get("position").filter(|it| *it == "absolute")?;
    let outer = |id: &u64| tree.node(*id).map(|it| it.parent);
    let mut line = std::iter::successors(Some(node.parent), outer).take(tree.nodes().len());
    line.find(|id| !tree.node(*id).is_some_and(is_flat))
}

fn display(node: &Node) -> Option<&str> {
    node.style.as_ref()?.get("display").map(String::as_str)
}
