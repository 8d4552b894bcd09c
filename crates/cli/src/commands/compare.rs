//! `xcheck compare`: from runs of one trace to what a person would call bugs.

use std::fmt::Write as _;
use std::io::Write as _;

use anyhow::Context as _;
use camino::Utf8Path;
use xcheck_compare::{CompareError, Report, Scope, compare};

use crate::args::CompareArgs;
use crate::exit::{Exit, Failure};

pub(crate) fn run(args: &CompareArgs) -> Result<Exit, Failure> {
    let scope = if args.whole_page { Scope::WholePage } else { Scope::Changed };
    let report = compare(&args.runs, scope).map_err(|error| {
        let hint = match &error {
            CompareError::Open(error) => error.hint(),
            CompareError::OtherTrace { .. } => {
                Some("replay one trace in each browser, and compare those runs".to_owned())
            }
            CompareError::Alone(_) => Some("name at least two runs".to_owned()),
        };
        Failure::usage(error, hint)
    })?;
    write(&args.out, &report).map_err(|error| Failure::usage(error, None))?;
    let text = if args.json { json(&report) } else { summary(&report, &args.out) };
    // A reader that goes away, such as `head`, is no error.
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(if report.xbis.is_empty() { Exit::Clean } else { Exit::Found })
}

fn json(report: &Report) -> String {
    serde_json::to_string_pretty(report).map_or_else(|_| String::new(), |text| text + "\n")
}

fn write(out: &Utf8Path, report: &Report) -> anyhow::Result<()> {
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {out}"))?;
    let path = out.join("report.json");
    std::fs::write(&path, json(report)).with_context(|| format!("cannot write {path}"))
}

fn summary(report: &Report, out: &Utf8Path) -> String {
    let mut text = String::new();
    for xbi in &report.xbis {
        let severity = format!("{:?}", xbi.severity).to_lowercase();
        let _ = writeln!(
            text,
            "{:4} {severity:8} {:9} {:9} {}",
            xbi.id,
            xbi.browser.name(),
            xbi.kind,
            xbi.title
        );
        if !xbi.cause.name.is_empty() {
            let _ = writeln!(text, "     because of {}", xbi.cause.name);
        }
    }
    let n = report.xbis.len();
    let plural = if n == 1 { "y" } else { "ies" };
    let _ =
        writeln!(text, "{n} incompatibilit{plural} in {} steps: {out}/report.json", report.steps);
    text
}
