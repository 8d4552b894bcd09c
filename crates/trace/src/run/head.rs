//! `run.json`: what was replayed, where, and how it went.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use xcheck_model::browser_name::BrowserName;
use xcheck_model::exchange::BodyHash;

use crate::manifest::{FormatVersion, Recorder, Viewport};

const FORMAT: &str = "xcheck-run";
/// What this code writes, and the newest that it reads.
pub(super) const VERSION: FormatVersion = FormatVersion(1, 5);

/// What is known when a replay begins.
#[derive(Clone, Debug, PartialEq)]
pub struct RunHead {
    /// The version of xcheck that replayed.
    pub tool_version: String,
    pub trace: RunTrace,
    pub browser: RunBrowser,
    pub viewport: Viewport,
    pub input: InputMode,
    pub network: NetworkMode,
}

/// The trace that was replayed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunTrace {
    /// Its name without folders.
    pub file: String,
    /// Of the whole file.
    pub sha256: BodyHash,
    /// When it was recorded, in milliseconds since 1970.
    pub created_ms: u64,
    pub recorder: Recorder,
}

/// The browser that replayed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunBrowser {
    pub name: BrowserName,
    pub version: String,
    /// What it ran on, if another machine said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub platform: Option<String>,
    /// What was not as it is on machines that xcheck prepares: fonts, time zone and the like.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub surroundings: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_agent: Option<String>,
}

impl RunBrowser {
    /// A browser of this machine.
    pub fn new(name: BrowserName, version: &str) -> Self {
        let version = version.to_owned();
        Self { name, version, platform: None, surroundings: Vec::new(), user_agent: None }
    }
}

/// How input was performed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InputMode {
    /// By the browser itself.
    Native,
    /// By events made in the page.
    Synthetic,
}

/// Where answers came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NetworkMode {
    Trace,
    Live,
}

/// Whether the replay came to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunOutcome {
    #[serde(rename = "complete")]
    pub is_complete: bool,
    /// Why it did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl RunOutcome {
    pub fn complete() -> Self {
        Self { is_complete: true, reason: None }
    }

    pub fn incomplete(reason: impl Into<String>) -> Self {
        Self { is_complete: false, reason: Some(reason.into()) }
    }
}

/// What is known when a replay has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct RunEnd {
    pub outcome: RunOutcome,
    pub n_events_replayed: u64,
    /// How long the recording took.
    pub record_ms: u64,
    /// How long the replay took.
    pub replay_ms: u64,
    /// How long its parts took, in milliseconds.
    pub timings: BTreeMap<String, f64>,
}

/// What `run.json` says about the rest of the folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunTotals {
    pub n_steps: u64,
    pub n_divergences: u64,
}

/// What is read before the rest: these two fields have their place in every version.
#[derive(Deserialize)]
struct Format {
    format: String,
    version: FormatVersion,
}

#[derive(Serialize, Deserialize)]
struct RunFile {
    format: String,
    version: FormatVersion,
    tool_version: String,
    trace: RunTrace,
    browser: RunBrowser,
    viewport: Viewport,
    input: InputMode,
    network: NetworkMode,
    outcome: RunOutcome,
    n_steps: u64,
    n_events_replayed: u64,
    n_divergences: u64,
    record_ms: u64,
    replay_ms: u64,
    timings: BTreeMap<String, f64>,
}

/// Why a `run.json` is of no use.
#[derive(Debug)]
pub(super) enum HeadError {
    Foreign,
    Newer(FormatVersion),
    Json(serde_json::Error),
}

impl From<serde_json::Error> for HeadError {
    fn from(error: serde_json::Error) -> Self {
        Self::Json(error)
    }
}

pub(super) fn to_json(
    head: &RunHead,
    end: &RunEnd,
    totals: RunTotals,
) -> serde_json::Result<Vec<u8>> {
    let head = head.clone();
    let end = end.clone();
    let mut json = serde_json::to_vec_pretty(&RunFile {
        format: FORMAT.to_owned(),
        version: VERSION,
        tool_version: head.tool_version,
        trace: head.trace,
        browser: head.browser,
        viewport: head.viewport,
        input: head.input,
        network: head.network,
        outcome: end.outcome,
        n_steps: totals.n_steps,
        n_events_replayed: end.n_events_replayed,
        n_divergences: totals.n_divergences,
        record_ms: end.record_ms,
        replay_ms: end.replay_ms,
        timings: end.timings,
    })?;
    json.push(b'\n');
    Ok(json)
}

/// Whether this is the `run.json` of a run, of whatever version.
pub(super) fn is_run(json: &[u8]) -> bool {
    serde_json::from_slice::<Format>(json).is_ok_and(|format| format.format == FORMAT)
}

pub(super) fn from_json(json: &[u8]) -> Result<(RunHead, RunEnd, RunTotals), HeadError> {
    let Format { format, version } = serde_json::from_slice(json)?;
    if format != FORMAT || version.0 == 0 {
        return Err(HeadError::Foreign);
    }
    if version > VERSION {
        return Err(HeadError::Newer(version));
    }
    let file: RunFile = serde_json::from_slice(json)?;
    let head = RunHead {
        tool_version: file.tool_version,
        trace: file.trace,
        browser: file.browser,
        viewport: file.viewport,
        input: file.input,
        network: file.network,
    };
    let end = RunEnd {
        outcome: file.outcome,
        n_events_replayed: file.n_events_replayed,
        record_ms: file.record_ms,
        replay_ms: file.replay_ms,
        timings: file.timings,
    };
    let totals = RunTotals { n_steps: file.n_steps, n_divergences: file.n_divergences };
    Ok((head, end, totals))
}
