//! Scratch directories: made here, removed by the guard that is told of them.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt;

use camino::{Utf8Path, Utf8PathBuf};
use tempfile::TempDir;

/// An empty directory that only this user can read. Removed when dropped, unless handed over.
pub(crate) struct Scratch {
    folder: TempDir,
    path: Utf8PathBuf,
}

impl Scratch {
    pub(crate) fn make(what: &str) -> io::Result<Self> {
        let folder = tempfile::Builder::new()
            .prefix(&format!("xcheck-{what}-"))
            .permissions(Permissions::from_mode(0o700))
            .tempdir()?;
        let path = Utf8PathBuf::from_path_buf(folder.path().to_owned())
            .map_err(|path| io::Error::other(format!("{} is not UTF-8", path.display())))?;
        Ok(Self { folder, path })
    }

    pub(crate) fn path(&self) -> &Utf8Path {
        &self.path
    }

    /// From here on a guard removes it.
    pub(crate) fn hand_over(self) {
        let _ = self.folder.keep();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_user_can_look_inside() {
        let scratch = Scratch::make("test").unwrap();
        let mode = std::fs::metadata(scratch.path()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        let path = scratch.path().to_owned();
        drop(scratch);
        assert!(!path.exists());
    }
}
