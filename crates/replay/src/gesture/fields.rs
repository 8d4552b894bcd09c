//! Controls that are no text fields, scrolling, and the window.

use serde_json::Value;
use xcheck_model::event::{Entry, TargetRef, What};

use super::PageAct;
use super::build::{Builder, Kind, Open, Raw, SAME_US};

/// Scrolling this long after another gesture is its effect.
const SCROLL_US: i64 = 1_200_000;
/// What the code of a page scrolls by itself has begun to scroll by then.
const AT_ONCE_US: i64 = 25_000;

impl Builder<'_> {
    /// A control got another state, which `input` and `change` both tell.
    pub(super) fn changed(&mut self, raw: &Raw<'_>, state: &[Value]) {
        let field = state.first().and_then(Value::as_str).unwrap_or_default();
        let value = || state.get(1).and_then(Value::as_str).unwrap_or_default().to_owned();
        let kind = match field {
            "select" => Kind::Page(PageAct::Select { options: options(state.get(1)) }),
            "file" => Kind::Upload(names(state.get(1))),
            // What the mouse and keys do to a slider they do everywhere.
            "range" if self.is_at(raw.input.target) => return self.attach(raw),
            "date" | "time" | "datetime-local" | "month" | "week" | "color" | "range" => {
                Kind::Page(PageAct::Fill { field: field.to_owned(), value: value() })
            }
            _ => return self.attach(raw),
        };
        let is_more = self.open.as_ref().is_some_and(|open| {
            std::mem::discriminant(&open.kind) == std::mem::discriminant(&kind)
                && self.is_same(open.target, raw.input.target)
        });
        if let Some(open) = self.open.as_mut().filter(|_| is_more) {
            open.add(raw);
            open.kind = kind;
            return;
        }
        let way = self.way(raw.input.target, field == "file");
        let open = self.begin(raw, kind);
        open.entries.extend(way);
    }

    /// Whether the hands are at this element, or just were.
    fn is_at(&self, target: TargetRef) -> bool {
        let is_hands =
            |open: &Open| matches!(open.kind, Kind::Press { .. } | Kind::Typing | Kind::Touch);
        let mut latest = self.open.iter().chain(self.done.iter().rev().take(1));
        latest.any(|open| is_hands(open) && self.is_same(open.target, target))
    }

    /// Takes back presses and keys that led to a change of this element: popups of browsers are out of reach.
    fn way(&mut self, target: TargetRef, is_file: bool) -> Vec<usize> {
        let mut entries = Vec::new();
        self.close();
        while let Some(last) = self.done.last() {
            let is_hands = matches!(last.kind, Kind::Press { .. } | Kind::Typing | Kind::Touch);
            // A label, too, opens the choice of files.
            let is_chooser = is_file
                && last
                    .entries
                    .iter()
                    .filter_map(|at| self.page.entries[*at].input())
                    .any(|input| input.kind == "click" && self.is_same(input.target, target));
            if !is_hands || !(self.is_within(last.target, target) || is_chooser) {
                break;
            }
            if let Some(last) = self.done.pop() {
                entries.extend(last.entries);
            }
        }
        self.buttons.clear();
        entries
    }

    fn is_within(&self, inner: TargetRef, outer: TargetRef) -> bool {
        if self.is_same(inner, outer) {
            return true;
        }
        let path = |target| self.page.target(target).and_then(|target| target.paths.last());
        match (path(inner), path(outer)) {
            _ if outer == TargetRef::Document => true,
            (Some(inner), Some(outer)) => {
                inner.strip_prefix(outer.as_str()).is_some_and(|rest| rest.starts_with('/'))
            }
            _ => false,
        }
    }

    pub(super) fn scrolled(&mut self, raw: &Raw<'_>) {
        let is_by_wheel = !self.wheels.is_empty();
        let is_effect = self.open.as_ref().is_some_and(|open| {
            raw.at_us - open.last_us < SCROLL_US
                && !matches!(open.kind, Kind::Moves { .. } | Kind::Page(PageAct::Scroll { .. }))
                // No engine scrolls what a press is not in, and code does so at once.
                && (raw.is_heard
                    || raw.at_us - open.last_us < AT_ONCE_US
                    || self.is_reported(raw)
                    || !matches!(open.kind, Kind::Press { .. } | Kind::Touch)
                    || self.is_within(open.target, raw.input.target))
        });
        if self.is_pressing() || (is_effect && !is_by_wheel) {
            if let Some(open) = &mut self.open {
                open.add(raw);
            }
            return;
        }
        let [x, y] = [0, 1].map(|at| raw.input.number(at).unwrap_or_default());
        let wheels = std::mem::take(&mut self.wheels);
        let open = self.begin(raw, Kind::Page(PageAct::Scroll { x, y }));
        open.entries.extend(wheels);
    }

    /// Whether the browser tells the page next what became of something that scrolled.
    fn is_reported(&self, raw: &Raw<'_>) -> bool {
        let Some(Entry::Event(next)) = self.page.entries.get(raw.index + 1) else { return false };
        matches!(&next.what, What::Notice { target, .. } if *target == raw.input.target)
    }

    pub(super) fn resized(&mut self, raw: &Raw<'_>) {
        // Frames change their size with their page, and when they are filled.
        if !self.page.hello.frame.is_empty() {
            return;
        }
        let [width, height] = [0, 1].map(|at| raw.input.number(at).unwrap_or_default());
        let kind = Kind::Resize { width, height };
        // A window is pulled larger in many steps.
        match &mut self.open {
            Some(open)
                if matches!(open.kind, Kind::Resize { .. })
                    && raw.at_us - open.last_us < SAME_US =>
            {
                open.add(raw);
                open.kind = kind;
            }
            _ => {
                self.begin(raw, kind);
            }
        }
    }
}

fn options(list: Option<&Value>) -> Vec<(u64, String)> {
    let list = list.and_then(Value::as_array).into_iter().flatten();
    list.filter_map(|option| Some((option[0].as_u64()?, option[1].as_str()?.to_owned()))).collect()
}

fn names(list: Option<&Value>) -> Vec<String> {
    let list = list.and_then(Value::as_array).into_iter().flatten();
    list.filter_map(|file| file[0].as_str().map(str::to_owned)).collect()
}
