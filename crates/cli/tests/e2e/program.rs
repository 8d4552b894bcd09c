//! Runs the program and looks for what it leaves behind.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Marks every process that a test starts, directly or not.
const MARK: &str = "XCHECK_TEST_MARK";

/// A program run with a temporary folder of its own.
pub(crate) struct Xcheck {
    pub(crate) temp: tempfile::TempDir,
    mark: String,
}

impl Xcheck {
    pub(crate) fn new() -> Self {
        let temp = tempfile::tempdir().unwrap();
        let mark = temp.path().file_name().unwrap().to_str().unwrap().to_owned();
        fs::create_dir(temp.path().join("tmp")).unwrap();
        Self { temp, mark }
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xcheck"));
        command
            .args(args)
            .current_dir(self.temp.path())
            .env("TMPDIR", self.temp.path().join("tmp"))
            .env(MARK, &self.mark)
            .env("NO_COLOR", "1")
            .env_remove("DISPLAY")
            .env_remove("GITHUB_ACTIONS")
            .env_remove("GITHUB_STEP_SUMMARY")
            .stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    pub(crate) fn start(&self, args: &[&str]) -> Child {
        self.command(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// A line of shell, to be run as the program would be.
    pub(crate) fn shell(&self, line: &str) -> Command {
        let program = self.command(&[]);
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).current_dir(self.temp.path()).stdin(Stdio::null());
        for (name, value) in program.get_envs() {
            match value {
                Some(value) => shell.env(name, value),
                None => shell.env_remove(name),
            };
        }
        shell
    }

    /// Kills every browser process of this test's runs, the hard way.
    pub(crate) fn kill_browser(&self) {
        const NAMES: [&str; 4] = ["chromium", "firefox-esr", "firefox", "MiniBrowser"];
        for (pid, line) in self.marked() {
            let program = line.split(' ').next().unwrap_or_default();
            let name = program.rsplit('/').next().unwrap_or_default();
            if NAMES.contains(&name)
                && let Some(pid) = rustix::process::Pid::from_raw(pid)
            {
                // It may be gone already, with its parent.
                let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
            }
        }
    }

    /// An executable script in the test's folder.
    pub(crate) fn script(&self, name: &str, text: &str) -> PathBuf {
        let path = self.temp.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// Command lines of processes that descend from this test's runs.
    pub(crate) fn processes(&self) -> Vec<String> {
        self.marked().into_iter().map(|(_, line)| line).collect()
    }

    /// Process ids and command lines.
    fn marked(&self) -> Vec<(i32, String)> {
        let wanted = format!("{MARK}={}", self.mark);
        let is_marked = |dir: &Path| {
            let environment = fs::read(dir.join("environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|entry| entry == wanted.as_bytes())
        };
        let own = PathBuf::from(format!("/proc/{}", std::process::id()));
        fs::read_dir("/proc")
            .unwrap()
            .flatten()
            .map(|entry| entry.path())
            .filter(|dir| *dir != own && is_marked(dir))
            .filter_map(|dir| {
                let pid = dir.file_name()?.to_str()?.parse().ok()?;
                let line = fs::read(dir.join("cmdline")).unwrap_or_default();
                Some((pid, String::from_utf8_lossy(&line).replace('\0', " ")))
            })
            .filter(|(_, line)| !line.is_empty())
            .collect()
    }

    /// What is in the folder for temporary files.
    fn leftovers(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.temp.path().join("tmp")).unwrap();
        entries.flatten().map(|entry| entry.path()).collect()
    }

    /// Waits until no process is left, and no browser profile.
    pub(crate) fn assert_nothing_left(&self) {
        let is_clean = || self.processes().is_empty() && self.leftovers().is_empty();
        assert!(
            eventually(is_clean),
            "left behind: {:#?} {:#?}",
            self.processes(),
            self.leftovers()
        );
    }
}

/// Whether `condition` comes true within a limit that only a broken program reaches.
pub(crate) fn eventually(condition: impl Fn() -> bool) -> bool {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(20) {
        if condition() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}
