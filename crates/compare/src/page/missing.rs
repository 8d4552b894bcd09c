//! What can be seen in one browser only.

use xcheck_trace::run::{Node, PageTree, Rect};

use super::{PagePair, descendants, holds_blocks, is_shape};
use crate::difference::{Aspect, Difference};
use crate::dom::{Sight, View};
use crate::layout::Pair;
use crate::text::deep_text;
use crate::{native, text};

impl PagePair {
    /// An element without a partner whose parent has one.
    pub(super) fn look_at_lonely(
        &self,
        view: View<'_>,
        id: u64,
        aspect: Aspect,
    ) -> Vec<Difference> {
        let tree = view.tree;
        let Some(node) = tree.node(id) else { return Vec::new() };
        let has_partner = |id: u64| {
            id == 0
                || if aspect == Aspect::Missing {
                    self.matching.test_of(id).is_some()
                } else {
                    self.matching.reference_of(id).is_some()
                }
        };
        if node.name().is_none()
            || is_shape(node)
            || !has_partner(node.parent)
            || !self.is_lonely_seen(view, id, node)
        {
            return Vec::new();
        }
        let words = deep_text(tree, id);
        if self.is_elsewhere(aspect, node, &words) {
            return Vec::new();
        }
        let words = text::shorten(&words);
        let (reference, test) = match aspect {
            Aspect::Missing => (words, String::new()),
            _ => (String::new(), words),
        };
        vec![Difference { aspect, property: "presence".to_owned(), reference, test, weight: 1.0 }]
    }

    /// Whether something else in the other browser says and shows the same at the same place: what is around it differs.
    fn is_elsewhere(&self, aspect: Aspect, node: &Node, words: &str) -> bool {
        const MOST_NODES: usize = 4000;
        const SAME_PX: f64 = 12.0;
        let (tree, view, parent) = match aspect {
            Aspect::Missing => (&self.test, self.other_view(), self.matching.test_of(node.parent)),
            _ => (&self.reference, self.view(), self.matching.reference_of(node.parent)),
        };
        let Some(bounds) = node.bounds.filter(|_| !words.is_empty()) else { return false };
        let is_same = |id: u64| {
            let Some((node, there)) = tree.node(id).and_then(|it| Some((it, it.bounds?))) else {
                return false;
            };
            if node.name().is_none() {
                // Words without an element of their own are only as wide as they are.
                let there = Rect { width: bounds.width, ..there };
                return Pair { one: bounds, other: there }.change() <= SAME_PX
                    && node.text.as_deref().is_some_and(|it| it.trim() == words);
            }
            Pair { one: bounds, other: there }.change() <= SAME_PX
                && view.sight(id).is_some()
                && deep_text(tree, id) == words
        };
        descendants(tree, parent).into_iter().skip(1).take(MOST_NODES).any(is_same)
    }

    /// Entries of lists to choose from are seen when they are asked for.
    fn is_lonely_seen(&self, view: View<'_>, id: u64, node: &Node) -> bool {
        match native::is_without_box(view.tree, node) {
            true => native::list_of(view.tree, node).is_some_and(|it| it.bounds.is_some()),
            false => view.is_any_seen(id),
        }
    }

    /// Seen in one browser only. It is the topmost such element that is told.
    pub(super) fn look_at_hidden(
        &self,
        one: u64,
        other: u64,
        seen: Option<Sight>,
        seen_there: Option<Sight>,
    ) -> Vec<Difference> {
        let (aspect, sight) = match (seen, seen_there) {
            (Some(sight), None) => (Aspect::Missing, sight),
            (None, Some(sight)) => (Aspect::Surplus, sight),
            _ => return Vec::new(),
        };
        // All that shows of it is what is in it.
        let is_frame = |tree: &PageTree, id| tree.node(id).is_some_and(|it| holds_blocks(tree, it));
        if is_frame(&self.reference, one) && is_frame(&self.test, other) {
            return Vec::new();
        }
        const LEAST_AREA: f64 = 60.0;
        /// What is fainter is about to come or to go.
        const LEAST_OPACITY: f64 = 0.15;
        if sight.area() < LEAST_AREA
            || sight.opacity < LEAST_OPACITY
            || self.is_sliver(one, other, sight)
            || self.is_past_edge(one, other, aspect, sight)
        {
            return Vec::new();
        }
        // Content that takes no room of its own but shows what is in it is there all the same.
        let is_there = match aspect {
            Aspect::Missing => self.other_view().is_any_seen(other),
            _ => self.view().is_any_seen(one),
        };
        if is_there {
            return Vec::new();
        }
        let words = |tree: &PageTree, id| text::shorten(&deep_text(tree, id));
        let (reference, test) = match aspect {
            Aspect::Missing => (words(&self.reference, one), String::new()),
            _ => (String::new(), words(&self.test, other)),
        };
        vec![Difference { aspect, property: "visibility".to_owned(), reference, test, weight: 1.0 }]
    }

    /// Whether hardly anything is seen in the one browser, and hardly less in the other: it opens or closes.
    fn is_sliver(&self, one: u64, other: u64, sight: Sight) -> bool {
        const LEAST_PX: f64 = 4.0;
        let boxes = self.reference.node(one).and_then(|it| it.bounds);
        let boxes = boxes.zip(self.test.node(other).and_then(|it| it.bounds));
        let Rect { width, height, .. } = sight.bounds;
        width.min(height) < LEAST_PX
            && boxes.is_some_and(|(one, other)| Pair { one, other }.change() < LEAST_PX)
    }

    /// Whether it slipped past the edge of something that shows a part of its content, by no more than its own size.
    fn is_past_edge(&self, one: u64, other: u64, aspect: Aspect, sight: Sight) -> bool {
        const NEAR: f64 = 1.5;
        let boxes = self.reference.node(one).and_then(|it| it.bounds);
        let boxes = boxes.zip(self.test.node(other).and_then(|it| it.bounds));
        let Some((ours, theirs)) = boxes else { return false };
        let (hidden, id, whole) = match aspect {
            Aspect::Missing => (self.other_view(), other, ours),
            _ => (self.view(), one, theirs),
        };
        let is_half = sight.area() * 2.0 < whole.width * whole.height;
        let is_near = |from: f64, to: f64, size: f64| (from - to).abs() <= NEAR * size;
        let is_alike = |one: f64, other: f64| (one - other).abs() <= 0.25 * one.max(other);
        hidden.is_cut_off(id)
            && (is_half || hidden.is_scrollable(id))
            && is_alike(ours.width, theirs.width)
            && is_alike(ours.height, theirs.height)
            && is_near(ours.x, theirs.x, whole.width)
            && is_near(ours.y, theirs.y, whole.height)
    }
}
