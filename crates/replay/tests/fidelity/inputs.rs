//! The rows of `docs/fidelity/input.md`, replayed.

use xcheck_browser::Session;
use xcheck_browser::webdriver::By;
use xcheck_model::engine::Engine::{self, Chromium, Firefox, WebKit};
use xcheck_testkit::matrix;
use xcheck_testkit::site::{Act, Asked, Site, answer, page};
use xcheck_trace::run::PageTree;

use crate::hand::{Do, Outcome, perform};
use crate::harness::Bench;
use crate::row::Row;
use crate::rows;
use crate::tour::{Stop, is_all, leave, onward, replay_everywhere};

/// Stands for what the engine's driver would not do.
pub(crate) const REFUSED: &str = "(the driver refuses)";

#[test]
fn mouse_and_touch_of_chromium() {
    travel(Engine::Chromium, 0);
}

#[test]
fn keyboard_of_chromium() {
    travel(Engine::Chromium, 1);
}

#[test]
fn form_fields_of_chromium() {
    travel(Engine::Chromium, 2);
}

#[test]
fn the_browser_itself_of_chromium() {
    travel(Engine::Chromium, 3);
}

#[test]
fn places_and_manners_of_chromium() {
    travel(Engine::Chromium, 4);
}

#[test]
fn mouse_and_touch_of_firefox() {
    travel(Engine::Firefox, 0);
}

#[test]
fn mouse_and_touch_of_webkit() {
    travel(Engine::WebKit, 0);
}

/// The others, if everything is wanted.
#[test]
fn other_parts() {
    if is_all() {
        for engine in [Engine::Firefox, Engine::WebKit] {
            (1..rows::PARTS.len()).for_each(|part| travel(engine, part));
        }
    }
}

/// Row, recorder, player, and why the player cannot.
#[rustfmt::skip]
const LIMITS: &[(&str, Engine, Engine, &str)] = &[
    ("select in a list", Chromium, WebKit, "a press on an option chooses it there, so input and change come twice"),
    ("select in a list", Firefox, WebKit, "a press on an option chooses it there, so input and change come twice"),
    ("Enter submits", Chromium, WebKit, "Enter in a field has no beforeinput there"),
    ("Enter submits", Firefox, WebKit, "Enter in a field has no beforeinput there"),
    ("tap", Chromium, WebKit, "its driver takes a finger for a mouse"),
    ("tap", Firefox, WebKit, "its driver takes a finger for a mouse"),
    ("swipe", Chromium, WebKit, "its driver takes a finger for a mouse"),
    ("swipe", Firefox, WebKit, "its driver takes a finger for a mouse"),
    ("scroll bar", Chromium, Firefox, "its scroll bars lie over the content, so the press is on that"),
    ("drag and drop", WebKit, Chromium, "WebKit's driver lets go where others drop, which cannot be made again"),
    ("drag and drop", WebKit, Firefox, "WebKit's driver lets go where others drop, which cannot be made again"),
    ("frame of another origin", Chromium, Chromium, "where the frame is cannot be known in it, so its input is made there"),
    ("frame of another origin", Chromium, Firefox, "where the frame is cannot be known in it, so its input is made there"),
    ("frame of another origin", Chromium, WebKit, "where the frame is cannot be known in it, so its input is made there"),
    ("back and forward between pages", Chromium, Chromium, "pages that come back from the browser's cache are not replayed"),
    ("back and forward between pages", Chromium, Firefox, "pages that come back from the browser's cache are not replayed"),
    ("back and forward between pages", Chromium, WebKit, "pages that come back from the browser's cache are not replayed"),
];

fn travel(recorder: Engine, part: usize) {
    if !matrix::is_wanted(recorder) {
        return;
    }
    let wanted = std::env::var("FIDELITY_ROWS").unwrap_or_default();
    let rows: Vec<&'static Row> = rows::PARTS[part]
        .1
        .iter()
        .filter(|row| row.name.contains(&wanted) && row.told(recorder) != [REFUSED])
        .collect();
    if rows.is_empty() {
        return;
    }
    matrix::block_on(async {
        let served = rows.clone();
        let site = Site::start(move |asked| serve(asked, &served)).await;
        let bench = Bench::new(matrix::launcher());
        let mut stops = Vec::new();
        let trace = bench
            .record(recorder, &site.url("/start"), "t.xct", async |session| {
                for row in &rows {
                    leave(session).await;
                    visit(session, row).await;
                    let script =
                        "return [location.href, document.documentElement.dataset.seen || '']";
                    let (last_url, noted) = session.execute(script, &[]).await.unwrap();
                    let known = LIMITS
                        .iter()
                        .filter(|(name, from, _, _)| *name == row.name && *from == recorder);
                    stops.push(Stop {
                        name: row.name.to_owned(),
                        url: site.url(&format!("/{}/", row.slug())),
                        last_url,
                        noted,
                        limits: known.map(|known| (known.2, known.3)).collect(),
                    });
                }
                leave(session).await;
            })
            .await;
        let problems = replay_everywhere(&bench, recorder, &trace, &stops, seen).await;
        bench.end().await;
        assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
    });
}

