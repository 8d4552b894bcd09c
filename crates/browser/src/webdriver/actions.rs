//! Low-level input: sequences of key, pointer and wheel steps that run tick by tick, side by side.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use super::{CommandError, CommandErrorKind, Element, Session};
use crate::engines;

/// Keys without a character, as the private code points of the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Backspace,
    Tab,
    Enter,
    Shift,
    Control,
    Alt,
    Escape,
    PageUp,
    PageDown,
    End,
    Home,
    ArrowLeft,
    ArrowUp,
    ArrowRight,
    ArrowDown,
    Insert,
    Delete,
    Meta,
    /// F1 is 1, up to 12.
    Function(u8),
}

impl Key {
    pub fn code(self) -> char {
        let code = match self {
            Self::Backspace => 0xE003,
            Self::Tab => 0xE004,
            Self::Enter => 0xE007,
            Self::Shift => 0xE008,
            Self::Control => 0xE009,
            Self::Alt => 0xE00A,
            Self::Escape => 0xE00C,
            Self::PageUp => 0xE00E,
            Self::PageDown => 0xE00F,
            Self::End => 0xE010,
            Self::Home => 0xE011,
            Self::ArrowLeft => 0xE012,
            Self::ArrowUp => 0xE013,
            Self::ArrowRight => 0xE014,
            Self::ArrowDown => 0xE015,
            Self::Insert => 0xE016,
            Self::Delete => 0xE017,
            Self::Function(n) => 0xE030 + u32::from(n.clamp(1, 12)),
            Self::Meta => 0xE03D,
        };
        char::from_u32(code).expect("a private code point is a character")
    }
}

impl From<Key> for char {
    fn from(key: Key) -> Self {
        key.code()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    Left = 0,
    Middle = 1,
    Right = 2,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointerKind {
    Mouse,
    Touch,
    Pen,
}

/// What coordinates are relative to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    Viewport,
    /// The pointer's place before the step.
    Pointer,
    /// The middle of the element's first box in view.
    Element(Element),
}

impl Origin {
    fn json(&self) -> Value {
        match self {
            Self::Viewport => json!("viewport"),
            Self::Pointer => json!("pointer"),
            Self::Element(element) => json!(element),
        }
    }
}

/// Steps of one keyboard.
#[derive(Clone, Debug)]
pub struct KeySequence(Sequence);

impl KeySequence {
    pub fn new(id: &str) -> Self {
        Self(Sequence::new(id, SourceKind::Key))
    }

    pub fn down(self, key: impl Into<char>) -> Self {
        Self(self.0.with(json!({"type": "keyDown", "value": key.into()})))
    }

    pub fn up(self, key: impl Into<char>) -> Self {
        Self(self.0.with(json!({"type": "keyUp", "value": key.into()})))
    }

    pub fn press(self, key: impl Into<char>) -> Self {
        let key = key.into();
        self.down(key).up(key)
    }

    /// Presses one key per character.
    pub fn text(self, text: &str) -> Self {
        text.chars().fold(self, Self::press)
    }

    pub fn pause(self, duration: Duration) -> Self {
        Self(self.0.pause(duration))
    }
}

/// Steps of one pointing device.
#[derive(Clone, Debug)]
pub struct PointerSequence(Sequence);

impl PointerSequence {
    pub fn new(id: &str, kind: PointerKind) -> Self {
        Self(Sequence::new(id, SourceKind::Pointer(kind)))
    }

    pub fn mouse(id: &str) -> Self {
        Self::new(id, PointerKind::Mouse)
    }

    pub fn touch(id: &str) -> Self {
        Self::new(id, PointerKind::Touch)
    }

    pub fn move_to(self, origin: &Origin, x: i32, y: i32, duration: Duration) -> Self {
        let duration = duration.as_millis() as u64;
        let origin = origin.json();
        Self(self.0.with(
            json!({"type": "pointerMove", "duration": duration, "x": x, "y": y, "origin": origin}),
        ))
    }

    pub fn down(self, button: Button) -> Self {
        Self(self.0.button("pointerDown", button))
    }

    pub fn up(self, button: Button) -> Self {
        Self(self.0.button("pointerUp", button))
    }

    pub fn click(self, button: Button) -> Self {
        self.down(button).up(button)
    }

    pub fn pause(self, duration: Duration) -> Self {
        Self(self.0.pause(duration))
    }
}

/// Steps of one wheel.
#[derive(Clone, Debug)]
pub struct WheelSequence(Sequence);

impl WheelSequence {
    pub fn new(id: &str) -> Self {
        Self(Sequence::new(id, SourceKind::Wheel))
    }

    /// Turns the wheel over the point `at` by `delta`, both as (x, y).
    pub fn scroll(self, origin: &Origin, at: (i32, i32), delta: (i32, i32)) -> Self {
        let step = json!({
            "type": "scroll", "duration": 0, "origin": origin.json(),
            "x": at.0, "y": at.1, "deltaX": delta.0, "deltaY": delta.1,
        });
        Self(self.0.with(step))
    }

