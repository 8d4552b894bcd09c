//! Finds browsers, drivers and the display server on this machine.
//!
//! Looks at overrides first, then at the folder `install` fills, then `PATH`, then well-known places.
//! Starts programs only to ask for their version, and a version it cannot read is not a failure.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;
use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};
use tokio::process::Command;
use tokio::time::timeout;
use xcheck_model::engine::Engine;

use crate::engines;

/// Firefox took 2 s on a cold and busy machine.
const VERSION_LIMIT: Duration = Duration::from_secs(20);

/// A program that driving browsers needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tool {
    Chromium,
    ChromeDriver,
    Firefox,
    GeckoDriver,
    MiniBrowser,
    WebKitDriver,
    Xvfb,
    Xrdb,
}

impl Tool {
    /// The name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Chromium => "Chromium",
            Self::ChromeDriver => "ChromeDriver",
            Self::Firefox => "Firefox",
            Self::GeckoDriver => "geckodriver",
            Self::MiniBrowser => "MiniBrowser (WebKitGTK)",
            Self::WebKitDriver => "WebKitWebDriver",
            Self::Xvfb => "Xvfb",
            Self::Xrdb => "xrdb",
        }
    }

    /// The environment variable that names this program's path and wins over all else.
    pub fn variable(self) -> Option<&'static str> {
        match self {
            Self::Chromium => Some("XCHECK_CHROMIUM"),
            Self::ChromeDriver => Some("XCHECK_CHROMEDRIVER"),
            Self::Firefox => Some("XCHECK_FIREFOX"),
            Self::GeckoDriver => Some("XCHECK_GECKODRIVER"),
            Self::MiniBrowser => Some("XCHECK_MINIBROWSER"),
            Self::WebKitDriver => Some("XCHECK_WEBKITDRIVER"),
            Self::Xvfb => Some("XCHECK_XVFB"),
            Self::Xrdb => None,
        }
    }

    /// Names on `PATH`, the best first.
    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Chromium => {
                &["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]
            }
            Self::ChromeDriver => &["chromedriver", "chromium.chromedriver"],
            Self::Firefox => &["firefox-esr", "firefox"],
            Self::GeckoDriver => &["geckodriver"],
            Self::MiniBrowser => &["MiniBrowser"],
            Self::WebKitDriver => &["WebKitWebDriver"],
            Self::Xvfb => &["Xvfb"],
            Self::Xrdb => &["xrdb"],
        }
    }

    /// Folders beyond `PATH`. A `*` stands for any one folder.
    fn folders(self) -> &'static [&'static str] {
        match self {
            Self::Chromium | Self::Firefox | Self::GeckoDriver => &["/snap/bin"],
            Self::ChromeDriver => &[
                "/usr/lib/chromium",
                "/usr/lib/chromium-browser",
                "/usr/lib64/chromium-browser",
                "/snap/bin",
            ],
            Self::MiniBrowser => &[
                "/usr/lib/*/webkit2gtk-4.1",
                "/usr/lib/webkit2gtk-4.1",
                "/usr/libexec/webkit2gtk-4.1",
                "/usr/lib/*/webkitgtk-6.0",
                "/usr/lib/webkitgtk-6.0",
                "/usr/libexec/webkitgtk-6.0",
                "/usr/lib/*/webkit2gtk-4.0",
                "/usr/lib/webkit2gtk-4.0",
            ],
            Self::WebKitDriver => &["/usr/libexec", "/usr/lib/webkit2gtk-4.1"],
            Self::Xvfb | Self::Xrdb => &["/usr/bin", "/usr/X11R6/bin"],
        }
    }

    /// The Debian package that has it, if one does.
    pub fn package(self) -> Option<&'static str> {
        match self {
            Self::Chromium => Some("chromium"),
            Self::ChromeDriver => Some("chromium-driver"),
            Self::Firefox => Some("firefox-esr"),
            Self::GeckoDriver => None,
            Self::MiniBrowser | Self::WebKitDriver => Some("webkit2gtk-driver"),
            Self::Xvfb => Some("xvfb"),
            Self::Xrdb => Some("x11-xserver-utils"),
        }
    }
}

/// Paths that win over anything found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides(pub BTreeMap<Tool, Utf8PathBuf>);

