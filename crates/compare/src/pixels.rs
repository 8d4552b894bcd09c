//! The pixels that an element itself paints, in both browsers.

use std::collections::BTreeSet;

use xcheck_trace::run::{Node, NodeKind, PageTree, Rect};

use crate::difference::{Aspect, Difference};
use crate::dom::View;
use crate::image::{Mask, Picture, line_difference, thick_difference};
use crate::native::{has_focus_ring, has_own_look};
use crate::page::PagePair;
use crate::style;

/// Elements whose content is a picture of its own.
const PICTURES: &[&str] = &["canvas", "img", "svg", "picture", "object"];
/// Around texts and children, for smoothed edges and shadows of letters.
const MARGIN: f64 = 2.0;
/// Around what has the focus: rings of engines.
const RING_MARGIN: f64 = 8.0;
/// Around children that are elsewhere: shadows, outlines and generated content go with them.
const WIDE_MARGIN: f64 = 26.0;
/// Along the edges of what scrolls: bars that lie over it come and go with time and pointer.
const BAR: f64 = 14.0;
/// Borders of fields, which are compared though words are written in them.
const FIELD_EDGE: f64 = 4.0;
/// Fewer pixels are not noticed by anybody.
const LEAST_PIXELS: f64 = 48.0;
/// And so is a smaller share of what an element shows, unless it is many.
const LEAST_SHARE: f64 = 0.004;
const MANY_PIXELS: f64 = 300.0;

/// Slanted edges are smoothed in ways that leave more.
const TURNED_SHARE: f64 = 0.08;

/// Differences of what the pair itself paints: backgrounds, borders, shapes, drawings.
pub(crate) fn differences(
    pages: &PagePair,
    one: u64,
    picture: &Picture,
    other: u64,
    other_picture: &Picture,
) -> Vec<Difference> {
    let Some(area) = common_area(pages, one, picture, other, other_picture) else {
        return Vec::new();
    };
    let screen = (picture.width as f64, picture.height as f64);
    let mask = mask(pages, one, other, &area, screen);
    let mut thick = thick_difference(picture, area.one, other_picture, area.other, &mask);
    if thick.n_pixels == 0 && is_still(pages, one, &area) {
        let mask = without_rings(pages, mask, &area);
        thick = line_difference(picture, area.one, other_picture, area.other, &mask);
    }
    let is_turned = is_turned(&pages.reference, one) || is_turned(&pages.test, other);
    let least = match is_turned {
        true => thick.n_open as f64 * TURNED_SHARE,
        false => (thick.n_open as f64 * LEAST_SHARE).min(MANY_PIXELS),
    };
    let least = LEAST_PIXELS.max(least);
    let weight = thick.n_pixels as f64 / least;
    if weight < 1.0 {
        return Vec::new();
    }
    let is_drawing = pages.reference.node(one).and_then(|node| node.name()) == Some("canvas");
    let share = 100.0 * thick.n_pixels as f64 / thick.n_open.max(1) as f64;
    vec![Difference {
        aspect: if is_drawing { Aspect::Drawing } else { Aspect::Pixels },
        property: "pixels".to_owned(),
        reference: String::new(),
        test: format!("{share:.1} % of {} pixels differ", thick.n_open),
        weight,
    }]
}

/// Hides what lies around the element that has the focus: its ring reaches into others.
fn without_rings(pages: &PagePair, mut mask: Mask, area: &Area) -> Mask {
    for (tree, corner) in [(&pages.reference, area.corner), (&pages.test, area.other_corner)] {
        let focus = tree.page.get("focus").and_then(serde_json::Value::as_u64);
        if let Some(bounds) = focus.and_then(|id| tree.node(id)?.bounds) {
            hide(bounds, RING_MARGIN, corner, &mut mask);
        }
    }
    mask
}

