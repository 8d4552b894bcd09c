//! Walks through two runs side by side and collects what differs, with where and since when.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;

use xcheck_model::run::{Divergence, DivergenceKind, Step, Uncaught};
use xcheck_trace::run::{Node, PageTree, RunReader};

use crate::classify::{Features, is_worth_telling};
use crate::diagnose::Marks;
use crate::difference::{Aspect, Difference, Kind};
use crate::moments::{Moment, Shots, each_moment};
use crate::page::{NodePair, PagePair, Scope, floats_near};
use crate::paths::Paths;
use crate::pixels::scroll_of;
use crate::report::Boxes;
use crate::states::Graphs;
use crate::style;
use crate::text::shorten;

/// The property of what a pointer hits.
pub(crate) const HIT: &str = "what a click hits";
/// The property of what has the focus when somebody types.
pub(crate) const FOCUS: &str = "where keys go";

/// A difference as it was first seen, and how often.
#[derive(Clone, Debug)]
pub(crate) struct Sighting {
    pub(crate) page: usize,
    pub(crate) url: String,
    /// Step of the reference run.
    pub(crate) step: u64,
    pub(crate) event: Option<u64>,
    /// The first state of its page.
    pub(crate) is_first: bool,
    /// Whether the step changed the element in the document of one browser, and of the other.
    pub(crate) is_mutated: (bool, bool),
    pub(crate) pair: NodePair,
    pub(crate) difference: Difference,
    pub(crate) place: Place,
    /// The step that changed the element, or one it is in, in one browser only.
    pub(crate) origin: Option<u64>,
    /// What the step put into both documents as one small piece, with the element in it.
    pub(crate) piece: Option<NodePair>,
    /// It was there before, for a reason of that time, and came again when both browsers changed the element.
    pub(crate) is_again: bool,
    /// Steps at which it was there, and the last of them.
    pub(crate) n_steps: u64,
    pub(crate) last_step: u64,
    /// The page's own time then, in microseconds, at first and at last.
    times_us: (i64, i64),
    /// The pointer was on it, or it had the focus.
    is_touched: bool,
    /// How it ended, if it did.
    ending: Option<Ending>,
    pub(crate) shots: Shots,
}

/// How a difference went away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// By itself: it was of a transition that one engine had at another moment.
    Passing,
    /// Something was done.
    Done,
}

impl Sighting {
    /// What a step did in one browser only is behavior; all else is what it shows.
    pub(crate) fn kind(&self) -> Kind {
        if matches!(self.difference.property.as_str(), HIT | FOCUS) {
            return Kind::Behavior;
        }
        let is_telling = matches!(
            self.difference.aspect,
            Aspect::Missing | Aspect::Surplus | Aspect::Text | Aspect::State
        );
        if is_telling && !self.is_first && self.is_mutated.0 != self.is_mutated.1 {
            return Kind::Behavior;
        }
        self.difference.aspect.kind()
    }
}

impl Sighting {
    /// It was there at a step once more.
    fn recur(&mut self, step: &Step) {
        self.n_steps += u64::from(self.last_step != step.index);
        self.last_step = step.index;
        self.times_us.1 = step.at_us;
        self.ending = None;
    }

    /// Whether it was there for no longer than it takes to draw a picture, and went away though nobody did anything.
    pub(crate) fn is_passing(&self) -> bool {
        self.ending == Some(Ending::Passing)
    }

    /// It is not there any more.
    fn end(&mut self, pages: &PagePair) {
        /// Time stands still while a page does nothing; longer than that is no moment.
        const MOMENT_US: i64 = 100_000;
        let is_look = matches!(self.difference.property.as_str(), "visibility" | "pixels")
            || matches!(self.difference.aspect, Aspect::Style | Aspect::Size | Aspect::Place);
        let mut around = std::iter::once(&self.pair).chain(self.place.lines.iter().flatten());
        let is_done = around.any(|it| pages.mutated.holds(*it));
        let is_short = self.times_us.1.saturating_sub(self.times_us.0) < MOMENT_US;
        let is_passing = is_look && is_short && !is_done && !self.is_touched;
        self.ending = Some(if is_passing { Ending::Passing } else { Ending::Done });
    }

