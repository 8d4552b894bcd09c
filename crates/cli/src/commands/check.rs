//! `xcheck check`: explores an app, replays that in every browser, compares and reports.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use camino::{Utf8Path, Utf8PathBuf};
use xcheck_check::{
    CheckReport, Done, Job, Judgement, Progress, ReplayAll, ReportSession, Timings, merge,
    replay_all,
};
use xcheck_compare::{Report, Scope, Xbi, compare};
use xcheck_config::{Baseline, Config};
use xcheck_model::engine::Engine;
use xcheck_replay::{ReplayError, Subject};
use xcheck_trace::run::RunReader;

use crate::check_args::CheckArgs;
use crate::commands::compare::{severity, told};
use crate::exit::{Exit, Failure};
use crate::interrupt::interrupted;
use crate::project::{Project, today};
use crate::stage::Stage;
use crate::stored::{Recorded, Stored, print_of};
use crate::studio::Studio;
use crate::target::Target;
use crate::terminal::{Color, Terminal};

pub(crate) async fn run(
    args: &CheckArgs,
    project: Project,
    terminal: &Terminal,
) -> Result<Exit, Failure> {
    let baseline = project.baseline(args.baseline.as_deref())?;
    let mut config = args.as_config().over(&project.config);
    if !args.targets.is_empty() {
        config.app.clear();
    }
    let apps = config.per_app();
    let is_one = apps.len() == 1;
    let mut reports = BTreeMap::new();
    let mut exits = Vec::new();
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
        let (report, exit) = check.run(title).await?;
        if !args.json {
            print!("{}", check.summary(&report));
        }
        exits.push(exit);
        reports.insert(name.unwrap_or_default().to_owned(), report);
        if exit == Exit::Interrupted {
            break;
        }
    }
    if args.json {
        let json = match reports.values().next() {
            Some(report) if is_one => serde_json::json!(report),
            _ => serde_json::json!(reports),
        };
        println!("{json:#}");
    }
    let first = [Exit::Interrupted, Exit::Environment, Exit::Found, Exit::Unsteady];
    Ok(first.into_iter().find(|exit| exits.contains(exit)).unwrap_or(Exit::Clean))
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

/// What replays left behind.
#[derive(Default)]
struct Replayed {
    /// By session and browser: the first run and the second, below the folder of runs.
    runs: BTreeMap<(usize, Engine), Vec<Utf8PathBuf>>,
    failures: BTreeMap<(usize, Engine), String>,
    /// A browser that would not start.
    start_failure: Option<String>,
    timings: Timings,
    is_interrupted: bool,
}

