//! Pages that want a crawl to stop, to leave, or to hang. After each there is a harmless button, and it is found.

use std::time::Duration;

use xcheck_model::engine::Engine;
use xcheck_testkit::matrix;
use xcheck_testkit::site::{Act, Site, answer, head, page};

use crate::harness::{config, explore, explored, in_engines, paths, titles, told, try_explored};

in_engines! {
    endless_start: Chromium chromium;
    dialogs_and_windows: Chromium chromium, Firefox firefox, WebKit webkit;
    ways_out: Chromium chromium, Firefox firefox, WebKit webkit;
    downloads: Chromium chromium, Firefox firefox;
    bad_answers: Chromium chromium, Firefox firefox, WebKit webkit;
    endless_script: Chromium chromium, Firefox firefox, WebKit webkit;
    endless_load: Chromium chromium;
    routes: Chromium chromium, Firefox firefox, WebKit webkit;
    things_in_the_way: Chromium chromium, Firefox firefox, WebKit webkit;
    start_page_elsewhere: Chromium chromium;
}

/// A page with a button at its end that says "safe".
fn trap(html: &str) -> Vec<Act> {
    page(&format!(
        "<!doctype html><title>start</title>{html}<p><button id=safe>Safe</button></p><script>\
         document.getElementById('safe').addEventListener('click', () => {{\
         document.title = 'safe'; document.body.innerHTML = '<h1>Safe</h1>'; }});</script>"
    ))
}

async fn trap_site(html: &'static str) -> Site {
    Site::start(move |asked| match asked.path.as_str() {
        "/" => trap(html),
        "/other" => page("<!doctype html><title>other</title><p>Another page</p>"),
        _ => answer(404, &[], "nothing"),
    })
    .await
}

fn dialogs_and_windows(engine: Engine) {
    const HTML: &str = "
        <button onclick='window.open(\"/other\")'>Window</button>
        <a href='/other' target=_blank>Tab</a>
        <button onclick='alert(1); alert(2)'>Alert</button>
        <button onclick='document.title = confirm(\"Really?\") ? \"sure\" : \"unsure\"; this.after(\" yes\")'>Confirm</button>
        <button onclick='prompt(\"Name?\"); this.after(\" named\")'>Prompt</button>
        <script>addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay'; });</script>
        <a href='/other'>Leave</a>";
    let Some((graph, _site)) = explore(
        engine,
        async || trap_site(HTML).await,
        |config, _| {
            config.max_depth = 2;
        },
    ) else {
        return;
    };
    let found = titles(&graph);
    for wanted in ["safe", "sure", "other"] {
        assert!(found.contains(wanted), "{wanted} is reached\n{}", told(&graph));
    }
    assert_eq!(graph.ended, "everything was tried");
}

/// Links to other places are never followed, whoever they are of.
fn ways_out(engine: Engine) {
    if !matrix::is_wanted(engine) {
        return;
    }
    let (graph, asked) = matrix::block_on(async {
        let foreign = Site::start(|_| page("<title>elsewhere</title>elsewhere")).await;
        let url = foreign.url("/");
        let html = format!(
            "<a href='mailto:a@example.org'>Mail</a> <a href='tel:123'>Call</a>\
             <a href='{url}'>Elsewhere</a> <a href='{url}' target=_blank>Elsewhere, too</a>\
             <a href='{url}'><span onclick='1'>Deep</span></a>\
             <form action='{url}'><input name=q><button>Search elsewhere</button></form>"
        );
        let site = Site::start(move |_| trap(&html)).await;
        let graph = explored(engine, &site, config(&site)).await;
        (graph, paths(&foreign))
    });
    assert!(titles(&graph).contains("safe"), "{}", told(&graph));
    assert!(asked.is_empty(), "{asked:?}\n{}", told(&graph));
    assert_eq!(graph.ended, "everything was tried");
}

fn downloads(engine: Engine) {
    let site = async || {
        Site::start(|asked| match asked.path.as_str() {
            "/" => trap(
                "<a href='/file'>File</a> <a href='/plain' download>Plain</a>\
                 <a href='data:text/plain,hello' download=a.txt>Data</a>",
            ),
            "/file" => answer(
                200,
                &[
                    ("content-type", "application/x-thing"),
                    ("content-disposition", "attachment; filename=thing.bin"),
                ],
                "thing",
            ),
            _ => answer(404, &[], ""),
        })
        .await
    };
    let Some((graph, site)) = explore(engine, site, |_, _| {}) else { return };
    assert!(titles(&graph).contains("safe"), "{}", told(&graph));
    assert!(
        !paths(&site).contains(&"/plain".to_owned()),
        "what says it is a download is none of ours"
    );
    assert_eq!(graph.ended, "everything was tried");
}

fn bad_answers(engine: Engine) {
    let site = async || {
        Site::start(|asked| match asked.path.as_str() {
            "/" => trap(
                "<a href='/broken'>Broken</a> <a href='/loop'>Round and round</a> <a href='/cut'>Cut</a> <a href='/empty'>Empty</a>",
            ),
            "/broken" => answer(500, &[("content-type", "text/html")], "<title>broken</title><h3>Server error</h3>"),
            "/loop" => answer(302, &[("location", "/loop")], ""),
            "/cut" => vec![Act::Reset],
            "/empty" => answer(204, &[], ""),
            _ => answer(404, &[], ""),
        })
        .await
    };
    let Some((graph, _site)) = explore(engine, site, |config, _| config.max_depth = 2) else {
        return;
    };
    for wanted in ["safe", "broken"] {
        assert!(titles(&graph).contains(wanted), "{wanted} is reached\n{}", told(&graph));
    }
    assert_eq!(graph.ended, "everything was tried");
}

