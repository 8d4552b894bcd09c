//! Asks the browser which code of the pages ran, from look to look.
//!
//! What a step shows was made by code that ran just before: that narrows down what may be to blame.
//! Only Chromium can tell; the others are not asked.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::json;
use xcheck_browser::Session;
use xcheck_browser::webdriver::CommandError;
use xcheck_model::engine::Engine;
use xcheck_proxy::document::AgentScript;
use xcheck_trace::run::{MAX_RAN, RanScript};

/// Counts what runs in a browser.
pub(crate) struct Watch {
    session: Session,
    agent: AgentScript,
    /// Lengths of scripts, by the browser's name for them: told when they first run.
    lens: HashMap<String, u64>,
    is_on: bool,
}

/// What the DevTools protocol calls `ScriptCoverage`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Coverage {
    script_id: String,
    url: String,
    functions: Vec<Function>,
}

#[derive(Debug, Deserialize)]
struct Function {
    ranges: Vec<Range>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Range {
    start_offset: u64,
    end_offset: u64,
    count: u64,
}

impl Watch {
    /// Begins to count. A browser that cannot is left alone from then on.
    pub(crate) async fn start(
        session: &Session,
        engine: Option<Engine>,
        agent: AgentScript,
    ) -> Self {
        let mut watch =
            Self { session: session.clone(), agent, lens: HashMap::new(), is_on: false };
        if engine == Some(Engine::Chromium) {
            watch.is_on = match watch.begin().await {
                Ok(()) => true,
                Err(error) => {
                    tracing::debug!(%error, "the browser does not tell what runs");
                    false
                }
            };
        }
        watch
    }

    async fn begin(&self) -> Result<(), CommandError> {
        self.session.devtools("Profiler.enable", json!({})).await?;
        let params = json!({"callCount": true, "detailed": true});
        self.session.devtools("Profiler.startPreciseCoverage", params).await?;
        Ok(())
    }

    /// What ran since the last time.
    pub(crate) async fn take(&mut self) -> Vec<RanScript> {
        if !self.is_on {
            return Vec::new();
        }
        let told = self.session.devtools("Profiler.takePreciseCoverage", json!({})).await;
        let told = told.map(|mut told| told["result"].take());
        let all: Vec<Coverage> = match told.map(serde_json::from_value) {
            Ok(Ok(all)) => all,
            // Another window, of which nothing was asked.
            Ok(Err(_)) | Err(_) => return Vec::new(),
        };
        let scripts = all.into_iter().filter_map(|script| self.script(script));
        scripts.take(MAX_RAN).collect()
    }

    fn script(&mut self, script: Coverage) -> Option<RanScript> {
        let ranges: Vec<Range> = script.functions.into_iter().flat_map(|it| it.ranges).collect();
        if let Some(whole) = ranges.iter().find(|it| it.start_offset == 0) {
            let len = self.lens.entry(script.script_id.clone()).or_default();
            *len = whole.end_offset.max(*len);
        }
        let len = self.lens.get(&script.script_id).copied().unwrap_or_default();
        // Drivers have scripts without an address.
        if script.url.is_empty() || self.agent.has_len(len) {
            return None;
        }
        let pieces = pieces(ranges);
        (!pieces.is_empty()).then_some(RanScript { url: script.url, len, pieces })
    }
}

/// What ran, in order: of ranges in ranges, the inner ones say it more exactly.
fn pieces(mut ranges: Vec<Range>) -> Vec<(u64, u64)> {
    ranges.sort_by_key(|it| (it.start_offset, std::cmp::Reverse(it.end_offset)));
    let mut found: Vec<(u64, u64)> = Vec::new();
    let mut add = |begin: u64, end: u64| {
        if begin >= end || found.len() >= MAX_RAN {
            return;
        }
        match found.last_mut() {
            Some(last) if last.1 == begin => last.1 = end,
            _ => found.push((begin, end)),
        }
    };
    let mut open: Vec<Range> = Vec::new();
    let mut at = 0;
    for range in ranges {
        while let Some(last) = open.pop_if(|it| it.end_offset <= range.start_offset) {
            if last.count > 0 {
                add(at, last.end_offset);
            }
            at = at.max(last.end_offset);
        }
        if open.last().is_some_and(|it| it.count > 0) {
            add(at, range.start_offset);
        }
        at = at.max(range.start_offset);
        open.push(range);
    }
    while let Some(last) = open.pop() {
        if last.count > 0 {
            add(at, last.end_offset);
        }
        at = at.max(last.end_offset);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_ranges_count_before_outer_ones() {
        let of = |ranges: &[(u64, u64, u64)]| {
            pieces(
                ranges
                    .iter()
                    .map(|(start_offset, end_offset, count)| Range {
                        start_offset: *start_offset,
                        end_offset: *end_offset,
                        count: *count,
                    })
                    .collect(),
            )
        };
        assert_eq!(of(&[]), []);
        assert_eq!(of(&[(0, 100, 1)]), [(0, 100)]);
        assert_eq!(of(&[(0, 100, 0)]), []);
        assert_eq!(of(&[(0, 100, 1), (20, 40, 0)]), [(0, 20), (40, 100)]);
        assert_eq!(of(&[(20, 40, 0), (0, 100, 1), (25, 30, 2)]), [(0, 20), (25, 30), (40, 100)]);
        assert_eq!(
            of(&[(0, 100, 0), (20, 40, 1), (50, 60, 1), (52, 55, 0)]),
            [(20, 40), (50, 52), (55, 60)]
        );
        assert_eq!(of(&[(0, 10, 1), (5, 10, 0), (10, 20, 1)]), [(0, 5), (10, 20)]);
    }
}
