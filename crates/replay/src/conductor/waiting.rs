//! What time brings: pages that do not leave or do not come, and replays that do not go on.

use std::time::{Duration, Instant};

use super::{Conductor, SHORT_LIMIT, Stop};
use crate::windows::followed;

/// Nothing for so long is worth a question.
const QUIET: Duration = Duration::from_millis(1500);
/// How long a frame or a window may take to come, while all others wait for it.
const COMING_LIMIT: Duration = Duration::from_secs(4);

impl Conductor<'_> {
    /// Looks at the clock.
    pub(super) async fn look_after(&mut self) -> Result<(), Stop> {
        if self.browser.has_died() {
            return Err(Stop::Died(format!("{} ended by itself", self.browser.engine())));
        }
        if let Some((next, until)) = self.leaving
            && Instant::now() > until
        {
            self.leaving = None;
            return self.lead_on(next).await;
        }
        if let Some(next) = self.pending
            && self.last_progress.elapsed()
                > SHORT_LIMIT * if self.n_performing > 0 { 1 } else { 4 }
            && let Some(before) = followed(&self.play.log, &self.play.log.pages[next])
        {
            // The page cannot go on while it is being left.
            return self.page_through(before).await;
        }
        let quiet = self.last_progress.elapsed();
        if quiet > QUIET && self.n_performing == 0 && self.pending.is_none() && !self.is_asked {
            self.is_asked = true;
            self.ask_for_life().await?;
        }
        if quiet > COMING_LIMIT
            && self.n_performing == 0
            && self.pending.is_none()
            && let Some(absent) = self.awaited()
        {
            return self.go_on_without(absent).await;
        }
        if quiet < self.play.limit {
            return Ok(());
        }
        let at = self.pages.iter().position(|page| page.has_entered && !page.is_over);
        Err(Stop::Stuck(match at {
            None => format!("no page came within {} s", self.play.limit.as_secs()),
            Some(page) => format!("page {page} did nothing for {} s", self.play.limit.as_secs()),
        }))
    }

    /// The page whose turn it is, if it has not come.
    fn awaited(&mut self) -> Option<usize> {
        let page = self.next_segment()?.page;
        let is_any = self.pages.iter().any(|state| state.has_entered && !state.is_over);
        let follows = followed(&self.play.log, self.page(page));
        (is_any && follows.is_none() && !self.pages[page].has_entered).then_some(page)
    }

    /// Code may make no such frame, or open no such window, in this browser. The ending tells.
    async fn go_on_without(&mut self, absent: usize) -> Result<(), Stop> {
        self.moved();
        self.pages[absent].is_over = true;
        self.grant().await
    }

    /// A browser can die while its driver lives, which only says so when it is asked.
    async fn ask_for_life(&self) -> Result<(), Stop> {
        match self.session.within(QUIET).window().await {
            Err(error) if error.is_session_lost() => Err(self.stopped(&error)),
            _ => Ok(()),
        }
    }
}
