//! Pages that behave where they were recorded and do not where they are replayed.

use std::time::Instant;

use xcheck_model::engine::Engine;
use xcheck_model::run::DivergenceKind;
use xcheck_testkit::matrix;

use crate::hand::Do;
use crate::harness::Played;
use crate::support::{ALL_OF_IT, CLICK, Marked, record, site};

const SAID: &[Do] = &[Do::Until("document.title === 'said'")];

/// Both engines that the page is not recorded in.
fn play(body: &'static str, does: &'static [Do], check: impl Fn(Engine, &Played)) {
    if !matrix::is_wanted(Engine::Chromium) {
        return;
    }
    matrix::block_on(async {
        let site = site(body).await;
        let marked = Marked::new();
        let trace = record(&marked.bench, &site, does).await;
        for player in [Engine::Firefox, Engine::WebKit] {
            if !matrix::is_wanted(player) {
                continue;
            }
            let began = Instant::now();
            let name = format!("run-{player}");
            let replay = marked.bench.try_replay(player, &trace, &name);
            let outcome = tokio::time::timeout(ALL_OF_IT, replay).await;
            let played = outcome.unwrap_or_else(|_| panic!("{player}: no end")).unwrap();
            println!("{player}: {:?} after {:?}", played.trouble(), began.elapsed());
            check(player, &played);
        }
        marked.end().await;
    });
}

fn has(played: &Played, kind: DivergenceKind) -> bool {
    played.replayed.divergences.iter().any(|found| found.kind == kind)
}

#[test]
fn a_page_that_never_returns() {
    let body = "<script>setTimeout(function block() {
        while (!there);
        setTimeout(function rest() { document.title = 'said'; }, 20);
        }, 20);</script>";
    play(body, SAID, |player, played| {
        assert!(!played.replayed.outcome.is_complete, "{player}");
        assert!(has(played, DivergenceKind::TimedOut), "{player}: {:?}", played.trouble());
    });
}

#[test]
fn a_page_that_never_returns_from_a_click() {
    let body = "<button id=go style='width: 100px; height: 50px'>go</button><script>
        go.onclick = () => { while (!there); document.title = 'said'; };
        </script>";
    play(body, CLICK, |player, played| {
        assert!(!played.replayed.outcome.is_complete, "{player}");
        assert!(has(played, DivergenceKind::TimedOut), "{player}: {:?}", played.trouble());
    });
}

#[test]
fn a_storm_of_alerts() {
    let body = "<script>setTimeout(function storm() {
        for (let i = 0; i < 500 && !there; i++) alert(i), confirm(i), prompt(i);
        setTimeout(function rest() { document.title = 'said'; document.body.append('rest'); }, 20);
        }, 20);</script>";
    play(body, SAID, |player, played| {
        assert!(played.replayed.outcome.is_complete, "{player}: {:?}", played.trouble());
        assert!(has(played, DivergenceKind::EventsDiffer), "{player}: {:?}", played.trouble());
        assert!(played.text(0).contains("rest"), "{player}: {}", played.text(0));
    });
}

#[test]
fn an_endless_reload() {
    let body = "<script>
        setTimeout(function rest() { document.title = 'said'; }, 20);
        if (!there) location.reload();
        </script>";
    play(body, SAID, |player, played| {
        assert!(!played.replayed.outcome.is_complete, "{player}: {:?}", played.trouble());
        assert!(has(played, DivergenceKind::NavigationSurplus), "{player}: {:?}", played.trouble());
    });
}

#[test]
fn an_endless_microtask() {
    let body = "<script>setTimeout(function block() {
        const again = () => Promise.resolve().then(again);
        if (!there) again();
        setTimeout(function rest() { document.title = 'said'; }, 20);
        }, 20);</script>";
    play(body, SAID, |player, played| {
        assert!(!played.replayed.outcome.is_complete, "{player}");
        assert!(has(played, DivergenceKind::TimedOut), "{player}: {:?}", played.trouble());
    });
}

#[test]
fn a_page_that_asks_before_it_is_left() {
    let body = "<button id=go style='width: 100px; height: 50px'>go</button><script>
        if (!there) addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay'; });
        go.onclick = () => { location.href = '/next'; };
        </script>";
    const DOES: &[Do] = &[Do::Click(50, 25), Do::Until("document.title === 'next'")];
    play(body, DOES, |player, played| {
        let outcome = &played.replayed.outcome;
        assert!(outcome.is_complete || outcome.reason.is_some(), "{player}");
    });
}

#[test]
fn a_window_that_closes_itself() {
    let body = "<script>setTimeout(function gone() {
        if (!there) { open('', '_self'); close(); document.documentElement.remove(); }
        setTimeout(function rest() { document.title = 'said'; }, 20);
        }, 20);</script>";
    play(body, SAID, |player, played| {
        let outcome = &played.replayed.outcome;
        assert!(outcome.is_complete || outcome.reason.is_some(), "{player}");
    });
}

/// What the agent uses is taken away after it has started.
#[test]
fn a_page_that_breaks_the_built_ins() {
    let body = "<button id=go style='width: 100px; height: 50px'>go</button><script>
        if (!there) {
          for (const name of ['map', 'push', 'forEach', 'indexOf', 'splice']) Array.prototype[name] = () => { throw new Error('broken'); };
          JSON.stringify = JSON.parse = Function.prototype.call = Function.prototype.apply = () => { throw new Error('broken'); };
          Object.defineProperty(Object.prototype, 'get', { get() { throw new Error('broken'); } });
          document.querySelector = document.evaluate = document.elementFromPoint = () => null;
          window.WebSocket = window.MessageChannel = undefined;
        }
        go.onclick = () => setTimeout(function rest() { document.title = 'said'; document.body.append('rest' + Math.random()); }, 20);
        </script>";
    play(body, CLICK, |player, played| {
        assert_eq!(played.trouble(), [""; 0], "{player}");
        assert!(played.text(0).contains("rest0."), "{player}: {}", played.text(0));
    });
}
