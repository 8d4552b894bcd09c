//! What to do next: what is new before what is known, what is near before what is far, what is dangerous last.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::look::{Act, Candidate};

/// Of elements that are alike, such as the entries of an endless list, no more are tried that lead to nothing new.
const MOST_OF_A_KIND: usize = 6;
/// The same element is tried in so many states.
const MOST_AGAIN: usize = 2;

/// What led to a state much like others is worth so much of what led to one like none.
const LITTLE_NEWS: f64 = 0.2;
/// What always led to the same state leads to it once more, most likely.
const KNOWN_END: f64 = 0.2;

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
    /// Whether it is only tried where there is time: other values, single fields of forms.
    pub(crate) is_extra: bool,
}

impl Plan {
    /// What tells it from other plans in any state.
    fn key(&self) -> String {
        let first = &self.candidates[0];
        let place = self.place();
        let says_value = first.action != Act::Fill || first.is_other;
        let value = first.value.as_deref().filter(|_| says_value).unwrap_or_default();
        let again = if first.is_filled { "again" } else { "" };
        let extra = if self.is_extra { "extra" } else { "" };
        format!("{} {place} {value} {again} {extra}", first.action.name())
    }

    /// What tells it from plans for the same element when that looks otherwise.
    fn look(&self) -> String {
        format!("{} {} {}", self.key(), self.candidates[0].kind, self.candidates[0].label)
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
        self.candidates.len() > 1 && !self.is_extra
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
    /// What came of doing things, by element, by what it looks like then, and by kind.
    by_key: HashMap<String, Record>,
    by_look: HashMap<String, Record>,
    by_kind: HashMap<String, Record>,
    /// States that are much like others.
    like_others: BTreeSet<usize>,
    allows_dangerous: bool,
    /// Whether everything was tried, and there is time to try more of the same.
    is_generous: bool,
}

/// How often something was done, and how much of what came of it was new.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    n: f64,
    news: f64,
}

impl Record {
    fn add(&mut self, news: News) {
        self.n += 1.0;
        self.news += news.worth();
    }

    /// How much is to be hoped for, if so much was to be hoped for without knowing this.
    fn chance(self, before: f64) -> f64 {
        (self.news + before) / (self.n + 1.0)
    }
}

/// How new a state is that something led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// It was known.
    None,
    /// It was not, but is much like others.
    Little,
    /// It is like none.
    Much,
}

