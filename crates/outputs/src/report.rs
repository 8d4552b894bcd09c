//! What a `report.json` says, as far as people and other tools are told.
//!
//! Reports may come from elsewhere: what is missing or odd is left out, and nothing fails.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::text::harmless;

/// Long enough for any title that a person reads.
const TITLE: usize = 300;
/// For selectors, causes, reasons.
const PHRASE: usize = 500;
/// For addresses, paths and commands.
const ADDRESS: usize = 2000;
/// More browsers, sessions or differences of a finding than this are none that anyone reads.
const MANY: usize = 10_000;

/// A report. Every text in it is one harmless line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub title: String,
    pub targets: Vec<String>,
    pub reference: Option<Browser>,
    pub tests: Vec<Browser>,
    pub steps: u64,
    /// How long the replays took, by browser.
    pub replay_ms: BTreeMap<String, u64>,
    pub noise: Vec<Noise>,
    /// None if runs were compared without a check.
    pub sessions: Vec<Session>,
    /// The worst first.
    pub findings: Vec<Finding>,
    /// Why the check is not whole.
    pub partial: Option<String>,
    pub n_ignored: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Browser {
    pub name: String,
    pub version: String,
}

/// Where a browser did not do the same thing twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Noise {
    pub browser: String,
    pub known: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Session {
    pub name: String,
    pub start_url: String,
    /// Browsers that replayed it.
    pub replayed: Vec<String>,
    /// Browsers that did not, and why.
    pub failures: BTreeMap<String, String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Critical,
    Major,
    /// Also what is of no known severity.
    #[default]
    Minor,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    pub id: String,
    pub browser: String,
    pub kind: String,
    pub severity: Severity,
    pub title: String,
    pub page: String,
    pub selector: String,
    /// The API or CSS property behind it; empty if that is not known.
    pub cause: String,
    /// What browsers are known to support of that.
    pub support: String,
    pub occurrences: u64,
    pub differences: Vec<Difference>,
    /// Number of the session that showed it first.
    pub session: usize,
    /// Empty if the report is not of a check.
    pub fingerprint: String,
    pub accepted: Option<Accepted>,
    /// The command that shows it again.
    pub repro: String,
}

/// One property that is not the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    pub property: String,
    pub reference: String,
    pub test: String,
}

/// Somebody has decided to live with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    pub reason: String,
    pub expires: Option<String>,
}

impl Severity {
    pub const ALL: [Self; 3] = [Self::Critical, Self::Major, Self::Minor];

    pub fn name(self) -> &'static str {
        match self {
            Self::Critical => "critical",
            Self::Major => "major",
            Self::Minor => "minor",
        }
    }
}

impl Report {
    /// Reads a parsed `report.json`.
    pub fn read(json: &Value) -> Self {
        let mut findings: Vec<Finding> = list(json, "xbis").map(Finding::read).collect();
        findings.sort_by_key(|it| it.severity);
        let replay_ms = json["timings"]["replay_ms"].as_object().into_iter().flatten();
        Self {
            title: text(json, "title", TITLE),
            targets: list(json, "targets").map(|it| one_line(it, ADDRESS)).collect(),
            reference: Some(Browser::read(&json["reference"])).filter(|it| !it.name.is_empty()),
            tests: list(json, "tests").map(Browser::read).collect(),
            steps: number(json, "steps"),
            replay_ms: replay_ms
                .map(|(browser, ms)| (harmless(browser, TITLE), ms.as_u64().unwrap_or(0)))
                .collect(),
            noise: list(json, "noise").map(Noise::read).collect(),
            sessions: list(json, "sessions").map(Session::read).collect(),
            findings,
            partial: Some(text(json, "partial", PHRASE)).filter(|it| !it.is_empty()),
            n_ignored: number(json, "n_ignored"),
        }
    }

