//! Figure 5 of the X-Check paper: a handler that fails before it sets its timer, and one that does not.
//!
//! Whichever timer fires first, the second one runs its own callback with its own random number.

use xcheck_model::engine::Engine;
use xcheck_model::run::DivergenceKind;
use xcheck_trace::run::InputMode;

use crate::case::{Case, Scene, play};
use crate::hand::Do;

/// The color picker is in Chromium alone.
const PAGE: &str = "<button id=elem0 style='position: absolute; left: 0; top: 0; width: 100px; height: 50px'>0</button>
    <button id=elem1 style='position: absolute; left: 0; top: 60px; width: 100px; height: 50px'>1</button><script>
    elem0.addEventListener('click', () => {
      const picker = new EyeDropper();
      setTimeout(function fn0() { if (picker) say('fn0=' + (Math.random() * 200 + 200)); document.title += '0'; }, 600);
    });
    elem1.addEventListener('click', () => {
      setTimeout(function fn1() { say('fn1=' + (Math.random() * 2000 + 2000)); document.title += '1'; }, 1200);
    });
    </script>";

/// Both clicks come before both timers.
const TRACE_1: Case = Case {
    page: PAGE,
    does: &[Do::Click(50, 25), Do::Click(50, 85), Do::Until("document.title.endsWith('01')")],
    told: &[],
    says: "",
};
/// The second click comes after the first timer.
const TRACE_2: Case = Case {
    page: PAGE,
    does: &[
        Do::Click(50, 25),
        Do::Until("document.title.endsWith('0')"),
        Do::Click(50, 85),
        Do::Until("document.title.endsWith('01')"),
    ],
    told: &[],
    says: "",
};

#[test]
fn trace_1_in_chromium() {
    hold_alike(&TRACE_1);
}

#[test]
fn trace_1_in_firefox() {
    hold(Engine::Firefox, &TRACE_1);
}

#[test]
fn trace_1_in_webkit() {
    hold(Engine::WebKit, &TRACE_1);
}

#[test]
fn trace_2_in_chromium() {
    hold_alike(&TRACE_2);
}

#[test]
fn trace_2_in_firefox() {
    hold(Engine::Firefox, &TRACE_2);
}

#[test]
fn trace_2_in_webkit() {
    hold(Engine::WebKit, &TRACE_2);
}

fn hold_alike(case: &'static Case) {
    let scene = play(Engine::Chromium, Engine::Chromium, case, InputMode::Native);
    let Some(Scene { played, said, recorded }) = scene else { return };
    assert_eq!(played.trouble(), [""; 0]);
    assert_eq!(said, recorded, "as recorded");
}

fn hold(player: Engine, case: &'static Case) {
    let scene = play(Engine::Chromium, player, case, InputMode::Native);
    let Some(Scene { played, said, recorded }) = scene else { return };
    let told = played.divergences();
    assert!(played.replayed.outcome.is_complete, "{told:#?}");
    let found = &played.replayed.divergences;
    let kinds: Vec<DivergenceKind> = found.iter().map(|found| found.kind).collect();
    assert_eq!(
        kinds,
        [DivergenceKind::ErrorOnlyHere, DivergenceKind::CallbackMissing],
        "{player}: {told:#?}"
    );
    assert!(found[0].detail.contains("EyeDropper"), "{told:#?}");
    let by = found[1].registered_by.as_ref().unwrap();
    assert_eq!(by.function, "fn0", "{told:#?}");
    assert_eq!(found[0].event, Some(by.event), "the error is told at the click that set no timer");
    // Its own callback, with its own number.
    let own = recorded.split(' ').find(|word| word.starts_with("fn1=")).unwrap();
    assert_eq!(said, own, "{told:#?}");
}
