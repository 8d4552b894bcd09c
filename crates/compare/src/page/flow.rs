//! Where the lines of a text begin and end in its box, which says nothing of what is in it.

use xcheck_trace::run::{Node, PageTree};

use super::PagePair;
use crate::difference::{Aspect, Difference};
use crate::layout::Pair;
use crate::style;

/// Of fewer lines nothing is to be said: they end where words happen to.
const LEAST_LINES: usize = 4;
/// Lines that begin so much further on, in sizes of the letters, begin elsewhere.
const FURTHER: f64 = 0.5;
/// So many of all lines must do so.
const LEAST_SHARE: f64 = 0.3;
/// How much one text is more even on its right than the other one, as a share of its lines.
const MORE_EVEN: f64 = 0.7;
/// Lines that end so near to the longest one end where it does.
const EVEN_PX: f64 = 2.0;
/// Boxes are of the same size up to this.
const SAME_PX: f64 = 4.0;

/// The lines of a text, from the left of the element that it is in.
struct Lines(Vec<(f64, f64)>);

impl PagePair {
    /// Whether a text is set around something else, or spread out in another way, than in the other browser.
    pub(super) fn flow(&self, one: u64, ours: &Node, theirs: &Node) -> Option<Difference> {
        let (own, other) = (ours.bounds?, theirs.bounds?);
        if (own.width - other.width).abs() > SAME_PX || !self.stand_alike(one, ours) {
            return None;
        }
        let size = self.reference.computed(one, "font-size").and_then(style::pixels)?;
        let align = self.reference.computed(one, "text-align").unwrap_or("start");
        let texts = |tree: &'_ PageTree, node: &Node, left: f64| -> Vec<(String, Lines)> {
            let all = node.children.iter().filter_map(|id| tree.node(*id));
            all.filter_map(|it| {
                let from = it.bounds?.x - left;
                let lines = it.lines.iter().map(|(start, length)| (from + start, *length));
                Some((it.text.clone()?, Lines(lines.collect())))
            })
            .collect()
        };
        let (texts, others) =
            (texts(&self.reference, ours, own.x), texts(&self.test, theirs, other.x));
        let is_left = matches!(align, "start" | "left" | "justify" | "-webkit-auto");
        let pairs = texts.iter().zip(&others).filter(|(a, b)| a.0 == b.0);
        let mut pairs = pairs.map(|(a, b)| (&a.1, &b.1));
        let least = if self.floats_near(one, ours).next().is_some() { 1 } else { 2 };
        pairs.find_map(|(a, b)| {
            let begin = || a.begin_elsewhere(b, FURTHER * size, least);
            is_left.then(begin).flatten().or_else(|| a.end_elsewhere(b))
        })
    }

    /// Whether what floats beside or in an element is as large in both browsers: else that is what is wrong.
    fn stand_alike(&self, one: u64, ours: &Node) -> bool {
        let is_alike = |it: Pair| {
            (it.one.width - it.other.width).abs() <= SAME_PX
                && (it.one.height - it.other.height).abs() <= SAME_PX
        };
        self.floats_near(one, ours).all(|id| self.box_pair(id).is_none_or(is_alike))
    }

    /// What floats before an element, or in it.
    fn floats_near<'a>(&'a self, one: u64, ours: &'a Node) -> impl Iterator<Item = u64> + 'a {
        const MOST: usize = 200;
        let siblings = self.reference.node(ours.parent).map_or(&[][..], |it| &it.children);
        let before = siblings.iter().take(MOST).take_while(move |id| **id != one);
        let near = before.chain(ours.children.iter().take(MOST)).copied();
        near.filter(|id| {
            let float = self.reference.computed(*id, "float");
            float.is_some_and(|side| side != "none")
        })
    }
}

