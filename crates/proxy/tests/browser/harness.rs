//! Opens the same pages with and without the proxy and compares what became of them.

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use camino::Utf8PathBuf;
use futures_util::FutureExt as _;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use xcheck_browser::webdriver::{CommandError, PageLoadStrategy};
use xcheck_browser::{Browser, BrowserConfig};
use xcheck_model::tape::Recording as _;
use xcheck_proxy::document::AgentScript;
use xcheck_proxy::{
    CertificateAuthority, Door, Folder, Proxy, ProxyConfig, Source, Trust, Upstream,
};
use xcheck_testkit::matrix::{self, Engine};
use xcheck_testkit::site::{Asked, Site};
use xcheck_trace::{Manifest, Masks, Origin, Recorder, TraceReader, TraceWriter, Viewport};

use crate::book::{Agent, Book, Page, Via};

/// Makes a test of each `fn name() -> Book` in scope, for each engine.
#[macro_export]
macro_rules! same_on_every_engine {
    ($($name:ident),* $(,)?) => {
        $crate::run_on_every_engine!($($name => |engine| $crate::harness::compare(engine, super::$name)),*);
    };
}

/// Makes tests `name::chromium` and so on of something that takes an engine.
#[macro_export]
macro_rules! run_on_every_engine {
    ($($name:ident => $run:expr),* $(,)?) => {
        $(
            mod $name {
                use xcheck_testkit::matrix::Engine;

                fn run(engine: Engine) {
                    let run: fn(Engine) = $run;
                    run(engine);
                }

                #[test]
                fn chromium() {
                    run(Engine::Chromium);
                }

                #[test]
                fn firefox() {
                    run(Engine::Firefox);
                }

                #[test]
                fn webkit() {
                    run(Engine::WebKit);
                }
            }
        )*
    };
}

/// How long a page may take, and two browsers to agree.
const LIMIT: Duration = Duration::from_secs(15);
const AGREE_LIMIT: Duration = Duration::from_secs(4);
/// How often to look again.
const PERIOD: Duration = Duration::from_millis(15);

/// What the agent says about the document it finds.
pub(crate) const AGENT_SAYS: &str = "0 scripts, loading, no body";

/// A stand-in for the agent: as large as one, and it only says what it found.
///
/// One line, like the agent: line breaks would move the line numbers in errors of the page.
pub(crate) fn probe_source() -> String {
    let filler = "/* The real agent is not small. */".repeat(2000);
    format!(
        "{filler}(function () {{\
         var body = document.body ? 'body' : 'no body';\
         var value = document.scripts.length + ' scripts, ' + document.readyState + ', ' + body;\
         Object.defineProperty(window, 'agentRan', {{ value: value }});\
         }})();"
    )
}

/// One browser and the server it talks to.
pub(crate) struct Side {
    pub(crate) browser: Browser,
    pub(crate) site: Site,
}

/// A browser that talks to a server, and one that does so through the proxy.
pub(crate) struct Pair {
    pub(crate) engine: Engine,
    pub(crate) direct: Side,
    pub(crate) proxied: Side,
    proxy: Proxy,
    writer: Arc<TraceWriter>,
    folder: tempfile::TempDir,
    pages: Vec<Page>,
}

/// Visits all pages of a book and compares everything.
pub(crate) fn compare(engine: Engine, book: fn() -> Book) {
    compare_with(engine, book, async |_| {});
}

/// Like [`compare`], with something to do before the servers' logs are compared.
pub(crate) fn compare_with(engine: Engine, book: fn() -> Book, then: impl AsyncFnOnce(&Pair)) {
    with_pair(engine, book, async |pair| {
        let mut problems = Vec::new();
        for page in &pair.pages {
            problems.extend(pair.visit(page).await);
        }
        if problems.is_empty() {
            then(pair).await;
        }
        problems.extend(pair.compare_requests().await);
        assert!(problems.is_empty(), "{}", problems.join("\n\n"));
    });
}

