//! Texts with keys in them, such as `abc${KEY_ENTER}`.

use crate::Key;
use crate::error::Problem;

const PREFIX: &str = "${KEY_";

pub(super) fn has_keys(text: &str) -> bool {
    text.contains(PREFIX)
}

/// One key per character, and the named ones.
pub(super) fn read(text: &str) -> Result<Vec<Key>, Problem> {
    let mut keys = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(PREFIX) {
        keys.extend(before.chars().map(of_char));
        let unclosed = || Problem::new("a \"${KEY_\" without \"}\"", "such as ${KEY_ENTER}");
        let (name, after) = after.split_once('}').ok_or_else(unclosed)?;
        keys.push(named(name)?);
        rest = after;
    }
    keys.extend(rest.chars().map(of_char));
    Ok(keys)
}

/// Variables would need commands that store them.
pub(super) fn refuse_variables(text: &str) -> Result<(), Problem> {
    let mut pieces = text.split("${").skip(1);
    match pieces.find(|piece| !piece.starts_with("KEY_")) {
        None => Ok(()),
        Some(piece) => {
            let name = piece.split('}').next().unwrap_or_default();
            let what = format!("the variable ${{{name}}} has no value in a drive");
            Err(Problem::new(what, "write the value itself"))
        }
    }
}

fn of_char(char: char) -> Key {
    if matches!(char, '\n' | '\r') { Key('\u{E007}') } else { Key(char) }
}

fn named(name: &str) -> Result<Key, Problem> {
    let of_name = match name {
        "BKSP" | "BACKSPACE" => "Backspace",
        "TAB" => "Tab",
        "ENTER" | "RETURN" => "Enter",
        "SHIFT" => "Shift",
        "CTRL" | "CONTROL" => "Control",
        "ALT" => "Alt",
        "META" | "COMMAND" => "Meta",
        "ESC" | "ESCAPE" => "Escape",
        "SPACE" => "Space",
        "PGUP" | "PAGE_UP" => "PageUp",
        "PGDN" | "PAGE_DOWN" => "PageDown",
        "END" => "End",
        "HOME" => "Home",
        "LEFT" => "ArrowLeft",
        "UP" => "ArrowUp",
        "RIGHT" => "ArrowRight",
        "DOWN" => "ArrowDown",
        "INS" | "INSERT" => "Insert",
        "DEL" | "DELETE" => "Delete",
        "PAUSE" => "Pause",
        "MUL" | "MULTIPLY" => "NumpadMultiply",
        "PLUS" | "ADD" => "NumpadAdd",
        "MINUS" | "SUBTRACT" => "NumpadSubtract",
        "PERIOD" | "DECIMAL" => "NumpadDecimal",
        "DIV" | "DIVISION" | "DIVIDE" => "NumpadDivide",
        other => other,
    };
    let number = name.strip_prefix("NUM").or_else(|| name.strip_prefix('N'));
    let number = number.filter(|digit| digit.len() == 1 && digit.as_bytes()[0].is_ascii_digit());
    let key = match number {
        Some(digit) => Key::named(&format!("Numpad{digit}")),
        None => Key::named(of_name).filter(|_| name.len() > 1),
    };
    key.ok_or_else(|| {
        let what = format!("no key has the name ${{KEY_{name}}}");
        Problem::new(what, "such as ${KEY_ENTER}, ${KEY_TAB} or ${KEY_F5}")
    })
}
