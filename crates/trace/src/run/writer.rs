//! Writes a run while it is replayed.
//!
//! Each line is in the operating system's hands at once, so that a crash keeps all steps before it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};

use camino::{Utf8Path, Utf8PathBuf};
use serde::Serialize;
use xcheck_model::exchange::BodyHash;
use xcheck_model::run::{Divergence, ShotHash, Step};

use super::head::{RunEnd, RunHead, RunOutcome, RunTotals, is_run, to_json};
use super::ran::Ran;
use super::sources::{MAX_SOURCE_LEN, MAX_SOURCES_LEN, Source, SourceKind};
use super::supports::{MAX_SUPPORTS, Support};
use super::{
    DIVERGENCES_FILE, HEAD_FILE, RAN_FILE, SHOTS_FOLDER, SOURCES_FILE, SOURCES_FOLDER, STEPS_FILE,
    SUPPORTS_FILE,
};
use crate::body::body_ref;

/// A run could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write run {path}")]
pub struct RunWriteError {
    pub path: Utf8PathBuf,
    #[source]
    pub kind: RunWriteErrorKind,
}

#[derive(Debug, thiserror::Error)]
pub enum RunWriteErrorKind {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("the folder holds something else")]
    NotARun,
}

impl RunWriteError {
    /// What the user can do about it, if that is known.
    pub fn hint(&self) -> Option<String> {
        match &self.kind {
            RunWriteErrorKind::NotARun => {
                Some("choose another folder, or empty this one first".to_owned())
            }
            RunWriteErrorKind::Io(_) => None,
        }
    }
}

/// A run under way.
///
/// Dropped unfinished, it leaves a run that is not complete and holds all steps so far.
#[derive(Debug)]
pub struct RunWriter {
    dir: Utf8PathBuf,
    head: RunHead,
    steps: File,
    divergences: File,
    sources: File,
    /// Most browsers cannot tell.
    ran: Option<File>,
    totals: RunTotals,
    stored: BTreeSet<ShotHash>,
    stored_sources: BTreeSet<Source>,
    sources_len: usize,
}

impl RunWriter {
    /// Starts a run. A run in that folder is replaced, anything else is not.
    pub fn create(dir: &Utf8Path, head: &RunHead) -> Result<Self, RunWriteError> {
        Self::try_create(dir, head).map_err(|kind| RunWriteError { path: dir.to_owned(), kind })
    }

    fn try_create(dir: &Utf8Path, head: &RunHead) -> Result<Self, RunWriteErrorKind> {
        fs::create_dir_all(dir)?;
        make_room(dir)?;
        let end = RunEnd {
            outcome: RunOutcome::incomplete("under way"),
            n_events_replayed: 0,
            record_ms: 0,
            replay_ms: 0,
            timings: BTreeMap::new(),
        };
        // First of all: a folder with this file is known for a run, and may be replaced.
        write_head(dir, head, &end, RunTotals::default())?;
        fs::create_dir(dir.join(SHOTS_FOLDER))?;
        fs::create_dir(dir.join(SOURCES_FOLDER))?;
        Ok(Self {
            dir: dir.to_owned(),
            head: head.clone(),
            steps: File::create_new(dir.join(STEPS_FILE))?,
            divergences: File::create_new(dir.join(DIVERGENCES_FILE))?,
            sources: File::create_new(dir.join(SOURCES_FILE))?,
            ran: None,
            totals: RunTotals::default(),
            stored: BTreeSet::new(),
            stored_sources: BTreeSet::new(),
            sources_len: 0,
        })
    }

    pub fn step(&mut self, step: &Step) -> Result<(), RunWriteError> {
        let written = write_line(&mut self.steps, step);
        self.totals.n_steps += 1;
        written.map_err(|error| self.error(error))
    }

    pub fn divergence(&mut self, divergence: &Divergence) -> Result<(), RunWriteError> {
        let written = write_line(&mut self.divergences, divergence);
        self.totals.n_divergences += 1;
        written.map_err(|error| self.error(error))
    }

    /// Stores a picture, once, and gives its name.
    pub fn shot(&mut self, png: &[u8]) -> Result<ShotHash, RunWriteError> {
        let hash = body_ref(png).hash;
        if !self.stored.contains(&hash) {
            let path = shot_path(&self.dir, &hash);
            replace_file(&self.dir, &path, png).map_err(|error| self.error(error))?;
            self.stored.insert(hash.clone());
        }
        Ok(hash)
    }

