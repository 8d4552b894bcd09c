//! What comes of something else, and what goes away by itself.

use serde_json::json;
use xcheck_model::engine::Engine;
use xcheck_model::run::{Divergence, DivergenceKind};

use crate::page::{El, el, page};
use crate::run::{Look, Runs, compared, head, looks, write};

fn line(id: u64, text: &str) -> El {
    el(id, "p").text(text).size(600.0, 30.0)
}

#[test]
fn what_goes_away_by_itself_is_no_finding() {
    let state = |shift: f64, words: &str| {
        let mut toast = el(5, "div").text("Sent").size(200.0, 40.0);
        toast.shift.0 = shift;
        page([line(3, words), toast])
    };
    let reference = [state(0.0, "a"), state(0.0, "b"), state(0.0, "c")];
    let passing = [state(0.0, "a"), state(300.0, "b"), state(0.0, "c")];
    assert_eq!(Runs::of_states(&reference, &passing).findings(), "");
    let staying = [state(0.0, "a"), state(300.0, "b"), state(300.0, "c")];
    assert_eq!(Runs::of_states(&reference, &staying).findings().lines().count(), 1);
    // Somebody changed it.
    let mut reference = reference;
    let mut changed = passing;
    for states in [&mut reference, &mut changed] {
        states[2].get(5).text = "Sent again".to_owned();
    }
    assert_eq!(Runs::of_states(&reference, &changed).findings().lines().count(), 1);
}

#[test]
fn what_is_done_with_a_field_is_told_with_it() {
    let state = |value: &str, n_rows: u64| {
        let mut field = el(4, "input").size(200.0, 30.0);
        field.form = Some(json!({ "value": value }));
        let rows = (0..n_rows).map(|row| line(20 + row, &format!("row {row}")));
        page([field, el(6, "section").with(rows)])
    };
    let runs = Runs::of_states(
        &[state("", 1), state("25", 1), state("", 2)],
        &[state("", 1), state("25t", 1), state("", 1)],
    );
    let all = runs.findings();
    assert_eq!(all.lines().count(), 1, "{all}");
}

#[test]
fn words_that_are_told_again_are_the_same_finding() {
    let state = |name: &str, is_logged: bool| {
        let log = line(40, &format!("{name}: queen seen"));
        let logged = is_logged.then_some(el(8, "div").with([log]));
        let nested = el(6, "div").with([line(4, name)]);
        page([line(3, "Hives"), nested].into_iter().chain(logged))
    };
    let runs = Runs::of_states(
        &[state("Dovecote", false), state("Dovecote", true)],
        &[state("Number three", false), state("Number three", true)],
    );
    let all = runs.findings();
    assert_eq!(all.lines().count(), 1, "{all}");
}

#[test]
fn what_was_there_before_is_there_no_matter_how_often_it_is_made_anew() {
    let state = |first: u64, name: &str| page([line(3, "Hives"), line(first, name)]);
    let states = |name: &str| [10, 11, 12].map(|id| state(id, name));
    let runs = Runs::of_states(&states("Dovecote"), &states("Number three"));
    let all = runs.findings();
    assert_eq!(all.lines().count(), 1, "{all}");
    assert!(all.ends_with("at 0x3\n"), "{all}");
}

#[test]
fn letters_of_another_size_are_a_finding() {
    let heading = |width: f64, height: f64| {
        let words = el(5, "h2").text("Open all winter").size(600.0, 60.0);
        (page([line(3, "Lifts"), words]), [0.0, 30.0, width, height])
    };
    let look = |(state, bounds): (El, [f64; 4])| {
        let mut look = looks(&[state]).remove(0);
        let nodes = look.observation.as_mut().expect("it was seen")["nodes"].as_array_mut();
        for node in nodes.expect("it has nodes") {
            if node["text"] == "Open all winter" {
                node["box"] = json!(bounds);
            }
        }
        look
    };
    let told = |one: [f64; 2], other: [f64; 2]| {
        let (one, other) = (heading(one[0], one[1]), heading(other[0], other[1]));
        Runs::new(&[look(one)], &[look(other)]).findings()
    };
    assert_eq!(
        told([200.0, 24.0], [400.0, 48.0]),
        "minor image: html > body > h2: size of the letters is 48px instead of 24px, at 0x1\n"
    );
    assert_eq!(told([200.0, 24.0], [210.0, 25.0]), "");
    // In two lines, and in two columns.
    assert_eq!(told([200.0, 24.0], [120.0, 48.0]), "");
    assert_eq!(told([200.0, 24.0], [590.0, 48.0]), "");
}

