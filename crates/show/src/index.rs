//! The page that lists apps and their runs.

use std::fmt::Write as _;

use xcheck_outputs::{Finding, Severity};

use crate::apps::{App, Change, Run};
use crate::progress::Running;
use crate::time::iso;

pub(crate) const STYLE: &str = include_str!("../web/show.css");
pub(crate) const SCRIPT: &str = include_str!("../web/show.js");
/// Older runs are in the files.
const RUNS: usize = 50;
/// More findings than this are for the report.
const FINDINGS: usize = 50;

/// The whole page. It works without its script, except that nothing moves then.
pub(crate) fn page(folder: &str, apps: &[App], running: &[Running], print: u64) -> String {
    let mut body = String::new();
    for app in apps {
        section(&mut body, app);
    }
    if apps.is_empty() {
        body.push_str("<p class=\"none\">There are no reports here yet. <code>xcheck check</code> makes one.</p>\n");
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>xcheck: {folder}</title>\n\
         <link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"/.xcheck/show.css\">\n\
         <script src=\"/.xcheck/show.js\" defer></script>\n</head>\n<body data-print=\"{print}\">\n\
         <header><h1>xcheck</h1><p>{folder}</p></header>\n<main>\n\
         <section id=\"running\">{}</section>\n{body}</main>\n</body>\n</html>\n",
        running.iter().map(bar).collect::<String>(),
        folder = escape(folder),
    )
}

fn bar(running: &Running) -> String {
    let value = match running.parts {
        Some((done, all)) => format!(" value=\"{done}\" max=\"{all}\""),
        None => String::new(),
    };
    let (title, line) = (escape(&running.title), escape(&running.line));
    format!(
        "<article class=\"running\"><h2>{title}</h2><progress{value}></progress><p>{line}</p></article>"
    )
}

fn section(text: &mut String, app: &App) {
    let _ = writeln!(text, "<section class=\"app\">\n<h2>{}</h2>", escape(&app.title));
    if let Some(newest) = app.runs.first() {
        status(text, newest);
    }
    text.push_str(
        "<div class=\"wide\"><table>\n<thead><tr><th>when<th>critical<th>major<th>minor<th>accepted\
         <th>new<th>gone<th>browsers<th>report</tr></thead>\n<tbody>\n",
    );
    for run in app.runs.iter().take(RUNS) {
        row(text, run);
    }
    text.push_str("</tbody>\n</table></div>\n");
    if let Some(more) = app.runs.len().checked_sub(RUNS).filter(|it| *it > 0) {
        let _ = writeln!(text, "<p class=\"none\">and {more} older</p>");
    }
    if let Some(newest) = app.runs.first() {
        latest(text, newest);
    }
    text.push_str("</section>\n");
}

fn status(text: &mut String, run: &Run) {
    let report = &run.report;
    let (class, mut words) = match report.n_new() {
        0 => ("good", "no incompatibilities".to_owned()),
        n => (
            "bad",
            format!(
                "{n} incompatibilit{}: {}",
                if n == 1 { "y" } else { "ies" },
                report.severities()
            ),
        ),
    };
    if let Some(why) = &report.partial {
        let _ = write!(words, "; the check is not whole: {why}");
    }
    let class = if report.partial.is_some() && class == "good" { "warn" } else { class };
    let _ = writeln!(text, "<p class=\"note {class}\">{}</p>", escape(&words));
}

fn row(text: &mut String, run: &Run) {
    let report = &run.report;
    let time = iso(run.time_ms);
    let shown = time.replace('T', " ").replace('Z', " UTC");
    let _ = write!(text, "<tr><td><time datetime=\"{time}\">{shown}</time>");
    if report.partial.is_some() {
        text.push_str(" <small>not whole</small>");
    }
    for severity in Severity::ALL {
        count(text, report.n_of(severity), severity.name());
    }
    count(text, report.n_accepted(), "accepted");
    let none = Change::default();
    let change = run.change.as_ref().unwrap_or(&none);
    count(text, change.new.len(), "new");
    count(text, change.gone.len(), "gone");
    let browsers: Vec<String> = report
        .reference
        .iter()
        .chain(&report.tests)
        .map(|it| format!("{} {}", it.name, it.version).trim().to_owned())
        .collect();
    let _ = write!(text, "<td class=\"soft\">{}<td>", escape(&browsers.join(", ")));
    if let Some(page) = &run.page {
        let _ = write!(text, "<a href=\"/files/{page}\">open</a>");
    }
    text.push_str("</tr>\n");
    if !change.new.is_empty() || !change.gone.is_empty() {
        text.push_str(
            "<tr class=\"change\"><td colspan=\"9\"><details><summary>what changed</summary>\n",
        );
        changes(text, "new", &change.new);
        changes(text, "gone", &change.gone);
        text.push_str("</details></tr>\n");
    }
}

fn count(text: &mut String, n: usize, class: &str) {
    let class = if n == 0 { "zero" } else { class };
    let _ = write!(text, "<td class=\"n {class}\">{n}");
}

fn changes(text: &mut String, what: &str, all: &[Finding]) {
    if all.is_empty() {
        return;
    }
    let _ = writeln!(text, "<ul class=\"{what}\">");
    for it in all.iter().take(FINDINGS) {
        let _ = writeln!(text, "<li><b>{what}</b> {}", words(it));
    }
    if let Some(more) = all.len().checked_sub(FINDINGS).filter(|it| *it > 0) {
        let _ = writeln!(text, "<li>and {more} more");
    }
    text.push_str("</ul>\n");
}

/// Findings of the newest run, with their pictures.
fn latest(text: &mut String, run: &Run) {
    if run.report.findings.is_empty() {
        return;
    }
    text.push_str("<details><summary>findings of the newest run</summary>\n<ul>\n");
    for it in run.report.findings.iter().take(FINDINGS) {
        let _ = write!(text, "<li>{}", words(it));
        if let Some(pictures) = run.pictures.get(&it.id) {
            let names = ["reference", it.browser.as_str()];
            for (name, picture) in names.into_iter().zip(pictures) {
                if let Some(picture) = picture {
                    let _ =
                        write!(text, " <a href=\"/files/{picture}\">picture: {}</a>", escape(name));
                }
            }
        }
        text.push('\n');
    }
    if let Some(more) = run.report.findings.len().checked_sub(FINDINGS).filter(|it| *it > 0) {
        let _ = writeln!(text, "<li>and {more} more");
    }
    text.push_str("</ul></details>\n");
}

fn words(finding: &Finding) -> String {
    let Finding { severity, browser, kind, title, cause, accepted, .. } = finding;
    let severity = severity.name();
    let mut words = format!(
        "<span class=\"badge {severity}\">{severity}</span> {} {}: <bdi>{}</bdi>",
        escape(browser),
        escape(kind),
        escape(title)
    );
    if !cause.is_empty() {
        let _ = write!(words, " <small>because of {}</small>", escape(cause));
    }
    if let Some(accepted) = accepted {
        let _ = write!(words, " <small>accepted: {}</small>", escape(&accepted.reason));
    }
    words
}

/// For text and for attributes in double quotes.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
