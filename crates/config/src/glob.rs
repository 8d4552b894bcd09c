//! Patterns with `*` for any run of characters.

use serde::Deserialize;

use crate::address::{split_origin, without_query};

/// A text in which `*` stands for any run of characters, also none; everything else is itself.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Glob(pub String);

impl Glob {
    /// Takes the first place for each piece between two stars. That is always right,
    /// because an earlier place leaves more for what follows, and it never goes back.
    pub fn matches(&self, text: &str) -> bool {
        let Some((first, rest)) = self.0.split_once('*') else { return self.0 == text };
        let Some(mut text) = text.strip_prefix(first) else { return false };
        let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
        for piece in middle.split('*') {
            let Some(at) = text.find(piece) else { return false };
            text = &text[at + piece.len()..];
        }
        text.ends_with(last)
    }
}

/// Which pages are meant. A pattern that begins with `/` is about what follows the origin,
/// any other about the whole address. Query and fragment count only if the pattern needs them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct UrlPattern(pub Glob);

impl UrlPattern {
    pub fn matches(&self, address: &str) -> bool {
        let Self(glob) = self;
        let (origin, mut tail) = split_origin(address);
        if !glob.0.starts_with('/') {
            return glob.matches(address) || glob.matches(without_query(address));
        }
        if !origin.is_empty() && tail.is_empty() {
            tail = "/";
        }
        glob.matches(tail) || glob.matches(without_query(tail))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use proptest::prelude::*;

    use super::*;

    fn matches(pattern: &str, text: &str) -> bool {
        Glob(pattern.to_owned()).matches(text)
    }

    #[test]
    fn stars_are_runs() {
        let right = [("", ""), ("*", ""), ("*", "ab"), ("a*", "a"), ("*a", "ba"), ("a*c", "abbc")];
        for (pattern, text) in right {
            assert!(matches(pattern, text), "{pattern} {text}");
        }
        let wrong =
            [("", "a"), ("a", "ab"), ("a*a", "a"), ("a*b*c", "acb"), ("*ab", "abc"), ("?", "a")];
        for (pattern, text) in wrong {
            assert!(!matches(pattern, text), "{pattern} {text}");
        }
        assert!(matches("ü*ß", "üßß"));
        assert!(matches("a**b", "a.b"));
    }

    #[test]
    fn patterns_that_are_made_to_be_slow_are_not() {
        let text = "a".repeat(200_000);
        let start = Instant::now();
        assert!(!matches(&"a*".repeat(50_000), &text[..49_999]));
        assert!(!matches(&("*a".repeat(50_000) + "b"), &text));
        assert!(!matches(&format!("*{}b*", "a".repeat(1000)), &text));
        assert!(start.elapsed().as_secs() < 5);
    }

    #[test]
    fn patterns_of_pages() {
        let matches = |pattern: &str, page| UrlPattern(Glob(pattern.to_owned())).matches(page);
        assert!(matches("/admin/*", "http://a/admin/x?y#z"));
        assert!(matches("/login", "http://a:80/login?next=/"));
        assert!(matches("/", "http://a"));
        assert!(matches("/#/settings", "http://a/#/settings"));
        assert!(matches("*logout*", "http://a/?do=logout"));
        assert!(matches("https://a/*", "https://a/b"));
        assert!(!matches("/login", "http://a/login/2"));
        assert!(!matches("/x?y=1", "http://a/x?y=2"));
        assert!(!matches("/#/settings", "http://a/"));
    }

    /// As slow as it is plain.
    fn plainly(pattern: &[u8], text: &[u8]) -> bool {
        match pattern {
            [] => text.is_empty(),
            [b'*', rest @ ..] => (0..=text.len()).any(|n| plainly(rest, &text[n..])),
            [char, rest @ ..] => text.first() == Some(char) && plainly(rest, &text[1..]),
        }
    }

    proptest! {
        #![proptest_config(crate::tests::fixed())]

        #[test]
        fn same_as_the_plain_way(pattern in "[ab*]{0,8}", text in "[ab]{0,10}") {
            prop_assert_eq!(matches(&pattern, &text), plainly(pattern.as_bytes(), text.as_bytes()));
        }
    }
}
