//! Starts programs so that nothing of them outlives us.
//!
//! Every driver and display server is the child of a guard: our own binary, started again with a hidden argument.
//! We hold the write end of the guard's standard input and never write to it after the order.
//! When that pipe closes, for whatever reason (a normal end, a panic, `SIGKILL`), the guard ends the program,
//! everything the program started, and the program's scratch directory.
//!
//! The one thing this cannot survive is somebody sending `SIGKILL` to the guard itself.

mod guarded;
mod output;
mod process;
mod tree;

use std::ffi::OsString;
use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use camino::Utf8PathBuf;
use serde::{Deserialize, Serialize};

use crate::grid::KeepOrder;

pub use guarded::{EndError, Guarded};
pub use output::Output;
pub use process::run;

/// The hidden first argument by which a binary knows that it shall be a guard.
pub const GUARD_ARGUMENT: &str = "guard";

/// How to start a guard: some binary that calls [`run`] when started like this.
#[derive(Clone, Debug)]
pub struct GuardCommand {
    pub program: PathBuf,
    pub args: Vec<OsString>,
    /// Set for the guard only; the guarded program does not see them.
    pub env: Vec<(String, String)>,
}

impl GuardCommand {
    /// The running binary with [`GUARD_ARGUMENT`]. Its `main` must call [`run`] when it sees that argument.
    pub fn this_binary() -> io::Result<Self> {
        Ok(Self {
            program: std::env::current_exe()?,
            args: vec![GUARD_ARGUMENT.into()],
            env: Vec::new(),
        })
    }
}

/// What a second copy of our binary shall be.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Order {
    Guard(GuardOrder),
    Keep(KeepOrder),
}

/// A number that nobody else has.
pub(crate) fn random_word() -> u64 {
    RandomState::new().hash_one(0)
}

/// What a guard shall start and how it shall end it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuardOrder {
    pub program: Utf8PathBuf,
    pub args: Vec<String>,
    /// Changes to the inherited environment; `None` removes a variable.
    pub env: Vec<(String, Option<String>)>,
    /// Working directory of the program. The guard removes it when all is over.
    pub scratch: Option<Utf8PathBuf>,
    /// How long the program may take to end by itself after `SIGTERM`; zero means `SIGKILL` at once.
    pub grace: Duration,
}
