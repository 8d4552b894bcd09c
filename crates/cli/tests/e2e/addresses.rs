//! Apps behind addresses: asked before they are explored again, and entered with what a browser knows.

use std::fs;
use std::process::Output;
use std::sync::atomic::{AtomicUsize, Ordering};

use xcheck_testkit::matrix;
use xcheck_testkit::site::{Act, Asked, Site, answer, page};

use crate::check::report;
use crate::program::{Xcheck, stderr, stdout};

/// Lets `work` use an app at an address.
fn with_app(
    answers: impl Fn(&Asked) -> Vec<Act> + Send + Sync + 'static,
    work: impl FnOnce(&str) + Send + 'static,
) {
    matrix::block_on(async {
        let site = Site::start(move |asked| answers(asked)).await;
        let url = site.url("/");
        tokio::task::spawn_blocking(move || work(&url)).await.unwrap();
    });
}

fn check(xcheck: &Xcheck, url: &str, more: &[&str]) -> Output {
    let output = xcheck.run(&[&["check", url, "--max-states", "2", "--time", "8"], more].concat());
    assert_eq!(output.status.code(), Some(0), "{}{}", stderr(&output), stdout(&output));
    output
}

#[test]
fn an_app_that_answers_as_before_is_not_explored_again() {
    static WORD: AtomicUsize = AtomicUsize::new(0);
    let answers = |asked: &Asked| match asked.path.as_str() {
        "/" => page("<!doctype html><title>Words</title><p id=w></p><script src=/w.js></script>"),
        "/w.js" => {
            let word = WORD.load(Ordering::Relaxed);
            let script = format!("document.getElementById('w').textContent = 'word {word}'");
            answer(200, &[("content-type", "text/javascript")], &script)
        }
        _ => answer(404, &[], ""),
    };
    with_app(answers, |url| {
        let xcheck = Xcheck::new();
        let is_stored = |more: &[&str]| {
            let args = [&["--browsers", "chromium"], more].concat();
            stderr(&check(&xcheck, url, &args)).contains("is as it was: replaying")
        };
        assert!(!is_stored(&[]));
        assert!(is_stored(&[]), "nothing changed");
        assert!(!is_stored(&["--seed", "2"]), "something else is to be done");
        WORD.store(1, Ordering::Relaxed);
        assert!(!is_stored(&["--seed", "2"]), "another script");
        assert!(!is_stored(&["--seed", "2", "--fresh"]), "whoever asks for it gets it");
        xcheck.assert_nothing_left();
    });
}

/// An app that shows who is there, to whom it knows by a cookie; its password is `open sesame`.
fn members_only(asked: &Asked) -> Vec<Act> {
    let cookie = asked.headers.get("cookie").map_or("", String::as_str);
    let body = String::from_utf8_lossy(&asked.body);
    match asked.path.as_str() {
        "/" if cookie.contains("who=ada") => page(
            "<!doctype html><title>In</title><h1 id=welcome></h1><script>\
             document.getElementById('welcome').textContent = \
             `Welcome ${localStorage.getItem('name')}, ${document.cookie}`</script>",
        ),
        "/" => page(
            "<!doctype html><title>Log in</title><form method=post action=/in>\
             <input id=user name=user><input id=word name=word type=password><button>Go</button></form>",
        ),
        "/in" if body.contains("word=open+sesame") => {
            answer(303, &[("location", "/"), ("set-cookie", "who=ada")], "")
        }
        "/in" => answer(303, &[("location", "/")], ""),
        _ => answer(404, &[], ""),
    }
}

#[test]
fn a_browser_begins_with_the_cookies_and_the_storage_of_a_file() {
    with_app(members_only, |url| {
        let xcheck = Xcheck::new();
        let state = serde_json::json!({
            "cookies": [
                {"name": "who", "value": "ada", "domain": "127.0.0.1", "path": "/", "expires": -1,
                 "httpOnly": true, "secure": false, "sameSite": "Lax"},
                {"name": "seen", "value": "</script>"},
            ],
            "origins": [{"origin": url, "localStorage": [{"name": "name", "value": "Ada </script>"}]}],
        });
        fs::write(xcheck.temp.path().join("state.json"), state.to_string()).unwrap();
        let config = "[login]\nstate = \"state.json\"\nsteps = [{ wait-for = \"#welcome\" }]\n";
        fs::write(xcheck.temp.path().join("xcheck.toml"), config).unwrap();
        check(&xcheck, url, &[]);
        let out = xcheck.temp.path().join("xcheck-report");
        assert_eq!(report(&out)["noise"][0]["count"], 0);
        for browser in ["chromium", "firefox", "webkit"] {
            let run = format!("xcheck-report/runs/1/{browser}");
            let output = xcheck.run(&["run", &run, "--json"]);
            let text = stdout(&output);
            assert!(text.contains("\"divergences\": []"), "{browser}: {text}");
        }
        let graph = fs::read_to_string(out.join("sessions-1/graph.json")).unwrap();
        assert!(graph.contains("\"title\": \"In\""), "{graph}");

        fs::write(xcheck.temp.path().join("state.json"), "{\"cookies\": 1}").unwrap();
        let output = xcheck.run(&["check", url]);
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains("error: cannot use state.json"), "{}", stderr(&output));
        xcheck.assert_nothing_left();
    });
}

#[test]
fn a_recorded_log_in_is_done_again_with_the_password_it_does_not_have() {
    with_app(members_only, |url| {
        let xcheck = Xcheck::new();
        let drive = serde_json::json!({"title": "log in", "steps": [
            {"type": "navigate", "url": url},
            {"type": "change", "selectors": [["#user"]], "value": "ada"},
            {"type": "change", "selectors": [["#word"]], "value": "open sesame"},
            {"type": "click", "selectors": [["button"]], "offsetX": 4, "offsetY": 4},
            {"type": "waitForElement", "selectors": [["#welcome"]]},
        ]});
        fs::write(xcheck.temp.path().join("login.json"), drive.to_string()).unwrap();
        let output = xcheck.run(&["record", url, "--drive", "login.json", "-o", "login.xct"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let config = "[login]\ndrive = \"login.xct\"\nsteps = [\n\
            { fill = \"#word\", value = \"open sesame\" }, { wait-for = \"#welcome\" }]\n";
        fs::write(xcheck.temp.path().join("xcheck.toml"), config).unwrap();
        check(&xcheck, url, &["--browsers", "chromium"]);
        let text = fs::read(xcheck.temp.path().join("login.xct")).unwrap();
        assert!(!String::from_utf8_lossy(&text).contains("sesame"), "the recording has it");
        xcheck.assert_nothing_left();
    });
}