impl News {
    fn worth(self) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Little => LITTLE_NEWS,
            Self::Much => 1.0,
        }
    }
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
            if one.is_other {
                let then = one.then.as_ref().map(|then| Candidate {
                    action: Act::Click,
                    selector: then.selector.clone(),
                    label: then.label.clone(),
                    ..one.clone()
                });
                let candidates = std::iter::once(one.clone()).chain(then).collect();
                plans.push(Plan { state, candidates, is_extra: true });
                continue;
            }
            if let Some(form) = one.form.as_ref().filter(|_| is_field || one.is_needed) {
                forms.entry((form.clone(), one.is_filled)).or_default().push(one.clone());
            }
            let is_extra = is_field && one.form.is_some();
            plans.push(Plan { state, candidates: vec![one.clone()], is_extra });
        }
        let forms =
            forms.into_values().map(|candidates| Plan { state, candidates, is_extra: false });
        // A person fills a form before sending it.
        for plan in forms.chain(plans) {
            if self.known.insert((state, plan.key())) {
                self.plans.push((plan, false));
            }
        }
    }

    /// The best thing to do, given how far and how deep each state is, and what it costs; `None` if there is nothing
    /// left within reach.
    pub(crate) fn choose(
        &self,
        far: &dyn Fn(usize) -> Option<(usize, usize)>,
    ) -> Option<(usize, usize)> {
        let costs = self.plans.iter().enumerate().filter_map(|(number, (plan, is_done))| {
            let is_wanted = self.is_generous || !plan.is_extra;
            if *is_done || !is_wanted || !self.open.contains(&plan.state) {
                return None;
            }
            let key = plan.key();
            let n_key = self.n_by_key.get(&key).copied().unwrap_or(0);
            let is_dangerous = plan.is_dangerous();
            if is_dangerous && !self.allows_dangerous && n_key > 0 {
                return None;
            }
            let place = far(plan.state)?;
            let cost = match self.is_generous {
                true => self.cost_of_more(plan, &key, n_key, place),
                false => self.cost(plan, &key, n_key, place)?,
            };
            Some((cost + 1_000_000 * usize::from(is_dangerous), number))
        });
        costs.min().map(|(cost, number)| (number, cost))
    }

    /// What is new before what is known: other kinds, other elements, the same one in other states. `None` if enough
    /// of it was tried.
    fn cost(
        &self,
        plan: &Plan,
        key: &str,
        n_key: usize,
        (length, depth): (usize, usize),
    ) -> Option<usize> {
        let n_kind = self.n_by_kind.get(&plan.candidates[0].kind).copied().unwrap_or(0);
        // What was tried far from the start only may lead further from here.
        let is_nearer = self.least_depth.get(key).is_some_and(|least| depth < *least);
        if (n_key >= self.most_again(plan, key) && !is_nearer)
            || n_kind >= MOST_OF_A_KIND * (1 + n_key)
        {
            return None;
        }
        let slow = match plan.candidates[0].action {
            // What happens by itself is soon over.
            Act::Wait => 0,
            Act::Hover => 2,
            _ => 1,
        };
        let again = if is_nearer { 0 } else { 8 * n_key };
        Some(again + 2 * n_kind + 3 * length + depth + slow)
    }

    /// How many actions it takes, for what they are likely to show: by what came of doing the same elsewhere, or of
    /// doing the same with its like.
    fn cost_of_more(
        &self,
        plan: &Plan,
        key: &str,
        n_key: usize,
        (length, depth): (usize, usize),
    ) -> usize {
        let of =
            |map: &HashMap<String, Record>, name: &str| map.get(name).copied().unwrap_or_default();
        let by_kind = of(&self.by_kind, &plan.candidates[0].kind).chance(1.0);
        let by_key = of(&self.by_key, key).chance(by_kind);
        // What was used up says so.
        let by_look = of(&self.by_look, &plan.look()).chance(by_key);
        let has_end = n_key > 1 && self.led.get(key).is_some_and(Option::is_some);
        let end = if has_end { KNOWN_END } else { 1.0 };
        let here = if self.like_others.contains(&plan.state) { 0.5 } else { 1.0 };
        let chance = by_look * end * here;
        let actions = (1 + length) as f64 * (1.0 + 0.1 * depth as f64);
        (100.0 * actions / chance.max(0.001)) as usize
    }

    pub(crate) fn plan(&self, number: usize) -> &Plan {
        &self.plans[number].0
    }

    /// Notes where a plan led.
    pub(crate) fn note(&mut self, plan: &Plan, to: usize, news: News) {
        self.by_key.entry(plan.key()).or_default().add(news);
        self.by_look.entry(plan.look()).or_default().add(news);
        self.by_kind.entry(plan.candidates[0].kind.clone()).or_default().add(news);
        if news == News::Little {
            self.like_others.insert(to);
        }
        let to = Some(to).filter(|to| *to != plan.state);
        let led = self.led.entry(plan.key()).or_insert(to);
        *led = led.filter(|before| Some(*before) == to);
    }

    /// What was just filled need not be filled again: what a field holds makes no other state, but other things come
    /// of it.
    pub(crate) fn filled(&mut self, plan: &Plan, to: usize) {
        let is_fill = |plan: &Plan| plan.candidates[0].action == Act::Fill && !plan.is_extra;
        for (other, is_done) in self.plans.iter_mut().filter(|_| is_fill(plan)) {
            *is_done |= other.state == to && is_fill(other) && other.place() == plan.place();
        }
    }

    /// In how many states a plan is tried: not in many if it is known where it leads, and once if it says so itself.
    fn most_again(&self, plan: &Plan, key: &str) -> usize {
        let is_known = self.led.get(key).is_some_and(Option::is_some);
        match (is_known, &plan.candidates[0].address) {
            (true, Some(_)) => 1,
            (true, None) => 2,
            _ => MOST_AGAIN,
        }
    }

    /// Where nothing is left to do: what leads to a state that is `wanted` from other states may do so from here.
    pub(crate) fn bridge(&self, at: usize, wanted: &dyn Fn(usize) -> bool) -> Option<usize> {
        let leads_back = |(plan, is_done): &(Plan, bool)| {
            let to = || self.led.get(&plan.key()).copied().flatten();
            plan.state == at
                && !is_done
                && !plan.is_extra
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
        let is_left = |(plan, is_done): &&(Plan, bool)| {
            !is_done && (self.is_generous || !plan.is_extra) && self.open.contains(&plan.state)
        };
        self.plans.iter().filter(is_left).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::Sender;

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
            is_other: false,
            then: None,
        }
    }

    fn order(frontier: &mut Frontier) -> Vec<String> {
        let mut all = Vec::new();
        while let Some((number, _)) = frontier.choose(&|_| Some((0, 0))) {
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
            let here = |state| (state == 0).then_some((0, 0));
            let (number, _) = frontier.choose(&here).unwrap();
            frontier.take(number, 0);
        }
        frontier.be_generous();
        let next = order(&mut frontier);
        assert_eq!(next[..3], ["#n6", "#n7", "#n8"]);
    }

    #[test]
    fn where_there_is_time_what_led_to_something_new_is_done_again() {
        let mut frontier = Frontier::default();
        let more = candidate(Act::Click, "#more", "button", "More");
        let other = candidate(Act::Click, "#other", "button", "Other");
        for state in 0..3 {
            frontier.open(state);
            frontier.meet(state, &[other.clone(), more.clone()]);
        }
        let done = |frontier: &mut Frontier, to: usize, selector: &str, news: News| {
            let is_it = |(plan, _): &(Plan, bool)| {
                plan.state == 0 && plan.candidates[0].selector == selector
            };
            let number = frontier.plans.iter().position(is_it).unwrap();
            let plan = frontier.take(number, 0);
            frontier.note(&plan, to, news);
        };
        done(&mut frontier, 1, "#more", News::Much);
        done(&mut frontier, 2, "#other", News::Little);
        frontier.be_generous();
        let here = |state: usize| (state == 1).then_some((0, 1));
        let (number, _) = frontier.choose(&here).unwrap();
        assert_eq!(frontier.plan(number).candidates[0].selector, "#more");
        // Where it led is unlike anything else, so more is to be hoped for there.
        let (number, _) = frontier.choose(&|state| (state > 0).then_some((0, 1))).unwrap();
        assert_eq!(frontier.plan(number).state, 1);
    }

    #[test]
    fn other_values_and_single_fields_wait_until_there_is_time() {
        let mut frontier = Frontier::default();
        frontier.open(0);
        let in_form = |selector: &str| Candidate {
            form: Some("#f".to_owned()),
            ..candidate(Act::Fill, selector, "input", "")
        };
        let then = Some(Sender { selector: "#send".to_owned(), label: "Send".to_owned() });
        let value = Some("[".to_owned());
        let other = Candidate { value, is_other: true, then, ..in_form("#name") };
        frontier.meet(0, &[in_form("#name"), other, in_form("#mail")]);
        assert_eq!(order(&mut frontier), ["#name"], "both fields at once");
        frontier.be_generous();
        let mut all = Vec::new();
        while let Some((number, _)) = frontier.choose(&|_| Some((0, 0))) {
            let plan = frontier.take(number, 0);
            all.push(plan.candidates.iter().map(|it| it.selector.clone()).collect::<Vec<_>>());
        }
        all.sort();
        assert_eq!(all, [vec!["#mail"], vec!["#name"], vec!["#name", "#send"]]);
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
        let first = frontier.choose(&|_| Some((0, 0))).map(|(number, _)| frontier.take(number, 0));
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
        frontier.note(&plan, 3, News::Much);
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
