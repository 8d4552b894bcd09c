//! Reads the start tag at the beginning of a piece of HTML, as reports have it.

/// An element without what is in it. Names are in lower case.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct StartTag {
    pub(crate) name: String,
    attributes: Vec<(String, String)>,
}

impl StartTag {
    /// Reads as far as there is a tag; a tag that is cut off has the attributes before the cut.
    pub(crate) fn parse(html: &str) -> Option<Self> {
        let rest = html.trim_start().strip_prefix('<')?;
        let (name, mut rest) = cut(rest, |c| c.is_whitespace() || c == '>' || c == '/');
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let mut tag = Self { name: name.to_ascii_lowercase(), attributes: Vec::new() };
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
            if rest.is_empty() || rest.starts_with('>') {
                return Some(tag);
            }
            // What begins with an equals sign has it in its name, as in browsers.
            let first = rest.chars().next().map_or(0, char::len_utf8);
            let (tail, after) =
                cut(&rest[first..], |c| c.is_whitespace() || c == '>' || c == '/' || c == '=');
            let name = rest[..first + tail.len()].to_ascii_lowercase();
            let value;
            (value, rest) = match after.trim_start().strip_prefix('=') {
                Some(after) => cut_value(after.trim_start()),
                None => ("", after),
            };
            if tag.attribute(&name).is_none() {
                tag.attributes.push((name, value.replace("&quot;", "\"")));
            }
        }
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(it, _)| it == name).map(|(_, value)| value.as_str())
    }
}

fn cut(text: &str, is_end: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(is_end).unwrap_or(text.len()))
}

fn cut_value(text: &str) -> (&str, &str) {
    for quote in ['"', '\''] {
        if let Some(inner) = text.strip_prefix(quote) {
            return inner.split_once(quote).unwrap_or((inner, ""));
        }
    }
    cut(text, |c| c.is_whitespace() || c == '>')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(html: &str) -> String {
        let Some(tag) = StartTag::parse(html) else { return "nothing".to_owned() };
        let attributes = tag.attributes.iter().map(|(name, value)| format!(" {name}|{value}"));
        tag.name.clone() + &attributes.collect::<String>()
    }

    #[test]
    fn tags() {
        assert_eq!(show("<P>text"), "p");
        assert_eq!(
            show(r#"<a ID="x" class='a b' href=/c/d hidden>"#),
            "a id|x class|a b href|/c/d hidden|"
        );
        assert_eq!(show(r#"<a title="1 > 0 &quot;" a="1" a="2"/>"#), "a title|1 > 0 \" a|1");
        assert_eq!(show("<br/>"), "br");
        assert_eq!(show("<a b = c =d>"), "a b|c =d|");
        assert_eq!(show(r#"<a b="cut o"#), "a b|cut o");
        for html in ["", "text", "< a>", "</a>", "<!-- a -->", "<"] {
            assert_eq!(show(html), "nothing");
        }
    }
}
