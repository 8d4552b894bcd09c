//! A client for the W3C WebDriver protocol: one module per chapter of the specification.
//!
//! Knows nothing about local processes: a [`Client`] needs only the address of a driver or hub.
//! Every command has a time limit, because a driver may hang for ever when its browser does.

mod actions;
mod client;
mod cookies;
mod dialogs;
mod elements;
mod error;
mod files;
mod marked;
mod navigation;
mod screenshots;
mod scripts;
mod session;
mod windows;

pub(crate) use actions::SourceKind;
pub use actions::{
    Actions, Button, Key, KeySequence, Origin, PointerKind, PointerSequence, WheelSequence,
};
pub use client::{Client, ClientError, Credentials, Status};
pub use cookies::{Cookie, SameSite};
pub use elements::{By, Element, ShadowRoot};
pub use error::{CommandError, CommandErrorKind, ErrorCode};
pub use session::{CommandLimits, PageLoadStrategy, Session, Timeouts};
pub use windows::{Frame, Rect, WindowHandle, WindowKind};
