//! Writes a trace while it is recorded.
//!
//! Everything that is flushed is in the operating system's hands at once, so that a crash of the
//! recorder loses only what was still under way.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use camino::{Utf8Path, Utf8PathBuf};
use xcheck_model::exchange::{BodyRef, ExchangeId, Outcome};
use xcheck_model::tape::{Note, Sink};

use crate::body::{BodyStore, body_ref};
use crate::chunk::{ChunkWriter, Kind, MAGIC};
use crate::compact::compact;
use crate::manifest::Manifest;
use crate::masks::Masks;
use crate::scan::Counts;
use crate::stream::StreamWriter;
use crate::under_way::UnderWay;

/// A trace could not be written.
#[derive(Clone, Debug, thiserror::Error)]
#[error("cannot write trace {path}")]
pub struct WriteError {
    pub path: Utf8PathBuf,
    #[source]
    pub kind: WriteErrorKind,
}

#[derive(Clone, Debug, thiserror::Error)]
pub enum WriteErrorKind {
    #[error(transparent)]
    Io(Arc<io::Error>),
    #[error("the file exists and is not a trace")]
    NotATrace,
}

impl From<io::Error> for WriteErrorKind {
    fn from(error: io::Error) -> Self {
        Self::Io(Arc::new(error))
    }
}

impl WriteError {
    /// What the user can do about it, if that is known.
    pub fn hint(&self) -> Option<String> {
        match &self.kind {
            WriteErrorKind::NotATrace => {
                Some("choose another name, or remove the file first".to_owned())
            }
            WriteErrorKind::Io(error) if error.kind() == io::ErrorKind::StorageFull => {
                Some("make room and record again; what was recorded so far can be read".to_owned())
            }
            WriteErrorKind::Io(_) => None,
        }
    }
}

/// A trace under way.
///
/// The first error is remembered and nothing is written after it; [`TraceWriter::finish`] and
/// [`TraceWriter::error_so_far`] tell it.
/// Dropped unfinished, it leaves a trace that holds everything flushed and is not complete.
pub struct TraceWriter {
    path: Utf8PathBuf,
    masks: Masks,
    state: Mutex<State>,
}

struct State {
    parts: Parts,
    error: Option<Arc<io::Error>>,
    is_finished: bool,
}

struct Parts {
    chunks: ChunkWriter,
    log: StreamWriter,
    exchanges: StreamWriter,
    bodies: BodyStore,
    under_way: BTreeMap<ExchangeId, UnderWay>,
}

impl TraceWriter {
    /// Starts a trace. A trace of that name is replaced, any other file is not.
    pub fn create(path: &Utf8Path, manifest: &Manifest, masks: Masks) -> Result<Self, WriteError> {
        let created = make_room(path).and_then(|()| {
            let file = File::create_new(path)?;
            let dir = path.parent().filter(|dir| !dir.as_str().is_empty());
            Ok(Parts::start(file, dir.unwrap_or(Utf8Path::new(".")), manifest)?)
        });
        let parts = created.map_err(|kind| WriteError { path: path.to_owned(), kind })?;
        let state = Mutex::new(State { parts, error: None, is_finished: false });
        Ok(Self { path: path.to_owned(), masks, state })
    }

    /// Whether a trace could be started here; leaves everything as it was.
    pub fn probe(path: &Utf8Path) -> Result<(), WriteError> {
        let probed =
            may_replace(path).and_then(|()| match File::options().append(true).open(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    File::create_new(path)?;
                    Ok(fs::remove_file(path)?)
                }
                opened => Ok(opened.map(drop)?),
            });
        probed.map_err(|kind| WriteError { path: path.to_owned(), kind })
    }

    /// Adds a line to the log, which is kept in memory until [`TraceWriter::flush`].
    ///
    /// A newline in it begins another line.
    pub fn line(&self, text: &str) {
        self.attempt(|parts| text.split('\n').try_for_each(|line| parts.log.line(line.as_bytes())));
    }

    /// Writes all lines of the log so far.
    pub fn flush(&self) {
        self.attempt(|parts| parts.log.flush(&mut parts.chunks));
    }

    /// Stores a body that belongs to no exchange, once, and gives its name.
    ///
    /// The name is right even if an error keeps the body from being stored.
    pub fn put_body(&self, bytes: &[u8]) -> BodyRef {
        self.attempt(|parts| parts.bodies.put(bytes, &mut parts.chunks).map(drop));
        body_ref(bytes)
    }

    /// Ends the trace: exchanges still under way are stored as far as they came.
    ///
    /// What comes after is left out.
    pub fn finish(&self) -> Result<(), WriteError> {
        self.attempt(|parts| parts.finish(&self.masks));
        let is_first = !std::mem::replace(&mut self.lock().is_finished, true);
        // The trace is whole either way.
        if is_first && self.error_so_far().is_none() {
            let _ = compact(&self.path);
        }
        self.error_so_far().map_or(Ok(()), Err)
    }

    /// What went wrong, if anything has: the trace will not grow any more.
    pub fn error_so_far(&self) -> Option<WriteError> {
        let error = self.lock().error.clone()?;
        Some(WriteError { path: self.path.clone(), kind: WriteErrorKind::Io(error) })
    }

    fn attempt(&self, act: impl FnOnce(&mut Parts) -> io::Result<()>) {
        let mut state = self.lock();
        if state.error.is_none()
            && !state.is_finished
            && let Err(error) = act(&mut state.parts)
        {
            state.error = Some(Arc::new(error));
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes every further write fail as on a full disk.
    #[cfg(test)]
    pub(crate) fn fill_disk(&self) {
        self.lock().parts.chunks.fill_disk();
    }
}

impl Sink for TraceWriter {
    fn note(&self, id: ExchangeId, at_us: u64, note: Note<'_>) {
        self.attempt(|parts| parts.note(id, at_us, note, &self.masks));
    }
}

impl fmt::Debug for TraceWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TraceWriter").field("path", &self.path).finish_non_exhaustive()
    }
}

