//! What a browser says it knows of the style sheets that the pages of a run loaded.

use serde::{Deserialize, Serialize};

/// More is not kept.
pub const MAX_SUPPORTS: usize = 4000;

/// A piece of a style sheet, and whether the browser knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Support {
    pub kind: SupportKind,
    /// As [`declaration_text`] and [`selector_text`] write it.
    pub text: String,
    pub has: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SupportKind {
    Declaration,
    Selector,
}

/// `property: value` without what makes no difference: case of the name, spaces, importance.
pub fn declaration_text(property: &str, value: &str) -> String {
    let value = selector_text(value);
    let plain = value.strip_suffix("important").and_then(|it| it.trim_end().strip_suffix('!'));
    let property = property.trim().to_ascii_lowercase();
    format!("{property}: {}", plain.unwrap_or(&value).trim_end())
}

/// A selector with single spaces.
pub fn selector_text(selector: &str) -> String {
    selector.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_no_difference_is_left_out() {
        assert_eq!(declaration_text(" Color", " red  ! important "), "color: red");
        assert_eq!(declaration_text("margin", "1px\n  2px"), "margin: 1px 2px");
        assert_eq!(selector_text(" a\n b:hover "), "a b:hover");
    }
}
