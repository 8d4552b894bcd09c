//! The fonts every engine gets: Liberation and DejaVu, unhinted, whatever else the machine has.
//!
//! Text is compared across engines, so families, hinting and antialiasing must not come from the user's settings.

use std::fmt::Write;
use std::fs;
use std::io;

use camino::{Utf8Path, Utf8PathBuf};

const SANS: &[&str] = &[
    "sans-serif",
    "sans",
    "system-ui",
    "ui-sans-serif",
    "-apple-system",
    "BlinkMacSystemFont",
    "Arial",
    "Helvetica",
    "Helvetica Neue",
    "Verdana",
    "Tahoma",
    "Trebuchet MS",
    "Segoe UI",
    "Roboto",
    "Ubuntu",
    "Cantarell",
    "Open Sans",
    "Noto Sans",
    "Lucida Grande",
    "Calibri",
    "Geneva",
    "cursive",
    "fantasy",
];
const SERIF: &[&str] = &[
    "serif",
    "ui-serif",
    "Times",
    "Times New Roman",
    "Georgia",
    "Cambria",
    "Garamond",
    "Palatino",
    "Book Antiqua",
    "Noto Serif",
];
const MONO: &[&str] = &[
    "monospace",
    "mono",
    "ui-monospace",
    "Courier",
    "Courier New",
    "Consolas",
    "Menlo",
    "Monaco",
    "SFMono-Regular",
    "Lucida Console",
    "Ubuntu Mono",
    "Roboto Mono",
    "Noto Sans Mono",
];
/// Debian, Fedora and Arch put the two families into differently named folders.
const FOLDERS: &[&str] = &[
    "/usr/share/fonts/truetype/liberation",
    "/usr/share/fonts/truetype/liberation2",
    "/usr/share/fonts/truetype/dejavu",
    "/usr/share/fonts/liberation",
    "/usr/share/fonts/liberation-fonts",
    "/usr/share/fonts/liberation-sans-fonts",
    "/usr/share/fonts/liberation-serif-fonts",
    "/usr/share/fonts/liberation-mono-fonts",
    "/usr/share/fonts/dejavu",
    "/usr/share/fonts/dejavu-sans-fonts",
    "/usr/share/fonts/dejavu-serif-fonts",
    "/usr/share/fonts/dejavu-sans-mono-fonts",
    "/usr/share/fonts/TTF",
];

/// Writes a `fonts.conf` with its own cache into `folder` and returns its path.
pub fn write(folder: &Utf8Path) -> io::Result<Utf8PathBuf> {
    let cache = folder.join("font-cache");
    fs::create_dir_all(&cache)?;
    let path = folder.join("fonts.conf");
    fs::write(&path, config(&cache))?;
    Ok(path)
}

/// Which of our two families have a folder on this machine; with none, text comes out as boxes.
pub fn are_installed() -> bool {
    ["liberation", "dejavu"].iter().all(|family| {
        FOLDERS.iter().any(|folder| {
            let path = Utf8Path::new(folder);
            let has_family = |name: &str| name.to_lowercase().contains(family);
            path.is_dir()
                && (has_family(folder)
                    || path.read_dir_utf8().is_ok_and(|entries| {
                        entries.flatten().any(|entry| has_family(entry.file_name()))
                    }))
        })
    })
}

fn config(cache: &Utf8Path) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE fontconfig SYSTEM \"fonts.dtd\">\n<fontconfig>\n",
    );
    for folder in FOLDERS {
        let _ = writeln!(text, "<dir>{folder}</dir>");
    }
    let _ = writeln!(text, "<cachedir>{cache}</cachedir>");
    // /usr/share/fonts/TTF holds all fonts of an Arch machine, so ours are picked by name as well.
    text.push_str(
        "<selectfont><rejectfont><glob>*</glob></rejectfont><acceptfont>\n\
         <glob>*Liberation*</glob><glob>*liberation*</glob><glob>*DejaVu*</glob><glob>*dejavu*</glob>\n\
         </acceptfont></selectfont>\n",
    );
    for (names, family) in
        [(SANS, "Liberation Sans"), (SERIF, "Liberation Serif"), (MONO, "Liberation Mono")]
    {
        for name in names {
            let _ = writeln!(
                text,
                "<match target=\"pattern\"><test name=\"family\" qual=\"any\"><string>{name}</string></test>\
                 <edit name=\"family\" mode=\"assign\" binding=\"strong\"><string>{family}</string></edit></match>"
            );
        }
    }
    // A family we do not know, or none at all, as Chromium's system-ui, would else get any font of ours.
    text.push_str(
        "<match target=\"pattern\"><edit name=\"family\" mode=\"append_last\">\
         <string>Liberation Sans</string></edit></match>\n",
    );
    for target in ["pattern", "font"] {
        let _ = writeln!(
            text,
            "<match target=\"{target}\">\
             <edit name=\"antialias\" mode=\"assign\"><bool>true</bool></edit>\
             <edit name=\"hinting\" mode=\"assign\"><bool>false</bool></edit>\
             <edit name=\"autohint\" mode=\"assign\"><bool>false</bool></edit>\
             <edit name=\"hintstyle\" mode=\"assign\"><const>hintnone</const></edit>\
             <edit name=\"rgba\" mode=\"assign\"><const>none</const></edit>\
             <edit name=\"lcdfilter\" mode=\"assign\"><const>lcdnone</const></edit></match>"
        );
    }
    text.push_str("</fontconfig>\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_and_its_cache_are_in_the_given_folder() {
        let folder = tempfile::tempdir().unwrap();
        let folder = Utf8Path::from_path(folder.path()).unwrap();
        let path = write(folder).unwrap();
        assert_eq!(path, folder.join("fonts.conf"));
        let text = fs::read_to_string(path).unwrap();
        assert!(text.contains(&format!("<cachedir>{folder}/font-cache</cachedir>")));
        assert!(!text.contains("~"), "no folder of the user's home");
    }
}
