//! Arguments as typed.

use camino::Utf8PathBuf;
use clap::{Args, Parser, Subcommand};
use xcheck_model::browser_name::BrowserName;
use xcheck_model::engine::Engine;

use crate::check_args::{AcceptArgs, CheckArgs, CrawlArgs, InitArgs, MergeArgs};
use crate::grid::GridArgs;
use crate::reporters::ReporterArgs;

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
    /// Explore an app, replay that in every browser, and report what differs
    Check(CheckArgs),
    /// Record an app while you use it, or while a drive file does
    Record(RecordArgs),
    /// Explore an app and record it: traces, and the graph of its states
    Crawl(CrawlArgs),
    /// Execute a trace again in a browser, and notice where it goes another way
    Replay(ReplayArgs),
    /// Show what is in a trace
    Trace(TraceArgs),
    /// Show what is in a run: what a replay saw, and where it went another way
    Run(RunArgs),
    /// Compare what replays of one trace saw in several browsers
    Compare(CompareArgs),
    /// Note that a finding may stay, so that later checks do not fail because of it
    Accept(AcceptArgs),
    /// Make one report of the parts of a check
    Merge(MergeArgs),
    /// Show reports over time, and checks that run, in your browser
    Show(ShowArgs),
    /// Write an xcheck.toml with every setting explained
    Init(InitArgs),
    /// Learn from labelled runs which differences are worth telling
    Train(TrainArgs),
    /// Write a trace in the format of another tool
    Export(ExportArgs),
    /// Check the built-in demo apps
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
    /// Which browsers, separated by commas; the first is the reference
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = ALL_BROWSERS)]
    pub(crate) browsers: Vec<BrowserName>,
    /// Where the report goes
    #[arg(long, value_name = "DIR", default_value = "xcheck-results/demo")]
    pub(crate) out: Utf8PathBuf,
    /// How long a browser may take to start, or nothing may happen in a replay
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: u64,
}

