//! What a person did with the buttons of the browser itself: back, forward, reload.
//!
//! Pages can go through their history too; what they asked for is no action.
//! Windows are not told apart: a history is the order in which top pages were seen.

use xcheck_model::action::{Action, ActionKind};
use xcheck_model::event::{Entry, Input, Page, What};

use crate::Log;

/// How long after an input a page may go and the input still be the reason.
const CAUSE_US: i64 = 500_000;
/// How long a step that a page asked for may take.
const OWED_US: i64 = 5_000_000;

pub(super) fn actions(log: &Log, start_us: i64) -> Vec<Action> {
    let mut traveler = Traveler { start_us, ..Traveler::default() };
    for (at_us, page, moment) in moments(log) {
        traveler.follow(at_us, page, moment);
    }
    traveler.found
}

/// Something that tells of the history.
enum Moment<'a> {
    Began,
    Shown(usize),
    /// The page made the history longer, or changed where it is.
    Wrote {
        name: &'a str,
        url: Option<&'a str>,
    },
    /// The page asked for a step.
    Asked,
    /// The page went a step: how far, or 0 if that is not known.
    Stepped {
        index: usize,
        url: &'a str,
        steps: i64,
    },
    /// A person did something that pages react to.
    Acted(&'a Input),
}

/// All of them, in order of time.
fn moments(log: &Log) -> Vec<(i64, &Page, Moment<'_>)> {
    let is_top = |page: &&Page| !page.hello.is_worker && page.hello.frame.is_empty();
    let mut all = Vec::new();
    for page in log.pages.iter().filter(is_top) {
        all.push((page.wall_us(0), page, Moment::Began));
        for (index, entry) in page.entries.iter().enumerate() {
            let at_us = page.wall_us(entry.at_us());
            if let Some(input) = entry.input() {
                all.push((at_us, page, of_input(index, input)));
            }
            match entry {
                Entry::Shown { .. } => all.push((at_us, page, Moment::Shown(index))),
                Entry::Event(event) => {
                    let calls = event.locals.registrations.iter();
                    let calls = calls.filter(|call| call.kind == "history");
                    let words = calls.map(|call| {
                        let word = |at: usize| call.detail.get(at).and_then(|word| word.as_str());
                        match word(0).unwrap_or_default() {
                            name @ ("pushState" | "replaceState") => {
                                Moment::Wrote { name, url: word(1) }
                            }
                            _ => Moment::Asked,
                        }
                    });
                    all.extend(words.map(|moment| (at_us, page, moment)));
                }
                _ => {}
            }
        }
    }
    all.sort_by_key(|(at_us, ..)| *at_us);
    all
}

fn of_input(index: usize, input: &Input) -> Moment<'_> {
    match input.kind.as_str() {
        "history" => Moment::Stepped {
            index,
            url: input.text(0).unwrap_or_default(),
            steps: input.number(1).unwrap_or_default() as i64,
        },
        _ => Moment::Acted(input),
    }
}

#[derive(Default)]
struct Traveler {
    start_us: i64,
    found: Vec<Action>,
    urls: Vec<String>,
    at: usize,
    /// When the page asked for a step that has not come yet.
    asked_us: Option<i64>,
    /// The last input that may have made a page load itself anew.
    acted_us: Option<i64>,
    /// The last key or button that goes through the history, and is told already.
    key_us: Option<i64>,
    /// The last click on a link that may lead to another part of the page.
    link_us: Option<i64>,
}

impl Traveler {
    fn follow(&mut self, at_us: i64, page: &Page, moment: Moment<'_>) {
        match moment {
            Moment::Began => {
                let is_caused = is_recent(self.acted_us.take(), at_us, CAUSE_US);
                match page.hello.navigation.as_str() {
                    "reload" if is_caused => {}
                    "reload" => self.tell(at_us, page, ActionKind::Reload, vec![]),
                    "back_forward" => {
                        let steps = self.way_to(&page.hello.url);
                        self.step(at_us, page, steps, vec![]);
                    }
                    _ => self.push(&page.hello.url),
                }
            }
            Moment::Shown(index) => {
                let steps = self.way_to(&url_at(page, index));
                self.step(at_us, page, steps, vec![index]);
            }
            Moment::Wrote { name, url } => {
                let url = join(self.url(), url.unwrap_or_default());
                if name == "pushState" {
                    self.push(&url);
                } else if let Some(here) = self.urls.get_mut(self.at) {
                    *here = url;
                }
                self.link_us = None;
            }
            Moment::Asked => self.asked_us = Some(at_us),
            Moment::Stepped { index, url, steps } => {
                // A link to a part of the page is followed with the same notice.
                if steps == 0 && is_recent(self.link_us.take(), at_us, CAUSE_US) {
                    return self.push(url);
                }
                let steps = if steps == 0 { self.way_to(url) } else { steps };
                self.step(at_us, page, steps, with_notices(page, index));
            }
            Moment::Acted(input) => self.acted(at_us, page, input),
        }
    }

