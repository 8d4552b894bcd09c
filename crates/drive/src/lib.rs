//! Drives: what a person did in a web app, read from the files of other tools.
//!
//! A drive says what shall happen, never how: the same [`Step`]s come out of every file format.
//! Pure: text in, values out. Who performs a drive, and in which browser, is not known here.

mod devtools;
mod error;
pub mod export;
mod json;
mod key;
mod selector;
mod side;
mod step;
mod warr;

use std::path::Path;

pub use error::{FileKind, ParseError};
pub use key::Key;
pub use selector::{Selector, Target};
pub use step::{
    Action, Button, Choice, Comparison, Device, DialogAnswer, DragEnd, DragKind, ElementState,
    Expected, FrameStep, Place, Point, Pointer, SelectOption, Spot, Step, Viewport, WaitForElement,
    Window,
};

/// What a person did, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Drive {
    pub title: String,
    /// Where the drive begins, as far as the file says. The steps still hold the navigation to it.
    pub start_url: Option<String>,
    pub steps: Vec<Step>,
}

impl Drive {
    pub fn new(title: String, steps: Vec<Step>) -> Self {
        let start_url = steps.iter().find_map(|step| match &step.action {
            Action::Navigate { url } => Some(url.clone()),
            _ => None,
        });
        Self { title, start_url, steps }
    }

    /// Makes relative paths of files to upload relative to `folder`, usually the one of the drive file.
    pub fn resolve_files(&mut self, folder: &Path) {
        for step in &mut self.steps {
            if let Action::Upload { paths, .. } = &mut step.action {
                for path in paths {
                    *path = folder.join(&*path).to_string_lossy().into_owned();
                }
            }
        }
    }
}

/// Reads a drive from `text`. The content tells the format; `file_name` is for the title and for errors.
pub fn parse(text: &str, file_name: &str) -> Result<Drive, ParseError> {
    let text = text.trim_start_matches('\u{feff}');
    if !text.trim_start().starts_with(['{', '[']) {
        return warr::parse(text, file_name);
    }
    let kind =
        if file_name.ends_with(".side") { FileKind::SeleniumIde } else { FileKind::DevTools };
    let value = serde_json::from_str::<serde_json::Value>(text).map_err(|error| {
        let what = format!("not valid JSON: {error}");
        ParseError::of_file(
            kind,
            file_name,
            what,
            "export the file again from the tool that made it",
        )
    })?;
    if value.get("tests").is_some() {
        side::parse(&value, None, file_name)
    } else {
        devtools::parse(&value, file_name)
    }
}

/// Like [`parse`] for a Selenium IDE project, but takes the test with the name `test`.
pub fn parse_test(text: &str, test: &str, file_name: &str) -> Result<Drive, ParseError> {
    let value = serde_json::from_str::<serde_json::Value>(text.trim_start_matches('\u{feff}'))
        .map_err(|error| {
            let what = format!("not valid JSON: {error}");
            let hint = "only Selenium IDE projects (.side) have named tests";
            ParseError::of_file(FileKind::SeleniumIde, file_name, what, hint)
        })?;
    side::parse(&value, Some(test), file_name)
}

#[cfg(test)]
mod tests;
