//! Makes findings of differences: those of one cause become one.
//!
//! Differences of one element, of elements of one make, and those that one error brought are the same thing.
//! As in CrossCheck's Algorithm 2, differences of a screen belong together if one element is inside of the other; so do
//! those that one step brought near each other. But what is known to have another cause is another finding, and what is
//! known to have the same is the same one.

mod causes;
mod groups;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use xcheck_model::run::Uncaught;

use self::causes::Causes;
use self::groups::Groups;
use crate::diagnose::is_of_words;
use crate::difference::{Aspect, Difference, Kind};
use crate::page::{self, NodePair};
use crate::report::{Cause, CauseKind};
use crate::text;
use crate::walk::{FOCUS, HIT, Place, Sighting, Trouble, Walked};

/// Differences of one cause.
#[derive(Clone, Debug)]
pub(crate) struct Cluster {
    /// Numbers of sightings, the leading one first.
    pub(crate) members: Vec<usize>,
    pub(crate) trouble: Option<usize>,
    /// Why, if there is no doubt.
    pub(crate) cause: Option<Cause>,
    /// An earlier cluster with the same elements: this one is a finding of its own only if its cause is another.
    pub(crate) earlier: Option<usize>,
}

/// Why, and whether there is no doubt.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) cause: Cause,
    pub(crate) is_sure: bool,
}

/// Says why.
pub(crate) type Why<'a> = &'a dyn Fn(&Cluster) -> Answer;

/// Groups all that was seen.
pub(crate) fn cluster(walked: &Walked, why: Why<'_>) -> Vec<Cluster> {
    let all = &walked.sightings;
    let troubles: Vec<Option<usize>> =
        all.iter().map(|it| trouble_of(&walked.troubles, it)).collect();
    let error_of = |at: usize| troubles[at].map(|it| &walked.troubles[it].error);
    let mut groups = Groups::new(all);
    for (one, other) in meetings(all, |at| bonds(&all[at], error_of(at))) {
        groups.join(one, other);
    }
    let shaken_by = |at: usize| changed_by(&walked.troubles, &all[at]).map(|it| &it.error);
    let make = |members: &[usize]| {
        let mut members = members.to_vec();
        members.sort_by_key(|at| rank(&all[*at], *at));
        let trouble = members.iter().find_map(|at| troubles[*at]);
        Cluster { members, trouble, cause: None, earlier: None }
    };
    let mut causes = Causes::new(groups.all());
    join_near(all, &mut groups, &mut causes, &shaken_by, &|members| why(&make(members)));
    let mut clusters: Vec<Cluster> = Vec::new();
    for members in groups.all() {
        let cause = members.first().and_then(|at| causes.sure(groups.leader_of(*at)));
        let mut cluster = Cluster { cause, ..make(&members) };
        if let Some(cause) = &cluster.cause {
            // What the cause is known of stands for all that came of it.
            cluster.members.sort_by_key(|at| !causes.is_of(*at, cause));
        }
        clusters.push(cluster);
    }
    clusters.sort_by_key(|it| it.members.first().map(|at| (all[*at].step, *at)));
    find_earlier(all, &mut clusters);
    clusters
}

