//! What goes wrong, told apart: against a scripted driver, and at the start with drivers that are broken.

use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use xcheck_browser::find::{Overrides, Tool};
use xcheck_browser::launch::{LaunchLimits, StartError, StartErrorKind};
use xcheck_browser::webdriver::{
    Client, CommandError, CommandErrorKind, CommandLimits, ErrorCode, Session,
};
use xcheck_browser::{Browser, BrowserConfig, Launcher, LauncherConfig};
use xcheck_model::engine::Engine;
use xcheck_testkit::fake_driver::{FakeDriver, Reaction};
use xcheck_testkit::matrix::{self, chain};
use xcheck_testkit::on_every_engine;

use crate::support::open;

const SHORT: Duration = Duration::from_millis(300);
/// A limit may be passed by what the machine needs to notice, not by more.
const NOTICE: Duration = Duration::from_secs(10);

on_every_engine!(a_hanging_script_is_one_error, a_dead_browser_is_told_apart);

async fn a_hanging_script_is_one_error(browser: &Browser) {
    let session = browser.session();
    let _server = open(session, "").await;
    let start = Instant::now();
    let error = session.within(SHORT).execute_async::<Value>("", &[]).await.unwrap_err();
    assert!(
        matches!(error.kind, CommandErrorKind::TimedOut { limit } if limit == SHORT),
        "{error:?}"
    );
    assert!(error.is_session_lost() && error.is_timeout());
    assert!(start.elapsed() < NOTICE);
}

async fn a_dead_browser_is_told_apart(browser: &Browser) {
    let session = browser.session();
    let _server = open(session, "").await;
    kill_browser(browser);
    let start = Instant::now();
    let error = session.title().await.unwrap_err();
    assert!(matches!(error.kind, CommandErrorKind::BrowserDied { .. }), "{}", chain(&error));
    assert!(error.is_session_lost());
    assert!(start.elapsed() < NOTICE);
}

/// Kills every process of the browser, but not its driver.
pub(crate) fn kill_browser(browser: &Browser) {
    let name = match browser.engine() {
        Engine::Chromium => "chromium",
        Engine::Firefox => "firefox-esr",
        Engine::WebKit => "MiniBrowser",
    };
    let is_named = |pid: &i32| {
        let comm = std::fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
        comm.trim() == name
    };
    let pids: Vec<i32> = browser.processes().into_iter().filter(is_named).collect();
    assert!(!pids.is_empty(), "no process named {name}");
    for pid in pids.into_iter().filter_map(Pid::from_raw) {
        let _ = kill_process(pid, Signal::KILL);
    }
}

async fn session_at(driver: &FakeDriver) -> Result<Session, CommandError> {
    let limits =
        CommandLimits { new_session: SHORT, page_load: SHORT, script: SHORT, command: SHORT };
    let client = Client::new(&driver.url()).unwrap();
    Session::start(client, Engine::Chromium, json!({}), limits).await
}

#[tokio::test]
async fn commands_are_sent_as_drivers_want_them() {
    let driver = FakeDriver::start(Vec::new());
    let session = session_at(&driver).await.unwrap();
    session.navigate("http://app.test/").await.unwrap();
    let command = driver.command("/session/fake/url").unwrap();
    assert_eq!(command.header("content-type"), Some("application/json; charset=utf-8"));
    assert_eq!(
        serde_json::from_slice::<Value>(&command.body).unwrap(),
        json!({"url": "http://app.test/"})
    );
    session.delete().await.unwrap();
    assert_eq!(driver.commands().last().map(String::as_str), Some("DELETE /session/fake"));
}

#[tokio::test]
async fn a_hang_in_new_session_ends_at_the_limit() {
    let driver = FakeDriver::start(vec![("POST", "/session", Reaction::Hang)]);
    let error = session_at(&driver).await.unwrap_err();
    assert_eq!(chain(&error), "WebDriver command \"new session\" failed: no answer within 300ms");
    assert!(error.is_session_lost());
}

#[tokio::test]
async fn a_driver_that_dies_breaks_the_transport() {
    let session = json!({"sessionId": "fake", "capabilities": {}});
    let driver = FakeDriver::start(vec![("POST", "/session", Reaction::ValueThenDie(session))]);
    let session = session_at(&driver).await.unwrap();
    let error = session.title().await.unwrap_err();
    assert!(matches!(error.kind, CommandErrorKind::Transport(_)), "{error:?}");
}

#[tokio::test]
async fn a_reset_breaks_the_transport() {
    let driver = FakeDriver::start(vec![("*", "", Reaction::Reset)]);
    let error = session_at(&driver).await.unwrap_err();
    assert!(matches!(error.kind, CommandErrorKind::Transport(_)), "{error:?}");
}

