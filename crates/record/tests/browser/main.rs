//! Drives in real browsers: every step and every way to name an element, on every engine.

#![expect(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

mod devtools;
mod failures;
mod lines;
mod projects;
mod support;

xcheck_testkit::guard_entry!();
