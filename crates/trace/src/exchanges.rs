//! A recording of exchanges in a folder: one JSON line each, and their bodies beside them.
//!
//! A line is written when its exchange ends, so that a crash loses only what was still under way.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::sync::{Mutex, PoisonError};

use camino::{Utf8Path, Utf8PathBuf};
use xcheck_model::exchange::{
    BodyHash, Chunk, Exchange, ExchangeId, Message, Outcome, RequestHead, Response, ResponseHead,
};
use xcheck_model::tape::{Note, Recording, Sink};

use crate::bodies::{Bodies, BodyWriter};

const LINES_FILE: &str = "exchanges.jsonl";
const BODIES_DIR: &str = "bodies";

/// A recording could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write recording {path}")]
pub struct WriteError {
    pub path: Utf8PathBuf,
    #[source]
    pub kind: io::Error,
}

/// Writes a recording.
#[derive(Debug)]
pub struct ExchangeWriter {
    dir: Utf8PathBuf,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    lines: File,
    bodies: Bodies,
    open: BTreeMap<ExchangeId, Open>,
    /// The first thing that went wrong; after it nothing more is written.
    error: Option<io::Error>,
}

/// An exchange under way.
#[derive(Debug)]
struct Open {
    began_us: u64,
    request: RequestHead,
    request_body: Option<BodyWriter>,
    response: Option<(u64, ResponseHead)>,
    body: Option<BodyWriter>,
    chunks: Vec<Chunk>,
    messages: Vec<Message>,
}

impl ExchangeWriter {
    /// Starts a recording in a new or empty folder.
    pub fn create(dir: &Utf8Path) -> Result<Self, WriteError> {
        let error = |kind| WriteError { path: dir.to_owned(), kind };
        fs::create_dir_all(dir).map_err(error)?;
        let bodies = Bodies::at(dir.join(BODIES_DIR));
        bodies.create().map_err(error)?;
        let lines = File::create_new(dir.join(LINES_FILE)).map_err(error)?;
        let state = State { lines, bodies, open: BTreeMap::new(), error: None };
        Ok(Self { dir: dir.to_owned(), state: Mutex::new(state) })
    }

    /// Ends the recording: what is still under way is stored as far as it came.
    pub fn finish(&self) -> Result<(), WriteError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let open: Vec<(ExchangeId, u64)> =
            state.open.iter().map(|(id, open)| (*id, open.last_us())).collect();
        for (id, at_us) in open {
            state.note(id, at_us, Note::End(Outcome::Unfinished));
        }
        state.open.clear();
        match state.error.take() {
            Some(kind) => Err(WriteError { path: self.dir.clone(), kind }),
            None => Ok(()),
        }
    }
}

impl Sink for ExchangeWriter {
    fn note(&self, id: ExchangeId, at_us: u64, note: Note<'_>) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).note(id, at_us, note);
    }
}

impl State {
    fn note(&mut self, id: ExchangeId, at_us: u64, note: Note<'_>) {
        if self.error.is_none()
            && let Err(error) = self.try_note(id, at_us, note)
        {
            self.error = Some(error);
        }
    }

    fn try_note(&mut self, id: ExchangeId, at_us: u64, note: Note<'_>) -> io::Result<()> {
        if let Note::Request(head) = note {
            self.open.insert(id, Open::new(at_us, head.clone()));
            return Ok(());
        }
        let Some(open) = self.open.get_mut(&id) else { return Ok(()) };
        match note {
            Note::Request(_) => {}
            Note::RequestData(bytes) => append(&mut open.request_body, &self.bodies, bytes)?,
            Note::Response(head) => open.response = Some((at_us, head.clone())),
            Note::Data(bytes) => {
                append(&mut open.body, &self.bodies, bytes)?;
                open.chunks.push(Chunk { at_us, len: bytes.len() as u64 });
            }
            Note::Message { from, kind, payload } => {
                let body = self.bodies.put(payload)?;
                open.messages.push(Message { at_us, from, kind, body });
            }
            Note::End(outcome) => {
                if let Some(open) = self.open.remove(&id) {
                    let exchange = open.close(id, at_us, outcome, &self.bodies)?;
                    let mut line = serde_json::to_vec(&exchange)?;
                    line.push(b'\n');
                    self.lines.write_all(&line)?;
                }
            }
        }
        Ok(())
    }
}

