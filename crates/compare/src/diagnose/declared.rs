//! What a page declares, every browser takes, and no data knows of: it comes out in other ways all the same.
//!
//! The last that is asked. What is named must be declared for an element concerned, or for what it is in.

use super::css::Rule;
use super::effect::{Effect, effect, fit};
use super::selector::{Match, best_match};
use super::styles::{closeness_of, is_related};
use super::{Candidate, Evidence, NOWHERE};
use crate::difference::Aspect;
use crate::report::CauseKind;

const IN_BOTH: &str = "in both browsers, with different results";

/// Where engines are known to have ideas of their own, beside whatever has the name of what differs.
const DELICATE: &[(&str, i32)] = &[
    ("align-content", 5),
    ("aspect-ratio", 8),
    ("break-", 5),
    ("column-count", 8),
    ("column-width", 8),
    ("columns", 8),
    ("contain", 5),
    ("flex-flow", 8),
    ("flex-wrap", 8),
    ("float", 3),
    ("hyphens", 5),
    ("line-height", 3),
    ("max-", 8),
    ("min-", 8),
    ("shape-", 8),
    ("table-layout", 3),
    ("text-indent", 3),
    ("vertical-align", 5),
    ("writing-mode", 12),
    ("zoom", 8),
];

/// The same of attributes.
const DELICATE_ATTRIBUTES: &[&str] = &["rowspan", "colspan"];

/// The same of fields: what may be typed, and what scripts are told of it.
const PICKY_TYPES: &[&str] = &[
    "color",
    "date",
    "datetime-local",
    "email",
    "month",
    "number",
    "range",
    "time",
    "url",
    "week",
];

/// Styles that came out in one browser only, whatever the reason.
pub(super) fn of_one_browser(rules: &[Rule], evidence: &Evidence<'_>) -> Vec<Candidate> {
    let candidate = |(property, distance): &(&str, usize)| {
        // What nobody declared is an engine's own style.
        let closeness = closest(rules, evidence, |it| is_related(it, property))?;
        let near = closeness_of(property, (Match::Type, *distance)).min(closeness);
        let score = near + fit(effect(property), &evidence.aspects);
        Some(named(property, "computed in one of the browsers only", score))
    };
    evidence.styles.iter().filter_map(candidate).collect()
}

/// Declarations that both browsers take, by how well they fit what was measured.
pub(super) fn in_both_browsers(rules: &[Rule], evidence: &Evidence<'_>) -> Vec<Candidate> {
    let is_layout = |it: &Aspect| matches!(it, Aspect::Size | Aspect::Place);
    if !evidence.aspects.iter().any(is_layout) {
        return Vec::new();
    }
    let (reference, test) = evidence.texts;
    let mut found = Vec::new();
    for rule in rules {
        for declaration in &rule.declarations {
            let property = declaration.property.as_str();
            if property.starts_with("--") || effect(property) == Effect::Nothing {
                continue;
            }
            let is_measured = evidence.properties.iter().any(|it| is_related(property, it));
            let delicate = DELICATE.iter().find(|(name, _)| property.starts_with(name));
            if !is_measured && delicate.is_none() {
                continue;
            }
            let matches = rule.selectors.iter().filter_map(|it| best_match(it, &evidence.elements));
            let Some((closeness, is_own)) =
                matches.map(|it| (closeness_of(property, it), it.1 == 0)).max()
            else {
                continue;
            };
            let mut score = closeness + delicate.map_or(0, |(_, more)| *more);
            if !is_measured || delicate.is_none() {
                score -= 10;
            }
            // The other browser does not do what this one does, or this one does not do it for a reason.
            let has = |size: &str| declaration.value.split_whitespace().any(|it| it == size);
            if is_measured && is_own && has(reference) != has(test) {
                score += if has(reference) { 20 } else { -20 };
            }
            found.push(named(property, IN_BOTH, score));
        }
    }
    let attributes = evidence.elements.iter().filter(|it| it.distance <= 1);
    let attributes = attributes.flat_map(|it| it.attributes.keys()).map(String::as_str);
    let delicate = attributes.filter(|it| DELICATE_ATTRIBUTES.contains(it));
    found.extend(delicate.map(|it| named(it, IN_BOTH, 26)));
    found
}

/// Fields of some types take what is typed in each browser's own way.
pub(super) fn of_fields(evidence: &Evidence<'_>) -> Vec<Candidate> {
    let is_meant = evidence.properties.contains(&"value");
    let inputs = evidence.elements.iter().filter(|it| it.distance == 0 && it.name == "input");
    let types = inputs.filter_map(|it| it.attributes.get("type")).map(|it| it.to_ascii_lowercase());
    let types = types.filter(|it| is_meant && PICKY_TYPES.contains(&it.as_str()));
    types
        .map(|it| Candidate {
            kind: CauseKind::Api,
            ..named(&format!("input.type_{it}"), IN_BOTH, 28)
        })
        .collect()
}

/// How near the nearest declaration is to what was found.
fn closest(
    rules: &[Rule],
    evidence: &Evidence<'_>,
    is_meant: impl Fn(&str) -> bool,
) -> Option<i32> {
    let of_rule = |rule: &Rule| {
        let mut properties = rule.declarations.iter().map(|it| it.property.as_str());
        let property = properties.find(|it| is_meant(it))?;
        let matches = rule.selectors.iter().filter_map(|it| best_match(it, &evidence.elements));
        matches.map(|it| closeness_of(property, it)).max()
    };
    rules.iter().filter_map(of_rule).max()
}

fn named(property: &str, support: &str, score: i32) -> Candidate {
    Candidate {
        kind: CauseKind::Css,
        name: property.to_owned(),
        support: support.to_owned(),
        score,
        is_guess: true,
        at: NOWHERE,
    }
}
