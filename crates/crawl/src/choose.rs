//! What to do next: what is new before what is known, what is near before what is far, what is dangerous last.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::look::{Act, Candidate};

/// Of elements that are alike, such as the entries of an endless list, no more are tried that lead to nothing new.
const MOST_OF_A_KIND: usize = 6;
/// What was never tried may lead further than what was tried elsewhere, so there is more of it where there is time.
const MORE_OF_A_KIND: usize = 4 * MOST_OF_A_KIND;
/// The same element is tried in so many states.
const MOST_AGAIN: usize = 3;

/// What is done once more where it led comes after what was never done.
const AGAIN: usize = 4;

/// Words of what cannot be undone.
const DANGEROUS: &[&str] = &[
    "log out",
    "logout",
    "log off",
    "sign out",
    "signout",
    "delete",
    "remove",
    "erase",
    "destroy",
    "pay",
    "purchase",
    "buy",
    "checkout",
    "unsubscribe",
    "deactivate",
    "close account",
    "reset",
    "clear all",
    "discard",
];

/// Something to do in a state.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plan {
    pub(crate) state: usize,
    /// One candidate, or all fields of one form.
    pub(crate) candidates: Vec<Candidate>,
}

impl Plan {
    /// What tells it from other plans in any state.
    fn key(&self) -> String {
        let first = &self.candidates[0];
        let place = self.place();
        let value =
            first.value.as_deref().filter(|_| first.action != Act::Fill).unwrap_or_default();
        let again = if first.is_filled { "again" } else { "" };
        format!("{} {place} {value} {again}", first.action.name())
    }

    /// The element, or the form, that something is done with.
    fn place(&self) -> &str {
        let first = &self.candidates[0];
        match &first.form {
            Some(form) if self.is_form() => form,
            _ => &first.selector,
        }
    }

    fn is_form(&self) -> bool {
        self.candidates.len() > 1
    }

    pub(crate) fn is_dangerous(&self) -> bool {
        self.candidates.iter().any(is_dangerous)
    }
}

fn is_dangerous(one: &Candidate) -> bool {
    let text = format!("{} {}", one.label, one.hint).to_lowercase().replace(['-', '_'], " ");
    let has_word = |word: &&str| {
        text.match_indices(*word).any(|(at, _)| {
            let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            !is_letter(text[..at].chars().next_back())
                && !is_letter(text[at + word.len()..].chars().next())
        })
    };
    matches!(one.action, Act::Click | Act::Double | Act::Enter) && DANGEROUS.iter().any(has_word)
}

/// All that is still to be done, and what has been.
#[derive(Debug, Default)]
pub(crate) struct Frontier {
    plans: Vec<(Plan, bool)>,
    known: BTreeSet<(usize, String)>,
    n_by_key: HashMap<String, usize>,
    n_by_kind: HashMap<String, usize>,
    /// The least depth at which a plan was done.
    least_depth: HashMap<String, usize>,
    /// States in which new things are tried; the others are too deep, or too many.
    open: BTreeSet<usize>,
    /// Where a plan led, if it was the same state each time, and another one than it was done in.
    led: HashMap<String, Option<usize>>,
    /// In each state, what led there first.
    came_by: HashMap<usize, String>,
    allows_dangerous: bool,
    /// Whether everything was tried, and there is time to try more of the same.
    is_generous: bool,
}

impl Frontier {
    pub(crate) fn new(allows_dangerous: bool) -> Self {
        Self { allows_dangerous, ..Self::default() }
    }

    /// Lets more of the same be tried.
    pub(crate) fn be_generous(&mut self) {
        self.is_generous = true;
    }

    pub(crate) fn is_generous(&self) -> bool {
        self.is_generous
    }

    fn most_of_a_kind(&self) -> usize {
        if self.is_generous { MORE_OF_A_KIND } else { MOST_OF_A_KIND }
    }

    fn times(&self) -> usize {
        if self.is_generous { 2 } else { 1 }
    }

    /// What can be done in a state is tried from now on.
    pub(crate) fn open(&mut self, state: usize) {
        self.open.insert(state);
    }

    pub(crate) fn is_open(&self, state: usize) -> bool {
        self.open.contains(&state)
    }

    /// Takes what could be done in a state.
    pub(crate) fn meet(&mut self, state: usize, candidates: &[Candidate]) {
        let mut forms: BTreeMap<(String, bool), Vec<Candidate>> = BTreeMap::new();
        let mut plans = Vec::new();
        for one in candidates {
            let is_field = one.action == Act::Fill;
            if let Some(form) = one.form.as_ref().filter(|_| is_field || one.is_needed) {
                forms.entry((form.clone(), one.is_filled)).or_default().push(one.clone());
            }
            if !is_field || one.form.is_none() {
                plans.push(Plan { state, candidates: vec![one.clone()] });
            }
        }
        let forms = forms.into_values().map(|candidates| Plan { state, candidates });
        // A person fills a form before sending it.
        for plan in forms.chain(plans) {
            if self.known.insert((state, plan.key())) {
                self.plans.push((plan, false));
            }
        }
    }

