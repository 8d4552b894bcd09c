//! The report that people look at: one page made of findings, runs and pictures.
//!
//! Takes the text of `report.json` and the runs it names, and writes one file that opens from disk.
//! Whatever is missing is left out: a report without runs has no pictures and no timeline, and is still one.
//! Texts of pages are hostile. They are in the page as JSON in a block that no browser runs;
//! what the page's script does with them is in `web/base.js`.

mod code;
mod error;
mod evidence;
mod page;
mod pictures;
mod recorded;
mod run;
mod sources;
mod tape;
mod trim;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fs;

use camino::{Utf8Path, Utf8PathBuf};
use serde::Serialize;
use serde_json::{Map, Value};
use xcheck_drive::export::{SIGNATURE, playwright_helpers};
use xcheck_trace::run::RunReader;

pub use crate::error::{ReportError, ReportErrorKind};
use crate::evidence::Evidence;
use crate::pictures::{Pictures, Wanted};
use crate::recorded::Recorded;
use crate::run::RunFacts;
use crate::tape::Tape;

/// What is recorded of all sessions together; the page holds it in memory.
const MAX_ROWS: usize = 100_000;

/// The file that people open.
pub const FILE_NAME: &str = "index.html";

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub path: Utf8PathBuf,
    pub n_findings: usize,
    /// Pictures that are in the file.
    pub n_inside: usize,
    /// Pictures that are in the folder `pictures` beside it.
    pub n_beside: usize,
    /// What could not be used, one line each. The report says so too.
    pub problems: Vec<String>,
}

/// Writes `index.html` into the folder `out`, made of the text of `report.json` and the runs it names.
///
/// Runs are found by the paths in `sessions`, which are relative to `out`.
/// Pictures beyond some megabytes in all go beside the file, into the folder `pictures`.
pub fn write(out: &Utf8Path, report_json: &str, title: &str) -> Result<Written, ReportError> {
    let path = out.join(FILE_NAME);
    let fail = |kind| ReportError { path: path.clone(), kind };
    let report: Map<String, Value> =
        serde_json::from_str(report_json).map_err(|error| fail(ReportErrorKind::Json(error)))?;
    write_map(out, report, title, pictures::MAX_INSIDE).map_err(fail)
}

fn write_map(
    out: &Utf8Path,
    mut report: Map<String, Value>,
    title: &str,
    max_inside: usize,
) -> Result<Written, ReportErrorKind> {
    fs::create_dir_all(out)?;
    let mut problems = Vec::new();
    let sessions = open_sessions(out, &report, &mut problems);
    let wanted = wanted_pictures(&report, &sessions);
    let leading = reference_of(&report).to_owned();
    let evidence = evidence::gather(&report, &leading, &sessions);
    let pictures = Pictures::lay_out(out, &wanted, max_inside)?;
    report.values_mut().for_each(trim::trim);
    let n_findings = report.get("xbis").and_then(Value::as_array).map_or(0, Vec::len);
    let content = Content {
        title,
        report: &report,
        runs: sessions.iter().map(Session::facts).collect(),
        evidence: &evidence,
        recorded: sessions.iter().map(|session| session.recorded.as_ref()).collect(),
        test: sessions.iter().any(|session| session.recorded.is_some()).then(TestFrame::default),
        inside: pictures.inside.iter().map(|(hash, _)| hash.as_str()).collect(),
        beside: pictures.beside.iter().map(|hash| hash.as_str()).collect(),
        problems: &problems,
    };
    let path = out.join(FILE_NAME);
    let json = serde_json::to_string(&content).map_err(ReportErrorKind::Json)?;
    page::write(&path, &json, &pictures)?;
    let (n_inside, n_beside) = (pictures.inside.len(), pictures.beside.len());
    Ok(Written { path, n_findings, n_inside, n_beside, problems })
}

/// What the page's script is given.
#[derive(Serialize)]
struct Content<'a> {
    title: &'a str,
    report: &'a Map<String, Value>,
    /// For each session, what each browser did.
    runs: Vec<BTreeMap<&'a str, &'a RunFacts>>,
    /// For each finding, its element in both browsers.
    evidence: &'a [Option<Evidence>],
    /// For each session, what its trace tells.
    recorded: Vec<Option<&'a Recorded>>,
    /// What tests of all sessions have in common.
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<TestFrame>,
    /// Pictures in blocks of the page.
    inside: Vec<&'a str>,
    /// Pictures in files beside the page.
    beside: Vec<&'a str>,
    problems: &'a [String],
}

