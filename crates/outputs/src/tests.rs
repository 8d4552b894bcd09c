//! Every format, with what reports have in them at best and at worst.

use serde_json::{Value, json};
use xcheck_check::{
    Accepted, CheckReport, Finding, ReportSession, SessionTransition, SessionsGraph, Timings,
};
use xcheck_compare::{
    Boxes, Cause, CauseKind, Cbd, Element, Images, Kind, NoiseCount, Severity, TestBrowser,
    Transition, Xbi,
};
use xcheck_model::engine::Engine;

use crate::{Style, Told, annotations, json, junit, line, list, markdown, sarif};

const SCHEMA: &str = include_str!("../../../docs/report.schema.json");

/// All that can go wrong with a text, in one.
fn hostile(n_long: usize) -> String {
    let marks =
        "]]></failure><script>alert(1)</script>&amp;\"'`|`` \\| **b** [l](javascript:1) <!-- -->";
    let signs = "\0\x01\x1b[2J\x1b]0;t\x07\u{9b}31m\u{202e}\u{2066}\u{feff}\u{fffe}\u{ffff}\u{7f}";
    let commands = "\n::error::x\r\n::stop-commands::y\n##[add-mask]z %0A @all #1 www.evil.example https://evil.example";
    format!("{marks}{signs}{commands}{}", "long ".repeat(n_long))
}

fn xbi(id: &str, severity: Severity, title: &str) -> Xbi {
    Xbi {
        id: id.to_owned(),
        browser: Engine::Firefox.into(),
        kind: Kind::Text,
        severity,
        title: title.to_owned(),
        page: "http://127.0.0.1:8000/shop/?a=1".to_owned(),
        step: 3,
        event: Some(17),
        element: Element {
            xpath: "/html[1]/body[1]".to_owned(),
            selector: "#total".to_owned(),
            html: "<p id=total>".to_owned(),
            boxes: Boxes { reference: Some([0.0, 1.0, 2.5, 3.0]), test: None },
        },
        cause: Cause {
            kind: CauseKind::Api,
            name: "Temporal".to_owned(),
            support: "not in Firefox 128".to_owned(),
        },
        occurrences: 4,
        cbds: vec![Cbd {
            property: "text".to_owned(),
            reference: "7 h".to_owned(),
            test: "0 h".to_owned(),
            xpath: "/html[1]".to_owned(),
        }],
        images: Images { reference: Some("a".repeat(64)), test: None },
    }
}

fn finding(xbi: Xbi, fingerprint: &str) -> Finding {
    let repro = "xcheck replay 1.xct --browser firefox -o xcheck-run".to_owned();
    Finding { xbi, session: 0, fingerprint: fingerprint.to_owned(), accepted: None, repro }
}

/// A report in which every field says something.
fn report() -> CheckReport {
    let browser = |browser, version: &str| TestBrowser::new(browser, version);
    let transition = Transition { page: 1, step: 2, event: None, after: "click #go".to_owned() };
    let accepted =
        Accepted { reason: "not ours".to_owned(), expires: Some("2027-06-30".to_owned()) };
    CheckReport {
        version: 1,
        title: "Shop".to_owned(),
        targets: vec!["dist".to_owned()],
        reference: Some(browser(Engine::Chromium.into(), "156")),
        tests: vec![browser(Engine::Firefox.into(), "153"), browser(Engine::WebKit.into(), "2.50")],
        steps: 12,
        events: 340,
        timings: Timings {
            record_ms: 10,
            replay_ms: [("firefox".to_owned(), 1234)].into(),
            compare_ms: 5,
        },
        noise: vec![NoiseCount { browser: Engine::Chromium.into(), count: 0, known: 2 }],
        sessions: vec![ReportSession {
            name: "1".to_owned(),
            trace: "sessions-1/1.xct".to_owned(),
            start_url: "http://127.0.0.1:8000/".to_owned(),
            runs: [
                ("chromium".to_owned(), "runs/1/chromium".to_owned()),
                ("firefox".to_owned(), "runs/1/firefox".to_owned()),
            ]
            .into(),
            failures: [("webkit".to_owned(), "it did not start".to_owned())].into(),
        }],
        graphs: vec![SessionsGraph {
            browser: Engine::Firefox.into(),
            reference_states: 3,
            states: 2,
            reference_transitions: 2,
            transitions: 1,
            missing: vec![SessionTransition { session: 0, transition }],
            surplus: Vec::new(),
            different: Vec::new(),
        }],
        xbis: vec![
            finding(
                xbi("x1", Severity::Critical, "#total says \"0 h\" instead of \"7 h\""),
                "6af3d70ec776",
            ),
            Finding {
                accepted: Some(accepted),
                ..finding(xbi("x2", Severity::Minor, "#sum is gone"), "3230d103185b")
            },
        ],
        partial: Some("interrupted".to_owned()),
        n_ignored: 3,
    }
}

