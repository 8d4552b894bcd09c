//! What to write into a field of a form, so that the app takes it.
//!
//! The same field and seed give the same value, in every run and on every machine.
//! Fields that ask for the same thing get the same value, so that a password can be repeated.

mod lattice;
mod meaning;
mod pattern;
mod random;
mod span;

#[cfg(test)]
mod tests;

use meaning::Meaning;
use pattern::Pattern;
use random::Random;

/// A field as the page describes it. Texts that the page does not give are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(default)]
pub struct Field {
    /// The type of an input, or `textarea` or `select`.
    pub kind: String,
    pub name: String,
    pub autocomplete: String,
    pub pattern: Option<String>,
    pub min: Option<String>,
    pub max: Option<String>,
    pub step: Option<String>,
    pub min_length: Option<usize>,
    pub max_length: Option<usize>,
    /// Values of a datalist, a select, or radio buttons.
    pub options: Vec<String>,
    pub placeholder: String,
    pub label: String,
}

/// A value for the field: an option if there are any, else what suits its type, its pattern and its name.
///
/// It is never longer than the field allows.
/// Empty if nothing can be written, as into a field for files.
pub fn value_for(field: &Field, seed: u64) -> String {
    let mut random = Random::new(seed);
    let kind = field.kind.to_ascii_lowercase();
    let fitting: Vec<&String> =
        field.options.iter().filter(|it| !it.is_empty() && fits(it, field.max_length)).collect();
    if !fitting.is_empty() {
        return fitting[random.below(fitting.len())].clone();
    }
    match kind.as_str() {
        "file" | "hidden" | "submit" | "button" | "reset" | "image" | "select" => {
            return String::new();
        }
        "checkbox" | "radio" => return "on".to_owned(),
        "color" => return format!("#{:06x}", random.below(0x100_0000)),
        _ => {}
    }
    // These have neither pattern nor length.
    if let Some(value) = span::value(&kind, field, &mut random) {
        return value;
    }
    let guesses = Meaning::of(&kind, field).guesses(seed);
    let pattern = field.pattern.as_deref().and_then(Pattern::parse);
    let made = |pattern: &Pattern| pattern.make(&mut random, field.min_length, field.max_length);
    // Without a pattern, what is too short is said twice.
    let suits = |it: &&String| {
        fits(it, field.max_length)
            && pattern.as_ref().is_none_or(|pattern| {
                length(it) >= field.min_length.unwrap_or(0) && pattern.matches(it)
            })
    };
    if let Some(guess) = guesses.iter().find(suits) {
        return lengthened(guess.clone(), field, pattern.is_some());
    }
    if let Some(value) = pattern.as_ref().and_then(made) {
        return value;
    }
    let fitting = guesses.iter().find(|it| fits(it, field.max_length)).or(guesses.last());
    shortened(fitting.cloned().unwrap_or_default(), field.max_length)
}

/// As browsers count: in units of UTF-16.
fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

fn fits(text: &str, max_length: Option<usize>) -> bool {
    max_length.is_none_or(|max| length(text) <= max)
}

fn shortened(mut text: String, max_length: Option<usize>) -> String {
    while !fits(&text, max_length) {
        text.pop();
    }
    text
}

/// Says it again until it is long enough; what has a pattern is left as it is.
fn lengthened(guess: String, field: &Field, has_pattern: bool) -> String {
    let wanted = field.min_length.unwrap_or(0).min(field.max_length.unwrap_or(10_000)).min(10_000);
    if has_pattern || length(&guess) >= wanted || guess.is_empty() {
        return guess;
    }
    // An address grows at its beginning.
    if let Some((name, host)) = guess.split_once('@') {
        return "a".repeat(wanted - length(&guess)) + name + "@" + host;
    }
    shortened(guess.repeat(wanted.div_ceil(length(&guess))), Some(wanted))
}
