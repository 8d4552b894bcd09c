//! Which page takes the place of which, and which window a page is in.

use xcheck_browser::Session;
use xcheck_browser::webdriver::{CommandError, WindowHandle};
use xcheck_model::action::{Action, ActionKind};
use xcheck_model::event::{Entry, Page};
use xcheck_trace::Log;

/// The page whose place a page took: the last one before it in the same window or frame.
pub(crate) fn followed(log: &Log, page: &Page) -> Option<usize> {
    let is_before = |other: &&Page| {
        other.number < page.number
            && !other.hello.is_worker
            && other.hello.frame == page.hello.frame
            && other.hello.has_opener == page.hello.has_opener
    };
    let before = log.pages.iter().rfind(is_before)?;
    // Windows that pages open live side by side; there is only one that they were opened from.
    let has_left = before.entries.iter().any(|entry| matches!(entry, Entry::Left { .. }));
    let last = before.entries.last().map_or(0, Entry::at_us);
    let is_over = before.wall_us(last) <= page.wall_us(0) + TOGETHER_US;
    let is_place_free = has_left || (is_over && !page.hello.has_opener);
    (is_place_free && page.hello.frame.is_empty()).then_some(before.number)
}

/// A page that goes away and the one that comes may overlap by this much.
const TOGETHER_US: i64 = 2_000_000;

/// How a person got from one page to the next, if not by the page.
pub(crate) fn travel(log: &Log, page: &Page) -> Option<ActionKind> {
    let begin = log.pages.iter().map(|page| page.wall_us(0)).min().unwrap_or_default();
    let at_us = page.wall_us(0) - begin;
    let is_near = |action: &Action| (action.at_us - at_us).abs() < TRAVEL_US;
    let found = xcheck_trace::actions(log).into_iter().find(|action| {
        is_near(action)
            && matches!(action.kind, ActionKind::Back | ActionKind::Forward | ActionKind::Reload)
    });
    found.map(|action| action.kind)
}

const TRAVEL_US: i64 = 1_500_000;

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

    /// Notes where a top page is: in a new window if there is one, else where the page was that it follows.
    pub(crate) async fn enter(
        &mut self,
        session: &Session,
        page: &Page,
        follows: Option<usize>,
    ) -> Result<(), CommandError> {
        let mut own = None;
        if page.hello.has_opener {
            let open = session.windows().await?;
            own = open.into_iter().find(|window| !self.known.contains(window));
            self.known.extend(own.clone());
        }
        let before = follows.and_then(|follows| self.of(follows));
        let window = own.or(before).unwrap_or_else(|| self.known[0].clone());
        self.pages.push((page.number, window));
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