/// Removes a trace that is in the way. Whoever reads it can go on: the new one is another file.
fn make_room(path: &Utf8Path) -> Result<(), WriteErrorKind> {
    may_replace(path)?;
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

/// Whether what is there, if anything is, may go.
fn may_replace(path: &Utf8Path) -> Result<(), WriteErrorKind> {
    match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error.into()),
        Ok(metadata) if !metadata.is_file() => return Err(WriteErrorKind::NotATrace),
        Ok(_) => {}
    }
    let mut start = Vec::new();
    File::open(path)?.take(MAGIC.len() as u64).read_to_end(&mut start)?;
    // An empty file is in nobody's way, nor is a trace that broke off in its first bytes.
    if MAGIC.starts_with(&start) { Ok(()) } else { Err(WriteErrorKind::NotATrace) }
}

impl Parts {
    fn start(file: File, dir: &Utf8Path, manifest: &Manifest) -> io::Result<Self> {
        let mut chunks = ChunkWriter::start(file)?;
        chunks.append(Kind::Manifest, &[&manifest.to_json()?])?;
        Ok(Self {
            chunks,
            log: StreamWriter::new(Kind::Log)?,
            exchanges: StreamWriter::new(Kind::Exchanges)?,
            bodies: BodyStore::new(dir)?,
            under_way: BTreeMap::new(),
        })
    }

    fn note(
        &mut self,
        id: ExchangeId,
        at_us: u64,
        note: Note<'_>,
        masks: &Masks,
    ) -> io::Result<()> {
        if let Note::Request(head) = note {
            self.under_way.insert(id, UnderWay::new(at_us, head.clone()));
            return Ok(());
        }
        let Some(exchange) = self.under_way.get_mut(&id) else { return Ok(()) };
        match note {
            Note::Request(_) => Ok(()),
            Note::RequestData(bytes) => exchange.request_data(bytes, masks, &mut self.bodies),
            Note::Response(head) => {
                exchange.response(at_us, head.clone());
                Ok(())
            }
            Note::Data(bytes) => exchange.data(at_us, bytes, &mut self.bodies),
            Note::Message { from, kind, payload } => {
                let said = (from, kind, payload);
                exchange.message(at_us, said, masks, &mut self.bodies, &mut self.chunks)
            }
            Note::End(outcome) => self.end(id, at_us, outcome, masks),
        }
    }

    fn end(
        &mut self,
        id: ExchangeId,
        at_us: u64,
        outcome: Outcome,
        masks: &Masks,
    ) -> io::Result<()> {
        let Some(exchange) = self.under_way.remove(&id) else { return Ok(()) };
        let (bodies, chunks) = (&mut self.bodies, &mut self.chunks);
        let exchange = exchange.end(id, at_us, outcome, masks, bodies, chunks)?;
        self.exchanges.line(&serde_json::to_vec(&exchange)?)?;
        self.exchanges.flush(chunks)
    }

    fn finish(&mut self, masks: &Masks) -> io::Result<()> {
        let under_way: Vec<(ExchangeId, u64)> =
            self.under_way.iter().map(|(id, exchange)| (*id, exchange.last_us())).collect();
        for (id, at_us) in under_way {
            self.end(id, at_us, Outcome::Unfinished, masks)?;
        }
        self.log.finish(&mut self.chunks)?;
        self.exchanges.finish(&mut self.chunks)?;
        let counts = Counts {
            lines: self.log.n_lines(),
            exchanges: self.exchanges.n_lines(),
            bodies: self.bodies.n_stored(),
        };
        self.chunks.append(Kind::End, &[&serde_json::to_vec(&counts)?])
    }
}
