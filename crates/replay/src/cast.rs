//! Which recorded page a new document is.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use tokio::sync::mpsc;
use xcheck_model::event::{Entry, Page};
use xcheck_trace::Log;

use crate::gates::Gates;
use crate::gesture::Gesture;
use crate::payload::{PlayerPlan, n_played, payload, worker_payload};

/// What a new document or worker says about itself.
#[derive(Clone, Debug, Deserialize)]
struct Question {
    url: String,
    #[serde(default)]
    frame: Vec<i64>,
    #[serde(default)]
    worker: bool,
    /// It was this page, in which nothing happened, and is written anew.
    #[serde(default)]
    after: Option<usize>,
}

/// A document has begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entered {
    Page(usize),
    /// Not recorded.
    Stranger {
        url: String,
        is_top: bool,
    },
}

/// Documents that were in a page's frame before it, and in which nothing happened: a browser need not show them.
///
/// A frame begins with an empty document, which one browser puts away before its scripts run, another after.
pub(crate) fn passed_over<'a>(pages: &'a [Page], page: &'a Page) -> impl Iterator<Item = usize> {
    let is_idle =
        |other: &&Page| !other.entries.iter().any(|entry| matches!(entry, Entry::Event(_)));
    let is_like = |other: &&Page| !other.hello.is_worker && other.hello.frame == page.hello.frame;
    let before = pages.iter().take_while(|other| other.number < page.number);
    let before = before.filter(|_| !page.hello.frame.is_empty() && !page.hello.is_worker);
    before.filter(is_like).filter(is_idle).map(|other| other.number)
}

/// Gives each new document its part.
pub(crate) struct Cast {
    log: Arc<Log>,
    gestures: Arc<Vec<Vec<Gesture>>>,
    gates: Arc<Gates>,
    plan: PlayerPlan,
    is_limited: bool,
    taken: Mutex<Vec<bool>>,
    entered: mpsc::UnboundedSender<Entered>,
}

impl Cast {
    /// With `is_limited` pages begin only when they are told to.
    pub(crate) fn new(
        log: Arc<Log>,
        gestures: Arc<Vec<Vec<Gesture>>>,
        gates: Arc<Gates>,
        plan: PlayerPlan,
        is_limited: bool,
    ) -> (Self, mpsc::UnboundedReceiver<Entered>) {
        let (entered, receiver) = mpsc::unbounded_channel();
        let taken = Mutex::new(vec![false; log.pages.len()]);
        (Self { log, gestures, gates, plan, is_limited, taken, entered }, receiver)
    }

    /// Answers a document that asks who it is; `null` is nobody.
    pub(crate) fn answer(&self, question: &str) -> String {
        let Ok(question) = serde_json::from_str::<Question>(question) else {
            return "null".to_owned();
        };
        let Some(page) = self.take(&question) else {
            let is_new = !question.worker && question.after.is_none();
            if is_new && !question.url.starts_with("about:") {
                let is_top = question.frame.is_empty();
                self.tell(Entered::Stranger { url: question.url, is_top });
            }
            return "null".to_owned();
        };
        if page.hello.is_worker {
            return worker_payload(page);
        }
        self.tell(Entered::Page(page.number));
        let until = if self.is_limited { 0 } else { n_played(page) };
        let plan =
            PlayerPlan { until, restores_storage: self.is_first_of_origin(page), ..self.plan };
        let gates = self.gates.entries(page.number);
        payload(page, &self.gestures[page.number], &gates, plan)
    }

    fn tell(&self, entered: Entered) {
        // A replay that has ended does not care.
        let _ = self.entered.send(entered);
    }

    fn taken(&self) -> MutexGuard<'_, Vec<bool>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next recorded page that this can be.
    fn take(&self, question: &Question) -> Option<&Page> {
        let mut taken = self.taken();
        let free = |page: &&Page| {
            !taken[page.number]
                && page.hello.is_worker == question.worker
                && (question.worker || page.hello.frame == question.frame)
        };
        let path = |url: &str| url.split(['?', '#']).next().unwrap_or_default().to_owned();
        let bare = |url: &str| url.split('#').next().unwrap_or_default().to_owned();
        let blob = |url: &str| url.starts_with("blob:");
        let pages = || self.log.pages.iter().filter(free);
        if let Some(after) = question.after {
            let mut later = pages().skip_while(|page| page.number <= after);
            // What no server sent.
            let next = later.next().filter(|page| page.hello.url.starts_with("about:"))?;
            taken[next.number] = true;
            return Some(next);
        }
        let url = &question.url;
        let found = pages()
            .find(|page| page.hello.url == *url)
            .or_else(|| pages().find(|page| bare(&page.hello.url) == bare(url)))
            .or_else(|| pages().find(|page| path(&page.hello.url) == path(url)))
            // Their names are made up by the browser.
            .or_else(|| pages().find(|page| blob(&page.hello.url) && blob(url)))?;
        let passed: Vec<usize> = passed_over(&self.log.pages, found).collect();
        taken[found.number] = true;
        for number in passed {
            taken[number] = true;
        }
        Some(found)
    }

    /// Whether a page is the first of the recording that sees its origin's storage.
    fn is_first_of_origin(&self, page: &Page) -> bool {
        let origin = |page: &Page| {
            let url = &page.hello.url;
            url.split('/').take(3).collect::<Vec<_>>().join("/")
        };
        let first = self.log.pages.iter().find(|other| origin(other) == origin(page));
        first.is_some_and(|first| first.number == page.number)
    }
}
