//! `xcheck show`: reports in a browser.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::program::Xcheck;
use crate::record::assert_refused;

/// What a server answers.
fn ask(host: &str, path: &str, host_header: &str) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: {host_header}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn a_folder_of_reports_is_shown_until_ctrl_c() {
    let xcheck = Xcheck::new();
    let report = |print: &str| {
        json!({
            "version": 1, "title": "shop", "sessions": [],
            "tests": [{"browser": "firefox", "version": "1"}],
            "xbis": [{"id": "x1", "fingerprint": print, "browser": "firefox", "kind": "text",
                "severity": "major", "title": format!("trouble {print}"), "session": 0}],
        })
    };
    let part = xcheck.temp.path().join("part");
    fs::create_dir(&part).unwrap();
    // Each check leaves an entry; entries are named by the second.
    let history = xcheck.temp.path().join("xcheck-report/history");
    for print in ["p", "q"] {
        fs::write(part.join("report.json"), report(print).to_string()).unwrap();
        assert_eq!(xcheck.run(&["merge", "part"]).status.code(), Some(1));
        if print == "p" {
            let entry = fs::read_dir(&history).unwrap().next().unwrap().unwrap().path();
            let mut text: Value =
                serde_json::from_str(&fs::read_to_string(&entry).unwrap()).unwrap();
            text["time_ms"] = json!(1_700_000_000_000_u64);
            fs::remove_file(entry).unwrap();
            fs::write(history.join("20231114T221320Z.json"), text.to_string()).unwrap();
        }
    }
    let mut child =
        xcheck.command(&["show"]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut url = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
    let host = url.trim().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
    assert!(host.starts_with("127.0.0.1:"), "{url}");

    let page = ask(&host, "/", &host);
    assert!(page.starts_with("HTTP/1.1 200 "), "{page}");
    for words in
        ["<h2>shop</h2>", "2023-11-14 22:13:20 UTC", "trouble q", "<b>gone</b>", "trouble p"]
    {
        assert!(page.contains(words), "{words}: {page}");
    }
    assert!(page.contains("href=\"/files/index.html\""), "{page}");
    let page = ask(&host, "/files/index.html", &host);
    assert!(page.contains("200 OK") && page.contains("xcheck report"), "{page}");
    assert!(ask(&host, "/", "evil.example").starts_with("HTTP/1.1 403 "));
    assert!(ask(&host, "/files/../part/report.json", &host).starts_with("HTTP/1.1 404 "));
    assert!(ask(&host, "/files/%2e%2e/part/report.json", &host).starts_with("HTTP/1.1 404 "));

    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(TcpStream::connect(&host).is_err());
    xcheck.assert_nothing_left();
}

#[test]
fn what_cannot_be_shown_is_said_in_one_line() {
    let xcheck = Xcheck::new();
    assert_refused(&xcheck.run(&["show"]), "cannot open folder xcheck-report");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = xcheck.run(&["show", ".", "--port", &port]);
    assert_refused(&output, &format!("cannot listen on port {port}"));
}
