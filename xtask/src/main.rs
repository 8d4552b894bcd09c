//! Chores of the repository: `cargo xtask tidy`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "printing is its job")]

mod tidy;

use std::process::ExitCode;

use anyhow::{Result, bail};

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("tidy") => {
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
        _ => bail!("usage: cargo xtask tidy"),
    }
}
