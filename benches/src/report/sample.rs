//! A report that nobody wants to have: many sessions, findings and pictures, as a check leaves them on disk.

use std::collections::BTreeMap;

use anyhow::Result;
use camino::Utf8Path;
use serde_json::{Value, json};
use xcheck_model::engine::Engine;
use xcheck_model::exchange::{ExchangeId, Outcome, RequestHead, ResponseHead};
use xcheck_model::run::{Observation, Step};
use xcheck_model::tape::{Note, Sink as _};
use xcheck_trace::run::{
    InputMode, NetworkMode, RunBrowser, RunEnd, RunHead, RunOutcome, RunTrace, RunWriter,
};
use xcheck_trace::{Manifest, Masks, Origin, Recorder, TraceWriter, Viewport};

pub(crate) const N_FINDINGS: usize = 500;
const N_SESSIONS: usize = 20;
const N_STEPS: usize = 34;
/// Of each browser in each session one for each step.
pub(crate) const N_PICTURES: usize = N_SESSIONS * N_STEPS * Engine::ALL.len();
const WIDTH: usize = 1280;
const HEIGHT: usize = 720;
/// Callbacks between two steps.
const N_CALLBACKS: usize = 12;

/// Writes sessions and runs into a folder, and gives the report over them.
pub(crate) fn write(out: &Utf8Path) -> Result<Value> {
    let mut sessions = Vec::new();
    let mut shots = BTreeMap::new();
    for session in 0..N_SESSIONS {
        write_trace(out, session)?;
        let mut runs = BTreeMap::new();
        for engine in Engine::ALL {
            let run = format!("runs/{}/{}", session + 1, engine.name());
            shots.insert((session, engine.name()), write_run(&out.join(&run), session, engine)?);
            runs.insert(engine.name(), run);
        }
        let trace = format!("sessions/{}.xct", session + 1);
        sessions.push(json!({"name": (session + 1).to_string(), "trace": trace,
            "start_url": "http://shop.localhost/", "runs": runs}));
    }
    let findings: Vec<Value> = (0..N_FINDINGS).map(|n| finding(n, &shots)).collect();
    let graph = |browser: &str| {
        let missing: Vec<Value> = (0..N_SESSIONS)
            .map(|session| json!({"session": session, "page": 0, "step": 3, "event": 39, "after": after(3)}))
            .collect();
        json!({"browser": browser, "reference_states": 600, "states": 580, "reference_transitions": 660,
            "transitions": 640, "missing": missing, "surplus": [], "different": []})
    };
    let browser = |name: &str, version: &str| json!({"browser": name, "version": version});
    Ok(json!({
        "version": 1, "title": "A large shop", "targets": ["http://shop.localhost/"],
        "reference": browser("chromium", "156.0.1"),
        "tests": [browser("firefox", "153.0"), browser("webkit", "2.50.1")],
        "steps": N_SESSIONS * N_STEPS, "events": N_SESSIONS * N_STEPS * (N_CALLBACKS + 1), "noise": [],
        "sessions": sessions, "graphs": [graph("firefox"), graph("webkit")], "xbis": findings, "n_ignored": 0,
    }))
}

fn after(step: usize) -> String {
    if step == 0 { String::new() } else { format!("click button \"Item {step}\"") }
}

