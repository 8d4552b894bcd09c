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
    greeting: Chromium chromium, Firefox firefox, WebKit webkit;
    sieve: Chromium chromium;
    menu: Chromium chromium, Firefox firefox, WebKit webkit;
    desk: Chromium chromium;
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

/// Whoever is greeted, it is the same page.
fn greeting(engine: Engine) {
    const PAGE: &str = "<!doctype html><title>start</title><input id=name placeholder='Your name'>
        <p id=out>Nobody is here</p><script>
        const field = document.getElementById('name');
        field.addEventListener('input', () => { document.getElementById('out').textContent = `Good day, ${field.value}!`; });
        </script>";
    let site = async || Site::start(|_| page(PAGE)).await;
    let Some((graph, _site)) = explore(engine, site, |config, _| config.max_more = 10) else {
        return;
    };
    assert_eq!(graph.states.len(), 2, "{}", told(&graph));
    let is_fill = |edge: &&xcheck_crawl::Edge| edge.to == 1 && edge.steps[0].action == Act::Fill;
    assert!(graph.edges.iter().filter(is_fill).count() > 1, "{}", told(&graph));
}

/// What a field does not take is tried as well, where there is time, and sent; so are more words of the page.
fn sieve(engine: Engine) {
    const PAGE: &str = "<!doctype html><title>start</title><div><input id=pattern><button id=run>Run</button></div>
        <ul><li>pump started</li><li>pump stopped</li><li>pump stopped</li><li>valve open</li><li>valve shut</li></ul><script>
        document.getElementById('run').addEventListener('click', () => {
          const text = document.getElementById('pattern').value;
          try {
            const pattern = new RegExp(text);
            const items = Array.from(document.querySelectorAll('li'), (item) => item.textContent);
            const count = items.filter((item) => pattern.test(item)).length;
            document.title = text === '' ? 'all' : `${count} of ${text}`;
          } catch (error) { document.title = 'no pattern'; }
        });
        </script>";
    let site = async || Site::start(|_| page(PAGE)).await;
    let explored = |max_more| explore(engine, site, |config, _| config.max_more = max_more);
    let (Some((few, _)), Some((more, _))) = (explored(0), explored(30)) else { return };
    let tried = |graph: &xcheck_crawl::Graph| -> Vec<String> {
        let steps = graph.edges.iter().flat_map(|edge| edge.steps.iter());
        steps.filter_map(|step| step.value.clone()).collect()
    };
    for value in ["[(<\"", "valve"] {
        assert!(!tried(&few).iter().any(|it| it == value), "{}", told(&few));
        assert!(tried(&more).iter().any(|it| it == value), "{}", told(&more));
    }
}

/// What opened below the pointer closes when that goes elsewhere.
fn menu(engine: Engine) {
    const PAGE: &str = "<!doctype html><title>start</title><style>#menu { width: 200px } #menu p { height: 40px; background: #eee }</style>
        <div id=menu>File<p id=list hidden>Print</p></div><h1 style='margin-top: 200px'>Harbor</h1><script>
        const list = document.getElementById('list');
        let isChosen = false;
        menu.addEventListener('mouseenter', () => { list.hidden = false; });
        menu.addEventListener('mouseleave', () => { list.hidden = true; if (isChosen) document.title = 'closed'; });
        list.addEventListener('click', () => { isChosen = true; document.querySelector('h1').textContent = 'Printed'; });
        </script>";
    let site = async || Site::start(|_| page(PAGE)).await;
    let Some((graph, _site)) = explore(engine, site, |_, _| {}) else { return };
    assert!(titles(&graph).contains("closed"), "{}", told(&graph));
}

/// Where the page says that numbers are typed, more than one is.
fn desk(engine: Engine) {
    const PAGE: &str = "<!doctype html><title>start</title><p>Type an article number, then Enter.</p><p id=out></p><script>
        document.addEventListener('keydown', (event) => {
          if (event.key === '4') document.title = document.getElementById('out').textContent = 'four';
        });
        </script>";
    let site = async || Site::start(|_| page(PAGE)).await;
    let Some((graph, _site)) = explore(engine, site, |_, _| {}) else { return };
    assert!(titles(&graph).contains("four"), "{}", told(&graph));
}
