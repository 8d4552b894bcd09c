//! Whatever an execution may draw or hear by chance is in its recording, in the local object of the right event;
//! and the page that is recorded cannot tell.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod document;
#[path = "../recording/harness.rs"]
mod harness;
mod invisible;
mod rows;
mod seen;
mod server;
mod sources;

xcheck_testkit::guard_entry!();
