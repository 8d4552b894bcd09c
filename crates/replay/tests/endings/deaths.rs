//! Browsers that are killed while they replay.

use std::time::{Duration, Instant};

use xcheck_model::engine::Engine;
use xcheck_model::run::DivergenceKind;
use xcheck_testkit::matrix;

use crate::support::{ALL_OF_IT, CLICK, CLICKED, Marked, Numbers, is_all, record, site};

#[test]
fn chromium() {
    killed_at_random_moments(Engine::Chromium, 0x9e37_79b9_7f4a_7c15);
}

#[test]
fn firefox() {
    killed_at_random_moments(Engine::Firefox, 0x1234_5678_9abc_def1);
}

#[test]
fn webkit() {
    killed_at_random_moments(Engine::WebKit, 0x0fed_cba9_8765_4321);
}

fn killed_at_random_moments(player: Engine, seed: u64) {
    if !matrix::is_wanted(Engine::Chromium) || !matrix::is_wanted(player) {
        return;
    }
    let n_rounds = if is_all() { 34 } else { 1 };
    let mut numbers = Numbers(seed);
    matrix::block_on(async {
        let site = site(CLICKED).await;
        let marked = Marked::new();
        let trace = record(&marked.bench, &site, CLICK).await;
        for round in 0..n_rounds {
            let moment = Duration::from_millis(numbers.below(500));
            let began = Instant::now();
            let name = format!("run-{round}");
            let run = marked.bench.path(&name).join("run.json");
            let kill = async {
                // The run is begun when the browser is there, and not before.
                while !run.exists() && began.elapsed() < ALL_OF_IT {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                // The moment itself is what is tested, so there is no condition to wait for.
                tokio::time::sleep(moment).await;
                marked.kill_browsers()
            };
            let replay = marked.bench.try_replay(player, &trace, &name);
            let (outcome, is_killed) = tokio::join!(tokio::time::timeout(ALL_OF_IT, replay), kill);
            let words = format!("round {round}, {player} killed after {moment:?} ({is_killed})");
            let outcome = outcome.unwrap_or_else(|_| panic!("{words}: no end"));
            let took = began.elapsed();
            match outcome {
                // One clear error.
                Err(error) => println!("{words}: {} after {took:?}", matrix::chain(&error)),
                Ok(played) => {
                    println!("{words}: {:?} after {took:?}", played.trouble());
                    let died = |one: &xcheck_model::run::Divergence| {
                        one.kind == DivergenceKind::BrowserDied
                    };
                    let is_told = played.replayed.divergences.iter().any(died);
                    let outcome = &played.replayed.outcome;
                    assert!(outcome.is_complete || outcome.reason.is_some(), "{words}");
                    let is_whole = outcome.is_complete && played.text(0).contains('.');
                    assert!(is_told || is_whole, "{words}: {:?}", played.trouble());
                }
            }
        }
        marked.end().await;
    });
}
