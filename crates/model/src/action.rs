//! What a person did, as one would tell it: actions, each made of the raw events that it consisted of.

use crate::event::Target;

/// One thing a person did.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// The page it happened in, by its number in the log.
    pub page: usize,
    /// Microseconds since the first page began.
    pub at_us: i64,
    pub kind: ActionKind,
    /// What it was done to; none for the window and the document.
    pub target: Option<Target>,
    /// The entries of the page that it consists of, the first one first.
    pub entries: Vec<usize>,
}

/// A point in the viewport of the page's frame, in CSS pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// Keys held down during an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    pub alt: bool,
    pub control: bool,
    pub meta: bool,
    pub shift: bool,
}

impl Modifiers {
    /// As agents write them.
    pub fn from_bits(bits: u64) -> Self {
        Self {
            alt: bits & 1 != 0,
            control: bits & 2 != 0,
            meta: bits & 4 != 0,
            shift: bits & 8 != 0,
        }
    }

    /// Names of the keys, in the order in which tools write them.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let all = [
            (self.control, "Control"),
            (self.alt, "Alt"),
            (self.meta, "Meta"),
            (self.shift, "Shift"),
        ];
        all.into_iter().filter(|(is_held, _)| *is_held).map(|(_, name)| name)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MouseButton {
    Left,
    Middle,
    Right,
    Back,
    Forward,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ActionKind {
    Click {
        button: MouseButton,
        at: Point,
        modifiers: Modifiers,
    },
    DoubleClick {
        at: Point,
        modifiers: Modifiers,
    },
    /// The pointer rested here.
    Hover {
        at: Point,
    },
    /// Pressed in one place, let go in another, by mouse events alone.
    Drag {
        from: Point,
        to: Point,
        onto: Option<Target>,
        modifiers: Modifiers,
    },
    /// HTML drag and drop; without `onto` nothing took what was dragged.
    DragDrop {
        from: Point,
        to: Point,
        onto: Option<Target>,
    },
    Wheel {
        at: Point,
        dx: f64,
        dy: f64,
    },
    Tap {
        at: Point,
    },
    Swipe {
        from: Point,
        to: Point,
    },
    /// Characters, one after the other, into one element.
    Type {
        text: String,
    },
    /// A key that is no character, or a shortcut.
    Press {
        key: String,
        code: String,
        modifiers: Modifiers,
    },
    Copy,
    Cut,
    Paste {
        text: String,
    },
    /// Options of a list, by value.
    Select {
        values: Vec<String>,
        labels: Vec<String>,
    },
    /// A field that is no plain text got a value: date, color, range by keys.
    Fill {
        field: String,
        value: String,
    },
    /// Files were chosen.
    Upload {
        files: Vec<String>,
    },
    /// Scrolled to, without a wheel or key.
    Scroll {
        x: f64,
        y: f64,
    },
    Resize {
        width: f64,
        height: f64,
    },
    /// A dialog of the browser was answered.
    Dialog {
        dialog: String,
        message: String,
        is_accepted: bool,
        text: Option<String>,
    },
    Back,
    Forward,
    Reload,
}

impl ActionKind {
    /// One word, as scripts see it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Click { button: MouseButton::Right, .. } => "rightclick",
            Self::Click { button: MouseButton::Left, .. } => "click",
            Self::Click { button: MouseButton::Middle, .. } => "middleclick",
            Self::Click { .. } => "sideclick",
            Self::DoubleClick { .. } => "doubleclick",
            Self::Hover { .. } => "hover",
            Self::Drag { .. } => "drag",
            Self::DragDrop { .. } => "dragdrop",
            Self::Wheel { .. } => "wheel",
            Self::Tap { .. } => "tap",
            Self::Swipe { .. } => "swipe",
            Self::Type { .. } => "type",
            Self::Press { .. } => "press",
            Self::Copy => "copy",
            Self::Cut => "cut",
            Self::Paste { .. } => "paste",
            Self::Select { .. } => "select",
            Self::Fill { .. } => "fill",
            Self::Upload { .. } => "upload",
            Self::Scroll { .. } => "scroll",
            Self::Resize { .. } => "resize",
            Self::Dialog { .. } => "dialog",
            Self::Back => "back",
            Self::Forward => "forward",
            Self::Reload => "reload",
        }
    }
}
