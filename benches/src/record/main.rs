//! What recording costs: the same driven session without and with it, by turns, in each engine.
//!
//! Both sides go through the same proxy and find the app in the same folder; only agent, channel and
//! trace are missing on the one side. A missed target is a figure, not an error.
#![expect(clippy::print_stdout, reason = "printing figures is the purpose")]

mod args;
mod figures;
mod session;
mod subject;

use std::process::ExitCode;

use anyhow::{Context as _, Result, ensure};
use xcheck_browser::guard;
use xcheck_model::engine::Engine;

use crate::args::Args;
use crate::figures::{Row, median};
use crate::session::Stage;
use crate::subject::{SUBJECTS, Subject};

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(guard::GUARD_ARGUMENT) {
        return guard::run();
    }
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let outcome = runtime.block_on(measure());
    runtime.shutdown_background();
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn measure() -> Result<()> {
    let args = Args::parse(std::env::args().skip(1))?;
    let stage = Stage::new()?;
    println!("one session, median of {}, without and with recording by turns", args.n_pairs);
    let (mut rows, mut n_failed) = (Vec::new(), 0);
    let subjects = || SUBJECTS.iter().filter(|subject| args.wants(subject));
    for subject in subjects() {
        match subject.prepare() {
            Ok(()) => {}
            Err(reason) if subject.package.is_some() => {
                println!("{}: skipped, {reason:#}", subject.name);
                continue;
            }
            Err(error) => return Err(error),
        }
        for engine in &args.engines {
            match compare(&stage, *engine, subject, args.n_pairs).await {
                Ok(row) => {
                    row.print();
                    rows.push(row);
                }
                Err(error) => {
                    println!("{} in {engine}: error: {error:#}", subject.name);
                    n_failed += 1;
                }
            }
        }
    }
    stage.end().await?;
    figures::print_summary(&rows);
    ensure!(n_failed == 0, "{n_failed} of the comparisons could not be made");
    ensure!(!rows.is_empty(), "nothing was measured");
    Ok(())
}

/// Plays the session of `subject` without and with recording, `n_pairs` times each.
async fn compare(
    stage: &Stage,
    engine: Engine,
    subject: &'static Subject,
    n_pairs: usize,
) -> Result<Row> {
    let drive = subject.drive()?;
    let burst = subject.burst()?;
    let (mut plain, mut recorded) = (Vec::new(), Vec::new());
    for n in 0..n_pairs {
        // Who goes first takes turns too, as the second finds warmer caches.
        if n % 2 == 0 {
            plain.push(stage.plain(engine, subject, &drive, &burst).await.context("without")?);
        }
        recorded.push(stage.recorded(engine, subject, &drive, &burst).await.context("with")?);
        if n % 2 == 1 {
            plain.push(stage.plain(engine, subject, &drive, &burst).await.context("without")?);
        }
    }
    // On its own, as the burst is no person's doing and timing the agent takes time.
    let tape = stage.inspected(engine, subject, &drive).await.context("with timing")?;
    Ok(Row {
        subject,
        engine,
        seconds: [&plain, &recorded].map(|all| median(all.iter().map(|played| played.seconds))),
        burst_ms: [&plain, &recorded].map(|all| median(all.iter().map(|played| played.burst_ms))),
        frame_rate: plain[0].frame_rate.is_some().then(|| {
            [&plain, &recorded].map(|all| median(all.iter().filter_map(|played| played.frame_rate)))
        }),
        n_cut: tape.n_cut + recorded.iter().map(|played| played.n_cut).sum::<usize>(),
        tape,
    })
}
