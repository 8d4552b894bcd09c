//! One page in two browsers, step by step: what differs now.

mod columns;
mod flow;
mod ink;
mod lines;
mod missing;
mod mutated;
mod order;
mod painted;
mod pointer;
mod scrolled;
mod stack;
mod unpainted;
mod words;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use xcheck_model::run::Step;
use xcheck_trace::run::{Node, NodeKind, PageTree, Rect};

pub(crate) use self::flow::floats_near;
pub(crate) use self::ink::LETTERS;
pub(crate) use self::mutated::Mutated;
use self::pointer::focus_of;
pub(crate) use self::scrolled::SCROLL;
use crate::changes::{Changes, apply};
use crate::difference::{Aspect, Difference};
use crate::dom::{Matching, Sights, Touched, View};
use crate::image::Picture;
use crate::layout::{self, Around, Families, Family, Pair, Share, is_alike};
use crate::native::{self, has_own_look, is_control};
use crate::{pixels, style, text};

/// Properties of texts whose words stand elsewhere, in boxes that do not.
pub(crate) const OF_LINES: [&str; 2] = ["start of lines", "end of lines"];
/// So much higher is what has a line more.
const MORE_LINES: f64 = 1.6;

/// Which nodes of a step are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Those that changed, and those that stand in a relation to them.
    #[default]
    Changed,
    /// All of them, each time, as X-PERT does.
    WholePage,
}

/// A node in the reference browser, in the other one, or in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodePair {
    pub(crate) reference: Option<u64>,
    pub(crate) test: Option<u64>,
}

/// A page in two browsers.
#[derive(Debug, Default)]
pub(crate) struct PagePair {
    pub(crate) reference: PageTree,
    pub(crate) test: PageTree,
    pub(crate) matching: Matching,
    /// What differs now.
    pub(crate) standing: BTreeMap<NodePair, Vec<Difference>>,
    pub(crate) mutated: Mutated,
    /// Nodes that the last step named in each page, gone ones too.
    pub(crate) touched: (BTreeSet<u64>, BTreeSet<u64>),
    /// Of these, nodes that came or got another place.
    placed: (BTreeSet<u64>, BTreeSet<u64>),
    n_steps: usize,
    /// Elements of the reference that engines choose a size for.
    controls: BTreeSet<u64>,
    painted: (Option<Arc<Picture>>, Option<Arc<Picture>>),
    /// Elements of the reference that were scrolled in either browser, and those of them that are scrolled elsewhere.
    scrollers: BTreeSet<u64>,
    apart: BTreeSet<u64>,
    /// What is out of the flow, in each page.
    pub(crate) floating: (BTreeSet<u64>, BTreeSet<u64>),
    sights: (Sights, Sights),
    families: Families,
    /// Elements under the pointer in one browser only, the outermost first: they, and what is in them, show what the
    /// engine made of a pointer that did not move.
    unsettled: (Vec<u64>, Vec<u64>),
    /// The element that is under the pointer in one browser since the page is there, though nothing has moved it.
    rested: (Option<u64>, Option<u64>),
    places: (Places, Places),
    /// Both browsers have looked into frames: what is in these is compared there.
    are_frames_seen: bool,
}

/// One browser's side of a moment: what it saw, if anything changed there, and what its screen shows.
pub(crate) struct Side<'a> {
    pub(crate) step: Option<&'a Step>,
    pub(crate) picture: Option<Arc<Picture>>,
}

impl PagePair {
    pub(crate) fn new(are_frames_seen: bool) -> Self {
        Self { are_frames_seen, ..Self::default() }
    }

