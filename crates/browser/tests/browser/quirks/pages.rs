//! Quirks of scripts, dialogs and pictures.

use std::time::Duration;

use serde_json::{Value, json};
use xcheck_browser::Session;
use xcheck_browser::webdriver::{CommandError, CommandErrorKind, ErrorCode, Timeouts};
use xcheck_model::engine::Engine;
use xcheck_testkit::matrix::run;
use xcheck_testkit::page_server::PageServer;

use crate::errors::kill_browser;
use crate::support::{LIMIT, click_at, open, png_size, value_of, wait_for};

const COUNT_TIMERS: &str = "window.n = 0; const old = window.setTimeout; \
    window.setTimeout = function (...all) { window.n++; return old.apply(this, all); }";

fn timeouts(script: Option<Duration>) -> Timeouts {
    Timeouts { script, page_load: LIMIT, implicit: Duration::ZERO }
}

#[test]
fn webkit_script_limit_calls_the_timer_of_the_page() {
    run(Engine::WebKit, async |browser| {
        let session = browser.session();
        let _server = open(session, &format!("<script>{COUNT_TIMERS}</script>")).await;
        value_of(session, "1").await;
        assert_eq!(value_of(session, "n").await, 0, "with our setting");
        session.set_timeouts(timeouts(Some(LIMIT))).await.unwrap();
        value_of(session, "1").await;
        assert_ne!(value_of(session, "n").await, 0);
    });
}

#[test]
fn firefox_script_without_a_limit_answers_null() {
    run(Engine::Firefox, async |browser| {
        let session = browser.session();
        let _server = open(session, "").await;
        assert_eq!(value_of(session, "1").await, 1, "with our setting");
        session.set_timeouts(timeouts(None)).await.unwrap();
        assert_eq!(value_of(session, "1").await, Value::Null);
    });
}

#[test]
fn firefox_scripts_run_in_a_sandbox() {
    run(Engine::Firefox, async |browser| {
        let session = browser.session();
        let _server = open(session, "<script>Date.now = () => 7</script>").await;
        assert_ne!(value_of(session, "Date.now()").await, 7);
        assert_eq!(value_of(session, "window.Date.now()").await, 7);
    });
}

#[test]
fn webkit_scripts_need_the_promise_of_the_page() {
    run(Engine::WebKit, async |browser| {
        let session = browser.session();
        let _server = open(session, "<script>window.Promise = undefined</script>").await;
        let answer = session.within(Duration::from_secs(2)).execute::<Value>("return 1", &[]).await;
        assert!(answer.is_err());
    });
}

/// The error of a script that waits while the page goes elsewhere.
async fn navigate_under_a_script(session: &Session) -> CommandError {
    let server = PageServer::start(&[
        ("/", "<!doctype html><title>one</title>"),
        ("/two", "<!doctype html><title>two</title>"),
    ]);
    session.navigate(&server.url("/")).await.unwrap();
    let error = session.execute_async::<Value>("location.href = '/two'", &[]).await.unwrap_err();
    assert!(!error.is_session_lost());
    wait_for(session, "the other page", "return document.title === 'two'").await;
    error
}

#[test]
fn chromium_navigation_ends_a_script_as_timeout() {
    run(Engine::Chromium, async |browser| {
        let error = navigate_under_a_script(browser.session()).await;
        assert_eq!(error.code(), Some(&ErrorCode::ScriptTimeout));
    });
}

#[test]
fn firefox_navigation_ends_a_script_as_javascript_error() {
    run(Engine::Firefox, async |browser| {
        let error = navigate_under_a_script(browser.session()).await;
        assert_eq!(error.code(), Some(&ErrorCode::JavascriptError));
        assert!(error.kind.to_string().contains("unloaded"), "{error:?}");
    });
}

#[test]
fn webkit_navigation_ends_a_script_as_no_such_frame() {
    run(Engine::WebKit, async |browser| {
        let error = navigate_under_a_script(browser.session()).await;
        assert_eq!(error.code(), Some(&ErrorCode::NoSuchFrame));
    });
}

