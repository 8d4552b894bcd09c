//! Built-ins that every browser has and whose answers are each browser's own: texts of errors,
//! names and dates in a language, what is taken for a date.
//!
//! They explain texts that differ where nothing is missing.

use super::scripts::Scripts;
use super::{Candidate, Evidence, NOWHERE};
use crate::difference::Aspect;
use crate::report::CauseKind;
use crate::text;

pub(super) const SUPPORT: &str = "in both browsers, with different results";

/// Formatters by what stands in the source, and what their texts look like.
const FORMATTERS: &[(&str, &str, Look)] = &[
    ("Intl.DateTimeFormat", "Intl.DateTimeFormat", Look::Date),
    (".toLocaleDateString", "Date.toLocaleDateString", Look::Day),
    (".toLocaleTimeString", "Date.toLocaleTimeString", Look::Time),
    ("Intl.NumberFormat", "Intl.NumberFormat", Look::Number),
    (".toLocaleString", "toLocaleString", Look::Number),
    ("Intl.DisplayNames", "Intl.DisplayNames", Look::Words),
    ("Intl.ListFormat", "Intl.ListFormat", Look::List),
    ("Intl.RelativeTimeFormat", "Intl.RelativeTimeFormat", Look::Relative),
    ("Intl.DurationFormat", "Intl.DurationFormat", Look::Number),
    ("Intl.Segmenter", "Intl.Segmenter", Look::Count),
    ("Intl.PluralRules", "Intl.PluralRules", Look::Words),
];

/// What throws, and words that its errors have in one engine or another.
const THROWING: &[(&str, &str, &[&str])] = &[
    (
        "JSON.parse(",
        "JSON.parse",
        &["position", "Unexpected", "JSON", "line", "column", "token", "character"],
    ),
    (
        "RegExp(",
        "RegExp",
        &["regular expression", "character class", "quantifier", "parenthes", "unterminated"],
    ),
    ("new URL(", "URL", &["URL"]),
    ("decodeURI", "decodeURIComponent", &["URI"]),
    ("BigInt(", "BigInt", &["BigInt"]),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// A day, or a time of a day, or both.
    Date,
    Day,
    Time,
    Number,
    List,
    Relative,
    Words,
    /// Words, or how many there are.
    Count,
}

/// Whether a cause changes the words that it makes, and nothing else that happens.
pub(super) fn is_of_words(name: &str) -> bool {
    const MESSAGES: &[&str] = &["validationMessage", "Error.message", "Error.stack"];
    let mut formatters = FORMATTERS.iter().filter(|it| !matches!(it.2, Look::Count));
    let mut throwing = THROWING.iter();
    formatters.any(|it| it.1 == name) || throwing.any(|it| it.1 == name) || MESSAGES.contains(&name)
}

/// At least so much is no matter of taste.
const SURE: i32 = 36;