    /// Goes on to the next moment, and looks at what it may have changed.
    pub(crate) fn step(&mut self, one: &Side<'_>, other: &Side<'_>, scope: Scope) {
        let focus = (focus_of(&self.reference), focus_of(&self.test));
        let mut ours = apply(&mut self.reference, one.step);
        let mut theirs = apply(&mut self.test, other.step);
        // What lost its partner is alone now, though nothing changed in its own page.
        for id in theirs.placed.iter().filter(|id| self.test.node(**id).is_none()) {
            ours.moved.extend(self.matching.reference_of(*id));
        }
        for id in ours.placed.iter().filter(|id| self.reference.node(**id).is_none()) {
            theirs.moved.extend(self.matching.test_of(*id));
        }
        self.placed = (ours.placed.clone(), theirs.placed.clone());
        let touched = Touched { reference: ours.placed.clone(), test: theirs.placed.clone() };
        self.touched = (
            ours.changed.union(&ours.placed).copied().collect(),
            theirs.changed.union(&theirs.placed).copied().collect(),
        );
        speakers(&self.reference, &mut ours);
        speakers(&self.test, &mut theirs);
        if focus != (focus_of(&self.reference), focus_of(&self.test)) {
            ours.changed.extend(focus.0.into_iter().chain(focus_of(&self.reference)));
            theirs.changed.extend(focus.1.into_iter().chain(focus_of(&self.test)));
        }
        self.matching.update(&self.reference, &self.test, &touched);
        self.mutated = Mutated {
            reference: std::mem::take(&mut ours.mutated),
            test: std::mem::take(&mut theirs.mutated),
            marked: self.marked(&ours.marked, &theirs.marked),
            said: (std::mem::take(&mut ours.said), std::mem::take(&mut theirs.said)),
            scrolled: (std::mem::take(&mut ours.scrolled), std::mem::take(&mut theirs.scrolled)),
        };
        self.know_controls(&ours.changed);
        know_floating(&self.reference, &ours.changed, &mut self.floating.0);
        know_floating(&self.test, &theirs.changed, &mut self.floating.1);
        self.sights.0.forget();
        self.sights.1.forget();
        self.places.0.borrow_mut().clear();
        self.places.1.borrow_mut().clear();
        let painted = self.painted_anew(one, other);
        let scrolled = std::mem::take(&mut self.mutated.scrolled);
        let apart = self.know_scrolled((&scrolled.0, &scrolled.1));
        self.mutated.scrolled = scrolled;
        ours.changed.extend(self.all_in(&apart));
        let now = self.hovered_in_one();
        if self.unsettled != now {
            for (hovered, other_hovered) in [&self.unsettled, &now] {
                ours.moved.extend(pointer::around_hovered(&self.reference, hovered));
                theirs.moved.extend(pointer::around_hovered(&self.test, other_hovered));
            }
            self.unsettled = now;
        }
        let before = self.rested;
        self.know_rested();
        if before != self.rested {
            for (rested, other_rested) in [before, self.rested] {
                ours.changed.extend(around_and_inside(&self.reference, rested));
                theirs.changed.extend(around_and_inside(&self.test, other_rested));
            }
        }
        let all = match scope {
            Scope::WholePage => {
                self.know_all_families();
                self.all_pairs()
            }
            Scope::Changed => {
                let mut all = self.concerned(&ours, &theirs);
                all.extend(painted);
                all
            }
        };
        self.forget_gone();
        for pair in all {
            if self.is_unsettled(pair) {
                self.standing.remove(&pair);
                continue;
            }
            let mut found = self.look_at(pair);
            if let (Some(a), Some(b)) = (&one.picture, &other.picture) {
                found.extend(self.look_at_pixels(pair, a, b, &found));
            }
            found.retain(|it| !self.is_of_rest(pair, it));
            self.standing.remove(&pair);
            if !found.is_empty() {
                self.standing.insert(pair, found);
            }
        }
        // A browser that has not seen anything of a page yet says nothing about it.
        if self.reference.nodes().is_empty() || self.test.nodes().is_empty() {
            self.standing.clear();
            return;
        }
        self.n_steps += 1;
    }