#[derive(Serialize)]
struct TestFrame {
    signature: &'static str,
    helpers: &'static [(&'static str, &'static str)],
}

impl Default for TestFrame {
    fn default() -> Self {
        Self { signature: SIGNATURE, helpers: playwright_helpers() }
    }
}

/// One replayed session: its runs by the name of their browser, as far as they can be read.
#[derive(Default)]
struct Session {
    runs: BTreeMap<String, (RunReader, RunFacts)>,
    recorded: Option<Recorded>,
}

impl Session {
    fn facts(&self) -> BTreeMap<&str, &RunFacts> {
        self.runs.iter().map(|(name, (_, facts))| (name.as_str(), facts)).collect()
    }
}

fn open_sessions(
    out: &Utf8Path,
    report: &Map<String, Value>,
    problems: &mut Vec<String>,
) -> Vec<Session> {
    let none = Vec::new();
    let sessions = report.get("sessions").and_then(Value::as_array).unwrap_or(&none);
    let reference = reference_of(report);
    let max_rows = (MAX_ROWS / sessions.len().max(1)).clamp(200, 3000);
    let mut opened = Vec::new();
    for session in sessions {
        let tape = session["trace"].as_str().and_then(|path| open_tape(out, path, problems));
        let mut runs = BTreeMap::new();
        for (browser, path) in session["runs"].as_object().into_iter().flatten() {
            let Some(path) = path.as_str() else { continue };
            match RunReader::open(&out.join(path)) {
                Ok(reader) => {
                    let facts = RunFacts::read(&reader, tape.as_ref(), problems);
                    runs.insert(browser.clone(), (reader, facts));
                }
                Err(error) => problems.push(format!("cannot open run {path}: {}", error.kind)),
            }
        }
        let marks = runs.get(reference).map(|(_, facts)| facts.marks()).unwrap_or_default();
        let name = session["name"].as_str().unwrap_or_default();
        let recorded = tape.map(|tape| Recorded::read(&tape, name, &marks, max_rows));
        opened.push(Session { runs, recorded });
    }
    opened
}

/// A trace is named from the report, or from where the check was started if it was there before.
fn open_tape(out: &Utf8Path, path: &str, problems: &mut Vec<String>) -> Option<Tape> {
    let below = out.join(path);
    let place = if below.exists() { below } else { Utf8PathBuf::from(path) };
    match Tape::open(&place) {
        Ok(tape) => Some(tape),
        Err(why) => {
            problems.push(format!("cannot open trace {path}: {why}"));
            None
        }
    }
}

/// All pictures that the page can show: those of findings first, then those of steps.
fn wanted_pictures<'a>(report: &Map<String, Value>, sessions: &'a [Session]) -> Wanted<'a> {
    let mut wanted = Wanted::default();
    let reference = reference_of(report);
    for xbi in report.get("xbis").and_then(Value::as_array).into_iter().flatten() {
        let Some(session) = session_of(xbi, sessions) else { continue };
        let test = xbi["browser"].as_str().unwrap_or_default();
        for (browser, hash) in
            [(reference, &xbi["images"]["reference"]), (test, &xbi["images"]["test"])]
        {
            let hash = hash.as_str().and_then(|hash| hash.parse().ok());
            if let (Some(hash), Some((run, _))) = (hash, session.runs.get(browser)) {
                wanted.add(&hash, run);
            }
        }
    }
    for (reader, facts) in sessions.iter().flat_map(|session| session.runs.values()) {
        for hash in facts.shots() {
            wanted.add(hash, reader);
        }
    }
    wanted
}

fn reference_of(report: &Map<String, Value>) -> &str {
    report.get("reference").and_then(|it| it["browser"].as_str()).unwrap_or_default()
}

/// A finding that names no session is of the only one.
fn session_of<'a>(xbi: &Value, sessions: &'a [Session]) -> Option<&'a Session> {
    let index = xbi["session"].as_u64().unwrap_or(0);
    sessions.get(usize::try_from(index).ok()?)
}
