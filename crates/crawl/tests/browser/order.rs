//! What cannot be undone comes last, and once.

use xcheck_model::engine::Engine;
use xcheck_testkit::site::{Site, answer, page};

use crate::harness::{explore, in_engines, paths, told};

in_engines! {
    dangerous_things: Chromium chromium, Firefox firefox, WebKit webkit;
}

/// Pages behind pages, a dead end, and on each page a way to lose everything.
async fn app() -> Site {
    const BAR: &str = "<header><a href='/logout'>Log out</a> <form action='/delete' method=post><button>Delete everything</button></form></header>";
    Site::start(|asked| match asked.path.as_str() {
        "/" => page(&format!("<!doctype html><title>start</title>{BAR}<a href='/one'>One</a> <a href='/dead'>Dead end</a>")),
        "/one" => page(&format!("<!doctype html><title>one</title>{BAR}<h2>One</h2><a href='/two'>Two</a>")),
        "/two" => page("<!doctype html><title>two</title><h3>Two</h3><p>Nothing</p>"),
        "/dead" => page("<!doctype html><title>dead</title><h4>The end</h4>"),
        "/logout" => page("<!doctype html><title>out</title><h5>Logged out</h5>"),
        "/delete" => page("<!doctype html><title>gone</title><h6>All is gone</h6>"),
        _ => answer(404, &[], ""),
    })
    .await
}

fn dangerous_things(engine: Engine) {
    let Some((graph, site)) = explore(engine, app, |_, _| {}) else { return };
    let paths = paths(&site);
    let is_dangerous = |path: &String| path == "/logout" || path == "/delete";
    let first = paths.iter().position(is_dangerous).unwrap_or(paths.len());
    for wanted in ["/one", "/two", "/dead"] {
        let at = paths.iter().position(|path| path == wanted);
        assert!(
            at.is_some_and(|at| at < first),
            "{wanted} comes first: {paths:?}\n{}",
            told(&graph)
        );
    }
    for once in ["/logout", "/delete"] {
        let n = paths.iter().filter(|path| *path == once).count();
        assert_eq!(n, 1, "{once}: {paths:?}\n{}", told(&graph));
    }
    assert_eq!(graph.ended, "everything was tried");
}