/// Runs a test on two browsers and ends everything, also when the test panics.
///
/// What the proxy recorded must be of the site alone.
pub(crate) fn with_pair(engine: Engine, book: fn() -> Book, test: impl AsyncFnOnce(&Pair)) {
    if !matrix::is_wanted(engine) {
        return;
    }
    matrix::block_on(async {
        let launcher = matrix::launcher();
        let folder = tempfile::tempdir().expect("a folder can be made");
        let writer = start_recording(&folder);
        let proxy = start_proxy(live(writer.clone())).await;
        let plain = BrowserConfig::PLAIN;
        let through = BrowserConfig { proxy: Some(proxy.address().into()), ..BrowserConfig::PLAIN };
        let (direct, proxied) =
            tokio::join!(launcher.start(engine, &plain), launcher.start(engine, &through));
        let started = [direct, proxied]
            .map(|started| started.unwrap_or_else(|e| panic!("{}", matrix::chain(&e))));
        let [direct, proxied] = started;
        let pages = book().pages;
        let pair = Pair {
            engine,
            direct: Side { browser: direct, site: serve(book()).await },
            proxied: Side { browser: proxied, site: serve(book()).await },
            proxy,
            writer,
            folder,
            pages,
        };
        let outcome = AssertUnwindSafe(test(&pair)).catch_unwind().await;
        let Pair { direct, proxied, proxy, writer, folder, .. } = pair;
        let quits = [direct.browser.quit().await, proxied.browser.quit().await];
        launcher.end().await.expect("the display ends");
        proxy.stop().await;
        if let Err(panic) = outcome {
            std::panic::resume_unwind(panic);
        }
        for quit in quits {
            quit.expect("the browser ends");
        }
        writer.finish().expect("the recording is whole");
        let recording = TraceReader::open(&recording_path(&folder)).expect("readable");
        assert_only_local(&recording);
    });
}

pub(crate) async fn serve(book: Book) -> Site {
    Site::start(move |asked| book.answer(asked)).await
}

/// The source that asks servers and records.
pub(crate) fn live(writer: Arc<TraceWriter>) -> Source {
    let upstream = Upstream::new(Trust::System, Duration::from_secs(10)).expect("TLS works");
    Source::Live { upstream: Arc::new(upstream), sink: Some(writer) }
}

pub(crate) async fn start_proxy(source: Source) -> Proxy {
    start_proxy_with(source, Vec::new()).await
}

pub(crate) async fn start_proxy_with(source: Source, folders: Vec<(String, Folder)>) -> Proxy {
    let config = ProxyConfig {
        listen: "127.0.0.1:0".parse().expect("an address"),
        door: Door::Open,
        authority: Arc::new(CertificateAuthority::new().expect("keys can be made")),
        agent: Some(AgentScript::new(&probe_source()).expect("the probe is plain")),
        channel: None,
        source,
        folders,
    };
    Proxy::start(config).await.expect("loopback has free ports")
}

pub(crate) fn recording_path(folder: &tempfile::TempDir) -> Utf8PathBuf {
    let path = Utf8PathBuf::try_from(folder.path().to_owned()).expect("paths of tests are UTF-8");
    path.join("recording.xct")
}

pub(crate) fn start_recording(folder: &tempfile::TempDir) -> Arc<TraceWriter> {
    let manifest = Manifest {
        created_ms: 0,
        tool_version: "test".into(),
        recorder: Recorder {
            browser: "test".into(),
            browser_version: "1".into(),
            user_agent: None,
        },
        start_url: "http://127.0.0.1/".into(),
        viewport: Viewport { width: 800, height: 600, ratio: 1.0 },
        locale: "en-US".into(),
        time_zone: "UTC".into(),
        source: Origin::Url,
    };
    let writer = TraceWriter::create(&recording_path(folder), &manifest, Masks::default());
    Arc::new(writer.expect("writable"))
}

/// Nothing that a browser asks on its own account gets into a recording.
pub(crate) fn assert_only_local(recording: &TraceReader) {
    let is_local = |url: &str| {
        let host = url.split_once("://").map_or("", |(_, rest)| rest);
        // The last is what a page of ours asks for to see it fail.
        ["127.0.0.1:", "localhost:", "does-not-exist.invalid/"]
            .iter()
            .any(|start| host.starts_with(start))
    };
    let foreign: Vec<&str> = recording
        .exchanges()
        .iter()
        .map(|exchange| exchange.request.url.as_str())
        .filter(|url| !is_local(url))
        .collect();
    assert!(foreign.is_empty(), "recorded from elsewhere: {foreign:#?}");
}

