//! Reads style sheets as far as causes need it: rules with their selectors, conditions and declarations.
//!
//! Tolerant as browsers are: whatever makes no sense is passed over.
//! Sheets are hostile: depth, number of rules and length of selectors are bounded.

/// Deeper nesting is passed over.
const MAX_DEPTH: usize = 32;
const MAX_RULES: usize = 20_000;
/// Of one rule, after nesting is resolved.
const MAX_SELECTORS: usize = 32;
const MAX_SELECTOR_LEN: usize = 1000;

/// A rule with declarations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rule {
    /// With those of outer rules in front.
    pub(super) selectors: Vec<String>,
    /// At-rules around it, outermost first: name and prelude.
    pub(super) conditions: Vec<(String, String)>,
    pub(super) declarations: Vec<Declaration>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Declaration {
    /// In lower case, unless it is a custom property.
    pub(super) property: String,
    pub(super) value: String,
}

/// All rules of a sheet, in order of their ends.
pub(super) fn rules(sheet: &str) -> Vec<Rule> {
    let text = without_comments(sheet);
    let mut scanner = Scanner { text: &text, at: 0, rules: Vec::new() };
    let mut open: Vec<Rule> = vec![Rule::default()];
    let mut n_skipped = 0_usize;
    while let Some((piece, end)) = scanner.piece() {
        let is_full = open.len() > MAX_DEPTH || scanner.rules.len() >= MAX_RULES;
        match end {
            b'{' if is_full || n_skipped > 0 => n_skipped += 1,
            b'{' => {
                let inner = opened(open.last(), piece);
                open.push(inner);
            }
            b'}' if n_skipped > 0 => n_skipped -= 1,
            b'}' => {
                declare(open.last_mut(), piece);
                // A closing brace too many is passed over.
                if open.len() > 1 {
                    let done = open.pop();
                    scanner.rules.extend(done.filter(|rule| !rule.declarations.is_empty()));
                }
            }
            _ if n_skipped > 0 => {}
            _ => declare(open.last_mut(), piece),
        }
    }
    // What is open at the end is closed by it.
    while let Some(rule) = open.pop() {
        if open.is_empty() || rule.declarations.is_empty() {
            continue;
        }
        scanner.rules.push(rule);
    }
    scanner.rules
}

/// The declarations of a `style` attribute.
pub(super) fn declarations(style: &str) -> Vec<Declaration> {
    let text = without_comments(style);
    let mut scanner = Scanner { text: &text, at: 0, rules: Vec::new() };
    let mut rule = Rule::default();
    while let Some((piece, _)) = scanner.piece() {
        declare(Some(&mut rule), piece);
    }
    rule.declarations
}

fn opened(outer: Option<&Rule>, prelude: &str) -> Rule {
    let prelude = prelude.trim();
    let mut rule = Rule::default();
    if let Some(outer) = outer {
        rule.selectors.clone_from(&outer.selectors);
        rule.conditions.clone_from(&outer.conditions);
    }
    if let Some(at_rule) = prelude.strip_prefix('@') {
        let end = at_rule.find(|c: char| !is_name(c)).unwrap_or(at_rule.len());
        let (name, rest) = at_rule.split_at(end);
        rule.conditions.push((name.to_ascii_lowercase(), cut(rest.trim())));
        return rule;
    }
    let own: Vec<String> = split(prelude, ',').iter().map(|one| cut(one.trim())).collect();
    rule.selectors = nested(&rule.selectors, &own);
    rule
}

fn nested(outer: &[String], own: &[String]) -> Vec<String> {
    if outer.is_empty() {
        return own.iter().take(MAX_SELECTORS).cloned().collect();
    }
    let mut all = Vec::new();
    for one in own {
        for parent in outer {
            if all.len() >= MAX_SELECTORS {
                return all;
            }
            let whole = if one.contains('&') {
                one.replacen('&', parent, 2)
            } else {
                format!("{parent} {one}")
            };
            all.push(cut(&whole));
        }
    }
    all
}

