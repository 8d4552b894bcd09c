//! Texts of pages, cut to what a person can look at.

use std::fmt::Write as _;

use serde_json::Value;

/// A longer text is cut to this many bytes.
pub(crate) const MAX_TEXT: usize = 16 << 10;
/// Whole programs: tests that people copy out of the report.
const MAX_PROGRAM: usize = 512 << 10;
/// A longer list is cut. More than this many findings are none that anyone reads.
const MAX_ITEMS: usize = 10_000;

/// Cuts all texts in a value, at whatever depth.
pub(crate) fn trim(value: &mut Value) {
    match value {
        Value::String(text) => cut(text, MAX_TEXT),
        Value::Array(items) => {
            items.truncate(MAX_ITEMS);
            items.iter_mut().for_each(trim);
        }
        Value::Object(fields) => {
            for (name, field) in fields.iter_mut() {
                match field {
                    Value::String(text) if name == "playwright" => cut(text, MAX_PROGRAM),
                    _ => trim(field),
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Cuts a text and says so at its end.
pub(crate) fn cut(text: &mut String, max: usize) {
    if text.len() > max {
        let len = text.len();
        text.truncate(text.floor_char_boundary(max));
        let _ = write!(text, "… ({len} bytes in all)");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{MAX_TEXT, cut, trim};

    #[test]
    fn texts_are_cut_between_characters() {
        let mut text = "ä".repeat(5);
        cut(&mut text, 3);
        assert_eq!(text, "ä… (10 bytes in all)");
        let mut text = "short".to_owned();
        cut(&mut text, 5);
        assert_eq!(text, "short");
    }

    #[test]
    fn texts_are_cut_at_whatever_depth() {
        let long = "x".repeat(1 << 20);
        let mut value = json!({"a": [{"b": long}], "playwright": "y".repeat(MAX_TEXT + 1), "n": 1});
        trim(&mut value);
        assert!(value["a"][0]["b"].as_str().unwrap().ends_with("x… (1048576 bytes in all)"));
        assert_eq!(value["playwright"].as_str().unwrap().len(), MAX_TEXT + 1);
        assert_eq!(value["n"], 1);
    }
}