/// What a waiting script answers when the page opens a dialog; the dialog stays open.
async fn alert_under_a_script(session: &Session) -> Result<Value, CommandErrorKind> {
    let _server = open(session, "").await;
    let script = "const done = arguments[0]; setTimeout(() => { alert('hi'); done('after') }, 0)";
    let answer = session.within(Duration::from_secs(5)).execute_async::<Value>(script, &[]).await;
    assert_eq!(session.alert_text().await.unwrap(), "hi");
    session.accept_alert().await.unwrap();
    assert_eq!(value_of(session, "1").await, 1);
    answer.map_err(|error| error.kind)
}

#[test]
fn chromium_alert_ends_a_script_with_null() {
    run(Engine::Chromium, async |browser| {
        assert_eq!(alert_under_a_script(browser.session()).await.unwrap(), Value::Null);
    });
}

#[test]
fn firefox_alert_ends_a_script_with_null() {
    run(Engine::Firefox, async |browser| {
        assert_eq!(alert_under_a_script(browser.session()).await.unwrap(), Value::Null);
    });
}

#[test]
fn webkit_alert_ends_a_script_with_null() {
    run(Engine::WebKit, async |browser| {
        assert_eq!(alert_under_a_script(browser.session()).await.unwrap(), Value::Null);
    });
}

/// With the pointer in the middle of the screen, a page was hovered there after the first press of 3 of 3 replays; at
/// will it cannot be had.
#[test]
fn webkit_display_pointer_is_not_on_the_page() {
    run(Engine::WebKit, async |browser| {
        let session = browser.session();
        let page = "<style>div { position: fixed; inset: 0 } #pressed { right: auto; width: 99px }</style><div></div><div id=pressed></div>";
        let _server = open(session, page).await;
        session.perform(&click_at(50, 50)).await.unwrap();
        for _ in 0..20 {
            session.screenshot().await.unwrap();
            let seen =
                value_of(session, "[document.querySelector('div:hover')?.id, document.hasFocus()]");
            assert_eq!(seen.await, json!(["pressed", true]));
        }
    });
}

/// The stale picture itself cannot be had at will: at least 2 of 8 resizes had one, then none of 30.
#[test]
fn webkit_first_screenshot_after_a_resize_may_be_stale() {
    run(Engine::WebKit, async |browser| {
        let session = browser.session();
        let page = "<div style='position:fixed;inset:0;background:linear-gradient(to bottom, red, blue)'></div>";
        let _server = open(session, page).await;
        session.screenshot().await.unwrap();
        for height in [900.0, 700.0, 950.0, 650.0, 900.0, 700.0] {
            let mut rect = session.window_rect().await.unwrap();
            rect.height = height;
            session.set_window_rect(rect).await.unwrap();
            session.screenshot().await.unwrap();
            let second = session.screenshot().await.unwrap();
            let third = session.screenshot().await.unwrap();
            assert!(second == third, "at height {height}");
        }
    });
}

#[test]
fn webkit_full_page_needs_a_taller_window() {
    run(Engine::WebKit, async |browser| {
        let session = browser.session();
        let _server = open(
            session,
            "<div style='height:3000px;background:linear-gradient(to bottom, red, blue)'></div>",
        )
        .await;
        let picture = session.full_page_screenshot().await.unwrap();
        assert_eq!(png_size(&picture), (1280, 3000));
        assert_eq!(value_of(session, "[innerWidth, innerHeight]").await, json!([1280, 720]));
    });
}

#[test]
fn webkit_death_is_first_an_empty_error() {
    run(Engine::WebKit, async |browser| {
        let session = browser.session();
        let _server = open(session, "").await;
        // The library wants a provider, though nothing here speaks TLS; another test may have been first.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        // The driver notices soon, and has other words from then on.
        kill_browser(browser);
        let url = format!("{}/session/{}/title", session.base_url(), session.id());
        let answer = client.get(url).send().await.unwrap().text().await.unwrap();
        let answer: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer["value"]["error"], "unknown error", "{answer}");
        assert_eq!(answer["value"]["message"], "", "{answer}");
    });
}
