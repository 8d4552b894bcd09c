//! Compares what replays of one trace saw in several browsers: differences, and what a person would call bugs.
//!
//! Everything here is pure: the same runs give the same findings.

mod changes;
pub mod classify;
mod cluster;
mod diagnose;
mod difference;
mod dom;
mod explain;
mod image;
mod layout;
mod moments;
mod native;
mod noise;
mod page;
mod paths;
mod pixels;
mod report;
mod runs;
mod states;
mod stray;
mod style;
mod text;
mod walk;

pub use difference::{Aspect, Kind};
pub use explain::{Excess, ExplainedState, Explanation, Facts, Judged, Side, explain};
pub use image::{Picture, PictureError};
pub use page::Scope;
pub use report::{
    Boxes, Cause, CauseKind, Cbd, Element, Images, NoiseCount, Report, Severity, StateGraph,
    TestBrowser, Transition, Xbi,
};
pub use runs::{CompareError, compare};
pub use stray::Stray;
