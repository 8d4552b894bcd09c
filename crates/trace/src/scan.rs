//! One pass over the chunks of a trace: what is where, and up to where it is sound.
//!
//! Every checksum is verified here; nothing is decoded.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use xcheck_model::exchange::BodyHash;

use crate::body::{Piece, split_name};
use crate::chunk::{ChunkError, Chunks, Damage, Kind};

/// What a finished trace says it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counts {
    pub(crate) lines: u64,
    pub(crate) exchanges: u64,
    pub(crate) bodies: u64,
}

/// What takes how much room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// The log in the file, in bytes.
    pub log: u64,
    /// Exchanges without their bodies in the file, in bytes.
    pub exchanges: u64,
    /// Bodies in the file, in bytes.
    pub bodies: u64,
    /// Bodies as they were before they were stored, in bytes.
    pub bodies_raw: u64,
    pub n_bodies: u64,
}

/// What is in a file.
#[derive(Debug, Default)]
pub(crate) struct Contents {
    /// Where each body begins.
    pub(crate) bodies: HashMap<BodyHash, u64>,
    pub(crate) sizes: Sizes,
    pub(crate) counts: Option<Counts>,
    /// Where the last sound chunk ends.
    pub(crate) end: u64,
    /// What is wrong there, if it is not the end of the file.
    pub(crate) damage: Option<Damage>,
    /// The body whose last piece has not come yet: where it begins, and its length so far.
    partial: Option<(u64, u64)>,
}

/// Reads all chunks after the manifest, up to the first that is unsound.
pub(crate) fn scan(file: &Arc<File>, at: u64, file_len: u64) -> io::Result<Contents> {
    let mut contents = Contents { end: at, ..Contents::default() };
    let mut chunks = Chunks::new(Arc::clone(file), at, file_len);
    let mut payload = Vec::new();
    loop {
        let taken = match chunks.read(&mut payload) {
            Ok(Some(kind)) => contents.take(kind, chunks.at(), &payload),
            Ok(None) => return Ok(contents),
            Err(ChunkError::Damage(damage)) => Err(damage),
            Err(ChunkError::Io(error)) => return Err(error),
        };
        if let Err(damage) = taken {
            contents.damage = Some(damage);
            return Ok(contents);
        }
    }
}

impl Contents {
    /// Takes the chunk that goes from where the last one ended to `end`.
    fn take(&mut self, kind: Kind, end: u64, payload: &[u8]) -> Result<(), Damage> {
        let is_body = matches!(kind, Kind::BodyPiece | Kind::Body);
        if self.counts.is_some() || (self.partial.is_some() && !is_body) {
            return Err(Damage::Order);
        }
        let len = end - self.end;
        match kind {
            Kind::Manifest => return Err(Damage::Order),
            Kind::Log => self.sizes.log += len,
            Kind::Exchanges => self.sizes.exchanges += len,
            Kind::BodyPiece => {
                let (begin, raw_len) = self.partial.unwrap_or((self.end, 0));
                self.partial = Some((begin, raw_len + Piece::parse(payload)?.raw_len()));
            }
            Kind::Body => {
                let (hash, piece) = split_name(payload)?;
                let (begin, raw_len) = self.partial.take().unwrap_or((self.end, 0));
                self.sizes.bodies += end - begin;
                self.sizes.bodies_raw += raw_len + piece.raw_len();
                self.sizes.n_bodies += 1;
                self.bodies.entry(hash).or_insert(begin);
            }
            Kind::End => {
                let counts = serde_json::from_slice(payload).map_err(|_| Damage::Payload)?;
                self.counts = Some(counts);
            }
        }
        self.end = end;
        Ok(())
    }
}
