//! However bad the input and however rude the page: a run that says why, or one clear error, and nothing left running.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![expect(clippy::print_stdout, reason = "tables are for whoever reads what tests say")]

mod damage;
mod deaths;
#[path = "../../../record/tests/fidelity/hand.rs"]
#[expect(dead_code, reason = "most of what a hand can do is not needed here")]
mod hand;
#[path = "../harness/mod.rs"]
#[expect(dead_code, reason = "shared with tests that need more")]
mod harness;
mod rude;
mod support;

xcheck_testkit::guard_entry!();
