//! What a trace tells of a session: when things happened, and what events and actions are called.

use std::collections::BTreeMap;

use camino::Utf8Path;
use xcheck_model::action::{Action, ActionKind};
use xcheck_model::event::{Callback, Event, Function, Page, Registration, Target, TargetRef, What};
use xcheck_model::exchange::Exchange;
use xcheck_model::tape::Recording as _;
use xcheck_trace::{Manifest, TraceReader, actions, read_log};

use crate::trim::cut;

/// Names of elements and the like.
const MAX_NAME: usize = 80;

/// One recorded session, read whole.
pub(crate) struct Tape {
    reader: TraceReader,
    pub(crate) pages: Vec<Page>,
    pub(crate) actions: Vec<Action>,
    /// Microseconds since 1970 at which the first page began.
    start_us: i64,
    first_request_us: u64,
    /// Where in the entries of each page its events are.
    events: BTreeMap<usize, Vec<usize>>,
}

impl Tape {
    /// Opens a trace; a text says why it cannot be.
    pub(crate) fn open(path: &Utf8Path) -> Result<Self, String> {
        let reader = TraceReader::open(path).map_err(|error| error.kind.to_string())?;
        let log = read_log(&reader).map_err(|error| error.to_string())?;
        let actions = actions(&log);
        let start_us = log.pages.iter().map(|page| page.wall_us(0)).min().unwrap_or_default();
        let places = |page: &Page| {
            let is_event =
                |at: &usize| matches!(page.entries[*at], xcheck_model::event::Entry::Event(_));
            (page.number, (0..page.entries.len()).filter(is_event).collect())
        };
        let events = log.pages.iter().map(places).collect();
        let first_request_us = first_request_us(&reader, &log.pages);
        Ok(Self { reader, pages: log.pages, actions, start_us, first_request_us, events })
    }

    pub(crate) fn manifest(&self) -> &Manifest {
        self.reader.manifest()
    }

    pub(crate) fn exchanges(&self) -> &[Exchange] {
        self.reader.exchanges()
    }

    /// Microseconds from the first page's beginning to something in a page.
    pub(crate) fn since_start(&self, page: &Page, at_us: i64) -> i64 {
        page.wall_us(at_us).saturating_sub(self.start_us)
    }

    /// The same for something on the wire. Its clock is another one, which began when the browser was started:
    /// both meet where the first page is asked for.
    pub(crate) fn exchange_since_start(&self, at_us: u64) -> i64 {
        let at_us = i64::try_from(at_us).unwrap_or(i64::MAX);
        at_us.saturating_sub(i64::try_from(self.first_request_us).unwrap_or_default())
    }

    pub(crate) fn page(&self, number: usize) -> Option<&Page> {
        self.pages.iter().find(|page| page.number == number)
    }

    /// When an entry of a page was recorded.
    pub(crate) fn entry_us(&self, page: usize, entry: usize) -> Option<i64> {
        let page = self.page(page)?;
        Some(self.since_start(page, page.entries.get(entry)?.at_us()))
    }

    fn event(&self, page: usize, event: u64) -> Option<(&Page, &Event)> {
        let at = *self.events.get(&page)?.get(usize::try_from(event).ok()?)?;
        let page = self.page(page)?;
        match page.entries.get(at)? {
            xcheck_model::event::Entry::Event(event) => Some((page, event)),
            _ => None,
        }
    }

    /// What a callback goes back to.
    fn registration(&self, page: &Page, callback: &Callback) -> Option<&Registration> {
        let (_, by) = self.event(page.number, callback.by)?;
        by.locals.registrations.get(usize::try_from(callback.index).ok()?)
    }

    /// The function that a callback calls.
    fn function<'a>(&'a self, page: &'a Page, callback: &Callback) -> Option<&'a Function> {
        let Registration { kind, detail } = self.registration(page, callback)?;
        let at = match kind.as_str() {
            "timeout" | "interval" | "frame" | "idle" | "posted" => 0,
            "observer" => 1,
            _ => return None,
        };
        let number = usize::try_from(detail.get(at)?.as_u64()?).ok()?;
        page.functions.get(number)
    }