/// Pairs of differences that have a bond in common: each with the first that has it.
fn meetings<'a>(
    all: &'a [Sighting],
    bonds_of: impl Fn(usize) -> Vec<Bond<'a>>,
) -> Vec<(usize, usize)> {
    let mut first: HashMap<(bool, Bond<'_>), usize> = HashMap::new();
    let mut found = Vec::new();
    for (at, one) in all.iter().enumerate() {
        for bond in bonds_of(at) {
            match first.entry((one.is_again, bond)) {
                Entry::Occupied(first) => found.push((*first.get(), at)),
                Entry::Vacant(place) => drop(place.insert(at)),
            }
        }
    }
    found
}

/// Joins groups that are near each other, the nearest first, unless they are known to have different causes; then
/// those that are known to have the same one.
fn join_near<'a>(
    all: &[Sighting],
    groups: &mut Groups,
    causes: &mut Causes,
    error_of: &dyn Fn(usize) -> Option<&'a Uncaught>,
    why: &dyn Fn(&[usize]) -> Answer,
) {
    /// Further off than all that is near by its place.
    const BY_ERROR: usize = 4;
    let mut near = nested(all);
    near.extend(pushed(all).into_iter().map(|(one, other)| (0, one, other)));
    near.extend(following(all));
    let of_element = |at: usize| vec![Bond::Pair(all[at].page, all[at].pair, false)];
    near.extend(meetings(all, of_element).into_iter().map(|(one, other)| (0, one, other)));
    near.extend(meetings(all, |at| near_bonds(&all[at])).into_iter().map(|(a, b)| (1, a, b)));
    let of_error = |at: usize| error_of(at).map(of_error).into_iter().collect();
    near.extend(meetings(all, of_error).into_iter().map(|(a, b)| (BY_ERROR, a, b)));
    // By what is the same from both sides, so that findings are.
    let key = |at: usize| (all[at].step, all[at].place.key.as_str());
    near.sort_by_cached_key(|(distance, one, other)| (*distance, key(*one), key(*other)));
    let is_paint = |at: usize| all[at].difference.aspect == Aspect::Pixels;
    for (distance, first, second) in near {
        let (one, other) = (groups.leader_of(first), groups.leader_of(second));
        // What an element paints belongs to what is nearest, and makes nothing one that is not.
        let is_bridge = (is_paint(first) || is_paint(second))
            && !groups.is_paint[one]
            && !groups.is_paint[other];
        if one == other || is_bridge {
            continue;
        }
        let (why_one, why_other) = (causes.ask_sure(one, why), causes.ask_sure(other, why));
        let is_other = match (&why_one, &why_other) {
            (Some(a), Some(b)) => !is_of_one(&a.name, &b.name),
            _ if causes.are_of_other_styles(all, (one, other), distance == BY_ERROR, why) => true,
            (Some(why), None) | (None, Some(why)) if is_of_words(why) => {
                !is_told_by(&all[first], &all[second])
            }
            // What was there before has not come of what is known to have gone wrong later.
            (Some(why), None) => groups.is_before(other, one, why),
            (None, Some(why)) => groups.is_before(one, other, why),
            (None, None) => false,
        };
        if is_other {
            continue;
        }
        groups.join(one, other);
        if let Some(cause) = why_one.or(why_other) {
            causes.set(groups.leader_of(one), Answer { cause, is_sure: true });
        }
    }
    join_same(all, groups, causes, why);
}