pub(super) fn candidates(scripts: &Scripts, evidence: &Evidence<'_>) -> Vec<Candidate> {
    let (reference, test) = evidence.texts;
    let is_said = evidence.aspects.iter().any(|aspect| {
        matches!(aspect, Aspect::Text | Aspect::Missing | Aspect::Surplus | Aspect::State)
    });
    let is_moved = evidence.aspects.contains(&Aspect::Place);
    if !is_said && !is_moved {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut add = |name: &str, score: i32| {
        found.push(Candidate {
            kind: CauseKind::Api,
            name: name.to_owned(),
            support: SUPPORT.to_owned(),
            score,
            is_guess: score < SURE,
            at: NOWHERE,
        });
    };
    // What is neither less nor more is in an order of the engine's own.
    if scripts.all.iter().any(|it| it.text.split(".sort(").skip(1).any(is_yes_or_no)) {
        add("Array.sort", SURE);
    }
    if !is_said {
        return found;
    }
    // Half as much as for what is missing: there, nothing else is needed to explain it.
    let weight = |mark: &str| scripts.weight_of(mark, evidence).map(|it| it / 2);
    let is_only_here = |text: &str| test.contains(text) && !reference.contains(text);
    // Nothing else says so.
    let is_parsing = scripts.contains("Date.parse(")
        || scripts.all.iter().any(|it| it.text.split("new Date(").skip(1).any(is_text_date));
    let is_invalid = is_only_here("Invalid Date");
    let is_no_number = is_only_here("NaN");
    if is_parsing && (is_invalid || is_no_number) {
        let weights = ["Date.parse(", "new Date("].map(weight);
        let weight = weights.into_iter().flatten().max().unwrap_or_default();
        add("Date.parse", if is_invalid { 60 } else { 36 + weight });
    } else if is_parsing && has_digit(reference) && !has_digit(test) {
        // What is no date has no day.
        add("Date.parse", 28);
    }
    if scripts.contains(".message") && scripts.contains("catch") {
        for (mark, name, words) in THROWING {
            let is_told = words.iter().any(|word| reference.contains(word) || test.contains(word));
            let is_number = *name == "JSON.parse" && is_no_number;
            if let Some(weight) = weight(mark) {
                add(name, if is_told || is_number { 40 + weight } else { 14 });
            }
        }
    }
    // Words in which one engine or another says what is wrong.
    const TROUBLE: &[&str] = &[
        "Cannot read properties",
        "can't access property",
        "is not an object (evaluating",
        "is not a function",
        "is not defined",
        "Can't find variable",
    ];
    let is_trouble = |text: &str| TROUBLE.iter().any(|words| text.contains(words));
    if scripts.contains("catch") && is_trouble(reference) && is_trouble(test) {
        add("Error.message", 38);
    }
    if let Some(weight) = weight(".validationMessage") {
        let is_told = is_said_of_fields(reference, test);
        add("validationMessage", if is_told { 38 + weight } else { 14 });
    }
    // How it breaks lines is each engine's own.
    let is_read =
        |rest: &str| !rest.trim_start().starts_with('=') || rest.trim_start().starts_with("==");
    if scripts.all.iter().any(|it| it.text.split(".innerText").skip(1).any(is_read)) {
        add("HTMLElement.innerText", 28);
    }
    if scripts.contains(".stack") && test.contains("@") != reference.contains("@") {
        add("Error.stack", 34);
    }
    // A formatter always has something to say.
    let is_nothing = is_only_here("undefined") || is_no_number;
    for (mark, name, look) in FORMATTERS {
        if let Some(weight) = weight(mark).filter(|_| !is_nothing) {
            add(name, formatted(*look, reference, test) + weight);
        }
    }
    if ["navigator.userAgent", "navigator.platform", "navigator.vendor"]
        .iter()
        .any(|it| scripts.contains(it))
    {
        add("Navigator.userAgent", 22);
    }
    for (mark, name) in [
        (".toLocaleUpperCase", "String.toLocaleUpperCase"),
        (".toLocaleLowerCase", "String.toLocaleLowerCase"),
    ] {
        if scripts.contains(mark) && is_only_letters(reference, test) {
            add(name, 30);
        }
    }
    // What is wrong with a document is told in each engine's own words.
    if scripts.contains("parsererror") {
        add("DOMParser.parseFromString", 28);
    }
    let is_sorted = scripts.contains("localeCompare") || scripts.contains("Intl.Collator");
    if is_sorted && is_reordered(reference, test) {
        let name = if scripts.contains("Intl.Collator") {
            "Intl.Collator"
        } else {
            "String.localeCompare"
        };
        add(name, 36);
    }
    found
}

/// Whether these are the words of engines about a field that is not filled in as it should be.
fn is_said_of_fields(reference: &str, test: &str) -> bool {
    const WORDS: &[&str] = &[
        "fill out",
        "fill in",
        "Value must",
        "Please",
        "Enter a",
        "valid value",
        "is missing an",
        "match the format",
        "Constraints not satisfied",
        "Invalid value",
    ];
    [reference, test].iter().all(|text| WORDS.iter().any(|words| text.contains(words)))
}

/// After `.sort(`: a function that says only whether one is more than the other.
fn is_yes_or_no(rest: &str) -> bool {
    const MOST_CHARS: usize = 200;
    let Some((_, body)) = rest.split_once("=>") else { return false };
    let end = body.find([';', '\n']).unwrap_or(body.len());
    let body: String = body[..end].chars().take(MOST_CHARS).collect();
    (body.contains(" > ") || body.contains(" < ")) && !body.contains(['?', '-', '{'])
}

/// After `new Date(`: not a number, nothing, or the parts of a date.
fn is_text_date(argument: &str) -> bool {
    let argument = argument.split(')').next().unwrap_or_default();
    !argument.is_empty()
        && !argument.contains(',')
        && !argument.contains("Date.")
        && !argument.starts_with(|c: char| c.is_ascii_digit())
}

fn formatted(look: Look, reference: &str, test: &str) -> i32 {
    const NAMES: &[&str] = &[
        "jan",
        "feb",
        "mar",
        "apr",
        "may",
        "jun",
        "jul",
        "aug",
        "sep",
        "sept",
        "oct",
        "nov",
        "dec",
        "january",
        "february",
        "march",
        "april",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "mon",
        "tue",
        "wed",
        "thu",
        "fri",
        "sat",
        "sun",
        "am",
        "pm",
    ];
    let lower = reference.to_lowercase();
    // A formatter writes numbers wherever it writes them anywhere.
    if has_digit(reference) && !has_digit(test) && !matches!(look, Look::Words | Look::List) {
        return 14;
    }
    let has_digit = has_digit(reference);
    let has_mark = reference.contains(|c: char| {
        matches!(c, '\u{a0}' | '\u{202f}') || !c.is_alphanumeric() && !c.is_whitespace()
    });
    let is_date = has_digit
        && (lower.split(|c: char| !c.is_alphabetic()).any(|word| NAMES.contains(&word))
            || lower.contains("day")
            || reference.contains(['/', ':'])
            || test.contains("Invalid"));
    let look = match look {
        Look::Day
            if is_clock(reference) != is_clock(test)
                || is_clock(reference) && numbers(reference).len() < 3 =>
        {
            return 14;
        }
        Look::Time if !is_clock(reference) => return 14,
        Look::Day | Look::Time => Look::Date,
        other => other,
    };
    // A count in a sentence is not set in the way of a language.
    const SENTENCE: usize = 4;
    let is_count = |text: &str| text.len() <= 3 && text.chars().all(|c| c.is_ascii_digit());
    let is_sentence = !is_date && reference.split_whitespace().count() >= SENTENCE;
    let change = text::change(reference, test).filter(|_| is_sentence);
    if change.is_some_and(|(a, b)| is_count(&a) && is_count(&b)) {
        return if look == Look::Count { 28 } else { 14 };
    }
    let is_word_change = reference.chars().any(char::is_alphabetic)
        && test.chars().any(char::is_alphabetic)
        && letters(reference) != letters(test);
    // The same number, or the same day, in another form.
    const TOLD: i32 = 20;
    let is_figures = letters(reference) == letters(test);
    let is_same_number = is_figures && has_digit && digits(reference) == digits(test);
    let is_same_day = is_date || numbers(reference).len() >= 3;
    let is_same_day = is_same_day && has_digit && numbers(reference) == numbers(test);
    match look {
        Look::Date if is_same_day && !is_same_number => 32 + TOLD,
        Look::Number if is_same_number => 30 + TOLD,
        Look::Date if is_date => 32,
        Look::Date if has_digit => 28,
        Look::Number if has_digit && has_mark => 30,
        Look::List if reference.contains(", ") || lower.contains(" and ") => 30,
        Look::Relative
            if lower.contains("ago") || lower.contains("in ") || lower.contains("day") =>
        {
            32
        }
        Look::Words | Look::Count if is_word_change && !is_date => 29,
        Look::Count if has_digit && !is_date => 28,
        _ => 14,
    }
}

/// Whether as many characters differ in letters alone.
fn is_only_letters(reference: &str, test: &str) -> bool {
    let is_other = |(a, b): (char, char)| a == b || a.is_alphabetic() && b.is_alphabetic();
    reference.chars().count() == test.chars().count()
        && reference.chars().zip(test.chars()).all(is_other)
}

fn letters(text: &str) -> Vec<char> {
    text.chars().filter(|c| c.is_alphabetic()).collect()
}

fn has_digit(text: &str) -> bool {
    text.contains(|c: char| c.is_numeric())
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Whether a text has hours and minutes in it.
fn is_clock(text: &str) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let parts = text.split_inclusive(':').zip(text.split(':').skip(1));
    let mut parts = parts.map(|(before, after)| (before.trim_end_matches(':'), after));
    parts.any(|(before, after)| {
        is_digit(before.chars().next_back()) && is_digit(after.chars().next())
    })
}

/// The numbers of a date, in order of size: years may be cut short, and months have names.
fn numbers(text: &str) -> Vec<u32> {
    const CENTURY: u32 = 100;
    let all = text.split(|c: char| !c.is_ascii_digit()).filter_map(|it| it.parse::<u32>().ok());
    let mut all: Vec<u32> = all.map(|it| it % CENTURY).collect();
    all.sort_unstable();
    all
}

/// Whether two texts have the same words in another order.
fn is_reordered(reference: &str, test: &str) -> bool {
    let words = |text: &str| {
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        words.sort_unstable();
        words
    };
    !reference.is_empty() && reference != test && words(reference) == words(test)
}
