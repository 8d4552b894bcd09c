//! What a step did to the documents of a pair of pages.

use std::collections::{BTreeMap, BTreeSet};

use super::NodePair;

/// What a step changed in the documents themselves: nodes that came, went, moved, or whose attributes or text changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mutated {
    pub(crate) reference: BTreeSet<u64>,
    pub(crate) test: BTreeSet<u64>,
    /// Of these, pairs whose own attributes, values or texts changed, in the one document and in the other.
    pub(crate) marked: BTreeMap<u64, (bool, bool)>,
    /// Elements that say something else now, in the one document and in the other.
    pub(crate) said: (BTreeSet<u64>, BTreeSet<u64>),
    /// Elements that scrolled what is in them.
    pub(super) scrolled: (BTreeSet<u64>, BTreeSet<u64>),
}

impl Mutated {
    /// Whether something was done to one of a pair, or with it.
    pub(crate) fn holds(&self, pair: NodePair) -> bool {
        let is_in = |ids: &BTreeSet<u64>, id: Option<u64>| id.is_some_and(|id| ids.contains(&id));
        is_in(&self.reference, pair.reference)
            || is_in(&self.test, pair.test)
            || is_in(&self.scrolled.0, pair.reference)
            || is_in(&self.scrolled.1, pair.test)
    }
}
