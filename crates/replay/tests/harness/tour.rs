//! One recording that visits many pages, each left by a link of its own, and one replay of it in each engine.
//!
//! What a page noted of itself must be the same in the replay, and nothing may have gone another way.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Instant;

use camino::Utf8Path;
use xcheck_browser::Session;
use xcheck_browser::webdriver::{Actions, Button, Origin, PointerSequence};
use xcheck_model::engine::Engine;
use xcheck_replay::Subject;
use xcheck_testkit::matrix;
use xcheck_trace::run::PageTree;

use crate::harness::{Bench, Played};

/// A page of the tour.
pub(crate) struct Stop {
    pub(crate) name: String,
    /// The address it is recognized by.
    pub(crate) url: String,
    /// Where the tour left it.
    pub(crate) last_url: String,
    /// What it noted, in the recording.
    pub(crate) noted: String,
    /// Engines that cannot do it as recorded, and why.
    pub(crate) limits: Vec<(Engine, &'static str)>,
}

/// How the reason of a limit begins that shows only now and then.
pub(crate) const AT_TIMES: &str = "at times";

/// The link by which a page is left; `to` is where it leads.
pub(crate) fn onward(to: &str) -> String {
    format!(
        "<a id=onward href='{to}' style='position: fixed; right: 0; bottom: 0; width: 60px; height: 20px; \
         overflow: hidden; background: silver; font: 12px/20px monospace; z-index: 9'>onward</a>"
    )
}

/// Clicks the link as a person would, and waits until the next page is there.
pub(crate) async fn leave(session: &Session) {
    let place: (i32, i32, String) = session
        .execute("return [innerWidth - 30, innerHeight - 10, location.href]", &[])
        .await
        .unwrap();
    let click = PointerSequence::mouse("mouse")
        .move_to(&Origin::Viewport, place.0, place.1, std::time::Duration::ZERO)
        .click(Button::Left);
    session.perform(&Actions::new().pointer(click)).await.unwrap();
    let began = Instant::now();
    let is_gone = "return location.href !== arguments[0] && document.readyState === 'complete'";
    // While a page goes and another comes, there is nothing to ask.
    while session.execute::<bool>(is_gone, &[place.2.clone().into()]).await.ok() != Some(true) {
        assert!(began.elapsed() < crate::harness::LIMIT, "the link of {} leads nowhere", place.2);
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}

/// Whether every engine shall be recorded, which takes long.
pub(crate) fn is_all() -> bool {
    std::env::var("XCHECK_ALL").is_ok_and(|value| value == "1")
}

/// Replays a tour in every engine; what differs, one line each, after a table of what was found.
pub(crate) async fn replay_everywhere(
    bench: &Bench,
    recorder: Engine,
    trace: &Utf8Path,
    stops: &[Stop],
    noted: impl Fn(&PageTree) -> String,
) -> Vec<String> {
    let subject = Subject::open(trace).unwrap();
    let mut problems = Vec::new();
    let mut cells: BTreeMap<(usize, Engine), &'static str> = BTreeMap::new();
    let engines = matrix::engines();
    let mut times = String::new();
    for player in &engines {
        let began = Instant::now();
        let played = bench.replay(*player, trace, &format!("run-{player}")).await;
        let _ = write!(times, " {player} {:.1} s", began.elapsed().as_secs_f64());
        if let Some(reason) = &played.replayed.outcome.reason {
            problems.push(format!("{recorder} -> {player}: not complete: {reason}"));
        }
        for (at, stop) in stops.iter().enumerate() {
            let found = differences(&played, &subject, stops, at, &noted);
            let limit = stop.limits.iter().find(|(engine, _)| engine == player);
            let cell = match (found.is_empty(), limit) {
                (true, None) => "same",
                (true, Some((_, why))) if why.starts_with(AT_TIMES) => "same",
                (false, Some(_)) => "limit",
                (true, Some((_, why))) => {
                    problems.push(format!(
                        "{recorder} -> {player}: {}: no limit any more: {why}",
                        stop.name
                    ));
                    "LIMIT?"
                }
                (false, None) => "OTHER",
            };
            if cell == "OTHER" {
                let lines = found.join("\n    ");
                problems.push(format!("{recorder} -> {player}: {}:\n    {lines}", stop.name));
            }
            cells.insert((at, *player), cell);
        }
    }
    let mut table = format!("recorded in {recorder}; replays took{times}\n");
    for (at, stop) in stops.iter().enumerate() {
        let _ = write!(table, "{:60}", stop.name);
        for player in &engines {
            let _ = write!(table, " {:8}", cells[&(at, *player)]);
        }
        table.push('\n');
    }
    println!("{table}");
    problems
}

/// What went another way in the pages of one stop.
fn differences(
    played: &Played,
    subject: &Subject,
    stops: &[Stop],
    at: usize,
    noted: &impl Fn(&PageTree) -> String,
) -> Vec<String> {
    let pages = &subject.log().pages;
    let start = |stop: &Stop| pages.iter().position(|page| page.hello.url == stop.url);
    let Some(own) = start(&stops[at]) else { return vec!["never recorded".to_owned()] };
    let next = stops.get(at + 1).and_then(start).unwrap_or(pages.len());
    let mut found: Vec<String> = played
        .replayed
        .divergences
        .iter()
        .zip(played.divergences())
        .filter(|(divergence, _)| (own..next).contains(&divergence.page))
        .map(|(_, text)| text)
        .collect();
    let wanted = &stops[at].noted;
    let bare = |url: &str| url.split('#').next().unwrap_or_default().to_owned();
    let is_last = |number: &&usize| {
        let hello = &pages[**number].hello;
        (own..next).contains(*number)
            && hello.frame.is_empty()
            && bare(&hello.url) == bare(&stops[at].last_url)
    };
    let last = played.trees.keys().rfind(is_last);
    let here = last.map(|last| noted(&played.trees[last])).unwrap_or_default();
    if !here.starts_with(wanted.as_str()) {
        found.push(format!("noted    {here}\n    recorded {wanted}"));
    }
    found
}
