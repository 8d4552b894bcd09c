//! Decides whether the difference of a pair of elements is worth telling, by a decision tree (CrossCheck V.C).
//!
//! The tree is data, `data/tree.json`, and `xcheck train` makes it of labelled runs. It judges sizes, places, looks and
//! styles; texts and missing elements are told whatever it says.

mod features;
mod instances;
mod labels;
mod learn;
mod tree;
mod validate;

pub use features::{Feature, Features};
pub use instances::{Instance, instances};
pub use labels::{Labels, LabelsError};
pub use learn::learn;
pub use tree::{Training, Tree, TreeError};
pub use validate::{Confusion, stratified_folds, whole_apps};

/// Whether the built-in tree takes a pair of elements with these features for a person's bug.
///
/// Other styles of a text are told in any case: nothing that the tree was made of had any.
pub(crate) fn is_worth_telling(features: &Features) -> bool {
    features.n_styles > 0 || Tree::embedded().decide(features)
}

/// How the built-in tree does on instances.
pub fn built_in(instances: &[Instance]) -> Confusion {
    Confusion::of(instances, is_worth_telling)
}

/// How the hand-set thresholds of the comparison do on instances, without any tree.
pub fn hand_set(instances: &[Instance]) -> Confusion {
    Confusion::of(instances, Features::is_over_thresholds)
}
