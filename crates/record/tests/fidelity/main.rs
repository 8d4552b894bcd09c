//! How faithfully input is recorded: each thing a person does, once, with its target, in every engine.
//!
//! The rows are both the test and the document: `docs/fidelity/input.md` is made from them,
//! and the tests hold each engine to what its column says.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod hand;
#[path = "../recording/harness.rs"]
mod harness;
mod inputs;
mod row;
mod rows;
mod table;
mod tell;

xcheck_testkit::guard_entry!();
