//! Pictures of elements: how their colors are spread, and where they differ by more than an edge.

mod chi2;
mod local;
mod picture;

pub(crate) use chi2::{Crop, chi2_distance};
pub(crate) use local::{Mask, thick_difference};
pub use picture::{Picture, PictureError};
