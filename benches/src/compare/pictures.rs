//! What looking at the pixels of one large element takes.
//!
//! The same pair of pictures is looked at in each state, so that reading and decoding them is left out.

use anyhow::Result;
use serde_json::json;
use xcheck_compare::Scope;

use crate::figures::verdict;
use crate::pages::{Look, Runs};
use crate::time_per_state;

const SIDE: u32 = 3_000;
const N_STATES: u64 = 12;
const EQUAL_CLAIMED: f64 = 500.0;
const DIFFERENT_CLAIMED: f64 = 100.0;

pub(crate) fn measure() -> Result<()> {
    println!("pixels of one element of {SIDE}x{SIDE}");
    let base = |x: u32, y: u32| [(x / 8) as u8, (y / 8) as u8, 90];
    let plain = png(png::Compression::Fast, base)?;
    // Other bytes, but the same pixels.
    let same = png(png::Compression::Balanced, base)?;
    let spots = png(png::Compression::Fast, |x, y| {
        if x % 100 < 10 && y % 100 < 10 { [255, 0, 255] } else { base(x, y) }
    })?;
    let inverse = png(png::Compression::Fast, |x, y| base(x, y).map(|level| 255 - level))?;
    for (name, other, claimed) in [
        ("equal", &same, EQUAL_CLAIMED),
        ("1 % differs", &spots, DIFFERENT_CLAIMED),
        ("most differs", &inverse, DIFFERENT_CLAIMED),
    ] {
        let looks = |png: &Vec<u8>, n: u64| {
            let png = png.clone();
            (0..n).map(move |state| Look { observation: element(state), png: Some(png.clone()) })
        };
        let first = Runs::new(looks(&plain, 1), looks(other, 1))?;
        let all = Runs::new(looks(&plain, 1 + N_STATES), looks(other, 1 + N_STATES))?;
        let seconds = time_per_state(&first, &all, N_STATES, Scope::WholePage)?;
        let speed = f64::from(SIDE) * f64::from(SIDE) / 1e6 / seconds;
        println!("  {name:13} {:8.2} ms {speed:8.0} MP/s", seconds * 1e3);
        println!("  claim: at least {claimed} MP/s: {}", verdict(speed >= claimed));
    }
    Ok(())
}

fn element(state: u64) -> serde_json::Value {
    let style = json!({"display": "block", "outline-offset": format!("{state}px")});
    if state > 0 {
        return json!({"nodes": [{"id": 1, "style": style}], "isVisible": true});
    }
    let bounds = json!([0, 0, SIDE, SIDE]);
    json!({"page": {"scroll": [0, 0]}, "isVisible": true,
        "nodes": [{"id": 1, "name": "div", "place": [0, 0], "box": bounds, "style": style}]})
}

fn png(compression: png::Compression, paint: impl Fn(u32, u32) -> [u8; 3]) -> Result<Vec<u8>> {
    let pixels = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
    let pixels: Vec<u8> = pixels.flat_map(|(x, y)| paint(x, y)).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, SIDE, SIDE);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(compression);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(bytes)
}
