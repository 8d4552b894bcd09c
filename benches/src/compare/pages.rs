//! Large pages in two browsers, and runs of them.

use std::collections::BTreeMap;

use anyhow::Result;
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};
use tempfile::TempDir;
use xcheck_model::engine::Engine;
use xcheck_model::exchange::BodyHash;
use xcheck_model::run::{Observation, Step};
use xcheck_trace::run::{
    InputMode, NetworkMode, RunBrowser, RunEnd, RunHead, RunOutcome, RunTrace, RunWriter,
};
use xcheck_trace::{Recorder, Viewport};

/// Paragraphs in a group, each with an element and a text in it.
const PARAGRAPHS: u64 = 8;
const GROUP_NODES: u64 = 1 + 3 * PARAGRAPHS;
/// Groups in a section.
const GROUPS: u64 = 20;

/// A page of sections of groups of paragraphs.
pub(crate) struct Page {
    pub(crate) n_groups: u64,
    /// Whether a node comes or goes with each state.
    pub(crate) is_moving: bool,
}

/// References by place, so that states can be made without the page.
fn group(at: u64) -> u64 {
    1_000 + at * 100
}

fn paragraph(at: u64, n: u64) -> u64 {
    group(at) + 1 + 3 * n
}

fn section(at: u64) -> u64 {
    10 + at / GROUPS
}

impl Page {
    pub(crate) fn new(n_nodes: u64) -> Self {
        Self { n_groups: n_nodes / GROUP_NODES, is_moving: false }
    }

    fn first(&self, n_wrong: u64) -> Value {
        const HIGH: u64 = 20;
        let style = json!({"display": "block"});
        let height = self.n_groups * PARAGRAPHS * HIGH;
        let mut nodes = vec![
            json!({"id": 1, "name": "html", "place": [0, 0], "box": [0, 0, 1280, height], "style": style}),
            json!({"id": 2, "name": "body", "place": [1, 0], "box": [0, 0, 1280, height], "style": style}),
        ];
        for at in 0..self.n_groups {
            let (id, top) = (group(at), at * PARAGRAPHS * HIGH);
            if at % GROUPS == 0 {
                let before = if at == 0 { 0 } else { section(at - 1) };
                let high = GROUPS.min(self.n_groups - at) * PARAGRAPHS * HIGH;
                nodes.push(json!({"id": section(at), "name": "section", "place": [2, before],
                    "box": [0, top, 1280, high], "style": style}));
            }
            let before = if at % GROUPS == 0 { 0 } else { group(at - 1) };
            nodes.push(json!({"id": id, "name": "div", "place": [section(at), before],
                "attributes": {"class": "group"}, "box": [0, top, 1280, PARAGRAPHS * HIGH], "style": style}));
            for n in 0..PARAGRAPHS {
                let (own, top) = (paragraph(at, n), top + n * HIGH);
                let before = if n == 0 { 0 } else { paragraph(at, n - 1) };
                // Spread over the page.
                let is_wrong = (at * PARAGRAPHS + n)
                    .is_multiple_of((self.n_groups * PARAGRAPHS / n_wrong.max(1)).max(1))
                    && n_wrong > 0;
                let words = if is_wrong { "wrong words" } else { "words" };
                nodes.push(json!({"id": own, "name": "p", "place": [id, before],
                    "box": [0, top, 1280, HIGH], "style": {"display": "block", "color": "rgb(9, 9, 9)"}}));
                nodes.push(json!({"id": own + 1, "name": "b", "place": [own, 0],
                    "box": [0, top, 200, HIGH], "style": {"font-weight": "700"}}));
                nodes.push(json!({"id": own + 2, "text": format!("{words} {at} {n}"), "place": [own + 1, 0],
                    "box": [0, top, 90, HIGH]}));
            }
        }
        json!({"page": {"scroll": [0, 0]}, "nodes": nodes, "isVisible": true})
    }

