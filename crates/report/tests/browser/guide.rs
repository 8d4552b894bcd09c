//! The pictures of the guide: taken of a small report here, and of the demo's when they are to be made anew.

use std::path::Path;

use camino::Utf8PathBuf;
use serde_json::{Value, json};
use xcheck_browser::{Browser, Session};
use xcheck_testkit::matrix;

use crate::page::{open_in, press, wait_for};
use crate::sample::{self, Folder};

/// A folder with a report; pictures of it go into the guide.
const VARIABLE: &str = "XCHECK_GUIDE_REPORT";
const IMAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/images");
/// Of a picture; the repository keeps all of them for ever.
const MAX_LEN: usize = 150_000;

#[test]
fn the_pictures_of_the_guide_can_be_taken() {
    matrix::run(matrix::Engine::Chromium, pictures);
}

async fn pictures(browser: &Browser) {
    let session = browser.session();
    let given = std::env::var(VARIABLE).ok().map(Utf8PathBuf::from);
    let folder = Folder::new();
    let (path, report) = match &given {
        Some(given) => {
            let text = std::fs::read_to_string(given.join("report.json")).unwrap();
            (given.canonicalize_utf8().unwrap(), serde_json::from_str(&text).unwrap())
        }
        None => {
            let shots = sample::write_runs(&folder.path);
            (folder.path.clone(), sample::report(&shots))
        }
    };
    let images = if given.is_some() { Path::new(IMAGES) } else { folder.path.as_std_path() };
    std::fs::create_dir_all(images).unwrap();
    for (name, key, width, height) in [
        ("finding", "1", 1280, 800),
        ("timeline", "t", 1280, 800),
        ("states", "s", 1280, 800),
        ("phone", "2", 390, 780),
    ] {
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 800});
        session.devtools("Emulation.setDeviceMetricsOverride", metrics).await.unwrap();
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": "light"}]});
        session.devtools("Emulation.setEmulatedMedia", media).await.unwrap();
        let title = report["title"].as_str().unwrap_or("Shop");
        open_in(browser, &path, &report, title).await;
        wait_for(session, "pictures", "document.querySelector('.ready')").await;
        press(session, key).await;
        show(session, name).await;
        let picture = small(&session.screenshot().await.unwrap());
        assert!(picture.len() < MAX_LEN, "{name} has {} bytes", picture.len());
        std::fs::write(images.join(format!("{name}.png")), picture).unwrap();
    }
}

/// Waits for what is to be seen, and scrolls there.
async fn show(session: &Session, name: &str) {
    let (ready, place) = match name {
        "timeline" => ("document.querySelector('.strip')", ".tabs"),
        "states" => ("document.querySelector('.node .thumbnail[src]')?.complete", ".tabs"),
        "phone" => ("document.querySelector('.viewer[data-mode=slider] .ready')", ".tabs"),
        _ => ("document.querySelectorAll('.ready').length > 1", "h1"),
    };
    wait_for(session, name, ready).await;
    let script = format!(
        "document.querySelector('{place}').scrollIntoView(); const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(1)))"
    );
    let _: Value = session.execute_async(&script, &[]).await.unwrap();
}

/// The same picture with fewer colors, which nobody sees and which packs well.
fn small(bytes: &[u8]) -> Vec<u8> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let n = info.color_type.samples();
    let mut rgb = Vec::new();
    for pixel in pixels[..info.buffer_size()].chunks(n) {
        // To the nearest, so that grays stay gray; white is white.
        let round = |it: &u8| if *it >= 252 { 255 } else { it.saturating_add(4) / 8 * 8 };
        rgb.extend(pixel[..3].iter().map(round));
    }
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, info.width, info.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    encoder.write_header().unwrap().write_image_data(&rgb).unwrap();
    out
}
