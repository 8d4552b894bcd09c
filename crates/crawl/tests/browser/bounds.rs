//! What somebody says about a crawl is kept: what to do first, what to type, and what to leave alone.

use std::sync::Arc;

use xcheck_model::engine::Engine;
use xcheck_testkit::site::{Asked, Site, answer, page};

use crate::harness::{explore, in_engines, paths, titles, told};

in_engines! {
    prelude: Chromium chromium, Firefox firefox, WebKit webkit;
    exclusions: Chromium chromium;
    values: Chromium chromium;
}

fn is_known(asked: &Asked) -> bool {
    asked.headers.get("cookie").is_some_and(|cookie| cookie.contains("who=me"))
}

/// An app that only shows itself to who has logged in.
async fn guarded() -> Site {
    Site::start(|asked| match asked.path.as_str() {
        "/login" => answer(302, &[("set-cookie", "who=me; Path=/"), ("location", "/")], ""),
        _ if !is_known(asked) => page(
            "<!doctype html><title>door</title><form action='/login' method=post>\
             <input name=user><input name=password type=password><button id=enter>Enter</button></form>",
        ),
        "/" => page("<!doctype html><title>inside</title><a href='/dead'>Dead end</a> <a href='/other'>Other</a>"),
        path => page(&format!("<!doctype html><title>{path}</title><p>{path}</p>")),
    })
    .await
}

fn prelude(engine: Engine) {
    const LOGIN: &str = r##"{"title": "log in", "steps": [
        {"type": "change", "selectors": [["input[name=user]"]], "value": "me"},
        {"type": "change", "selectors": [["input[name=password]"]], "value": "secret"},
        {"type": "click", "selectors": [["#enter"]], "offsetX": 2, "offsetY": 2,
         "assertedEvents": [{"type": "navigation"}]}]}"##;
    let Some((graph, site)) = explore(engine, guarded, |config, _| {
        config.prelude = Some(xcheck_drive::parse(LOGIN, "login.json").unwrap());
    }) else {
        return;
    };
    assert_eq!(titles(&graph), ["inside", "/dead", "/other"].into(), "{}", told(&graph));
    let n_logins = paths(&site).iter().filter(|path| *path == "/login").count();
    assert_eq!(n_logins, graph.sessions.len(), "each session begins with it");
    assert_eq!(graph.ended, "everything was tried");
}

fn exclusions(engine: Engine) {
    let site = async || {
        Site::start(|asked| match asked.path.as_str() {
            "/" => page(
                "<!doctype html><title>start</title><a href='/admin/users'>Users</a> <a href='/open'>Open</a>\
                 <div class=chat><button onclick='fetch(\"/chat\")'>Chat</button></div>\
                 <form action='/admin/add'><button>Add</button></form>",
            ),
            path => page(&format!("<!doctype html><title>{path}</title><h2>{path}</h2>")),
        })
        .await
    };
    let Some((graph, site)) = explore(engine, site, |config, _| {
        config.excluded = vec![".chat".to_owned(), "not a [selector".to_owned()];
        config.allows = Arc::new(|url| !url.contains("/admin/"));
    }) else {
        return;
    };
    assert_eq!(titles(&graph), ["start", "/open"].into(), "{}", told(&graph));
    let asked = paths(&site);
    assert!(!asked.iter().any(|path| path.contains("admin") || path == "/chat"), "{asked:?}");
    assert_eq!(graph.ended, "everything was tried");
}

fn values(engine: Engine) {
    let site = async || {
        Site::start(|_| {
            page(
                "<!doctype html><title>start</title><form><input name=code><button>Go</button></form><script>\
                 document.querySelector('form').addEventListener('submit', (event) => { event.preventDefault();\
                 if (document.querySelector('input').value === 'open sesame') {\
                 document.title = 'treasure'; document.body.innerHTML = '<h1>Gold</h1>'; } });</script>",
            )
        })
        .await
    };
    let Some((graph, _site)) = explore(engine, site, |config, _| {
        config.values.insert("code".to_owned(), "open sesame".to_owned());
    }) else {
        return;
    };
    assert!(titles(&graph).contains("treasure"), "{}", told(&graph));
}
