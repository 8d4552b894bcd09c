//! `xcheck check`, `xcheck crawl`, `xcheck init` and `xcheck accept`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{Xcheck, stderr, stdout};
use crate::record::assert_refused;
use crate::replay::demo;

pub(crate) fn report(out: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(out.join("report.json")).unwrap()).unwrap()
}

/// Browser, kind, selector and cause of each finding.
pub(crate) fn findings(out: &Path) -> Vec<String> {
    let report = report(out);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let line = |xbi: &Value| {
        let parts =
            [&xbi["browser"], &xbi["kind"], &xbi["element"]["selector"], &xbi["cause"]["name"]];
        parts.map(text).join(" ")
    };
    let mut all: Vec<String> = report["xbis"].as_array().unwrap().iter().map(line).collect();
    all.sort();
    all
}

/// A report without what differs from one check to the next.
fn timeless(out: &Path) -> Value {
    let mut report = report(out);
    assert_is_as_published(&report);
    report.as_object_mut().unwrap().remove("timings");
    report
}

/// Whether a report is as `docs/report.schema.json` says.
fn assert_is_as_published(report: &Value) {
    let schema: Value =
        serde_json::from_str(include_str!("../../../../docs/report.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let wrong: Vec<String> =
        validator.iter_errors(report).map(|it| format!("{}: {it}", it.instance_path())).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_check_finds_what_differs_and_the_second_one_says_the_same() {
    let xcheck = Xcheck::new();
    let (folder, drive) = (demo("restaurant"), demo("restaurant/drive.json"));
    let args = ["check", &folder, "--drive", &drive, "--browsers", "chromium,webkit"];
    let output = xcheck.run(&args);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let out = xcheck.temp.path().join("xcheck-report");
    let expected = [
        "webkit behavior #items HTMLElement.command_event",
        "webkit text #stats Element.currentCSSZoom",
    ];
    assert_eq!(findings(&out), expected);
    assert!(stdout(&output).contains("because of Element.currentCSSZoom"), "{}", stdout(&output));
    let first = timeless(&out);
    assert_eq!(fs::read_dir(out.join("history")).unwrap().count(), 1, "what it found is kept");
    assert!(!out.join("progress.json").exists(), "nothing is running any more");
    assert_eq!(first["sessions"][0]["runs"]["webkit"], "runs/1/webkit");
    assert!(out.join(first["sessions"][0]["trace"].as_str().unwrap()).is_file());

    let output = xcheck.run(&[&args[..], &["--json"]].concat());
    assert!(stderr(&output).contains("is as it was"), "{}", stderr(&output));
    assert_eq!(timeless(&out), first, "the same check gives the same report");
    let told: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(told["xbis"], first["xbis"]);

    // What is accepted fails no check.
    let output = xcheck.run(&["accept", "x1", "x2", "--reason", "not ours"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let output = xcheck.run(&[&args[..], &["--reporter", "junit=junit.xml"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("(2 accepted, 0 ignored)"), "{}", stdout(&output));
    let junit = fs::read_to_string(xcheck.temp.path().join("junit.xml")).unwrap();
    assert!(junit.contains("tests=\"1\" failures=\"0\" errors=\"0\""), "{junit}");
    assert_eq!(report(&out)["xbis"][0]["accepted"]["reason"], "not ours");
    xcheck.assert_nothing_left();
}

/// Two checks from nothing explore alike and say the same, to the letter, but for how long things took and where the
/// report is.
#[test]
fn two_checks_of_one_app_give_the_same_report() {
    let xcheck = Xcheck::new();
    let app = xcheck.temp.path().join("app");
    fs::create_dir(&app).unwrap();
    fs::write(app.join("index.html"), include_str!("pages/notes.html")).unwrap();
    let check = |out: &str| {
        let args = ["check", "app", "--browsers", "chromium,firefox", "--out", out];
        let output = xcheck.run(&[&args[..], &["--max-states", "5", "--max-depth", "2"]].concat());
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", stderr(&output));
        let folder = xcheck.temp.path().join(out);
        let report = serde_json::to_string_pretty(&timeless(&folder)).unwrap();
        let graph = fs::read_to_string(folder.join("sessions-1/graph.json")).unwrap();
        (graph, report.replace(&format!("{out}/"), "OUT/"))
    };
    let ((first_graph, first), (second_graph, second)) = (check("one"), check("two"));
    assert!(first.contains("#price"), "{first}");
    assert_eq!(first_graph, second_graph, "it was explored in the same way");
    assert_eq!(first, second);
    xcheck.assert_nothing_left();
}

#[test]
fn a_crawl_leaves_traces_and_a_graph() {
    let xcheck = Xcheck::new();
    let output = xcheck.run(&["crawl", &demo("restaurant"), "-o", "out", "--time", "40"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let out = xcheck.temp.path().join("out");
    let graph: Value =
        serde_json::from_str(&fs::read_to_string(out.join("graph.json")).unwrap()).unwrap();
    let states = graph["states"].as_array().unwrap();
    assert!(states.len() >= 4, "{graph:#}");
    for state in states {
        assert!(out.join(state["picture"].as_str().unwrap()).is_file());
    }
    assert!(fs::read_to_string(out.join("graph.svg")).unwrap().starts_with("<svg"));
    let output = xcheck.run(&["trace", "out/1.xct"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    xcheck.assert_nothing_left();
}

#[test]
fn what_cannot_be_checked_is_said_in_one_line() {
    let xcheck = Xcheck::new();
    let refused = |args: &[&str], code: i32, words: &str| {
        let output = xcheck.run(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{args:?}: {}", stderr(&output));
    };
    assert_refused(&xcheck.run(&["check"]), "there is nothing to check");
    refused(&["check", "nowhere"], 2, "nowhere is neither an address nor a folder");
    refused(&["check", "x", "--shard", "3/2"], 2, "a shard looks like 2/5");
    // Nobody listens there.
    refused(&["check", "http://127.0.0.1:9/", "--browsers", "chromium"], 3, "is the app running?");
    fs::write(xcheck.temp.path().join("xcheck.toml"), "[crawl]\nmax-state = 3\n").unwrap();
    refused(&["check"], 2, "max-states");
    refused(&["accept", "x1", "--reason", "r"], 2, "cannot read xcheck-report/report.json");
    xcheck.assert_nothing_left();
}

#[test]
fn a_project_begins_with_init() {
    let xcheck = Xcheck::new();
    let output = xcheck.run(&["init"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_refused(&xcheck.run(&["check"]), "there is nothing to check");
    let output = xcheck.run(&["init"]);
    assert_eq!(output.status.code(), Some(2), "what is there is not written over");
    xcheck.assert_nothing_left();
}

#[test]
fn parts_of_a_check_become_one_report() {
    let xcheck = Xcheck::new();
    for (part, prints) in [("one", ["p", "q"]), ("two", ["q", "r"])] {
        let finding = |print: &str| {
            serde_json::json!({
                "id": "x1", "fingerprint": print, "browser": "firefox", "kind": "text", "severity": "major",
                "title": "words", "session": 0, "step": 1, "occurrences": 1,
            })
        };
        let report = serde_json::json!({
            "version": 1, "title": "shop", "sessions": [{"name": "1", "trace": "1.xct", "runs": {}}],
            "xbis": prints.map(finding),
        });
        let folder = xcheck.temp.path().join(part);
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("report.json"), report.to_string()).unwrap();
    }
    let output = xcheck.run(&["merge", "one", "two", "--out", "all"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let all = report(&xcheck.temp.path().join("all"));
    assert_eq!(all["xbis"].as_array().unwrap().len(), 3);
    assert_eq!(all["sessions"].as_array().unwrap().len(), 2);
    assert!(xcheck.temp.path().join("all/index.html").is_file());
    assert_refused(&xcheck.run(&["merge", "one", "two", "--out", "one"]), "is one of the parts");
    assert_refused(&xcheck.run(&["merge", "nowhere"]), "cannot read nowhere/report.json");
}
