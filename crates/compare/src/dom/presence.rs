//! What of a page can be seen.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use xcheck_trace::run::{Node, PageTree, Rect};

/// Less than this can be seen by nobody.
const LEAST_PX: f64 = 1.0;
/// What is for screen readers only is cut down to a pixel.
const LEAST_AREA: f64 = 8.0;
const LEAST_OPACITY: f64 = 0.02;

/// How much of a node can be seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sight {
    /// The part of its box that nothing cuts off, in the document.
    pub(crate) bounds: Rect,
    /// With all that it is in.
    pub(crate) opacity: f64,
}

impl Sight {
    pub(crate) fn area(self) -> f64 {
        self.bounds.width * self.bounds.height
    }
}

/// What is known about one state of a page; must be forgotten when the page changes.
#[derive(Debug, Default)]
pub(crate) struct Sights {
    inside: RefCell<HashMap<u64, Inside>>,
    any: RefCell<HashMap<u64, bool>>,
}

/// What an element does to all that is in it.
#[derive(Clone, Copy, Debug)]
struct Inside {
    frame: Frame,
    opacity: f64,
    /// As `visibility` is inherited.
    is_visible: bool,
}

#[derive(Clone, Copy, Debug)]
enum Frame {
    Open,
    Cut(Rect),
    Nothing,
}

impl Frame {
    fn and(self, other: Rect) -> Self {
        match self {
            Self::Open => Self::Cut(other),
            Self::Cut(own) => cut(own, other).map_or(Self::Nothing, Self::Cut),
            Self::Nothing => Self::Nothing,
        }
    }
}

/// A page with what is known about it.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) tree: &'a PageTree,
    pub(crate) sights: &'a Sights,
}

impl Sights {
    pub(crate) fn forget(&self) {
        self.inside.borrow_mut().clear();
        self.any.borrow_mut().clear();
    }
}

impl View<'_> {
    /// What can be seen of a node: its box without what its ancestors cut off; none if that is nothing.
    pub(crate) fn sight(self, id: u64) -> Option<Sight> {
        let tree = self.tree;
        let node = tree.node(id)?;
        let own = finite(node.bounds?)?;
        let outer = self.inside(node.parent);
        if node.name().is_some() && !own_visibility(node).unwrap_or(outer.is_visible) {
            return None;
        }
        let bounds = match outer.frame {
            Frame::Cut(frame) if !is_fixed(tree, id) => cut(own, frame)?,
            Frame::Nothing if !is_fixed(tree, id) => return None,
            _ => own,
        };
        let is_outside = bounds.x + bounds.width <= 0.0 || bounds.y + bounds.height <= 0.0;
        let opacity = outer.opacity * opacity_of(tree, id);
        let is_seen = bounds.width >= LEAST_PX
            && bounds.height >= LEAST_PX
            && bounds.width * bounds.height >= LEAST_AREA
            && !is_clipped_away(node)
            && opacity >= LEAST_OPACITY
            && !is_outside;
        is_seen.then_some(Sight { bounds, opacity })
    }

    /// Whether a node would be seen but for what cuts it off.
    pub(crate) fn is_cut_off(self, id: u64) -> bool {
        let Some(node) = self.tree.node(id) else { return false };
        let outer = self.inside(node.parent);
        let is_there = node.bounds.and_then(finite).is_some_and(|it| {
            it.width >= LEAST_PX && it.height >= LEAST_PX && it.width * it.height >= LEAST_AREA
        });
        is_there
            && own_visibility(node).unwrap_or(outer.is_visible)
            && outer.opacity * opacity_of(self.tree, id) >= LEAST_OPACITY
            && !matches!(outer.frame, Frame::Open)
    }

    /// Whether people can scroll what a node is in.
    pub(crate) fn is_scrollable(self, id: u64) -> bool {
        let line = std::iter::successors(self.tree.node(id), |node| self.tree.node(node.parent));
        let mut line = line.skip(1).take(self.tree.nodes().len());
        let overflow =
            line.find_map(|node| own_style(node, "overflow").filter(|it| *it != "visible"));
        overflow.is_some_and(|it| it.contains("auto") || it.contains("scroll"))
    }

    /// Whether an element, or anything in it, can be seen.
    pub(crate) fn is_any_seen(self, id: u64) -> bool {
        if let Some(known) = self.sights.any.borrow().get(&id) {
            return *known;
        }
        let mut order = Vec::new();
        let mut waiting = vec![id];
        // A tree in a circle would have no end.
        let mut met = HashSet::new();
        while let Some(id) = waiting.pop() {
            let Some(node) = self.tree.node(id).filter(|_| met.insert(id)) else { continue };
            order.push(id);
            waiting.extend(&node.children);
            waiting.extend(node.shadow);
        }
        let mut any = self.sights.any.borrow_mut();
        for id in order.into_iter().rev() {
            let is_inside = self.tree.node(id).is_some_and(|node| {
                let mut below = node.children.iter().chain(&node.shadow);
                below.any(|child| any.get(child).copied().unwrap_or(false))
            });
            any.insert(id, is_inside || self.sight(id).is_some());
        }
        any.get(&id).copied().unwrap_or(false)
    }

    /// What an element with all its ancestors does to what is in it.
    fn inside(self, id: u64) -> Inside {
        let mut chain = Vec::new();
        let mut at = id;
        let mut known = Inside { frame: Frame::Open, opacity: 1.0, is_visible: true };
        for _ in 0..=self.tree.nodes().len() {
            if let Some(found) = self.sights.inside.borrow().get(&at) {
                known = *found;
                break;
            }
            let Some(node) = self.tree.node(at) else { break };
            chain.push(at);
            at = node.parent;
        }
        let mut inside = self.sights.inside.borrow_mut();
        for id in chain.into_iter().rev() {
            let Some(node) = self.tree.node(id) else { continue };
            if is_fixed(self.tree, id) {
                known.frame = Frame::Open;
            }
            // What is clipped may have a margin in which it shows; nobody can scroll to the rest.
            let is_cutting = own_style(node, "overflow")
                .is_some_and(|value| value != "visible" && value != "clip")
                && node.name().is_some_and(|name| name != "html" && name != "body");
            if let (true, Some(frame)) = (is_cutting, node.bounds) {
                known.frame = known.frame.and(frame);
            }
            known.opacity *= opacity_of(self.tree, id);
            known.is_visible = own_visibility(node).unwrap_or(known.is_visible);
            inside.insert(id, known);
        }
        known
    }
}

fn own_style<'a>(node: &'a Node, property: &str) -> Option<&'a str> {
    node.style.as_ref()?.get(property).map(String::as_str)
}

/// None if it is inherited, or if the element is not rendered.
fn own_visibility(node: &Node) -> Option<bool> {
    own_style(node, "visibility").map(|it| it == "visible")
}

/// Another way to leave something to screen readers.
fn is_clipped_away(node: &Node) -> bool {
    const WAYS: &[&str] = &["inset(50%)", "inset(100%)", "circle(0", "rect(0px, 0px, 0px, 0px)"];
    own_style(node, "clip-path").is_some_and(|path| WAYS.iter().any(|way| path.starts_with(way)))
}

fn is_fixed(tree: &PageTree, id: u64) -> bool {
    tree.node(id).and_then(|node| own_style(node, "position")) == Some("fixed")
}

fn opacity_of(tree: &PageTree, id: u64) -> f64 {
    let own = tree.node(id).and_then(|node| own_style(node, "opacity"));
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
