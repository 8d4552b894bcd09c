//! A recording in the formats of other tools.
//!
//! Pure: values in, text out. Pages are hostile: whatever comes from them is quoted or left out,
//! and what a format has no words for is said in a comment or a note, never dropped in silence.

mod devtools;
mod element;
mod har;
mod playwright;
mod story;
mod warr;

#[cfg(test)]
mod tests;

pub use devtools::devtools;
pub use har::{HarMeta, har};
pub use playwright::{
    PlaywrightStep, PlaywrightTest, SIGNATURE, playwright, playwright_helpers, playwright_test,
};
pub use warr::warr;

/// What a recording says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    pub title: String,
    /// The address that was opened first.
    pub start_url: String,
    /// The viewport in CSS pixels.
    pub width: u32,
    pub height: u32,
    /// Whether xcheck itself served the app, so that no server has it.
    pub has_folder: bool,
    /// The browser that was recorded, with its version.
    pub browser: String,
}
