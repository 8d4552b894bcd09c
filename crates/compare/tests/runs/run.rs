//! Runs in temporary folders, and what a report says of them in short.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};
use tempfile::TempDir;
use xcheck_compare::{Report, Scope, compare};
use xcheck_model::engine::Engine;
use xcheck_model::exchange::BodyHash;
use xcheck_model::run::{Divergence, Observation, Step, Uncaught};
use xcheck_trace::run::{
    InputMode, NetworkMode, RunBrowser, RunEnd, RunHead, RunOutcome, RunTrace, RunWriter,
    SourceKind,
};
use xcheck_trace::{Recorder, Viewport};

use crate::page::{El, observation};

pub(crate) fn head(engine: Engine, trace: u8) -> RunHead {
    RunHead {
        tool_version: "0.1.0".to_owned(),
        trace: RunTrace {
            file: "shop.xct".to_owned(),
            sha256: BodyHash::from_digest(&[trace; 32]),
            created_ms: 1_700_000_000_000,
            recorder: Recorder {
                browser: "chromium".to_owned(),
                browser_version: "156".to_owned(),
                user_agent: None,
            },
        },
        browser: RunBrowser::new(engine.into(), "1"),
        viewport: Viewport { width: 1280, height: 720, ratio: 1.0 },
        input: InputMode::Native,
        network: NetworkMode::Trace,
    }
}

/// A look at a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Look {
    /// Number of the page.
    pub(crate) page: usize,
    pub(crate) observation: Option<Value>,
    pub(crate) png: Option<Vec<u8>>,
    pub(crate) errors: Vec<Uncaught>,
    /// Nobody looked.
    pub(crate) is_absent: bool,
}

/// Looks at the states that one page goes through.
pub(crate) fn looks(states: &[El]) -> Vec<Look> {
    let mut before: Option<&El> = None;
    let mut all = Vec::new();
    for state in states {
        all.push(Look { observation: observation(before, state), ..Look::default() });
        before = Some(state);
    }
    all
}

/// A look with an observation as it is.
pub(crate) fn raw(nodes: Value) -> Look {
    let observation = json!({"page": {"scroll": [0, 0]}, "nodes": nodes, "isVisible": true});
    Look { observation: Some(observation), ..Look::default() }
}

/// Writes a run.
pub(crate) fn write(dir: &Utf8Path, head: &RunHead, looks: &[Look], divergences: &[Divergence]) {
    write_with(dir, head, looks, divergences, &[]);
}

/// Writes a run of pages that are made of these sources.
pub(crate) fn write_with(
    dir: &Utf8Path,
    head: &RunHead,
    looks: &[Look],
    divergences: &[Divergence],
    sources: &[(&str, SourceKind, &str)],
) {
    let mut writer = RunWriter::create(dir, head).expect("test data can be written and read");
    for (url, kind, text) in sources {
        let stored = writer.source(url, *kind, text.as_bytes());
        stored.expect("test data can be written and read");
    }
    for (index, look) in looks.iter().enumerate().filter(|(_, look)| !look.is_absent) {
        let screenshot = look
            .png
            .as_ref()
            .map(|png| writer.shot(png).expect("test data can be written and read"));
        let observation = look.observation.as_ref();
        let observation = observation.map(|it| {
            Observation::from_json(&it.to_string()).expect("test data can be written and read")
        });
        let step = Step {
            index: index as u64,
            page: look.page,
            frame: Vec::new(),
            url: format!("http://shop/{}", look.page),
            event: Some(index as u64),
            entry: Some(index),
            at_us: 0,
            after: "click".to_owned(),
            observation,
            screenshot,
            console: Vec::new(),
            errors: look.errors.clone(),
        };
        writer.step(&step).expect("test data can be written and read");
    }
    for divergence in divergences {
        writer.divergence(divergence).expect("test data can be written and read");
    }
    let end = RunEnd {
        outcome: RunOutcome::complete(),
        n_events_replayed: looks.len() as u64,
        record_ms: 1,
        replay_ms: 1,
        timings: BTreeMap::new(),
    };
    writer.finish(&end).expect("test data can be written and read");
}

/// Two runs of one trace.
pub(crate) struct Runs {
    pub(crate) one: Utf8PathBuf,
    pub(crate) other: Utf8PathBuf,
    _temp: TempDir,
}

impl Runs {
    pub(crate) fn new(one: &[Look], other: &[Look]) -> Self {
        let temp = tempfile::tempdir().expect("test data can be written and read");
        let dir = |name: &str| {
            Utf8PathBuf::try_from(temp.path().join(name))
                .expect("test data can be written and read")
        };
        let runs = Self { one: dir("one"), other: dir("other"), _temp: temp };
        write(&runs.one, &head(Engine::Chromium, 1), one, &[]);
        write(&runs.other, &head(Engine::Firefox, 1), other, &[]);
        runs
    }

    /// Two browsers in which a page goes through these states.
    pub(crate) fn of_states(one: &[El], other: &[El]) -> Self {
        Self::new(&looks(one), &looks(other))
    }

    pub(crate) fn report(&self, scope: Scope) -> Report {
        compare(&[self.one.clone(), self.other.clone()], scope)
            .expect("test data can be written and read")
    }

    pub(crate) fn swapped(&self, scope: Scope) -> Report {
        compare(&[self.other.clone(), self.one.clone()], scope)
            .expect("test data can be written and read")
    }

    /// The findings in both scopes, which must agree.
    pub(crate) fn findings(&self) -> String {
        let report = self.report(Scope::Changed);
        let whole = self.report(Scope::WholePage);
        assert_eq!(told(&report), told(&whole), "changed nodes against the whole page");
        told(&report)
    }
}

/// One line for each finding: how bad, of what kind, what, and at how many steps.
pub(crate) fn told(report: &Report) -> String {
    let mut text = String::new();
    for xbi in &report.xbis {
        let (kind, title) = (xbi.kind, &xbi.title);
        let severity = format!("{:?}", xbi.severity).to_lowercase();
        let _ = writeln!(text, "{severity} {kind}: {title}, at {}x{}", xbi.step, xbi.occurrences);
    }
    text
}

/// Two pages of one state each, compared.
pub(crate) fn compared(one: &El, other: &El) -> String {
    Runs::of_states(std::slice::from_ref(one), std::slice::from_ref(other)).findings()
}

/// A picture, painted by a function from places to colors.
pub(crate) fn png(width: u32, height: u32, paint: impl Fn(u32, u32) -> [u8; 3]) -> Vec<u8> {
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let pixels: Vec<u8> = pixels.flat_map(|(x, y)| paint(x, y)).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("test data can be written and read");
    writer.write_image_data(&pixels).expect("test data can be written and read");
    writer.finish().expect("test data can be written and read");
    bytes
}
