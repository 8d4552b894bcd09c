//! What players say of divergences, as people and programs read it.

use std::collections::HashMap;

use serde_json::Value;
use xcheck_model::event::{Page, What};
use xcheck_model::run::{Divergence, DivergenceKind, RegisteredBy};

/// As much of a source as helps to find it.
const MAX_SOURCE_LINES: usize = 4;
const MAX_TEXT: usize = 500;

/// Reads what a player says: `["div", page, event, kind, detail, more]`.
pub(crate) fn divergence(page: &Page, line: &[Value]) -> Option<Divergence> {
    let event = line.get(2)?.as_u64();
    let kind = DivergenceKind::from_name(line.get(3)?.as_str()?)?;
    let detail = line.get(4).cloned().unwrap_or_default();
    let more = line.get(5).cloned().unwrap_or_default();
    let by = more["by"].as_u64();
    let mut found = Divergence {
        page: page.number,
        event,
        kind,
        detail: cut(&told(page, kind, &detail, &more)),
        expected: None,
        actual: None,
        registered_by: event.zip(by).and_then(|(event, by)| registered_by(page, event, by)),
    };
    let list = |key: &str| -> Option<String> {
        let all: Vec<String> = more[key]
            .as_array()?
            .iter()
            .filter_map(|key| Some(named(page, key.as_str()?)))
            .collect();
        (!all.is_empty()).then(|| cut(&all.join(", ")))
    };
    if let Some(missing) = list("missing") {
        found.expected = Some(missing);
    }
    if let Some(surplus) = list("surplus") {
        found.actual = Some(surplus);
    }
    if let Some(cover) = more["cover"].as_str() {
        found.actual = Some(cut(cover));
    }
    if let (Some(recorded), Some(here)) = (more["recorded"].as_i64(), more["here"].as_i64()) {
        let outcome = |value: i64| if value == 1 { "kept" } else { "broken" }.to_owned();
        (found.expected, found.actual) = (Some(outcome(recorded)), Some(outcome(here)));
    }
    Some(found)
}

fn cut(text: &str) -> String {
    text.chars().take(MAX_TEXT).collect()
}

fn told(page: &Page, kind: DivergenceKind, detail: &Value, more: &Value) -> String {
    let text = detail.as_str().unwrap_or_default();
    let target = || {
        let number = more["target"].as_u64().and_then(|number| usize::try_from(number).ok());
        let target = number.and_then(|number| page.targets.get(number));
        target.map(|target| format!(" ({})", target.xpath())).unwrap_or_default()
    };
    match kind {
        DivergenceKind::CallbackMissing => format!("{} was never registered", named(page, text)),
        DivergenceKind::CallbackDifferent => {
            let found = named(page, more["found"].as_str().unwrap_or_default());
            format!("{found} is registered in the place of {}", named(page, text))
        }
        DivergenceKind::CallbackElsewhere => {
            "the callback was found in another place of its event's registrations".to_owned()
        }
        DivergenceKind::RegistrationsDiffer if text.is_empty() => {
            "the turn registered something else".to_owned()
        }
        DivergenceKind::ValuesLeftOver => {
            let kinds = detail.as_array().into_iter().flatten();
            let words = kinds.map(|kind| {
                format!("{} {}", kind[1], values(kind[0].as_str().unwrap_or_default()))
            });
            format!("{} not drawn", words.collect::<Vec<_>>().join(", "))
        }
        DivergenceKind::ValuesExhausted => format!("more {} drawn than recorded", values(text)),
        DivergenceKind::ErrorOnlyHere => {
            let name = more["name"].as_str().unwrap_or_default();
            let place = more["place"].as_str().unwrap_or_default();
            let message =
                if text.contains(name) { text.to_owned() } else { format!("{name}: {text}") };
            if place.is_empty() { message } else { format!("{message} at {place}") }
        }
        DivergenceKind::OutcomeDiffers if more["recorded"].is_number() => {
            format!("{}: the promise ended in another way", named(page, text))
        }
        DivergenceKind::NoticeMissing => format!("{} never came{}", text.trim(), target()),
        DivergenceKind::TargetRelaxed => format!("found by its {text} only{}", target()),
        _ => format!("{text}{}", target()),
    }
}

fn values(kind: &str) -> &str {
    match kind {
        "random" => "random numbers",
        "date" => "dates",
        "clock" => "readings of the clock",
        "crypto" => "values of crypto",
        other => other,
    }
}

/// A registration as players name it, with functions by their names instead of hashes.
fn named(page: &Page, key: &str) -> String {
    let names: HashMap<&str, &str> = page
        .functions
        .iter()
        .map(|function| (function.hash.as_str(), function.name.as_str()))
        .collect();
    let words = key.split(' ').map(|word| match names.get(word) {
        Some(&"") if !word.is_empty() => "an anonymous function".to_owned(),
        Some(name) if !word.is_empty() => (*name).to_owned(),
        _ => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The code behind the callback that an event is.
fn registered_by(page: &Page, event: u64, by: u64) -> Option<RegisteredBy> {
    let What::Callback(call) = &page.events().find(|other| other.id == event)?.what else {
        return None;
    };
    let registering = page.events().find(|other| other.id == by)?;
    let registration = registering.locals.registrations.get(usize::try_from(call.index).ok()?)?;
    let at = usize::from(registration.kind == "observer");
    let number = usize::try_from(registration.detail.get(at)?.as_u64()?).ok()?;
    let function = page.functions.get(number)?;
    let source = function.source.as_deref().unwrap_or_default();
    Some(RegisteredBy {
        event: by,
        function: function.name.clone(),
        hash: function.hash.clone(),
        source: cut(&source.lines().take(MAX_SOURCE_LINES).collect::<Vec<_>>().join("\n")),
    })
}
