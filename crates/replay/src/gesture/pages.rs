//! What the agent in a page is told of a gesture.

use serde_json::{Value, json};
use xcheck_model::engine::Engine;
use xcheck_model::event::{Input, Page, TargetRef};

use super::{Gesture, Hands, PageAct, Tick};

/// Where a gesture is to happen: `[target, x, y, dx, dy, w, h]`.
///
/// The point is as recorded, and null for what goes to the focus. The rest is where in the target's box it was and how
/// large that was, null if not known.
pub fn placing(page: &Page, gesture: &Gesture) -> Value {
    let input =
        gesture.anchor.and_then(|index| page.entries.get(index)).and_then(|entry| entry.input());
    let Some(input) = input else {
        return json!([-3, null, null, null, null, null, null]);
    };
    let [x, y] = match &gesture.hands {
        Hands::Devices(ticks) if !gesture.is_typing && !ticks.is_empty() => point(input),
        Hands::Page(PageAct::DragDrop { .. }) => point(input),
        _ => [Value::Null, Value::Null],
    };
    let place = input.fields.get(if input.kind == "touchstart" { 2 } else { 5 });
    let part = |at: usize| place.and_then(|place| place.get(at)).cloned().unwrap_or_default();
    json!([number(input.target), x, y, part(0), part(1), part(2), part(3)])
}

fn point(input: &Input) -> [Value; 2] {
    let field = |at: usize| input.fields.get(at).cloned().unwrap_or_default();
    match &input.kind {
        kind if kind.starts_with("touch") => [1, 2].map(|at| field(0)[0][at].clone()),
        _ => [field(0), field(1)],
    }
}

/// What the page does for a gesture instead of the driver, or none if the driver does all.
///
/// `steps` are the recorded inputs, each as entry, type, target and fields, in order. For an upload they are what comes
/// before the choice of files, which the driver makes.
pub fn page_act(page: &Page, gesture: &Gesture, engine: Engine) -> Option<Value> {
    let target = |index: Option<usize>| {
        let input = page.entries.get(index?)?.input()?;
        Some(number(input.target))
    };
    let anchor = target(gesture.anchor).unwrap_or(-3);
    let mut act = match &gesture.hands {
        Hands::Page(act) => described(act),
        Hands::Upload { .. } if steps(page, gesture, true).is_empty() => return None,
        Hands::Upload { .. } => json!({"kind": "events"}),
        Hands::Devices(ticks) if !is_possible(ticks, engine) => json!({"kind": "events"}),
        _ => return None,
    };
    act["target"] = anchor.into();
    act["steps"] = steps(page, gesture, matches!(gesture.hands, Hands::Upload { .. })).into();
    Some(act)
}

/// Whether the driver of an engine can do this without harm.
///
/// Wheels are never turned: engines scroll at a time of their own, and what scrolled is in the log.
pub(crate) fn is_possible(ticks: &[Tick], engine: Engine) -> bool {
    if ticks.iter().any(|tick| matches!(tick, Tick::Wheel { .. })) {
        return false;
    }
    engine != Engine::WebKit || !ticks.iter().any(|tick| matches!(tick, Tick::Down(1..)))
}

fn described(act: &PageAct) -> Value {
    match act {
        PageAct::Select { options } => json!({"kind": "select", "options": options}),
        PageAct::Fill { field, value } => json!({"kind": "fill", "field": field, "value": value}),
        PageAct::DragDrop { is_dropped } => json!({"kind": "drag", "isDropped": is_dropped}),
        PageAct::Paste { text } => json!({"kind": "paste", "text": text}),
        PageAct::Copy => json!({"kind": "copy"}),
        PageAct::Cut => json!({"kind": "cut"}),
        PageAct::Scroll { x, y } => json!({"kind": "scroll", "x": x, "y": y}),
        PageAct::Composition { text } => json!({"kind": "compose", "text": text}),
        PageAct::HistoryStep { steps } => json!({"kind": "history", "by": steps}),
    }
}

fn steps(page: &Page, gesture: &Gesture, is_before_change: bool) -> Vec<Value> {
    let inputs =
        gesture.entries.iter().filter_map(|at| Some((*at, page.entries.get(*at)?.input()?)));
    inputs
        .take_while(|(_, input)| {
            !is_before_change || !matches!(input.kind.as_str(), "input" | "change")
        })
        .map(|(at, input)| json!([at, input.kind, number(input.target), input.fields]))
        .collect()
}

/// A target as lines of a log have it.
pub(crate) fn number(target: TargetRef) -> i64 {
    match target {
        TargetRef::Window => -1,
        TargetRef::Document => -2,
        TargetRef::Other => -3,
        TargetRef::Element(number) => number as i64,
    }
}
