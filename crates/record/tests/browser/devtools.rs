//! Recordings of DevTools.

use serde_json::json;
use xcheck_browser::Browser;
use xcheck_model::engine::Engine;
use xcheck_testkit::on_every_engine;

use crate::support::{flow, heard, pages, value_of};

on_every_engine!(
    elements_are_named_in_every_way,
    controls_change,
    hands_move,
    places_change,
    dialogs_are_answered
);

fn click(selectors: serde_json::Value) -> serde_json::Value {
    json!({"type": "click", "selectors": selectors, "offsetX": 4, "offsetY": 3})
}

async fn elements_are_named_in_every_way(browser: &Browser) {
    let server = pages();
    let steps = json!([
        {"type": "setViewport", "width": 900, "height": 600, "deviceScaleFactor": 1, "isMobile": false, "hasTouch": false, "isLandscape": false},
        {"type": "navigate", "url": server.url("/"), "assertedEvents": [{"type": "navigation", "url": server.url("/"), "title": "fixture"}]},
        {"type": "waitForElement", "selectors": ["button"], "operator": ">=", "count": 2},
        {"type": "waitForElement", "selectors": ["#name"], "visible": true, "properties": {"tagName": "INPUT", "style": {"color": ""}}},
        {"type": "waitForElement", "selectors": ["#mail"], "operator": "==", "attributes": {"type": "email"}},
        {"type": "waitForElement", "selectors": ["#nowhere"], "operator": "<=", "count": 0},
        {"type": "waitForElement", "selectors": ["#hidden"], "visible": false},
        {"type": "waitForExpression", "expression": "window.heard.length === 0;"},
        click(json!("#plain")),
        click(json!(["#nowhere", "xpath///button[@id=\"late\"]"])),
        click(json!([["aria/Close box"]])),
        click(json!(["aria/Span button[role=\"button\"]"])),
        click(json!(["aria/Your name"])),
        click(json!(["aria/Mail address[role=\"textbox\"]"])),
        click(json!(["text/special words"])),
        click(json!(["pierce/#deep"])),
        click(json!([["#host", "#inside", "button"]])),
        click(json!([["#host", "pierce/#deep"]])),
        click(json!(["aria/Deep"])),
        click(json!([["p", "xpath//b"]])),
        {"type": "click", "selectors": ["#far"]},
    ]);
    let notes = flow(browser, steps).await.unwrap();
    assert_eq!(notes, Vec::<String>::new());
    let clicked = "plain late named roled name mail words deep deep deep deep words far";
    let clicked: Vec<String> =
        clicked.split(' ').map(|id| format!("click {id} 1 trusted")).collect();
    assert_eq!(heard(browser).await, clicked);
    assert_eq!(value_of(browser, "[innerWidth, innerHeight]").await, json!([900, 600]));
    assert_ne!(value_of(browser, "scrollY").await, 0, "the last button was scrolled to");
}

async fn controls_change(browser: &Browser) {
    let server = pages();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("note.txt"), "hello").unwrap();
    let change =
        |id: &str, value: &str| json!({"type": "change", "selectors": [id], "value": value});
    let steps = json!([
        {"type": "navigate", "url": server.url("/")},
        change("#name", "Ada"),
        change("#name", "Ada Lovelace"),
        change("#mail", "ada@example.org"),
        change("#lines", "two\nlines 🙂"),
        change("#rich", "new text"),
        change("#menu", "b"),
        change("#menu", "c2"),
        change("#list", "three"),
        change("#box", "on"),
        change("#box", "on"),
        change("#radio", "r1"),
        change("#range", "40"),
        change("#date", "2024-03-04"),
        change("#color", "#102030"),
        {"type": "customStep", "name": "xcheck/upload", "parameters": {"selectors": "#file", "paths": [folder.path().join("note.txt")]}},
    ]);
    assert_eq!(flow(browser, steps).await.unwrap(), Vec::<String>::new());
    let log = heard(browser).await;
    let changes: Vec<&str> = log
        .iter()
        .map(String::as_str)
        .filter(|line| line.starts_with("change") || line.starts_with("file"))
        .collect();
    let expected = [
        "change name Ada Lovelace trusted",
        "change mail ada@example.org trusted",
        "change lines two\nlines 🙂 trusted",
        "change menu b trusted",
        "change menu c2 trusted",
        "change list three trusted",
        "change box true trusted",
        "change radio true trusted",
        "change range 40 dispatched",
        "change date 2024-03-04 dispatched",
        "change color #102030 dispatched",
        "file note.txt",
    ];
    for line in expected {
        assert!(changes.contains(&line), "{line} is not in {changes:#?}");
    }
    assert_eq!(value_of(browser, "document.getElementById('rich').textContent").await, "new text");
    assert_eq!(
        value_of(browser, "document.getElementById('list').selectedOptions.length").await,
        1
    );

    let steps = json!([change("#name", ""), change("#menu", "")]);
    flow(browser, steps).await.unwrap();
    let left =
        value_of(browser, "['name', 'menu'].map((id) => document.getElementById(id).value)").await;
    assert_eq!(left, json!(["", ""]));
}

