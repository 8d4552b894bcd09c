//! Texts of pages, made fit to be shown anywhere.

/// A text as one line of at most `max` characters that does nothing to whoever shows it.
///
/// White space becomes single spaces. Control characters, ANSI escapes among them, become pictures of themselves;
/// marks that turn the direction of writing, invisible ones and what no XML may hold become U+FFFD.
pub fn harmless(text: &str, max: usize) -> String {
    let mut line = String::new();
    let mut length = 0;
    let mut is_gap = false;
    for c in text.chars() {
        if c.is_whitespace() {
            is_gap = !line.is_empty();
            continue;
        }
        if length + usize::from(is_gap) >= max {
            line.push('…');
            break;
        }
        if std::mem::take(&mut is_gap) {
            line.push(' ');
            length += 1;
        }
        line.push(visible(c));
        length += 1;
    }
    // A runner of GitHub takes this for a command wherever it stands in a line.
    if line.contains("##[") { line.replace("##[", "## [") } else { line }
}

/// What is shown in place of a character; most are themselves.
pub(crate) fn visible(c: char) -> char {
    match c {
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}'
        | '\u{61c}'
        | '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{fffe}'
        | '\u{ffff}'
        | '\u{e0000}'..='\u{e007f}' => '\u{fffd}',
        c => c,
    }
}

/// `1 step`, `2 steps`.
pub fn count(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// `3 incompatibilities`.
pub(crate) fn incompatibilities(n: usize) -> String {
    count(n as u64, "incompatibility", "incompatibilities")
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn nothing_that_a_terminal_would_obey_is_left() {
        let shown = |text| harmless(text, 100);
        assert_eq!(shown("a\x1b[31mred\x07\0"), "a␛[31mred␇␀");
        assert_eq!(shown(" two\r\n  lines\u{2028}three\t"), "two lines three");
        assert_eq!(shown("ab\u{202e}dc\u{9b}1m\u{ffff}"), "ab\u{fffd}dc\u{fffd}1m\u{fffd}");
        assert_eq!(shown("##[add-mask]a"), "## [add-mask]a");
        assert_eq!(shown("Grüße, 世界, 👩‍👩‍👧"), "Grüße, 世界, 👩‍👩‍👧");
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(harmless("abcd", 4), "abcd");
        assert_eq!(harmless("abcde", 4), "abcd…");
        assert_eq!(harmless("ab cd", 3), "ab…");
        assert_eq!(harmless("abc   ", 3), "abc");
        assert_eq!(harmless(&"ä".repeat(1 << 20), 10).chars().count(), 11);
    }
}