    pub(crate) fn view(&self) -> View<'_> {
        View { tree: &self.reference, sights: &self.sights.0 }
    }

    pub(crate) fn other_view(&self) -> View<'_> {
        View { tree: &self.test, sights: &self.sights.1 }
    }

    /// Pairs by their node in the reference.
    fn marked(&self, ours: &BTreeSet<u64>, theirs: &BTreeSet<u64>) -> BTreeMap<u64, (bool, bool)> {
        let mut marked: BTreeMap<u64, (bool, bool)> = BTreeMap::new();
        for id in ours.iter().filter(|id| self.matching.test_of(**id).is_some()) {
            marked.entry(*id).or_default().0 = true;
        }
        for id in theirs.iter().filter_map(|id| self.matching.reference_of(*id)) {
            marked.entry(id).or_default().1 = true;
        }
        marked
    }

    /// A control is as large as an engine likes.
    fn know_controls(&mut self, changed: &BTreeSet<u64>) {
        let is_own = |id: &u64| is_control(&self.reference, *id);
        let new: Vec<u64> = changed.iter().copied().filter(is_own).collect();
        self.controls.extend(new);
        let reference = &self.reference;
        self.controls.retain(|id| reference.node(*id).is_some());
    }

    pub(crate) fn n_steps(&self) -> usize {
        self.n_steps
    }

    /// The small piece of the page that the last step put into both documents, with this in it.
    pub(crate) fn piece(&self, pair: NodePair, line: &[NodePair]) -> Option<NodePair> {
        const MOST_NODES: usize = 40;
        let is_new = |it: &NodePair| {
            let is_in =
                |ids: &BTreeSet<u64>, id: Option<u64>| id.is_some_and(|id| ids.contains(&id));
            is_in(&self.placed.0, it.reference) && is_in(&self.placed.1, it.test)
        };
        let is_paired = pair.reference.is_some() && pair.test.is_some();
        let own = std::iter::once(&pair).filter(|_| is_paired);
        let top = own.chain(line).take_while(|it| is_new(it)).last().copied()?;
        (self.n_steps > 1 && descendants(&self.reference, top.reference).len() <= MOST_NODES)
            .then_some(top)
    }

    fn forget_gone(&mut self) {
        let (reference, test, matching) = (&self.reference, &self.test, &self.matching);
        self.standing.retain(|pair, _| match (pair.reference, pair.test) {
            (Some(one), Some(other)) => matching.test_of(one) == Some(other),
            (Some(one), None) => reference.node(one).is_some() && matching.test_of(one).is_none(),
            (None, Some(other)) => {
                test.node(other).is_some() && matching.reference_of(other).is_none()
            }
            (None, None) => false,
        });
    }

    pub(crate) fn pair_of_reference(&self, id: u64) -> NodePair {
        NodePair { reference: Some(id), test: self.matching.test_of(id) }
    }

    pub(crate) fn pair_of_test(&self, id: u64) -> NodePair {
        NodePair { reference: self.matching.reference_of(id), test: Some(id) }
    }

    fn all_pairs(&self) -> BTreeSet<NodePair> {
        let ours = self.reference.nodes().keys().map(|id| self.pair_of_reference(*id));
        let theirs = self.test.nodes().keys().map(|id| self.pair_of_test(*id));
        ours.chain(theirs).collect()
    }

    /// Pairs whose differences may be others after a step that changed these nodes.
    fn concerned(&mut self, ours: &Changes, theirs: &Changes) -> BTreeSet<NodePair> {
        // What changed in one page has its relations in the other.
        let (matching, no_changes) = (&self.matching, Changes::default());
        let both =
            |own: &BTreeSet<u64>, others: &BTreeSet<u64>, partner: &dyn Fn(u64) -> Option<u64>| {
                let mut all = own.clone();
                all.extend(others.iter().filter_map(|id| partner(*id)));
                all
            };
        let to_reference = |id| matching.reference_of(id);
        let to_test = |id| matching.test_of(id);
        let mut in_reference = Changes {
            changed: both(&ours.changed, &theirs.changed, &to_reference),
            moved: both(&ours.moved, &theirs.moved, &to_reference),
            around: both(&ours.around, &theirs.around, &to_reference),
            placed: ours.placed.clone(),
            ..no_changes.clone()
        };
        let in_test = Changes {
            changed: both(&theirs.changed, &ours.changed, &to_test),
            moved: both(&theirs.moved, &ours.moved, &to_test),
            around: both(&theirs.around, &ours.around, &to_test),
            ..no_changes
        };
        for node in in_test.moved.iter().filter_map(|id| self.test.node(*id)) {
            in_reference.around.extend(matching.reference_of(node.parent));
        }
        let restless = self.know_families(&in_reference);
        let mut pairs = BTreeSet::new();
        let nobody = BTreeSet::new();
        let is_alone = |id| self.matching.test_of(id).is_none();
        for id in related(&self.reference, &in_reference, &restless, &is_alone) {
            pairs.insert(self.pair_of_reference(id));
        }
        for id in in_reference.moved.iter().flat_map(|id| self.seen_beside(*id)) {
            pairs.insert(self.pair_of_reference(id));
        }
        let is_alone = |id| self.matching.reference_of(id).is_none();
        for id in related(&self.test, &in_test, &nobody, &is_alone) {
            pairs.insert(self.pair_of_test(id));
        }
        pairs
    }

    /// Brings families up to date after a step; returns the parents whose children it concerns as a whole.
    fn know_families(&mut self, changes: &Changes) -> BTreeSet<u64> {
        let mut concerned: BTreeSet<u64> = changes.moved.union(&changes.around).copied().collect();
        concerned.extend(&changes.placed);
        for node in changes.moved.iter().filter_map(|id| self.reference.node(*id)) {
            concerned.insert(node.parent);
            concerned.extend(&node.children);
        }
        let shares: Vec<(u64, Option<Share>)> =
            concerned.into_iter().map(|id| (id, self.share(id))).collect();
        let mut restless = BTreeMap::new();
        for (id, share) in shares {
            self.families.set(id, share, &mut restless);
        }
        let families = &self.families;
        restless.retain(|parent, before: &mut Family| !before.says_the_same(families.of(*parent)));
        restless.into_keys().collect()
    }

    fn know_all_families(&mut self) {
        self.families = Families::default();
        let ids: Vec<u64> = self.reference.nodes().keys().copied().collect();
        for id in ids {
            let share = self.share(id);
            self.families.set(id, share, &mut BTreeMap::new());
        }
    }

    /// How an element follows its parent.
    fn share(&self, id: u64) -> Option<Share> {
        let node = self.reference.node(id)?;
        let (own, child) = (self.box_pair(node.parent)?, self.seen_pair(id)?);
        let wider = |it: &Pair| it.other.width - it.one.width;
        let higher = |it: &Pair| it.other.height - it.one.height;
        let is_high = is_alike(higher(&child), higher(&own));
        let content = || self.content(node, self.test.node(self.matching.test_of(id)?)?);
        Some(Share {
            parent: node.parent,
            is_alike: is_alike(wider(&child), wider(&own)),
            // Sums of whole numbers do not hang on their order.
            grown: i64::from(higher(&child).round() as i32),
            is_pushing: is_high
                && content().is_some_and(|it| is_alike(higher(&it), higher(&child))),
        })
    }

    /// The nearest siblings before and after a node that can be seen in both browsers.
    fn seen_beside(&self, id: u64) -> Vec<u64> {
        let Some(node) = self.reference.node(id) else { return Vec::new() };
        let siblings = self.reference.node(node.parent).map_or(&[][..], |parent| &parent.children);
        let at = place_among(&self.places.0, siblings, id);
        let is_seen = |id: &&u64| self.seen_pair(**id).is_some();
        let before = siblings.get(..at).unwrap_or_default().iter().rev().find(is_seen);
        let after = siblings.get(at + 1..).unwrap_or_default().iter().find(is_seen);
        before.into_iter().chain(after).copied().collect()
    }

    /// What differs about a pair without a look at pictures.
    fn look_at(&self, pair: NodePair) -> Vec<Difference> {
        match (pair.reference, pair.test) {
            (Some(one), None) => self.look_at_lonely(self.view(), one, Aspect::Missing),
            (None, Some(other)) => self.look_at_lonely(self.other_view(), other, Aspect::Surplus),
            (Some(one), Some(other)) => self.look_at_both(one, other),
            (None, None) => Vec::new(),
        }
    }

    fn look_at_both(&self, one: u64, other: u64) -> Vec<Difference> {
        let (Some(ours), Some(theirs)) = (self.reference.node(one), self.test.node(other)) else {
            return Vec::new();
        };
        if ours.name().is_none() {
            return Vec::new();
        }
        if is_shape(ours) || native::is_without_box(&self.reference, ours) {
            let mut found = text::differences(&self.reference, ours, &self.test, theirs);
            found.extend(self.words_in_drawing(ours, theirs));
            return found;
        }
        let (seen, seen_there) = (self.view().sight(one), self.other_view().sight(other));
        let is_away = self.is_scrolled_away(ours);
        let (Some(_), Some(_)) = (seen, seen_there) else {
            if is_away {
                return Vec::new();
            }
            return self.look_at_hidden(one, other, seen, seen_there);
        };
        let mut found = text::differences(&self.reference, ours, &self.test, theirs);
        found.extend(self.order(ours, theirs));
        // Each engine has its own colors for the controls that it draws.
        let is_native = has_own_look(&self.reference, one) || has_own_look(&self.test, other);
        let is_read = has_seen_text(self.view(), ours) && has_seen_text(self.other_view(), theirs);
        if !is_native && is_read {
            let mut styles = style::differences(&self.reference, one, &self.test, other);
            let is_own = native::has_own_color(&self.reference, one)
                && native::has_own_color(&self.test, other);
            styles.retain(|it| !(is_own && it.property == "color"));
            styles.retain(|it| it.property != "text-transform" || !self.is_as_wide(ours, theirs));
            if styles.is_empty() {
                styles.extend(self.letters(one, ours, theirs));
            }
            found.extend(styles);
        }
        if is_control(&self.reference, one) {
            found.extend(style::appearance(ours, theirs));
        }
        found.extend(style::marker(ours, theirs));
        if !holds_blocks(&self.reference, ours)
            && !holds_blocks(&self.test, theirs)
            && let Some(around) = self.surroundings(one, other)
        {
            let mut wrong = layout::differences(&around);
            let is_nothing = native::paints_nothing(ours) && native::paints_nothing(theirs);
            // Rows say where they are; some engines count the gaps around them to their groups.
            if is_nothing && native::is_row_group(ours) && native::is_row_group(theirs) {
                wrong.clear();
            }
            wrong.retain(|it| !(is_nothing && layout::is_unseen(it, &around)));
            let is_elsewhere = |it: &Difference| it.aspect == Aspect::Place;
            if wrong.iter().any(is_elsewhere)
                && (self.is_in_lines(one, other) || self.is_pushed_on(one))
            {
                wrong.retain(|it| !is_elsewhere(it));
            }
            if is_away {
                wrong.retain(|it| !is_elsewhere(it));
            }
            if !wrong.is_empty() && self.is_broken_elsewhere(one, other) {
                wrong.clear();
            }
            if columns::is_balanced(&self.reference, one, &self.test, other) {
                wrong.retain(|it| it.property != "height");
            }
            found.extend(wrong);
        }
        if !found.iter().any(|it| matches!(it.aspect, Aspect::Size | Aspect::Place)) {
            found.extend(self.flow(one, ours, theirs));
        }
        found.extend(self.scrolled(one));
        if !is_control(&self.reference, one) {
            found.retain(|it| !self.is_size_of_control(it, ours, theirs));
        }
        found
    }

    /// Whether the words of an element take as much room in both browsers, on one line: other letters do not.
    fn is_as_wide(&self, ours: &Node, theirs: &Node) -> bool {
        const SAME_PX: f64 = 1.0;
        let texts = |tree: &'_ PageTree, node: &Node| -> Vec<Option<f64>> {
            let all = node.children.iter().filter_map(|id| tree.node(*id));
            let texts = all.filter(|it| it.text.is_some());
            texts.map(|it| it.bounds.filter(|_| it.lines.is_empty()).map(|it| it.width)).collect()
        };
        let (one, other) = (texts(&self.reference, ours), texts(&self.test, theirs));
        let is_same = |(a, b): (&Option<f64>, &Option<f64>)| {
            a.zip(*b).is_some_and(|(a, b)| (a - b).abs() <= SAME_PX)
        };
        one.len() == other.len() && one.iter().zip(&other).all(is_same)
    }

    /// Whether the words of an element are written larger in one browser, though its styles are the same: a text that is
    /// set in other lines is higher or wider, not both.
    fn letters(&self, one: u64, ours: &Node, theirs: &Node) -> Option<Difference> {
        const LARGER: f64 = 1.3;
        const LEAST_PX: f64 = 4.0;
        let size = self.reference.computed(one, "font-size").and_then(style::pixels)?;
        let texts = |tree: &PageTree, node: &Node| -> Vec<(String, Rect)> {
            let all = node.children.iter().filter_map(|id| tree.node(*id));
            all.filter_map(|it| Some((it.text.clone()?, it.bounds?))).collect()
        };
        let (one, other) = (texts(&self.reference, ours), texts(&self.test, theirs));
        // A text that goes on in another line or column is not set larger.
        let is_line = |height: f64| height <= MORE_LINES * size;
        let is_larger = |a: Rect, b: Rect| {
            let (wider, higher) = (a.width / b.width, a.height / b.height);
            a.height - b.height > LEAST_PX
                && higher > LARGER
                && (higher / LARGER..higher * LARGER).contains(&wider)
                && is_line(b.height)
        };
        let mut pairs = one.iter().zip(&other).filter(|(a, b)| a.0 == b.0).map(|(a, b)| (a.1, b.1));
        let (a, b) = pairs.find(|(a, b)| is_larger(*a, *b) || is_larger(*b, *a))?;
        (one.len() == other.len()).then(|| Difference {
            aspect: Aspect::Style,
            property: "size of the letters".to_owned(),
            reference: format!("{}px", a.height.round()),
            test: format!("{}px", b.height.round()),
            weight: 1.0,
        })
    }

    /// Whether something is just as wide, or as high, as some control is in each browser: scripts measure them.
    fn is_size_of_control(&self, found: &Difference, ours: &Node, theirs: &Node) -> bool {
        let size: fn(Rect) -> f64 = match found.property.as_str() {
            "width" => |it| it.width,
            "height" => |it| it.height,
            _ => return false,
        };
        let own = ours.bounds.zip(theirs.bounds);
        found.aspect == Aspect::Size
            && own.is_some_and(|(one, other)| {
                self.controls.iter().filter_map(|id| self.box_pair(*id)).any(|control| {
                    const MOST_OWN: f64 = 40.0;
                    // Borders of the one or the other.
                    (size(control.other) - size(control.one)).abs() <= MOST_OWN
                        && (size(control.one) - size(one)).abs() <= 4.0
                        && (size(control.other) - size(other)).abs() <= 4.0
                })
            })
    }

    /// A pair of boxes with what is around them; none if there are no such boxes, or no sense in them.
    pub(crate) fn surroundings(&self, one: u64, other: u64) -> Option<Around> {
        let (ours, theirs) = (self.reference.node(one)?, self.test.node(other)?);
        let content = self.content(ours, theirs);
        let mut own = Pair { one: ours.bounds?, other: theirs.bounds? };
        if native::is_in_line(ours) && native::is_in_line(theirs) {
            // Where lines break is for each engine to say.
            let (one, other) = (own.one.height, own.other.height);
            if one.max(other) > MORE_LINES * one.min(other) {
                return None;
            }
            // A break at its end may belong to its box or not.
            own = content.filter(|it| it.change() < own.change()).unwrap_or(own);
        }
        let parent = self
            .box_pair(ours.parent)
            .filter(|_| self.matching.test_of(ours.parent) == Some(theirs.parent));
        let neighbors =
            self.seen_beside(one).into_iter().filter_map(|id| self.seen_pair(id)).collect();
        let around = Around {
            own,
            parent,
            neighbors,
            content,
            below: self.families.of(one),
            beside: self.families.of(ours.parent),
            control: native::control_of_both(&self.reference, one, &self.test, other),
            is_page: matches!(ours.name(), Some("html" | "body")),
            stacked: self.stacked(one, other),
            frame: self.frame(one, other),
        };
        Some(around).filter(is_finite)
    }

    fn box_pair(&self, id: u64) -> Option<Pair> {
        let one = self.reference.node(id)?.bounds?;
        let other = self.test.node(self.matching.test_of(id)?)?.bounds?;
        Some(Pair { one, other })
    }

    fn seen_pair(&self, id: u64) -> Option<Pair> {
        let node = self.reference.node(id)?;
        node.name()?;
        let pair = self.box_pair(id)?;
        self.view().sight(id)?;
        self.other_view().sight(self.matching.test_of(id)?)?;
        Some(pair)
    }

    /// What the children take up, texts too, as far as they can be seen in each browser. What is out of the flow makes
    /// nothing larger; it counts only if there is nothing else.
    fn content(&self, ours: &Node, theirs: &Node) -> Option<Pair> {
        let union = |tree: &PageTree, node: &Node, floating: &BTreeSet<u64>| -> Option<Rect> {
            let of = |is_in: &dyn Fn(&u64) -> bool| {
                let boxes = node.children.iter().filter(|id| is_in(id)).filter_map(|id| {
                    let child = tree.node(*id)?;
                    child.bounds.filter(|it| it.width > 0.0 && it.height > 0.0)
                });
                boxes.reduce(join)
            };
            of(&|id| !floating.contains(id)).or_else(|| of(&|_| true))
        };
        // Then nothing in it accounts for it.
        if self.has_other_lines(ours, theirs) {
            return None;
        }
        Some(Pair {
            one: union(&self.reference, ours, &self.floating.0)?,
            other: union(&self.test, theirs, &self.floating.1)?,
        })
    }

    fn look_at_pixels(
        &self,
        pair: NodePair,
        picture: &Picture,
        other_picture: &Picture,
        found: &[Difference],
    ) -> Vec<Difference> {
        let (Some(one), Some(other)) = (pair.reference, pair.test) else { return Vec::new() };
        let is_box = self.reference.node(one).is_some_and(|it| {
            let is_shape = is_shape(it) && !is_math(it);
            it.name().is_some() && !is_shape && !native::is_without_box(&self.reference, it)
        });
        // What is selected of a text is up to the engine.
        let is_written = native::is_field(&self.reference, one)
            && (focus_of(&self.reference) == Some(one) || focus_of(&self.test) == Some(other));
        let is_broken =
            native::is_broken(&self.reference, one) && native::is_broken(&self.test, other);
        let is_seen_elsewhere = self.are_frames_seen
            && self
                .reference
                .node(one)
                .is_some_and(|it| matches!(it.name(), Some("iframe" | "frame")));
        let is_away = self.reference.node(one).is_some_and(|it| self.is_scrolled_away(it));
        if !is_box
            || is_away
            || is_seen_elsewhere
            || is_broken
            || is_written
            || found.iter().any(|it| !matches!(it.aspect, Aspect::Style | Aspect::Size))
        {
            return Vec::new();
        }
        let painted = pixels::differences(self, one, picture, other, other_picture);
        let is_math = self.reference.node(one).is_some_and(is_math);
        if !painted.is_empty() || !found.is_empty() || is_math || is_control(&self.reference, one) {
            return painted;
        }
        let (both, pictures) = ((one, other), (picture, other_picture));
        self.unpainted(both, pictures).or_else(|| self.ink(both, pictures)).into_iter().collect()
    }
}

