//! Sizes and places: which elements are wrong by themselves, not because something else is.
//!
//! An alignment graph in its local form: an element stands in relations to its parent and its neighbors
//! (edges, centers, gaps). It is out of place if none of them holds, and of a wrong size if neither its content
//! nor its parent accounts for it. So one wrong element is one difference, however much it moves around.

mod family;
mod relations;

pub(crate) use family::{Families, Family, Share};
pub(crate) use relations::{
    Around, Control, Measure, Pair, Stacked, differences, is_alike, is_unseen, measures,
};
