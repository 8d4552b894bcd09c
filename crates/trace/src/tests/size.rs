//! How much room events take.

use super::{create, log, place};
use crate::TraceReader;

const N_LINES: usize = 10_000;
/// Lines that reach the writer together.
const BATCH: usize = 6;

/// Events as of a page that is used: pointer moves, timers, frames, keys, random numbers, answers.
fn events() -> Vec<String> {
    let mut state = 1_u64;
    let mut random = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % below
    };
    let (mut at_us, mut x, mut y, mut timer) = (1_200_000_u64, 640_u64, 360_u64, 17_u64);
    let mut lines = Vec::with_capacity(N_LINES);
    for n in 0..N_LINES {
        at_us += 100 + random(12_000);
        let what = match random(20) {
            0..7 => {
                x = (x + random(31)).saturating_sub(15);
                y = (y + random(31)).saturating_sub(15);
                let node = 40 + random(30);
                format!(r#""kind":"pointermove","node":{node},"x":{x},"y":{y},"buttons":0"#)
            }
            7..12 => {
                timer += 1;
                format!(
                    r#""kind":"timer","id":{timer},"delay":{}"#,
                    [0, 16, 100, 250][random(4) as usize]
                )
            }
            12..16 => r#""kind":"frame""#.to_owned(),
            16 => {
                let key = char::from(b'a' + random(26) as u8);
                format!(
                    r#""kind":"keydown","node":57,"key":"{key}","code":"Key{}""#,
                    key.to_uppercase()
                )
            }
            17 => {
                format!(r#""kind":"click","node":{},"x":{x},"y":{y},"button":0"#, 40 + random(30))
            }
            18 => format!(
                r#""kind":"mutations","count":{},"hash":"{:08x}""#,
                random(9),
                random(1 << 31)
            ),
            _ => format!(r#""kind":"answer","exchange":{},"piece":{}"#, n / 20, random(3)),
        };
        lines.push(format!(r#"{{"n":{n},"at_us":{at_us},"doc":{},{what}}}"#, random(10) / 9));
    }
    lines
}

#[test]
fn an_event_takes_few_bytes() {
    let (_dir, path) = place();
    let writer = create(&path);
    let events = events();
    for batch in events.chunks(BATCH) {
        batch.iter().for_each(|line| writer.line(line));
        writer.flush();
    }
    writer.finish().unwrap();
    let reader = TraceReader::open(&path).unwrap();
    assert_eq!(log(&reader), events);
    let n_bytes = reader.sizes().log as f64 / N_LINES as f64;
    let raw: usize = events.iter().map(|line| line.len() + 1).sum();
    println!("{n_bytes:.1} bytes per line of {} bytes", raw / N_LINES);
    assert!(n_bytes <= 17.0, "{n_bytes}");
}
