//! What replaying takes: each session is recorded once in the reference engine, at a person's pace,
//! and replayed in each engine, with looking and without.
//!
//! A missed target is a figure, not an error.
#![expect(clippy::print_stdout, reason = "printing figures is the purpose")]

mod args;
mod figures;
mod long;
mod pace;
mod stage;
#[path = "../record/subject.rs"]
#[expect(dead_code, reason = "bursts are for recording alone")]
mod subject;

use std::process::ExitCode;

use anyhow::{Result, ensure};
use xcheck_browser::guard;
use xcheck_model::engine::Engine;

use crate::args::Args;
use crate::figures::Row;
use crate::stage::{Looking, Recorded, Stage};
use crate::subject::{SUBJECTS, Subject};

const REFERENCE: Engine = Engine::Chromium;
/// Ten thousand timers.
const LONG: Subject = Subject::own("long", "");

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
    println!("sessions recorded in {REFERENCE}, with a person's pauses");
    let measured = if args.is_long {
        measure_long(&stage, &args).await
    } else {
        measure_subjects(&stage, &args).await
    };
    stage.end().await?;
    measured
}

async fn measure_long(stage: &Stage, args: &Args) -> Result<()> {
    let recorded = stage.record(REFERENCE, &LONG).await?;
    for engine in &args.engines {
        if let Err(error) = long::measure(stage, *engine, &recorded).await {
            println!("{engine}: error: {error:#}");
        }
    }
    long::print_memory()
}

async fn measure_subjects(stage: &Stage, args: &Args) -> Result<()> {
    let mut rows = Vec::new();
    figures::print_head();
    for subject in SUBJECTS.iter().filter(|subject| args.wants(subject)) {
        if let Err(reason) = subject.prepare() {
            println!("{}: skipped, {reason:#}", subject.name);
            continue;
        }
        let recorded = match stage.record(REFERENCE, subject).await {
            Ok(recorded) => recorded,
            Err(error) => {
                println!("{}: error: {error:#}", subject.name);
                continue;
            }
        };
        for engine in &args.engines {
            match replay(stage, *engine, subject, &recorded).await {
                Ok(row) => {
                    row.print();
                    rows.push(row);
                }
                Err(error) => println!("{} in {engine}: error: {error:#}", subject.name),
            }
        }
    }
    figures::print_summary(&rows);
    ensure!(!rows.is_empty(), "nothing was measured");
    Ok(())
}

async fn replay(
    stage: &Stage,
    engine: Engine,
    subject: &'static Subject,
    recorded: &Recorded,
) -> Result<Row> {
    let mut silent = |_| {};
    Ok(Row {
        subject,
        engine,
        seconds: recorded.seconds,
        seeing: stage.replay(engine, recorded, Looking::Seeing, &mut silent).await?,
        blind: stage.replay(engine, recorded, Looking::Blind, &mut silent).await?,
    })
}
