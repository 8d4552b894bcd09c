//! Records a page while a test does something in it, and replays the recording.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};
use xcheck_browser::{BrowserConfig, Launcher, Session};
use xcheck_model::engine::Engine;
use xcheck_proxy::{CertificateAuthority, Trust, Upstream};
use xcheck_record::{Cookies, RecordConfig, Recorder};
use xcheck_replay::{Network, ReplayConfig, ReplayError, Replayed, Subject, replay};
use xcheck_testkit::matrix;
use xcheck_trace::run::{InputMode, NodeKind, PageTree, Ran, RunReader, Support};

/// Longer than any page of a test is silent.
pub(crate) const LIMIT: Duration = Duration::from_secs(15);

/// Longer than any whole replay of a test takes on a busy machine.
const ALL_OF_IT: Duration = Duration::from_secs(120);

/// Where recordings and runs of a test are.
pub(crate) struct Bench {
    pub(crate) launcher: Launcher,
    authority: Arc<CertificateAuthority>,
    folder: tempfile::TempDir,
    limit: Duration,
    input: InputMode,
}

/// A folder that goes with the test, unless somebody wants to look at it.
fn folder() -> tempfile::TempDir {
    let kept = std::env::var_os(matrix::ARTIFACTS_VARIABLE);
    let made = match &kept {
        Some(kept) => {
            tempfile::Builder::new().prefix("replay-").disable_cleanup(true).tempdir_in(kept)
        }
        None => tempfile::tempdir(),
    };
    made.unwrap()
}

impl Bench {
    pub(crate) fn new(launcher: Launcher) -> Self {
        Self {
            launcher,
            authority: Arc::new(CertificateAuthority::new().unwrap()),
            folder: folder(),
            limit: LIMIT,
            input: InputMode::Native,
        }
    }

    pub(crate) fn with_limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    pub(crate) fn with_input(mut self, input: InputMode) -> Self {
        self.input = input;
        self
    }

    /// A file or folder of the test.
    pub(crate) fn path(&self, name: &str) -> Utf8PathBuf {
        Utf8PathBuf::try_from(self.folder.path().join(name)).unwrap()
    }

    /// Records what `act` does, from the page at `url` on.
    pub(crate) async fn record(
        &self,
        engine: Engine,
        url: &str,
        name: &str,
        act: impl AsyncFnOnce(&Session),
    ) -> Utf8PathBuf {
        let out = self.path(name);
        let config = RecordConfig {
            name: engine.into(),
            browser: BrowserConfig::PLAIN,
            authority: Arc::clone(&self.authority),
            upstream: Arc::new(Upstream::new(Trust::All, Duration::from_secs(10)).unwrap()),
            start_url: url.to_owned(),
            folder: None,
            cookies: Cookies::Keep,
            measure: false,
            hold: None,
            out: out.clone(),
        };
        let recorder = Recorder::start(&self.launcher, config).await.unwrap();
        let session = recorder.browser().session();
        session.navigate(url).await.unwrap();
        act(session).await;
        recorder.finish().await.unwrap();
        out
    }

    pub(crate) async fn try_replay(
        &self,
        engine: Engine,
        trace: &Utf8Path,
        name: &str,
    ) -> Result<Played, ReplayError> {
        self.replay_over(engine, trace, name, Network::Trace).await
    }

    /// Replays with answers from `network`.
    pub(crate) async fn replay_over(
        &self,
        engine: Engine,
        trace: &Utf8Path,
        name: &str,
        network: Network,
    ) -> Result<Played, ReplayError> {
        let config = ReplayConfig {
            browser: engine.into(),
            headed: false,
            authority: Arc::clone(&self.authority),
            subject: Subject::open(trace).unwrap(),
            out: self.path(name),
            input: self.input,
            network,
            limit: self.limit,
            is_blind: false,
        };
        let mut quiet = |_| {};
        let replaying = replay(&self.launcher, &config, None, &mut quiet);
        let replayed = tokio::time::timeout(ALL_OF_IT, replaying).await;
        let words = || format!("the replay of {trace} in {engine} never ends");
        let replayed = replayed.unwrap_or_else(|_| panic!("{}", words()))?;
        Ok(Played::read(replayed, &config.out))
    }

    pub(crate) async fn replay(&self, engine: Engine, trace: &Utf8Path, name: &str) -> Played {
        self.try_replay(engine, trace, name).await.unwrap()
    }

    pub(crate) async fn end(self) {
        self.launcher.end().await.unwrap();
    }
}

/// A replay that has ended.
pub(crate) struct Played {
    pub(crate) replayed: Replayed,
    pub(crate) run: RunReader,
    /// Each page as it was seen last.
    pub(crate) trees: BTreeMap<usize, PageTree>,
    /// How many pictures were taken of each page.
    pub(crate) n_pictures: BTreeMap<usize, usize>,
    /// What the browser says it knows.
    pub(crate) supports: Vec<Support>,
    /// Code that ran, by step.
    pub(crate) ran: Vec<Ran>,
}

impl Played {
    fn read(replayed: Replayed, out: &Utf8Path) -> Self {
        let run = RunReader::open(out).unwrap();
        assert_eq!(run.problems(), [], "a run can be read");
        let mut trees: BTreeMap<usize, PageTree> = BTreeMap::new();
        let mut n_pictures = BTreeMap::new();
        for step in run.steps() {
            let step = step.unwrap();
            *n_pictures.entry(step.page).or_default() += usize::from(step.screenshot.is_some());
            let tree = trees.entry(step.page).or_default();
            if let Some(observation) = step.observation {
                assert_eq!(tree.apply(&observation.value()), [], "observations fit together");
            }
        }
        let supports = run.supports().collect();
        let ran = run.ran().collect();
        Self { replayed, run, trees, n_pictures, supports, ran }
    }

    /// Divergences as text: the event's number, kind and detail.
    pub(crate) fn divergences(&self) -> Vec<String> {
        let all = self.replayed.divergences.iter();
        all.map(|found| {
            let event = found.event.map(|event| event.to_string()).unwrap_or_default();
            let mut text = format!("{}:{event} {}: {}", found.page, found.kind, found.detail);
            for (word, side) in [("expected", &found.expected), ("actual", &found.actual)] {
                if let Some(side) = side {
                    let _ = write!(text, " [{word} {side}]");
                }
            }
            text
        })
        .collect()
    }

    /// What is wrong with a replay that was to go as recorded.
    pub(crate) fn trouble(&self) -> Vec<String> {
        let mut trouble = self.divergences();
        trouble.extend(self.replayed.outcome.reason.clone());
        trouble
    }

    /// The text that a page showed last.
    pub(crate) fn text(&self, page: usize) -> String {
        self.trees.get(&page).map(text_of).unwrap_or_default()
    }
}

/// The text of a page, without scripts and styles.
pub(crate) fn text_of(tree: &PageTree) -> String {
    let mut words = Vec::new();
    for id in tree.in_order() {
        let node = tree.node(id).unwrap();
        let parent = tree.node(node.parent).and_then(|parent| parent.name()).unwrap_or_default();
        if node.kind == NodeKind::Text && !["script", "style", "title"].contains(&parent) {
            words.extend(node.text.as_deref().map(str::trim));
        }
    }
    words.join(" ")
}
