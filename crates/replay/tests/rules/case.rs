//! One page that does otherwise where it is replayed, and what must be told of it.

use std::time::Duration;

use xcheck_browser::Session;
use xcheck_model::engine::Engine;
use xcheck_replay::Subject;
use xcheck_testkit::matrix;
use xcheck_testkit::site::{Act, Asked, Site, answer, page};
use xcheck_trace::run::InputMode;

use crate::hand::{Do, Outcome, perform};
use crate::harness::{Bench, Played};
use crate::tour::{leave, onward};

pub(crate) struct Case {
    /// Markup; scripts may ask `there`, which is true where the page is recorded, and call `say(word)`.
    pub(crate) page: &'static str,
    pub(crate) does: &'static [Do],
    /// Kind of each divergence, and a part of what is told of it.
    pub(crate) told: &'static [(&'static str, &'static str)],
    /// What the page has said in the end, numbers as `#`.
    pub(crate) says: &'static str,
}

/// Until the page has said so.
pub(crate) const SAID: Do = Do::Until("document.title === 'said'");
/// A button at a known place.
pub(crate) const CLICK: Do = Do::Click(50, 25);

/// Tests that replay all cases of a file in one engine, recorded in another.
///
/// The cases are pages of one recording. `RULE` names a single one.
#[macro_export]
macro_rules! cases {
    ($($name:ident = $case:expr;)*) => {
        const CASES: &[(&str, $crate::case::Case)] = &[$((stringify!($name), $case)),*];

        #[test]
        fn chromium() {
            $crate::case::hold_all(Engine::Firefox, Engine::Chromium, CASES);
        }

        #[test]
        fn firefox() {
            $crate::case::hold_all(Engine::Chromium, Engine::Firefox, CASES);
        }

        #[test]
        fn webkit() {
            $crate::case::hold_all(Engine::Chromium, Engine::WebKit, CASES);
        }
    };
}

/// The same for cases that leave their pages: each has a recording and a test of its own.
#[macro_export]
macro_rules! cases_alone {
    ($($name:ident = $case:expr;)*) => {
        $(
            mod $name {
                use super::*;
                const CASE: $crate::case::Case = $case;

                #[test]
                fn chromium() {
                    $crate::case::hold(Engine::Firefox, Engine::Chromium, &CASE);
                }

                #[test]
                fn firefox() {
                    $crate::case::hold(Engine::Chromium, Engine::Firefox, &CASE);
                }

                #[test]
                fn webkit() {
                    $crate::case::hold(Engine::Chromium, Engine::WebKit, &CASE);
                }
            }
        )*
    };
}

