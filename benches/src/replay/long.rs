//! One session of ten thousand timers: late events must not take longer than early ones, nor fill the memory.

use std::fs;
use std::time::Instant;

use anyhow::{Context as _, Result};
use xcheck_model::engine::Engine;
use xcheck_replay::Progress;

use crate::figures::verdict;
use crate::stage::{Looking, Recorded, Stage};

const N_COMPARED: u64 = 1000;
const SLOWDOWN_CLAIMED: f64 = 1.2;
const MEMORY_CLAIMED_MB: f64 = 300.0;

/// Replays in one engine and prints what early and late events take.
pub(crate) async fn measure(stage: &Stage, engine: Engine, recorded: &Recorded) -> Result<()> {
    // A gesture stands between any two rounds of the page's timers and is told of as it comes.
    let mut marks: Vec<(u64, Instant)> = Vec::new();
    let replayed = stage
        .replay(engine, recorded, Looking::Seeing, &mut |progress| {
            if let Progress::Events { n_done, .. } = progress {
                marks.push((n_done, Instant::now()));
            }
        })
        .await?;
    let seconds = replayed.replay_ms as f64 / 1000.0;
    println!(
        "{engine}: {} events in {seconds:.1} s (recorded in {:.1} s), {} looks, {} divergences",
        replayed.n_events,
        recorded.seconds,
        replayed.n_steps,
        replayed.divergences.len()
    );
    if let Some(reason) = &replayed.outcome.reason {
        println!("  not complete: {reason}");
    }
    let Some((first, last)) = ends(&marks) else {
        println!("  too few events to compare");
        return Ok(());
    };
    println!("  first {N_COMPARED} events {first:.2} ms each, last {N_COMPARED} {last:.2} ms each");
    let slowdown = last / first;
    println!(
        "  claim: the last at most {SLOWDOWN_CLAIMED}x the first, {slowdown:.2}x: {}",
        verdict(slowdown <= SLOWDOWN_CLAIMED)
    );
    Ok(())
}

/// The most memory that this process, which does what xcheck does, ever had.
pub(crate) fn print_memory() -> Result<()> {
    let peak = peak_mb().context("the system does not tell the peak of memory")?;
    println!(
        "peak memory without browsers {peak:.0} MB; claim: below {MEMORY_CLAIMED_MB} MB: {}",
        verdict(peak < MEMORY_CLAIMED_MB)
    );
    Ok(())
}

/// Milliseconds per event from the first mark on, and up to the last one.
fn ends(marks: &[(u64, Instant)]) -> Option<(f64, f64)> {
    let (first, last) = (marks.first()?, marks.last()?);
    let early = marks.iter().find(|mark| mark.0 >= first.0 + N_COMPARED)?;
    let late = marks.iter().rev().find(|mark| mark.0 + N_COMPARED <= last.0)?;
    Some((per_event_ms(first, early), per_event_ms(late, last)))
}

fn per_event_ms(from: &(u64, Instant), until: &(u64, Instant)) -> f64 {
    (until.1 - from.1).as_secs_f64() * 1000.0 / (until.0 - from.0) as f64
}

fn peak_mb() -> Option<f64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes / 1024.0)
}
