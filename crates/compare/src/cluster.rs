//! Makes findings of differences: those of one cause become one.
//!
//! As in CrossCheck's Algorithm 2, differences of a screen belong together if one element is inside of the other.
//! So do those of elements of one make, those that one failed event brought, and the same ones in later steps.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use xcheck_model::run::Uncaught;

use crate::difference::{Aspect, Kind};
use crate::page::NodePair;
use crate::text;
use crate::walk::{Sighting, Trouble, Walked};

/// Differences of one cause.
#[derive(Clone, Debug)]
pub(crate) struct Cluster {
    /// Numbers of sightings, the leading one first.
    pub(crate) members: Vec<usize>,
    pub(crate) trouble: Option<usize>,
    /// An earlier cluster with the same elements: this one is a finding of its own only if its cause is another.
    pub(crate) earlier: Option<usize>,
}

/// Groups all that was seen.
pub(crate) fn cluster(walked: &Walked) -> Vec<Cluster> {
    let all = &walked.sightings;
    let mut groups = Groups::new(all.len());
    let troubles: Vec<Option<usize>> =
        all.iter().map(|it| trouble_of(&walked.troubles, it)).collect();
    let mut meeting: HashMap<(bool, Bond<'_>), usize> = HashMap::new();
    for (at, one) in all.iter().enumerate() {
        let trouble = troubles[at].map(|it| &walked.troubles[it].error);
        for bond in bonds(one, trouble) {
            match meeting.entry((one.is_again, bond)) {
                Entry::Occupied(first) => groups.join(*first.get(), at),
                Entry::Vacant(place) => {
                    place.insert(at);
                }
            }
        }
    }
    join_nested(all, &mut groups);
    join_pushed(all, &mut groups);
    let mut clusters: Vec<Cluster> = Vec::new();
    for members in groups.all() {
        let trouble = members.iter().find_map(|at| troubles[*at]);
        let mut members = members;
        members.sort_by_key(|at| rank(&all[*at], *at));
        clusters.push(Cluster { members, trouble, earlier: None });
    }
    clusters.sort_by_key(|it| it.members.first().map(|at| (all[*at].step, *at)));
    find_earlier(all, &mut clusters);
    clusters
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
    /// The same element.
    Pair(usize, NodePair),
    /// The same part of another page, if it is something that was done there as well, or nowhere.
    Part(bool, Aspect, &'a str, &'a str, &'a str),
    /// Elements of one make.
    Make(usize, Aspect, &'a str, &'a str),
    /// Words of one make, near each other.
    Words(usize, &'a str, &'a str, NodePair),
    /// The same wrong words.
    SameWords(usize, &'a str, &'a str, &'a str),
    /// The same words set in another way.
    Setting(usize, Vec<(String, String)>),
    /// What one step puts into both pages as one piece.
    Piece(usize, u64, NodePair),
    /// What one step makes come and go in one list.
    Exchanged(usize, u64, NodePair),
    /// What one step puts out of place together.
    Shaken(usize, u64, NodePair),
    /// What one step did in one browser only.
    Done(usize, u64),
    /// Errors of the same line are the same one.
    Error(&'a str, u64, u64, &'a str),
}

fn bonds<'a>(one: &'a Sighting, error: Option<&'a Uncaught>) -> Vec<Bond<'a>> {
    let Sighting { page, step, pair, difference, place, .. } = one;
    let (page, step, aspect) = (*page, *step, difference.aspect);
    let (property, likeness) = (difference.property.as_str(), place.likeness.as_str());
    let is_done = one.kind() == Kind::Behavior;
    let mut bonds =
        vec![Bond::Pair(page, *pair), Bond::Part(is_done, aspect, property, likeness, &place.key)];
    let near = place.lines.iter().flat_map(|line| below_body(line).iter().take(2).copied());
    match aspect {
        Aspect::Text => {
            bonds.push(Bond::SameWords(page, property, &difference.reference, &difference.test));
            bonds.extend(near.map(|outer| Bond::Words(page, property, likeness, outer)));
            let setting = text::setting(&difference.reference, &difference.test);
            bonds.extend(setting.map(|it| Bond::Setting(page, it)));
        }
        Aspect::Size | Aspect::Place => {
            bonds.push(Bond::Make(page, aspect, property, likeness));
            bonds.extend(near.map(|outer| Bond::Shaken(page, step, outer)));
        }
        _ => bonds.push(Bond::Make(page, aspect, property, likeness)),
    }
    if is_done {
        bonds.push(Bond::Done(page, step));
    }
    if matches!(aspect, Aspect::Text | Aspect::Missing | Aspect::Surplus) {
        bonds.extend(one.piece.map(|piece| Bond::Piece(page, step, piece)));
    }
    if matches!(aspect, Aspect::Missing | Aspect::Surplus) && !one.is_first {
        let parents = place.lines.iter().filter_map(|line| below_body(line).first());
        bonds.extend(parents.map(|parent| Bond::Exchanged(page, step, *parent)));
    }
    bonds.extend(one.origin.map(|origin| Bond::Done(page, origin)));
    bonds.extend(error.map(|it| Bond::Error(&it.url, it.line, it.column, &it.message)));
    bonds
}

/// What an element is in, without the document and its body: the whole page is nothing in common.
fn below_body(line: &[NodePair]) -> &[NodePair] {
    &line[..line.len().saturating_sub(2)]
}

/// Joins what is inside of each other.
fn join_nested(all: &[Sighting], groups: &mut Groups) {
    let mut places: HashMap<(usize, bool, NodePair), usize> = HashMap::new();
    for (at, one) in all.iter().enumerate() {
        places.entry((one.page, one.is_again, one.pair)).or_insert(at);
    }
    for (at, one) in all.iter().enumerate() {
        for outer in one.place.lines.iter().flat_map(|line| below_body(line)) {
            if let Some(other) = places.get(&(one.page, one.is_again, *outer)) {
                groups.join(*other, at);
            }
        }
    }
}

/// Joins what is elsewhere with what came or went beside it at the same step.
fn join_pushed(all: &[Sighting], groups: &mut Groups) {
    let parents = |one: &Sighting| -> Vec<(usize, u64, bool, NodePair)> {
        let parents = one.place.lines.iter().filter_map(|line| line.first());
        parents.map(|parent| (one.page, one.step, one.is_again, *parent)).collect()
    };
    let of = |aspects: &[Aspect]| {
        let is_of = |it: &Sighting| aspects.contains(&it.difference.aspect);
        all.iter().enumerate().filter(move |(_, it)| is_of(it)).collect::<Vec<_>>()
    };
    let mut lonely = HashMap::new();
    for (at, one) in of(&[Aspect::Missing, Aspect::Surplus]) {
        for parent in parents(one) {
            lonely.entry(parent).or_insert(at);
        }
    }
    for (at, one) in of(&[Aspect::Place]) {
        for pusher in parents(one).iter().filter_map(|it| lonely.get(it)) {
            groups.join(*pusher, at);
        }
    }
}

/// The error that a step brought with a difference in what the document is.
fn trouble_of(troubles: &[Trouble], one: &Sighting) -> Option<usize> {
    let is_telling = one.kind() == Kind::Behavior
        || matches!(
            one.difference.aspect,
            Aspect::Missing | Aspect::Surplus | Aspect::Text | Aspect::State | Aspect::Drawing
        );
    is_telling
        .then(|| troubles.iter().position(|it| it.page == one.page && it.step == one.step))
        .flatten()
}

/// Sets that grow together.
struct Groups {
    leader: Vec<usize>,
}

impl Groups {
    fn new(n: usize) -> Self {
        Self { leader: (0..n).collect() }
    }

    fn leader_of(&mut self, at: usize) -> usize {
        let mut top = at;
        while self.leader[top] != top {
            top = self.leader[top];
        }
        self.leader[at] = top;
        top
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.leader_of(one), self.leader_of(other));
        let (first, second) = (one.min(other), one.max(other));
        self.leader[second] = first;
    }

    fn all(mut self) -> Vec<Vec<usize>> {
        let mut sets: std::collections::BTreeMap<usize, Vec<usize>> =
            std::collections::BTreeMap::new();
        for at in 0..self.leader.len() {
            sets.entry(self.leader_of(at)).or_default().push(at);
        }
        sets.into_values().collect()
    }
}
