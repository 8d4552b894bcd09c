//! Instances to learn from: pairs of elements of labelled runs, with what a person said of them.

use std::collections::BTreeSet;

use xcheck_model::engine::Engine;
use xcheck_trace::run::{NodeKind, RunReader};

use super::features::{Feature, Features};
use super::labels::Labels;
use crate::image::Picture;
use crate::moments::each_moment;
use crate::page::{NodePair, PagePair, Scope};

/// A pair of elements in a state of its page.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    pub app: String,
    pub browser: String,
    pub features: Features,
    /// The label that it is at or below.
    pub label: Option<usize>,
    /// In the reference; empty if it was made up.
    pub xpath: String,
}

impl Instance {
    #[cfg(test)]
    pub(super) fn new(app: &str, browser: &str, features: Features, label: Option<usize>) -> Self {
        let (app, browser) = (app.to_owned(), browser.to_owned());
        Self { app, browser, features, label, xpath: String::new() }
    }

    /// Whether a person pointed at it.
    pub fn is_true(&self) -> bool {
        self.label.is_some()
    }
}

/// The pairs of elements of two runs of an app that differ in anything at all.
///
/// One that stays as it is over several states of its page is one instance.
pub fn instances(
    app: &str,
    labels: &Labels,
    reference: &RunReader,
    test: &RunReader,
) -> Vec<Instance> {
    let browser = test.head().browser.name.engine();
    let mut walk = Walk { app, labels, browser, known: BTreeSet::new(), found: Vec::new() };
    each_moment(reference, test, Scope::WholePage, &mut |moment| {
        let both = moment.pictures.0.as_deref().zip(moment.pictures.1.as_deref());
        walk.look_at(moment.step.page, moment.pages, both);
    });
    walk.found
}

struct Walk<'a> {
    app: &'a str,
    labels: &'a Labels,
    browser: Engine,
    /// What was found, by page, element and the bits of its features.
    known: BTreeSet<(usize, String, Vec<u64>)>,
    found: Vec<Instance>,
}

impl Walk<'_> {
    fn look_at(&mut self, page: usize, pages: &PagePair, both: Option<(&Picture, &Picture)>) {
        for (id, node) in pages.reference.nodes() {
            // Shapes of a drawing are the drawing's.
            let is_box = match &node.kind {
                NodeKind::Element { name, space } => space.is_none() || name == "svg",
                NodeKind::Text | NodeKind::Shadow => false,
            };
            let pair = NodePair { reference: Some(*id), test: pages.matching.test_of(*id) };
            let features = if is_box { Features::of(pages, pair, both) } else { None };
            let Some(features) = features.filter(Features::is_any_different) else { continue };
            let xpath = pages.reference.xpath(*id);
            let bits = Feature::ALL.map(|feature| features.value(feature).to_bits()).to_vec();
            if !self.known.insert((page, xpath.clone(), bits)) {
                continue;
            }
            self.found.push(Instance {
                app: self.app.to_owned(),
                browser: self.browser.name().to_owned(),
                features,
                label: self.labels.find(self.browser, &xpath),
                xpath,
            });
        }
    }
}