    /// What a field holds is another than in the other browser: all that is done with it later may be.
    pub(crate) fn is_of_field(&self) -> bool {
        self.difference.property == "value" || self.difference.aspect == Aspect::State
    }
}

/// Where an element is.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// In the reference, or where it is if it is in the other browser alone.
    pub(crate) xpath: String,
    pub(crate) selector: String,
    pub(crate) html: String,
    pub(crate) boxes: Boxes,
    /// The same from both sides: one of its XPaths, whichever browser it is asked of.
    pub(crate) key: String,
    /// Name and class: what its like have in common.
    pub(crate) likeness: String,
    /// What it is in, the nearest first; twice if that is not the same in both browsers.
    pub(crate) lines: Vec<Vec<NodePair>>,
    /// As selectors see it and what it is in.
    pub(crate) marks: Vec<Marks>,
    /// Styles that it, or what it is in so many levels above, has in one browser only.
    pub(crate) styles: Vec<(&'static str, usize)>,
    /// Scripts gave it other attributes in one browser than in the other.
    pub(crate) is_scripted: bool,
}

/// An error that nothing caught, in the other browser only.
#[derive(Clone, Debug)]
pub(crate) struct Trouble {
    pub(crate) page: usize,
    pub(crate) step: u64,
    /// It stopped what the page does at first, so that anything may be missing later.
    pub(crate) is_first: bool,
    pub(crate) error: Uncaught,
}

/// What two runs have that differs.
#[derive(Debug, Default)]
pub(crate) struct Walked {
    pub(crate) sightings: Vec<Sighting>,
    pub(crate) troubles: Vec<Trouble>,
    /// What the replay in the other browser told of, with the step that shows what came of it.
    pub(crate) divergences: Vec<(u64, Divergence)>,
    pub(crate) graphs: Graphs,
}

/// Compares two runs step by step.
pub(crate) fn walk(reference: &RunReader, test: &RunReader, scope: Scope) -> Walked {
    let divergences = own_divergences(reference, test);
    let mut walked = Walked::default();
    let mut seen = Seen::default();
    let mut origins = Origins::default();
    let mut steps: Vec<(usize, Option<u64>, u64)> = Vec::new();
    each_moment(reference, test, scope, &mut |moment| {
        origins.follow(moment);
        walked.graphs.follow(moment);
        collect(&mut walked, &mut seen, &origins, moment);
        for divergence in divergences.iter().filter(|it| is_of(it, moment)) {
            let property = missed_by(divergence.kind);
            walked.sightings.extend(property.and_then(|it| missed(divergence, it, moment)));
        }
        add_troubles(&mut walked, moment);
        let (ours, theirs) = &moment.pages.touched;
        let is_changed = !ours.is_empty() || !theirs.is_empty();
        steps.extend(moment.one.filter(|_| is_changed).map(|it| (it.page, it.event, it.index)));
    });
    walked.sightings.retain(|it| !it.is_passing());
    place_divergences(&mut walked, &steps, divergences);
    walked
}

/// Whether a divergence showed at this moment.
fn is_of(divergence: &Divergence, moment: &Moment<'_>) -> bool {
    let step = moment.step;
    moment.one.is_some() && divergence.page == step.page && divergence.event == step.event
}

/// What did not reach its element, if that is what a divergence tells.
pub(crate) fn missed_by(kind: DivergenceKind) -> Option<&'static str> {
    match kind {
        DivergenceKind::TargetNotHit => Some(HIT),
        DivergenceKind::FocusElsewhere => Some(FOCUS),
        _ => None,
    }
}

/// An element that a person cannot reach as in the reference: something else is where it was clicked, or has the focus.
fn missed(divergence: &Divergence, property: &str, moment: &Moment<'_>) -> Option<Sighting> {
    let Moment { step, pages, shots, .. } = moment;
    let xpath = divergence.detail.rsplit_once('(').map(|it| it.1.trim_end_matches(')'))?;
    let id = pages.reference.at_xpath(xpath)?;
    if property == FOCUS && !hangs_on_focus(pages.reference.node(id)?, &divergence.detail) {
        return None;
    }
    let pair = pages.pair_of_reference(id);
    let mut paths = (Paths::new(&pages.reference), Paths::new(&pages.test));
    Some(Sighting {
        page: step.page,
        url: step.url.clone(),
        step: step.index,
        event: step.event,
        is_first: pages.n_steps() == 1,
        is_mutated: (false, false),
        pair,
        difference: Difference {
            aspect: Aspect::State,
            property: property.to_owned(),
            reference: "the element itself".to_owned(),
            test: "something else".to_owned(),
            weight: 1.0,
        },
        place: place(pages, pair, Aspect::State, &mut paths),
        origin: None,
        piece: None,
        is_again: false,
        n_steps: 1,
        last_step: step.index,
        times_us: (step.at_us, step.at_us),
        is_touched: true,
        ending: None,
        shots: (*shots).clone(),
    })
}

