//! Sets of differences that grow together.

use crate::difference::Aspect;
use crate::report::{Cause, CauseKind};
use crate::walk::Sighting;

/// Sets that grow together.
pub(super) struct Groups {
    leader: Vec<usize>,
    /// The first step, by leader.
    first: Vec<u64>,
    /// Whether it is all paint, by leader.
    pub(super) is_paint: Vec<bool>,
}

impl Groups {
    pub(super) fn new(all: &[Sighting]) -> Self {
        Self {
            leader: (0..all.len()).collect(),
            first: all.iter().map(|it| it.step).collect(),
            is_paint: all.iter().map(|it| it.difference.aspect == Aspect::Pixels).collect(),
        }
    }

    /// Whether there was something in one group before the other one began, whose cause is known. What is painted may
    /// be there before anything else that comes of a style.
    pub(super) fn is_before(&self, one: usize, other: usize, why: &Cause) -> bool {
        let is_early = self.first[one] < self.first[other];
        is_early && (!self.is_paint[one] || why.kind == CauseKind::Api)
    }

    pub(super) fn leader_of(&mut self, at: usize) -> usize {
        let mut top = at;
        while self.leader[top] != top {
            top = self.leader[top];
        }
        self.leader[at] = top;
        top
    }

    pub(super) fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.leader_of(one), self.leader_of(other));
        let (first, second) = (one.min(other), one.max(other));
        self.leader[second] = first;
        self.first[first] = self.first[first].min(self.first[second]);
        self.is_paint[first] = self.is_paint[first] && self.is_paint[second];
    }

    pub(super) fn all(&mut self) -> Vec<Vec<usize>> {
        let mut sets: std::collections::BTreeMap<usize, Vec<usize>> =
            std::collections::BTreeMap::new();
        for at in 0..self.leader.len() {
            sets.entry(self.leader_of(at)).or_default().push(at);
        }
        sets.into_values().collect()
    }
}
