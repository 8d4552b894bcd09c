//! The fixture pages, and drives on them.

use serde_json::{Value, json};
use xcheck_browser::Browser;
use xcheck_drive::Drive;
use xcheck_record::perform::{PerformError, PerformLimits, Performer, Progress};
use xcheck_testkit::page_server::PageServer;

pub(crate) fn pages() -> PageServer {
    let small = "<!doctype html><meta charset=utf-8><title>small</title><button id=there>There</button>\
        <script>window.heard = []; document.addEventListener('click', (e) => heard.push('click ' + e.target.id + ' ' + e.isTrusted))</script>";
    PageServer::start(&[("/", include_str!("page.html")), ("/next", small), ("/second", small)])
}

/// The notes that came up, or the error.
pub(crate) async fn perform(browser: &Browser, drive: &Drive) -> Result<Vec<String>, PerformError> {
    let mut notes = Vec::new();

    let performer = Performer::new(browser.session(), PerformLimits::USUAL);
    performer
        .perform(drive, &mut |progress| {
            if let Progress::Note { text, .. } = progress {
                notes.push(text);
            }
        })
        .await?;
    Ok(notes)
}

/// Performs the steps of a DevTools recording; says why not, if not.
pub(crate) async fn flow(browser: &Browser, steps: Value) -> Result<Vec<String>, String> {
    let text = json!({"title": "test", "steps": steps}).to_string();
    let drive = xcheck_drive::parse(&text, "test.json").unwrap();
    perform(browser, &drive).await.map_err(|error| xcheck_testkit::matrix::chain(&error))
}

/// What the page has heard since the last time.
pub(crate) async fn heard(browser: &Browser) -> Vec<String> {
    browser.session().execute("return window.heard.splice(0)", &[]).await.unwrap()
}

pub(crate) async fn value_of(browser: &Browser, expression: &str) -> Value {
    browser.session().execute(&format!("return {expression}"), &[]).await.unwrap()
}