/// Joins what is known to have one cause: what a style brings about anywhere, what one step does, and what only looks
/// different while the same shows in what an app does. What most likely has the same one at the same step has it, too.
fn join_same(
    all: &[Sighting],
    groups: &mut Groups,
    causes: &mut Causes,
    why: &dyn Fn(&[usize]) -> Answer,
) {
    /// Whether it came again, the name of the cause, and page and step if they matter.
    type Key = (bool, String, Option<(usize, u64)>);
    let mut first: HashMap<Key, usize> = HashMap::new();
    let mut unsure = Vec::new();
    let mut spans = Vec::new();
    for members in groups.all() {
        let Some(lead) = members.iter().copied().min_by_key(|at| rank(&all[*at], *at)) else {
            continue;
        };
        let Some(answer) = causes.ask(groups.leader_of(lead), why) else { continue };
        let one = &all[lead];
        let Answer { cause, is_sure } = &answer;
        spans.push(Span::new(all, &members, lead, &answer));
        let places = [is_anywhere(cause).then_some(None), Some(Some((one.page, one.step)))];
        if !is_sure {
            let key = (one.is_again, cause.name.clone(), Some((one.page, one.step)));
            unsure.extend((cause.kind != CauseKind::Unknown).then_some((key, lead)));
            continue;
        }
        for place in places.into_iter().flatten() {
            match first.entry((one.is_again, cause.name.clone(), place)) {
                Entry::Occupied(first) => groups.join(*first.get(), lead),
                Entry::Vacant(place) => drop(place.insert(lead)),
            }
        }
        causes.set(groups.leader_of(lead), answer);
    }
    let mut put_to = |sure: usize, other: usize| {
        let answer = causes.ask(groups.leader_of(sure), why);
        groups.join(sure, other);
        // Who is joined does not make it another one.
        let answer = answer.map(|it| Answer { is_sure: it.cause.kind != CauseKind::Unknown, ..it });
        causes.known.insert(groups.leader_of(other), answer);
    };
    // A page that comes after others shows what these have left behind.
    let is_left = |it: &&Span| {
        let one = &all[it.lead];
        it.is_unknown && !it.is_look && one.is_first && one.page > 0
    };
    let mut left: HashMap<(usize, u64), usize> = HashMap::new();
    for it in spans.iter().filter(is_left) {
        match left.entry((all[it.lead].page, all[it.lead].step)) {
            Entry::Occupied(first) => put_to(*first.get(), it.lead),
            Entry::Vacant(place) => drop(place.insert(it.lead)),
        }
    }
    let came = spans.iter().filter_map(|it| Some((reason_of(all, it, &spans)?, it.lead)));
    for (reason, lead) in came.collect::<Vec<_>>() {
        put_to(reason, lead);
    }
    for look in spans.iter().filter(|it| it.is_look) {
        if let Some(outer) = spans.iter().find(|it| it.is_going_on_at(look)) {
            put_to(outer.lead, look.lead);
        }
    }
    unsure.sort_by_key(|(_, lead)| all[*lead].difference.aspect != Aspect::Text);
    let mut alike: HashMap<(Key, Aspect, &str), usize> = HashMap::new();
    for (key, lead) in unsure {
        // What elements of one make have in common most likely has one reason.
        let Sighting { difference, place, .. } = &all[lead];
        match alike.entry((key.clone(), difference.aspect, &place.likeness)) {
            Entry::Occupied(first) => {
                put_to(*first.get(), lead);
                continue;
            }
            Entry::Vacant(place) => drop(place.insert(lead)),
        }
        match first.entry(key) {
            Entry::Occupied(first) => put_to(*first.get(), lead),
            // What a page writes otherwise at several places, it most likely does for one reason.
            Entry::Vacant(place) if all[lead].difference.aspect == Aspect::Text => {
                place.insert(lead);
            }
            Entry::Vacant(_) => {}
        }
    }
}

/// What a group has come of, if only numbers are others in it and nothing else is sure: what failed last before.
fn reason_of(all: &[Sighting], late: &Span, spans: &[Span]) -> Option<usize> {
    let one = &all[late.lead];
    let is_count = one.difference.aspect == Aspect::Text
        && without_digits(&one.difference.reference) == without_digits(&one.difference.test);
    if late.is_sure || one.is_first || !is_count {
        return None;
    }
    let (is_again, page, _) = &late.what;
    let is_near = |it: &&Span| !it.is_look && (&it.what.0, &it.what.1) == (is_again, page);
    // Who counts what fails counts at the same step, if nothing else fails there.
    let is_now = |it: &&Span| it.lead != late.lead && it.steps.0 == late.steps.0;
    let mut now = spans.iter().filter(is_near).filter(is_now);
    if let (Some(only), None) = (now.next(), now.next())
        && !only.is_unknown
        && late.is_unknown
    {
        return Some(only.lead);
    }
    let is_reason = |it: &&Span| it.is_sure && it.steps.0 < late.steps.0;
    let before = spans.iter().filter(is_near).filter(is_reason);
    before.max_by_key(|it| it.steps.0).map(|it| it.lead)
}

fn without_digits(text: &str) -> String {
    text.chars().filter(|it| !it.is_ascii_digit()).collect()
}

/// A group, why it differs, and how long it shows.
struct Span {
    lead: usize,
    is_sure: bool,
    is_unknown: bool,
    /// Whether it came again, its page and its cause: what another must have in common with it.
    what: (bool, usize, String),
    /// Its first step and its last one.
    steps: (u64, u64),
    /// Whether it tells nothing that an app did or said.
    is_look: bool,
}

