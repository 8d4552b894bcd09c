//! The display that headless WebKit draws on, and the check for one in headed mode.

use std::env;
use std::io;
use std::process::Stdio;
use std::time::Duration;

use camino::Utf8PathBuf;
use tokio::io::AsyncWriteExt;
use tokio::process::Command;
use tokio::time::timeout;

use crate::find::{MissingTool, Overrides, Tool, find_tool};
use crate::guard::{EndError, GuardCommand, GuardOrder, Guarded};
use crate::pointer;
use crate::scratch::Scratch;

/// Larger than any viewport we use, with room for window borders.
const SCREEN: &str = "1600x1200x24";
const START_LIMIT: Duration = Duration::from_secs(20);
/// Xvfb removes its lock and socket in `/tmp` only when it ends by itself.
const GRACE: Duration = Duration::from_secs(3);
/// WebKit measures text with these; with hinting its widths are up to 4 % off.
const RESOURCES: &str =
    "Xft.antialias: 1\nXft.hinting: 0\nXft.hintstyle: hintnone\nXft.rgba: none\nXft.dpi: 96\n";

/// A display server of our own, without a screen.
#[derive(Debug)]
pub struct Display {
    guarded: Guarded,
    number: u32,
}

#[derive(Debug, thiserror::Error)]
pub enum DisplayError {
    #[error(transparent)]
    Missing(#[from] MissingTool),
    #[error("cannot start Xvfb")]
    Start(#[source] io::Error),
    #[error("Xvfb gave up: {output}")]
    Exited { output: String },
    #[error("Xvfb was not ready after {limit:?}")]
    NotReady { limit: Duration },
    #[error("xrdb could not set the X resources: {output}")]
    Resources { output: String },
    #[error("the pointer cannot be moved off the page")]
    Pointer(#[source] io::Error),
    #[error("a visible browser needs a display, but DISPLAY is not set")]
    NoUserDisplay,
}

impl Display {
    /// Starts Xvfb on a free number, with `env` added to its environment, and waits until it takes connections.
    pub async fn start(
        guard: &GuardCommand,
        overrides: &Overrides,
        env: &[(String, String)],
    ) -> Result<Self, DisplayError> {
        let xvfb = find_tool(Tool::Xvfb, overrides)?;
        let xrdb = find_tool(Tool::Xrdb, overrides)?;
        let scratch = Scratch::make("display").map_err(DisplayError::Start)?;
        let mut env: Vec<(String, Option<String>)> =
            env.iter().map(|(name, value)| (name.clone(), Some(value.clone()))).collect();
        env.push(("TMPDIR".into(), Some(scratch.path().to_string())));
        let args = ["-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp", "-noreset"];
        let order = GuardOrder {
            program: xvfb,
            args: args.map(str::to_owned).to_vec(),
            env,
            scratch: Some(scratch.path().to_owned()),
            grace: GRACE,
        };
        let guarded = Guarded::start(guard, order).await.map_err(DisplayError::Start)?;
        scratch.hand_over();
        let number = tokio::select! {
            number = guarded.output().wait_for(display_number) => number,
            _ = guarded.exited() => {
                return Err(DisplayError::Exited { output: guarded.output().last_lines(5) });
            }
            () = tokio::time::sleep(START_LIMIT) => {
                return Err(DisplayError::NotReady { limit: START_LIMIT });
            }
        };
        let display = Self { guarded, number };
        display.set_resources(xrdb).await?;
        pointer::move_away(number).await.map_err(DisplayError::Pointer)?;
        Ok(display)
    }

    /// The value of `DISPLAY` for this server.
    pub fn name(&self) -> String {
        format!(":{}", self.number)
    }

    pub fn has_died(&self) -> bool {
        self.guarded.has_exited()
    }

    /// Ends the server; returns when its lock file is gone.
    pub async fn end(self, limit: Duration) -> Result<(), EndError> {
        self.guarded.end(limit).await
    }

    async fn set_resources(&self, xrdb: Utf8PathBuf) -> Result<(), DisplayError> {
        let failed = |error: io::Error| DisplayError::Resources { output: error.to_string() };
        let mut child = Command::new(xrdb)
            .args(["-nocpp", "-merge", "-display", &self.name()])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(failed)?;
        let mut stdin = child.stdin.take().expect("standard input is piped");
        stdin.write_all(RESOURCES.as_bytes()).await.map_err(failed)?;
        drop(stdin);
        let output = timeout(START_LIMIT, child.wait_with_output())
            .await
            .map_err(|_| DisplayError::Resources {
                output: format!("no end after {START_LIMIT:?}"),
            })?
            .map_err(failed)?;
        if !output.status.success() {
            let output = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            return Err(DisplayError::Resources { output });
        }
        Ok(())
    }
}

/// The display of the person in front of the machine: `DISPLAY` in `env`, else in our own environment.
pub fn user_display(env: &[(String, String)]) -> Result<String, DisplayError> {
    let given = env.iter().rfind(|(name, _)| name == "DISPLAY").map(|(_, value)| value.clone());
    let display = given.or_else(|| env::var("DISPLAY").ok());
    display.filter(|display| !display.is_empty()).ok_or(DisplayError::NoUserDisplay)
}

/// The number Xvfb prints on a line of its own.
///
/// A guard inside a test binary prints lines before it, and its last one may lack the newline,
/// so the first whole line that ends in nothing but digits counts.
fn display_number(output: &str) -> Option<u32> {
    let (whole, _) = output.rsplit_once('\n')?;
    whole.lines().find_map(|line| line.rsplit(' ').next()?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_is_found_among_other_lines() {
        assert_eq!(display_number("99\n"), Some(99));
        assert_eq!(display_number("\nrunning 1 test\ntest guard_entry ... 7\n"), Some(7));
        assert_eq!(display_number("running 1 test\n1"), None, "the line is not whole yet");
    }
}