/// Whether an element has text of its own that can be seen; icons often hide theirs far outside.
fn has_seen_text(view: View<'_>, node: &Node) -> bool {
    node.children.iter().any(|id| {
        let text = view.tree.node(*id).and_then(|child| child.text.as_deref());
        text.is_some_and(|text| !text.trim().is_empty()) && view.sight(*id).is_some()
    })
}

/// Whether an inline element has blocks in it: engines do not agree what its box is, and nothing of it shows.
fn holds_blocks(tree: &PageTree, node: &Node) -> bool {
    let display = |node: &Node| node.style.as_ref()?.get("display").cloned();
    let is_inline = node.bounds.is_some() && display(node).is_none_or(|it| it == "inline");
    let is_block = |id: &u64| {
        let child = tree.node(*id).filter(|child| child.name().is_some());
        child.and_then(display).is_some_and(|it| !it.starts_with("inline") && it != "contents")
    };
    let inside = node.shadow.and_then(|id| tree.node(id)).map_or(&[][..], |it| &it.children);
    is_inline && node.children.iter().chain(inside).any(is_block)
}

/// A node and all that is in it.
fn descendants(tree: &PageTree, top: Option<u64>) -> Vec<u64> {
    let mut all = Vec::new();
    let mut waiting: Vec<u64> = top.into_iter().collect();
    while let Some(id) = waiting.pop().filter(|_| all.len() < tree.nodes().len()) {
        let Some(node) = tree.node(id) else { continue };
        all.push(id);
        waiting.extend(node.children.iter().chain(&node.shadow));
    }
    all
}