pub(crate) fn hold_all(recorder: Engine, player: Engine, cases: &'static [(&'static str, Case)]) {
    if !matrix::is_wanted(recorder) || !matrix::is_wanted(player) {
        return;
    }
    let rule = std::env::var("RULE").unwrap_or_default();
    let cases: Vec<(&str, &'static Case)> = cases
        .iter()
        .filter(|(name, _)| rule.is_empty() || rule == *name)
        .map(|(name, case)| (*name, case))
        .collect();
    if cases.is_empty() {
        return;
    }
    matrix::block_on(async {
        let served = cases.clone();
        let site = Site::start(move |asked| serve_all(asked, &served, recorder)).await;
        let bench = Bench::new(matrix::launcher());
        let trace = bench
            .record(recorder, &site.url("/start"), "t.xct", async |session| {
                for (_, case) in &cases {
                    leave(session).await;
                    act(session, case.does).await;
                }
                leave(session).await;
            })
            .await;
        let played = bench.replay(player, &trace, "run").await;
        let subject = Subject::open(&trace).unwrap();
        bench.end().await;
        let mut wrong = Vec::new();
        for (at, (name, case)) in cases.iter().enumerate() {
            let url = site.url(&format!("/{at}/"));
            let page = subject.log().pages.iter().position(|page| page.hello.url == url).unwrap();
            if let Err(trouble) = check(&played, Some(page), case) {
                wrong.push(format!("{name}: {trouble}"));
            }
        }
        wrong.extend(played.replayed.outcome.reason.clone());
        let n_wrong = wrong.len();
        assert!(
            wrong.is_empty(),
            "{n_wrong} of {} recorded in {recorder}, replayed in {player}:\n{}",
            cases.len(),
            wrong.join("\n")
        );
    });
}

pub(crate) fn hold(recorder: Engine, player: Engine, case: &'static Case) {
    let Some(scene) = play(recorder, player, case, InputMode::Native) else { return };
    let played = &scene.played;
    assert!(played.replayed.outcome.is_complete, "{player}: {:?}", played.trouble());
    if let Err(trouble) = check(played, None, case) {
        panic!("recorded in {recorder}, replayed in {player}: {trouble}");
    }
}

/// Holds what was told of a page, or of all, against the case.
fn check(played: &Played, page: Option<usize>, case: &Case) -> Result<(), String> {
    let all = played.replayed.divergences.iter().zip(played.divergences());
    let own: Vec<_> = all.filter(|(found, _)| page.is_none_or(|page| found.page == page)).collect();
    let fits = own.len() == case.told.len()
        && own.iter().zip(case.told).all(|((found, _), (kind, part))| {
            let sides =
                [&found.expected, &found.actual].map(|side| side.clone().unwrap_or_default());
            found.kind.name() == *kind
                && (found.detail.contains(part) || sides.iter().any(|side| side.contains(part)))
        });
    let lines: Vec<String> = own.into_iter().map(|(_, text)| text).collect();
    let told = lines.join("\n    ");
    if !fits {
        return Err(format!("told\n    {told}\n  expected {:?}", case.told));
    }
    let said = match page {
        Some(page) => played.trees.get(&page).and_then(said_in),
        None => played.trees.values().rev().find_map(said_in),
    };
    let said = said.unwrap_or_default();
    if masked(&said) != case.says {
        return Err(format!("said {said:?}, expected {:?}; told\n    {told}", case.says));
    }
    Ok(())
}

/// A case, recorded and replayed.
pub(crate) struct Scene {
    pub(crate) played: Played,
    /// What the last page said in the replay.
    pub(crate) said: String,
    /// What it said when it was recorded.
    pub(crate) recorded: String,
}

pub(crate) fn play(
    recorder: Engine,
    player: Engine,
    case: &'static Case,
    input: InputMode,
) -> Option<Scene> {
    if !matrix::is_wanted(recorder) || !matrix::is_wanted(player) {
        return None;
    }
    Some(matrix::block_on(async {
        let site = Site::start(move |asked| serve(asked, case, recorder)).await;
        let bench = Bench::new(matrix::launcher()).with_input(input);
        let mut recorded = String::new();
        let trace = bench
            .record(recorder, &site.url("/"), "t.xct", async |session| {
                act(session, case.does).await;
                let words = "return document.querySelector('output').textContent";
                recorded = session.execute(words, &[]).await.unwrap();
            })
            .await;
        let played = bench.replay(player, &trace, "run").await;
        bench.end().await;
        let said = played.trees.values().rev().find_map(said_in).unwrap_or_default();
        Scene { played, said, recorded: recorded.trim().to_owned() }
    }))
}

pub(crate) async fn act(session: &Session, does: &[Do]) {
    for step in does {
        assert_eq!(perform(session, *step).await, Outcome::Done, "{step:?}");
    }
}

/// What a page has said, by the element that holds it.
fn said_in(tree: &xcheck_trace::run::PageTree) -> Option<String> {
    let is_output = |id: &u64| tree.node(*id).and_then(|node| node.name()) == Some("output");
    let output = tree.in_order().into_iter().find(is_output)?;
    let texts = tree.node(output).unwrap().children.iter().filter_map(|id| tree.node(*id));
    let texts: Vec<&str> = texts.filter_map(|node| node.text.as_deref()).collect();
    Some(texts.join("").trim().to_owned())
}

/// Numbers differ from recording to recording.
fn masked(said: &str) -> String {
    let word = |word: &str| {
        let is_digit = |letter: char| letter.is_ascii_digit();
        let end = word.find(is_digit).unwrap_or(word.len());
        if end < word.len() { format!("{}#", &word[..end]) } else { word.to_owned() }
    };
    said.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

/// Each case under its number, with a link to the next.
fn serve_all(asked: &Asked, cases: &[(&str, &'static Case)], recorder: Engine) -> Vec<Act> {
    let link = |to: usize| {
        let to = if to < cases.len() { format!("/{to}/") } else { "/end".to_owned() };
        onward(&to)
    };
    if asked.path == "/start" {
        return page(&format!("<!doctype html><title>start</title>{}", link(0)));
    }
    if asked.path == "/end" {
        return page("<!doctype html><title>end</title>");
    }
    let number = asked.path.trim_matches('/').parse::<usize>().ok();
    match number.and_then(|at| Some((at, cases.get(at)?))) {
        Some((at, (_, case))) => {
            page(&whole(&format!("{}{}", link(at + 1), case.page), recorder, asked))
        }
        None => serve(asked, cases[0].1, recorder),
    }
}

fn serve(asked: &Asked, case: &Case, recorder: Engine) -> Vec<Act> {
    let text = |text: &str| {
        let headers = [("content-type", "text/plain"), ("access-control-allow-origin", "*")];
        answer(200, &headers, text)
    };
    let path = asked.path.split('?').next().unwrap_or_default();
    match path {
        "/" => page(&whole(case.page, recorder, asked)),
        "/next" | "/surplus" => {
            page(&whole("<script>say('next'); end()</script>", recorder, asked))
        }
        "/picture.svg" => {
            let is_late = asked.path.ends_with("?late");
            let pause = is_late.then_some(Act::Pause(Duration::from_secs(1)));
            let picture = "<svg xmlns='http://www.w3.org/2000/svg' width='10' height='10'/>";
            let answer = answer(200, &[("content-type", "image/svg+xml")], picture);
            pause.into_iter().chain(answer).collect()
        }
        "/sheet.css" => {
            let sheet = "#fading { opacity: 0; transition: opacity 50ms }";
            let answer = answer(200, &[("content-type", "text/css")], sheet);
            std::iter::once(Act::Pause(Duration::from_millis(300))).chain(answer).collect()
        }
        "/script.js" => {
            let is_second = asked.path.ends_with("?second");
            let pause = is_second.then_some(Act::Pause(Duration::from_millis(150)));
            let answer = answer(200, &[("content-type", "text/javascript")], "");
            pause.into_iter().chain(answer).collect()
        }
        // Answers that race would be recorded in any order.
        "/two" if asked.path.ends_with("?late") => {
            [vec![Act::Pause(Duration::from_millis(250))], text("two")].concat()
        }
        "/one" | "/two" | "/three" => text(&path[1..]),
        "/echo" => text(&String::from_utf8_lossy(&asked.body)),
        _ => answer(404, &[], ""),
    }
}

fn whole(body: &str, recorder: Engine, asked: &Asked) -> String {
    let mark = match recorder {
        Engine::Chromium => "Chrome/",
        Engine::Firefox => "Firefox/",
        Engine::WebKit => unreachable!("nothing is recorded in WebKit here"),
    };
    let port = asked.headers["host"].rsplit(':').next().unwrap_or_default();
    let body = body.replace("OTHER", &format!("http://localhost:{port}"));
    format!(
        "<!doctype html><meta charset=utf-8><title>page</title>
        <style>body {{ margin: 0 }} #go {{ position: absolute; left: 0; top: 0; width: 100px; height: 50px }}
        output {{ position: absolute; left: 0; top: 200px }}</style>
        <body><output></output><script>
        const there = navigator.userAgent.includes('{mark}');
        const say = (word) => {{ document.querySelector('output').textContent += ' ' + word; }};
        const end = () => {{ document.title = 'said'; }};
        </script>{body}"
    )
}
