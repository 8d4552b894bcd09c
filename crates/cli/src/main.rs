//! The `xcheck` command: arguments in, exit code out.
//!
//! Wires stages together and prints; decides nothing else.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "printing is this crate's job")]

mod args;
mod check_args;
mod commands;
mod each;
mod exit;
mod grid;
#[cfg(test)]
mod guide;
mod interrupt;
mod pipe;
mod project;
mod reporters;
mod stage;
mod stored;
mod studio;
mod target;
mod terminal;
mod trouble;
mod unchanged;

use std::process::ExitCode;

use clap::Parser as _;
use xcheck_browser::guard;

use crate::args::{Cli, Command};
use crate::exit::{Exit, Failure};
use crate::project::Project;
use crate::terminal::Terminal;

fn main() -> ExitCode {
    // A guard must be small and quick: nothing else may happen before.
    if std::env::args_os().nth(1).is_some_and(|argument| argument == guard::GUARD_ARGUMENT) {
        return guard::run();
    }
    pipe::end_quietly();
    let cli = Cli::parse();
    start_log(cli.common.verbose);
    let terminal = Terminal::new();
    let exit = match run(&cli, &terminal) {
        Ok(exit) => exit,
        Err(failure) => {
            terminal.failure(&failure);
            failure.exit
        }
    };
    exit.into()
}

fn run(cli: &Cli, terminal: &Terminal) -> Result<Exit, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::environment(error, "cannot start worker threads"))?;
    let outcome = runtime.block_on(async {
        match &cli.command {
            // Ctrl-C is how a recording ends.
            Command::Record(args) => commands::record::run(args, terminal).await,
            Command::Replay(args) => {
                let replay = Box::pin(commands::replay::run(args, terminal));
                interrupt::unless_interrupted(replay).await
            }
            // Ctrl-C keeps what is done.
            Command::Check(args) => match Project::read(args.config.as_deref()) {
                Ok(project) => commands::check::run(args, project, terminal).await,
                Err(failure) => Err(failure),
            },
            Command::Crawl(args) => commands::crawl::run(args, terminal).await,
            Command::Merge(args) => commands::merge::run(args, terminal),
            // Ctrl-C is how it ends.
            Command::Show(args) => commands::show::run(args, terminal).await,
            Command::Init(args) => commands::init::run(args, terminal),
            Command::Accept(args) => commands::accept::run(args, terminal),
            Command::Trace(args) => commands::trace::run(args),
            Command::Run(args) => commands::run::run(args),
            Command::Compare(args) => commands::compare::run(args, terminal),
            Command::Train(args) => commands::train::run(args),
            Command::Export(args) => commands::export::run(args, terminal),
            Command::Install(args) => {
                interrupt::unless_interrupted(commands::install::run(args, terminal)).await
            }
            Command::Doctor(args) => {
                interrupt::unless_interrupted(commands::doctor::run(args, terminal)).await
            }
            Command::Demo(args) => commands::demo::run(args, terminal).await,
        }
    });
    // Tasks that still wait for something must not keep an ended program alive.
    runtime.shutdown_background();
    outcome
}

/// Diagnostics for developers of xcheck; what users must know goes through [`Terminal`].
fn start_log(verbosity: u8) {
    let default = match verbosity {
        0 => "error",
        1 => "xcheck=info,warn",
        2 => "debug,hyper=info,rustls=info",
        _ => "trace",
    };
    let filter = tracing_subscriber::EnvFilter::try_from_env("XCHECK_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new(default));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
}
