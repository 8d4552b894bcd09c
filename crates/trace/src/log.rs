//! The log of a trace: lines of JSON as agents send them, read into pages.
//!
//! Lines are data of pages: what cannot be read is counted and left out, and never fails the whole.

use std::collections::BTreeMap;
use std::io::{self, Read as _};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;
use xcheck_model::event::{
    Callback, ChosenFile, Cost, Dialog, Entry, Event, Function, Hello, Input, Locals, Page,
    Registration, Storage, Target, TargetRef, UncaughtError, What,
};
use xcheck_model::exchange::BodyHash;
use xcheck_model::tape::Recording as _;

use crate::TraceReader;

/// What the log of a trace holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    pub pages: Vec<Page>,
    /// Lines that could not be read.
    pub n_unreadable: u64,
}

/// Reads the log of a trace.
pub fn read_log(reader: &TraceReader) -> io::Result<Log> {
    let mut decoder = Decoder::default();
    for line in reader.log_lines()? {
        decoder.line(&line?, &|hash| {
            let mut content = Vec::new();
            reader.open(hash)?.read_to_end(&mut content)?;
            Ok(content)
        });
    }
    Ok(decoder.finish())
}

/// Gives a stored body.
type Bodies<'a> = dyn Fn(&BodyHash) -> io::Result<Vec<u8>> + 'a;

#[derive(Default)]
struct Decoder {
    log: Log,
    /// By number; the numbers in the log are hostile, so this is no list.
    pages: BTreeMap<u64, PageState>,
    current: u64,
}

struct PageState {
    page: Page,
    now_us: i64,
    last_date_ms: i64,
    last_clock_us: i64,
    n_events: u64,
    n_random: u64,
}

impl Decoder {
    fn line(&mut self, text: &str, bodies: &Bodies<'_>) {
        let read = serde_json::from_str::<Value>(text).ok();
        if read.and_then(|line| self.take(&line, bodies)).is_none() {
            self.log.n_unreadable += 1;
        }
    }

    fn take(&mut self, line: &Value, bodies: &Bodies<'_>) -> Option<()> {
        let line = line.as_array()?;
        let kind = line.first()?.as_str()?;
        match kind {
            "page" => {
                self.current = line.get(1)?.as_u64()?;
                return Some(());
            }
            "hello" => {
                let hello = hello(line.get(1)?);
                let number = self.pages.len();
                self.pages.entry(self.current).or_insert_with(|| PageState::new(number, hello));
                return Some(());
            }
            _ => {}
        }
        self.pages.get_mut(&self.current)?.take(kind, line, bodies)
    }

    fn finish(mut self) -> Log {
        self.log.pages = self.pages.into_values().map(|state| state.page).collect();
        self.log.pages.sort_by_key(|page| page.number);
        self.log
    }
}

fn hello(value: &Value) -> Hello {
    let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
    let small = |name: &str| u32::try_from(value[name].as_u64().unwrap_or_default()).unwrap_or(0);
    let seed =
        |index: usize| u32::try_from(value["seed"][index].as_u64().unwrap_or(0)).unwrap_or(0);
    let frame = value["frame"].as_array().map(Vec::as_slice).unwrap_or_default();
    Hello {
        url: text("url"),
        is_worker: value["worker"].as_bool().unwrap_or_default(),
        frame: frame.iter().map(|index| index.as_i64().unwrap_or(-1)).collect(),
        has_opener: value["opener"].as_bool().unwrap_or_default(),
        navigation: text("navigation"),
        referrer: text("referrer"),
        origin_ms: value["origin"].as_f64().unwrap_or_default(),
        seed: [seed(0), seed(1), seed(2), seed(3)],
        width: small("width"),
        height: small("height"),
        ratio: value["ratio"].as_f64().unwrap_or(1.0),
        user_agent: text("agent"),
    }
}

impl PageState {
    fn new(number: usize, hello: Hello) -> Self {
        let native = Function { name: "native".to_owned(), ..Function::default() };
        let page = Page {
            number,
            hello,
            targets: Vec::new(),
            functions: vec![native],
            entries: Vec::new(),
            n_unheard: 0,
            gaps: Vec::new(),
            failures: Vec::new(),
            files: Vec::new(),
            rejections: Vec::new(),
            cost: None,
            storage: Vec::new(),
            is_ended: false,
        };
        Self { page, now_us: 0, last_date_ms: 0, last_clock_us: 0, n_events: 0, n_random: 0 }
    }

