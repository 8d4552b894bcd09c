//! Puts the agent into documents as their first classic script, byte stream in, byte stream out.
//!
//! Only the place of the script is searched for; everything else passes through untouched.
//! Whatever is not clearly a document passes through whole.

mod agent;
mod charset;
mod html;
mod inject;
mod plan;
mod xml;

pub use agent::{AgentScript, AgentScriptError, Pass};
pub use inject::Injector;
pub use plan::{Declared, Plan, Syntax, plan};

/// What a scanner says about the byte it was just given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// The script cannot come before this byte or anything kept so far.
    Pass,
    /// Undecided: the script may have to go before what is kept, this byte included.
    Keep,
    /// The script goes before everything kept, this byte included.
    InsertBefore,
    /// The script goes right after this byte.
    InsertAfter,
    /// This document has no place for a script.
    Never,
}
