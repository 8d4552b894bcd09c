//! Joins the agent's modules into one function on one line.
//!
//! Modules are only the form of the source: what runs in pages is one classic script,
//! and a script of several lines would move the line numbers of all that follows it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("js");
    println!("cargo::rerun-if-changed=js");
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo"));
    for entry in ["main", "worker", "player", "play-worker", "observer-alone"] {
        let is_player = entry.starts_with("play");
        let joined =
            join(&folder, &format!("{entry}.js"), if is_player { IN_PLAYERS } else { &[] });
        fs::write(out.join(format!("{entry}.js")), joined).expect("the build folder is writable");
    }
}

/// Players have turns, and a way home, of their own: modules that both use get them in place of the recorder's.
const IN_PLAYERS: &[(&str, &str)] = &[("turns.js", "play-turns.js"), ("wire.js", "play-wire.js")];

/// All modules that `entry` needs, each after those it imports, as one function expression.
fn join(folder: &Path, entry: &str, instead: &'static [(&'static str, &'static str)]) -> String {
    let mut joined = Joined { instead, ..Joined::default() };
    joined.add(folder, entry, &mut Vec::new());
    format!("function agent(settings,scope){{\"use strict\";{}main();}}", joined.text)
}

#[derive(Default)]
struct Joined {
    text: String,
    done: BTreeSet<String>,
    /// Modules that others stand in for.
    instead: &'static [(&'static str, &'static str)],
    /// Top-level names and the file that has them.
    names: BTreeMap<String, String>,
}

impl Joined {
    fn add(&mut self, folder: &Path, file: &str, above: &mut Vec<String>) {
        if self.done.contains(file) {
            return;
        }
        assert!(!above.contains(&file.to_owned()), "{file}: imports go in a circle: {above:?}");
        above.push(file.to_owned());
        let source =
            fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut text = String::new();
        for (index, line) in source.lines().enumerate() {
            let place = format!("{file}:{}", index + 1);
            if line.starts_with("import ") {
                let wanted = imported(line, &place);
                let other = self.instead.iter().find(|(file, _)| *file == wanted);
                self.add(folder, other.map_or(wanted.as_str(), |(_, file)| file), above);
                continue;
            }
            let line = line.strip_prefix("export ").unwrap_or(line);
            assert!(
                !line.starts_with("import") && !line.starts_with("export"),
                "{place}: not a plain import or export"
            );
            assert!(line.is_ascii(), "{place}: not ASCII");
            if let Some(name) = declared(line) {
                let other = self.names.insert(name.to_owned(), place.clone());
                assert!(other.is_none(), "{place}: {name} is also in {other:?}");
            }
            text.push_str(line);
            text.push('\n');
        }
        above.pop();
        self.text.push_str(&squeeze(&text));
        self.done.insert(file.to_owned());
    }
}

/// The file that `import { a, b } from './x.js';` names.
fn imported(line: &str, place: &str) -> String {
    let file = line.strip_prefix("import { ").and_then(|rest| rest.split_once(" } from './"));
    let file = file.and_then(|(_, file)| file.strip_suffix("';"));
    file.unwrap_or_else(|| panic!("{place}: imports look like import {{ a, b }} from './x.js';"))
        .to_owned()
}

fn declared(line: &str) -> Option<&str> {
    let rest = ["const ", "let ", "function ", "class "]
        .iter()
        .find_map(|word| line.strip_prefix(word))?;
    rest.split(|char: char| !char.is_ascii_alphanumeric() && char != '_')
        .next()
        .filter(|name| !name.is_empty())
}

/// Takes out comments, line breaks and indentation.
fn squeeze(source: &str) -> String {
    let mut out = String::new();
    let mut rest = source;
    while let Some(char) = rest.chars().next() {
        let is_regex = char == '/'
            && out
                .trim_end()
                .chars()
                .next_back()
                .is_none_or(|last| "(,=:[!&|?{};\n".contains(last));
        let len = match char {
            _ if rest.starts_with("//") => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            _ if rest.starts_with("/*") => {
                rest = &rest[rest.find("*/").expect("comments end") + 2..];
                continue;
            }
            '\'' | '"' | '`' => quoted(rest, char),
            '/' if is_regex => quoted(rest, '/'),
            '\n' => {
                rest = rest.trim_start();
                if !out.ends_with([';', '{', '}', ',', '(', '[', ' ']) && !out.is_empty() {
                    out.push(' ');
                }
                continue;
            }
            _ => char.len_utf8(),
        };
        out.push_str(&rest[..len]);
        rest = &rest[len..];
    }
    assert!(!out.contains('\n'), "a text goes over several lines");
    out
}

/// How long the text is that begins with a quote.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    let mut in_class = false;
    for (at, char) in text.char_indices().skip(1) {
        match char {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' if quote == '/' => in_class = true,
            ']' if quote == '/' => in_class = false,
            _ if char == quote && !in_class => return at + 1,
            _ => {}
        }
    }
    panic!("a text that begins with {quote} has no end");
}
