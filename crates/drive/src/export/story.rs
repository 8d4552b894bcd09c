//! Actions in the windows and frames where they happened, with what followed from them.
//!
//! Pages do not say which window they are in, so this is told from when they came and went:
//! a document leaves its window just before the next one begins there.

use std::collections::BTreeMap;

use xcheck_model::action::Action;
use xcheck_model::event::{Entry, Page};

use super::Session;

/// A new document begins before the old one leaves; clocks of two pages differ a little.
const SLACK_US: i64 = 100_000;
/// How long a document without events may have taken to come.
const LOAD_US: i64 = 10_000_000;
/// A page without a referrer that comes this long after the last action was asked for by its address.
const TYPED_US: i64 = 1_000_000;

pub(super) struct Story<'a> {
    pub(super) beats: Vec<Beat<'a>>,
    /// The page that the first window showed last.
    pub(super) last_page: Option<&'a Page>,
}

/// One thing that was done.
pub(super) struct Beat<'a> {
    /// Microseconds since the first page began.
    pub(super) at_us: i64,
    /// 0 for the first window.
    pub(super) window: usize,
    /// Indexes from the window's page inwards; negative for a frame that could not be found in its parent.
    pub(super) frame: Vec<i64>,
    pub(super) page: Option<&'a Page>,
    pub(super) deed: Deed<'a>,
    /// Where the window went next, before anything else was done in it.
    pub(super) leads_to: Option<&'a str>,
    /// Windows that opened then.
    pub(super) opens: Vec<usize>,
}

#[derive(Clone, Copy)]
pub(super) enum Deed<'a> {
    /// The address was opened.
    Go(&'a str),
    Act(&'a Action),
}

struct Place<'a> {
    page: &'a Page,
    window: usize,
    frame: Vec<i64>,
}

pub(super) fn tell<'a>(
    session: &'a Session,
    actions: &'a [Action],
    pages: &'a [Page],
) -> Story<'a> {
    let start_us = pages.iter().map(|page| page.wall_us(0)).min().unwrap_or_default();
    let mut tops: Vec<&Page> = pages.iter().filter(|page| is_top(page)).collect();
    tops.sort_by_key(|page| page.wall_us(0));
    let windows = windows(&tops);
    let places = places(pages, &windows);
    let mut beats = vec![beat(i64::MIN, Deed::Go(&session.start_url))];
    for action in actions {
        let mut beat = beat(action.at_us, Deed::Act(action));
        if let Some(place) = places.get(&action.page) {
            (beat.window, beat.page) = (place.window, Some(place.page));
            beat.frame.clone_from(&place.frame);
            beat.leads_to = is_return(action, place.page).then_some(place.page.hello.url.as_str());
        }
        beats.push(beat);
    }
    for (window, members) in windows.iter().enumerate() {
        for (index, page) in members.iter().enumerate() {
            let began_us = page.wall_us(0) - start_us;
            match (window, index) {
                (0, 0) => beats[0].leads_to = Some(&page.hello.url),
                (_, 0) => {
                    let cause = beats.iter_mut().rfind(|beat| beat.at_us <= began_us);
                    cause.into_iter().for_each(|beat| beat.opens.push(window));
                }
                _ => follow(&mut beats, window, page, began_us),
            }
        }
    }
    let last_page = windows.first().and_then(|members| members.last().copied());
    Story { beats, last_page }
}

