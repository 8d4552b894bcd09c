//! A report to look at: runs in three browsers with pictures, and findings of every kind.

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};
use xcheck_model::engine::Engine;
use xcheck_model::exchange::{ExchangeId, Outcome, RequestHead, ResponseHead};
use xcheck_model::run::{Divergence, DivergenceKind, Observation, RegisteredBy, Step, Uncaught};
use xcheck_model::tape::{Note, Sink as _};
use xcheck_trace::run::{
    InputMode, NetworkMode, RunBrowser, RunEnd, RunHead, RunOutcome, RunTrace, RunWriter,
    SourceKind,
};
use xcheck_trace::{Manifest, Masks, Origin, Recorder, TraceWriter, Viewport};

pub(crate) const WIDTH: usize = 640;
pub(crate) const HEIGHT: usize = 900;
/// Of the element that differs, in the reference.
pub(crate) const BOX: [usize; 4] = [40, 620, 240, 60];

const SCRIPT: &str = "let total = 0;\nbutton.onclick = function addToCart(event) {\n  total += Number(event.target.value);\n  show(total);\n};\n";

/// A folder for a report; it goes when dropped.
pub(crate) struct Folder {
    pub(crate) path: Utf8PathBuf,
    _dir: tempfile::TempDir,
}

impl Folder {
    pub(crate) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        Self { path: Utf8PathBuf::try_from(dir.path().to_owned()).unwrap(), _dir: dir }
    }
}

/// One session, recorded and replayed in all browsers; the pictures' names by browser and step.
pub(crate) fn write_runs(out: &Utf8Path) -> BTreeMap<&'static str, Vec<String>> {
    write_trace(out, LINES);
    Engine::ALL.into_iter().map(|engine| (engine.name(), write_run(out, engine))).collect()
}

/// A click, a timer of its own making with frames after it, typing, and a link to another page.
const LINES: &[&str] = &[
    r#"["page", 0]"#,
    r#"["hello", {"url": "http://shop.localhost/", "origin": 1000, "width": 640, "height": 900, "navigation": "navigate"}]"#,
    r#"["d", 0, {"x": ["/html[1]/body[1]/main[1]/button[1]"], "i": "add", "t": "Add to cart"}]"#,
    r#"["d", 1, {"x": ["/html[1]/body[1]/main[1]/input[1]"], "i": "count"}]"#,
    r#"["d", 2, {"x": ["/html[1]/body[1]/a[1]"], "t": "Cart"}]"#,
    r#"["f", 1, "abc", "addToCart"]"#,
    r#"["s", 40000, "http://shop.localhost/app.js"]"#,
    r#"["n", 10000, "load", -1]"#,
    r#"["m", 100, "load"]"#,
    r#"["u", 500000, "mousedown", 0, [60, 640, 0, 0, 1]]"#,
    r#"["u", 1000, "mouseup", 0, [60, 640, 0, 0, 1]]"#,
    r#"["i", 100, "click", 0, [60, 640, 0, 0, 1], {"g": [["timeout", 1, 40], ["frame", 1], ["fetch", "POST", "/cart"]]}]"#,
    r#"["c", 16000, "frame", 1, 1, 0, 0]"#,
    r#"["c", 30000, "timeout", 2, 0, 0, {"g": [["interval", 1, 10]]}]"#,
    r#"["c", 10000, "interval", 1, 0, 0]"#,
    r#"["c", 10000, "interval", 2, 0, 1]"#,
    r#"["i", 500000, "keydown", 1, ["2", "Digit2", 0, 0]]"#,
    r#"["i", 100, "input", 1, ["insertText", "2"]]"#,
    r#"["i", 600000, "click", 2, [10, 10, 0, 0, 1]]"#,
    r#"["bye", 10000]"#,
    r#"["page", 1]"#,
    r#"["hello", {"url": "http://shop.localhost/cart", "origin": 2740, "width": 640, "height": 900, "navigation": "navigate", "referrer": "http://shop.localhost/"}]"#,
    r#"["m", 60000, "load"]"#,
];

