//! WaRR commands.

use xcheck_browser::Browser;
use xcheck_testkit::on_every_engine;

use crate::support::{heard, pages, perform, value_of};

on_every_engine!(commands_are_performed);

async fn commands_are_performed(browser: &Browser) {
    let server = pages();
    browser.session().navigate(&server.url("/")).await.unwrap();
    let text = "\
        # a drive\n\
        click //button[@id=\"plain\"] 12,14 1\n\
        doubleclick //button[text()=\"Late\"] 3,3 5\n\
        type //label/input[@id=\"name\"] [H,72] 3\n\
        type //label/input[@id=\"name\"] [i,73] 4\n\
        type //label/input[@id=\"name\"] [ ,32] 4\n\
        type //label/input[@id=\"name\"] [],221] 4\n\
        type //label/input[@id=\"name\"] [,,188] 4\n\
        type //label/input[@id=\"name\"] [x,88] 4\n\
        type //label/input[@id=\"name\"] [,8] 4\n\
        type //label/input[@id=\"name\"] [Control,17] 4\n\
        type //label/input[@id=\"name\"] [b,66] 4\n\
        drag //div[@id=\"pad\"] 30,0 20\n\
        click //div[contains(@class, \"cell\") and text()=\"to\"] 0,0 7\n";
    let drive = xcheck_drive::parse(text, "drive.warr").unwrap();
    assert_eq!(perform(browser, &drive).await.unwrap(), Vec::<String>::new());
    let log = heard(browser).await;
    for line in [
        "click plain 1 trusted",
        "dblclick late 2 trusted",
        "keydown name H trusted",
        "keydown name Backspace trusted",
        "keydown name ctrl+b trusted",
        "change name Hi ], trusted",
        "dragged 30",
        "click to 1 trusted",
    ] {
        assert!(log.iter().any(|other| other == line), "{line} is not in {log:#?}");
    }
    assert_eq!(value_of(browser, "document.getElementById('name').value").await, "Hi ],");
}
