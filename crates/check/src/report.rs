//! The report of a whole check, as `report.json`.

use std::collections::BTreeMap;

use serde::Serialize;
use xcheck_compare::{NoiseCount, StateGraph, TestBrowser, Transition, Xbi};
use xcheck_model::browser_name::BrowserName;

/// What a check found in all its sessions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckReport {
    pub version: u32,
    pub title: String,
    pub targets: Vec<String>,
    pub reference: Option<TestBrowser>,
    pub tests: Vec<TestBrowser>,
    pub steps: u64,
    pub events: u64,
    pub timings: Timings,
    pub noise: Vec<NoiseCount>,
    pub sessions: Vec<ReportSession>,
    pub graphs: Vec<SessionsGraph>,
    pub xbis: Vec<Finding>,
    /// Why the check is not whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partial: Option<String>,
    /// Findings that a rule of the project leaves out.
    pub n_ignored: usize,
}

/// How long things took; all else is the same for the same executions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Timings {
    pub record_ms: u64,
    pub replay_ms: BTreeMap<String, u64>,
    pub compare_ms: u64,
}

/// One session: what was recorded, and what each browser made of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReportSession {
    pub name: String,
    /// Relative to the report.
    pub trace: String,
    pub start_url: String,
    /// The first run of each browser, relative to the report.
    pub runs: BTreeMap<String, String>,
    /// What went wrong in a browser, so that there is nothing to compare, or not all.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub failures: BTreeMap<String, String>,
}

/// The states of all sessions in one browser beside those in the reference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SessionsGraph {
    pub browser: BrowserName,
    pub reference_states: usize,
    pub states: usize,
    pub reference_transitions: usize,
    pub transitions: usize,
    /// Steps that lead to another state in the reference only.
    pub missing: Vec<SessionTransition>,
    /// Steps that do so in the other browser only.
    pub surplus: Vec<SessionTransition>,
    /// Steps that lead back to a known state in the reference, and to another one in the other browser.
    pub different: Vec<SessionTransition>,
}

/// A transition, and the number of the session that it is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SessionTransition {
    pub session: usize,
    #[serde(flatten)]
    pub transition: Transition,
}

impl SessionsGraph {
    /// The states of a browser of which nothing is known yet.
    pub fn new(browser: BrowserName) -> Self {
        Self {
            browser,
            reference_states: 0,
            states: 0,
            reference_transitions: 0,
            transitions: 0,
            missing: Vec::new(),
            surplus: Vec::new(),
            different: Vec::new(),
        }
    }

    /// Adds those of one session.
    pub fn add(&mut self, session: usize, graph: StateGraph) {
        self.reference_states += graph.reference_states;
        self.states += graph.states;
        self.reference_transitions += graph.reference_transitions;
        self.transitions += graph.transitions;
        let of = |transition| SessionTransition { session, transition };
        self.missing.extend(graph.missing.into_iter().map(of));
        self.surplus.extend(graph.surplus.into_iter().map(of));
        self.different.extend(graph.different.into_iter().map(of));
    }
}

/// One incompatibility, and where in the check it was met.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    #[serde(flatten)]
    pub xbi: Xbi,
    /// Number of the session that showed it first.
    pub session: usize,
    /// The same as long as it is the same incompatibility.
    pub fingerprint: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<Accepted>,
    /// The command that shows it again.
    pub repro: String,
}

/// Somebody has decided to live with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Accepted {
    pub reason: String,
    pub expires: Option<String>,
}

/// What a check comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Nothing was found.
    Clean,
    /// The reference did not do the same thing twice, or not to the end, so that nothing is to be said.
    Unsteady,
    /// There are findings that nobody has accepted.
    Found,
    /// A browser did not start, or the app went away: the report is of what was done until then.
    Broken,
    /// Somebody put an end to it.
    Interrupted,
}

/// Why a check is not of everything there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    Interrupted,
    Broken(String),
}

impl CheckReport {
    /// What scripts want to know; what there is no report of outweighs what was found.
    pub fn verdict(&self, reference: BrowserName, cut: Option<&Cut>) -> Verdict {
        let is_lost = || self.sessions.iter().any(|it| it.failures.contains_key(reference.name()));
        let is_unsteady =
            || is_lost() || self.noise.iter().any(|it| it.browser == reference && it.known > 0);
        match cut {
            Some(Cut::Interrupted) => Verdict::Interrupted,
            Some(Cut::Broken(_)) => Verdict::Broken,
            None if self.n_new() > 0 => Verdict::Found,
            None if is_unsteady() => Verdict::Unsteady,
            None => Verdict::Clean,
        }
    }

    /// The report of what was done before it was cut.
    pub fn cut(mut self, cut: Option<&Cut>) -> Self {
        self.partial = cut.map(|cut| match cut {
            Cut::Interrupted => "interrupted".to_owned(),
            Cut::Broken(why) => why.clone(),
        });
        self
    }

    /// Findings that nobody has accepted.
    pub fn n_new(&self) -> usize {
        self.xbis.iter().filter(|it| it.accepted.is_none()).count()
    }
}

#[cfg(test)]
mod tests {
    use xcheck_model::engine::Engine;

    use super::*;

    #[test]
    fn what_was_cut_outweighs_what_was_found_and_that_outweighs_noise() {
        let reference = BrowserName::of(Engine::Chromium);
        let noise = |engine: Engine, known| NoiseCount { browser: engine.into(), count: 0, known };
        let report = |noise: Vec<NoiseCount>| CheckReport {
            version: 1,
            title: String::new(),
            targets: Vec::new(),
            reference: None,
            tests: Vec::new(),
            steps: 0,
            events: 0,
            timings: Timings::default(),
            noise,
            sessions: Vec::new(),
            graphs: Vec::new(),
            xbis: Vec::new(),
            partial: None,
            n_ignored: 0,
        };
        let broken = Cut::Broken("gone".to_owned());
        let unsteady = report(vec![noise(Engine::Chromium, 1)]);
        assert_eq!(unsteady.verdict(reference, None), Verdict::Unsteady);
        assert_eq!(unsteady.verdict(reference, Some(&broken)), Verdict::Broken);
        assert_eq!(unsteady.cut(Some(&broken)).partial.as_deref(), Some("gone"));
        let other = report(vec![noise(Engine::Firefox, 1), noise(Engine::Chromium, 0)]);
        assert_eq!(other.verdict(reference, None), Verdict::Clean);
        assert_eq!(other.verdict(reference, Some(&Cut::Interrupted)), Verdict::Interrupted);
        let lost = |browser: &str| ReportSession {
            name: "1".to_owned(),
            trace: String::new(),
            start_url: String::new(),
            runs: BTreeMap::new(),
            failures: [(browser.to_owned(), "did nothing for 60 s".to_owned())].into(),
        };
        let cut_off = CheckReport { sessions: vec![lost("chromium")], ..report(Vec::new()) };
        assert_eq!(cut_off.verdict(reference, None), Verdict::Unsteady);
        let other = CheckReport { sessions: vec![lost("firefox")], ..report(Vec::new()) };
        assert_eq!(other.verdict(reference, None), Verdict::Clean);
        let order = [
            Verdict::Clean,
            Verdict::Unsteady,
            Verdict::Found,
            Verdict::Broken,
            Verdict::Interrupted,
        ];
        assert!(order.is_sorted());
    }
}
