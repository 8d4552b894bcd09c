//! Findings that their causes keep apart, or bring together.

use xcheck_compare::{Scope, compare};
use xcheck_model::engine::Engine;
use xcheck_model::run::{Divergence, DivergenceKind};
use xcheck_trace::run::{RunBrowser, RunHead, SourceKind};

use crate::page::{El, el, page};
use crate::run::{head, looks, write_with};

/// Titles and causes, a line each, of a page in Chromium and in Firefox that has this style sheet.
fn findings(sheet: &str, one: &El, other: &El) -> String {
    findings_with(sheet, one, other, &[])
}

/// The same, where Firefox went another way.
fn findings_with(sheet: &str, one: &El, other: &El, divergences: &[Divergence]) -> String {
    let temp = tempfile::tempdir().expect("test data can be written and read");
    let of = |engine: Engine, version: &str, state: &El| {
        let dir = temp.path().join(engine.name());
        let dir = camino::Utf8PathBuf::try_from(dir).expect("test data can be written and read");
        let head = RunHead { browser: RunBrowser::new(engine.into(), version), ..head(engine, 1) };
        let sources = [("http://shop/a.css", SourceKind::Css, sheet)];
        let divergences = if engine == Engine::Firefox { divergences } else { &[] };
        write_with(&dir, &head, &looks(std::slice::from_ref(state)), divergences, &sources);
        dir
    };
    let dirs = [of(Engine::Chromium, "156.0", one), of(Engine::Firefox, "153.0", other)];
    let report = compare(&dirs, Scope::Changed).expect("test data can be written and read");
    let line = |it: &xcheck_compare::Xbi| format!("{}: {}\n", it.title, it.cause.name);
    report.xbis.iter().map(line).collect()
}

fn part(id: u64, class: &str) -> El {
    el(id, "div").attribute("class", class).text("words").size(400.0, 60.0)
}

#[test]
fn what_has_another_cause_is_another_finding() {
    let sheet = ".clock { text-box: trim-both cap alphabetic } .bar { height: calc-size(auto, size + 9px) }";
    let one = page([el(3, "main").with([part(4, "clock"), part(5, "bar")])]);
    let mut other = one.clone();
    other.get(4).height = Some(160.0);
    other.get(5).height = Some(20.0);
    assert_eq!(
        findings(sheet, &one, &other),
        "html > body > main > div:nth-of-type(1): height is 160px instead of 60px: text-box\n\
         html > body > main > div:nth-of-type(2): height is 20px instead of 60px: calc-size\n"
    );
    let without = ".clock { color: red }";
    assert_eq!(
        findings(without, &one, &other),
        "html > body > main > div:nth-of-type(1): height is 160px instead of 60px: \n"
    );
}

#[test]
fn what_has_the_same_cause_is_the_same_finding() {
    let sheet = ".clock, .bar { text-box: trim-both cap alphabetic }";
    let far = |id: u64, inner: El| el(id, "section").with([el(id + 1, "div").with([inner])]);
    let between = el(20, "p").text("words").size(400.0, 60.0);
    let one = page([far(3, part(5, "clock")), between, far(6, part(8, "bar"))]);
    let mut other = one.clone();
    other.get(5).height = Some(160.0);
    other.get(8).height = Some(170.0);
    let all = findings(sheet, &one, &other);
    assert_eq!(all.lines().count(), 1, "{all}");
    assert!(all.ends_with(": text-box\n"), "{all}");
    let all = findings("", &one, &other);
    assert_eq!(all.lines().count(), 2, "{all}");
}

/// Two presses on buttons whose event never comes: the first shows in words and colors, the second in colors alone,
/// because the words have been wrong since the first.
#[test]
fn what_looks_different_while_its_cause_shows_is_the_same_finding() {
    let temp = tempfile::tempdir().expect("test data can be written and read");
    let dir = |name: &str| {
        let dir = temp.path().join(name);
        camino::Utf8PathBuf::try_from(dir).expect("test data can be written and read")
    };
    let choice = |id: u64, word: &str, is_chosen: bool| {
        let color = if is_chosen { "rgb(200, 0, 0)" } else { "rgb(0, 0, 0)" };
        let word = el(id + 1, "span").text(word).style("color", color).size(300.0, 40.0);
        el(id, "section").with([word])
    };
    let state = |said: &str, chosen: usize| {
        let said = el(10, "p").text(said).size(300.0, 40.0);
        page([choice(3, "one", chosen == 1), choice(6, "two", chosen == 2), said])
    };
    let reference = looks(&[state("none", 0), state("first", 1), state("second", 2)]);
    let dead = looks(&[state("none", 0), state("none", 0), state("none", 0)]);
    let missing = |event: u64| Divergence {
        page: 0,
        event: Some(event),
        kind: DivergenceKind::NoticeMissing,
        detail: "command never came (/html[1]/body[1]/p[1])".to_owned(),
        expected: None,
        actual: None,
        registered_by: None,
    };
    let sources = [("http://shop/a.js", SourceKind::Js, "p.addEventListener('command', say)")];
    let of = |engine: Engine, version: &str| RunHead {
        browser: RunBrowser::new(engine.into(), version),
        ..head(engine, 1)
    };
    let (one, other) = (of(Engine::Chromium, "156.0"), of(Engine::WebKit, "2.50.6"));
    write_with(&dir("one"), &one, &reference, &[], &sources);
    write_with(&dir("other"), &other, &dead, &[missing(1), missing(2)], &sources);
    let report = compare(&[dir("one"), dir("other")], Scope::Changed)
        .expect("test data can be written and read");
    let causes: Vec<&str> = report.xbis.iter().map(|it| it.cause.name.as_str()).collect();
    assert_eq!(causes, ["HTMLElement.command_event"], "{:#?}", report.xbis);
}

#[test]
fn an_error_is_not_the_reason_of_what_a_style_sheet_does() {
    let sheet = ".clock { text-box: trim-both cap alphabetic }";
    let one = page([part(4, "clock")]);
    let mut other = one.clone();
    other.get(4).height = Some(160.0);
    let error = Divergence {
        page: 0,
        event: None,
        kind: DivergenceKind::ErrorOnlyHere,
        detail: "scheduler.yield is not a function at http://shop/a.js:1:1".to_owned(),
        expected: None,
        actual: None,
        registered_by: None,
    };
    let told = findings_with(sheet, &one, &other, &[error]);
    assert!(told.ends_with(": text-box\n"), "{told}");
}
