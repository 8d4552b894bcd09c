//! Bodies: each is stored once, in pieces, and named by the hash of its bytes.
//!
//! A body is written when it is whole; until then what does not fit in memory waits, already
//! compressed, in a file without a name.
//! The pieces of a body follow each other in the trace; the last one carries the name.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read, Seek as _, Write as _};
use std::mem;

use camino::{Utf8Path, Utf8PathBuf};
use sha2::{Digest as _, Sha256};
use xcheck_model::exchange::{BodyHash, BodyRef};
use zstd::bulk::Compressor;

use crate::chunk::{ChunkWriter, Chunks, Damage, Kind};

/// The most that one piece holds, and that a body under way keeps in memory.
pub(crate) const PIECE_LEN: usize = 1 << 20;

/// Enough for text; what is worth more arrives compressed by the server.
const LEVEL: i32 = 3;

const DIGEST_LEN: usize = 32;

/// How a piece is stored.
const PLAIN: u8 = 0;
const ZSTD: u8 = 1;
/// The coding, and how long the piece is when decoded (u32, little endian).
const PIECE_HEAD_LEN: usize = 5;

/// The bodies of a trace under way.
pub(crate) struct BodyStore {
    /// Where bodies wait that are too large for memory.
    dir: Utf8PathBuf,
    stored: HashSet<BodyHash>,
    compressor: Compressor<'static>,
}

/// A body under way.
#[derive(Debug, Default)]
pub(crate) struct PartialBody {
    hasher: Sha256,
    len: u64,
    /// The end of the body, not empty unless the body is.
    buffer: Vec<u8>,
    /// Encoded pieces before the buffer, each after its length.
    spilled: Option<File>,
}

impl PartialBody {
    /// All of it so far, if it is still in memory.
    pub(crate) fn whole(&self) -> Option<&[u8]> {
        self.spilled.is_none().then_some(self.buffer.as_slice())
    }
}

impl BodyStore {
    pub(crate) fn new(dir: &Utf8Path) -> io::Result<Self> {
        let compressor = Compressor::new(LEVEL)?;
        Ok(Self { dir: dir.to_owned(), stored: HashSet::new(), compressor })
    }

    pub(crate) fn n_stored(&self) -> u64 {
        self.stored.len() as u64
    }

    /// Stores a body that is at hand as a whole.
    pub(crate) fn put(&mut self, bytes: &[u8], chunks: &mut ChunkWriter) -> io::Result<BodyRef> {
        let mut body = PartialBody::default();
        self.extend(&mut body, bytes)?;
        self.finish(body, chunks)
    }

    /// Adds to a body.
    pub(crate) fn extend(&mut self, body: &mut PartialBody, mut bytes: &[u8]) -> io::Result<()> {
        body.hasher.update(bytes);
        body.len += bytes.len() as u64;
        while !bytes.is_empty() {
            if body.buffer.len() == PIECE_LEN {
                self.spill(body)?;
            }
            let n_fitting = bytes.len().min(PIECE_LEN - body.buffer.len());
            let (fitting, rest) = bytes.split_at(n_fitting);
            body.buffer.extend_from_slice(fitting);
            bytes = rest;
        }
        Ok(())
    }

    fn spill(&mut self, body: &mut PartialBody) -> io::Result<()> {
        let piece = self.encode(&body.buffer)?;
        body.buffer.clear();
        let file = match &mut body.spilled {
            Some(file) => file,
            None => body.spilled.insert(tempfile::tempfile_in(&self.dir)?),
        };
        file.write_all(&(piece.len() as u32).to_le_bytes())?;
        file.write_all(&piece)
    }

    /// Stores a whole body, unless it is there already.
    pub(crate) fn finish(
        &mut self,
        body: PartialBody,
        chunks: &mut ChunkWriter,
    ) -> io::Result<BodyRef> {
        let digest: [u8; DIGEST_LEN] = body.hasher.finalize().into();
        let hash = BodyHash::from_digest(&digest);
        if body.len > 0 && !self.stored.contains(&hash) {
            if let Some(file) = body.spilled {
                copy_pieces(file, chunks)?;
            }
            let last = self.encode(&body.buffer)?;
            chunks.append(Kind::Body, &[&digest, &last])?;
            self.stored.insert(hash.clone());
        }
        Ok(BodyRef { hash, len: body.len })
    }

