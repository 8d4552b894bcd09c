//! Pages to visit and the server behind them.

use std::collections::HashMap;

use xcheck_testkit::site::{self, Act, Asked};

/// In a page's first script: notes whether the agent came first, and defines `measure`.
pub(crate) const FIRST_SCRIPT: &str = r#"
var root = document.documentElement;
root.setAttribute('data-agent', typeof agentRan === 'undefined' ? 'absent' : agentRan);
// What `work` gives becomes part of the snapshot.
async function measure(work) {
  root.setAttribute('data-waits', '');
  var value;
  try { value = await work(); } catch (error) { value = 'threw ' + error; }
  document.documentElement.setAttribute('data-measured', JSON.stringify(value));
  document.documentElement.setAttribute('data-done', '');
}
// What becomes of a request, as text that is the same for the same fate.
async function fate(promise) {
  try {
    var response = await promise;
    var text = await response.text();
    return [response.status, response.type, response.redirected, response.url, text.length, text.slice(0, 300)];
  } catch (error) { return 'threw ' + error; }
}
// Asks until `is_good(text)`, as often as it takes within reason.
async function ask_until(url, is_good) {
  for (var i = 0; i < 500; i++) {
    var text = await (await fetch(url, { cache: 'no-store' })).text();
    if (is_good(text)) return text;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
  throw new Error('never: ' + url);
}
"#;

/// How a page is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Via {
    Http,
    Https,
}

/// Whether the agent is expected in a page and all its readable frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Agent {
    Everywhere,
    /// In the page, and in those of its frames that came over the network.
    InPage,
    /// Not in the page itself: it is no document of ours, or runs no scripts.
    Nowhere,
}

#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub(crate) path: String,
    pub(crate) via: Via,
    pub(crate) agent: Agent,
}

type Answer = Box<dyn Fn(&Asked) -> Vec<Act> + Send + Sync>;

/// What a server has, and which of it are pages to visit in turn.
#[derive(Default)]
pub(crate) struct Book {
    answers: HashMap<String, Answer>,
    pub(crate) pages: Vec<Page>,
}

impl Book {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Answers a path, whatever its query.
    pub(crate) fn on(
        mut self,
        path: &str,
        answer: impl Fn(&Asked) -> Vec<Act> + Send + Sync + 'static,
    ) -> Self {
        let replaced = self.answers.insert(path.to_owned(), Box::new(answer));
        assert!(replaced.is_none(), "{path} is there already");
        self
    }

    pub(crate) fn file(self, path: &str, content_type: &str, body: impl AsRef<[u8]>) -> Self {
        let acts = site::answer(200, &[("content-type", content_type)], body);
        self.on(path, move |_| acts.clone())
    }

    pub(crate) fn script(self, path: &str, source: &str) -> Self {
        self.file(path, "text/javascript", source)
    }

    pub(crate) fn html(self, path: &str, html: impl AsRef<[u8]>) -> Self {
        self.file(path, "text/html; charset=utf-8", html)
    }

    /// A page that is visited.
    pub(crate) fn page(self, path: &str, html: impl AsRef<[u8]>) -> Self {
        self.html(path, html).visit(path)
    }

    /// A page that measures something.
    pub(crate) fn measured(self, path: &str, work: &str) -> Self {
        self.page(path, measured(work))
    }

    /// A page that is visited, with a head of its own.
    pub(crate) fn page_with(
        self,
        path: &str,
        headers: &[(&str, &str)],
        body: impl AsRef<[u8]>,
    ) -> Self {
        let acts = site::answer(200, headers, body);
        self.on(path, move |_| acts.clone()).visit(path)
    }

    pub(crate) fn visit(self, path: &str) -> Self {
        self.visit_as(path, Via::Http, Agent::Everywhere)
    }

    pub(crate) fn visit_as(mut self, path: &str, via: Via, agent: Agent) -> Self {
        self.pages.push(Page { path: path.to_owned(), via, agent });
        self
    }

    /// Says what is expected of the page named last.
    pub(crate) fn with_agent(mut self, agent: Agent) -> Self {
        self.pages.last_mut().expect("there is a page").agent = agent;
        self
    }

    pub(crate) fn answer(&self, asked: &Asked) -> Vec<Act> {
        let path = asked.path.split('?').next().unwrap_or_default();
        match self.answers.get(path) {
            Some(answer) => answer(asked),
            None => site::answer(404, &[("content-type", "text/plain")], "nothing here"),
        }
    }
}

/// A page whose own script runs first.
pub(crate) fn html(head: &str, body: &str) -> String {
    // The agent goes into the line of the head tag, so that no other line has its columns moved.
    format!(
        "<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n<script>{FIRST_SCRIPT}</script>\n\
         {head}\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )
}

/// A page that measures what the body of an async function gives.
pub(crate) fn measured(work: &str) -> String {
    html("", &format!("<script>measure(async () => {{\n{work}\n}});</script>"))
}

/// The value of a parameter in a request's query.
pub(crate) fn query<'a>(asked: &'a Asked, name: &str) -> Option<&'a str> {
    let (_, query) = asked.path.split_once('?')?;
    query
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .find(|(found, _)| *found == name)
        .map(|(_, value)| value)
}
