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
        let (texts, others) =
            (texts(&self.reference, ours, own.x), texts(&self.test, theirs, other.x));
        let is_still = (own.width - other.width).abs() <= SAME_PX;
        if let Some(found) = self.start(one, ours, theirs).filter(|_| is_still) {
            return Some(found);
        }
        // Most elements have no text in several lines.
        if texts.is_empty() || others.is_empty() || !is_still || !self.stand_alike(one) {
            return None;
        }
        let size = self.reference.computed(one, "font-size").and_then(style::pixels)?;
        let align = self.reference.computed(one, "text-align").unwrap_or("start");
        let is_left = matches!(align, "start" | "left" | "justify" | "-webkit-auto");
        let least = if floats_near(&self.reference, one).next().is_some() { 1 } else { 2 };
        let same = |words: &str| others.iter().find(|it| it.0 == words).map(|it| &it.1);
        let mut pairs = texts.iter().filter_map(|(words, own)| Some((own, same(words)?)));
        pairs.find_map(|(a, b)| {
            let begin = || a.begin_elsewhere(b, FURTHER * size, least);
            is_left.then(begin).flatten().or_else(|| a.end_elsewhere(b))
        })
    }

    /// Whether the text that a block begins with begins elsewhere, by part of a letter: marks at its beginning hang out of
    /// it, or do not. What is before the text could differ in its width, and there is nothing.
    fn start(&self, one: u64, ours: &Node, theirs: &Node) -> Option<Difference> {
        const LEAST: f64 = 0.1;
        // First letters that are larger are left out of the boxes of their texts by some engines.
        const MOST: f64 = 0.9;
        let style = |name: &str| self.reference.computed(one, name);
        let is_left = matches!(style("text-align"), None | Some("start" | "left" | "justify"));
        let is_block = matches!(style("display"), Some("block" | "list-item"));
        let text = |tree: &'_ PageTree, node: &Node| -> Option<(String, f64)> {
            let first = tree.node(*node.children.first()?)?;
            Some((first.text.clone()?, first.bounds?.x - node.bounds?.x))
        };
        let is_free = is_left && is_block && style("direction") != Some("rtl");
        let (own, other) = (text(&self.reference, ours)?, text(&self.test, theirs)?);
        let is_alone = floats_near(&self.reference, one).next().is_none();
        let size = style("font-size").and_then(crate::style::pixels)?;
        let off = (own.1 - other.1).abs();
        let is_off = off > SAME_PX + LEAST * size && off < MOST * size;
        (is_free && is_alone && is_off && own.0 == other.0)
            .then(|| told("start of lines", own.1, other.1))
    }

    /// Whether what floats beside or in an element is as large in both browsers: else that is what is wrong.
    fn stand_alike(&self, one: u64) -> bool {
        let is_alike = |it: Pair| {
            (it.one.width - it.other.width).abs() <= SAME_PX
                && (it.one.height - it.other.height).abs() <= SAME_PX
        };
        floats_near(&self.reference, one).all(|id| self.box_pair(id).is_none_or(is_alike))
    }
}

/// The texts of an element that are set in several lines.
fn texts<'a>(tree: &'a PageTree, node: &'a Node, left: f64) -> Vec<(&'a str, Lines)> {
    const MOST: usize = 100;
    let all = node.children.iter().filter_map(|id| tree.node(*id));
    let all = all.filter(|it| !it.lines.is_empty()).take(MOST);
    all.filter_map(|it| {
        let from = it.bounds?.x - left;
        let lines = it.lines.iter().map(|(start, length)| (from + start, *length));
        Some((it.text.as_deref()?, Lines(lines.collect())))
    })
    .collect()
}

/// What floats before an element, the nearest first, and what floats in it: its lines go around that.
pub(crate) fn floats_near(tree: &PageTree, id: u64) -> impl Iterator<Item = u64> {
    const MOST: usize = 40;
    let node = tree.node(id);
    let siblings = node.and_then(|it| tree.node(it.parent)).map_or(&[][..], |it| &it.children);
    let at = siblings.iter().position(|it| *it == id).unwrap_or(0);
    let before = siblings[..at].iter().rev().take(MOST);
    let inside = node.into_iter().flat_map(|it| it.children.iter().take(MOST));
    before.chain(inside).copied().filter(|id| is_floating(tree, *id))
}

fn is_floating(tree: &PageTree, id: u64) -> bool {
    let style = tree.node(id).and_then(|node| node.style.as_ref());
    style.and_then(|style| style.get("float")).is_some_and(|side| side != "none")
}

impl Lines {
    /// The first line of a text begins where the words before it end.
    fn begin_elsewhere(&self, other: &Self, further_px: f64, least: usize) -> Option<Difference> {
        let n = self.0.len().min(other.0.len()).saturating_sub(1);
        let starts = |all: &[(f64, f64)]| all.iter().map(|it| it.0).collect::<Vec<f64>>();
        let (ours, theirs) = (starts(&self.0), starts(&other.0));
        let elsewhere = |ours: &[f64], theirs: &[f64]| {
            let pairs = ours.iter().copied().zip(theirs.iter().copied());
            pairs.filter(|(a, b)| (a - b).abs() > further_px).collect::<Vec<(f64, f64)>>()
        };
        // A letter that is as high as several lines is a line of its own to some engines.
        let from_first = elsewhere(ours.get(1..)?, theirs.get(1..)?);
        let from_last = elsewhere(&ours[ours.len() - n..], &theirs[theirs.len() - n..]);
        let found = if from_first.len() <= from_last.len() { from_first } else { from_last };
        let first = found.first()?;
        let is_many = found.len() >= least && found.len() as f64 >= LEAST_SHARE * n as f64;
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
    fn a_letter_as_high_as_several_lines_may_be_a_line() {
        let letter = lines(&[(0.0, 60.0), (69.0, 500.0), (69.0, 490.0), (1.0, 180.0)]);
        let none = lines(&[(71.0, 500.0), (71.0, 490.0), (0.0, 180.0)]);
        assert_eq!(letter.begin_elsewhere(&none, 8.0, 1), None);
        assert_eq!(none.begin_elsewhere(&letter, 8.0, 1), None);
        let straight = lines(&[(0.0, 500.0), (0.0, 490.0), (0.0, 180.0)]);
        assert!(letter.begin_elsewhere(&straight, 8.0, 1).is_some());
        assert!(straight.begin_elsewhere(&letter, 8.0, 1).is_some());
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
