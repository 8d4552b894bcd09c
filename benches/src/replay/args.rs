//! What to measure, as the command line says.

use anyhow::{Context as _, Result, bail, ensure};
use xcheck_model::engine::Engine;

use crate::subject::{SUBJECTS, Subject};

const USAGE: &str = "usage: replay [--long] [--subjects a,b] [--browsers chromium,firefox,webkit]";

pub(crate) struct Args {
    /// The one long session instead of the subjects.
    pub(crate) is_long: bool,
    pub(crate) engines: Vec<Engine>,
    /// Names; all if there are none.
    subjects: Vec<String>,
}

impl Args {
    pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Self> {
        let engines = vec![Engine::Chromium, Engine::Firefox, Engine::WebKit];
        let mut args = Self { is_long: false, engines, subjects: Vec::new() };
        while let Some(word) = words.next() {
            if word == "--long" {
                args.is_long = true;
                continue;
            }
            let value = words.next().context(USAGE)?;
            let list = || value.split(',').map(str::trim);
            match word.as_str() {
                "--subjects" => args.subjects = list().map(str::to_owned).collect(),
                "--browsers" => {
                    args.engines = list().map(str::parse).collect::<Result<_, _>>()?;
                }
                _ => bail!("{word} is not known; {USAGE}"),
            }
        }
        for name in &args.subjects {
            ensure!(SUBJECTS.iter().any(|subject| subject.name == name), "{name} is no subject");
        }
        Ok(args)
    }

    pub(crate) fn wants(&self, subject: &Subject) -> bool {
        self.subjects.is_empty() || self.subjects.iter().any(|name| name == subject.name)
    }
}
