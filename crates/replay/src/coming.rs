//! Events of a log in words, for a person who follows a replay.

use xcheck_model::event::{Entry, Event, Page, What};

/// Describes entries that are events; others say nothing.
pub(crate) fn described(page: &Page) -> impl Fn(&Entry) -> Option<String> {
    |entry: &Entry| {
        let Entry::Event(Event { id, at_us, what, .. }) = entry else { return None };
        let what = match what {
            What::Input(input) => {
                let target = page.target(input.target).map(|target| target.xpath());
                format!("{} {}", input.kind, target.unwrap_or_default())
            }
            What::Callback(call) => format!("{} registered by event {}", call.kind, call.by),
            What::Notice { name, .. } => name.clone(),
            What::Script { name } => format!("script {name}"),
            What::Task { name } => format!("task {name}"),
        };
        Some(format!("{id:>5} {:>9.3} s  {what}", *at_us as f64 / 1e6))
    }
}