async fn hands_move(browser: &Browser) {
    let server = pages();
    let custom = |name: &str, parameters| json!({"type": "customStep", "name": name, "parameters": parameters});
    let steps = json!([
        {"type": "navigate", "url": server.url("/")},
        {"type": "doubleClick", "selectors": ["#plain"], "offsetX": 5, "offsetY": 5},
        {"type": "keyDown", "key": "Shift"},
        {"type": "click", "selectors": ["#named"], "offsetX": 5, "offsetY": 5, "duration": 30},
        {"type": "keyUp", "key": "Shift"},
        {"type": "click", "selectors": ["#roled"], "offsetX": 5, "offsetY": 5, "button": "secondary"},
        {"type": "click", "selectors": ["#plain"], "offsetX": 6, "offsetY": 6, "deviceType": "touch"},
        {"type": "click", "selectors": ["#words"], "offsetX": 5, "offsetY": 5},
        {"type": "click", "selectors": ["#words"], "offsetX": 5, "offsetY": 5},
        {"type": "click", "selectors": ["#lines"], "offsetX": 6, "offsetY": 6, "deviceType": "pen"},
        custom("xcheck/touch", json!({"selectors": "#roled", "to": {"dx": 30, "dy": 0}})),
        {"type": "hover", "selectors": ["#pad"]},
        custom("xcheck/drag", json!({"from": "#pad", "to": {"dx": 40, "dy": 0}})),
        custom("xcheck/drag", json!({"from": "#from", "to": "#to"})),
        custom("xcheck/dragAndDrop", json!({"from": {"selectors": ["#from"], "offsetX": 3, "offsetY": 3}, "to": ["#to"]})),
        {"type": "scroll", "selectors": ["#scroller"], "x": 0, "y": 120},
        custom("xcheck/wheel", json!({"selectors": "#scroller", "deltaY": 50})),
        {"type": "waitForExpression", "expression": "document.querySelector('#scroller').scrollTop === 170"},
        {"type": "click", "selectors": ["#name"], "offsetX": 5, "offsetY": 5},
        custom("xcheck/press", json!({"shortcut": "Control+b"})),
        {"type": "scroll", "x": 0, "y": 300},
        {"type": "emulateNetworkConditions", "download": -1, "upload": -1, "latency": 0},
    ]);
    let notes = flow(browser, steps).await.unwrap();
    let log = heard(browser).await;
    let has = |line: &str| log.iter().any(|other| other == line);
    let is_webkit = browser.engine() == Engine::WebKit;
    for line in [
        "dblclick plain 2 trusted",
        "click named shift 1 trusted",
        "over pad",
        "dragged 40",
        "dragstart from dispatched",
        "drop to dispatched",
        "dragend from dispatched",
        "got load",
        "wheel div trusted",
        "keydown name ctrl+b trusted",
    ] {
        assert!(has(line), "{line} is not in {log:#?}");
    }
    assert!(!log.iter().any(|line| line.starts_with("dblclick words")), "{log:#?}");
    assert!(has("click lines 1 trusted"), "{log:#?}");
    assert_eq!(log.iter().filter(|line| *line == "got load").count(), 2, "{log:#?}");
    let menu = log.iter().find(|line| line.starts_with("contextmenu roled")).unwrap();
    assert_eq!(menu.ends_with(" trusted"), !is_webkit, "{menu}");
    assert_eq!(has("touchstart plain trusted"), !is_webkit, "{log:#?}");
    assert_eq!(has("touchstart roled trusted"), !is_webkit, "{log:#?}");
    assert_eq!(value_of(browser, "scrollY").await, 300);
    let n_notes = match browser.engine() {
        Engine::Chromium => 0,
        Engine::Firefox => 2,
        Engine::WebKit => 5,
    };
    assert_eq!(notes.len(), n_notes, "{notes:?}");
}

