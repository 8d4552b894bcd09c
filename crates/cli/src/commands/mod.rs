//! One module per command.

pub(crate) mod demo;
pub(crate) mod doctor;
pub(crate) mod install;