/// A node, all that it is in, and all that is in it.
fn around_and_inside(tree: &PageTree, id: Option<u64>) -> Vec<u64> {
    let next = |id: &u64| tree.node(*id).map(|node| node.parent);
    let line = std::iter::successors(id, next).take(tree.nodes().len());
    line.chain(descendants(tree, pointer::hovering(tree, id).or(id))).collect()
}

/// What is said in an element is said in what it is in as well.
fn speakers(tree: &PageTree, changes: &mut Changes) {
    for id in changes.said.union(&changes.around) {
        let line = std::iter::successors(Some(*id), |id| tree.node(*id).map(|node| node.parent));
        let line = line.take_while(|id| tree.node(*id).is_some()).take(text::SAID_LEVELS + 1);
        changes.changed.extend(line);
    }
}

/// Keeps the list of what is out of the flow.
/// Where children are in their lists of siblings; known for the rest of the step.
type Places = RefCell<HashMap<u64, usize>>;

fn place_among(places: &Places, siblings: &[u64], id: u64) -> usize {
    let mut places = places.borrow_mut();
    if let Some(at) = places.get(&id) {
        return *at;
    }
    places.extend(siblings.iter().enumerate().map(|(at, id)| (*id, at)));
    places.get(&id).copied().unwrap_or(0)
}