fn write_trace(out: &Utf8Path, lines: &[&str]) {
    let manifest = Manifest {
        created_ms: 995,
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
    let folder = out.join("sessions");
    std::fs::create_dir_all(&folder).unwrap();
    let trace = TraceWriter::create(&folder.join("1.xct"), &manifest, Masks::default()).unwrap();
    lines.iter().for_each(|line| trace.line(line));
    for (id, at_us, method, url, status) in [
        (0, 5_000, "GET", "http://shop.localhost/", 200),
        (1, 20_000, "GET", "http://shop.localhost/app.js", 200),
        (2, 560_000, "POST", "http://shop.localhost/cart", 500),
    ] {
        let (id, method, url) = (ExchangeId(id), method.to_owned(), url.to_owned());
        trace.note(id, at_us, Note::Request(&RequestHead { method, url, headers: Vec::new() }));
        let head = ResponseHead { status, headers: Vec::new() };
        trace.note(id, at_us + 8_000, Note::Response(&head));
        trace.note(id, at_us + 9_000, Note::Data(b"an answer"));
        trace.note(id, at_us + 12_000, Note::End(Outcome::Complete));
    }
    trace.finish().unwrap();
}

fn write_run(out: &Utf8Path, engine: Engine) -> Vec<String> {
    let head = RunHead {
        tool_version: "0.1.0".to_owned(),
        trace: RunTrace {
            file: "1.xct".to_owned(),
            sha256: "0".repeat(64).parse().unwrap(),
            created_ms: 0,
            recorder: Recorder {
                browser: "chromium".to_owned(),
                browser_version: "156".to_owned(),
                user_agent: None,
            },
        },
        browser: RunBrowser::new(engine.into(), "156.0"),
        viewport: Viewport { width: WIDTH as u32, height: HEIGHT as u32, ratio: 1.0 },
        input: InputMode::Native,
        network: NetworkMode::Trace,
    };
    let mut run = RunWriter::create(&out.join("runs/1").join(engine.name()), &head).unwrap();
    run.source("http://shop.localhost/app.js", SourceKind::Js, SCRIPT.as_bytes()).unwrap();
    let mut shots = Vec::new();
    let steps = ["", "click button \"Add to cart\"", "type \"2\" into #count", "click a \"Cart\""];
    for (index, after) in steps.into_iter().enumerate() {
        let shot = run.shot(&picture(engine, index)).unwrap();
        shots.push(shot.as_str().to_owned());
        let is_last = index == 3;
        run.step(&Step {
            index: index as u64,
            page: usize::from(is_last),
            frame: Vec::new(),
            url: if is_last { "http://shop.localhost/cart" } else { "http://shop.localhost/" }
                .to_owned(),
            event: (index > 0).then_some(index as u64 * 4),
            entry: Some([2, 7, 11, 0][index]),
            at_us: index as i64 * 640_000,
            after: after.to_owned(),
            observation: observation(engine, index),
            screenshot: Some(shot),
            console: match index {
                2 => vec![
                    ("log".to_owned(), "count is 2".to_owned()),
                    ("warn".to_owned(), "no <b>stock</b> known".to_owned()),
                ],
                _ => Vec::new(),
            },
            errors: match engine {
                Engine::Firefox if index == 2 => vec![Uncaught {
                    name: "TypeError".to_owned(),
                    message: "total.toFixed is not a function".to_owned(),
                    url: "http://shop.localhost/app.js".to_owned(),
                    line: 4,
                    column: 3,
                }],
                _ => Vec::new(),
            },
        })
        .unwrap();
    }
    if engine == Engine::Firefox {
        run.divergence(&Divergence {
            page: 0,
            event: Some(6),
            kind: DivergenceKind::CallbackDifferent,
            detail: "click on button \"Add to cart\"".to_owned(),
            expected: Some("addToCart".to_owned()),
            actual: Some("an anonymous function".to_owned()),
            registered_by: Some(RegisteredBy {
                event: 0,
                function: "addToCart".to_owned(),
                hash: "abc".to_owned(),
                source: "function addToCart(event) {\n  total += Number(event.target.value);"
                    .to_owned(),
            }),
        })
        .unwrap();
    }
    run.finish(&RunEnd {
        outcome: RunOutcome::complete(),
        n_events_replayed: 12,
        record_ms: 2000,
        replay_ms: 900,
        timings: BTreeMap::new(),
    })
    .unwrap();
    shots
}

/// The button in its page, and how Firefox changes it.
fn observation(engine: Engine, step: usize) -> Option<Observation> {
    let block = |name: &str, id: u64, parent: u64| json!({"id": id, "name": name, "place": [parent, 0], "box": [0, 0, 640, 900], "style": {"display": "block"}});
    let value = match (step, engine) {
        (0, _) => {
            let button = json!({"id": 4, "name": "button", "place": [3, 0], "attributes": {"id": "add"}, "box": [40, 620, 240, 60],
                "style": {"color": "rgb(255, 255, 255)"}});
            let text =
                json!({"id": 5, "text": "Add to cart", "place": [4, 0], "box": [50, 630, 90, 20]});
            let nodes = json!([
                block("html", 1, 0),
                block("body", 2, 1),
                block("main", 3, 2),
                button,
                text
            ]);
            json!({"page": {"scroll": [0, 0]}, "nodes": nodes, "isVisible": true})
        }
        (2, Engine::Firefox) => json!({"nodes": [{"id": 5, "text": "Add <b>again</b>"},
            {"id": 4, "style": {"color": "rgb(0, 0, 0)"}}], "isVisible": true}),
        _ => return None,
    };
    Some(Observation::from_json(&value.to_string()).unwrap())
}

/// A page of boxes; the one that differs is elsewhere in Firefox and red in WebKit.
fn picture(engine: Engine, step: usize) -> Vec<u8> {
    let mut pixels = vec![250_u8; WIDTH * HEIGHT * 3];
    let mut fill = |[left, top, width, height]: [usize; 4], color: [u8; 3]| {
        for y in top..top + height {
            for x in left..left + width {
                pixels[(y * WIDTH + x) * 3..][..3].copy_from_slice(&color);
            }
        }
    };
    fill([0, 0, WIDTH, 72], [34, 60, 100]);
    for row in 0..5 {
        fill([40, 110 + row * 90, 120, 64], [200, 214, 228]);
        fill([180, 118 + row * 90, 320, 14], [120, 128, 140]);
        fill([180, 144 + row * 90, 220 + 20 * step, 10], [190, 196, 204]);
    }
    let [left, top, width, height] = BOX;
    match engine {
        Engine::Chromium => fill([left, top, width, height], [30, 130, 76]),
        Engine::Firefox => fill([left + 70, top + 24, width, height], [30, 130, 76]),
        Engine::WebKit => fill([left, top, width, height], [190, 60, 50]),
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, WIDTH as u32, HEIGHT as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    bytes
}

/// A report over those runs.
pub(crate) fn report(shots: &BTreeMap<&'static str, Vec<String>>) -> Value {
    let element = |moved: usize| {
        let [left, top, width, height] = BOX;
        json!({
            "xpath": "/html[1]/body[1]/main[1]/button[1]",
            "selector": "#add",
            "html": "<button id=\"add\" class=\"wide\">Add to cart</button>",
            "boxes": {"reference": [left, top, width, height],
                "test": [left + moved, top + moved / 3, width, height]},
        })
    };
    let images = |browser: &str, step: usize| json!({"reference": shots["chromium"][step], "test": shots[browser][step]});
    json!({
        "version": 1,
        "created": "2026-07-01 12:00",
        "targets": ["http://shop.localhost/"],
        "reference": {"browser": "chromium", "version": "156.0.7000.1"},
        "tests": [{"browser": "firefox", "version": "153.0"}, {"browser": "webkit", "version": "2.50.1"}],
        "steps": 4,
        "events": 12,
        "noise": [{"browser": "webkit", "count": 0, "known": 1}],
        "sessions": [{"name": "1", "trace": "sessions/1.xct", "start_url": "http://shop.localhost/",
            "playwright": "import { test } from '@playwright/test';\n",
            "runs": {"chromium": "runs/1/chromium", "firefox": "runs/1/firefox", "webkit": "runs/1/webkit"}}],
        "graphs": [
            {"browser": "firefox", "reference_states": 4, "states": 3, "reference_transitions": 3, "transitions": 2,
             "missing": [{"page": 0, "step": 2, "event": 8, "after": "type \"2\" into #count"}], "surplus": [], "different": []},
            {"browser": "webkit", "reference_states": 4, "states": 4, "reference_transitions": 3, "transitions": 3,
             "missing": [], "surplus": [], "different": []}
        ],
        "xbis": [
            {"id": "x1", "browser": "firefox", "kind": "behavior", "severity": "critical",
             "title": "#add does nothing after a count was typed", "page": "http://shop.localhost/", "step": 2, "event": 8,
             "element": element(70), "session": 0, "occurrences": 4, "images": images("firefox", 2),
             "cause": {"kind": "api", "name": "HTMLInputElement.valueAsNumber", "support": "Firefox 153: partial; Chromium since 5"},
             "cbds": [
                {"property": "text", "reference": "Total 12.00 €", "test": "Total 0.00 €", "xpath": "/html[1]/body[1]/main[1]/button[1]"},
                {"property": "left", "reference": "40px", "test": "110px", "xpath": "/html[1]/body[1]/main[1]/button[1]"},
                {"property": "text", "reference": "12.00 €", "test": "", "xpath": "/html[1]/body[1]/main[1]/p[1]"}],
             "repro": "xcheck replay sessions/1.xct --browser firefox -o run"},
            {"id": "x2", "browser": "webkit", "kind": "image", "severity": "major",
             "title": "#add is red instead of green", "page": "http://shop.localhost/", "step": 2, "event": 8,
             "element": element(0), "session": 0, "occurrences": 1, "images": images("webkit", 2),
             "cause": {"kind": "css", "name": "accent-color", "support": "WebKitGTK 2.50 (as Safari 26.0): partial"},
             "cbds": [{"property": "background-color", "reference": "rgb(30, 130, 76)", "test": "rgb(190, 60, 50)", "xpath": "/html[1]/body[1]/main[1]/button[1]"}]},
            {"id": "x3", "browser": "webkit", "kind": "text", "severity": "minor",
             "title": "p says \"1 Jul\" instead of \"Jul 1\"", "page": "http://shop.localhost/cart", "step": 3, "event": 12,
             "element": {"xpath": "/html[1]/body[1]/p[1]", "selector": "p", "html": "<p>"}, "session": 0,
             "accepted": {"reason": "both are fine", "expires": "2027-01-01"},
             "cause": {"kind": "unknown", "name": "", "support": ""}, "occurrences": 2, "images": images("webkit", 3),
             "cbds": [{"property": "text", "reference": "Jul 1", "test": "1 Jul", "xpath": "/html[1]/body[1]/p[1]"}]}
        ]
    })
}

/// Texts that pages may have and that must stay texts.
pub(crate) const HOSTILE: [&str; 9] = [
    "</script><script>window.hacked = 1</script>",
    "<!--<script>window.hacked = 2</script>",
    "<img src=x onerror=\"window.hacked = 3\">",
    "\"><svg onload='window.hacked = 4'>",
    "javascript:window.hacked=5",
    "turned \u{202e}gpj.exe\u{2066} round",
    "null \0 and bell \u{7} and line\u{2028}end",
    "{{script}}{{pictures}}${window.hacked=6}`${window.hacked=7}`",
    "'; window.hacked = 8; //",
];

/// A report in which every text is hostile. Numbers stay, as nothing else fits there.
pub(crate) fn hostile_report(shots: &BTreeMap<&'static str, Vec<String>>) -> Value {
    let mut report = report(shots);
    let template = report["xbis"][0].clone();
    let mut xbis = vec![template.clone()];
    for (i, text) in HOSTILE.into_iter().enumerate() {
        let mut xbi = template.clone();
        for field in ["id", "browser", "kind", "severity", "title", "page", "repro"] {
            xbi[field] = json!(format!("{text}{i}"));
        }
        for field in ["xpath", "selector", "html"] {
            xbi["element"][field] = json!(text);
        }
        for field in ["name", "support", "kind"] {
            xbi["cause"][field] = json!(text);
        }
        let cbd =
            json!({"property": text, "reference": text, "test": format!("{text}!"), "xpath": text});
        xbi["cbds"] = json!([cbd]);
        xbi["accepted"] = json!({"reason": text, "expires": text});
        xbi["images"] = json!({"reference": text, "test": format!("../../{text}")});
        xbis.push(xbi);
    }
    let mut large = template;
    large["id"] = json!("large");
    large["title"] = json!("<b>".repeat(400_000));
    large["element"]["html"] = json!("x".repeat(2 << 20));
    large["cbds"][0]["reference"] = json!("\u{202e}".repeat(1 << 19));
    xbis.push(large);
    report["xbis"] = json!(xbis);
    report["created"] = json!(HOSTILE.join(" "));
    report["partial"] = json!(HOSTILE[0]);
    report["tests"][0]["version"] = json!(HOSTILE[2]);
    report["sessions"][0]["name"] = json!(HOSTILE[3]);
    report["sessions"][0]["start_url"] = json!(HOSTILE[4]);
    report["sessions"][0]["failures"] = json!({HOSTILE[2]: HOSTILE[0]});
    report["graphs"][0]["missing"][0]["after"] = json!(HOSTILE[2]);
    report["graphs"][1]["browser"] = json!(HOSTILE[3]);
    report
}

/// Replaces the trace by one in which pages say hostile things.
pub(crate) fn poison_trace(out: &Utf8Path) {
    let [one, other, third] = [HOSTILE[0], HOSTILE[2], HOSTILE[5]].map(|text| json!(text));
    let lines = [
        json!(["page", 0]),
        json!(["hello", {"url": HOSTILE[4], "origin": 1000, "width": 640, "height": 900}]),
        json!(["d", 0, {"x": [one], "i": other, "t": third}]),
        json!(["f", 1, "abc", other]),
        json!(["s", 10, one]),
        json!(["n", 10, other, 0]),
        json!(["m", 10, third]),
        json!(["i", 10, "click", 0, [1, 1, 0, 0, 1], {"g": [["timeout", 1, 40], ["history", one, other], [other, one]]}]),
        json!(["c", 10, "timeout", 1, 0, 0]),
        json!(["c", 10, HOSTILE[0], 2, 2, 0]),
        json!(["i", 10, HOSTILE[2], 0, [HOSTILE[0]]]),
        json!(["nonsense"]),
    ];
    let lines = lines.map(|line| line.to_string());
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    write_trace(out, &lines);
}

/// Replaces what the pages of a run said by hostile texts.
pub(crate) fn poison_run(run: &Utf8Path) {
    let path = run.join("steps.jsonl");
    let mut lines = String::new();
    for line in std::fs::read_to_string(&path).unwrap().lines() {
        let mut step: Value = serde_json::from_str(line).unwrap();
        step["url"] = json!(HOSTILE[2]);
        step["after"] = json!(HOSTILE[0]);
        step["console"] = HOSTILE.iter().map(|text| json!([text, text])).collect::<Vec<_>>().into();
        step["errors"] = json!([{"name": HOSTILE[0], "message": HOSTILE[2], "url": HOSTILE[4], "line": 1, "column": 1}]);
        lines.push_str(&serde_json::to_string(&step).unwrap());
        lines.push('\n');
    }
    std::fs::write(path, lines).unwrap();
    let divergence = json!({"page": 0, "event": 1, "kind": "error-only-here", "detail": HOSTILE[2], "expected": HOSTILE[0],
        "actual": HOSTILE[5], "registered_by": {"event": 0, "function": HOSTILE[2], "hash": "a", "source": HOSTILE[0]}});
    std::fs::write(run.join("divergences.jsonl"), format!("{divergence}\n")).unwrap();
}

/// As many findings as nobody wants to have.
pub(crate) fn many(shots: &BTreeMap<&'static str, Vec<String>>, n: usize) -> Value {
    let mut report = report(shots);
    let templates = report["xbis"].as_array().unwrap().clone();
    let xbis = (0..n).map(|i| {
        let mut xbi = templates[i % templates.len()].clone();
        xbi["id"] = json!(format!("x{}", i + 1));
        xbi["title"] = json!(format!("#item-{i} says \"{i}\" instead of \"{}\"", i + 1));
        xbi["page"] = json!(format!("http://shop.localhost/page/{}", i % 12));
        xbi
    });
    report["xbis"] = xbis.collect::<Vec<_>>().into();
    report
}
