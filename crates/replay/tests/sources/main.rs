//! Every source of non-determinism, recorded in one engine and replayed in all: the page notes the same to the last digit.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![expect(clippy::print_stdout, reason = "tables are for whoever reads what tests say")]

#[path = "../harness/mod.rs"]
#[expect(dead_code, reason = "shared with tests that need more")]
mod harness;
#[path = "../../../record/tests/nondeterminism/rows/mod.rs"]
#[expect(dead_code, reason = "what a recording must hold is held elsewhere")]
mod rows;
#[path = "../../../record/tests/nondeterminism/server.rs"]
#[expect(dead_code, reason = "pages are served with a link")]
mod server;
mod sources;
#[path = "../harness/tour.rs"]
mod tour;

xcheck_testkit::guard_entry!();
