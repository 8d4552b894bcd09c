//! Keys, input methods and the clipboard.

use xcheck_model::event::{Entry, Input};

use super::build::{Builder, Kind, Open, Raw, SAME_US};
use super::keys::{MODIFIERS, bits, character, chord, is_composing, modifier_bit};
use super::{PageAct, Tick, label};

/// A piece of what was typed, for the label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Text(String),
    Key(String),
}

/// When a key goes up again.
enum Release {
    Now,
    /// With its own event.
    Heard,
    /// Nobody hears it, and this was the last entry that shows it down.
    After(usize),
}

impl Builder<'_> {
    pub(super) fn key_pressed(&mut self, raw: &Raw<'_>) {
        let key = raw.input.text(0).unwrap_or_default();
        let code = raw.input.text(1).unwrap_or_default();
        if is_composing(key) {
            return self.compose(raw);
        }
        let Some(char) = character(key, code) else { return self.attach(raw) };
        if modifier_bit(key).is_none() && self.is_paste(raw.index) {
            return self.begin_paste(raw);
        }
        self.type_on(raw);
        self.hold(raw);
        let is_repeated = raw.input.number(3) == Some(1.0);
        let bit = modifier_bit(key).unwrap_or_default();
        let is_down = self.held.iter().any(|(held, _)| *held == char);
        if bit != 0 {
            if !is_down {
                self.hold_down(char, bit, raw.index);
            }
        } else {
            if is_down && !is_repeated {
                self.tick(Tick::KeyUp(char.clone()));
                self.held.retain(|(held, _)| *held != char);
            }
            self.tick(Tick::KeyDown(char.clone()));
            self.end_key(char, code, raw.index);
        }
        let Some(open) = &mut self.open else { return };
        open.is_ended = matches!(key, "Enter" | "Tab" | "Escape");
        let held = bits(raw.input).unwrap_or_default();
        let is_text = key.chars().count() == 1 && held & 7 == 0;
        match (open.parts.last_mut(), is_text) {
            _ if bit != 0 => {}
            (Some(Part::Text(text)), true) => text.push_str(key),
            (_, true) => open.parts.push(Part::Text(key.to_owned())),
            _ => open.parts.push(Part::Key(chord(key, held))),
        }
    }

    /// The gesture that a key belongs to: a press that goes on, typing in the same place, or a new one.
    fn type_on(&mut self, raw: &Raw<'_>) {
        let is_on = self.is_pressing()
            || self.open.as_ref().is_some_and(|open| {
                open.kind == Kind::Typing
                    && !open.is_ended
                    && self.is_same(open.target, raw.input.target)
                    && !self.is_selected_since(open, raw)
            });
        match &mut self.open {
            Some(open) if is_on => open.add(raw),
            _ => {
                self.begin(raw, Kind::Typing);
            }
        }
    }

    /// Whether a key goes over a selection that no key of the same typing made: a gesture begins with what is selected.
    fn is_selected_since(&self, open: &Open, raw: &Raw<'_>) -> bool {
        let own = selected(raw.input);
        let inputs = open.entries.iter().filter_map(|at| self.page.entries[*at].input());
        let mut keys = inputs.filter(|input| input.kind == "keydown");
        own.is_some_and(|(start, end)| start < end)
            && keys.next_back().is_some_and(|last| selected(last) != own && !may_select(last))
    }

    fn end_key(&mut self, char: String, code: &str, index: usize) {
        match self.release(code, index) {
            Release::Now => {
                self.tick(Tick::KeyUp(char.clone()));
                self.held.retain(|(held, _)| *held != char);
            }
            Release::Heard if self.held.iter().any(|(held, _)| *held == char) => {}
            Release::Heard => self.held.push((char, 0)),
            Release::After(last) => {
                self.releases.entry(last).or_default().push(char.clone());
                self.held.push((char, 0));
            }
        }
    }

    fn release(&self, code: &str, index: usize) -> Release {
        let mut last = index;
        for (at, entry) in self.page.entries.iter().enumerate().skip(index + 1) {
            let Some(input) = entry.input().filter(|input| input.kind.starts_with("key")) else {
                continue;
            };
            let is_own = input.text(1) == Some(code);
            match input.kind.as_str() {
                "keyup" if is_own => return Release::Heard,
                "keydown" if is_own && input.number(3) == Some(1.0) => last = at,
                "keydown" if is_own => break,
                _ => {}
            }
        }
        if last == index { Release::Now } else { Release::After(last) }
    }

    pub(super) fn key_released(&mut self, raw: &Raw<'_>) {
        let [key, code] = [0, 1].map(|at| raw.input.text(at).unwrap_or_default());
        let char = character(key, code);
        // What a key gives may differ by then: Shift came or went.
        let place = self.held.iter().position(|(held, bit)| {
            char.as_ref() == Some(held)
                || *bit == 0 && char.as_ref().is_some_and(|char| is_same_key(held, char))
        });
        let Some(place) = place else { return self.attach(raw) };
        let is_here = self.is_pressing()
            || self.open.as_ref().is_some_and(|open| {
                open.kind == Kind::Typing && self.is_same(open.target, raw.input.target)
            });
        match &mut self.open {
            Some(open) if is_here => open.add(raw),
            _ => {
                // The focus went elsewhere in between, and browsers follow it only when they draw.
                self.begin(raw, Kind::Typing).is_ended = true;
            }
        }
        let (held, _) = self.held.remove(place);
        self.tick(Tick::KeyUp(held));
    }

    /// Holds down the modifier keys that an input says were held, and no others.
    pub(super) fn hold(&mut self, raw: &Raw<'_>) {
        let own = match raw.input.kind.as_str() {
            "keydown" => raw.input.text(0).and_then(modifier_bit).unwrap_or_default(),
            _ => 0,
        };
        let mut wanted = bits(raw.input).unwrap_or_default() & !own;
        let is_char = raw.input.kind == "keydown"
            && raw.input.text(0).is_some_and(|key| key.chars().count() == 1);
        // Characters tell of Shift by themselves; without its own event nobody pressed it here.
        if is_char && !self.held.iter().any(|(_, bit)| *bit == 8) {
            wanted &= !8;
        }
        let surplus: Vec<String> = self
            .held
            .iter()
            .filter(|(_, bit)| *bit != 0 && bit & (wanted | own) == 0)
            .map(|(char, _)| char.clone())
            .collect();
        for char in surplus {
            self.held.retain(|(held, _)| *held != char);
            self.tick(Tick::KeyUp(char));
        }
        for (bit, name) in MODIFIERS {
            let is_held = self.held.iter().any(|(_, held)| *held == bit);
            if wanted & bit != 0
                && !is_held
                && let Some(char) = character(name, "")
            {
                self.hold_down(char, bit, raw.index);
            }
        }
    }

    /// Presses a modifier key for as long as inputs say that it is held.
    fn hold_down(&mut self, char: String, bit: u64, index: usize) {
        self.tick(Tick::KeyDown(char.clone()));
        self.held.push((char.clone(), bit));
        let mut last = index;
        for (at, entry) in self.page.entries.iter().enumerate().skip(index + 1) {
            let Some(input) = entry.input() else { continue };
            let Some(held) = bits(input) else { continue };
            if input.kind == "keyup" && input.text(0).and_then(modifier_bit) == Some(bit) {
                return;
            }
            if held & bit == 0 {
                break;
            }
            last = at;
        }
        self.releases.entry(last).or_default().push(char);
    }

    /// Lets go of keys that nobody heard go up, after the last entry that shows them held.
    pub(super) fn release_after(&mut self, index: usize) {
        for char in self.releases.remove(&index).unwrap_or_default() {
            if self.held.iter().any(|(held, _)| *held == char) {
                self.held.retain(|(held, _)| *held != char);
                self.tick(Tick::KeyUp(char));
            }
        }
    }

    /// An input method is at work: its result counts.
    fn compose(&mut self, raw: &Raw<'_>) {
        match &mut self.open {
            Some(open) if open.kind == Kind::Composing => open.add(raw),
            _ => {
                self.begin(raw, Kind::Composing);
            }
        }
    }

    pub(super) fn composed(&mut self, raw: &Raw<'_>) {
        self.compose(raw);
        if raw.input.kind != "compositionend" {
            return;
        }
        let text = raw.input.text(1).unwrap_or_default().to_owned();
        if let Some(open) = &mut self.open
            && !text.is_empty()
        {
            open.kind = Kind::Page(PageAct::Composition { text });
            open.anchor = Some(raw.index);
            open.target = raw.input.target;
        }
    }

    pub(super) fn typed(&mut self, raw: &Raw<'_>) {
        // Controls say what they hold now.
        if let Some(state) = raw.input.fields.get(2).and_then(serde_json::Value::as_array) {
            return self.changed(raw, state);
        }
        let kind = raw.input.text(0).unwrap_or_default();
        let is_open = self.open.as_ref().is_some_and(|open| {
            raw.at_us - open.last_us < SAME_US
                && !matches!(open.kind, Kind::Moves { .. } | Kind::Wheel | Kind::Resize { .. })
        });
        if is_open || self.is_pressing() {
            return self.attach(raw);
        }
        if kind.ends_with("CompositionText") {
            return self.compose(raw);
        }
        // From a menu, a dictionary, or a keyboard without keys.
        if let Some(text) = raw.input.text(1) {
            let text = text.to_owned();
            self.begin(raw, Kind::Page(PageAct::Composition { text }));
        }
    }

    /// Whether a key pastes: what is pasted comes before the next key.
    fn is_paste(&self, index: usize) -> bool {
        let later = self.page.entries.iter().skip(index + 1).filter_map(Entry::input);
        let mut telling = later.map(|input| input.kind.as_str()).filter(|kind| {
            matches!(*kind, "paste" | "keydown" | "mousedown" | "pointerdown" | "touchstart")
        });
        telling.next() == Some("paste")
    }

    /// The clipboard of a replay holds something else: the whole shortcut is done in the page.
    fn begin_paste(&mut self, raw: &Raw<'_>) {
        let mut keys = Vec::new();
        if let Some(open) = &mut self.open
            && open.kind == Kind::Typing
        {
            while let (Some(index), Some(Tick::KeyDown(char))) =
                (open.entries.last(), open.ticks.last())
            {
                let input = self.page.entries[*index].input();
                let key = input.and_then(|input| input.text(0)).unwrap_or_default();
                if modifier_bit(key).is_none() {
                    break;
                }
                self.held.retain(|(held, _)| held != char);
                keys.extend(open.entries.pop());
                open.ticks.pop();
            }
            if open.entries.is_empty() {
                self.open = None;
            }
        }
        let open = self.begin(raw, Kind::Pasting);
        open.entries.extend(keys);
    }

    pub(super) fn clipboard(&mut self, raw: &Raw<'_>) {
        if raw.input.kind == "paste" {
            let text = raw.input.text(0).unwrap_or_default().to_owned();
            let kind = Kind::Page(PageAct::Paste { text });
            match &mut self.open {
                Some(open) if open.kind == Kind::Pasting => {
                    open.add(raw);
                    open.anchor = Some(raw.index);
                    open.target = raw.input.target;
                    open.kind = kind;
                }
                _ => {
                    self.begin(raw, kind);
                }
            }
            return;
        }
        let is_shortcut = self
            .open
            .as_ref()
            .is_some_and(|open| open.kind == Kind::Typing && raw.at_us - open.last_us < SAME_US);
        if is_shortcut {
            return self.attach(raw);
        }
        let act = if raw.input.kind == "copy" { PageAct::Copy } else { PageAct::Cut };
        self.begin(raw, Kind::Page(act));
    }
}

