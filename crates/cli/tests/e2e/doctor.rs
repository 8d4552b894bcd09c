//! `xcheck doctor` and `xcheck install`.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{Xcheck, stderr, stdout};

#[test]
fn all_three_browsers_are_well() {
    let xcheck = Xcheck::new();
    let output = xcheck.run(&["doctor", "--json"]);
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["ok"], true, "{report:#}");
    assert_eq!(output.status.code(), Some(0));
    let browsers = report["browsers"].as_array().unwrap();
    let names: Vec<&str> = browsers.iter().filter_map(|b| b["browser"].as_str()).collect();
    assert_eq!(names, ["chromium", "firefox", "webkit"]);
    for browser in browsers {
        assert!(browser["version"].is_string() && browser["driver"].is_string(), "{browser:#}");
        assert!(browser["start_ms"].as_u64().unwrap() > 0);
    }
    xcheck.assert_nothing_left();
}

#[test]
fn a_missing_program_is_named_with_its_remedy() {
    let xcheck = Xcheck::new();
    // An empty PATH and data folder: none of the programs is found there, browsers at fixed places may be.
    let mut command = xcheck.command(&["doctor", "--browsers", "firefox"]);
    let output =
        command.env("PATH", "/nowhere").env("XDG_DATA_HOME", xcheck.temp.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stdout(&output).contains("missing: Firefox, geckodriver"), "{}", stdout(&output));
    let advice = stderr(&output);
    assert!(advice.contains("apt-get install firefox-esr"), "{advice}");
    assert!(advice.contains("cargo install geckodriver --locked --root"), "{advice}");
}

#[test]
fn a_driver_that_hangs_ends_in_one_line() {
    let xcheck = Xcheck::new();
    let driver = xcheck.script("driver", "exec sleep 1000");
    let began = Instant::now();
    let output = xcheck
        .command(&["doctor", "--browsers", "chromium", "--timeout", "2"])
        .env("XCHECK_CHROMEDRIVER", driver)
        .output()
        .unwrap();
    assert!(began.elapsed() < Duration::from_secs(20));
    assert_eq!(output.status.code(), Some(3));
    assert!(stdout(&output).contains("was not ready after 2s"), "{}", stdout(&output));
    xcheck.assert_nothing_left();
}

#[test]
fn a_driver_that_dies_ends_in_one_line() {
    let xcheck = Xcheck::new();
    let driver = xcheck.script("driver", "echo no such luck >&2; exit 7");
    let output = xcheck
        .command(&["doctor", "--browsers", "webkit"])
        .env("XCHECK_WEBKITDRIVER", driver)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    let table = stdout(&output);
    assert!(table.contains("ended during the start") && table.contains("no such luck"), "{table}");
    xcheck.assert_nothing_left();
}

#[test]
fn a_browser_of_an_unknown_kind_ends_in_one_line() {
    let xcheck = Xcheck::new();
    let browser = xcheck.script("browser", "echo Banana 1; exit 1");
    for (name, variable) in [("chromium", "XCHECK_CHROMIUM"), ("firefox", "XCHECK_FIREFOX")] {
        let output = xcheck
            .command(&["doctor", "--browsers", name, "--timeout", "10"])
            .env(variable, &browser)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
        let table = stdout(&output);
        assert_eq!(table.lines().count(), 2, "{table}");
        assert!(table.contains("cannot start"), "{table}");
        xcheck.assert_nothing_left();
    }
}

#[test]
fn no_display_to_show_a_browser_on() {
    let xcheck = Xcheck::new();
    let output = xcheck.run(&["doctor", "--browsers", "webkit", "--headed"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stdout(&output).contains("needs a display"), "{}", stdout(&output));
    assert!(stderr(&output).contains("hint: "), "{}", stderr(&output));
}

#[test]
fn an_unknown_browser_is_a_usage_error() {
    let output = Xcheck::new().run(&["doctor", "--browsers", "netscape"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("expected chromium, firefox or webkit"));
}

#[test]
fn install_has_nothing_to_do_twice() {
    for _ in 0..2 {
        let output = Xcheck::new().run(&["install"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(stderr(&output).contains("nothing to do"), "{}", stderr(&output));
    }
}

#[test]
fn install_says_what_it_would_do() {
    let xcheck = Xcheck::new();
    let output = xcheck
        .command(&["install", "--dry-run", "--browsers", "firefox"])
        .env("PATH", "/nowhere")
        .env("XDG_DATA_HOME", xcheck.temp.path())
        .output()
        .unwrap();
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("firefox-esr") && text.contains("geckodriver"), "{text}");
}
