//! What the browsers themselves said of declarations and selectors: a better witness than any table.

use std::collections::HashMap;

use xcheck_trace::run::{Support, SupportKind, declaration_text, selector_text};

use super::css::Declaration;

/// What both browsers said of the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// The reference knows it, the test browser does not.
    Lost,
    /// Both know it, or neither, or the test browser alone.
    Kept,
}

#[derive(Debug, Default)]
pub(super) struct Known {
    said: HashMap<(SupportKind, String), Said>,
}

impl Known {
    pub(super) fn new(
        reference: impl Iterator<Item = Support>,
        test: impl Iterator<Item = Support>,
    ) -> Self {
        let key = |it: Support| ((it.kind, it.text), it.has);
        let ours: HashMap<_, bool> = reference.map(key).collect();
        let said = test.map(key).filter_map(|(what, has)| {
            let is_lost = *ours.get(&what)? && !has;
            Some((what, if is_lost { Said::Lost } else { Said::Kept }))
        });
        Self { said: said.collect() }
    }

    /// None if nobody was asked.
    pub(super) fn declaration(&self, declaration: &Declaration) -> Option<Said> {
        let text = declaration_text(&declaration.property, &declaration.value);
        self.said.get(&(SupportKind::Declaration, text)).copied()
    }

    /// Of all selectors of a rule: one that is not known makes the whole rule void.
    pub(super) fn selectors(&self, selectors: &[String]) -> Option<Said> {
        let text = selector_text(&selectors.join(", "));
        self.said.get(&(SupportKind::Selector, text)).copied()
    }
}
