//! Locators of Selenium IDE.

use crate::error::Problem;
use crate::{Selector, Target};

/// The element that `first` locates, with the `others` as further ways to find it.
pub(super) fn target(first: &str, others: &[&str]) -> Result<Target, Problem> {
    let mut alternatives = vec![vec![selector(first)?]];
    // What the IDE lists besides may be of a kind that we do not know.
    for other in others.iter().filter_map(|other| selector(other).ok()) {
        if !alternatives.iter().any(|known| known[0] == other) {
            alternatives.push(vec![other]);
        }
    }
    Ok(Target(alternatives))
}

fn selector(text: &str) -> Result<Selector, Problem> {
    let text = text.trim();
    if text.starts_with("//") || text.starts_with("(/") {
        return Ok(Selector::XPath(text.to_owned()));
    }
    let hint = "one of id=, name=, css=, xpath=, linkText=, partialLinkText= or //…";
    let Some((kind, rest)) = text.split_once('=').filter(|(_, rest)| !rest.is_empty()) else {
        return Err(Problem::new(format!("{text:?} is no locator"), hint));
    };
    let owned = rest.to_owned();
    Ok(match kind.trim() {
        "id" => Selector::id(rest),
        "name" => Selector::name(rest),
        "css" => Selector::Css(owned),
        "xpath" => Selector::XPath(owned),
        "link" | "linkText" => Selector::Link(owned),
        "partialLinkText" => Selector::PartialLink(owned),
        other => return Err(Problem::new(format!("unknown locator kind {other:?}"), hint)),
    })
}