impl Span {
    fn new(all: &[Sighting], members: &[usize], lead: usize, why: &Answer) -> Self {
        let members = || members.iter().map(|at| &all[*at]);
        let one = &all[lead];
        Self {
            lead,
            is_sure: why.is_sure,
            is_unknown: why.cause.kind == CauseKind::Unknown,
            what: (one.is_again, one.page, why.cause.name.clone()),
            steps: (
                members().map(|it| it.step).min().unwrap_or(one.step),
                members().map(|it| it.last_step).max().unwrap_or(one.step),
            ),
            is_look: !members().any(is_telling),
        }
    }

    /// Whether this began before something of the same cause that only looks different, and is there with it.
    fn is_going_on_at(&self, look: &Self) -> bool {
        let is_there = self.steps.0 < look.steps.0 && look.steps.0 <= self.steps.1;
        self.is_sure && self.what == look.what && is_there
    }
}

/// Whether a cause does the same wherever it shows.
fn is_anywhere(cause: &Cause) -> bool {
    cause.kind == CauseKind::Css || is_of_words(cause)
}

/// Whether one thing can be seen in the other: the same element, one in the other, words that are told again.
fn is_told_by(one: &Sighting, other: &Sighting) -> bool {
    let is_in = |inner: &Sighting, outer: &Sighting| {
        inner.place.lines.iter().any(|line| line.contains(&outer.pair))
    };
    one.pair == other.pair
        || is_in(one, other)
        || is_in(other, one)
        || is_quoted(one, other)
        || is_quoted(other, one)
}

/// Whether two names are of one thing: `Temporal` and `Temporal.Now`, `text-box` and `text-box-trim`.
fn is_of_one(one: &str, other: &str) -> bool {
    let is_part = |long: &str, short: &str| {
        long.strip_prefix(short).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']))
    };
    is_part(one, other) || is_part(other, one)
}

/// Relates what came again to what was there first.
fn find_earlier(all: &[Sighting], clusters: &mut [Cluster]) {
    let mut first: HashMap<(usize, NodePair), usize> = HashMap::new();
    for (number, cluster) in clusters.iter().enumerate() {
        for one in cluster.members.iter().map(|at| &all[*at]).filter(|it| !it.is_again) {
            first.entry((one.page, one.pair)).or_insert(number);
        }
    }
    for (number, cluster) in clusters.iter_mut().enumerate() {
        let mut members = cluster.members.iter().map(|at| &all[*at]);
        if members.clone().all(|it| it.is_again) {
            let known = members.find_map(|it| first.get(&(it.page, it.pair)).copied());
            cluster.earlier = known.filter(|it| *it != number);
        }
    }
}

/// The earliest first, then what says most, then what is furthest out.
fn rank(one: &Sighting, at: usize) -> (u64, u8, usize, usize) {
    let strength = match one.difference.aspect {
        Aspect::Missing | Aspect::Surplus => 0,
        Aspect::Text => 1,
        Aspect::State => 2,
        Aspect::Size => 3,
        Aspect::Place => 4,
        Aspect::Drawing | Aspect::Pixels => 5,
        Aspect::Style => 6,
    };
    (one.step, strength, one.place.lines.iter().map(Vec::len).min().unwrap_or(0), at)
}

