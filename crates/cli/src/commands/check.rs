//! `xcheck check`: explores an app, replays that in every browser, compares and reports.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use camino::{Utf8Path, Utf8PathBuf};
use xcheck_check::{
    CheckReport, Cut, Done, Judgement, Progress, ReplayAll, ReportSession, Runs, Verdict, jobs,
    merge, replay_all,
};
use xcheck_compare::{Report, Stray, Xbi};
use xcheck_config::{Baseline, Config};
use xcheck_model::browser_name::BrowserName;
use xcheck_model::engine::Engine;
use xcheck_outputs::{Told, count};
use xcheck_replay::Subject;

use crate::check_args::CheckArgs;
use crate::exit::{Exit, Failure};
use crate::interrupt::interrupted;
use crate::project::{Project, today};
use crate::reporters::Reporters;
use crate::stage::Stage;
use crate::stored::{Recorded, Stored, print_of};
use crate::studio::Studio;
use crate::target::Target;
use crate::terminal::Terminal;
use crate::unchanged::is_unchanged;

pub(crate) async fn run(
    args: &CheckArgs,
    project: Project,
    terminal: &Terminal,
) -> Result<Exit, Failure> {
    let reporters = Reporters::choose(&args.reporters, &project)?;
    let baseline = project.baseline(args.baseline.as_deref())?;
    let mut config = args.as_config().over(&project.config);
    if !args.targets.is_empty() {
        config.app.clear();
    }
    let apps = config.per_app();
    let is_one = apps.len() == 1;
    let mut told = Vec::new();
    let mut verdict = Verdict::Clean;
    let mut failure = None;
    for (name, app) in apps {
        let app = app.over(&Config::defaults());
        let mut out = Utf8PathBuf::from(app.check.out.as_deref().unwrap_or("xcheck-report"));
        if let (false, Some(name)) = (is_one, name) {
            out.push(file_name(name));
        }
        let title = app.report.title.clone().or_else(|| name.map(str::to_owned));
        let title = title.or_else(|| project.title.clone());
        let check =
            Check { args, project: &project, config: &app, baseline: &baseline, out, terminal };
        match check.run(title).await {
            Ok((report, own)) => {
                let name = if is_one { "" } else { name.unwrap_or_default() };
                let place = check.out.join("index.html");
                told.push(Told::new(name, place.as_str(), serde_json::json!(report)));
                verdict = verdict.max(own);
            }
            Err(error) => failure = Some(error),
        }
        if failure.is_some() || verdict == Verdict::Interrupted {
            break;
        }
    }
    if !told.is_empty() {
        reporters.tell(&told, terminal)?;
    }
    if let Some(failure) = failure {
        return Err(failure);
    }
    Ok(match verdict {
        Verdict::Clean => Exit::Clean,
        Verdict::Unsteady => Exit::Unsteady,
        Verdict::Found => Exit::Found,
        Verdict::Broken => Exit::Environment,
        Verdict::Interrupted => Exit::Interrupted,
    })
}

/// What an app is called, as the name of a folder.
fn file_name(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '-' }).collect()
}

/// The check of one app.
struct Check<'a> {
    args: &'a CheckArgs,
    project: &'a Project,
    config: &'a Config,
    baseline: &'a Baseline,
    out: Utf8PathBuf,
    terminal: &'a Terminal,
}

/// Recorded sessions, and why they are not all there could be.
#[derive(Default)]
struct Sessions {
    all: Vec<Recorded>,
    is_interrupted: bool,
    /// The app went away while it was explored.
    failure: Option<String>,
}