fn cut(text: &str) -> String {
    text.chars().take(MAX_SELECTOR_LEN).collect()
}

fn declare(rule: Option<&mut Rule>, piece: &str) {
    let Some(rule) = rule else { return };
    let Some((property, value)) = piece.split_once(':') else { return };
    let (property, value) = (property.trim(), value.trim());
    if property.is_empty() || value.is_empty() || !property.chars().all(is_name) {
        return;
    }
    let property = match property.starts_with("--") {
        true => property.to_owned(),
        false => property.to_ascii_lowercase(),
    };
    rule.declarations.push(Declaration { property, value: value.to_owned() });
}

pub(super) fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '-' || c == '_'
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    rules: Vec<Rule>,
}

impl<'a> Scanner<'a> {
    /// The text up to the next `{`, `}` or `;` outside of brackets and strings, and that character.
    fn piece(&mut self) -> Option<(&'a str, u8)> {
        let bytes = self.text.as_bytes();
        let begin = self.at;
        if begin >= bytes.len() {
            return None;
        }
        let is_custom = self.text[begin..].trim_start().starts_with("--");
        let mut n_brackets = 0_usize;
        let mut n_braces = 0_usize;
        let mut has_colon = false;
        while self.at < bytes.len() {
            let byte = bytes[self.at];
            match byte {
                b'"' | b'\'' => self.at = string_end(bytes, self.at),
                b'\\' => self.at += 1,
                b'(' | b'[' => n_brackets += 1,
                b')' | b']' => n_brackets = n_brackets.saturating_sub(1),
                b':' => has_colon = true,
                // The value of a custom property may be a block.
                b'{' if is_custom && has_colon => n_braces += 1,
                b'}' if n_braces > 0 => n_braces -= 1,
                b';' if n_braces > 0 || n_brackets > 0 => {}
                // An open bracket does not swallow the rest of the sheet.
                b'{' | b'}' | b';' => {
                    let piece = &self.text[begin..self.at];
                    self.at += 1;
                    return Some((piece, byte));
                }
                _ => {}
            }
            self.at += 1;
        }
        self.at = bytes.len();
        Some((&self.text[begin..], b';'))
    }
}

/// Where a string ends: at its closing quote, or before the end of the line.
fn string_end(bytes: &[u8], begin: usize) -> usize {
    let quote = bytes[begin];
    let mut at = begin + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'\n' => return at,
            byte if byte == quote => return at,
            _ => {}
        }
        at += 1;
    }
    at
}

