//! What CSS properties can change: where things are, or how they look.

use crate::difference::Aspect;

/// What a property changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Layout,
    Paint,
    /// Whether, when or what: anything can come of it.
    Any,
    /// Nothing that could be seen in a still picture.
    Nothing,
}

const NOTHING: &[&str] = &[
    "-webkit-tap-highlight-color",
    "-webkit-touch-callout",
    "-webkit-overflow-scrolling",
    "-webkit-user-drag",
    "-webkit-user-select",
    "-webkit-user-modify",
    "-webkit-font-smoothing",
    "-moz-osx-font-smoothing",
    "-webkit-print-color-adjust",
    "-webkit-text-size-adjust",
    "cursor",
    "image-orientation",
    "overscroll-",
    "page",
    "pointer-events",
    "print-color-adjust",
    "resize",
    "scroll-behavior",
    "size-adjust",
    "speak",
    "text-rendering",
    "text-size-adjust",
    "touch-action",
    "user-select",
    "view-transition",
    "will-change",
];

const PAINT: &[&str] = &[
    "-webkit-box-reflect",
    "-webkit-mask",
    "-webkit-text-fill",
    "-webkit-text-security",
    "-webkit-text-stroke",
    "accent-color",
    "backdrop-filter",
    "background",
    "border-bottom-color",
    "border-image",
    "border-left-color",
    "border-right-color",
    "border-shape",
    "border-top-color",
    "box-shadow",
    "caret",
    "clip",
    "color",
    "column-rule",
    "corner",
    "dynamic-range-limit",
    "fill",
    "filter",
    "font-palette",
    "forced-color-adjust",
    "image-rendering",
    "isolation",
    "mask",
    "mix-blend-mode",
    "object-",
    "opacity",
    "outline",
    "overflow-clip-margin",
    "paint-order",
    "row-rule",
    "rule-",
    "scrollbar-color",
    "stroke",
    "text-decoration",
    "text-shadow",
    "text-underline",
    "-webkit-appearance",
    "appearance",
];

/// Properties whose effect depends on others.
const ANY: &[&str] = &[
    "--",
    "animation",
    "appearance",
    "-webkit-appearance",
    "all",
    "box-decoration-break",
    "content",
    "counter",
    "display",
    "interactivity",
    "interest-",
    "object-view-box",
    "offset",
    "overlay",
    "rotate",
    "scale",
    "scroll-timeline",
    "text-emphasis",
    "timeline-",
    "timeline-scope",
    "transform",
    "transition",
    "translate",
    "view-timeline",
    "visibility",
    "zoom",
];

/// Properties of an element that say where its children stand.
const OF_CHILDREN: &[&str] = &[
    "align-content",
    "align-items",
    "column",
    "columns",
    "display",
    "flex-direction",
    "flex-flow",
    "flex-wrap",
    "gap",
    "grid",
    "justify-content",
    "justify-items",
    "place-content",
    "place-items",
    "row-gap",
    "scroll-snap-type",
    "text-align",
    "text-wrap",
    "white-space",
];

pub(super) fn arranges_children(property: &str) -> bool {
    OF_CHILDREN.iter().any(|name| is_of(property, name))
}

pub(super) fn effect(property: &str) -> Effect {
    let is_in = |names: &[&str]| names.iter().any(|name| is_of(property, name));
    if is_in(ANY) {
        Effect::Any
    } else if is_in(NOTHING) {
        Effect::Nothing
    } else if is_in(PAINT) {
        Effect::Paint
    } else {
        Effect::Layout
    }
}

/// `mask-border` is of `mask`, `maskless` is not.
fn is_of(property: &str, name: &str) -> bool {
    property
        .strip_prefix(name)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('-') || name.ends_with('-'))
}

/// How well an effect explains what differs: above 0 it does, below it does not.
pub(super) fn fit(effect: Effect, aspects: &[Aspect]) -> i32 {
    let one = |aspect: &Aspect| match (aspect, effect) {
        (_, Effect::Nothing) => -30,
        (Aspect::Size | Aspect::Place, Effect::Layout) => 25,
        (Aspect::Size | Aspect::Place, Effect::Paint) => -20,
        (Aspect::Size | Aspect::Place, Effect::Any) => 12,
        (Aspect::Style | Aspect::Pixels, Effect::Paint) => 25,
        (Aspect::Style | Aspect::Pixels, Effect::Any) => 15,
        (Aspect::Style | Aspect::Pixels, Effect::Layout) => 5,
        (Aspect::Missing | Aspect::Surplus | Aspect::State, Effect::Any) => 12,
        (Aspect::Missing | Aspect::Surplus, Effect::Layout) => 8,
        (Aspect::Missing | Aspect::Surplus | Aspect::State, _) => -10,
        (Aspect::Text, Effect::Any) => 0,
        (Aspect::Text | Aspect::Drawing, _) => -25,
    };
    aspects.iter().map(one).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_have_effects() {
        for (property, expected) in [
            ("corner-shape", Effect::Paint),
            ("-webkit-mask-box-image", Effect::Paint),
            ("field-sizing", Effect::Layout),
            ("text-box", Effect::Layout),
            ("break-before", Effect::Layout),
            ("will-change", Effect::Nothing),
            ("animation-timeline", Effect::Any),
            ("--x", Effect::Any),
        ] {
            assert_eq!(effect(property), expected, "{property}");
        }
        assert!(fit(Effect::Layout, &[Aspect::Size]) > fit(Effect::Any, &[Aspect::Size]));
    }
}
