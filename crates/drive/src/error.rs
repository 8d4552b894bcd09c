//! What is wrong with a drive file, and where.

use std::fmt;

/// The formats that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// JSON of the recorder in Chrome's developer tools, also the format of @puppeteer/replay.
    DevTools,
    /// Lines of WaRR commands.
    Warr,
    /// A Selenium IDE project.
    SeleniumIde,
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DevTools => "DevTools recording",
            Self::Warr => "WaRR file",
            Self::SeleniumIde => "Selenium IDE project",
        })
    }
}

/// A drive file could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind} {file_name}{}: {what}", self.place())]
pub struct ParseError {
    pub kind: FileKind,
    pub file_name: String,
    /// The step, command or line, counted from 1; none if the file as a whole is wrong.
    pub number: Option<usize>,
    pub what: String,
    hint: String,
}

impl ParseError {
    pub(crate) fn of_file(
        kind: FileKind,
        file_name: &str,
        what: impl Into<String>,
        hint: impl Into<String>,
    ) -> Self {
        let (what, hint) = (what.into(), hint.into());
        Self { kind, file_name: file_name.to_owned(), number: None, what, hint }
    }

    pub(crate) fn of_step(
        kind: FileKind,
        file_name: &str,
        number: usize,
        problem: Problem,
    ) -> Self {
        let Problem { what, hint } = problem;
        Self { kind, file_name: file_name.to_owned(), number: Some(number), what, hint }
    }

    /// What would be right.
    pub fn hint(&self) -> &str {
        &self.hint
    }

    fn place(&self) -> String {
        let word = match self.kind {
            FileKind::DevTools => "step",
            FileKind::Warr => "line",
            FileKind::SeleniumIde => "command",
        };
        self.number.map(|number| format!(", {word} {number}")).unwrap_or_default()
    }
}

/// What is wrong with one step, before it is known which step it is.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) what: String,
    pub(crate) hint: String,
}

impl Problem {
    pub(crate) fn new(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { what: what.into(), hint: hint.into() }
    }
}
