//! What to measure, as the command line says.

use anyhow::{Context as _, Result, bail, ensure};
use xcheck_model::engine::Engine;

use crate::subject::{SUBJECTS, Subject};

/// Enough for a median that one odd session does not move.
const N_PAIRS: usize = 5;
const USAGE: &str = "usage: record [--pairs N] [--subjects a,b] [--browsers chromium,firefox]";

pub(crate) struct Args {
    pub(crate) n_pairs: usize,
    pub(crate) engines: Vec<Engine>,
    /// Names; all if there are none.
    subjects: Vec<String>,
}

impl Args {
    pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Self> {
        let engines = vec![Engine::Chromium, Engine::Firefox];
        let mut args = Self { n_pairs: N_PAIRS, engines, subjects: Vec::new() };
        while let Some(word) = words.next() {
            let value = words.next().context(USAGE)?;
            let list = || value.split(',').map(str::trim);
            match word.as_str() {
                "--pairs" => args.n_pairs = value.parse().context(USAGE)?,
                "--subjects" => args.subjects = list().map(str::to_owned).collect(),
                "--browsers" => {
                    args.engines = list().map(str::parse).collect::<Result<_, _>>()?;
                }
                _ => bail!("{word} is not known; {USAGE}"),
            }
        }
        ensure!(args.n_pairs > 0, "a median needs at least one pair");
        for name in &args.subjects {
            let known = || SUBJECTS.iter().map(|subject| subject.name).collect::<Vec<_>>();
            ensure!(
                SUBJECTS.iter().any(|subject| subject.name == name),
                "{name} is no subject; one of {}",
                known().join(", ")
            );
        }
        Ok(args)
    }

    pub(crate) fn wants(&self, subject: &Subject) -> bool {
        self.subjects.is_empty() || self.subjects.iter().any(|name| name == subject.name)
    }
}
