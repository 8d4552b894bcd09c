//! What users see: results on stdout, everything else on stderr.

use std::io::IsTerminal as _;

use crate::exit::Failure;

/// The user's terminal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terminal {
    has_color: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Color {
    Red,
    Green,
    Cyan,
}

impl Terminal {
    pub(crate) fn new() -> Self {
        let is_wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let is_able = std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let is_terminal = std::io::stdout().is_terminal() && std::io::stderr().is_terminal();
        Self { has_color: is_wanted && is_able && is_terminal }
    }

    pub(crate) fn paint(self, color: Color, text: &str) -> String {
        let code = match color {
            Color::Red => 31,
            Color::Green => 32,
            Color::Cyan => 36,
        };
        if self.has_color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// Says what is going on.
    pub(crate) fn progress(self, text: &str) {
        eprintln!("{text}");
    }

    /// Shows a line that the next one replaces, where that is possible.
    pub(crate) fn counter(self, text: &str) {
        if std::io::stderr().is_terminal() {
            eprint!("\r\x1b[K{text}");
        }
    }

    /// Takes the line of the counter away.
    pub(crate) fn end_counter(self) {
        self.counter("");
    }

    pub(crate) fn hint(self, text: &str) {
        for line in text.lines() {
            eprintln!("{} {line}", self.paint(Color::Cyan, "hint:"));
        }
    }

    pub(crate) fn failure(self, failure: &Failure) {
        eprintln!("{} {}", self.paint(Color::Red, "error:"), failure.line());
        if let Some(hint) = &failure.hint {
            self.hint(hint);
        }
    }
}

/// Lines up columns; the last one may be as long as it likes.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..n_columns)
        .map(|column| {
            rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
        })
        .map(Option::unwrap_or_default)
        .collect();
    let line = |row: &Vec<String>| {
        let cells: String =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}   ")).collect();
        format!("{}\n", cells.trim_end())
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn columns_line_up() {
        let rows = [["browser", "version"], ["WebKit (GTK)", "2"]];
        let rows: Vec<Vec<String>> =
            rows.iter().map(|row| row.map(String::from).to_vec()).collect();
        assert_eq!(table(&rows), "browser        version\nWebKit (GTK)   2\n");
    }
}
