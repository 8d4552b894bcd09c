//! The scoreboard: what reports of xcheck found, missed and made up on the labelled corpus.
//!
//! `report` reads what is needed of a report, `path` and `matching` relate findings to labels, `tally` counts,
//! `board` writes. Only this file runs programs and touches files; the rest is pure.

mod board;
mod matching;
mod path;
mod report;
mod tally;
#[cfg(test)]
mod tests;

use std::fs;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use camino::{Utf8Path, Utf8PathBuf};
use xcheck_model::engine::Engine;

use self::matching::{KnownLabel, match_findings};
use self::report::Report;
use self::tally::{AppScore, Scoreboard};
use crate::args::ScoreArgs;
use crate::corpus::{App, read_all};

const BOARD: &str = "docs/scoreboard.md";

/// Scores all picked apps; an app without a report is a failure, but the others are scored.
pub(crate) fn run(root: &Utf8Path, args: &ScoreArgs) -> Result<()> {
    let corpus = args.corpus.clone().unwrap_or_else(|| root.join("corpus"));
    let (apps, mut troubles) = read_all(&corpus)?;
    let is_whole = args.names.is_empty() && args.half.is_none();
    if !is_whole {
        troubles.clear();
    }
    for name in &args.names {
        if !apps.iter().any(|app| app.name == *name) {
            bail!("there is no readable app {name:?} in the corpus");
        }
    }
    let is_picked = |app: &&App| {
        (args.names.is_empty() || args.names.contains(&app.name))
            && args.half.is_none_or(|half| app.half == half)
    };
    let mut scores = Vec::new();
    for app in apps.iter().filter(is_picked) {
        match score_app(root, app, args) {
            Ok(score) => scores.push(score),
            Err(error) => troubles.push(format!("{}: {error:#}", app.name)),
        }
    }
    let board = Scoreboard::new(scores);
    let text = board::markdown(&board);
    if !board.apps.is_empty() {
        print!("{text}");
    }
    if let Some(path) = &args.json {
        let json = serde_json::to_string_pretty(&board)?;
        fs::write(path, json + "\n").with_context(|| format!("cannot write {path}"))?;
    }
    if !troubles.is_empty() {
        for trouble in &troubles {
            println!("{trouble}");
        }
        bail!("{} apps could not be scored", troubles.len());
    }
    if is_whole && args.corpus.is_none() {
        let path = root.join(BOARD);
        fs::write(&path, text).with_context(|| format!("cannot write {path}"))?;
    }
    Ok(())
}

fn score_app(root: &Utf8Path, app: &App, args: &ScoreArgs) -> Result<AppScore> {
    let places = app.places.as_ref();
    let places =
        places.context("there is no places.json; run cargo xtask corpus verify --write")?;
    if places.labels.len() != app.labels.xbis.len() {
        bail!("places.json does not fit labels.json; run cargo xtask corpus verify --write");
    }
    let path = match &args.reports {
        Some(reports) => reports.join(&app.name).join("report.json"),
        None => {
            let out = root.join("target/score").join(&app.name);
            if !args.again {
                replay(root, app, &out)?;
            }
            compare(root, &out)?;
            out.join("report.json")
        }
    };
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
    let report: Report = serde_json::from_str(&text).with_context(|| path.to_string())?;
    if report.version != 1 {
        bail!("{path} has version {}, not 1", report.version);
    }
    let labels: Vec<KnownLabel<'_>> = app
        .labels
        .xbis
        .iter()
        .zip(&places.labels)
        .map(|(label, places)| KnownLabel { label, places })
        .collect();
    let outcomes = match_findings(&labels, &report.xbis);
    let mut score =
        AppScore::new(&app.name, app.half, app.labels.kind, &labels, &report.xbis, &outcomes);
    for engine in Engine::ALL {
        score.n_own += own_findings(&path.with_file_name(own_folder(engine)))?;
    }
    Ok(score)
}

/// Where a browser is compared with itself.
fn own_folder(engine: Engine) -> String {
    format!("own-{}", engine.name())
}

/// Findings of a browser against itself; two replays that are byte for byte the same are not compared.
fn own_findings(folder: &Utf8Path) -> Result<usize> {
    let path = folder.join("report.json");
    if !path.exists() {
        return Ok(0);
    }
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
    let report: Report = serde_json::from_str(&text).with_context(|| path.to_string())?;
    Ok(report.xbis.len())
}

/// Records an app, and replays it twice in each engine.
fn replay(root: &Utf8Path, app: &App, out: &Utf8Path) -> Result<()> {
    // What an earlier run has left must not pass for this one's.
    if out.exists() {
        fs::remove_dir_all(out).with_context(|| format!("cannot remove {out}"))?;
    }
    fs::create_dir_all(out).with_context(|| format!("cannot make {out}"))?;
    let trace = out.join("session.xct");
    let drive = app.folder.join("drive.json");
    xcheck(
        root,
        &["record", app.folder.as_str(), "--drive", drive.as_str(), "-o", trace.as_str()],
    )?;
    for engine in Engine::ALL {
        let run = out.join(engine.name());
        let args = ["replay", trace.as_str(), "--browser", engine.name(), "-o", run.as_str()];
        xcheck(root, &[&args[..], &["--repeat", "2"]].concat())?;
    }
    Ok(())
}

/// Compares the replays of an app, each browser with itself too. What changed must tell the same as the whole page.
fn compare(root: &Utf8Path, out: &Utf8Path) -> Result<()> {
    let mut runs = Vec::new();
    for engine in Engine::ALL {
        let run = out.join(engine.name());
        // The second one is there if it saw something else; then it says what is noise.
        let again = Utf8PathBuf::from(format!("{run}.2"));
        runs.push(run.to_string());
        if again.exists() {
            let own = out.join(own_folder(engine));
            xcheck(root, &["compare", run.as_str(), again.as_str(), "-o", own.as_str()])?;
            runs.push(again.into_string());
        }
    }
    let runs: Vec<&str> = runs.iter().map(String::as_str).collect();
    let whole = out.join("whole-page");
    xcheck(root, &[&["compare", "-o", out.as_str()], &runs[..]].concat())?;
    xcheck(root, &[&["compare", "--whole-page", "-o", whole.as_str()], &runs[..]].concat())?;
    let read = |folder: &Utf8Path| fs::read(folder.join("report.json"));
    if read(out)? != read(&whole)? {
        bail!("what changed tells other findings than the whole page: {out}, {whole}");
    }
    Ok(())
}

fn xcheck(root: &Utf8Path, args: &[&str]) -> Result<()> {
    /// No incompatibilities, and some.
    const GOOD: [Option<i32>; 2] = [Some(0), Some(1)];
    let program = root.join("target/release/xcheck");
    let output = Command::new(&program)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot run {program}; cargo build --release -p xcheck"))?;
    if !GOOD.contains(&output.status.code()) {
        let words = String::from_utf8_lossy(&output.stderr);
        let first = words.lines().find(|line| !line.trim().is_empty()).unwrap_or("no words");
        bail!("xcheck {} failed ({}): {first}", args[0], output.status);
    }
    Ok(())
}
