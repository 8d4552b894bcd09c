//! Real browsers: every command, every engine.

mod commands;
mod errors;
mod guards;
mod identity;
mod processes;
mod quirks;
mod raw;
mod support;

xcheck_testkit::guard_entry!();
