//! Texts, values of fields and states of controls.

use serde_json::Value;
use xcheck_trace::run::{Node, NodeKind, PageTree};

use crate::difference::{Aspect, Difference};

/// States that a person sees.
const STATES: &[&str] = &["checked", "indeterminate", "selected", "open"];
/// As much of a text as a report needs.
const SHOWN_CHARS: usize = 200;
/// Their value is not the text that they show.
const VALUELESS: &[&str] = &["checkbox", "radio", "hidden", "range", "color", "file"];

/// How far below an element it is looked for what it says.
pub(crate) const SAID_LEVELS: usize = 2;

/// The text that an element itself has, as a person reads it.
pub(crate) fn own_text(tree: &PageTree, node: &Node) -> String {
    let mut words = String::new();
    for child in &node.children {
        let Some(child) = tree.node(*child) else { continue };
        if child.kind != NodeKind::Text {
            continue;
        }
        for word in child.text.as_deref().unwrap_or_default().split_whitespace() {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(word);
        }
    }
    words
}

/// All that is said in an element, as far as it goes.
pub(crate) fn deep_text(tree: &PageTree, id: u64) -> String {
    const MOST_NODES: usize = 400;
    let mut words: Vec<&str> = Vec::new();
    let mut waiting = vec![id];
    for _ in 0..MOST_NODES {
        let Some(id) = waiting.pop() else { break };
        let Some(node) = tree.node(id) else { continue };
        words.extend(node.text.as_deref().map(str::trim));
        waiting.extend(node.children.iter().rev());
    }
    words.join(" ")
}

/// Whether the same is said in two elements, though perhaps not by the same elements in them.
fn is_said_inside(reference: &PageTree, one: &Node, test: &PageTree, other: &Node) -> bool {
    let words = |tree: &PageTree, node: &Node| {
        let mut words = Vec::new();
        add_words(tree, node, SAID_LEVELS, &mut words);
        words
    };
    words(reference, one) == words(test, other)
}

fn add_words(tree: &PageTree, node: &Node, n_levels: usize, words: &mut Vec<String>) {
    for child in node.children.iter().filter_map(|id| tree.node(*id)) {
        let text = child.text.as_deref().unwrap_or_default();
        words.extend(text.split_whitespace().map(str::to_owned));
        if n_levels > 0 {
            add_words(tree, child, n_levels - 1, words);
        }
    }
}

pub(crate) fn shorten(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The words that differ between two texts, without those that are the same before and after them; of single words, the
/// letters. Nothing if the texts have nothing in common, or differ in digits of a word alone.
pub(crate) fn change(reference: &str, test: &str) -> Option<(String, String)> {
    let (ours, theirs): (Vec<&str>, Vec<&str>) =
        (reference.split_whitespace().collect(), test.split_whitespace().collect());
    if let ([ours], [theirs]) = (ours.as_slice(), theirs.as_slice()) {
        let letters = |word: &str| word.chars().map(String::from).collect::<Vec<_>>();
        let (ours, theirs) = (letters(ours), letters(theirs));
        let (a, b) = between(&ours, &theirs)?;
        let is_number = |text: &[String]| text.concat().chars().all(char::is_numeric);
        return (!is_number(a) || !is_number(b)).then(|| (a.concat(), b.concat()));
    }
    between(&ours, &theirs).map(|(a, b)| (a.join(" "), b.join(" ")))
}

/// What two lists do not have in common between a same begin and a same end, if there is any.
fn between<'a, T: PartialEq>(ours: &'a [T], theirs: &'a [T]) -> Option<(&'a [T], &'a [T])> {
    let n_before = ours.iter().zip(theirs).take_while(|(a, b)| a == b).count();
    let (ours, theirs) = (&ours[n_before..], &theirs[n_before..]);
    let n_after = ours.iter().rev().zip(theirs.iter().rev()).take_while(|(a, b)| a == b).count();
    let own = |list: &'a [T]| &list[..list.len() - n_after];
    (n_before + n_after > 0).then(|| (own(ours), own(theirs)))
}

