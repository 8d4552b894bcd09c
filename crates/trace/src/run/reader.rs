//! Reads a run, also one that is under way or was cut off.
//!
//! Folders are hostile: pictures are found by hash alone, sizes are bounded, and a line that makes no
//! sense is told and passed over.

use std::fs::{self, File};
use std::io::{self, Read as _};

use camino::{Utf8Path, Utf8PathBuf};
use sha2::{Digest as _, Sha256};
use xcheck_model::exchange::BodyHash;
use xcheck_model::run::{Divergence, ShotHash, Step};

use super::head::{HeadError, RunEnd, RunHead, RunTotals, VERSION, from_json};
use super::lines::{JsonLines, RunProblem};
use super::ran::Ran;
use super::sources::{MAX_SOURCE_LEN, Source};
use super::supports::{MAX_SUPPORTS, Support};
use super::writer::{shot_path, source_path};
use super::{DIVERGENCES_FILE, HEAD_FILE, RAN_FILE, SOURCES_FILE, STEPS_FILE, SUPPORTS_FILE};
use crate::body::body_ref;
use crate::manifest::FormatVersion;

const MAX_HEAD_LEN: u64 = 1 << 20;
const MAX_SHOT_LEN: u64 = 256 << 20;

/// A run could not be opened.
#[derive(Debug, thiserror::Error)]
#[error("cannot open run {path}")]
pub struct RunOpenError {
    pub path: Utf8PathBuf,
    #[source]
    pub kind: RunOpenErrorKind,
}

#[derive(Debug, thiserror::Error)]
pub enum RunOpenErrorKind {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("not a run")]
    NotARun,
    #[error("was written by a newer xcheck (format {found}, this one reads up to {known})")]
    NewerVersion { found: FormatVersion, known: FormatVersion },
    #[error("its run.json is damaged")]
    Damaged(#[source] serde_json::Error),
}

impl RunOpenError {
    /// What the user can do about it, if that is known.
    pub fn hint(&self) -> Option<String> {
        match &self.kind {
            RunOpenErrorKind::NewerVersion { .. } => {
                Some("upgrade xcheck, or replay again with this one".to_owned())
            }
            RunOpenErrorKind::NotARun => {
                Some("runs are folders made by `xcheck replay`".to_owned())
            }
            RunOpenErrorKind::Io(_) | RunOpenErrorKind::Damaged(_) => None,
        }
    }
}

/// A run, ready to be read.
#[derive(Debug)]
pub struct RunReader {
    dir: Utf8PathBuf,
    head: RunHead,
    end: RunEnd,
    totals: RunTotals,
}

/// What two equal replays have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunDigest {
    /// SHA-256 over all steps, pictures left out.
    pub observations: BodyHash,
    /// The picture of each step.
    pub shots: Vec<Option<ShotHash>>,
}

impl RunReader {
    pub fn open(dir: &Utf8Path) -> Result<Self, RunOpenError> {
        Self::try_open(dir).map_err(|kind| RunOpenError { path: dir.to_owned(), kind })
    }

