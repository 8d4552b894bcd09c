//! The recorded side of a session: what happened in it, in groups that people can look at, and a test made of it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use xcheck_drive::export::{PlaywrightTest, Session, playwright_test};
use xcheck_model::action::Action;
use xcheck_model::event::{Entry, Event, Page, What};
use xcheck_model::exchange::{Exchange, Outcome};
use xcheck_trace::Origin;

use crate::tape::{Tape, action_words, limited, short};

/// Of names in one group.
const MAX_NAMES: usize = 6;
/// A longer test is none that anybody reads.
const MAX_TEST: usize = 512 << 10;

/// One session, as the page's script gets it.
#[derive(Serialize)]
pub(crate) struct Recorded {
    /// In the order of time.
    rows: Vec<Row>,
    n_more_rows: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<Test>,
}

/// Something that happened, or several things of one kind without a step between them.
#[derive(Debug, Serialize)]
struct Row {
    /// Microseconds since the first page began.
    at_us: i64,
    /// When the last of several happened, or the answer was whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    until_us: Option<i64>,
    kind: &'static str,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<usize>,
    /// The first and the last event.
    #[serde(skip_serializing_if = "Option::is_none")]
    events: Option<(u64, u64)>,
    #[serde(skip_serializing_if = "is_one")]
    n: u64,
    #[serde(skip_serializing_if = "is_false")]
    is_bad: bool,
}

#[derive(Serialize)]
struct Test {
    head: String,
    opening: String,
    /// Each with when it began and the variable of its window.
    steps: Vec<(i64, String, String)>,
    closing: String,
}

/// A step of the reference: its page and the last event before it.
pub(crate) type Mark = (usize, Option<u64>);

impl Recorded {
    pub(crate) fn read(tape: &Tape, name: &str, marks: &[Mark], max_rows: usize) -> Self {
        let mut rows = Vec::new();
        for page in &tape.pages {
            page_rows(tape, page, marks, &mut rows);
        }
        rows.extend(tape.actions.iter().filter(|it| it.entries.is_empty()).map(action_row));
        rows.extend(tape.exchanges().iter().map(|exchange| request_row(tape, exchange)));
        rows.sort_by_key(|row| row.at_us);
        let n_more_rows = rows.len().saturating_sub(max_rows);
        rows.truncate(max_rows);
        Self { rows, n_more_rows, test: test(tape, name) }
    }
}

/// Callbacks, notices or scripts of one kind without a step or an action between them.
struct Group {
    row: Row,
    names: Vec<(String, u64)>,
}

fn page_rows(tape: &Tape, page: &Page, marks: &[Mark], rows: &mut Vec<Row>) {
    let steps: BTreeSet<u64> =
        marks.iter().filter(|(number, _)| *number == page.number).filter_map(|it| it.1).collect();
    let begins: BTreeMap<usize, &Action> = tape
        .actions
        .iter()
        .filter(|action| action.page == page.number)
        .filter_map(|action| Some((*action.entries.first()?, action)))
        .collect();
    let in_actions: BTreeSet<usize> =
        begins.values().flat_map(|action| action.entries.iter().copied()).collect();
    let mut rows_of_page = Rows { tape, page, groups: BTreeMap::new(), rows };
    rows_of_page.navigation(0, page_words(page));
    for (at, entry) in page.entries.iter().enumerate() {
        if let Some(action) = begins.get(&at) {
            rows_of_page.flush();
            let ids = action.entries.iter().filter_map(|at| match page.entries.get(*at) {
                Some(Entry::Event(event)) => Some(event.id),
                _ => None,
            });
            let ids: Vec<u64> = ids.collect();
            let events = ids.first().copied().zip(ids.last().copied());
            rows_of_page.rows.push(Row { page: Some(page.number), events, ..action_row(action) });
        }
        match entry {
            Entry::Event(event) => {
                if !in_actions.contains(&at) {
                    rows_of_page.event(event);
                }
                rows_of_page.addresses(event);
                if steps.contains(&event.id) {
                    rows_of_page.flush();
                }
            }
            Entry::Reached { at_us, name } => rows_of_page.navigation(*at_us, short(name)),
            Entry::Shown { at_us } => rows_of_page.navigation(*at_us, "page came back".to_owned()),
            Entry::Left { at_us, .. } => rows_of_page.navigation(*at_us, "page left".to_owned()),
            Entry::Unheard { .. } | Entry::Scrolled { .. } => {}
        }
    }
    rows_of_page.flush();
}

struct Rows<'a> {
    tape: &'a Tape,
    page: &'a Page,
    groups: BTreeMap<&'static str, Group>,
    rows: &'a mut Vec<Row>,
}

