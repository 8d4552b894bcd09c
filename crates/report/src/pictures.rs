//! Pictures of a report: each once, in the page as long as there is room, beside it otherwise.

use std::collections::BTreeSet;
use std::fs;
use std::io;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use camino::Utf8Path;
use xcheck_model::run::ShotHash;
use xcheck_trace::run::RunReader;

/// Pictures of this many bytes in all are in the page itself.
pub(crate) const MAX_INSIDE: usize = 24 << 20;
const FOLDER: &str = "pictures";

/// Pictures in the order in which they should be in the page, and runs that have them.
#[derive(Default)]
pub(crate) struct Wanted<'a> {
    pictures: Vec<(ShotHash, &'a RunReader)>,
    known: BTreeSet<ShotHash>,
}

impl<'a> Wanted<'a> {
    /// Adds a picture, once. One that the run does not have may still come from another.
    pub(crate) fn add(&mut self, hash: &ShotHash, run: &'a RunReader) {
        if !self.known.contains(hash) && run.has_shot(hash) {
            self.known.insert(hash.clone());
            self.pictures.push((hash.clone(), run));
        }
    }
}

/// Where the pictures of a report are.
#[derive(Default)]
pub(crate) struct Pictures {
    /// In the page, in base64.
    pub(crate) inside: Vec<(ShotHash, String)>,
    pub(crate) beside: Vec<ShotHash>,
}

impl Pictures {
    /// Takes pictures in as long as they fit into `max_inside` bytes, and writes the others beside the page.
    ///
    /// Damaged pictures are left out. Those that an older report left beside it are removed.
    pub(crate) fn lay_out(
        out: &Utf8Path,
        wanted: &Wanted<'_>,
        max_inside: usize,
    ) -> io::Result<Self> {
        let folder = out.join(FOLDER);
        let mut pictures = Self::default();
        let mut room = max_inside;
        for (hash, run) in &wanted.pictures {
            let Ok(png) = run.shot(hash) else { continue };
            if png.len() <= room {
                room -= png.len();
                pictures.inside.push((hash.clone(), STANDARD.encode(&png)));
                continue;
            }
            // Small pictures that come later would fit, but then the page had no order that one can explain.
            room = 0;
            fs::create_dir_all(&folder)?;
            let path = folder.join(file_name(hash));
            if fs::metadata(&path).map(|it| it.len()).ok() != Some(png.len() as u64) {
                fs::write(&path, &png)?;
            }
            pictures.beside.push(hash.clone());
        }
        remove_others(&folder, &pictures.beside)?;
        Ok(pictures)
    }
}

fn file_name(hash: &ShotHash) -> String {
    format!("{}.png", hash.as_str())
}

/// Removes what an older report left: files named by a hash, nothing else.
fn remove_others(folder: &Utf8Path, kept: &[ShotHash]) -> io::Result<()> {
    let Ok(entries) = folder.read_dir_utf8() else { return Ok(()) };
    let kept: BTreeSet<String> = kept.iter().map(file_name).collect();
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let is_picture =
            name.strip_suffix(".png").is_some_and(|hash| hash.parse::<ShotHash>().is_ok());
        if is_picture && !kept.contains(name) {
            fs::remove_file(entry.path())?;
        }
    }
    if kept.is_empty() {
        // Stays if anything else is in it.
        let _ = fs::remove_dir(folder);
    }
    Ok(())
}