fn know_floating(tree: &PageTree, changed: &BTreeSet<u64>, floating: &mut BTreeSet<u64>) {
    for id in changed {
        let style = tree.node(*id).and_then(|node| node.style.as_ref());
        let style = |name: &str| style.and_then(|style| style.get(name)).map(String::as_str);
        let is_placed = matches!(style("position"), Some("absolute" | "fixed" | "sticky"));
        if is_placed || style("float").is_some_and(|side| side != "none") {
            floating.insert(*id);
        } else {
            floating.remove(id);
        }
    }
    floating.retain(|id| tree.node(*id).is_some());
}

fn is_finite(around: &Around) -> bool {
    let fine = |it: Rect| [it.x, it.y, it.width, it.height].iter().all(|value| value.is_finite());
    let both = |it: &Pair| fine(it.one) && fine(it.other);
    both(&around.own)
        && around.parent.iter().all(both)
        && around.content.iter().all(both)
        && around.neighbors.iter().all(both)
}

fn join(a: Rect, b: Rect) -> Rect {
    let (x, y) = (a.x.min(b.x), a.y.min(b.y));
    let right = (a.x + a.width).max(b.x + b.width);
    let bottom = (a.y + a.height).max(b.y + b.height);
    Rect { x, y, width: right - x, height: bottom - y }
}

