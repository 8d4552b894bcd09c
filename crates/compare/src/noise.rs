//! What differs between two replays in one browser is nobody's bug.

use std::collections::BTreeSet;

use xcheck_trace::run::RunReader;

use crate::difference::Aspect;
use crate::page::Scope;
use crate::walk::{Sighting, walk};

/// Places and aspects that do not come out the same twice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Noise {
    known: BTreeSet<(usize, String, Aspect)>,
}

impl Noise {
    /// Adds what differs between a run and a second one of the same browser.
    pub(crate) fn add(&mut self, run: &RunReader, again: &RunReader, scope: Scope) {
        for one in walk(run, again, scope).sightings {
            self.known.insert((one.page, one.place.xpath, one.difference.aspect));
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether a difference, or that of something it is in, is noise.
    pub(crate) fn covers(&self, one: &Sighting) -> bool {
        let mut path = one.place.xpath.as_str();
        loop {
            if self.known.contains(&(one.page, path.to_owned(), one.difference.aspect)) {
                return true;
            }
            match path.rsplit_once('/') {
                Some((parent, _)) if !parent.is_empty() => path = parent,
                _ => return false,
            }
        }
    }
}
