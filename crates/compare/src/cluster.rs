//! Makes findings of differences: those of one cause become one.
//!
//! As in CrossCheck's Algorithm 2, differences of a screen belong together if one element is inside of the other.
//! So do those of elements of one make, those that one failed event brought, and the same ones in later steps.

use crate::difference::{Aspect, Kind};
use crate::walk::{Sighting, Trouble, Walked};

/// Differences of one cause.
#[derive(Clone, Debug)]
pub(crate) struct Cluster {
    /// Numbers of sightings, the leading one first.
    pub(crate) members: Vec<usize>,
    pub(crate) trouble: Option<usize>,
}

/// Groups all that was seen.
pub(crate) fn cluster(walked: &Walked) -> Vec<Cluster> {
    let all = &walked.sightings;
    let mut groups = Groups::new(all.len());
    let troubles: Vec<Option<usize>> =
        all.iter().map(|it| trouble_of(&walked.troubles, it)).collect();
    for (i, one) in all.iter().enumerate() {
        for (j, other) in all.iter().enumerate().skip(i + 1) {
            if is_one(one, other) || is_one_trouble(walked, troubles[i], troubles[j]) {
                groups.join(i, j);
            }
        }
    }
    let mut clusters: Vec<Cluster> = Vec::new();
    for members in groups.all() {
        let trouble = members.iter().find_map(|at| troubles[*at]);
        let mut members = members;
        members.sort_by_key(|at| rank(&all[*at], *at));
        clusters.push(Cluster { members, trouble });
    }
    clusters.sort_by_key(|it| it.members.first().map(|at| (all[*at].step, *at)));
    clusters
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
    (one.step, strength, one.place.xpath.matches('/').count(), at)
}

/// Whether two differences are one thing to a person.
fn is_one(one: &Sighting, other: &Sighting) -> bool {
    let (a, b) = (&one.difference, &other.difference);
    let is_same_aspect = a.aspect == b.aspect && a.property == b.property;
    let is_same_make = is_same_aspect && one.place.likeness == other.place.likeness;
    if one.page != other.page {
        // The same part of another page.
        return is_same_make && one.place.xpath == other.place.xpath;
    }
    if one.pair == other.pair {
        return true;
    }
    let is_layout = |it: &Sighting| matches!(it.difference.aspect, Aspect::Size | Aspect::Place);
    let (path, other_path) = (&one.place.xpath, &other.place.xpath);
    // The same wrong words; words of the same make; things that one step puts out of place together.
    let is_same_text = a.aspect == Aspect::Text
        && is_same_aspect
        && (&a.reference, &a.test) == (&b.reference, &b.test);
    let is_list = is_same_make && (a.aspect != Aspect::Text || is_near(path, other_path));
    let is_shaken =
        is_layout(one) && is_layout(other) && one.step == other.step && is_near(path, other_path);
    let is_done =
        one.step == other.step && one.kind() == Kind::Behavior && other.kind() == Kind::Behavior;
    is_same_text
        || is_list
        || is_shaken
        || is_done
        || is_inside(path, other_path)
        || is_inside(other_path, path)
}

/// Whether two elements have an ancestor in common at most two levels up.
fn is_near(one: &str, other: &str) -> bool {
    let above = |path: &str, levels: usize| parent_path(path, levels).to_owned();
    let ours = [above(one, 1), above(one, 2)];
    let theirs = [above(other, 1), above(other, 2)];
    ours.iter().any(|it| it.matches('/').count() > 2 && theirs.contains(it))
}

fn is_inside(outer: &str, inner: &str) -> bool {
    // The whole page is not what a person points at.
    outer.matches('/').count() > 2
        && inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('/'))
}

fn parent_path(xpath: &str, levels: usize) -> &str {
    let mut path = xpath;
    for _ in 0..levels {
        path = path.rsplit_once('/').map_or(path, |(parent, _)| parent);
    }
    path
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

/// Errors of the same line are the same one.
fn is_one_trouble(walked: &Walked, one: Option<usize>, other: Option<usize>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return false };
    let of = |at: usize| &walked.troubles[at].error;
    let (a, b) = (of(one), of(other));
    (&a.url, a.line, a.column, &a.message) == (&b.url, b.line, b.column, &b.message)
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