/// What makes two differences one thing to a person, if they have it in common.
#[derive(PartialEq, Eq, Hash)]
enum Bond<'a> {
    /// The same element; what it paints may have another reason than all else.
    Pair(usize, NodePair, bool),
    /// The same part of another page, if it is something that was done there as well, or nowhere.
    Part(bool, Aspect, &'a str, &'a str, &'a str),
    /// Elements of one make.
    Make(usize, Aspect, &'a str, &'a str),
    /// Elements of one name in one list.
    Listed(usize, &'a str, NodePair),
    /// The same wrong words.
    SameWords(usize, &'a str, &'a str, &'a str),
    /// The same words among others, changed at one step.
    SameChange(usize, u64, String, String),
    /// The same words set in another way.
    Setting(usize, Vec<(String, String)>),
    /// What one step makes come and go in one list.
    Exchanged(usize, u64, NodePair),
    /// Errors of the same line are the same one.
    Error(&'a str, u64, u64, &'a str),
    /// The words of an element with a name of its own, which may be made anew.
    Named(usize, &'a str, &'a str),
    /// Words of one make, near each other.
    Words(usize, &'a str, &'a str, NodePair),
    /// Words at the same place of the rows of one list.
    Column(usize, NodePair, &'a str),
    /// What one step puts into the rows of one list, or takes out of them.
    Rows(usize, u64, NodePair),
    /// What one step puts into both pages as one piece.
    Piece(usize, u64, NodePair),
    /// What one step puts out of place together.
    Shaken(usize, u64, NodePair),
    /// What one step did in one browser only.
    Done(usize, u64),
}

/// Bonds that hold whatever the causes are taken to be.
fn bonds<'a>(one: &'a Sighting, error: Option<&'a Uncaught>) -> Vec<Bond<'a>> {
    let Sighting { page, step, pair, difference, place, .. } = one;
    let (page, step, aspect) = (*page, *step, difference.aspect);
    let property = difference.property.as_str();
    let is_done = one.kind() == Kind::Behavior;
    let mut bonds = vec![Bond::Pair(page, *pair, aspect == Aspect::Pixels)];
    if !is_done && aspect != Aspect::Pixels {
        bonds.extend(of_make(one));
    }
    if aspect == Aspect::Text {
        bonds.push(Bond::SameWords(page, property, &difference.reference, &difference.test));
        let change = text::change(&difference.reference, &difference.test);
        bonds.extend(change.map(|(a, b)| Bond::SameChange(page, step, a, b)));
        let setting = text::setting(&difference.reference, &difference.test);
        bonds.extend(setting.map(|it| Bond::Setting(page, it)));
    }
    if matches!(aspect, Aspect::Missing | Aspect::Surplus) && !one.is_first {
        let parents = place.lines.iter().filter_map(|line| below_body(line).first());
        bonds.extend(parents.map(|parent| Bond::Exchanged(page, step, *parent)));
    }
    bonds.extend(error.map(of_error));
    bonds
}

fn of_error(error: &Uncaught) -> Bond<'_> {
    Bond::Error(&error.url, error.line, error.column, &error.message)
}

/// Elements of one make, and the same part of another page.
fn of_make(one: &Sighting) -> Vec<Bond<'_>> {
    let Sighting { page, difference, place, .. } = one;
    let (aspect, property) = (difference.aspect, difference.property.as_str());
    let is_done = one.kind() == Kind::Behavior;
    let likeness = place.likeness.as_str();
    let mut bonds = vec![Bond::Part(is_done, aspect, property, likeness, &place.key)];
    if aspect != Aspect::Text {
        bonds.push(Bond::Make(*page, aspect, property, likeness));
    }
    bonds
}

/// Bonds of what is near each other, or came of one step.
fn near_bonds(one: &Sighting) -> Vec<Bond<'_>> {
    let Sighting { page, step, difference, place, .. } = one;
    let (page, step, aspect) = (*page, *step, difference.aspect);
    let mut bonds = Vec::new();
    let near = place.lines.iter().flat_map(|line| below_body(line).iter().take(2).copied());
    match aspect {
        Aspect::Text => {
            // Without a class, only entries of one list have something in common; what has a name of its own is alone.
            let is_own = is_named(&place.selector);
            // Columns of rows say other things.
            let is_cell = row_of(place).is_some_and(|(_, column)| !column.is_empty());
            let n_outer = match place.likeness.ends_with('.') {
                _ if is_own || is_cell => 0,
                true => 1,
                false => 2,
            };
            bonds.extend(is_own.then_some(Bond::Named(
                page,
                &difference.property,
                &place.selector,
            )));
            let outer = place.lines.iter().flat_map(|line| below_body(line).iter().take(n_outer));
            bonds.extend(
                outer.map(|it| Bond::Words(page, &difference.property, &place.likeness, *it)),
            );
        }
        Aspect::Size | Aspect::Place if !is_of_lines(one) => {
            bonds.extend(near.map(|outer| Bond::Shaken(page, step, outer)));
        }
        _ => {}
    }
    if let Some((list, column)) = row_of(place) {
        match aspect {
            Aspect::Text if !is_named(&place.selector) => {
                bonds.push(Bond::Column(page, list, column));
            }
            Aspect::Missing | Aspect::Surplus => bonds.push(Bond::Rows(page, step, list)),
            _ => {}
        }
    }
    if one.kind() == Kind::Behavior {
        bonds.push(Bond::Done(page, step));
    }
    // Paint of elements without a class has something in common in one list only.
    let parent = place.lines.iter().find_map(|line| line.first());
    match (aspect, parent) {
        (Aspect::Pixels, Some(parent)) if place.likeness.ends_with('.') => {
            bonds.push(Bond::Listed(page, &place.likeness, *parent));
        }
        (Aspect::Pixels, _) => bonds.extend(of_make(one)),
        _ if one.kind() == Kind::Behavior => bonds.extend(of_make(one)),
        _ => {}
    }
    if matches!(aspect, Aspect::Text | Aspect::Missing | Aspect::Surplus) {
        bonds.extend(one.piece.map(|piece| Bond::Piece(page, step, piece)));
    }
    bonds.extend(one.origin.map(|origin| Bond::Done(page, origin)));
    bonds
}

