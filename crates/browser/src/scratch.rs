//! Scratch directories: made here, removed by the guard that is told of them.

use std::io;

use camino::Utf8PathBuf;

/// Makes an empty directory that only this user can read.
pub(crate) fn make(what: &str) -> io::Result<Utf8PathBuf> {
    let dir = tempfile::Builder::new().prefix(&format!("xcheck-{what}-")).tempdir()?;
    Utf8PathBuf::from_path_buf(dir.keep())
        .map_err(|path| io::Error::other(format!("{} is not UTF-8", path.display())))
}