/// What a key found selected, unless that was the end of the text.
fn selected(key: &Input) -> Option<(u64, u64)> {
    let range = key.fields.get(4)?.as_array()?;
    Some((range.first()?.as_u64()?, range.get(1)?.as_u64()?))
}

/// Keys with Shift, Control and the like select, or do what nobody knows; Shift with a letter writes it.
fn may_select(key: &Input) -> bool {
    let name = key.text(0).unwrap_or_default();
    let is_char = name.chars().count() == 1;
    let held = bits(key).unwrap_or_default();
    modifier_bit(name).is_some() || held & 7 != 0 || held != 0 && !is_char
}

fn is_same_key(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// `type "abc" into input#q`, `press Enter in input#q`, or both.
pub(super) fn told(parts: &[Part], target: &str) -> String {
    match parts {
        [] => format!("hold or let go of a key in {target}"),
        [Part::Text(text)] => format!("type {} into {target}", label::quoted(text)),
        [Part::Key(key)] => format!("press {key} in {target}"),
        _ => {
            let words: Vec<String> = parts
                .iter()
                .map(|part| match part {
                    Part::Text(text) => format!("type {}", label::quoted(text)),
                    Part::Key(key) => format!("press {key}"),
                })
                .collect();
            const MOST: usize = 5;
            if words.len() > MOST {
                return format!("{}, and more, in {target}", words[..MOST].join(", "));
            }
            format!("{} in {target}", words.join(", "))
        }
    }
}