impl Overrides {
    /// Reads the `XCHECK_…` variables.
    pub fn from_env() -> Self {
        let tools = [
            Tool::Chromium,
            Tool::ChromeDriver,
            Tool::Firefox,
            Tool::GeckoDriver,
            Tool::MiniBrowser,
            Tool::WebKitDriver,
            Tool::Xvfb,
        ];
        let paths = tools.into_iter().filter_map(|tool| {
            let path = env::var(tool.variable()?).ok().filter(|path| !path.is_empty())?;
            Some((tool, Utf8PathBuf::from(path)))
        });
        Self(paths.collect())
    }

    /// The same with one more path.
    pub fn with(mut self, tool: Tool, path: impl Into<Utf8PathBuf>) -> Self {
        self.0.insert(tool, path.into());
        self
    }
}

/// Where an engine's parts are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installation {
    pub engine: Engine,
    pub browser: Utf8PathBuf,
    pub driver: Utf8PathBuf,
}

impl Installation {
    /// Whether browser or driver is a snap, which is confined and may not see what we prepare for it.
    pub fn is_snap(&self) -> bool {
        is_snap(&self.browser) || is_snap(&self.driver)
    }
}

/// Whether `path` is a snap, or a script that starts one.
pub(crate) fn is_snap(path: &Utf8Path) -> bool {
    const LARGEST_SCRIPT: u64 = 16 * 1024;
    let real = path.canonicalize_utf8().unwrap_or_else(|_| path.to_owned());
    let is_small = fs::metadata(&real).is_ok_and(|meta| meta.len() <= LARGEST_SCRIPT);
    real.starts_with("/snap")
        || real.file_name() == Some("snap")
        || (is_small && fs::read_to_string(&real).is_ok_and(|script| script.contains("/snap/bin/")))
}

/// An engine cannot be used because programs are missing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} cannot be used: {} not found", engine.title(), titles(tools))]
pub struct Missing {
    pub engine: Engine,
    pub tools: Vec<MissingTool>,
}

impl Missing {
    /// What to do about it, one line per tool.
    pub fn hint(&self) -> String {
        let hints: Vec<String> = self.tools.iter().map(|missing| missing.to_string()).collect();
        hints.join("\n")
    }
}

/// One program that was not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} not found: {}", tool.title(), self.remedy())]
pub struct MissingTool {
    pub tool: Tool,
    /// The override that points to nothing, if that is the reason.
    pub wrong_override: Option<Utf8PathBuf>,
}

impl MissingTool {
    fn remedy(&self) -> String {
        match (&self.wrong_override, self.tool.package()) {
            (Some(path), _) => match self.tool.variable() {
                Some(variable) => format!("{variable} names {path}, which is not a program"),
                None => format!("{path} is not a program"),
            },
            (None, Some(package)) => {
                format!("run `xcheck install`, or on Debian `apt-get install {package}`")
            }
            (None, None) => {
                let root = data_dir()
                    .map_or_else(|| "~/.local/share/xcheck".into(), Utf8PathBuf::into_string);
                format!(
                    "run `xcheck install`, or `cargo install geckodriver --locked --root {root}`"
                )
            }
        }
    }
}

/// Finds browser and driver of `engine`; says all that is missing, not just the first.
pub fn find(engine: Engine, overrides: &Overrides) -> Result<Installation, Missing> {
    let (browser, driver) = engines::tools(engine);
    match (find_tool(browser, overrides), find_tool(driver, overrides)) {
        (Ok(browser), Ok(driver)) => Ok(Installation { engine, browser, driver }),
        (browser, driver) => {
            let tools = [browser.err(), driver.err()].into_iter().flatten().collect();
            Err(Missing { engine, tools })
        }
    }
}

/// Finds one program.
pub fn find_tool(tool: Tool, overrides: &Overrides) -> Result<Utf8PathBuf, MissingTool> {
    if let Some(path) = overrides.0.get(&tool) {
        return match is_program(path) {
            true => Ok(path.clone()),
            false => Err(MissingTool { tool, wrong_override: Some(path.clone()) }),
        };
    }
    let own = data_dir().map(|dir| dir.join("bin"));
    let well_known = tool.folders().iter().flat_map(|pattern| expand(pattern));
    let folders: Vec<Utf8PathBuf> =
        own.into_iter().chain(path_folders()).chain(well_known).collect();
    tool.names()
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| is_program(path))
        .ok_or(MissingTool { tool, wrong_override: None })
}

