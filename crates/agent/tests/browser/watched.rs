//! A page with an observer in it, and what the observations add up to.

use serde_json::Value;
use xcheck_browser::Browser;
use xcheck_testkit::page_server::PageServer;
use xcheck_trace::run::{Node, PageTree};

const OBSERVER: &str = include_str!(concat!(env!("OUT_DIR"), "/observer-alone.js"));

/// A page that is being observed.
pub(crate) struct Watched<'a> {
    browser: &'a Browser,
    /// What all observations so far add up to.
    pub(crate) tree: PageTree,
    _server: PageServer,
}

impl<'a> Watched<'a> {
    /// Opens a page with this head and body, and looks at it once.
    pub(crate) async fn open(browser: &'a Browser, head: &str, body: &str) -> (Self, String) {
        let html = format!(
            "<!doctype html><html lang=en><head><script>(window.startAnew = () => ({OBSERVER})({{}},globalThis))()</script>\
             <title>t</title><style>body{{margin:0;font:16px/20px monospace}}</style>{head}</head>\
             <body>{body}</body></html>"
        );
        let server = PageServer::start(&[("/", &html)]);
        browser.session().navigate(&server.url("/")).await.unwrap();
        let mut watched = Self { browser, tree: PageTree::new(), _server: server };
        let first = watched.look().await.expect("the first look sees everything");
        // Tests differ by nothing but the port.
        let first = first.replace(&watched._server.url("/"), "http://page/");
        (watched, first)
    }

    /// What changed since the last look, as the page says it.
    pub(crate) async fn look(&mut self) -> Option<String> {
        let text: Option<String> = self
            .run("const seen = xcheckObserver.observe(); return seen && JSON.stringify(seen)")
            .await;
        if let Some(text) = &text {
            let problems = self.tree.apply(&serde_json::from_str(text).unwrap());
            assert!(problems.is_empty(), "{problems:?} in {text}");
        }
        text
    }

    /// Does something and tells what changed.
    pub(crate) async fn after(&mut self, script: &str) -> Value {
        let _: Value = self.run(script).await;
        let text = self.look().await;
        text.map(|text| serde_json::from_str(&text).unwrap()).unwrap_or_default()
    }

    pub(crate) async fn run<T: serde::de::DeserializeOwned>(&self, script: &str) -> T {
        self.browser.session().execute(script, &[]).await.unwrap()
    }

    /// What an observer sees that has seen nothing yet.
    pub(crate) async fn look_afresh(&self) -> PageTree {
        let script = "const old = window.xcheckObserver; window.startAnew(); \
            try { return JSON.stringify(window.xcheckObserver.observe()) } finally { window.xcheckObserver = old }";
        let text: String = self.run(script).await;
        let mut tree = PageTree::new();
        assert_eq!(tree.apply(&serde_json::from_str(&text).unwrap()), []);
        tree
    }

    /// Runs a script that calls its argument when it is done.
    pub(crate) async fn wait<T: serde::de::DeserializeOwned>(&self, script: &str) -> T {
        self.browser.session().execute_async(script, &[]).await.unwrap()
    }

    /// The reference of the element with this `id`.
    pub(crate) fn id(&self, id: &str) -> u64 {
        let found = self
            .tree
            .nodes()
            .iter()
            .find(|(_, node)| node.attributes.get("id").is_some_and(|other| other == id));
        *found.unwrap_or_else(|| panic!("no #{id}")).0
    }

    /// The element with this `id`.
    pub(crate) fn node(&self, id: &str) -> &Node {
        self.tree.node(self.id(id)).unwrap()
    }
}

/// The only change of an observation that has one.
pub(crate) fn only(observation: &Value) -> &Value {
    let nodes = observation["nodes"].as_array().unwrap_or_else(|| panic!("{observation}"));
    assert_eq!(nodes.len(), 1, "{observation}");
    &nodes[0]
}