async fn places_change(browser: &Browser) {
    let server = pages();
    let custom = |name: &str| json!({"type": "customStep", "name": name});
    let steps = json!([
        {"type": "navigate", "url": server.url("/")},
        {"type": "click", "selectors": ["#outer"], "frame": [0], "offsetX": 5, "offsetY": 5},
        {"type": "click", "selectors": ["#inner"], "frame": [0, 0], "offsetX": 5, "offsetY": 5},
        {"type": "waitForExpression", "frame": [0, 0], "expression": "document.activeElement.id === 'inner'"},
        {"type": "waitForExpression", "expression": "document.activeElement.id === 'frame'"},
        {"type": "click", "target": "about:srcdoc", "selectors": ["#outer"], "offsetX": 5, "offsetY": 5},
        {"type": "click", "selectors": ["#blank"], "offsetX": 5, "offsetY": 5},
        {"type": "click", "target": server.url("/second"), "selectors": ["#there"], "offsetX": 5, "offsetY": 5},
        {"type": "waitForExpression", "target": server.url("/second"), "expression": "heard[0] === 'click there true'"},
        {"type": "close", "target": server.url("/second")},
        {"type": "click", "target": "main", "selectors": ["#next"], "offsetX": 5, "offsetY": 5, "assertedEvents": [{"type": "navigation"}]},
        {"type": "waitForExpression", "expression": "document.title === 'small'"},
        custom("xcheck/back"),
        {"type": "waitForExpression", "expression": "document.title === 'fixture'"},
        custom("xcheck/forward"),
        {"type": "waitForElement", "selectors": ["#there"]},
        custom("xcheck/reload"),
        {"type": "customStep", "name": "xcheck/resize", "parameters": {"width": 800, "height": 500}},
        {"type": "click", "selectors": ["#there"], "offsetX": 5, "offsetY": 5},
    ]);
    assert_eq!(flow(browser, steps).await.unwrap(), Vec::<String>::new());
    assert_eq!(heard(browser).await, ["click there true"]);
    assert_eq!(browser.session().url().await.unwrap(), server.url("/next"));
    assert_eq!(browser.session().windows().await.unwrap().len(), 1);
    assert_eq!(value_of(browser, "innerWidth").await, 800);
}

async fn dialogs_are_answered(browser: &Browser) {
    let server = pages();
    let dialog = |parameters| json!({"type": "customStep", "name": "xcheck/dialog", "parameters": parameters});
    let ask = json!({"type": "click", "selectors": ["#asks"], "offsetX": 5, "offsetY": 5});
    let steps = json!([
        {"type": "navigate", "url": server.url("/")},
        ask,
        dialog(json!({"accept": true})),
        dialog(json!({"accept": false})),
        dialog(json!({"accept": true, "text": "Ada"})),
        {"type": "waitForExpression", "expression": "heard.includes('prompt Ada')"},
        ask,
    ]);
    flow(browser, steps).await.unwrap();
    let log = heard(browser).await;
    let answers: Vec<&String> = log.iter().filter(|line| !line.starts_with("click")).collect();
    assert_eq!(answers, ["confirm false", "prompt Ada", "confirm true", "prompt "]);
}
