//! The environment of drivers and browsers: same locale, time zone and fonts, nothing of the user's desktop.

use std::env;
use std::fs;
use std::io;

use camino::Utf8Path;
use xcheck_model::engine::Engine;

use crate::engines;

/// Settings of the user that change what a page sees, or that make a driver hang.
///
/// WebKitWebDriver never answers when a proxy variable is set.
const REMOVED: &[&str] = &[
    "http_proxy",
    "https_proxy",
    "ftp_proxy",
    "all_proxy",
    "no_proxy",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "FTP_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "DBUS_SESSION_BUS_ADDRESS",
    "DESKTOP_SESSION",
    "FONTCONFIG_PATH",
    "GDK_DPI_SCALE",
    "GDK_SCALE",
    "GNOME_DESKTOP_SESSION_ID",
    "GTK_MODULES",
    "GTK_PATH",
    "GTK2_RC_FILES",
    "KDE_FULL_SESSION",
    "SSLKEYLOGFILE",
    "WAYLAND_DISPLAY",
    "XDG_CURRENT_DESKTOP",
    "XDG_SESSION_DESKTOP",
];
const REMOVED_PREFIXES: &[&str] = &["LC_", "MOZ_", "WEBKIT_", "CHROME_", "CHROMIUM_"];

/// What browsers keep between sessions goes into the scratch directory instead of the user's home.
const USER_FOLDERS: &[&str] =
    &["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"];

/// Makes the folders that [`changes`] names.
pub(super) fn prepare(scratch: &Utf8Path) -> io::Result<()> {
    for name in USER_FOLDERS {
        fs::create_dir_all(scratch.join(name.to_lowercase()))?;
    }
    // Firefox makes a folder for downloads at its start, in the home unless this file says otherwise.
    let downloads = scratch.join("downloads");
    fs::create_dir_all(&downloads)?;
    let user_dirs = scratch.join("xdg_config_home").join("user-dirs.dirs");
    fs::write(
        user_dirs,
        format!("XDG_DOWNLOAD_DIR=\"{downloads}\"\nXDG_DESKTOP_DIR=\"{downloads}\"\n"),
    )
}

/// The changes to our own environment.
pub(super) fn changes(
    engine: Engine,
    scratch: &Utf8Path,
    fonts: &Utf8Path,
    display: Option<&str>,
    more: &[(String, String)],
) -> Vec<(String, Option<String>)> {
    let mut changes: Vec<(String, Option<String>)> = Vec::new();
    let inherited = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let removed = inherited.filter(|name| {
        REMOVED.contains(&name.as_str())
            || REMOVED_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
    });
    changes.extend(removed.map(|name| (name, None)));
    changes.push(("DISPLAY".into(), display.map(str::to_owned)));
    let mut set = |name: &str, value: &str| changes.push((name.to_owned(), Some(value.to_owned())));
    set("LANG", "en_US.UTF-8");
    set("LANGUAGE", "en_US");
    set("TZ", "UTC");
    set("FONTCONFIG_FILE", fonts.as_str());
    set("TMPDIR", scratch.as_str());
    for name in USER_FOLDERS {
        set(name, scratch.join(name.to_lowercase()).as_str());
    }
    for (name, value) in engines::environment(engine) {
        set(name, value);
    }
    for (name, value) in more {
        set(name, value);
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_is_the_callers() {
        let more = [("TZ".to_owned(), "Asia/Tokyo".to_owned())];
        let changes =
            changes(Engine::Firefox, Utf8Path::new("/s"), Utf8Path::new("/f"), None, &more);
        assert!(changes.contains(&("DISPLAY".to_owned(), None)));
        let last = changes.iter().rfind(|(name, _)| name == "TZ").unwrap();
        assert_eq!(last.1.as_deref(), Some("Asia/Tokyo"));
    }
}
