//! What a gesture is called in reports.

use xcheck_model::event::{Page, Target, TargetRef};

/// Longer texts are cut.
const MAX_TEXT: usize = 40;

/// An element in few words: `button "Save"`, `input#q`.
pub(super) fn target(page: &Page, target: TargetRef) -> String {
    match target {
        TargetRef::Window => "the window".to_owned(),
        TargetRef::Document => "the document".to_owned(),
        TargetRef::Other => "something outside of the document".to_owned(),
        TargetRef::Element(number) => match page.targets.get(number) {
            Some(target) => element(target),
            None => "an element".to_owned(),
        },
    }
}

fn element(target: &Target) -> String {
    let name = target.name();
    if let Some(text) = &target.text
        && !matches!(name, "html" | "body")
    {
        return format!("{name} {}", quoted(text));
    }
    if let Some(id) = &target.id {
        return format!("{name}#{id}");
    }
    let naming = ["data-testid", "name", "aria-label", "placeholder", "title", "alt"];
    match naming.iter().find_map(|attribute| Some((attribute, target.attribute(attribute)?))) {
        Some((attribute, value)) => format!("{name}[{attribute}={}]", quoted(value)),
        None => name.to_owned(),
    }
}

pub(super) fn quoted(text: &str) -> String {
    if text.chars().count() <= MAX_TEXT {
        return format!("\"{text}\"");
    }
    let cut: String = text.chars().take(MAX_TEXT).collect();
    format!("\"{cut}...\"")
}
