//! Our side of the keeper: a process that deletes sessions which we can no longer delete ourselves.
//!
//! Sessions on other machines do not end with us as processes do. So a second copy of our binary is told of every
//! session before it is asked for, and deletes what is left when our end of its standard input closes, for whatever
//! reason. It also takes over sessions that are dropped while we live on.

use std::io::{self, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::lock;
use crate::guard::{GuardCommand, Order};
use crate::webdriver::{Client, CommandError, CommandErrorKind, Credentials, Session};

/// What a keeper must know.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct KeepOrder {
    pub(crate) url: String,
    pub(crate) credentials: Option<Credentials>,
    /// How long a session may wait in the hub's queue.
    pub(crate) queue: Duration,
}

/// What a keeper is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Word {
    /// A session was asked for, and is called this on the grid.
    Asked(String),
    /// That will not come any more, or has come and is known by its id.
    Answered(String),
    /// Nobody waits for it any more, but it may still come.
    Abandoned(String),
    Opened {
        session: String,
        node: Option<String>,
    },
    Closed(String),
    /// It is for the keeper to delete.
    Left(String),
}

/// A running keeper. When it is dropped, the process deletes what is left and ends.
#[derive(Debug)]
pub(crate) struct Keeper {
    process: Child,
    lifeline: Mutex<Option<ChildStdin>>,
}

impl Keeper {
    pub(crate) fn start(command: &GuardCommand, order: &KeepOrder) -> io::Result<Self> {
        let mut process = Command::new(&command.program)
            .args(&command.args)
            .envs(command.env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // Ctrl-C in a terminal goes to the whole foreground group; the keeper must outlive us.
            .process_group(0)
            .spawn()?;
        let mut lifeline = process.stdin.take().expect("standard input is piped");
        write_line(&mut lifeline, &Order::Keep(order.clone()))?;
        Ok(Self { process, lifeline: Mutex::new(Some(lifeline)) })
    }

    pub(super) fn tell(&self, word: &Word) {
        let mut lifeline = lock(&self.lifeline);
        let told = lifeline.as_mut().map(|lifeline| write_line(lifeline, word));
        if let Some(Err(error)) = told {
            tracing::warn!(%error, "the keeper of sessions is gone");
        }
    }

    /// Lets it finish its work and end.
    pub(crate) async fn end(mut self, limit: Duration) {
        drop(lock(&self.lifeline).take());
        let ended = tokio::task::spawn_blocking(move || self.process.wait());
        if tokio::time::timeout(limit, ended).await.is_err() {
            tracing::debug!("the keeper still deletes sessions");
        }
    }
}

fn write_line(to: &mut ChildStdin, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    to.write_all(&line)
}

/// A session that was asked for and has not come yet.
pub(super) struct Asked {
    keeper: Arc<Keeper>,
    tag: Option<String>,
}

impl Asked {
    pub(super) fn new(keeper: Arc<Keeper>, tag: &str) -> Self {
        keeper.tell(&Word::Asked(tag.to_owned()));
        Self { keeper, tag: Some(tag.to_owned()) }
    }

    /// It will not come.
    pub(super) fn refused(mut self) {
        let tag = self.tag.take();
        self.keeper.tell(&Word::Answered(tag.unwrap_or_default()));
    }

    /// It came.
    pub(super) fn opened(mut self, session: &str) -> Lease {
        let keeper = Arc::clone(&self.keeper);
        keeper.tell(&Word::Opened { session: session.to_owned(), node: None });
        keeper.tell(&Word::Answered(self.tag.take().unwrap_or_default()));
        Lease { keeper: Some(keeper), session: session.to_owned(), node: None }
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        if let Some(tag) = self.tag.take() {
            self.keeper.tell(&Word::Abandoned(tag));
        }
    }
}

/// A session that must be deleted. Dropping it leaves that to the keeper.
#[derive(Debug)]
pub(crate) struct Lease {
    keeper: Option<Arc<Keeper>>,
    session: String,
    node: Option<String>,
}

impl Lease {
    /// Remembers the node, which knows the session even when the hub has forgotten it.
    pub(super) fn is_on(&mut self, node: &str) {
        self.node = Some(node.to_owned());
        if let Some(keeper) = &self.keeper {
            let (session, node) = (self.session.clone(), self.node.clone());
            keeper.tell(&Word::Opened { session, node });
        }
    }

    /// Deletes the session. What cannot be deleted now is left to the keeper.
    pub(crate) async fn end(mut self, session: &Session, limit: Duration) {
        let deleted = session.within(limit).delete().await;
        let is_gone = is_gone(&deleted, self.node.as_deref(), &self.session, limit).await;
        if is_gone && let Some(keeper) = self.keeper.take() {
            keeper.tell(&Word::Closed(self.session.clone()));
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(keeper) = &self.keeper {
            keeper.tell(&Word::Left(self.session.clone()));
        }
    }
}

/// Whether a session is gone after a hub was asked to delete it; a hub that does not know it is no proof.
pub(super) async fn is_gone(
    deleted: &Result<(), CommandError>,
    node: Option<&str>,
    session: &str,
    limit: Duration,
) -> bool {
    let Err(error) = deleted else { return true };
    tracing::debug!(session, error = %error.kind, "the hub did not delete the session");
    let is_unknown = matches!(
        error.kind,
        CommandErrorKind::BrowserDied { .. } | CommandErrorKind::NodeLost { .. }
    );
    let Some(client) = node.and_then(|node| Client::new(node).ok()) else { return is_unknown };
    let delete = async |path: String| {
        client.send("delete session", reqwest::Method::DELETE, &path, None, limit).await
    };
    let Err(error) = delete(format!("session/{session}")).await else { return true };
    match error.kind {
        // A node that is not there any more, or does not know it, has no such session.
        CommandErrorKind::Transport(_)
        | CommandErrorKind::BrowserDied { .. }
        | CommandErrorKind::NodeLost { .. } => is_unknown,
        // Selenium 4.48 keeps the slot of a session whose driver did not answer; this gives it back.
        _ => delete(format!("se/grid/node/session/{session}")).await.is_ok(),
    }
}
