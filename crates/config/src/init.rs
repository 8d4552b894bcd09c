//! The file that a project starts with, which is also the reference of all keys.

use toml::{Table, Value};

const TEXT: &str = include_str!("../data/xcheck.toml");

/// A commented `xcheck.toml` in which no key is in force yet.
///
/// Lines for people begin with `# ` and a word; all others that begin with `#` have keys.
pub fn init_text() -> &'static str {
    TEXT
}

/// The text with all keys in force.
pub(crate) fn with_all_keys() -> String {
    let key_line = |line: &'static str| match line.strip_prefix('#') {
        Some(rest) if !rest.starts_with(' ') || rest.starts_with("  ") => rest,
        _ => line,
    };
    TEXT.lines().flat_map(|line| [key_line(line), "\n"]).collect()
}

/// Headers of tables that have a key.
pub(crate) fn tables_with(key: &str) -> Vec<String> {
    let Ok(all) = with_all_keys().parse::<Table>() else { return Vec::new() };
    let mut found = Vec::new();
    for (name, table) in &all {
        let (header, table) = match table {
            Value::Table(table) => (format!("[{name}]"), Some(table)),
            Value::Array(list) => (format!("[[{name}]]"), list.first().and_then(Value::as_table)),
            _ => continue,
        };
        if table.and_then(|table| table.get(key)).is_some_and(|value| !value.is_table()) {
            found.push(header);
        }
    }
    found.sort_by_key(|header| header.starts_with("[["));
    found
}
