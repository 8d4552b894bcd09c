//! `xcheck compare`: from runs of one trace to what a person would call bugs.

use std::fmt::Write as _;
use std::io::Write as _;

use anyhow::Context as _;
use camino::Utf8Path;
use xcheck_compare::{CompareError, Explanation, Facts, Report, Scope, compare, explain};
use xcheck_outputs::Told;

use crate::args::CompareArgs;
use crate::exit::{Exit, Failure};
use crate::project::Project;
use crate::reporters::Reporters;
use crate::terminal::Terminal;

pub(crate) fn run(args: &CompareArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let reporters = Reporters::choose(&args.reporters, &Project::default())?;
    let scope = if args.whole_page { Scope::WholePage } else { Scope::Changed };
    if let Some(xpath) = &args.explain {
        return run_explain(args, xpath, scope);
    }
    let report = compare(&args.runs, scope).map_err(refused)?;
    for stray in &report.strays {
        let title = report.reference.browser.title();
        terminal.progress(&format!("{title}: {}", stray.text()));
    }
    write(&args.out, &report).map_err(|error| Failure::usage(error, None))?;
    let place = args.out.join("report.json");
    let told = Told::new("", place.as_str(), serde_json::json!(report));
    reporters.tell(&[told], terminal)?;
    Ok(if report.xbis.is_empty() { Exit::Clean } else { Exit::Found })
}

fn run_explain(args: &CompareArgs, xpath: &str, scope: Scope) -> Result<Exit, Failure> {
    let all = explain(&args.runs, xpath, scope).map_err(refused)?;
    if all.iter().all(|it| it.states.is_empty()) {
        let hint = "paths are as in report.json: /html[1]/body[1]/p[2]";
        return Err(Failure::usage(anyhow::anyhow!("no page has {xpath}"), Some(hint.to_owned())));
    }
    print(&if args.reporters.json { json(&all) } else { all.iter().map(explanation).collect() });
    Ok(Exit::Clean)
}

fn refused(error: CompareError) -> Failure {
    let hint = match &error {
        CompareError::Open(error) => error.hint(),
        CompareError::OtherTrace { .. } => {
            Some("replay one trace in each browser, and compare those runs".to_owned())
        }
        CompareError::Alone(_) => Some("name at least two runs".to_owned()),
    };
    Failure::usage(error, hint)
}

fn print(text: &str) {
    // A reader that goes away, such as `head`, is no error.
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// One element in one browser, for people.
fn explanation(one: &Explanation) -> String {
    let mut text = format!("{} in {}\n", one.xpath, one.browser.name());
    for state in &one.states {
        let _ = writeln!(text, "  step {} of page {}", state.step, state.page);
        describe(&mut text, &state.facts);
    }
    text
}

fn describe(text: &mut String, facts: &Facts) {
    for (name, side) in [("reference", &facts.reference), ("here", &facts.test)] {
        let _ = match side {
            None => writeln!(text, "    {name:9} not there"),
            Some(side) => writeln!(
                text,
                "    {name:9} {}\n              box {}, seen {}, text {:?}",
                side.xpath,
                numbers(side.bounds),
                numbers(side.seen),
                side.text
            ),
        };
    }
    for it in &facts.layout {
        let is_over = if it.unexplained_px > it.allowed_px { "too much" } else { "fine" };
        let _ = writeln!(
            text,
            "    {:9} {} px unexplained of {} px allowed: {is_over}",
            it.property, it.unexplained_px, it.allowed_px
        );
    }
    if !facts.features.is_empty() {
        let all: Vec<String> =
            facts.features.iter().map(|(name, value)| format!("{name} {value}")).collect();
        let _ = writeln!(text, "    features  {}", all.join(", "));
    }
    if let Some(is_bug) = facts.decision {
        let verdict = if is_bug { "worth telling" } else { "not worth telling" };
        let _ = writeln!(text, "    tree      {verdict}");
    }
    for it in &facts.differences {
        let told = if it.is_told { "told" } else { "not told" };
        let _ = writeln!(
            text,
            "    differs   {}: {:?} became {:?}, weight {}: {told}",
            it.property, it.reference, it.test, it.weight
        );
    }
    if facts.differences.is_empty() {
        let _ = writeln!(text, "    no difference");
    }
}

fn numbers(rect: Option<[f64; 4]>) -> String {
    rect.map_or("none".to_owned(), |[left, top, width, height]| {
        format!("{width}x{height} at {left},{top}")
    })
}

fn json(report: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(report).map_or_else(|_| String::new(), |text| text + "\n")
}

fn write(out: &Utf8Path, report: &Report) -> anyhow::Result<()> {
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {out}"))?;
    let path = out.join("report.json");
    std::fs::write(&path, json(report)).with_context(|| format!("cannot write {path}"))
}