#[derive(Debug, Args)]
pub(crate) struct RecordArgs {
    /// Address of the app, or a folder with an index.html
    #[arg(value_name = "URL|DIR")]
    pub(crate) target: String,
    /// The trace to write
    #[arg(short, long, value_name = "F.xct")]
    pub(crate) out: Utf8PathBuf,
    /// The browser to record in
    #[arg(long, value_name = "NAME", default_value = "chromium")]
    pub(crate) browser: BrowserName,
    /// Let a file use the app: a DevTools recording, a Selenium IDE project, or WaRR commands
    #[arg(long, value_name = "FILE")]
    pub(crate) drive: Option<Utf8PathBuf>,
    /// Show the browser on your display; the default unless --drive is given
    #[arg(long)]
    pub(crate) headed: bool,
    /// Write masks instead of cookies
    #[arg(long)]
    pub(crate) mask_cookies: bool,
    /// Size of the page
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    pub(crate) viewport: (u32, u32),
    #[command(flatten)]
    pub(crate) grid: GridArgs,
    /// What the project says of the grid: xcheck.toml, if there is one
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<Utf8PathBuf>,
    /// How long the browser may take to start, or a command in it
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: u64,
    /// Print one JSON document: what `xcheck trace --json` says of the trace
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads `1280x720`.
fn size(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once('x').map(|(width, height)| (width.parse(), height.parse()));
    match parts {
        Some((Ok(width @ 100..=10_000), Ok(height @ 100..=10_000))) => Ok((width, height)),
        _ => Err("a size looks like 1280x720".to_owned()),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum InputBy {
    /// By the browser, as a person's
    Native,
    /// By events that the page itself dispatches
    Synthetic,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum AnswersFrom {
    /// What was recorded, and nothing else
    Trace,
    /// The app's own servers
    Live,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// The trace to replay
    #[arg(value_name = "F.xct")]
    pub(crate) trace: Utf8PathBuf,
    /// The browser to replay in
    #[arg(long, value_name = "NAME", default_value = "chromium")]
    pub(crate) browser: BrowserName,
    /// The folder to write what was seen to
    #[arg(short, long, value_name = "RUN")]
    pub(crate) out: Utf8PathBuf,
    /// Replay so many times and say whether all saw the same; runs that differ are kept beside the first
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) repeat: u32,
    /// Pause before each event in a browser that you can see, with the coming events listed
    #[arg(long, conflicts_with_all = ["repeat", "json"])]
    pub(crate) step: bool,
    /// Who makes the input
    #[arg(long, value_enum, default_value = "native")]
    pub(crate) input: InputBy,
    /// Who answers requests
    #[arg(long, value_enum, default_value = "trace")]
    pub(crate) network: AnswersFrom,
    /// With --network live: the folder that the app was recorded from
    #[arg(long, value_name = "DIR")]
    pub(crate) folder: Option<Utf8PathBuf>,
    /// Show the browser on your display
    #[arg(long)]
    pub(crate) headed: bool,
    #[command(flatten)]
    pub(crate) grid: GridArgs,
    /// What the project says of the grid: xcheck.toml, if there is one
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<Utf8PathBuf>,
    /// How long nothing may happen before the replay is given up
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: u64,
    /// Print one JSON document instead of lines
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct TraceArgs {
    /// The trace
    #[arg(value_name = "F.xct")]
    pub(crate) file: Utf8PathBuf,
    /// List the events
    #[arg(long)]
    pub(crate) events: bool,
    /// Only events of these kinds
    #[arg(long, value_name = "KINDS", value_delimiter = ',', requires = "events")]
    pub(crate) kind: Vec<EventKind>,
    /// Only events of this page
    #[arg(long, value_name = "N", requires = "events")]
    pub(crate) page: Option<usize>,
    /// Only events whose line contains this text
    #[arg(long, value_name = "TEXT", requires = "events")]
    pub(crate) grep: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum EventKind {
    Input,
    Callback,
    Notice,
    Script,
}

#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// The folder that `xcheck replay` wrote
    #[arg(value_name = "DIR")]
    pub(crate) dir: Utf8PathBuf,
    /// List what changed at every step
    #[arg(long)]
    pub(crate) steps: bool,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// Folders that `xcheck replay` wrote; the first is the reference
    #[arg(value_name = "RUN", required = true, num_args = 2..)]
    pub(crate) runs: Vec<Utf8PathBuf>,
    /// Where the report goes
    #[arg(short, long, value_name = "DIR", default_value = "xcheck-report")]
    pub(crate) out: Utf8PathBuf,
    /// Look at whole pages at every step, not only at what changed: slower, same findings
    #[arg(long)]
    pub(crate) whole_page: bool,
    #[command(flatten)]
    pub(crate) reporters: ReporterArgs,
    /// Write no report, but print everything that is known of one element and what was made of it
    #[arg(long, value_name = "XPATH", conflicts_with_all = ["out", "reporter"])]
    pub(crate) explain: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// A folder that xcheck check wrote, or one with many of them
    #[arg(value_name = "FOLDER", default_value = "xcheck-report")]
    pub(crate) folder: Utf8PathBuf,
    /// The port to show it on; any free one by default
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,
    /// Open it in your browser
    #[arg(long)]
    pub(crate) open: bool,
}

#[derive(Debug, Args)]
pub(crate) struct TrainArgs {
    /// Folders of labelled apps: each a folder with labels.json, places.json and runs named chromium, firefox, webkit
    #[arg(value_name = "LABELS", required = true)]
    pub(crate) labels: Vec<Utf8PathBuf>,
    /// Where the model goes; without it, none is written
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<Utf8PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The trace
    #[arg(value_name = "F.xct")]
    pub(crate) file: Utf8PathBuf,
    /// What to write
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: ExportFormat,
    /// Where to; without it, to stdout
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<Utf8PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ExportFormat {
    /// What went over the network, for any tool that reads HTTP archives
    Har,
    /// WaRR commands
    Warr,
    /// A recording for Chrome's developer tools and @puppeteer/replay
    Devtools,
    /// A test for Playwright
    Playwright,
}
