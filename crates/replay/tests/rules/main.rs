//! The rules of a replay that meets a browser which does otherwise: what is told, and that the rest goes on.
//!
//! Every page knows whether it runs where it was recorded, and does something else where it does not.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![expect(clippy::print_stdout, reason = "tables are for whoever reads what tests say")]

mod callbacks;
mod case;
mod figure;
#[path = "../../../record/tests/fidelity/hand.rs"]
#[expect(dead_code, reason = "most of what a hand can do is not needed here")]
mod hand;
#[path = "../harness/mod.rs"]
#[expect(dead_code, reason = "shared with tests that need more")]
mod harness;
mod looks;
mod pages;
mod targets;
#[path = "../harness/tour.rs"]
#[expect(dead_code, reason = "shared with tests that need more")]
mod tour;
mod values;

xcheck_testkit::guard_entry!();
