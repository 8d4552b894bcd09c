//! `github`: annotations, as commands to the runner of GitHub Actions.

use std::fmt::Write as _;

use crate::Told;
use crate::report::{Finding, Severity};

/// GitHub shows so many annotations of each level for one step.
const MOST: usize = 10;

/// A command for each finding that nobody has accepted, at most ten of each level.
pub fn annotations(all: &[Told]) -> String {
    let mut text = String::new();
    for severity in Severity::ALL {
        let found = all.iter().flat_map(|told| told.report.unaccepted().map(move |it| (told, it)));
        let found: Vec<(&Told, &Finding)> =
            found.filter(|(_, it)| it.severity == severity).collect();
        // The last place says what has none.
        let n_shown = if found.len() > MOST { MOST - 1 } else { found.len() };
        for (told, finding) in &found[..n_shown] {
            let title = format!("{}: {} ({})", finding.browser, finding.kind, told.title());
            command(&mut text, level(severity), &title, &message(finding));
        }
        if let Some((told, _)) = found.get(n_shown) {
            let more = format!("{} more are in the report: {}", found.len() - n_shown, told.place);
            command(&mut text, level(severity), &format!("more {}", severity.name()), &more);
        }
    }
    for told in all {
        if let Some(why) = &told.report.partial {
            let message = format!("{}: {why}", told.title());
            command(&mut text, "warning", "the check is not whole", &message);
        }
    }
    text
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical => "error",
        Severity::Major => "warning",
        Severity::Minor => "notice",
    }
}

fn message(finding: &Finding) -> String {
    let mut text = finding.title.clone();
    let lines = [
        ("because of", &finding.cause),
        ("page:", &finding.page),
        ("element:", &finding.selector),
        ("repro:", &finding.repro),
    ];
    for (name, value) in lines.into_iter().filter(|(_, value)| !value.is_empty()) {
        let _ = write!(text, "\n{name} {value}");
    }
    text
}

fn command(text: &mut String, level: &str, title: &str, message: &str) {
    let data = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = data(title).replace(':', "%3A").replace(',', "%2C");
    let _ = writeln!(text, "::{level} title={property}::{}", data(message));
}
