//! Loose matching of selectors with what is known of elements.
//!
//! States and structure cannot be known, so pseudo-classes match whatever they are.

use super::Marks;
use super::css::{is_name, split};

/// Deeper `:is(:is(…))` matches everything.
const MAX_DEPTH: usize = 4;

/// How well a selector fits an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Match {
    /// The element itself fits, and what should be around it is not there, at least not now.
    Elsewhere,
    /// It fits whatever there is.
    Anything,
    /// By type alone.
    Type,
    /// By a class, an attribute or an id.
    Named,
}

/// One compound of a selector.
#[derive(Debug, Default)]
struct Compound<'a> {
    name: Option<&'a str>,
    ids: Vec<&'a str>,
    classes: Vec<&'a str>,
    /// Name and value.
    attributes: Vec<(&'a str, Option<&'a str>)>,
    /// Name and argument.
    pseudos: Vec<(&'a str, &'a str)>,
}

/// The best match of a selector among elements, with the distance of the element that it fits.
pub(super) fn best_match(selector: &str, elements: &[Marks]) -> Option<(Match, usize)> {
    let compounds = compounds(selector);
    let (last, outer) = compounds.split_last()?;
    let last = parse(last);
    let fits_outer = |from: usize| {
        outer.iter().all(|text| {
            let compound = parse(text);
            elements.iter().any(|it| it.distance > from && fits(&compound, it, 0).is_some())
        })
    };
    elements
        .iter()
        .filter_map(|it| {
            let found = fits(&last, it, 0)?;
            let is_named = found == Match::Named;
            match fits_outer(it.distance) {
                true => Some((found, it.distance)),
                false => is_named.then_some((Match::Elsewhere, it.distance)),
            }
        })
        .min_by_key(|(found, distance)| (*distance, std::cmp::Reverse(*found)))
}

/// Names of all pseudo-classes and pseudo-elements, with their arguments.
pub(super) fn pseudos(selector: &str) -> Vec<(&str, &str)> {
    compounds(selector).into_iter().flat_map(|it| parse(it).pseudos).collect()
}

/// Compounds that can be checked: the last, and ancestors. Siblings cannot.
fn compounds(selector: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for one in split(selector, ' ') {
        let mut rest = one;
        loop {
            let parts = split(rest, '>');
            if parts.len() > 1 {
                found.extend(parts);
                break;
            }
            rest = match rest.strip_prefix(['+', '~', '|']) {
                // What stands before is a sibling.
                Some(after) => {
                    found.pop();
                    after
                }
                None => {
                    let sibling = ['+', '~'].into_iter().find_map(|c| {
                        let parts = split(rest, c);
                        (parts.len() > 1).then(|| parts[parts.len() - 1])
                    });
                    found.push(sibling.unwrap_or(rest));
                    break;
                }
            };
        }
    }
    found.retain(|it| !it.trim().is_empty());
    found
}

fn parse(text: &str) -> Compound<'_> {
    let mut compound = Compound::default();
    let mut rest = text.trim();
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        match c {
            '#' | '.' => {
                let (name, more) = name(after);
                let names = if c == '#' { &mut compound.ids } else { &mut compound.classes };
                names.push(name);
                rest = more;
            }
            '[' => {
                let end = after.find(']').unwrap_or(after.len());
                let inside = &after[..end];
                let end_of_name = inside.find(|c: char| !is_name(c)).unwrap_or(inside.len());
                let (name, value) = inside.split_at(end_of_name);
                // Only equality is checked; the rest needs the attribute alone.
                let value = value
                    .trim()
                    .strip_prefix('=')
                    .map(|value| value.trim().split([' ', '\t']).next().unwrap_or_default());
                let value = value.map(|value| value.trim_matches(['"', '\'']));
                compound.attributes.push((name, value));
                rest = after.get(end + 1..).unwrap_or_default();
            }
            ':' => {
                let (pseudo, more) = name(after.trim_start_matches(':'));
                let (argument, more) = argument(more);
                compound.pseudos.push((pseudo, argument));
                rest = more;
            }
            _ if is_name(c) => {
                let (name, more) = name(rest);
                compound.name = Some(name);
                rest = more;
            }
            _ => rest = after,
        }
    }
    compound
}