#[test]
fn a_control_with_its_own_look_in_one_browser_is_a_finding() {
    let select = |appearance: &str| {
        page([line(3, "Hire"), el(4, "select").size(200.0, 30.0).style("appearance", appearance)])
    };
    assert_eq!(
        compared(&select("base-select"), &select("auto")),
        "minor image: html > body > select: appearance is auto instead of base-select, at 0x1\n"
    );
    assert_eq!(compared(&select("menulist"), &select("auto")), "");
}

#[test]
fn a_click_that_hits_something_else_is_a_finding_unless_it_is_chance() {
    let temp = tempfile::tempdir().expect("test data can be written and read");
    let dir = |name: &str| {
        camino::Utf8PathBuf::try_from(temp.path().join(name))
            .expect("test data can be written and read")
    };
    let states = looks(&[page([line(3, "Pond"), line(4, "Reeds")])]);
    let not_hit = Divergence {
        page: 0,
        event: Some(0),
        kind: DivergenceKind::TargetNotHit,
        detail: "click p (/html[1]/body[1]/p[2])".to_owned(),
        expected: None,
        actual: None,
        registered_by: None,
    };
    write(&dir("one"), &head(Engine::Chromium, 1), &states, &[]);
    write(&dir("again"), &head(Engine::Firefox, 1), &states, std::slice::from_ref(&not_hit));
    write(&dir("without"), &head(Engine::Firefox, 1), &states, &[]);
    let high = looks(&[page([line(3, "Pond").size(400.0, 300.0), line(4, "Reeds")])]);
    write(&dir("high"), &head(Engine::Firefox, 1), &high, std::slice::from_ref(&not_hit));
    write(&dir("other"), &head(Engine::Firefox, 1), &states, std::slice::from_ref(&not_hit));
    let findings = |dirs: &[&str]| {
        let dirs: Vec<_> = dirs.iter().map(|it| dir(it)).collect();
        let report = xcheck_compare::compare(&dirs, xcheck_compare::Scope::Changed);
        crate::run::told(&report.expect("test data can be written and read"))
    };
    assert_eq!(
        findings(&["one", "other", "again"]),
        "critical behavior: html > body > p:nth-of-type(2): what a click hits is something else instead of the element itself, at 0x1\n"
    );
    assert_eq!(findings(&["one", "other", "without"]), "");
    let with_reason = findings(&["one", "high"]);
    assert_eq!(with_reason.lines().count(), 1, "{with_reason}");
}

#[test]
fn keys_that_go_elsewhere_are_a_finding_unless_it_is_chance() {
    let temp = tempfile::tempdir().expect("test data can be written and read");
    let dir = |name: &str| {
        camino::Utf8PathBuf::try_from(temp.path().join(name))
            .expect("test data can be written and read")
    };
    let states = looks(&[page([line(3, "Pond"), line(4, "Reeds")])]);
    let elsewhere = Divergence {
        page: 0,
        event: Some(0),
        kind: DivergenceKind::FocusElsewhere,
        detail: "press Enter in p (/html[1]/body[1]/p[2])".to_owned(),
        expected: None,
        actual: None,
        registered_by: None,
    };
    write(&dir("one"), &head(Engine::Chromium, 1), &states, &[]);
    write(&dir("other"), &head(Engine::Firefox, 1), &states, std::slice::from_ref(&elsewhere));
    let letter = Divergence {
        detail: "type \"j\" into p (/html[1]/body[1]/p[2])".to_owned(),
        ..elsewhere.clone()
    };
    write(&dir("letter"), &head(Engine::Firefox, 1), &states, std::slice::from_ref(&letter));
    write(&dir("without"), &head(Engine::Firefox, 1), &states, &[]);
    let findings = |dirs: &[&str]| {
        let dirs: Vec<_> = dirs.iter().map(|it| dir(it)).collect();
        let report = xcheck_compare::compare(&dirs, xcheck_compare::Scope::Changed);
        crate::run::told(&report.expect("test data can be written and read"))
    };
    assert_eq!(
        findings(&["one", "other"]),
        "critical behavior: html > body > p:nth-of-type(2): where keys go is something else instead of the element itself, at 0x1\n"
    );
    assert_eq!(findings(&["one", "other", "without"]), "");
    // The page hears it wherever it goes.
    assert_eq!(findings(&["one", "letter"]), "");
}

#[test]
fn what_one_browser_saw_before_the_other_is_not_lost() {
    let whole = |words: &str| page([line(3, "Hives"), line(4, words)]);
    let early = looks(&[whole("a"), whole("b")]);
    // The reference has nothing to tell of the first moment.
    let mut late = looks(&[whole("b")]);
    late.insert(0, Look { is_absent: true, ..Look::default() });
    assert_eq!(Runs::new(&late, &early).findings(), "");
    assert_eq!(Runs::new(&early[..], &late).findings(), "");
}
