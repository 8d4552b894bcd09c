//! Reports in real browsers: opened from disk, with every key, and with hostile content.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod guide;
mod looks;
mod page;
mod sample;

xcheck_testkit::guard_entry!();
