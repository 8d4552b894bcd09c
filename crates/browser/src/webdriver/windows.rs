//! Windows, frames and their rectangles.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::session::read;
use super::{CommandError, Element, Session};

/// A top-level window or tab.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WindowHandle(pub String);

/// What a new window shall be. Drivers take it as a wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowKind {
    Tab,
    Window,
}

/// A frame to switch to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// The page itself, out of all frames.
    Top,
    /// One level up.
    Parent,
    /// The n-th frame of the current document.
    Index(u16),
    /// The frame of this `iframe` or `frame` element.
    Element(Element),
}

/// A rectangle in CSS pixels: of a window on the screen, or of an element in the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Session {
    pub async fn window(&self) -> Result<WindowHandle, CommandError> {
        read("get window handle", self.get("get window handle", "window").await?)
    }

    pub async fn windows(&self) -> Result<Vec<WindowHandle>, CommandError> {
        read("get window handles", self.get("get window handles", "window/handles").await?)
    }

    pub async fn switch_to_window(&self, window: &WindowHandle) -> Result<(), CommandError> {
        self.post("switch to window", "window", json!({"handle": window})).await.map(drop)
    }

    /// Opens a window without switching to it.
    pub async fn new_window(&self, kind: WindowKind) -> Result<WindowHandle, CommandError> {
        let command = "new window";
        let kind = match kind {
            WindowKind::Tab => "tab",
            WindowKind::Window => "window",
        };
        let mut value = self.post(command, "window/new", json!({"type": kind})).await?;
        read(command, value["handle"].take())
    }

    /// Closes the current window and says which are left. The session has no current window after that.
    pub async fn close_window(&self) -> Result<Vec<WindowHandle>, CommandError> {
        let command = "close window";
        let value = self
            .send(command, reqwest::Method::DELETE, "window", None, self.limits.command)
            .await?;
        read(command, value)
    }

    pub async fn switch_to_frame(&self, frame: &Frame) -> Result<(), CommandError> {
        let id = match frame {
            Frame::Parent => {
                return self
                    .post("switch to parent frame", "frame/parent", json!({}))
                    .await
                    .map(drop);
            }
            Frame::Top => Value::Null,
            Frame::Index(index) => json!(index),
            Frame::Element(element) => json!(element),
        };
        self.post("switch to frame", "frame", json!({"id": id})).await.map(drop)
    }

    /// The rectangle of the whole window, with its borders and bars.
    pub async fn window_rect(&self) -> Result<Rect, CommandError> {
        read("get window rect", self.get("get window rect", "window/rect").await?)
    }

    /// Moves and sizes the window; returns what the window system made of it.
    pub async fn set_window_rect(&self, rect: Rect) -> Result<Rect, CommandError> {
        let command = "set window rect";
        let whole = |number: f64| number.round() as i64;
        let body = json!({
            "x": whole(rect.x), "y": whole(rect.y),
            "width": whole(rect.width), "height": whole(rect.height),
        });
        read(command, self.post(command, "window/rect", body).await?)
    }
}
