//! How a replay ends, and what is told only then.

use xcheck_browser::webdriver::CommandError;
use xcheck_model::event::Entry;
use xcheck_model::run::{Divergence, DivergenceKind};
use xcheck_proxy::{Asked, is_page};
use xcheck_trace::run::{RunOutcome, RunWriteError};

use super::{Conductor, Ended, Stop};
use crate::payload::n_played;

impl Conductor<'_> {
    /// Notes what a browser asked for and nobody recorded. When that comes is up to the browser, so it is told at the end.
    pub(super) fn asked(&mut self, asked: Asked) {
        tracing::trace!(?asked, "asked for");
        if let Asked::Recorded(exchange) = asked {
            let next = self.play.gates.page_of(exchange);
            self.pending = next.filter(|page| !self.pages[*page].has_entered).or(self.pending);
        }
        let (kind, request, nearest) = match asked {
            Asked::Unrecorded { request, nearest } => {
                (DivergenceKind::RequestMissing, request, nearest)
            }
            Asked::Different { exchange, request } => {
                (DivergenceKind::RequestDifferent, request, Some(exchange))
            }
            _ => return,
        };
        // Browsers ask for it by themselves, some of them.
        if request.url.ends_with("/favicon.ico") {
            return;
        }
        let nearest = nearest.and_then(|id| {
            let exchanges = self.serving.recorded().exchanges();
            let found = exchanges.iter().find(|exchange| exchange.id == id)?;
            Some(format!("{} {}", found.request.method, found.request.url))
        });
        let actual = format!("{} {}", request.method, request.url);
        let is_page = kind == DivergenceKind::RequestMissing && is_page(&request);
        let kind = if is_page { DivergenceKind::NavigationSurplus } else { kind };
        let detail = match (kind, &nearest) {
            (DivergenceKind::RequestDifferent, _) => format!("{actual} was sent with another body"),
            (_, Some(nearest)) => format!("{actual} was not recorded; the nearest is {nearest}"),
            (_, None) => format!("{actual} was not recorded"),
        };
        let page = self.pages.iter().rposition(|page| page.has_entered).unwrap_or(0);
        self.requests.push(Divergence {
            page,
            event: None,
            kind,
            detail,
            expected: nearest,
            actual: Some(actual),
            registered_by: None,
        });
    }

    /// What it means that a command failed.
    pub(super) fn stopped(&self, error: &CommandError) -> Stop {
        let engine = self.browser.engine().title();
        let kind = &error.kind;
        match error.is_timeout() {
            false if error.is_node_lost() => {
                Stop::Lost(format!("{engine} at {}: {kind}", error.command))
            }
            // A page that never comes to rest keeps the driver waiting.
            true => Stop::Stuck(format!("{engine} does not answer ({}): {kind}", error.command)),
            false if error.is_session_lost() || self.browser.has_died() => {
                Stop::Died(format!("{engine} at {}: {kind}", error.command))
            }
            false => Stop::Stuck(format!("{engine} refuses {}: {kind}", error.command)),
        }
    }

    pub(super) fn end(mut self, stop: Stop) -> Result<Ended, RunWriteError> {
        let last = self.pages.iter().rposition(|page| page.has_entered).unwrap_or(0);
        let note = |kind: DivergenceKind, detail: String, event: Option<u64>| Divergence {
            page: last,
            event,
            kind,
            detail,
            expected: None,
            actual: None,
            registered_by: None,
        };
        let event = self.pages[last].last_event;
        let mut lost_node = None;
        let outcome = match stop {
            Stop::Write(error) => return Err(error),
            Stop::Done => RunOutcome::complete(),
            Stop::Died(reason) => {
                let found = note(DivergenceKind::BrowserDied, reason.clone(), event);
                self.last_word(found)?;
                RunOutcome::incomplete(format!("the browser died: {reason}"))
            }
            Stop::Lost(reason) => {
                lost_node = Some(reason.clone());
                RunOutcome::incomplete(reason)
            }
            Stop::Stuck(reason) => {
                self.last_word(note(DivergenceKind::TimedOut, reason.clone(), event))?;
                RunOutcome::incomplete(reason)
            }
        };
        for found in std::mem::take(&mut self.requests).into_iter().chain(self.rejections()) {
            self.last_word(found)?;
        }
        for number in 0..self.pages.len() {
            let page = &self.play.log.pages[number];
            let later = page.entries.iter().skip(n_played(page));
            let n_lost = later.filter(|entry| matches!(entry, Entry::Event(_))).count();
            if n_lost > 0 && !page.hello.is_worker {
                let detail = format!(
                    "{n_lost} events after the page came back from the browser's cache are not replayed"
                );
                let found = note(DivergenceKind::PageBlocked, detail, None);
                self.last_word(Divergence { page: number, ..found })?;
            }
        }
        let missing: Vec<usize> = (0..self.pages.len())
            .filter(|number| {
                let page = &self.play.log.pages[*number];
                let is_due = !page.hello.is_worker && page.events().next().is_some();
                outcome.is_complete && is_due && !self.pages[*number].has_entered
            })
            .collect();
        for page in missing {
            let url = self.page(page).hello.url.clone();
            let detail = format!("{url} was never opened");
            self.last_word(Divergence {
                page,
                ..note(DivergenceKind::NavigationMissing, detail, None)
            })?;
        }
        Ok(Ended {
            n_events: self.n_events(),
            writer: self.writer,
            outcome,
            n_steps: self.n_steps,
            divergences: self.divergences,
            timings: self.timings,
            lost_node,
        })
    }

    fn last_word(&mut self, found: Divergence) -> Result<(), RunWriteError> {
        match self.diverge(found) {
            Err(Stop::Write(error)) => Err(error),
            _ => Ok(()),
        }
    }

    /// Promises that were rejected here only, by the kind of their errors.
    fn rejections(&self) -> Vec<Divergence> {
        let mut found = Vec::new();
        for (page, state) in self.play.log.pages.iter().zip(&self.pages) {
            let mut recorded: Vec<&str> =
                page.rejections.iter().map(|(name, _)| name.as_str()).collect();
            for (event, name, message) in &state.rejections {
                if let Some(at) = recorded.iter().position(|known| known == name) {
                    recorded.remove(at);
                    continue;
                }
                found.push(Divergence {
                    page: page.number,
                    event: *event,
                    kind: DivergenceKind::ErrorOnlyHere,
                    detail: format!("{name}: {message} in a promise that nobody catches"),
                    expected: None,
                    actual: None,
                    registered_by: None,
                });
            }
        }
        found
    }
}
