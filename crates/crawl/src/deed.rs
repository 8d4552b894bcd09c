//! Plans as deeds, and deeds as the steps of a drive.

use std::collections::BTreeMap;

use xcheck_config::value_for;
use xcheck_drive::{
    Action, Choice, Drive, Key, Point, Pointer, SelectOption, Selector, Spot, Step, Target,
};

use crate::choose::Plan;
use crate::graph::Deed;
use crate::look::{Act, Candidate};

/// What people type where nothing says what is wanted.
const WORDS: &str = "Some words";

/// Decides what is typed and chosen; the same for the same plan and seed.
pub(crate) fn deeds(plan: &Plan, values: &BTreeMap<String, String>, seed: u64) -> Vec<Deed> {
    plan.candidates.iter().map(|one| deed(one, values, seed)).collect()
}

fn deed(one: &Candidate, values: &BTreeMap<String, String>, seed: u64) -> Deed {
    let value = match one.action {
        Act::Fill if one.is_other => one.value.clone(),
        Act::Fill => Some(value(one, values, seed)),
        Act::Type => Some(WORDS.to_owned()),
        _ => one.value.clone(),
    };
    let (selector, label) = (one.selector.clone(), one.label.clone());
    Deed { action: one.action, selector, label, value }
}

fn value(one: &Candidate, values: &BTreeMap<String, String>, seed: u64) -> String {
    let Some(field) = &one.field else { return WORDS.to_owned() };
    let own = values.get(&one.selector).or_else(|| values.get(&field.name));
    let example = || example(&field.placeholder).map(str::to_owned);
    let fitting = || example().or_else(|| one.value.clone()).filter(|_| !one.is_filled);
    // What is there already is replaced by something else.
    own.cloned()
        .or_else(fitting)
        .unwrap_or_else(|| value_for(field, seed.wrapping_add(u64::from(one.is_filled))))
}

/// What a field says itself could be written into it.
fn example(placeholder: &str) -> Option<&str> {
    const SIGNS: [&str; 7] = ["e.g.", "eg.", "ex.", "for example", "example:", "such as", "z. B."];
    let is_begun = |sign: &&str| {
        placeholder.get(..sign.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(sign))
    };
    let rest = SIGNS.iter().find(|sign| is_begun(sign)).map(|sign| &placeholder[sign.len()..])?;
    let rest = rest.trim_start_matches([':', ',']).trim().trim_matches(['"', '“', '”', '…']).trim();
    (!rest.is_empty()).then_some(rest)
}

/// The drive that does it.
pub(crate) fn drive(deeds: &[Deed]) -> Drive {
    let actions = deeds.iter().flat_map(actions);
    let steps = actions.enumerate().map(|(index, action)| Step::new(index + 1, action)).collect();
    Drive::new(String::new(), steps)
}

fn actions(deed: &Deed) -> Vec<Action> {
    let target = || Target::one(Selector::Css(deed.selector.clone()));
    let value = || deed.value.clone().unwrap_or_default();
    let click = |count| Action::Click { target: target(), pointer: Pointer::default(), count };
    let key = || Key::named(&value()).into_iter().collect::<Vec<_>>();
    match deed.action {
        Act::Click => vec![click(1)],
        Act::Double => vec![click(2)],
        Act::Hover => vec![Action::PointerMove(Point { target: target(), spot: Spot::Middle })],
        Act::Fill => vec![Action::Change { target: target(), value: value() }],
        Act::Type => {
            let keys = value().chars().filter_map(|char| Key::named(&char.to_string())).collect();
            vec![click(1), Action::Type { target: None, keys }]
        }
        Act::Enter => {
            let keys = Key::named("Enter").into_iter().collect();
            vec![Action::Type { target: Some(target()), keys }]
        }
        Act::Key => vec![Action::Type { target: Some(target()), keys: key() }],
        Act::Press => vec![Action::Shortcut(key())],
        Act::Select => vec![Action::Select {
            target: target(),
            option: SelectOption::Value(value()),
            choice: Choice::Only,
        }],
        // What a file says is done once, by whoever reads the file.
        Act::Driven | Act::Wait => Vec::new(),
    }
}

/// A deed in a few words.
pub fn describe(deeds: &[Deed]) -> String {
    let one = |deed: &Deed| {
        let what = if deed.label.is_empty() { &deed.selector } else { &deed.label };
        match (&deed.value, deed.action) {
            (Some(value), Act::Fill | Act::Select) => format!("{what} = {value:?}"),
            (Some(value), Act::Key) => format!("{value} in {what}"),
            (Some(value), Act::Press) => value.clone(),
            (Some(value), Act::Wait) => format!("{value} ms"),
            _ => what.clone(),
        }
    };
    let all: Vec<String> = deeds.iter().map(one).collect();
    format!("{} {}", deeds.first().map_or("", |deed| deed.action.name()), all.join(", "))
}

#[cfg(test)]
mod tests {
    use super::example;

    #[test]
    fn examples_are_taken_at_their_word() {
        assert_eq!(example("e.g. valve|pump"), Some("valve|pump"));
        assert_eq!(example("For example: \"Ulm\""), Some("Ulm"));
        assert_eq!(example("Exactly one name"), None);
        assert_eq!(example("e.g. …"), None);
        assert_eq!(example("é"), None);
    }
}
