//! The rows of `docs/fidelity/nondeterminism.md`, replayed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::Notify;
use xcheck_browser::Session;
use xcheck_browser::webdriver::{Actions, Button, Origin, PointerSequence};
use xcheck_model::engine::Engine::{self, Chromium, Firefox, WebKit};
use xcheck_testkit::matrix;
use xcheck_testkit::site::{Site, answer, page};
use xcheck_trace::run::PageTree;

use crate::harness::Bench;
use crate::rows::{Act, ROWS, Row};
use crate::server;
use crate::tour::{Stop, is_all, leave, onward, replay_everywhere};

/// How long a page may take.
const LIMIT: Duration = Duration::from_secs(5);
const PERIOD: Duration = Duration::from_millis(15);
/// Rows of one recording.
const LEG: usize = 14;

#[test]
fn first_leg_of_chromium() {
    travel(Engine::Chromium, 0);
}

#[test]
fn second_leg_of_chromium() {
    travel(Engine::Chromium, 1);
}

#[test]
fn third_leg_of_chromium() {
    travel(Engine::Chromium, 2);
}

#[test]
fn last_leg_of_chromium() {
    travel(Engine::Chromium, 3);
}

#[test]
fn first_leg_of_firefox() {
    travel(Engine::Firefox, 0);
}

#[test]
fn first_leg_of_webkit() {
    travel(Engine::WebKit, 0);
}

/// The others, if everything is wanted.
#[test]
fn other_legs() {
    assert!(ROWS.len() <= 4 * LEG, "all rows are on a leg");
    if is_all() {
        for engine in [Engine::Firefox, Engine::WebKit] {
            (1..4).for_each(|leg| travel(engine, leg));
        }
    }
}

/// Rows that an engine cannot replay as they were recorded elsewhere.
#[rustfmt::skip]
const LIMITS: &[(&str, &str, Engine, Engine, &str)] = &[
    ("requestIdleCallback", "idle, canceled", WebKit, Chromium, "not in the engine that recorded"),
    ("requestIdleCallback", "idle, canceled", WebKit, Firefox, "not in the engine that recorded"),
    ("scheduler.postTask", "in the order of priorities, taken back", WebKit, Chromium, "not in the engine that recorded"),
    ("scheduler.postTask", "in the order of priorities, taken back", WebKit, Firefox, "not in the engine that recorded"),
    ("XMLHttpRequest", "aborted", Firefox, Chromium, "at times a request that Firefox gave up before it had an answer is not in the trace"),
    ("XMLHttpRequest", "aborted", Firefox, Firefox, "at times a request that Firefox gave up before it had an answer is not in the trace"),
    ("XMLHttpRequest", "aborted", Firefox, WebKit, "at times a request that Firefox gave up before it had an answer is not in the trace"),
    ("fetch", "stream", Chromium, Chromium, "at times the browser joins two pieces of a body"),
    ("fetch", "stream", Chromium, Firefox, "at times the browser joins two pieces of a body"),
    ("fetch", "stream", Chromium, WebKit, "at times the browser joins two pieces of a body"),
    ("fetch", "stream", WebKit, Chromium, "at times the browser joins two pieces of a body"),
    ("fetch", "stream", WebKit, Firefox, "at times the browser joins two pieces of a body"),
    ("fetch", "stream", WebKit, WebKit, "at times the browser joins two pieces of a body"),
    ("ResizeObserver", "twice", Chromium, WebKit, "at times the first firing comes with the second"),
];

