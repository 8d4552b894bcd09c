//! Apps that cannot be checked, or only in part: clear words, the right exit code, and what there is is kept.

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use xcheck_testkit::matrix;
use xcheck_testkit::site::{Act, Asked, Site, answer, page};

use crate::check::report;
use crate::program::{Xcheck, stderr, stdout};

/// Checks what answers at an address of its own in one browser; tells exit code, words and the folder.
fn check(
    answers: impl Fn(&Asked) -> Vec<Act> + Send + Sync + 'static,
    args: &[&str],
    config: &str,
) -> (Option<i32>, String, Xcheck) {
    let xcheck = Xcheck::new();
    fs::write(xcheck.temp.path().join("xcheck.toml"), config).unwrap();
    let output = matrix::block_on(async {
        let site = Site::start(move |asked| answers(asked)).await;
        let url = site.url("/");
        let mut command = xcheck.command(&["check", &url, "--browsers", "chromium"]);
        command.args(args);
        tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
    });
    let words = stderr(&output) + &stdout(&output);
    xcheck.assert_nothing_left();
    (output.status.code(), words, xcheck)
}

#[test]
fn a_server_that_fails() {
    let (code, words, _) = check(|_| answer(500, &[], "oh no"), &[], "");
    assert_eq!(code, Some(3), "{words}");
    assert!(words.contains(": it answers 500\nhint: is the app running?"), "{words}");
}

#[test]
fn addresses_that_lead_in_circles() {
    let (code, words, _) = check(|_| answer(302, &[("location", "/round")], ""), &[], "");
    assert_eq!(code, Some(3), "{words}");
    assert!(words.contains("from one address to the next without end"), "{words}");
}

#[test]
fn a_page_that_never_comes() {
    let (code, words, _) = check(|_| vec![Act::Stall], &["--timeout", "4"], "");
    assert_eq!(code, Some(3), "{words}");
    assert!(words.contains(": it does not answer\n"), "{words}");
}

#[test]
fn what_speaks_no_tls() {
    let xcheck = Xcheck::new();
    let output = matrix::block_on(async {
        let site = Site::start(|_| page("plain")).await;
        let url = site.url("/").replace("http:", "https:");
        let mut command = xcheck.command(&["check", &url, "--browsers", "chromium"]);
        tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
    });
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stderr(&output).contains("error: there is no app at https:"), "{}", stderr(&output));
    assert!(!stderr(&output).contains("chrome-error"), "{}", stderr(&output));
    xcheck.assert_nothing_left();
}

#[test]
fn an_app_that_goes_away_is_checked_as_far_as_it_was_seen() {
    // The start page, one other, and no more: neither for this browser nor for the next.
    let n_asked = AtomicUsize::new(0);
    let answers = move |asked: &Asked| match n_asked.fetch_add(1, Ordering::Relaxed) {
        0..=1 => page(&format!(
            "<!doctype html><title>{0}</title><h1>{0}</h1><a href=/a>A</a> <a href=/b>B</a>",
            asked.path
        )),
        _ => vec![Act::Reset],
    };
    let (code, words, xcheck) = check(answers, &["--max-states", "4", "--timeout", "20"], "");
    assert_eq!(code, Some(3), "{words}");
    assert!(words.contains("the check is not whole: the app could not be opened again"), "{words}");
    let report = report(&xcheck.temp.path().join("xcheck-report"));
    assert_eq!(report["sessions"].as_array().unwrap().len(), 1, "{report:#}");
    assert!(report["steps"].as_u64().unwrap() > 0, "{report:#}");
}

#[test]
fn a_log_in_that_is_refused() {
    const CONFIG: &str = "[check]\ntimeout = 20\n[login]\nsteps = [\n\
        { fill = \"#user\", value = \"ada\" }, { press = \"Enter\" }, { wait-for = \"#welcome\" }]\n";
    const PAGE: &str = "<!doctype html><title>Log in</title><form><input id=user name=user></form>";
    let (code, words, _) = check(|_| page(PAGE), &[], CONFIG);
    assert_eq!(code, Some(2), "{words}");
    assert!(words.contains("error: cannot log in"), "{words}");
    assert!(words.contains("#welcome"), "{words}");
}

#[test]
fn ten_thousand_links() {
    let answers = |asked: &Asked| match asked.path.as_str() {
        "/" => {
            let links: String = (0..10_000).map(|n| format!("<a href=/p{n}>{n}</a> ")).collect();
            page(&format!("<!doctype html><title>links</title>{links}"))
        }
        path => page(&format!("<!doctype html><title>{path}</title><h1>{path}</h1>")),
    };
    let (code, words, xcheck) = check(answers, &["--max-states", "2", "--time", "5"], "");
    assert_eq!(code, Some(0), "{words}");
    let report = report(&xcheck.temp.path().join("xcheck-report"));
    assert!(report.get("partial").is_none(), "{report:#}");
}