/// Whether keys do something by themselves where they go: all others are heard around it as well.
fn hangs_on_focus(node: &Node, told: &str) -> bool {
    let is_field = matches!(node.name(), Some("input" | "textarea" | "select"))
        || node.attributes.contains_key("contenteditable");
    is_field || told.contains("press Enter") || told.contains("type \" \"")
}

/// Divergences that the reference does not have in its own replay.
fn own_divergences(reference: &RunReader, test: &RunReader) -> Vec<Divergence> {
    let known: Vec<Divergence> = reference.divergences().flatten().collect();
    let is_known = |one: &Divergence| {
        known.iter().any(|it| (it.page, it.event, it.kind) == (one.page, one.event, one.kind))
    };
    test.divergences().flatten().filter(|it| !is_known(it)).collect()
}

/// Puts what a replay told of to the first step that shows what came of it.
fn place_divergences(
    walked: &mut Walked,
    steps: &[(usize, Option<u64>, u64)],
    divergences: Vec<Divergence>,
) {
    for divergence in divergences {
        let page = divergence.page;
        let later = steps.iter().filter(|(at, event, _)| *at == page && *event >= divergence.event);
        let Some(step) = later.map(|(_, _, index)| *index).min() else { continue };
        let is_error = divergence.kind == DivergenceKind::ErrorOnlyHere;
        let is_told = walked.troubles.iter().any(|it| it.page == page && it.step == step);
        if is_error && !is_told {
            let message = divergence.detail.clone();
            let error = Uncaught { message, ..Uncaught::default() };
            let is_first = divergence.event.is_none();
            walked.troubles.push(Trouble { page, step, is_first, error });
        }
        walked.divergences.push((step, divergence));
    }
}

/// Errors of the other browser that the reference has not.
fn add_troubles(walked: &mut Walked, moment: &Moment<'_>) {
    let n_ours = moment.one.map_or(0, |it| it.errors.len());
    for error in moment.other.iter().flat_map(|it| &it.errors).skip(n_ours) {
        let (page, step) = (moment.step.page, moment.step.index);
        let is_first = moment.pages.n_steps() == 1;
        walked.troubles.push(Trouble { page, step, is_first, error: error.clone() });
    }
}

/// Where a difference was noted: by what it is, and by what it says.
#[derive(Default)]
struct Seen {
    pairs: BTreeMap<(usize, NodePair, Aspect, String), usize>,
    words: HashMap<Words, usize>,
}

/// A page, what differs, the make of the element, and both texts.
type Words = (usize, Aspect, String, String, String, String);

/// What elements that are made anew at each step have in common with those that were there before.
fn words(page: usize, likeness: &str, difference: &Difference) -> Option<Words> {
    let Difference { aspect, property, reference, test, .. } = difference;
    let is_said = matches!(aspect, Aspect::Text | Aspect::Missing | Aspect::Surplus)
        && !(reference.is_empty() && test.is_empty());
    let own = |text: &String| text.clone();
    is_said.then(|| (page, *aspect, own(property), likeness.to_owned(), own(reference), own(test)))
}

/// Elements that were last changed in one browser only, with the step: by page and node, in each browser.
#[derive(Default)]
struct Origins {
    reference: BTreeMap<(usize, u64), u64>,
    test: BTreeMap<(usize, u64), u64>,
}

