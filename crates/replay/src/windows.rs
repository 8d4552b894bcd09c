//! Which page takes the place of which, and which window a page is in.

use std::time::Duration;

use xcheck_browser::Session;
use xcheck_browser::webdriver::{CommandError, WindowHandle};
use xcheck_model::action::{Action, ActionKind};
use xcheck_model::event::{Entry, Page};
use xcheck_trace::Log;

/// The page whose place a page took: the one that went away as it came, in the same window.
pub(crate) fn followed(log: &Log, page: &Page) -> Option<usize> {
    if !page.hello.frame.is_empty() {
        return None;
    }
    let begin = page.wall_us(0);
    let alive = alive(page);
    let before = log.pages.iter().filter(|other| {
        other.number < page.number && !other.hello.is_worker && other.hello.frame.is_empty()
    });
    let left = |other: &Page| {
        let lefts = other.entries.iter().filter(|entry| matches!(entry, Entry::Left { .. }));
        let mut lefts = lefts.map(|entry| other.wall_us(entry.at_us()));
        let left = lefts.rfind(|left| *left <= alive + HAND_OVER_US)?;
        (!is_used(other, alive, left)).then_some(left)
    };
    let gone = before.clone().filter_map(|other| Some((left(other)?, other)));
    // The first page that comes after one has left is the one that takes its place.
    let gone = gone.filter(|(left, one)| {
        let mut between = before.clone().filter(|other| other.number > one.number);
        !between.any(|other| {
            other.wall_us(0) > left - HAND_OVER_US && !is_used(one, self::alive(other), *left)
        })
    });
    let gone = gone.map(|(left, one)| (left, one.number));
    let near = gone.filter(|(left, _)| begin - left < TOGETHER_US).max();
    // A page whose last words were lost went away all the same.
    let silent = || {
        let last = before.clone().next_back()?;
        let end = last.wall_us(last.entries.last().map_or(0, Entry::at_us));
        let has_left = last.entries.iter().any(|entry| matches!(entry, Entry::Left { .. }));
        let is_like = last.hello.has_opener == page.hello.has_opener;
        (is_like && !has_left && end <= begin + TOGETHER_US).then_some(last.number)
    };
    near.map(|(_, number)| number).or_else(silent)
}

/// When a page's scripts run: its clock begins when it is asked for, they when the one before is gone.
fn alive(page: &Page) -> i64 {
    page.wall_us(page.entries.first().map_or(0, Entry::at_us))
}

/// Whether somebody pressed something in a page while another was there, before it was left: nobody does in a page whose
/// place another has taken, so that one is in a window of its own.
fn is_used(page: &Page, alive: i64, left: i64) -> bool {
    let pressed = ["mousedown", "pointerdown", "touchstart", "keydown"];
    let is_press =
        |entry: &Entry| entry.input().is_some_and(|input| pressed.contains(&input.kind.as_str()));
    page.entries.iter().any(|entry| {
        let at = page.wall_us(entry.at_us());
        is_press(entry) && alive + TELL_APART_US < at && at < left
    })
}

/// Clocks of two pages agree to less than this.
const TELL_APART_US: i64 = 10_000;

/// A page may begin this much before the one that it replaces has said goodbye.
const HAND_OVER_US: i64 = 300_000;

/// A page that goes away and the one that comes may overlap by this much.
const TOGETHER_US: i64 = 2_000_000;

/// How a person got from one page to the next, if not by the page.
pub(crate) fn travel(log: &Log, page: &Page) -> Option<ActionKind> {
    let begin = log.pages.iter().map(|page| page.wall_us(0)).min().unwrap_or_default();
    let at_us = page.wall_us(0) - begin;
    let is_near = |action: &Action| (action.at_us - at_us).abs() < TRAVEL_US;
    let navigation = page.hello.navigation.as_str();
    let found = xcheck_trace::actions(log).into_iter().find(|action| {
        let is_it = match action.kind {
            ActionKind::Back | ActionKind::Forward => navigation == "back_forward",
            ActionKind::Reload => navigation == "reload",
            _ => false,
        };
        is_it && is_near(action)
    });
    found.map(|action| action.kind)
}

const TRAVEL_US: i64 = 1_500_000;

const MOST_LOOKS: usize = 20;
const BETWEEN_LOOKS: Duration = Duration::from_millis(25);

/// Windows of the session, and which pages are in them.
#[derive(Debug, Default)]
pub(crate) struct Windows {
    known: Vec<WindowHandle>,
    /// By page.
    pages: Vec<(usize, WindowHandle)>,
    current: Option<WindowHandle>,
}

