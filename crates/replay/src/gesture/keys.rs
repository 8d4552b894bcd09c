//! Keys as WebDriver has them: a character, or a private code point for a key without one.

use xcheck_model::action::Modifiers;
use xcheck_model::event::Input;

/// Names in `key`, and in `code` for those that a keyboard has twice.
const NAMES: &[(&str, u32)] = &[
    ("Cancel", 0xE001),
    ("Help", 0xE002),
    ("Backspace", 0xE003),
    ("Tab", 0xE004),
    ("Clear", 0xE005),
    ("Enter", 0xE007),
    ("Shift", 0xE008),
    ("Control", 0xE009),
    ("Alt", 0xE00A),
    ("Pause", 0xE00B),
    ("Escape", 0xE00C),
    ("PageUp", 0xE00E),
    ("PageDown", 0xE00F),
    ("End", 0xE010),
    ("Home", 0xE011),
    ("ArrowLeft", 0xE012),
    ("ArrowUp", 0xE013),
    ("ArrowRight", 0xE014),
    ("ArrowDown", 0xE015),
    ("Insert", 0xE016),
    ("Delete", 0xE017),
    ("Meta", 0xE03D),
    ("OS", 0xE03D),
];

const RIGHT: &[(&str, u32)] = &[
    ("ShiftRight", 0xE050),
    ("ControlRight", 0xE051),
    ("AltRight", 0xE052),
    ("MetaRight", 0xE053),
    ("OSRight", 0xE053),
];

const ON_PAD: &[(&str, u32)] = &[
    ("NumpadMultiply", 0xE024),
    ("NumpadAdd", 0xE025),
    ("NumpadSubtract", 0xE027),
    ("NumpadDecimal", 0xE028),
    ("NumpadDivide", 0xE029),
    ("PageUp", 0xE054),
    ("PageDown", 0xE055),
    ("End", 0xE056),
    ("Home", 0xE057),
    ("ArrowLeft", 0xE058),
    ("ArrowUp", 0xE059),
    ("ArrowRight", 0xE05A),
    ("ArrowDown", 0xE05B),
    ("Insert", 0xE05C),
    ("Delete", 0xE05D),
];

/// The character that stands for a recorded key; none for keys that no driver has.
pub(super) fn character(key: &str, code: &str) -> Option<String> {
    let look = |table: &[(&str, u32)], name: &str| {
        let found = table.iter().find(|(known, _)| *known == name);
        found.and_then(|(_, point)| char::from_u32(*point)).map(String::from)
    };
    if let Some(right) = look(RIGHT, code) {
        return Some(right);
    }
    let mut chars = key.chars();
    if let (Some(char), None) = (chars.next(), chars.next()) {
        let digit = code.strip_prefix("Numpad").and_then(|rest| rest.parse::<u32>().ok());
        return match digit {
            // A point of the pad only means its digit where the pad gives digits.
            Some(digit) if key == digit.to_string() => {
                char::from_u32(0xE01A + digit).map(String::from)
            }
            _ if code.starts_with("Numpad") => {
                look(ON_PAD, code).or_else(|| Some(char.to_string()))
            }
            _ => Some(char.to_string()),
        };
    }
    if code.starts_with("Numpad")
        && let Some(on_pad) = look(ON_PAD, key)
    {
        return Some(on_pad);
    }
    if let Some(number) = key.strip_prefix('F').and_then(|rest| rest.parse::<u32>().ok()) {
        return (1..=12)
            .contains(&number)
            .then(|| char::from_u32(0xE030 + number))
            .flatten()
            .map(String::from);
    }
    look(NAMES, key)
}

/// The bit of a modifier key.
pub(super) fn modifier_bit(key: &str) -> Option<u64> {
    Some(match key {
        "Alt" => 1,
        "Control" => 2,
        "Meta" | "OS" => 4,
        "Shift" => 8,
        _ => return None,
    })
}

/// Modifier keys with their bits, in the order in which hands press them.
pub(super) const MODIFIERS: [(u64, &str); 4] =
    [(2, "Control"), (1, "Alt"), (4, "Meta"), (8, "Shift")];

/// Keys that belong to an input method.
pub(super) fn is_composing(key: &str) -> bool {
    matches!(key, "Process" | "Dead" | "Unidentified")
}

/// What was held down during an input, if its kind tells.
pub(super) fn bits(input: &Input) -> Option<u64> {
    let index = match input.kind.as_str() {
        "keydown" | "keyup" | "keypress" => 2,
        "wheel" | "mousewheel" => 5,
        "touchstart" | "touchmove" | "touchend" | "touchcancel" => 1,
        // In these lines the pointer rested, and nothing is said of keys.
        "mouseover" if input.fields.len() == 3 => return None,
        kind if is_mouse(kind) => 3,
        _ => return None,
    };
    input.fields.get(index)?.as_u64()
}

pub(super) fn is_mouse(kind: &str) -> bool {
    kind.starts_with("mouse") && kind != "mousewheel"
        || kind.starts_with("pointer")
        || matches!(kind, "click" | "dblclick" | "auxclick" | "contextmenu")
}

/// `Control+Shift+A`
pub(super) fn chord(key: &str, bits: u64) -> String {
    let held = Modifiers::from_bits(if key.chars().count() == 1 { bits & !8 } else { bits });
    let mut text = String::new();
    for name in held.names().filter(|name| *name != key) {
        text.push_str(name);
        text.push('+');
    }
    text + if key == " " { "Space" } else { key }
}
