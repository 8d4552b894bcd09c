//! `xcheck accept`: a finding may stay, for a reason and for a while.

use anyhow::{Context as _, anyhow};
use camino::Utf8Path;
use serde::Deserialize;
use xcheck_config::{Baseline, Date, Entry};
use xcheck_model::browser_name::BrowserName;

use crate::check_args::AcceptArgs;
use crate::exit::{Exit, Failure};
use crate::project::{read_baseline, today};
use crate::terminal::Terminal;

/// What must be known of a report.
#[derive(Deserialize)]
struct Findings {
    xbis: Vec<Finding>,
}

#[derive(Deserialize)]
struct Finding {
    id: String,
    title: String,
    browser: BrowserName,
    fingerprint: Option<String>,
}

pub(crate) fn run(args: &AcceptArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let today = today()?;
    let expires = args.expires.as_deref().map(read_date).transpose()?;
    if expires.is_some_and(|date| date < today) {
        return Err(Failure::usage(
            anyhow!("{} is over", args.expires.as_deref().unwrap_or_default()),
            None,
        ));
    }
    let path = args.report.join("report.json");
    let findings = read_findings(&path)?;
    let mut baseline =
        if args.baseline.exists() { read_baseline(&args.baseline)? } else { Baseline::default() };
    for id in &args.ids {
        let Some(found) = findings.xbis.iter().find(|it| it.id == *id) else {
            let known: Vec<&str> = findings.xbis.iter().map(|it| it.id.as_str()).take(8).collect();
            let hint = format!("it has {}", known.join(", "));
            return Err(Failure::usage(anyhow!("{path} has no {id}"), Some(hint)));
        };
        let fingerprint = found.fingerprint.clone().ok_or_else(|| {
            let hint = "make the report with xcheck check".to_owned();
            Failure::usage(anyhow!("{path} is not the report of a check"), Some(hint))
        })?;
        let entry = Entry {
            fingerprint,
            title: found.title.clone(),
            browser: found.browser,
            reason: args.reason.clone(),
            accepted: today,
            expires,
        };
        baseline.accept(entry);
        terminal.progress(&format!("{id} is accepted: {}", found.title));
    }
    std::fs::write(&args.baseline, baseline.to_text())
        .with_context(|| format!("cannot write {}", args.baseline))
        .map_err(|error| Failure::usage(error, None))?;
    Ok(Exit::Clean)
}

fn read_date(text: &str) -> Result<Date, Failure> {
    text.parse().map_err(|error: xcheck_config::DateError| {
        Failure::usage(anyhow!("{error}"), Some("a date looks like 2027-01-31".to_owned()))
    })
}

fn read_findings(path: &Utf8Path) -> Result<Findings, Failure> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read {path}"))
        .map_err(|error| {
            Failure::usage(error, Some("name the folder of the report: --report DIR".to_owned()))
        })?;
    serde_json::from_str(&text)
        .with_context(|| format!("{path} is not a report"))
        .map_err(|error| Failure::usage(error, None))
}
