//! What replays left behind: by session and browser the runs, or why there are none; and what a comparison makes of
//! them.

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};
use xcheck_compare::{CompareError, Report, Scope, compare};
use xcheck_model::engine::Engine;
use xcheck_replay::ReplayError;
use xcheck_trace::run::RunReader;

use crate::replays::Done;
use crate::report::Timings;

/// Runs of sessions, which are known by their numbers.
#[derive(Default)]
pub struct Runs {
    /// The first run and the second, below the folder of runs.
    runs: BTreeMap<(usize, Engine), Vec<Utf8PathBuf>>,
    failures: BTreeMap<(usize, Engine), String>,
    /// A browser that would not start.
    pub start_failure: Option<String>,
    pub timings: Timings,
}

impl Runs {
    /// Notes how a replay ended.
    pub fn take(&mut self, done: Done) {
        let key = (done.session, done.engine);
        match done.outcome {
            Ok(replayed) => {
                let is_first = !self.runs.keys().any(|(session, _)| *session == done.session);
                let runs = self.runs.entry(key).or_default();
                // The first run is the one that is shown.
                match done.round {
                    1 => runs.insert(0, done.run),
                    _ => runs.push(done.run),
                }
                let engine = done.engine.name().to_owned();
                *self.timings.replay_ms.entry(engine).or_default() += replayed.replay_ms;
                if is_first {
                    self.timings.record_ms += replayed.record_ms;
                }
            }
            Err(error) => {
                let why = match &error {
                    ReplayError::Start(error) => {
                        let line = format!("{} does not start: {error}", done.engine.title());
                        self.start_failure.get_or_insert(line.clone());
                        line
                    }
                    error => error.to_string(),
                };
                self.failures.insert(key, why);
            }
        }
    }

    /// The run of a session that is shown.
    pub fn shown(&self, session: usize, engine: Engine) -> Option<&Utf8Path> {
        self.runs.get(&(session, engine))?.first().map(Utf8PathBuf::as_path)
    }

    /// Why a session has no run in a browser, by the browser's name.
    pub fn failures(&self, session: usize) -> BTreeMap<String, String> {
        let own = self.failures.iter().filter(|((number, _), _)| *number == session);
        own.map(|((_, engine), why)| (engine.name().to_owned(), why.clone())).collect()
    }

    /// Compares the runs of a session in these browsers, the reference first. Nothing if there is nothing to compare.
    pub fn compare(
        &self,
        folder: &Utf8Path,
        session: usize,
        engines: &[Engine],
    ) -> Result<Option<Report>, CompareError> {
        let mut dirs = Vec::new();
        for round in 0..2 {
            for engine in engines {
                let run = self.runs.get(&(session, *engine)).and_then(|all| all.get(round));
                dirs.extend(run.map(|run| folder.join(run)));
            }
        }
        // A browser that is compared with itself alone needs both.
        if engines.len() > 1 {
            drop_equal(&mut dirs);
        }
        let has_reference = engines.first().is_some_and(|it| self.shown(session, *it).is_some());
        if !has_reference || dirs.len() < 2 {
            return Ok(None);
        }
        compare(&dirs, Scope::Changed).map(Some)
    }
}

/// A second run that saw the same says nothing new.
fn drop_equal(dirs: &mut Vec<Utf8PathBuf>) {
    let digest = |path: &Utf8Path| RunReader::open(path).ok().and_then(|it| it.digest().ok());
    dirs.retain(|dir| {
        let Some(first) = dir.as_str().strip_suffix(".2").map(Utf8Path::new) else { return true };
        let (one, other) = (digest(first), digest(dir));
        let is_equal = one.is_some() && one == other;
        if is_equal {
            let _ = std::fs::remove_dir_all(dir);
        }
        !is_equal
    });
}
