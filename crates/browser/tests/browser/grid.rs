//! A grid on its bad days, played by a scripted hub. Real ones are in `crates/cli/tests/grid`.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use xcheck_browser::grid::{GridConfig, GridError};
use xcheck_browser::launch::{LaunchLimits, ProxyKey, ProxyRoute, StartError, StartErrorKind};
use xcheck_browser::webdriver::{CommandErrorKind, CommandLimits, Credentials};
use xcheck_browser::{BrowserConfig, Launcher, LauncherConfig};
use xcheck_model::browser_name::BrowserName;
use xcheck_testkit::fake_driver::{FakeDriver, Reaction};
use xcheck_testkit::matrix::{self, chain};

const SHORT: Duration = Duration::from_secs(1);
const LIMIT: Duration = Duration::from_secs(20);

type Rule = (&'static str, &'static str, Reaction);

/// A hub with one node for Chromium, whose slot is free or not.
fn status(session: Option<&str>) -> Rule {
    let session = session.map(|id| json!({"sessionId": id, "capabilities": {"se:name": "other"}}));
    let stereotype = json!({"browserName": "chrome", "platformName": "linux"});
    let slots = json!([{"stereotype": stereotype, "session": session}]);
    let node = json!({"uri": "http://127.0.0.1:1", "availability": "UP", "maxSessions": 1, "slots": slots});
    ("GET", "/status", Reaction::Value(json!({"ready": true, "nodes": [node]})))
}

/// What pages answer: their size, and what is around them.
fn page(zone: &str) -> Rule {
    let answer = json!({"width": 1280, "height": 720, "zone": zone, "language": "en-US", "ratio": 1, "fonts": true});
    ("POST", "/execute/sync", Reaction::Value(answer))
}

fn launcher(hub: &str) -> Launcher {
    let credentials = Credentials { user: "ada".to_owned(), password: "secret".to_owned() };
    let grid = GridConfig {
        url: hub.to_owned(),
        credentials: Some(credentials),
        listen: None,
        address: None,
        queue: SHORT,
        capabilities: json!({"cloud:options": {"build": 7}}),
        browsers: [].into(),
    };
    let commands =
        CommandLimits { new_session: SHORT, page_load: SHORT, script: SHORT, command: SHORT };
    let limits = LaunchLimits { driver_ready: SHORT, commands, ..LaunchLimits::GENEROUS };
    Launcher::new(LauncherConfig { limits, grid: Some(grid), ..matrix::launcher_config() })
}

fn chromium() -> BrowserName {
    "chromium".parse().unwrap()
}

async fn refused(rules: Vec<Rule>, name: &str) -> (StartError, FakeDriver) {
    let hub = FakeDriver::start(rules);
    let launcher = launcher(&hub.url());
    let name: BrowserName = name.parse().unwrap();
    let error = launcher.start(name, &BrowserConfig::PLAIN).await.unwrap_err();
    launcher.end().await.unwrap();
    (error, hub)
}

fn line(error: &StartError) -> String {
    assert!(error.hint().is_some(), "{error:?}");
    let text = chain(error);
    assert_eq!(text.lines().count(), 1);
    text
}

fn n_of(hub: &FakeDriver, command: &str) -> usize {
    hub.commands().iter().filter(|it| *it == command).count()
}

async fn until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < LIMIT, "{what}");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_session_is_asked_for_as_hubs_want_it_and_deleted() {
    let hub = FakeDriver::start(vec![status(None), page("Europe/Berlin")]);
    let launcher = launcher(&hub.url());
    let name: BrowserName = "chromium/linux".parse().unwrap();
    let browser = launcher.start(name, &BrowserConfig::PLAIN).await.unwrap();
    assert_eq!(browser.surroundings(), ["time zone Europe/Berlin"]);
    let request = hub.command("/session").unwrap();
    let header = |name: &str| request.header(name).map(str::to_owned);
    assert_eq!(header("content-type").as_deref(), Some("application/json; charset=utf-8"));
    assert_eq!(header("authorization").as_deref(), Some("Basic YWRhOnNlY3JldA=="));
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    let wanted = &body["capabilities"]["alwaysMatch"];
    assert_eq!(wanted["platformName"], "linux");
    assert_eq!(wanted["cloud:options"], json!({"build": 7}));
    assert_eq!(wanted["goog:chromeOptions"].get("binary"), None);
    browser.quit().await.unwrap();
    launcher.end().await.unwrap();
    assert_eq!(n_of(&hub, "DELETE /session/fake"), 1);
}

#[tokio::test]
async fn whoever_forgets_a_session_has_it_deleted() {
    let hub = FakeDriver::start(vec![status(None), page("UTC")]);
    let launcher = launcher(&hub.url());
    drop(launcher.start(chromium(), &BrowserConfig::PLAIN).await.unwrap());
    until("a dropped session is deleted", || n_of(&hub, "DELETE /session/fake") == 1).await;
    launcher.end().await.unwrap();
}

#[tokio::test]
async fn a_session_that_nobody_waits_for_is_looked_for() {
    let hub = FakeDriver::start(vec![status(None), ("POST", "/session", Reaction::Hang)]);
    let launcher = launcher(&hub.url());
    let start = launcher.start(chromium(), &BrowserConfig::PLAIN);
    let asked = until("it is asked for", || n_of(&hub, "POST /session") == 1);
    tokio::select! {
        _ = start => panic!("the hub does not answer"),
        () = asked => {}
    }
    until("the queue is looked at", || n_of(&hub, "GET /se/grid/newsessionqueue/queue") > 0).await;
}

