//! Nothing is left running, however the program ends.

use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::check::report;
use crate::program::{Xcheck, eventually};

fn pid(child: &std::process::Child) -> Pid {
    Pid::from_child(child)
}

fn is_browser(line: &str) -> bool {
    let program = line.split(' ').next().unwrap_or_default();
    let name = program.rsplit('/').next().unwrap_or_default();
    ["chromium", "firefox-esr", "firefox", "MiniBrowser"].contains(&name)
}

#[test]
fn ctrl_c_ends_browsers_and_says_130() {
    for browser in ["chromium", "firefox", "webkit"] {
        let xcheck = Xcheck::new();
        let mut child = xcheck.start(&["demo", "--browsers", browser]);
        assert!(
            eventually(|| xcheck.processes().iter().any(|line| is_browser(line))),
            "{browser} starts"
        );
        kill_process(pid(&child), Signal::INT).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{browser}");
        xcheck.assert_nothing_left();
    }
}

#[test]
fn an_interrupted_check_reports_what_is_done() {
    let xcheck = Xcheck::new();
    let app = xcheck.temp.path().join("app");
    std::fs::create_dir(&app).unwrap();
    std::fs::write(app.join("index.html"), "<!doctype html><title>App</title><h1>App</h1>")
        .unwrap();
    // One after the other, so that there is something left to do.
    let args = ["check", "app", "--browsers", "chromium,firefox", "--workers", "1"];
    let mut child = xcheck.start(&[&args[..], &["--max-states", "1"]].concat());
    let out = xcheck.temp.path().join("xcheck-report");
    assert!(eventually(|| out.join("runs/1/firefox").exists()), "one replay is done");
    kill_process(pid(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let report = report(&out);
    assert_eq!(report["partial"], "interrupted");
    assert_eq!(report["sessions"][0]["runs"]["chromium"], "runs/1/chromium", "{report:#}");
    assert!(out.join("index.html").is_file());
    xcheck.assert_nothing_left();
}

/// Killed at random moments of starting, working and ending. `KILL_ROUNDS` says how often.
#[test]
fn a_killed_xcheck_leaves_nothing() {
    let n_rounds: u64 =
        std::env::var("KILL_ROUNDS").map_or(12, |rounds| rounds.parse().expect("a number"));
    // A fixed sequence, so that a failure can be repeated.
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for round in 0..n_rounds {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let browser = ["chromium", "firefox", "webkit"][(round % 3) as usize];
        let moment = Duration::from_millis((random >> 33) % 5000);
        let xcheck = Xcheck::new();
        let mut child = xcheck.start(&["demo", "--browsers", browser]);
        // The moment itself is what is tested, so there is no condition to wait for.
        std::thread::sleep(moment);
        let _ = kill_process(pid(&child), Signal::KILL);
        child.wait().unwrap();
        let is_gone = eventually(|| xcheck.processes().is_empty());
        assert!(is_gone, "round {round}, {browser} after {moment:?}: {:#?}", xcheck.processes());
    }
}
