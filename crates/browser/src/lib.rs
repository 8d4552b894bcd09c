//! Finds, installs, starts, drives and ends browsers: Chromium, Firefox and WebKitGTK over W3C WebDriver.
//!
//! The only crate that starts processes, and it leaves none behind: see [`guard`].
//! All that differs between engines is in `engines` and explained in [`quirks`].
//! Driving ([`webdriver`]) does not depend on starting ([`launch`]), so a session may as well be remote.
//!
//! Needs Linux: guards watch their processes through `/proc`.

pub mod display;
mod engines;
pub mod find;
pub mod fonts;
pub mod grid;
pub mod guard;
pub mod install;
pub mod launch;
mod pointer;
pub mod quirks;
mod scratch;
pub mod webdriver;

pub use launch::{Browser, BrowserConfig, Launcher, LauncherConfig};
pub use webdriver::Session;
