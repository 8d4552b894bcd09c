//! Words as boxes: where those of drawings are, and lines that are higher than letters account for.

use xcheck_trace::run::{Node, NodeKind, PageTree, Rect};

use super::PagePair;
use crate::difference::{Aspect, Difference};

/// Fonts of one name are as wide up to this.
const SAME_PX: f64 = 6.0;
const SAME_SHARE: f64 = 0.04;
/// Lines that are so much higher are not so because of a font.
const HIGHER: f64 = 1.5;
const LEAST_HIGHER_PX: f64 = 10.0;
/// What takes up so much of its element is one line for sure.
const MOST_FILLED: f64 = 0.8;
/// Words of a drawing that are so much wider, or so far off, are set in another way.
const WIDER: f64 = 1.25;
const FAR_PX: f64 = 16.0;

impl PagePair {
    /// Whether the lines of a text are of other heights, though they are as many and as wide: the element that they
    /// are in is as high as they are for a reason of its own.
    pub(super) fn has_other_lines(&self, ours: &Node, theirs: &Node) -> bool {
        let texts = (only_text(&self.reference, ours), only_text(&self.test, theirs));
        let (Some((one, own)), Some((other, their))) = texts else { return false };
        // Letters that a font has not are taken from any other, which may be higher.
        let is_same = one.text == other.text && one.text.as_ref().is_some_and(|it| it.is_ascii());
        let is_as_wide = (own.width - their.width).abs() <= SAME_PX + SAME_SHARE * own.width;
        let (low, high) = (own.height.min(their.height), own.height.max(their.height));
        // What fills its element may go on in another line.
        let has_room = one.lines.len() > 1
            || [(own, ours), (their, theirs)].iter().all(|(text, around)| {
                around.bounds.is_some_and(|it| text.width <= MOST_FILLED * it.width)
            });
        is_same
            && has_room
            && one.lines.len() == other.lines.len()
            && is_as_wide
            && high >= HIGHER * low
            && high - low >= LEAST_HIGHER_PX
    }

    /// What differs about where words of a drawing are, from the drawing's corner; shapes are measured by each engine in
    /// its own way.
    pub(super) fn words_in_drawing(&self, ours: &Node, theirs: &Node) -> Option<Difference> {
        // Parts of a text have the box of all of it in one engine.
        if ours.name() != Some("text") {
            return None;
        }
        let (own, their) = (ours.bounds?, theirs.bounds?);
        let (one, other) = (drawing_of(&self.reference, ours)?, drawing_of(&self.test, theirs)?);
        let edges = |it: Rect, around: Rect| {
            let (left, top) = (it.x - around.x, it.y - around.y);
            [
                [left, left + it.width / 2.0, left + it.width],
                [top, top + it.height / 2.0, top + it.height],
            ]
        };
        let is_off = |(ours, theirs): (&[f64; 3], &[f64; 3])| {
            ours.iter().zip(theirs).all(|(a, b)| (a - b).abs() > FAR_PX)
        };
        let (wide, narrow) = (own.width.max(their.width), own.width.min(their.width));
        let (property, reference, test) = if wide > WIDER * narrow && wide - narrow > FAR_PX {
            ("width", own.width, their.width)
        } else {
            let (here, there) = (edges(own, one), edges(their, other));
            let axis = here.iter().zip(&there).position(is_off)?;
            (["left", "top"][axis], here[axis][0], there[axis][0])
        };
        Some(Difference {
            aspect: Aspect::Drawing,
            property: property.to_owned(),
            reference: format!("{reference:.0}px"),
            test: format!("{test:.0}px"),
            weight: 1.0,
        })
    }
}

/// The text that is all there is in an element, with its box.
fn only_text<'a>(tree: &'a PageTree, node: &Node) -> Option<(&'a Node, Rect)> {
    let [child] = node.children[..] else { return None };
    let text = tree.node(child).filter(|it| it.kind == NodeKind::Text)?;
    Some((text, text.bounds?))
}

/// The box of the drawing that a shape is in.
fn drawing_of(tree: &PageTree, node: &Node) -> Option<Rect> {
    let outer = |node: &&Node| tree.node(node.parent);
    let mut line = std::iter::successors(outer(&node), outer).take(tree.nodes().len());
    line.find(|it| it.name() == Some("svg"))?.bounds
}
