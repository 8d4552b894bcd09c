//! A page cannot tell the engines apart by viewport, locale, time zone, fonts or colors.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use xcheck_browser::display::Display;
use xcheck_browser::find::{Overrides, Tool, find, version};
use xcheck_browser::install::look;
use xcheck_browser::launch::{StartErrorKind, Viewport};
use xcheck_browser::{Browser, BrowserConfig, Launcher, LauncherConfig};
use xcheck_model::engine::Engine;
use xcheck_testkit::matrix::{self, block_on, chain};
use xcheck_testkit::page_server::{PageServer, html_answer};

use crate::support::{LIMIT, open, value_of};

/// What a page can see of its surroundings, which must be equal in all engines.
const SURROUNDINGS: &str = "
    const s = document.getElementById('scroller');
    const time = Intl.DateTimeFormat().resolvedOptions();
    const matches = query => matchMedia(query).matches;
    return {
        inner: [innerWidth, innerHeight], ratio: devicePixelRatio, screen: [screen.width, screen.height, screen.colorDepth],
        language: navigator.language, languages: [...navigator.languages], locale: time.locale, zone: time.timeZone,
        offset: new Date().getTimezoneOffset(), number: (1234.5).toLocaleString(), date: new Date(0).toLocaleDateString(),
        scrollbars: [s.offsetWidth - s.clientWidth, innerWidth - document.documentElement.clientWidth],
        media: ['(color-gamut: p3)', '(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)'].map(matches),
        visible: document.visibilityState, focus: document.hasFocus(),
    }";
const TEXT: &str = "The quick brown fox jumps over the lazy dog, then rests a bit";
const FONTS: &[&str] = &[
    "sans-serif",
    "serif",
    "monospace",
    "Arial",
    "Georgia",
    "Roboto",
    "system-ui",
    "'DejaVu Sans'",
    "'No Such Font', serif",
    "'No Such Font'",
];

fn page() -> String {
    let lines: Vec<String> = FONTS
        .iter()
        .map(|font| format!("<div><span class=line style=\"font:16px {font}\">{TEXT}</span></div>"))
        .collect();
    format!(
        "<div id=scroller style='width:100px;height:100px;overflow:scroll'></div>{}<div style='height:3000px'></div>",
        lines.concat()
    )
}

/// A browser of each wanted engine, all at once.
async fn start_all(launcher: &Launcher) -> Vec<Browser> {
    let engines = matrix::engines();
    let starts = engines.iter().map(|engine| launcher.start(*engine, &BrowserConfig::PLAIN));
    let browsers = futures_util::future::join_all(starts).await;
    browsers
        .into_iter()
        .map(|browser| browser.unwrap_or_else(|error| panic!("{}", chain(&error))))
        .collect()
}

async fn quit_all(browsers: Vec<Browser>, launcher: Launcher) {
    for browser in browsers {
        browser.quit().await.unwrap();
    }
    launcher.end().await.unwrap();
}

#[test]
fn surroundings_and_fonts_are_the_same_everywhere() {
    block_on(async {
        let launcher = matrix::launcher();
        let browsers = start_all(&launcher).await;
        let mut surroundings: BTreeMap<String, Vec<Engine>> = BTreeMap::new();
        let mut widths: Vec<(Engine, Vec<f64>)> = Vec::new();
        for browser in &browsers {
            let session = browser.session();
            let server = open(session, &page()).await;
            let seen: Value = session.execute(SURROUNDINGS, &[]).await.unwrap();
            assert_eq!(seen["inner"], json!([1280, 720]), "{seen}");
            assert_eq!(
                (&seen["zone"], &seen["language"]),
                (&json!("UTC"), &json!("en-US")),
                "{seen}"
            );
            assert_eq!(seen["scrollbars"], json!([0, 0]), "{seen}");
            surroundings.entry(seen.to_string()).or_default().push(browser.engine());
            let script = "return [...document.querySelectorAll('.line')].map(e => e.getBoundingClientRect().width)";
            widths.push((browser.engine(), session.execute(script, &[]).await.unwrap()));
            let requests = server.requests();
            let languages = requests[0].header("accept-language").unwrap();
            assert!(languages.starts_with("en-US"), "{}: {languages}", browser.engine());
        }
        assert!(surroundings.len() <= 1, "{surroundings:#?}");
        let (reference, expected) = &widths[0];
        for (engine, others) in &widths {
            for ((font, width), other) in FONTS.iter().zip(expected).zip(others) {
                let tolerance = width * 0.005 + 1.0;
                assert!(
                    (width - other).abs() <= tolerance,
                    "{font}: {width} in {reference}, {other} in {engine}"
                );
            }
        }
        quit_all(browsers, launcher).await;
    });
}

#[test]
fn a_plain_color_is_the_same_everywhere() {
    block_on(async {
        let launcher = matrix::launcher();
        let browsers = start_all(&launcher).await;
        for browser in &browsers {
            let session = browser.session();
            let _server = open(
                session,
                "<div style='position:fixed;inset:0;background:rgb(200,100,50)'></div>",
            )
            .await;
            let picture = session.screenshot().await.unwrap();
            assert_eq!(
                first_pixel(session, &picture).await,
                json!([200, 100, 50]),
                "{}",
                browser.engine()
            );
        }
        quit_all(browsers, launcher).await;
    });
}

