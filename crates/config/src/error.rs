//! What is wrong with a file of a project, where, and what would be right.

use std::fmt;

use crate::init;

/// `xcheck.toml` could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file_name}:{line}:{column}: {what}")]
pub struct ConfigError {
    pub file_name: String,
    /// Counted from 1.
    pub line: usize,
    /// Counted in characters from 1.
    pub column: usize,
    pub what: String,
    hint: String,
}

impl ConfigError {
    pub(crate) fn new(error: &toml::de::Error, text: &str, file_name: &str) -> Self {
        let Problem { what, hint, at } = Problem::read(error.message());
        let at = at.or(error.span().map(|span| span.start)).unwrap_or(0);
        let before = text.get(..at).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let hint = match hint.as_str() {
            "" => "what TOML looks like is at https://toml.io".to_owned(),
            _ => hint,
        };
        Self { file_name: file_name.to_owned(), line, column, what, hint }
    }

    /// What would be right.
    pub fn hint(&self) -> &str {
        &self.hint
    }
}

/// `baseline.json` could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file_name}: {what}")]
pub struct BaselineError {
    pub file_name: String,
    pub what: String,
    hint: String,
}

impl BaselineError {
    pub(crate) fn new(file_name: &str, what: impl Into<String>, hint: &str) -> Self {
        Self { file_name: file_name.to_owned(), what: what.into(), hint: hint.to_owned() }
    }

    /// What would be right.
    pub fn hint(&self) -> &str {
        &self.hint
    }
}

/// What is wrong with a value. It travels through serde as text, in lines.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) what: String,
    /// Empty if there is nothing to say.
    pub(crate) hint: String,
    /// The byte of the file, if it is known better than serde knows it.
    at: Option<usize>,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.what, self.hint)?;
        self.at.map_or(Ok(()), |at| write!(f, "\n{at}"))
    }
}

impl Problem {
    pub(crate) fn new(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { what: what.into(), hint: hint.into(), at: None }
    }

    pub(crate) fn at(self, at: usize) -> Self {
        Self { at: Some(at), ..self }
    }

    /// Takes one of our own messages apart, or puts one of the parser or of serde into our words.
    pub(crate) fn read(message: &str) -> Self {
        let mut lines = message.split('\n');
        if let (Some(what), Some(hint)) = (lines.next(), lines.next()) {
            let at = lines.next().and_then(|at| at.parse().ok());
            return Self { at, ..Self::new(what, hint) };
        }
        if let Some(key) = message.strip_prefix("missing field ") {
            return Self::new(format!("there is no {key}"), format!("add {}", unquoted(key)));
        }
        if message == "duplicate key" {
            return Self::new(message, "keep one of the two");
        }
        let (what, expected) = message.split_once(", expected ").unwrap_or((message, ""));
        if let Some(key) = what.strip_prefix("unknown field ") {
            let hint = hint_for_key(unquoted(key), expected);
            return Self::new(format!("unknown key {key}"), hint);
        }
        if let Some(value) = what.strip_prefix("unknown variant ") {
            let hint = format!("one of {}", names(expected).join(", "));
            return Self::new(format!("unknown value {value}"), hint);
        }
        let hint = match expected {
            "" => "",
            "a sequence" => "a list in brackets, such as [\"…\", \"…\"]",
            "a string" => "a text in quotes",
            "a boolean" => "true or false",
            "u32" | "u64" => "a whole number that is not negative",
            "a map" => "a text for each name, such as name = \"…\"",
            other if other.starts_with("struct ") => "keys with values belong here",
            other => return Self::new(what, format!("expected {other}")),
        };
        Self::new(what, hint)
    }
}

fn hint_for_key(key: &str, expected: &str) -> String {
    let known = names(expected);
    let elsewhere = init::tables_with(key);
    match nearest(key, &known) {
        Some(name) => format!("did you mean {name}?"),
        None if !elsewhere.is_empty() => format!("it belongs in {}", elsewhere.join(" or ")),
        None => format!("known here: {}", known.join(", ")),
    }
}

fn unquoted(text: &str) -> &str {
    text.trim_matches('`')
}

/// Names in a list of serde: "`a` or `b`", "one of `a`, `b`, `c`".
fn names(expected: &str) -> Vec<&str> {
    expected.split('`').skip(1).step_by(2).collect()
}

/// The known name that is most like what was written, if one is like it at all.
fn nearest<'a>(written: &str, known: &[&'a str]) -> Option<&'a str> {
    let written = written.replace('_', "-").to_lowercase();
    let length = written.chars().count();
    let limit = if length < 4 { 1 } else { (length / 3).max(2) };
    let near = known.iter().map(|name| (distance(&written, name), *name));
    let (_, name) = near.filter(|(distance, _)| *distance <= limit).min()?;
    Some(name)
}

/// How many characters must be put in, taken out or replaced.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (n, char) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = n + 1;
        for (at, theirs) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(char != *theirs);
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(row[at] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (one, other, expected) in [
            ("", "", 0),
            ("a", "", 1),
            ("", "ab", 2),
            ("timeot", "timeout", 1),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(distance(one, other), expected);
        }
        assert_eq!(nearest("Max_State", &["max-depth", "max-states"]), Some("max-states"));
        assert_eq!(nearest("color", &["max-depth", "max-states"]), None);
    }
}