/// Whether all that is in an element stands where it stands in the other browser: then a line between is its own.
fn is_still(pages: &PagePair, id: u64, area: &Area) -> bool {
    let by = (area.other_corner.0 - area.corner.0, area.other_corner.1 - area.corner.1);
    let Some(node) = pages.reference.node(id) else { return false };
    // What is around a page is not its own, and thin lines of drawings are smoothed in each engine's way.
    let is_other =
        node.name().is_none_or(|it| matches!(it, "html" | "body") || PICTURES.contains(&it));
    !is_other
        && node.children.iter().all(|child| {
            let ours = pages.reference.node(*child).and_then(|it| it.bounds);
            let partner = pages.matching.test_of(*child);
            let theirs = partner.and_then(|it| pages.test.node(it)?.bounds);
            match (ours, theirs) {
                (Some(a), Some(b)) => {
                    let moved = [b.x - a.x - by.0, b.y - a.y - by.1];
                    let grown = [b.width - a.width, b.height - a.height];
                    moved.iter().chain(&grown).all(|it| it.abs() <= MARGIN)
                }
                (None, None) => true,
                _ => false,
            }
        })
}

/// Whether an element, or one that it is in, is turned or slanted.
fn is_turned(tree: &PageTree, id: u64) -> bool {
    let line = std::iter::successors(tree.node(id), |node| tree.node(node.parent));
    line.take(tree.nodes().len()).any(|node| {
        let transform = node.style.as_ref().and_then(|style| style.get("transform"));
        let numbers = transform.and_then(|it| it.strip_prefix("matrix(")?.strip_suffix(')'));
        let mut slants = numbers.into_iter().flat_map(|it| it.split(',').skip(1).take(2));
        slants.any(|it| it.trim().parse::<f64>().is_ok_and(|slant| slant.abs() > 0.001))
    })
}

/// A part of the screen in both pictures, of the same size.
struct Area {
    one: (usize, usize),
    other: (usize, usize),
    width: usize,
    height: usize,
    /// Where its corner is in the documents.
    corner: (f64, f64),
    other_corner: (f64, f64),
}

/// How far a page is scrolled.
pub(crate) fn scroll_of(tree: &PageTree) -> (f64, f64) {
    let scroll = tree.page.get("scroll").and_then(|it| it.as_array());
    let at = |i: usize| scroll.and_then(|it| it.get(i)?.as_f64()).unwrap_or(0.0);
    (at(0), at(1))
}

/// What can be seen of a pair, cut to the screen and to the same size in both.
fn common_area(
    pages: &PagePair,
    one: u64,
    picture: &Picture,
    other: u64,
    other_picture: &Picture,
) -> Option<Area> {
    let ours = pages.view().sight(one)?.bounds;
    let theirs = pages.other_view().sight(other)?.bounds;
    let (scroll, other_scroll) = (scroll_of(&pages.reference), scroll_of(&pages.test));
    let (left, top) = ((ours.x - scroll.0).round(), (ours.y - scroll.1).round());
    let (other_left, other_top) =
        ((theirs.x - other_scroll.0).round(), (theirs.y - other_scroll.1).round());
    // What is off the screen in either is cut in both.
    let skip_x = 0_f64.max(-left).max(-other_left);
    let skip_y = 0_f64.max(-top).max(-other_top);
    let right = |left: f64, bounds: Rect, picture: &Picture| {
        (bounds.width.round()).min(picture.width as f64 - left)
    };
    let bottom = |top: f64, bounds: Rect, picture: &Picture| {
        (bounds.height.round()).min(picture.height as f64 - top)
    };
    let width = right(left, ours, picture).min(right(other_left, theirs, other_picture)) - skip_x;
    let height = bottom(top, ours, picture).min(bottom(other_top, theirs, other_picture)) - skip_y;
    if !(width >= 4.0 && height >= 4.0) {
        return None;
    }
    let at = |value: f64, skip: f64| (value + skip) as usize;
    // Sums of very large numbers are not exact.
    let fits = |left: f64, top: f64, picture: &Picture| {
        at(left, skip_x).saturating_add(width as usize) <= picture.width
            && at(top, skip_y).saturating_add(height as usize) <= picture.height
    };
    if !fits(left, top, picture) || !fits(other_left, other_top, other_picture) {
        return None;
    }
    Some(Area {
        one: (at(left, skip_x), at(top, skip_y)),
        other: (at(other_left, skip_x), at(other_top, skip_y)),
        width: width as usize,
        height: height as usize,
        corner: (left + skip_x + scroll.0, top + skip_y + scroll.1),
        other_corner: (other_left + skip_x + other_scroll.0, other_top + skip_y + other_scroll.1),
    })
}

