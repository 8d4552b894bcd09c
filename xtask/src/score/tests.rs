//! Reports against labels: what is found, missed, false and duplicate.

use serde_json::{Value, json};

use super::board::markdown;
use super::matching::{KnownLabel, match_findings};
use super::report::Report;
use super::tally::{AppScore, Scoreboard, Tally};
use crate::corpus::{AppKind, Half, Label};

const TOTAL: &str = "/html[1]/body[1]/main[1]/section[1]/div[1]/p[1]/b[1]";
const BADGE: &str = "/html[1]/body[1]/header[1]/i[1]";

fn label(browser: &str, kinds: &[&str], cause: &[&str]) -> Label {
    serde_json::from_value(json!({
        "browser": browser, "kinds": kinds, "selector": "#x", "cause": cause, "why": "y",
    }))
    .unwrap()
}

fn finding(browser: &str, kind: &str, xpath: &str) -> Value {
    json!({"id": "x1", "browser": browser, "kind": kind, "element": {"xpath": xpath}})
}

/// An app with a label in WebKit on the total and one in Firefox on the badge.
fn score(findings: Vec<Value>) -> AppScore {
    let labels = [
        label("webkit", &["behavior", "text"], &["Temporal", "Element.moveBefore"]),
        label("firefox", &["image"], &["corner-shape"]),
    ];
    let places = [vec![TOTAL.to_owned()], vec![BADGE.to_owned()]];
    let known: Vec<KnownLabel<'_>> =
        labels.iter().zip(&places).map(|(label, places)| KnownLabel { label, places }).collect();
    of(&known, AppKind::Mixed, findings)
}

fn of(known: &[KnownLabel<'_>], kind: AppKind, findings: Vec<Value>) -> AppScore {
    let report: Report =
        serde_json::from_value(json!({"version": 1, "steps": 3, "xbis": findings})).unwrap();
    let outcomes = match_findings(known, &report.xbis);
    AppScore::new("app", Half::Tune, kind, known, &report.xbis, &outcomes)
}

/// Found, missed, false, duplicate.
fn counts(findings: Vec<Value>) -> [usize; 4] {
    let Tally { found, missed, made_up, duplicate, .. } = score(findings).tally(None);
    [found, missed, made_up, duplicate]
}

#[test]
fn a_perfect_report() {
    let score = score(vec![finding("webkit", "text", TOTAL), finding("firefox", "image", BADGE)]);
    let tally = score.tally(None);
    assert_eq!(tally, Tally { found: 2, ..Tally::default() });
    assert_eq!((tally.precision(), tally.recall(), tally.f1()), (Some(1.0), Some(1.0), Some(1.0)));
}

#[test]
fn an_empty_report() {
    let score = score(vec![]);
    let tally = score.tally(None);
    assert_eq!(tally, Tally { missed: 2, ..Tally::default() });
    assert_eq!((tally.precision(), tally.recall(), tally.f1()), (None, Some(0.0), Some(0.0)));
    assert_eq!(score.browsers[0].missed, ["#x"]);
}

#[test]
fn findings_on_the_page_are_about_nothing() {
    let mut findings = Vec::new();
    for browser in ["firefox", "webkit"] {
        for kind in ["behavior", "structure", "text", "image"] {
            findings.push(finding(browser, kind, "/html[1]/body[1]"));
        }
    }
    assert_eq!(counts(findings), [0, 2, 8, 0]);
}

#[test]
fn the_closest_is_found_and_the_rest_are_duplicates() {
    let parent = TOTAL.rsplit_once('/').unwrap().0;
    let findings = vec![
        finding("webkit", "behavior", parent),
        finding("webkit", "text", &format!("{TOTAL}/text()[1]")),
        finding("webkit", "text", TOTAL),
    ];
    assert_eq!(counts(findings.clone()), [1, 1, 0, 2]);
    let precision = score(findings).tally(None).precision();
    assert_eq!(precision, Some(1.0 / 3.0));
}

#[test]
fn two_labels_on_one_element_need_two_findings() {
    let labels = [label("webkit", &["text"], &["a"]), label("webkit", &["text"], &["b"])];
    let places = [TOTAL.to_owned()];
    let known: Vec<KnownLabel<'_>> =
        labels.iter().map(|label| KnownLabel { label, places: &places }).collect();
    let one = finding("webkit", "text", TOTAL);
    let tally = |findings| of(&known, AppKind::Text, findings).tally(None);
    let expected = Tally { found: 1, missed: 1, ..Tally::default() };
    assert_eq!(tally(vec![one.clone()]), expected);
    assert_eq!(tally(vec![one.clone(), one]), Tally { found: 2, ..Tally::default() });
}

#[test]
fn what_does_not_fit_is_false() {
    let cases = [
        ("the wrong browser", finding("firefox", "text", TOTAL)),
        ("no browser of ours", finding("netscape", "text", TOTAL)),
        ("the wrong kind", finding("webkit", "image", TOTAL)),
        ("too far above", finding("webkit", "text", "/html[1]/body[1]/main[1]")),
        ("a neighbor", finding("webkit", "text", &TOTAL.replace("p[1]", "p[2]"))),
        ("no element", json!({"id": "x", "browser": "webkit", "kind": "text"})),
    ];
    for (case, finding) in cases {
        assert_eq!(counts(vec![finding]), [0, 2, 1, 0], "{case}");
    }
    let near_enough = finding("webkit", "text", "/html[1]/body[1]/main[1]/section[1]");
    assert_eq!(counts(vec![near_enough]), [1, 1, 0, 0]);
}

#[test]
fn a_finding_in_a_clean_app_is_false() {
    let score = of(&[], AppKind::Clean, vec![finding("webkit", "text", TOTAL)]);
    assert_eq!(score.tally(None), Tally { made_up: 1, ..Tally::default() });
    assert_eq!(score.browsers[1].made_up, ["x1"]);
}

#[test]
fn causes_may_be_longer_or_shorter() {
    let named = |name: &str| {
        let mut finding = finding("webkit", "text", TOTAL);
        finding["cause"] = json!({"kind": "api", "name": name, "support": "…"});
        score(vec![finding]).tally(None).cause_share()
    };
    for name in ["Temporal", "temporal", "javascript.builtins.Temporal", "moveBefore"] {
        assert_eq!(named(name), Some(1.0), "{name}");
    }
    for name in ["", "Temporal.Now", "before", "NotTemporal"] {
        assert_eq!(named(name), Some(0.0), "{name}");
    }
    assert_eq!(score(vec![]).tally(None).cause_share(), None);
    assert_eq!(score(vec![finding("webkit", "text", TOTAL)]).tally(None).cause_share(), Some(0.0));
}

#[test]
fn the_board_is_readable() {
    let text = markdown(&Scoreboard::new(vec![score(vec![
        finding("webkit", "text", TOTAL),
        finding("webkit", "text", TOTAL),
        finding("firefox", "text", BADGE),
    ])]));
    for line in [
        "| tune | Chromium, WebKit (GTK) | 1 | 1 | 0 | 0 | 1 | 50.0 % | 100.0 % | 66.7 % | 0.0 % |",
        "| tune | all | 1 | 1 | 1 | 1 | 1 | 33.3 % | 50.0 % | 40.0 % | 0.0 % |",
        "| mixed | Chromium, Firefox | 1 | 0 | 1 | 1 | 0 |",
        "| app | tune | mixed | 1 missed, 1 false | 1 found, 1 duplicate |",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(!text.contains("| both |"), "{text}");
}