/// The list that an element is in a row of, and where in the row it is.
fn row_of(place: &Place) -> Option<(NodePair, &str)> {
    const ROWS: [&str; 5] = ["li[", "tr[", "dt[", "dd[", "option["];
    let parts: Vec<&str> = place.key.split('/').collect();
    let at = parts.iter().rposition(|part| ROWS.iter().any(|row| part.starts_with(row)))?;
    let n_below = parts.len() - 1 - at;
    let list = place.lines.iter().find_map(|line| line.get(n_below))?;
    let length = parts[at + 1..].iter().map(|part| part.len() + 1).sum::<usize>();
    Some((*list, &place.key[place.key.len() - length..]))
}

/// Whether an author gave an element a name of its own; names with numbers are those of rows.
fn is_named(selector: &str) -> bool {
    let id = selector.strip_prefix('#').filter(|it| !it.contains(' '));
    id.is_some_and(|it| !it.contains(|c: char| c.is_ascii_digit()))
}

/// What an element is in, without the document and its body: the whole page is nothing in common.
fn below_body(line: &[NodePair]) -> &[NodePair] {
    &line[..line.len().saturating_sub(2)]
}

/// What is inside of each other, and by how many levels: each with the nearest that it is in.
fn nested(all: &[Sighting]) -> Vec<(usize, usize, usize)> {
    const MOST_OUTER: usize = 4;
    let mut places: HashMap<(usize, bool, NodePair), usize> = HashMap::new();
    for (at, one) in all.iter().enumerate() {
        places.entry((one.page, one.is_again, one.pair)).or_insert(at);
    }
    let mut found = Vec::new();
    for (at, one) in all.iter().enumerate() {
        for line in &one.place.lines {
            let outer = below_body(line).iter().enumerate().filter_map(|(level, outer)| {
                let other = places.get(&(one.page, one.is_again, *outer))?;
                Some((level + 1, *other, at))
            });
            found.extend(outer.take(MOST_OUTER));
        }
    }
    found
}

