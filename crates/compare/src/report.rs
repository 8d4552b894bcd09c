//! The report, as scripts may rely on it.

use serde::Serialize;
use xcheck_model::browser_name::BrowserName;

use crate::difference::Kind;
use crate::stray::Stray;

/// Everything that was found, as `report.json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    pub version: u32,
    pub reference: TestBrowser,
    pub tests: Vec<TestBrowser>,
    pub steps: u64,
    pub events: u64,
    pub noise: Vec<NoiseCount>,
    /// Where the reference did not do what was recorded in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub strays: Vec<Stray>,
    pub graphs: Vec<StateGraph>,
    pub xbis: Vec<Xbi>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TestBrowser {
    pub browser: BrowserName,
    pub version: String,
    /// What it ran on, if that was another machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform: Option<String>,
    /// What was not as it is on machines that xcheck prepares.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub surroundings: Vec<String>,
}

impl TestBrowser {
    /// A browser of which no more is known than its name and version.
    pub fn new(browser: BrowserName, version: &str) -> Self {
        Self { browser, version: version.to_owned(), platform: None, surroundings: Vec::new() }
    }
}

/// How many differences were left out because a browser does not agree with itself about them; of the reference, only
/// how many places there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NoiseCount {
    pub browser: BrowserName,
    pub count: usize,
    /// Places that differ between replays in one browser.
    pub known: usize,
}

/// The states of all pages in one browser beside those in the reference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StateGraph {
    pub browser: BrowserName,
    pub reference_states: usize,
    pub states: usize,
    pub reference_transitions: usize,
    pub transitions: usize,
    /// Steps that lead to another state in the reference only.
    pub missing: Vec<Transition>,
    /// Steps that do so in the other browser only.
    pub surplus: Vec<Transition>,
    /// Steps that lead back to a known state in the reference, and to another one in the other browser.
    pub different: Vec<Transition>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Transition {
    pub page: usize,
    pub step: u64,
    pub event: Option<u64>,
    /// What the person did.
    pub after: String,
}

/// One cross-browser incompatibility.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Xbi {
    pub id: String,
    pub browser: BrowserName,
    pub kind: Kind,
    pub severity: Severity,
    pub title: String,
    pub page: String,
    pub step: u64,
    pub event: Option<u64>,
    pub element: Element,
    pub cause: Cause,
    pub occurrences: u64,
    pub cbds: Vec<Cbd>,
    pub images: Images,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Critical,
    Major,
    Minor,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Element {
    pub xpath: String,
    pub selector: String,
    pub html: String,
    pub boxes: Boxes,
}

/// Where it is in the pictures: left, top, width and height in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Boxes {
    pub reference: Option<[f64; 4]>,
    pub test: Option<[f64; 4]>,
}

/// Why, as far as that is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cause {
    pub kind: CauseKind,
    pub name: String,
    pub support: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CauseKind {
    Api,
    Css,
    Unknown,
}

/// One difference that led to the finding.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cbd {
    pub property: String,
    pub reference: String,
    pub test: String,
    pub xpath: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Images {
    pub reference: Option<String>,
    pub test: Option<String>,
}
