//! Files below a folder, opened so that nothing leads out of it.
//!
//! Every part of a path is opened by itself and no link is followed, so that there is no moment at which one could be
//! put in the way.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, percent_encode};
use rustix::fs::{Dir, FileType, Mode, OFlags, openat};

/// What needs no escape in a path.
const ESCAPED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// A folder, held open.
#[derive(Debug)]
pub(crate) struct Root {
    folder: OwnedFd,
}

/// A file, opened.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) file: File,
    pub(crate) len: u64,
    pub(crate) modified: SystemTime,
}

/// What a folder holds, as far as it is looked at.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(crate) files: Vec<OsString>,
    pub(crate) folders: Vec<OsString>,
}

impl Root {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(Self { folder: rustix::fs::open(path, flags, Mode::empty())? })
    }

    /// Opens a regular file. The path has only names in it.
    pub(crate) fn file(&self, path: &Path) -> io::Result<Opened> {
        // Without waiting, so that a pipe does not hold us.
        let flags = OFlags::RDONLY | OFlags::NONBLOCK;
        let file = File::from(self.descend(path, flags)?);
        let about = file.metadata()?;
        if !about.is_file() {
            return Err(io::ErrorKind::NotFound.into());
        }
        Ok(Opened { file, len: about.len(), modified: about.modified()? })
    }

    /// Reads a file of at most `max` bytes.
    pub(crate) fn read(&self, path: &Path, max: u64) -> io::Result<(Vec<u8>, SystemTime)> {
        let Opened { file, len, modified } = self.file(path)?;
        if len > max {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let mut bytes = Vec::new();
        file.take(max).read_to_end(&mut bytes)?;
        Ok((bytes, modified))
    }

    /// Names in a folder, in order, links and hidden ones left out; at most `max` of them are looked at.
    pub(crate) fn names(&self, path: &Path, max: usize) -> io::Result<Names> {
        let folder = self.descend(path, OFlags::RDONLY | OFlags::DIRECTORY)?;
        let mut names = Names::default();
        for entry in Dir::read_from(&folder)?.take(max) {
            let entry = entry?;
            let name = OsString::from_vec(entry.file_name().to_bytes().to_vec());
            if name.as_bytes().starts_with(b".") {
                continue;
            }
            // Some file systems do not say what is what.
            let kind = match entry.file_type() {
                FileType::Unknown => {
                    let flags = rustix::fs::AtFlags::SYMLINK_NOFOLLOW;
                    let about = rustix::fs::statat(&folder, entry.file_name(), flags)?;
                    FileType::from_raw_mode(about.st_mode)
                }
                kind => kind,
            };
            match kind {
                FileType::RegularFile => names.files.push(name),
                FileType::Directory => names.folders.push(name),
                _ => {}
            }
        }
        names.files.sort();
        names.folders.sort();
        Ok(names)
    }

    fn descend(&self, path: &Path, last: OFlags) -> io::Result<OwnedFd> {
        let common = OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut here = self.folder.as_fd().try_clone_to_owned()?;
        let mut names = path.iter().peekable();
        if names.peek().is_none() {
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | common;
            return Ok(openat(&here, ".", flags, Mode::empty())?);
        }
        while let Some(name) = names.next() {
            if !is_plain(name) {
                return Err(io::ErrorKind::NotFound.into());
            }
            let flags =
                if names.peek().is_some() { OFlags::RDONLY | OFlags::DIRECTORY } else { last };
            here = openat(&here, name, flags | common, Mode::empty())?;
        }
        Ok(here)
    }
}

/// A name that is only a name, and not hidden.
fn is_plain(name: &OsStr) -> bool {
    let bytes = name.as_bytes();
    !bytes.is_empty() && !bytes.starts_with(b".") && !bytes.contains(&0) && !bytes.contains(&b'/')
}

/// The path that part of an address names; none if it names anything but files below a folder.
pub(crate) fn path_of(address: &str) -> Option<PathBuf> {
    let mut path = PathBuf::new();
    for part in address.split('/') {
        let name = OsString::from_vec(percent_decode_str(part).collect());
        if !is_plain(&name) {
            return None;
        }
        path.push(name);
    }
    Some(path)
}

/// A path as part of an address.
pub(crate) fn address_of(path: &Path) -> String {
    percent_encode(path.as_os_str().as_bytes(), ESCAPED).to_string()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn addresses_name_files_below_and_nothing_else() {
        assert_eq!(path_of("a/b%20c.png"), Some(PathBuf::from("a/b c.png")));
        for odd in [
            "",
            "/",
            "a//b",
            "..",
            "a/../b",
            "%2e%2e/a",
            "a%2fb",
            "a%00",
            ".git/config",
            "/etc/passwd",
        ] {
            assert_eq!(path_of(odd), None, "{odd}");
        }
        let hostile = Path::new("a b/<i>\"'?#%&\n\u{202e}ü");
        assert_eq!(path_of(&address_of(hostile)).as_deref(), Some(hostile));
        let bytes = PathBuf::from(OsString::from_vec(vec![b'a', 0xff]));
        assert_eq!(address_of(&bytes), "a%FF");
        assert_eq!(path_of("a%FF"), Some(bytes));
    }

    #[test]
    fn no_link_leads_out_and_no_pipe_holds_us() {
        let temp = tempfile::tempdir().unwrap();
        let inside = temp.path().join("in");
        fs::create_dir_all(inside.join("sub")).unwrap();
        fs::write(temp.path().join("secret"), "s").unwrap();
        fs::write(inside.join("sub/a"), "a").unwrap();
        symlink(temp.path(), inside.join("out")).unwrap();
        symlink(temp.path().join("secret"), inside.join("link")).unwrap();
        rustix::fs::mkfifoat(rustix::fs::CWD, inside.join("pipe"), Mode::RWXU).unwrap();
        let root = Root::open(&inside).unwrap();
        assert_eq!(root.read(Path::new("sub/a"), 9).unwrap().0, b"a");
        for odd in
            ["out/secret", "link", "pipe", "sub", "sub/a/b", "../secret", "/etc/passwd", "nowhere"]
        {
            assert!(root.file(Path::new(odd)).is_err(), "{odd}");
        }
        assert!(root.read(Path::new("sub/a"), 0).is_err());
        let names = root.names(Path::new(""), 100).unwrap();
        assert_eq!((names.files.len(), names.folders), (0, vec![OsString::from("sub")]));
    }
}
