//! Streams of lines: each is one compression over the whole file, cut into chunks.
//!
//! Later lines are compressed with the knowledge of earlier ones, and yet everything up to the last
//! flush can be read when the file ends there.

use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::mem;

use zstd::stream::raw::{CParameter, DParameter};
use zstd::stream::{read, write};

use crate::chunk::{ChunkWriter, Chunks, Kind};

/// Levels from 16 on look for the best matches, which is what helps in small batches.
const LEVEL: i32 = 16;

/// Level 16 with small tables and a short search: 9 MB of memory and half the time.
///
/// Measured on event lines of 78 bytes in batches of six, per line: level 6 gives 20.6 bytes in
/// 1.4 µs, level 9 gives 20.2 in 2.3, level 16 gives 15.9 in 18, and this gives 16.8 in 7.4.
const PARAMETERS: [CParameter; 5] = [
    CParameter::WindowLog(21),
    CParameter::HashLog(19),
    CParameter::ChainLog(20),
    CParameter::SearchLog(2),
    CParameter::TargetLength(24),
];

/// The highest level whose window readers allow.
const THOROUGH_LEVEL: i32 = 19;

/// More than we ask for, and little enough to allocate for a stranger.
const MAX_WINDOW_LOG: u32 = 23;

/// The most that goes into one chunk.
const MAX_PIECE_LEN: usize = 1 << 20;

/// Longer lines, with their newline, are refused and are damage.
pub(crate) const MAX_LINE_LEN: usize = 64 << 20;

/// One stream of a trace under way.
pub(crate) struct StreamWriter {
    kind: Kind,
    encoder: write::Encoder<'static, Vec<u8>>,
    n_lines: u64,
    is_flushed: bool,
}

impl StreamWriter {
    pub(crate) fn new(kind: Kind) -> io::Result<Self> {
        let mut encoder = write::Encoder::new(Vec::new(), LEVEL)?;
        for parameter in PARAMETERS {
            encoder.set_parameter(parameter)?;
        }
        Ok(Self { kind, encoder, n_lines: 0, is_flushed: true })
    }

    /// For all lines at once: takes more time for fewer bytes.
    pub(crate) fn thorough(kind: Kind) -> io::Result<Self> {
        let encoder = write::Encoder::new(Vec::new(), THOROUGH_LEVEL)?;
        Ok(Self { kind, encoder, n_lines: 0, is_flushed: true })
    }

    pub(crate) fn n_lines(&self) -> u64 {
        self.n_lines
    }

    /// Adds a line, which is kept in memory until it is flushed.
    pub(crate) fn line(&mut self, line: &[u8]) -> io::Result<()> {
        if line.len() >= MAX_LINE_LEN {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.encoder.write_all(line)?;
        self.encoder.write_all(b"\n")?;
        self.n_lines += 1;
        self.is_flushed = false;
        Ok(())
    }

    /// Writes all lines so far.
    pub(crate) fn flush(&mut self, chunks: &mut ChunkWriter) -> io::Result<()> {
        if self.is_flushed {
            return Ok(());
        }
        self.encoder.flush()?;
        self.is_flushed = true;
        self.write(chunks)
    }

    /// Writes all lines so far and that there are no more.
    pub(crate) fn finish(&mut self, chunks: &mut ChunkWriter) -> io::Result<()> {
        if self.n_lines == 0 {
            return Ok(());
        }
        self.encoder.do_finish()?;
        self.write(chunks)
    }

    fn write(&mut self, chunks: &mut ChunkWriter) -> io::Result<()> {
        let compressed = mem::take(self.encoder.get_mut());
        compressed.chunks(MAX_PIECE_LEN).try_for_each(|piece| chunks.append(self.kind, &[piece]))
    }
}

/// The lines of one stream, decoded as they are asked for.
///
/// Lines that were not written whole are left out. After an error there are no more.
pub struct Lines {
    decoder: Option<BufReader<read::Decoder<'static, BufReader<Payloads>>>>,
    line: Vec<u8>,
}

impl Lines {
    pub(crate) fn new(chunks: Chunks, kind: Kind) -> io::Result<Self> {
        let payloads = Payloads { chunks, kind, payload: Vec::new(), at: 0 };
        let mut decoder = read::Decoder::new(payloads)?;
        decoder.set_parameter(DParameter::WindowLogMax(MAX_WINDOW_LOG))?;
        Ok(Self { decoder: Some(BufReader::new(decoder)), line: Vec::new() })
    }

    fn read_line(&mut self) -> io::Result<Option<String>> {
        let Some(decoder) = &mut self.decoder else { return Ok(None) };
        self.line.clear();
        match decoder.take(MAX_LINE_LEN as u64).read_until(b'\n', &mut self.line) {
            // A stream that nobody finished ends in the middle of its frame.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            Err(error) => return Err(error),
            Ok(_) => {}
        }
        if self.line.pop_if(|byte| *byte == b'\n').is_none() {
            return match self.line.len() {
                MAX_LINE_LEN.. => Err(io::ErrorKind::FileTooLarge.into()),
                _ => Ok(None),
            };
        }
        let line = str::from_utf8(&self.line)
            .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        Ok(Some(line.to_owned()))
    }
}

impl Iterator for Lines {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.read_line();
        if !matches!(line, Ok(Some(_))) {
            self.decoder = None;
        }
        line.transpose()
    }
}

impl std::fmt::Debug for Lines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lines").finish_non_exhaustive()
    }
}

/// The payloads of all chunks of a kind, one after the other.
#[derive(Debug)]
struct Payloads {
    chunks: Chunks,
    kind: Kind,
    payload: Vec<u8>,
    at: usize,
}

impl Read for Payloads {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.payload.len() {
            self.at = 0;
            self.payload.clear();
            if !self.chunks.read_next(self.kind, &mut self.payload)? {
                return Ok(0);
            }
        }
        let n_read = (&self.payload[self.at..]).read(buffer)?;
        self.at += n_read;
        Ok(n_read)
    }
}
