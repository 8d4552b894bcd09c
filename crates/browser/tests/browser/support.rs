//! Small helpers of the tests.

use std::time::{Duration, Instant};

use serde_json::Value;
use xcheck_browser::Session;
use xcheck_browser::webdriver::{Actions, Button, Origin, PointerSequence};
use xcheck_testkit::page_server::PageServer;

/// Longer than anything takes on a busy machine.
pub(crate) const LIMIT: Duration = Duration::from_secs(20);
const POLL: Duration = Duration::from_millis(20);

/// Serves `body` as the one page and goes there. The server must outlive the use of the page.
pub(crate) async fn open(session: &Session, body: &str) -> PageServer {
    let html = format!(
        "<!doctype html><meta charset=utf-8><title>test</title><body style='margin:0'>{body}"
    );
    let server = PageServer::start(&[("/", &html)]);
    session.navigate(&server.url("/")).await.unwrap();
    server
}

/// Waits until `script` returns something truthy, and returns it.
pub(crate) async fn wait_for(session: &Session, what: &str, script: &str) -> Value {
    let start = Instant::now();
    loop {
        let value: Value = session.execute(script, &[]).await.unwrap();
        if !(value.is_null() || value == false || value == 0 || value == "") {
            return value;
        }
        assert!(start.elapsed() < LIMIT, "{what} did not happen, last value {value}");
        tokio::time::sleep(POLL).await;
    }
}

/// Waits until `condition` holds.
pub(crate) fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < LIMIT, "{what} did not happen within {LIMIT:?}");
        std::thread::sleep(POLL);
    }
}

pub(crate) async fn value_of(session: &Session, expression: &str) -> Value {
    session.execute(&format!("return {expression}"), &[]).await.unwrap()
}

/// A left click with the mouse at a point of the viewport.
pub(crate) fn click_at(x: i32, y: i32) -> Actions {
    Actions::new().pointer(mouse_at(x, y).click(Button::Left))
}

pub(crate) fn mouse_at(x: i32, y: i32) -> PointerSequence {
    PointerSequence::mouse("mouse").move_to(&Origin::Viewport, x, y, Duration::ZERO)
}

/// Makes the page write down events as `log`, each as "type" or what `detail` makes of the event `e`.
pub(crate) async fn log_events(session: &Session, types: &str, detail: &str) {
    let script = format!(
        "window.log = []; window.logEnd?.abort(); window.logEnd = new AbortController(); \
         for (const type of '{types}'.split(' ')) \
         addEventListener(type, e => log.push({detail}), {{capture: true, signal: logEnd.signal}});"
    );
    session.execute::<Value>(&script, &[]).await.unwrap();
}

pub(crate) async fn events(session: &Session) -> Vec<String> {
    session.execute("return window.log", &[]).await.unwrap()
}

/// Width and height of a PNG.
pub(crate) fn png_size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[1..4], b"PNG");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}