impl Check<'_> {
    async fn run(&self, title: Option<String>) -> Result<(CheckReport, Exit), Failure> {
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
        let limit = Duration::from_secs(self.config.check.timeout.unwrap_or(60));
        let stage = Stage::with_timeout(limit, false)?;
        let (sessions, mut partial) = self.sessions(&stage, &targets).await?;
        let mut subjects = Vec::new();
        for session in &sessions {
            subjects.push(Subject::open(&session.trace).map_err(|error| {
                let hint = error.hint();
                Failure::usage(error, hint)
            })?);
        }
        // Who interrupts while it explores does not want to wait for replays.
        let replayed = match partial {
            Some(_) => Replayed::default(),
            None => Box::pin(self.replay(&stage, limit, &sessions, &subjects)).await,
        };
        stage.end().await?;
        let report = self.report(title, targets, &sessions, &subjects, &replayed)?;
        if replayed.is_interrupted {
            partial = Some("interrupted".to_owned());
        } else if let Some(failure) = &replayed.start_failure {
            partial = Some(failure.clone());
        }
        let report = CheckReport { partial, ..report };
        self.write(&report)?;
        let is_own = |browser: Engine| browser == self.reference();
        let is_unsteady = report.noise.iter().any(|it| is_own(it.browser) && it.known > 0);
        let exit = if report.partial.as_deref() == Some("interrupted") {
            Exit::Interrupted
        } else if replayed.start_failure.is_some() {
            Exit::Environment
        } else if report.n_new() > 0 {
            Exit::Found
        } else if is_unsteady {
            Exit::Unsteady
        } else {
            Exit::Clean
        };
        Ok((report, exit))
    }

    fn reference(&self) -> Engine {
        self.config.check.reference.unwrap_or(Engine::Chromium)
    }

    /// The reference first.
    fn engines(&self) -> Vec<Engine> {
        let mut all = vec![self.reference()];
        for engine in self.config.check.browsers.iter().flatten() {
            if !all.contains(engine) {
                all.push(*engine);
            }
        }
        all
    }

    /// Traces of all targets: given, stored by an earlier check, or made now.
    async fn sessions(
        &self,
        stage: &Stage,
        targets: &[String],
    ) -> Result<(Vec<Recorded>, Option<String>), Failure> {
        let mut all = Vec::new();
        let mut partial = None;
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
            let print = print_of(&target, &place, drive.as_deref(), self.config, self.reference())?;
            let stored = Stored::read(&folder).filter(|it| !self.args.fresh && it.is_of(&print));
            let stored = match stored {
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
                        engine: self.reference(),
                        is_held: false,
                        terminal: self.terminal,
                    };
                    let explored = Box::pin(studio.explore(drive.as_deref(), &folder)).await?;
                    let traces =
                        explored.graph.sessions.iter().map(|it| it.trace.clone()).collect();
                    let stored = Stored::new(print, traces);
                    if explored.is_interrupted {
                        partial = Some("interrupted".to_owned());
                    } else {
                        stored.write(&folder)?;
                    }
                    self.terminal.progress(&format!(
                        "{text}: {} states in {} sessions ({})",
                        explored.graph.states.len(),
                        explored.graph.sessions.len(),
                        explored.graph.ended
                    ));
                    stored
                }
            };
            all.extend(stored.sessions(&folder, all.len()));
            if partial.is_some() {
                break;
            }
        }
        if let Some((at, n)) = self.args.shard {
            all = all.into_iter().skip(at - 1).step_by(n).collect();
        }
        Ok((all, partial))
    }

    /// What the command line says is relative to here, what the file says to the file.
    fn path_of(&self, text: &str) -> String {
        let is_typed = self.args.targets.iter().any(|it| it == text)
            || self.args.drive.as_ref().is_some_and(|it| it == text);
        if is_typed { text.to_owned() } else { self.project.path(text).into_string() }
    }

    async fn replay(
        &self,
        stage: &Stage,
        limit: Duration,
        sessions: &[Recorded],
        subjects: &[Subject],
    ) -> Replayed {
        let mut jobs = Vec::new();
        for (number, (session, subject)) in sessions.iter().zip(subjects).enumerate() {
            for round in [1, 2] {
                for engine in self.engines() {
                    let (name, subject) = (session.name.clone(), subject.clone());
                    jobs.push(Job { session: number, name, subject, engine, round });
                }
            }
        }
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
        let mut replayed = Replayed::default();
        let began = Instant::now();
        let mut done = |done: Done, progress: Progress| {
            let Progress { n_done, n_all, what } = progress;
            let left = began.elapsed().as_secs_f64() / n_done as f64 * (n_all - n_done) as f64;
            self.terminal.counter(&format!(
                "replaying: {n_done} of {n_all} done, about {left:.0} s to go: {what}"
            ));
            replayed.take(done);
        };
        let is_interrupted = tokio::select! {
            () = replay_all(&all, jobs, &mut done) => false,
            () = interrupted() => true,
        };
        self.terminal.end_counter();
        replayed.is_interrupted = is_interrupted;
        replayed
    }

    fn report(
        &self,
        title: Option<String>,
        targets: Vec<String>,
        sessions: &[Recorded],
        subjects: &[Subject],
        replayed: &Replayed,
    ) -> Result<CheckReport, Failure> {
        let began = Instant::now();
        let mut reports: Vec<(usize, Report)> = Vec::new();
        let runs = self.out.join("runs");
        for number in 0..sessions.len() {
            let mut dirs = Vec::new();
            for round in 0..2 {
                for engine in self.engines() {
                    let run = replayed.runs.get(&(number, engine)).and_then(|all| all.get(round));
                    dirs.extend(run.map(|run| runs.join(run)));
                }
            }
            drop_equal(&mut dirs, self.engines().len() == 1);
            let has_reference = replayed.runs.contains_key(&(number, self.reference()));
            if !has_reference || dirs.len() < 2 {
                continue;
            }
            self.terminal.counter(&format!(
                "comparing: session {} of {}",
                number + 1,
                sessions.len()
            ));
            let report = compare(&dirs, Scope::Changed)
                .map_err(|error| Failure::environment(error, "cannot compare the runs"))?;
            reports.push((number, report));
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
                let of = |engine: &Engine| engine.name().to_owned();
                let first = |engine: Engine| {
                    let run = replayed.runs.get(&(number, engine))?.first()?;
                    Some((of(&engine), format!("runs/{run}")))
                };
                ReportSession {
                    name: session.name.clone(),
                    trace: relative(&session.trace, &self.out),
                    start_url: subject.trace().manifest().start_url.clone(),
                    runs: self.engines().into_iter().filter_map(first).collect(),
                    failures: replayed
                        .failures
                        .iter()
                        .filter(|((session, _), _)| *session == number)
                        .map(|((_, engine), why)| (of(engine), why.clone()))
                        .collect(),
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

    fn write(&self, report: &CheckReport) -> Result<(), Failure> {
        let json =
            serde_json::to_string_pretty(report).map_err(|error| Failure::usage(error, None))?;
        let path = self.out.join("report.json");
        std::fs::write(&path, json.clone() + "\n")
            .with_context(|| format!("cannot write {path}"))
            .map_err(|error| Failure::usage(error, None))?;
        xcheck_report::write(&self.out, &json, &report.title)
            .map_err(|error| Failure::environment(error, "cannot write the report"))?;
        Ok(())
    }

    /// The worst first, then where all of it is.
    fn summary(&self, report: &CheckReport) -> String {
        const MOST: usize = 12;
        let mut text = String::new();
        let new = report.xbis.iter().filter(|it| it.accepted.is_none());
        for finding in new.take(MOST) {
            let xbi = &finding.xbi;
            let severity = severity(xbi);
            let severity = match xbi.severity {
                xcheck_compare::Severity::Critical => self.terminal.paint(Color::Red, &severity),
                _ => severity,
            };
            text.push_str(&told(xbi, &severity));
        }
        let n = report.n_new();
        if n > MOST {
            let _ = writeln!(text, "     and {} more", n - MOST);
        }
        for session in &report.sessions {
            for (browser, why) in &session.failures {
                let _ =
                    writeln!(text, "session {} was not replayed in {browser}: {why}", session.name);
            }
        }
        if let Some(why) = &report.partial {
            let _ = writeln!(text, "the check is not whole: {why}");
        }
        if let Some(own) =
            report.noise.iter().find(|it| it.browser == self.reference() && it.known > 0)
        {
            let _ = writeln!(
                text,
                "{} did not do the same thing twice in {} places, which were left out",
                own.browser.title(),
                own.known
            );
        }
        let accepted = report.xbis.len() - n;
        let more = match (accepted, report.n_ignored) {
            (0, 0) => String::new(),
            (accepted, ignored) => format!(" ({accepted} accepted, {ignored} ignored)"),
        };
        let plural = if n == 1 { "y" } else { "ies" };
        let _ = writeln!(
            text,
            "{n} incompatibilit{plural} in {} steps of {} sessions{more}: {}",
            report.steps,
            report.sessions.len(),
            self.out.join("index.html")
        );
        text
    }
}

impl Replayed {
    fn take(&mut self, done: Done) {
        let key = (done.session, done.engine);
        match done.outcome {
            Ok(replayed) => {
                let runs = self.runs.entry(key).or_default();
                // The first run is the one that is shown.
                if done.round == 1 {
                    runs.insert(0, done.run)
                } else {
                    runs.push(done.run)
                }
                let engine = done.engine.name().to_owned();
                *self.timings.replay_ms.entry(engine).or_default() += replayed.replay_ms;
                if done.round == 1
                    && self.runs.keys().filter(|it| it.0 == done.session).count() == 1
                {
                    self.timings.record_ms += replayed.record_ms;
                }
            }
            Err(error) => {
                let why = match &error {
                    ReplayError::Start(error) => {
                        let line = format!("{} does not start: {error}", done.engine.title());
                        self.start_failure.get_or_insert(line.clone());
                        line
                    }
                    error => error.to_string(),
                };
                self.failures.insert(key, why);
            }
        }
    }
}

/// A second run that saw the same says nothing new.
fn drop_equal(dirs: &mut Vec<Utf8PathBuf>, is_alone: bool) {
    if is_alone {
        return;
    }
    let digest = |path: &Utf8Path| RunReader::open(path).ok().and_then(|it| it.digest().ok());
    dirs.retain(|dir| {
        let Some(first) = dir.as_str().strip_suffix(".2").map(Utf8Path::new) else { return true };
        let (one, other) = (digest(first), digest(dir));
        let is_equal = one.is_some() && one == other;
        if is_equal {
            let _ = std::fs::remove_dir_all(dir);
        }
        !is_equal
    });
}

/// A path as it is from a folder, if it is below it.
fn relative(path: &Utf8Path, folder: &Utf8Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).to_string()
}
