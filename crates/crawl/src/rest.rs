//! Waits until a page is at rest, and clears away what stands in front of it.

use std::time::{Duration, Instant};

use xcheck_browser::Session;
use xcheck_browser::webdriver::{CommandError, ErrorCode, Timeouts};

use crate::look::{Look, Looking};

/// A page is at rest when it looks the same for so long.
const REST: Duration = Duration::from_millis(120);
/// One that is to be left stays for so long at most; no script can see that another one is on its way.
const LEAVE: Duration = Duration::from_secs(1);
/// A page is not at rest while a timer runs that was set to this at most.
const SOON: Duration = Duration::from_millis(600);
/// Whoever waits for a timer waits for so long.
const LINGER: Duration = Duration::from_millis(2500);
const POLL: Duration = Duration::from_millis(40);
const REST_LIMIT: Duration = Duration::from_secs(3);

/// Windows that the app opened are closed again; dialogs that are open are taken away.
pub(crate) async fn close_others(session: &Session) -> Result<(), CommandError> {
    const MOST_DIALOGS: usize = 20;
    for _ in 0..MOST_DIALOGS {
        if session.alert_text().await.is_err() {
            break;
        }
        session.accept_alert().await?;
    }
    let windows = session.windows().await?;
    if let Some((own, others)) = windows.split_first().filter(|(_, others)| !others.is_empty()) {
        for other in others {
            session.switch_to_window(other).await?;
            session.close_window().await?;
        }
        session.switch_to_window(own).await?;
    }
    Ok(())
}

/// Lets the driver wait for pages no longer than they are worth: what is there by then is looked at.
pub(crate) async fn give_up_loading(session: &Session, limit: Duration) {
    let Ok(timeouts) = session.timeouts().await else { return };
    let set = session.set_timeouts(Timeouts { page_load: limit, ..timeouts }).await;
    if let Err(error) = set {
        tracing::debug!(%error, "pages may take as long as they like");
    }
}

/// What may still come of a page that looks as it did before something was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hope {
    /// What is to be seen at once, or soon.
    Effect,
    /// Another page.
    Leave,
    /// What any timer does.
    Timer,
}

/// When something was seen first, and since then nothing else.
struct Still {
    id: String,
    since: Instant,
    /// How long the timer was set to that fires next.
    delay: Option<Duration>,
}

impl Still {
    /// Whether it stays like that, as far as anybody can know.
    fn is_rest(&self, now: Instant, before: Option<(&str, Hope)>) -> bool {
        let still = now - self.since;
        let is_due = |limit| self.delay.is_some_and(|delay| delay <= limit) && still < limit;
        match before.filter(|(id, _)| *id == self.id) {
            Some((_, Hope::Leave)) => still >= LEAVE,
            Some((_, Hope::Timer)) => still >= REST && !is_due(LINGER),
            _ => still >= REST && !is_due(SOON),
        }
    }

    /// When to look again: each look costs the page time, so none is taken that could not be the last one.
    fn pause(&self, now: Instant, before: Option<(&str, Hope)>) -> Duration {
        let left = REST.saturating_sub(now - self.since);
        let may_change = before.is_some_and(|(id, hope)| id == self.id && hope != Hope::Effect);
        if may_change || self.delay.is_some() { POLL } else { left.max(POLL) }
    }
}

/// Waits until nothing changes any more, and looks. The page before, known by its id, may take a while to change.
pub(crate) async fn at_rest(
    session: &Session,
    looking: &Looking,
    before: Option<(&str, Hope)>,
) -> Result<Look, CommandError> {
    let limit = Instant::now() + REST_LIMIT;
    let mut last: Option<Still> = None;
    loop {
        let now = Instant::now();
        let is_still = last.as_ref().is_some_and(|last| last.is_rest(now, before));
        let looked = match is_still || now >= limit {
            true => looking.look(session).await,
            false => looking.glance(session).await,
        };
        match looked {
            Ok(look) if now >= limit => return Ok(look),
            Ok(look) if !look.id.is_empty() => {
                let same = last.filter(|last| last.id == look.id && look.is_loaded);
                if is_still && same.is_some() {
                    return Ok(look);
                }
                let delay = look.delay_ms.map(Duration::from_millis);
                let since = same.map_or(now, |last| last.since);
                last = Some(Still { id: look.id, since, delay });
            }
            Err(error) if now >= limit || !is_passing(&error) => return Err(error),
            // A dialog came up; a page was just being left.
            _ => {
                let _ = session.accept_alert().await;
                last = None;
            }
        }
        let pause = last.as_ref().map_or(POLL, |last| last.pause(Instant::now(), before));
        tokio::time::sleep(pause).await;
    }
}

fn is_passing(error: &CommandError) -> bool {
    matches!(
        error.code(),
        Some(
            ErrorCode::UnexpectedAlertOpen
                | ErrorCode::Timeout
                | ErrorCode::JavascriptError
                | ErrorCode::NoSuchFrame
                | ErrorCode::NoSuchWindow
                | ErrorCode::ScriptTimeout
                | ErrorCode::UnknownError
        )
    )
}
