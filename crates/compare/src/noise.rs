//! What differs between two replays in one browser is nobody's bug.

use std::collections::BTreeSet;

use xcheck_model::run::DivergenceKind;
use xcheck_trace::run::RunReader;

use crate::difference::Aspect;
use crate::page::Scope;
use crate::walk::{HIT, Sighting, walk};

/// Places and aspects that do not come out the same twice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Noise {
    known: BTreeSet<(usize, String, Aspect)>,
    /// Pages and events at which a pointer hit something else in one of two replays.
    hits: BTreeSet<(usize, Option<u64>)>,
}

impl Noise {
    /// Adds what differs between a run and a second one of the same browser.
    pub(crate) fn add(&mut self, run: &RunReader, again: &RunReader, scope: Scope) {
        for one in walk(run, again, scope).sightings {
            self.known.insert((one.page, one.place.xpath, one.difference.aspect));
        }
        self.hits.extend(hits(run).symmetric_difference(&hits(again)));
    }

    pub(crate) fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether a difference, or that of something it is in, is noise.
    pub(crate) fn covers(&self, one: &Sighting) -> bool {
        if one.difference.property == HIT {
            return self.hits.contains(&(one.page, one.event));
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

/// Where a pointer hit something else than in the recording.
fn hits(run: &RunReader) -> BTreeSet<(usize, Option<u64>)> {
    let all = run.divergences().flatten();
    let hits = all.filter(|it| it.kind == DivergenceKind::TargetNotHit);
    hits.map(|it| (it.page, it.event)).collect()
}
