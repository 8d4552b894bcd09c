//! Goes through the entries of a page once and puts each raw input to the gesture that it is part of.

use std::collections::BTreeMap;

use xcheck_model::action::Point;
use xcheck_model::event::{Entry, Input, Page, Target, TargetRef};

use super::typing::{Part, told};
use super::{Gesture, Hands, PageAct, Tick, label};

/// What follows a gesture this closely can be its effect.
pub(super) const SAME_US: i64 = 700_000;
/// Presses closer than this are on one spot.
pub(super) const SAME_SPOT: f64 = 10.0;

pub(super) fn gestures(page: &Page) -> Vec<Gesture> {
    let mut builder = Builder {
        page,
        done: Vec::new(),
        open: None,
        point: None,
        buttons: Vec::new(),
        fingers: Vec::new(),
        held: Vec::new(),
        releases: BTreeMap::new(),
        last_press: None,
        wheels: Vec::new(),
    };
    for (index, entry) in page.entries.iter().enumerate() {
        match entry.input() {
            Some(input) => {
                let at_us = entry.at_us() - late_us(input);
                builder.input(&Raw {
                    index,
                    at_us,
                    input,
                    is_heard: matches!(entry, Entry::Event(_)),
                });
                builder.release_after(index);
            }
            None => {
                if let Some(open) = &mut builder.open {
                    open.is_interrupted = true;
                }
            }
        }
    }
    builder.let_go();
    builder.close();
    let mut gestures: Vec<Gesture> =
        builder.done.into_iter().filter_map(|open| open.finish(page)).collect();
    gestures.sort_by_key(|gesture| gesture.first);
    for (index, gesture) in gestures.iter_mut().enumerate() {
        gesture.index = index;
    }
    gestures
}

/// One raw input of the page.
pub(super) struct Raw<'a> {
    pub(super) index: usize,
    pub(super) at_us: i64,
    pub(super) input: &'a Input,
    pub(super) is_heard: bool,
}

impl Raw<'_> {
    pub(super) fn point(&self) -> Point {
        point_of(self.input)
    }
}

pub(super) fn point_of(input: &Input) -> Point {
    let part = |at| input.number(at).unwrap_or_default();
    Point { x: part(0), y: part(1) }
}

pub(super) struct Builder<'a> {
    pub(super) page: &'a Page,
    pub(super) done: Vec<Open>,
    pub(super) open: Option<Open>,
    /// Where the pointer is, as far as the log says.
    pub(super) point: Option<Point>,
    /// Buttons that are down.
    pub(super) buttons: Vec<u8>,
    pub(super) fingers: Vec<i64>,
    /// Keys that are down, as characters, with the bits of modifiers.
    pub(super) held: Vec<(String, u64)>,
    /// Keys to let go after an entry.
    pub(super) releases: BTreeMap<usize, Vec<String>>,
    pub(super) last_press: Option<Point>,
    /// Turns of a wheel that nobody heard, since the last gesture.
    pub(super) wheels: Vec<usize>,
}

/// A gesture that may still go on.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) kind: Kind,
    pub(super) entries: Vec<usize>,
    pub(super) ticks: Vec<Tick>,
    pub(super) anchor: Option<usize>,
    pub(super) target: TargetRef,
    pub(super) last_us: i64,
    /// Whether other code ran since its last entry.
    pub(super) is_interrupted: bool,
    /// Whether the next key begins another gesture.
    pub(super) is_ended: bool,
    pub(super) keep_apart: bool,
    pub(super) parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Moves {
        is_rest: bool,
    },
    Press {
        n: usize,
        is_dragging: bool,
        is_dropped: bool,
        is_drag_over: bool,
    },
    Touch,
    Typing,
    Wheel,
    /// An input method at work.
    Composing,
    /// A shortcut that will paste.
    Pasting,
    Page(PageAct),
    Upload(Vec<String>),
    Resize {
        width: f64,
        height: f64,
    },
}

