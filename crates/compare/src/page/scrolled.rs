//! Elements that are scrolled to another place in each browser: what is in them is elsewhere, and out of sight, for that.

use std::collections::BTreeSet;

use xcheck_trace::run::{Node, PageTree};

use super::{PagePair, descendants};
use crate::difference::{Aspect, Difference};

/// What is told of an element that is scrolled to another place.
pub(crate) const SCROLL: &str = "scroll";
/// Engines round, and content is a little higher or lower in each.
const LEAST_PX: f64 = 24.0;
/// And a small part of what is shown is not noticed.
const LEAST_SHARE: f64 = 0.15;

impl PagePair {
    /// Brings up to date which elements are scrolled elsewhere; returns those that were not before, or are not any more.
    pub(super) fn know_scrolled(
        &mut self,
        (ours, theirs): (&BTreeSet<u64>, &BTreeSet<u64>),
    ) -> Vec<u64> {
        let from_there = theirs.iter().filter_map(|id| self.matching.reference_of(*id));
        let new: Vec<u64> = ours.iter().copied().chain(from_there).collect();
        self.scrollers.extend(new);
        let mut scrollers = std::mem::take(&mut self.scrollers);
        scrollers.retain(|id| self.reference.node(*id).is_some());
        let now: BTreeSet<u64> =
            scrollers.iter().copied().filter(|id| self.scrolled_apart(*id).is_some()).collect();
        self.scrollers = scrollers;
        let before = std::mem::replace(&mut self.apart, now);
        self.apart.symmetric_difference(&before).copied().collect()
    }

    /// How far an element is scrolled in each browser, if what is in it accounts for no such difference.
    fn scrolled_apart(&self, one: u64) -> Option<((f64, f64), (f64, f64))> {
        let other = self.matching.test_of(one)?;
        let (ours, theirs) = (self.reference.node(one)?, self.test.node(other)?);
        if !is_scroller(&self.reference, one) || !is_scroller(&self.test, other) {
            return None;
        }
        self.view().sight(one)?;
        self.other_view().sight(other)?;
        let (here, there) = (ours.scroll.unwrap_or_default(), theirs.scroll.unwrap_or_default());
        let (own, content) = (ours.bounds?, self.content(ours, theirs)?);
        let is_apart = |way: f64, size: f64, more: f64| {
            // Whoever is scrolled to the end is as far as there is something.
            let off = way.abs().min((way - more).abs());
            off >= LEAST_PX.max(LEAST_SHARE * size)
        };
        let (wider, higher) =
            (content.other.width - content.one.width, content.other.height - content.one.height);
        (is_apart(there.0 - here.0, own.width, wider)
            || is_apart(there.1 - here.1, own.height, higher))
        .then_some((here, there))
    }

    /// An element that is scrolled elsewhere.
    pub(super) fn scrolled(&self, one: u64) -> Option<Difference> {
        let (here, there) = self.apart.contains(&one).then(|| self.scrolled_apart(one))??;
        let told = |at: (f64, f64)| format!("{:.0},{:.0}", at.0, at.1);
        Some(Difference {
            aspect: Aspect::Place,
            property: SCROLL.to_owned(),
            reference: told(here),
            test: told(there),
            weight: 1.0,
        })
    }

    /// Whether something that an element is in is scrolled elsewhere.
    pub(super) fn is_scrolled_away(&self, node: &Node) -> bool {
        let outer = std::iter::successors(Some(node.parent), |id| {
            self.reference.node(*id).map(|node| node.parent)
        });
        !self.apart.is_empty()
            && outer.take(self.reference.nodes().len()).any(|id| self.apart.contains(&id))
    }

    pub(super) fn all_in(&self, scrollers: &[u64]) -> impl Iterator<Item = u64> {
        scrollers.iter().flat_map(|id| descendants(&self.reference, Some(*id)))
    }
}

fn is_scroller(tree: &PageTree, id: u64) -> bool {
    tree.computed(id, "overflow")
        .is_some_and(|it| ["auto", "scroll", "hidden"].iter().any(|name| it.contains(name)))
}
