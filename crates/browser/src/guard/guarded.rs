//! Our side of a guard: the lifeline, the output and the end.

use std::io;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::process::{ChildStdin, Command};
use tokio::sync::watch;
use tokio::time::timeout;

use super::tree::descendants;
use super::{GuardCommand, GuardOrder, Order, Output};

/// A process that outlives its guard would hold the pipes open.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A running program with its guard. Dropping it ends both, without waiting.
#[derive(Debug)]
pub struct Guarded {
    name: String,
    guard: u32,
    lifeline: Option<ChildStdin>,
    output: Output,
    exit: watch::Receiver<Option<ExitStatus>>,
}

/// A guard did not end in time. Its processes may still be there.
#[derive(Debug, thiserror::Error)]
#[error("{program} was still ending after {limit:?}")]
pub struct EndError {
    pub program: String,
    pub limit: Duration,
}

impl Guarded {
    /// Starts a guard and gives it `order`. Needs a tokio runtime.
    ///
    /// That the program itself could not be started shows as an early exit with code 127.
    pub async fn start(command: &GuardCommand, mut order: GuardOrder) -> io::Result<Self> {
        order.env.extend(command.env.iter().map(|(name, _)| (name.clone(), None)));
        let mut guard = Command::new(&command.program)
            .args(&command.args)
            .envs(command.env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Ctrl-C in a terminal goes to the whole foreground group; the guard must outlive us.
            .process_group(0)
            .spawn()?;
        let guard_id = guard.id().unwrap_or_default();
        let mut lifeline = guard.stdin.take().expect("standard input is piped");
        let output = Output::new();
        let stdout = guard.stdout.take().expect("standard output is piped");
        let stderr = guard.stderr.take().expect("standard error is piped");
        let readers = [
            tokio::spawn(output.clone().read_from(stdout)),
            tokio::spawn(output.clone().read_from(stderr)),
        ];

        let mut line =
            serde_json::to_vec(&Order::Guard(order.clone())).expect("an order is plain data");
        line.push(b'\n');
        lifeline.write_all(&line).await?;
        lifeline.flush().await?;

        let (ended, exit) = watch::channel(None);
        tokio::spawn(async move {
            let status = guard.wait().await.ok();
            // The last words must be there when the end is known.
            for reader in readers {
                let _ = timeout(LAST_WORDS, reader).await;
            }
            let _ = ended.send(status);
        });
        let name = order.program.file_name().unwrap_or(order.program.as_str()).to_owned();
        Ok(Self { name, guard: guard_id, lifeline: Some(lifeline), output, exit })
    }

    /// Waits until the program has ended by itself and everything it started is gone.
    pub async fn exited(&self) -> Option<ExitStatus> {
        let mut exit = self.exit.clone();
        exit.wait_for(Option::is_some).await.ok().and_then(|status| *status)
    }

    /// Whether the program is known to have ended.
    pub fn has_exited(&self) -> bool {
        self.exit.borrow().is_some()
    }

    /// The processes that the program and its children are now.
    pub fn descendants(&self) -> Vec<i32> {
        i32::try_from(self.guard).map(descendants).unwrap_or_default()
    }

    pub fn output(&self) -> &Output {
        &self.output
    }

    /// Ends the program and all it started; returns when they are gone.
    pub async fn end(mut self, limit: Duration) -> Result<(), EndError> {
        drop(self.lifeline.take());
        match timeout(limit, self.exited()).await {
            Ok(_) => Ok(()),
            Err(_) => Err(EndError { program: self.name.clone(), limit }),
        }
    }
}