    /// Findings that nobody has accepted.
    pub fn unaccepted(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|it| it.accepted.is_none())
    }

    pub fn n_new(&self) -> usize {
        self.unaccepted().count()
    }

    pub fn n_accepted(&self) -> usize {
        self.findings.len() - self.n_new()
    }

    /// How many new findings are so bad.
    pub fn n_of(&self, severity: Severity) -> usize {
        self.unaccepted().filter(|it| it.severity == severity).count()
    }

    /// `1 critical, 2 minor`; empty if there is nothing new.
    pub fn severities(&self) -> String {
        let all = Severity::ALL.map(|it| (self.n_of(it), it.name()));
        let some = all.iter().filter(|(n, _)| *n > 0);
        some.map(|(n, name)| format!("{n} {name}")).collect::<Vec<_>>().join(", ")
    }

    /// Browsers that were held against the reference, also those that never got so far.
    pub fn browsers(&self) -> Vec<&str> {
        let reference = self.reference.as_ref().map_or("", |it| &it.name);
        let tried =
            self.sessions.iter().flat_map(|it| it.replayed.iter().chain(it.failures.keys()));
        let tried = tried.map(String::as_str).filter(|it| *it != reference);
        let tests = self.tests.iter().map(|it| it.name.as_str());
        let found = self.findings.iter().map(|it| it.browser.as_str());
        let mut all: Vec<&str> = Vec::new();
        for name in tests.chain(tried).chain(found) {
            if !all.contains(&name) {
                all.push(name);
            }
        }
        all
    }
}

impl Browser {
    fn read(json: &Value) -> Self {
        Self { name: text(json, "browser", TITLE), version: text(json, "version", TITLE) }
    }
}

impl Noise {
    fn read(json: &Value) -> Self {
        Self { browser: text(json, "browser", TITLE), known: number(json, "known") }
    }
}

impl Session {
    fn read(json: &Value) -> Self {
        let entries = |key: &str| json[key].as_object().into_iter().flatten().take(MANY);
        Self {
            name: text(json, "name", TITLE),
            start_url: text(json, "start_url", ADDRESS),
            replayed: entries("runs").map(|(browser, _)| harmless(browser, TITLE)).collect(),
            failures: entries("failures")
                .map(|(browser, why)| (harmless(browser, TITLE), one_line(why, PHRASE)))
                .collect(),
        }
    }
}

impl Finding {
    fn read(json: &Value) -> Self {
        let severity = json["severity"].as_str();
        let is_print =
            |it: &&str| it.len() <= 64 && it.bytes().all(|byte| byte.is_ascii_alphanumeric());
        Self {
            id: text(json, "id", 20),
            browser: text(json, "browser", TITLE),
            kind: text(json, "kind", TITLE),
            severity: Severity::ALL
                .into_iter()
                .find(|it| Some(it.name()) == severity)
                .unwrap_or_default(),
            title: text(json, "title", TITLE),
            page: text(json, "page", ADDRESS),
            selector: text(&json["element"], "selector", PHRASE),
            cause: text(&json["cause"], "name", PHRASE),
            support: text(&json["cause"], "support", PHRASE),
            occurrences: number(json, "occurrences"),
            differences: list(json, "cbds").map(Difference::read).collect(),
            session: usize::try_from(number(json, "session")).unwrap_or(usize::MAX),
            fingerprint: json["fingerprint"]
                .as_str()
                .filter(is_print)
                .unwrap_or_default()
                .to_owned(),
            accepted: json.get("accepted").filter(|it| it.is_object()).map(Accepted::read),
            repro: text(json, "repro", ADDRESS),
        }
    }
}

impl Difference {
    fn read(json: &Value) -> Self {
        Self {
            property: text(json, "property", PHRASE),
            reference: text(json, "reference", PHRASE),
            test: text(json, "test", PHRASE),
        }
    }
}

impl Accepted {
    fn read(json: &Value) -> Self {
        Self {
            reason: text(json, "reason", PHRASE),
            expires: Some(text(json, "expires", 20)).filter(|it| !it.is_empty()),
        }
    }
}

fn list<'a>(json: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    json[key].as_array().into_iter().flatten().take(MANY)
}

fn number(json: &Value, key: &str) -> u64 {
    json[key].as_u64().unwrap_or(0)
}

fn text(json: &Value, key: &str, max: usize) -> String {
    one_line(&json[key], max)
}

fn one_line(json: &Value, max: usize) -> String {
    harmless(json.as_str().unwrap_or_default(), max)
}
