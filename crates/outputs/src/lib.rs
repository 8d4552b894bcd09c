//! A report as text, for people and for machines: lists, JSON, JUnit, SARIF, Markdown, annotations for GitHub.
//!
//! Pure: `report.json` in, text out. Everything in a report came from pages and is hostile;
//! [`Report`] holds only texts of one harmless line, and each format escapes what means something in it.

mod github;
mod json;
mod junit;
mod list;
mod markdown;
mod report;
mod sarif;
mod text;

#[cfg(test)]
mod tests;

use serde_json::Value;

pub use crate::github::annotations;
pub use crate::json::json;
pub use crate::junit::junit;
pub use crate::list::{Style, line, list};
pub use crate::markdown::markdown;
pub use crate::report::{Accepted, Browser, Finding, Noise, Report, Session, Severity};
pub use crate::sarif::sarif;
pub use crate::text::{count, harmless};

/// A report that is to be told, with what is known of it besides.
#[derive(Clone, Debug)]
pub struct Told {
    /// The app it is of; empty if it is the only one.
    pub name: String,
    /// Where a person can look at it; empty if nowhere.
    pub place: String,
    pub json: Value,
    pub report: Report,
}

impl Told {
    pub fn new(name: &str, place: &str, json: Value) -> Self {
        let report = Report::read(&json);
        Self { name: harmless(name, 200), place: harmless(place, 2000), json, report }
    }

    /// What to call it.
    fn title(&self) -> &str {
        let titles = [self.report.title.as_str(), &self.name, "xcheck"];
        titles.into_iter().find(|it| !it.is_empty()).unwrap_or_default()
    }
}
