//! Makes a decision tree of instances, as C4.5 does (Quinlan 1993): splits by gain ratio, then pessimistic pruning.
//!
//! The same instances in the same order give the same tree. Of equal splits the first feature and the smaller threshold
//! are taken.

use std::collections::BTreeSet;

use super::features::Feature;
use super::instances::Instance;
use super::tree::{MOST_DEPTH, Node, Tree};

/// Both sides of a split have at least so many instances.
const LEAST_IN_LEAF: usize = 4;
/// Of at least so many apps, and so has what a leaf tells: elements of one app are like each other, so what only one
/// app speaks for is an accident of that app.
const LEAST_APPS: usize = 2;
/// Less gain than this is rounding.
const LEAST_GAIN: f64 = 1e-9;
/// C4.5's confidence in the errors that it sees, and where a normal distribution has as much above.
const CONFIDENCE: f64 = 0.25;
const CONFIDENCE_Z: f64 = 0.674_49;

/// A tree of all instances that asks for these features only; of no instances, one that tells nothing.
pub fn learn(instances: &[Instance], features: &[Feature]) -> Tree {
    let all: Vec<&Instance> = instances.iter().collect();
    let mut root = grow(&all, features, 0);
    prune(&mut root, &all);
    Tree { root, training: None }
}

fn leaf(instances: &[&Instance]) -> Node {
    let is_true: Vec<&&Instance> = instances.iter().filter(|it| it.is_true()).collect();
    let (n_true, n_false) = (is_true.len(), instances.len() - is_true.len());
    let apps: BTreeSet<&str> = is_true.iter().map(|it| it.app.as_str()).collect();
    let class = n_true > n_false && apps.len() >= LEAST_APPS;
    Node::Leaf { class, n: instances.len(), errors: if class { n_false } else { n_true } }
}

fn grow(instances: &[&Instance], features: &[Feature], depth: usize) -> Node {
    let n_true = instances.iter().filter(|it| it.is_true()).count();
    if n_true == 0 || n_true == instances.len() || depth >= MOST_DEPTH {
        return leaf(instances);
    }
    let Some(cut) = best_cut(instances, features) else { return leaf(instances) };
    let (below, above): (Vec<&Instance>, Vec<&Instance>) =
        instances.iter().partition(|it| it.features.value(cut.feature) <= cut.threshold);
    Node::Split {
        feature: cut.feature,
        threshold: cut.threshold,
        below: Box::new(grow(&below, features, depth + 1)),
        above: Box::new(grow(&above, features, depth + 1)),
    }
}

/// A place to split at.
#[derive(Clone, Copy, Debug)]
struct Cut {
    feature: Feature,
    threshold: f64,
    /// Bits that it saves for each instance.
    gain: f64,
    /// Gain as a share of what it costs to tell the sides.
    ratio: f64,
}

/// The best ratio among cuts of at least average gain: tiny splits have fine ratios and say little.
fn best_cut(instances: &[&Instance], features: &[Feature]) -> Option<Cut> {
    let cuts: Vec<Cut> =
        features.iter().filter_map(|feature| cut_of(*feature, instances)).collect();
    let average = cuts.iter().map(|it| it.gain).sum::<f64>() / cuts.len() as f64;
    let good = cuts.into_iter().filter(|it| it.gain >= average - LEAST_GAIN);
    good.reduce(|best, cut| if cut.ratio > best.ratio + LEAST_GAIN { cut } else { best })
}

/// The cut of one feature that gains most.
fn cut_of(feature: Feature, instances: &[&Instance]) -> Option<Cut> {
    let mut values: Vec<(f64, bool, &str)> = instances
        .iter()
        .map(|it| (it.features.value(feature), it.is_true(), it.app.as_str()))
        .collect();
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let n = values.len();
    let n_true = values.iter().filter(|it| it.1).count();
    let before = entropy(n_true, n);
    let least = n_until_apps(values.iter());
    let most = n.saturating_sub(n_until_apps(values.iter().rev()));
    let mut best: Option<(f64, usize)> = None;
    let mut n_true_below = 0;
    let mut n_tried = 0_usize;
    for at in 1..n {
        n_true_below += usize::from(values[at - 1].1);
        let is_cut = values[at - 1].0 < values[at].0;
        if !is_cut || at < least || at > most {
            continue;
        }
        n_tried += 1;
        let share = at as f64 / n as f64;
        let after = share * entropy(n_true_below, at)
            + (1.0 - share) * entropy(n_true - n_true_below, n - at);
        let gain = before - after;
        if best.is_none_or(|(known, _)| gain > known + LEAST_GAIN) {
            best = Some((gain, at));
        }
    }
    let (gain, at) = best?;
    // Many thresholds to choose from make one that fits by chance (C4.5 release 8).
    let gain = gain - (n_tried as f64).log2() / n as f64;
    let cost = entropy(at, n);
    let (low, high) = (values[at - 1].0, values[at].0);
    (gain > LEAST_GAIN).then(|| Cut {
        feature,
        threshold: threshold(low, high),
        gain,
        ratio: gain / cost,
    })
}

/// How many from the beginning on are enough for one side of a split.
fn n_until_apps<'a>(values: impl Iterator<Item = &'a (f64, bool, &'a str)>) -> usize {
    let mut apps = BTreeSet::new();
    let short = values.take_while(|it| {
        apps.insert(it.2);
        apps.len() < LEAST_APPS
    });
    (short.count() + 1).max(LEAST_IN_LEAF)
}

/// The lower of the two, as C4.5 has it, in few digits: people read models.
///
/// Nothing is known of what is between; in the middle, a weight just above what is told without a tree would be dropped
/// because there happened to be none like it.
fn threshold(low: f64, high: f64) -> f64 {
    let rounded = [10.0, 100.0, 1_000.0].map(|scale| (low * scale).ceil() / scale);
    rounded.into_iter().find(|round| *round >= low && *round < high).unwrap_or(low)
}