impl Side {
    pub(crate) fn url(&self, path: &str, via: Via) -> String {
        match via {
            Via::Http => self.site.url(path),
            Via::Https => self.site.secure_url(path),
        }
    }

    /// Goes to a page and waits until it is done; what goes wrong is part of what is compared.
    async fn open(&self, page: &Page) -> Snapshot {
        let session = self.browser.session();
        let url = self.url(&page.path, page.via);
        let navigation = match session.navigate(&url).await {
            Ok(()) => String::new(),
            Err(error) => failed(&error),
        };
        let began = Instant::now();
        loop {
            let mut snapshot = self.look().await;
            snapshot.navigation.clone_from(&navigation);
            if snapshot.is_done || began.elapsed() > LIMIT {
                return snapshot;
            }
            tokio::time::sleep(PERIOD).await;
        }
    }

    /// What the page is like now.
    pub(crate) async fn look(&self) -> Snapshot {
        look(&self.browser, Ports::of(&self.site)).await
    }
}

/// What a browser's page is like now.
pub(crate) async fn look(browser: &Browser, ports: Ports) -> Snapshot {
    let hashes: Vec<Value> = HASHES.iter().map(|hash| hash.as_str().into()).collect();
    match browser.session().execute::<Value>(LOOK, &[hashes.into()]).await {
        Ok(value) => Snapshot::read(&value, ports),
        Err(error) => Snapshot { text: failed(&error), ..Snapshot::default() },
    }
}

/// The ports of a server, which differ from run to run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ports {
    http: u16,
    https: u16,
}

impl Ports {
    pub(crate) fn of(site: &Site) -> Self {
        Self { http: site.http.port(), https: site.https.port() }
    }
}

/// The kind of a failed command. Messages have stacks and ports in them.
fn failed(error: &CommandError) -> String {
    format!("command failed: {:?}", error.code())
}

/// What a page and its frames are like, ports and the agent's traces taken out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Snapshot {
    navigation: String,
    pub(crate) text: String,
    pub(crate) is_done: bool,
    /// What the agent said, by frame; the page's first.
    pub(crate) agents: Vec<String>,
    /// What pages' first scripts saw of the agent.
    noted: Vec<String>,
}

/// Gives everything about a document and its frames that can be compared.
const LOOK: &str = r#"
const serializer = new XMLSerializer();
const agents = [], noted = [];
const hashes = arguments[0];
// Violations come in any order, and twice where a preload was blocked before the element was.
function violations(root) {
  const all = JSON.parse(root && root.getAttribute('data-violations') || '[]');
  const plain = all.map(text => hashes.reduce((text, hash) => text
    .replaceAll(`-src '${hash}'`, "-src 'none'").replaceAll(`-elem '${hash}'`, "-elem 'none'")
    .replaceAll(` '${hash}'`, ''), text).replaceAll("'NONE'", "'none'").replaceAll('script-src;', "script-src 'none';"));
  return [...new Set(plain)].sort();
}
function look(frame) {
  let doc;
  try { doc = frame.document; } catch { return 'of another origin'; }
  if (!doc) return 'without document';
  let said;
  // Firefox runs this in a sandbox that sees the page's own globals only so.
  try { said = (frame.wrappedJSObject || frame).agentRan; } catch { said = 'unreadable'; }
  agents.push(String(said === undefined ? 'absent' : said));
  const root = doc.documentElement;
  const nodes = [...doc.childNodes].map(node => {
    const text = doc.contentType === 'text/html' && node === root
      ? root.outerHTML : serializer.serializeToString(node);
    return text.replace(/ data-agent[a-z-]*="([^"]*)"/g, (_, value) => { noted.push(value); return ''; })
      .replace(/ data-violations="[^"]*"/, '');
  });
  const frames = [];
  for (let i = 0; i < frame.length; i++) frames.push(look(frame[i]));
  return {
    url: doc.URL, characterSet: doc.characterSet, compatMode: doc.compatMode, contentType: doc.contentType,
    readyState: doc.readyState, title: doc.title, scripts: doc.scripts && doc.scripts.length,
    cookie: (() => { try { return doc.cookie; } catch { return 'unreadable'; } })(),
    referrer: doc.referrer, violations: violations(root), nodes,
    text: doc.body ? doc.body.innerText : root && root.textContent, frames,
  };
}
const value = look(window);
const root = document.documentElement;
const is_done = document.readyState === 'complete'
  && (!root || !root.hasAttribute('data-waits') || root.hasAttribute('data-done'));
