//! The `xcheck` program as users meet it: arguments in, text, files and exit codes out.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod addresses;
mod check;
mod demo;
mod doctor;
mod ending;
mod grid;
mod guide;
mod guide_lines;
mod itself;
mod outputs;
mod program;
mod record;
mod replay;
mod secrets;
mod show;
mod trouble;