    /// Stores a text that the pages loaded, once, unless it is too long or there are too many.
    pub fn source(
        &mut self,
        url: &str,
        kind: SourceKind,
        text: &[u8],
    ) -> Result<(), RunWriteError> {
        let source = Source { url: url.to_owned(), kind, hash: body_ref(text).hash };
        if text.len() > MAX_SOURCE_LEN || self.stored_sources.contains(&source) {
            return Ok(());
        }
        if self.stored_sources.iter().all(|other| other.hash != source.hash) {
            if self.sources_len + text.len() > MAX_SOURCES_LEN {
                return Ok(());
            }
            let path = source_path(&self.dir, &source.hash);
            replace_file(&self.dir, &path, text).map_err(|error| self.error(error))?;
            self.sources_len += text.len();
        }
        let written = write_line(&mut self.sources, &source);
        self.stored_sources.insert(source);
        written.map_err(|error| self.error(error))
    }

    /// Stores what the browser knows of what the pages loaded.
    pub fn supports(&mut self, all: &[Support]) -> Result<(), RunWriteError> {
        let mut lines = Vec::new();
        for one in all.iter().take(MAX_SUPPORTS) {
            let line = serde_json::to_vec(one).map_err(|error| self.error(error.into()))?;
            lines.extend(line);
            lines.push(b'\n');
        }
        let path = self.dir.join(SUPPORTS_FILE);
        replace_file(&self.dir, &path, &lines).map_err(|error| self.error(error))
    }

    /// Stores what ran before a step.
    pub fn ran(&mut self, ran: &Ran) -> Result<(), RunWriteError> {
        self.try_ran(ran).map_err(|error| self.error(error))
    }

    fn try_ran(&mut self, ran: &Ran) -> io::Result<()> {
        let file = match &mut self.ran {
            Some(file) => file,
            none => none.insert(File::create_new(self.dir.join(RAN_FILE))?),
        };
        write_line(file, ran)
    }

    /// Ends the run.
    pub fn finish(self, end: &RunEnd) -> Result<(), RunWriteError> {
        write_head(&self.dir, &self.head, end, self.totals).map_err(|error| self.error(error))
    }

    fn error(&self, error: io::Error) -> RunWriteError {
        RunWriteError { path: self.dir.clone(), kind: error.into() }
    }
}

/// Where a picture is. A hash leads nowhere else.
pub(super) fn shot_path(dir: &Utf8Path, hash: &BodyHash) -> Utf8PathBuf {
    dir.join(SHOTS_FOLDER).join(format!("{}.png", hash.as_str()))
}

/// Where the text of a source is.
pub(super) fn source_path(dir: &Utf8Path, hash: &BodyHash) -> Utf8PathBuf {
    dir.join(SOURCES_FOLDER).join(hash.as_str())
}

fn write_head(dir: &Utf8Path, head: &RunHead, end: &RunEnd, totals: RunTotals) -> io::Result<()> {
    replace_file(dir, &dir.join(HEAD_FILE), &to_json(head, end, totals)?)
}

fn write_line(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    file.write_all(&line)
}

/// Writes a file that is there whole or not at all.
fn replace_file(dir: &Utf8Path, path: &Utf8Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = tempfile::Builder::new().prefix(".").tempfile_in(dir)?;
    file.write_all(bytes)?;
    fs::set_permissions(file.path(), std::os::unix::fs::PermissionsExt::from_mode(0o644))?;
    file.persist(path)?;
    Ok(())
}

/// Removes an older run; nothing else that is in the folder.
fn make_room(dir: &Utf8Path) -> Result<(), RunWriteErrorKind> {
    if dir.read_dir_utf8()?.next().is_none() {
        return Ok(());
    }
    let mut json = Vec::new();
    let is_old_run = match File::open(dir.join(HEAD_FILE)) {
        Ok(file) => file.take(1 << 20).read_to_end(&mut json).is_ok() && is_run(&json),
        Err(_) => false,
    };
    if !is_old_run {
        return Err(RunWriteErrorKind::NotARun);
    }
    for name in [STEPS_FILE, DIVERGENCES_FILE, SOURCES_FILE, SUPPORTS_FILE, RAN_FILE] {
        remove(fs::remove_file(dir.join(name)))?;
    }
    for name in [SHOTS_FOLDER, SOURCES_FOLDER] {
        let folder = dir.join(name);
        match fs::symlink_metadata(&folder) {
            Ok(metadata) if metadata.is_dir() => fs::remove_dir_all(&folder)?,
            Ok(_) => fs::remove_file(&folder)?,
            Err(error) => remove(Err(error))?,
        }
    }
    Ok(())
}

fn remove(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