    fn encode(&mut self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let compressed = self.compressor.compress(bytes)?;
        let (coding, stored) =
            if compressed.len() < bytes.len() { (ZSTD, &compressed[..]) } else { (PLAIN, bytes) };
        let mut piece = Vec::with_capacity(PIECE_HEAD_LEN + stored.len());
        piece.push(coding);
        piece.extend((bytes.len() as u32).to_le_bytes());
        piece.extend_from_slice(stored);
        Ok(piece)
    }
}

fn copy_pieces(mut file: File, chunks: &mut ChunkWriter) -> io::Result<()> {
    let end = file.stream_position()?;
    file.rewind()?;
    let mut piece = Vec::new();
    while file.stream_position()? < end {
        let mut len = [0; 4];
        file.read_exact(&mut len)?;
        piece.resize(u32::from_le_bytes(len) as usize, 0);
        file.read_exact(&mut piece)?;
        chunks.append(Kind::BodyPiece, &[&piece])?;
    }
    Ok(())
}

/// Names a body.
pub(crate) fn body_ref(bytes: &[u8]) -> BodyRef {
    BodyRef { hash: BodyHash::from_digest(&Sha256::digest(bytes).into()), len: bytes.len() as u64 }
}

/// The name in the payload of a [`Kind::Body`] chunk, and its piece.
pub(crate) fn split_name(payload: &[u8]) -> Result<(BodyHash, Piece<'_>), Damage> {
    let (digest, piece) = payload.split_first_chunk::<DIGEST_LEN>().ok_or(Damage::Payload)?;
    Ok((BodyHash::from_digest(digest), Piece::parse(piece)?))
}

/// A stored piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<'a> {
    coding: u8,
    raw_len: u32,
    stored: &'a [u8],
}

impl<'a> Piece<'a> {
    pub(crate) fn parse(bytes: &'a [u8]) -> Result<Self, Damage> {
        let (&[coding, a, b, c, d], stored) =
            bytes.split_first_chunk::<PIECE_HEAD_LEN>().ok_or(Damage::Payload)?;
        let raw_len = u32::from_le_bytes([a, b, c, d]);
        let is_sound = raw_len as usize <= PIECE_LEN && matches!(coding, PLAIN | ZSTD);
        if is_sound { Ok(Self { coding, raw_len, stored }) } else { Err(Damage::Payload) }
    }

    /// As the piece itself says, and at most [`PIECE_LEN`].
    pub(crate) fn raw_len(&self) -> u64 {
        self.raw_len.into()
    }

    fn decode(&self) -> io::Result<Vec<u8>> {
        let raw = match self.coding {
            ZSTD => zstd::bulk::decompress(self.stored, self.raw_len as usize)?,
            _ => self.stored.to_vec(),
        };
        if raw.len() == self.raw_len as usize { Ok(raw) } else { Err(broken(Damage::Payload)) }
    }
}

/// A body being read.
///
/// The hash is checked before the last piece is given, so a wrong body is never seen whole.
#[derive(Debug)]
pub(crate) struct BodyReader {
    hash: BodyHash,
    /// At the next piece.
    chunks: Chunks,
    payload: Vec<u8>,
    piece: io::Cursor<Vec<u8>>,
    hasher: Sha256,
    is_at_last: bool,
}

impl BodyReader {
    pub(crate) fn new(hash: BodyHash, chunks: Chunks) -> Self {
        Self {
            hash,
            chunks,
            payload: Vec::new(),
            piece: io::Cursor::default(),
            hasher: Sha256::new(),
            is_at_last: false,
        }
    }

    fn next_piece(&mut self) -> io::Result<()> {
        let kind = self.chunks.read(&mut self.payload)?;
        let piece = match kind {
            Some(Kind::BodyPiece) => Piece::parse(&self.payload),
            Some(Kind::Body) => split_name(&self.payload).map(|(_, piece)| piece),
            _ => Err(Damage::Order),
        };
        let bytes = piece.map_err(broken)?.decode()?;
        self.hasher.update(&bytes);
        if kind == Some(Kind::Body) {
            let digest = mem::take(&mut self.hasher).finalize();
            if BodyHash::from_digest(&digest.into()) != self.hash {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    format!("body {} has other bytes than its hash says", self.hash.as_str()),
                ));
            }
            self.is_at_last = true;
        }
        self.piece = io::Cursor::new(bytes);
        Ok(())
    }
}

impl Read for BodyReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            let n_read = self.piece.read(buffer)?;
            if n_read > 0 || self.is_at_last {
                return Ok(n_read);
            }
            self.next_piece()?;
        }
    }
}

fn broken(damage: Damage) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, damage)
}
