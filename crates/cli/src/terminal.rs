//! What users see: results on stdout, everything else on stderr.

use std::io::IsTerminal as _;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use camino::Utf8Path;
use xcheck_outputs::harmless;
use xcheck_show::Live;

use crate::exit::Failure;

/// Where no line can be replaced, a counter is a line now and then.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// The user's terminal.
#[derive(Debug)]
pub(crate) struct Terminal {
    has_color: bool,
    /// Whether a line on stderr can be replaced by another.
    is_live: bool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Whether the cursor is behind a counter.
    is_counting: bool,
    /// When a counter was shown as a line of its own.
    last_line: Option<Instant>,
    /// Who else is told, as long as somebody watches.
    live: Option<Live>,
}

/// As long as it is there, what is told is also in `progress.json` of a folder.
pub(crate) struct Watch<'a>(&'a Terminal);

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        let live = self.0.state().live.take();
        // Takes a moment, during which others may speak.
        drop(live);
    }
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
        Self {
            has_color: is_wanted && is_able && is_terminal,
            is_live: is_able && std::io::stderr().is_terminal(),
            state: Mutex::default(),
        }
    }

    pub(crate) fn has_color(&self) -> bool {
        self.has_color
    }

    pub(crate) fn paint(&self, color: Color, text: &str) -> String {
        let code = match color {
            Color::Red => 31,
            Color::Green => 32,
            Color::Cyan => 36,
        };
        if self.has_color { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// Lets others see how far things are, by a file in the folder `out`.
    pub(crate) fn watch(&self, out: &Utf8Path, title: &str) -> Watch<'_> {
        self.state().live = Some(Live::start(out, title));
        Watch(self)
    }

    /// Says what is going on.
    pub(crate) fn progress(&self, text: &str) {
        self.end_counter();
        if let Some(live) = &self.state().live {
            live.say(text, None);
        }
        eprintln!("{text}");
    }

    /// Says how far things are: a line that the next one replaces, or a line now and then where that is not possible.
    pub(crate) fn counter(&self, text: &str) {
        self.count(text, None);
    }

    /// The same, where it is known how much there is to do.
    pub(crate) fn counter_of(&self, text: &str, parts: (usize, usize)) {
        self.count(text, Some(parts));
    }

    fn count(&self, text: &str, parts: Option<(usize, usize)>) {
        let mut state = self.state();
        if let Some(live) = &state.live {
            live.say(text, parts);
        }
        if self.is_live {
            // A line that wraps could not be replaced.
            eprint!("\r\x1b[K{}", harmless(text, width().saturating_sub(2)));
            state.is_counting = true;
            return;
        }
        let last = state.last_line.get_or_insert_with(Instant::now);
        if last.elapsed() >= BETWEEN_LINES {
            *last = Instant::now();
            eprintln!("{}", harmless(text, 200));
        }
    }

    /// Takes the line of the counter away.
    pub(crate) fn end_counter(&self) {
        if std::mem::take(&mut self.state().is_counting) {
            eprint!("\r\x1b[K");
        }
    }

    /// What holds the state never panics, and a state is never half changed.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn hint(&self, text: &str) {
        self.end_counter();
        for line in text.lines() {
            eprintln!("{} {line}", self.paint(Color::Cyan, "hint:"));
        }
    }

    pub(crate) fn failure(&self, failure: &Failure) {
        self.end_counter();
        eprintln!("{} {}", self.paint(Color::Red, "error:"), failure.line());
        if let Some(hint) = &failure.hint {
            self.hint(hint);
        }
    }
}

/// How many characters fit into a line.
fn width() -> usize {
    let size = rustix::termios::tcgetwinsize(std::io::stderr());
    size.ok().map(|it| usize::from(it.ws_col)).filter(|columns| *columns > 0).unwrap_or(80)
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
