//! `xcheck trace`: what is in a trace.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

use camino::Utf8Path;
use serde_json::{Value, json};
use xcheck_model::action::{Action, ActionKind, Modifiers};
use xcheck_model::event::{Event, Input, Page, TargetRef, What};
use xcheck_model::tape::Recording as _;
use xcheck_trace::{Log, TraceReader, actions, read_log};

use crate::args::{EventKind, TraceArgs};
use crate::exit::{Exit, Failure};

/// A trace, read whole.
pub(crate) struct Opened {
    pub(crate) reader: TraceReader,
    pub(crate) log: Log,
    pub(crate) actions: Vec<Action>,
}

pub(crate) fn open(path: &Utf8Path) -> Result<Opened, Failure> {
    let reader = TraceReader::open(path).map_err(|error| {
        let hint = error.hint();
        Failure::usage(error, hint)
    })?;
    let log = read_log(&reader).map_err(|error| {
        Failure::usage(anyhow::Error::from(error).context(format!("cannot read {path}")), None)
    })?;
    let actions = actions(&log);
    Ok(Opened { reader, log, actions })
}

pub(crate) fn run(args: &TraceArgs) -> Result<Exit, Failure> {
    if args.json {
        print_json(&args.file)?;
        return Ok(Exit::Clean);
    }
    let opened = open(&args.file)?;
    let text = if args.events { events(&opened.log, args) } else { summary(&opened) };
    print(&text);
    Ok(Exit::Clean)
}

