//! Reads a trace, also one whose end is missing.
//!
//! Files are hostile: lengths are bounded, streams are decoded piece by piece, and a body is
//! checked against its hash whenever it is read.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use xcheck_model::exchange::{BodyHash, Exchange};
use xcheck_model::tape::Recording;

use crate::body::{BodyReader, body_ref};
use crate::chunk::{Chunks, Damage, Kind, MAGIC};
use crate::manifest::{FormatVersion, Manifest, ManifestError};
use crate::scan::{Contents, Sizes, scan};
use crate::stream::Lines;

/// Exchanges are held in memory; more text than this is an attack on it.
const MAX_EXCHANGES_LEN: usize = 1 << 30;

/// A trace could not be opened.
#[derive(Debug, thiserror::Error)]
#[error("cannot open trace {path}")]
pub struct OpenError {
    pub path: Utf8PathBuf,
    #[source]
    pub kind: OpenErrorKind,
}

#[derive(Debug, thiserror::Error)]
pub enum OpenErrorKind {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("not a trace")]
    NotATrace,
    #[error("was written by a newer xcheck (format {found}, this one reads up to {known})")]
    NewerVersion { found: FormatVersion, known: FormatVersion },
    #[error("its manifest is damaged")]
    DamagedManifest(#[source] io::Error),
}

impl OpenError {
    /// What the user can do about it, if that is known.
    pub fn hint(&self) -> Option<String> {
        match &self.kind {
            OpenErrorKind::NewerVersion { .. } => {
                Some("upgrade xcheck, or record again with this one".to_owned())
            }
            OpenErrorKind::NotATrace => {
                Some("traces are made by `xcheck record` and end in .xct".to_owned())
            }
            OpenErrorKind::Io(_) | OpenErrorKind::DamagedManifest(_) => None,
        }
    }
}

/// Something in a trace that could not be used. What is before it can be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("the trace ends at byte {at}: the next chunk is damaged ({damage})")]
    Chunk { at: u64, damage: Damage },
    #[error("exchanges end before number {n}: {reason}")]
    Exchange { n: u64, reason: String },
    #[error("the trace says it has {said} {what}, and has {found}")]
    Count { what: &'static str, said: u64, found: u64 },
}

/// A trace, ready to be read.
#[derive(Debug)]
pub struct TraceReader {
    file: Arc<File>,
    manifest: Manifest,
    /// Where the first chunk after the manifest begins.
    begin: u64,
    contents: Contents,
    exchanges: Vec<Exchange>,
    problems: Vec<Problem>,
}

impl TraceReader {
    /// Opens a trace. One that is being written is seen as it is now.
    pub fn open(path: &Utf8Path) -> Result<Self, OpenError> {
        Self::try_open(path).map_err(|kind| OpenError { path: path.to_owned(), kind })
    }

    fn try_open(path: &Utf8Path) -> Result<Self, OpenErrorKind> {
        let file = Arc::new(File::open(path)?);
        let metadata = file.metadata()?;
        let mut magic = [0; MAGIC.len()];
        let is_trace = metadata.is_file()
            && metadata.len() >= MAGIC.len() as u64
            && file.read_exact_at(&mut magic, 0).map(|()| magic == MAGIC)?;
        if !is_trace {
            return Err(OpenErrorKind::NotATrace);
        }
        let mut chunks = Chunks::new(Arc::clone(&file), MAGIC.len() as u64, metadata.len());
        let manifest = read_manifest(&mut chunks)?;
        let begin = chunks.at();
        let contents = scan(&file, begin, metadata.len())?;
        let mut reader =
            Self { file, manifest, begin, contents, exchanges: Vec::new(), problems: Vec::new() };
        reader.read_exchanges()?;
        reader.note_problems();
        Ok(reader)
    }

    /// How it was recorded.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Whether the recording was finished and all of it is here.
    pub fn is_complete(&self) -> bool {
        self.contents.counts.is_some() && self.problems.is_empty()
    }

    /// What could not be read.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// What takes how much room.
    pub fn sizes(&self) -> Sizes {
        self.contents.sizes
    }

    /// The lines of the log, from the first.
    pub fn log_lines(&self) -> io::Result<Lines> {
        Lines::new(self.chunks_from(self.begin), Kind::Log)
    }

    fn chunks_from(&self, at: u64) -> Chunks {
        Chunks::new(Arc::clone(&self.file), at, self.contents.end)
    }

    fn read_exchanges(&mut self) -> io::Result<()> {
        let mut room = MAX_EXCHANGES_LEN;
        for (n, line) in (1..).zip(Lines::new(self.chunks_from(self.begin), Kind::Exchanges)?) {
            let exchange = line.map_err(|error| error.to_string()).and_then(|line| {
                room = room.checked_sub(line.len()).ok_or("there are too many")?;
                serde_json::from_str(&line).map_err(|error| error.to_string())
            });
            match exchange {
                Ok(exchange) => self.exchanges.push(exchange),
                Err(reason) => {
                    self.problems.push(Problem::Exchange { n, reason });
                    break;
                }
            }
        }
        self.exchanges.sort_by_key(|exchange| exchange.id);
        Ok(())
    }

    fn note_problems(&mut self) {
        if let Some(damage) = self.contents.damage {
            self.problems.push(Problem::Chunk { at: self.contents.end, damage });
        }
        let Some(counts) = self.contents.counts else { return };
        for (what, said, found) in [
            ("exchanges", counts.exchanges, self.exchanges.len() as u64),
            ("bodies", counts.bodies, self.contents.sizes.n_bodies),
        ] {
            if said != found {
                self.problems.push(Problem::Count { what, said, found });
            }
        }
    }
}

fn read_manifest(chunks: &mut Chunks) -> Result<Manifest, OpenErrorKind> {
    let mut json = Vec::new();
    let kind =
        chunks.read(&mut json).map_err(|error| OpenErrorKind::DamagedManifest(error.into()))?;
    if kind != Some(Kind::Manifest) {
        let damage = if kind.is_none() { Damage::Cut } else { Damage::Order };
        return Err(OpenErrorKind::DamagedManifest(io::Error::other(damage)));
    }
    Manifest::from_json(&json).map_err(|error| match error {
        ManifestError::Newer(found) => {
            OpenErrorKind::NewerVersion { found, known: FormatVersion::CURRENT }
        }
        error => OpenErrorKind::DamagedManifest(io::Error::other(error)),
    })
}

impl Recording for TraceReader {
    fn exchanges(&self) -> &[Exchange] {
        &self.exchanges
    }

    fn open(&self, hash: &BodyHash) -> io::Result<Box<dyn io::Read + Send>> {
        if *hash == body_ref(b"").hash {
            return Ok(Box::new(io::empty()));
        }
        let begin = self.contents.bodies.get(hash).ok_or_else(|| {
            let text = format!("body {} is not in the trace", hash.as_str());
            io::Error::new(io::ErrorKind::NotFound, text)
        })?;
        Ok(Box::new(BodyReader::new(hash.clone(), self.chunks_from(*begin))))
    }
}
