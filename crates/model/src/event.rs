//! What happened in the pages of a recording: events, and what was drawn and registered in their turns.

use serde_json::Value;

/// One document in one window or frame, or one worker, from its first script to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    pub number: usize,
    pub hello: Hello,
    /// Elements that events refer to, by number.
    pub targets: Vec<Target>,
    /// Sources of callbacks, by number; the first stands for all native functions.
    pub functions: Vec<Function>,
    pub entries: Vec<Entry>,
    /// Input events that nobody heard and that say nothing about what the person did.
    pub n_unheard: u64,
    /// Batches of the agent that never arrived, as first and last number.
    pub gaps: Vec<(u64, u64)>,
    /// Failures of the agent itself.
    pub failures: Vec<String>,
    /// Contents of files that the person chose.
    pub files: Vec<ChosenFile>,
    /// What the page found in storage when it first looked; storage that was empty is left out.
    pub storage: Vec<Storage>,
    /// What promises were rejected with that nobody caught: name and message.
    pub rejections: Vec<(String, String)>,
    /// What the agent cost, if it was asked to time itself.
    pub cost: Option<Cost>,
    /// Whether the page said goodbye.
    pub is_ended: bool,
}

impl Page {
    /// Events alone: what began a turn.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Event(event) => Some(event),
            _ => None,
        })
    }

    /// When something of this page happened, in microseconds since 1970.
    pub fn wall_us(&self, at_us: i64) -> i64 {
        (self.hello.origin_ms * 1000.0) as i64 + at_us
    }

    pub fn target(&self, target: TargetRef) -> Option<&Target> {
        match target {
            TargetRef::Element(number) => self.targets.get(number),
            _ => None,
        }
    }

    /// What `Math.random` gave in the turn of `event`, in order.
    pub fn random_values(&self, event: &Event) -> Vec<f64> {
        let mut generator = Sfc32::new(self.hello.seed);
        let locals = &event.locals;
        (0..locals.first_random + locals.n_random)
            .map(|_| generator.next_f64())
            .skip(usize::try_from(locals.first_random).unwrap_or(usize::MAX))
            .collect()
    }
}

/// What a page says about itself when it begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hello {
    pub url: String,
    pub is_worker: bool,
    /// Indexes from the frame up to its top window; empty for a top window.
    pub frame: Vec<i64>,
    pub has_opener: bool,
    /// `navigate`, `reload`, `back_forward` or `prerender`.
    pub navigation: String,
    pub referrer: String,
    /// Milliseconds since 1970 at which the page's clock began.
    pub origin_ms: f64,
    /// What `Math.random` starts from.
    pub seed: [u32; 4],
    pub width: u32,
    pub height: u32,
    pub ratio: f64,
    pub user_agent: String,
}

/// How to find an element again, best way first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Target {
    /// Absolute paths: one through each shadow root on the way, the element's own last.
    pub paths: Vec<String>,
    pub id: Option<String>,
    /// Attributes that seldom change.
    pub attributes: Vec<(String, String)>,
    /// The beginning of its text.
    pub text: Option<String>,
}

impl Target {
    /// The paths as one text: shadow roots are crossed at `>>`.
    pub fn xpath(&self) -> String {
        self.paths.join(" >> ")
    }

    /// The element's local name.
    pub fn name(&self) -> &str {
        let path = self.paths.last().map_or("", String::as_str);
        let step = path.rsplit('/').next().unwrap_or_default();
        step.split('[').next().unwrap_or_default()
    }

    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TargetRef {
    Window,
    Document,
    /// A node outside of the document, or no node at all.
    Other,
    Element(usize),
}

/// The source of a callback.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Function {
    /// Equal sources have equal hashes.
    pub hash: String,
    pub name: String,
    pub source: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenFile {
    pub name: String,
    pub content: Vec<u8>,
}

/// What storage held.
#[derive(Clone, Debug, PartialEq)]
pub struct Storage {
    /// `localStorage` or `sessionStorage`.
    pub kind: String,
    pub found: Value,
}

/// How long the agent took for its events, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    pub n: u64,
    pub p50_us: u64,
    pub p99_us: u64,
    pub max_us: u64,
}

