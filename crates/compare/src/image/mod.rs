//! Pictures of elements: how their colors are spread, and where they differ by more than an edge.

mod chi2;
mod contrast;
mod ink;
mod local;
mod picture;

pub(crate) use chi2::{Crop, chi2_distance};
pub(crate) use contrast::contrast;
pub(crate) use ink::Ink;
pub(crate) use local::{Mask, line_difference, thick_difference};
pub use picture::{Picture, PictureError};