/// What is elsewhere, with what came or went beside it at the same step.
fn pushed(all: &[Sighting]) -> Vec<(usize, usize)> {
    let parents = |one: &Sighting| -> Vec<(usize, u64, bool, NodePair)> {
        let parents = one.place.lines.iter().filter_map(|line| line.first());
        parents.map(|parent| (one.page, one.step, one.is_again, *parent)).collect()
    };
    // What is missing from a list is missing from above what is put into it later.
    let is_still_lonely =
        |lonely: &Sighting, late: &Sighting| (lonely.step..=lonely.last_step).contains(&late.step);
    let of = |aspects: &[Aspect]| {
        let is_of = |it: &Sighting| aspects.contains(&it.difference.aspect) && !is_of_lines(it);
        all.iter().enumerate().filter(move |(_, it)| is_of(it)).collect::<Vec<_>>()
    };
    let mut lonely: HashMap<_, Vec<usize>> = HashMap::new();
    for (at, one) in of(&[Aspect::Missing, Aspect::Surplus]) {
        for parent in parents(one) {
            lonely.entry((parent.0, parent.2, parent.3)).or_default().push(at);
        }
    }
    let mut found = Vec::new();
    for (at, one) in of(&[Aspect::Place]) {
        for parent in parents(one) {
            let Some(lonely) = lonely.get(&(parent.0, parent.2, parent.3)) else { continue };
            let now = lonely.iter().find(|it| all[**it].step == one.step);
            let before = || lonely.iter().find(|it| is_still_lonely(&all[**it], one));
            found.extend(now.or_else(before).map(|it| (*it, at)));
        }
    }
    // What is there in both may be pushed out of sight.
    let mut sized = HashMap::new();
    for (at, one) in of(&[Aspect::Size, Aspect::Place]) {
        for parent in parents(one) {
            sized.entry(parent).or_insert(at);
        }
    }
    for (at, one) in of(&[Aspect::Missing, Aspect::Surplus]) {
        if one.pair.reference.is_some() && one.pair.test.is_some() {
            found.extend(parents(one).iter().filter_map(|it| sized.get(it)).map(|it| (*it, at)));
        }
    }
    found
}

/// What comes of something else, with how far off that is: of what a field holds while it holds it, of what a step did
/// in one browser only, of words that are told again, and of what lies over a page in one browser only.
fn following(all: &[Sighting]) -> Vec<(usize, usize, usize)> {
    /// Each is asked about all others.
    const MOST_SIGHTINGS: usize = 400;
    const QUOTED: usize = 1;
    const SAME_STEP: usize = 2;
    const LATER: usize = 3;
    const MUCH_LATER: usize = 5;
    let all = &all[..all.len().min(MOST_SIGHTINGS)];
    let mut found = Vec::new();
    for (at, one) in all.iter().enumerate() {
        let others = all.iter().enumerate().filter(|(other, it)| {
            *other != at && (it.page, it.is_again) == (one.page, one.is_again)
        });
        // A pointer misses one thing for one reason.
        let reasons = others.clone().filter(|(_, it)| is_missed(it, one));
        let nearest = reasons.min_by_key(|(_, it)| (one.step - it.step, it.place.key.as_str()));
        found.extend(nearest.map(|(reason, _)| (LATER, reason, at)));
        // What a hand did elsewhere is done, whatever the app makes of it.
        let is_later = |it: &Sighting| is_telling(it) && !it.is_first && it.step >= one.step;
        let came = others.clone().filter(|(_, it)| is_not_reached(one) && is_later(it));
        found.extend(came.map(|(other, _)| (MUCH_LATER, at, other)));
        for (other, it) in others {
            let is_same_step = it.step == one.step;
            // Who sends a form empties it.
            let is_while = one.step <= it.step && it.step <= one.last_step + 1;
            let is_done = one.kind() == Kind::Behavior && !one.is_first;
            if one.is_of_field() && is_while && is_telling(it) {
                found.push((if is_same_step { SAME_STEP } else { LATER }, at, other));
            } else if is_same_step && (is_done && is_telling(it) || is_shown(one, it)) {
                found.push((SAME_STEP, at, other));
            } else if one.step <= it.step && is_quoted(one, it)
                || is_same_step && is_run_into(one, it)
            {
                found.push((QUOTED, at, other));
            }
        }
    }
    found
}

/// Whether a pointer misses what it should hit while something is elsewhere, or of another size.
fn is_missed(one: &Sighting, missed: &Sighting) -> bool {
    let is_layout = matches!(one.difference.aspect, Aspect::Size | Aspect::Place);
    missed.difference.property == HIT
        && one.difference.property != HIT
        && is_layout
        && (one.step..=one.last_step).contains(&missed.step)
}

/// Whether words stand elsewhere in their lines: nothing else is pushed by that.
fn is_of_lines(one: &Sighting) -> bool {
    page::OF_LINES.contains(&one.difference.property.as_str())
}

