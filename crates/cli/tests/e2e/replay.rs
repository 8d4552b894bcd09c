//! `xcheck replay` and `xcheck run`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use xcheck_trace::run::{PageTree, RunReader};

use crate::program::{Xcheck, stderr, stdout};
use crate::record::{app, assert_refused, path, record};

const BROWSERS: [&str; 3] = ["chromium", "firefox", "webkit"];

pub(crate) fn demo(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo").join(name);
    folder.to_str().unwrap().to_owned()
}

/// The text of an element at the last step.
fn shown(run: &RunReader, id: &str) -> String {
    let mut trees: BTreeMap<usize, PageTree> = BTreeMap::new();
    for step in run.steps().map(Result::unwrap) {
        let tree = trees.entry(step.page).or_default();
        if let Some(observation) = step.observation {
            assert_eq!(tree.apply(&observation.value()), []);
        }
    }
    let tree = trees.into_values().next_back().unwrap();
    let is_it = |at: &u64| tree.node(*at).unwrap().attributes.get("id").is_some_and(|it| it == id);
    let found = tree.in_order().into_iter().find(is_it).unwrap();
    let texts = tree.in_order().into_iter().filter_map(|at| {
        let node = tree.node(at)?;
        (node.parent == found).then(|| node.text.clone())?
    });
    texts.collect()
}