impl Builder<'_> {
    fn input(&mut self, raw: &Raw<'_>) {
        match raw.input.kind.as_str() {
            "mouseover" | "mouseenter" | "mouseout" | "mouseleave" | "mousemove"
            | "pointerover" | "pointerenter" | "pointerout" | "pointerleave" | "pointermove"
            | "pointerrawupdate" => self.pointed(raw),
            "pointerdown" | "mousedown" => self.pressed(raw),
            "pointerup" | "mouseup" => self.released(raw),
            "dragstart" | "drop" | "dragend" => self.dragged(raw),
            "touchstart" => self.touched(raw),
            "touchmove" => self.slid(raw),
            "touchend" | "touchcancel" => self.lifted(raw),
            "wheel" => self.wheeled(raw),
            "keydown" => self.key_pressed(raw),
            "keyup" => self.key_released(raw),
            "compositionstart" | "compositionupdate" | "compositionend" => self.composed(raw),
            "input" | "beforeinput" | "textInput" => self.typed(raw),
            "change" => self.changed(raw, &raw.input.fields),
            "copy" | "cut" | "paste" => self.clipboard(raw),
            "scroll" => self.scrolled(raw),
            "resize" => self.resized(raw),
            "history" => {
                // Engines that do not say how far are taken to have gone back.
                let steps = raw.input.number(1).map_or(0, |steps| steps as i64);
                let steps = if steps == 0 { -1 } else { steps };
                self.begin(raw, Kind::Page(PageAct::HistoryStep { steps }));
            }
            _ => self.attach(raw),
        }
    }

    /// Ends the open gesture and begins one with this entry.
    pub(super) fn begin(&mut self, raw: &Raw<'_>, kind: Kind) -> &mut Open {
        self.close();
        self.wheels.clear();
        self.open.insert(Open {
            kind,
            entries: vec![raw.index],
            ticks: Vec::new(),
            anchor: Some(raw.index),
            target: raw.input.target,
            last_us: raw.at_us,
            is_interrupted: false,
            is_ended: false,
            keep_apart: false,
            parts: Vec::new(),
        })
    }

    pub(super) fn close(&mut self) {
        self.done.extend(self.open.take());
    }

    /// Adds an effect to the open gesture, if it can be one.
    pub(super) fn attach(&mut self, raw: &Raw<'_>) {
        let is_pressing = self.is_pressing();
        if let Some(open) = &mut self.open
            && (is_pressing || raw.at_us - open.last_us < SAME_US)
        {
            open.add(raw);
        }
    }

    pub(super) fn is_pressing(&self) -> bool {
        !self.buttons.is_empty() || !self.fingers.is_empty()
    }

    pub(super) fn tick(&mut self, tick: Tick) {
        if let Some(open) = &mut self.open {
            open.ticks.push(tick);
        }
    }

    pub(super) fn is_same(&self, one: TargetRef, other: TargetRef) -> bool {
        one == other
            || match (self.page.target(one), self.page.target(other)) {
                (Some(one), Some(other)) => is_same(one, other),
                _ => false,
            }
    }
}

impl Open {
    pub(super) fn add(&mut self, raw: &Raw<'_>) {
        self.entries.push(raw.index);
        self.last_us = self.last_us.max(raw.at_us);
        self.is_interrupted = false;
    }

    /// The gesture as it is told; none if the hands did nothing.
    fn finish(self, page: &Page) -> Option<Gesture> {
        let target = label::target(page, self.target);
        let is_typing = matches!(self.kind, Kind::Typing | Kind::Composing | Kind::Pasting)
            || matches!(self.kind, Kind::Page(PageAct::Composition { .. } | PageAct::Paste { .. }));
        let act = self.as_page_act(page);
        let label = match (&self.kind, &act) {
            (_, Some(act)) => act_label(act, &target),
            (Kind::Moves { is_rest: true }, _) => format!("hover over {target}"),
            (Kind::Moves { .. }, _) => format!("move to {target}"),
            (Kind::Press { n, .. }, _) => self.press_label(*n, &target),
            (Kind::Touch, _) => {
                match self.ticks.iter().any(|tick| matches!(tick, Tick::TouchMove { .. })) {
                    true => format!("swipe on {target}"),
                    false => format!("tap {target}"),
                }
            }
            (Kind::Typing, _) => told(&self.parts, &target),
            (Kind::Wheel, _) => format!("turn the wheel over {target}"),
            (Kind::Upload(names), _) => format!("choose {} for {target}", names.join(", ")),
            (Kind::Resize { width, height }, _) => format!("resize the window to {width}x{height}"),
            (Kind::Composing | Kind::Pasting | Kind::Page(_), _) => target,
        };
        let hands = match (self.kind, act) {
            (_, Some(act)) => Hands::Page(act),
            (Kind::Composing | Kind::Pasting, _) => return None,
            (Kind::Upload(names), _) => {
                let named = |name: &String| page.files.iter().rev().find(|file| file.name == *name);
                Hands::Upload {
                    files: names
                        .iter()
                        .map(|name| {
                            named(name).cloned().unwrap_or_else(|| {
                                xcheck_model::event::ChosenFile {
                                    name: name.clone(),
                                    content: Vec::new(),
                                }
                            })
                        })
                        .collect(),
                }
            }
            (Kind::Resize { width, height }, _) => Hands::Resize { width, height },
            _ if self.ticks.is_empty() => return None,
            _ => Hands::Devices(self.ticks),
        };
        let mut entries = self.entries;
        entries.sort_unstable();
        entries.dedup();
        let (first, last) = (*entries.first()?, *entries.last()?);
        let (anchor, keep_apart) = (self.anchor, self.keep_apart);
        Some(Gesture {
            index: 0,
            first,
            last,
            entries,
            anchor,
            hands,
            label,
            is_typing,
            keep_apart,
        })
    }

