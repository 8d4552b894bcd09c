//! The `xcheck` program as users meet it: arguments in, text, files and exit codes out.

mod demo;
mod doctor;
mod ending;
mod program;