fn without_comments(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut plain = String::with_capacity(text.len());
    let (mut kept, mut at) = (0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'"' | b'\'' => at = string_end(bytes, at),
            b'\\' => at += 1,
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                plain.push_str(&text[kept..at]);
                plain.push(' ');
                let end = text[at + 2..].find("*/").map(|len| at + len + 4);
                kept = end.unwrap_or(text.len());
                at = kept;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    plain.push_str(&text[kept..]);
    plain
}

/// Splits at a character outside of brackets and strings.
pub(super) fn split(text: &str, at: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut n_brackets = 0_usize;
    let mut quote = None;
    let mut begin = 0;
    let mut is_escaped = false;
    for (place, c) in text.char_indices() {
        if is_escaped {
            is_escaped = false;
            continue;
        }
        match (quote, c) {
            (_, '\\') => is_escaped = true,
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[') => n_brackets += 1,
            (None, ')' | ']') => n_brackets = n_brackets.saturating_sub(1),
            (None, _) if c == at && n_brackets == 0 => {
                parts.push(&text[begin..place]);
                begin = place + c.len_utf8();
            }
            (None, _) => {}
        }
    }
    parts.push(&text[begin..]);
    parts
}

/// A word of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word<'a> {
    Keyword(&'a str),
    /// The name, and all after its opening bracket.
    Function(&'a str, &'a str),
    Unit(&'a str),
}

/// Keywords, functions and units of a value; strings and addresses are left out.
pub(super) fn words(value: &str) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    let mut rest = value;
    while let Some(c) = rest.chars().next() {
        if c == '"' || c == '\'' {
            let end = string_end(rest.as_bytes(), 0).saturating_add(1);
            rest = rest.get(end..).unwrap_or_default();
            continue;
        }
        if c == '#' {
            rest = rest[1..].trim_start_matches(is_name);
            continue;
        }
        if !is_name(c) {
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let end = rest.find(|c: char| !is_name(c) && c != '.').unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after;
        let number = word.trim_start_matches('-');
        if number.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            let unit = number.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            if !unit.is_empty() {
                found.push(Word::Unit(unit));
            }
        } else if let Some(inside) = after.strip_prefix('(') {
            found.push(Word::Function(word, inside));
            if word.eq_ignore_ascii_case("url") {
                rest = inside.find(')').map_or("", |end| &inside[end..]);
            }
        } else {
            found.push(Word::Keyword(word));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Each rule as one line.
    fn shown(sheet: &str) -> Vec<String> {
        let line = |rule: &Rule| {
            let conditions: Vec<String> = rule
                .conditions
                .iter()
                .map(|(name, prelude)| format!("@{name} {prelude}"))
                .collect();
            let declarations: Vec<String> = rule
                .declarations
                .iter()
                .map(|it| format!("{}={}", it.property, it.value))
                .collect();
            format!(
                "{}|{}|{}",
                conditions.join(" "),
                rule.selectors.join(", "),
                declarations.join("; ")
            )
        };
        rules(sheet).iter().map(line).collect()
    }

    #[test]
    fn rules_and_nested_rules() {
        let sheet = r#"
            @import "a.css";
            /* p { } */ a, b:is(.c, .d) > i { Color: red; --X: {a;b}; content: "};" /* no */ }
            .card { width: calc(1px + (2px)); &:hover { top: 0 } .in { left: 0; } color: blue }
            @media (width > 1px) { @supports (a: b) { u { v: w !important } } }
            @font-face { src: url(a;b) }
        "#;
        assert_eq!(
            shown(sheet),
            [
                "|a, b:is(.c, .d) > i|color=red; --X={a;b}; content=\"};\"",
                "|.card:hover|top=0",
                "|.card .in|left=0",
                "|.card|width=calc(1px + (2px)); color=blue",
                "@media (width > 1px) @supports (a: b)|u|v=w !important",
                "@font-face ||src=url(a;b)",
            ]
        );
    }

    #[test]
    fn broken_sheets_are_read_as_far_as_they_go() {
        assert_eq!(shown("} a { b: c } { d: e"), ["|a|b=c", "||d=e"]);
        assert_eq!(shown("a { b: 'c\n; d: e }"), ["|a|b='c; d=e"]);
        assert_eq!(shown("a { b: \"\\"), ["|a|b=\"\\"]);
        assert_eq!(shown("/* a { b: c }"), Vec::<String>::new());
        assert_eq!(shown(&"a{".repeat(1000)).len(), 0);
    }

    #[test]
    fn words_of_values() {
        let found = words("calc-size(auto, -1.5rcap) 'no' #fff url(x y) none");
        assert_eq!(
            found,
            [
                Word::Function("calc-size", "auto, -1.5rcap) 'no' #fff url(x y) none"),
                Word::Keyword("auto"),
                Word::Unit("rcap"),
                Word::Function("url", "x y) none"),
                Word::Keyword("none"),
            ]
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn any_text_is_no_surprise(text in "[a-c@&:;,.#'\"(){}\\[\\]/*\\\\\n é-]{0,200}") {
            for rule in rules(&text) {
                for declaration in &rule.declarations {
                    words(&declaration.value);
                }
            }
            declarations(&text);
        }

        #[test]
        fn any_bytes_are_no_surprise(text in ".{0,200}") {
            rules(&text);
            words(&text);
        }
    }
}
