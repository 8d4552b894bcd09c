//! What replays left behind: by session and browser the runs, or why there are none; and what a comparison makes of
//! them.

use std::collections::BTreeMap;
use std::error::Error as _;

use camino::{Utf8Path, Utf8PathBuf};
use xcheck_browser::launch::StartError;
use xcheck_compare::{CompareError, Report, Scope, compare};
use xcheck_model::browser_name::BrowserName;
use xcheck_replay::ReplayError;
use xcheck_trace::run::RunReader;

use crate::replays::Done;
use crate::report::Timings;

/// Runs of sessions, which are known by their numbers.
#[derive(Default)]
pub struct Runs {
    /// The first run and the second, below the folder of runs.
    runs: BTreeMap<(usize, BrowserName), Vec<Utf8PathBuf>>,
    failures: BTreeMap<(usize, BrowserName), String>,
    /// A browser that would not start.
    pub start_failure: Option<String>,
    /// What can be done about that.
    pub start_hint: Option<String>,
    pub timings: Timings,
}

impl Runs {
    /// Notes how a replay ended.
    pub fn take(&mut self, done: Done) {
        let key = (done.session, done.browser);
        match done.outcome {
            Ok(replayed) => {
                let is_first = !self.runs.keys().any(|(session, _)| *session == done.session);
                let runs = self.runs.entry(key).or_default();
                // The first run is the one that is shown.
                match done.round {
                    1 => runs.insert(0, done.run),
                    _ => runs.push(done.run),
                }
                if !replayed.outcome.is_complete {
                    let why = replayed.outcome.reason.unwrap_or_else(|| "stopped".to_owned());
                    self.failures.insert(key, format!("the replay did not come to its end: {why}"));
                }
                let browser = done.browser.name().to_owned();
                *self.timings.replay_ms.entry(browser).or_default() += replayed.replay_ms;
                if is_first {
                    self.timings.record_ms += replayed.record_ms;
                }
            }
            Err(error) => {
                let why = match &error {
                    ReplayError::Start(error) => {
                        let line =
                            format!("{} does not start: {}", done.browser.title(), why(error));
                        self.start_failure.get_or_insert(line.clone());
                        self.start_hint = self.start_hint.take().or_else(|| error.hint());
                        line
                    }
                    ReplayError::NodesLost { .. } => {
                        let line = format!("{}: {error}", done.browser.title());
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
    pub fn shown(&self, session: usize, browser: BrowserName) -> Option<&Utf8Path> {
        self.runs.get(&(session, browser))?.first().map(Utf8PathBuf::as_path)
    }

    /// Why a session has no run in a browser, or none to its end, by the browser's name.
    pub fn failures(&self, session: usize) -> BTreeMap<String, String> {
        let own = self.failures.iter().filter(|((number, _), _)| *number == session);
        own.map(|((_, browser), why)| (browser.name().to_owned(), why.clone())).collect()
    }

    /// Compares the runs of a session in these browsers, the reference first. Nothing if there is nothing to compare.
    pub fn compare(
        &self,
        folder: &Utf8Path,
        session: usize,
        browsers: &[BrowserName],
    ) -> Result<Option<Report>, CompareError> {
        let mut firsts = Vec::new();
        let mut seconds = Vec::new();
        for browser in browsers {
            let mut runs = self.runs.get(&(session, *browser)).into_iter().flatten();
            let Some(first) = runs.next().map(|run| folder.join(run)) else { continue };
            for second in runs.map(|run| folder.join(run)) {
                // A browser that is compared with itself alone needs both.
                if browsers.len() == 1 || !is_equal(&first, &second) {
                    seconds.push(second);
                } else {
                    let _ = std::fs::remove_dir_all(second);
                }
            }
            firsts.push(first);
        }
        let dirs: Vec<Utf8PathBuf> = firsts.into_iter().chain(seconds).collect();
        let has_reference = browsers.first().is_some_and(|it| self.shown(session, *it).is_some());
        if !has_reference || dirs.len() < 2 {
            return Ok(None);
        }
        compare(&dirs, Scope::Changed).map(Some)
    }
}

/// The causes of an error in one line; drivers like to say theirs in several.
fn why(error: &StartError) -> String {
    let causes = std::iter::successors(error.source(), |it| (*it).source());
    let causes: Vec<String> = causes.map(ToString::to_string).collect();
    causes.join(": ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A second run that saw the same says nothing new.
fn is_equal(one: &Utf8Path, other: &Utf8Path) -> bool {
    let digest = |path: &Utf8Path| RunReader::open(path).ok().and_then(|it| it.digest().ok());
    let (one, other) = (digest(one), digest(other));
    one.is_some() && one == other
}
