//! Counts outcomes by app, kind of app, half and browser.

use std::ops::AddAssign;

use serde::Serialize;
use xcheck_model::engine::Engine;

use super::matching::{KnownLabel, Outcome};
use super::report::Finding;
use crate::corpus::{AppKind, Half};

/// The browsers that are compared with Chromium.
pub(crate) const TESTED: [Engine; 2] = [Engine::Firefox, Engine::WebKit];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Tally {
    pub(crate) found: usize,
    pub(crate) missed: usize,
    #[serde(rename = "false")]
    pub(crate) made_up: usize,
    pub(crate) duplicate: usize,
    /// Of those found, how many name the cause.
    pub(crate) causes: usize,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.found += other.found;
        self.missed += other.missed;
        self.made_up += other.made_up;
        self.duplicate += other.duplicate;
        self.causes += other.causes;
    }
}

impl Tally {
    /// Undefined without findings.
    pub(crate) fn precision(&self) -> Option<f64> {
        share(self.found, self.found + self.made_up + self.duplicate)
    }

    /// Undefined without labels.
    pub(crate) fn recall(&self) -> Option<f64> {
        share(self.found, self.found + self.missed)
    }

    pub(crate) fn f1(&self) -> Option<f64> {
        share(2 * self.found, 2 * self.found + self.made_up + self.duplicate + self.missed)
    }

    pub(crate) fn cause_share(&self) -> Option<f64> {
        share(self.causes, self.found)
    }
}

fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// One app, by browser.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct AppScore {
    pub(crate) name: String,
    pub(crate) half: Half,
    pub(crate) kind: AppKind,
    pub(crate) browsers: Vec<BrowserScore>,
    /// Findings of browsers against themselves.
    pub(crate) n_own: usize,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct BrowserScore {
    pub(crate) browser: Engine,
    pub(crate) tally: Tally,
    /// Selectors of labels that nothing was reported for.
    pub(crate) missed: Vec<String>,
    /// Ids of findings in the report that are about nothing.
    #[serde(rename = "false")]
    pub(crate) made_up: Vec<String>,
    pub(crate) duplicates: Vec<String>,
}

impl AppScore {
    pub(crate) fn new(
        name: &str,
        half: Half,
        kind: AppKind,
        labels: &[KnownLabel<'_>],
        findings: &[Finding],
        outcomes: &[Outcome],
    ) -> Self {
        let score = |browser| browser_score(browser, labels, findings, outcomes);
        let browsers = TESTED.into_iter().map(score).collect();
        Self { name: name.to_owned(), half, kind, browsers, n_own: 0 }
    }

    pub(crate) fn tally(&self, browser: Option<Engine>) -> Tally {
        let mut tally = Tally::default();
        for score in &self.browsers {
            if browser.is_none_or(|browser| score.browser == browser) {
                tally += score.tally;
            }
        }
        tally
    }
}

fn browser_score(
    browser: Engine,
    labels: &[KnownLabel<'_>],
    findings: &[Finding],
    outcomes: &[Outcome],
) -> BrowserScore {
    let mut is_found = vec![false; labels.len()];
    let (mut tally, mut made_up, mut duplicates) = (Tally::default(), Vec::new(), Vec::new());
    for (finding, outcome) in findings.iter().zip(outcomes) {
        if !is_of(finding, browser) {
            continue;
        }
        match outcome {
            Outcome::Found { label, is_cause_right } => {
                is_found[*label] = true;
                tally.found += 1;
                tally.causes += usize::from(*is_cause_right);
            }
            Outcome::Duplicate => duplicates.push(finding.id.clone()),
            Outcome::False => made_up.push(finding.id.clone()),
        }
    }
    let missed: Vec<String> = labels
        .iter()
        .zip(is_found)
        .filter(|(known, is_found)| known.label.browser == browser && !is_found)
        .map(|(known, _)| known.label.selector.clone())
        .collect();
    tally.missed = missed.len();
    tally.made_up = made_up.len();
    tally.duplicate = duplicates.len();
    BrowserScore { browser, tally, missed, made_up, duplicates }
}

/// Findings in browsers that nobody asked for count too: with the first, so that none is lost.
fn is_of(finding: &Finding, browser: Engine) -> bool {
    let is_tested = TESTED.iter().any(|tested| tested.name() == finding.browser);
    if is_tested { browser.name() == finding.browser } else { browser == TESTED[0] }
}

/// Everything that was scored.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Scoreboard {
    pub(crate) summary: Vec<Row>,
    pub(crate) kinds: Vec<KindRow>,
    pub(crate) apps: Vec<AppScore>,
}

/// One half and one pair of browsers; all of them without.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) half: Option<Half>,
    pub(crate) browser: Option<Engine>,
    pub(crate) n_apps: usize,
    pub(crate) tally: Tally,
    pub(crate) precision: Option<f64>,
    pub(crate) recall: Option<f64>,
    pub(crate) f1: Option<f64>,
    pub(crate) cause_share: Option<f64>,
}

/// One kind of apps and one pair of browsers.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct KindRow {
    pub(crate) kind: AppKind,
    pub(crate) browser: Engine,
    pub(crate) n_apps: usize,
    pub(crate) tally: Tally,
}

impl Scoreboard {
    pub(crate) fn new(apps: Vec<AppScore>) -> Self {
        let mut summary = Vec::new();
        for half in [Some(Half::Score), Some(Half::Tune), None] {
            for browser in [Some(Engine::Firefox), Some(Engine::WebKit), None] {
                summary.push(row(&apps, half, browser));
            }
        }
        // All of one half is both halves once more.
        let is_one_half = apps.iter().all(|app| app.half == apps[0].half);
        summary.retain(|row| row.n_apps > 0 && !(is_one_half && row.half.is_none()));
        let mut kinds = Vec::new();
        for kind in AppKind::ALL {
            for browser in TESTED {
                let of_kind: Vec<&AppScore> = apps.iter().filter(|app| app.kind == kind).collect();
                let tally = sum(of_kind.iter().copied(), Some(browser));
                if !of_kind.is_empty() {
                    kinds.push(KindRow { kind, browser, n_apps: of_kind.len(), tally });
                }
            }
        }
        Self { summary, kinds, apps }
    }
}

fn row(apps: &[AppScore], half: Option<Half>, browser: Option<Engine>) -> Row {
    let of_half = || apps.iter().filter(|app| half.is_none_or(|half| app.half == half));
    let tally = sum(of_half(), browser);
    Row {
        half,
        browser,
        n_apps: of_half().count(),
        tally,
        precision: tally.precision(),
        recall: tally.recall(),
        f1: tally.f1(),
        cause_share: tally.cause_share(),
    }
}

fn sum<'a>(apps: impl Iterator<Item = &'a AppScore>, browser: Option<Engine>) -> Tally {
    let mut total = Tally::default();
    for app in apps {
        total += app.tally(browser);
    }
    total
}
