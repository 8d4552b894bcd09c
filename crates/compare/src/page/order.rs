//! Lists whose entries are the same in both browsers, and in another order.

use std::collections::HashMap;

use xcheck_trace::run::{Node, PageTree, Rect};

use super::PagePair;
use crate::difference::{Aspect, Difference};
use crate::layout::Pair;

/// An entry: where it is among the children in the other browser, and its boxes.
struct Entry {
    id: u64,
    other: u64,
    place: usize,
    boxes: Pair,
}

impl PagePair {
    /// Whether children that can be seen follow each other, in the document and on the screen, the other way round.
    pub(super) fn order(&self, ours: &Node, theirs: &Node) -> Option<Difference> {
        if ours.children.len() < 2 || theirs.children.len() < 2 {
            return None;
        }
        let mut places: Option<HashMap<u64, usize>> = None;
        let mut is_turned = false;
        let mut last = 0;
        let mut entries: Vec<Entry> = Vec::new();
        for id in &ours.children {
            let Some(other) = self.matching.test_of(*id) else { continue };
            let places = places.get_or_insert_with(|| {
                theirs.children.iter().enumerate().map(|(at, id)| (*id, at)).collect()
            });
            let Some(place) = places.get(&other).copied() else { continue };
            is_turned |= place < last;
            last = last.max(place);
            let is_floating = self.floating.0.contains(id) || self.floating.1.contains(&other);
            let Some(boxes) = self.seen_pair(*id).filter(|_| !is_floating) else { continue };
            entries.push(Entry { id: *id, other, place, boxes });
        }
        if !is_turned {
            return None;
        }
        let is_turned = |a: &Entry, b: &Entry| {
            b.place < a.place
                && is_before(a.boxes.one, b.boxes.one)
                && is_before(b.boxes.other, a.boxes.other)
        };
        let own = entries.iter().map(|it| (it.id, &self.reference));
        let reference = said(own);
        let is_first = entries.windows(2).any(|pair| is_turned(&pair[0], &pair[1]));
        entries.sort_by_key(|it| it.place);
        let is_turned_there = entries.windows(2).any(|pair| is_turned(&pair[1], &pair[0]));
        let test = said(entries.iter().map(|it| (it.other, &self.test)));
        (is_first || is_turned_there).then(|| Difference {
            aspect: Aspect::Text,
            property: "order".to_owned(),
            reference,
            test,
            weight: 1.0,
        })
    }
}

/// Whether a box ends where another one begins, or before that, on the same lines or above.
fn is_before(one: Rect, other: Rect) -> bool {
    const SLACK: f64 = 1.0;
    let is_above = one.y + one.height <= other.y + SLACK;
    let is_beside = one.y < other.y + other.height && other.y < one.y + one.height;
    is_above || is_beside && one.x + one.width <= other.x + SLACK
}

/// The first words of some elements.
fn said<'a>(entries: impl Iterator<Item = (u64, &'a PageTree)>) -> String {
    const MOST_ENTRIES: usize = 4;
    let words = entries.map(|(id, tree)| words(tree, id)).filter(|it| !it.is_empty());
    words.take(MOST_ENTRIES).collect::<Vec<_>>().join(", ")
}

fn words(tree: &PageTree, id: u64) -> String {
    const MOST_LETTERS: usize = 24;
    const MOST_NODES: usize = 40;
    let mut waiting = vec![id];
    for _ in 0..MOST_NODES {
        let Some(node) = waiting.pop().and_then(|id| tree.node(id)) else { break };
        if let Some(text) = node.text.as_deref().map(str::trim).filter(|it| !it.is_empty()) {
            return text.chars().take(MOST_LETTERS).collect();
        }
        waiting.extend(node.children.iter().rev());
    }
    String::new()
}
