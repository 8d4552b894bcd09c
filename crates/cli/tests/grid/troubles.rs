//! What goes wrong on a grid: retried, or told in one line; never a hang, a lost result, or a session left open.

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use xcheck_browser::webdriver::{Client, CommandLimits, Credentials, Session};
use xcheck_model::engine::Engine;
use xcheck_testkit::grid::{GridOptions, RealGrid};

use crate::program::{Place, app, findings, with_grid};

const USUAL: i32 = 1;
const ENVIRONMENT: i32 = 3;

fn chromium_and_firefox(n_nodes: usize) -> GridOptions {
    let engines = vec![Engine::Chromium, Engine::Firefox];
    GridOptions { engines, ..GridOptions::nodes(n_nodes) }
}

/// A trace made here, and what a check of it finds here.
async fn recorded(place: &Place) -> (String, Vec<String>) {
    let (folder, drive) = app("bike-care");
    let browsers = ["--browsers", "chromium,firefox"];
    let args = [&["--grid", "local", "--drive", &drive, &folder][..], &browsers].concat();
    let (report, exit) = place.check("here", &args).await;
    assert_eq!(exit, USUAL);
    ("here/sessions-1/1.xct".to_owned(), findings(&report))
}

/// Checks a trace, does something to the grid in the middle of a replay, and expects to see nothing of it.
async fn survives(grid: &mut RealGrid, place: &Place, harm: impl AsyncFnOnce(&mut RealGrid)) {
    let (trace, expected) = recorded(place).await;
    let args =
        ["check", &trace, "--browsers", "chromium,firefox", "--out", "there", "--workers", "2"];
    let child = place.start(&args);
    place.until_there("there/runs/1/firefox/run.json").await;
    harm(grid).await;
    let output = place.ended(child).await;
    let words = String::from_utf8_lossy(&output.stderr);
    let report = place.report("there", &output);
    assert_eq!(output.status.code(), Some(USUAL), "{words}");
    assert_eq!(report.get("partial"), None, "{words}");
    assert_eq!(findings(&report), expected, "{words}");
}

#[test]
fn a_node_that_is_killed_costs_nothing_but_time() {
    with_grid(chromium_and_firefox(2), async |grid, place| {
        survives(grid, place, async |grid| grid.kill_node().await).await;
        grid.until_empty().await;
    });
}

#[test]
fn a_hub_that_is_started_again_costs_nothing_but_time() {
    with_grid(chromium_and_firefox(1), async |grid, place| {
        survives(grid, place, async |grid| grid.restart_hub().await).await;
        grid.until_empty().await;
    });
}

/// One line and a hint on standard error say what is wrong.
async fn complains(place: &Place, config: &str, browsers: &str) -> String {
    let (trace, _) = recorded(place).await;
    place.write("other.toml", config);
    let args =
        ["check", &trace, "--config", "other.toml", "--browsers", browsers, "--out", "there"];
    let output = place.run(&args).await;
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(ENVIRONMENT), "{words}");
    assert!(words.contains("hint: "), "{words}");
    let line = words.lines().find(|line| line.contains("does not start: "));
    line.unwrap_or_else(|| panic!("{words}")).to_owned()
}

#[test]
fn a_full_grid_is_told() {
    let options = GridOptions { engines: vec![Engine::Chromium], ..GridOptions::nodes(1) };
    with_grid(options, async |grid, place| {
        let client = Client::remote(&grid.url(), None).unwrap();
        let options = json!({"args": ["--headless=new", "--no-sandbox"]});
        let wanted = json!({"browserName": "chrome", "goog:chromeOptions": options});
        let limits = CommandLimits::GENEROUS;
        let theirs = Session::start(client, Engine::Chromium, wanted, limits).await.unwrap();
        let config = grid.config().replace("[grid]\n", "[grid]\nqueue = 3\n");
        let line = complains(place, &config, "chromium").await;
        assert!(line.ends_with("no slot for chrome came free within 3 s"), "{line}");
        theirs.delete().await.unwrap();
        grid.until_empty().await;
    });
}

#[test]
fn a_wrong_password_is_told() {
    let ada = Credentials { user: "ada".to_owned(), password: "secret".to_owned() };
    let options = GridOptions {
        credentials: Some(ada),
        engines: vec![Engine::Chromium],
        ..GridOptions::nodes(1)
    };
    with_grid(options, async |grid, place| {
        let with = |user: &str| grid.config().replace("http://", &format!("http://{user}@"));
        let line = complains(place, &with("ada:guess"), "chromium").await;
        assert!(line.ends_with("refuses user name and password (HTTP 401)"), "{line}");
        assert!(!line.contains("guess"));
        place.write("right.toml", &with("ada:secret"));
        let (folder, drive) = app("bike-care");
        let args = ["record", &folder, "--drive", &drive, "--config", "right.toml", "-o", "a.xct"];
        let output = place.run(&args).await;
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        grid.until_empty().await;
    });
}

#[test]
fn an_engine_that_is_not_on_offer_is_told_and_the_others_are_checked() {
    with_grid(chromium_and_firefox(1), async |grid, place| {
        let line = complains(place, &grid.config(), "chromium,firefox,webkit").await;
        let expected = "the grid does not offer MiniBrowser; it offers chrome linux, firefox linux";
        assert!(line.ends_with(expected), "{line}");
        let (report, _) = place.check("again", &["here/sessions-1/1.xct"]).await;
        assert!(report["xbis"].as_array().unwrap().iter().any(|it| it["browser"] == "firefox"));
        assert_eq!(grid.n_sessions().await, 0);
    });
}

#[test]
fn whatever_ends_xcheck_ends_its_sessions() {
    with_grid(chromium_and_firefox(1), async |grid, place| {
        let (trace, _) = recorded(place).await;
        for signal in [Signal::INT, Signal::TERM, Signal::KILL] {
            let args = ["check", &trace, "--browsers", "chromium,firefox", "--out", "there"];
            let child = place.start(&args);
            grid.until_used().await;
            kill_process(Pid::from_child(&child), signal).unwrap();
            place.ended(child).await;
            grid.until_empty().await;
        }
    });
}
