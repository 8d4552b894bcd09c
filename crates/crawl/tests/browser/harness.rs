//! Crawls a site in one engine, and tells what the graph says in words.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};
use xcheck_browser::{BrowserConfig, Launcher};
use xcheck_crawl::{Act, CrawlConfig, CrawlError, Graph, crawl, describe};
use xcheck_model::engine::Engine;
use xcheck_proxy::{CertificateAuthority, Trust, Upstream};
use xcheck_record::{Cookies, Hold, RecordConfig, Recorder};
use xcheck_testkit::matrix;
use xcheck_testkit::site::Site;

/// Longer than any crawl of a test takes on a busy machine; none is to end by it.
const ALL_OF_IT: Duration = Duration::from_secs(150);

/// A crawl without limits of its own, of the app at `start_url`.
pub(crate) fn config(site: &Site) -> CrawlConfig {
    CrawlConfig {
        max_states: 30,
        max_depth: 4,
        time: ALL_OF_IT,
        max_more: 0,
        seed: 1,
        origins: vec![site.url("")],
        allows: Arc::new(|_| true),
        excluded: Vec::new(),
        allows_dangerous: false,
        values: BTreeMap::new(),
        prelude: None,
        out: Utf8PathBuf::new(),
        stop: Arc::new(AtomicBool::new(false)),
    }
}

/// Crawls the site from its root, as `xcheck crawl` does. `None` if the engine is not wanted.
pub(crate) fn explore(
    engine: Engine,
    site: impl AsyncFnOnce() -> Site,
    change: impl FnOnce(&mut CrawlConfig, &Site),
) -> Option<(Graph, Site)> {
    matrix::is_wanted(engine).then(|| {
        matrix::block_on(async {
            let site = site().await;
            let mut config = config(&site);
            change(&mut config, &site);
            let graph = explored(engine, &site, config).await;
            (graph, site)
        })
    })
}

pub(crate) async fn explored(engine: Engine, site: &Site, config: CrawlConfig) -> Graph {
    try_explored(engine, site, config).await.unwrap()
}

pub(crate) async fn try_explored(
    engine: Engine,
    site: &Site,
    mut config: CrawlConfig,
) -> Result<Graph, CrawlError> {
    let authority = Arc::new(CertificateAuthority::new().unwrap());
    let upstream = Arc::new(Upstream::new(Trust::All, Duration::from_secs(10)).unwrap());
    let folder = tempfile::tempdir().unwrap();
    // What browsers download goes with the test.
    let mut launching = matrix::launcher_config();
    launching.env.push(("HOME".to_owned(), folder.path().display().to_string()));
    let launcher = Launcher::new(launching);
    config.out = Utf8PathBuf::try_from(folder.path().to_owned()).unwrap();
    let start = async |out: &Utf8Path| {
        let config = RecordConfig {
            name: engine.into(),
            browser: BrowserConfig::PLAIN,
            authority: Arc::clone(&authority),
            upstream: Arc::clone(&upstream),
            start_url: site.url("/"),
            folder: None,
            cookies: Cookies::Keep,
            out: out.to_owned(),
            measure: false,
            hold: Some(Hold { seed: 1, date: 1_700_000_000_000 }),
        };
        Recorder::start(&launcher, config).await
    };
    let begin = std::time::Instant::now();
    // Shown if the test fails.
    let mut tell = |progress: xcheck_crawl::Progress| {
        let at = begin.elapsed().as_secs_f64();
        println!("{at:6.2} {}.{} {}", progress.session, progress.n_actions, progress.what);
    };
    let graph = crawl(&config, start, &mut tell).await;
    launcher.end().await.unwrap();
    if let Ok(graph) = &graph {
        println!("{:6.2} {}", begin.elapsed().as_secs_f64(), told(graph));
    }
    graph
}

/// The titles of all states; pages of these tests say there what a person sees.
pub(crate) fn titles(graph: &Graph) -> BTreeSet<&str> {
    graph.states.iter().map(|state| state.title.as_str()).collect()
}

/// Whether something of this kind led from one state to another.
pub(crate) fn leads(graph: &Graph, action: Act, label: &str) -> bool {
    let is_it = |edge: &xcheck_crawl::Edge| {
        edge.steps.iter().any(|step| step.action == action && step.label.contains(label))
    };
    graph.edges.iter().any(|edge| edge.from != edge.to && is_it(edge))
}

/// What the site was asked for, in order.
pub(crate) fn paths(site: &Site) -> Vec<String> {
    site.asked().into_iter().map(|asked| asked.path).collect()
}

/// A graph as text.
pub(crate) fn told(graph: &Graph) -> String {
    let mut text = format!("{}: {} sessions\n", graph.ended, graph.sessions.len());
    for (number, state) in graph.states.iter().enumerate() {
        let _ = writeln!(text, "  {number} {} {} depth {}", state.title, state.url, state.depth);
    }
    for edge in &graph.edges {
        let _ = writeln!(text, "  {} -> {}: {}", edge.from, edge.to, describe(&edge.steps));
    }
    text
}

/// Makes the tests `name::chromium` and so on of `fn name(Engine)`.
macro_rules! in_engines {
    ($($name:ident: $($engine:ident $test:ident),+;)*) => {
        $(
            mod $name {
                $(
                    #[test]
                    fn $test() {
                        super::$name(xcheck_model::engine::Engine::$engine);
                    }
                )+
            }
        )*
    };
}
pub(crate) use in_engines;
