//! Computed styles that show on their own, without pixels: those of text.
//!
//! Engines write the same color or family in other words, so only what both can be understood counts.

use xcheck_trace::run::{Node, PageTree};

use crate::difference::{Aspect, Difference};

/// What tells how a text looks.
const OF_TEXT: &[&str] =
    &["color", "font-size", "font-weight", "font-style", "text-decoration-line", "text-transform"];
/// Levels of a color that nobody sees.
const SAME_LEVELS: f64 = 24.0;
const SAME_PX: f64 = 1.0;

/// Styles that a page sets on purpose, and that no size or font brings about.
const ON_PURPOSE: &[&str] = &[
    "display",
    "position",
    "float",
    "overflow",
    "flex-direction",
    "flex-wrap",
    "justify-content",
    "align-items",
    "object-fit",
    "white-space",
    "text-transform",
    "text-align",
    "text-shadow",
    "visibility",
    "clip-path",
    "filter",
    "background-image",
    "box-shadow",
    "border-radius",
    "transform",
    "opacity",
    "text-decoration-line",
    "letter-spacing",
];

/// Those that one of two elements has and the other has not.
pub(crate) fn of_one(one: &Node, other: &Node) -> Vec<&'static str> {
    let (Some(ours), Some(theirs)) = (&one.style, &other.style) else { return Vec::new() };
    let is_of_one = |name: &&&str| ours.contains_key(**name) != theirs.contains_key(**name);
    ON_PURPOSE.iter().filter(is_of_one).copied().collect()
}

/// Whether a control has the look of its page in one browser, and of its engine in the other.
pub(crate) fn appearance(one: &Node, other: &Node) -> Option<Difference> {
    // Nothing is written where it is `none`.
    let of = |node: &Node| node.style.as_ref().map(|it| it.get("appearance").cloned());
    let (ours, theirs) = (of(one)?, of(other)?);
    let is_own = |it: &Option<String>| it.as_deref().is_none_or(|it| it.starts_with("base"));
    (is_own(&ours) != is_own(&theirs)).then(|| Difference {
        aspect: Aspect::Style,
        property: "appearance".to_owned(),
        reference: ours.unwrap_or_else(|| "none".to_owned()),
        test: theirs.unwrap_or_else(|| "none".to_owned()),
        weight: 1.0,
    })
}

/// Whether an entry of a list has the mark of its page in one browser, and a usual one, or none, in the other.
pub(crate) fn marker(one: &Node, other: &Node) -> Option<Difference> {
    let of = |node: &Node| {
        let style = node.style.as_ref()?;
        let is_entry = style.get("display").is_some_and(|it| it == "list-item");
        // Nothing is written where it is the usual one.
        is_entry.then(|| style.get("list-style-type").cloned().unwrap_or_else(|| "disc".to_owned()))
    };
    let (ours, theirs) = (of(one)?, of(other)?);
    // Marks of a page's own are written in each engine's way.
    const USUAL: &[&str] = &["disc", "circle", "square", "decimal", "none"];
    let is_usual = |mark: &String| USUAL.contains(&mark.as_str());
    (ours != theirs && (is_usual(&ours) || is_usual(&theirs))).then(|| Difference {
        aspect: Aspect::Style,
        property: "list-style-type".to_owned(),
        reference: ours,
        test: theirs,
        weight: 1.0,
    })
}

/// Styles of a pair of elements that have text of their own.
pub(crate) fn differences(
    reference: &PageTree,
    one: u64,
    test: &PageTree,
    other: u64,
) -> Vec<Difference> {
    let mut found = Vec::new();
    for property in OF_TEXT {
        let (Some(ours), Some(theirs)) =
            (reference.computed(one, property), test.computed(other, property))
        else {
            continue;
        };
        if ours == theirs || is_same(property, ours, theirs) {
            continue;
        }
        found.push(Difference {
            aspect: Aspect::Style,
            property: (*property).to_owned(),
            reference: ours.to_owned(),
            test: theirs.to_owned(),
            weight: 1.0,
        });
    }
    found
}

fn is_same(property: &str, ours: &str, theirs: &str) -> bool {
    match property {
        "color" => is_same_color(ours, theirs),
        "font-size" => match (pixels(ours), pixels(theirs)) {
            (Some(ours), Some(theirs)) => (ours - theirs).abs() <= SAME_PX,
            _ => true,
        },
        "font-weight" => match (weight(ours), weight(theirs)) {
            (Some(ours), Some(theirs)) => (ours >= 600) == (theirs >= 600),
            _ => true,
        },
        _ => false,
    }
}

/// Whether nobody sees a difference, or nobody knows.
pub(crate) fn is_same_color(ours: &str, theirs: &str) -> bool {
    match (color(ours), color(theirs)) {
        (Some(ours), Some(theirs)) => {
            ours.iter().zip(theirs).all(|(a, b)| (a - b).abs() <= SAME_LEVELS)
        }
        _ => true,
    }
}

pub(crate) fn pixels(text: &str) -> Option<f64> {
    text.strip_suffix("px")?.parse().ok()
}

fn weight(text: &str) -> Option<u32> {
    match text {
        "normal" => Some(400),
        "bold" => Some(700),
        _ => text.parse().ok(),
    }
}

/// Red, green, blue and opacity, all from 0 to 255, of the ways in which engines write colors of sRGB.
pub(crate) fn color(text: &str) -> Option<[f64; 4]> {
    let (name, rest) = text.split_once('(')?;
    let body = rest.strip_suffix(')')?;
    let (body, scale) = match name {
        "rgb" | "rgba" => (body, 1.0),
        "color" => (body.strip_prefix("srgb ")?, 255.0),
        _ => return None,
    };
    let mut parts = body.split([',', ' ', '/']).filter(|part| !part.is_empty());
    let mut number = || parts.next()?.parse::<f64>().ok();
    let [red, green, blue] = [number()?, number()?, number()?].map(|level| level * scale);
    let opacity = number().unwrap_or(1.0) * 255.0;
    Some([red, green, blue, opacity])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_read_in_the_ways_engines_write_them() {
        assert_eq!(color("rgb(1, 2, 3)"), Some([1.0, 2.0, 3.0, 255.0]));
        assert_eq!(color("rgba(1, 2, 3, 0)"), Some([1.0, 2.0, 3.0, 0.0]));
        assert_eq!(color("color(srgb 1 0 0 / 0.5)"), Some([255.0, 0.0, 0.0, 127.5]));
        assert_eq!(color("oklch(0.5 0.1 20)"), None);
    }

    #[test]
    fn a_color_in_words_not_understood_is_no_difference() {
        assert!(is_same("color", "oklch(0.5 0.1 20)", "rgb(1, 2, 3)"));
        assert!(!is_same("color", "rgb(255, 0, 0)", "rgb(1, 2, 3)"));
        assert!(is_same("font-size", "16px", "16.5px"));
        assert!(!is_same("text-transform", "none", "uppercase"));
    }
}
