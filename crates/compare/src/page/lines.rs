//! Where something stands in lines, of text or of boxes side by side: letters and controls are as wide as an engine has
//! them, and so lines end elsewhere.

use xcheck_trace::run::{Node, NodeKind, PageTree, Rect};

use super::{MORE_LINES, PagePair};
use crate::layout::Pair;
use crate::native;

/// Boxes that touch are beside each other.
const TOUCHING_PX: f64 = 6.0;

impl PagePair {
    /// Whether it stands in a text of several lines: where in a line is for each engine to say.
    pub(super) fn is_in_lines(&self, one: u64, other: u64) -> bool {
        is_in_text(&self.reference, one) && is_in_text(&self.test, other)
    }

    /// Whether it stands in another line of boxes than in the other browser because it, or something before it, does
    /// not fit into the line there.
    pub(super) fn is_pushed_on(&self, one: u64) -> bool {
        const MOST_SIBLINGS: usize = 200;
        let Some(node) = self.reference.node(one) else { return false };
        let Some(siblings) = self.reference.node(node.parent).map(|it| &it.children) else {
            return false;
        };
        let Some(parent) = self.box_pair(node.parent) else { return false };
        let up_to = siblings.iter().position(|it| *it == one).map_or(0, |at| at + 1);
        if up_to > MOST_SIBLINGS {
            return false;
        }
        let boxes: Vec<Pair> =
            siblings[..up_to].iter().filter_map(|id| self.seen_pair(*id)).collect();
        let padding =
            |start: &dyn Fn(&Pair) -> f64| boxes.iter().map(start).fold(40.0, f64::min).max(0.0);
        let paddings =
            (padding(&|it| it.one.x - parent.one.x), padding(&|it| it.other.x - parent.other.x));
        let mut is_pushed = false;
        for pair in boxes.windows(2) {
            let [before, own] = pair else { break };
            let (here, there) =
                (is_beside(own.one, before.one), is_beside(own.other, before.other));
            // What follows something in another line is in another one, too.
            if here == there || is_pushed {
                continue;
            }
            is_pushed = match here {
                true => {
                    !fits(own.one, before.one, own.other, before.other, parent.other, paddings.1)
                }
                false => {
                    !fits(own.other, before.other, own.one, before.one, parent.one, paddings.0)
                }
            };
            if !is_pushed {
                return false;
            }
        }
        is_pushed
    }
}

/// Whether there is room for a box beside another one in a line, with the gap that is between `beside` and what is
/// before that.
fn fits(beside: Rect, its_before: Rect, own: Rect, before: Rect, line: Rect, padding: f64) -> bool {
    let gap = beside.x - its_before.x - its_before.width;
    let end = before.x + before.width + gap + own.width;
    end <= line.x + line.width - padding + 1.0
}

fn is_beside(own: Rect, before: Rect) -> bool {
    own.x >= before.x + before.width - TOUCHING_PX
        && own.y < before.y + before.height
        && before.y < own.y + own.height
}

fn is_in_text(tree: &PageTree, id: u64) -> bool {
    let own = tree.node(id).filter(|it| native::is_in_line(it));
    let Some((own, bounds)) = own.and_then(|it| Some((it, it.bounds?))) else {
        return false;
    };
    // Up to the block whose lines these are.
    let mut outer = tree.node(own.parent);
    for _ in 0..tree.nodes().len() {
        let Some(node) = outer else { break };
        let is_within = |it: Rect| {
            bounds.x >= it.x - TOUCHING_PX
                && bounds.x + bounds.width <= it.x + it.width + TOUCHING_PX
        };
        if height_of_text(tree, node, id) > MORE_LINES * bounds.height {
            return node.bounds.is_some_and(is_within);
        }
        outer = tree.node(node.parent).filter(|_| native::is_in_line(node));
    }
    false
}

/// How high all lines are together that an element itself has words in, beside one that is in it.
fn height_of_text(tree: &PageTree, node: &Node, beside: u64) -> f64 {
    let is_text = |it: &&Node| it.kind == NodeKind::Text || native::is_in_line(it);
    let others = node.children.iter().filter(|id| **id != beside);
    let inside = others.filter_map(|id| tree.node(*id)).filter(is_text);
    let (mut top, mut bottom) = (f64::INFINITY, f64::NEG_INFINITY);
    for it in inside.filter_map(|it| it.bounds).filter(|it| it.width > 0.0 && it.height > 0.0) {
        top = top.min(it.y);
        bottom = bottom.max(it.y + it.height);
    }
    bottom - top
}
