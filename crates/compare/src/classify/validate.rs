//! How good a way of deciding is: what it says of instances beside what a person said.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::features::{Feature, Features};
use super::instances::Instance;
use super::learn::learn;

/// Instances by what they are and what was said of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Confusion {
    pub true_negatives: usize,
    pub false_positives: usize,
    pub false_negatives: usize,
    pub true_positives: usize,
}

impl Confusion {
    /// CrossCheck's own, of ten folds (Table I).
    pub const OF_CROSSCHECK: Self =
        Self { true_negatives: 1959, false_positives: 0, false_negatives: 9, true_positives: 169 };

    pub(crate) fn of(instances: &[Instance], decide: impl Fn(&Features) -> bool) -> Self {
        let mut confusion = Self::default();
        for instance in instances {
            confusion.add(instance.is_true(), decide(&instance.features));
        }
        confusion
    }

    fn add(&mut self, is_true: bool, is_told: bool) {
        let count = match (is_true, is_told) {
            (false, false) => &mut self.true_negatives,
            (false, true) => &mut self.false_positives,
            (true, false) => &mut self.false_negatives,
            (true, true) => &mut self.true_positives,
        };
        *count += 1;
    }

    pub fn n(&self) -> usize {
        self.true_negatives + self.n_errors() + self.true_positives
    }

    pub fn n_errors(&self) -> usize {
        self.false_positives + self.false_negatives
    }

    /// How much of what is told is true, if anything is.
    pub fn precision(&self) -> Option<f64> {
        share(self.true_positives, self.true_positives + self.false_positives)
    }

    /// How much of what is true is told, if anything is.
    pub fn recall(&self) -> Option<f64> {
        share(self.true_positives, self.true_positives + self.false_negatives)
    }
}

fn share(part: usize, all: usize) -> Option<f64> {
    (all > 0).then(|| part as f64 / all as f64)
}

/// The four numbers as in CrossCheck's table, row by row, and what they come to.
impl fmt::Display for Confusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |share: Option<f64>| match share {
            Some(share) => format!("{:.1} %", 100.0 * share),
            None => "-".to_owned(),
        };
        write!(
            f,
            "{}/{}/{}/{}: {} errors in {}, precision {}, recall {}",
            self.true_negatives,
            self.false_positives,
            self.false_negatives,
            self.true_positives,
            self.n_errors(),
            self.n(),
            percent(self.precision()),
            percent(self.recall()),
        )
    }
}

/// Ten parts with the same mixture, each judged by a tree of the other nine, as CrossCheck was.
///
/// Elements of one page are in several parts, so a tree has seen the like of what it judges: it flatters.
pub fn stratified_folds(instances: &[Instance], features: &[Feature]) -> Confusion {
    const N_FOLDS: usize = 10;
    let mut n_dealt = [0, 0];
    let folds = instances.iter().map(|instance| {
        let dealt = &mut n_dealt[usize::from(instance.is_true())];
        *dealt += 1;
        *dealt % N_FOLDS
    });
    cross_validate(instances, &folds.collect::<Vec<_>>(), features)
}

/// Each app judged by a tree of all others: what to expect of an app that nobody has seen.
pub fn whole_apps(instances: &[Instance], features: &[Feature]) -> Confusion {
    let apps: BTreeSet<&str> = instances.iter().map(|it| it.app.as_str()).collect();
    let apps: Vec<&str> = apps.into_iter().collect();
    let fold = |it: &Instance| apps.binary_search(&it.app.as_str()).unwrap_or(0);
    cross_validate(instances, &instances.iter().map(fold).collect::<Vec<_>>(), features)
}

fn cross_validate(instances: &[Instance], fold_of: &[usize], features: &[Feature]) -> Confusion {
    let mut confusion = Confusion::default();
    for fold in fold_of.iter().copied().collect::<BTreeSet<_>>() {
        let is_judged = |at: usize| fold_of[at] == fold;
        let others = instances.iter().enumerate().filter(|(at, _)| !is_judged(*at));
        let tree = learn(&others.map(|(_, it)| it.clone()).collect::<Vec<_>>(), features);
        for (_, instance) in instances.iter().enumerate().filter(|(at, _)| is_judged(*at)) {
            confusion.add(instance.is_true(), tree.decide(&instance.features));
        }
    }
    confusion
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In each app another feature tells, so nothing learned from one helps with the other.
    fn two_apps() -> Vec<Instance> {
        let numbers = (0..200_u32).map(|i| {
            let value = f64::from(i / 2 % 10);
            let features = match i % 2 {
                0 => Features { own_size: value, ..Features::default() },
                _ => Features { chi2: value, ..Features::default() },
            };
            let app = format!("{}-{}", i % 2, i % 4);
            Instance::new(&app, "webkit", features, (value > 5.0).then_some(0))
        });
        numbers.collect()
    }

    #[test]
    fn every_instance_is_judged_once() {
        let instances = two_apps();
        assert_eq!(stratified_folds(&instances, &Feature::ALL).n(), instances.len());
        assert_eq!(whole_apps(&instances, &Feature::ALL).n(), instances.len());
        assert_eq!(stratified_folds(&[], &Feature::ALL), Confusion::default());
    }

    #[test]
    fn only_whole_apps_show_what_does_not_carry_over() {
        let instances = two_apps();
        assert_eq!(stratified_folds(&instances, &Feature::ALL).n_errors(), 0);
        assert_eq!(whole_apps(&instances, &Feature::ALL).recall(), Some(0.0));
    }

    #[test]
    fn numbers_are_told_as_in_the_paper() {
        let text = "1959/0/9/169: 9 errors in 2137, precision 100.0 %, recall 94.9 %";
        assert_eq!(Confusion::OF_CROSSCHECK.to_string(), text);
        assert!(Confusion::default().to_string().ends_with("precision -, recall -"));
    }
}