/// Hides what is not the pair's own: its texts, its children, and whatever lies over it.
fn mask(pages: &PagePair, one: u64, other: u64, area: &Area, screen: (f64, f64)) -> Mask {
    let mut mask = Mask::new(area.width, area.height);
    let by = (area.other_corner.0 - area.corner.0, area.other_corner.1 - area.corner.1);
    let is_shifted = |one: u64, other: u64| {
        let bounds = |tree: &PageTree, id| tree.node(id).and_then(|node| node.bounds);
        let both = bounds(&pages.reference, one).zip(bounds(&pages.test, other));
        both.is_some_and(|(a, b)| (b.x - a.x - by.0).abs() > 1.0 || (b.y - a.y - by.1).abs() > 1.0)
    };
    let from_here = |id: u64| pages.matching.test_of(id).is_some_and(|it| is_shifted(id, it));
    let from_there = |id: u64| pages.matching.reference_of(id).is_some_and(|it| is_shifted(it, id));
    let sides = [
        Layers { view: pages.view(), floating: &pages.floating.0, is_shifted: &from_here },
        Layers { view: pages.other_view(), floating: &pages.floating.1, is_shifted: &from_there },
    ];
    for (side, (id, corner)) in sides.iter().zip([(one, area.corner), (other, area.other_corner)]) {
        let Some(node) = side.view.tree.node(id) else { continue };
        let is_picture = node.name().is_some_and(|name| PICTURES.contains(&name));
        if has_own_look(side.view.tree, id) || has_focus_ring(side.view.tree, id) {
            mask.hide(0.0, 0.0, f64::MAX, f64::MAX);
        }
        // What is written in a field is no child of it, and is set in the engine's own letters.
        if has_words(node) {
            let (right, bottom) = (area.width as f64 - FIELD_EDGE, area.height as f64 - FIELD_EDGE);
            mask.hide(FIELD_EDGE, FIELD_EDGE, right, bottom);
        }
        if !is_picture {
            for child in node.children.iter().chain(&node.shadow) {
                side.hide_all(*child, corner, &mut mask);
            }
        }
        side.hide_bars(id, corner, &mut mask);
        hide_page_bars(side.view.tree, screen, corner, &mut mask);
        hide_dashes(node, corner, &mut mask);
        side.hide_over(id, corner, &mut mask);
    }
    mask
}

/// Hides where the page itself may have bars to scroll with.
fn hide_page_bars(tree: &PageTree, screen: (f64, f64), corner: (f64, f64), mask: &mut Mask) {
    let size = tree.page.get("size").and_then(|it| it.as_array());
    let size = |at: usize| size.and_then(|it| it.get(at)?.as_f64()).unwrap_or(0.0);
    let (left, top) = scroll_of(tree);
    let (right, bottom) = (left + screen.0, top + screen.1);
    if size(1) > screen.1 {
        let strip = Rect { x: right - BAR, y: top, width: BAR, height: screen.1 };
        hide(strip, 0.0, corner, mask);
    }
    if size(0) > screen.0 {
        let strip = Rect { x: left, y: bottom - BAR, width: screen.0, height: BAR };
        hide(strip, 0.0, corner, mask);
    }
}

/// Hides the edges of what has a border of dashes or dots: how many there are is for each engine to say.
fn hide_dashes(node: &Node, corner: (f64, f64), mask: &mut Mask) {
    let style = |name: &str| node.style.as_ref()?.get(name).map(String::as_str);
    let Some(it) = node.bounds.filter(|_| style("border-style").is_some_and(is_dashed)) else {
        return;
    };
    let widths =
        style("border-width").unwrap_or_default().split_whitespace().filter_map(style::pixels);
    let width = widths.fold(0.0, f64::max) + 1.0;
    for strip in [
        Rect { width, ..it },
        Rect { x: it.x + it.width - width, width, ..it },
        Rect { height: width, ..it },
        Rect { y: it.y + it.height - width, height: width, ..it },
    ] {
        hide(strip, 0.0, corner, mask);
    }
}

fn is_dashed(style: &str) -> bool {
    style.contains("dashed") || style.contains("dotted")
}

