//! Arguments as typed.

use camino::Utf8PathBuf;
use clap::{Args, Parser, Subcommand};
use xcheck_model::engine::Engine;

const ALL_BROWSERS: &str = "chromium,firefox,webkit";

/// Finds what your web app does differently in Chromium, Firefox and WebKit.
#[derive(Debug, Parser)]
#[command(name = "xcheck", version, max_term_width = 100, propagate_version = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CommonArgs {
    /// Say more about what happens inside; repeat for still more
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub(crate) verbose: u8,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Put in what is missing: browsers, drivers and fonts
    Install(InstallArgs),
    /// Start each browser for real and say what works and what is missing
    Doctor(DoctorArgs),
    /// Open the built-in demo apps in each browser and show where they differ
    Demo(DemoArgs),
}

#[derive(Debug, Args)]
pub(crate) struct InstallArgs {
    /// For which browsers, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = ALL_BROWSERS)]
    pub(crate) browsers: Vec<Engine>,
    /// Only say what would be done
    #[arg(long)]
    pub(crate) dry_run: bool,
}

#[derive(Debug, Args)]
pub(crate) struct BrowserArgs {
    /// Which browsers, separated by commas
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = ALL_BROWSERS
    )]
    pub(crate) browsers: Vec<Engine>,
    /// Show the browsers on your display
    #[arg(long)]
    pub(crate) headed: bool,
    /// How long a browser may take to start, or a command in it
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: u64,
}

#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    #[command(flatten)]
    pub(crate) browsers: BrowserArgs,
    /// Print one JSON document instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct DemoArgs {
    #[command(flatten)]
    pub(crate) browsers: BrowserArgs,
    /// Where the screenshots go
    #[arg(long, value_name = "DIR", default_value = "xcheck-results/demo")]
    pub(crate) out: Utf8PathBuf,
}
