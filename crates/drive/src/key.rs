//! Keys of a keyboard and the names that files have for them.

use std::fmt;

use crate::error::Problem;

/// A key as WebDriver has it: its character, or a private code point for a key without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(pub char);

/// Names of keys in events (`key` and `code`), with their code points.
const NAMES: &[(&str, u32)] = &[
    ("Cancel", 0xE001),
    ("Help", 0xE002),
    ("Backspace", 0xE003),
    ("Tab", 0xE004),
    ("Clear", 0xE005),
    ("Enter", 0xE007),
    ("Return", 0xE007),
    ("Shift", 0xE008),
    ("ShiftLeft", 0xE008),
    ("Control", 0xE009),
    ("ControlLeft", 0xE009),
    ("Ctrl", 0xE009),
    ("Alt", 0xE00A),
    ("AltLeft", 0xE00A),
    ("Pause", 0xE00B),
    ("Escape", 0xE00C),
    ("Esc", 0xE00C),
    ("Space", 0x20),
    ("PageUp", 0xE00E),
    ("PageDown", 0xE00F),
    ("End", 0xE010),
    ("Home", 0xE011),
    ("ArrowLeft", 0xE012),
    ("ArrowUp", 0xE013),
    ("ArrowRight", 0xE014),
    ("ArrowDown", 0xE015),
    ("Left", 0xE012),
    ("Up", 0xE013),
    ("Right", 0xE014),
    ("Down", 0xE015),
    ("Insert", 0xE016),
    ("Delete", 0xE017),
    ("Meta", 0xE03D),
    ("MetaLeft", 0xE03D),
    ("Command", 0xE03D),
    ("Numpad0", 0xE01A),
    ("Numpad1", 0xE01B),
    ("Numpad2", 0xE01C),
    ("Numpad3", 0xE01D),
    ("Numpad4", 0xE01E),
    ("Numpad5", 0xE01F),
    ("Numpad6", 0xE020),
    ("Numpad7", 0xE021),
    ("Numpad8", 0xE022),
    ("Numpad9", 0xE023),
    ("NumpadMultiply", 0xE024),
    ("NumpadAdd", 0xE025),
    ("NumpadSubtract", 0xE027),
    ("NumpadDecimal", 0xE028),
    ("NumpadDivide", 0xE029),
    ("NumpadEnter", 0xE007),
    ("NumpadEqual", 0xE019),
    ("ShiftRight", 0xE050),
    ("ControlRight", 0xE051),
    ("AltRight", 0xE052),
    ("MetaRight", 0xE053),
    ("Semicolon", 0x3B),
    ("Equal", 0x3D),
    ("Comma", 0x2C),
    ("Minus", 0x2D),
    ("Period", 0x2E),
    ("Slash", 0x2F),
    ("Backquote", 0x60),
    ("BracketLeft", 0x5B),
    ("Backslash", 0x5C),
    ("BracketRight", 0x5D),
    ("Quote", 0x27),
    ("\r", 0xE007),
    ("\n", 0xE007),
];

/// Virtual key codes of keys without a character, as `keydown` events have them.
const CODES: &[(u32, &str)] = &[
    (8, "Backspace"),
    (9, "Tab"),
    (13, "Enter"),
    (16, "Shift"),
    (17, "Control"),
    (18, "Alt"),
    (19, "Pause"),
    (27, "Escape"),
    (32, "Space"),
    (33, "PageUp"),
    (34, "PageDown"),
    (35, "End"),
    (36, "Home"),
    (37, "ArrowLeft"),
    (38, "ArrowUp"),
    (39, "ArrowRight"),
    (40, "ArrowDown"),
    (45, "Insert"),
    (46, "Delete"),
    (91, "Meta"),
];

impl Key {
    /// The key with this name, which may be its character.
    pub fn named(name: &str) -> Option<Self> {
        if let Some((_, code)) = NAMES.iter().find(|(other, _)| *other == name) {
            return char::from_u32(*code).map(Self);
        }
        let mut chars = name.chars();
        if let (Some(char), None) = (chars.next(), chars.next()) {
            return Some(Self(char)).filter(|key| key.0 != '\0');
        }
        let letter = name.strip_prefix("Key").or_else(|| name.strip_prefix("Digit"));
        if let Some(letter) = letter.filter(|letter| letter.len() == 1) {
            return letter.chars().next().map(|char| Self(char.to_ascii_lowercase()));
        }
        let n: u32 = name.strip_prefix('F')?.parse().ok()?;
        (1..=12).contains(&n).then(|| char::from_u32(0xE030 + n).map(Self))?
    }

    /// The key without a character that has this virtual key code.
    pub fn from_code(code: u32) -> Option<Self> {
        if (112..=123).contains(&code) {
            return char::from_u32(0xE031 + code - 112).map(Self);
        }
        CODES.iter().find(|(other, _)| *other == code).and_then(|(_, name)| Self::named(name))
    }

    /// Whether it changes what other keys mean while it is down.
    pub fn is_modifier(self) -> bool {
        matches!(u32::from(self.0), 0xE008..=0xE00A | 0xE03D | 0xE050..=0xE053)
    }

    /// Whether it writes its character.
    pub fn is_character(self) -> bool {
        !('\u{E000}'..='\u{F8FF}').contains(&self.0)
    }

    pub(crate) fn parse(name: &str) -> Result<Self, Problem> {
        Self::named(name).ok_or_else(|| {
            let what = format!("no key has the name {name:?}");
            Problem::new(what, "a character, or a name such as Enter, ArrowDown, Control or F5")
        })
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = u32::from(self.0);
        if (0xE031..=0xE03C).contains(&code) {
            return write!(f, "F{}", code - 0xE030);
        }
        match NAMES.iter().find(|(_, other)| *other == code) {
            Some((name, _)) if !self.is_character() || self.0 == ' ' => f.write_str(name),
            _ => write!(f, "{}", self.0),
        }
    }
}