fn append(writer: &mut Option<BodyWriter>, bodies: &Bodies, bytes: &[u8]) -> io::Result<()> {
    match writer {
        Some(writer) => writer.write(bytes),
        None => writer.insert(bodies.start()?).write(bytes),
    }
}

impl Open {
    fn new(began_us: u64, request: RequestHead) -> Self {
        Self {
            began_us,
            request,
            request_body: None,
            response: None,
            body: None,
            chunks: Vec::new(),
            messages: Vec::new(),
        }
    }

    fn last_us(&self) -> u64 {
        let chunk = self.chunks.last().map(|chunk| chunk.at_us);
        let message = self.messages.last().map(|message| message.at_us);
        let response = self.response.as_ref().map(|(at_us, _)| *at_us);
        [chunk, message, response].into_iter().flatten().max().unwrap_or(self.began_us)
    }

    fn close(
        self,
        id: ExchangeId,
        ended_us: u64,
        outcome: Outcome,
        bodies: &Bodies,
    ) -> io::Result<Exchange> {
        let body = match self.body {
            Some(writer) => writer.finish()?,
            None => bodies.put(b"")?,
        };
        let response =
            self.response.map(|(at_us, head)| Response { at_us, head, body, chunks: self.chunks });
        Ok(Exchange {
            id,
            began_us: self.began_us,
            request: self.request,
            request_body: self.request_body.map(BodyWriter::finish).transpose()?,
            response,
            messages: self.messages,
            ended_us,
            outcome,
        })
    }
}

/// A recording could not be opened.
#[derive(Debug, thiserror::Error)]
#[error("cannot open recording {path}")]
pub struct OpenError {
    pub path: Utf8PathBuf,
    #[source]
    pub kind: OpenErrorKind,
}

#[derive(Debug, thiserror::Error)]
pub enum OpenErrorKind {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("line {line} is not an exchange")]
    Line { line: usize, source: serde_json::Error },
}

/// A recording, ready to be read.
#[derive(Debug)]
pub struct ExchangeReader {
    exchanges: Vec<Exchange>,
    bodies: Bodies,
}

impl ExchangeReader {
    /// Reads what a writer left, a last line that was cut off excepted.
    pub fn open(dir: &Utf8Path) -> Result<Self, OpenError> {
        let error = |kind| OpenError { path: dir.to_owned(), kind };
        let exchanges = read_lines(&dir.join(LINES_FILE)).map_err(error)?;
        Ok(Self { exchanges, bodies: Bodies::at(dir.join(BODIES_DIR)) })
    }
}

fn read_lines(path: &Utf8Path) -> Result<Vec<Exchange>, OpenErrorKind> {
    let mut reader = BufReader::new(File::open(path)?);
    let mut exchanges: Vec<Exchange> = Vec::new();
    let mut text = Vec::new();
    for line in 1.. {
        text.clear();
        reader.read_until(b'\n', &mut text)?;
        if text.last() != Some(&b'\n') {
            break;
        }
        let exchange =
            serde_json::from_slice(&text).map_err(|source| OpenErrorKind::Line { line, source })?;
        exchanges.push(exchange);
    }
    exchanges.sort_by_key(|exchange| exchange.id);
    Ok(exchanges)
}

impl Recording for ExchangeReader {
    fn exchanges(&self) -> &[Exchange] {
        &self.exchanges
    }

    fn open(&self, hash: &BodyHash) -> io::Result<Box<dyn io::Read + Send>> {
        Ok(Box::new(self.bodies.open(hash)?))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};

    use camino::Utf8Path;
    use xcheck_model::exchange::{
        ExchangeId, MessageKind, Outcome, RequestHead, ResponseHead, Side,
    };
    use xcheck_model::tape::{Note, Recording as _, Sink as _};

