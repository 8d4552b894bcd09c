//! The observer in real browsers.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod observer;
mod watched;

xcheck_testkit::guard_entry!();