fn travel(recorder: Engine, leg: usize) {
    if !matrix::is_wanted(recorder) {
        return;
    }
    let wanted = std::env::var("FIDELITY_ROWS").unwrap_or_default();
    let rows: Vec<&'static Row> = ROWS
        .iter()
        .copied()
        .skip(leg * LEG)
        .take(LEG)
        .filter(|row| format!("{} {}", row.source, row.case).contains(&wanted))
        .collect();
    if rows.is_empty() {
        return;
    }
    matrix::block_on(async {
        let site = serve(rows.clone()).await;
        let bench = Bench::new(matrix::launcher());
        let mut stops = Vec::new();
        let trace = bench
            .record(recorder, &site.url("/start"), "t.xct", async |session| {
                for row in &rows {
                    leave(session).await;
                    let noted = visit(session, row).await;
                    assert!(!noted.is_empty(), "{} {} is never done", row.source, row.case);
                    stops.push(stop(&site, row, noted, recorder));
                }
                leave(session).await;
            })
            .await;
        let problems = replay_everywhere(&bench, recorder, &trace, &stops, seen).await;
        bench.end().await;
        assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
    });
}

fn stop(site: &Site, row: &Row, noted: String, recorder: Engine) -> Stop {
    // What an engine lacks it cannot do again.
    let absent = row.limits.iter().filter(|(engine, _)| *engine != recorder && noted != ABSENT);
    let known = LIMITS.iter().filter(|(source, case, from, _, _)| {
        *source == row.source && *case == row.case && *from == recorder
    });
    Stop {
        name: format!("{} {}", row.source, row.case),
        url: site.url(&server::path(row)),
        last_url: site.url(&server::path(row)),
        limits: absent.copied().chain(known.map(|known| (known.3, known.4))).collect(),
        noted,
    }
}

const ABSENT: &str = r#"[["word","absent"]]"#;

/// What the page noted, as it is in its root element.
fn seen(tree: &PageTree) -> String {
    let root = tree.roots().first().and_then(|root| tree.node(*root));
    root.and_then(|root| root.attributes.get("data-seen").cloned()).unwrap_or_default()
}

async fn serve(rows: Vec<&'static Row>) -> Site {
    let more = Arc::new(Notify::new());
    Site::start(move |asked| {
        let to = |at: usize| rows.get(at).map_or("/end".to_owned(), |row| server::path(row));
        match asked.path.as_str() {
            "/start" => page(&format!("<!doctype html><title>start</title>{}", onward(&to(0)))),
            "/end" => page("<!doctype html><title>end</title>"),
            path => {
                let Some(at) = rows.iter().position(|row| server::path(row) == path) else {
                    return server::respond(asked, &more).unwrap_or_else(|| answer(404, &[], ""));
                };
                let kit = "<!doctype html><meta charset=utf-8><script src=/kit.js></script>";
                page(&format!("{kit}\n{}{}", rows[at].page, onward(&to(at + 1))))
            }
        }
    })
    .await
}

/// Does what the row wants done and waits until its page is done; gives its notes.
async fn visit(session: &Session, row: &Row) -> String {
    for act in row.acts {
        match act {
            Act::Click(selector) => click(session, selector).await,
            Act::Await(mark) => {
                let marks = "return (document.documentElement.dataset.marks || '').split(' ').includes(arguments[0])";
                until(session, marks, &[(*mark).into()]).await;
            }
        }
    }
    let is_done = "return [document, ...Array.from(frames, (frame) => frame.document)]
        .every((document) => document.documentElement.dataset.seen)";
    until(session, is_done, &[]).await;
    let seen = "return document.documentElement.dataset.seen || ''";
    session.execute(seen, &[]).await.unwrap()
}

async fn click(session: &Session, selector: &str) {
    let middle = "const box = document.querySelector(arguments[0]).getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);";
    let place: (i32, i32) = session.execute(middle, &[selector.into()]).await.unwrap();
    let click = PointerSequence::mouse("mouse")
        .move_to(&Origin::Viewport, place.0, place.1, Duration::ZERO)
        .click(Button::Left);
    session.perform(&Actions::new().pointer(click)).await.unwrap();
}

async fn until(session: &Session, script: &str, args: &[Value]) {
    let began = Instant::now();
    while !session.execute::<bool>(script, args).await.unwrap() && began.elapsed() < LIMIT {
        tokio::time::sleep(PERIOD).await;
    }
}