    /// Reads a line of this page.
    fn take(&mut self, kind: &str, line: &[Value], bodies: &Bodies<'_>) -> Option<()> {
        let page = &mut self.page;
        match kind {
            "d" => {
                let is_next = line.get(1)?.as_u64()? == page.targets.len() as u64;
                let target = target(line.get(2)?);
                is_next.then(|| page.targets.push(target))
            }
            "f" => {
                let is_next = line.get(1)?.as_u64()? == page.functions.len() as u64;
                let text = |index: usize| Some(line.get(index)?.as_str()?.to_owned());
                let function = Function { hash: text(2)?, name: text(3)?, source: None };
                is_next.then(|| page.functions.push(function))
            }
            "fs" => {
                let first = usize::try_from(line.get(1)?.as_u64()?).ok()?;
                let hash: BodyHash = line.get(2)?.as_str()?.parse().ok()?;
                let sources: Vec<String> = serde_json::from_slice(&bodies(&hash).ok()?).ok()?;
                for (function, source) in page.functions.iter_mut().skip(first).zip(sources) {
                    function.source = Some(source);
                }
                Some(())
            }
            "file" => {
                let name = line.get(1)?.as_str()?.to_owned();
                let hash: BodyHash = line.get(2)?.as_str()?.parse().ok()?;
                page.files.push(ChosenFile { name, content: bodies(&hash).ok()? });
                Some(())
            }
            "gap" => {
                page.gaps.push((line.get(1)?.as_u64()?, line.get(2)?.as_u64()?));
                Some(())
            }
            "storage" => {
                let found = Storage {
                    kind: line.get(1)?.as_str()?.to_owned(),
                    found: line.get(2)?.clone(),
                };
                page.storage.push(found);
                Some(())
            }
            "rejected" => {
                let text = |index: usize| Some(line.get(index)?.as_str()?.to_owned());
                page.rejections.push((text(1)?, text(2)?));
                Some(())
            }
            "cost" => {
                let number = |index: usize| line.get(index)?.as_u64();
                let (n, p50_us) = (number(1)?, number(2)?);
                page.cost = Some(Cost { n, p50_us, p99_us: number(3)?, max_us: number(4)? });
                Some(())
            }
            "agent" => {
                let [kind, text] = [line.get(1)?.as_str()?, line.get(2)?.as_str()?];
                page.failures.push(format!("{kind}: {text}"));
                Some(())
            }
            _ => self.timed(kind, line),
        }
    }

    /// Reads a line that says when.
    fn timed(&mut self, kind: &str, line: &[Value]) -> Option<()> {
        self.now_us = self.now_us.checked_add(line.get(1)?.as_i64()?)?;
        let at_us = self.now_us;
        let what = match kind {
            "bye" => {
                let is_kept = line.get(2).and_then(Value::as_u64) == Some(1);
                self.page.is_ended = !is_kept;
                self.page.n_unheard += line.get(3).and_then(Value::as_u64).unwrap_or_default();
                self.page.entries.push(Entry::Left { at_us, is_kept });
                return Some(());
            }
            "m" => {
                let name = line.get(2)?.as_str()?.to_owned();
                self.page.entries.push(Entry::Reached { at_us, name });
                return Some(());
            }
            "y" => {
                let target = self.target_ref(line.get(2)?)?;
                let (x, y) = (line.get(3)?.as_f64()?, line.get(4)?.as_f64()?);
                self.page.entries.push(Entry::Scrolled { at_us, target, x, y });
                return Some(());
            }
            "show" => {
                self.page.is_ended = false;
                self.page.entries.push(Entry::Shown { at_us });
                return Some(());
            }
            "u" => {
                let input = self.input(line)?;
                self.page.entries.push(Entry::Unheard { at_us, input });
                return Some(());
            }
            "i" => What::Input(self.input(line)?),
            "c" => What::Callback(self.callback(line)?),
            "n" => What::Notice {
                name: line.get(2)?.as_str()?.to_owned(),
                target: self.target_ref(line.get(3)?)?,
                age_us: line.get(4).and_then(Value::as_i64).unwrap_or_default(),
            },
            "s" => What::Script { name: line.get(2)?.as_str()?.to_owned() },
            "t" => What::Task {
                name: line.get(2).and_then(Value::as_str).unwrap_or_default().to_owned(),
            },
            _ => return None,
        };
        let locals = self.locals(line.last()?);
        let id = self.n_events;
        self.n_events += 1;
        self.page.entries.push(Entry::Event(Event { id, at_us, what, locals }));
        Some(())
    }

