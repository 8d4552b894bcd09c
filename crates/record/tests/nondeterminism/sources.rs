//! Records every row's page in every engine and holds what the log has against what the page noted.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use xcheck_browser::Session;
use xcheck_browser::webdriver::{Actions, Button, Origin, PointerSequence};
use xcheck_model::engine::Engine;
use xcheck_model::tape::Recording as _;
use xcheck_testkit::matrix;

use crate::document;
use crate::harness::record;
use crate::rows::{Act, ROWS, Row};
use crate::seen::{Noted, Seen, notes};
use crate::server;

/// How long a page may take.
const LIMIT: Duration = Duration::from_secs(5);
const PERIOD: Duration = Duration::from_millis(15);

#[test]
fn every_source_is_recorded() {
    let engines = matrix::engines();
    let columns = matrix::block_on(join_all(engines.iter().map(|engine| column(*engine))));
    let mut problems = Vec::new();
    let names: Vec<String> = engines.iter().map(Engine::to_string).collect();
    let mut lines = vec![format!("| source | case | {} |", names.join(" | "))];
    lines.push("|---".repeat(2 + engines.len()) + "|");
    for (at, row) in ROWS.iter().enumerate() {
        let cells = columns.iter().map(|column| match &column[at] {
            Ok(cell) => cell.clone(),
            Err(problem) => {
                problems.push(problem.clone());
                "✗".to_owned()
            }
        });
        let cells: Vec<String> = cells.collect();
        lines.push(format!("| {} | {} | {} |", row.source, row.case, cells.join(" | ")));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
    if engines.len() == Engine::ALL.len() {
        document::hold("sources", &lines);
    }
}

/// What to write for each row, or what is wrong with it.
async fn column(engine: Engine) -> Vec<Result<String, String>> {
    let site = server::start().await;
    let mut noted: Vec<Vec<Vec<Noted>>> = Vec::new();
    let tape = record(engine, &site, "/", async |session| {
        for row in ROWS.iter() {
            session.navigate(&site.url(&server::path(row))).await.unwrap();
            noted.push(visit(session, row).await);
        }
    })
    .await;
    // The pages came through the proxy, each with its own recorder.
    assert!(tape.reader.exchanges().len() >= ROWS.len());
    let check = |(row, noted): (&Row, &Vec<Vec<Noted>>)| {
        let url = site.url(&server::path(row));
        let page = tape.log.pages.iter().find(|page| page.hello.url == url).unwrap();
        let Some(own) = noted.first() else {
            return verdict(engine, row, vec!["never done".to_owned()], "");
        };
        let seen = Seen::new(page, own);
        let mut wrong = seen.wrong_values();
        let host = site.http.to_string();
        let mut lines: Vec<String> =
            seen.lines().iter().map(|line| line.replace(&host, "HOST")).collect();
        if row.is_unordered {
            lines.sort();
        }
        if let Some((_, limit)) = row.limits.iter().find(|(limited, _)| *limited == engine) {
            if lines != ["says absent"] {
                wrong.push(format!("no limit any more: {lines:#?}"));
            }
            return verdict(engine, row, wrong, limit);
        }
        for (at, frame) in noted.iter().enumerate().skip(1) {
            let inside = tape.log.pages.iter().filter(|inside| inside.number > page.number);
            let inside = inside.into_iter().find(|inside| !inside.hello.frame.is_empty()).unwrap();
            let seen = Seen::new(inside, frame);
            wrong.extend(seen.wrong_values());
            let lines = seen.lines();
            if at > 1 || lines != row.frame {
                wrong.push(difference(row.frame, &lines));
            }
        }
        if lines != row.expected {
            wrong.push(difference(row.expected, &lines));
        }
        verdict(engine, row, wrong, "✓")
    };
    ROWS.iter().copied().zip(&noted).map(check).collect()
}

fn verdict(engine: Engine, row: &Row, wrong: Vec<String>, cell: &str) -> Result<String, String> {
    if wrong.is_empty() {
        return Ok(cell.to_owned());
    }
    Err(format!("{engine}, {} {}: {}", row.source, row.case, wrong.join("\n")))
}

fn difference(expected: &[&str], lines: &[String]) -> String {
    format!("expected {expected:#?}\n  got {lines:#?}")
}

/// Does what the row wants done and waits until its page and frames are done; gives their notes, the page's first.
async fn visit(session: &Session, row: &Row) -> Vec<Vec<Noted>> {
    for act in row.acts {
        match act {
            Act::Click(selector) => {
                // Looking for an element by the driver's command makes WebKit's driver read the page's clock.
                let middle =
                    "const box = document.querySelector(arguments[0]).getBoundingClientRect();
                    return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);";
                let place: (i32, i32) =
                    session.execute(middle, &[(*selector).into()]).await.unwrap();
                let click = PointerSequence::mouse("mouse")
                    .move_to(&Origin::Viewport, place.0, place.1, Duration::ZERO)
                    .click(Button::Left);
                session.perform(&Actions::new().pointer(click)).await.unwrap();
            }
            Act::Await(mark) => {
                let marks = "return (document.documentElement.dataset.marks || '').split(' ').includes(arguments[0])";
                until(async || {
                    session.execute::<bool>(marks, &[(*mark).into()]).await.unwrap().then_some(())
                })
                .await;
            }
        }
    }
    let seen = "const all = [document, ...Array.from(frames, (frame) => frame.document)];
        const seen = all.map((document) => document.documentElement.dataset.seen);
        return seen.every((text) => text) ? seen : null;";
    let texts =
        until(async || session.execute::<Option<Vec<String>>>(seen, &[]).await.unwrap()).await;
    texts.unwrap_or_default().iter().map(|text| notes(text)).collect()
}

async fn until<T>(mut look: impl AsyncFnMut() -> Option<T>) -> Option<T> {
    let began = Instant::now();
    loop {
        let found = look().await;
        if found.is_some() || began.elapsed() > LIMIT {
            return found;
        }
        tokio::time::sleep(PERIOD).await;
    }
}
