//! `markdown`: a page for summaries of CI jobs and comments on pull requests.

use std::fmt::Write as _;

use crate::Told;
use crate::report::{Finding, Report};
use crate::text::{count, harmless, incompatibilities};

/// More rows than this are for the report.
const ROWS: usize = 100;
const TITLE: usize = 200;
const PLACE: usize = 120;

/// Tables of findings in at most `max` bytes. GitHub takes a mebibyte for the summary of a step.
pub fn markdown(all: &[Told], max: usize) -> String {
    let mut text = String::new();
    for told in all {
        one(&mut text, told);
    }
    cut(text, max)
}

fn one(text: &mut String, told: &Told) {
    let report = &told.report;
    let _ = writeln!(text, "## {}\n", escape(told.title(), TITLE));
    let sign = match (report.n_new(), &report.partial) {
        (0, None) => "✅",
        (0, Some(_)) => "⚠️",
        _ => "❌",
    };
    let _ = write!(text, "{sign} **{}**", incompatibilities(report.n_new()));
    if report.n_new() > 0 {
        let _ = write!(text, " ({})", report.severities());
    }
    let _ = write!(text, " in {}", count(report.steps, "step", "steps"));
    if !report.sessions.is_empty() {
        let _ = write!(text, " of {}", count(report.sessions.len() as u64, "session", "sessions"));
    }
    let _ = writeln!(text, "{}\n", browsers(report));
    findings(text, report);
    troubles(text, report);
    accepted(text, report);
    if let Some(worst) = report.unaccepted().find(|it| !it.repro.is_empty()) {
        let _ = writeln!(text, "To see the first again:\n\n{}\n", fenced(&worst.repro));
    }
    if !told.place.is_empty() {
        let _ = writeln!(text, "The whole report is in {}.\n", code(&told.place));
    }
}

fn browsers(report: &Report) -> String {
    let Some(reference) = &report.reference else { return String::new() };
    let name =
        |it: &crate::report::Browser| escape(format!("{} {}", it.name, it.version).trim(), 60);
    let tests: Vec<String> = report.tests.iter().map(name).collect();
    match tests.as_slice() {
        [] => format!(", in {}", name(reference)),
        tests => format!(", {} against {}", tests.join(" and "), name(reference)),
    }
}

fn findings(text: &mut String, report: &Report) {
    if report.n_new() == 0 {
        return;
    }
    text.push_str(
        "| | severity | browser | kind | what | cause | where |\n|---|---|---|---|---|---|---|\n",
    );
    for it in report.unaccepted().take(ROWS) {
        let page = match it.page.as_str() {
            "" => String::new(),
            page => format!("<br>{}", code(&harmless(page, PLACE))),
        };
        let selector = if it.selector.is_empty() {
            String::new()
        } else {
            code(&harmless(&it.selector, PLACE))
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {selector}{page} |",
            escape(&it.id, 20),
            it.severity.name(),
            escape(&it.browser, 60),
            escape(&it.kind, 60),
            escape(&it.title, TITLE),
            escape(&it.cause, TITLE),
        );
    }
    if let Some(more) = report.n_new().checked_sub(ROWS).filter(|it| *it > 0) {
        let _ = writeln!(text, "\nand {more} more");
    }
    text.push('\n');
}

fn troubles(text: &mut String, report: &Report) {
    let mut lines: Vec<String> = Vec::new();
    for session in &report.sessions {
        for (browser, why) in &session.failures {
            let line = format!("session {} was not replayed in {browser}: {why}", session.name);
            lines.push(escape(&line, 300));
        }
    }
    lines.extend(
        report.partial.iter().map(|why| format!("the check is not whole: {}", escape(why, 300))),
    );
    for line in lines.iter().take(ROWS) {
        let _ = writeln!(text, "- ⚠️ {line}");
    }
    if !lines.is_empty() {
        text.push('\n');
    }
}

fn accepted(text: &mut String, report: &Report) {
    let all: Vec<&Finding> = report.findings.iter().filter(|it| it.accepted.is_some()).collect();
    if all.is_empty() && report.n_ignored == 0 {
        return;
    }
    let _ = writeln!(text, "{} accepted, {} ignored.\n", all.len(), report.n_ignored);
    for it in all.iter().take(ROWS) {
        let reason = it.accepted.as_ref().map_or("", |it| &it.reason);
        let (title, reason) = (escape(&it.title, TITLE), escape(reason, TITLE));
        let _ = writeln!(text, "- {}: {title} ({reason})", escape(&it.browser, 60));
    }
    if !all.is_empty() {
        text.push('\n');
    }
}

/// A text that is nothing but text: no markup, no link, no mention of a person or an issue.
fn escape(text: &str, max: usize) -> String {
    let text = harmless(text, max);
    let mut escaped = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            // Addresses become links by themselves.
            ':' if rest.peek() == Some(&'/') => escaped.push_str("&#58;"),
            '.' if escaped.to_ascii_lowercase().ends_with("www") => escaped.push_str("&#46;"),
            // So do names and numbers, even if they are escaped.
            '@' => escaped.push_str("@\u{2060}"),
            '#' if rest.peek().is_some_and(char::is_ascii_digit) => escaped.push_str("\\#\u{2060}"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '(' | ')' | '#' | '+' | '-' | '!' | '|' | '~'
            | '$' | '{' | '}' | '=' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c => escaped.push(c),
        }
    }
    escaped
}

/// A code span that fits into a table.
fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    // A bar ends a cell even in code, and a backslash before it must not become its escape.
    let text = text.replace("\\|", "\\ |").replace('|', "\\|");
    format!("{fence} {text} {fence}")
}

fn fenced(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}sh\n{text}\n{fence}")
}

/// Whole lines in at most `max` bytes.
fn cut(text: String, max: usize) -> String {
    const REST: &str = "\n… cut here\n";
    if text.len() <= max {
        return text;
    }
    let Some(room) = max.checked_sub(REST.len()) else { return String::new() };
    let end = text[..text.floor_char_boundary(room)].rfind('\n').unwrap_or(0);
    format!("{}{REST}", &text[..end])
}
