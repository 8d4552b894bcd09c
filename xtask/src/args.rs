//! The command line of `cargo xtask`.

use camino::Utf8PathBuf;
use clap::{Args, Parser, Subcommand};
use xcheck_model::engine::Engine;

use crate::corpus::Half;

/// Chores of the repository.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", disable_version_flag = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) chore: Chore,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Chore {
    /// Check the rules of the repository that no compiler checks
    Tidy,
    /// Check the labelled apps under corpus/ in real browsers
    #[command(subcommand)]
    Corpus(CorpusChore),
    /// Compare reports with the labels of the corpus, and write docs/scoreboard.md
    Score(ScoreArgs),
    /// Explore apps of the corpus, and say whether that got where their drive files get
    Reach(ReachArgs),
    /// Write crates/compare/data/support.txt from MDN's compatibility data
    Compat,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CorpusChore {
    /// Drive apps in all browsers and check every label and every claim of cleanness
    Verify(VerifyArgs),
    /// Only take the pictures: target/corpus/NAME.png, Chromium, Firefox and WebKit side by side
    Montage(PickArgs),
}

/// Which apps, in which browsers.
#[derive(Clone, Debug, Args)]
pub(crate) struct PickArgs {
    /// Names of apps; all without one
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Only the apps of one half
    #[arg(long)]
    pub(crate) half: Option<Half>,
    /// Browsers to use
    #[arg(long, value_delimiter = ',', default_value = "chromium,firefox,webkit")]
    pub(crate) browsers: Vec<Engine>,
    /// The folder with the halves [default: corpus]
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Option<Utf8PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) pick: PickArgs,
    /// Write places.json: where the labelled elements are
    #[arg(long)]
    pub(crate) write: bool,
    /// Only a fixed few apps, one of each kind
    #[arg(long, conflicts_with_all = ["names", "half"])]
    pub(crate) sample: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ScoreArgs {
    /// Names of apps; all without one
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Only the apps of one half
    #[arg(long)]
    pub(crate) half: Option<Half>,
    /// Score DIR/NAME/report.json instead of what target/release/xcheck finds now
    #[arg(long, value_name = "DIR")]
    pub(crate) reports: Option<Utf8PathBuf>,
    /// Compare the replays that are in target/score instead of making new ones
    #[arg(long, conflicts_with = "reports")]
    pub(crate) again: bool,
    /// Also write the scores as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<Utf8PathBuf>,
    /// The folder with the halves [default: corpus]
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Option<Utf8PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ReachArgs {
    /// Names of apps; all without one
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Only the apps of one half
    #[arg(long)]
    pub(crate) half: Option<Half>,
    /// How long each may be explored
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) seconds: u64,
}
