//! The `xcheck` program with a real Selenium Grid: a hub and its nodes on this machine, on free ports.
//!
//! Only `make test-grid` runs these; without `TEST_GRID` each prints a skip.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod findings;
mod program;
mod troubles;

xcheck_testkit::guard_entry!();
