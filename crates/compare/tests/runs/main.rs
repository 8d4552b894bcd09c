//! `compare` from the outside: runs are written as a replay would, compared, and the report is read.

mod bad_input;
mod causes;
mod examples;
mod following;
mod lines;
mod looks;
mod native;
mod page;
mod properties;
mod random;
mod run;
mod strays;
