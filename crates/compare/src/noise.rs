//! What differs between two replays in one browser is nobody's bug.

use std::collections::BTreeSet;

use xcheck_trace::run::RunReader;

use crate::difference::Aspect;
use crate::page::Scope;
use crate::walk::{FOCUS, HIT, Sighting, missed_by, walk};

/// Places and aspects that do not come out the same twice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Noise {
    known: BTreeSet<(usize, String, Aspect)>,
    /// Pages and events at which a pointer, or keys, went to something else in one of two replays.
    missed: BTreeSet<(usize, Option<u64>)>,
}

impl Noise {
    /// Adds what differs between a run and a second one of the same browser.
    pub(crate) fn add(&mut self, run: &RunReader, again: &RunReader, scope: Scope) {
        for one in walk(run, again, scope).sightings {
            self.known.insert((one.page, one.place.xpath, one.difference.aspect));
        }
        self.missed.extend(missed(run).symmetric_difference(&missed(again)));
    }

    pub(crate) fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether a difference, or that of something it is in, is noise.
    pub(crate) fn covers(&self, one: &Sighting) -> bool {
        if matches!(one.difference.property.as_str(), HIT | FOCUS) {
            return self.missed.contains(&(one.page, one.event));
        }
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

/// Where a pointer, or keys, went to something else than in the recording.
fn missed(run: &RunReader) -> BTreeSet<(usize, Option<u64>)> {
    let all = run.divergences().flatten();
    let missed = all.filter(|it| missed_by(it.kind).is_some());
    missed.map(|it| (it.page, it.event)).collect()
}
