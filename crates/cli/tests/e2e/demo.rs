//! `xcheck demo`.

use std::fs;

use crate::check::findings;
use crate::program::{Xcheck, stderr, stdout};

#[test]
fn the_demo_ends_with_a_report_of_its_incompatibilities_and_no_others() {
    let xcheck = Xcheck::new();
    let output = xcheck.run(&["demo"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let expected = [
        "firefox image html > body > header -webkit-box-reflect",
        "webkit behavior #items HTMLElement.command_event",
        "webkit text #hint ToggleEvent.source",
        "webkit text #stats Element.currentCSSZoom",
    ];
    let out = xcheck.temp.path().join("xcheck-results/demo");
    assert_eq!(findings(&out), expected, "{}", stdout(&output));
    assert!(stdout(&output).contains("4 incompatibilities in"), "{}", stdout(&output));
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    assert!(page.contains("xcheck's demo apps"));
    xcheck.assert_nothing_left();
}