#[tokio::test]
async fn a_wrong_password_is_one_line() {
    let (error, hub) = refused(vec![("GET", "/status", Reaction::Text(401, ""))], "chromium").await;
    let expected =
        "cannot start Chromium: the grid at HUB refuses user name and password (HTTP 401)";
    assert_eq!(line(&error).replace(&hub.url(), "HUB"), expected);
}

#[tokio::test]
async fn what_is_not_on_offer_is_said_at_once() {
    let (error, hub) = refused(vec![status(None)], "webkit").await;
    let expected =
        "cannot start WebKit (GTK): the grid does not offer MiniBrowser; it offers chrome linux";
    assert_eq!(line(&error), expected);
    assert_eq!(n_of(&hub, "POST /session"), 0);
}

#[tokio::test]
async fn a_full_grid_is_not_waited_for_for_ever() {
    let hub = FakeDriver::start(vec![status(Some("theirs"))]);
    let launcher = launcher(&hub.url());
    let start = async || launcher.start(chromium(), &BrowserConfig::PLAIN).await.unwrap_err();
    let began = Instant::now();
    let error = start().await;
    assert_eq!(line(&error), "cannot start Chromium: no slot for chrome came free within 1 s");
    assert!(began.elapsed() < LIMIT);
    assert_eq!(n_of(&hub, "POST /session"), 0);
    // The next one does not wait for the same again.
    assert!(matches!(start().await.kind, StartErrorKind::Grid(GridError::Known(_))));
}

#[tokio::test]
async fn the_queue_of_the_hub_may_say_so_too() {
    let full = Reaction::Error(
        500,
        "session not created",
        "Could not start a new session. New session request timed out \nHost info: host: 'h'",
    );
    let (error, _) = refused(vec![status(None), ("POST", "/session", full)], "chromium").await;
    assert!(matches!(error.kind, StartErrorKind::Grid(GridError::NoSlot { .. })), "{error:?}");
}

#[tokio::test]
async fn nodes_that_are_lost_are_followed_by_others_but_not_for_ever() {
    let lost = Reaction::Error(
        500,
        "unknown error",
        "Unable to execute request for an existing session: Connection error (POST http://n/session)",
    );
    let hub = FakeDriver::start(vec![status(None), ("POST", "/session", lost)]);
    let launcher = launcher(&hub.url());
    let error = launcher.start(chromium(), &BrowserConfig::PLAIN).await.unwrap_err();
    let text = line(&error);
    assert!(text.contains("nodes were lost while they started it"), "{text}");
    assert!((2..=4).contains(&n_of(&hub, "POST /session")));
}

#[tokio::test]
async fn a_hub_that_is_not_there_is_one_line() {
    // Port 1 is nobody's.
    let launcher = launcher("http://127.0.0.1:1");
    let error = launcher.start(chromium(), &BrowserConfig::PLAIN).await.unwrap_err();
    assert!(line(&error).contains("the grid at http://127.0.0.1:1 does not answer"), "{error:?}");
}

#[tokio::test]
async fn a_browser_that_does_not_find_the_way_back_is_told_and_deleted() {
    let hub = FakeDriver::start(vec![status(None), page("UTC")]);
    let launcher = launcher(&hub.url());
    let (_never, is_open) = tokio::sync::watch::channel(false);
    let key = ProxyKey { url: "http://xcheck.invalid/key".to_owned(), is_open };
    let route = ProxyRoute { address: "build:81".to_owned(), key: Some(key) };
    let config = BrowserConfig { proxy: Some(route), ..BrowserConfig::PLAIN };
    let error = launcher.start(chromium(), &config).await.unwrap_err();
    let expected =
        "cannot start Chromium: the browser on its node cannot reach our proxy at build:81";
    assert_eq!(line(&error), expected);
    assert_eq!(n_of(&hub, "DELETE /session/fake"), 1);
}

#[tokio::test]
async fn a_lost_node_is_no_dead_browser() {
    let lost = Reaction::Error(
        404,
        "invalid session id",
        "Unable to find session with ID: fake\nBuild info: version: '4.48.0'",
    );
    let hub = FakeDriver::start(vec![status(None), page("UTC"), ("GET", "/title", lost)]);
    let launcher = launcher(&hub.url());
    let browser = launcher.start(chromium(), &BrowserConfig::PLAIN).await.unwrap();
    let error = browser.session().title().await.unwrap_err();
    assert!(error.is_node_lost() && error.is_session_lost());
    let CommandErrorKind::NodeLost { message } = &error.kind else { panic!("{error:?}") };
    assert_eq!(message, "Unable to find session with ID: fake");
    browser.quit().await.unwrap();
}

#[tokio::test]
async fn versions_are_for_grids() {
    let name: BrowserName = "firefox@140".parse().unwrap();
    let error = matrix::launcher().start(name, &BrowserConfig::PLAIN).await.unwrap_err();
    assert_eq!(
        line(&error),
        "cannot start Firefox 140: this machine has Firefox in one version only"
    );
}
