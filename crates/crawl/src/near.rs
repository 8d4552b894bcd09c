//! Whether two pages are the same to a person, though not to the letter.

use crate::look::Look;

/// How many of the parts of two pages must be the same.
pub(crate) const SAME: f64 = 0.95;
/// Of more than this, one shows little that the other does not.
pub(crate) const LIKE_OTHERS: f64 = 0.85;

/// Of fewer parts than this, a sketch cannot tell a little from nothing.
const ENOUGH: usize = 100;
/// What is to be expected somewhere may say other things, as long as it is made of the same.
const AS_EXPECTED: f64 = 0.5;

/// What a page is made of, as far as it is compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Face {
    pub(crate) id: String,
    /// The address without what follows `?` and `#`.
    pub(crate) path: String,
    pub(crate) shape: String,
    pub(crate) n_features: usize,
    pub(crate) sketch: Vec<u32>,
}

impl Face {
    pub(crate) fn of(look: &Look) -> Self {
        Self {
            id: look.id.clone(),
            path: look.url.split(['?', '#']).next().unwrap_or_default().to_owned(),
            shape: look.shape.clone(),
            n_features: look.n_features,
            sketch: look.sketch.clone(),
        }
    }

    /// The same kinds of elements on the same page, most of which say the same. A new menu is a new kind; a number
    /// that changes in a long text is not.
    fn is_near(&self, other: &Self) -> bool {
        self.n_features.min(other.n_features) >= ENOUGH && self.is_like(other, SAME)
    }

    fn is_like(&self, other: &Self, at_least: f64) -> bool {
        self.path == other.path
            && self.shape == other.shape
            && likeness(&self.sketch, &other.sketch) >= at_least
    }
}

/// Which of the known pages one is: the same to the letter, or to a person. Where a page is `expected`, because what
/// was done led there before, what servers say differently each time is no difference.
pub(crate) fn recognize(known: &[Face], new: &Face, expected: Option<usize>) -> Option<usize> {
    let exact = known.iter().position(|face| face.id == new.id);
    let awaited = || expected.filter(|at| known[*at].is_like(new, AS_EXPECTED));
    exact.or_else(awaited).or_else(|| known.iter().position(|face| face.is_near(new)))
}

/// The share of what two pages are made of that they have in common, estimated from their sketches (min-hash).
pub fn likeness(one: &[u32], other: &[u32]) -> f64 {
    if one.is_empty() || one.len() != other.len() {
        return 0.0;
    }
    let n_equal = one.iter().zip(other).filter(|(a, b)| a == b).count();
    n_equal as f64 / one.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(id: &str, shape: &str, n_features: usize, sketch: [u32; 4]) -> Face {
        let (id, shape, path) = (id.to_owned(), shape.to_owned(), "http://app/".to_owned());
        Face { id, path, shape, n_features, sketch: sketch.to_vec() }
    }

    #[test]
    fn other_words_are_another_page_unless_it_was_to_be_expected() {
        let known = [face("a", "tabs", 20, [1, 2, 3, 4]), face("b", "menu", 20, [5, 6, 7, 8])];
        let other = face("c", "tabs", 20, [1, 2, 3, 9]);
        assert_eq!(recognize(&known, &known[1], Some(0)), Some(1));
        assert_eq!(recognize(&known, &other, None), None);
        assert_eq!(recognize(&known, &other, Some(0)), Some(0));
        assert_eq!(recognize(&known, &other, Some(1)), None, "it is made of something else");
    }

    #[test]
    fn a_menu_is_another_page_however_long_the_rest() {
        let known = [face("a", "plain", 500, [1, 2, 3, 4])];
        assert_eq!(recognize(&known, &face("b", "plain", 500, [1, 2, 3, 4]), None), Some(0));
        assert_eq!(recognize(&known, &face("b", "menu", 500, [1, 2, 3, 4]), None), None);
    }

    #[test]
    fn likeness_is_the_share_of_equal_numbers() {
        assert!((likeness(&[1, 2, 3, 4], &[1, 2, 3, 5]) - 0.75).abs() < 1e-12);
        assert!(likeness(&[], &[]).abs() < 1e-12, "nothing is known of empty sketches");
        assert!(likeness(&[1], &[1, 2]).abs() < 1e-12);
    }
}
