//! One module per command.

pub(crate) mod accept;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod crawl;
pub(crate) mod demo;
pub(crate) mod doctor;
pub(crate) mod export;
pub(crate) mod init;
pub(crate) mod install;
pub(crate) mod merge;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod run;
pub(crate) mod show;
pub(crate) mod trace;
pub(crate) mod train;
