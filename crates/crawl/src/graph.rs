//! The states of an app and the ways between them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::Serialize;

use crate::look::Act;

/// What a crawl found, as `graph.json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Graph {
    pub version: u32,
    pub browser: String,
    pub states: Vec<State>,
    pub edges: Vec<Edge>,
    pub sessions: Vec<SessionEntry>,
    /// Why it ended.
    pub ended: String,
    /// Why it could not go on, if there was more to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    /// The same in every browser and every crawl for a page of the same elements, words and states.
    pub id: String,
    pub url: String,
    pub title: String,
    /// The fewest steps from the start.
    pub depth: usize,
    /// Its picture, beside the graph.
    pub picture: Option<String>,
    /// The same for pages that are made of the same kinds of elements, whatever they say and however often they come.
    pub shape: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sketch: Vec<u32>,
}

/// One way from a state to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    /// One thing, or the fields of one form.
    pub steps: Vec<Deed>,
    /// The session and the action in it that went this way first.
    pub session: usize,
    pub action: usize,
}

/// What was done, so that it can be done again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Deed {
    pub action: Act,
    pub selector: String,
    pub label: String,
    pub value: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SessionEntry {
    pub trace: String,
    pub actions: usize,
}

impl Graph {
    pub(crate) fn connect(&mut self, edge: Edge) {
        let (from, to) = (edge.from, edge.to);
        let known = self
            .edges
            .iter()
            .any(|it| it.from == edge.from && it.to == edge.to && it.steps == edge.steps);
        if !known {
            self.edges.push(edge);
        }
        let further = self.states[from].depth.saturating_add(1);
        let depth = &mut self.states[to].depth;
        *depth = further.min(*depth);
    }

    /// Whether a step from a state always led to the same one.
    fn is_reliable(&self, edge: &Edge) -> bool {
        !self
            .edges
            .iter()
            .any(|it| it.from == edge.from && it.steps == edge.steps && it.to != edge.to)
    }

    /// The shortest reliable way from a state to each other one, as edges; `broken` ones are no way.
    pub(crate) fn ways(
        &self,
        from: usize,
        broken: &BTreeSet<usize>,
    ) -> BTreeMap<usize, Vec<usize>> {
        let mut outgoing: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (number, edge) in self.edges.iter().enumerate() {
            if edge.from != edge.to && !broken.contains(&number) && self.is_reliable(edge) {
                outgoing.entry(edge.from).or_default().push(number);
            }
        }
        let mut ways: BTreeMap<usize, Vec<usize>> = BTreeMap::from([(from, Vec::new())]);
        let mut waiting = VecDeque::from([from]);
        while let Some(at) = waiting.pop_front() {
            for number in outgoing.get(&at).into_iter().flatten() {
                let to = self.edges[*number].to;
                if !ways.contains_key(&to) {
                    let mut way = ways.get(&at).cloned().unwrap_or_default();
                    way.push(*number);
                    ways.insert(to, way);
                    waiting.push_back(to);
                }
            }
        }
        ways
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(id: &str) -> State {
        State {
            id: id.to_owned(),
            url: "http://app/".to_owned(),
            title: String::new(),
            depth: usize::MAX,
            picture: None,
            shape: String::new(),
            sketch: Vec::new(),
        }
    }

    fn edge(from: usize, to: usize, selector: &str) -> Edge {
        let step = Deed {
            action: Act::Click,
            selector: selector.to_owned(),
            label: String::new(),
            value: None,
        };
        Edge { from, to, steps: vec![step], session: 0, action: 0 }
    }

    #[test]
    fn ways_are_short_and_reliable() {
        let mut graph =
            Graph { states: ["a", "b", "c", "d"].map(state).to_vec(), ..Graph::default() };
        graph.states[0].depth = 0;
        graph.connect(edge(0, 1, "#one"));
        graph.connect(edge(1, 2, "#two"));
        graph.connect(edge(0, 2, "#three"));
        // What led here once and there once is no way.
        graph.connect(edge(2, 3, "#four"));
        graph.connect(edge(2, 1, "#four"));
        let ways = graph.ways(0, &BTreeSet::new());
        assert_eq!(ways.get(&2), Some(&vec![2]));
        assert_eq!(ways.get(&3), None);
        assert_eq!(graph.ways(0, &BTreeSet::from([2])).get(&2), Some(&vec![0, 1]));
        assert_eq!(graph.states[2].depth, 1);
    }
}
