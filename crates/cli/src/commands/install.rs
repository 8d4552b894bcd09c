//! `xcheck install`: puts in what is missing, and says what it does.

use xcheck_browser::find::Overrides;
use xcheck_browser::install::{self, Step};

use crate::args::InstallArgs;
use crate::exit::{Exit, Failure};
use crate::terminal::Terminal;

pub(crate) async fn run(args: &InstallArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let look = || install::plan(&install::look(&args.browsers, &Overrides::from_env()));
    let plan = look();
    if plan.is_empty() {
        terminal.progress("nothing to do: everything is here");
        return Ok(Exit::Clean);
    }
    let announce = |step: &Step| terminal.progress(&format!("{}: {}", step.what, step.command()));
    if args.dry_run {
        plan.steps.iter().for_each(announce);
    } else {
        install::run(&plan, &mut |step| announce(step)).await.map_err(|error| {
            let hint = "what was done stays done; run `xcheck install` again when it is mended";
            Failure { exit: Exit::Environment, error: error.into(), hint: Some(hint.to_owned()) }
        })?;
    }
    for line in &plan.advice {
        terminal.hint(line);
    }
    if args.dry_run {
        return Ok(Exit::Clean);
    }
    // What cannot be done by a step is left to the user, and is not done yet.
    if !look().is_empty() {
        return Ok(Exit::Environment);
    }
    terminal.progress("done; `xcheck doctor` tries the browsers");
    Ok(Exit::Clean)
}
