//! Replays of one recording are the same, however often: what was seen, and in most engines each pixel of it.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![expect(clippy::print_stdout, reason = "tables are for whoever reads what tests say")]

#[path = "../../../record/tests/fidelity/hand.rs"]
#[expect(dead_code, reason = "most of what a hand can do is not needed here")]
mod hand;
#[path = "../harness/mod.rs"]
#[expect(dead_code, reason = "shared with tests that need more")]
mod harness;
mod sink;

xcheck_testkit::guard_entry!();
