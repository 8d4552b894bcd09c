//! The scoreboard as Markdown. Holds no times and no versions, so that a change in it is a change of quality.

use std::fmt::Write as _;

use xcheck_model::engine::Engine;

use super::tally::{AppScore, Scoreboard, TESTED, Tally};

const INTRODUCTION: &str = "\
# Scoreboard

What xcheck finds in the labelled apps (recorded, replayed in each engine, compared) under `corpus/`, written by `cargo xtask score`.
A finding counts as found if its browser, its kind and its element fit a label that no closer finding fits; further ones are duplicates.
Precision counts false and duplicate findings, recall counts missed labels.
The last column is the share of found incompatibilities whose cause is named rightly.

";

pub(crate) fn markdown(board: &Scoreboard) -> String {
    let mut out = INTRODUCTION.to_owned();
    write_to(&mut out, board).expect("writing to a string works");
    out
}

fn write_to(out: &mut String, board: &Scoreboard) -> std::fmt::Result {
    writeln!(out, "## By half and browsers\n")?;
    writeln!(
        out,
        "| half | browsers | apps | found | missed | false | duplicate | precision | recall | F1 | cause |"
    )?;
    writeln!(out, "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|")?;
    for row in &board.summary {
        let half = row.half.map_or("both", |half| half.name());
        let [precision, recall, f1, cause] =
            [row.precision, row.recall, row.f1, row.cause_share].map(percent);
        let (pair, n_apps, counts) = (pair(row.browser), row.n_apps, counts(row.tally));
        writeln!(
            out,
            "| {half} | {pair} | {n_apps} | {counts} | {precision} | {recall} | {f1} | {cause} |"
        )?;
    }
    let n_own: usize = board.apps.iter().map(|app| app.n_own).sum();
    writeln!(out, "\nFindings of a browser against itself, all three, all apps: {n_own}.")?;
    writeln!(out, "\n## By kind of app\n")?;
    writeln!(out, "| kind | browsers | apps | found | missed | false | duplicate |")?;
    writeln!(out, "|---|---|--:|--:|--:|--:|--:|")?;
    for row in &board.kinds {
        let (kind, pair, counts) = (row.kind.name(), pair(Some(row.browser)), counts(row.tally));
        writeln!(out, "| {kind} | {pair} | {} | {counts} |", row.n_apps)?;
    }
    writeln!(out, "\n## By app\n")?;
    writeln!(out, "Each cell: found, missed, false, duplicate; zeros are left out.\n")?;
    let titles: Vec<&str> = TESTED.iter().map(|engine| engine.title()).collect();
    writeln!(out, "| app | half | kind | {} |", titles.join(" | "))?;
    writeln!(out, "|---|---|---|{}", "---|".repeat(TESTED.len()))?;
    for app in &board.apps {
        let cells: Vec<String> = TESTED.iter().map(|browser| cell(app, *browser)).collect();
        let (half, kind) = (app.half, app.kind.name());
        writeln!(out, "| {} | {half} | {kind} | {} |", app.name, cells.join(" | "))?;
    }
    Ok(())
}

fn pair(browser: Option<Engine>) -> String {
    match browser {
        Some(browser) => format!("Chromium, {}", browser.title()),
        None => "all".to_owned(),
    }
}

fn counts(tally: Tally) -> String {
    let Tally { found, missed, made_up, duplicate, .. } = tally;
    format!("{found} | {missed} | {made_up} | {duplicate}")
}

fn percent(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

fn cell(app: &AppScore, browser: Engine) -> String {
    let Tally { found, missed, made_up, duplicate, .. } = app.tally(Some(browser));
    let parts =
        [(found, "found"), (missed, "missed"), (made_up, "false"), (duplicate, "duplicate")];
    let named: Vec<String> =
        parts.iter().filter(|(n, _)| *n > 0).map(|(n, name)| format!("{n} {name}")).collect();
    if named.is_empty() { "–".to_owned() } else { named.join(", ") }
}
