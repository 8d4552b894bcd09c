//! `xcheck replay`: a trace executed again in one browser.

use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use url::Url;
use xcheck_browser::display::user_display;
use xcheck_model::run::Divergence;
use xcheck_proxy::{Fallback, Folder};
use xcheck_replay::{
    Network, Progress, ReplayConfig, ReplayError, Replayed, Stepping, Subject, replay,
};
use xcheck_trace::Origin;
use xcheck_trace::run::{InputMode, RunReader};

use crate::args::{AnswersFrom, InputBy, ReplayArgs};
use crate::exit::{Exit, Failure};
use crate::project::Project;
use crate::stage::Stage;
use crate::terminal::Terminal;

pub(crate) async fn run(args: &ReplayArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let subject = Subject::open(&args.trace).map_err(|error| {
        let hint = error.hint();
        Failure::usage(error, hint)
    })?;
    for problem in subject.trace().problems() {
        terminal.progress(&format!("{}: {problem}", args.trace));
    }
    let headed = args.headed || args.step;
    let project = Project::read(args.config.as_deref())?;
    let grid = args.grid.resolve(&project.config)?;
    if headed && grid.is_none() && user_display(&[]).is_err() {
        let error = anyhow!("there is no display to show a browser on");
        return Err(Failure::usage(error, Some("leave out --headed and --step".to_owned())));
    }
    let limit = Duration::from_secs(args.timeout);
    let stage = Stage::with_timeout(limit, headed, grid)?;
    let network = network(args, &subject, &stage)?;
    let mut config = ReplayConfig {
        browser: args.browser,
        headed,
        authority: Arc::clone(stage.authority()),
        subject,
        out: args.out.clone(),
        input: match args.input {
            InputBy::Native => InputMode::Native,
            InputBy::Synthetic => InputMode::Synthetic,
        },
        network,
        limit,
        is_blind: false,
    };
    let mut first: Option<Replayed> = None;
    let mut others = Vec::new();
    for round in 1..=args.repeat {
        if round > 1 {
            config.out = sibling(&args.out, round);
        }
        let replayed = once(args, &stage, &config, terminal, round).await?;
        if first.is_none() {
            terminal.progress(&told(args, &replayed));
            first = Some(replayed);
        } else if is_same(&args.out, &config.out)? {
            remove(&config.out)?;
        } else {
            terminal.progress(&format!("replay {round} saw something else: {}", config.out));
            others.push(config.out.clone());
        }
    }
    stage.end().await?;
    let Some(replayed) = first else { return Ok(Exit::Clean) };
    if args.repeat > 1 && others.is_empty() {
        terminal.progress(&format!("all {} replays saw the same", args.repeat));
    }
    if args.json {
        println!("{:#}", to_json(args, &replayed, others.is_empty()));
    }
    Ok(Exit::Clean)
}

async fn once(
    args: &ReplayArgs,
    stage: &Stage,
    config: &ReplayConfig,
    terminal: &Terminal,
    round: u32,
) -> Result<Replayed, Failure> {
    let mut tell = |progress: Progress| match progress {
        Progress::Events { n_done, n_all, what } => {
            let round = if args.repeat > 1 { format!("replay {round}: ") } else { String::new() };
            terminal.counter(&format!("{round}{n_done} of {n_all} events: {what}"));
        }
        Progress::Divergence(found) if round == 1 => {
            terminal.end_counter();
            terminal.progress(&line(&found));
        }
        Progress::Divergence(_) => {}
        Progress::Note(text) => terminal.progress(&text),
    };
    let stepping = args.step.then(follow);
    let replayed = replay(stage.launcher(), config, stepping, &mut tell).await;
    terminal.end_counter();
    replayed.map_err(failure)
}

/// Shows what comes and waits for the return key.
fn follow() -> Stepping {
    let (coming, mut shown) = mpsc::unbounded_channel::<Vec<String>>();
    let (allowed, go) = mpsc::unbounded_channel();
    tokio::task::spawn_blocking(move || {
        while let Some(lines) = shown.blocking_recv() {
            for (index, line) in lines.iter().enumerate() {
                eprintln!("{} {line}", if index == 0 { "▶" } else { " " });
            }
            eprintln!("return: next event · a number: so many · c: to the end");
            let mut answer = String::new();
            let n_events = match std::io::stdin().read_line(&mut answer) {
                Ok(0) | Err(_) => usize::MAX,
                Ok(_) if answer.trim() == "c" => usize::MAX,
                Ok(_) => answer.trim().parse().unwrap_or(1),
            };
            if allowed.send(n_events).is_err() || n_events == usize::MAX {
                return;
            }
        }
    });
    Stepping { coming, go }
}

