//! Actions as text: name, target, details, such as `click #b 150,125`.
//!
//! Targets are told by their id, or by their name if they have none; `host >> #b` is inside a shadow root.
//! A first word that ends with a colon is the path of the page, if it is not the row's first.

use std::fmt::Write as _;

use xcheck_model::action::{Action, ActionKind, Modifiers, Point};
use xcheck_model::event::{Entry, Page, Target, TargetRef};

pub(crate) fn action(action: &Action) -> String {
    let parts = [
        action.kind.name().to_owned(),
        action.target.as_ref().map(name).unwrap_or_default(),
        details(&action.kind),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}

fn name(target: &Target) -> String {
    let own = match &target.id {
        Some(id) => format!("#{id}"),
        None => target.name().to_owned(),
    };
    if target.paths.len() > 1 { format!("host >> {own}") } else { own }
}

fn details(kind: &ActionKind) -> String {
    let end = |onto: &Option<Target>, to: Point| match onto {
        Some(onto) => format!("{} {}", name(onto), point(to)),
        None => "nothing".to_owned(),
    };
    match kind {
        ActionKind::Click { at, modifiers, .. } | ActionKind::DoubleClick { at, modifiers } => {
            with(*modifiers, &point(*at))
        }
        ActionKind::Hover { at } | ActionKind::Tap { at } => point(*at),
        ActionKind::Drag { from, to, onto, modifiers } => {
            with(*modifiers, &format!("{} to {}", point(*from), end(onto, *to)))
        }
        ActionKind::DragDrop { from, to, onto } => {
            format!("{} to {}", point(*from), end(onto, *to))
        }
        ActionKind::Swipe { from, to } => format!("{} to {}", point(*from), point(*to)),
        ActionKind::Wheel { at, dx, dy } => format!("{} by {dx},{dy}", point(*at)),
        ActionKind::Type { text } | ActionKind::Paste { text } => format!("'{text}'"),
        ActionKind::Press { key, modifiers, .. } if key == " " => with(*modifiers, "Space"),
        ActionKind::Press { key, modifiers, .. } => with(*modifiers, key),
        ActionKind::Select { values, .. } => values.join(","),
        ActionKind::Fill { value, .. } => value.clone(),
        ActionKind::Upload { files } => files.join(","),
        ActionKind::Scroll { x, y } => format!("to {x},{y}"),
        ActionKind::Resize { width, height } => format!("to {width},{height}"),
        ActionKind::Dialog { dialog, message, is_accepted, text } => {
            let answer = if *is_accepted { "yes" } else { "no" };
            let text = text.as_ref().map(|text| format!(" '{text}'")).unwrap_or_default();
            format!("{dialog} '{message}' {answer}{text}")
        }
        ActionKind::Copy
        | ActionKind::Cut
        | ActionKind::Back
        | ActionKind::Forward
        | ActionKind::Reload => String::new(),
    }
}

fn with(modifiers: Modifiers, what: &str) -> String {
    modifiers.names().map(|name| format!("{name}+")).chain([what.to_owned()]).collect()
}

fn point(point: Point) -> String {
    format!("{},{}", point.x.round(), point.y.round())
}

/// The raw entries of a page, for whoever has to find out why a row fails.
pub(crate) fn entries(page: &Page) -> String {
    let mut text = format!("    page {} ({})\n", page.hello.url, page.hello.navigation);
    for entry in &page.entries {
        let ms = entry.at_us() / 1000;
        let _ = match (entry.input(), entry) {
            (Some(input), _) => {
                let heard = if matches!(entry, Entry::Event(_)) { "heard" } else { "unheard" };
                let target = match input.target {
                    TargetRef::Element(_) => page.target(input.target).map(name),
                    other => Some(format!("{other:?}")),
                };
                let fields: Vec<String> = input.fields.iter().map(ToString::to_string).collect();
                let target = target.unwrap_or_default();
                writeln!(text, "      {ms} {heard} {} {target} {}", input.kind, fields.join(" "))
            }
            (None, Entry::Event(event)) => writeln!(text, "      {ms} {:?}", event.what),
            (None, other) => writeln!(text, "      {ms} {other:?}"),
        };
    }
    text
}
