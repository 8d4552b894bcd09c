//! Texts and numbers as JavaScript.

/// A text as a literal: nothing in it can end the literal, the line or a comment around it.
///
/// Also escaped are characters that make code look other than it is.
pub(super) fn js(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut literal = String::from(quote);
    for char in text.chars() {
        match char {
            '\\' => literal.push_str("\\\\"),
            char if char == quote => literal.extend(['\\', char]),
            '\n' => literal.push_str("\\n"),
            '\t' => literal.push_str("\\t"),
            // `*/`, `</script` and `<!--` stay harmless wherever the file is put.
            '/' if literal.ends_with(['*', '<']) => literal.push_str("\\/"),
            '!' if literal.ends_with('<') => literal.push_str("\\u0021"),
            char if is_odd(char) => {
                for unit in char.encode_utf16(&mut [0; 2]) {
                    literal.extend(["\\u", &format!("{unit:04x}")]);
                }
            }
            char => literal.push(char),
        }
    }
    literal.push(quote);
    literal
}

/// Controls, line separators, and marks that turn the direction of writing or show nothing.
fn is_odd(char: char) -> bool {
    char.is_control()
        || matches!(char, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// A number as JavaScript has it, to a hundredth.
pub(super) fn number(number: f64) -> String {
    if !number.is_finite() {
        return "0".to_owned();
    }
    let rounded = (number * 100.0).round() / 100.0;
    // No minus before zero.
    (rounded + 0.0).to_string()
}