/// How far beyond its box something has an outline of dashes or dots.
fn dashed_outline(node: &Node) -> Option<f64> {
    let style = |name: &str| node.style.as_ref()?.get(name).map(String::as_str);
    style("outline-style").filter(|it| is_dashed(it))?;
    let width = |name: &str| style(name).and_then(style::pixels).unwrap_or(0.0);
    Some(width("outline-width") + width("outline-offset").max(0.0) + MARGIN)
}

/// Whether it is a field with something written in it.
fn has_words(node: &Node) -> bool {
    let value = node.form.as_ref().and_then(|it| it.get("value")?.as_str());
    let hint = node.attributes.get("placeholder").map(String::as_str);
    value.into_iter().chain(hint).any(|words| !words.is_empty())
}

fn hide(bounds: Rect, margin: f64, corner: (f64, f64), mask: &mut Mask) {
    let (x, y) = (bounds.x - corner.0, bounds.y - corner.1);
    mask.hide(x - margin, y - margin, x + bounds.width + margin, y + bounds.height + margin);
}

/// What lies over an element in one browser.
struct Layers<'a> {
    view: View<'a>,
    floating: &'a BTreeSet<u64>,
    /// Whether a node is elsewhere in the other browser.
    is_shifted: &'a dyn Fn(u64) -> bool,
}

impl Layers<'_> {
    /// Hides a node with all in it that reaches out of it.
    fn hide_all(&self, id: u64, corner: (f64, f64), mask: &mut Mask) {
        let tree = self.view.tree;
        let mut waiting = vec![id];
        for _ in 0..tree.nodes().len() {
            let Some(id) = waiting.pop().filter(|_| !mask.is_closed()) else { break };
            let Some(node) = tree.node(id) else { continue };
            let is_text = node.kind == NodeKind::Text;
            if (is_text || self.view.sight(id).is_some())
                && let Some(bounds) = node.bounds
            {
                let margin = if is_text { MARGIN } else { self.margin(id) };
                hide(bounds, margin, corner, mask);
            }
            waiting.extend(&node.children);
            waiting.extend(node.shadow);
        }
    }

    fn margin(&self, id: u64) -> f64 {
        if (self.is_shifted)(id) {
            WIDE_MARGIN
        } else if has_focus_ring(self.view.tree, id) {
            RING_MARGIN
        } else {
            self.view.tree.node(id).and_then(dashed_outline).unwrap_or(MARGIN)
        }
    }

    /// Hides where the element, or what it is in, may have bars to scroll with.
    fn hide_bars(&self, id: u64, corner: (f64, f64), mask: &mut Mask) {
        for node in line_up(self.view.tree, id).iter().filter_map(|id| self.view.tree.node(*id)) {
            let overflow = node.style.as_ref().and_then(|style| style.get("overflow"));
            let is_scroller =
                overflow.is_some_and(|it| it.contains("auto") || it.contains("scroll"));
            let Some(it) = node.bounds.filter(|_| is_scroller) else { continue };
            let inside = node.children.iter().filter_map(|id| self.view.tree.node(*id)?.bounds);
            let (right, bottom) = (it.x + it.width, it.y + it.height);
            let is_wide = |child: Rect| child.x < it.x || child.x + child.width > right;
            let is_high = |child: Rect| child.y < it.y || child.y + child.height > bottom;
            if inside.clone().any(is_high) {
                hide(Rect { x: right - BAR, width: BAR, ..it }, 0.0, corner, mask);
            }
            if { inside }.any(is_wide) {
                hide(Rect { y: bottom - BAR, height: BAR, ..it }, 0.0, corner, mask);
            }
        }
    }

    /// Hides what is out of the flow and not around or inside of it: it may lie over it.
    fn hide_over(&self, id: u64, corner: (f64, f64), mask: &mut Mask) {
        if self.floating.is_empty() || mask.is_closed() {
            return;
        }
        let around = line_up(self.view.tree, id);
        for one in self.floating {
            if !around.contains(one) && !line_up(self.view.tree, *one).contains(&id) {
                self.hide_all(*one, corner, mask);
            }
        }
    }
}

/// A node and its ancestors.
fn line_up(tree: &PageTree, id: u64) -> BTreeSet<u64> {
    let mut all = BTreeSet::new();
    let mut at = id;
    while let Some(node) = tree.node(at).filter(|_| all.insert(at)) {
        at = node.parent;
    }
    all
}
