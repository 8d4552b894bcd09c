//! The files of a labelled app, read strictly: a misspelled field is an error, not an ignored claim.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;

use anyhow::{Context as _, Result, bail};
use camino::{Utf8Path, Utf8PathBuf};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use xcheck_drive::Drive;
use xcheck_model::engine::Engine;

/// Which purpose an app serves. Nobody may look at the score half while changing what it measures.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, clap::ValueEnum,
)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Half {
    Tune,
    Score,
}

impl Half {
    pub(crate) const ALL: [Self; 2] = [Self::Tune, Self::Score];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tune => "tune",
            Self::Score => "score",
        }
    }
}

impl fmt::Display for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What an app's incompatibilities are mostly like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AppKind {
    Behavior,
    Structure,
    Text,
    Image,
    Mixed,
    Clean,
}

impl AppKind {
    pub(crate) const ALL: [Self; 6] =
        [Self::Behavior, Self::Structure, Self::Text, Self::Image, Self::Mixed, Self::Clean];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Behavior => "behavior",
            Self::Structure => "structure",
            Self::Text => "text",
            Self::Image => "image",
            Self::Mixed => "mixed",
            Self::Clean => "clean",
        }
    }

    /// The kind of finding that an app of this kind must have a label for.
    pub(crate) fn finding(self) -> Option<Kind> {
        match self {
            Self::Behavior => Some(Kind::Behavior),
            Self::Structure => Some(Kind::Structure),
            Self::Text => Some(Kind::Text),
            Self::Image => Some(Kind::Image),
            Self::Mixed | Self::Clean => None,
        }
    }
}

/// Under which heading a finding is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Behavior,
    Structure,
    Text,
    Image,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Behavior => "behavior",
            Self::Structure => "structure",
            Self::Text => "text",
            Self::Image => "image",
        }
    }
}

/// `labels.json`: what must be found, and where nothing must be.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Labels {
    pub(crate) kind: AppKind,
    pub(crate) xbis: Vec<Label>,
    pub(crate) clean: Vec<Engine>,
}

/// One incompatibility in one browser.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Label {
    pub(crate) browser: Engine,
    /// Every kind under which an honest tool may report it.
    pub(crate) kinds: Vec<Kind>,
    pub(crate) selector: String,
    /// Acceptable names, as in MDN's browser-compat-data.
    pub(crate) cause: Vec<String>,
    pub(crate) why: String,
}

/// `verify.json`: what proves the labels.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Checks {
    pub(crate) checks: Vec<Check>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Check {
    pub(crate) what: String,
    pub(crate) expression: String,
    pub(crate) expect: BTreeMap<Engine, Value>,
    /// How far numbers may be off.
    pub(crate) near: Option<f64>,
}

/// `places.json`: where the labelled elements were, per label, over all steps. Written by `verify --write`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Places {
    pub(crate) labels: Vec<Vec<String>>,
}

/// A labelled app.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub(crate) name: String,
    pub(crate) half: Half,
    pub(crate) folder: Utf8PathBuf,
    pub(crate) labels: Labels,
    pub(crate) checks: Vec<Check>,
    pub(crate) drive: Drive,
    /// None if not written yet.
    pub(crate) places: Option<Places>,
}

/// The file that `verify --write` makes.
const PLACES: &str = "places.json";
/// What is about the app and not part of it.
pub(crate) const OWN_FILES: [&str; 4] = ["drive.json", "labels.json", "verify.json", PLACES];

impl App {
    pub(crate) fn read(folder: &Utf8Path, half: Half) -> Result<Self> {
        if !folder.join("index.html").is_file() {
            bail!("{folder}: there is no index.html");
        }
        let labels = read_json(&folder.join("labels.json"))?;
        let Checks { checks } = read_json(&folder.join("verify.json"))?;
        let places = folder.join(PLACES);
        let places = if places.exists() { Some(read_json(&places)?) } else { None };
        let path = folder.join("drive.json");
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
        let mut drive =
            xcheck_drive::parse(&text, "drive.json").with_context(|| path.to_string())?;
        drive.resolve_files(folder.as_std_path());
        let name = folder.file_name().unwrap_or_default().to_owned();
        Ok(Self { name, half, folder: folder.to_owned(), labels, checks, drive, places })
    }

    pub(crate) fn host(&self) -> String {
        format!("{}.localhost", self.name)
    }

    pub(crate) fn write_places(&self, places: &Places) -> Result<()> {
        let path = self.folder.join(PLACES);
        let mut text = serde_json::to_string_pretty(places)?;
        text.push('\n');
        fs::write(&path, text).with_context(|| format!("cannot write {path}"))
    }
}

fn read_json<T: DeserializeOwned>(path: &Utf8Path) -> Result<T> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {path}"))?;
    serde_json::from_str(&text).with_context(|| path.to_string())
}

/// All apps by half and name, and what is wrong with those that cannot be read.
pub(crate) fn read_all(corpus: &Utf8Path) -> Result<(Vec<App>, Vec<String>)> {
    let mut apps = Vec::new();
    let mut troubles = Vec::new();
    for half in Half::ALL {
        let folder = corpus.join(half.name());
        let entries = folder.read_dir_utf8().with_context(|| format!("cannot list {folder}"))?;
        let mut folders = Vec::new();
        for entry in entries {
            let path = entry?.into_path();
            if path.is_dir() {
                folders.push(path);
            }
        }
        folders.sort();
        for folder in folders {
            match App::read(&folder, half) {
                Ok(app) => apps.push(app),
                Err(error) => troubles.push(format!("{error:#}")),
            }
        }
    }
    Ok((apps, troubles))
}