fn finding(n: usize, shots: &BTreeMap<(usize, &'static str), Vec<String>>) -> Value {
    let (session, step) = (n % N_SESSIONS, n / N_SESSIONS % N_STEPS);
    let browser = ["firefox", "webkit"][n % 2];
    let kind = ["behavior", "structure", "text", "image"][n % 4];
    let severity = ["critical", "major", "major", "minor", "minor"][n % 5];
    let xpath = format!("/html[1]/body[1]/p[{}]", n % 40 + 1);
    let cbds: Vec<Value> = ["text", "left", "width", "color"]
        .map(|it| json!({"property": it, "reference": format!("{n} here"), "test": format!("{n} there"), "xpath": xpath}))
        .to_vec();
    json!({
        "id": format!("x{}", n + 1), "browser": browser, "session": session, "step": step,
        "event": event(step), "kind": kind,
        "severity": severity,
        "title": format!("#item-{n} says \"{n} pieces\" instead of \"{} pieces\"", n + 1),
        "page": format!("http://shop.localhost/page/{}", n % 12), "occurrences": n % 9 + 1,
        "element": {"xpath": xpath, "selector": format!("#item-{n}"), "html": format!("<p id=\"item-{n}\">"),
            "boxes": {"reference": [40, 300, 240, 60], "test": [80, 320, 240, 60]}},
        "cause": {"kind": "css", "name": "text-box-trim", "support": "Firefox 153: no; Chromium since 133"},
        "cbds": cbds, "fingerprint": format!("{n:012x}"),
        "repro": format!("xcheck replay sessions/{}.xct --browser {browser} -o run", session + 1),
        "images": {"reference": shots[&(session, "chromium")][step], "test": shots[&(session, browser)][step]},
    })
}

/// The last event before a step.
fn event(step: usize) -> Option<u64> {
    (step > 0).then_some((step * (N_CALLBACKS + 1) - 1) as u64)
}

fn write_trace(out: &Utf8Path, session: usize) -> Result<()> {
    let manifest = Manifest {
        created_ms: 1000,
        tool_version: "0.1.0".to_owned(),
        recorder: Recorder {
            browser: "chromium".to_owned(),
            browser_version: "156".to_owned(),
            user_agent: None,
        },
        start_url: "http://shop.localhost/".to_owned(),
        viewport: Viewport { width: WIDTH as u32, height: HEIGHT as u32, ratio: 1.0 },
        locale: "en-US".to_owned(),
        time_zone: "UTC".to_owned(),
        source: Origin::Folder,
    };
    std::fs::create_dir_all(out.join("sessions"))?;
    let path = out.join(format!("sessions/{}.xct", session + 1));
    let trace = TraceWriter::create(&path, &manifest, Masks::default())?;
    trace.line(r#"["page", 0]"#);
    trace.line(r#"["hello", {"url": "http://shop.localhost/", "origin": 1000, "width": 1280, "height": 720, "navigation": "navigate"}]"#);
    trace.line(r#"["f", 1, "abc", "refresh"]"#);
    for step in 1..N_STEPS {
        let target =
            json!({"x": [format!("/html[1]/body[1]/button[{step}]")], "t": format!("Item {step}")});
        trace.line(&json!(["d", step - 1, target]).to_string());
        let registered = json!({"g": [["interval", 1, 10]]});
        trace.line(
            &json!(["i", 300_000, "click", step - 1, [60, 64, 0, 0, 1], registered]).to_string(),
        );
        for n in 0..N_CALLBACKS {
            trace.line(&json!(["c", 10_000, "interval", n + 1, 0, n]).to_string());
        }
        let id = ExchangeId(step as u64);
        let at_us = step as u64 * 420_000;
        let url = format!("http://shop.localhost/api/items/{step}");
        let request = RequestHead { method: "GET".to_owned(), url, headers: Vec::new() };
        trace.note(id, at_us, Note::Request(&request));
        trace.note(
            id,
            at_us + 9_000,
            Note::Response(&ResponseHead { status: 200, headers: Vec::new() }),
        );
        trace.note(id, at_us + 9_500, Note::End(Outcome::Complete));
    }
    trace.finish()?;
    Ok(())
}

fn write_run(dir: &Utf8Path, session: usize, engine: Engine) -> Result<Vec<String>> {
    let mut run = RunWriter::create(
        dir,
        &RunHead {
            tool_version: "0.1.0".to_owned(),
            trace: RunTrace {
                file: format!("{}.xct", session + 1),
                sha256: "0".repeat(64).parse()?,
                created_ms: 1000,
                recorder: Recorder {
                    browser: "chromium".to_owned(),
                    browser_version: "156".to_owned(),
                    user_agent: None,
                },
            },
            browser: RunBrowser::new(engine.into(), "1"),
            viewport: Viewport { width: WIDTH as u32, height: HEIGHT as u32, ratio: 1.0 },
            input: InputMode::Native,
            network: NetworkMode::Trace,
        },
    )?;
    let mut shots = Vec::new();
    for step in 0..N_STEPS {
        let shot = run.shot(&picture(session, engine, step)?)?;
        shots.push(shot.as_str().to_owned());
        run.step(&Step {
            index: step as u64,
            page: 0,
            frame: Vec::new(),
            url: format!("http://shop.localhost/page/{}", step % 12),
            event: event(step),
            entry: event(step).and_then(|it| usize::try_from(it).ok()),
            at_us: step as i64 * 420_000,
            after: after(step),
            observation: Some(Observation::from_json(&observation(engine, step).to_string())?),
            screenshot: Some(shot),
            console: vec![("log".to_owned(), format!("step {step}"))],
            errors: Vec::new(),
        })?;
    }
    run.finish(&RunEnd {
        outcome: RunOutcome::complete(),
        n_events_replayed: (N_STEPS * N_CALLBACKS) as u64,
        record_ms: 14_000,
        replay_ms: 4_000,
        timings: BTreeMap::new(),
    })?;
    Ok(shots)
}

/// A page of paragraphs at first, then what changed in it.
fn observation(engine: Engine, step: usize) -> Value {
    let text = |n: usize| json!({"id": 101 + 2 * n, "text": format!("{n} {} {step}", engine.name()), "place": [100 + 2 * n, 0]});
    if step > 0 {
        return json!({"nodes": [text(step)], "isVisible": true});
    }
    let block = |name: &str, id: usize, place: [usize; 2]| json!({"id": id, "name": name, "place": place, "box": [0, 0, 1280, 720], "style": {"display": "block"}});
    let mut nodes = vec![block("html", 1, [0, 0]), block("body", 2, [1, 0])];
    for n in 0..300 {
        let before = if n == 0 { 0 } else { 98 + 2 * n };
        nodes.push(block("p", 100 + 2 * n, [2, before]));
        nodes.push(text(n));
    }
    json!({"page": {"scroll": [0, 0]}, "nodes": nodes, "isVisible": true})
}

/// A page of boxes and rows of speckles, which are as hard to pack as text.
fn picture(session: usize, engine: Engine, step: usize) -> Result<Vec<u8>> {
    let mut seed = (session * 7919 + step * 104_729 + engine as usize * 31 + 1) as u32;
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        seed
    };
    let mut pixels = vec![250_u8; WIDTH * HEIGHT];
    for row in 0..24 {
        let (left, top) = (40 + next() as usize % 60, 20 + row * 28);
        let width = 300 + next() as usize % 800;
        for y in top..top + 10 {
            for pixel in &mut pixels[y * WIDTH + left..][..width] {
                if next() % 4 == 0 {
                    *pixel = 40;
                }
            }
        }
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, WIDTH as u32, HEIGHT as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_compression(png::Compression::Fast);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(bytes)
}
