//! Recordings that an earlier check left: used again as long as nothing changed that they are made of.

use std::fs;
use std::io;

use anyhow::Context as _;
use camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use xcheck_config::Config;
use xcheck_model::browser_name::BrowserName;

use crate::exit::Failure;
use crate::target::Target;

const FILE: &str = "recorded.json";

/// One recorded session.
pub(crate) struct Recorded {
    pub(crate) name: String,
    pub(crate) trace: Utf8PathBuf,
}

impl Recorded {
    /// A trace that somebody made before.
    pub(crate) fn given(trace: &Utf8Path, number: usize) -> Self {
        Self { name: number.to_string(), trace: trace.to_owned() }
    }
}

/// What was recorded, and of what.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Stored {
    print: String,
    traces: Vec<String>,
}

impl Stored {
    pub(crate) fn new(print: String, traces: Vec<String>) -> Self {
        Self { print, traces }
    }

    pub(crate) fn read(folder: &Utf8Path) -> Option<Self> {
        let stored: Self =
            serde_json::from_str(&fs::read_to_string(folder.join(FILE)).ok()?).ok()?;
        // Names of traces are ours, never ways to other folders.
        let is_ours = |name: &String| !name.contains(['/', '\\']) && folder.join(name).is_file();
        stored.traces.iter().all(is_ours).then_some(stored)
    }

    pub(crate) fn write(&self, folder: &Utf8Path) -> Result<(), Failure> {
        let path = folder.join(FILE);
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        fs::write(&path, text + "\n")
            .with_context(|| format!("cannot write {path}"))
            .map_err(|error| Failure::usage(error, None))
    }

    pub(crate) fn is_of(&self, print: &str) -> bool {
        self.print == print
    }

    pub(crate) fn traces(&self, folder: &Utf8Path) -> Vec<Utf8PathBuf> {
        self.traces.iter().map(|name| folder.join(name)).collect()
    }

    /// Its sessions, numbered after those that are there already.
    pub(crate) fn sessions(&self, folder: &Utf8Path, n_before: usize) -> Vec<Recorded> {
        let number = |(at, name): (usize, &String)| Recorded {
            name: (n_before + at + 1).to_string(),
            trace: folder.join(name),
        };
        self.traces.iter().enumerate().map(number).collect()
    }
}

/// What a recording is made of: the app, what is done with it, and this tool. A folder is known by its content; what
/// is behind an address must be asked for. `files` say what is done: whoever uses them says what is wrong with them.
pub(crate) fn print_of(
    target: &Target,
    text: &str,
    files: &[Utf8PathBuf],
    config: &Config,
    browser: BrowserName,
) -> Result<String, Failure> {
    let unreadable = |error: io::Error| {
        Failure::usage(anyhow::Error::from(error).context(format!("cannot read {text}")), None)
    };
    let mut hasher = Sha256::new();
    let mut add = |part: &[u8]| {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    };
    add(env!("CARGO_PKG_VERSION").as_bytes());
    add(browser.name().as_bytes());
    add(format!("{:?} {:?}", config.crawl, config.login).as_bytes());
    for file in files {
        add(file.as_str().as_bytes());
        add(&fs::read(file).unwrap_or_default());
    }
    let mut files = Vec::new();
    match target.folder {
        Some(_) => list(Utf8Path::new(text), &mut files).map_err(unreadable)?,
        None => add(target.start_url.as_str().as_bytes()),
    }
    files.sort();
    for file in files {
        add(file.as_str().as_bytes());
        add(&fs::read(&file).map_err(unreadable)?);
    }
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn list(folder: &Utf8Path, files: &mut Vec<Utf8PathBuf>) -> io::Result<()> {
    for entry in folder.read_dir_utf8()? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            list(entry.path(), files)?;
        } else {
            files.push(entry.path().to_owned());
        }
    }
    Ok(())
}