/// Lets the page itself decode a picture of it, which saves a decoder here.
async fn first_pixel(session: &xcheck_browser::Session, png: &[u8]) -> Value {
    use base64::Engine as _;
    let encoded = base64::engine::general_purpose::STANDARD.encode(png);
    let script = "
        const [encoded, done] = arguments;
        const image = new Image();
        image.onload = () => {
            const context = document.createElement('canvas').getContext('2d');
            context.drawImage(image, 0, 0);
            done([...context.getImageData(0, 0, 1, 1).data].slice(0, 3));
        };
        image.src = 'data:image/png;base64,' + encoded;";
    session.execute_async(script, &[json!(encoded)]).await.unwrap()
}

#[test]
fn a_visible_browser_has_the_exact_viewport_too() {
    block_on(async {
        // Our own display server plays the user's.
        let display = Display::start(&matrix::guard(), &Overrides::from_env(), &[]).await.unwrap();
        let env = vec![("DISPLAY".to_owned(), display.name())];
        let launcher = Launcher::new(LauncherConfig { env, ..matrix::launcher_config() });
        let viewport = Viewport { width: 1000, height: 600 };
        let config = BrowserConfig { headed: true, viewport, ..BrowserConfig::PLAIN };
        for engine in matrix::engines() {
            let browser = match launcher.start(engine, &config).await {
                Ok(browser) => browser,
                Err(error) => panic!("{}", chain(&error)),
            };
            let session = browser.session();
            let _server = open(session, &page()).await;
            let seen = value_of(session, "[innerWidth, innerHeight, devicePixelRatio]").await;
            assert_eq!(seen, json!([1000, 600, 1]), "{engine}");
            let seen: Value = session.execute(SURROUNDINGS, &[]).await.unwrap();
            assert_eq!(seen["scrollbars"], json!([0, 0]), "{engine}");
            assert_eq!(seen["language"], "en-US", "{engine}");
            browser.quit().await.unwrap();
        }
        launcher.end().await.unwrap();
        display.end(LIMIT).await.unwrap();
    });
}

#[test]
fn a_visible_browser_without_a_display_is_refused() {
    block_on(async {
        let env = vec![("DISPLAY".to_owned(), String::new())];
        let launcher = Launcher::new(LauncherConfig { env, ..matrix::launcher_config() });
        let config = BrowserConfig { headed: true, ..BrowserConfig::PLAIN };
        for engine in matrix::engines() {
            let error = launcher.start(engine, &config).await.unwrap_err();
            assert!(matches!(error.kind, StartErrorKind::Display(_)), "{error:?}");
            assert!(error.hint().is_some());
        }
    });
}

#[test]
fn every_request_goes_through_the_proxy() {
    block_on(async {
        let launcher = matrix::launcher();
        for engine in matrix::engines() {
            let proxy = PageServer::start_with(|request| match request.method.as_str() {
                "CONNECT" => html_answer("502 Refused", ""),
                _ => html_answer("200 OK", "<!doctype html><title>proxied</title>"),
            });
            let config =
                BrowserConfig { proxy: Some(proxy.address().into()), ..BrowserConfig::PLAIN };
            let browser = launcher.start(engine, &config).await.unwrap();
            let session = browser.session();
            for url in [
                "http://app.test/",
                "http://127.0.0.1:8123/",
                "http://localhost:8123/",
                "http://x.localhost:8123/",
            ] {
                session.navigate(url).await.unwrap();
                assert_eq!(session.title().await.unwrap(), "proxied", "{url} in {engine}");
            }
            // Drivers disagree on whether a refused tunnel is an error.
            let _ = session.navigate("https://app.test/").await;
            let requests = proxy.requests();
            let tunnel = requests
                .iter()
                .find(|request| request.method == "CONNECT" && request.target.contains("app.test"));
            assert_eq!(
                tunnel.map(|request| request.target.as_str()),
                Some("app.test:443"),
                "{engine}"
            );
            browser.quit().await.unwrap();
        }
        launcher.end().await.unwrap();
    });
}

#[test]
fn several_sessions_of_one_engine_run_at_once() {
    block_on(async {
        for engine in matrix::engines() {
            let launcher = matrix::launcher();
            let (one, other) = tokio::join!(
                launcher.start(engine, &BrowserConfig::PLAIN),
                launcher.start(engine, &BrowserConfig::PLAIN)
            );
            let (one, other) = (one.unwrap(), other.unwrap());
            let server = PageServer::start(&[("/", "<!doctype html><title>t</title>")]);
            for browser in [&one, &other] {
                browser.session().navigate(&server.url("/")).await.unwrap();
            }
            value_of(one.session(), "localStorage.setItem('who', 'one')").await;
            let seen = value_of(other.session(), "localStorage.getItem('who')").await;
            assert_eq!(seen, Value::Null, "{engine}: profiles are apart");
            one.quit().await.unwrap();
            assert_eq!(value_of(other.session(), "1").await, 1, "{engine}: the other lives on");
            other.quit().await.unwrap();
            launcher.end().await.unwrap();
        }
    });
}

#[test]
fn installed_programs_tell_their_versions() {
    block_on(async {
        for engine in matrix::engines() {
            let installation = find(engine, &Overrides::from_env()).unwrap();
            let (browser, driver) = match engine {
                Engine::Chromium => (Tool::Chromium, Tool::ChromeDriver),
                Engine::Firefox => (Tool::Firefox, Tool::GeckoDriver),
                Engine::WebKit => (Tool::MiniBrowser, Tool::WebKitDriver),
            };
            let browser = version(browser, &installation.browser).await;
            let driver = version(driver, &installation.driver).await;
            // Only Debian's packages tell the version of WebKit without a display.
            let is_known = browser.is_some() && driver.is_some();
            assert!(is_known || engine == Engine::WebKit, "{engine}: {browser:?} {driver:?}");
        }
        let situation = look(&matrix::engines(), &Overrides::from_env());
        assert_eq!(situation.missing, [], "what is found is not missing");
    });
}
