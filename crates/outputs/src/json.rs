//! `json`: the report itself.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use crate::Told;
use crate::text::visible;

/// The report, or for apps with names an object with the report of each under its name.
///
/// The values are those of `report.json`; characters that a terminal would obey are escaped.
pub fn json(all: &[Told]) -> String {
    let text = match all {
        [one] if one.name.is_empty() => format!("{:#}", one.json),
        all => {
            let by_name = all.iter().map(|it| (it.name.clone(), it.json.clone()));
            format!("{:#}", Value::Object(by_name.collect::<Map<_, _>>()))
        }
    };
    escape(&text) + "\n"
}

/// In JSON that is already escaped, all of these are inside of strings.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        let is_plain = c == '\n' || visible(c) == c && !matches!(c, '\u{2028}' | '\u{2029}');
        if is_plain {
            escaped.push(c);
            continue;
        }
        let mut units = [0; 2];
        for unit in c.encode_utf16(&mut units) {
            let _ = write!(escaped, "\\u{unit:04x}");
        }
    }
    escaped
}
