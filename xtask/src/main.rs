//! Chores of the repository: rules that no compiler checks, the labelled corpus, and the scoreboard.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "printing is its job")]

mod args;
mod compat;
mod corpus;
mod reach;
mod score;
mod tidy;

use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Parser as _;
use xcheck_browser::guard;

use crate::args::{Chore, Cli, CorpusChore};

fn main() -> ExitCode {
    // Browsers are guarded by this program, started again.
    if std::env::args_os().nth(1).is_some_and(|argument| argument == guard::GUARD_ARGUMENT) {
        return guard::run();
    }
    match run(&Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: &Cli) -> Result<()> {
    let root = tidy::root();
    match &cli.chore {
        Chore::Tidy => run_tidy(),
        Chore::Corpus(CorpusChore::Verify(args)) => corpus::verify(&root, args),
        Chore::Corpus(CorpusChore::Montage(args)) => corpus::montage(&root, args),
        Chore::Score(args) => score::run(&root, args),
        Chore::Reach(args) => reach::run(&root, args),
        Chore::Compat => compat::run(&root),
    }
}

fn run_tidy() -> Result<()> {
    let troubles = tidy::check(&tidy::root())?;
    for trouble in &troubles {
        println!("{trouble}");
    }
    if !troubles.is_empty() {
        bail!("{} things to tidy up", troubles.len());
    }
    println!("tidy");
    Ok(())
}
