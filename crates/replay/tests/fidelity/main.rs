//! How faithfully input is replayed: each thing a person does, recorded in one engine and done again in all.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![expect(clippy::print_stdout, reason = "tables are for whoever reads what tests say")]

#[path = "../../../record/tests/fidelity/hand.rs"]
mod hand;
#[path = "../harness/mod.rs"]
#[expect(dead_code, reason = "shared with tests that need more")]
mod harness;
mod inputs;
#[path = "../../../record/tests/fidelity/row.rs"]
#[expect(dead_code, reason = "what a recording must hold is held elsewhere")]
mod row;
#[path = "../../../record/tests/fidelity/rows/mod.rs"]
#[expect(dead_code, reason = "parts are chosen by name")]
mod rows;
#[path = "../harness/tour.rs"]
mod tour;

xcheck_testkit::guard_entry!();
