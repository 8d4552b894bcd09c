//! Writes a finished trace once more, smaller.
//!
//! While a recording lasts, every batch of lines goes to the disk at once, which costs bytes.
//! When it is over, all lines are compressed together. The old file stays until the new one is whole.

use std::fs::File;
use std::io;
use std::sync::Arc;

use camino::Utf8Path;

use crate::chunk::{ChunkWriter, Chunks, Kind, MAGIC};
use crate::stream::{Lines, StreamWriter};

/// Compresses the streams of a finished trace anew and copies the rest.
pub(crate) fn compact(path: &Utf8Path) -> io::Result<()> {
    let old = Arc::new(File::open(path)?);
    let len = old.metadata()?.len();
    let chunks = || Chunks::new(Arc::clone(&old), MAGIC.len() as u64, len);
    let dir = path.parent().filter(|dir| !dir.as_str().is_empty()).unwrap_or(Utf8Path::new("."));
    let new = tempfile::Builder::new().prefix(".xct-").tempfile_in(dir)?;
    let mut writer = ChunkWriter::start(new.as_file().try_clone()?)?;
    let mut payload = Vec::new();
    let mut rest = chunks();
    // The manifest is the first chunk; streams follow it, then bodies, then the end.
    let mut streams = Some([Kind::Log, Kind::Exchanges]);
    while let Some(kind) = rest.read(&mut payload)? {
        match kind {
            Kind::Log | Kind::Exchanges => continue,
            Kind::Manifest | Kind::BodyPiece | Kind::Body | Kind::End => {
                writer.append(kind, &[&payload])?;
            }
        }
        for kind in streams.take().into_iter().flatten() {
            let mut stream = StreamWriter::thorough(kind)?;
            for line in Lines::new(chunks(), kind)? {
                stream.line(line?.as_bytes())?;
            }
            stream.finish(&mut writer)?;
        }
    }
    new.as_file().set_permissions(old.metadata()?.permissions())?;
    new.persist(path).map_err(|error| error.error)?;
    Ok(())
}
