//! For people at a terminal: `list`, a few lines that say what matters, and `line`, a line for each finding.

use std::fmt::Write as _;

use crate::Told;
use crate::report::{Finding, Report, Severity};
use crate::text::{count, harmless, incompatibilities};

/// More than this many findings are for the report.
const MOST: usize = 12;
/// Longer titles are in the report.
const TITLE: usize = 160;

/// Whether the text is for a terminal that knows colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    Color,
}

impl Style {
    fn paint(self, code: &str, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Color => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }

    fn severity(self, severity: Severity, text: &str) -> String {
        let code = match severity {
            Severity::Critical => "1;31",
            Severity::Major => "33",
            Severity::Minor => "2",
        };
        self.paint(code, text)
    }
}

/// The worst findings, what else is to be known, and where all of it is.
pub fn list(all: &[Told], style: Style) -> String {
    let mut text = String::new();
    for told in all {
        if all.len() > 1 {
            let _ = writeln!(text, "{}", style.paint("1", told.title()));
        }
        one(&mut text, told, style);
        if all.len() > 1 {
            text.push('\n');
        }
    }
    text
}

fn one(text: &mut String, told: &Told, style: Style) {
    let report = &told.report;
    let shown: Vec<&Finding> = report.unaccepted().take(MOST).collect();
    let width = |of: &dyn Fn(&Finding) -> &str| {
        shown.iter().map(|it| of(it).chars().count()).max().unwrap_or(0)
    };
    let widths = [
        width(&|it| &it.id),
        width(&|it| it.severity.name()),
        width(&|it| &it.browser),
        width(&|it| &it.kind),
    ];
    for finding in &shown {
        let [id, severity, browser, kind] = widths;
        let level =
            style.severity(finding.severity, &format!("{:severity$}", finding.severity.name()));
        let title = harmless(&finding.title, TITLE);
        let _ = writeln!(
            text,
            "{:id$}  {level}  {:browser$}  {:kind$}  {title}",
            finding.id, finding.browser, finding.kind
        );
        if !finding.cause.is_empty() {
            let why = style.paint("2", &format!("because of {}", finding.cause));
            let _ = writeln!(text, "{:id$}  {why}", "");
        }
    }
    let n = report.n_new();
    if n > MOST {
        let _ = writeln!(text, "{:1$}  and {2} more", "", widths[0], n - MOST);
    }
    if n > 0 {
        text.push('\n');
    }
    troubles(text, report, style);
    let _ = writeln!(text, "{}", totals(report, style));
    if !told.place.is_empty() {
        let _ = writeln!(text, "Report: {}", told.place);
    }
    if let Some(worst) = report.unaccepted().find(|it| !it.repro.is_empty()) {
        let _ = writeln!(text, "Repro:  {}", worst.repro);
    }
}

/// What makes the result less than it could be.
fn troubles(text: &mut String, report: &Report, style: Style) {
    let warn = |line: String| style.paint("33", &line);
    for session in &report.sessions {
        for (browser, why) in &session.failures {
            let line = format!("session {} was not replayed in {browser}: {why}", session.name);
            let _ = writeln!(text, "{}", warn(line));
        }
    }
    if let Some(why) = &report.partial {
        let _ = writeln!(text, "{}", warn(format!("the check is not whole: {why}")));
    }
    let reference = report.reference.as_ref().map_or("", |it| &it.name);
    if let Some(own) = report.noise.iter().find(|it| it.browser == reference && it.known > 0) {
        let places = count(own.known, "place, which was", "places, which were");
        let line = format!("{reference} did not do the same thing twice in {places} left out");
        let _ = writeln!(text, "{}", warn(line));
    }
}

/// `2 incompatibilities in 12 steps of 1 session (1 accepted, 0 ignored): 1 critical, 1 minor`
fn totals(report: &Report, style: Style) -> String {
    let n = report.n_new();
    let mut line = format!("{} in {}", incompatibilities(n), count(report.steps, "step", "steps"));
    if !report.sessions.is_empty() {
        let _ = write!(line, " of {}", count(report.sessions.len() as u64, "session", "sessions"));
    }
    let (accepted, ignored) = (report.n_accepted(), report.n_ignored);
    if accepted > 0 || ignored > 0 {
        let _ = write!(line, " ({accepted} accepted, {ignored} ignored)");
    }
    if n > 0 {
        let _ = write!(line, ": {}", report.severities());
    }
    let worst = report.unaccepted().map(|it| it.severity).min();
    match worst {
        Some(severity) => style.severity(severity.min(Severity::Major), &line),
        None if report.partial.is_none() => style.paint("32", &line),
        None => line,
    }
}

/// One line for each finding, for tools that read lines, and one for the total.
pub fn line(all: &[Told], style: Style) -> String {
    let mut text = String::new();
    for told in all {
        for it in told.report.unaccepted() {
            let level = style.severity(it.severity, it.severity.name());
            let _ = write!(text, "{level} {} {} {}", it.browser, it.kind, it.id);
            for place in [&it.page, &it.selector].into_iter().filter(|it| !it.is_empty()) {
                let _ = write!(text, " {place}");
            }
            let _ = write!(text, ": {}", it.title);
            if !it.cause.is_empty() {
                let _ = write!(text, " [{}]", it.cause);
            }
            text.push('\n');
        }
        let place =
            if told.place.is_empty() { String::new() } else { format!(" ({})", told.place) };
        let title = told.title();
        let _ = writeln!(text, "{title}: {}{place}", totals(&told.report, style));
    }
    text
}
