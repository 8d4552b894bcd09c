//! The states that pages go through in each browser, and the steps between them (CrossCheck's trace level).
//!
//! A state is what a page is made of: elements, words, values, what is rendered. Where the reference goes on to
//! another state and the other browser stays, a step is missing there; where the reference comes back to a state that
//! it knows and the other browser does not come back with it, the step is different.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use xcheck_trace::run::{Node, PageTree};

use crate::moments::Moment;
use crate::report::{StateGraph, Transition};

/// The states of one run.
#[derive(Debug, Default)]
struct States {
    /// By what they are made of, with their page.
    known: HashMap<(usize, u64), usize>,
    /// Where each page is, and what each of its nodes adds.
    pages: BTreeMap<usize, Print>,
    n_transitions: usize,
}

/// What a page is made of, kept up to date node by node: the sum of what its nodes are.
#[derive(Debug, Default)]
struct Print {
    sum: u64,
    nodes: HashMap<u64, u64>,
    state: Option<usize>,
}

/// What a step did in one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Went {
    from: Option<usize>,
    to: usize,
}

impl Went {
    fn is_change(self) -> bool {
        self.from != Some(self.to)
    }
}

impl States {
    fn step(&mut self, page: usize, tree: &PageTree, touched: &BTreeSet<u64>) -> Went {
        let print = self.pages.entry(page).or_default();
        for id in touched {
            let new = tree.node(*id).map(|node| fingerprint(tree, node));
            let old = match new {
                Some(new) => print.nodes.insert(*id, new),
                None => print.nodes.remove(id),
            };
            print.sum = print.sum.wrapping_sub(old.unwrap_or(0)).wrapping_add(new.unwrap_or(0));
        }
        let next = self.known.len();
        let to = *self.known.entry((page, print.sum)).or_insert(next);
        let went = Went { from: print.state.replace(to), to };
        self.n_transitions += usize::from(went.from.is_some() && went.is_change());
        went
    }
}

fn fingerprint(tree: &PageTree, node: &Node) -> u64 {
    let mut hasher = DefaultHasher::new();
    let marks = |node: &Node, hasher: &mut DefaultHasher| {
        (node.name(), node.attributes.get("id"), node.attributes.get("class")).hash(hasher);
    };
    marks(node, &mut hasher);
    node.text.as_deref().map(str::trim).hash(&mut hasher);
    let is_rendered = node.bounds.is_some_and(|it| it.width > 0.0 && it.height > 0.0);
    is_rendered.hash(&mut hasher);
    node.form.as_ref().map(ToString::to_string).hash(&mut hasher);
    if let Some(parent) = tree.node(node.parent) {
        marks(parent, &mut hasher);
    }
    hasher.finish()
}

/// The graphs of two runs side by side.
#[derive(Debug, Default)]
pub(crate) struct Graphs {
    reference: States,
    test: States,
    /// States that were there at the same moment first.
    pairs: HashMap<usize, usize>,
    missing: Vec<Transition>,
    surplus: Vec<Transition>,
    different: Vec<Transition>,
}

impl Graphs {
    /// Takes the next moment.
    pub(crate) fn follow(&mut self, moment: &Moment<'_>) {
        let Moment { step, pages, .. } = moment;
        let (ours, theirs) = &pages.touched;
        let one = self.reference.step(step.page, &pages.reference, ours);
        let other = self.test.step(step.page, &pages.test, theirs);
        let known = *self.pairs.entry(one.to).or_insert(other.to);
        if one.from.is_none() || other.from.is_none() {
            return;
        }
        let transition = Transition {
            page: step.page,
            step: step.index,
            event: step.event,
            after: step.after.clone(),
        };
        match (one.is_change(), other.is_change()) {
            (true, false) => self.missing.push(transition),
            (false, true) => self.surplus.push(transition),
            (true, true) if known != other.to => self.different.push(transition),
            _ => {}
        }
    }

    pub(crate) fn report(self, browser: xcheck_model::browser_name::BrowserName) -> StateGraph {
        StateGraph {
            browser,
            reference_states: self.reference.known.len(),
            states: self.test.known.len(),
            reference_transitions: self.reference.n_transitions,
            transitions: self.test.n_transitions,
            missing: self.missing,
            surplus: self.surplus,
            different: self.different,
        }
    }
}
