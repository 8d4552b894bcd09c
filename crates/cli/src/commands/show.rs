//! `xcheck show`: reports over time, in the user's browser.

use std::io::Write as _;
use std::process::{Command, Stdio};

use xcheck_show::Shown;

use crate::args::ShowArgs;
use crate::exit::{Exit, Failure};
use crate::interrupt::interrupted;
use crate::terminal::Terminal;

pub(crate) async fn run(args: &ShowArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let shown = Shown::start(&args.folder, args.port).await.map_err(|error| {
        let hint = error.hint().to_owned();
        Failure::usage(error, Some(hint))
    })?;
    let url = shown.url();
    // A reader that goes away, such as `head`, is no error.
    let _ = writeln!(std::io::stdout(), "{url}");
    terminal.progress(&format!("showing {}; Ctrl-C ends", args.folder));
    if args.open && !open(&url) {
        terminal.hint("no browser could be opened: open the address by hand");
    }
    interrupted().await;
    shown.end().await;
    Ok(Exit::Clean)
}

/// Asks the desktop to open an address. What it starts is the user's and stays.
fn open(url: &str) -> bool {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut command = Command::new(program);
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
