//! What is said when a step cannot be performed.

use serde_json::json;
use xcheck_browser::Browser;
use xcheck_testkit::on_every_engine;

use crate::support::{flow, pages};

on_every_engine!(failures_name_step_and_reason);

async fn failures_name_step_and_reason(browser: &Browser) {
    let server = pages();
    flow(browser, json!([{"type": "navigate", "url": server.url("/")}])).await.unwrap();
    let click = |selectors| json!({"type": "click", "selectors": selectors, "offsetX": 1, "offsetY": 1, "timeout": 200});
    let cases = [
        (
            click(json!(["#nowhere", ["#host", "text/nothing"]])),
            "step 2 (click #nowhere) could not be performed: \
             no element was found within 200ms; tried #nowhere, #host >> text/nothing",
        ),
        (
            click(json!(["#hidden"])),
            "step 2 (click #hidden) could not be performed: \
             the element <button id=\"hidden\"> is not visible, also not after 200ms",
        ),
        (
            click(json!(["#covered"])),
            "step 2 (click #covered) could not be performed: \
             the element <button id=\"covered\"> is covered by <div id=\"cover\">, also not after 200ms",
        ),
        (
            json!({"type": "click", "selectors": ["#plain"], "frame": [7], "timeout": 200}),
            "step 2 (click #plain) could not be performed: the frame was not there within 200ms",
        ),
        (
            json!({"type": "click", "selectors": ["#plain"], "target": "http://nowhere.test/", "timeout": 200}),
            "step 2 (click #plain) could not be performed: \
             no window with the address http://nowhere.test/ within 200ms",
        ),
        (
            json!({"type": "waitForElement", "selectors": ["#plain"], "count": 2, "timeout": 200}),
            "step 2 (wait for #plain) could not be performed: \
             the condition did not come true within 200ms: 1 elements",
        ),
        (
            json!({"type": "change", "selectors": ["#menu"], "value": "z", "timeout": 200}),
            "step 2 (change #menu) could not be performed: \
             <select id=\"menu\"> cannot be used so: it has no option with the value \"z\"",
        ),
        (
            json!({"type": "click", "selectors": ["#plain"], "timeout": 200, "assertedEvents": [{"type": "navigation"}]}),
            "step 2 (click #plain) could not be performed: the page stayed where it was for 200ms",
        ),
        (
            json!({"type": "customStep", "name": "xcheck/dialog", "timeout": 200}),
            "step 2 (accept the dialog) could not be performed: no dialog was open within 200ms",
        ),
    ];
    for (step, expected) in cases {
        let first = json!({"type": "waitForElement", "selectors": ["#plain"]});
        let error = flow(browser, json!([first, step])).await.unwrap_err();
        assert_eq!(error, expected);
    }
    let error = flow(browser, json!([click(json!(["]["]))])).await.unwrap_err();
    assert!(
        error.starts_with("step 1 (click ][) could not be performed: no element was found"),
        "{error}"
    );
    assert!(error.ends_with(')'), "the engine's own words are in {error}");
}