    pub fn pause(self, duration: Duration) -> Self {
        Self(self.0.pause(duration))
    }
}

/// What the person's devices do, all in one command.
#[derive(Clone, Debug, Default)]
pub struct Actions {
    sequences: Vec<Sequence>,
}

impl Actions {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn keys(mut self, keys: KeySequence) -> Self {
        self.sequences.push(keys.0);
        self
    }

    pub fn pointer(mut self, pointer: PointerSequence) -> Self {
        self.sequences.push(pointer.0);
        self
    }

    pub fn wheel(mut self, wheel: WheelSequence) -> Self {
        self.sequences.push(wheel.0);
        self
    }

    /// The body of the perform actions command.
    pub fn to_json(&self) -> Value {
        let actions: Vec<Value> = self.sequences.iter().map(Sequence::to_json).collect();
        json!({"actions": actions})
    }

    pub(crate) fn sequences(&self) -> &[Sequence] {
        &self.sequences
    }

    pub(crate) fn sequences_mut(&mut self) -> &mut Vec<Sequence> {
        &mut self.sequences
    }
}

impl Session {
    /// Performs `actions`, adapted to what the engine can do; see [`crate::quirks`].
    pub async fn perform(&self, actions: &Actions) -> Result<(), CommandError> {
        let command = "perform actions";
        let body =
            engines::adapt_actions(self.engine(), actions).map_err(|reason| CommandError {
                command,
                kind: CommandErrorKind::Unsupported { engine: self.engine(), reason },
            })?;
        if engines::needs_drawn_page(self.engine(), actions) {
            self.screenshot().await?;
        }
        self.post(command, "actions", body.to_json()).await.map(drop)
    }

    /// Lets go of all keys and buttons.
    pub async fn release_actions(&self) -> Result<(), CommandError> {
        let command = "release actions";
        self.send(command, Method::DELETE, "actions", None, self.limits.command).await.map(drop)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SourceKind {
    Key,
    Pointer(PointerKind),
    Wheel,
}

#[derive(Clone, Debug)]
pub(crate) struct Sequence {
    pub(crate) id: String,
    pub(crate) kind: SourceKind,
    pub(crate) steps: Vec<Value>,
}

impl Sequence {
    fn new(id: &str, kind: SourceKind) -> Self {
        Self { id: id.to_owned(), kind, steps: Vec::new() }
    }

    fn with(mut self, step: Value) -> Self {
        self.steps.push(step);
        self
    }

    fn button(self, what: &str, button: Button) -> Self {
        self.with(json!({"type": what, "button": button as u8}))
    }

    fn pause(self, duration: Duration) -> Self {
        self.with(json!({"type": "pause", "duration": duration.as_millis() as u64}))
    }

    fn to_json(&self) -> Value {
        let mut json = json!({"id": self.id, "actions": self.steps});
        match self.kind {
            SourceKind::Key => json["type"] = "key".into(),
            SourceKind::Wheel => json["type"] = "wheel".into(),
            SourceKind::Pointer(kind) => {
                let kind = match kind {
                    PointerKind::Mouse => "mouse",
                    PointerKind::Touch => "touch",
                    PointerKind::Pen => "pen",
                };
                json["type"] = "pointer".into();
                json["parameters"] = json!({"pointerType": kind});
            }
        }
        json
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_serialize_as_the_specification_says() {
        let actions = Actions::new()
            .keys(KeySequence::new("k").press('a').down(Key::Shift))
            .pointer(
                PointerSequence::mouse("m")
                    .move_to(&Origin::Viewport, 1, 2, Duration::ZERO)
                    .click(Button::Right),
            )
            .wheel(
                WheelSequence::new("w")
                    .scroll(&Origin::Viewport, (3, 4), (0, 50))
                    .pause(Duration::from_millis(7)),
            );
        let expected = json!({"actions": [
            {"id": "k", "type": "key", "actions": [
                {"type": "keyDown", "value": "a"}, {"type": "keyUp", "value": "a"}, {"type": "keyDown", "value": "\u{E008}"},
            ]},
            {"id": "m", "type": "pointer", "parameters": {"pointerType": "mouse"}, "actions": [
                {"type": "pointerMove", "duration": 0, "x": 1, "y": 2, "origin": "viewport"},
                {"type": "pointerDown", "button": 2}, {"type": "pointerUp", "button": 2},
            ]},
            {"id": "w", "type": "wheel", "actions": [
                {"type": "scroll", "duration": 0, "origin": "viewport", "x": 3, "y": 4, "deltaX": 0, "deltaY": 50},
                {"type": "pause", "duration": 7},
            ]},
        ]});
        assert_eq!(actions.to_json(), expected);
    }
}
