//! Real browsers: every command, every engine.

mod commands;
mod errors;
mod guards;
mod processes;
mod support;

xcheck_testkit::guard_entry!();
