//! What a page noted of its own execution, beside what the log holds of it.

use serde_json::Value;
use xcheck_model::event::{Event, Page, What};

/// One thing that a page noted.
pub(crate) struct Noted {
    kind: String,
    value: String,
    name: String,
}

/// Reads the notes of `kit.js`.
pub(crate) fn notes(text: &str) -> Vec<Noted> {
    let all: Vec<Vec<String>> = serde_json::from_str(text).unwrap();
    let note = |mut parts: std::vec::IntoIter<String>| {
        let mut part = || parts.next().unwrap_or_default();
        Noted { kind: part(), value: part(), name: part() }
    };
    all.into_iter().map(|parts| note(parts.into_iter())).collect()
}

/// A page of the log with what it noted itself.
pub(crate) struct Seen<'a> {
    page: &'a Page,
    notes: &'a [Noted],
    /// Each with its random numbers.
    events: Vec<(&'a Event, Vec<f64>)>,
}

impl<'a> Seen<'a> {
    pub(crate) fn new(page: &'a Page, notes: &'a [Noted]) -> Self {
        let events = page.events().map(|event| (event, page.random_values(event))).collect();
        Self { page, notes, events }
    }

    /// What the page noted, each mark with the event that the log has for it; what belongs to events comes last.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for note in self.notes {
            match note.kind.as_str() {
                "word" => lines.push(format!("says {}", note.value)),
                "random" if !note.name.is_empty() => {
                    let Some(event) = self.event_of(note) else {
                        lines.push(format!("{}: nowhere in the log", note.name));
                        continue;
                    };
                    let label = self.label(event);
                    lines.push(if label == note.name {
                        format!("{}: {}", note.name, self.what(event))
                    } else {
                        format!("{}: in the turn of {label}", note.name)
                    });
                }
                _ => {}
            }
        }
        for (event, _) in &self.events {
            let label = self.label(event);
            for (level, text) in &event.locals.console {
                lines.push(format!("{label} has console {level}: {text}"));
            }
            for error in &event.locals.errors {
                lines.push(format!("{label} has uncaught {} in line {}", error.name, error.line));
            }
        }
        lines
    }

    /// What of the values differs from the log, value by value and event by event.
    pub(crate) fn wrong_values(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut expected: Vec<Draws> = self.events.iter().map(|_| Draws::default()).collect();
        let mut at = None;
        for note in self.notes {
            if note.kind == "random" {
                at = self.event_of(note).map(|event| usize::try_from(event.id).unwrap());
            }
            let Some(at) = at else { continue };
            let (event, _) = self.events[at];
            let draws = &mut expected[at];
            match note.kind.as_str() {
                "random" => draws.randoms.push(note.value.parse().unwrap()),
                "date" => draws.dates.push(note.value.parse().unwrap()),
                "second" | "day" => {
                    let unit_ms = if note.kind == "day" { 86_400_000 } else { 1000 };
                    draws.coarse.push((draws.dates.len(), unit_ms));
                    draws.dates.push(note.value.parse().unwrap());
                }
                "clock" => draws.clocks.push(note.value.parse().unwrap()),
                "crypto" => draws.crypto.push(note.value.clone()),
                "time" => {
                    let ms: f64 = note.value.parse().unwrap();
                    let known = time_us(event);
                    if known != Some((ms * 1000.0).round() as i64) {
                        wrong.push(format!("the page saw the time {ms}, the log has {known:?}"));
                    }
                }
                "source" => {
                    let is_known = |known: &xcheck_model::event::Function| {
                        known.name == note.name && known.source.as_deref() == Some(&note.value)
                    };
                    if !self.page.functions.iter().any(is_known) {
                        wrong.push(format!("no source of {}: {}", note.name, note.value));
                    }
                }
                _ => {}
            }
        }
        for ((event, randoms), drawn) in self.events.iter().zip(expected) {
            let locals = &event.locals;
            let mut dates = locals.dates_ms.clone();
            for (at, unit_ms) in &drawn.coarse {
                if let Some(ms) = dates.get_mut(*at) {
                    *ms -= ms.rem_euclid(*unit_ms);
                }
            }
            let logged = Draws {
                randoms: randoms.clone(),
                dates,
                coarse: drawn.coarse.clone(),
                clocks: locals.clocks_us.iter().map(|us| *us as f64 / 1000.0).collect(),
                crypto: locals.crypto.clone(),
            };
            if logged != drawn {
                let label = self.label(event);
                wrong.push(format!("{label}: the page drew {drawn:?}, the log has {logged:?}"));
            }
        }
        wrong
    }

    fn event_of(&self, mark: &Noted) -> Option<&'a Event> {
        let number: f64 = mark.value.parse().unwrap();
        self.events.iter().find(|(_, randoms)| randoms.contains(&number)).map(|(event, _)| *event)
    }

    /// The first mark in the turn of an event, or what it is.
    fn label(&self, event: &Event) -> String {
        let is_in = |note: &&Noted| {
            note.kind == "random" && self.event_of(note).is_some_and(|found| found.id == event.id)
        };
        self.notes.iter().find(is_in).map_or_else(|| self.what(event), |note| note.name.clone())
    }

    fn what(&self, event: &Event) -> String {
        match &event.what {
            What::Input(input) => format!("input {}", input.kind),
            What::Notice { name, .. } => format!("notice {name}"),
            // Which place it has among all scripts depends on how the page is served.
            What::Script { name } if name.starts_with('#') => {
                let inline = self.events.iter().filter_map(|(event, _)| match &event.what {
                    What::Script { name } if name.starts_with('#') => Some(name),
                    _ => None,
                });
                format!("script #{}", inline.take_while(|other| *other != name).count())
            }
            What::Script { name } => {
                let path = name.split_once("//").and_then(|(_, rest)| rest.split_once('/'));
                format!("script {}", path.map_or(name.clone(), |(_, path)| format!("/{path}")))
            }
            What::Task { .. } => "task".to_owned(),
            What::Callback(callback) => {
                let by = self.events.iter().find(|(event, _)| event.id == callback.by);
                let Some((by, _)) = by else { return "callback of no event".to_owned() };
                let index = usize::try_from(callback.index).unwrap();
                let Some(registered) = by.locals.registrations.get(index) else {
                    return format!("callback {index} of {}, not registered", self.label(by));
                };
                let detail: Vec<String> = registered
                    .detail
                    .iter()
                    .enumerate()
                    .map(|(at, value)| self.detail(&registered.kind, at, value))
                    .collect();
                let mut parts = vec![format!(
                    "{}({}) {index} of {}",
                    registered.kind,
                    detail.join(", "),
                    self.label(by)
                )];
                if registered.kind != callback.kind {
                    parts.push(format!("but {}", callback.kind));
                }
                if callback.firing > 0 {
                    parts.push(format!("firing {}", callback.firing));
                }
                // How old a frame is differs from run to run.
                if !callback.detail.is_null() && callback.kind != "frame" {
                    parts.push(callback.detail.to_string());
                }
                parts.join(", ")
            }
        }
    }

    /// A part of what was registered; functions by name, or source if they have none.
    fn detail(&self, kind: &str, at: usize, value: &Value) -> String {
        let is_function = match kind {
            "timeout" | "interval" | "frame" | "idle" | "posted" => at == 0,
            "observer" => at == 1,
            _ => false,
        };
        let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
        let function = number.filter(|_| is_function).and_then(|at| self.page.functions.get(at));
        match function {
            None => value.as_str().map_or(value.to_string(), str::to_owned),
            Some(function) if !function.name.is_empty() => function.name.clone(),
            Some(function) => function.source.clone().unwrap_or_default(),
        }
    }
}

/// What a turn drew.
#[derive(Debug, Default, PartialEq)]
struct Draws {
    randoms: Vec<f64>,
    dates: Vec<i64>,
    /// Which of them are known to the second or day only, with its length in milliseconds.
    coarse: Vec<(usize, i64)>,
    clocks: Vec<f64>,
    crypto: Vec<String>,
}

/// The time that the browser gave an event, as the log has it.
fn time_us(event: &Event) -> Option<i64> {
    match &event.what {
        What::Callback(callback) => Some(event.at_us - callback.detail.as_i64()?),
        What::Input(input) => Some(event.at_us - input.age_us),
        What::Notice { age_us, .. } => Some(event.at_us - age_us),
        _ => None,
    }
}
