//! Relates the findings of a report to the labels of an app.

use crate::corpus::Label;

use super::path::{Distance, distance};
use super::report::Finding;

/// A label, and where its elements are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownLabel<'a> {
    pub(crate) label: &'a Label,
    pub(crate) places: &'a [String],
}

/// What a finding is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The one that stands for this label.
    Found {
        label: usize,
        is_cause_right: bool,
    },
    /// Fits a label that another finding stands for already.
    Duplicate,
    False,
}

/// One outcome per finding. A label is found by at most one finding and the other way round, closest first.
pub(crate) fn match_findings(labels: &[KnownLabel<'_>], findings: &[Finding]) -> Vec<Outcome> {
    let mut pairs = Vec::new();
    for (f, finding) in findings.iter().enumerate() {
        for (l, label) in labels.iter().enumerate() {
            if let Some(distance) = fits(label, finding) {
                pairs.push((distance, l, f));
            }
        }
    }
    pairs.sort_unstable();
    let mut outcomes = vec![Outcome::False; findings.len()];
    let mut is_label_found = vec![false; labels.len()];
    for (_, l, f) in pairs {
        if matches!(outcomes[f], Outcome::Found { .. }) {
            continue;
        }
        if is_label_found[l] {
            outcomes[f] = Outcome::Duplicate;
        } else {
            is_label_found[l] = true;
            let is_cause_right = names_cause(labels[l].label, &findings[f]);
            outcomes[f] = Outcome::Found { label: l, is_cause_right };
        }
    }
    outcomes
}

fn fits(known: &KnownLabel<'_>, finding: &Finding) -> Option<Distance> {
    let is_browser = known.label.browser.name() == finding.browser;
    let is_kind = known.label.kinds.iter().any(|kind| kind.name() == finding.kind);
    if !is_browser || !is_kind {
        return None;
    }
    let found = &finding.element.as_ref()?.xpath;
    known.places.iter().filter_map(|place| distance(found, place)).min()
}

/// Whether the finding's cause is one of the label's; either may be longer, as in `api.Element.moveBefore`.
fn names_cause(label: &Label, finding: &Finding) -> bool {
    let name = finding.cause.as_ref().and_then(|cause| cause.name.as_deref());
    let name = name.unwrap_or_default().trim().to_lowercase();
    let is_same = |cause: &String| {
        let cause = cause.trim().to_lowercase();
        name == cause
            || name.ends_with(&format!(".{cause}"))
            || cause.ends_with(&format!(".{name}"))
    };
    !name.is_empty() && label.cause.iter().any(is_same)
}