/// Inside of a drawing, boxes are shapes: what they say differs, and what they show is the drawing's.
fn is_shape(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::Element { name, space: Some(_) } if name != "svg")
}

/// Formulas have boxes of their own, which engines lay out in their own ways; what they paint can be compared.
fn is_math(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::Element { space: Some(space), .. } if space == "math")
}

/// What a change may concern: the changed nodes, those they are in and what is in them as far as it hangs on them.
fn related(
    tree: &PageTree,
    changes: &Changes,
    restless: &BTreeSet<u64>,
    is_alone: &dyn Fn(u64) -> bool,
) -> BTreeSet<u64> {
    let mut all: BTreeSet<u64> = BTreeSet::new();
    for id in changes.changed.iter().chain(&changes.moved).chain(&changes.around).chain(restless) {
        let Some(mut node) = tree.node(*id) else { continue };
        all.insert(*id);
        // Whether what has no partner, or no size, is seen is known by what is in it.
        while tree.node(node.parent).is_some() && all.insert(node.parent) {
            let parent = node.parent;
            let Some(outer) = tree.node(parent) else { break };
            if !is_flat(outer) && !is_alone(parent) {
                break;
            }
            node = outer;
        }
    }
    let mut waiting: Vec<u64> = changes.moved.iter().chain(restless).copied().collect();
    let mut known = BTreeSet::new();
    while let Some(id) = waiting.pop().filter(|_| known.len() <= tree.nodes().len()) {
        let Some(node) = tree.node(id).filter(|_| known.insert(id)) else { continue };
        all.extend(&node.children);
        all.extend(node.shadow);
        // What has no size is no frame for what is in it.
        let is_flat = |id: &&u64| tree.node(**id).is_some_and(is_flat);
        waiting.extend(node.children.iter().filter(is_flat));
    }
    all
}

/// Whether it has no size.
fn is_flat(node: &Node) -> bool {
    node.bounds.is_none_or(|it| it.width <= 0.0 || it.height <= 0.0)
}