fn network(args: &ReplayArgs, subject: &Subject, stage: &Stage) -> Result<Network, Failure> {
    if args.network == AnswersFrom::Trace {
        return Ok(Network::Trace);
    }
    let manifest = subject.trace().manifest();
    let mut folders = Vec::new();
    if let Some(path) = &args.folder {
        let folder = Folder::new(path, Fallback::NotFound).map_err(|error| {
            Failure::usage(error, Some("give the folder that was recorded".to_owned()))
        })?;
        let host = Url::parse(&manifest.start_url).ok();
        let host = host.as_ref().and_then(Url::host_str).unwrap_or_default();
        folders.push((host.to_owned(), folder));
    } else if manifest.source == Origin::Folder {
        let error = anyhow!("this app was recorded from a folder, which no server answers for");
        return Err(Failure::usage(error, Some("add --folder DIR".to_owned())));
    }
    Ok(Network::Live { upstream: Arc::clone(stage.upstream()), folders })
}

fn failure(error: ReplayError) -> Failure {
    match error {
        ReplayError::Write(error) => {
            let hint = error.hint();
            Failure::usage(error, hint)
        }
        ReplayError::Start(error) => {
            let hint = error.hint();
            Failure { exit: Exit::Environment, error: anyhow::Error::from(*error), hint }
        }
        error @ (ReplayError::NothingRecorded | ReplayError::NoFirstPage) => {
            Failure::usage(error, Some("record again: xcheck record".to_owned()))
        }
        error @ (ReplayError::Listen(_) | ReplayError::NodesLost { .. }) => {
            Failure::environment(error, "cannot replay")
        }
    }
}

fn sibling(out: &Utf8Path, round: u32) -> Utf8PathBuf {
    Utf8PathBuf::from(format!("{}.{round}", out.as_str().trim_end_matches('/')))
}

/// Whether two runs saw the same, pictures included.
fn is_same(one: &Utf8Path, other: &Utf8Path) -> Result<bool, Failure> {
    let digest = |path: &Utf8Path| {
        let reader = RunReader::open(path).map_err(|error| Failure::usage(error, None))?;
        reader.digest().map_err(|error| Failure::environment(error, "cannot read the run"))
    };
    Ok(digest(one)? == digest(other)?)
}

fn remove(path: &Utf8Path) -> Result<(), Failure> {
    std::fs::remove_dir_all(path)
        .map_err(|error| Failure::environment(error, "cannot remove a run that is like the first"))
}

/// A divergence in one line.
fn line(found: &Divergence) -> String {
    let event = found.event.map_or_else(|| "     ".to_owned(), |event| format!("{event:>5}"));
    format!("{event}  {}: {}", found.kind.title(), found.detail)
}

fn told(args: &ReplayArgs, replayed: &Replayed) -> String {
    let Replayed { outcome, n_steps, n_events, divergences, record_ms, replay_ms } = replayed;
    let seconds = |ms: u64| format!("{:.1} s", ms as f64 / 1000.0);
    let mut text = format!(
        "{}: {n_events} events in {} (recorded in {}), {n_steps} steps, {} divergences",
        args.out,
        seconds(*replay_ms),
        seconds(*record_ms),
        divergences.len(),
    );
    if let Some(reason) = &outcome.reason {
        text = format!("{text}; not complete: {reason}");
    }
    text
}

fn to_json(args: &ReplayArgs, replayed: &Replayed, identical: bool) -> Value {
    let divergences: Vec<Value> = replayed.divergences.iter().map(|found| json!(found)).collect();
    json!({
        "browser": args.browser.to_string(),
        "complete": replayed.outcome.is_complete,
        "reason": replayed.outcome.reason,
        "steps": replayed.n_steps,
        "events": replayed.n_events,
        "divergences": divergences,
        "repeats": args.repeat,
        "identical": identical,
        "record_ms": replayed.record_ms,
        "replay_ms": replayed.replay_ms,
    })
}