#[test]
fn a_recorded_session_is_replayed_in_every_browser() {
    let xcheck = Xcheck::new();
    let (folder, drive) = (demo("books"), demo("books/drive.json"));
    let output = xcheck.run(&["record", &folder, "-o", "books.xct", "--drive", &drive]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for browser in BROWSERS {
        let args = ["replay", "books.xct", "--browser", browser, "-o", browser, "--json"];
        let output = xcheck.run(&[&args[..], &["--repeat", "2"]].concat());
        assert_eq!(output.status.code(), Some(0), "{browser}: {}", stderr(&output));
        let replayed: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert_eq!(replayed["browser"], browser);
        assert_eq!(replayed["complete"], true, "{replayed:#}");
        assert_eq!(replayed["divergences"], json!([]), "{browser}: {replayed:#}");
        assert_eq!(replayed["repeats"], 2, "{replayed:#}");
        // Pictures of WebKit may differ in a few pixels of moving parts.
        assert!(replayed["identical"] == true || browser == "webkit", "{browser}: {replayed:#}");

        let output = xcheck.run(&["run", browser, "--json"]);
        assert_eq!(output.status.code(), Some(0), "{browser}: {}", stderr(&output));
        let run: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert_eq!(run["browser"], browser);
        assert_eq!(run["complete"], true);
        assert_eq!(run["problems"], json!([]), "{browser}: {run:#}");
        assert_eq!(run["events"], replayed["events"]);
        assert_eq!(run["steps"].as_array().unwrap().len() as u64, replayed["steps"]);
        let output = xcheck.run(&["run", browser]);
        assert!(stdout(&output).contains("no divergences"), "{}", stdout(&output));

        let run = RunReader::open(&path(&xcheck, browser)).unwrap();
        let expected = match browser {
            "webkit" => "You borrowed undefined books, and can still borrow NaN books",
            _ => "You borrowed 5 books, and can still borrow 3 books",
        };
        assert_eq!(shown(&run, "hint").trim(), expected, "{browser}");
    }
    let found = compared(&xcheck);
    assert_eq!(found, ["webkit text #hint ToggleEvent.source"]);
    xcheck.assert_nothing_left();
}

/// What the runs of the three browsers give: browser, kind, selector and cause of each finding.
fn compared(xcheck: &Xcheck) -> Vec<String> {
    let output = xcheck.run(&[&["compare"][..], &BROWSERS, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let whole = xcheck.run(&[&["compare"][..], &BROWSERS, &["--json", "--whole-page"]].concat());
    assert_eq!(stdout(&whole), stdout(&output), "whole pages say the same");
    let mut found: Vec<String> = report["xbis"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let (browser, kind) = (text(&it["browser"]), text(&it["kind"]));
            let (selector, cause) = (text(&it["element"]["selector"]), text(&it["cause"]["name"]));
            format!("{browser} {kind} {selector} {cause}")
        })
        .collect();
    found.sort();
    found
}

#[test]
fn what_differs_is_found_once_and_explained() {
    let xcheck = Xcheck::new();
    let (folder, drive) = (demo("restaurant"), demo("restaurant/drive.json"));
    let output = xcheck.run(&["record", &folder, "-o", "menu.xct", "--drive", &drive]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for browser in BROWSERS {
        let output = xcheck.run(&["replay", "menu.xct", "--browser", browser, "-o", browser]);
        assert_eq!(output.status.code(), Some(0), "{browser}: {}", stderr(&output));
    }
    let expected = [
        "firefox image html > body > header -webkit-box-reflect",
        "webkit behavior #items HTMLElement.command_event",
        "webkit text #stats Element.currentCSSZoom",
    ];
    assert_eq!(compared(&xcheck), expected);
    let report = fs::read_to_string(path(&xcheck, "xcheck-report/report.json")).unwrap();
    let graphs = &serde_json::from_str::<Value>(&report).unwrap()["graphs"];
    assert_eq!(graphs[0]["missing"], json!([]), "{graphs:#}");
    let missing: Vec<&Value> = graphs[1]["missing"].as_array().unwrap().iter().collect();
    let steps: Vec<&Value> = missing.iter().map(|it| &it["after"]).collect();
    assert_eq!(steps, ["click img", "click img"], "{graphs:#}");

    let stats = "/html[1]/body[1]/main[1]/p[1]";
    let output = xcheck.run(&[&["compare"][..], &BROWSERS, &["--explain", stats]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains(&format!("{stats} in webkit")), "{text}");
    assert!(text.contains("\"Showing NaN of 5 dishes\""), "{text}");
    let output =
        xcheck.run(&[&["compare"][..], &BROWSERS, &["--explain", "/html[1]/p[9]"]].concat());
    assert_refused(&output, "no page has /html[1]/p[9]");
}

#[test]
fn what_goes_another_way_is_told() {
    let xcheck = Xcheck::new();
    let html = "<title>t</title><button id=b>Go</button><script>
        b.onclick = () => {
          if (window.EyeDropper) setTimeout(function pick() { document.title = 'picked' }, 5);
          setTimeout(function rest() { document.body.append('rest') }, 10);
        };</script>";
    let steps = json!([
        {"type": "click", "selectors": ["#b"], "offsetX": 4, "offsetY": 4},
        {"type": "waitForExpression", "expression": "document.body.textContent.includes('rest')"},
    ]);
    app(&xcheck, html, &steps);
    let output = record(&xcheck, "chromium");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let output = xcheck.run(&["replay", "t.xct", "--browser", "firefox", "-o", "run"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("was never registered"), "{}", stderr(&output));
    assert!(stderr(&output).contains("pick"), "{}", stderr(&output));
    let output = xcheck.run(&["run", "run"]);
    assert!(stdout(&output).contains("pick"), "{}", stdout(&output));
    xcheck.assert_nothing_left();
}

#[test]
fn what_cannot_be_replayed_is_said_in_one_line() {
    let xcheck = Xcheck::new();
    fs::write(xcheck.temp.path().join("notes.xct"), "mine").unwrap();
    let replay = |args: &[&str]| xcheck.run(&[&["replay"], args].concat());
    assert_refused(&replay(&["gone.xct", "-o", "run"]), "cannot open trace gone.xct");
    assert_refused(&replay(&["notes.xct", "-o", "run"]), "not a trace");
    assert!(!xcheck.temp.path().join("run").exists(), "nothing half-written");
    app(&xcheck, "<p>text", &json!([]));
    let output = record(&xcheck, "chromium");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_refused(&replay(&["t.xct", "-o", "notes.xct"]), "notes.xct");
    assert_eq!(fs::read_to_string(xcheck.temp.path().join("notes.xct")).unwrap(), "mine");
    assert_refused(&replay(&["t.xct", "-o", "run", "--network", "live"]), "recorded from a folder");
    assert_refused(&replay(&["t.xct", "-o", "run", "--headed"]), "no display");
    assert_refused(&xcheck.run(&["run", "gone"]), "cannot open run gone");
    xcheck.assert_nothing_left();
}
