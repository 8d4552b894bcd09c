//! `xcheck demo`.

use std::fs;

use crate::program::{Xcheck, stderr, stdout};

#[test]
fn the_demo_shows_its_incompatibilities() {
    let xcheck = Xcheck::new();
    let output = xcheck.run(&["demo"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let table = stdout(&output);
    let shows = |app: &str, browser: &str, text: &str| {
        table
            .lines()
            .any(|line| line.starts_with(app) && line.contains(browser) && line.ends_with(text))
    };
    for browser in ["Chromium", "Firefox"] {
        assert!(
            shows("books", browser, "You borrowed 5 books, and can still borrow 3 books"),
            "{table}"
        );
        assert!(shows("restaurant", browser, "Lunch, noon to 5 pm"), "{table}");
        assert!(shows("restaurant", browser, "Showing 6 of 8 dishes"), "{table}");
    }
    let wrong = "You borrowed undefined books, and can still borrow NaN books";
    assert!(shows("books", "WebKit", wrong), "{table}");
    assert!(shows("restaurant", "WebKit", "Today's menu"), "{table}");
    assert!(shows("restaurant", "WebKit", "Showing NaN of 8 dishes"), "{table}");
    let pictures = fs::read_dir(xcheck.temp.path().join("xcheck-results/demo")).unwrap();
    for picture in pictures.map(Result::unwrap) {
        let bytes = fs::read(picture.path()).unwrap();
        // Width and height stand at a fixed place in a PNG.
        let size = [16, 20].map(|at| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()));
        assert_eq!(size, [1280, 720], "{:?}", picture.path());
    }
    xcheck.assert_nothing_left();
}

#[test]
fn a_full_disk_is_said_in_one_line() {
    let xcheck = Xcheck::new();
    let out = xcheck.temp.path().join("out");
    fs::create_dir(&out).unwrap();
    std::os::unix::fs::symlink("/dev/full", out.join("books-reminder-chromium.png")).unwrap();
    let output = xcheck.run(&["demo", "--browsers", "chromium", "--out", "out"]);
    assert_eq!(output.status.code(), Some(3));
    let text = stderr(&output);
    let line = text.lines().find(|line| line.starts_with("error:")).unwrap();
    assert!(line.contains("cannot write out/books-reminder-chromium.png"), "{text}");
    assert!(line.contains("No space left on device"), "{text}");
    assert!(text.contains("hint: choose another place with --out DIR"), "{text}");
    xcheck.assert_nothing_left();
}