fn told_of(report: &CheckReport) -> Told {
    Told::new("", "xcheck-report/index.html", json!(report))
}

fn told() -> Vec<Told> {
    vec![told_of(&report())]
}

/// A report whose every text is hostile.
fn hostile_told() -> Vec<Told> {
    poisoned(&hostile(200_000))
}

fn poisoned(text: &str) -> Vec<Told> {
    fn poison(value: &mut Value, text: &str) {
        match value {
            Value::String(it) if !["critical", "major", "minor"].contains(&it.as_str()) => {
                *it = text.to_owned();
            }
            Value::Array(all) => all.iter_mut().for_each(|it| poison(it, text)),
            Value::Object(all) => {
                all.values_mut().for_each(|it| poison(it, text));
                if all.contains_key("firefox") {
                    all.insert(text.chars().take(300).collect(), json!(text));
                }
            }
            _ => {}
        }
    }
    let mut value = json!(report());
    poison(&mut value, text);
    vec![Told::new(text, text, value.clone()), Told::new("", "", value)]
}

/// Control characters but the newlines that formats make themselves, and marks of direction.
fn dangers(text: &str) -> String {
    let is_danger = |c: &char| {
        (c.is_control() && *c != '\n')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    };
    text.chars().filter(is_danger).collect()
}

fn assert_valid(report: &Value) {
    // What is not in the schema is not documented.
    fn close(schema: &mut Value) {
        if let Some(fields) = schema.as_object_mut() {
            if fields.contains_key("properties") && !fields.contains_key("$id") {
                fields.insert("additionalProperties".to_owned(), json!(false));
            }
            fields.values_mut().for_each(close);
        }
    }
    let mut schema: Value = serde_json::from_str(SCHEMA).unwrap();
    close(&mut schema);
    let validator = jsonschema::validator_for(&schema).unwrap();
    let wrong: Vec<String> =
        validator.iter_errors(report).map(|it| format!("{}: {it}", it.instance_path())).collect();
    assert!(wrong.is_empty(), "{wrong:#?}\n{report:#}");
}

mod schema {
    use xcheck_compare::{Report, StateGraph, Stray};

    use super::*;

    #[test]
    fn every_field_of_a_report_is_in_the_published_schema() {
        assert_valid(&json!(report()));
        let empty = CheckReport {
            reference: None,
            tests: Vec::new(),
            sessions: Vec::new(),
            graphs: Vec::new(),
            xbis: Vec::new(),
            partial: None,
            ..report()
        };
        assert_valid(&json!(empty));
        let CheckReport { reference, tests, steps, events, noise, graphs, xbis, .. } = report();
        let own = |all: Vec<SessionTransition>| all.into_iter().map(|it| it.transition).collect();
        let graphs = graphs.into_iter().map(|it| StateGraph {
            browser: it.browser,
            reference_states: it.reference_states,
            states: it.states,
            reference_transitions: it.reference_transitions,
            transitions: it.transitions,
            missing: own(it.missing),
            surplus: own(it.surplus),
            different: own(it.different),
        });
        let graphs = graphs.collect();
        let compared = Report {
            version: 1,
            reference: reference.unwrap(),
            tests,
            steps,
            events,
            noise,
            strays: vec![Stray {
                page: 0,
                event: Some(4),
                detail: "callback was never registered".to_owned(),
            }],
            graphs,
            xbis: xbis.into_iter().map(|it| it.xbi).collect(),
        };
        assert_valid(&json!(compared));
        let joined = xcheck_check::join(&[
            ("a".to_owned(), json!(report())),
            ("b".to_owned(), json!(empty)),
        ]);
        assert_valid(&joined);
    }

