//! Tells what a person did from the raw events of a log.
//!
//! Each raw event belongs to at most one action, and an action stands at the place of its first one.

mod page;
#[cfg(test)]
mod tests;
mod travels;

use xcheck_model::action::Action;

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
    all.extend(travels::actions(log, start_us));
    all.sort_by_key(|action| action.at_us);
    all
}