/// A reader that goes away, such as `head`, is no error.
fn print(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// Prints what scripts may rely on.
pub(crate) fn print_json(path: &Utf8Path) -> Result<(), Failure> {
    let opened = open(path)?;
    print(&format!("{:#}\n", to_json(&opened)));
    Ok(())
}

/// How often each kind of event occurs.
#[derive(Default)]
struct Totals {
    input: u64,
    callback: u64,
    notice: u64,
    unheard: u64,
    random: u64,
    date: u64,
    clock: u64,
    crypto: u64,
    console: u64,
    errors: u64,
}

impl Totals {
    fn of(log: &Log) -> Self {
        let mut totals = Self::default();
        for page in &log.pages {
            totals.unheard += page.n_unheard;
            for event in page.events() {
                match event.what {
                    What::Input(_) => totals.input += 1,
                    What::Callback(_) => totals.callback += 1,
                    What::Notice { .. } | What::Script { .. } | What::Task { .. } => {
                        totals.notice += 1
                    }
                }
                totals.random += event.locals.n_random;
                totals.date += event.locals.dates_ms.len() as u64;
                totals.clock += event.locals.clocks_us.len() as u64;
                totals.crypto += event.locals.crypto.len() as u64;
                totals.console += event.locals.console.len() as u64;
                totals.errors += event.locals.errors.len() as u64;
            }
        }
        totals
    }
}

fn to_json(opened: &Opened) -> Value {
    let Opened { reader, log, actions } = opened;
    let totals = Totals::of(log);
    let sizes = reader.sizes();
    let manifest = reader.manifest();
    let pages: Vec<&Page> = log.pages.iter().filter(|page| !page.hello.is_worker).collect();
    json!({
        "version": 1,
        "browser": manifest.recorder.browser,
        "browser_version": manifest.recorder.browser_version,
        "start_url": manifest.start_url,
        "complete": reader.is_complete(),
        "problems": problems(opened),
        "sessions": 1,
        "pages": pages.len(),
        "workers": log.pages.len() - pages.len(),
        "events": {
            "input": totals.input, "callback": totals.callback, "notice": totals.notice, "unheard": totals.unheard,
        },
        "actions": actions.iter().map(action_json).collect::<Vec<_>>(),
        "requests": reader.exchanges().len(),
        "values": {
            "random": totals.random, "date": totals.date, "clock": totals.clock, "crypto": totals.crypto,
        },
        "console": totals.console,
        "errors": totals.errors,
        "bytes": {"events": sizes.log, "requests": sizes.exchanges, "bodies": sizes.bodies},
    })
}

fn action_json(action: &Action) -> Value {
    let mut json = json!({
        "action": action.kind.name(),
        "xpath": action.target.as_ref().map(|target| target.xpath()).unwrap_or_default(),
        "page": action.page,
        "time_ms": action.at_us / 1000,
    });
    if let Some(id) = action.target.as_ref().and_then(|target| target.id.as_ref()) {
        json["id"] = id.as_str().into();
    }
    let detail = detail(&action.kind);
    if !detail.is_empty() {
        json["detail"] = detail.into();
    }
    json
}

/// What is not whole, in words.
fn problems(opened: &Opened) -> Vec<String> {
    let mut problems: Vec<String> =
        opened.reader.problems().iter().map(ToString::to_string).collect();
    if !opened.reader.is_complete() {
        problems.push("the recording was cut off".to_owned());
    }
    if opened.log.n_unreadable > 0 {
        problems.push(format!("{} lines cannot be read", opened.log.n_unreadable));
    }
    for page in &opened.log.pages {
        for (first, last) in &page.gaps {
            problems.push(format!("page {}: batches {first} to {last} are missing", page.number));
        }
        for failure in &page.failures {
            problems.push(format!("page {}: the recorder failed: {failure}", page.number));
        }
    }
    problems
}

fn summary(opened: &Opened) -> String {
    let Opened { reader, log, actions } = opened;
    let manifest = reader.manifest();
    let totals = Totals::of(log);
    let sizes = reader.sizes();
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    line(format!(
        "{}, recorded in {} {}",
        manifest.start_url, manifest.recorder.browser, manifest.recorder.browser_version
    ));
    let n_pages = log.pages.iter().filter(|page| !page.hello.is_worker).count();
    line(format!(
        "{n_pages} pages, {} workers, {} events ({} inputs, {} callbacks, {} notices), {} requests",
        log.pages.len() - n_pages,
        totals.input + totals.callback + totals.notice,
        totals.input,
        totals.callback,
        totals.notice,
        reader.exchanges().len(),
    ));
    line(format!(
        "values: {} random, {} dates, {} clock readings, {} from crypto",
        totals.random, totals.date, totals.clock, totals.crypto
    ));
    line(format!(
        "bytes: {} events, {} requests, {} bodies ({} before compression)",
        sizes.log, sizes.exchanges, sizes.bodies, sizes.bodies_raw
    ));
    for problem in problems(opened) {
        line(format!("problem: {problem}"));
    }
    line("\npages".to_owned());
    for page in &log.pages {
        let kind = if page.hello.is_worker {
            "worker".to_owned()
        } else if page.hello.frame.is_empty() {
            "window".to_owned()
        } else {
            format!("frame {:?}", page.hello.frame)
        };
        line(format!(
            "  {:>3}  {kind:<10} {:>6} events  {}",
            page.number,
            page.events().count(),
            page.hello.url
        ));
    }
    line("\nactions".to_owned());
    for action in actions {
        let target = action.target.as_ref().map(|target| target.xpath()).unwrap_or_default();
        let seconds = action.at_us as f64 / 1e6;
        let text = format!(
            "  {seconds:>9.3}s  p{:<3} {:<12} {target}  {}",
            action.page,
            action.kind.name(),
            detail(&action.kind)
        );
        line(text.trim_end().to_owned());
    }
    let kinds = registration_kinds(log);
    if !kinds.is_empty() {
        line("\nregistered by the app".to_owned());
        for (kind, n) in kinds {
            line(format!("  {n:>6}  {kind}"));
        }
    }
    out
}

fn registration_kinds(log: &Log) -> BTreeMap<&str, u64> {
    let mut kinds = BTreeMap::new();
    for entry in
        log.pages.iter().flat_map(Page::events).flat_map(|event| &event.locals.registrations)
    {
        *kinds.entry(entry.kind.as_str()).or_default() += 1;
    }
    kinds
}

/// What an action's name does not say.
pub(crate) fn detail(kind: &ActionKind) -> String {
    let held = |modifiers: &Modifiers| {
        modifiers.names().map(|name| format!("{name}+")).collect::<String>()
    };
    match kind {
        ActionKind::Type { text } | ActionKind::Paste { text } => format!("{text:?}"),
        ActionKind::Press { key, modifiers, .. } => format!("{}{key}", held(modifiers)),
        ActionKind::Click { modifiers, .. } | ActionKind::DoubleClick { modifiers, .. } => {
            held(modifiers).trim_end_matches('+').to_owned()
        }
        ActionKind::Drag { to, .. } | ActionKind::Swipe { to, .. } => {
            format!("to {},{}", to.x, to.y)
        }
        ActionKind::DragDrop { onto, .. } => {
            onto.as_ref().map(|target| format!("onto {}", target.xpath())).unwrap_or_default()
        }
        ActionKind::Wheel { dx, dy, .. } => format!("{dx},{dy}"),
        ActionKind::Select { values, .. } => values.join(", "),
        ActionKind::Fill { value, .. } => value.clone(),
        ActionKind::Upload { files } => files.join(", "),
        ActionKind::Scroll { x, y } => format!("{x},{y}"),
        ActionKind::Resize { width, height } => format!("{width}x{height}"),
        ActionKind::Dialog { dialog, is_accepted, text, .. } => {
            let answer = if *is_accepted { "accepted" } else { "dismissed" };
            let text = text.as_ref().map(|text| format!(" with {text:?}")).unwrap_or_default();
            format!("{dialog} {answer}{text}")
        }
        ActionKind::Hover { .. }
        | ActionKind::Tap { .. }
        | ActionKind::Copy
        | ActionKind::Cut
        | ActionKind::Back
        | ActionKind::Forward
        | ActionKind::Reload => String::new(),
    }
}

/// The list of events, one line each.
fn events(log: &Log, args: &TraceArgs) -> String {
    let mut out = String::new();
    let pages =
        log.pages.iter().filter(|page| args.page.is_none_or(|wanted| page.number == wanted));
    for page in pages {
        for event in page.events() {
            let kind = match event.what {
                What::Input(_) => EventKind::Input,
                What::Callback(_) => EventKind::Callback,
                What::Notice { .. } => EventKind::Notice,
                What::Script { .. } | What::Task { .. } => EventKind::Script,
            };
            if !args.kind.is_empty() && !args.kind.contains(&kind) {
                continue;
            }
            let line = event_line(page, event);
            if args.grep.as_ref().is_none_or(|text| line.contains(text.as_str())) {
                out.push_str(&line);
                out.push('\n');
            }
        }
    }
    out
}

fn event_line(page: &Page, event: &Event) -> String {
    let what = match &event.what {
        What::Input(input) => format!("input     {}", input_text(page, input)),
        What::Callback(callback) => {
            let registered = page
                .events()
                .nth(usize::try_from(callback.by).unwrap_or(usize::MAX))
                .and_then(|by| by.locals.registrations.get(usize::try_from(callback.index).ok()?));
            let about = registered.map(|entry| registration_text(page, &entry.kind, &entry.detail));
            let firing = if callback.firing > 0 {
                format!(" firing {}", callback.firing)
            } else {
                String::new()
            };
            format!(
                "callback  {} of #{}[{}]{firing}  {}",
                callback.kind,
                callback.by,
                callback.index,
                about.unwrap_or_default()
            )
        }
        What::Notice { name, target, .. } => {
            format!("notice    {name} {}", target_text(page, *target))
        }
        What::Script { name } => format!("script    {name}"),
        What::Task { .. } => "task".to_owned(),
    };
    let mut line =
        format!("p{} #{:<5} {:>9.3}s  {what}", page.number, event.id, event.at_us as f64 / 1e6);
    let locals = &event.locals;
    let mut add = |name: &str, n: usize| {
        if n > 0 {
            let _ = write!(line, "  {name}:{n}");
        }
    };
    add("random", usize::try_from(locals.n_random).unwrap_or(usize::MAX));
    add("date", locals.dates_ms.len());
    add("clock", locals.clocks_us.len());
    add("crypto", locals.crypto.len());
    add("console", locals.console.len());
    add("errors", locals.errors.len());
    if !locals.registrations.is_empty() {
        let entries: Vec<String> = locals
            .registrations
            .iter()
            .map(|entry| registration_text(page, &entry.kind, &entry.detail))
            .collect();
        let _ = write!(line, "  registers {}", entries.join(", "));
    }
    line
}

fn target_text(page: &Page, target: TargetRef) -> String {
    match target {
        TargetRef::Window => "window".to_owned(),
        TargetRef::Document => "document".to_owned(),
        TargetRef::Other => "(outside the document)".to_owned(),
        TargetRef::Element(_) => {
            page.target(target).map(|target| target.xpath()).unwrap_or_default()
        }
    }
}

fn input_text(page: &Page, input: &Input) -> String {
    let fields: Vec<String> = input.fields.iter().map(ToString::to_string).collect();
    format!("{} {} [{}]", input.kind, target_text(page, input.target), fields.join(","))
}

/// A registration in words: its kind, the callback's name if it has one, and the rest.
fn registration_text(page: &Page, kind: &str, detail: &[Value]) -> String {
    let has_function = matches!(kind, "timeout" | "interval" | "frame" | "idle" | "posted");
    let words: Vec<String> = detail
        .iter()
        .enumerate()
        .map(|(index, value)| match value {
            Value::Number(number) if has_function && index == 0 => {
                let number = number.as_u64().and_then(|number| usize::try_from(number).ok());
                let function = number.and_then(|number| page.functions.get(number));
                function
                    .map(|function| {
                        if function.name.is_empty() {
                            format!("function {}", function.hash)
                        } else {
                            function.name.clone()
                        }
                    })
                    .unwrap_or_default()
            }
            Value::String(text) => text.clone(),
            value => value.to_string(),
        })
        .collect();
    format!("{kind}({})", words.join(", "))
}