fn beat(at_us: i64, deed: Deed<'_>) -> Beat<'_> {
    Beat {
        at_us,
        window: 0,
        frame: Vec::new(),
        page: None,
        deed,
        leads_to: None,
        opens: Vec::new(),
    }
}

/// Says of what was done last in the window that it led to `page`, unless its address was typed.
fn follow<'a>(beats: &mut Vec<Beat<'a>>, window: usize, page: &'a Page, began_us: i64) {
    let hello = &page.hello;
    let cause =
        beats.iter().rposition(|beat| beat.window == window && beat.at_us <= began_us).unwrap_or(0);
    let is_typed = hello.navigation == "navigate"
        && hello.referrer.is_empty()
        && began_us.saturating_sub(beats[cause].at_us) > TYPED_US;
    if !is_typed {
        beats[cause].leads_to = Some(&hello.url);
        return;
    }
    let at = beats.iter().rposition(|beat| beat.at_us <= began_us).map_or(1, |at| at + 1);
    let mut typed = beat(began_us, Deed::Go(&hello.url));
    (typed.window, typed.page, typed.leads_to) = (window, Some(page), Some(hello.url.as_str()));
    beats.insert(at, typed);
}

fn is_top(page: &Page) -> bool {
    !page.hello.is_worker && page.hello.frame.is_empty()
}

/// Whether the action brought back a page that the browser had kept.
fn is_return(action: &Action, page: &Page) -> bool {
    let shown = |index: &usize| matches!(page.entries.get(*index), Some(Entry::Shown { .. }));
    action.target.is_none() && action.entries.iter().any(shown)
}

/// The pages of each window in order, the first window first.
fn windows<'a>(tops: &[&'a Page]) -> Vec<Vec<&'a Page>> {
    let mut windows: Vec<Vec<&Page>> = Vec::new();
    for page in tops {
        let began_us = page.wall_us(0);
        let is_silent = |old: &Page| {
            let last = old.entries.last().map_or(0, Entry::at_us);
            !old.is_ended && lefts(old).next().is_none() && old.wall_us(last) <= began_us
        };
        let found = windows
            .iter()
            .position(|window| window.iter().any(|old| precedes(old, page)))
            .or_else(|| {
                let is_new = page.hello.has_opener;
                let lost = |window: &Vec<&Page>| window.last().is_some_and(|old| is_silent(old));
                if is_new { None } else { windows.iter().position(lost) }
            });
        match found {
            Some(window) => windows[window].push(page),
            None => windows.push(vec![page]),
        }
    }
    windows
}

/// Whether `old` left when `page` began: not before that, and not after something happened in `page`.
fn precedes(old: &Page, page: &Page) -> bool {
    let began_us = page.wall_us(0);
    let first_us = page.wall_us(page.entries.first().map_or(LOAD_US, Entry::at_us));
    let meanwhile = began_us - SLACK_US..=first_us + SLACK_US / 2;
    lefts(old).any(|left_us| meanwhile.contains(&left_us))
}

/// When a page went away, in microseconds since 1970.
fn lefts(page: &Page) -> impl Iterator<Item = i64> {
    page.entries.iter().filter_map(|entry| match entry {
        Entry::Left { at_us, .. } => Some(page.wall_us(*at_us)),
        _ => None,
    })
}

fn places<'a>(pages: &'a [Page], windows: &[Vec<&'a Page>]) -> BTreeMap<usize, Place<'a>> {
    let window_of = |number: usize| {
        windows.iter().position(|members| members.iter().any(|page| page.number == number))
    };
    let mut places = BTreeMap::new();
    for page in pages.iter().filter(|page| !page.hello.is_worker) {
        let top = if is_top(page) { Some(page) } else { top_of(page, windows) };
        let window = top.and_then(|top| window_of(top.number)).unwrap_or(0);
        let frame = page.hello.frame.iter().rev().copied().collect();
        places.insert(page.number, Place { page, window, frame });
    }
    places
}

/// The page around a frame: one that was there when it began, if possible the one that it names.
fn top_of<'a>(frame: &Page, windows: &[Vec<&'a Page>]) -> Option<&'a Page> {
    let began_us = frame.wall_us(0);
    let is_there = |page: &&&'a Page| {
        page.wall_us(0) <= began_us + SLACK_US && lefts(page).all(|left_us| left_us > began_us)
    };
    let there = || windows.iter().flatten().filter(is_there);
    let named = there().rfind(|page| page.hello.url == frame.hello.referrer);
    named.or_else(|| there().max_by_key(|page| page.wall_us(0))).copied()
}