    /// A state changes nodes all over the page: texts, boxes and styles.
    fn next(&self, state: u64, n_changed: u64) -> Value {
        let mut nodes = Vec::new();
        for n in 0..n_changed {
            // A stride without a factor in common with the number of groups.
            let at = (state * 31 + n * 7_919) % self.n_groups;
            let own = paragraph(at, (state + n) % PARAGRAPHS);
            let width = 80 + (state + n) % 40;
            nodes.push(match n % 3 {
                0 => json!({"id": own + 2, "text": format!("state {state}")}),
                1 => json!({"id": own + 1, "box": [0, (own % 997) * 20, 200 + width, 20]}),
                _ => json!({"id": own, "style": {"display": "block",
                    "color": format!("rgb({}, 9, 9)", state % 200)}}),
            });
        }
        let mut gone = Vec::new();
        if self.is_moving {
            // Comes with one state and goes with the next.
            let at = (state / 2 * 17) % self.n_groups;
            let last = paragraph(at, PARAGRAPHS - 1);
            if state.is_multiple_of(2) {
                nodes.push(json!({"id": group(at) + 90, "name": "p", "place": [group(at), last],
                    "box": [0, 0, 1280, 20], "style": {"display": "block"}}));
            } else if state > 1 {
                gone.push(group(at) + 90);
            }
        }
        json!({"nodes": nodes, "gone": gone, "isVisible": true})
    }
}

/// What is looked at in a step.
pub(crate) struct Look {
    pub(crate) observation: Value,
    pub(crate) png: Option<Vec<u8>>,
}

/// Two runs of one trace.
pub(crate) struct Runs {
    pub(crate) one: Utf8PathBuf,
    pub(crate) other: Utf8PathBuf,
    _temp: TempDir,
}

impl Runs {
    pub(crate) fn new(
        ours: impl Iterator<Item = Look>,
        theirs: impl Iterator<Item = Look>,
    ) -> Result<Self> {
        let temp = tempfile::tempdir()?;
        let one = Utf8PathBuf::try_from(temp.path().join("one"))?;
        let other = Utf8PathBuf::try_from(temp.path().join("other"))?;
        write(&one, Engine::Chromium, ours)?;
        write(&other, Engine::Firefox, theirs)?;
        Ok(Self { one, other, _temp: temp })
    }

    /// States of a page, `n_wrong` elements of which differ; 1 to 20 nodes change by turns, or as many as said.
    pub(crate) fn of_states(
        page: &Page,
        n_wrong: u64,
        n_states: u64,
        n_changed: u64,
    ) -> Result<Self> {
        let looks = |n_wrong: u64| {
            (0..n_states).map(move |state| {
                let n_changed = if n_changed == 0 { 1 + state % 20 } else { n_changed };
                let observation =
                    if state == 0 { page.first(n_wrong) } else { page.next(state, n_changed) };
                Look { observation, png: None }
            })
        };
        Self::new(looks(0), looks(n_wrong))
    }
}

fn write(dir: &Utf8Path, engine: Engine, looks: impl Iterator<Item = Look>) -> Result<()> {
    let mut writer = RunWriter::create(dir, &head(engine))?;
    for (index, look) in looks.enumerate() {
        let screenshot = look.png.map(|png| writer.shot(&png)).transpose()?;
        writer.step(&Step {
            index: index as u64,
            page: 0,
            frame: Vec::new(),
            url: "http://shop/".to_owned(),
            event: Some(index as u64),
            entry: Some(index),
            at_us: 0,
            after: "click".to_owned(),
            observation: Some(Observation::from_json(&look.observation.to_string())?),
            screenshot,
            console: Vec::new(),
            errors: Vec::new(),
        })?;
    }
    writer.finish(&RunEnd {
        outcome: RunOutcome::complete(),
        n_events_replayed: 1,
        record_ms: 1,
        replay_ms: 1,
        timings: BTreeMap::new(),
    })?;
    Ok(())
}

fn head(engine: Engine) -> RunHead {
    RunHead {
        tool_version: "0.1.0".to_owned(),
        trace: RunTrace {
            file: "shop.xct".to_owned(),
            sha256: BodyHash::from_digest(&[1; 32]),
            created_ms: 0,
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
