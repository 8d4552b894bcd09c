//! Where a reference does not do in its replay what was recorded in it: from there on nobody knows what is right.

use std::collections::BTreeMap;

use serde::Serialize;
use xcheck_model::run::DivergenceKind;
use xcheck_trace::run::RunReader;

/// A page of the reference, and where it left its recording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stray {
    pub page: usize,
    /// None if it never was as recorded.
    pub event: Option<u64>,
    /// What it did.
    pub detail: String,
}

impl Stray {
    /// For people.
    pub fn text(&self) -> String {
        let place = match self.event {
            Some(event) => format!("from event {event} of page {} on", self.page),
            None => format!("in page {}", self.page),
        };
        format!(
            "it did not do what was recorded {place}, so that this is not compared: {}",
            self.detail
        )
    }
}

/// The first such place of each page. What was recorded in another browser says nothing about what this one should do.
pub(crate) fn strays(reference: &RunReader) -> BTreeMap<usize, Stray> {
    let head = reference.head();
    let mut strays: BTreeMap<usize, Stray> = BTreeMap::new();
    if head.trace.recorder.browser != head.browser.name.engine().name() {
        return strays;
    }
    for one in reference.divergences().flatten().filter(|it| is_telling(it.kind)) {
        let detail = format!("{}: {}", one.kind.title(), one.detail);
        let stray = Stray { page: one.page, event: one.event, detail };
        let known = strays.entry(one.page).or_insert_with(|| stray.clone());
        if (stray.event, &stray.detail) < (known.event, &known.detail) {
            *known = stray;
        }
    }
    strays
}

/// Whether it says that code of the app ran in another way.
fn is_telling(kind: DivergenceKind) -> bool {
    use DivergenceKind::{
        CallbackDifferent, CallbackMissing, ErrorMissing, ErrorOnlyHere, NavigationMissing,
        NavigationSurplus, PageBlocked, TargetNotFound, TimedOut,
    };
    matches!(
        kind,
        CallbackMissing
            | CallbackDifferent
            | TargetNotFound
            | ErrorOnlyHere
            | ErrorMissing
            | NavigationMissing
            | NavigationSurplus
            | TimedOut
            | PageBlocked
    )
}