impl Origins {
    fn follow(&mut self, moment: &Moment<'_>) {
        let Moment { step, pages, .. } = moment;
        if pages.n_steps() == 1 {
            return;
        }
        for (id, marked) in &pages.mutated.marked {
            let pair = pages.pair_of_reference(*id);
            for (known, id) in [(&mut self.reference, pair.reference), (&mut self.test, pair.test)]
            {
                let Some(id) = id else { continue };
                match marked {
                    (true, true) => drop(known.remove(&(step.page, id))),
                    _ => drop(known.insert((step.page, id), step.index)),
                }
            }
        }
    }

    /// Of an element or the nearest that it is in.
    fn of(&self, page: usize, pair: NodePair, lines: &[Vec<NodePair>]) -> Option<u64> {
        std::iter::once(&pair).chain(lines.iter().flatten()).find_map(|it| {
            let ours = it.reference.and_then(|id| self.reference.get(&(page, id)));
            ours.or_else(|| self.test.get(&(page, it.test?))).copied()
        })
    }
}

/// Whether a person would be told of it: sizes, places and pixels are judged, all else speaks for itself.
pub(crate) fn is_told(moment: &Moment<'_>, pair: NodePair, aspect: Aspect) -> bool {
    if !matches!(aspect, Aspect::Size | Aspect::Place | Aspect::Pixels) {
        return true;
    }
    let both = moment.pictures.0.as_deref().zip(moment.pictures.1.as_deref());
    Features::of(moment.pages, pair, both).is_none_or(|it| is_worth_telling(&it))
}

fn collect(walked: &mut Walked, seen: &mut Seen, origins: &Origins, moment: &Moment<'_>) {
    let Moment { step, pages, shots, .. } = moment;
    let changed = std::cell::OnceCell::new();
    let is_mutated = |pair: &NodePair, difference: &Difference| {
        // What an element says may change in one browser while something else about it changes in both.
        let is_said = (difference.aspect, difference.property.as_str()) == (Aspect::Text, "text");
        let (ours, theirs) = match is_said {
            true => &pages.mutated.said,
            false => changed.get_or_init(|| mutated(pages)),
        };
        let is_in = |ids: &BTreeSet<u64>, id: Option<u64>| id.is_some_and(|id| ids.contains(&id));
        (is_in(ours, pair.reference), is_in(theirs, pair.test))
    };
    let mut paths = (Paths::new(&pages.reference), Paths::new(&pages.test));
    for (pair, all) in &pages.standing {
        for difference in all.iter().filter(|it| !is_in_unseen(pages, *pair, it)) {
            let key = (step.page, *pair, difference.aspect, difference.property.clone());
            let known = seen.pairs.get(&key).copied();
            if let Some(at) = known {
                walked.sightings[at].recur(step);
                let known = &walked.sightings[at];
                let may_be_another = known.kind() == Kind::Behavior && !known.is_again;
                if !may_be_another || is_mutated(pair, difference) != (true, true) {
                    continue;
                }
            }
            if !is_told(moment, *pair, difference.aspect) {
                continue;
            }
            let place = place(pages, *pair, difference.aspect, &mut paths);
            let words = words(step.page, &place.likeness, difference);
            let same = words.as_ref().and_then(|it| seen.words.get(it)).copied();
            if let Some(at) = same.filter(|at| walked.sightings[*at].step < step.index) {
                walked.sightings[at].recur(step);
                seen.pairs.insert(key, at);
                continue;
            }
            seen.pairs.insert(key, walked.sightings.len());
            if let Some(words) = words {
                seen.words.entry(words).or_insert(walked.sightings.len());
            }
            walked.sightings.push(Sighting {
                page: step.page,
                url: step.url.clone(),
                step: step.index,
                event: step.event,
                is_first: pages.n_steps() == 1,
                is_mutated: is_mutated(pair, difference),
                pair: *pair,
                difference: difference.clone(),
                origin: origins.of(step.page, *pair, &place.lines),
                piece: place.lines.first().and_then(|line| pages.piece(*pair, line)),
                place,
                is_again: known.is_some(),
                n_steps: 1,
                last_step: step.index,
                times_us: (step.at_us, step.at_us),
                is_touched: pages.is_touched(*pair),
                ending: None,
                shots: (*shots).clone(),
            });
        }
    }
    for one in &mut walked.sightings {
        if one.page == step.page && one.last_step < step.index && one.ending.is_none() {
            one.end(pages);
        }
    }
}

