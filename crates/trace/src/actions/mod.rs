//! Tells what a person did from the raw events of a log.
//!
//! Each raw event belongs to at most one action, and an action stands at the place of its first one.

mod page;

use xcheck_model::action::{Action, ActionKind};
use xcheck_model::event::{Entry, Page, What};

use crate::Log;

/// All actions of a log, in order.
pub fn actions(log: &Log) -> Vec<Action> {
    let start_us = log.pages.iter().map(|page| page.wall_us(0)).min().unwrap_or_default();
    let mut all = Vec::new();
    for page in log.pages.iter().filter(|page| !page.hello.is_worker) {
        let mut actions = page::actions(page);
        for action in &mut actions {
            action.at_us = page.wall_us(action.at_us) - start_us;
        }
        all.extend(actions);
    }
    all.extend(travels(log, start_us));
    all.sort_by_key(|action| action.at_us);
    all
}

/// How long after an input a page may go and the input still be the reason.
const CAUSE_US: i64 = 500_000;

/// What a person did with the buttons of the browser itself.
fn travels(log: &Log, start_us: i64) -> Vec<Action> {
    let mut history: Vec<&str> = Vec::new();
    let mut at = 0;
    let mut found = Vec::new();
    let tops: Vec<&Page> = log
        .pages
        .iter()
        .filter(|page| !page.hello.is_worker && page.hello.frame.is_empty())
        .collect();
    for (index, page) in tops.iter().enumerate() {
        let url = page.hello.url.as_str();
        let began_us = page.wall_us(0);
        let before = index.checked_sub(1).map(|index| tops[index]);
        let is_caused = before.is_some_and(|before| has_cause(before, began_us));
        let kind = match page.hello.navigation.as_str() {
            "reload" => Some(ActionKind::Reload),
            "back_forward" => Some(travel(&history, at, url)),
            _ => None,
        };
        match &kind {
            Some(ActionKind::Back) => at = at.saturating_sub(1),
            Some(ActionKind::Forward) => at += 1,
            Some(_) => {}
            None => {
                if !history.is_empty() {
                    at += 1;
                }
                history.truncate(at);
                history.push(url);
            }
        }
        if let Some(kind) = kind
            && !is_caused
        {
            let at_us = began_us - start_us;
            found.push(Action { page: page.number, at_us, kind, target: None, entries: vec![] });
        }
        found.extend(returns(page, start_us));
        found.extend(steps(page, start_us));
    }
    found
}

/// Which way leads to `url`.
fn travel(history: &[&str], at: usize, url: &str) -> ActionKind {
    let is_next = history.get(at + 1).is_some_and(|next| *next == url);
    let is_last =
        at.checked_sub(1).and_then(|last| history.get(last)).is_some_and(|last| *last == url);
    if is_next && !is_last { ActionKind::Forward } else { ActionKind::Back }
}

/// Whether something in `page` shortly before `until_us` may have led away from it.
fn has_cause(page: &Page, until_us: i64) -> bool {
    page.events().any(|event| {
        let at_us = page.wall_us(event.at_us);
        let is_near = at_us <= until_us && until_us - at_us < CAUSE_US;
        let is_history = event.locals.registrations.iter().any(|entry| entry.kind == "history");
        is_near && (is_history || matches!(event.what, What::Input(_)))
    })
}

/// Returns to a page that the browser had kept.
fn returns(page: &Page, start_us: i64) -> Vec<Action> {
    let shown = page.entries.iter().enumerate().filter_map(|(index, entry)| match entry {
        Entry::Shown { at_us } => Some((index, *at_us)),
        _ => None,
    });
    shown
        .map(|(index, at_us)| Action {
            page: page.number,
            at_us: page.wall_us(at_us) - start_us,
            kind: ActionKind::Back,
            target: None,
            entries: vec![index],
        })
        .collect()
}

/// Steps through the history within one page, unless the page itself took them.
fn steps(page: &Page, start_us: i64) -> Vec<Action> {
    let mut found = Vec::new();
    let mut last_own_us = i64::MIN;
    for (index, entry) in page.entries.iter().enumerate() {
        let Entry::Event(event) = entry else { continue };
        let is_popstate = matches!(&event.what, What::Notice { name, .. } if name == "popstate");
        if is_popstate && event.at_us.saturating_sub(last_own_us) > CAUSE_US {
            found.push(Action {
                page: page.number,
                at_us: page.wall_us(event.at_us) - start_us,
                kind: ActionKind::Back,
                target: None,
                entries: vec![index],
            });
        }
        let moves = |entry: &xcheck_model::event::Registration| {
            let name = entry.detail.first().and_then(|name| name.as_str());
            entry.kind == "history" && matches!(name, Some("back" | "forward" | "go"))
        };
        if event.locals.registrations.iter().any(moves) || is_link_click(event) {
            last_own_us = event.at_us;
        }
    }
    found
}

/// A click on a link to a part of the page gives a popstate too.
fn is_link_click(event: &xcheck_model::event::Event) -> bool {
    matches!(&event.what, What::Input(input) if input.kind == "click")
}