fn name(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !is_name(c)).unwrap_or(text.len()))
}

/// What is in brackets, and what follows them.
fn argument(text: &str) -> (&str, &str) {
    let Some(inside) = text.strip_prefix('(') else { return ("", text) };
    let mut n_brackets = 1_usize;
    for (at, c) in inside.char_indices() {
        match c {
            '(' => n_brackets += 1,
            ')' => n_brackets -= 1,
            _ => {}
        }
        if n_brackets == 0 {
            return (&inside[..at], &inside[at + 1..]);
        }
    }
    (inside, "")
}

fn fits(compound: &Compound<'_>, element: &Marks, depth: usize) -> Option<Match> {
    let is_same_name = compound.name.is_none_or(|name| element.name.eq_ignore_ascii_case(name));
    let has_ids = compound.ids.iter().all(|id| element.id == *id);
    let has_classes =
        compound.classes.iter().all(|class| element.classes.iter().any(|it| it == class));
    let has_attributes = compound.attributes.iter().all(|(name, value)| {
        let found = element.attributes.get(*name);
        found.is_some_and(|found| value.is_none_or(|value| value == found))
    });
    if !(is_same_name && has_ids && has_classes && has_attributes) {
        return None;
    }
    let n_names = compound.ids.len() + compound.classes.len() + compound.attributes.len();
    let mut found = match compound.name {
        _ if n_names > 0 => Match::Named,
        Some(_) => Match::Type,
        None => Match::Anything,
    };
    for (pseudo, argument) in &compound.pseudos {
        if *pseudo == "root" {
            let is_root = element.name.eq_ignore_ascii_case("html");
            found = is_root.then_some(found.max(Match::Type))?;
        }
        // An element with a name of the page's own mostly has a shadow tree.
        if matches!(*pseudo, "host" | "host-context") && element.name.contains('-') {
            found = Match::Named;
        }
        if matches!(*pseudo, "is" | "where" | "matches") && depth < MAX_DEPTH {
            let best = split(argument, ',')
                .into_iter()
                .filter_map(|one| fits(&parse(compounds(one).last()?), element, depth + 1))
                .max()?;
            found = found.max(best);
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn marks(name: &str, id: &str, class: &str, distance: usize) -> Marks {
        Marks {
            name: name.to_owned(),
            id: id.to_owned(),
            classes: class.split_whitespace().map(str::to_owned).collect(),
            attributes: BTreeMap::from([("open".to_owned(), "yes".to_owned())]),
            distance,
        }
    }

    fn found(selector: &str) -> Option<(Match, usize)> {
        let elements = [
            marks("button", "save", "big red", 0),
            marks("div", "", "job is-open", 1),
            marks("html", "", "", 2),
        ];
        best_match(selector, &elements)
    }

    #[test]
    fn selectors_fit_loosely() {
        for (selector, expected) in [
            ("#save", Some((Match::Named, 0))),
            ("button:hover", Some((Match::Type, 0))),
            (".job.is-open .big", Some((Match::Named, 0))),
            (".job.is-open>.big", Some((Match::Named, 0))),
            (".other .big", Some((Match::Elsewhere, 0))),
            (".other button", None),
            (".other + .big::before", Some((Match::Named, 0))),
            (".other~.big", Some((Match::Named, 0))),
            (".job", Some((Match::Named, 1))),
            ("*", Some((Match::Anything, 0))),
            (":root", Some((Match::Type, 2))),
            (":is(a, .job > .red)", Some((Match::Named, 0))),
            (":where(a, i)", None),
            ("[open=\"yes\" i]", Some((Match::Named, 0))),
            ("[open=no]", None),
            ("[name]", None),
            ("svg|button", Some((Match::Type, 0))),
            ("", None),
        ] {
            assert_eq!(found(selector), expected, "{selector}");
        }
        assert_eq!(
            pseudos("a:has(> b)::details-content, c"),
            [("has", "> b"), ("details-content", "")]
        );
    }

    proptest! {
        #[test]
        fn any_selector_is_no_surprise(text in "[a-c:.#>+~|\\[\\]() =\"'*é,&\\\\]{0,60}") {
            found(&text);
            pseudos(&text);
        }
    }
}
