//! Words that look otherwise though both browsers say the same of them: spread out, cut, marked or filled up in another way.

use xcheck_trace::run::{Node, NodeKind, Rect};

use super::PagePair;
use super::unpainted::{is_under, on_screen};
use crate::difference::{Aspect, Difference};
use crate::image::{Ink, Picture};

/// What is told of words that look otherwise.
pub(crate) const LETTERS: &str = "letters";
/// Engines set the same letters within a pixel or two of each other; less than this share of what is written differs then.
const LEAST_SHARE: f64 = 0.15;
const LEAST_PIXELS: usize = 40;
/// Boxes of larger differences are told by their sizes.
const SAME_PX: f64 = 3.0;

impl PagePair {
    /// What is written in an element, if it is something else to the eye.
    pub(super) fn ink(
        &self,
        (one, other): (u64, u64),
        (picture, other_picture): (&Picture, &Picture),
    ) -> Option<Difference> {
        let (ours, theirs) = (self.reference.node(one)?, self.test.node(other)?);
        let parts = self.written_parts((one, ours), (other, theirs));
        let share = parts.into_iter().filter_map(|(here, there)| {
            let size = Rect {
                width: here.width.min(there.width),
                height: here.height.min(there.height),
                ..here
            };
            let part = on_screen(&self.reference, size, picture)?;
            let at = Rect { x: there.x, y: there.y, ..size };
            let other_part = on_screen(&self.test, at, other_picture)?;
            // Rounding may make the one a pixel larger.
            let size = (part.1.0.min(other_part.1.0), part.1.1.min(other_part.1.1));
            let ink = Ink::new(picture, part.0, size)?;
            let other_ink = Ink::new(other_picture, other_part.0, size)?;
            let n_written = ink.n_set().max(other_ink.n_set());
            if n_written < LEAST_PIXELS {
                return None;
            }
            ink.share_alone(&other_ink, LEAST_SHARE)
        });
        let share = share.reduce(f64::max)?;
        Some(Difference {
            aspect: Aspect::Style,
            property: LETTERS.to_owned(),
            reference: "all there".to_owned(),
            test: format!("{:.0} % elsewhere", 100.0 * share),
            weight: share / LEAST_SHARE,
        })
    }

    /// Parts of both pages in which the same words stand in the same lines.
    fn written_parts(
        &self,
        (one, ours): (u64, &Node),
        (other, theirs): (u64, &Node),
    ) -> Vec<(Rect, Rect)> {
        let pairs = ours.children.iter().zip(&theirs.children);
        let parts = pairs.filter_map(|(a, b)| self.written_part(*a, *b));
        let is_free = |(here, there): &(Rect, Rect)| {
            !is_under(&self.reference, one, *here, &self.floating.0)
                && !is_under(&self.test, other, *there, &self.floating.1)
        };
        parts.filter(is_free).collect()
    }

    fn written_part(&self, a: u64, b: u64) -> Option<(Rect, Rect)> {
        let (one, other) = (self.reference.node(a)?, self.test.node(b)?);
        let is_text = one.kind == NodeKind::Text && one.text == other.text;
        // Where lines break is for each engine to say.
        let is_near = |(a, b): (&(f64, f64), &(f64, f64))| {
            (a.0 - b.0).abs() <= SAME_PX && (a.1 - b.1).abs() <= SAME_PX
        };
        let are_lines_same =
            one.lines.len() == other.lines.len() && one.lines.iter().zip(&other.lines).all(is_near);
        let here = self.view().sight(a)?.bounds;
        let there = self.other_view().sight(b)?.bounds;
        (is_text && are_lines_same && is_same_size(here, there)).then_some((here, there))
    }
}

fn is_same_size(one: Rect, other: Rect) -> bool {
    (one.width - other.width).abs() <= SAME_PX && (one.height - other.height).abs() <= SAME_PX
}
