//! Recordings of small pages, and processes that belong to a test.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use camino::Utf8PathBuf;
use rustix::process::{Pid, Signal, kill_process};
use xcheck_browser::Launcher;
use xcheck_model::engine::Engine;
use xcheck_testkit::matrix;
use xcheck_testkit::site::{Site, answer, page};

use crate::hand::{Do, Outcome, perform};
use crate::harness::Bench;

/// How long nothing may happen before these replays give up.
pub(crate) const PATIENCE: Duration = Duration::from_secs(5);
/// All of a replay, with two starts of a browser on a busy machine.
pub(crate) const ALL_OF_IT: Duration = Duration::from_secs(90);

/// Marks every process of a test.
const MARK: &str = "XCHECK_TEST_MARK";

/// A bench whose processes can be found.
pub(crate) struct Marked {
    pub(crate) bench: Bench,
    mark: String,
}

impl Marked {
    pub(crate) fn new() -> Self {
        let began = Instant::now();
        let mark = format!("{}-{:?}", std::process::id(), began);
        let mut config = matrix::launcher_config();
        config.env.push((MARK.to_owned(), mark.clone()));
        Self { bench: Bench::new(Launcher::new(config)).with_limit(PATIENCE), mark }
    }

    /// Process ids and programs.
    pub(crate) fn processes(&self) -> Vec<(i32, String)> {
        let wanted = format!("{MARK}={}", self.mark);
        let is_marked = |dir: &Path| {
            let environment = fs::read(dir.join("environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|entry| entry == wanted.as_bytes())
        };
        let entries = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
        let name = |dir: PathBuf| {
            let pid = dir.file_name()?.to_str()?.parse().ok()?;
            let line = fs::read(dir.join("cmdline")).ok()?;
            let program = line.split(|byte| *byte == 0).next()?;
            let program = String::from_utf8_lossy(program).into_owned();
            Some((pid, program.rsplit('/').next()?.to_owned()))
        };
        let all = entries.filter(|dir| is_marked(dir)).filter_map(name);
        all.filter(|(_, program)| !program.is_empty()).collect()
    }

    /// Kills all browsers of this test, the hard way; says whether there was one.
    pub(crate) fn kill_browsers(&self) -> bool {
        const NAMES: [&str; 4] = ["chromium", "firefox-esr", "firefox", "MiniBrowser"];
        let mut is_killed = false;
        for (pid, program) in self.processes() {
            if NAMES.contains(&program.as_str())
                && let Some(pid) = Pid::from_raw(pid)
            {
                // It may be gone already, with its parent.
                is_killed |= kill_process(pid, Signal::KILL).is_ok();
            }
        }
        is_killed
    }

    /// Ends the bench and waits until no process is left.
    pub(crate) async fn end(self) {
        let Self { bench, mark } = self;
        bench.end().await;
        let gone = Marked { bench: Bench::new(matrix::launcher()), mark };
        let began = Instant::now();
        while !gone.processes().is_empty() {
            assert!(began.elapsed() < Duration::from_secs(20), "left: {:?}", gone.processes());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// A page that knows whether it runs in Chromium, where it is recorded.
pub(crate) async fn site(body: &'static str) -> Site {
    Site::start(move |asked| match asked.path.as_str() {
        "/" => page(&format!(
            "<!doctype html><meta charset=utf-8><title>page</title><body style='margin: 0'>
            <script>const there = navigator.userAgent.includes('Chrome/');</script>{body}"
        )),
        "/next" => page("<!doctype html><title>next</title><p>next"),
        _ => answer(404, &[], ""),
    })
    .await
}

/// A click that sets two timers, one behind the other.
pub(crate) const CLICKED: &str =
    "<button id=go style='width: 100px; height: 50px'>go</button><p id=out></p><script>
    go.onclick = () => setTimeout(function one() {
      out.textContent += Math.random();
      setTimeout(function two() { out.textContent += Date.now(); document.title = 'said'; }, 20);
    }, 20);
    </script>";

pub(crate) const CLICK: &[Do] = &[Do::Click(50, 25), Do::Until("document.title === 'said'")];

/// Records `does` in Chromium.
pub(crate) async fn record(bench: &Bench, site: &Site, does: &[Do]) -> Utf8PathBuf {
    bench
        .record(Engine::Chromium, &site.url("/"), "t.xct", async |session| {
            for step in does {
                assert_eq!(perform(session, *step).await, Outcome::Done, "{step:?}");
            }
        })
        .await
}

/// Numbers that are the same each time, so that a failure can be repeated.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end.max(1)
    }
}

pub(crate) fn is_all() -> bool {
    std::env::var("XCHECK_ALL").is_ok_and(|value| value == "1")
}