/// Whether what it is in cannot be seen either: that is told.
fn is_in_unseen(pages: &PagePair, pair: NodePair, difference: &Difference) -> bool {
    if !matches!(difference.aspect, Aspect::Missing | Aspect::Surplus) {
        return false;
    }
    let ours = pair.reference.and_then(|id| pages.reference.node(id));
    let theirs = pair.test.and_then(|id| pages.test.node(id));
    let ours = ours.map(|node| pages.pair_of_reference(node.parent));
    let theirs = theirs.map(|node| pages.pair_of_test(node.parent));
    let mut outer = ours.into_iter().chain(theirs).filter_map(|pair| pages.standing.get(&pair));
    outer.any(|all| all.iter().any(|it| it.aspect == difference.aspect))
}

/// What the last step changed in each document, with all that it is in.
fn mutated(pages: &PagePair) -> (BTreeSet<u64>, BTreeSet<u64>) {
    let with_ancestors = |tree: &PageTree, ids: &BTreeSet<u64>| {
        let mut all = BTreeSet::new();
        for id in ids {
            let mut at = *id;
            // What is known already has its ancestors there.
            while tree.node(at).is_some() && all.insert(at) {
                at = tree.node(at).map_or(0, |node| node.parent);
            }
        }
        all
    };
    (
        with_ancestors(&pages.reference, &pages.mutated.reference),
        with_ancestors(&pages.test, &pages.mutated.test),
    )
}

fn place<'a>(
    pages: &PagePair,
    pair: NodePair,
    aspect: Aspect,
    paths: &mut (Paths<'a>, Paths<'a>),
) -> Place {
    let ours = pair.reference.map(|id| (paths.0.xpath(id), paths.0.selector(id)));
    let theirs = pair.test.map(|id| (paths.1.xpath(id), paths.1.selector(id)));
    let key = ours.iter().chain(&theirs).map(|(xpath, _)| xpath).min().cloned();
    let (xpath, selector) = ours.or(theirs).unwrap_or_default();
    let (tree, id) = match (pair.reference, pair.test) {
        (Some(id), _) => (&pages.reference, id),
        (None, id) => (&pages.test, id.unwrap_or(0)),
    };
    let node = tree.node(id);
    let mut html = format!("<{}", node.and_then(Node::name).unwrap_or("?"));
    for (key, value) in node.iter().flat_map(|node| &node.attributes) {
        let _ = write!(html, " {key}=\"{}\"", shorten(value).replace('"', "&quot;"));
    }
    html.push('>');
    Place {
        key: key.unwrap_or_default(),
        xpath,
        selector,
        html,
        boxes: Boxes {
            reference: box_on_screen(&pages.reference, pair.reference),
            test: box_on_screen(&pages.test, pair.test),
        },
        likeness: likeness(pages, pair),
        styles: styles_of_one(pages, pair),
        is_scripted: is_scripted(pages, pair),
        lines: lines(pages, pair),
        marks: marks(tree, id, aspect),
    }
}

/// Styles that are set in one browser and as they are by themselves in the other, of a pair and what it is in.
fn styles_of_one(pages: &PagePair, pair: NodePair) -> Vec<(&'static str, usize)> {
    const MOST_LEVELS: usize = 3;
    let mut found = Vec::new();
    let mut at = pair;
    for distance in 0..MOST_LEVELS {
        let ours = at.reference.and_then(|id| pages.reference.node(id));
        let theirs = at.test.and_then(|id| pages.test.node(id));
        // What was done in one browser only is no question of styles.
        if is_scripted(pages, at) {
            return Vec::new();
        }
        if let (Some(ours), Some(theirs)) = (ours, theirs) {
            let all = style::of_one(ours, theirs);
            found.extend(all.into_iter().map(|property| (property, distance)));
        }
        let Some(outer) = ours.map(|node| node.parent) else { break };
        at = pages.pair_of_reference(outer);
    }
    found
}

/// Whether an element has other attributes in one browser than in the other, of those that change how it looks.
fn is_scripted(pages: &PagePair, pair: NodePair) -> bool {
    const BY_SCRIPTS: [&str; 5] = ["class", "id", "style", "open", "hidden"];
    let ours = pair.reference.and_then(|id| pages.reference.node(id));
    let theirs = pair.test.and_then(|id| pages.test.node(id));
    ours.zip(theirs).is_some_and(|(ours, theirs)| {
        BY_SCRIPTS.iter().any(|name| ours.attributes.get(*name) != theirs.attributes.get(*name))
    })
}

