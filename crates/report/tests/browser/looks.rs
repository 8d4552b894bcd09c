//! How the page looks, light and dark, wide and narrow; pictures are kept if there is a place for them.

use serde_json::{Value, json};
use xcheck_browser::{Browser, Session};
use xcheck_testkit::matrix;

use crate::page::{open, press, wait_for};
use crate::sample::{self, Folder};

#[test]
fn nothing_sticks_out_in_any_width_and_all_is_readable() {
    matrix::run(matrix::Engine::Chromium, looks);
}

async fn looks(browser: &Browser) {
    let session = browser.session();
    let folder = Folder::new();
    let shots = sample::write_runs(&folder.path);
    let mut report = sample::report(&shots);
    for (scheme, width, height) in [
        ("light", 1280, 900),
        ("dark", 1280, 900),
        ("light", 390, 800),
        ("dark", 390, 800),
        ("light", 320, 640),
    ] {
        dress(session, scheme, width, height).await;
        open(browser, &folder, &report, "Checkout of the shop").await;
        let name = |view: &str| format!("{scheme}-{width}-{view}");
        wait_for(session, "pictures", "document.querySelector('.ready')").await;
        look(session, &name("side")).await;
        for (key, view) in [
            ("2", "slider"),
            ("4", "difference"),
            ("5", "all"),
            ("t", "timeline"),
            ("s", "states"),
            ("?", "help"),
        ] {
            press(session, key).await;
            look(session, &name(view)).await;
        }
    }
    report["xbis"] = json!([]);
    for (name, width) in [("dark-390-empty", 390), ("dark-1280-empty", 1280)] {
        dress(session, "dark", width, 800).await;
        open(browser, &folder, &report, "Checkout of the shop").await;
        look(session, name).await;
    }
}

async fn dress(session: &Session, scheme: &str, width: u32, height: u32) {
    let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
    session.devtools("Emulation.setEmulatedMedia", media).await.unwrap();
    let metrics =
        json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 800});
    session.devtools("Emulation.setDeviceMetricsOverride", metrics).await.unwrap();
}

#[test]
fn odd_reports_look_well_too() {
    matrix::run(matrix::Engine::Chromium, odd_looks);
}

async fn odd_looks(browser: &Browser) {
    let session = browser.session();
    let folder = Folder::new();
    let shots = sample::write_runs(&folder.path);
    let long = "Donaudampfschifffahrtsgesellschaft".repeat(6);
    let mut named = sample::report(&shots);
    named["targets"] = json!([format!("http://{long}.localhost/{long}"), long, long]);
    named["partial"] = json!(long);
    named["sessions"][0]["name"] = json!(long);
    named["reference"]["version"] = json!(long);
    for xbi in named["xbis"].as_array_mut().unwrap() {
        for field in ["title", "repro"] {
            xbi[field] = json!(long);
        }
        xbi["page"] = json!(format!("http://{long}.localhost/{long}"));
        xbi["element"]["selector"] = json!(long);
        xbi["cause"]["name"] = json!(long);
        xbi["cbds"][0]["property"] = json!(long);
        xbi["cbds"][0]["reference"] = json!(long);
    }
    let mut alone = sample::report(&shots);
    alone["tests"] = json!([{"browser": "chromium", "version": "156.0"}]);
    alone["sessions"][0]["runs"] = json!({"chromium": "runs/1/chromium"});
    alone["graphs"] = json!([]);
    for xbi in alone["xbis"].as_array_mut().unwrap() {
        xbi["browser"] = json!("chromium");
        xbi["images"]["test"] = json!(shots["chromium"][1]);
    }
    let mut bare = sample::report(&shots);
    bare["sessions"] = json!([]);
    bare["graphs"] = json!([]);
    for (name, report) in [("long", &named), ("alone", &alone), ("bare", &bare)] {
        for (scheme, width) in [("light", 1280), ("dark", 320)] {
            dress(session, scheme, width, 800).await;
            open(browser, &folder, report, &report["targets"][0].to_string()).await;
            for (key, view) in [("1", "side"), ("5", "all"), ("t", "timeline"), ("s", "states")] {
                press(session, key).await;
                look(session, &format!("{name}-{width}-{view}")).await;
            }
        }
    }
}

/// Texts must stand out from what is behind them, as WCAG asks: 4.5 to 1.
const CONTRAST: &str = "
    const parts = (color) => color.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b].map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
      .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = (element) => {
      for (let e = element; e; e = e.parentElement) {
        const color = parts(getComputedStyle(e).backgroundColor);
        if (color.length === 3 || color[3] === 1) return color;
      }
      return parts(getComputedStyle(document.body).backgroundColor);
    };
    const bad = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (!walker.currentNode.data.trim() || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const [one, other] = [light(parts(getComputedStyle(element).color)), light(behind(element))].sort((a, b) => b - a);
      const ratio = (one + 0.05) / (other + 0.05);
      if (ratio < 4.5) bad.add(`${element.localName}.${element.className} ${ratio.toFixed(2)}`);
    }
    return [...bad]";

async fn look(session: &Session, name: &str) {
    if let Some(folder) = std::env::var_os(matrix::ARTIFACTS_VARIABLE) {
        let folder = std::path::PathBuf::from(folder);
        std::fs::create_dir_all(&folder).unwrap();
        // Pictures of the page and its thumbnails come a moment later; nothing else depends on them.
        wait_for(session, "frames", "document.fonts.status === 'loaded'").await;
        let picture = session.screenshot().await.unwrap();
        std::fs::write(folder.join(format!("{name}.png")), picture).unwrap();
    }
    let width: Value = session
        .execute("return [document.documentElement.scrollWidth, innerWidth]", &[])
        .await
        .unwrap();
    assert!(width[0].as_u64() <= width[1].as_u64(), "{name} is too wide: {width}");
    let unreadable: Vec<String> = session.execute(CONTRAST, &[]).await.unwrap();
    assert!(unreadable.is_empty(), "{name}: {unreadable:?}");
}
