//! A page behaves the same through the proxy as without it, except that the agent ran first.

mod book;
mod channel;
mod harness;
mod pages;

xcheck_testkit::guard_entry!();