    fn target_ref(&self, value: &Value) -> Option<TargetRef> {
        Some(match value.as_i64()? {
            -1 => TargetRef::Window,
            -2 => TargetRef::Document,
            number => match usize::try_from(number) {
                Ok(number) if number < self.page.targets.len() => TargetRef::Element(number),
                _ => TargetRef::Other,
            },
        })
    }

    fn input(&self, line: &[Value]) -> Option<Input> {
        Some(Input {
            kind: line.get(2)?.as_str()?.to_owned(),
            target: self.target_ref(line.get(3)?)?,
            fields: line.get(4)?.as_array()?.clone(),
            age_us: line.get(5).and_then(Value::as_i64).unwrap_or_default(),
        })
    }

    fn callback(&self, line: &[Value]) -> Option<Callback> {
        let detail = line.get(6).filter(|detail| !detail.is_object()).cloned();
        Some(Callback {
            kind: line.get(2)?.as_str()?.to_owned(),
            by: self.n_events.checked_sub(line.get(3)?.as_u64()?)?,
            index: line.get(4)?.as_u64()?,
            firing: line.get(5).and_then(Value::as_u64).unwrap_or_default(),
            detail: detail.unwrap_or_default(),
        })
    }

    fn locals(&mut self, value: &Value) -> Locals {
        let list = |key: &str| value[key].as_array().map(Vec::as_slice).unwrap_or_default();
        let n_random = value["r"].as_u64().unwrap_or_default();
        let first_random = self.n_random;
        self.n_random = first_random.saturating_add(n_random);
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        Locals {
            registrations: list("g").iter().filter_map(registration).collect(),
            first_random,
            n_random,
            dates_ms: unpack(value["d"].as_str(), &mut self.last_date_ms, value["d"].as_i64()),
            clocks_us: unpack(value["p"].as_str(), &mut self.last_clock_us, value["p"].as_i64()),
            crypto: list("c").iter().map(text).collect(),
            console: list("o").iter().map(|line| (text(&line[0]), text(&line[1]))).collect(),
            errors: list("x").iter().map(uncaught).collect(),
            dialogs: list("q").iter().map(dialog).collect(),
        }
    }
}

/// The most values that one turn may claim to have drawn of one kind.
const MAX_DRAWS: usize = 1 << 20;

/// Values from their differences: `5,3*2,1` is 5, 8, 8, 8, 9 if the last was 0.
fn unpack(text: Option<&str>, last: &mut i64, single: Option<i64>) -> Vec<i64> {
    let mut values = Vec::new();
    let mut push = |delta: i64, n_more: usize| {
        *last = last.wrapping_add(delta);
        let n_left = MAX_DRAWS.saturating_sub(values.len());
        values.extend(std::iter::repeat_n(*last, n_more.saturating_add(1).min(n_left)));
    };
    if let Some(delta) = single {
        push(delta, 0);
    }
    for part in text.into_iter().flat_map(|text| text.split(',')) {
        let (delta, n_more) = part.split_once('*').unwrap_or((part, "0"));
        if let (Ok(delta), Ok(n_more)) = (delta.parse(), n_more.parse()) {
            push(delta, n_more);
        }
    }
    values
}

fn registration(value: &Value) -> Option<Registration> {
    let (kind, detail) = value.as_array()?.split_first()?;
    Some(Registration { kind: kind.as_str()?.to_owned(), detail: detail.to_vec() })
}

fn uncaught(value: &Value) -> UncaughtError {
    let text = |index: usize| value[index].as_str().unwrap_or_default().to_owned();
    let number = |index: usize| value[index].as_u64().unwrap_or_default();
    UncaughtError {
        name: text(0),
        message: text(1),
        url: text(2),
        line: number(3),
        column: number(4),
    }
}

fn dialog(value: &Value) -> Dialog {
    let text = |index: usize| value[index].as_str().unwrap_or_default().to_owned();
    Dialog { kind: text(0), message: text(1), answer: value[2].clone() }
}

fn target(value: &Value) -> Target {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let paths = value["x"].as_array().map(Vec::as_slice).unwrap_or_default();
    let attributes = value["a"].as_object().into_iter().flatten();
    Target {
        paths: paths.iter().filter_map(text).collect(),
        id: text(&value["i"]),
        attributes: attributes
            .filter_map(|(name, value)| Some((name.clone(), text(value)?)))
            .collect(),
        text: text(&value["t"]),
    }
}

/// Decodes the content of a chosen file as agents send it.
pub fn file_content(text: &str) -> Option<Vec<u8>> {
    BASE64_STANDARD.decode(text).ok()
}