return { value, is_done, agents, noted };
"#;

impl Snapshot {
    fn read(value: &Value, ports: Ports) -> Self {
        let texts = |value: &Value| -> Vec<String> {
            let all = value.as_array().map(Vec::as_slice).unwrap_or_default();
            all.iter().map(|text| text.as_str().unwrap_or_default().to_owned()).collect()
        };
        let text = serde_json::to_string_pretty(&value["value"]).expect("JSON can be written");
        Self {
            navigation: String::new(),
            text: without_ports(&text, ports),
            is_done: value["is_done"] == true,
            agents: texts(&value["agents"]),
            noted: texts(&value["noted"]),
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        (&self.navigation, &self.text) == (&other.navigation, &other.text)
    }

    /// What is wrong with the agent's presence, if anything.
    fn agent_problem(&self, expected: Agent) -> Option<String> {
        let is_here = |text: &String| text == AGENT_SAYS;
        let is_right = match expected {
            Agent::Everywhere => self.agents.iter().chain(&self.noted).all(is_here),
            Agent::InPage => {
                self.agents.first().is_some_and(is_here) && self.noted.iter().all(is_here)
            }
            Agent::Nowhere => self.agents.first().is_none_or(|text| text == "absent"),
        };
        (!is_right).then(|| format!("agent: {:?}, noted: {:?}", self.agents, self.noted))
    }
}

fn without_ports(text: &str, ports: Ports) -> String {
    text.replace(&format!(":{}", ports.http), ":HTTP")
        .replace(&format!(":{}", ports.https), ":HTTPS")
}

/// The agent's hash as HTML and as XML, as policies write it.
static HASHES: LazyLock<[String; 2]> = LazyLock::new(|| {
    let run = format!("document.currentScript.remove();{}", probe_source());
    let in_xml = format!("/**/{run}/**/");
    [run, in_xml].map(|script| format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(script))))
});

/// Takes the agent's hash out of policies.
///
/// What was empty or `'none'` before the hash came in cannot be told apart afterwards.
fn without_hash(text: &str) -> String {
    let mut text = text.replace("'NONE'", "'none'").replace("script-src;", "script-src 'none';");
    for hash in &*HASHES {
        text = text.replace(&format!("-src '{hash}'"), "-src 'none'");
        text = text.replace(&format!("-elem '{hash}'"), "-elem 'none'");
        text = text.replace(&format!(" '{hash}'"), "");
    }
    text
}

impl Pair {
    /// Opens a page on both sides; gives what differs.
    pub(crate) async fn visit(&self, page: &Page) -> Vec<String> {
        let (direct, proxied) = tokio::join!(self.direct.open(page), self.proxied.open(page));
        self.agree(&page.path, page.agent, direct, proxied).await
    }

    /// Looks at both sides until they agree, because some things go on after a page's load.
    pub(crate) async fn agree(
        &self,
        name: &str,
        agent: Agent,
        mut direct: Snapshot,
        mut proxied: Snapshot,
    ) -> Vec<String> {
        let began = Instant::now();
        while !direct.is_same(&proxied) && began.elapsed() < AGREE_LIMIT {
            tokio::time::sleep(PERIOD).await;
            let navigations = (direct.navigation, proxied.navigation);
            (direct, proxied) = tokio::join!(self.direct.look(), self.proxied.look());
            (direct.navigation, proxied.navigation) = navigations;
        }
        let mut problems = Vec::new();
        let mut problem = |text: String| problems.push(format!("{} {name}: {text}", self.engine));
        if !direct.is_done || !proxied.is_done {
            problem(format!("done: {} direct, {} proxied", direct.is_done, proxied.is_done));
        }
        if direct.navigation != proxied.navigation {
            problem(format!("direct {:?}, proxied {:?}", direct.navigation, proxied.navigation));
        }
        if direct.text != proxied.text {
            problem(difference(&direct.text, &proxied.text));
        }
        if direct.agents.iter().chain(&direct.noted).any(|text| text != "absent") {
            problem(format!("agent without proxy: {:?} {:?}", direct.agents, direct.noted));
        }
        problems_push(&mut problems, self.engine, name, proxied.agent_problem(agent));
        problems
    }

