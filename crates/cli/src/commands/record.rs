//! `xcheck record`: one execution of an app into a trace.

use std::sync::Arc;
use std::time::Duration;

use xcheck_browser::display::user_display;
use xcheck_browser::launch::Viewport;
use xcheck_browser::{Browser, BrowserConfig, Launcher};
use xcheck_drive::{Action, Drive};
use xcheck_record::perform::{PerformLimits, Performer, Progress};
use xcheck_record::{Cookies, Counts, RecordConfig, RecordError, Recorder};
use xcheck_trace::WriteError;

use crate::args::RecordArgs;
use crate::commands::trace;
use crate::exit::{Exit, Failure};
use crate::interrupt::interrupted;
use crate::project::{Project, read_drive};
use crate::stage::Stage;
use crate::target::Target;
use crate::terminal::Terminal;

/// How often the counter moves and the browser is looked after.
const BEAT: Duration = Duration::from_millis(300);

pub(crate) async fn run(args: &RecordArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let target = Target::read(&args.target)?;
    let drive = args.drive.as_ref().map(|path| read_drive(path, &target)).transpose()?;
    let headed = args.headed || drive.is_none();
    let project = Project::read(args.config.as_deref())?;
    let grid = args.grid.resolve(&project.config)?;
    // A browser on another machine is shown there.
    if headed && grid.is_none() && user_display(&[]).is_err() {
        let error = anyhow::anyhow!("there is no display to show a browser on");
        let hint = "use the app by a file instead: --drive FILE".to_owned();
        return Err(Failure::usage(error, Some(hint)));
    }
    let stage = Stage::with_timeout(Duration::from_secs(args.timeout), headed, grid)?;
    let recorder = tokio::select! {
        recorder = start(args, &target, &stage, headed) => recorder?,
        () = interrupted() => return Ok(Exit::Interrupted),
    };
    let exit = match &drive {
        Some(drive) => driven(&recorder, drive, terminal).await,
        None => by_hand(&recorder, terminal).await,
    };
    terminal.end_counter();
    let broken = recorder.error_so_far();
    let recorded = tokio::select! {
        recorded = recorder.finish() => recorded.map_err(failure),
        // Impatience is the second Ctrl-C. What has come so far is in the file.
        () = interrupted() => return Ok(Exit::Interrupted),
    };
    stage.end().await?;
    if let Some(error) = broken {
        return Err(write_failure(error));
    }
    let counts = recorded?.counts;
    terminal.progress(&format!("{}: {}", args.out, summary(counts)));
    if args.json {
        trace::print_json(&args.out)?;
    }
    exit
}

fn summary(counts: Counts) -> String {
    let Counts { pages, inputs, callbacks, notices } = counts;
    format!("{pages} pages, {inputs} inputs, {callbacks} callbacks, {notices} notices")
}

async fn start(
    args: &RecordArgs,
    target: &Target,
    stage: &Stage,
    headed: bool,
) -> Result<Recorder, Failure> {
    let (width, height) = args.viewport;
    let config = RecordConfig {
        name: args.browser,
        browser: BrowserConfig {
            headed,
            viewport: Viewport { width, height },
            ..BrowserConfig::PLAIN
        },
        authority: Arc::clone(stage.authority()),
        upstream: Arc::clone(stage.upstream()),
        start_url: target.start_url.to_string(),
        folder: target.folder.clone(),
        cookies: if args.mask_cookies { Cookies::Mask } else { Cookies::Keep },
        out: args.out.clone(),
        measure: false,
        hold: None,
    };
    let launcher: &Launcher = stage.launcher();
    Recorder::start(launcher, config).await.map_err(failure)
}

pub(crate) fn failure(error: RecordError) -> Failure {
    match error {
        RecordError::Write(error) => write_failure(error),
        RecordError::Start(error) => {
            let hint = error.hint();
            Failure { exit: Exit::Environment, error: anyhow::Error::from(*error), hint }
        }
        error => Failure::environment(error, "cannot record"),
    }
}

fn write_failure(error: WriteError) -> Failure {
    let hint = error.hint();
    Failure::usage(error, hint)
}

/// Opens the start page; an app that does not answer is the user's to mend.
async fn open(recorder: &Recorder) -> Result<(), Failure> {
    let url = recorder.start_url();
    recorder.browser().session().navigate(url).await.map_err(|error| {
        let hint = "is the app running?".to_owned();
        let error = anyhow::Error::from(error).context(format!("cannot open {url}"));
        Failure { exit: Exit::Environment, error, hint: Some(hint) }
    })
}

/// Lets a drive file use the app.
async fn driven(recorder: &Recorder, drive: &Drive, terminal: &Terminal) -> Result<Exit, Failure> {
    let begins_elsewhere = drive.steps.iter().find_map(|step| match &step.action {
        Action::Navigate { .. } => Some(false),
        Action::SetViewport(_) => None,
        _ => Some(true),
    });
    if begins_elsewhere.unwrap_or(true) {
        open(recorder).await?;
    }
    let performer = Performer::new(recorder.browser().session(), PerformLimits::USUAL);
    let mut tell = |progress: Progress| match progress {
        Progress::Step { index, n_steps, what, .. } => {
            terminal.counter(&format!("step {} of {n_steps}: {what}", index + 1));
        }
        Progress::Note { number, text } => terminal.progress(&format!("step {number}: {text}")),
    };
    let performed = tokio::select! {
        performed = performer.perform(drive, &mut tell) => performed,
        () = interrupted() => return Ok(Exit::Interrupted),
        () = broken(recorder) => return Ok(Exit::Clean),
    };
    match performed {
        Ok(()) => Ok(Exit::Clean),
        Err(error) => {
            let hint = Some(error.hint().to_owned());
            Err(Failure::usage(error, hint))
        }
    }
}

/// Waits until nothing more can be written.
async fn broken(recorder: &Recorder) {
    let mut beat = tokio::time::interval(BEAT);
    while recorder.error_so_far().is_none() {
        beat.tick().await;
    }
}

/// Lets a person use the app, until the last window is closed or Ctrl-C.
async fn by_hand(recorder: &Recorder, terminal: &Terminal) -> Result<Exit, Failure> {
    open(recorder).await?;
    terminal.progress("recording; close the window or press Ctrl-C to end");
    let counts = recorder.counts();
    let mut beat = tokio::time::interval(BEAT);
    loop {
        tokio::select! {
            () = interrupted() => return Ok(Exit::Clean),
            _ = beat.tick() => {}
        }
        terminal.counter(&summary(*counts.borrow()));
        if recorder.error_so_far().is_some() || is_closed(recorder.browser()).await {
            return Ok(Exit::Clean);
        }
    }
}

async fn is_closed(browser: &Browser) -> bool {
    if browser.has_died() {
        return true;
    }
    match browser.session().windows().await {
        Ok(windows) => windows.is_empty(),
        // A driver whose browser is gone says so in many ways.
        Err(_) => true,
    }
}