    fn acted(&mut self, at_us: i64, page: &Page, input: &Input) {
        match input.kind.as_str() {
            "click" => {
                let target = page.target(input.target).and_then(|target| target.paths.last());
                let is_link =
                    target.is_some_and(|path| path.contains("/a[") || path.contains("/area["));
                self.link_us = is_link.then_some(at_us);
            }
            "keydown" => {
                let is_held = input.number(2).unwrap_or_default() as i64 & (1 | 4) != 0;
                let key = input.text(0).unwrap_or_default();
                let goes = matches!(key, "BrowserBack" | "BrowserForward" | "Backspace")
                    || (is_held && matches!(key, "ArrowLeft" | "ArrowRight" | "[" | "]"));
                if goes {
                    self.key_us = Some(at_us);
                }
            }
            "mousedown" | "mouseup" | "auxclick" if input.number(2) >= Some(3.0) => {
                self.key_us = Some(at_us);
            }
            "change" | "input" | "submit" | "drop" | "touchend" | "mouseup" | "pointerup" => {}
            _ => return,
        }
        self.acted_us = Some(at_us);
    }

    fn url(&self) -> &str {
        self.urls.get(self.at).map_or("", String::as_str)
    }

    fn push(&mut self, url: &str) {
        if !self.urls.is_empty() {
            self.at += 1;
        }
        self.urls.truncate(self.at);
        self.urls.push(url.to_owned());
    }

    /// How many steps lead to `url`: the fewest there are, and back if that is not known.
    fn way_to(&self, url: &str) -> i64 {
        let ways = self.urls.iter().enumerate().filter(|(_, known)| *known == url);
        let ways = ways.map(|(place, _)| place as i64 - self.at as i64).filter(|way| *way != 0);
        ways.min_by_key(|way| way.abs() * 2 + i64::from(*way > 0)).unwrap_or(-1)
    }

    fn step(&mut self, at_us: i64, page: &Page, steps: i64, entries: Vec<usize>) {
        let last = self.urls.len().saturating_sub(1) as i64;
        self.at = (self.at as i64).saturating_add(steps).clamp(0, last) as usize;
        let is_asked = is_recent(self.asked_us.take(), at_us, OWED_US);
        if is_asked || is_recent(self.key_us.take(), at_us, CAUSE_US) {
            return;
        }
        let kind = if steps > 0 { ActionKind::Forward } else { ActionKind::Back };
        self.tell(at_us, page, kind, entries);
    }

    fn tell(&mut self, at_us: i64, page: &Page, kind: ActionKind, entries: Vec<usize>) {
        let at_us = at_us - self.start_us;
        self.found.push(Action { page: page.number, at_us, kind, target: None, entries });
    }
}

fn is_recent(then_us: Option<i64>, now_us: i64, limit_us: i64) -> bool {
    then_us.is_some_and(|then_us| now_us.saturating_sub(then_us) < limit_us)
}

/// A step and the notices that the page got of it.
fn with_notices(page: &Page, index: usize) -> Vec<usize> {
    let is_notice = |entry: &Entry| match entry {
        Entry::Event(event) => matches!(
            &event.what,
            What::Notice { name, .. } if name == "popstate" || name == "hashchange"
        ),
        _ => false,
    };
    let notices = page.entries.iter().skip(index + 1).take_while(|entry| is_notice(entry));
    (index..=index + notices.count()).collect()
}

/// Where a page is at an entry: its history may have led it away from where it began.
fn url_at(page: &Page, index: usize) -> String {
    let mut url = page.hello.url.clone();
    for entry in page.entries.iter().take(index) {
        if let Some(input) = entry.input()
            && input.kind == "history"
        {
            input.text(0).unwrap_or_default().clone_into(&mut url);
        }
        if let Entry::Event(event) = entry {
            for call in &event.locals.registrations {
                let word = |at: usize| call.detail.get(at).and_then(|word| word.as_str());
                if call.kind == "history" && matches!(word(0), Some("pushState" | "replaceState")) {
                    url = join(&url, word(1).unwrap_or_default());
                }
            }
        }
    }
    url
}

/// The address that `place` is, seen from `url`.
fn join(url: &str, place: &str) -> String {
    let until = |end: &[char]| url.find(end).map_or(url, |at| &url[..at]);
    let origin_end = url.find("://").map_or(0, |at| {
        url[at + 3..].find(['/', '?', '#']).map_or(url.len(), |rest| at + 3 + rest)
    });
    if place.is_empty() {
        url.to_owned()
    } else if place.contains("://") {
        place.to_owned()
    } else if place.starts_with('#') {
        format!("{}{place}", until(&['#']))
    } else if place.starts_with('?') {
        format!("{}{place}", until(&['?', '#']))
    } else if place.starts_with('/') {
        format!("{}{place}", &url[..origin_end])
    } else {
        let path = until(&['?', '#']);
        let folder = path.rfind('/').filter(|at| *at >= origin_end).map_or(path, |at| &path[..at]);
        format!("{folder}/{place}")
    }
}
