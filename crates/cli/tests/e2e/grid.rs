//! Grids that give no browser, played by a scripted hub. Real ones are in `tests/grid`.

use std::time::{Duration, Instant};

use serde_json::json;
use xcheck_testkit::fake_driver::{FakeDriver, Reaction};

use crate::program::Xcheck;

const LIMIT: Duration = Duration::from_secs(20);

/// Records a tiny app on a grid.
fn record(hub: &FakeDriver) -> (Xcheck, Vec<String>) {
    let xcheck = Xcheck::new();
    let app = xcheck.temp.path().join("app");
    std::fs::create_dir(&app).unwrap();
    std::fs::write(app.join("index.html"), "<title>app</title>").unwrap();
    std::fs::write(xcheck.temp.path().join("drive.warr"), "click //html 1,1 1\n").unwrap();
    let args = ["record", "app", "--drive", "drive.warr", "-o", "a.xct", "--grid"];
    let mut args: Vec<String> = args.map(str::to_owned).to_vec();
    args.push(hub.url());
    (xcheck, args)
}

#[test]
fn a_grid_that_refuses_us_is_one_line_and_a_hint() {
    let hub = FakeDriver::start(vec![("GET", "/status", Reaction::Text(401, "who are you"))]);
    let (xcheck, args) = record(&hub);
    let output = xcheck.run(&args.iter().map(String::as_str).collect::<Vec<_>>());
    let words = String::from_utf8_lossy(&output.stderr).replace(&hub.url(), "HUB");
    assert_eq!(output.status.code(), Some(3), "{words}");
    let lines: Vec<&str> = words.lines().collect();
    let error =
        "error: cannot start Chromium: the grid at HUB refuses user name and password (HTTP 401)";
    assert_eq!(lines[0], error);
    assert!(lines[1].starts_with("hint: "), "{words}");
    assert_eq!(lines.len(), 2);
}

#[test]
fn a_killed_xcheck_leaves_no_session() {
    let page = json!({"width": 1280, "height": 720});
    let hub = FakeDriver::start(vec![("POST", "/execute/sync", Reaction::Value(page))]);
    let (xcheck, args) = record(&hub);
    let mut child = xcheck.start(&args.iter().map(String::as_str).collect::<Vec<_>>());
    // The scripted browser never comes to the proxy, so it is waited for.
    until(|| hub.command("/execute/sync").is_some());
    child.kill().unwrap();
    child.wait().unwrap();
    until(|| hub.commands().iter().any(|it| it == "DELETE /session/fake"));
}

fn until(is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < LIMIT);
        std::thread::yield_now();
    }
}