impl Rows<'_> {
    fn navigation(&mut self, at_us: i64, text: String) {
        let at_us = self.tape.since_start(self.page, at_us);
        self.rows.push(Row { page: Some(self.page.number), ..row(at_us, "navigation", text) });
    }

    /// Addresses that the app put into the bar itself.
    fn addresses(&mut self, event: &Event) {
        for entry in event.locals.registrations.iter().filter(|it| it.kind == "history") {
            let words = entry.detail.iter().filter_map(|it| it.as_str()).collect::<Vec<_>>();
            self.navigation(event.at_us, limited(&words.join(" ")));
        }
    }

    fn event(&mut self, event: &Event) {
        let (kind, name) = match &event.what {
            What::Input(input) => ("event", short(&input.kind)),
            What::Callback(callback) => {
                (class(&callback.kind), self.tape.callback_name(self.page, callback))
            }
            What::Notice { name, .. } => ("notice", short(name)),
            What::Script { name } => ("script", short(name)),
            What::Task { name } => ("script", short(if name.is_empty() { "task" } else { name })),
        };
        let at_us = self.tape.since_start(self.page, event.at_us);
        let page = Some(self.page.number);
        let new = || Group {
            row: Row { page, n: 0, ..row(at_us, kind, String::new()) },
            names: Vec::new(),
        };
        let group = self.groups.entry(kind).or_insert_with(new);
        group.row.n += 1;
        group.row.is_bad |= !event.locals.errors.is_empty();
        let first = group.row.events.map_or(event.id, |(first, _)| first);
        group.row.events = Some((first, event.id));
        if at_us > group.row.at_us {
            group.row.until_us = Some(at_us);
        }
        match group.names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, n)) => *n += 1,
            None => group.names.push((name, 1)),
        }
    }

    fn flush(&mut self) {
        for group in std::mem::take(&mut self.groups).into_values() {
            let Group { mut row, mut names } = group;
            names.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
            let n_more = names.len().saturating_sub(MAX_NAMES);
            let told = |(name, n): &(String, u64)| match n {
                1 => name.clone(),
                n => format!("{name} ×{n}"),
            };
            let mut words: Vec<String> = names.iter().take(MAX_NAMES).map(told).collect();
            if n_more > 0 {
                words.push(format!("{n_more} more"));
            }
            row.text = words.join(", ");
            self.rows.push(row);
        }
    }
}

/// Kinds of callbacks that people think of as one.
fn class(kind: &str) -> &'static str {
    match kind {
        "timeout" | "interval" | "immediate" | "posted" => "timer",
        "frame" => "frame",
        "idle" => "idle",
        "observer" => "observer",
        "fetch" | "xhr" | "body" | "read" | "pipe" | "socket" | "events" => "answer",
        "post" | "message" => "message",
        _ => "promise",
    }
}

fn page_words(page: &Page) -> String {
    let hello = &page.hello;
    let what = match (hello.is_worker, hello.frame.is_empty(), hello.navigation.as_str()) {
        (true, ..) => "worker",
        (_, false, _) => "frame",
        (.., "reload") => "reload",
        (.., "back_forward") => "back or forward to",
        _ => "open",
    };
    format!("{what} {}", limited(&hello.url))
}

fn row(at_us: i64, kind: &'static str, text: String) -> Row {
    Row { at_us, until_us: None, kind, text, page: None, events: None, n: 1, is_bad: false }
}

fn action_row(action: &Action) -> Row {
    row(action.at_us, "input", action_words(action))
}

fn request_row(tape: &Tape, exchange: &Exchange) -> Row {
    let status = match (&exchange.response, &exchange.outcome) {
        (_, Outcome::Failed(reason)) => format!("failed: {}", short(reason)),
        (_, Outcome::Canceled) => "canceled".to_owned(),
        (Some(response), _) => response.head.status.to_string(),
        (None, _) => "no answer".to_owned(),
    };
    let is_error = exchange.response.as_ref().is_some_and(|it| it.head.status >= 400);
    let len = exchange.response.as_ref().map_or(0, |it| it.body.len);
    let size = if len > 0 { format!(", {}", bytes(len)) } else { String::new() };
    let messages = match exchange.messages.len() {
        0 => String::new(),
        n => format!(", {n} messages"),
    };
    let request = &exchange.request;
    let text =
        format!("{} {} ({status}{size}{messages})", short(&request.method), limited(&request.url));
    let at_us = tape.exchange_since_start(exchange.began_us);
    let until_us = Some(tape.exchange_since_start(exchange.ended_us)).filter(|it| *it > at_us);
    let is_bad = is_error || matches!(exchange.outcome, Outcome::Failed(_));
    Row { until_us, is_bad, ..row(at_us, "request", text) }
}

fn bytes(len: u64) -> String {
    match len {
        0..1000 => format!("{len} B"),
        1000..1_000_000 => format!("{:.1} kB", len as f64 / 1e3),
        _ => format!("{:.1} MB", len as f64 / 1e6),
    }
}

fn test(tape: &Tape, name: &str) -> Option<Test> {
    let manifest = tape.manifest();
    let session = Session {
        title: name.to_owned(),
        start_url: manifest.start_url.clone(),
        width: manifest.viewport.width,
        height: manifest.viewport.height,
        has_folder: manifest.source == Origin::Folder,
        browser: format!("{} {}", manifest.recorder.browser, manifest.recorder.browser_version),
    };
    let PlaywrightTest { head, opening, steps, closing } =
        playwright_test(&session, &tape.actions, &tape.pages, None);
    let len: usize = steps.iter().map(|step| step.code.len()).sum();
    let steps = steps.into_iter().map(|step| (step.at_us.max(0), step.page, step.code)).collect();
    (len <= MAX_TEST).then_some(Test { head, opening, steps, closing })
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_one(number: &u64) -> bool {
    *number == 1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_false(is_so: &bool) -> bool {
    !*is_so
}
