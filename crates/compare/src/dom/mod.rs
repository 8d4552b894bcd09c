//! Which node of one page is which of the other, and which are there in one of them only.

mod matching;
mod presence;

pub(crate) use matching::{Matching, Touched};
pub(crate) use presence::{Sight, Sights, View};
