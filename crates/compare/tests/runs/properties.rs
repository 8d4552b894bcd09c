//! What holds of all runs.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use xcheck_compare::{Report, Scope, Xbi};
use xcheck_model::engine::Engine;
use xcheck_model::run::{Divergence, DivergenceKind};

use crate::page::{El, paths, shuffled};
use crate::random::{Marks, stories};
use crate::run::{Runs, head, looks, told, write};

fn config() -> ProptestConfig {
    // The same cases in every run: what fails must fail again.
    let rng_seed = RngSeed::Fixed(48);
    ProptestConfig { cases: 48, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

fn json(report: &Report) -> String {
    serde_json::to_string(report).expect("a report is JSON")
}

/// Each difference that led to a finding, by what it is about, and how often.
type Told = BTreeMap<(String, String, String, String), usize>;

/// Differences with the element that each is about; `is_swapped` tells them from the other side.
fn by_element(report: &Report, one: &[El], other: &[El], is_swapped: bool) -> Told {
    let number = |pages: &[El], path: &str| {
        let known = pages
            .iter()
            .find_map(|page| paths(page).into_iter().find(|(_, it)| it == path).map(|(id, _)| id));
        known.map_or_else(|| "?".to_owned(), |id| id.to_string())
    };
    let mut all = Told::new();
    for cbd in report.xbis.iter().flat_map(|xbi| &xbi.cbds) {
        let is_surplus = cbd.property == "presence" && cbd.reference.is_empty();
        let element = number(if is_surplus { other } else { one }, &cbd.xpath);
        let (mut ours, mut theirs) = (cbd.reference.clone(), cbd.test.clone());
        if is_swapped {
            std::mem::swap(&mut ours, &mut theirs);
        }
        *all.entry((element, cbd.property.clone(), ours, theirs)).or_default() += 1;
    }
    all
}

type Words = BTreeMap<(String, String, String), usize>;

/// Differences without their elements.
fn by_words(told: Told) -> Words {
    let mut all = Words::new();
    for ((_, property, one, other), n) in told {
        *all.entry((property, one, other)).or_default() += n;
    }
    all
}

/// What each finding holds together.
fn by_finding(report: &Report, one: &[El], other: &[El], is_swapped: bool) -> Vec<Words> {
    let alone = |xbi: &Xbi| Report { xbis: vec![xbi.clone()], ..report.clone() };
    let words = |xbi| by_words(by_element(&alone(xbi), one, other, is_swapped));
    let mut all: Vec<Words> = report.xbis.iter().map(words).collect();
    all.sort();
    all
}

fn divergence(n: u64) -> Divergence {
    Divergence {
        page: 0,
        event: Some(n),
        kind: DivergenceKind::ALL[n as usize % DivergenceKind::ALL.len()],
        detail: format!("number {n}"),
        expected: None,
        actual: None,
        registered_by: None,
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_run_does_not_differ_from_itself(story in stories(4, 0)) {
        let (states, _) = story.states(Marks::None);
        let runs = Runs::of_states(&states, &states);
        for scope in [Scope::Changed, Scope::WholePage] {
            prop_assert_eq!(told(&runs.report(scope)), "");
        }
    }

    #[test]
    fn without_ids_the_same_differences_are_found_from_the_other_side(story in stories(1, 1)) {
        let (one, other) = story.states(Marks::None);
        let runs = Runs::of_states(&one, &other);
        let found = by_element(&runs.report(Scope::WholePage), &one, &other, false);
        let swapped = by_element(&runs.swapped(Scope::WholePage), &other, &one, true);
        prop_assert_eq!(by_words(found), by_words(swapped));
    }

    #[test]
    fn the_same_findings_are_made_from_the_other_side(story in stories(3, 2)) {
        let (one, other) = story.states(Marks::Ids);
        let runs = Runs::of_states(&one, &other);
        for scope in [Scope::Changed, Scope::WholePage] {
            let found = by_finding(&runs.report(scope), &one, &other, false);
            let swapped = by_finding(&runs.swapped(scope), &other, &one, true);
            prop_assert_eq!(found, swapped);
        }
    }

    #[test]
    fn the_order_of_lists_does_not_matter(story in stories(3, 2), seed in any::<u64>()) {
        let (one, other) = story.states(Marks::None);
        let runs = Runs::of_states(&one, &other);
        let before = json(&runs.report(Scope::Changed));
        for (dir, engine, states) in
            [(&runs.one, Engine::Chromium, &one), (&runs.other, Engine::Firefox, &other)]
        {
            let mut looks = looks(states);
            for look in &mut looks {
                look.observation = look.observation.as_ref().map(|it| shuffled(it, seed));
            }
            write(dir, &head(engine, 1), &looks, &[]);
        }
        prop_assert_eq!(before, json(&runs.report(Scope::Changed)));
    }

    #[test]
    fn the_order_of_divergences_does_not_matter(story in stories(3, 2), n in 2..9_u64) {
        let (one, other) = story.states(Marks::None);
        let runs = Runs::of_states(&one, &other);
        let mut divergences: Vec<Divergence> = (0..n).map(divergence).collect();
        let mut reports = Vec::new();
        for _ in 0..2 {
            write(&runs.other, &head(Engine::Firefox, 1), &looks(&other), &divergences);
            reports.push(json(&runs.report(Scope::Changed)));
            divergences.reverse();
        }
        prop_assert_eq!(&reports[0], &reports[1]);
    }

    #[test]
    fn the_same_runs_give_the_same_bytes(story in stories(3, 3)) {
        let (one, other) = story.states(Marks::None);
        for scope in [Scope::Changed, Scope::WholePage] {
            let first = json(&Runs::of_states(&one, &other).report(scope));
            prop_assert_eq!(first, json(&Runs::of_states(&one, &other).report(scope)));
        }
    }

    #[test]
    fn changed_nodes_tell_as_much_as_the_whole_page(story in stories(5, 2)) {
        let (one, other) = story.states(Marks::Ids);
        let runs = Runs::of_states(&one, &other);
        let (changed, whole) = (runs.report(Scope::Changed), runs.report(Scope::WholePage));
        let words = |report: &Report| by_element(report, &one, &other, false);
        prop_assert_eq!(words(&changed), words(&whole));
        prop_assert_eq!(json(&changed), json(&whole));
    }
}
