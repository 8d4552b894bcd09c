//! Exit codes and the failures behind them.

use std::process::ExitCode;

/// How the program ends. Scripts rely on the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Nothing found, or simply done.
    Clean,
    /// Incompatibilities were found.
    Found,
    /// Arguments or files that cannot be used.
    Usage,
    /// Browsers are missing or will not start.
    Environment,
    /// The reference browser did not do the same thing twice.
    Unsteady,
    /// Ctrl-C, or asked to end.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Clean => 0,
            Exit::Found => 1,
            Exit::Usage => 2,
            Exit::Environment => 3,
            Exit::Unsteady => 4,
            Exit::Interrupted => 130,
        })
    }
}

/// Why a command could not do its work, and what the user can do about it.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    pub(crate) error: anyhow::Error,
    pub(crate) hint: Option<String>,
}

impl Failure {
    /// The error and its causes in one line; drivers like to say theirs in several.
    pub(crate) fn line(&self) -> String {
        let text = format!("{:#}", self.error);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Something about what the user gave.
    pub(crate) fn usage(error: impl Into<anyhow::Error>, hint: Option<String>) -> Self {
        Self { exit: Exit::Usage, error: error.into(), hint }
    }

    /// Something about this machine.
    pub(crate) fn environment(error: impl Into<anyhow::Error>, what: &'static str) -> Self {
        Self { exit: Exit::Environment, error: error.into().context(what), hint: None }
    }
}
