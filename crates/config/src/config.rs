//! What `xcheck.toml` says. Every key may be absent; what then holds is in [`Config::defaults`].

use std::collections::BTreeMap;

use serde::Deserialize;
use xcheck_model::browser_name::BrowserName;
use xcheck_model::engine::Engine;

use crate::error::{ConfigError, Problem};
use crate::glob::UrlPattern;
use crate::grid::Grid;
use crate::keys;
use crate::login::Login;
use crate::reporter::Reporter;
use crate::rules::{Rules, is_for_tag};

/// All of the file.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Config {
    pub check: Check,
    pub crawl: Crawl,
    pub login: Option<Login>,
    pub grid: Grid,
    #[serde(deserialize_with = "keys::rules")]
    pub ignore: Rules,
    pub report: Report,
    #[serde(deserialize_with = "keys::apps")]
    pub app: Vec<App>,
}

/// What is checked, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Check {
    /// Addresses, folders with an `index.html`, and traces.
    pub targets: Option<Vec<String>>,
    /// A file that uses the app, in place of the crawler.
    pub drive: Option<String>,
    #[serde(deserialize_with = "keys::browsers")]
    pub browsers: Option<Vec<BrowserName>>,
    pub reference: Option<BrowserName>,
    /// How many browsers run at once.
    #[serde(deserialize_with = "keys::at_least_one")]
    pub workers: Option<u32>,
    /// In seconds: how long a browser may take to start, or a command in it.
    #[serde(deserialize_with = "keys::timeout")]
    pub timeout: Option<u64>,
    /// The folder of the report.
    pub out: Option<String>,
}

/// How apps are explored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Crawl {
    #[serde(deserialize_with = "keys::at_least_one")]
    pub max_states: Option<u32>,
    /// How many actions away from the start page.
    #[serde(deserialize_with = "keys::at_least_one")]
    pub max_depth: Option<u32>,
    /// In seconds.
    #[serde(deserialize_with = "keys::at_least_one")]
    pub time: Option<u64>,
    /// What all choices follow from.
    pub seed: Option<u64>,
    /// If given, only these pages.
    pub include: Option<Vec<UrlPattern>>,
    pub exclude: Option<Vec<UrlPattern>>,
    /// CSS selectors of elements that are left alone.
    pub exclude_elements: Option<Vec<String>>,
    /// Origins that belong to the app, besides that of its first page.
    #[serde(deserialize_with = "keys::origins")]
    pub origins: Option<Vec<String>>,
    /// Whether also to touch what looks like logging out, deleting or paying.
    pub allow_dangerous: Option<bool>,
    /// By name or simple selector of a field: what is written into it.
    pub values: BTreeMap<String, String>,
}

/// How the report looks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Report {
    pub title: Option<String>,
    /// How the result is told. It is the same for all apps.
    #[serde(deserialize_with = "keys::reporters")]
    pub reporters: Option<Vec<Reporter>>,
}

/// One of several apps. What it says holds before what the rest of the file says.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct App {
    pub name: String,
    /// An address or a folder with an `index.html`.
    pub target: Option<String>,
    pub drive: Option<String>,
    /// Traces that are replayed besides.
    #[serde(default)]
    pub traces: Vec<String>,
    #[serde(default, deserialize_with = "keys::browsers")]
    pub browsers: Option<Vec<BrowserName>>,
    pub reference: Option<BrowserName>,
    #[serde(default, deserialize_with = "keys::timeout")]
    pub timeout: Option<u64>,
    pub out: Option<String>,
    #[serde(default)]
    pub crawl: Crawl,
    pub login: Option<Login>,
    #[serde(default, deserialize_with = "keys::rules")]
    pub ignore: Rules,
    #[serde(default)]
    pub report: Report,
}

impl App {
    pub(crate) fn checked(self) -> Result<Self, Problem> {
        if self.name.trim().is_empty() {
            return Err(Problem::new("the name of the app is empty", "such as name = \"shop\""));
        }
        if self.target.is_none() && self.traces.is_empty() {
            let what = format!("the app {:?} has nothing to check", self.name);
            return Err(Problem::new(what, "add target or traces"));
        }
        if self.report.reporters.is_some() {
            let what = format!("the app {:?} has reporters of its own", self.name);
            return Err(Problem::new(what, "put them into [report]: they are for all apps"));
        }
        Ok(self)
    }
}

impl Config {
    /// Reads the text of a configuration file. The name is for messages.
    pub fn parse(text: &str, file_name: &str) -> Result<Self, ConfigError> {
        toml::from_str(text).map_err(|error| ConfigError::new(&error, text, file_name))
    }

    /// What holds where nobody says otherwise. How many workers there are is up to the machine.
    pub fn defaults() -> Self {
        let check = Check {
            browsers: Some(Engine::ALL.map(BrowserName::of).to_vec()),
            reference: Some(Engine::Chromium.into()),
            timeout: Some(60),
            out: Some("xcheck-report".to_owned()),
            ..Check::default()
        };
        let crawl = Crawl {
            max_states: Some(100),
            max_depth: Some(10),
            time: Some(300),
            seed: Some(1),
            allow_dangerous: Some(false),
            ..Crawl::default()
        };
        let grid = Grid { queue: Some(300), ..Grid::default() };
        Self { check, crawl, grid, ..Self::default() }
    }
}

impl Crawl {
    /// Whether the patterns let the crawler go to a page. Origins are another matter.
    pub fn is_included(&self, address: &str) -> bool {
        let is_in = |list: &[UrlPattern]| list.iter().any(|pattern| pattern.matches(address));
        self.include.as_deref().is_none_or(is_in) && !self.exclude.as_deref().is_some_and(is_in)
    }

    /// What to write into a field, by its name or else by its start tag.
    pub fn value_of(&self, name: &str, html: &str) -> Option<&str> {
        let by_selector = || self.values.iter().find(|(key, _)| is_for_tag(key, html));
        let (_, value) = self.values.get_key_value(name).or_else(by_selector)?;
        Some(value)
    }
}
