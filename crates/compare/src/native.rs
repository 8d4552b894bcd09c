//! What engines draw, size and place in their own ways, whatever a page says.

use serde_json::Value;
use xcheck_trace::run::{Node, PageTree};

use crate::layout::Control;
use crate::style;

/// Fields that each engine draws in its own way, whatever they are told.
const OWN_LOOK: &[&str] = &[
    "checkbox",
    "radio",
    "file",
    "date",
    "time",
    "month",
    "week",
    "datetime-local",
    "color",
    "range",
    "number",
    "search",
];
/// Fields that are buttons: as wide as their text.
const BUTTONS: &[&str] = &["submit", "reset", "button"];
/// Colors of texts in controls that no author chose, measured in the three engines: enabled and disabled ones.
const OWN_COLORS: &[&str] = &[
    "rgb(0, 0, 0)",
    "rgba(16, 16, 16, 0.3)",
    "rgb(84, 84, 84)",
    "rgb(128, 128, 128)",
    "rgb(109, 109, 109)",
    "rgba(0, 0, 0, 0.8)",
    "rgba(0, 0, 0, 0.4)",
    "color(srgb 0.34 0.34 0.34)",
];
/// Backgrounds of buttons that no author chose.
const OWN_BACKGROUNDS: &[&str] = &[
    "rgb(239, 239, 239)",
    "rgba(239, 239, 239, 0.3)",
    "rgb(233, 233, 237)",
    "rgba(233, 233, 237, 0.5)",
    "rgb(192, 192, 192)",
];
/// Elements whose box is not that of the texts in them, though they stand in a line.
const REPLACED: &[&str] = &[
    "audio", "button", "canvas", "embed", "iframe", "img", "input", "meter", "object", "progress",
    "select", "svg", "textarea", "video", "br", "hr",
];

/// What has a size of its own in each engine: much of one, or some.
fn control(tree: &PageTree, id: u64) -> Control {
    let Some(node) = tree.node(id) else { return Control::None };
    let kind = node.attributes.get("type").map_or("", String::as_str);
    match node.name() {
        Some("select" | "progress" | "meter" | "audio" | "video") => Control::OwnLook,
        Some("input") if OWN_LOOK.contains(&kind) => Control::OwnLook,
        Some("input") if BUTTONS.contains(&kind) => Control::Plain,
        Some("button") => Control::Plain,
        Some("input" | "textarea") => Control::Field,
        Some("td" | "th") if own_style(node, "display") == Some("table-cell") => Control::Cell,
        _ => Control::None,
    }
}

/// How far engines choose the size of a pair of elements.
pub(crate) fn control_of_both(
    reference: &PageTree,
    one: u64,
    test: &PageTree,
    other: u64,
) -> Control {
    if is_broken(reference, one) && is_broken(test, other) {
        return Control::Broken;
    }
    control(reference, one).max(control(test, other))
}

/// Whether an engine has a say in its size.
pub(crate) fn is_control(tree: &PageTree, id: u64) -> bool {
    !matches!(control(tree, id), Control::None | Control::Cell)
}

/// Whether text is written in it.
pub(crate) fn is_field(tree: &PageTree, id: u64) -> bool {
    control(tree, id) == Control::Field
}

/// A picture that is not there: what stands in for it is each engine's own.
pub(crate) fn is_broken(tree: &PageTree, id: u64) -> bool {
    let image = tree.node(id).and_then(|node| node.image.as_ref());
    image.is_some_and(|it| it.get("loaded") == Some(&Value::Bool(false)))
}

/// Whether an engine draws it in its own way; the borders of what an app has styled itself are flat.
pub(crate) fn has_own_look(tree: &PageTree, id: u64) -> bool {
    let Some(node) = tree.node(id) else { return false };
    let is_native = || {
        let border = own_style(node, "border-style").unwrap_or_default();
        let background = own_style(node, "background-color").unwrap_or_default();
        border.contains("inset")
            || border.contains("outset")
            || OWN_BACKGROUNDS.contains(&background)
                && own_style(node, "background-image").is_none()
    };
    match control(tree, id) {
        Control::None | Control::Cell | Control::Broken => node.name() == Some("option"),
        Control::OwnLook => !is_drawn_by_page(node),
        Control::Plain | Control::Field => is_native(),
    }
}

/// Whether a page draws a control itself, in all its parts: the engine was told not to.
fn is_drawn_by_page(node: &Node) -> bool {
    let kind = node.attributes.get("type").map_or("", String::as_str);
    let is_simple = match node.name() {
        Some("progress" | "meter") => true,
        Some("input") => matches!(kind, "checkbox" | "radio" | "range"),
        _ => false,
    };
    is_simple && node.style.is_some() && own_style(node, "appearance").is_none()
}

/// Whether the color of a text is one that an engine gave to a control, the element itself or what it is in.
pub(crate) fn has_own_color(tree: &PageTree, id: u64) -> bool {
    let Some(color) = tree.computed(id, "color") else { return false };
    let line = std::iter::successors(Some(id), |id| tree.node(*id).map(|node| node.parent));
    let mut line = line.take(tree.nodes().len());
    let is_own = OWN_COLORS.iter().any(|own| style::is_same_color(own, color));
    is_own && line.any(|id| is_control(tree, id) && tree.computed(id, "color") == Some(color))
}

/// Whether an engine paints its own ring around what has the focus.
pub(crate) fn has_focus_ring(tree: &PageTree, id: u64) -> bool {
    tree.node(id).and_then(|node| own_style(node, "outline-style")) == Some("auto")
}

/// Whether engines do not agree on what its box is: columns of tables, and entries of lists to choose from.
pub(crate) fn is_without_box(tree: &PageTree, node: &Node) -> bool {
    match node.name() {
        Some("col" | "colgroup") => true,
        Some("option" | "optgroup") => list_of(tree, node)
            .is_some_and(|list| own_style(list, "appearance") != Some("base-select")),
        _ => false,
    }
}

/// Whether an element only holds rows of a table.
pub(crate) fn is_row_group(node: &Node) -> bool {
    const GROUPS: [&str; 3] = ["table-row-group", "table-header-group", "table-footer-group"];
    own_style(node, "display").is_some_and(|it| GROUPS.contains(&it))
}

/// The list to choose from that an entry is in.
pub(crate) fn list_of<'a>(tree: &'a PageTree, entry: &Node) -> Option<&'a Node> {
    let parent = tree.node(entry.parent)?;
    let is_list = |node: &&Node| matches!(node.name(), Some("select" | "datalist"));
    Some(parent).filter(is_list).or_else(|| tree.node(parent.parent).filter(is_list))
}

/// Whether an element stands in a line of text and is as large as the texts in it.
pub(crate) fn is_in_line(node: &Node) -> bool {
    node.style.as_ref().is_some_and(|style| style.get("display").is_none_or(|it| it == "inline"))
        && node.name().is_some_and(|name| !REPLACED.contains(&name))
}

/// Whether nothing of an element itself can be seen, only what is in it.
pub(crate) fn paints_nothing(node: &Node) -> bool {
    // The background of these is the screen's.
    let is_page = matches!(node.name(), Some("html" | "body"));
    let is_plain = |name: &str| own_style(node, name).is_none();
    let is_background = is_plain("background-color") && is_plain("background-image");
    (is_page || is_background)
        && ["border-width", "box-shadow", "outline-style"].into_iter().all(is_plain)
        && (is_page || is_plain("overflow"))
        && node.before.is_none()
        && node.after.is_none()
}

fn own_style<'a>(node: &'a Node, name: &str) -> Option<&'a str> {
    node.style.as_ref()?.get(name).map(String::as_str)
}
