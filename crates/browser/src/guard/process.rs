//! The guard's own side: what the second copy of the binary does.
//!
//! It reads one order from standard input, starts the program, and waits for the first of three things:
//! the program ends, standard input ends, or somebody sends `SIGTERM`.
//! Then it ends every descendant and removes the scratch directory.

use std::fs;
use std::io::{self, BufRead, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitOptions, WaitStatus};
use serde::de::DeserializeOwned;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, timeout};

use super::tree::descendants;
use super::{GuardOrder, Order};
use crate::grid;

/// Exit code of a guard that could not start its program, as shells have it.
const COULD_NOT_START: u8 = 127;
/// A process that survives `SIGKILL` this long sits in the kernel and cannot be ended by anybody.
const KILL_LIMIT: Duration = Duration::from_secs(10);

/// Is the guard: call this from `main` and return its result, before anything else is started.
///
/// The exit code is the program's own, 128 + the signal that ended it, or 127 with a reason on standard error.
pub fn run() -> ExitCode {
    let outcome = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("cannot start the runtime: {error}"))
        .and_then(|runtime| runtime.block_on(guard()));
    match outcome {
        Ok(code) => ExitCode::from(code),
        Err(reason) => {
            // Our parent may be gone, and its end of the pipe with it.
            let _ = writeln!(io::stderr(), "xcheck guard: {reason}");
            ExitCode::from(COULD_NOT_START)
        }
    }
}

async fn guard() -> Result<u8, String> {
    let order = match read_order()? {
        Order::Guard(order) => order,
        Order::Keep(order) => return grid::keep(order, words()).await.map(|()| 0),
    };
    let lifeline = lifeline();
    let outcome = guard_program(&order, lifeline).await;
    if let Some(scratch) = &order.scratch {
        remove_scratch(scratch.as_std_path()).await;
    }
    outcome
}

async fn guard_program(order: &GuardOrder, lifeline: oneshot::Receiver<()>) -> Result<u8, String> {
    let mut reaper = Reaper::new().map_err(|error| format!("cannot watch signals: {error}"))?;
    // Handlers instead of "ignore", because ignored signals would be inherited by the program.
    let terminal = [SignalKind::interrupt(), SignalKind::hangup()].map(signal);
    let mut terminate = signal(SignalKind::terminate())
        .map_err(|error| format!("cannot watch signals: {error}"))?;
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))
        .map_err(|error| format!("cannot become a subreaper: {error}"))?;

    let program = start(order)?;
    tokio::select! {
        () = reaper.until_ended(&program) => {}
        _ = lifeline => {}
        _ = terminate.recv() => {}
    }
    if reaper.status.is_none() && !order.grace.is_zero() {
        let _ = rustix::process::kill_process(Pid::from_child(&program), Signal::TERM);
        let _ = timeout(order.grace, reaper.until_ended(&program)).await;
    }
    reaper.end_all(&program).await;
    drop(terminal);

    let status = reaper.status.map(|status| ExitStatus::from_raw(status.as_raw()));
    let code = status.and_then(|status| status.code().or(status.signal().map(|n| 128 + n)));
    Ok(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX))
}

fn read_order() -> Result<Order, String> {
    let mut line = String::new();
    io::stdin()
        .lock()
        .read_line(&mut line)
        .map_err(|error| format!("cannot read the order: {error}"))?;
    serde_json::from_str(&line).map_err(|error| format!("cannot read the order: {error}"))
}

/// What comes on standard input after the order, line by line.
fn words<T: DeserializeOwned + Send + 'static>() -> mpsc::UnboundedReceiver<T> {
    let (sender, words) = mpsc::unbounded_channel();
    std::thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            let Ok(word) = serde_json::from_str(&line) else { continue };
            if sender.send(word).is_err() {
                return;
            }
        }
    });
    words
}

/// Leaves a thread waiting for the end of standard input.
fn lifeline() -> oneshot::Receiver<()> {
    let (ended, lifeline) = oneshot::channel();
    std::thread::spawn(move || {
        let mut rest = [0; 64];
        while let Ok(1..) = io::stdin().lock().read(&mut rest) {}
        let _ = ended.send(());
    });
    lifeline
}

fn start(order: &GuardOrder) -> Result<Child, String> {
    let mut command = Command::new(&order.program);
    command.args(&order.args).stdin(Stdio::null());
    for (name, value) in &order.env {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    if let Some(scratch) = &order.scratch {
        command.current_dir(scratch);
    }
    command.spawn().map_err(|error| format!("cannot start {}: {error}", order.program))
}

/// Collects ended children: the program itself and every orphan that fell to us.
struct Reaper {
    child_ended: tokio::signal::unix::Signal,
    status: Option<WaitStatus>,
}

impl Reaper {
    fn new() -> io::Result<Self> {
        Ok(Self { child_ended: signal(SignalKind::child())?, status: None })
    }

    async fn until_ended(&mut self, program: &Child) {
        loop {
            self.reap(program);
            if self.status.is_some() {
                return;
            }
            self.child_ended.recv().await;
        }
    }

    /// Sends `SIGKILL` to all descendants, again and again, because they may start new ones meanwhile.
    async fn end_all(&mut self, program: &Child) {
        let own = rustix::process::getpid().as_raw_nonzero().get();
        let limit = Instant::now() + KILL_LIMIT;
        while self.reap(program) && Instant::now() < limit {
            for pid in descendants(own).into_iter().filter_map(Pid::from_raw) {
                let _ = rustix::process::kill_process(pid, Signal::KILL);
            }
            let _ = timeout(Duration::from_millis(20), self.child_ended.recv()).await;
        }
    }

    /// Takes every ended child; false when there is no child left at all.
    fn reap(&mut self, program: &Child) -> bool {
        loop {
            match rustix::process::wait(WaitOptions::NOHANG) {
                Ok(Some((pid, status))) => {
                    if pid == Pid::from_child(program) {
                        self.status = Some(status);
                    }
                }
                Ok(None) => return true,
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return false,
            }
        }
    }
}

/// A killed process may still be leaving the kernel while its files are removed, so this tries more than once.
async fn remove_scratch(scratch: &std::path::Path) {
    for _ in 0..20 {
        match fs::remove_dir_all(scratch) {
            Ok(()) => return,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return,
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}