/// Something that happened in a page, in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    Event(Event),
    /// Part of what a person did, though no code ran for it.
    Unheard {
        at_us: i64,
        input: Input,
    },
    /// The document is read to its end (`DOMContentLoaded`) or all of it is here (`load`), whether somebody hears it or not.
    Reached {
        at_us: i64,
        name: String,
    },
    /// Something had scrolled by itself before a person acted.
    Scrolled {
        at_us: i64,
        target: TargetRef,
        x: f64,
        y: f64,
    },
    /// The page came back from the browser's cache.
    Shown {
        at_us: i64,
    },
    Left {
        at_us: i64,
        is_kept: bool,
    },
}

impl Entry {
    pub fn at_us(&self) -> i64 {
        match self {
            Self::Event(event) => event.at_us,
            Self::Unheard { at_us, .. }
            | Self::Reached { at_us, .. }
            | Self::Scrolled { at_us, .. }
            | Self::Shown { at_us }
            | Self::Left { at_us, .. } => *at_us,
        }
    }

    /// The input that this is, heard or not.
    pub fn input(&self) -> Option<&Input> {
        match self {
            Self::Event(Event { what: What::Input(input), .. }) | Self::Unheard { input, .. } => {
                Some(input)
            }
            _ => None,
        }
    }
}

/// What began a turn of JavaScript.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Counts the events of a page from 0.
    pub id: u64,
    /// Microseconds on the page's clock.
    pub at_us: i64,
    pub what: What,
    pub locals: Locals,
}

#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// A person acted.
    Input(Input),
    /// The app registered it.
    Callback(Callback),
    /// The browser reports.
    Notice { name: String, target: TargetRef, age_us: i64 },
    /// A script that the parser or the page put in: its address, or `#` and a number if it is inline.
    Script { name: String },
    /// Code that ran for a reason that is not known, such as a module: the script it is in, if that is known.
    Task { name: String },
}

/// An event of a person's making.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    pub kind: String,
    pub target: TargetRef,
    /// By kind; see the trace format.
    pub fields: Vec<Value>,
    /// How much earlier than its turn the event happened.
    pub age_us: i64,
}

impl Input {
    pub fn number(&self, index: usize) -> Option<f64> {
        self.fields.get(index).and_then(Value::as_f64)
    }

    pub fn text(&self, index: usize) -> Option<&str> {
        self.fields.get(index).and_then(Value::as_str)
    }
}

/// A firing of something registered.
#[derive(Clone, Debug, PartialEq)]
pub struct Callback {
    pub kind: String,
    /// The event whose turn registered it.
    pub by: u64,
    /// Its place among what that turn registered.
    pub index: u64,
    /// Counts firings from 0.
    pub firing: u64,
    /// By kind; null if there is nothing to say.
    pub detail: Value,
}

/// The local object of an event: what its turn registered and drew.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Locals {
    pub registrations: Vec<Registration>,
    /// Where in the page's sequence the random numbers of this turn begin.
    pub first_random: u64,
    pub n_random: u64,
    /// Milliseconds since 1970.
    pub dates_ms: Vec<i64>,
    /// Microseconds on the page's clock.
    pub clocks_us: Vec<i64>,
    /// Bytes in base64, or identifiers as text.
    pub crypto: Vec<String>,
    pub console: Vec<(String, String)>,
    pub errors: Vec<UncaughtError>,
    pub dialogs: Vec<Dialog>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Registration {
    pub kind: String,
    pub detail: Vec<Value>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UncaughtError {
    pub name: String,
    pub message: String,
    pub url: String,
    pub line: u64,
    pub column: u64,
}

/// A dialog of the browser and how it was answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Dialog {
    /// `alert`, `confirm` or `prompt`.
    pub kind: String,
    pub message: String,
    /// Null for an alert.
    pub answer: Value,
}

/// The generator behind the `Math.random` of recorded pages: sfc32, two steps per number.
#[derive(Clone, Debug)]
pub struct Sfc32([u32; 4]);

impl Sfc32 {
    pub fn new(seed: [u32; 4]) -> Self {
        Self(seed)
    }

    fn next_u32(&mut self) -> u32 {
        let [a, b, c, counter] = self.0;
        let sum = a.wrapping_add(b).wrapping_add(counter);
        let next = c.rotate_left(21).wrapping_add(sum);
        self.0 = [b ^ (b >> 9), c.wrapping_add(c << 3), next, counter.wrapping_add(1)];
        sum
    }

    /// A number from 0 up to, not including, 1.
    pub fn next_f64(&mut self) -> f64 {
        let high = f64::from(self.next_u32() >> 5);
        let low = f64::from(self.next_u32() >> 6);
        (high * 67_108_864.0 + low) / 9_007_199_254_740_992.0
    }
}
