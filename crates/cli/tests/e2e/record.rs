//! `xcheck record` and `xcheck trace`.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Duration;

use camino::Utf8PathBuf;
use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, prlimit};
use serde_json::{Value, json};
use xcheck_trace::{TraceReader, read_log};

use crate::program::{Xcheck, eventually, stderr, stdout};

const BROWSERS: [&str; 3] = ["chromium", "firefox", "webkit"];

/// Puts a page and a drive file into the test's folder.
pub(crate) fn app(xcheck: &Xcheck, html: &str, steps: &Value) {
    let dir = xcheck.temp.path().join("app");
    fs::create_dir(&dir).unwrap();
    fs::write(dir.join("index.html"), html).unwrap();
    let drive = json!({"title": "test", "steps": steps});
    fs::write(xcheck.temp.path().join("drive.json"), drive.to_string()).unwrap();
}

pub(crate) fn record(xcheck: &Xcheck, browser: &str) -> Output {
    xcheck.run(&["record", "app", "-o", "t.xct", "--drive", "drive.json", "--browser", browser])
}

pub(crate) fn path(xcheck: &Xcheck, name: &str) -> Utf8PathBuf {
    Utf8PathBuf::try_from(xcheck.temp.path().join(name)).unwrap()
}

#[test]
fn a_session_becomes_a_trace_that_scripts_can_read() {
    for browser in BROWSERS {
        let xcheck = Xcheck::new();
        let html = "<title>t</title><button id=b>Go</button><input id=i><script>
            b.onclick = () => setTimeout(() => { document.title = Math.random() + Date.now() }, 5);
            i.oninput = () => {};</script>";
        let steps = json!([
            {"type": "navigate", "url": "http://elsewhere.test/"},
            {"type": "click", "selectors": ["#b"], "offsetX": 4, "offsetY": 4},
            {"type": "waitForExpression", "expression": "document.title !== 't'"},
            {"type": "change", "selectors": ["#i"], "value": "Hi"},
        ]);
        app(&xcheck, html, &steps);
        let output = record(&xcheck, browser);
        assert_eq!(output.status.code(), Some(0), "{browser}: {}", stderr(&output));
        let output = xcheck.run(&["trace", "t.xct", "--json"]);
        let trace: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert_eq!(trace["sessions"], 1, "{trace:#}");
        assert_eq!(trace["pages"], 1, "{trace:#}");
        assert_eq!(trace["events"]["input"], 3, "{browser}: {trace:#}");
        assert_eq!(trace["values"]["random"], 1, "{trace:#}");
        assert_eq!(trace["values"]["date"], 1, "{trace:#}");
        assert_eq!(trace["problems"], json!([]), "{trace:#}");
        let actions: Vec<String> = trace["actions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|action| format!("{} {}", action["action"], action["xpath"]).replace('"', ""))
            .collect();
        let expected = [
            "click /html[1]/body[1]/button[1]",
            "click /html[1]/body[1]/input[1]",
            "type /html[1]/body[1]/input[1]",
        ];
        assert_eq!(actions, expected, "{browser}");
        assert_eq!(trace["actions"][2]["detail"], "\"Hi\"");
        let output = xcheck.run(&["trace", "t.xct", "--events", "--kind", "callback"]);
        assert!(stdout(&output).contains("timeout"), "{}", stdout(&output));
        assert_eq!(stdout(&output).lines().count(), 1, "{}", stdout(&output));
        let output = xcheck.run(&["trace", "t.xct"]);
        assert!(stdout(&output).contains("click"), "{}", stdout(&output));
        xcheck.assert_nothing_left();
    }
}

/// One line of error, a hint at most, and exit code 2.
pub(crate) fn assert_refused(output: &Output, words: &str) {
    let text = stderr(output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("hint: ")).collect();
    assert_eq!(lines.len(), 1, "{text}");
    assert!(lines[0].starts_with("error: ") && lines[0].contains(words), "{text}");
}

#[test]
fn what_cannot_be_recorded_is_said_in_one_line() {
    let xcheck = Xcheck::new();
    app(&xcheck, "<p>", &json!([]));
    let run = |args: &[&str]| xcheck.run(args);
    let drive = ["--drive", "drive.json"];
    let with_drive = |args: &[&str]| run(&[args, &drive].concat());
    assert_refused(
        &with_drive(&["record", "no-such", "-o", "t.xct"]),
        "neither an address nor a folder",
    );
    assert_refused(
        &with_drive(&["record", "ftp://a.test/", "-o", "t.xct"]),
        "neither an address nor a folder",
    );
    assert_refused(&with_drive(&["record", ".", "-o", "t.xct"]), "no index.html");
    assert_refused(&with_drive(&["record", "app", "-o", "no/such/t.xct"]), "cannot write trace");
    fs::write(xcheck.temp.path().join("notes.txt"), "mine").unwrap();
    assert_refused(&with_drive(&["record", "app", "-o", "notes.txt"]), "not a trace");
    assert_eq!(fs::read_to_string(xcheck.temp.path().join("notes.txt")).unwrap(), "mine");
    assert_refused(&run(&["record", "app", "-o", "t.xct"]), "no display");
    assert_refused(
        &run(&["record", "app", "-o", "t.xct", "--drive", "gone.json"]),
        "cannot read gone.json",
    );
    fs::write(xcheck.temp.path().join("bad.json"), "{\"steps\": [{\"type\": \"fly\"}]}").unwrap();
    assert_refused(&run(&["record", "app", "-o", "t.xct", "--drive", "bad.json"]), "fly");
    assert!(!xcheck.temp.path().join("t.xct").exists(), "nothing half-written");
    xcheck.assert_nothing_left();
}

#[test]
fn what_cannot_be_shown_is_said_in_one_line() {
    let xcheck = Xcheck::new();
    fs::write(xcheck.temp.path().join("notes.xct"), "mine").unwrap();
    assert_refused(&xcheck.run(&["trace", "notes.xct"]), "not a trace");
    assert_refused(&xcheck.run(&["trace", "gone.xct"]), "cannot open trace gone.xct");
    let frozen =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/archives/trace-1.0.xct");
    let output = xcheck.run(&["trace", frozen.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn output_that_nobody_reads_ends_the_program_without_a_word() {
    let xcheck = Xcheck::new();
    let frozen =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/archives/trace-1.0.xct");
    for args in [&["trace", frozen.to_str().unwrap()][..], &["doctor", "--json"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = xcheck.command(args);
        let output = command.stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
        let output = output.wait_with_output().unwrap();
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn a_full_disk_ends_the_recording_with_one_line() {
    let xcheck = Xcheck::new();
    app(
        &xcheck,
        "<script>setInterval(() => crypto.getRandomValues(new Uint8Array(60000)), 5)</script>",
        &long_wait(),
    );
    // A limit on the size of files is to a writer what a full disk is. Browsers keep theirs.
    let program = env!("CARGO_BIN_EXE_xcheck");
    let line = format!("trap '' XFSZ; exec {program} record app -o t.xct --drive drive.json");
    let child = xcheck.shell(&line).stderr(Stdio::piped()).spawn().unwrap();
    let trace = path(&xcheck, "t.xct");
    assert!(eventually(|| fs::metadata(&trace).is_ok_and(|data| data.len() > 100_000)));
    let limit = Rlimit { current: Some(150_000), maximum: Some(150_000) };
    prlimit(Some(Pid::from_child(&child)), Resource::Fsize, limit).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("cannot write trace t.xct"), "{}", stderr(&output));
    let reader = TraceReader::open(&path(&xcheck, "t.xct")).unwrap();
    assert!(!read_log(&reader).unwrap().pages.is_empty());
    xcheck.assert_nothing_left();
}

/// A drive that lasts until it is ended from outside.
fn long_wait() -> Value {
    json!([{"type": "waitForExpression", "expression": "false", "timeout": 25000}])
}

/// A page that counts up every few milliseconds and tells the count in its console.
const COUNTER: &str = "<script>let n = 0; setInterval(() => console.log(n++), 5)</script>";

/// Killed at random moments, xcheck and the browser by turns. `KILL_ROUNDS` says how often.
#[test]
fn a_killed_recording_holds_all_that_was_sent() {
    let n_rounds: u64 =
        std::env::var("KILL_ROUNDS").map_or(9, |rounds| rounds.parse().expect("a number"));
    let mut random = 0x1234_5678_9abc_def1_u64;
    for round in 0..n_rounds {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let browser = BROWSERS[(round % 3) as usize];
        let xcheck = Xcheck::new();
        app(&xcheck, COUNTER, &long_wait());
        let args = ["record", "app", "-o", "t.xct", "--drive", "drive.json", "--browser", browser];
        let mut child = xcheck.start(&args);
        let trace = path(&xcheck, "t.xct");
        assert!(eventually(|| count(&trace).is_some_and(|n| n > 20)), "{browser} records");
        // The moment itself is what is tested, so there is no condition to wait for.
        std::thread::sleep(Duration::from_millis((random >> 33) % 700));
        let before = count(&trace).unwrap();
        if round % 2 == 0 {
            kill_process(Pid::from_child(&child), Signal::KILL).unwrap();
        } else {
            xcheck.kill_browser();
        }
        child.wait().unwrap();
        // What was there before is there after, the count has no hole, and the trace can be read.
        let after = count(&trace).unwrap();
        assert!(after >= before, "round {round}, {browser}: {after} < {before}");
        let is_gone = eventually(|| xcheck.processes().is_empty());
        assert!(is_gone, "round {round}, {browser}: {:#?}", xcheck.processes());
    }
}

/// How far the counter came in a trace; fails if a number is missing or twice.
fn count(trace: &camino::Utf8Path) -> Option<u64> {
    let log = read_log(&TraceReader::open(trace).ok()?).unwrap();
    let page = log.pages.first()?;
    assert!(page.gaps.is_empty(), "{:?}", page.gaps);
    let said: Vec<u64> = page
        .events()
        .flat_map(|event| &event.locals.console)
        .map(|(_, text)| text.parse().unwrap())
        .collect();
    let expected: Vec<u64> = (0..said.len() as u64).collect();
    assert_eq!(said, expected);
    Some(said.len() as u64)
}

/// Names of the actions in a trace.
fn actions(xcheck: &Xcheck, trace: &str) -> Vec<String> {
    let output = xcheck.run(&["trace", trace, "--json"]);
    let json: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let words = |action: &Value| format!("{} {}", action["action"], action["id"]).replace('"', "");
    json["actions"].as_array().unwrap().iter().map(words).collect()
}

#[test]
fn an_exported_session_can_drive_a_recording() {
    let xcheck = Xcheck::new();
    let html = "<title>t</title><button id=b>Go</button><input id=i>
        <select id=s><option value=1>one<option value=2>two</select>
        <input id=c type=checkbox><script>i.oninput = () => {}</script>";
    let steps = json!([
        {"type": "click", "selectors": ["#b"], "offsetX": 4, "offsetY": 4},
        {"type": "change", "selectors": ["#i"], "value": "Hi [you]"},
        {"type": "keyDown", "key": "Enter"},
        {"type": "keyUp", "key": "Enter"},
        {"type": "change", "selectors": ["#s"], "value": "2"},
        {"type": "click", "selectors": ["#c"], "offsetX": 4, "offsetY": 4},
    ]);
    app(&xcheck, html, &steps);
    let output = record(&xcheck, "chromium");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let expected = actions(&xcheck, "t.xct");
    assert_eq!(expected, ["click b", "click i", "type i", "press i", "select s", "click c"]);
    let output = xcheck.run(&["export", "t.xct", "--to", "devtools", "-o", "flow.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let args = ["record", "app", "-o", "again.xct", "--drive", "flow.json"];
    let output = xcheck.run(&args);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(actions(&xcheck, "again.xct"), expected);
    for (format, words) in
        [("har", "\"entries\""), ("warr", "click //"), ("playwright", "@playwright/test")]
    {
        let output = xcheck.run(&["export", "t.xct", "--to", format]);
        assert!(stdout(&output).contains(words), "{format}: {}", stderr(&output));
    }
    assert_refused(&xcheck.run(&["export", "gone.xct", "--to", "har"]), "cannot open trace");
}
