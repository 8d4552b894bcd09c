//! One difference between two pages: the raw material of findings.

use std::fmt;

use serde::Serialize;

/// What kind of thing went wrong, as in reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Behavior,
    Structure,
    Text,
    Image,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Behavior => "behavior",
            Self::Structure => "structure",
            Self::Text => "text",
            Self::Image => "image",
        })
    }
}

/// What differs about an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aspect {
    /// It is there, or can be seen, in the reference alone.
    Missing,
    /// It is there, or can be seen, in the other browser alone.
    Surplus,
    /// Its own text, or the value of a field.
    Text,
    /// A state of a control: checked, open, selected, disabled.
    State,
    /// Its size, for no reason inside or outside of it.
    Size,
    /// Its place among its neighbors.
    Place,
    /// A style that shows.
    Style,
    /// Its pixels.
    Pixels,
    /// The pixels of a drawing that the page makes itself.
    Drawing,
}

impl Aspect {
    pub fn kind(self) -> Kind {
        match self {
            Self::Missing | Self::Surplus | Self::Size | Self::Place => Kind::Structure,
            Self::Text => Kind::Text,
            Self::State => Kind::Behavior,
            Self::Style | Self::Pixels | Self::Drawing => Kind::Image,
        }
    }
}

/// A difference at one element, in one state of one page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Difference {
    pub(crate) aspect: Aspect,
    /// A property, where there is one.
    pub(crate) property: String,
    pub(crate) reference: String,
    pub(crate) test: String,
    /// How much it is, from 0 for nothing; what is at least 1 is worth telling.
    pub(crate) weight: f64,
}
