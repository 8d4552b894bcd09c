//! The container: a file is a magic number and chunks, each with a checksum.
//!
//! A chunk is its kind (one byte), the length of its payload (u32, little endian), the payload,
//! and the CRC-32 of all that.
//! Knows nothing of what is in a payload.

use std::fs::File;
use std::io::{self, Write as _};
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;

/// Not text, and different after any change of line ends.
pub(crate) const MAGIC: [u8; 8] = *b"\x89XCT\r\n\x1a\n";

/// Kind and length before a payload.
const HEAD_LEN: usize = 5;
const CHECKSUM_LEN: usize = 4;

/// Writers stay far below: longer payloads are damage, so that nobody makes us allocate much.
const MAX_PAYLOAD_LEN: u32 = 2 << 20;

/// What a payload is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Manifest,
    Log,
    Exchanges,
    /// A piece of a body that goes on in the next chunk.
    BodyPiece,
    /// The last piece of a body, or all of it, with its name.
    Body,
    End,
}

impl Kind {
    const ALL: [Self; 6] =
        [Self::Manifest, Self::Log, Self::Exchanges, Self::BodyPiece, Self::Body, Self::End];

    fn byte(self) -> u8 {
        match self {
            Self::Manifest => b'M',
            Self::Log => b'L',
            Self::Exchanges => b'X',
            Self::BodyPiece => b'P',
            Self::Body => b'B',
            Self::End => b'E',
        }
    }

    fn from_byte(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.byte() == byte)
    }
}

/// What is wrong with a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    #[error("cut off")]
    Cut,
    #[error("wrong checksum")]
    Checksum,
    #[error("too long: {0} bytes")]
    Length(u32),
    #[error("unknown kind {0}")]
    Kind(u8),
    #[error("out of place")]
    Order,
    #[error("not what its kind says")]
    Payload,
}

/// A chunk could not be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ChunkError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Damage(#[from] Damage),
}

impl From<ChunkError> for io::Error {
    fn from(error: ChunkError) -> Self {
        match error {
            ChunkError::Io(error) => error,
            ChunkError::Damage(damage) => Self::new(io::ErrorKind::InvalidData, damage),
        }
    }
}

/// Appends chunks to a file.
#[derive(Debug)]
pub(crate) struct ChunkWriter {
    file: File,
    /// Where the last whole chunk ends.
    len: u64,
}

impl ChunkWriter {
    /// Starts a container in an empty file.
    pub(crate) fn start(mut file: File) -> io::Result<Self> {
        file.write_all(&MAGIC)?;
        Ok(Self { file, len: MAGIC.len() as u64 })
    }

    /// Hands one chunk to the operating system; if that fails, the file ends before it.
    pub(crate) fn append(&mut self, kind: Kind, payload: &[&[u8]]) -> io::Result<()> {
        let payload_len: usize = payload.iter().map(|part| part.len()).sum();
        let head_len = u32::try_from(payload_len).ok().filter(|len| *len <= MAX_PAYLOAD_LEN);
        let head_len = head_len.ok_or(io::ErrorKind::FileTooLarge)?;
        let mut chunk = Vec::with_capacity(HEAD_LEN + payload_len + CHECKSUM_LEN);
        chunk.push(kind.byte());
        chunk.extend(head_len.to_le_bytes());
        for part in payload {
            chunk.extend_from_slice(part);
        }
        chunk.extend(crc32fast::hash(&chunk).to_le_bytes());
        let written = self.file.write_all(&chunk);
        match written {
            Ok(()) => self.len += chunk.len() as u64,
            // Readers leave half a chunk out anyway, so nothing is lost if this fails too.
            Err(_) => drop(self.file.set_len(self.len)),
        }
        written
    }

    /// Makes every further write fail as on a full disk.
    #[cfg(test)]
    pub(crate) fn fill_disk(&mut self) {
        self.file = File::options().write(true).open("/dev/full").unwrap();
    }
}

/// Walks over the chunks of a file, up to a given end.
#[derive(Clone, Debug)]
pub(crate) struct Chunks {
    file: Arc<File>,
    at: u64,
    end: u64,
}

impl Chunks {
    pub(crate) fn new(file: Arc<File>, at: u64, end: u64) -> Self {
        Self { file, at, end }
    }

    /// Where the next chunk begins.
    pub(crate) fn at(&self) -> u64 {
        self.at
    }

    /// Reads the next chunk, whatever it is; nothing at the end.
    pub(crate) fn read(&mut self, payload: &mut Vec<u8>) -> Result<Option<Kind>, ChunkError> {
        let Some(head) = self.head()? else { return Ok(None) };
        let payload_len = head.payload_len as usize;
        payload.resize(payload_len + CHECKSUM_LEN, 0);
        self.read_at(payload, self.at + HEAD_LEN as u64)?;
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&head.bytes);
        hasher.update(&payload[..payload_len]);
        if payload[payload_len..] != hasher.finalize().to_le_bytes() {
            return Err(Damage::Checksum.into());
        }
        payload.truncate(payload_len);
        self.at += head.chunk_len();
        Ok(Some(head.kind))
    }

    /// Reads the next chunk of one kind and says whether there is one. Others are skipped unread.
    pub(crate) fn read_next(
        &mut self,
        wanted: Kind,
        payload: &mut Vec<u8>,
    ) -> Result<bool, ChunkError> {
        while let Some(head) = self.head()? {
            if head.kind == wanted {
                return Ok(self.read(payload)?.is_some());
            }
            self.at += head.chunk_len();
        }
        Ok(false)
    }

    /// The head of the next chunk, all of which is in the file.
    fn head(&self) -> Result<Option<Head>, ChunkError> {
        let room = self.end.saturating_sub(self.at);
        if room == 0 {
            return Ok(None);
        }
        if room < HEAD_LEN as u64 {
            return Err(Damage::Cut.into());
        }
        let mut bytes = [0; HEAD_LEN];
        self.read_at(&mut bytes, self.at)?;
        let head = Head::parse(bytes)?;
        if head.chunk_len() > room {
            return Err(Damage::Cut.into());
        }
        Ok(Some(head))
    }

    fn read_at(&self, bytes: &mut [u8], at: u64) -> Result<(), ChunkError> {
        self.file.read_exact_at(bytes, at).map_err(|error| match error.kind() {
            // The file has become shorter since it was opened.
            io::ErrorKind::UnexpectedEof => Damage::Cut.into(),
            _ => error.into(),
        })
    }
}

/// What is before a payload.
struct Head {
    bytes: [u8; HEAD_LEN],
    kind: Kind,
    payload_len: u32,
}

impl Head {
    fn parse(bytes: [u8; HEAD_LEN]) -> Result<Self, Damage> {
        let [kind, len @ ..] = bytes;
        let kind = Kind::from_byte(kind).ok_or(Damage::Kind(kind))?;
        let payload_len = u32::from_le_bytes(len);
        if payload_len > MAX_PAYLOAD_LEN {
            return Err(Damage::Length(payload_len));
        }
        Ok(Self { bytes, kind, payload_len })
    }

    fn chunk_len(&self) -> u64 {
        u64::from(self.payload_len) + (HEAD_LEN + CHECKSUM_LEN) as u64
    }
}
