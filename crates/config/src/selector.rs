//! Simple compound selectors, matched against a start tag instead of a document.
//!
//! Tag, `#id`, `.class` and attributes are understood, and lists of them with commas.
//! What needs a document, such as `a > b` or `:hover`, is not a simple selector and has no reading here.

use crate::start_tag::StartTag;

/// `button.primary[type=submit], #save`: one of these.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Selector(Vec<Vec<Test>>);

/// One condition of a compound.
#[derive(Debug, PartialEq, Eq)]
enum Test {
    Tag(String),
    Attribute { name: String, how: How, value: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Exists,
    Is,
    HasWord,
    BeginsWith,
    EndsWith,
    Contains,
}

impl Selector {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut reader = Reader(text.trim());
        let mut compounds = vec![reader.compound()?];
        while let Some(rest) = reader.0.trim_start().strip_prefix(',') {
            reader.0 = rest.trim_start();
            compounds.push(reader.compound()?);
        }
        reader.0.is_empty().then_some(Self(compounds))
    }

    pub(crate) fn matches(&self, tag: &StartTag) -> bool {
        self.0.iter().any(|compound| compound.iter().all(|test| test.holds(tag)))
    }
}

impl Test {
    fn holds(&self, tag: &StartTag) -> bool {
        let (name, how, value) = match self {
            Self::Tag(name) => return name == "*" || *name == tag.name,
            Self::Attribute { name, how, value } => (name, how, value.as_str()),
        };
        let Some(actual) = tag.attribute(name) else { return false };
        match how {
            How::Exists => true,
            How::Is => actual == value,
            How::HasWord => actual.split_ascii_whitespace().any(|word| word == value),
            // An empty value is nowhere, as in browsers.
            How::BeginsWith => !value.is_empty() && actual.starts_with(value),
            How::EndsWith => !value.is_empty() && actual.ends_with(value),
            How::Contains => !value.is_empty() && actual.contains(value),
        }
    }
}

struct Reader<'a>(&'a str);

impl Reader<'_> {
    fn compound(&mut self) -> Option<Vec<Test>> {
        let mut tests = Vec::new();
        if self.take("*") {
            tests.push(Test::Tag("*".to_owned()));
        } else if let Some(name) = self.word() {
            tests.push(Test::Tag(name.to_ascii_lowercase()));
        }
        loop {
            tests.push(if self.take("#") {
                Test::Attribute { name: "id".to_owned(), how: How::Is, value: self.word()? }
            } else if self.take(".") {
                Test::Attribute { name: "class".to_owned(), how: How::HasWord, value: self.word()? }
            } else if self.take("[") {
                self.attribute()?
            } else {
                break;
            });
        }
        (!tests.is_empty()).then_some(tests)
    }

    /// What follows the opening bracket.
    fn attribute(&mut self) -> Option<Test> {
        self.skip_spaces();
        let name = self.word()?.to_ascii_lowercase();
        self.skip_spaces();
        let ways = [
            ("]", How::Exists),
            ("=", How::Is),
            ("~=", How::HasWord),
            ("^=", How::BeginsWith),
            ("$=", How::EndsWith),
            ("*=", How::Contains),
        ];
        let (_, how) = ways.into_iter().find(|(sign, _)| self.take(sign))?;
        if how == How::Exists {
            return Some(Test::Attribute { name, how, value: String::new() });
        }
        self.skip_spaces();
        let value = if self.take("\"") {
            self.quoted('"')?
        } else if self.take("'") {
            self.quoted('\'')?
        } else {
            self.word()?
        };
        self.skip_spaces();
        self.take("]").then_some(Test::Attribute { name, how, value })
    }

    fn take(&mut self, sign: &str) -> bool {
        let rest = self.0.strip_prefix(sign);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn skip_spaces(&mut self) {
        self.0 = self.0.trim_start();
    }

    /// A name; a backslash before any character but a hexadecimal digit makes it part of the name.
    fn word(&mut self) -> Option<String> {
        let mut word = String::new();
        let mut chars = self.0.chars();
        loop {
            let rest = chars.as_str();
            match chars.next() {
                Some(c) if c.is_alphanumeric() || c == '-' || c == '_' || !c.is_ascii() => {
                    word.push(c)
                }
                Some('\\') => {
                    word.push(chars.next().filter(|c| !c.is_ascii_hexdigit() && *c != '\n')?);
                }
                _ => {
                    self.0 = rest;
                    return (!word.is_empty()).then_some(word);
                }
            }
        }
    }

    /// What follows the opening quote.
    fn quoted(&mut self, quote: char) -> Option<String> {
        let mut text = String::new();
        let mut chars = self.0.chars();
        loop {
            match chars.next()? {
                '\\' => text.push(chars.next().filter(|c| !c.is_ascii_hexdigit())?),
                c if c == quote => {
                    self.0 = chars.as_str();
                    return Some(text);
                }
                c => text.push(c),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn matches(selector: &str, html: &str) -> bool {
        Selector::parse(selector).unwrap().matches(&StartTag::parse(html).unwrap())
    }

    const TAG: &str =
        r#"<input id="a:b" class="big red" name="user[name]" type=text data-x="one two">"#;

    #[test]
    fn simple_selectors() {
        let right = [
            "input",
            "INPUT",
            "*",
            ".big",
            ".red.big",
            "input.red",
            "#a\\:b",
            "[type]",
            "[type=text]",
            "[ TYPE = 'text' ]",
            "[name=\"user[name]\"]",
            "[data-x~=two]",
            "[data-x^=one]",
            "[data-x$='two']",
            "[data-x*='e t']",
            "input.red[type=text]",
            "#no, .red",
        ];
        for selector in right {
            assert!(matches(selector, TAG), "{selector}");
        }
        let wrong =
            ["a", "#a", ".bi", "[type=tex]", "[id^='']", "[hidden]", "a.red", "#no, .green"];
        for selector in wrong {
            assert!(!matches(selector, TAG), "{selector}");
        }
    }

    #[test]
    fn what_needs_a_document_is_not_read() {
        let selectors = [
            "", "a b", "a > b", "a:hover", "a,", ",a", "[a", "[a=]", "[a=b i]", "#", "a#", "a + b",
            "\\31 a",
        ];
        for selector in selectors {
            assert_eq!(Selector::parse(selector), None, "{selector}");
        }
    }

    proptest! {
        #![proptest_config(crate::tests::fixed())]

        #[test]
        fn any_text_is_no_surprise(selector in "[a#.*\\[\\]='\"\\\\,ü ]{0,12}", html in "<[a ='\">/é]{0,20}") {
            if let (Some(selector), Some(tag)) = (Selector::parse(&selector), StartTag::parse(&html)) {
                selector.matches(&tag);
            }
        }
    }
}
