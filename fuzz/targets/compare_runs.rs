//! Any bytes as the lines of two runs: comparing them ends, and ends the same way each time.

#![no_main]

use std::fs;
use std::sync::LazyLock;

use camino::Utf8PathBuf;
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;
use xcheck_compare::{Scope, compare};

/// Two runs with heads of one trace, the lines of which are replaced.
struct Bench {
    dirs: [Utf8PathBuf; 2],
    _temp: TempDir,
}

static BENCH: LazyLock<Bench> = LazyLock::new(|| {
    let temp = tempfile::tempdir().expect("a folder");
    let dirs = ["chromium", "firefox"].map(|browser| {
        let dir = Utf8PathBuf::try_from(temp.path().join(browser)).expect("a plain path");
        fs::create_dir_all(dir.join("shots")).expect("a folder");
        fs::write(dir.join("run.json"), head(browser)).expect("a file");
        dir
    });
    Bench { dirs, _temp: temp }
});

fn head(browser: &str) -> String {
    let hash = "0".repeat(64);
    format!(
        r#"{{"format":"xcheck-run","version":[1,0],"tool_version":"0.1.0",
        "trace":{{"file":"a.xct","sha256":"{hash}","created_ms":0,
            "recorder":{{"browser":"chromium","browser_version":"1"}}}},
        "browser":{{"name":"{browser}","version":"1"}},
        "viewport":{{"width":800,"height":600,"ratio":1.0}},
        "input":"native","network":"trace","outcome":{{"complete":true}},
        "n_steps":1,"n_events_replayed":1,"n_divergences":0,"record_ms":1,"replay_ms":1,"timings":{{}}}}"#
    )
}

/// Observations alone, each in a step that the other run may have, too.
fn steps(observations: &[u8]) -> Vec<u8> {
    let mut lines = Vec::new();
    for (index, observation) in observations.split(|byte| *byte == b'\n').take(8).enumerate() {
        let Ok(text) = str::from_utf8(observation) else { continue };
        lines.extend_from_slice(
            format!(
                r#"{{"index":{index},"page":0,"frame":[],"url":"","event":{index},"entry":null,"at_us":0,"after":"","observation":{text},"screenshot":null,"console":[],"errors":[]}}"#
            )
            .as_bytes(),
        );
        lines.push(b'\n');
    }
    lines
}

fuzz_target!(|input: (bool, Vec<u8>, Vec<u8>, Vec<u8>)| {
    let (is_raw, one, other, divergences) = input;
    let bench = &*BENCH;
    for (dir, lines) in bench.dirs.iter().zip([one, other]) {
        let lines = if is_raw { lines } else { steps(&lines) };
        fs::write(dir.join("steps.jsonl"), lines).expect("a file");
        fs::write(dir.join("divergences.jsonl"), &divergences).expect("a file");
    }
    for scope in [Scope::Changed, Scope::WholePage] {
        let report = compare(&bench.dirs, scope).expect("lines never fail a comparison");
        assert_eq!(report, compare(&bench.dirs, scope).expect("as before"), "the same each time");
    }
});