#[tokio::test]
async fn answers_in_other_words_are_bad_answers() {
    let answers = [
        (200, "<html>It works!</html>"),
        (502, "<html>Bad gateway</html>"),
        (200, "{\"no\": \"value\"}"),
        (500, "{\"value\": {\"message\": \"no code\"}}"),
        (200, "{\"value\": 7}"),
        (200, ""),
    ];
    for (status, text) in answers {
        let driver = FakeDriver::start(vec![("GET", "/title", Reaction::Text(status, text))]);
        let session = session_at(&driver).await.unwrap();
        let error = session.title().await.unwrap_err();
        assert!(matches!(error.kind, CommandErrorKind::BadAnswer { .. }), "{text}: {error:?}");
    }
    let driver = FakeDriver::start(vec![("POST", "/session", Reaction::Value(json!({})))]);
    let error = session_at(&driver).await.unwrap_err();
    assert!(matches!(error.kind, CommandErrorKind::BadAnswer { .. }), "no session id: {error:?}");
}

#[tokio::test]
async fn refusals_keep_code_and_message() {
    let rules = vec![
        ("GET", "/title", Reaction::Error(404, "no such window", "it is closed")),
        ("GET", "/url", Reaction::Error(500, "tired driver", "come back later")),
        ("GET", "/source", Reaction::Error(404, "invalid session id", "session is gone")),
    ];
    let driver = FakeDriver::start(rules);
    let session = session_at(&driver).await.unwrap();
    let known = session.title().await.unwrap_err();
    assert_eq!(known.code(), Some(&ErrorCode::NoSuchWindow));
    assert_eq!(known.kind.to_string(), "no such window: it is closed");
    let unknown = session.url().await.unwrap_err();
    assert_eq!(unknown.code(), Some(&ErrorCode::Unknown("tired driver".into())));
    assert!(!unknown.is_session_lost());
    let gone = session.page_source().await.unwrap_err();
    assert!(matches!(gone.kind, CommandErrorKind::BrowserDied { .. }), "{gone:?}");
}

/// Starts Chromium with a shell script as its driver.
async fn start_with_driver(script: &str) -> StartError {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("driver");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let driver = camino::Utf8PathBuf::from_path_buf(path).unwrap();
    let overrides =
        Overrides::default().with(Tool::ChromeDriver, driver).with(Tool::Chromium, "/bin/true");
    let commands =
        CommandLimits { new_session: SHORT, page_load: SHORT, script: SHORT, command: SHORT };
    let limits = LaunchLimits { driver_ready: 3 * SHORT, commands, ..LaunchLimits::GENEROUS };
    let config = LauncherConfig { overrides, limits, ..matrix::launcher_config() };
    Launcher::new(config).start(Engine::Chromium, &BrowserConfig::PLAIN).await.unwrap_err()
}

#[tokio::test]
async fn a_driver_that_ends_at_once_is_quoted() {
    let error = start_with_driver("echo 'cannot find libnss3.so' >&2; exit 1").await;
    assert!(matches!(error.kind, StartErrorKind::DriverExited { .. }), "{error:?}");
    assert!(chain(&error).contains("cannot find libnss3.so"), "{}", chain(&error));
}

#[tokio::test]
async fn a_driver_that_never_listens_is_given_up() {
    let error = start_with_driver("echo thinking; exec sleep 1000").await;
    assert!(matches!(error.kind, StartErrorKind::DriverNotReady { .. }), "{error:?}");
    assert!(chain(&error).contains("thinking"), "{}", chain(&error));
}

#[tokio::test]
async fn a_browser_that_dies_is_started_once_more() {
    let died = Reaction::Error(
        500,
        "unknown error",
        "session deleted as the browser has closed the connection",
    );
    let driver = FakeDriver::start(vec![("POST", "/session", died)]);
    let say_port =
        format!("echo 'was started successfully on port {}.'; exec sleep 1000", driver.port());
    let error = start_with_driver(&say_port).await;
    assert!(matches!(error.kind, StartErrorKind::Session { .. }), "{error:?}");
    let tries = driver.commands().iter().filter(|command| *command == "POST /session").count();
    assert_eq!(tries, 2);
}

#[tokio::test]
async fn a_hanging_start_is_not_tried_again() {
    let driver = FakeDriver::start(vec![("POST", "/session", Reaction::Hang)]);
    let say_port =
        format!("echo 'was started successfully on port {}.'; exec sleep 1000", driver.port());
    let error = start_with_driver(&say_port).await;
    assert!(chain(&error).contains("no answer within 300ms"), "{}", chain(&error));
    let tries = driver.commands().iter().filter(|command| *command == "POST /session").count();
    assert_eq!(tries, 1);
}

#[tokio::test]
async fn what_is_missing_is_said_with_a_remedy() {
    let overrides = Overrides::default().with(Tool::GeckoDriver, "/nowhere/geckodriver");
    let config = LauncherConfig { overrides, ..matrix::launcher_config() };
    let error =
        Launcher::new(config).start(Engine::Firefox, &BrowserConfig::PLAIN).await.unwrap_err();
    assert!(chain(&error).contains("geckodriver not found"), "{}", chain(&error));
    assert!(error.hint().unwrap().contains("XCHECK_GECKODRIVER"));
}
