//! `junit`: a test case for each session in each browser, as CI servers read it.

use std::fmt::Write as _;

use crate::Told;
use crate::report::{Finding, Report};

/// More differences of a finding than this are for the report.
const DIFFERENCES: usize = 10;
/// More findings of one case than this are for the report.
const FINDINGS: usize = 100;

/// One test case.
struct Case {
    name: String,
    outcome: Outcome,
    /// What was accepted in it, and other remarks.
    out: String,
}

enum Outcome {
    Passed,
    /// Kind of the worst finding, what it is called, and all findings.
    Failed {
        kind: String,
        message: String,
        text: String,
    },
    /// It could not be done.
    Error(String),
    Skipped(String),
}

/// A document of test suites, one for each app and browser. Accepted findings fail no case.
pub fn junit(all: &[Told]) -> String {
    let mut suites = String::new();
    let mut sum = [0; 4];
    for told in all {
        for (name, time_ms, cases) in suites_of(told) {
            let counts = counts(&cases);
            for (sum, n) in sum.iter_mut().zip(counts) {
                *sum += n;
            }
            suite(&mut suites, &name, (counts, time_ms), &cases);
        }
    }
    let [tests, failures, errors, skipped] = sum;
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"xcheck\" tests=\"{tests}\" \
         failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\">\n{suites}</testsuites>\n"
    )
}

fn suites_of(told: &Told) -> Vec<(String, u64, Vec<Case>)> {
    let report = &told.report;
    let mut suites = Vec::new();
    for browser in report.browsers() {
        let mut cases: Vec<Case> =
            (0..report.sessions.len()).map(|number| session_case(told, browser, number)).collect();
        // Runs that were compared without a check have no sessions.
        let is_other = |it: &&Finding| it.browser == browser && it.session >= report.sessions.len();
        let others: Vec<&Finding> = report.findings.iter().filter(is_other).collect();
        if cases.is_empty() || !others.is_empty() {
            cases.push(case("all steps".to_owned(), told, &others));
        }
        let time_ms = report.replay_ms.get(browser).copied().unwrap_or(0);
        suites.push((format!("{}: {browser}", told.title()), time_ms, cases));
    }
    // A check that ended early must not look like one that passed.
    if let Some(why) = &report.partial {
        let outcome = Outcome::Error(format!("the check is not whole: {why}"));
        let case = Case { name: "the whole check".to_owned(), outcome, out: String::new() };
        suites.push((format!("{}: check", told.title()), 0, vec![case]));
    }
    suites
}

fn session_case(told: &Told, browser: &str, number: usize) -> Case {
    let Report { sessions, findings, partial, .. } = &told.report;
    let session = &sessions[number];
    let name = match session.start_url.as_str() {
        "" => format!("session {}", session.name),
        url => format!("session {}: {url}", session.name),
    };
    let found: Vec<&Finding> =
        findings.iter().filter(|it| it.browser == browser && it.session == number).collect();
    if let Some(why) = session.failures.get(browser) {
        return Case { name, outcome: Outcome::Error(why.clone()), out: String::new() };
    }
    let is_replayed = session.replayed.iter().any(|it| it == browser);
    match partial {
        Some(why) if !is_replayed && found.is_empty() => {
            Case { name, outcome: Outcome::Skipped(why.clone()), out: String::new() }
        }
        _ => case(name, told, &found),
    }
}

fn case(name: String, told: &Told, found: &[&Finding]) -> Case {
    let mut out = String::new();
    for it in found.iter().filter(|it| it.accepted.is_some()).take(FINDINGS) {
        let reason = it.accepted.as_ref().map_or("", |it| it.reason.as_str());
        let _ = writeln!(out, "accepted: {} {} ({reason})", it.id, it.title);
    }
    let new: Vec<&Finding> = found.iter().filter(|it| it.accepted.is_none()).copied().collect();
    let Some(worst) = new.first() else { return Case { name, outcome: Outcome::Passed, out } };
    let message = match new.len() - 1 {
        0 => worst.title.clone(),
        more => format!("{} (and {more} more)", worst.title),
    };
    let mut text: String = new.iter().take(FINDINGS).map(|it| told_of(it)).collect();
    if !told.place.is_empty() {
        let _ = writeln!(text, "report: {}", told.place);
    }
    Case { name, outcome: Outcome::Failed { kind: worst.kind.clone(), message, text }, out }
}

/// A finding in lines.
fn told_of(finding: &Finding) -> String {
    let Finding { id, severity, kind, title, .. } = finding;
    let mut text = format!("{id} {} {kind}: {title}\n", severity.name());
    let lines = [
        ("page", &finding.page),
        ("element", &finding.selector),
        ("because of", &finding.cause),
        ("support", &finding.support),
        ("repro", &finding.repro),
    ];
    for (name, value) in lines.into_iter().filter(|(_, value)| !value.is_empty()) {
        let _ = writeln!(text, "  {name}: {value}");
    }
    for it in finding.differences.iter().take(DIFFERENCES) {
        let _ = writeln!(text, "  {}: {} instead of {}", it.property, it.test, it.reference);
    }
    text
}

fn counts(cases: &[Case]) -> [usize; 4] {
    let count = |is: fn(&Outcome) -> bool| cases.iter().filter(|it| is(&it.outcome)).count();
    [
        cases.len(),
        count(|it| matches!(it, Outcome::Failed { .. })),
        count(|it| matches!(it, Outcome::Error(_))),
        count(|it| matches!(it, Outcome::Skipped(_))),
    ]
}

fn suite(text: &mut String, name: &str, (counts, time_ms): ([usize; 4], u64), cases: &[Case]) {
    let [tests, failures, errors, skipped] = counts;
    let name = escape(name);
    let time = format!("{}.{:03}", time_ms / 1000, time_ms % 1000);
    let _ = writeln!(
        text,
        "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" \
         skipped=\"{skipped}\" time=\"{time}\">"
    );
    for Case { name: case, outcome, out } in cases {
        let _ = write!(text, "    <testcase name=\"{}\" classname=\"{name}\">", escape(case));
        let _ = match outcome {
            Outcome::Passed => Ok(()),
            Outcome::Failed { kind, message, text: all } => {
                let (kind, message) = (escape(kind), escape(message));
                write!(
                    text,
                    "\n      <failure type=\"{kind}\" message=\"{message}\">{}</failure>",
                    escape(all)
                )
            }
            Outcome::Error(why) => {
                write!(text, "\n      <error type=\"not replayed\" message=\"{}\"/>", escape(why))
            }
            Outcome::Skipped(why) => write!(text, "\n      <skipped message=\"{}\"/>", escape(why)),
        };
        if !out.is_empty() {
            let _ = write!(text, "\n      <system-out>{}</system-out>", escape(out));
        }
        text.push_str(match (outcome, out.as_str()) {
            (Outcome::Passed, "") => "</testcase>\n",
            _ => "\n    </testcase>\n",
        });
    }
    text.push_str("  </testsuite>\n");
}

/// For text and for attributes. What XML cannot hold at all is not in any text of a report.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}
