//! Runs the program against a grid.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use xcheck_testkit::grid::{GridOptions, RealGrid, jar};
use xcheck_testkit::matrix;

/// Longer than any check here takes.
const LIMIT: Duration = Duration::from_secs(240);

/// A folder to run the program in.
pub(crate) struct Place {
    folder: tempfile::TempDir,
}

/// Gives a test a grid, if grids are wanted, and ends it.
pub(crate) fn with_grid(options: GridOptions, test: impl AsyncFnOnce(&mut RealGrid, &Place)) {
    let Some(jar) = jar() else { return };
    matrix::block_on(async {
        let mut grid = RealGrid::start(matrix::guard(), &jar, options).await;
        let place = Place { folder: tempfile::tempdir().unwrap() };
        place.write("xcheck.toml", &grid.config());
        test(&mut grid, &place).await;
        grid.end().await;
    });
}

impl Place {
    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).unwrap();
    }

    pub(crate) fn folder(&self, name: &str) {
        fs::create_dir(self.folder.path().join(name)).unwrap();
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xcheck"));
        command.args(args).current_dir(self.folder.path()).stdin(Stdio::null());
        command.env("NO_COLOR", "1").env_remove("GITHUB_ACTIONS").env_remove("XCHECK_GRID");
        command
    }

    /// Runs it to its end, while the test's other tasks go on.
    pub(crate) async fn run(&self, args: &[&str]) -> Output {
        let mut command = self.command(args);
        tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
    }

    pub(crate) fn start(&self, args: &[&str]) -> Child {
        self.command(args).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// The report of a check, and the code that it ended with.
    pub(crate) async fn check(&self, out: &str, args: &[&str]) -> (Value, i32) {
        let mut all = vec!["check", "--out", out];
        all.extend(args);
        let output = self.run(&all).await;
        (self.report(out, &output), output.status.code().unwrap())
    }

    pub(crate) fn report(&self, out: &str, output: &Output) -> Value {
        let words = String::from_utf8_lossy(&output.stderr);
        let path = self.folder.path().join(out).join("report.json");
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{error}\n{words}"));
        serde_json::from_str(&text).unwrap()
    }

    /// Waits until a file is there.
    pub(crate) async fn until_there(&self, name: &str) {
        let path = self.folder.path().join(name);
        let began = Instant::now();
        while !path.exists() {
            assert!(began.elapsed() < LIMIT, "{name} never came");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    pub(crate) async fn ended(&self, child: Child) -> Output {
        tokio::task::spawn_blocking(move || child.wait_with_output().unwrap()).await.unwrap()
    }
}

/// An app of the corpus that may be looked at.
pub(crate) fn app(name: &str) -> (String, String) {
    let folder =
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/tune")).join(name);
    let text = |path: PathBuf| path.to_str().unwrap().to_owned();
    (text(folder.clone()), text(folder.join("drive.json")))
}

/// What was found, without what depends on when.
pub(crate) fn findings(report: &Value) -> Vec<String> {
    let line = |it: &Value| {
        let word = |key: &str| it[key].as_str().unwrap_or_default().to_owned();
        let words = ["browser", "kind", "severity", "fingerprint", "title"].map(word);
        format!("{} x{}", words.join(" "), it["occurrences"])
    };
    let mut all: Vec<String> = report["xbis"].as_array().unwrap().iter().map(line).collect();
    all.sort();
    all
}