    fn try_open(dir: &Utf8Path) -> Result<Self, RunOpenErrorKind> {
        let file = match File::open(dir.join(HEAD_FILE)) {
            Ok(file) => file,
            Err(_) if fs::metadata(dir)?.is_dir() => return Err(RunOpenErrorKind::NotARun),
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                return Err(RunOpenErrorKind::NotARun);
            }
            Err(error) => return Err(error.into()),
        };
        let mut json = Vec::new();
        file.take(MAX_HEAD_LEN).read_to_end(&mut json)?;
        let (head, end, totals) = from_json(&json).map_err(|error| match error {
            HeadError::Foreign => RunOpenErrorKind::NotARun,
            HeadError::Newer(found) => RunOpenErrorKind::NewerVersion { found, known: VERSION },
            HeadError::Json(error) => RunOpenErrorKind::Damaged(error),
        })?;
        Ok(Self { dir: dir.to_owned(), head, end, totals })
    }

    pub fn dir(&self) -> &Utf8Path {
        &self.dir
    }

    /// What was replayed, and where.
    pub fn head(&self) -> &RunHead {
        &self.head
    }

    /// How it went. A run under way is not complete.
    pub fn end(&self) -> &RunEnd {
        &self.end
    }

    /// How much there is, according to `run.json`.
    pub fn totals(&self) -> RunTotals {
        self.totals
    }

    /// The steps in order, read as they are asked for.
    pub fn steps(&self) -> JsonLines<Step> {
        JsonLines::open(&self.dir, STEPS_FILE)
    }

    /// The divergences in order, read as they are asked for.
    pub fn divergences(&self) -> JsonLines<Divergence> {
        JsonLines::open(&self.dir, DIVERGENCES_FILE)
    }

    /// A picture, checked against its hash.
    pub fn shot(&self, hash: &ShotHash) -> io::Result<Vec<u8>> {
        read_named(&shot_path(&self.dir, hash), hash, MAX_SHOT_LEN)
    }

    /// Style sheets, scripts and documents that pages loaded. Runs before format 1.1 have none.
    pub fn sources(&self) -> JsonLines<Source> {
        JsonLines::open_if_there(&self.dir, SOURCES_FILE)
    }

    /// The text of a source, checked against its hash. What is no UTF-8 in it is replaced.
    pub fn source_text(&self, hash: &BodyHash) -> io::Result<String> {
        let bytes = read_named(&source_path(&self.dir, hash), hash, MAX_SOURCE_LEN as u64)?;
        Ok(match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        })
    }

    /// What the browser knows of style sheets that pages loaded. Runs before format 1.3 do not say.
    pub fn supports(&self) -> impl Iterator<Item = Support> {
        JsonLines::open_if_there(&self.dir, SUPPORTS_FILE).flatten().take(MAX_SUPPORTS)
    }

    /// Code that ran, by step. Browsers that cannot tell, and runs before format 1.5, do not say.
    pub fn ran(&self) -> impl Iterator<Item = Ran> {
        JsonLines::open_if_there(&self.dir, RAN_FILE).flatten()
    }

    /// Whether a picture is there; its content is not looked at.
    pub fn has_shot(&self, hash: &ShotHash) -> bool {
        check_file(&shot_path(&self.dir, hash), MAX_SHOT_LEN).is_ok()
    }

    /// All that cannot be read, and all that is missing. Reads the whole run but its pictures.
    pub fn problems(&self) -> Vec<RunProblem> {
        let mut problems = Vec::new();
        let mut n_steps = 0;
        let mut expected = 0;
        for step in self.steps() {
            match step {
                Ok(step) => {
                    n_steps += 1;
                    if step.index != expected {
                        problems.push(RunProblem::Order { index: step.index, expected });
                    }
                    expected = step.index.saturating_add(1);
                    if let Some(hash) = step.screenshot.filter(|hash| !self.has_shot(hash)) {
                        let hash = hash.as_str().to_owned();
                        problems.push(RunProblem::Shot { index: step.index, hash });
                    }
                }
                Err(problem) => {
                    problems.push(problem);
                    expected += 1;
                }
            }
        }
        let mut n_divergences = 0;
        for divergence in self.divergences() {
            n_divergences += u64::from(divergence.is_ok());
            problems.extend(divergence.err());
        }
        for source in self.sources() {
            match source {
                Ok(Source { url, hash, .. }) => {
                    let path = source_path(&self.dir, &hash);
                    if check_file(&path, MAX_SOURCE_LEN as u64).is_err() {
                        problems.push(RunProblem::Source { url });
                    }
                }
                Err(problem) => problems.push(problem),
            }
        }
        if self.end.outcome.is_complete {
            for (what, said, found) in [
                ("steps", self.totals.n_steps, n_steps),
                ("divergences", self.totals.n_divergences, n_divergences),
            ] {
                if said != found {
                    problems.push(RunProblem::Count { what, said, found });
                }
            }
        }
        problems
    }

    /// What to compare with that of another replay of the same trace in the same browser.
    ///
    /// Steps that cannot be read are left out.
    pub fn digest(&self) -> io::Result<RunDigest> {
        let mut hasher = Sha256::new();
        let mut shots = Vec::new();
        for mut step in self.steps().flatten() {
            shots.push(step.screenshot.take());
            hasher.update(serde_json::to_vec(&step)?);
            hasher.update(b"\n");
        }
        let observations = BodyHash::from_digest(&hasher.finalize().into());
        Ok(RunDigest { observations, shots })
    }
}

/// Pictures and sources are plain files of some size: a link could lead out of the folder.
fn check_file(path: &Utf8Path, max_len: u64) -> io::Result<()> {
    let metadata = fs::symlink_metadata(path)?;
    if metadata.is_file() && metadata.len() <= max_len {
        Ok(())
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidData, "not a file of a run"))
    }
}

/// A file that is named by its content.
fn read_named(path: &Utf8Path, hash: &BodyHash, max_len: u64) -> io::Result<Vec<u8>> {
    check_file(path, max_len)?;
    let mut bytes = Vec::new();
    File::open(path)?.take(max_len).read_to_end(&mut bytes)?;
    if body_ref(&bytes).hash != *hash {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "the file is damaged"));
    }
    Ok(bytes)
}
