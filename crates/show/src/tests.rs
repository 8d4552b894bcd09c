//! The server as browsers, and others, meet it.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use camino::Utf8Path;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::{Live, Shown, keep};

/// A shown folder.
struct Stand {
    temp: tempfile::TempDir,
    shown: Shown,
}

impl Stand {
    async fn new() -> Self {
        let temp = tempfile::tempdir().unwrap();
        let shown = Shown::start(Utf8Path::from_path(temp.path()).unwrap(), 0).await.unwrap();
        Self { temp, shown }
    }

    fn folder(&self) -> &Path {
        self.temp.path()
    }

    fn host(&self) -> String {
        self.shown.url().trim_start_matches("http://").trim_end_matches('/').to_owned()
    }

    /// What comes back for lines of a request.
    async fn say(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.host()).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        String::from_utf8(answer).unwrap()
    }

    async fn get(&self, path: &str) -> String {
        let host = self.host();
        self.say(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")).await
    }

    /// The status of a request with other headers.
    async fn status(&self, line: &str, headers: &str) -> String {
        let answer = self.say(&format!("{line}\r\n{headers}Connection: close\r\n\r\n")).await;
        answer.split(' ').nth(1).unwrap_or_default().to_owned()
    }
}

fn report(title: &str, findings: &[(&str, &str)]) -> Value {
    let finding = |(id, print): &(&str, &str)| {
        json!({
            "id": id, "fingerprint": print, "browser": "firefox", "kind": "text", "severity": "major",
            "title": format!("finding {print}"), "session": 0, "images": {"reference": "a".repeat(64), "test": null},
        })
    };
    json!({
        "version": 1, "title": title, "steps": 3,
        "reference": {"browser": "chromium", "version": "156"},
        "tests": [{"browser": "firefox", "version": "153"}],
        "sessions": [{"name": "1", "runs": {"chromium": "runs/1/chromium"}}],
        "xbis": findings.iter().map(finding).collect::<Vec<_>>(),
    })
}

fn write_report(folder: &Path, report: &Value) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("report.json"), report.to_string()).unwrap();
    fs::write(folder.join("index.html"), "<p>the report").unwrap();
}

/// Notes an earlier run, at a moment that is told.
fn write_entry(folder: &Path, second: u64, report: &Value) {
    fs::create_dir_all(folder.join("history")).unwrap();
    let mut entry = Value::Object(crate::history::thin(report));
    entry["time_ms"] = json!(1_700_000_000_000 + second * 1000);
    fs::write(folder.join(format!("history/20231114T2213{second:02}Z.json")), entry.to_string())
        .unwrap();
}

fn body(answer: &str) -> &str {
    answer.split_once("\r\n\r\n").unwrap().1
}

#[tokio::test]
async fn runs_over_time_say_what_came_and_what_went() {
    let stand = Stand::new().await;
    let shop = stand.folder().join("shop");
    write_entry(&shop, 20, &report("Shop", &[("x1", "aaa"), ("x2", "bbb")]));
    let now = report("Shop", &[("x1", "bbb"), ("x2", "ccc")]);
    write_entry(&shop, 40, &now);
    write_report(&shop, &now);
    let shots = shop.join("runs/1/chromium/shots");
    fs::create_dir_all(&shots).unwrap();
    fs::write(shots.join(format!("{}.png", "a".repeat(64))), "png").unwrap();
    // A report in the runs of another is none.
    write_report(&shop.join("runs/2"), &report("Inner", &[]));
    write_report(&stand.folder().join("b & <c>"), &report("", &[]));
    let page = stand.get("/").await;
    let page = body(&page);
    assert_eq!(page.matches("<section class=\"app\">").count(), 2, "{page}");
    assert_eq!(page.matches("<time ").count(), 3, "{page}");
    assert!(page.contains("<h2>b &amp; &lt;c&gt;</h2>"), "{page}");
    assert!(
        page.contains("<time datetime=\"2023-11-14T22:14:00Z\">2023-11-14 22:14:00 UTC</time>"),
        "{page}"
    );
    assert!(
        page.contains(
            "<b>new</b> <span class=\"badge major\">major</span> firefox text: <bdi>finding ccc"
        ),
        "{page}"
    );
    assert!(
        page.contains(
            "<b>gone</b> <span class=\"badge major\">major</span> firefox text: <bdi>finding aaa"
        ),
        "{page}"
    );
    for link in [
        "shop/index.html",
        "b%20%26%20%3Cc%3E/index.html",
        &format!("shop/runs/1/chromium/shots/{}.png", "a".repeat(64)),
    ] {
        assert!(page.contains(&format!("href=\"/files/{link}\"")), "{link}: {page}");
        let answer = stand.get(&format!("/files/{link}")).await;
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    }
}

