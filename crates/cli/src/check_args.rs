//! Arguments of the commands that explore apps and check them as a whole.

use camino::Utf8PathBuf;
use clap::Args;
use xcheck_config::{Check, Config, Crawl, Glob, UrlPattern};
use xcheck_model::browser_name::BrowserName;

use crate::grid::GridArgs;
use crate::reporters::ReporterArgs;

/// How far an app is explored.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ExploreArgs {
    /// Stop at so many states
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) max_states: Option<u32>,
    /// Go so many steps away from the start at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) max_depth: Option<u32>,
    /// Explore for so long at most
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) time: Option<u64>,
    /// Begin chance, and what is typed, with this
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Only pages whose address matches; `*` is anything
    #[arg(long, value_name = "PATTERN")]
    pub(crate) include: Vec<String>,
    /// No pages whose address matches
    #[arg(long, value_name = "PATTERN")]
    pub(crate) exclude: Vec<String>,
    /// Elements that are left alone, as CSS selectors
    #[arg(long, value_name = "SELECTOR")]
    pub(crate) exclude_element: Vec<String>,
    /// Other origins that belong to the app
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) origin: Vec<String>,
    /// Do what looks dangerous (log out, delete, pay) as often as anything else
    #[arg(long)]
    pub(crate) allow_dangerous: bool,
}

impl ExploreArgs {
    fn config(&self) -> Crawl {
        let patterns = |all: &[String]| -> Option<Vec<UrlPattern>> {
            let all: Vec<UrlPattern> = all.iter().map(|it| UrlPattern(Glob(it.clone()))).collect();
            (!all.is_empty()).then_some(all)
        };
        let some = |all: &[String]| (!all.is_empty()).then(|| all.to_vec());
        Crawl {
            max_states: self.max_states,
            max_depth: self.max_depth,
            time: self.time,
            seed: self.seed,
            include: patterns(&self.include),
            exclude: patterns(&self.exclude),
            exclude_elements: some(&self.exclude_element),
            origins: some(&self.origin),
            allow_dangerous: self.allow_dangerous.then_some(true),
            ..Crawl::default()
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct CrawlArgs {
    /// Address of the app, or a folder with an index.html
    #[arg(value_name = "URL|DIR")]
    pub(crate) target: String,
    /// Where traces, pictures and graph.json go
    #[arg(short, long, value_name = "DIR", default_value = "xcheck-crawl")]
    pub(crate) out: Utf8PathBuf,
    /// The browser to explore in
    #[arg(long, value_name = "NAME", default_value = "chromium", conflicts_with = "each")]
    pub(crate) browser: BrowserName,
    /// Explore in every browser by itself, and compare where that led
    #[arg(long)]
    pub(crate) each: bool,
    /// With --each: which browsers, the reference first
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "chromium,firefox,webkit",
        requires = "each"
    )]
    pub(crate) browsers: Vec<BrowserName>,
    /// Do what a drive file says, and nothing else
    #[arg(long, value_name = "FILE")]
    pub(crate) drive: Option<Utf8PathBuf>,
    #[command(flatten)]
    pub(crate) explore: ExploreArgs,
    #[command(flatten)]
    pub(crate) grid: GridArgs,
    /// What the project says: xcheck.toml, if there is one
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<Utf8PathBuf>,
    /// How long a browser may take to start, or a command in it
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: Option<u64>,
    /// Print the graph as one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

impl CrawlArgs {
    pub(crate) fn as_config(&self) -> Config {
        let check = Check { timeout: self.timeout, ..Check::default() };
        Config { check, crawl: self.explore.config(), ..Config::default() }
    }
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Addresses, folders with an index.html, or traces; those of xcheck.toml if there are none
    #[arg(value_name = "TARGET")]
    pub(crate) targets: Vec<String>,
    /// Use the app as a file says instead of exploring it
    #[arg(long, value_name = "FILE")]
    pub(crate) drive: Option<Utf8PathBuf>,
    /// Which browsers, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) browsers: Vec<BrowserName>,
    /// The browser that is right
    #[arg(long, value_name = "NAME")]
    pub(crate) reference: Option<BrowserName>,
    /// Where the report goes
    #[arg(short, long, value_name = "DIR")]
    pub(crate) out: Option<Utf8PathBuf>,
    /// How many browsers may run at once
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) workers: Option<u32>,
    /// How long a browser may take to start, or nothing may happen in a replay
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(crate) timeout: Option<u64>,
    #[command(flatten)]
    pub(crate) explore: ExploreArgs,
    #[command(flatten)]
    pub(crate) grid: GridArgs,
    /// What the project says: xcheck.toml, if there is one
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<Utf8PathBuf>,
    /// Differences that were accepted: baseline.json beside the configuration, if there is one
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<Utf8PathBuf>,
    /// Replay only each n-th session, beginning with the i-th
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub(crate) shard: Option<(usize, usize)>,
    /// Record anew, though nothing changed since the last check
    #[arg(long)]
    pub(crate) fresh: bool,
    #[command(flatten)]
    pub(crate) reporters: ReporterArgs,
}

/// Reads `2/5`.
fn shard(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/').map(|(at, all)| (at.parse(), all.parse()));
    match parts {
        Some((Ok(at), Ok(all))) if (1..=all).contains(&at) => Ok((at, all)),
        _ => Err("a shard looks like 2/5: the second of five".to_owned()),
    }
}

impl CheckArgs {
    pub(crate) fn as_config(&self) -> Config {
        let some = |all: &[String]| (!all.is_empty()).then(|| all.to_vec());
        let check = Check {
            targets: some(&self.targets),
            drive: self.drive.as_ref().map(ToString::to_string),
            browsers: (!self.browsers.is_empty()).then(|| self.browsers.clone()),
            reference: self.reference,
            workers: self.workers,
            timeout: self.timeout,
            out: self.out.as_ref().map(ToString::to_string),
        };
        Config { check, crawl: self.explore.config(), ..Config::default() }
    }
}

#[derive(Debug, Args)]
pub(crate) struct InitArgs {
    /// Where to write it
    #[arg(value_name = "FILE", default_value = "xcheck.toml")]
    pub(crate) file: Utf8PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct AcceptArgs {
    /// Findings of the report: x1, x2, …
    #[arg(value_name = "ID", required = true)]
    pub(crate) ids: Vec<String>,
    /// Why it may stay
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: String,
    /// The last day on which it may
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(crate) expires: Option<String>,
    /// The report that has them
    #[arg(long, value_name = "DIR", default_value = "xcheck-report")]
    pub(crate) report: Utf8PathBuf,
    /// The file to note it in
    #[arg(long, value_name = "FILE", default_value = "baseline.json")]
    pub(crate) baseline: Utf8PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// Folders that `xcheck check --shard` wrote
    #[arg(value_name = "DIR", required = true)]
    pub(crate) reports: Vec<Utf8PathBuf>,
    /// Where the report of all goes
    #[arg(short, long, value_name = "DIR", default_value = "xcheck-report")]
    pub(crate) out: Utf8PathBuf,
    #[command(flatten)]
    pub(crate) reporters: ReporterArgs,
}
