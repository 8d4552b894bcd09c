//! What comparing takes: states of large pages, changed nodes only and whole pages, and pictures.
//!
//! Everything goes through `compare` on runs as a replay leaves them. What a state takes is the time for many states
//! without the time for the first, so that reading its lines counts and the page itself does not.
//! A missed target is a figure, not an error.
#![expect(clippy::print_stdout, reason = "printing figures is the purpose")]

mod figures;
mod pages;
mod pictures;

use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, ensure};
use camino::Utf8PathBuf;
use xcheck_compare::{Scope, compare};

use crate::figures::{StateRow, verdict};
use crate::pages::{Page, Runs};

const PAIR_ARGUMENT: &str = "pair-process";
const SIZES: [u64; 3] = [1_000, 5_000, 20_000];
/// States of a whole-page comparison.
const N_STATES: u64 = 30;
/// A step of the incremental one is too short to be told from noise in so few.
const N_SHORT_STATES: u64 = 1_200;
const N_ROUNDS: usize = 3;
const PAIR_SECONDS_CLAIMED: f64 = 1.0;
const PAIR_MB_CLAIMED: u64 = 500;

fn main() -> ExitCode {
    let outcome = match std::env::args().nth(1).as_deref() {
        Some(PAIR_ARGUMENT) => be_pair(),
        _ => measure(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn measure() -> Result<()> {
    pair()?;
    states()?;
    changed_nodes()?;
    pictures::measure()
}

/// A pair of large pages, in a process of its own for its memory.
fn pair() -> Result<()> {
    println!("a pair of pages of 20000 nodes, one state");
    for (name, n_wrong) in [("equal", 0), ("200 differ", 200)] {
        let runs = Runs::of_states(&Page::new(20_000), n_wrong, 1, 0)?;
        let child = Command::new(std::env::current_exe()?)
            .args([PAIR_ARGUMENT, runs.one.as_str(), runs.other.as_str()])
            .output()?;
        let text = String::from_utf8(child.stdout)?;
        let mut words = text.split_whitespace();
        let seconds: f64 = words.next().context("a time")?.parse().context(text.clone())?;
        let peak: u64 = words.next().context("a peak")?.parse()?;
        println!("  {name:12} {seconds:8.3} s {:6} MB", peak >> 20);
        let holds = seconds < PAIR_SECONDS_CLAIMED && peak >> 20 < PAIR_MB_CLAIMED;
        println!(
            "  claim: below {PAIR_SECONDS_CLAIMED} s and {PAIR_MB_CLAIMED} MB: {}",
            verdict(holds)
        );
    }
    println!();
    Ok(())
}

fn be_pair() -> Result<()> {
    let dirs: Vec<Utf8PathBuf> = std::env::args().skip(2).map(Utf8PathBuf::from).collect();
    let began = processor_seconds()?;
    compare(&dirs, Scope::Changed)?;
    let seconds = processor_seconds()? - began;
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).context("a peak")?;
    let peak = line.split_whitespace().nth(1).context("a number")?.parse::<u64>()? * 1024;
    println!("{seconds} {peak}");
    Ok(())
}

/// Seconds on a processor that a comparison takes: it does not wait, and the machine may be shared.
pub(crate) fn time(runs: &Runs, scope: Scope) -> Result<f64> {
    let began = processor_seconds()?;
    compare(&[runs.one.clone(), runs.other.clone()], scope)?;
    Ok(processor_seconds()? - began)
}

fn processor_seconds() -> Result<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat")?;
    let nanoseconds: u64 = text.split_whitespace().next().context("a time")?.parse()?;
    Ok(nanoseconds as f64 / 1e9)
}

/// Seconds per state after the first: the median of a few rounds, both lengths by turns.
pub(crate) fn time_per_state(short: &Runs, long: &Runs, n: u64, scope: Scope) -> Result<f64> {
    let mut rounds = Vec::new();
    for _ in 0..N_ROUNDS {
        let (first, all) = (time(short, scope)?, time(long, scope)?);
        rounds.push((all - first).max(0.0) / n as f64);
    }
    Ok(median(&mut rounds))
}

pub(crate) fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn states() -> Result<()> {
    println!(
        "structure of one state, 1 to 20 changed nodes in each, both browsers alike but for 10 elements"
    );
    figures::print_head();
    let mut rows = Vec::new();
    for n_nodes in SIZES {
        for is_moving in [false, true] {
            let page = Page { is_moving, ..Page::new(n_nodes) };
            let first = Runs::of_states(&page, 10, 1, 0)?;
            let few = Runs::of_states(&page, 10, 1 + N_STATES, 0)?;
            let many = Runs::of_states(&page, 10, 1 + N_SHORT_STATES, 0)?;
            let row = StateRow {
                n_nodes,
                is_moving,
                changed: time_per_state(&first, &many, N_SHORT_STATES, Scope::Changed)?,
                whole: time_per_state(&first, &few, N_STATES, Scope::WholePage)?,
            };
            row.print();
            rows.push(row);
        }
    }
    figures::print_summary(&rows);
    Ok(())
}

/// Time against the number of changed nodes.
fn changed_nodes() -> Result<()> {
    const COUNTS: [u64; 6] = [1, 2, 5, 10, 20, 40];
    const MOST_BEND: f64 = 2.0;
    println!("changed nodes per state on a page of 5000");
    let page = Page::new(5_000);
    let first = Runs::of_states(&page, 10, 1, 0)?;
    let mut times = Vec::new();
    for n_changed in COUNTS {
        let many = Runs::of_states(&page, 10, 1 + N_SHORT_STATES, n_changed)?;
        let seconds = time_per_state(&first, &many, N_SHORT_STATES, Scope::Changed)?;
        println!(
            "  {n_changed:3} changed {:8.1} us {:8.2} us each",
            seconds * 1e6,
            seconds * 1e6 / n_changed as f64
        );
        times.push(seconds);
    }
    ensure!(times.len() == COUNTS.len(), "all were measured");
    // What one more node takes must not grow with how many there are.
    let slope =
        |from: usize, to: usize| (times[to] - times[from]) / (COUNTS[to] - COUNTS[from]) as f64;
    let (early, late) = (slope(0, 3), slope(3, 5));
    let bend = late / early;
    println!(
        "  one more node: {:.2} us up to 10, {:.2} us up to 40   {bend:.2}x",
        early * 1e6,
        late * 1e6
    );
    println!("  claim: linear, that is at most {MOST_BEND}x: {}\n", verdict(bend <= MOST_BEND));
    Ok(())
}