#[tokio::test]
async fn a_run_that_is_not_whole_says_of_nothing_that_it_went() {
    let stand = Stand::new().await;
    write_entry(stand.folder(), 20, &report("Shop", &[("x1", "aaa")]));
    let mut partial = report("Shop", &[]);
    partial["partial"] = json!("interrupted");
    write_entry(stand.folder(), 30, &partial);
    let page = stand.get("/").await;
    assert!(!page.contains("<b>gone</b>") && page.contains("not whole"), "{page}");
}

#[tokio::test]
async fn what_is_kept_is_the_report_that_is_there() {
    let stand = Stand::new().await;
    let now = report("Shop", &[("x1", "aaa")]);
    write_report(stand.folder(), &now);
    keep(Utf8Path::from_path(stand.folder()).unwrap(), &now).unwrap();
    let page = stand.get("/").await;
    assert_eq!(page.matches("<time ").count(), 1, "{page}");
    assert!(page.contains("href=\"/files/index.html\""), "{page}");
}

#[tokio::test]
async fn a_running_check_is_followed() {
    let stand = Stand::new().await;
    let out = Utf8Path::from_path(stand.folder()).unwrap();
    let live = Live::start(out, "Shop </script>");
    live.say("replaying", Some((3, 4)));
    let state = loop {
        let answer = stand.get("/.xcheck/state").await;
        let state: Value = serde_json::from_str(body(&answer)).unwrap();
        if state["running"][0]["line"] == "replaying" {
            break state;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!((&state["running"][0]["done"], &state["running"][0]["all"]), (&json!(3), &json!(4)));
    let page = stand.get("/").await;
    assert!(
        page.contains("<h2>Shop &lt;/script&gt;</h2><progress value=\"3\" max=\"4\">"),
        "{page}"
    );
    drop(live);
    let print = state["print"].clone();
    let answer = stand.get("/.xcheck/state").await;
    let state: Value = serde_json::from_str(body(&answer)).unwrap();
    assert_eq!(state["running"], json!([]));
    assert_eq!(state["print"], print, "nothing else to show");
    write_report(stand.folder(), &report("Shop", &[]));
    let answer = stand.get("/.xcheck/state").await;
    let state: Value = serde_json::from_str(body(&answer)).unwrap();
    assert_ne!(state["print"], print);
}

#[tokio::test]
async fn only_this_machine_by_its_own_names() {
    let stand = Stand::new().await;
    let host = stand.host();
    let port = host.rsplit(':').next().unwrap().to_owned();
    let ok = format!("Host: {host}\r\n");
    let get = "GET / HTTP/1.1";
    assert_eq!(stand.status(get, &ok).await, "200");
    assert_eq!(stand.status(get, &format!("Host: LOCALHOST:{port}\r\n")).await, "200");
    assert_eq!(stand.status("HEAD / HTTP/1.1", &ok).await, "200");
    assert_eq!(stand.status("POST / HTTP/1.1", &ok).await, "405");
    for wrong in
        ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost", "", "localhost.evil.example:80"]
    {
        assert_eq!(stand.status(get, &format!("Host: {wrong}\r\n")).await, "403", "{wrong}");
    }
    assert_eq!(stand.status(get, &format!("Host: evil.example:{port}\r\n")).await, "403");
    assert_eq!(stand.status(get, &format!("{ok}Host: evil.example\r\n")).await, "403");
    assert_eq!(stand.status("GET / HTTP/1.0", "").await, "403");
    assert_eq!(stand.status("GET http://evil.example/ HTTP/1.1", &ok).await, "403");
    for wrong in [
        "null",
        "http://evil.example",
        &format!("https://{host}"),
        &format!("http://{host}.evil.example"),
    ] {
        assert_eq!(stand.status(get, &format!("{ok}Origin: {wrong}\r\n")).await, "403", "{wrong}");
    }
    assert_eq!(stand.status(get, &format!("{ok}Origin: http://{host}\r\n")).await, "200");
    assert!(host.starts_with("127.0.0.1:"));
}

#[tokio::test]
async fn nothing_but_the_folder() {
    let stand = Stand::new().await;
    let folder = stand.folder();
    fs::create_dir(folder.join(".git")).unwrap();
    fs::write(folder.join(".git/config"), "secret").unwrap();
    fs::write(folder.join("a.html"), "<script>alert(1)</script>").unwrap();
    fs::write(folder.join("a.js"), "alert(1)").unwrap();
    fs::write(folder.join("a.xct"), "x".repeat(1 << 20)).unwrap();
    symlink("/etc", folder.join("etc")).unwrap();
    symlink("/etc/passwd", folder.join("passwd.txt")).unwrap();
    for path in [
        "/files/../../etc/passwd",
        "/files/%2e%2e/%2e%2e/etc/passwd",
        "/files/..%2f..%2fetc/passwd",
        "/files//etc/passwd",
        "/files/etc/passwd",
        "/files/passwd.txt",
        "/files/.git/config",
        "/files/%2egit/config",
        "/files/a.html%00.png",
        "/files/",
        "/files",
        "/etc/passwd",
        "/.xcheck/../a.html",
        "/.xcheck/other",
        "/favicon.ico",
    ] {
        let answer = stand.get(path).await;
        assert!(answer.starts_with("HTTP/1.1 404 "), "{path}: {answer}");
    }
    let answer = stand.get("/files/a.html").await;
    assert!(
        answer.contains("sandbox;") && answer.contains("x-content-type-options: nosniff"),
        "{answer}"
    );
    let answer = stand.get("/files/a.js").await;
    assert!(answer.contains("content-type: text/plain"), "{answer}");
    let answer = stand.get("/files/a.xct").await;
    assert!(answer.contains("content-disposition: attachment"));
    assert_eq!(body(&answer).len(), 1 << 20);
    let answer = stand.get("/").await;
    assert!(
        answer.contains("content-security-policy: default-src 'none'; script-src 'self';"),
        "{answer}"
    );
    assert!(!answer.contains("unsafe"), "{answer}");
}

#[tokio::test]
async fn anything_may_be_in_the_folder() {
    let stand = Stand::new().await;
    let hostile = "</h2><script>alert(1)</script>\" onload=\"x";
    let odd =
        [json!(null), json!({"xbis": [1], "title": hostile}), report(hostile, &[("x1", "aaa")])];
    for (n, odd) in odd.iter().enumerate() {
        write_report(&stand.folder().join(format!("{n} <img src=x onerror=alert(1)>\n'\"")), odd);
    }
    write_entry(stand.folder(), 10, &json!([]));
    fs::write(stand.folder().join("progress.json"), "{").unwrap();
    fs::write(stand.folder().join("report.json"), "no json").unwrap();
    fs::create_dir_all(stand.folder().join("a/b/c/d/e/f/g")).unwrap();
    let page = stand.get("/").await;
    assert!(page.starts_with("HTTP/1.1 200 "), "{page}");
    assert_eq!(page.matches("<script").count(), 1, "{page}");
    assert!(!page.contains("<img") && !page.contains("\" onload"), "{page}");
}

#[tokio::test]
async fn it_ends_though_somebody_holds_a_connection() {
    let stand = Stand::new().await;
    let _held = TcpStream::connect(stand.host()).await.unwrap();
    let host = stand.host();
    stand.shown.end().await;
    assert!(TcpStream::connect(host).await.is_err());
}

#[tokio::test]
async fn what_cannot_be_shown_is_said() {
    let error = Shown::start(Utf8Path::new("/nowhere"), 0).await.unwrap_err();
    assert_eq!(error.to_string(), "cannot open folder /nowhere");
    let stand = Stand::new().await;
    let port: u16 = stand.host().rsplit(':').next().unwrap().parse().unwrap();
    let folder = Utf8Path::from_path(stand.folder()).unwrap();
    let error = Shown::start(folder, port).await.unwrap_err();
    assert_eq!(error.to_string(), format!("cannot listen on port {port}"));
}