/// Whether a person's hand did not reach what it should.
fn is_not_reached(one: &Sighting) -> bool {
    matches!(one.difference.property.as_str(), HIT | FOCUS)
}

/// Whether it tells what an app did or said.
fn is_telling(one: &Sighting) -> bool {
    one.kind() == Kind::Behavior
        || matches!(one.difference.aspect, Aspect::Text | Aspect::Missing | Aspect::Surplus)
}

/// Whether a look is what is left of something that an app did, or of a dialog that lies over all.
fn is_shown(one: &Sighting, look: &Sighting) -> bool {
    let is_look = matches!(
        look.difference.aspect,
        Aspect::Pixels | Aspect::Style | Aspect::Size | Aspect::Drawing
    );
    let is_lonely = matches!(one.difference.aspect, Aspect::Missing | Aspect::Surplus);
    let is_over = is_lonely && one.place.likeness.starts_with("dialog.");
    is_look
        && (look.place.is_scripted && is_telling(one)
            || is_over && look.difference.aspect == Aspect::Pixels)
}

/// Whether a text has the words of another one in it, in both browsers.
fn is_quoted(one: &Sighting, longer: &Sighting) -> bool {
    const LEAST_CHARS: usize = 3;
    /// In longer texts than a sentence words are as they are elsewhere; each text is asked about all others.
    const SENTENCE_CHARS: usize = 300;
    let (one, longer) = (&one.difference, &longer.difference);
    let is_text = |it: &&Difference| it.aspect == Aspect::Text;
    let is_in = |short: &str, long: &str| {
        let may_be_in = (LEAST_CHARS..=long.len()).contains(&short.len());
        let is_lower =
            || long.len() <= SENTENCE_CHARS && long.to_lowercase().contains(&short.to_lowercase());
        may_be_in && (long.contains(short) || is_lower())
    };
    [one, longer].iter().all(is_text)
        && is_in(&one.reference, &longer.reference)
        && is_in(&one.test, &longer.test)
}

/// Whether a text has the words in it that another one lacks in that browser.
fn is_run_into(one: &Sighting, other: &Sighting) -> bool {
    const LEAST_CHARS: usize = 12;
    let (one, other) = (&one.difference, &other.difference);
    let is_text = |it: &&Difference| it.aspect == Aspect::Text;
    let is_in = |words: &str, here: &str, there: &str| {
        words.len() >= LEAST_CHARS && here.contains(words) && !there.contains(words)
    };
    [one, other].iter().all(is_text)
        && (is_in(&one.reference, &other.test, &other.reference)
            || is_in(&one.test, &other.reference, &other.test))
}

/// The error that a step brought with a difference in what the document is.
fn trouble_of(troubles: &[Trouble], one: &Sighting) -> Option<usize> {
    let is_telling = one.kind() == Kind::Behavior
        || matches!(
            one.difference.aspect,
            Aspect::Missing | Aspect::Surplus | Aspect::Text | Aspect::State | Aspect::Drawing
        );
    (is_telling && !is_written(one))
        .then(|| troubles.iter().position(|it| it.page == one.page && it.step == one.step))
        .flatten()
}

/// The error that a step brought with any difference of what was there before: what a script stopped at may have been
/// about to change how a page looks.
fn changed_by<'a>(troubles: &'a [Trouble], one: &Sighting) -> Option<&'a Trouble> {
    let is_later = !one.is_first && one.pair.reference.is_some() && one.pair.test.is_some();
    let mut of_step = troubles.iter().filter(|it| it.page == one.page && it.step == one.step);
    of_step.next().filter(|it| is_later && !it.is_first && !is_written(one))
}

/// Whether an app wrote what came of a value that is none: it was not stopped there.
fn is_written(one: &Sighting) -> bool {
    const NOTHING: [&str; 4] = ["Invalid Date", "NaN", "undefined", "[object "];
    let Difference { aspect, reference, test, .. } = &one.difference;
    *aspect == Aspect::Text && NOTHING.iter().any(|it| test.contains(it) != reference.contains(it))
}