    #[test]
    fn what_is_no_report_is_refused() {
        let schema: Value = serde_json::from_str(SCHEMA).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let good = json!(report());
        assert!(validator.is_valid(&good));
        let changes: [fn(&mut Value); 6] = [
            |it| it["version"] = json!(2),
            |it| it["xbis"][0]["kind"] = json!("color"),
            |it| it["xbis"][0]["fingerprint"] = json!("x"),
            |it| it["tests"][0]["browser"] = json!("safari"),
            |it| it["steps"] = json!(-1),
            |it| it["xbis"][1]["accepted"]["expires"] = json!("soon"),
        ];
        for change in changes {
            let mut bad = good.clone();
            change(&mut bad);
            assert!(!validator.is_valid(&bad), "{bad:#}");
        }
        // Fields may come.
        let mut more = good;
        more["xbis"][0]["color"] = json!("red");
        assert!(validator.is_valid(&more));
    }
}

mod lists {
    use super::*;

    #[test]
    fn the_worst_first_and_where_the_rest_is() {
        insta::assert_snapshot!(list(&told(), Style::Plain), @r#"
        x1  critical  firefox  text  #total says "0 h" instead of "7 h"
            because of Temporal

        session 1 was not replayed in webkit: it did not start
        the check is not whole: interrupted
        chromium did not do the same thing twice in 2 places, which were left out
        1 incompatibility in 12 steps of 1 session (1 accepted, 3 ignored): 1 critical
        Report: xcheck-report/index.html
        Repro:  xcheck replay 1.xct --browser firefox -o xcheck-run
        "#);
        let clean = CheckReport {
            xbis: Vec::new(),
            partial: None,
            noise: Vec::new(),
            n_ignored: 0,
            sessions: Vec::new(),
            ..report()
        };
        insta::assert_snapshot!(list(&[told_of(&clean)], Style::Plain), @r#"
        0 incompatibilities in 12 steps
        Report: xcheck-report/index.html
        "#);
    }

    #[test]
    fn many_findings_are_cut() {
        let all =
            (1..=20).map(|n| finding(xbi(&format!("x{n}"), Severity::Major, "t"), "")).collect();
        let text = list(&[told_of(&CheckReport { xbis: all, ..report() })], Style::Plain);
        assert!(text.contains("and 8 more\n"), "{text}");
        assert!(text.contains(
            "20 incompatibilities in 12 steps of 1 session (0 accepted, 3 ignored): 20 major\n"
        ));
    }

    #[test]
    fn a_line_for_each() {
        insta::assert_snapshot!(line(&told(), Style::Plain), @r#"
        critical firefox text x1 http://127.0.0.1:8000/shop/?a=1 #total: #total says "0 h" instead of "7 h" [Temporal]
        Shop: 1 incompatibility in 12 steps of 1 session (1 accepted, 3 ignored): 1 critical (xcheck-report/index.html)
        "#);
    }

    #[test]
    fn colors_are_all_that_a_terminal_obeys() {
        let plain = list(&hostile_told(), Style::Plain) + &line(&hostile_told(), Style::Plain);
        assert_eq!(dangers(&plain), "");
        assert!(plain.len() < 100_000, "{}", plain.len());
        for text in plain.lines() {
            assert!(!text.trim_start().starts_with("::") && !text.contains("##["), "{text}");
        }
        let colored = list(&told(), Style::Color);
        let mut stripped = colored.clone();
        for code in ["\x1b[1;31m", "\x1b[33m", "\x1b[2m", "\x1b[0m"] {
            assert!(colored.contains(code), "{colored:?}");
            stripped = stripped.replace(code, "");
        }
        assert_eq!(stripped, list(&told(), Style::Plain));
    }
}

mod documents {
    use super::*;

    #[test]
    fn json_is_the_report() {
        let told = told();
        let read: Value = serde_json::from_str(&json(&told)).unwrap();
        assert_eq!(read, told[0].json);
        let hostile = poisoned(&hostile(10));
        let text = json(&hostile);
        assert_eq!(dangers(&text), "");
        let read: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(read[""], hostile[1].json);
        assert_eq!(read[&hostile[0].name], hostile[0].json);
    }

    #[test]
    fn junit_has_a_case_for_each_session_and_browser() {
        let text = junit(&told());
        insta::assert_snapshot!(text, @r##"
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="xcheck" tests="3" failures="1" errors="2" skipped="0">
          <testsuite name="Shop: firefox" tests="1" failures="1" errors="0" skipped="0" time="1.234">
            <testcase name="session 1: http://127.0.0.1:8000/" classname="Shop: firefox">
              <failure type="text" message="#total says &quot;0 h&quot; instead of &quot;7 h&quot;">x1 critical text: #total says &quot;0 h&quot; instead of &quot;7 h&quot;
          page: http://127.0.0.1:8000/shop/?a=1
          element: #total
          because of: Temporal
          support: not in Firefox 128
          repro: xcheck replay 1.xct --browser firefox -o xcheck-run
          text: 0 h instead of 7 h
        report: xcheck-report/index.html
        </failure>
              <system-out>accepted: x2 #sum is gone (not ours)
        </system-out>
            </testcase>
          </testsuite>
          <testsuite name="Shop: webkit" tests="1" failures="0" errors="1" skipped="0" time="0.000">
            <testcase name="session 1: http://127.0.0.1:8000/" classname="Shop: webkit">
              <error type="not replayed" message="it did not start"/>
            </testcase>
          </testsuite>
          <testsuite name="Shop: check" tests="1" failures="0" errors="1" skipped="0" time="0.000">
            <testcase name="the whole check" classname="Shop: check">
              <error type="not replayed" message="the check is not whole: interrupted"/>
            </testcase>
          </testsuite>
        </testsuites>
        "##);
        roxmltree::Document::parse(&text).unwrap();
    }

    #[test]
    fn what_is_accepted_fails_no_case() {
        let accepted = Accepted { reason: "r".to_owned(), expires: None };
        let mut report = CheckReport { partial: None, ..report() };
        report.sessions[0].failures.clear();
        report.xbis.iter_mut().for_each(|it| it.accepted = Some(accepted.clone()));
        let text = junit(&[told_of(&report)]);
        let document = roxmltree::Document::parse(&text).unwrap();
        assert_eq!(document.root_element().attribute("failures"), Some("0"));
        assert!(text.contains("accepted: x1"), "{text}");
    }

    #[test]
    fn junit_of_hostile_reports_is_xml() {
        let text = junit(&hostile_told());
        assert_eq!(dangers(&text), "");
        let document = roxmltree::Document::parse(&text).unwrap();
        let names: std::collections::BTreeSet<&str> = document
            .descendants()
            .filter(|it| it.is_element())
            .map(|it| it.tag_name().name())
            .collect();
        let known =
            ["error", "failure", "skipped", "system-out", "testcase", "testsuite", "testsuites"];
        assert!(names.iter().all(|it| known.contains(it)), "{names:?}");
        for suite in document.descendants().filter(|it| it.has_tag_name("testsuite")) {
            let count = |name: &str| {
                suite.descendants().filter(|it| it.has_tag_name(name)).count().to_string()
            };
            assert_eq!(suite.attribute("tests"), Some(&*count("testcase")));
            assert_eq!(suite.attribute("failures"), Some(&*count("failure")));
            assert_eq!(suite.attribute("errors"), Some(&*count("error")));
        }
    }

    /// What the schema of SARIF 2.1.0 asks of the parts that we write.
    fn sarif_schema() -> Value {
        let text = json!({ "type": "object", "required": ["text"], "properties": { "text": { "type": "string", "minLength": 1 } } });
        let result = json!({
            "type": "object",
            "required": ["ruleId", "ruleIndex", "message", "locations", "suppressions"],
            "properties": {
                "level": { "enum": ["none", "note", "warning", "error"] },
                "kind": { "enum": ["notApplicable", "pass", "fail", "review", "open", "informational"] },
                "ruleIndex": { "type": "integer", "minimum": 0 },
                "message": text,
                "occurrenceCount": { "type": "integer", "minimum": 1 },
                "partialFingerprints": { "type": "object", "additionalProperties": { "type": "string" } },
                "locations": { "type": "array", "minItems": 1, "items": { "properties": { "physicalLocation": { "properties": {
                    "artifactLocation": { "properties": { "uri": { "type": "string", "pattern": "^[A-Za-z0-9._~!$&'()*+,;=@%/-]+$" } } },
                    "region": { "properties": { "startLine": { "type": "integer", "minimum": 1 } } },
                } } } } },
                "suppressions": { "type": "array", "uniqueItems": true, "items": {
                    "type": "object", "required": ["kind"],
                    "properties": { "kind": { "enum": ["inSource", "external"] }, "status": { "enum": ["accepted", "underReview", "rejected"] } },
                } },
            },
        });
        json!({
            "type": "object",
            "required": ["version", "runs"],
            "properties": {
                "version": { "const": "2.1.0" },
                "$schema": { "type": "string", "format": "uri" },
                "runs": { "type": "array", "items": {
                    "required": ["tool", "results"],
                    "properties": {
                        "tool": { "required": ["driver"], "properties": { "driver": { "required": ["name"], "properties": {
                            "rules": { "type": "array", "uniqueItems": true, "items": { "required": ["id"] } },
                        } } } },
                        "invocations": { "items": { "required": ["executionSuccessful"] } },
                        "results": { "type": "array", "items": result },
                    },
                } },
            },
        })
    }

    #[test]
    fn sarif_is_sarif() {
        let validator = jsonschema::validator_for(&sarif_schema()).unwrap();
        for all in [told(), hostile_told(), Vec::new(), vec![Told::new("", "", json!(null))]] {
            let text = sarif(&all);
            assert_eq!(dangers(&text), "");
            let log: Value = serde_json::from_str(&text).unwrap();
            let wrong: Vec<String> = validator.iter_errors(&log).map(|it| it.to_string()).collect();
            assert!(wrong.is_empty(), "{wrong:#?}");
            for run in log["runs"].as_array().unwrap() {
                for result in run["results"].as_array().unwrap() {
                    let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
                    assert_eq!(result["ruleId"], run["tool"]["driver"]["rules"][index]["id"]);
                }
            }
        }
        let log: Value = serde_json::from_str(&sarif(&told())).unwrap();
        insta::assert_snapshot!(format!("{:#}", log["runs"][0]["results"]), @r##"
        [
          {
            "kind": "fail",
            "level": "error",
            "locations": [
              {
                "logicalLocations": [
                  {
                    "fullyQualifiedName": "#total",
                    "kind": "element"
                  }
                ],
                "physicalLocation": {
                  "artifactLocation": {
                    "uri": "shop/index.html"
                  },
                  "region": {
                    "startLine": 1
                  }
                }
              }
            ],
            "message": {
              "text": "#total says \"0 h\" instead of \"7 h\" in firefox, because of Temporal (at #total of http://127.0.0.1:8000/shop/?a=1)"
            },
            "occurrenceCount": 4,
            "partialFingerprints": {
              "primaryLocationLineHash": "6af3d70ec776:1",
              "xcheckFingerprint/v1": "6af3d70ec776"
            },
            "properties": {
              "browser": "firefox",
              "id": "x1",
              "page": "http://127.0.0.1:8000/shop/?a=1",
              "repro": "xcheck replay 1.xct --browser firefox -o xcheck-run",
              "severity": "critical"
            },
            "ruleId": "xcheck/text",
            "ruleIndex": 2,
            "suppressions": []
          },
          {
            "kind": "fail",
            "level": "note",
            "locations": [
              {
                "logicalLocations": [
                  {
                    "fullyQualifiedName": "#total",
                    "kind": "element"
                  }
                ],
                "physicalLocation": {
                  "artifactLocation": {
                    "uri": "shop/index.html"
                  },
                  "region": {
                    "startLine": 1
                  }
                }
              }
            ],
            "message": {
              "text": "#sum is gone in firefox, because of Temporal (at #total of http://127.0.0.1:8000/shop/?a=1)"
            },
            "occurrenceCount": 4,
            "partialFingerprints": {
              "primaryLocationLineHash": "3230d103185b:1",
              "xcheckFingerprint/v1": "3230d103185b"
            },
            "properties": {
              "browser": "firefox",
              "id": "x2",
              "page": "http://127.0.0.1:8000/shop/?a=1",
              "repro": "xcheck replay 1.xct --browser firefox -o xcheck-run",
              "severity": "minor"
            },
            "ruleId": "xcheck/text",
            "ruleIndex": 2,
            "suppressions": [
              {
                "justification": "not ours",
                "kind": "external",
                "status": "accepted"
              }
            ]
          }
        ]
        "##);
    }
}

mod github {
    use super::*;

    #[test]
    fn annotations_are_commands() {
        insta::assert_snapshot!(annotations(&told()), @r#"
        ::error title=firefox%3A text (Shop)::#total says "0 h" instead of "7 h"%0Abecause of Temporal%0Apage: http://127.0.0.1:8000/shop/?a=1%0Aelement: #total%0Arepro: xcheck replay 1.xct --browser firefox -o xcheck-run
        ::warning title=the check is not whole::Shop: interrupted
        "#);
    }

    #[test]
    fn each_annotation_is_one_line_that_begins_as_we_say() {
        let text = annotations(&hostile_told());
        assert_eq!(dangers(&text), "");
        for line in text.lines() {
            let rest = line
                .strip_prefix("::error title=")
                .or_else(|| line.strip_prefix("::warning title="))
                .unwrap();
            let (title, _) = rest.split_once("::").unwrap();
            assert!(!title.contains([':', ',']), "{title}");
        }
        assert!(text.contains("%250A"), "a percent sign of a page is no escape");
    }

    #[test]
    fn as_many_as_github_shows() {
        let of = |n: usize, severity| {
            (0..n).map(move |at| finding(xbi(&format!("x{at}"), severity, "t"), ""))
        };
        let xbis = of(10, Severity::Critical).chain(of(25, Severity::Minor)).collect();
        let text = annotations(&[told_of(&CheckReport { xbis, partial: None, ..report() })]);
        assert_eq!(text.matches("::error ").count(), 10);
        assert_eq!(text.matches("::notice ").count(), 10);
        assert!(text.contains("::16 more are in the report: xcheck-report/index.html"), "{text}");
    }
}

mod markdowns {
    use super::*;

    #[test]
    fn a_table_of_findings() {
        insta::assert_snapshot!(markdown(&told(), usize::MAX), @r#"
        ## Shop

        ❌ **1 incompatibility** (1 critical) in 12 steps of 1 session, firefox 153 and webkit 2.50 against chromium 156

        | | severity | browser | kind | what | cause | where |
        |---|---|---|---|---|---|---|
        | x1 | critical | firefox | text | \#total says "0 h" instead of "7 h" | Temporal | ` #total `<br>` http://127.0.0.1:8000/shop/?a=1 ` |

        - ⚠️ session 1 was not replayed in webkit: it did not start
        - ⚠️ the check is not whole: interrupted

        1 accepted, 3 ignored.

        - firefox: \#sum is gone (not ours)

        To see the first again:

        ```sh
        xcheck replay 1.xct --browser firefox -o xcheck-run
        ```

        The whole report is in ` xcheck-report/index.html `.
        "#);
    }

    /// Takes out what stands between two runs of as many backticks.
    fn without_code(text: &str) -> String {
        let mut kept = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('`') {
            let n = rest[at..].bytes().take_while(|it| *it == b'`').count();
            let (before, after) = (&rest[..at], &rest[at + n..]);
            kept.push_str(before);
            let fence = "`".repeat(n);
            let mut ends = after.match_indices(&fence);
            let is_alone = |(end, _): &(usize, &str)| {
                !after[..*end].ends_with('`') && !after[end + n..].starts_with('`')
            };
            rest = match ends.find(is_alone) {
                Some((end, _)) if !before.ends_with('\\') => &after[end + n..],
                _ => after,
            };
        }
        kept + rest
    }

    #[test]
    fn hostile_texts_are_texts() {
        let text = markdown(&hostile_told(), usize::MAX);
        assert_eq!(dangers(&text), "");
        let text = without_code(&text);
        for bad in ["<script", "<!--", "[l](", "**b**", "@all", "https://evil", "www.evil"] {
            assert!(!text.contains(bad), "{bad}: {text}");
        }
        let rows = text.lines().filter(|it| it.starts_with("| ") && !it.starts_with("| |"));
        for row in rows {
            let n_bars = row.replace("\\|", "").matches('|').count();
            assert_eq!(n_bars, 8, "{row}");
        }
    }

    #[test]
    fn never_longer_than_it_may_be() {
        let whole = markdown(&hostile_told(), usize::MAX);
        for max in [0, 5, 13, 100, 1000, whole.len() - 1, whole.len()] {
            let text = markdown(&hostile_told(), max);
            assert!(text.len() <= max);
            assert_eq!(text == whole, max == whole.len());
        }
    }
}

/// Reports are data from elsewhere.
#[test]
fn anything_may_be_in_a_report() {
    let odd = [
        json!(null),
        json!([1]),
        json!({"xbis": [1, {}, null], "sessions": ["x", {}], "tests": [3]}),
        json!({"xbis": 3, "partial": 1}),
    ];
    for odd in odd {
        let all = [Told::new("", "", odd)];
        roxmltree::Document::parse(&junit(&all)).unwrap();
        for text in [
            list(&all, Style::Plain),
            line(&all, Style::Color),
            json(&all),
            sarif(&all),
            annotations(&all),
            markdown(&all, 1000),
        ] {
            assert!(text.len() < 10_000);
        }
    }
}
