//! What of a page can be seen, and what can be seen in one browser only.

use xcheck_trace::run::{PageTree, Rect};

/// Less than this can be seen by nobody.
const LEAST_PX: f64 = 1.0;
const LEAST_OPACITY: f64 = 0.02;

/// How much of a node can be seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sight {
    /// The part of its box that nothing cuts off, in the document.
    pub(crate) bounds: Rect,
}

impl Sight {
    pub(crate) fn area(self) -> f64 {
        self.bounds.width * self.bounds.height
    }
}

/// What can be seen of a node: its box without what its ancestors cut off; none if that is nothing.
pub(crate) fn sight(tree: &PageTree, id: u64) -> Option<Sight> {
    let node = tree.node(id)?;
    let mut bounds = finite(node.bounds?)?;
    if node.name().is_some() && tree.computed(id, "visibility").is_some_and(|it| it != "visible") {
        return None;
    }
    let mut opacity = opacity_of(tree, id);
    let mut is_fixed = tree.computed(id, "position") == Some("fixed");
    let mut at = node.parent;
    for _ in 0..tree.nodes().len() {
        let Some(parent) = tree.node(at) else { break };
        opacity *= opacity_of(tree, at);
        let is_cutting = !is_fixed
            && parent.name().is_some_and(|name| name != "html" && name != "body")
            && tree.computed(at, "overflow").is_some_and(|value| value != "visible");
        if let (true, Some(frame)) = (is_cutting, parent.bounds) {
            bounds = cut(bounds, frame)?;
        }
        is_fixed |= tree.computed(at, "position") == Some("fixed");
        at = parent.parent;
    }
    let is_outside = bounds.x + bounds.width <= 0.0 || bounds.y + bounds.height <= 0.0;
    let is_seen = bounds.width >= LEAST_PX
        && bounds.height >= LEAST_PX
        && opacity >= LEAST_OPACITY
        && !is_outside;
    is_seen.then_some(Sight { bounds })
}

fn opacity_of(tree: &PageTree, id: u64) -> f64 {
    let own = tree.node(id).and_then(|node| node.style.as_ref()?.get("opacity"));
    own.and_then(|text| text.parse().ok()).unwrap_or(1.0)
}

fn finite(bounds: Rect) -> Option<Rect> {
    let all = [bounds.x, bounds.y, bounds.width, bounds.height];
    all.iter().all(|value| value.is_finite()).then_some(bounds)
}

fn cut(one: Rect, frame: Rect) -> Option<Rect> {
    let x = one.x.max(frame.x);
    let y = one.y.max(frame.y);
    let right = (one.x + one.width).min(frame.x + frame.width);
    let bottom = (one.y + one.height).min(frame.y + frame.height);
    (right > x && bottom > y).then_some(Rect { x, y, width: right - x, height: bottom - y })
}
