//! Crawls of small apps in real browsers: what is found, what is left alone, and that every crawl ends.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![expect(clippy::print_stdout, reason = "what a crawl did is for whoever reads why a test failed")]

mod app;
mod bounds;
mod endless;
mod harness;
mod noise;
mod order;
mod traps;

xcheck_testkit::guard_entry!();
