//! The guide, carried out: every command of it that a test can run, in a folder as a reader would have it.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};

use crate::guide_lines::commands;
use crate::program::{Xcheck, stderr, stdout};

const PAGE: &str = "<!doctype html><title>Guide</title><h1>Hello</h1><p id=told></p>\
    <button id=go onclick=\"told.textContent = 'done'\">Go</button>";
const FLOW: &str = r##"{"title": "go", "steps": [{"type": "navigate", "url": "http://localhost:3000/"},
    {"type": "click", "selectors": [["#go"]], "offsetX": 5, "offsetY": 5}]}"##;
/// As little as possible: what a check is made of has tests of its own.
const SETTINGS: &str = "[check]\nbrowsers = [\"chromium\"]\n[crawl]\ntime = 3\nmax-states = 2\n";

/// Why a command is not run here; all are at least understood, as a test of the program's arguments says.
fn reason_to_skip(words: &[String]) -> Option<&'static str> {
    let has = |flag: &str| words.iter().any(|word| word == flag);
    match words.get(1).map(String::as_str) {
        Some("install") => Some("would change the machine"),
        Some("demo") => Some("has a test of its own"),
        Some("doctor") => Some("has tests of its own"),
        Some("show" | "serve") => Some("serves until it is ended"),
        Some("record") if !has("--drive") => Some("needs a person"),
        Some("replay") if has("--step") => Some("needs a person"),
        _ if has("--grid") || words.iter().any(|word| word.contains('@')) => {
            Some("needs a grid, and tests of the grid have it")
        }
        Some("crawl") if has("--each") => Some("has a test of its own"),
        _ => None,
    }
}

/// What a command is but for its names: those of one shape do the same.
fn shape(words: &[String]) -> Vec<String> {
    let kind = |word: &String| match word.as_str() {
        word if word.starts_with('-') => word.to_owned(),
        word if word.contains("://") => "ADDRESS".to_owned(),
        word if word.ends_with('/') => "FOLDER".to_owned(),
        word if word.ends_with(".xct") => "TRACE".to_owned(),
        word if word.contains("=") => word.split('=').next().unwrap_or_default().to_owned(),
        _ => "NAME".to_owned(),
    };
    let (command, rest) = words.split_at(2.min(words.len()));
    let mut shape = [command, &rest.iter().map(kind).collect::<Vec<_>>()].concat();
    shape.dedup();
    shape
}

#[test]
fn every_command_of_the_guide_runs() {
    let server = Server::start();
    let xcheck = Xcheck::new();
    let temp = xcheck.temp.path();
    lay_out(&xcheck);
    let mut done: Vec<Vec<String>> = Vec::new();
    for (page, words) in commands() {
        let shape = shape(&words);
        if reason_to_skip(&words).is_some() || done.contains(&shape) {
            continue;
        }
        let line = words.join(" ");
        if line.contains("run-firefox-again") && !temp.join("run-firefox-again").exists() {
            copy(&temp.join("run-firefox"), &temp.join("run-firefox-again"));
        }
        let args: Vec<String> = words[1..].iter().map(|word| server.moved(word)).collect();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        if args[0] == "init" {
            fs::rename(temp.join("xcheck.toml"), temp.join("xcheck.toml.mine")).unwrap();
        }
        let output = xcheck.run(&args);
        if args[0] == "init" {
            fs::rename(temp.join("xcheck.toml.mine"), temp.join("xcheck.toml")).unwrap();
        }
        // The page is the same in all browsers, so nothing is found.
        let told = format!("{page}.md: {line}\n{}{}", stdout(&output), stderr(&output));
        assert_eq!(output.status.code(), Some(0), "{told}");
        if args[0] == "check" || args[0] == "merge" {
            // Findings for those who accept some.
            write_report(&temp.join("xcheck-report"));
        }
        done.push(shape);
    }
    assert!(done.len() > 15, "{} commands were run", done.len());
    xcheck.assert_nothing_left();
}

/// What readers have: an app, files that use it, traces of it, and reports.
fn lay_out(xcheck: &Xcheck) {
    let temp = xcheck.temp.path();
    for folder in ["dist", "app"] {
        fs::create_dir(temp.join(folder)).unwrap();
        fs::write(temp.join(folder).join("index.html"), PAGE).unwrap();
    }
    for file in ["flow.json", "checkout.json", "login.json", "drive.json"] {
        fs::write(temp.join(file), FLOW).unwrap();
    }
    let output = xcheck.run(&["record", "dist", "-o", "session.xct", "--drive", "flow.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for copy in ["checkout.xct", "login.xct"] {
        fs::copy(temp.join("session.xct"), temp.join(copy)).unwrap();
    }
    for browser in ["chromium", "firefox", "webkit"] {
        let out = format!("run-{browser}");
        let output = xcheck.run(&["replay", "session.xct", "--browser", browser, "-o", &out]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    for folder in ["xcheck-report", "part-1", "part-2"] {
        write_report(&temp.join(folder));
    }
    fs::write(temp.join("xcheck.toml"), SETTINGS).unwrap();
}

/// A report with findings that are all accepted, so that nothing is new.
fn write_report(folder: &Path) {
    let findings = ["x1", "x2", "x3"].map(|id| {
        serde_json::json!({"id": id, "title": "it is red", "browser": "webkit", "kind": "image", "severity": "minor",
            "fingerprint": format!("{}00000000000", &id[1..]), "accepted": {"reason": "fine", "expires": null}})
    });
    let report = serde_json::json!({"version": 1, "title": "Guide", "targets": ["dist"], "sessions": [],
        "reference": {"browser": "chromium", "version": "1"}, "tests": [{"browser": "webkit", "version": "1"}],
        "steps": 1, "events": 1, "noise": [], "graphs": [], "n_ignored": 0, "xbis": findings});
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("report.json"), report.to_string()).unwrap();
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let place: PathBuf = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &place);
        } else {
            fs::copy(entry.path(), place).unwrap();
        }
    }
}

/// The reader's own server, which has one page. It ends with the test.
struct Server {
    port: u16,
}

impl Server {
    fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                std::thread::spawn(move || answer(stream));
            }
        });
        Self { port }
    }

    /// A word of the guide with its addresses moved here.
    fn moved(&self, word: &str) -> String {
        let here = format!("http://127.0.0.1:{}", self.port);
        ["http://localhost:3000", "http://localhost:8080"]
            .iter()
            .fold(word.to_owned(), |word, there| word.replace(there, &here))
    }
}

fn answer(mut stream: TcpStream) {
    let mut request = Vec::new();
    let mut piece = [0; 4096];
    while !request.windows(4).any(|it| it == b"\r\n\r\n") {
        match stream.read(&mut piece) {
            Ok(0) | Err(_) => return,
            Ok(n) => request.extend_from_slice(&piece[..n]),
        }
    }
    let is_page = request.starts_with(b"GET / ");
    let (status, body) = if is_page { ("200 OK", PAGE) } else { ("404 Not Found", "") };
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: text/html; charset=utf-8\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
}