    /// The best thing to do, given how far and how deep each state is; `None` if there is nothing left within reach.
    pub(crate) fn choose(&self, far: &dyn Fn(usize) -> Option<(usize, usize)>) -> Option<usize> {
        let costs = self.plans.iter().enumerate().filter_map(|(number, (plan, is_done))| {
            let key = plan.key();
            let n_key = self.n_by_key.get(&key).copied().unwrap_or(0);
            let n_kind = self.n_by_kind.get(&plan.candidates[0].kind).copied().unwrap_or(0);
            let is_dangerous = plan.is_dangerous();
            let (length, depth) = far(plan.state)?;
            // What was tried far from the start only may lead further from here.
            let is_nearer = self.least_depth.get(&key).is_some_and(|least| depth < *least);
            // What loads more is done once more where it led.
            let is_on = self.is_generous && self.came_by.get(&plan.state) == Some(&key);
            if *is_done
                || !self.open.contains(&plan.state)
                || (n_key >= self.most_again(plan, &key) && !is_nearer && !is_on)
                || n_kind >= self.most_of_a_kind() * (1 + n_key)
                || (is_dangerous && !self.allows_dangerous && n_key > 0)
            {
                return None;
            }
            let slow = match plan.candidates[0].action {
                // What happens by itself is soon over.
                Act::Wait => 0,
                Act::Hover => 2,
                _ => 1,
            };
            let cost = 1000 * usize::from(is_dangerous)
                + match (is_nearer, is_on) {
                    (true, _) => 0,
                    (false, true) => AGAIN,
                    (false, false) => 8 * n_key,
                }
                + 2 * n_kind
                + 3 * length
                + depth
                + slow;
            Some((cost, number))
        });
        costs.min().map(|(_, number)| number)
    }

    pub(crate) fn plan(&self, number: usize) -> &Plan {
        &self.plans[number].0
    }

    /// Notes where a plan led.
    pub(crate) fn note(&mut self, plan: &Plan, to: usize) {
        if to != plan.state {
            self.came_by.entry(to).or_insert_with(|| plan.key());
        }
        let to = Some(to).filter(|to| *to != plan.state);
        let led = self.led.entry(plan.key()).or_insert(to);
        *led = led.filter(|before| Some(*before) == to);
    }

    /// What was just filled need not be filled again: what a field holds makes no other state, but other things come
    /// of it.
    pub(crate) fn filled(&mut self, plan: &Plan, to: usize) {
        let is_fill = |plan: &Plan| plan.candidates[0].action == Act::Fill;
        for (other, is_done) in self.plans.iter_mut().filter(|_| is_fill(plan)) {
            *is_done |= other.state == to && is_fill(other) && other.place() == plan.place();
        }
    }

    /// In how many states a plan is tried: not in many if it is known where it leads, and once if it says so itself.
    fn most_again(&self, plan: &Plan, key: &str) -> usize {
        let is_known = self.led.get(key).is_some_and(Option::is_some);
        match (is_known, &plan.candidates[0].address) {
            (true, Some(_)) => 1,
            (true, None) => 2 * self.times(),
            _ => MOST_AGAIN * self.times(),
        }
    }

    /// Where nothing is left to do: what leads to a state that is `wanted` from other states may do so from here.
    pub(crate) fn bridge(&self, at: usize, wanted: &dyn Fn(usize) -> bool) -> Option<usize> {
        let leads_back = |(plan, is_done): &(Plan, bool)| {
            let to = || self.led.get(&plan.key()).copied().flatten();
            plan.state == at
                && !is_done
                && !plan.is_dangerous()
                && to().is_some_and(|to| to != at && wanted(to))
        };
        self.plans.iter().position(leads_back)
    }

    /// A plan led to what nothing had led to: others of its kind may, too.
    pub(crate) fn praise(&mut self, plan: &Plan) {
        if let Some(n) = self.n_by_kind.get_mut(&plan.candidates[0].kind) {
            *n = n.saturating_sub(1);
        }
    }

    /// Marks a plan as done, in a state so deep, and hands it out.
    pub(crate) fn take(&mut self, number: usize, depth: usize) -> Plan {
        let (plan, is_done) = &mut self.plans[number];
        *is_done = true;
        let plan = plan.clone();
        // What only leads back is not tried for what it leads to.
        if self.open.contains(&plan.state) {
            *self.n_by_key.entry(plan.key()).or_default() += 1;
            *self.n_by_kind.entry(plan.candidates[0].kind.clone()).or_default() += 1;
            let least = self.least_depth.entry(plan.key()).or_insert(depth);
            *least = depth.min(*least);
        }
        plan
    }

