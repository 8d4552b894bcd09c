//! A report is an app, too: it does the same in every browser, and twice in the same one.

use std::fs;

use crate::check::report;
use crate::program::{Xcheck, stderr, stdout};
use crate::replay::demo;

#[test]
fn a_report_is_the_same_in_every_browser() {
    let xcheck = Xcheck::new();
    let (folder, drive) = (demo("restaurant"), demo("restaurant/drive.json"));
    let output =
        xcheck.run(&["check", &folder, "--drive", &drive, "--browsers", "chromium,webkit"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let page = xcheck.temp.path().join("page");
    fs::create_dir(&page).unwrap();
    let written = xcheck.temp.path().join("xcheck-report/index.html");
    fs::copy(written, page.join("index.html")).unwrap();

    let output = xcheck.run(&["check", "page", "--time", "15", "--max-states", "10"]);
    let told = format!("{}{}", stderr(&output), stdout(&output));
    let found = report(&xcheck.temp.path().join("xcheck-report"));
    assert_eq!(found["title"], "page", "{told}");
    let worse = found["xbis"].as_array().unwrap().iter().filter(|xbi| xbi["severity"] != "minor");
    assert_eq!(worse.count(), 0, "{told}");
    assert!(!told.contains("chromium did not do the same thing twice"), "{told}");
}
