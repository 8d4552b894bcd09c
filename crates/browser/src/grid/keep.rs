//! The keeper's own side: deletes what it was told of and nobody else deletes.

use std::collections::BTreeMap;
use std::time::Duration;

use reqwest::Method;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep};

use super::keeper::{KeepOrder, Word, is_gone};
use super::offer::Offer;
use crate::webdriver::{Client, CommandErrorKind};

const BEAT: Duration = Duration::from_millis(300);
const COMMAND: Duration = Duration::from_secs(10);
/// How long a session that cannot be deleted is tried: longer than a hub takes to start again and to find its nodes.
const PATIENCE: Duration = Duration::from_secs(150);
/// How long after the hub has taken a request from its queue its session may become known.
const START: Duration = Duration::from_secs(60);

/// What is open, and what is to be deleted.
#[derive(Debug, Default)]
struct Book {
    asked: Vec<String>,
    /// Sessions with their nodes.
    open: BTreeMap<String, Option<String>>,
    /// Names of sessions that nobody waits for, and since when they are not in the queue.
    abandoned: Vec<(String, Instant)>,
    /// Sessions to delete, and since when.
    left: BTreeMap<String, (Option<String>, Instant)>,
}

/// Is the keeper, until all is told and everything is deleted that can be.
pub(crate) async fn keep(
    order: KeepOrder,
    mut words: mpsc::UnboundedReceiver<Word>,
) -> Result<(), String> {
    let client = Client::remote(&order.url, order.credentials.clone())
        .map_err(|error| format!("cannot speak to the grid: {error}"))?;
    let mut book = Book::default();
    let mut is_told = true;
    while is_told || book.has_work() {
        tokio::select! {
            word = words.recv(), if is_told => match word {
                Some(word) => book.take(word),
                None => {
                    is_told = false;
                    book.leave_all();
                }
            },
            () = sleep(BEAT), if book.has_work() => {}
        }
        // What was told together is understood together.
        while let Ok(word) = words.try_recv() {
            book.take(word);
        }
        book.work(&client, &order).await;
    }
    Ok(())
}

impl Book {
    fn has_work(&self) -> bool {
        !self.abandoned.is_empty() || !self.left.is_empty()
    }

    fn take(&mut self, word: Word) {
        let now = Instant::now();
        match word {
            Word::Asked(tag) => self.asked.push(tag),
            Word::Answered(tag) => self.asked.retain(|it| *it != tag),
            Word::Abandoned(tag) => {
                self.asked.retain(|it| *it != tag);
                self.abandoned.push((tag, now));
            }
            Word::Opened { session, node } => drop(self.open.insert(session, node)),
            Word::Closed(session) => drop(self.open.remove(&session)),
            Word::Left(session) => {
                let node = self.open.remove(&session).flatten();
                self.left.insert(session, (node, now));
            }
        }
    }

    /// Nobody is there any more.
    fn leave_all(&mut self) {
        for session in self.open.keys().cloned().collect::<Vec<_>>() {
            self.take(Word::Left(session));
        }
        for tag in std::mem::take(&mut self.asked) {
            self.take(Word::Abandoned(tag));
        }
    }

    async fn work(&mut self, client: &Client, order: &KeepOrder) {
        if !self.abandoned.is_empty() {
            self.find(client, order).await;
        }
        for (session, (node, since)) in std::mem::take(&mut self.left) {
            let path = format!("session/{session}");
            let deleted = client.send("delete session", Method::DELETE, &path, None, COMMAND).await;
            let is_refused = matches!(&deleted, Err(error) if matches!(error.kind, CommandErrorKind::Unauthorized { .. }));
            let is_over = is_refused || since.elapsed() > PATIENCE;
            if !is_gone(&deleted.map(drop), node.as_deref(), &session, COMMAND).await && !is_over {
                self.left.insert(session, (node, since));
            }
        }
    }

    /// Looks for sessions that came after nobody waited for them any more.
    async fn find(&mut self, client: &Client, order: &KeepOrder) {
        let queue = client
            .send("queue", Method::GET, "se/grid/newsessionqueue/queue", None, COMMAND)
            .await
            .map(|queue| queue.to_string())
            .unwrap_or_default();
        let status = client.whole_status(COMMAND).await.ok();
        let offer = status.as_ref().and_then(Offer::read);
        let now = Instant::now();
        for (tag, since) in std::mem::take(&mut self.abandoned) {
            let found = offer.as_ref().map(|offer| offer.named(&tag)).unwrap_or_default();
            for (session, node) in &found {
                self.left.insert((*session).to_owned(), (Some((*node).to_owned()), now));
            }
            let is_queued = queue.contains(&tag);
            let is_over = since.elapsed() > if is_queued { order.queue + START } else { START };
            // A cloud tells neither; it ends sessions by itself after a while.
            let is_hidden = status.is_some() && offer.is_none();
            if found.is_empty() && !is_over && !is_hidden {
                self.abandoned.push((tag, since));
            }
        }
    }
}