fn box_on_screen(tree: &PageTree, id: Option<u64>) -> Option<[f64; 4]> {
    let (it, scroll) = (tree.node(id?)?.bounds?, scroll_of(tree));
    let all = [it.x - scroll.0, it.y - scroll.1, it.width, it.height];
    all.iter().all(|value| value.is_finite()).then_some(all)
}

/// Name and first class, as far as both browsers agree on it.
fn likeness(pages: &PagePair, pair: NodePair) -> String {
    let ours = pair.reference.and_then(|id| pages.reference.node(id));
    let theirs = pair.test.and_then(|id| pages.test.node(id));
    let classes = |node: &Node| -> Vec<String> {
        let all = node.attributes.get("class").map_or("", String::as_str);
        all.split_whitespace().map(str::to_owned).collect()
    };
    let class = match (ours.map(classes), theirs.map(classes)) {
        (Some(ours), Some(theirs)) if ours.first() != theirs.first() => {
            ours.into_iter().filter(|it| theirs.contains(it)).min()
        }
        (ours, theirs) => ours.or(theirs).and_then(|all| all.into_iter().next()),
    };
    let name = ours.or(theirs).and_then(Node::name).unwrap_or("?");
    format!("{name}.{}", class.unwrap_or_default())
}

/// What a pair is in, in each browser.
fn lines(pages: &PagePair, pair: NodePair) -> Vec<Vec<NodePair>> {
    let of = |tree: &PageTree, id: u64, pair_of: &dyn Fn(u64) -> NodePair| -> Vec<NodePair> {
        let line = std::iter::successors(Some(id), |id| tree.node(*id).map(|node| node.parent));
        let line = line.take(tree.nodes().len() + 1).skip(1);
        line.take_while(|id| tree.node(*id).is_some()).map(pair_of).collect()
    };
    let ours = pair.reference.map(|id| of(&pages.reference, id, &|id| pages.pair_of_reference(id)));
    let theirs = pair.test.map(|id| of(&pages.test, id, &|id| pages.pair_of_test(id)));
    let mut lines: Vec<Vec<NodePair>> = ours.into_iter().chain(theirs).collect();
    lines.dedup();
    lines
}

/// An element and its nearest ancestors. What is in it may paint beyond its own box, shadows and reflections, and make
/// it larger.
fn marks(tree: &PageTree, id: u64, aspect: Aspect) -> Vec<Marks> {
    const MOST_LEVELS: usize = 6;
    const MOST_INSIDE: usize = 40;
    let mut all = Vec::new();
    let mut at = id;
    for distance in 0..MOST_LEVELS {
        let Some(node) = tree.node(at) else { break };
        all.extend(mark(node, distance));
        at = node.parent;
    }
    let n_levels = match (aspect, tree.node(id).and_then(Node::name)) {
        (Aspect::Pixels, Some("svg")) => 4,
        (Aspect::Pixels, _) => 1,
        (Aspect::Size, _) => 2,
        _ => 0,
    };
    let mut level = vec![id];
    for _ in 0..n_levels {
        let inside = level.iter().filter_map(|id| tree.node(*id)).flat_map(|it| &it.children);
        level = inside.copied().take(MOST_INSIDE).collect();
        let nodes = level.iter().filter_map(|id| tree.node(*id));
        all.extend(nodes.filter_map(|child| mark(child, 1)));
    }
    if matches!(aspect, Aspect::Size | Aspect::Place) {
        all.extend(floats_near(tree, id).filter_map(|it| mark(tree.node(it)?, 1)));
    }
    all
}

fn mark(node: &Node, distance: usize) -> Option<Marks> {
    let attribute = |key: &str| node.attributes.get(key).cloned().unwrap_or_default();
    Some(Marks {
        name: node.name()?.to_owned(),
        id: attribute("id"),
        classes: attribute("class").split_whitespace().map(str::to_owned).collect(),
        attributes: node.attributes.clone(),
        distance,
    })
}
