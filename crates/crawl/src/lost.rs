//! Two browsers' graphs of one app, side by side (CrossCheck's trace level): ways that are missing, or lead elsewhere.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::graph::{Deed, Edge, Graph};
use crate::near::{SAME, likeness};

/// A way of the reference that the other browser does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// The same step leaves the other browser where it is.
    Missing(Edge),
    /// The same step leads to a page that is not the same.
    Different(Edge),
}

/// Walks both graphs from the start, along the steps that were tried in both.
pub fn compare_graphs(reference: &Graph, test: &Graph) -> Vec<Lost> {
    let by_step = |graph: &Graph, from: usize| -> BTreeMap<Vec<Deed>, usize> {
        let own = graph.edges.iter().filter(|edge| edge.from == from);
        // What did not always lead to the same place says nothing.
        let mut all: BTreeMap<Vec<Deed>, Option<usize>> = BTreeMap::new();
        for edge in own {
            all.entry(edge.steps.clone())
                .and_modify(|to| *to = to.filter(|to| *to == edge.to))
                .or_insert(Some(edge.to));
        }
        all.into_iter().filter_map(|(steps, to)| Some((steps, to?))).collect()
    };
    let mut seen = BTreeSet::from([0]);
    let mut waiting = VecDeque::from([(0, 0)]);
    let mut lost = Vec::new();
    while let Some((one, other)) = waiting.pop_front() {
        let theirs = by_step(test, other);
        for (steps, to) in by_step(reference, one) {
            let Some(there) = theirs.get(&steps).copied() else { continue };
            let edge = reference.edges.iter().find(|it| it.from == one && it.steps == steps);
            let Some(edge) = edge.cloned() else { continue };
            if to != one && there == other {
                lost.push(Lost::Missing(edge));
            } else if is_same(reference, to, test, there) {
                if seen.insert(to) {
                    waiting.push_back((to, there));
                }
            } else {
                lost.push(Lost::Different(edge));
            }
        }
    }
    lost
}

fn is_same(reference: &Graph, one: usize, test: &Graph, other: usize) -> bool {
    let (Some(a), Some(b)) = (reference.states.get(one), test.states.get(other)) else {
        return false;
    };
    a.id == b.id || likeness(&a.sketch, &b.sketch) >= SAME
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::State;
    use crate::look::Act;

    fn graph(ids: &[&str], edges: &[(usize, &str, usize)]) -> Graph {
        let state = |id: &&str| State {
            id: (*id).to_owned(),
            url: String::new(),
            title: String::new(),
            depth: 0,
            picture: None,
            shape: String::new(),
            sketch: Vec::new(),
        };
        let edge = |(from, selector, to): &(usize, &str, usize)| Edge {
            from: *from,
            to: *to,
            steps: vec![Deed {
                action: Act::Click,
                selector: (*selector).to_owned(),
                label: String::new(),
                value: None,
            }],
            session: 0,
            action: 0,
        };
        Graph {
            states: ids.iter().map(state).collect(),
            edges: edges.iter().map(edge).collect(),
            ..Graph::default()
        }
    }

    #[test]
    fn dead_and_wrong_ways_are_found_and_what_was_not_tried_is_not() {
        let reference = graph(
            &["a", "b", "c", "d"],
            &[(0, "#menu", 1), (0, "#help", 2), (1, "#item", 3), (0, "#other", 3)],
        );
        let test = graph(&["a", "b", "e"], &[(0, "#menu", 1), (0, "#help", 2), (1, "#item", 1)]);
        let selector = |edge: &Edge| edge.steps[0].selector.clone();
        let found: Vec<(bool, String)> = compare_graphs(&reference, &test)
            .iter()
            .map(|lost| match lost {
                Lost::Missing(edge) => (true, selector(edge)),
                Lost::Different(edge) => (false, selector(edge)),
            })
            .collect();
        assert_eq!(found, [(false, "#help".to_owned()), (true, "#item".to_owned())]);
        assert_eq!(compare_graphs(&reference, &reference), []);
    }
}