/// What stands between words and numbers that are the same in two texts, where it differs: `1 450` and `1'450`.
///
/// Nothing if the words themselves differ, or if nothing does.
pub(crate) fn setting(reference: &str, test: &str) -> Option<Vec<(String, String)>> {
    let words = |text: &str| text.chars().filter(|it| it.is_alphanumeric()).collect::<String>();
    if words(reference) != words(test) || words(reference).is_empty() {
        return None;
    }
    // One has a separator where the other may have none, so both are read character by character.
    let mut found = Vec::new();
    let (mut a, mut b) = (reference.chars().peekable(), test.chars().peekable());
    loop {
        let gap = |it: &mut std::iter::Peekable<std::str::Chars<'_>>| {
            let mut gap = String::new();
            while let Some(char) = it.next_if(|char| !char.is_alphanumeric()) {
                gap.push(char);
            }
            gap
        };
        let both = (gap(&mut a), gap(&mut b));
        if both.0 != both.1 {
            found.push(both);
        }
        if a.next().is_none() | b.next().is_none() {
            break;
        }
    }
    found.sort();
    found.dedup();
    (!found.is_empty()).then_some(found)
}

/// What differs between the texts and states of a pair of elements.
pub(crate) fn differences(
    reference: &PageTree,
    one: &Node,
    test: &PageTree,
    other: &Node,
) -> Vec<Difference> {
    let mut found = Vec::new();
    let mut add = |aspect, property: &str, reference: String, test: String| {
        if reference != test {
            let (reference, test) = (shorten(&reference), shorten(&test));
            let property = property.to_owned();
            found.push(Difference { aspect, property, reference, test, weight: 1.0 });
        }
    };
    if !matches!(one.name(), Some("textarea" | "script" | "style" | "noscript" | "template")) {
        let (ours, theirs) = (own_text(reference, one), own_text(test, other));
        // Editors wrap lines in elements in each engine's own way.
        if ours != theirs && !is_said_inside(reference, one, test, other) {
            add(Aspect::Text, "text", ours, theirs);
        }
    }
    let field =
        |node: &Node, name: &str| -> Option<Value> { node.form.as_ref()?.get(name).cloned() };
    let kind = one.attributes.get("type").map_or("", String::as_str);
    if !VALUELESS.contains(&kind)
        && let (Some(ours), Some(theirs)) = (field(one, "value"), field(other, "value"))
    {
        let text = |value: Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let (ours, theirs) = (text(ours), text(theirs));
        let is_gauge = matches!(one.name(), Some("meter" | "progress"));
        if !(is_gauge && is_same_number(&ours, &theirs)) {
            add(Aspect::Text, "value", ours, theirs);
        }
    }
    for state in STATES {
        let text = |node| field(node, state).map_or_else(String::new, |value| value.to_string());
        add(Aspect::State, state, text(one), text(other));
    }
    found
}

/// Whether two values are one number, written with as many digits as an engine likes.
fn is_same_number(one: &str, other: &str) -> bool {
    const SAME: f64 = 1e-6;
    let (Ok(one), Ok(other)) = (one.parse::<f64>(), other.parse::<f64>()) else { return false };
    (one - other).abs() <= SAME * one.abs().min(other.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_same_with_more_digits() {
        assert!(is_same_number("0.333333333333333", "0.3333333333333333"));
        assert!(!is_same_number("0.33", "0.34"));
        assert!(!is_same_number("half", "half"), "there is no number");
    }

    #[test]
    fn a_change_is_what_is_not_the_same() {
        let change = |a: &str, b: &str| change(a, b).map(|(a, b)| format!("{a}|{b}"));
        assert_eq!(change("2 of at most 6", "3 of at most 6").as_deref(), Some("2|3"));
        assert_eq!(change("at most 2 terms", "at most 3 terms").as_deref(), Some("2|3"));
        assert_eq!(change("a b", "a b c").as_deref(), Some("|c"));
        assert_eq!(change("₹86K", "₹86T").as_deref(), Some("K|T"));
        assert_eq!(change("2", "3"), None);
        assert_eq!(change("12", "11"), None);
    }

    #[test]
    fn the_same_words_are_set_in_other_ways() {
        let one = |a: &str, b: &str| Some(vec![(a.to_owned(), b.to_owned())]);
        assert_eq!(setting("1 450,00", "1'450,00"), one(" ", "'"));
        assert_eq!(setting("Il reste 11 415,25", "Il reste 11'415,25"), one(" ", "'"));
        assert_eq!(setting("1.450", "1450"), one(".", ""));
        assert_eq!(setting("1.450", "1.450"), None);
        assert_eq!(setting("1.450", "1.451"), None);
        assert_eq!(setting("–", "-"), None);
    }
}