    /// What a callback is called among others of its kind: the function, or the address.
    pub(crate) fn callback_name(&self, page: &Page, callback: &Callback) -> String {
        let registration = self.registration(page, callback);
        let text = |at: usize| {
            registration.and_then(|it| it.detail.get(at)?.as_str()).unwrap_or_default().to_owned()
        };
        let function = self.function(page, callback).map(|it| it.name.as_str());
        let name = match (callback.kind.as_str(), function) {
            ("observer", Some(function)) => format!("{} {function}", text(0)),
            (_, Some("")) => "(anonymous)".to_owned(),
            (_, Some(function)) => function.to_owned(),
            ("fetch" | "xhr", None) => format!("{} {}", text(0), text(1)),
            (kind, None) => kind.to_owned(),
        };
        short(name.trim())
    }

    /// What an event is, and the code behind it as far as the trace has it.
    pub(crate) fn describe(&self, page: usize, event: u64) -> Option<(String, Option<&Function>)> {
        let (page, event) = self.event(page, event)?;
        Some(match &event.what {
            What::Input(input) => {
                (format!("{} on {}", short(&input.kind), place(page, input.target)), None)
            }
            What::Callback(callback) => {
                let name = self.callback_name(page, callback);
                let kind = short(&callback.kind);
                let text = if name == kind { kind } else { format!("{kind} {name}") };
                let function = self.function(page, callback).filter(|it| it.source.is_some());
                (text, function)
            }
            What::Notice { name, target, .. } => {
                (format!("{} on {}", short(name), place(page, *target)), None)
            }
            What::Script { name } => (format!("script {}", short(name)), None),
            What::Task { name } if name.is_empty() => ("task".to_owned(), None),
            What::Task { name } => (format!("task {}", short(name)), None),
        })
    }
}

/// When the document of the first page was asked for.
fn first_request_us(reader: &TraceReader, pages: &[Page]) -> u64 {
    let first = pages.iter().min_by_key(|page| page.wall_us(0));
    let plain = |url: &str| url.split('#').next().unwrap_or_default().to_owned();
    let url = first.map(|page| plain(&page.hello.url)).unwrap_or_default();
    let exchanges = reader.exchanges();
    let document = exchanges.iter().find(|it| plain(&it.request.url) == url);
    document.or(exchanges.first()).map_or(0, |it| it.began_us)
}

/// What a person did, in few words.
pub(crate) fn action_words(action: &Action) -> String {
    let target = action.target.as_ref().map_or_else(|| "the page".to_owned(), element);
    match &action.kind {
        ActionKind::Type { text } => format!("type {} into {target}", quoted(text)),
        ActionKind::Paste { text } => format!("paste {} into {target}", quoted(text)),
        ActionKind::Press { key, modifiers, .. } => {
            let held: String = modifiers.names().map(|name| format!("{name}+")).collect();
            format!("press {held}{} in {target}", short(key))
        }
        ActionKind::Select { values, .. } => {
            format!("select {} in {target}", quoted(&values.join(", ")))
        }
        ActionKind::Fill { value, .. } => format!("set {target} to {}", quoted(value)),
        ActionKind::Upload { files } => {
            format!("choose {} for {target}", quoted(&files.join(", ")))
        }
        ActionKind::Scroll { x, y } => format!("scroll {target} to {x:.0},{y:.0}"),
        ActionKind::Resize { width, height } => {
            format!("resize the window to {width:.0}×{height:.0}")
        }
        ActionKind::Dialog { dialog, message, is_accepted, .. } => {
            let answer = if *is_accepted { "accept" } else { "dismiss" };
            format!("{answer} {} {}", short(dialog), quoted(message))
        }
        ActionKind::Back => "go back".to_owned(),
        ActionKind::Forward => "go forward".to_owned(),
        ActionKind::Reload => "reload".to_owned(),
        kind => format!("{} {target}", kind.name().replace('_', " ")),
    }
}

fn place(page: &Page, target: TargetRef) -> String {
    match target {
        TargetRef::Window => "the window".to_owned(),
        TargetRef::Document => "the document".to_owned(),
        TargetRef::Other => "something outside of the document".to_owned(),
        TargetRef::Element(_) => page.target(target).map_or_else(String::new, element),
    }
}

/// An element in few words: `button "Save"`, `input#q`.
fn element(target: &Target) -> String {
    let name = short(target.name());
    match (&target.text, &target.id) {
        (Some(text), _) if !matches!(target.name(), "html" | "body") => {
            format!("{name} {}", quoted(text))
        }
        (_, Some(id)) => format!("{name}#{}", short(id)),
        _ => name,
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", short(text))
}

/// The beginning of a text, in one line.
pub(crate) fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MAX_NAME) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}

/// A text of a page that may be long, such as an address.
pub(crate) fn limited(text: &str) -> String {
    let mut text = text.to_owned();
    cut(&mut text, 500);
    text
}
