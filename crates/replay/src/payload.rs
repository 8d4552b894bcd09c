//! What the player in a page is told: the page's log and the gestures in it.

use serde_json::{Map, Value, json};
use xcheck_model::engine::Engine;
use xcheck_model::event::{Entry, Event, Input, Locals, Page, What};

use crate::gesture::{Gesture, Hands, page_act, placing};

/// How a page is to be replayed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayerPlan {
    pub(crate) engine: Engine,
    /// Entries up to here may run without being asked for.
    pub(crate) until: usize,
    pub(crate) is_synthetic: bool,
    /// Whether storage is filled with what was found.
    pub(crate) restores_storage: bool,
}

/// The answer to a page that asks what it was.
pub(crate) fn payload(
    page: &Page,
    gestures: &[Gesture],
    gates: &[usize],
    plan: PlayerPlan,
) -> String {
    let storage: Vec<Value> = match plan.restores_storage {
        true => page.storage.iter().map(|stored| json!([stored.kind, stored.found])).collect(),
        false => Vec::new(),
    };
    let gestures: Vec<Value> = gestures
        .iter()
        .filter(|gesture| gesture.last < n_played(page))
        .map(|gesture| told(page, gesture, plan.engine))
        .collect();
    json!({
        "page": page.number,
        "origin": page.hello.origin_ms,
        "seed": page.hello.seed,
        "hashes": page.functions.iter().map(|function| function.hash.as_str()).collect::<Vec<_>>(),
        "targets": page.targets.iter().map(target).collect::<Vec<_>>(),
        "entries": page.entries[..n_played(page)].iter().map(entry).collect::<Vec<_>>(),
        "gestures": if plan.is_synthetic { Vec::new() } else { gestures },
        "gates": gates,
        "readyEntries": [reached(page, "DOMContentLoaded"), reached(page, "load")],
        "storage": storage,
        "until": plan.until,
        "isSynthetic": plan.is_synthetic,
    })
    .to_string()
}

/// How many entries of a page are played: those after it first went away would need the browser's cache,
/// which has no place for pages that are being looked at.
pub(crate) fn n_played(page: &Page) -> usize {
    let left = page.entries.iter().position(|entry| matches!(entry, Entry::Left { .. }));
    left.map_or(page.entries.len(), |index| index + 1)
}

/// The answer to a worker: all that it drew, as one turn.
pub(crate) fn worker_payload(page: &Page) -> String {
    let mut all = Locals::default();
    for event in page.events() {
        all.n_random += event.locals.n_random;
        all.dates_ms.extend_from_slice(&event.locals.dates_ms);
        all.clocks_us.extend_from_slice(&event.locals.clocks_us);
        all.crypto.extend_from_slice(&event.locals.crypto);
    }
    json!({
        "page": page.number,
        "origin": page.hello.origin_ms,
        "seed": page.hello.seed,
        "entries": [["t", 0, 0, "", locals(&all)]],
    })
    .to_string()
}

fn told(page: &Page, gesture: &Gesture, engine: Engine) -> Value {
    let event = gesture.entries.iter().find_map(|index| match page.entries.get(*index)? {
        Entry::Event(event) => Some(event.id),
        _ => None,
    });
    let is_driven = match &gesture.hands {
        Hands::Page(_) => false,
        Hands::Devices(ticks) => crate::gesture::is_possible(ticks, engine),
        Hands::Upload { .. } | Hands::Resize { .. } => true,
    };
    let placing = placing(page, gesture);
    let has_target = placing[0].as_i64().is_some_and(|target| target >= 0);
    json!({
        "first": gesture.first,
        "last": gesture.last,
        "label": gesture.label,
        "event": event,
        "placing": if has_target { placing.clone() } else { Value::Null },
        "mustHit": is_driven && !placing[1].is_null(),
        "act": page_act(page, gesture, engine),
        "isDriven": is_driven,
        "isUpload": matches!(gesture.hands, Hands::Upload { .. }),
        "isTyping": gesture.is_typing,
    })
}

/// Where the document first came so far, or -1.
fn reached(page: &Page, wanted: &str) -> i64 {
    let is_wanted = |entry: &Entry| matches!(entry, Entry::Reached { name, .. } if name == wanted);
    page.entries.iter().position(is_wanted).map_or(-1, |index| index as i64)
}

fn target(target: &xcheck_model::event::Target) -> Value {
    let mut found = json!({"x": target.paths});
    if let Some(id) = &target.id {
        found["i"] = id.as_str().into();
    }
    if !target.attributes.is_empty() {
        let attributes: Map<String, Value> = target
            .attributes
            .iter()
            .map(|(name, value)| (name.clone(), value.as_str().into()))
            .collect();
        found["a"] = attributes.into();
    }
    if let Some(text) = &target.text {
        found["t"] = text.as_str().into();
    }
    found
}

fn entry(entry: &Entry) -> Value {
    match entry {
        Entry::Unheard { at_us, input } => {
            json!(["u", -1, at_us, input.kind, number(input), input.fields])
        }
        Entry::Reached { at_us, name } => json!(["m", -1, at_us, name]),
        Entry::Scrolled { at_us, target, x, y } => {
            json!(["y", -1, at_us, "", crate::gesture::number(*target), [x, y]])
        }
        Entry::Shown { at_us } => json!(["show", -1, at_us]),
        Entry::Left { at_us, .. } => json!(["bye", -1, at_us]),
        Entry::Event(Event { id, at_us, what, locals: turn }) => {
            let turn = locals(turn);
            match what {
                What::Input(input) => {
                    json!(["i", id, at_us, input.kind, number(input), input.fields, turn])
                }
                What::Callback(call) => json!([
                    "c",
                    id,
                    at_us,
                    call.kind,
                    call.by,
                    call.index,
                    call.firing,
                    call.detail,
                    turn
                ]),
                What::Notice { name, target, .. } => {
                    json!(["n", id, at_us, name, crate::gesture::number(*target), turn])
                }
                What::Script { name } => json!(["s", id, at_us, name, turn]),
                What::Task { name } => json!(["t", id, at_us, name, turn]),
            }
        }
    }
}

fn number(input: &Input) -> i64 {
    crate::gesture::number(input.target)
}

fn locals(locals: &Locals) -> Value {
    if *locals == Locals::default() {
        return Value::from(0);
    }
    let registrations = locals.registrations.iter().map(|registration| {
        let mut all = vec![Value::from(registration.kind.as_str())];
        all.extend_from_slice(&registration.detail);
        Value::from(all)
    });
    let errors = locals.errors.iter().map(|error| format!("{}: {}", error.name, error.message));
    let dialogs =
        locals.dialogs.iter().map(|dialog| json!([dialog.kind, dialog.message, dialog.answer]));
    json!({
        "g": registrations.collect::<Vec<_>>(),
        "first": locals.first_random,
        "r": locals.n_random,
        "d": locals.dates_ms,
        "p": locals.clocks_us,
        "c": locals.crypto,
        "x": errors.collect::<Vec<_>>(),
        "q": dialogs.collect::<Vec<_>>(),
    })
}