impl Lines {
    /// The first line of a text begins where the words before it end.
    fn begin_elsewhere(&self, other: &Self, further_px: f64, least: usize) -> Option<Difference> {
        // A letter that is as high as several lines is a line of its own to some engines.
        let (n, other_n) = (self.0.len(), other.0.len());
        let from_first = self.0.iter().zip(&other.0).skip(1);
        let from_last = self.0.iter().skip(1).rev().zip(other.0.iter().rev());
        let elsewhere = |pairs: &mut dyn Iterator<Item = (&(f64, f64), &(f64, f64))>| {
            let starts = pairs.map(|(a, b)| (a.0, b.0));
            starts.filter(|(a, b)| (a - b).abs() > further_px).collect::<Vec<(f64, f64)>>()
        };
        let (one, two) = (elsewhere(&mut { from_first }), elsewhere(&mut { from_last }));
        let found = if one.len() <= two.len() { one } else { two };
        let first = found.first()?;
        let n_pairs = n.min(other_n).saturating_sub(1);
        let is_many = found.len() >= least && found.len() as f64 >= LEAST_SHARE * n_pairs as f64;
        is_many.then(|| told("start of lines", first.0, first.1))
    }

    fn end_elsewhere(&self, other: &Self) -> Option<Difference> {
        if self.0.len().min(other.0.len()) < LEAST_LINES {
            return None;
        }
        let (even, other_even) = (self.evenness(), other.evenness());
        ((even - other_even).abs() >= MORE_EVEN).then(|| Difference {
            aspect: Aspect::Place,
            property: "end of lines".to_owned(),
            reference: spread(even),
            test: spread(other_even),
            weight: 1.0,
        })
    }

    /// The share of lines that end where the longest one does; the last ends where the words do.
    fn evenness(&self) -> f64 {
        let ends: Vec<f64> = self.0.iter().map(|(start, length)| start + length).collect();
        let longest = ends.iter().copied().fold(f64::MIN, f64::max);
        let full = &ends[..ends.len() - 1];
        full.iter().filter(|end| **end >= longest - EVEN_PX).count() as f64 / full.len() as f64
    }
}

fn spread(even: f64) -> String {
    if even > 0.5 { "even" } else { "ragged" }.to_owned()
}

fn told(property: &str, reference: f64, test: f64) -> Difference {
    Difference {
        aspect: Aspect::Place,
        property: property.to_owned(),
        reference: format!("{reference:.0}px"),
        test: format!("{test:.0}px"),
        weight: 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(all: &[(f64, f64)]) -> Lines {
        Lines(all.to_vec())
    }

    #[test]
    fn lines_around_a_shape_begin_elsewhere() {
        let straight =
            lines(&[(0.0, 200.0), (100.0, 190.0), (100.0, 180.0), (100.0, 200.0), (0.0, 90.0)]);
        let round =
            lines(&[(0.0, 200.0), (60.0, 190.0), (40.0, 180.0), (60.0, 200.0), (0.0, 90.0)]);
        let found = straight.begin_elsewhere(&round, 8.0, 2).unwrap();
        assert_eq!((found.reference.as_str(), found.test.as_str()), ("100px", "60px"));
        assert_eq!(straight.begin_elsewhere(&straight, 8.0, 2), None);
        let once =
            lines(&[(0.0, 200.0), (100.0, 190.0), (100.0, 180.0), (0.0, 200.0), (0.0, 90.0)]);
        assert_eq!(
            straight.begin_elsewhere(&once, 8.0, 2),
            None,
            "words may fall into another line"
        );
    }

    #[test]
    fn lines_that_are_spread_out_end_elsewhere() {
        let even = lines(&[(0.0, 300.0), (0.0, 299.0), (0.0, 300.0), (0.0, 120.0)]);
        let ragged = lines(&[(0.0, 280.0), (0.0, 300.0), (0.0, 268.0), (0.0, 140.0)]);
        assert!(even.end_elsewhere(&ragged).is_none(), "one of three may end there by chance");
        let ragged = lines(&[(0.0, 280.0), (0.0, 300.0), (0.0, 268.0), (0.0, 255.0), (0.0, 140.0)]);
        let even = lines(&[(0.0, 300.0), (0.0, 299.0), (0.0, 300.0), (0.0, 300.0), (0.0, 120.0)]);
        let found = even.end_elsewhere(&ragged).unwrap();
        assert_eq!((found.reference.as_str(), found.test.as_str()), ("even", "ragged"));
    }
}
