//! Why groups of differences are there, asked for as seldom as can be.

use std::collections::HashMap;

use super::{Answer, is_of_one, is_telling};
use crate::diagnose::is_in_both;
use crate::report::{Cause, CauseKind};
use crate::walk::Sighting;

/// Why groups differ, as far as it was asked.
pub(super) struct Causes {
    /// Members of the groups as they were at first, by leader.
    members: HashMap<usize, Vec<usize>>,
    pub(super) known: HashMap<usize, Option<Answer>>,
    /// Names of what is sure, by each member of such a group.
    sure: HashMap<usize, String>,
}

impl Causes {
    /// Long lists of differences are not worth a question each.
    const MOST_ASKED: usize = 100;

    pub(super) fn new(groups: Vec<Vec<usize>>) -> Self {
        let leader = |members: &Vec<usize>| members.first().copied().unwrap_or(0);
        let members = groups.into_iter().map(|it| (leader(&it), it)).collect();
        Self { members, known: HashMap::new(), sure: HashMap::new() }
    }

    pub(super) fn ask(
        &mut self,
        leader: usize,
        why: &dyn Fn(&[usize]) -> Answer,
    ) -> Option<Answer> {
        if let Some(known) = self.known.get(&leader) {
            return known.clone();
        }
        let is_over = self.known.len() >= Self::MOST_ASKED;
        let members = self.members.get(&leader).filter(|_| !is_over);
        let answer = members.map(|members| why(members));
        if let (Some(members), Some(Answer { cause, is_sure: true })) = (members, &answer) {
            self.sure.extend(members.iter().map(|at| (*at, cause.name.clone())));
        }
        self.known.insert(leader, answer.clone());
        answer
    }

    /// Whether a difference is known to have this cause by itself.
    pub(super) fn is_of(&self, at: usize, cause: &Cause) -> bool {
        self.sure.get(&at).is_some_and(|name| is_of_one(name, &cause.name))
    }

    pub(super) fn ask_sure(
        &mut self,
        leader: usize,
        why: &dyn Fn(&[usize]) -> Answer,
    ) -> Option<Cause> {
        self.ask(leader, why).filter(|it| it.is_sure).map(|it| it.cause)
    }

    /// Whether one group only looks different, most likely for a style that the other one does not come of. Unless they
    /// have only a step in common, both must be like that: what pushes things about has many consequences.
    pub(super) fn are_of_other_styles(
        &mut self,
        all: &[Sighting],
        (one, other): (usize, usize),
        is_by_error: bool,
        why: &dyn Fn(&[usize]) -> Answer,
    ) -> bool {
        let (Some(a), Some(b)) = (self.ask(one, why), self.ask(other, why)) else { return false };
        let is_look = |leader: usize| {
            let members = self.members.get(&leader);
            members.is_some_and(|members| !members.iter().any(|at| is_telling(&all[*at])))
        };
        let is_style = |it: &Answer| it.cause.kind == CauseKind::Css && !is_in_both(&it.cause);
        let (is_one, is_two) = (is_look(one) && is_style(&a), is_look(other) && is_style(&b));
        let is_known = [&a, &b].iter().all(|it| it.cause.kind != CauseKind::Unknown);
        let is_apart = is_one && is_two || is_by_error && is_known && (is_one || is_two);
        is_apart && !is_of_one(&a.cause.name, &b.cause.name)
    }

    pub(super) fn sure(&self, leader: usize) -> Option<Cause> {
        self.known.get(&leader)?.as_ref().filter(|it| it.is_sure).map(|it| it.cause.clone())
    }

    pub(super) fn set(&mut self, leader: usize, answer: Answer) {
        self.known.insert(leader, Some(answer));
    }
}
