//! The steps of a drive, the same for every file format.

use std::fmt;

use serde_json::Value;

use crate::{Key, Target};

/// One thing a person does, or one condition that is waited for.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The step, command or line of the file, counted from 1.
    pub number: usize,
    pub action: Action,
    pub place: Place,
    /// How long the step may wait for its element or condition, if the file says.
    pub timeout_ms: Option<u64>,
    /// How long after the step before it the person did this, if the file says.
    pub delay_ms: u64,
    /// What must have happened before the next step.
    pub expected: Vec<Expected>,
}

impl Step {
    pub fn new(number: usize, action: Action) -> Self {
        let place = Place::default();
        Self { number, action, place, timeout_ms: None, delay_ms: 0, expected: Vec::new() }
    }
}

/// Where a step happens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub window: Window,
    /// From the page of the window inwards.
    pub frame: Vec<FrameStep>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Window {
    /// The one the drive begins in.
    #[default]
    Main,
    /// The one, or the frame, that shows this address.
    Url(String),
    Title(String),
    /// The value of `window.name`.
    Name(String),
    /// The n-th one that was opened since the drive began, from 1.
    Opened(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrameStep {
    /// The n-th frame of the document, from 0.
    Index(u16),
    Element(Target),
}

/// What follows from a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The page goes elsewhere; its new address and title, if the file has them.
    Navigation { url: Option<String>, title: Option<String> },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    SetViewport(Viewport),
    /// Sizes the window with its borders.
    SetWindowSize {
        width: u32,
        height: u32,
    },
    Navigate {
        url: String,
    },
    Back,
    Forward,
    Reload,
    /// Closes the window.
    Close,
    Click {
        target: Target,
        pointer: Pointer,
        count: u8,
    },
    /// Presses the main button and keeps it down.
    PointerDown(Point),
    PointerMove(Point),
    PointerUp(Point),
    /// Moves the pointer off the element.
    Leave {
        target: Target,
    },
    Drag {
        from: Point,
        to: DragEnd,
        kind: DragKind,
        device: Device,
    },
    Wheel {
        over: Option<Point>,
        dx: f64,
        dy: f64,
    },
    /// Scrolls the element, or the page, to a position.
    Scroll {
        target: Option<Target>,
        x: f64,
        y: f64,
    },
    /// Gives a control this value, in the way that suits its kind.
    Change {
        target: Target,
        value: String,
    },
    /// Gives an editable element this content, which may be HTML.
    EditContent {
        target: Target,
        html: String,
    },
    /// Puts a checkbox or radio button into this state.
    Check {
        target: Target,
        is_checked: bool,
    },
    Select {
        target: Target,
        option: SelectOption,
        choice: Choice,
    },
    /// Chooses files. Paths are as in the file.
    Upload {
        target: Target,
        paths: Vec<String>,
    },
    Submit {
        target: Target,
    },
    KeyDown(Key),
    KeyUp(Key),
    /// Presses all keys in order and releases them in reverse.
    Shortcut(Vec<Key>),
    /// Types into the element, or where the focus is. Modifiers stay down until the end of the step.
    Type {
        target: Option<Target>,
        keys: Vec<Key>,
    },
    Dialog(DialogAnswer),
    /// Bytes per second and milliseconds; negative is without limit.
    NetworkConditions {
        download: f64,
        upload: f64,
        latency: f64,
    },
    Pause {
        ms: u64,
    },
    Script {
        code: String,
    },
    WaitForElement(WaitForElement),
    WaitForExpression {
        expression: String,
    },
    WaitForText {
        target: Target,
        text: String,
        is_equal: bool,
    },
    WaitForTitle {
        title: String,
    },
    WaitForDialog {
        text: String,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    pub width: u32,
    pub height: u32,
    pub device_scale_factor: f64,
    pub is_mobile: bool,
    pub has_touch: bool,
    pub is_landscape: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Device {
    #[default]
    Mouse,
    Touch,
    Pen,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Button {
    #[default]
    Primary,
    Auxiliary,
    Secondary,
    Back,
    Forward,
}

/// How a click is made.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pointer {
    pub device: Device,
    pub button: Button,
    pub spot: Spot,
    /// How long the button stays down.
    pub hold_ms: u64,
}

/// Which point of an element is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Spot {
    #[default]
    Middle,
    /// From the element's top left corner.
    Offset { x: f64, y: f64 },
    /// A point of the viewport if it lies in the element, else the middle.
    Viewport { x: f64, y: f64 },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    pub target: Target,
    pub spot: Spot,
}

#[derive(Clone, Debug, PartialEq)]
pub enum DragEnd {
    By { dx: f64, dy: f64 },
    At(Point),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DragKind {
    /// Drag and drop for elements that have it, else the pointer alone.
    Auto,
    /// The drag and drop of HTML.
    DragAndDrop,
}

/// Which option of a select is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SelectOption {
    Value(String),
    Label(String),
    Id(String),
    Index(usize),
}

/// What becomes of the option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// It is the only one.
    Only,
    Add,
    Remove,
}

/// How a dialog of the page is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DialogAnswer {
    pub accept: bool,
    /// What is written into a prompt.
    pub text: Option<String>,
    /// Whether a later step opens the dialog; otherwise it is open, or about to be.
    pub is_ahead: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct WaitForElement {
    pub target: Target,
    pub comparison: Comparison,
    pub count: usize,
    pub state: ElementState,
    /// Waits until the condition no longer holds.
    pub is_inverted: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    AtLeast,
    Equal,
    AtMost,
}

/// What elements must be like: hidden ones may not count, and those that count must all have what is listed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ElementState {
    /// Whether only visible elements count.
    pub is_visible: bool,
    pub attributes: Vec<(String, String)>,
    /// Values may be objects, whose members are compared in turn.
    pub properties: Vec<(String, Value)>,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SetViewport(viewport) => {
                write!(f, "set the viewport to {}×{}", viewport.width, viewport.height)
            }
            Self::SetWindowSize { width, height } => {
                write!(f, "set the window to {width}×{height}")
            }
            Self::Navigate { url } => write!(f, "go to {url}"),
            Self::Back => f.write_str("go back"),
            Self::Forward => f.write_str("go forward"),
            Self::Reload => f.write_str("reload"),
            Self::Close => f.write_str("close the window"),
            Self::Click { target, count: 1, .. } => write!(f, "click {target}"),
            Self::Click { target, count, .. } => write!(f, "click {target} {count} times"),
            Self::PointerDown(point) => write!(f, "press the button on {}", point.target),
            Self::PointerMove(point) => write!(f, "move to {}", point.target),
            Self::PointerUp(point) => write!(f, "release the button on {}", point.target),
            Self::Leave { target } => write!(f, "move off {target}"),
            Self::Drag { from, to: DragEnd::At(to), .. } => {
                write!(f, "drag {} to {}", from.target, to.target)
            }
            Self::Drag { from, to: DragEnd::By { dx, dy }, .. } => {
                write!(f, "drag {} by {dx},{dy}", from.target)
            }
            Self::Wheel { dx, dy, .. } => write!(f, "turn the wheel by {dx},{dy}"),
            Self::Scroll { target: Some(target), x, y } => write!(f, "scroll {target} to {x},{y}"),
            Self::Scroll { target: None, x, y } => write!(f, "scroll to {x},{y}"),
            Self::Change { target, .. } => write!(f, "change {target}"),
            Self::EditContent { target, .. } => write!(f, "edit {target}"),
            Self::Check { target, is_checked: true } => write!(f, "check {target}"),
            Self::Check { target, .. } => write!(f, "uncheck {target}"),
            Self::Select { target, .. } => write!(f, "choose in {target}"),
            Self::Upload { target, .. } => write!(f, "choose files in {target}"),
            Self::Submit { target } => write!(f, "submit {target}"),
            Self::KeyDown(key) => write!(f, "press {key}"),
            Self::KeyUp(key) => write!(f, "release {key}"),
            Self::Shortcut(keys) => {
                f.write_str("press ")?;
                for (n, key) in keys.iter().enumerate() {
                    write!(f, "{}{key}", if n > 0 { "+" } else { "" })?;
                }
                Ok(())
            }
            Self::Type { target: Some(target), .. } => write!(f, "type into {target}"),
            Self::Type { target: None, .. } => f.write_str("type"),
            Self::Dialog(answer) if answer.accept => f.write_str("accept the dialog"),
            Self::Dialog(_) => f.write_str("dismiss the dialog"),
            Self::NetworkConditions { .. } => f.write_str("set network conditions"),
            Self::Pause { ms } => write!(f, "pause for {ms} ms"),
            Self::Script { .. } => f.write_str("run a script"),
            Self::WaitForElement(wait) => write!(f, "wait for {}", wait.target),
            Self::WaitForExpression { .. } => f.write_str("wait for an expression"),
            Self::WaitForText { target, .. } => write!(f, "wait for the text of {target}"),
            Self::WaitForTitle { title } => write!(f, "wait for the title {title:?}"),
            Self::WaitForDialog { .. } => f.write_str("wait for a dialog"),
        }
    }
}
