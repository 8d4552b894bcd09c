//! Reporters: what is printed, what goes to files, and what GitHub gets.

use std::fs;

use serde_json::{Value, json};

use crate::program::{Xcheck, stderr, stdout};
use crate::record::assert_refused;

/// A program with the report of a check in the folder `part`.
fn with_report(n_findings: usize) -> Xcheck {
    let xcheck = Xcheck::new();
    let finding = |n: usize| {
        json!({
            "id": "x1", "fingerprint": format!("{n:012x}"), "browser": "firefox", "kind": "text",
            "severity": "critical", "title": "50% of \u{1b}[31mwords\n::error::", "session": 0,
            "repro": "xcheck replay 1.xct",
        })
    };
    let findings: Vec<Value> = (0..n_findings).map(finding).collect();
    let sessions = json!([{"name": "1", "trace": "1.xct", "runs": {"firefox": "runs/1"}}]);
    let report = json!({"version": 1, "title": "shop", "sessions": sessions, "xbis": findings});
    fs::create_dir(xcheck.temp.path().join("part")).unwrap();
    fs::write(xcheck.temp.path().join("part/report.json"), report.to_string()).unwrap();
    xcheck
}

const MERGE: [&str; 4] = ["merge", "part", "--out", "all"];

#[test]
fn the_summary_says_what_where_and_how_to_see_it_again() {
    let xcheck = with_report(1);
    let output = xcheck.run(&MERGE);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let expected = "x1  critical  firefox  text  50% of ␛[31mwords ::error::\n\n\
        1 incompatibility in 0 steps of 1 session: 1 critical\n\
        Report: all/index.html\nRepro:  xcheck replay 1.xct\n";
    assert_eq!(stdout(&output), expected);
}

#[test]
fn a_document_has_stdout_for_itself_and_the_rest_goes_elsewhere() {
    let xcheck = with_report(1);
    let reporters = "list,json,junit=out/junit.xml,sarif=out/x.sarif,markdown=out/x.md,line=out/lines,github=out/gh";
    let output = xcheck.run(&[&MERGE[..], &["--reporter", reporters]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["xbis"][0]["id"], "x1");
    assert!(stderr(&output).contains("Report: all/index.html"), "{}", stderr(&output));
    let text = |name: &str| fs::read_to_string(xcheck.temp.path().join("out").join(name)).unwrap();
    assert!(text("junit.xml").contains("<testsuites name=\"xcheck\" tests=\"1\" failures=\"1\""));
    let sarif: Value = serde_json::from_str(&text("x.sarif")).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    assert!(text("x.md").starts_with("## shop\n"));
    assert!(text("lines").starts_with("critical firefox text x1"));
    assert!(text("gh").starts_with("::error title=firefox%3A text (shop)::50%25 of"));
}

#[test]
fn github_gets_annotations_and_a_summary() {
    let xcheck = with_report(12);
    let summary = xcheck.temp.path().join("summary.md");
    fs::write(&summary, "before\n").unwrap();
    let run = |args: &[&str]| {
        let mut command = xcheck.command(args);
        command.env("GITHUB_ACTIONS", "true").env("GITHUB_STEP_SUMMARY", &summary);
        command.output().unwrap()
    };
    let output = run(&MERGE);
    let told = stdout(&output);
    assert_eq!(told.lines().filter(|it| it.starts_with("::error ")).count(), 10, "{told}");
    assert!(told.contains("12 incompatibilities in"), "{told}");
    let text = fs::read_to_string(&summary).unwrap();
    assert!(text.starts_with("before\n## shop\n\n❌ **12 incompatibilities**"), "{text}");
    // Who asks for one thing gets one thing.
    let output = run(&[&MERGE[..], &["--json"]].concat());
    serde_json::from_str::<Value>(&stdout(&output)).unwrap();
    assert_eq!(fs::read_to_string(&summary).unwrap(), text);
    // GitHub takes no more than this of one step.
    fs::write(&summary, "x".repeat((1 << 20) - 100)).unwrap();
    run(&MERGE);
    assert!(fs::metadata(&summary).unwrap().len() <= 1 << 20);
}

#[test]
fn reporters_that_make_no_sense_are_refused() {
    let xcheck = with_report(0);
    let refused = |reporters: &str, words: &str| {
        let output = xcheck.run(&[&MERGE[..], &["--reporter", reporters]].concat());
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    };
    refused("html", "one of list, line, json, junit, github, sarif, markdown");
    refused("json,sarif", "json and sarif would both be printed");
    refused("junit=a,sarif=a", "junit and sarif both write a");
    refused("junit=part/report.json/x", "cannot make part/report.json");
    let config = "[report]\nreporters = ['json', 'junit']\n";
    fs::write(xcheck.temp.path().join("xcheck.toml"), config).unwrap();
    assert_refused(&xcheck.run(&["check"]), "json and junit would both be printed");
}