    use super::{ExchangeReader, ExchangeWriter};

    fn request(url: &str) -> RequestHead {
        RequestHead { method: "POST".into(), url: url.into(), headers: vec![] }
    }

    fn record(dir: &Utf8Path) {
        let writer = ExchangeWriter::create(dir).unwrap();
        let head = ResponseHead { status: 200, headers: vec![("a".into(), "\u{e9}".into())] };
        for id in [ExchangeId(0), ExchangeId(1), ExchangeId(2)] {
            writer.note(id, 1, Note::Request(&request("http://app.test/")));
            writer.note(id, 2, Note::RequestData(b"question"));
            writer.note(id, 3, Note::Response(&head));
            writer.note(id, 4, Note::Data(b"ans"));
            writer.note(id, 5, Note::Data(b"wer"));
        }
        let message = Note::Message { from: Side::Server, kind: MessageKind::Text, payload: b"hi" };
        writer.note(ExchangeId(2), 6, message);
        writer.note(ExchangeId(1), 7, Note::End(Outcome::Failed("reset".into())));
        writer.note(ExchangeId(0), 8, Note::End(Outcome::Complete));
        writer.finish().unwrap();
    }

    #[test]
    fn what_goes_in_comes_out() {
        let dir = tempfile::tempdir().unwrap();
        let dir = Utf8Path::from_path(dir.path()).unwrap();
        record(dir);
        let reader = ExchangeReader::open(dir).unwrap();
        let outcomes: Vec<&Outcome> = reader.exchanges().iter().map(|e| &e.outcome).collect();
        assert_eq!(
            outcomes,
            [&Outcome::Complete, &Outcome::Failed("reset".into()), &Outcome::Unfinished]
        );
        let last = &reader.exchanges()[2];
        assert_eq!(last.messages[0].body.len, 2);
        assert_eq!(last.ended_us, 6);
        let body = &last.response.as_ref().unwrap().body;
        let mut text = String::new();
        reader.open(&body.hash).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "answer");
        // Question, answer and message: each body once.
        assert_eq!(std::fs::read_dir(dir.join("bodies")).unwrap().count(), 3);
    }

    #[test]
    fn a_cut_last_line_is_left_out() {
        let dir = tempfile::tempdir().unwrap();
        let dir = Utf8Path::from_path(dir.path()).unwrap();
        record(dir);
        let path = dir.join("exchanges.jsonl");
        let mut file = std::fs::OpenOptions::new().append(true).open(path).unwrap();
        file.write_all(b"{\"id\":3,").unwrap();
        assert_eq!(ExchangeReader::open(dir).unwrap().exchanges().len(), 3);
    }

    #[test]
    fn hashes_cannot_leave_the_folder() {
        let dir = tempfile::tempdir().unwrap();
        let dir = Utf8Path::from_path(dir.path()).unwrap();
        record(dir);
        let path = dir.join("exchanges.jsonl");
        let text = std::fs::read_to_string(&path).unwrap();
        let at = text.find("\"hash\":\"").unwrap() + 8;
        let edited = format!("{}../../secret{}", &text[..at], &text[at + 64..]);
        std::fs::write(&path, edited).unwrap();
        ExchangeReader::open(dir).unwrap_err();
    }

    #[test]
    fn a_full_disk_is_told_once_at_the_end() {
        let dir = tempfile::tempdir().unwrap();
        let dir = Utf8Path::from_path(dir.path()).unwrap();
        let writer = ExchangeWriter::create(dir).unwrap();
        // No folder to put bodies in is to the writer what a full disk is: the next write fails.
        std::fs::remove_dir(dir.join("bodies")).unwrap();
        writer.note(ExchangeId(0), 1, Note::Request(&request("http://app.test/")));
        writer.note(ExchangeId(0), 2, Note::Data(b"x"));
        writer.note(ExchangeId(0), 3, Note::End(Outcome::Complete));
        writer.finish().unwrap_err();
        writer.finish().unwrap();
    }
}
