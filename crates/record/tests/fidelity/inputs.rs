//! Records all rows in one browser and compares what came of each.

use std::collections::BTreeMap;

use url::Url;
use xcheck_browser::Session;
use xcheck_model::action::Action;
use xcheck_model::engine::Engine;
use xcheck_model::event::Page;
use xcheck_model::tape::Recording as _;
use xcheck_testkit::matrix;
use xcheck_testkit::site::{Act, Asked, Site, answer, page};
use xcheck_trace::Log;

use crate::hand::{Do, Outcome, perform};
use crate::harness::record;
use crate::row::Row;
use crate::{rows, tell};

#[test]
fn chromium() {
    every_row(Engine::Chromium);
}

#[test]
fn firefox() {
    every_row(Engine::Firefox);
}

#[test]
fn webkit() {
    every_row(Engine::WebKit);
}

fn every_row(engine: Engine) {
    if !matrix::is_wanted(engine) {
        return;
    }
    matrix::block_on(async {
        let rows = wanted_rows();
        let site = Site::start(serve).await;
        let mut troubles = BTreeMap::new();
        let tape = record(engine, &site, "/", async |session| {
            for mode in MODES {
                for row in &rows {
                    let trouble = match act(session, &site, mode, row).await {
                        Outcome::Done => continue,
                        Outcome::Refused => REFUSED.to_owned(),
                        Outcome::Never(what) => format!("(never: {what})"),
                    };
                    troubles.insert((mode, row.name), trouble);
                }
            }
        })
        .await;
        assert!(tape.reader.exchanges().len() >= MODES.len() * rows.len(), "all pages are kept");
        let actions = xcheck_trace::actions(&tape.log);
        let mut failures = Vec::new();
        for (mode, row) in MODES.iter().flat_map(|mode| rows.iter().map(move |row| (*mode, *row))) {
            let pages = own_pages(&tape.log, mode, row);
            let mut found = told(&pages, &actions);
            found.extend(troubles.remove(&(mode, row.name)));
            let expected = row.told(engine);
            if found != expected {
                failures.push(failure(&pages, mode, row, expected, &found));
            }
        }
        let n_failures = failures.len();
        assert!(
            failures.is_empty(),
            "{n_failures} rows differ in {engine}\n{}",
            failures.join("\n")
        );
    });
}

/// Pages that listen to nothing but what the row says, and pages that listen to all there is.
const MODES: [&str; 2] = ["quiet", "heard"];

/// Stands for what the engine's driver would not do.
pub(crate) const REFUSED: &str = "(the driver refuses)";

/// All rows, or those that `FIDELITY_ROWS` is part of the name of.
fn wanted_rows() -> Vec<&'static Row> {
    let wanted = std::env::var("FIDELITY_ROWS").unwrap_or_default();
    rows::all().filter(|row| row.name.contains(&wanted)).collect()
}

async fn act(session: &Session, site: &Site, mode: &str, row: &Row) -> Outcome {
    session.navigate(&site.url(&format!("/{mode}/{}/", row.slug()))).await.unwrap();
    // Elements get the focus they ask for when the page is drawn.
    for step in [Do::Until(FOCUSED)].iter().chain(row.does) {
        match perform(session, *step).await {
            Outcome::Done => {}
            trouble => return trouble,
        }
    }
    Outcome::Done
}

const FOCUSED: &str =
    "[null, document.activeElement].includes(document.querySelector('[autofocus]'))";

const STYLE: &str = "body { margin: 0; height: 700px } \
    #a, #b, #c { position: absolute; left: 100px; width: 100px; height: 50px; margin: 0; padding: 0; box-sizing: border-box; border: 0; background: silver; overflow: hidden } \
    #a { top: 0 } #b { top: 100px } #c { top: 200px }";

/// What a page does that listens to everything.
const EARS: &str = "<script>for (const type of 'pointerdown pointerup pointermove pointerover pointerout pointercancel \
    mousedown mouseup click dblclick auxclick contextmenu mousemove mouseover mouseout wheel keydown keyup keypress beforeinput input change \
    copy cut paste dragstart drag dragenter dragover dragleave drop dragend touchstart touchmove touchend touchcancel \
    focusin focusout submit scroll resize popstate hashchange'.split(' ')) addEventListener(type, () => {});</script>";

fn serve(asked: &Asked) -> Vec<Act> {
    let path = asked.path.split('?').next().unwrap_or_default();
    let parts: Vec<&str> = path.splitn(4, '/').collect();
    let [_, mode, slug, rest] = parts[..] else {
        return if path == "/" { page("") } else { answer(404, &[], "") };
    };
    let found = rows::all()
        .find(|row| row.slug() == slug)
        .and_then(|row| row.pages.iter().find(|(path, _)| *path == rest));
    let Some((_, body)) = found else { return answer(404, &[], "") };
    let port = asked.headers["host"].rsplit(':').next().unwrap_or_default();
    let body = body.replace("OTHER", &format!("http://localhost:{port}/{mode}/{slug}"));
    let ears = if mode == "heard" { EARS } else { "" };
    page(&format!(
        "<!doctype html><meta charset=utf-8><title>test</title><style>{STYLE}</style>{ears}<body>{body}"
    ))
}

/// The pages of a row, with their paths within it.
fn own_pages<'a>(log: &'a Log, mode: &str, row: &Row) -> Vec<(&'a Page, String)> {
    let start = format!("/{mode}/{}/", row.slug());
    let own = |page: &'a Page| {
        let url = Url::parse(&page.hello.url).ok()?;
        Some((page, url.path().strip_prefix(&start)?.to_owned()))
    };
    log.pages.iter().filter_map(own).collect()
}

fn told(pages: &[(&Page, String)], actions: &[Action]) -> Vec<String> {
    let own = |action: &Action| {
        let (_, path) = pages.iter().find(|(page, _)| page.number == action.page)?;
        let text = tell::action(action);
        Some(if path.is_empty() { text } else { format!("{path}: {text}") })
    };
    actions.iter().filter_map(own).collect()
}

fn failure(
    pages: &[(&Page, String)],
    mode: &str,
    row: &Row,
    expected: &[&str],
    found: &[String],
) -> String {
    let pages: String = pages.iter().map(|(page, _)| tell::entries(page)).collect();
    format!("{} ({mode})\n  expected {expected:?}\n  found    {found:?}\n{pages}", row.name)
}
