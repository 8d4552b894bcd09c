//! The apps whose sessions are recorded: our own, the demos, and real ones from npm.
//!
//! Real ones are installed when needed, below the build folder; nothing of them is kept in the repository.

use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::Value;
use xcheck_drive::{Action, Drive};
use xcheck_proxy::{Fallback, Folder};

/// How long a person takes from one act to the next.
const PAUSE_MS: u64 = 150;

pub(crate) struct Subject {
    pub(crate) name: &'static str,
    /// Name and version at npm.
    pub(crate) package: Option<(&'static str, &'static str)>,
    /// What the burst of work does, for the reader.
    pub(crate) work: &'static str,
    home: Home,
}

/// Where the app is.
enum Home {
    /// `benches/subjects/NAME`, copied next to the package if there is one.
    Subjects,
    /// `demo/NAME`. The drive is its own, unless `benches/subjects/NAME` has one.
    Demo,
}

impl Subject {
    pub(crate) const fn own(name: &'static str, work: &'static str) -> Self {
        Self { name, package: None, work, home: Home::Subjects }
    }

    const fn demo(name: &'static str, work: &'static str) -> Self {
        Self { name, package: None, work, home: Home::Demo }
    }

    const fn real(
        name: &'static str,
        package: (&'static str, &'static str),
        work: &'static str,
    ) -> Self {
        Self { name, package: Some(package), work, home: Home::Subjects }
    }
}

pub(crate) const SUBJECTS: [Subject; 10] = [
    Subject::own("game", "2,000 ticks of the game, each in a task of its own"),
    Subject::own("grid", "8 sorts and filters of 5,000 rows"),
    Subject::own("mutations", "10,000 mutations in 2,000 timers"),
    Subject::demo("books", "400 clicks on categories and tabs"),
    Subject::demo("restaurant", "300 clicks on pictures and choices"),
    Subject::real("cytoscape", ("cytoscape", "3.30.2"), "layouts of 150 nodes"),
    Subject::real("swagger", ("swagger-ui-dist", "5.17.14"), "60 operations opened and closed"),
    Subject::real("jquery-ui", ("jquery-ui-dist", "1.13.2"), "months, sliders and tabs"),
    Subject::real("todomvc", ("todomvc", "0.1.1"), "items toggled and filtered"),
    Subject::real("codemirror", ("codemirror", "5.65.16"), "400 edits of a program"),
];

impl Subject {
    /// Makes the app's folder complete. The error is why that cannot be.
    pub(crate) fn prepare(&self) -> Result<()> {
        let Some((package, version)) = self.package else { return Ok(()) };
        let folder = self.folder();
        if !is_installed(&folder.join("node_modules").join(package), version) {
            install(package, version, &folder)?;
        }
        for entry in self.files().read_dir_utf8().context("the host page")? {
            let entry = entry?;
            fs::copy(entry.path(), folder.join(entry.file_name()))?;
        }
        Ok(())
    }

    /// The host that the folder stands in for, and the folder.
    pub(crate) fn served(&self) -> Result<(String, Folder)> {
        let folder = Folder::new(&self.folder(), Fallback::NotFound)?;
        Ok((format!("{}.localhost", self.name), folder))
    }

    /// What the person does, at a person's pace.
    pub(crate) fn drive(&self) -> Result<Drive> {
        let own = self.files().join("drive.json");
        let path = if own.exists() { own } else { self.folder().join("drive.json") };
        let mut drive = xcheck_drive::parse(&read(&path)?, "drive.json")?;
        for step in drive.steps.iter_mut().filter(|step| is_of_person(&step.action)) {
            step.delay_ms = step.delay_ms.max(PAUSE_MS);
        }
        Ok(drive)
    }

    /// Work for the page alone, as the body of an asynchronous function.
    pub(crate) fn burst(&self) -> Result<String> {
        read(&self.files().join("burst.js"))
    }

    fn files(&self) -> Utf8PathBuf {
        root().join("benches/subjects").join(self.name)
    }

    fn folder(&self) -> Utf8PathBuf {
        match (self.package, &self.home) {
            (Some(_), _) => root().join("target/subjects").join(self.name),
            (None, Home::Subjects) => self.files(),
            (None, Home::Demo) => root().join("demo").join(self.name),
        }
    }
}

fn root() -> &'static Utf8Path {
    Utf8Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn read(path: &Utf8Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {path}"))
}

fn is_of_person(action: &Action) -> bool {
    !matches!(
        action,
        Action::SetViewport(_)
            | Action::Navigate { .. }
            | Action::WaitForElement(_)
            | Action::WaitForExpression { .. }
    )
}

fn is_installed(package: &Utf8Path, version: &str) -> bool {
    let text = fs::read_to_string(package.join("package.json")).unwrap_or_default();
    let manifest: Value = serde_json::from_str(&text).unwrap_or_default();
    manifest["version"] == version
}

fn install(package: &str, version: &str, folder: &Utf8Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let output = Command::new("npm")
        .args(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix"])
        .args([folder.as_str(), &format!("{package}@{version}")])
        .output()
        .context("npm cannot be started")?;
    let words = String::from_utf8_lossy(&output.stderr);
    let reason = words.lines().find(|line| line.contains("error")).unwrap_or("without a reason");
    ensure!(output.status.success(), "npm failed: {reason}");
    Ok(())
}
