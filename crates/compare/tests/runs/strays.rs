//! A reference that does not do what was recorded in it says nothing from there on.

use camino::Utf8PathBuf;
use xcheck_compare::{Report, Scope, compare};
use xcheck_model::engine::Engine;
use xcheck_model::run::{Divergence, DivergenceKind};

use crate::page::{El, el, page};
use crate::run::{head, looks, told, write};

fn state((title, words): (&str, &str)) -> El {
    let title = el(3, "h1").text(title).size(600.0, 40.0);
    page([title, el(4, "p").text(words).size(600.0, 30.0)])
}

/// Two browsers with these divergences, which show other words at the first and the third step.
fn report(reference: &[Divergence], test: &[Divergence], recorded_in: &str) -> Report {
    let temp = tempfile::tempdir().expect("test data can be written and read");
    let dir = |name: &str| {
        Utf8PathBuf::try_from(temp.path().join(name)).expect("test data can be written and read")
    };
    let pages = |title, last| looks(&[(title, ""), (title, "Reeds"), (title, last)].map(state));
    for (name, engine, looks, divergences) in [
        ("one", Engine::Chromium, pages("Pond", "Two ducks"), reference),
        ("other", Engine::Firefox, pages("Lake", "No bird at all"), test),
    ] {
        let mut head = head(engine, 1);
        head.trace.recorder.browser = recorded_in.to_owned();
        write(&dir(name), &head, &looks, divergences);
    }
    compare(&[dir("one"), dir("other")], Scope::Changed).expect("test data can be compared")
}

fn divergence(event: u64, kind: DivergenceKind) -> Divergence {
    Divergence {
        page: 0,
        event: Some(event),
        kind,
        detail: "setTimeout of event 1".to_owned(),
        expected: None,
        actual: None,
        registered_by: None,
    }
}

#[test]
fn what_comes_after_a_reference_left_its_recording_is_not_compared() {
    let missing = [
        divergence(2, DivergenceKind::ErrorOnlyHere),
        divergence(1, DivergenceKind::CallbackMissing),
    ];
    let report = report(&missing, &[], "chromium");
    assert_eq!(
        told(&report),
        "major text: html > body > h1 says \"Lake\" instead of \"Pond\", at 0x1\n"
    );
    let strays: Vec<String> = report.strays.iter().map(xcheck_compare::Stray::text).collect();
    assert_eq!(
        strays,
        [
            "it did not do what was recorded from event 1 of page 0 on, so that this is not compared: callback was never registered: setTimeout of event 1"
        ]
    );
}

#[test]
fn what_says_little_leaves_nothing_out() {
    let missing = [divergence(1, DivergenceKind::CallbackMissing)];
    let scrolled = [divergence(1, DivergenceKind::NoticeMissing)];
    for report in [
        report(&scrolled, &[], "chromium"),
        // What was recorded elsewhere says nothing about what this browser should do.
        report(&missing, &[], "firefox"),
    ] {
        assert_eq!(told(&report).lines().count(), 2, "{}", told(&report));
        assert_eq!(report.strays, []);
    }
}
