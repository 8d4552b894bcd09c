//! What a report tells of a run: its steps without their observations, and its divergences.

use serde::Serialize;
use xcheck_model::run::{Divergence, ShotHash, Step, Uncaught};
use xcheck_trace::run::RunReader;

use crate::recorded::Mark;
use crate::sources::{Position, Sources};
use crate::tape::Tape;
use crate::trim::{MAX_TEXT, cut};

/// What comes after is counted only.
const MAX_STEPS: usize = 5_000;
const MAX_DIVERGENCES: usize = 1_000;
/// Of one step.
const MAX_LINES: usize = 100;
/// Console lines are many and short.
const MAX_LINE: usize = 2 << 10;

/// One run, as the page's script gets it.
#[derive(Serialize)]
pub(crate) struct RunFacts {
    browser: String,
    version: String,
    /// Why the replay ended early; none if it did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<String>,
    /// Device pixels per CSS pixel.
    ratio: f64,
    steps: Vec<StepFacts>,
    n_more_steps: usize,
    divergences: Vec<DivergenceFacts>,
    n_more_divergences: usize,
}

#[derive(Serialize)]
struct StepFacts {
    index: u64,
    page: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    frame: Vec<i64>,
    url: String,
    event: Option<u64>,
    at_us: i64,
    /// When the last event before it was recorded, in microseconds since the first page began.
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded_us: Option<i64>,
    after: String,
    shot: Option<ShotHash>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    console: Vec<(String, String)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Uncaught>,
    /// Lines and errors that were left out.
    #[serde(skip_serializing_if = "is_zero")]
    n_more_lines: usize,
}

#[derive(Serialize)]
struct DivergenceFacts {
    page: usize,
    event: Option<u64>,
    kind: &'static str,
    /// The kind in words.
    title: &'static str,
    /// What the event is.
    #[serde(skip_serializing_if = "Option::is_none")]
    what: Option<String>,
    detail: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actual: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    handler: Option<Handler>,
}

/// The callback behind a divergence.
#[derive(Serialize)]
struct Handler {
    function: String,
    source: String,
    /// The event that registered it, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<Position>,
}

impl RunFacts {
    /// Reads what can be read; what cannot is told in `problems`, once for each run.
    pub(crate) fn read(
        reader: &RunReader,
        tape: Option<&Tape>,
        problems: &mut Vec<String>,
    ) -> Self {
        let head = reader.head();
        let outcome = &reader.end().outcome;
        let ended = || cut_to(outcome.reason.clone().unwrap_or_default(), MAX_LINE);
        let mut facts = Self {
            browser: head.browser.name.name().to_owned(),
            version: cut_to(head.browser.version.clone(), MAX_LINE),
            ended: (!outcome.is_complete).then(ended),
            ratio: head.viewport.ratio,
            steps: Vec::new(),
            n_more_steps: 0,
            divergences: Vec::new(),
            n_more_divergences: 0,
        };
        let mut first_problem = None;
        for step in reader.steps() {
            match step {
                Ok(_) if facts.steps.len() == MAX_STEPS => facts.n_more_steps += 1,
                Ok(step) => facts.steps.push(step_facts(step, tape)),
                Err(problem) => drop(first_problem.get_or_insert(problem)),
            }
        }
        let mut sources = Sources::new(reader);
        for divergence in reader.divergences() {
            match divergence {
                Ok(_) if facts.divergences.len() == MAX_DIVERGENCES => {
                    facts.n_more_divergences += 1;
                }
                Ok(divergence) => {
                    facts.divergences.push(divergence_facts(divergence, tape, &mut sources));
                }
                Err(problem) => drop(first_problem.get_or_insert(problem)),
            }
        }
        if let Some(problem) = first_problem {
            let name = reader.dir().file_name().unwrap_or_default();
            problems.push(format!("run {name} is damaged: {problem}"));
        }
        facts
    }

    /// The page and the event of a step.
    pub(crate) fn place(&self, index: u64) -> Option<Mark> {
        let step = self.steps.iter().find(|step| step.index == index)?;
        Some((step.page, step.event))
    }

    /// The step at such a place, or the last one before it: what the page was like then.
    pub(crate) fn step_at(&self, (page, event): Mark) -> Option<u64> {
        let on_page = || self.steps.iter().filter(|step| step.page == page);
        let exact = on_page().find(|step| step.event == event);
        exact.or_else(|| on_page().rfind(|step| step.event <= event)).map(|step| step.index)
    }

    /// Where its steps are in what was recorded.
    pub(crate) fn marks(&self) -> Vec<Mark> {
        self.steps.iter().map(|step| (step.page, step.event)).collect()
    }

    pub(crate) fn shots(&self) -> impl Iterator<Item = &ShotHash> {
        self.steps.iter().filter_map(|step| step.shot.as_ref())
    }
}

fn step_facts(step: Step, tape: Option<&Tape>) -> StepFacts {
    let recorded_us = tape.zip(step.entry).and_then(|(tape, at)| tape.entry_us(step.page, at));
    let n_lines = step.console.len().max(step.errors.len());
    let console = step.console.into_iter().take(MAX_LINES);
    let errors = step.errors.into_iter().take(MAX_LINES);
    StepFacts {
        index: step.index,
        page: step.page,
        frame: step.frame,
        url: cut_to(step.url, MAX_LINE),
        event: step.event,
        at_us: step.at_us,
        recorded_us,
        after: cut_to(step.after, MAX_LINE),
        shot: step.screenshot,
        console: console
            .map(|(level, text)| (cut_to(level, MAX_LINE), cut_to(text, MAX_LINE)))
            .collect(),
        errors: errors
            .map(|error| Uncaught {
                name: cut_to(error.name, MAX_LINE),
                message: cut_to(error.message, MAX_LINE),
                url: cut_to(error.url, MAX_LINE),
                ..error
            })
            .collect(),
        n_more_lines: n_lines.saturating_sub(MAX_LINES),
    }
}

fn divergence_facts(
    divergence: Divergence,
    tape: Option<&Tape>,
    sources: &mut Sources<'_>,
) -> DivergenceFacts {
    let described =
        tape.zip(divergence.event).and_then(|(tape, event)| tape.describe(divergence.page, event));
    let (what, function) = described.unzip();
    let handler = match divergence.registered_by {
        Some(by) => Some(Handler {
            position: sources.position(&by.hash, &by.source),
            function: cut_to(by.function, MAX_LINE),
            source: cut_to(by.source, MAX_TEXT),
            event: Some(by.event),
        }),
        // What was called is known from the recording.
        None => function.flatten().map(|function| {
            let source = cut_to(function.source.clone().unwrap_or_default(), MAX_LINE);
            let beginning = function.source.as_deref().unwrap_or_default();
            Handler {
                position: sources.position(&function.hash, beginning),
                function: cut_to(function.name.clone(), MAX_LINE),
                source,
                event: None,
            }
        }),
    };
    DivergenceFacts {
        page: divergence.page,
        event: divergence.event,
        kind: divergence.kind.name(),
        title: divergence.kind.title(),
        what,
        detail: cut_to(divergence.detail, MAX_TEXT),
        expected: divergence.expected.map(|text| cut_to(text, MAX_TEXT)),
        actual: divergence.actual.map(|text| cut_to(text, MAX_TEXT)),
        handler,
    }
}

fn cut_to(mut text: String, max: usize) -> String {
    cut(&mut text, max);
    text
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}
