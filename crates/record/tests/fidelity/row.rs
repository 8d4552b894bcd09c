//! One thing that a person does, and what a recording must say of it.

use xcheck_model::engine::Engine;

use crate::hand::Do;

pub(crate) struct Row {
    /// What the person does, in words; unique.
    pub(crate) name: &'static str,
    /// The first is opened at the start; the others are its frames, windows and links, by path.
    pub(crate) pages: &'static [(&'static str, &'static str)],
    pub(crate) does: &'static [Do],
    /// The actions of the recording; see [`crate::tell`].
    pub(crate) told: &'static [&'static str],
    /// Engines where it is otherwise.
    pub(crate) limits: &'static [Limit],
}

/// Where an engine or its driver cannot do it as a person could.
pub(crate) struct Limit {
    pub(crate) engine: Engine,
    pub(crate) why: &'static str,
    /// What is recorded of it nevertheless.
    pub(crate) told: &'static [&'static str],
}

impl Row {
    pub(crate) fn limit(&self, engine: Engine) -> Option<&'static Limit> {
        self.limits.iter().find(|limit| limit.engine == engine)
    }

    pub(crate) fn told(&self, engine: Engine) -> &'static [&'static str] {
        self.limit(engine).map_or(self.told, |limit| limit.told)
    }

    /// The first part of the paths of its pages.
    pub(crate) fn slug(&self) -> String {
        let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        self.name.to_ascii_lowercase().chars().map(letter).collect()
    }
}
