//! Finds where in the loaded scripts a function stands.
//!
//! A run has the first lines of a function and the texts of scripts; no engine tells the place itself.

use std::collections::BTreeMap;

use serde::Serialize;
use xcheck_trace::run::{RunReader, SourceKind};

/// A shorter text may stand anywhere.
const MIN_TEXT: usize = 12;

/// Line and column count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Position {
    pub(crate) url: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// The scripts of a run, read when the first one is asked for.
pub(crate) struct Sources<'a> {
    reader: &'a RunReader,
    texts: Option<Vec<(String, String)>>,
    /// By the hash of the function.
    known: BTreeMap<String, Option<Position>>,
}

impl<'a> Sources<'a> {
    pub(crate) fn new(reader: &'a RunReader) -> Self {
        Self { reader, texts: None, known: BTreeMap::new() }
    }

    /// The place of the function that begins like this, if there is exactly one.
    pub(crate) fn position(&mut self, hash: &str, beginning: &str) -> Option<Position> {
        if let Some(position) = self.known.get(hash) {
            return position.clone();
        }
        let texts = self.texts.get_or_insert_with(|| read_all(self.reader));
        let position = find(texts, beginning);
        self.known.insert(hash.to_owned(), position.clone());
        position
    }
}

fn read_all(reader: &RunReader) -> Vec<(String, String)> {
    let scripts = reader.sources().flatten().filter(|source| source.kind != SourceKind::Css);
    scripts
        .filter_map(|source| Some((source.url, reader.source_text(&source.hash).ok()?)))
        .collect()
}

fn find(texts: &[(String, String)], beginning: &str) -> Option<Position> {
    let beginning = beginning.trim_end();
    if beginning.len() < MIN_TEXT {
        return None;
    }
    let mut found = None;
    for (url, text) in texts {
        let mut places = text.match_indices(beginning);
        let Some((at, _)) = places.next() else { continue };
        if found.is_some() || places.next().is_some() {
            return None;
        }
        let before = &text[..at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        let column = before[line_start..].chars().count() + 1;
        found = Some(Position { url: url.clone(), line, column });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Position, find};

    #[test]
    fn a_function_is_found_where_it_stands_alone() {
        let text = "let ä = 1;\n  on('click', function save() {\n    go();\n  });\n";
        let texts = [("http://a/app.js".to_owned(), text.to_owned())];
        let position = |beginning| find(&texts, beginning);
        let expected = Position { url: "http://a/app.js".to_owned(), line: 2, column: 15 };
        assert_eq!(position("function save() {\n    go();"), Some(expected));
        assert_eq!(position("go();"), None, "short");
        assert_eq!(position("function load() {"), None);
    }

    #[test]
    fn of_two_places_none_is_told() {
        let text = "function tick() { a(); }".to_owned();
        let texts = [("1.js".to_owned(), text.clone()), ("2.js".to_owned(), text)];
        assert_eq!(find(&texts, "function tick() {"), None);
        assert_eq!(find(&texts[..1], "function tick() {").unwrap().line, 1);
    }
}
