//! Records a session once and replays it, each in a fresh browser.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use camino::{Utf8Path, Utf8PathBuf};
use xcheck_browser::find::Overrides;
use xcheck_browser::guard::GuardCommand;
use xcheck_browser::launch::LaunchLimits;
use xcheck_browser::{BrowserConfig, Launcher, LauncherConfig};
use xcheck_drive::Action;
use xcheck_model::engine::Engine;
use xcheck_proxy::{CertificateAuthority, Trust, Upstream};
use xcheck_record::perform::{PerformLimits, Performer, Progress as Performing};
use xcheck_record::{Cookies, RecordConfig, Recorder};
use xcheck_replay::{Network, Progress, ReplayConfig, Replayed, replay};
use xcheck_trace::run::InputMode;

use crate::pace;
use crate::subject::Subject;

/// On a busy machine a step may take its time; a limit is no measurement.
const STEP_LIMIT: Duration = Duration::from_secs(60);

/// A session on disk.
pub(crate) struct Recorded {
    trace: xcheck_replay::Subject,
    /// From the navigation to the end of the drive.
    pub(crate) seconds: f64,
}

/// Whether a replay looks at pages and takes pictures.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Looking {
    Seeing,
    Blind,
}

/// What all sessions share.
pub(crate) struct Stage {
    launcher: Launcher,
    authority: Arc<CertificateAuthority>,
    upstream: Arc<Upstream>,
    folder: tempfile::TempDir,
}

impl Stage {
    pub(crate) fn new() -> Result<Self> {
        let launcher = Launcher::new(LauncherConfig {
            guard: GuardCommand::this_binary()?,
            overrides: Overrides::from_env(),
            limits: LaunchLimits::GENEROUS,
            env: Vec::new(),
            grid: None,
        });
        Ok(Self {
            launcher,
            authority: Arc::new(CertificateAuthority::new()?),
            upstream: Arc::new(Upstream::new(Trust::System, Duration::from_secs(30))?),
            folder: tempfile::tempdir()?,
        })
    }

    pub(crate) async fn end(self) -> Result<()> {
        Ok(self.launcher.end().await?)
    }

    /// The session of `subject` at a person's pace.
    pub(crate) async fn record(&self, engine: Engine, subject: &Subject) -> Result<Recorded> {
        let drive = subject.drive()?;
        let out = self.path(&format!("{}.xct", subject.name))?;
        let config = RecordConfig {
            name: engine.into(),
            browser: BrowserConfig::PLAIN,
            authority: Arc::clone(&self.authority),
            upstream: Arc::clone(&self.upstream),
            start_url: drive.start_url.clone().context("the drive goes nowhere")?,
            folder: Some(subject.served()?),
            cookies: Cookies::Keep,
            out: out.clone(),
            measure: false,
            hold: None,
        };
        let recorder = Recorder::start(&self.launcher, config).await?;
        let is_navigation = |action: &Action| matches!(action, Action::Navigate { .. });
        let first = drive.steps.iter().position(|step| is_navigation(&step.action));
        let mut began = Instant::now();
        let limits = PerformLimits { step: STEP_LIMIT, ..PerformLimits::USUAL };
        let performed = Performer::new(recorder.browser().session(), limits)
            .perform(&drive, &mut |progress| {
                let Performing::Step { index, .. } = progress else { return };
                if Some(index) == first {
                    began = Instant::now();
                }
                let time = drive
                    .steps
                    .get(index)
                    .map_or(Duration::ZERO, |step| pace::time_for(&step.action));
                tokio::task::block_in_place(|| std::thread::sleep(time));
            })
            .await;
        let seconds = began.elapsed().as_secs_f64();
        recorder.finish().await?;
        performed?;
        Ok(Recorded { trace: xcheck_replay::Subject::open(&out)?, seconds })
    }

    pub(crate) async fn replay(
        &self,
        engine: Engine,
        recorded: &Recorded,
        looking: Looking,
        tell: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<Replayed> {
        let config = ReplayConfig {
            browser: engine.into(),
            headed: false,
            authority: Arc::clone(&self.authority),
            subject: recorded.trace.clone(),
            out: self.path("run")?,
            input: InputMode::Native,
            network: Network::Trace,
            limit: STEP_LIMIT,
            is_blind: looking == Looking::Blind,
        };
        Ok(replay(&self.launcher, &config, None, tell).await?)
    }

    fn path(&self, name: &str) -> Result<Utf8PathBuf> {
        let folder = Utf8Path::from_path(self.folder.path()).context("an odd temporary folder")?;
        Ok(folder.join(name))
    }
}