impl Check<'_> {
    async fn run(&self, title: Option<String>) -> Result<(CheckReport, Verdict), Failure> {
        let targets = self.config.check.targets.clone().unwrap_or_default();
        if targets.is_empty() {
            let hint = "name an address, a folder or a trace, or write an xcheck.toml: xcheck init";
            return Err(Failure::usage(
                anyhow!("there is nothing to check"),
                Some(hint.to_owned()),
            ));
        }
        std::fs::create_dir_all(&self.out)
            .with_context(|| format!("cannot make {}", self.out))
            .map_err(|error| {
                Failure::usage(error, Some("choose another place: --out DIR".to_owned()))
            })?;
        let _watch = match &title {
            Some(title) => self.terminal.watch(&self.out, title),
            None => self.terminal.watch(&self.out, &targets.join(", ")),
        };
        let limit = Duration::from_secs(self.config.check.timeout.unwrap_or(60));
        let stage = Stage::with_timeout(limit, false, self.args.grid.resolve(self.config)?)?;
        let Sessions { all: sessions, mut is_interrupted, failure } =
            self.sessions(&stage, &targets).await?;
        let mut subjects = Vec::new();
        for session in &sessions {
            subjects.push(Subject::open(&session.trace).map_err(|error| {
                let hint = error.hint();
                Failure::usage(error, hint)
            })?);
        }
        // Who interrupts while it explores does not want to wait for replays.
        let mut runs = Runs::default();
        if !is_interrupted {
            let replay = self.replay(&stage, limit, &sessions, &subjects, &mut runs);
            is_interrupted = Box::pin(replay).await;
        }
        stage.end().await?;
        let report = self.report(title, targets, &sessions, &subjects, &runs)?;
        if let (Some(why), Some(hint)) = (&runs.start_failure, &runs.start_hint) {
            self.terminal.progress(&format!("{why}\nhint: {hint}"));
        }
        let cut = match is_interrupted {
            true => Some(Cut::Interrupted),
            false => runs.start_failure.or(failure).map(Cut::Broken),
        };
        let report = report.cut(cut.as_ref());
        self.write(&report)?;
        let verdict = report.verdict(self.reference(), cut.as_ref());
        Ok((report, verdict))
    }

    fn reference(&self) -> BrowserName {
        self.config.check.reference.unwrap_or(Engine::Chromium.into())
    }

    /// The reference first.
    fn browsers(&self) -> Vec<BrowserName> {
        let mut all = vec![self.reference()];
        for browser in self.config.check.browsers.iter().flatten() {
            if !all.contains(browser) {
                all.push(*browser);
            }
        }
        all
    }

    /// Traces of all targets: given, stored by an earlier check, or made now.
    async fn sessions(&self, stage: &Stage, targets: &[String]) -> Result<Sessions, Failure> {
        let Sessions { mut all, mut is_interrupted, mut failure } = Sessions::default();
        for (number, text) in targets.iter().enumerate() {
            let place = if text.contains("://") { text.clone() } else { self.path_of(text) };
            if place.ends_with(".xct") {
                all.push(Recorded::given(Utf8Path::new(&place), all.len() + 1));
                continue;
            }
            let target = Target::read(&place)?;
            let folder = self.out.join(format!("sessions-{}", number + 1));
            let drive =
                self.config.check.drive.as_deref().map(|it| Utf8PathBuf::from(self.path_of(it)));
            let login = self.config.login.iter().flat_map(|it| [&it.state, &it.drive]);
            let login = login.flatten().map(|it| self.project.path(it));
            let files: Vec<Utf8PathBuf> = drive.iter().cloned().chain(login).collect();
            let print = print_of(&target, &place, &files, self.config, self.reference())?;
            let stored = Stored::read(&folder).filter(|it| !self.args.fresh && it.is_of(&print));
            let is_unchanged = match &stored {
                Some(stored) => self.is_unchanged(stage, &target, &stored.traces(&folder)).await,
                None => false,
            };
            let stored = match stored.filter(|_| is_unchanged) {
                Some(stored) => {
                    self.terminal
                        .progress(&format!("{text} is as it was: replaying what was recorded"));
                    stored
                }
                None => {
                    let _ = std::fs::remove_dir_all(&folder);
                    let studio = Studio {
                        stage,
                        target: &target,
                        project: self.project,
                        config: self.config,
                        browser: self.reference(),
                        is_held: false,
                        terminal: self.terminal,
                    };
                    let explored = Box::pin(studio.explore(drive.as_deref(), &folder)).await?;
                    let traces =
                        explored.graph.sessions.iter().map(|it| it.trace.clone()).collect();
                    let stored = Stored::new(print, traces);
                    is_interrupted = explored.is_interrupted;
                    if !is_interrupted && explored.graph.failure.is_none() {
                        stored.write(&folder)?;
                    }
                    failure = failure.or(explored.graph.failure);
                    self.terminal.progress(&format!(
                        "{text}: {} in {} ({})",
                        count(explored.graph.states.len() as u64, "state", "states"),
                        count(explored.graph.sessions.len() as u64, "session", "sessions"),
                        explored.graph.ended
                    ));
                    stored
                }
            };
            all.extend(stored.sessions(&folder, all.len()));
            if is_interrupted {
                break;
            }
        }
        if let Some((at, n)) = self.args.shard {
            all = all.into_iter().skip(at - 1).step_by(n).collect();
        }
        Ok(Sessions { all, is_interrupted, failure })
    }

    /// Whether an app of which everything else is as it was also answers as it did. Folders are known by their content.
    async fn is_unchanged(&self, stage: &Stage, target: &Target, traces: &[Utf8PathBuf]) -> bool {
        if target.folder.is_some() {
            return true;
        }
        self.terminal.progress("asking the app whether it is as it was");
        let mut origins = vec![target.start_url.origin().ascii_serialization()];
        origins.extend(self.config.crawl.origins.iter().flatten().cloned());
        is_unchanged(traces, &origins, stage.upstream()).await
    }

    /// What the command line says is relative to here, what the file says to the file.
    fn path_of(&self, text: &str) -> String {
        let is_typed = self.args.targets.iter().any(|it| it == text)
            || self.args.drive.as_ref().is_some_and(|it| it == text);
        if is_typed { text.to_owned() } else { self.project.path(text).into_string() }
    }

    /// Replays every session in every browser; whether somebody put an end to it.
    async fn replay(
        &self,
        stage: &Stage,
        limit: Duration,
        sessions: &[Recorded],
        subjects: &[Subject],
        replayed: &mut Runs,
    ) -> bool {
        let names = sessions.iter().map(|session| session.name.as_str());
        let jobs = jobs(names.zip(subjects), &self.browsers());
        let runs = self.out.join("runs");
        let _ = std::fs::remove_dir_all(&runs);
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let all = ReplayAll {
            launcher: stage.launcher(),
            authority: Arc::clone(stage.authority()),
            runs,
            limit,
            workers: self.config.check.workers.map_or(cores, |it| it as usize),
        };
        self.terminal
            .counter_of(&format!("replaying: {} replays to do", jobs.len()), (0, jobs.len()));
        let began = Instant::now();
        let mut done = |done: Done, progress: Progress| {
            let Progress { n_done, n_all, what } = progress;
            let left = began.elapsed().as_secs_f64() / n_done as f64 * (n_all - n_done) as f64;
            let line =
                format!("replaying: {n_done} of {n_all} done, about {left:.0} s to go: {what}");
            self.terminal.counter_of(&line, (n_done, n_all));
            replayed.take(done);
        };
        let is_interrupted = tokio::select! {
            () = replay_all(&all, jobs, &mut done) => false,
            () = interrupted() => true,
        };
        self.terminal.end_counter();
        is_interrupted
    }

    fn report(
        &self,
        title: Option<String>,
        targets: Vec<String>,
        sessions: &[Recorded],
        subjects: &[Subject],
        replayed: &Runs,
    ) -> Result<CheckReport, Failure> {
        let began = Instant::now();
        let mut reports: Vec<(usize, Report)> = Vec::new();
        let runs = self.out.join("runs");
        for number in 0..sessions.len() {
            self.terminal.counter(&format!(
                "comparing: session {} of {}",
                number + 1,
                sessions.len()
            ));
            let report = replayed
                .compare(&runs, number, &self.browsers())
                .map_err(|error| Failure::environment(error, "cannot compare the runs"))?;
            reports.extend(report.map(|report| (number, report)));
        }
        self.terminal.end_counter();
        let merged = merge(reports);
        let judgement =
            Judgement { rules: &self.config.ignore, baseline: self.baseline, today: today()? };
        let repro = |session: usize, xbi: &Xbi| {
            let trace = &sessions[session].trace;
            format!("xcheck replay {trace} --browser {} -o xcheck-run", xbi.browser.name())
        };
        let (xbis, n_ignored) = judgement.pass(merged.xbis, &repro);
        let mut timings = replayed.timings.clone();
        timings.compare_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or_default();
        let shown =
            sessions.iter().zip(subjects).enumerate().map(|(number, (session, subject))| {
                let first = |browser: BrowserName| {
                    let run = replayed.shown(number, browser)?;
                    Some((browser.name().to_owned(), format!("runs/{run}")))
                };
                ReportSession {
                    name: session.name.clone(),
                    trace: relative(&session.trace, &self.out),
                    start_url: subject.trace().manifest().start_url.clone(),
                    runs: self.browsers().into_iter().filter_map(first).collect(),
                    failures: self.failures(number, replayed, &merged.strays),
                }
            });
        Ok(CheckReport {
            version: 1,
            title: title.unwrap_or_else(|| targets.join(", ")),
            targets,
            reference: merged.reference,
            tests: merged.tests,
            steps: merged.steps,
            events: merged.events,
            timings,
            noise: merged.noise,
            sessions: shown.collect(),
            graphs: merged.graphs,
            xbis,
            partial: None,
            n_ignored,
        })
    }

    /// Why a session was not compared, or not to its end, by browser.
    fn failures(
        &self,
        session: usize,
        replayed: &Runs,
        strays: &[(usize, Stray)],
    ) -> BTreeMap<String, String> {
        let mut failures = replayed.failures(session);
        for (_, stray) in strays.iter().filter(|(number, _)| *number == session) {
            failures.entry(self.reference().name().to_owned()).or_insert_with(|| stray.text());
        }
        failures
    }

    fn write(&self, report: &CheckReport) -> Result<(), Failure> {
        let json =
            serde_json::to_string_pretty(report).map_err(|error| Failure::usage(error, None))?;
        let path = self.out.join("report.json");
        std::fs::write(&path, json.clone() + "\n")
            .with_context(|| format!("cannot write {path}"))
            .map_err(|error| Failure::usage(error, None))?;
        xcheck_report::write(&self.out, &json, &report.title)
            .map_err(|error| Failure::environment(error, "cannot write the report"))?;
        xcheck_show::keep(&self.out, &serde_json::json!(report))
            .with_context(|| format!("cannot write {}", self.out.join("history")))
            .map_err(|error| Failure::usage(error, None))?;
        Ok(())
    }
}

/// A path as it is from a folder, if it is below it; else as it is from anywhere.
fn relative(path: &Utf8Path, folder: &Utf8Path) -> String {
    match path.strip_prefix(folder) {
        Ok(below) => below.to_string(),
        Err(_) => path.canonicalize_utf8().unwrap_or_else(|_| path.to_owned()).into_string(),
    }
}
