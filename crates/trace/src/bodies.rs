//! Bodies in a folder, each stored once under the hash of its bytes.

use std::fs::{self, File};
use std::io::{self, Write as _};

use camino::{Utf8Path, Utf8PathBuf};
use sha2::{Digest as _, Sha256};
use tempfile::NamedTempFile;
use xcheck_model::exchange::{BodyHash, BodyRef};

/// A folder of bodies.
#[derive(Clone, Debug)]
pub(crate) struct Bodies {
    dir: Utf8PathBuf,
}

impl Bodies {
    pub(crate) fn at(dir: Utf8PathBuf) -> Self {
        Self { dir }
    }

    pub(crate) fn create(&self) -> io::Result<()> {
        fs::create_dir_all(&self.dir)
    }

    pub(crate) fn open(&self, hash: &BodyHash) -> io::Result<File> {
        File::open(self.path(hash))
    }

    /// Starts a body whose hash is not known yet.
    pub(crate) fn start(&self) -> io::Result<BodyWriter> {
        let file = tempfile::Builder::new().prefix(".part-").tempfile_in(&self.dir)?;
        Ok(BodyWriter { bodies: self.clone(), file, hasher: Sha256::new(), len: 0 })
    }

    /// Stores a body that is at hand as a whole.
    pub(crate) fn put(&self, bytes: &[u8]) -> io::Result<BodyRef> {
        let hash = BodyHash::from_digest(&Sha256::digest(bytes).into());
        let body = BodyRef { hash, len: bytes.len() as u64 };
        if !self.path(&body.hash).exists() {
            let mut writer = self.start()?;
            writer.write(bytes)?;
            return writer.finish();
        }
        Ok(body)
    }

    fn path(&self, hash: &BodyHash) -> Utf8PathBuf {
        self.dir.join(Utf8Path::new(hash.as_str()))
    }
}

/// A body being written. Dropped unfinished, it leaves nothing behind.
#[derive(Debug)]
pub(crate) struct BodyWriter {
    bodies: Bodies,
    file: NamedTempFile,
    hasher: Sha256,
    len: u64,
}

impl BodyWriter {
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        self.len += bytes.len() as u64;
        self.file.write_all(bytes)
    }

    /// Names the body; if it is there already, this copy goes.
    pub(crate) fn finish(self) -> io::Result<BodyRef> {
        let hash = BodyHash::from_digest(&self.hasher.finalize().into());
        let path = self.bodies.path(&hash);
        if !path.exists() {
            self.file.persist(&path)?;
        }
        Ok(BodyRef { hash, len: self.len })
    }
}
