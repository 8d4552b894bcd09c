//! Real browsers: every command, every engine.

#![expect(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod commands;
mod errors;
mod grid;
mod guards;
mod identity;
mod processes;
mod quirks;
mod raw;
mod support;

xcheck_testkit::guard_entry!();
