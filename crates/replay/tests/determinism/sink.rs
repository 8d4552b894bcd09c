//! A page with every source of chance at once, replayed again and again.

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha1::{Digest as _, Sha1};
use xcheck_model::engine::Engine;
use xcheck_testkit::matrix;
use xcheck_testkit::site::{Act, Asked, Site, answer, head, page};
use xcheck_trace::run::RunDigest;

use crate::hand::{Do, Outcome, perform};
use crate::harness::{Bench, text_of};

#[test]
fn chromium() {
    hold(Engine::Chromium);
}

#[test]
fn firefox() {
    hold(Engine::Firefox);
}

#[test]
fn webkit() {
    hold(Engine::WebKit);
}

const DOES: &[Do] = &[
    Do::Click(50, 20),
    Do::Until("document.title === 'all came'"),
    Do::Click(200, 20),
    Do::Type("abc"),
    Do::Until("field.value === 'abc'"),
];

/// What is seen, or missed, because WebKit has no idle callbacks.
fn is_about_idle(text: &str) -> bool {
    text.contains("idle")
}

fn hold(player: Engine) {
    let recorder = Engine::Chromium;
    if !matrix::is_wanted(recorder) || !matrix::is_wanted(player) {
        return;
    }
    let is_all = std::env::var("XCHECK_ALL").is_ok_and(|value| value == "1");
    let n_rounds = if is_all { 20 } else { 3 };
    matrix::block_on(async {
        let site = Site::start(serve).await;
        let bench = Bench::new(matrix::launcher());
        let mut recorded = String::new();
        let trace = bench
            .record(recorder, &site.url("/"), "t.xct", async |session| {
                for step in DOES {
                    assert_eq!(perform(session, *step).await, Outcome::Done, "{step:?}");
                }
                let lines =
                    "return Array.from(all.children, (line) => line.textContent).join('\\n')";
                recorded = session.execute(lines, &[]).await.unwrap();
            })
            .await;
        let mut digests: Vec<RunDigest> = Vec::new();
        let mut firsts: Option<(Vec<String>, String)> = None;
        for round in 0..n_rounds {
            let played = bench.replay(player, &trace, &format!("run-{round}")).await;
            let told = played.trouble();
            let text = text_of(&played.trees[&0]);
            let other: Vec<&String> = told
                .iter()
                .filter(|line| player != Engine::WebKit || !is_about_idle(line))
                .collect();
            assert!(other.is_empty(), "round {round} in {player}: {told:#?}");
            match &firsts {
                None => {
                    let lines = recorded
                        .lines()
                        .filter(|line| player != Engine::WebKit || !is_about_idle(line));
                    let words = lines.flat_map(str::split_whitespace);
                    let missing: Vec<&str> = words.filter(|word| !text.contains(*word)).collect();
                    assert!(missing.is_empty(), "{missing:?} of {recorded}\nis not in {text}");
                    firsts = Some((told, text));
                }
                Some((first_told, first_text)) => {
                    assert_eq!(&told, first_told, "round {round} in {player} tells the same");
                    assert_eq!(&text, first_text, "round {round} in {player} shows the same");
                }
            }
            digests.push(played.run.digest().unwrap());
        }
        bench.end().await;
        let n_alike = digests.iter().filter(|one| one.observations == digests[0].observations);
        assert_eq!(n_alike.count(), n_rounds, "{player}: all observations are the same");
        let others = digests.iter().skip(1);
        let pairs = others.flat_map(|one| one.shots.iter().zip(&digests[0].shots));
        let (n_same, n_all) = pairs.fold((0, 0), |(n_same, n_all), (one, first)| {
            (n_same + usize::from(one == first), n_all + 1)
        });
        println!("{player}: {n_rounds} replays, {n_same} of {n_all} pictures the same");
        if player != Engine::WebKit {
            assert_eq!(n_same, n_all, "{player}: all pictures are the same");
        }
    });
}

/// Answers come in an order of their own.
const DELAYS_MS: [u64; 9] = [70, 10, 120, 0, 40, 90, 60, 20, 5];

fn serve(asked: &Asked) -> Vec<Act> {
    let text = [("content-type", "text/plain")];
    match asked.path.as_str() {
        "/" => page(include_str!("sink.html")),
        "/worker.js" => answer(
            200,
            &[("content-type", "text/javascript")],
            "onmessage = ({ data }) => setTimeout(() => postMessage(data + ' ' + Math.random().toFixed(4)), 20);",
        ),
        "/picture.svg" => answer(
            200,
            &[("content-type", "image/svg+xml")],
            "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'><circle cx='20' cy='20' r='15' fill='red'/></svg>",
        ),
        "/socket" => socket(asked),
        "/events" => {
            let head = head(200, &[("content-type", "text/event-stream")]);
            let pause = Act::Pause(Duration::from_millis(30));
            let send = |text: &str| Act::Send(text.as_bytes().to_vec());
            vec![
                send(&head),
                send("data: one\n\n"),
                pause.clone(),
                send("data: two\n\n"),
                pause,
                send("event: named\ndata: three\n\n"),
                Act::Stall,
            ]
        }
        path => {
            let Some(number) = path.strip_prefix("/slow/") else { return answer(404, &[], "") };
            let delay = DELAYS_MS[number.parse::<usize>().unwrap_or_default() % DELAYS_MS.len()];
            let mut acts = vec![Act::Pause(Duration::from_millis(delay))];
            acts.extend(answer(200, &text, format!("answer{number}")));
            acts
        }
    }
}

fn socket(asked: &Asked) -> Vec<Act> {
    let key = &asked.headers["sec-websocket-key"];
    let proof = Sha1::digest(format!("{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11"));
    let head = format!(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Accept: {}\r\n\r\n",
        BASE64_STANDARD.encode(proof)
    );
    let pause = Act::Pause(Duration::from_millis(25));
    let [one, two] = [b"\x81\x03one", b"\x81\x03two"].map(|frame| Act::Send(frame.to_vec()));
    let close = Act::Send(b"\x88\x02\x03\xe8".to_vec());
    vec![Act::Send(head.into()), one, pause.clone(), two, pause, close, Act::Stall]
}
