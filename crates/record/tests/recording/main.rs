//! What a recording holds of an execution in a real browser.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod harness;
mod smoke;

xcheck_testkit::guard_entry!();