    fn as_page_act(&self, page: &Page) -> Option<PageAct> {
        match &self.kind {
            Kind::Page(act) => Some(act.clone()),
            Kind::Press { is_dragging: true, is_dropped, .. } => {
                Some(PageAct::DragDrop { is_dropped: *is_dropped })
            }
            Kind::Press { .. } => self.scrolled_by(page),
            _ => None,
        }
    }

    /// Where a press scrolled its own target to: that was on a scroll bar, which gets no click.
    ///
    /// Bars differ from engine to engine; the place that they lead to does not.
    fn scrolled_by(&self, page: &Page) -> Option<PageAct> {
        let inputs = || self.entries.iter().rev().filter_map(|at| page.entries[*at].input());
        if inputs().any(|input| input.kind == "click") {
            return None;
        }
        let is_root = page.target(self.target).is_some_and(|target| target.name() == "html");
        let is_own = |target| target == self.target || (is_root && target == TargetRef::Document);
        let last = inputs().find(|input| input.kind == "scroll" && is_own(input.target))?;
        Some(PageAct::Scroll { x: last.number(0)?, y: last.number(1)? })
    }

    fn press_label(&self, n: usize, target: &str) -> String {
        let button = self.ticks.iter().find_map(|tick| match tick {
            Tick::Down(button) => Some(*button),
            _ => None,
        });
        let down = self.ticks.iter().position(|tick| matches!(tick, Tick::Down(_))).unwrap_or(0);
        let is_drag = self.ticks[down..].iter().any(|tick| matches!(tick, Tick::Move { .. }));
        match (button, n) {
            (Some(2), _) => format!("right-click {target}"),
            (Some(1), _) => format!("middle-click {target}"),
            (_, 1) if is_drag => format!("drag from {target}"),
            (_, 1) => format!("click {target}"),
            (_, 2) => format!("double-click {target}"),
            _ => format!("click {target} {n} times"),
        }
    }
}

fn act_label(act: &PageAct, target: &str) -> String {
    match act {
        PageAct::Select { options } => {
            let values: Vec<&str> = options.iter().map(|(_, value)| value.as_str()).collect();
            format!("select {} in {target}", label::quoted(&values.join(", ")))
        }
        PageAct::Fill { value, .. } => format!("set {target} to {}", label::quoted(value)),
        PageAct::DragDrop { .. } => format!("drag and drop {target}"),
        PageAct::Paste { text } => format!("paste {} into {target}", label::quoted(text)),
        PageAct::Copy => format!("copy from {target}"),
        PageAct::Cut => format!("cut from {target}"),
        PageAct::Scroll { x, y } => format!("scroll {target} to {x},{y}"),
        PageAct::Composition { text } => format!("type {} into {target}", label::quoted(text)),
        PageAct::HistoryStep { steps } if *steps < 0 => "go back".to_owned(),
        PageAct::HistoryStep { .. } => "go forward".to_owned(),
    }
}

pub(super) fn is_near(one: Point, other: Point, distance: f64) -> bool {
    (one.x - other.x).hypot(one.y - other.y) < distance
}

/// Whether two descriptions are of one element: its text and attributes change with what is done to it.
fn is_same(one: &Target, other: &Target) -> bool {
    one.paths == other.paths && one.id == other.id
}

/// How much later than it happened an event was written: agents keep back what comes in masses.
fn late_us(input: &Input) -> i64 {
    let place = match (input.kind.as_str(), input.fields.len()) {
        ("mouseover" | "scroll", 3) => 2,
        ("wheel", 7) => 6,
        _ => return 0,
    };
    (input.number(place).unwrap_or_default() * 1000.0) as i64
}
