//! Selenium IDE projects.

use serde_json::{Value, json};
use xcheck_browser::Browser;
use xcheck_testkit::on_every_engine;

use crate::support::{heard, pages, perform, value_of};

on_every_engine!(project_is_performed);

fn command(line: &[&str]) -> Value {
    let part = |n: usize| line.get(n).copied().unwrap_or_default();
    json!({"id": "x", "command": part(0), "target": part(1), "targets": [], "value": part(2), "comment": ""})
}

async fn project_is_performed(browser: &Browser) {
    let server = pages();
    let lines: &[&[&str]] = &[
        &["open", "/"],
        &["setWindowSize", "1000x700"],
        &["assertTitle", "fixture"],
        &["click", "id=plain"],
        &["clickAt", "css=#named", "3,4"],
        &["doubleClick", "xpath=//button[@id='late']"],
        &["type", "id=name", "Ada"],
        &["sendKeys", "id=name", " L.${KEY_ENTER}"],
        &["type", "name=q", "find"],
        &["submit", "id=form"],
        &["editContent", "id=rich", "<b>bold</b>"],
        &["assertText", "id=rich", "bold"],
        &["select", "id=menu", "label=cherry"],
        &["assertSelectedValue", "id=menu", "c"],
        &["addSelection", "id=list", "label=two"],
        &["addSelection", "id=list", "label=four"],
        &["removeSelection", "id=list", "index=1"],
        &["check", "id=box"],
        &["uncheck", "id=box"],
        &["check", "id=box"],
        &["assertChecked", "id=box"],
        &["mouseOver", "id=pad"],
        &["mouseOut", "id=pad"],
        &["mouseDownAt", "id=pad", "10,10"],
        &["mouseMoveAt", "id=pad", "30,10"],
        &["mouseUpAt", "id=pad", "60,10"],
        &["dragAndDropToObject", "id=from", "id=to"],
        &["waitForElementPresent", "css=#plain", "1000"],
        &["waitForElementNotPresent", "css=#nowhere", "1000"],
        &["waitForElementVisible", "css=#plain", "1000"],
        &["waitForElementNotVisible", "css=#hidden", "1000"],
        &["executeScript", "window.heard.push('script')"],
        &["pause", "1"],
        &["selectFrame", "index=0"],
        &["selectFrame", "css=iframe"],
        &["click", "id=inner"],
        &["assertElementPresent", "id=inner"],
        &["selectFrame", "relative=parent"],
        &["click", "id=outer"],
        &["selectFrame", "relative=top"],
        &["chooseCancelOnNextConfirmation"],
        &["click", "id=asks"],
        &["assertAlert", "well"],
        &["webdriverChooseCancelOnVisibleConfirmation"],
        &["webdriverChooseCancelOnVisibleConfirmation"],
        &["webdriverAnswerOnVisiblePrompt", "Ada"],
        &["storeWindowHandle", "root"],
    ];
    let mut commands: Vec<Value> = lines.iter().map(|line| command(line)).collect();
    let mut opening = command(&["click", "linkText=Second window"]);
    opening["opensWindow"] = true.into();
    opening["windowHandleName"] = "win1".into();
    commands.push(opening);
    let more: &[&[&str]] = &[
        &["selectWindow", "handle=${win1}"],
        &["click", "id=there"],
        &["assertTitle", "small"],
        &["close"],
        &["selectWindow", "handle=${root}"],
        &["click", "partialLinkText=Second"],
        &["mouseOver", "id=pad"],
    ];
    commands.extend(more.iter().map(|line| command(line)));
    let project = json!({
        "id": "p", "version": "2.0", "name": "p", "url": server.url("/"),
        "tests": [{"id": "t", "name": "tour", "commands": commands}],
        "suites": [{"id": "s", "name": "all", "tests": ["t"]}],
    });
    let drive = xcheck_drive::parse(&project.to_string(), "tour.side").unwrap();
    assert_eq!(drive.start_url.as_deref(), Some(server.url("/").as_str()));
    let notes = perform(browser, &drive)
        .await
        .map_err(|error| xcheck_testkit::matrix::chain(&error))
        .unwrap();
    assert_eq!(notes, Vec::<String>::new());
    let log = heard(browser).await;
    for line in [
        "click plain 1 trusted",
        "click named 1 trusted",
        "dblclick late 2 trusted",
        "keydown name Enter trusted",
        "submit find",
        "change menu c trusted",
        "change box true trusted",
        "change box false trusted",
        "out pad",
        "dragged 50",
        "got load",
        "script",
        "confirm false",
        "prompt Ada",
        "click blank 1 trusted",
    ] {
        assert!(log.iter().any(|other| other == line), "{line} is not in {log:#?}");
    }
    assert_eq!(value_of(browser, "document.getElementById('name').value").await, "Ada L.");
    let chosen =
        "[...document.getElementById('list').selectedOptions].map((option) => option.text).join()";
    assert_eq!(value_of(browser, chosen).await, "four");
}