    pub(crate) fn n_left(&self) -> usize {
        let is_left = |(plan, is_done): &&(Plan, bool)| !is_done && self.open.contains(&plan.state);
        self.plans.iter().filter(is_left).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(action: Act, selector: &str, kind: &str, label: &str) -> Candidate {
        Candidate {
            action,
            selector: selector.to_owned(),
            kind: kind.to_owned(),
            label: label.to_owned(),
            hint: String::new(),
            form: None,
            address: None,
            value: None,
            field: None,
            is_filled: false,
            is_needed: false,
        }
    }

    fn order(frontier: &mut Frontier) -> Vec<String> {
        let mut all = Vec::new();
        while let Some(number) = frontier.choose(&|_| Some((0, 0))) {
            all.push(frontier.take(number, 0).candidates[0].selector.clone());
        }
        all
    }

    #[test]
    fn new_kinds_come_first_and_dangerous_things_last() {
        let mut frontier = Frontier::default();
        frontier.open(0);
        frontier.meet(
            0,
            &[
                candidate(Act::Click, "#out", "a.nav", "Log out"),
                candidate(Act::Click, "#one", "li", "one"),
                candidate(Act::Click, "#two", "li", "two"),
                candidate(Act::Click, "#help", "button", "Help"),
            ],
        );
        assert_eq!(order(&mut frontier), ["#one", "#help", "#two", "#out"]);
    }

    #[test]
    fn endless_lists_come_to_an_end() {
        let mut frontier = Frontier::default();
        frontier.open(0);
        let all: Vec<Candidate> = (0..10_000)
            .map(|n| candidate(Act::Click, &format!("#n{n}"), "a.next", "next"))
            .collect();
        frontier.meet(0, &all);
        assert_eq!(order(&mut frontier).len(), MOST_OF_A_KIND);
    }

    #[test]
    fn where_there_is_time_what_was_never_tried_comes_first() {
        let mut frontier = Frontier::default();
        frontier.open(0);
        frontier.open(1);
        let rows: Vec<Candidate> =
            (0..9).map(|n| candidate(Act::Click, &format!("#n{n}"), "tr", "")).collect();
        frontier.meet(0, &rows);
        frontier.meet(1, &rows);
        for _ in 0..MOST_OF_A_KIND {
            let number = frontier.choose(&|state| (state == 0).then_some((0, 0))).unwrap();
            frontier.take(number, 0);
        }
        frontier.be_generous();
        let next = order(&mut frontier);
        assert_eq!(next[..3], ["#n6", "#n7", "#n8"]);
    }

    #[test]
    fn where_there_is_time_what_loads_more_is_done_again() {
        let mut frontier = Frontier::default();
        let more = candidate(Act::Click, "#more", "button", "More");
        let other = candidate(Act::Click, "#other", "button", "Other");
        for state in 0..4 {
            frontier.open(state);
            frontier.meet(state, &[other.clone(), more.clone()]);
        }
        let done = |frontier: &mut Frontier, state: usize, to: usize, selector: &str| {
            let is_it = |(plan, _): &(Plan, bool)| {
                plan.state == state && plan.candidates[0].selector == selector
            };
            let number = frontier.plans.iter().position(is_it).unwrap();
            let plan = frontier.take(number, state);
            frontier.note(&plan, to);
        };
        done(&mut frontier, 0, 1, "#more");
        done(&mut frontier, 0, 2, "#other");
        frontier.be_generous();
        let here = |state: usize| (state == 1).then_some((0, 1));
        let number = frontier.choose(&here).unwrap();
        assert_eq!(frontier.plan(number).candidates[0].selector, "#more");
    }

    #[test]
    fn the_fields_of_a_form_are_filled_together_and_before_it_is_sent() {
        let mut frontier = Frontier::default();
        frontier.open(0);
        let in_form = |mut it: Candidate| {
            it.form = Some("#f".to_owned());
            it
        };
        frontier.meet(
            0,
            &[
                in_form(candidate(Act::Click, "#send", "button", "Send")),
                in_form(candidate(Act::Fill, "#name", "input", "")),
                in_form(candidate(Act::Fill, "#mail", "input", "")),
            ],
        );
        let first = frontier.choose(&|_| Some((0, 0))).map(|number| frontier.take(number, 0));
        assert_eq!(first.map(|plan| plan.candidates.len()), Some(2));
        assert_eq!(order(&mut frontier), ["#send"]);
    }

    #[test]
    fn what_led_back_elsewhere_leads_back_from_where_nothing_is_tried() {
        let mut frontier = Frontier::default();
        frontier.open(0);
        let home = candidate(Act::Click, "#home", "a", "Home");
        frontier.meet(0, std::slice::from_ref(&home));
        let plan = frontier.take(0, 0);
        frontier.note(&plan, 3);
        frontier.meet(7, &[candidate(Act::Click, "#new", "a", "New"), home]);
        assert_eq!(frontier.choose(&|_| Some((0, 0))), None);
        let number = frontier.bridge(7, &|to| to == 3);
        let selector = number.map(|number| frontier.plan(number).candidates[0].selector.clone());
        assert_eq!(selector.as_deref(), Some("#home"));
        assert_eq!(frontier.bridge(7, &|_| false), None);
    }

    #[test]
    fn words_are_dangerous_only_as_words() {
        let is = |label: &str| is_dangerous(&candidate(Act::Click, "#x", "a", label));
        assert!(is("Delete all") && is("Sign out"));
        assert!(!is("Payment methods") && !is("Resetting the clock"));
    }
}
