//! Quirks of starting: what happens without our recipe.

use std::io::Read;
use std::net::TcpListener;
use std::time::Duration;

use serde_json::{Value, json};
use xcheck_browser::Session;
use xcheck_browser::webdriver::{CommandErrorKind, ErrorCode};
use xcheck_model::engine::Engine;
use xcheck_testkit::matrix::{self, block_on};
use xcheck_testkit::page_server::{PageServer, html_answer};

use crate::raw::{RawDriver, chromium, display, firefox, webkit};
use crate::support::{LIMIT, open};

/// Long enough for a healthy start on a busy machine, short enough to wait for.
const HANG: Duration = Duration::from_secs(6);

/// Runs `check` on a session with bare capabilities.
fn with_session(engine: Engine, capabilities: Value, check: impl AsyncFnOnce(&Session)) {
    if !matrix::is_wanted(engine) {
        return;
    }
    block_on(async {
        let driver = RawDriver::start(engine, &[]).await;
        let session = driver.session(capabilities, 2 * LIMIT).await.unwrap();
        check(&session).await;
        driver.end().await;
    });
}

async fn scrollbar_width(session: &Session) -> f64 {
    let _server =
        open(session, "<div id=s style='width:100px;height:100px;overflow:scroll'></div>").await;
    let script = "const s = document.getElementById('s'); return s.offsetWidth - s.clientWidth";
    session.execute(script, &[]).await.unwrap()
}

#[test]
fn chromium_scrollbars_take_room_by_default() {
    with_session(Engine::Chromium, chromium(&[]), async |session| {
        assert_eq!(scrollbar_width(session).await, 15.0);
    });
}

#[test]
fn firefox_scrollbars_take_room_by_default() {
    with_session(Engine::Firefox, firefox(json!({})), async |session| {
        assert_eq!(scrollbar_width(session).await, 12.0);
    });
}

/// Whether a request to loopback arrives at the proxy.
async fn loopback_is_proxied(session: &Session, proxy: &PageServer) -> bool {
    let server = PageServer::start(&[("/", "<!doctype html><title>direct</title>")]);
    session.navigate(&server.url("/")).await.unwrap();
    proxy.requests().iter().any(|request| request.target == server.url("/"))
}

fn proxy() -> PageServer {
    PageServer::start_with(|_| html_answer("200 OK", "<!doctype html><title>proxied</title>"))
}

fn with_proxy(mut capabilities: Value, proxy: &PageServer) -> Value {
    let address = proxy.address().to_string();
    capabilities["proxy"] =
        json!({"proxyType": "manual", "httpProxy": address, "sslProxy": address});
    capabilities
}

#[test]
fn chromium_loopback_passes_by_the_proxy() {
    let proxy = proxy();
    with_session(Engine::Chromium, with_proxy(chromium(&[]), &proxy), async |session| {
        assert!(!loopback_is_proxied(session, &proxy).await);
    });
}

#[test]
fn firefox_loopback_passes_by_the_proxy() {
    let proxy = proxy();
    // geckodriver itself sets the preference for its tests, so it is set back here.
    let preferences = json!({"network.proxy.allow_hijacking_localhost": false});
    with_session(Engine::Firefox, with_proxy(firefox(preferences), &proxy), async |session| {
        assert!(!loopback_is_proxied(session, &proxy).await);
    });
}

#[test]
fn webkit_proxy_capability_speaks_tls_to_the_proxy() {
    if !matrix::is_wanted(Engine::WebKit) {
        return;
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (sender, first_bytes) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut byte = [0];
            if stream.read_exact(&mut byte).is_ok() {
                let _ = sender.send(byte[0]);
            }
        }
    });
    block_on(async {
        let display = display().await;
        let driver = RawDriver::start(Engine::WebKit, &[("DISPLAY", &display.name())]).await;
        let mut capabilities = webkit(&["--automation"]);
        capabilities["proxy"] =
            json!({"proxyType": "manual", "httpProxy": address, "sslProxy": address});
        let session = driver.session(capabilities, 2 * LIMIT).await.unwrap();
        // It reports success and stays on a blank page.
        session.within(LIMIT).navigate("https://app.test/").await.unwrap();
        const TLS_HANDSHAKE: u8 = 0x16;
        assert_eq!(first_bytes.recv_timeout(LIMIT), Ok(TLS_HANDSHAKE));
        driver.end().await;
        display.end(LIMIT).await.unwrap();
    });
}

#[test]
fn webkit_hangs_without_a_display() {
    if !matrix::is_wanted(Engine::WebKit) {
        return;
    }
    block_on(async {
        let driver = RawDriver::start(Engine::WebKit, &[]).await;
        let error = driver.session(webkit(&["--automation"]), HANG).await.unwrap_err();
        assert!(matches!(error.kind, CommandErrorKind::TimedOut { .. }), "{error:?}");
        driver.end().await;
    });
}

#[test]
fn webkit_hangs_with_a_proxy_variable() {
    if !matrix::is_wanted(Engine::WebKit) {
        return;
    }
    block_on(async {
        let display = display().await;
        let env = [("DISPLAY", display.name()), ("http_proxy", "http://127.0.0.1:9/".to_owned())];
        let env: Vec<(&str, &str)> =
            env.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let driver = RawDriver::start(Engine::WebKit, &env).await;
        let error = driver.session(webkit(&["--automation"]), HANG).await.unwrap_err();
        assert!(matches!(error.kind, CommandErrorKind::TimedOut { .. }), "{error:?}");
        driver.end().await;
        display.end(LIMIT).await.unwrap();
    });
}

#[test]
fn chromium_as_root_needs_no_sandbox() {
    if !matrix::is_wanted(Engine::Chromium) {
        return;
    }
    if !rustix::process::geteuid().is_root() {
        println!("skip: not root");
        return;
    }
    block_on(async {
        let driver = RawDriver::start(Engine::Chromium, &[]).await;
        let mut capabilities = chromium(&[]);
        capabilities["goog:chromeOptions"]["args"] = json!(["--headless=new"]);
        let error = driver.session(capabilities, 2 * LIMIT).await.unwrap_err();
        assert_eq!(error.code(), Some(&ErrorCode::SessionNotCreated), "{error:?}");
        driver.end().await;
    });
}

#[test]
fn chromium_accept_language_adds_english() {
    matrix::run(Engine::Chromium, async |browser| {
        let server = open(browser.session(), "").await;
        let requests = server.requests();
        assert_eq!(requests[0].header("accept-language"), Some("en-US,en;q=0.9"));
    });
}