/// What the page has heard, as it is in its root element.
fn seen(tree: &PageTree) -> String {
    let root = tree.roots().first().and_then(|root| tree.node(*root));
    root.and_then(|root| root.attributes.get("data-seen").cloned()).unwrap_or_default()
}

async fn visit(session: &Session, row: &Row) {
    // Elements get the focus they ask for when the page is drawn.
    for step in [Do::Until(FOCUSED)].iter().chain(row.does).chain([&Do::Drawn]) {
        // What a script of the driver asks for would be recorded as the page's own.
        if let Do::Drawn = step {
            session.screenshot().await.unwrap();
            continue;
        }
        if let Do::Choose(css, name) = step {
            choose(session, css, name).await;
            continue;
        }
        let outcome = perform(session, *step).await;
        assert_eq!(outcome, Outcome::Done, "{}: {step:?}", row.name);
    }
}

async fn choose(session: &Session, css: &str, name: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, "content").unwrap();
    let field = session.find(By::Css(css)).await.unwrap();
    session.send_keys(&field, path.to_str().unwrap()).await.unwrap();
    // The recorder reads the file before it goes.
    let noted = "return (document.documentElement.dataset.seen || '').includes('change')";
    while !session.execute::<bool>(noted, &[]).await.unwrap() {}
}

const FOCUSED: &str =
    "[null, document.activeElement].includes(document.querySelector('[autofocus]'))";

const STYLE: &str = "body { margin: 0; height: 700px } \
    #a, #b, #c { position: absolute; left: 100px; width: 100px; height: 50px; margin: 0; padding: 0; box-sizing: border-box; border: 0; background: silver; overflow: hidden } \
    #a { top: 0 } #b { top: 100px } #c { top: 200px }";

/// Writes down what it hears, whatever the page does about it.
const EARS: &str = "<script>{
    let seen = '';
    for (const type of 'mousedown mouseup click dblclick auxclick contextmenu keydown keyup beforeinput input change copy cut paste \
      dragstart drop touchstart touchend submit popstate hashchange'.split(' ')) addEventListener(type, (event) => {
      const { target } = event;
      if (target.id === 'onward') return;
      seen += type + (target.id ? '#' + target.id : '') + (event.key ? ':' + event.key : '')
        + (typeof target.value === 'string' ? '=' + target.value : '') + ' ';
      document.documentElement.setAttribute('data-seen', seen);
    }, true);
    }</script>";

fn serve(asked: &Asked, rows: &[&'static Row]) -> Vec<Act> {
    let path = asked.path.split('?').next().unwrap_or_default();
    let to = |at: usize| rows.get(at).map_or("/end".to_owned(), |row| format!("/{}/", row.slug()));
    let parts: Vec<&str> = path.splitn(3, '/').collect();
    let [_, slug, rest] = parts[..] else {
        return match path {
            "/start" => page(&format!("<!doctype html><title>start</title>{}", onward(&to(0)))),
            "/end" => page("<!doctype html><title>end</title>"),
            _ => answer(404, &[], ""),
        };
    };
    let Some(at) = rows.iter().position(|row| row.slug() == slug) else {
        return answer(404, &[], "");
    };
    let Some((_, body)) = rows[at].pages.iter().find(|(path, _)| *path == rest) else {
        return answer(404, &[], "");
    };
    let port = asked.headers["host"].rsplit(':').next().unwrap_or_default();
    let body = body.replace("OTHER", &format!("http://localhost:{port}/{slug}"));
    let link = if rest == "frame" { String::new() } else { onward(&to(at + 1)) };
    page(&format!(
        "<!doctype html><meta charset=utf-8><title>test</title><style>{STYLE}</style>{EARS}<body>{body}{link}"
    ))
}
