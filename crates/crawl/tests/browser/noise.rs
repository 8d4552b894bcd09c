//! What changes by itself makes no new states: names, numbers and times that are made up at each load.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use xcheck_model::engine::Engine;
use xcheck_testkit::site::{Asked, Site, answer, page};

use crate::harness::{explore, explored, in_engines, told};

in_engines! {
    made_up_names: Chromium chromium, Firefox firefox, WebKit webkit;
    twice: Chromium chromium;
}

/// A name as bundlers and servers make them up.
fn made_up(n: usize) -> String {
    let mut seed = (n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let letters = b"abcdefghijklmnopqrstuvwxyz0123456789";
    let mut name = String::from("k7");
    for _ in 0..8 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        name.push(char::from(letters[(seed >> 33) as usize % letters.len()]));
    }
    name
}

/// Three pages, a dead end and a tab, in which nothing has a lasting name and every answer says something else.
fn noisy(asked: &Asked, n_asked: usize) -> Vec<xcheck_testkit::site::Act> {
    let name = |n: usize| made_up(n_asked * 10 + n);
    let (title, body) = match asked.path.as_str() {
        "/" => ("start", "<a href='/news'>News</a> <a href='/end'>End</a> <div>Tab</div>"),
        "/news" => ("news", "<p>Nothing is new</p><a href='/'>Back to the start</a>"),
        "/end" => ("end", "<p>There is no way back</p>"),
        _ => return answer(404, &[], ""),
    };
    page(&format!(
        "<!doctype html><title>{title}</title><div id={} class='{} page'><h1 class={}>{title}</h1>{body}\
         <p>Request {} at 12:{:02}:31, luck <b></b>, now <i></i></p></div><script>\
         document.querySelector('b').textContent = Math.random();\
         document.querySelector('i').textContent = new Date();\
         for (const one of document.querySelectorAll('a, div, p')) one.id = 'x' + Math.random().toString(36).slice(2);\
         const tab = document.querySelector('div div');\
         if (tab) tab.addEventListener('click', () => {{ tab.textContent = document.title = 'Tab is open'; }});\
         </script>",
        name(1),
        name(2),
        name(3),
        n_asked + 100_000,
        n_asked % 60,
    ))
}

async fn noisy_site() -> Site {
    let n_asked = AtomicUsize::new(0);
    Site::start(move |asked| noisy(asked, n_asked.fetch_add(1, Ordering::Relaxed))).await
}

fn made_up_names(engine: Engine) {
    let Some((graph, _site)) = explore(engine, noisy_site, |_, _| {}) else { return };
    let titles: Vec<&str> = graph.states.iter().map(|state| state.title.as_str()).collect();
    assert_eq!(titles.len(), 4, "{}", told(&graph));
    let wanted = ["start", "news", "end", "Tab is open"];
    assert_eq!(titles.into_iter().collect::<BTreeSet<_>>(), wanted.into(), "{}", told(&graph));
    assert_eq!(
        graph.sessions.len(),
        1,
        "the way back from a dead end is a short one\n{}",
        told(&graph)
    );
    assert_eq!(graph.ended, "everything was tried");
}

/// The same app, explored again, gives the same graph.
fn twice(engine: Engine) {
    let site = async || Site::start(|_| page(include_str!("pages/controls.html"))).await;
    let Some((first, site)) = explore(engine, site, |config, _| config.max_depth = 1) else {
        return;
    };
    let second = xcheck_testkit::matrix::block_on(async {
        let site = Site::start(|_| page(include_str!("pages/controls.html"))).await;
        let mut config = crate::harness::config(&site);
        config.max_depth = 1;
        explored(engine, &site, config).await
    });
    let ids = |graph: &xcheck_crawl::Graph| -> Vec<String> {
        graph.states.iter().map(|state| state.id.clone()).collect()
    };
    assert_eq!(ids(&first), ids(&second));
    assert_eq!(first.edges, second.edges);
    assert_eq!(first.sessions, second.sessions);
    assert_eq!(xcheck_crawl::compare_graphs(&first, &second), []);
    drop(site);
}
