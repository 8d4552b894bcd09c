//! How elements are named.

use std::fmt;

/// One way to name elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selector {
    Css(String),
    XPath(String),
    /// The accessible name, and the role if given. One of them may be empty, not both.
    Aria {
        name: String,
        role: Option<String>,
    },
    /// The smallest elements that contain the text.
    Text(String),
    /// CSS that is matched in every open shadow root too.
    Pierce(String),
    /// Links whose text is this.
    Link(String),
    /// Links whose text contains this.
    PartialLink(String),
}

impl Selector {
    /// Reads a selector as the recorder of DevTools writes it.
    pub fn parse(text: &str) -> Self {
        let rest = |prefix: &str| text.strip_prefix(prefix).map(str::to_owned);
        if let Some(path) = rest("xpath/") {
            return Self::XPath(path);
        }
        if let Some(text) = rest("text/") {
            return Self::Text(text);
        }
        if let Some(css) = rest("pierce/") {
            return Self::Pierce(css);
        }
        match text.strip_prefix("aria/") {
            Some(aria) => parse_aria(aria),
            None => Self::Css(text.strip_prefix("css/").unwrap_or(text).to_owned()),
        }
    }

    /// The element with this id. Written as an attribute, so that any text will do.
    pub fn id(id: &str) -> Self {
        Self::Css(format!("[id={}]", css_string(id)))
    }

    /// Form controls with this name.
    pub fn name(name: &str) -> Self {
        Self::Css(format!("[name={}]", css_string(name)))
    }
}

/// `name[role="button"]`, where further attributes are not looked at.
fn parse_aria(text: &str) -> Selector {
    let (mut name, mut role) = (text.to_owned(), None);
    while let Some((before, attribute, value)) = last_attribute(&name) {
        match attribute {
            "role" => role = Some(value.to_owned()),
            "name" => {
                name = format!("{before}{value}");
                break;
            }
            _ => break,
        }
        name = before.to_owned();
    }
    Selector::Aria { name: name.trim().to_owned(), role }
}

/// Splits `before[attribute="value"]`.
fn last_attribute(text: &str) -> Option<(&str, &str, &str)> {
    let inner = text.trim_end().strip_suffix(']')?;
    let (before, inner) = inner.rsplit_once('[')?;
    let (attribute, value) = inner.split_once('=')?;
    let value = value.trim();
    let quoted = |quote: char| value.strip_prefix(quote)?.strip_suffix(quote);
    Some((before, attribute.trim(), quoted('"').or_else(|| quoted('\''))?))
}

fn css_string(text: &str) -> String {
    let mut quoted = String::from("\"");
    for char in text.chars() {
        match char {
            '"' | '\\' => quoted.extend(['\\', char]),
            '\n' => quoted.push_str("\\a "),
            '\r' => quoted.push_str("\\d "),
            '\u{c}' => quoted.push_str("\\c "),
            _ => quoted.push(char),
        }
    }
    quoted + "\""
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Css(css) => f.write_str(css),
            Self::XPath(path) => write!(f, "xpath/{path}"),
            Self::Aria { name, role: None } => write!(f, "aria/{name}"),
            Self::Aria { name, role: Some(role) } => write!(f, "aria/{name}[role=\"{role}\"]"),
            Self::Text(text) => write!(f, "text/{text}"),
            Self::Pierce(css) => write!(f, "pierce/{css}"),
            Self::Link(text) => write!(f, "linkText={text}"),
            Self::PartialLink(text) => write!(f, "partialLinkText={text}"),
        }
    }
}

/// An element, named in one or more ways; the first that finds it counts.
///
/// Each way is a chain: a selector is looked for inside what the one before it found,
/// in its shadow root if it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target(pub Vec<Vec<Selector>>);

impl Target {
    pub fn one(selector: Selector) -> Self {
        Self(vec![vec![selector]])
    }
}

impl fmt::Display for Target {
    /// The first way only: that is the one people recognize.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, selector) in self.0.first().into_iter().flatten().enumerate() {
            if n > 0 {
                f.write_str(" >> ")?;
            }
            write!(f, "{selector}")?;
        }
        Ok(())
    }
}