impl Windows {
    pub(crate) async fn new(session: &Session) -> Result<Self, CommandError> {
        let main = session.window().await?;
        Ok(Self { known: vec![main.clone()], pages: Vec::new(), current: Some(main) })
    }

    /// Notes where a top page is: where the page was that it follows, else in a new window.
    pub(crate) async fn enter(
        &mut self,
        session: &Session,
        page: &Page,
        follows: Option<usize>,
    ) -> Result<(), CommandError> {
        let mut own = None;
        if follows.is_none() && !self.pages.is_empty() {
            // Drivers hear of a window a moment after its page has begun.
            for _ in 0..MOST_LOOKS {
                let open = session.windows().await?;
                own = open.into_iter().find(|window| !self.known.contains(window));
                if own.is_some() {
                    break;
                }
                tokio::time::sleep(BETWEEN_LOOKS).await;
            }
            self.known.extend(own.clone());
        }
        let before = follows.and_then(|follows| self.of(follows));
        let window = own.or(before).unwrap_or_else(|| self.known[0].clone());
        self.pages.push((page.number, window));
        Ok(())
    }

    /// Closes the window of a page, unless it is the first one.
    pub(crate) async fn close(
        &mut self,
        session: &Session,
        page: usize,
    ) -> Result<(), CommandError> {
        let Some(window) = self.of(page).filter(|window| self.known.first() != Some(window)) else {
            return Ok(());
        };
        session.switch_to_window(&window).await?;
        session.close_window().await?;
        self.known.retain(|known| *known != window);
        self.current = None;
        Ok(())
    }

    fn of(&self, page: usize) -> Option<WindowHandle> {
        self.pages.iter().find(|(number, _)| *number == page).map(|(_, window)| window.clone())
    }

    /// Makes the window of a page the current one.
    pub(crate) async fn show(&mut self, session: &Session, top: usize) -> Result<(), CommandError> {
        let Some(window) = self.of(top) else { return Ok(()) };
        if self.current.as_ref() != Some(&window) {
            session.switch_to_window(&window).await?;
            self.current = Some(window);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use xcheck_model::event::{Hello, Input, TargetRef};

    use super::*;

    fn page(number: usize, begin_ms: i64, entries: &[(i64, &str)]) -> Page {
        let entry = |(at_ms, what): &(i64, &str)| {
            let at_us = (at_ms - begin_ms) * 1000;
            match *what {
                "left" => Entry::Left { at_us, is_kept: false },
                "alive" => Entry::Reached { at_us, name: "DOMContentLoaded".to_owned() },
                kind => {
                    let (kind, target) = (kind.to_owned(), TargetRef::Document);
                    let input = Input { kind, target, fields: Vec::new(), age_us: 0 };
                    Entry::Unheard { at_us, input }
                }
            }
        };
        Page {
            number,
            hello: Hello { origin_ms: begin_ms as f64, ..Hello::default() },
            targets: Vec::new(),
            functions: Vec::new(),
            entries: entries.iter().map(entry).collect(),
            n_unheard: 0,
            gaps: Vec::new(),
            rejections: Vec::new(),
            failures: Vec::new(),
            files: Vec::new(),
            storage: Vec::new(),
            cost: None,
            is_ended: true,
        }
    }

    fn all_followed(pages: Vec<Page>) -> Vec<Option<usize>> {
        let log = Log { pages, ..Log::default() };
        log.pages.iter().map(|page| followed(&log, page)).collect()
    }

    #[test]
    fn a_page_follows_the_one_that_goes_as_it_comes() {
        let link = page(0, 0, &[(10, "alive"), (100, "mousedown"), (250, "left")]);
        let next = page(1, 110, &[(240, "alive"), (400, "mousedown")]);
        assert_eq!(all_followed(vec![link, next]), [None, Some(0)]);
    }

    /// As a fast machine records it: a window is opened, used and closed, and its opener left, in less time than pages
    /// may take to replace each other.
    #[test]
    fn a_page_that_is_used_on_was_not_followed() {
        let opener =
            page(0, 0, &[(10, "alive"), (100, "mousedown"), (410, "mousedown"), (430, "left")]);
        let window = page(1, 140, &[(150, "alive"), (260, "mousedown"), (350, "left")]);
        let next = page(2, 415, &[(440, "alive")]);
        assert_eq!(all_followed(vec![opener, window, next]), [None, None, Some(0)]);
    }
}