/// Of a choice between two, in bits.
fn entropy(n_one: usize, n: usize) -> f64 {
    let part = |count: usize| {
        let share = count as f64 / n as f64;
        if count == 0 { 0.0 } else { -share * share.log2() }
    };
    if n == 0 { 0.0 } else { part(n_one) + part(n - n_one) }
}

/// Replaces splits that would not do better than a leaf on instances yet to come; returns the errors to expect.
fn prune(node: &mut Node, instances: &[&Instance]) -> f64 {
    let as_leaf = leaf(instances);
    let Node::Leaf { n, errors, .. } = as_leaf else { return 0.0 };
    let leaf_errors = expected_errors(n, errors);
    let Node::Split { feature, threshold, below, above } = node else { return leaf_errors };
    let (low, high): (Vec<&Instance>, Vec<&Instance>) =
        instances.iter().partition(|it| it.features.value(*feature) <= *threshold);
    let split_errors = prune(below, &low) + prune(above, &high);
    // C4.5 takes the leaf if the split is hardly better.
    if leaf_errors > split_errors + 0.1 {
        return split_errors;
    }
    *node = as_leaf;
    leaf_errors
}

/// The upper end of what the errors may truly be, given those that were seen.
fn expected_errors(n: usize, errors: usize) -> f64 {
    let (n, errors) = (n as f64, errors as f64);
    if n == 0.0 {
        return 0.0;
    }
    if errors == 0.0 {
        return n * (1.0 - CONFIDENCE.powf(1.0 / n));
    }
    if errors + 0.5 >= n {
        return n;
    }
    let z = CONFIDENCE_Z;
    let share = (errors + 0.5) / n;
    let spread = (share / n - share * share / n + z * z / (4.0 * n * n)).sqrt();
    n * (share + z * z / (2.0 * n) + z * spread) / (1.0 + z * z / n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classify::Features;

    fn learn_all(instances: &[Instance]) -> Tree {
        learn(instances, &Feature::ALL)
    }

    fn instance(app: u32, features: Features, is_true: bool) -> Instance {
        Instance::new(&format!("toy-{app}"), "firefox", features, is_true.then_some(0))
    }

    /// Wrong if it is large and has a size of its own.
    fn toy() -> Vec<Instance> {
        let numbers = (0..400_u32).map(|i| {
            let (own_size, area) = (f64::from(i % 20) / 4.0, f64::from(i * 37 % 400));
            let features = Features { own_size, area, ..Features::default() };
            instance(i % 3, features, own_size > 2.0 && area > 100.0)
        });
        numbers.collect()
    }

    #[test]
    fn a_rule_is_learned() {
        let (tree, instances) = (learn_all(&toy()), toy());
        let n_wrong = instances.iter().filter(|it| tree.decide(&it.features) != it.is_true());
        assert_eq!(n_wrong.count(), 0, "{tree}");
        assert_eq!(tree.n_leaves(), 3, "{tree}");
        let text = tree.to_string();
        assert!(text.contains("own-size <= 2:") || text.contains("own-size > 2:"), "{text}");
    }

    #[test]
    fn the_same_instances_give_the_same_tree() {
        assert_eq!(learn_all(&toy()), learn_all(&toy()));
    }

    #[test]
    fn only_what_may_be_asked_for_is() {
        let tree = learn(&toy(), &[Feature::Area]);
        assert!(!tree.to_string().contains("own-size"), "{tree}");
    }

    #[test]
    fn chance_is_not_learned() {
        // A remainder that nothing known of the instances has to do with.
        let random = (0..300_u32).map(|i| {
            let mixed = i.wrapping_mul(2_654_435_761).rotate_left(13).wrapping_mul(40_503) >> 16;
            let features = Features { area: f64::from(i * 7 % 300), ..Features::default() };
            instance(i % 3, features, mixed % 7 == 0)
        });
        let tree = learn_all(&random.collect::<Vec<_>>());
        assert_eq!(tree.n_leaves(), 1, "{tree}");
    }

    #[test]
    fn few_or_no_instances_make_a_leaf() {
        assert!(!learn_all(&[]).decide(&Features::default()));
        let two = [0, 1].map(|app| instance(app, Features::default(), true));
        assert!(learn_all(&two).decide(&Features::default()));
    }

    #[test]
    fn one_app_alone_is_not_believed() {
        let of = |app, is_wrong| {
            let features = Features { chi2: f64::from(u8::from(is_wrong)), ..Features::default() };
            instance(app, features, is_wrong)
        };
        let fine = (0..90).map(|i| of(i % 3, false));
        let alone: Vec<Instance> = fine.clone().chain((0..30).map(|_| of(0, true))).collect();
        assert_eq!(learn_all(&alone).n_leaves(), 1);
        let both: Vec<Instance> = fine.chain((0..30).map(|i| of(i % 2, true))).collect();
        assert_eq!(learn_all(&both).n_leaves(), 2);
    }

    #[test]
    fn thresholds_part_what_they_are_between() {
        for (low, high) in [(1.0, 2.0), (0.2, 0.9), (1.0, 1.0 + f64::EPSILON), (-3.0, 1e6)] {
            let at = threshold(low, high);
            assert!(low <= at && at < high, "{low} {at} {high}");
        }
    }

    #[test]
    fn more_errors_are_expected_than_seen() {
        for (n, errors) in [(1, 0), (10, 0), (10, 1), (100, 30), (5, 5)] {
            let expected = expected_errors(n, errors);
            assert!(expected >= errors as f64 && expected <= n as f64, "{n} {errors} {expected}");
        }
    }
}