/// A program on `PATH`.
pub(crate) fn on_path(name: &str) -> Option<Utf8PathBuf> {
    path_folders().into_iter().map(|folder| folder.join(name)).find(|path| is_program(path))
}

fn path_folders() -> Vec<Utf8PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).filter_map(|folder| Utf8PathBuf::from_path_buf(folder).ok()).collect()
}

/// Where `install` keeps what it builds: `$XDG_DATA_HOME/xcheck` or `~/.local/share/xcheck`.
pub fn data_dir() -> Option<Utf8PathBuf> {
    let absolute =
        |name| env::var(name).ok().map(Utf8PathBuf::from).filter(|path| path.is_absolute());
    absolute("XDG_DATA_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".local/share")))
        .map(|data| data.join("xcheck"))
}

/// Asks a program for its version; none means "unknown version" and is no failure.
pub async fn version(tool: Tool, path: &Utf8Path) -> Option<String> {
    // MiniBrowser tells nothing without a display, and WebKitWebDriver has no such option.
    let mut command = match tool {
        Tool::MiniBrowser | Tool::WebKitDriver => {
            let mut command = Command::new("dpkg-query");
            command.args(["--show", "--showformat", "${Version}", "libwebkit2gtk-4.1-0"]);
            command
        }
        _ => {
            let mut command = Command::new(path);
            command.arg("--version");
            command
        }
    };
    command.stdin(Stdio::null()).kill_on_drop(true);
    let output = timeout(VERSION_LIMIT, command.output()).await.ok()?.ok()?;
    version_in(&String::from_utf8_lossy(&output.stdout))
}

/// The first word that looks like a version: digits, a dot, and whatever follows but a revision.
fn version_in(text: &str) -> Option<String> {
    let word = text
        .split_whitespace()
        .find(|word| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.'))?;
    let end = word.find(['-', '~', ',', '+']).unwrap_or(word.len());
    Some(word[..end].to_owned())
}

fn titles(tools: &[MissingTool]) -> String {
    let titles: Vec<&str> = tools.iter().map(|missing| missing.tool.title()).collect();
    titles.join(" and ")
}

fn is_program(path: &Utf8Path) -> bool {
    fs::metadata(path).is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

fn expand(pattern: &str) -> Vec<Utf8PathBuf> {
    let Some((before, after)) = pattern.split_once("/*/") else { return vec![pattern.into()] };
    let Ok(entries) = Utf8Path::new(before).read_dir_utf8() else { return Vec::new() };
    let mut found: Vec<Utf8PathBuf> =
        entries.flatten().map(|entry| entry.path().join(after)).collect();
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_what_programs_say() {
        let chromium = "Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)";
        assert_eq!(version_in(chromium).as_deref(), Some("156.0.8078.79"));
        assert_eq!(version_in("Mozilla Firefox 153.7.0esr\n").as_deref(), Some("153.7.0esr"));
        assert_eq!(version_in("geckodriver 0.37.1 (abc 2026-01-01)").as_deref(), Some("0.37.1"));
        assert_eq!(version_in("2.50.6-1~deb12u1").as_deref(), Some("2.50.6"));
        assert_eq!(version_in("no idea"), None);
    }

    #[test]
    fn a_wrong_override_is_named() {
        let overrides = Overrides::default().with(Tool::GeckoDriver, "/nowhere/geckodriver");
        let missing = find_tool(Tool::GeckoDriver, &overrides).unwrap_err();
        assert_eq!(
            missing.to_string(),
            "geckodriver not found: XCHECK_GECKODRIVER names /nowhere/geckodriver, which is not a program"
        );
    }

    #[test]
    fn all_missing_parts_are_named_at_once() {
        let overrides = Overrides::default()
            .with(Tool::Chromium, "/nowhere/a")
            .with(Tool::ChromeDriver, "/nowhere/b");
        let missing = find(Engine::Chromium, &overrides).unwrap_err();
        assert_eq!(
            missing.to_string(),
            "Chromium cannot be used: Chromium and ChromeDriver not found"
        );
        assert_eq!(missing.hint().lines().count(), 2);
    }
}