    /// Compares what both servers were asked, in any order.
    async fn compare_requests(&self) -> Option<String> {
        let asked = |side: &Side| {
            let mut lines: Vec<String> =
                side.site.asked().iter().filter_map(|asked| line(asked, &side.site)).collect();
            lines.sort();
            // How often a blocked or broken thing is tried again is a matter of timing.
            lines.dedup();
            lines
        };
        let began = Instant::now();
        loop {
            let (direct, proxied) = (asked(&self.direct), asked(&self.proxied));
            let path = |line: &str| line.split(" | ").next().unwrap_or_default().to_owned();
            let paths: Vec<String> = direct.iter().map(|line| path(line)).collect();
            // HTML is cached for less long, so it may be asked for more often.
            let is_explained = |line: &String| {
                direct.contains(line) || (line.starts_with("GET") && paths.contains(&path(line)))
            };
            if direct.iter().all(|line| proxied.contains(line)) && proxied.iter().all(is_explained)
            {
                return None;
            }
            if began.elapsed() > AGREE_LIMIT {
                let (direct, proxied) = (direct.join("\n"), proxied.join("\n"));
                return Some(format!(
                    "{} requests: {}",
                    self.engine,
                    line_difference(&direct, &proxied)
                ));
            }
            tokio::time::sleep(PERIOD).await;
        }
    }

    /// What was recorded and has ended.
    pub(crate) fn recording_so_far(&self) -> TraceReader {
        TraceReader::open(&recording_path(&self.folder)).expect("readable")
    }

    /// Ends the recording so far and opens it.
    pub(crate) fn recording(&self) -> TraceReader {
        self.writer.finish().expect("the recording is whole");
        TraceReader::open(&recording_path(&self.folder)).expect("readable")
    }
}

fn problems_push(problems: &mut Vec<String>, engine: Engine, name: &str, problem: Option<String>) {
    problems.extend(problem.map(|text| format!("{engine} {name}: {text}")));
}

/// A request as one line, without what differs from run to run.
fn line(asked: &Asked, site: &Site) -> Option<String> {
    // Browsers ask for icons whenever they like.
    if asked.path == "/favicon.ico" {
        return None;
    }
    // The connection is the proxy's own, codings are limited to those it knows, and Firefox changes its mind about
    // what is urgent.
    const OWN: [&str; 5] =
        ["connection", "accept-encoding", "sec-websocket-key", "content-length", "priority"];
    // No document comes from a copy: it might be one without the agent.
    let is_document =
        asked.headers.get("accept").is_some_and(|accept| accept.starts_with("text/html"));
    let mut headers: Vec<String> = asked
        .headers
        .iter()
        .filter(|(name, _)| !OWN.contains(&name.as_str()))
        .filter(|(name, _)| !is_document || !name.starts_with("if-"))
        .map(|(name, value)| format!("{name}: {}", without_boundary(value)))
        .collect();
    headers.sort();
    let body = String::from_utf8_lossy(&asked.body);
    if body.contains("csp-report") {
        return Some(report_line(&body, site)).filter(|line| {
            !["/favicon.ico", "/listen.js\"", "/try.js\""].iter().any(|name| line.contains(name))
        });
    }
    let body = if body.contains("form-data; name=") {
        "a form whose boundary is random".to_owned()
    } else if asked.body.len() > 4000 {
        format!("{} bytes", asked.body.len())
    } else {
        body.into_owned()
    };
    let text = format!("{} {} | {} | {body}", asked.method, asked.path, headers.join(" | "));
    Some(without_hash(&without_ports(&text, Ports::of(site))))
}

