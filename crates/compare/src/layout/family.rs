//! How the children of an element follow it: what is true of many comes from above, what is true of one from below.

use std::collections::{BTreeMap, HashMap};

/// Counts over the children of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Family {
    /// Children whose width changes just as their parent's.
    pub(crate) n_alike: usize,
    /// Children whose height changes just as their parent's, because their content does.
    pub(crate) n_pushing: usize,
    /// How much higher all children together are, in whole pixels, as if they stood one below the other.
    pub(crate) grown: i64,
}

impl Family {
    /// Whether nobody can tell from another.
    pub(crate) fn says_the_same(self, other: Self) -> bool {
        self.n_alike.min(2) == other.n_alike.min(2)
            && self.n_pushing.min(1) == other.n_pushing.min(1)
            && self.grown == other.grown
    }
}

/// What one child adds to its family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) parent: u64,
    pub(crate) is_alike: bool,
    pub(crate) is_pushing: bool,
    /// How much higher it is, in whole pixels.
    pub(crate) grown: i64,
}

/// All families of a page, kept up to date child by child.
#[derive(Clone, Debug, Default)]
pub(crate) struct Families {
    shares: HashMap<u64, Share>,
    families: HashMap<u64, Family>,
}

impl Families {
    pub(crate) fn of(&self, parent: u64) -> Family {
        self.families.get(&parent).copied().unwrap_or_default()
    }

    /// Says what a child adds from now on. What a family was before its first change is put into `before`.
    pub(crate) fn set(
        &mut self,
        child: u64,
        share: Option<Share>,
        before: &mut BTreeMap<u64, Family>,
    ) {
        if self.shares.get(&child).copied() == share {
            return;
        }
        if let Some(old) = self.shares.remove(&child) {
            let family = self.families.entry(old.parent).or_default();
            before.entry(old.parent).or_insert(*family);
            family.n_alike -= usize::from(old.is_alike);
            family.n_pushing -= usize::from(old.is_pushing);
            family.grown -= old.grown;
        }
        if let Some(new) = share {
            let family = self.families.entry(new.parent).or_default();
            before.entry(new.parent).or_insert(*family);
            family.n_alike += usize::from(new.is_alike);
            family.n_pushing += usize::from(new.is_pushing);
            family.grown += new.grown;
            self.shares.insert(child, new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_is_the_sum_of_its_children() {
        let share = |is_alike| Some(Share { parent: 1, is_alike, is_pushing: true, grown: 3 });
        let (mut families, mut before) = (Families::default(), BTreeMap::new());
        families.set(2, share(true), &mut before);
        families.set(3, share(false), &mut before);
        assert_eq!(families.of(1), Family { n_alike: 1, n_pushing: 2, grown: 6 });
        assert_eq!(before, BTreeMap::from([(1, Family::default())]));
        families.set(2, None, &mut before);
        families.set(3, share(true), &mut before);
        assert_eq!(families.of(1), Family { n_alike: 1, n_pushing: 1, grown: 3 });
    }
}
