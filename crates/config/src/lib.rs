//! What a project says about its checks: `xcheck.toml`, and differences that it has accepted.
//!
//! Text in, values out: files are read by the caller, and today's date is a parameter.
//! Paths and targets are as written; the caller takes them relative to the folder of the file.

mod address;
mod baseline;
mod config;
mod date;
mod error;
mod fingerprint;
mod glob;
mod grid;
mod init;
mod keys;
mod login;
mod merge;
mod reporter;
mod rules;
mod selector;
mod start_tag;
mod values;

#[cfg(test)]
mod tests;

pub use baseline::{Baseline, Entry, Standing};
pub use config::{App, Check, Config, Crawl, Report};
pub use date::{Date, DateError};
pub use error::{BaselineError, ConfigError};
pub use fingerprint::fingerprint;
pub use glob::{Glob, UrlPattern};
pub use grid::Grid;
pub use init::init_text;
pub use login::{Login, LoginStep, Secret};
pub use reporter::{Format, Reporter, ReporterError};
pub use rules::{Finding, Kind, Rule, Rules};
pub use values::{Field, value_for};

/// The JSON schema of `xcheck.toml`, for editors.
pub const CONFIG_SCHEMA: &str = include_str!("../schema/xcheck.schema.json");

/// The JSON schema of `baseline.json`.
pub const BASELINE_SCHEMA: &str = include_str!("../schema/baseline.schema.json");
