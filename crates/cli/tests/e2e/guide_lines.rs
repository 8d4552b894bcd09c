//! The commands and settings that stand in the guide.

use std::fs;
use std::path::Path;

/// A piece of code in a page of the guide.
pub(crate) struct Block {
    pub(crate) page: String,
    pub(crate) language: String,
    pub(crate) lines: Vec<String>,
}

/// All pieces of code, page by page in the order of their names.
pub(crate) fn blocks() -> Vec<Block> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide");
    let mut pages: Vec<_> = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|it| it == "md"));
    pages.sort();
    let mut all = Vec::new();
    for path in pages {
        let text = fs::read_to_string(&path).unwrap();
        let page = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let mut open: Option<Block> = None;
        for line in text.lines() {
            match (line.trim_start().strip_prefix("```"), &mut open) {
                (Some(_), Some(_)) => all.extend(open.take()),
                (Some(language), None) => {
                    let (page, language) = (page.clone(), language.trim().to_owned());
                    open = Some(Block { page, language, lines: Vec::new() });
                }
                (None, Some(block)) => block.lines.push(line.to_owned()),
                (None, None) => {}
            }
        }
    }
    all
}

/// The words of each line of a shell that calls xcheck, with the page that it is in.
pub(crate) fn commands() -> Vec<(String, Vec<String>)> {
    lines_in(&["sh", "console", "bash"])
}

/// The words of each line in the pieces of some languages that calls xcheck, with the page that it is in.
pub(crate) fn lines_in(languages: &[&str]) -> Vec<(String, Vec<String>)> {
    let mut all = Vec::new();
    for block in blocks() {
        if !languages.contains(&block.language.as_str()) {
            continue;
        }
        for line in &block.lines {
            let line = ["$ ", "- ", "run: ", "target/release/"]
                .iter()
                .fold(line.trim(), |line, start| line.strip_prefix(start).unwrap_or(line));
            if line.starts_with("xcheck ") {
                all.push((block.page.clone(), words(line)));
            }
        }
    }
    all
}

/// Splits a line as a shell does, as far as the guide needs it: quotes, comments, and ends of commands.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for char in line.chars() {
        match (quote, char) {
            (Some(end), char) if char == end => quote = None,
            (None, '\'' | '"') => {
                quote = Some(char);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            (None, '#') if word.is_none() => break,
            (None, '|' | ';' | '&' | '>') => break,
            (_, char) => word.get_or_insert_default().push(char),
        }
    }
    words.extend(word);
    words
}
