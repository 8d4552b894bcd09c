//! Ways to name an element of a recording: paths, ids, roles and names.

use xcheck_model::event::{Page, Target};

/// Attributes that tests are written for, best first.
pub(super) const TEST_IDS: [&str; 4] = ["data-testid", "data-test", "data-cy", "data-qa"];
/// Agents cut texts here.
const MAX_TEXT: usize = 60;

/// An absolute path as an XPath of the document; none if the element was in no document.
pub(super) fn xpath(path: &str) -> Option<String> {
    let mut parts = Vec::new();
    let mut is_foreign = false;
    for (name, place) in steps(path)? {
        is_foreign |= matches!(name, "svg" | "math");
        // In HTML documents a bare name finds HTML elements only.
        let is_plain = !is_foreign
            && name.chars().all(|char| char.is_ascii_alphanumeric() || "-_".contains(char))
            && name.starts_with(|char: char| char.is_ascii_alphabetic());
        parts.push(match (is_plain, name, place) {
            (true, "html" | "body", 1) => format!("/{name}"),
            (true, ..) => format!("/{name}[{place}]"),
            _ => format!("/*[local-name()={}][{place}]", xpath_string(name)),
        });
        is_foreign &= name != "foreignObject";
    }
    Some(parts.concat())
}

/// The same path as steps of CSS, for shadow roots, in which XPath does not work.
pub(super) fn css_steps(path: &str) -> Option<Vec<String>> {
    let step = |(name, place)| format!("{}:nth-of-type({place})", css_name(name));
    Some(steps(path)?.into_iter().map(step).collect())
}

/// Names and places of a path such as `/html[1]/body[1]`.
fn steps(path: &str) -> Option<Vec<(&str, u32)>> {
    let step = |step: &'_ str| -> Option<(usize, u32)> {
        let open = step.rfind('[')?;
        let place = step[open + 1..].strip_suffix(']')?.parse().ok()?;
        (open > 0).then_some((open, place))
    };
    let parts = path.strip_prefix('/')?.split('/');
    parts.map(|part| step(part).map(|(open, place)| (&part[..open], place))).collect()
}

/// A text in XPath, which has no escapes.
pub(super) fn xpath_string(text: &str) -> String {
    if !text.contains('"') {
        return format!("\"{text}\"");
    }
    if !text.contains('\'') {
        return format!("'{text}'");
    }
    let parts: Vec<String> = text.split('"').map(|part| format!("\"{part}\"")).collect();
    format!("concat({})", parts.join(", '\"', "))
}

/// A text in CSS, in double quotes.
pub(super) fn css_string(text: &str) -> String {
    let escaped = text.chars().map(|char| match char {
        '"' | '\\' => format!("\\{char}"),
        char if char.is_control() => format!("\\{:x} ", u32::from(char)),
        char => char.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

/// The element with this id.
pub(super) fn css_id(id: &str) -> String {
    let is_plain = id.starts_with(|char: char| char.is_ascii_alphabetic())
        && id.chars().all(|char| char.is_ascii_alphanumeric() || "-_".contains(char));
    if is_plain { format!("#{id}") } else { format!("[id={}]", css_string(id)) }
}

/// The name of an element as a selector.
pub(super) fn css_name(name: &str) -> String {
    if name.is_empty() {
        return "*".to_owned();
    }
    let escaped = name.char_indices().map(|(at, char)| match char {
        'a'..='z' | 'A'..='Z' | '_' => char.to_string(),
        '0'..='9' | '-' if at > 0 => char.to_string(),
        char if u32::from(char) >= 0x80 => char.to_string(),
        char => format!("\\{:x} ", u32::from(char)),
    });
    escaped.collect()
}

/// `[name="value"]`, with the element's own name in front if it is a plain one.
pub(super) fn css_attribute(target: &Target, name: &str, value: &str) -> String {
    format!("{}[{name}={}]", css_name(target.name()), css_string(value))
}

/// Whether the element is in a shadow root.
pub(super) fn is_in_shadow(target: &Target) -> bool {
    target.paths.len() > 1
}

/// What people would call the element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) name: String,
    /// Whether this is all of the name.
    pub(super) is_whole: bool,
}

impl Named {
    fn new(text: &str) -> Option<Self> {
        let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
        // Agents count UTF-16 units, so a cut text may have fewer characters.
        let is_whole = name.encode_utf16().count() < MAX_TEXT - 1;
        (!name.is_empty()).then_some(Self { name, is_whole })
    }
}

/// The text of the element itself, if it has one that was not too long to keep.
pub(super) fn text(target: &Target) -> Option<Named> {
    target.text.as_deref().and_then(Named::new)
}

/// The role as the accessibility tree has it, as far as it is certain.
pub(super) fn role(target: &Target) -> Option<&str> {
    if let Some(given) = target.attribute("role") {
        return given.split_whitespace().next().filter(|role| is_word(role));
    }
    Some(match target.name() {
        "a" if target.attribute("href").is_some() => "link",
        "button" | "summary" => "button",
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => "heading",
        "img" => "img",
        "option" => "option",
        "textarea" => "textbox",
        "td" => "cell",
        "input" => match target.attribute("type").unwrap_or("text") {
            "button" | "submit" | "reset" | "image" => "button",
            "checkbox" => "checkbox",
            "radio" => "radio",
            "range" => "slider",
            "number" => "spinbutton",
            "search" => "searchbox",
            "text" | "email" | "tel" | "url" => "textbox",
            _ => return None,
        },
        _ => return None,
    })
}

/// The accessible name, as far as the recording has it.
pub(super) fn name(target: &Target) -> Option<Named> {
    let whole = |text: &str| Named::new(text).map(|named| Named { is_whole: true, ..named });
    if let Some(label) = target.attribute("aria-label").and_then(whole) {
        return Some(label);
    }
    let own = match target.name() {
        "img" => target.attribute("alt").and_then(whole),
        "input" => match target.attribute("type") {
            Some("button" | "submit" | "reset") => target.attribute("value").and_then(whole),
            Some("image") => target.attribute("alt").and_then(whole),
            _ => None,
        },
        _ => None,
    };
    let is_named_by_content = matches!(
        role(target),
        Some(
            "button"
                | "link"
                | "heading"
                | "option"
                | "cell"
                | "tab"
                | "menuitem"
                | "menuitemcheckbox"
                | "menuitemradio"
                | "switch"
                | "treeitem"
                | "gridcell"
                | "row"
                | "radio"
                | "checkbox"
                | "tooltip"
        )
    );
    own.or_else(|| text(target).filter(|_| is_named_by_content))
}

/// Whether another element that was met in the page is like this one in `what`.
pub(super) fn is_shared<T: PartialEq>(
    page: Option<&Page>,
    target: &Target,
    what: impl Fn(&Target) -> Option<T>,
) -> bool {
    let own = what(target);
    own.is_some()
        && page.is_some_and(|page| {
            page.targets.iter().any(|other| other.paths != target.paths && what(other) == own)
        })
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|char| char.is_ascii_lowercase() || char == '-')
}
