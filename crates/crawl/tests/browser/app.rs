//! What people do in small apps is done, and what it leads to is found, in every engine.

use xcheck_crawl::Act;
use xcheck_model::engine::Engine;
use xcheck_testkit::site::{Site, page};

use crate::harness::{explore, in_engines, leads, titles, told};

in_engines! {
    controls: Chromium chromium, Firefox firefox, WebKit webkit;
    form: Chromium chromium, Firefox firefox, WebKit webkit;
    list: Chromium chromium, Firefox firefox, WebKit webkit;
    table: Chromium chromium;
}

/// A menu that opens under the pointer, tabs that look like text, details, double clicks, keys.
fn controls(engine: Engine) {
    let site = async || Site::start(|_| page(include_str!("pages/controls.html"))).await;
    let Some((graph, _site)) = explore(engine, site, |config, _| config.max_depth = 2) else {
        return;
    };
    let found = titles(&graph);
    for wanted in ["a file", "First tab", "Second tab", "twice", "escaped"] {
        assert!(found.contains(wanted), "{wanted} is reached\n{}", told(&graph));
    }
    assert!(leads(&graph, Act::Hover, "File"), "the menu opens\n{}", told(&graph));
    assert!(leads(&graph, Act::Click, "More"), "the details open\n{}", told(&graph));
    assert_eq!(graph.ended, "everything was tried");
}

/// Nothing comes of it unless every field holds what it asks for.
fn form(engine: Engine) {
    let site = async || Site::start(|_| page(include_str!("pages/form.html"))).await;
    let Some((graph, _site)) = explore(engine, site, |config, _| config.max_states = 3) else {
        return;
    };
    assert!(titles(&graph).contains("thank you"), "the form is sent\n{}", told(&graph));
    assert_eq!(graph.ended, "everything was tried");
}

/// A field without a form takes what is typed when Enter is pressed.
fn list(engine: Engine) {
    let site = async || Site::start(|_| page(include_str!("pages/list.html"))).await;
    let Some((graph, _site)) = explore(engine, site, |config, _| config.max_states = 4) else {
        return;
    };
    assert!(titles(&graph).contains("1 to do"), "an item is added\n{}", told(&graph));
    assert_eq!(graph.ended, "everything was tried");
}

/// Of rows that are alike a few are tried, and where there is time, those that were not.
fn table(engine: Engine) {
    const PAGE: &str = "<!doctype html><title>start</title>
        <table><tbody></tbody></table><p id=out></p><script>
        const names = ['ash', 'birch', 'cedar', 'elm', 'fir', 'hazel', 'larch', 'maple', 'oak', 'pine'];
        for (const name of names) {
          const row = document.querySelector('tbody').insertRow();
          row.insertCell().textContent = name;
          row.addEventListener('click', () => { document.title = document.getElementById('out').textContent = name; });
        }
        </script>";
    let site = async || Site::start(|_| page(PAGE)).await;
    let explored = |max_more| explore(engine, site, |config, _| config.max_more = max_more);
    let (Some((few, _)), Some((more, _))) = (explored(0), explored(16)) else { return };
    assert!(titles(&few).len() < 9, "{}", told(&few));
    assert_eq!(titles(&more).len(), 11, "{}", told(&more));
}
