//! How far a check is: `progress.json` in its folder, as long as it runs.

use std::fs;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};
use xcheck_outputs::harmless;

use crate::time::now_ms;

pub(crate) const FILE: &str = "progress.json";
/// What changes more often is not read anyway.
const BETWEEN: Duration = Duration::from_millis(300);
/// A sign of life, also when nothing changes.
const HEARTBEAT: Duration = Duration::from_secs(5);
/// A check that gave no sign for so long has been killed.
const STALE_MS: u64 = 20_000;

/// A check that tells how far it is. When this is dropped, the file goes away.
#[derive(Debug)]
pub struct Live {
    shared: Arc<Shared>,
    writer: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    is_ended: Condvar,
}

#[derive(Debug, Default)]
struct State {
    line: String,
    /// Things done, and all of them, where that is known.
    parts: Option<(usize, usize)>,
    is_new: bool,
    is_ended: bool,
}

impl Live {
    /// Begins to tell, in the folder of a report. Trouble with the file is no trouble of the check.
    pub fn start(out: &Utf8Path, title: &str) -> Self {
        let path = out.join(FILE);
        let head = json!({"version": 1, "title": harmless(title, 300), "started_ms": now_ms()});
        let state = Mutex::new(State { is_new: true, ..State::default() });
        let shared = Arc::new(Shared { state, is_ended: Condvar::new() });
        let of_writer = Arc::clone(&shared);
        let writer = thread::Builder::new()
            .name("progress".to_owned())
            .spawn(move || of_writer.write_until_ended(&path, &head));
        Self { shared, writer: writer.ok() }
    }

    /// Says what is being done.
    pub fn say(&self, line: &str, parts: Option<(usize, usize)>) {
        let mut state = self.shared.state();
        state.line = harmless(line, 500);
        state.parts = parts;
        state.is_new = true;
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.shared.state().is_ended = true;
        self.shared.is_ended.notify_all();
        if let Some(writer) = self.writer.take() {
            // It only fails if it panicked, and then there is nothing to wait for.
            let _ = writer.join();
        }
    }
}

impl Shared {
    /// A state is never half changed.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_until_ended(&self, path: &Utf8Path, head: &Value) {
        let mut written = Instant::now();
        let mut state = self.state();
        while !state.is_ended {
            if std::mem::take(&mut state.is_new) || written.elapsed() >= HEARTBEAT {
                let mut progress = head.clone();
                progress["updated_ms"] = json!(now_ms());
                progress["line"] = json!(state.line);
                if let Some((done, all)) = state.parts {
                    progress["done"] = json!(done);
                    progress["all"] = json!(all);
                }
                drop(state);
                write(path, &progress);
                written = Instant::now();
                state = self.state();
            }
            let waited = self.is_ended.wait_timeout(state, BETWEEN);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(state);
        let _ = fs::remove_file(path);
    }
}

/// It is there whole or as it was before.
fn write(path: &Utf8Path, progress: &Value) {
    let under_way: Utf8PathBuf = path.with_extension("json.part");
    let _ = fs::write(&under_way, format!("{progress:#}\n"))
        .and_then(|()| fs::rename(&under_way, path));
}

/// How far a running check is, as it is told to the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Running {
    pub(crate) title: String,
    pub(crate) line: String,
    pub(crate) started_ms: u64,
    pub(crate) parts: Option<(u64, u64)>,
}

impl Running {
    /// Reads a `progress.json`; none if the check is not running any more.
    pub(crate) fn read(progress: &Value, now_ms: u64) -> Option<Self> {
        let number = |key: &str| progress[key].as_u64();
        let text = |key: &str| harmless(progress[key].as_str().unwrap_or_default(), 500);
        let updated_ms = number("updated_ms")?;
        if now_ms.saturating_sub(updated_ms) > STALE_MS {
            return None;
        }
        let parts = number("done").zip(number("all")).filter(|(done, all)| done <= all && *all > 0);
        let started_ms = number("started_ms").unwrap_or(updated_ms);
        Some(Self { title: text("title"), line: text("line"), started_ms, parts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_there_as_long_as_the_check_runs() {
        let temp = tempfile::tempdir().unwrap();
        let out = Utf8Path::from_path(temp.path()).unwrap();
        let live = Live::start(out, "shop");
        live.say("replaying\x1b[2J", Some((1, 4)));
        let began = Instant::now();
        let read = || {
            let text = fs::read_to_string(out.join(FILE)).ok()?;
            Running::read(&serde_json::from_str(&text).unwrap(), now_ms())
        };
        let running = loop {
            match read() {
                Some(running) if running.parts.is_some() => break running,
                _ => assert!(began.elapsed() < Duration::from_secs(20)),
            }
            thread::yield_now();
        };
        assert_eq!((running.title.as_str(), running.line.as_str()), ("shop", "replaying␛[2J"));
        assert_eq!(running.parts, Some((1, 4)));
        drop(live);
        assert_eq!(fs::read_dir(out).unwrap().count(), 0);
    }

    #[test]
    fn a_check_that_gives_no_sign_is_none() {
        let progress = json!({"updated_ms": 1000, "done": 5, "all": 3});
        assert_eq!(Running::read(&progress, 1000 + STALE_MS).unwrap().parts, None);
        assert_eq!(Running::read(&progress, 1001 + STALE_MS), None);
        assert_eq!(Running::read(&json!([]), 0), None);
    }
}
