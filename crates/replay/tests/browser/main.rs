//! What of a replay needs a real browser.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod hands;

xcheck_testkit::guard_entry!();
