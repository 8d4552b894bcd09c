//! Apps without an end: a crawl comes to one all the same, and has seen the rest of the app by then.

use xcheck_model::engine::Engine;
use xcheck_testkit::site::{Act, Asked, Site, page};

use crate::harness::{explore, in_engines, paths, titles, told};

in_engines! {
    feed: Chromium chromium;
    next_links: Chromium chromium;
    calendar: Chromium chromium;
    many_links: Chromium chromium, Firefox firefox, WebKit webkit;
}

const HELP: &str = "<footer><a href='/help'>Help</a></footer>";

fn or_help(asked: &Asked, html: impl FnOnce() -> String) -> Vec<Act> {
    match asked.path.as_str() {
        "/help" => {
            page("<!doctype html><title>help</title><h2>There is no help</h2><a href='/'>Back</a>")
        }
        _ => page(&format!("<!doctype html>{}{HELP}", html())),
    }
}

/// A button that adds ten items each time.
fn feed(engine: Engine) {
    const FEED: &str = "<title>feed</title><ul></ul><button>More</button><script>
        const more = () => { for (let i = 0; i < 10; i++) document.querySelector('ul').insertAdjacentHTML('beforeend',
            `<li><a href='#item${document.querySelectorAll('li').length}'>Item ${document.querySelectorAll('li').length}</a></li>`); };
        more();
        document.querySelector('button').addEventListener('click', more);</script>";
    let site = async || Site::start(|asked| or_help(asked, || FEED.to_owned())).await;
    let Some((graph, _site)) = explore(engine, site, |_, _| {}) else { return };
    assert!(titles(&graph).contains("help"), "{}", told(&graph));
    assert_eq!(graph.ended, "everything was tried");
    let n_actions: usize = graph.sessions.iter().map(|session| session.actions).sum();
    assert!(n_actions < 60, "{n_actions} actions\n{}", told(&graph));
}

/// Each page has one more.
fn next_links(engine: Engine) {
    let site = async || {
        Site::start(|asked| {
            let n: usize = asked.path.rsplit('=').next().unwrap_or_default().parse().unwrap_or(0);
            let word = ["one", "two", "three", "four", "five"][n % 5];
            or_help(asked, || {
                format!(
                    "<title>page {n}</title><p>{n} {word}</p><a href='/?page={}'>Next</a>",
                    n + 1
                )
            })
        })
        .await
    };
    let Some((graph, site)) = explore(engine, site, |config, _| config.max_depth = 50) else {
        return;
    };
    assert!(titles(&graph).contains("help"), "{}", told(&graph));
    assert_eq!(graph.ended, "everything was tried");
    assert!(paths(&site).len() < 60, "{:?}", paths(&site));
}

/// Months follow each other for ever; no more states are made than there may be.
fn calendar(engine: Engine) {
    const CALENDAR: &str = "<title>calendar</title><p id=month></p><button>Next month</button><table></table><script>
        const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'];
        let n = 0;
        const show = () => { document.getElementById('month').textContent = MONTHS[n % 9] + ' ' + n;
            document.querySelector('table').innerHTML = '<tr><td>' + Array.from({ length: 28 }, (_, i) => i + 1).join('<td>');
            for (const day of document.querySelectorAll('td')) day.onclick = () => {}; };
        document.querySelector('button').onclick = () => { n++; show(); };
        show();</script>";
    let site = async || Site::start(|asked| or_help(asked, || CALENDAR.to_owned())).await;
    let Some((graph, _site)) = explore(engine, site, |config, _| config.max_states = 5) else {
        return;
    };
    assert!(titles(&graph).contains("help"), "{}", told(&graph));
    assert_eq!(graph.ended, "everything was tried");
    assert!(graph.states.len() <= 7, "{}", told(&graph));
}

/// Ten thousand links on one page, and one that is not like them.
fn many_links(engine: Engine) {
    let site = async || {
        Site::start(|asked| {
            let n = asked.path.strip_prefix("/item/").map(str::to_owned);
            or_help(asked, || match n {
                Some(n) => {
                    format!("<title>item</title><p>This is item {n}</p><a href='/'>All items</a>")
                }
                None => {
                    let links =
                        (0..10_000).map(|n| format!("<li><a href='/item/{n}'>Item {n}</a>"));
                    format!("<title>items</title><ul>{}</ul>", links.collect::<String>())
                }
            })
        })
        .await
    };
    let Some((graph, site)) = explore(engine, site, |config, _| config.max_depth = 2) else {
        return;
    };
    assert!(titles(&graph).contains("help"), "{}", told(&graph));
    assert_eq!(graph.ended, "everything was tried");
    let n_items = paths(&site).iter().filter(|path| path.starts_with("/item/")).count();
    assert!((1..=20).contains(&n_items), "{n_items} items");
}