/// A violation report as one line. Where the parser was matters only for what stands in the markup itself.
fn report_line(body: &str, site: &Site) -> String {
    let mut report: Value = serde_json::from_str(body).expect("browsers write JSON");
    let is_inline = report["csp-report"]["blocked-uri"] == "inline";
    if let Some(report) = report["csp-report"].as_object_mut().filter(|_| !is_inline) {
        for name in ["line-number", "column-number", "source-file"] {
            report.remove(name);
        }
    }
    without_hash(&without_ports(&format!("report {report}"), Ports::of(site)))
}

fn without_boundary(value: &str) -> &str {
    value.split("boundary=").next().unwrap_or_default()
}

/// Where two texts begin to differ, with some of what is around.
fn difference(direct: &str, proxied: &str) -> String {
    let n_same = direct.bytes().zip(proxied.bytes()).take_while(|(a, b)| a == b).count();
    let part = |text: &str| {
        let from = (0..=n_same.saturating_sub(150)).rev().find(|at| text.is_char_boundary(*at));
        text[from.unwrap_or(0)..].chars().take(400).collect::<String>()
    };
    format!("differs at byte {n_same}\n  direct:  {}\n  proxied: {}", part(direct), part(proxied))
}

fn line_difference(direct: &str, proxied: &str) -> String {
    let only = |a: &str, b: &str| {
        let other: Vec<&str> = b.lines().collect();
        let lines: Vec<&str> = a.lines().filter(|line| !other.contains(line)).take(8).collect();
        format!("({} lines) {}", a.lines().count(), lines.join("\n    "))
    };
    format!("\n  only direct: {}\n  only proxied: {}", only(direct, proxied), only(proxied, direct))
}

impl Side {
    /// Waits for what the page measures.
    pub(crate) async fn until_measured(&self) -> String {
        until_attribute(&self.browser, "data-measured").await
    }

    /// Waits until the page is another one and has loaded.
    pub(crate) async fn until_url_is_not(&self, before: &str) {
        let began = Instant::now();
        while began.elapsed() < LIMIT {
            let url = self.browser.session().url().await.unwrap_or_default();
            if url != before && self.look().await.is_done {
                return;
            }
            tokio::time::sleep(PERIOD).await;
        }
        panic!("never left {before}");
    }
}

/// Waits until the page's root has an attribute.
pub(crate) async fn until_attribute(browser: &Browser, name: &str) -> String {
    let began = Instant::now();
    while began.elapsed() < LIMIT {
        if let Some(value) = attribute(browser, name).await {
            return value;
        }
        tokio::time::sleep(PERIOD).await;
    }
    panic!("the page never had {name}");
}

pub(crate) async fn attribute(browser: &Browser, name: &str) -> Option<String> {
    let script =
        "return document.documentElement && document.documentElement.getAttribute(arguments[0])";
    browser.session().execute::<Option<String>>(script, &[name.into()]).await.ok().flatten()
}

/// Looks at a page until it is done.
pub(crate) async fn until_done(browser: &Browser, ports: Ports) -> Snapshot {
    let began = Instant::now();
    loop {
        let snapshot = look(browser, ports).await;
        if snapshot.is_done {
            return snapshot;
        }
        assert!(began.elapsed() < LIMIT, "the page is never done: {}", snapshot.text);
        tokio::time::sleep(PERIOD).await;
    }
}

/// Runs a test on one browser that talks through a proxy, and ends the browser also when the test panics.
pub(crate) async fn with_browser<T>(
    engine: Engine,
    proxy: &Proxy,
    test: impl AsyncFnOnce(&Browser) -> T,
) -> T {
    let launcher = matrix::launcher();
    let config = BrowserConfig {
        proxy: Some(proxy.address().into()),
        page_load_strategy: PageLoadStrategy::None,
        ..BrowserConfig::PLAIN
    };
    let started = launcher.start(engine, &config).await;
    let browser = started.unwrap_or_else(|error| panic!("{}", matrix::chain(&error)));
    let outcome = AssertUnwindSafe(test(&browser)).catch_unwind().await;
    let quit = browser.quit().await;
    launcher.end().await.expect("the display ends");
    let value = outcome.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    quit.expect("the browser ends");
    value
}
