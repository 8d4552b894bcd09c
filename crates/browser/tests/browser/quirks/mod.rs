//! Shows every row of the table of quirks on the real engine.

mod input;
mod pages;
mod starting;

use std::process::Command;

use xcheck_browser::quirks::QUIRKS;

#[test]
fn every_row_names_a_test_that_exists() {
    let output = Command::new(std::env::current_exe().unwrap()).arg("--list").output().unwrap();
    let listed = String::from_utf8(output.stdout).unwrap();
    let tests: Vec<&str> = listed
        .lines()
        .filter_map(|line| line.strip_suffix(": test")?.rsplit("::").next())
        .collect();
    for quirk in QUIRKS {
        assert!(tests.contains(&quirk.test), "there is no test {}", quirk.test);
        assert!(
            quirk.test.starts_with(quirk.engine.name()),
            "{} does not name its engine",
            quirk.test
        );
    }
}