/// A page that never answers again costs one session, not the crawl.
fn endless_script(engine: Engine) {
    const HTML: &str = "<button onclick='for (;;);'>Forever</button>";
    let Some((graph, _site)) = explore(engine, async || trap_site(HTML).await, |_, _| {}) else {
        return;
    };
    assert!(titles(&graph).contains("safe"), "{}", told(&graph));
    assert_eq!(graph.sessions.len(), 2, "{}", told(&graph));
    assert_eq!(graph.ended, "everything was tried");
}

/// A page whose picture never comes, and one that never ends.
fn endless_load(engine: Engine) {
    let site = async || {
        Site::start(|asked| match asked.path.as_str() {
            "/" => trap("<a href='/picture'>Picture</a> <a href='/never'>Never</a>"),
            "/picture" => {
                page("<!doctype html><title>picture</title><img src=/stall><p>A picture</p>")
            }
            "/never" => {
                let head = head(200, &[("content-type", "text/html"), ("content-length", "9999")]);
                vec![
                    Act::Send(head.into_bytes()),
                    Act::Send(b"<title>never</title>so far".to_vec()),
                    Act::Stall,
                ]
            }
            _ => vec![Act::Stall],
        })
        .await
    };
    let Some((graph, _site)) = explore(engine, site, |config, _| config.max_depth = 2) else {
        return;
    };
    assert!(titles(&graph).contains("safe"), "{}", told(&graph));
    assert_eq!(graph.ended, "everything was tried");
}

/// Of a start page that never ends, what is there is looked at.
fn endless_start(engine: Engine) {
    let site = async || {
        Site::start(|_| {
            let head = head(200, &[("content-type", "text/html"), ("content-length", "99999")]);
            let html = format!("<title>so far</title><button>So far</button>{}", " ".repeat(4096));
            vec![Act::Send(head.into_bytes()), Act::Send(html.into_bytes()), Act::Stall]
        })
        .await
    };
    let time = Duration::from_secs(5);
    let Some((graph, _site)) = explore(engine, site, |config, _| config.time = time) else {
        return;
    };
    assert_eq!(titles(&graph), ["so far"].into(), "{}", told(&graph));
}

/// Pages that are never loaded, and one that is loaded again and again.
fn routes(engine: Engine) {
    const HTML: &str = "
        <button onclick='location.reload()'>Reload</button>
        <nav><a href='/one'>One</a> <a href='/two'>Two</a></nav><main>Home</main>
        <script>
          const show = () => { document.querySelector('main').textContent = document.title = 'route ' + location.pathname; };
          for (const link of document.querySelectorAll('nav a')) link.addEventListener('click', (event) => {
            event.preventDefault(); history.pushState({}, '', link.href); show(); });
          addEventListener('popstate', show);
        </script>";
    let Some((graph, _site)) = explore(
        engine,
        async || trap_site(HTML).await,
        |config, _| {
            config.max_depth = 2;
        },
    ) else {
        return;
    };
    for wanted in ["safe", "route /one", "route /two"] {
        assert!(titles(&graph).contains(wanted), "{wanted} is reached\n{}", told(&graph));
    }
    assert_eq!(graph.ended, "everything was tried");
}

/// What cannot be reached by a hand is left after a moment; what is inside of a dialog is found.
fn things_in_the_way(engine: Engine) {
    const HTML: &str = "
        <style>#shy { position: relative; left: 0 } #cover { position: absolute; left: 300px; top: 0; width: 200px; height: 60px; background: #eee }</style>
        <button id=shy onmouseover='this.style.left = (parseInt(this.style.left || 0) + 150) % 300 + \"px\"' onclick='document.title = \"caught\"'>Shy</button>
        <button style='position: absolute; left: 350px; top: 10px' onclick='document.title = \"covered\"'>Covered</button><div id=cover></div>
        <button onclick='document.querySelector(\"dialog\").showModal()'>Ask</button>
        <dialog><p>A question</p><button onclick='document.title = \"answered\"; this.after(\" Thanks\")'>Answer</button>
          <form method=dialog><button>Never mind</button></form></dialog>
        <iframe srcdoc='<button>Inside</button>' width=100 height=50></iframe>";
    let Some((graph, _site)) = explore(
        engine,
        async || trap_site(HTML).await,
        |config, _| {
            config.max_depth = 3;
        },
    ) else {
        return;
    };
    for wanted in ["safe", "answered"] {
        assert!(titles(&graph).contains(wanted), "{wanted} is reached\n{}", told(&graph));
    }
    assert!(!titles(&graph).contains("covered"), "{}", told(&graph));
    assert_eq!(graph.ended, "everything was tried");
}

/// An app that sends everybody elsewhere at once is no app.
fn start_page_elsewhere(engine: Engine) {
    if !matrix::is_wanted(engine) {
        return;
    }
    matrix::block_on(async {
        let other = Site::start(|_| page("<title>elsewhere</title>")).await;
        let url = other.url("/");
        let site = Site::start(move |_| answer(302, &[("location", &url)], "")).await;
        let error = try_explored(engine, &site, config(&site)).await.unwrap_err().to_string();
        assert!(error.contains("outside of the app"), "{error}");
    });
}
