//! Raw input of a recorded page, grouped into movements of hands.
//!
//! Works on the entries of a page alone: no browser, no clock.
//! Actions, as `xcheck-trace` tells them, say what a person meant; gestures say what the hands did, point by point and
//! key by key, because that is what a browser turns into the same raw events again.
//! Every raw entry belongs to at most one gesture; what no hand caused belongs to none.

mod build;
mod fields;
mod keys;
mod label;
mod pages;
mod press;
#[cfg(test)]
mod tests;
mod typing;

use xcheck_model::event::{ChosenFile, Page};

pub(crate) use pages::{is_possible, number};
pub use pages::{page_act, placing};

/// One movement of the hands: what a driver performs in one call, or the page itself does at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Gesture {
    /// Counts the gestures of a page from 0.
    pub index: usize,
    /// The entry where it begins: its first raw event.
    pub first: usize,
    pub last: usize,
    /// All raw input entries it explains, causes and effects, in order.
    pub entries: Vec<usize>,
    /// The entry whose target must be hit or focused.
    pub anchor: Option<usize>,
    pub hands: Hands,
    /// As a person would say it, such as `click button "Save"`.
    pub label: String,
    pub is_typing: bool,
    /// Whether it must not come so soon after the last press that both make a double click.
    pub keep_apart: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Hands {
    /// Mouse, keyboard, wheel and fingers, one step after the other.
    Devices(Vec<Tick>),
    /// What no driver does in every engine: the page does it.
    Page(PageAct),
    Upload {
        files: Vec<ChosenFile>,
    },
    /// The window got this inner size.
    Resize {
        width: f64,
        height: f64,
    },
}

/// One step of one device. Points are in the viewport of the page's frame, as recorded.
#[derive(Clone, Debug, PartialEq)]
pub enum Tick {
    Move { x: f64, y: f64 },
    Down(u8),
    Up(u8),
    KeyDown(String),
    KeyUp(String),
    Wheel { x: f64, y: f64, dx: f64, dy: f64 },
    TouchDown { finger: i64, x: f64, y: f64 },
    TouchMove { finger: i64, x: f64, y: f64 },
    TouchUp { finger: i64 },
}

/// What happens in the page by its own means.
#[derive(Clone, Debug, PartialEq)]
pub enum PageAct {
    /// Options of a list, by index and value.
    Select {
        options: Vec<(u64, String)>,
    },
    /// A field that is no plain text got a value.
    Fill {
        field: String,
        value: String,
    },
    /// HTML drag and drop.
    DragDrop {
        is_dropped: bool,
    },
    Paste {
        text: String,
    },
    Copy,
    Cut,
    /// Scrolled to, by whatever means.
    Scroll {
        x: f64,
        y: f64,
    },
    /// Text of an input method, or from a menu.
    Composition {
        text: String,
    },
    /// Back and forward within the page.
    HistoryStep {
        steps: i64,
    },
}

/// All gestures of a page, in the order of their first entries.
pub fn gestures(page: &Page) -> Vec<Gesture> {
    build::gestures(page)
}
