//! What of a page's HTML the test browser does not understand; and what style and script is in it.

use super::support::{Feature, Lacking};
use super::{Candidate, Evidence, Marks, NOWHERE, SURE};
use crate::difference::Aspect;
use crate::report::CauseKind;

/// Attributes that change nothing that can be seen in a replay.
const UNSEEN: &[&str] = &[
    "attributionsrc",
    "autocapitalize",
    "autocorrect",
    "blocking",
    "content",
    "controlslist",
    "disablepictureinpicture",
    "disableremoteplayback",
    "elementtiming",
    "fetchpriority",
    "href",
    "hreflang",
    "integrity",
    "loading",
    "name.",
    "ping",
    "preload",
    "referrerpolicy",
    "rel",
    "sandbox",
    "script.",
    "virtualkeyboardpolicy",
    "writingsuggestions",
];

/// Start tags, read tolerantly: names in lower case, values without entities decoded.
pub(super) fn tags(html: &str) -> Vec<Marks> {
    const MAX_TAGS: usize = 20_000;
    let mut found = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) || found.len() >= MAX_TAGS {
            continue;
        }
        let (tag, after) = tag(rest);
        rest = after;
        // Whatever is in scripts and styles is no markup.
        if matches!(tag.name.as_str(), "script" | "style") {
            rest = &rest[raw_end(rest, &tag.name)..];
        }
        found.push(tag);
    }
    found
}

/// The texts of all elements with a name, such as `style`, with their start tags.
pub(super) fn raw_texts<'a>(html: &'a str, name: &str) -> Vec<(Marks, &'a str)> {
    let mut found = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let is_named = rest.get(..name.len()).is_some_and(|it| it.eq_ignore_ascii_case(name));
        let is_whole =
            rest[..].as_bytes().get(name.len()).is_some_and(|c| !c.is_ascii_alphanumeric());
        if !is_named || !is_whole {
            continue;
        }
        let (tag, after) = tag(rest);
        let end = raw_end(after, name);
        found.push((tag, &after[..end]));
        rest = &after[end..];
    }
    found
}

fn raw_end(text: &str, name: &str) -> usize {
    let mut from = 0;
    while let Some(at) = text[from..].find("</") {
        let begin = from + at;
        let after = &text[begin + 2..];
        if after.get(..name.len()).is_some_and(|it| it.eq_ignore_ascii_case(name)) {
            return begin;
        }
        from = begin + 2;
    }
    text.len()
}

/// A start tag after its `<`, and what follows its `>`.
fn tag(text: &str) -> (Marks, &str) {
    let is_end = |c: char| c.is_ascii_whitespace() || c == '>' || c == '/';
    let end = text.find(is_end).unwrap_or(text.len());
    let mut marks = Marks { name: text[..end].to_ascii_lowercase(), ..Marks::default() };
    let mut rest = &text[end..];
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        if rest.is_empty() {
            break;
        }
        if let Some(after) = rest.strip_prefix('>') {
            rest = after;
            break;
        }
        let name_end = rest.find(|c: char| is_end(c) || c == '=').unwrap_or(rest.len()).max(1);
        // A name may begin with any character, also one of several bytes.
        let name_end = (name_end..=rest.len()).find(|at| rest.is_char_boundary(*at));
        let (name, after) = rest.split_at(name_end.unwrap_or(rest.len()));
        let after_space = after.trim_start();
        let mut value = "";
        rest = after;
        if let Some(assigned) = after_space.strip_prefix('=') {
            let assigned = assigned.trim_start();
            (value, rest) = match assigned.chars().next() {
                Some(quote @ ('"' | '\'')) => {
                    assigned[1..].split_once(quote).unwrap_or((&assigned[1..], ""))
                }
                _ => {
                    let ends = |c: char| c.is_ascii_whitespace() || c == '>';
                    assigned.split_at(assigned.find(ends).unwrap_or(assigned.len()))
                }
            };
        }
        marks.attributes.entry(name.to_ascii_lowercase()).or_insert_with(|| value.to_owned());
    }
    marks.id = marks.attributes.get("id").cloned().unwrap_or_default();
    let classes = marks.attributes.get("class").map_or("", String::as_str);
    marks.classes = classes.split_whitespace().map(str::to_owned).collect();
    (marks, rest)
}

/// What an element needs that the test browser lacks.
pub(super) fn lost<'a>(lacking: &'a Lacking, element: &Marks) -> Vec<&'a Feature> {
    let name = &element.name;
    let mut found: Vec<&Feature> = Vec::new();
    found.extend(lacking.by_key(&format!("html.elements.{name}")));
    for (attribute, value) in &element.attributes {
        if name == "input" && attribute == "type" {
            let kind = value.to_ascii_lowercase();
            found.extend(lacking.by_key(&format!("html.elements.input.type_{kind}")));
            continue;
        }
        let keys = [
            format!("html.elements.{name}.{attribute}.{value}"),
            format!("html.global_attributes.{attribute}.{value}"),
            format!("html.elements.{name}.{attribute}"),
            format!("html.global_attributes.{attribute}"),
        ];
        found.extend(keys.iter().find_map(|key| lacking.by_key(key)));
    }
    found.retain(|feature| {
        !feature.is_weak && !UNSEEN.iter().any(|name| feature.key.contains(&format!(".{name}")))
    });
    found
}

/// Losses that could explain what was found.
pub(super) fn candidates(
    lacking: &Lacking,
    document: &[Marks],
    evidence: &Evidence<'_>,
) -> Vec<Candidate> {
    let near = evidence.elements.iter().flat_map(|element| {
        let far = i32::try_from(element.distance.min(10)).unwrap_or(10);
        let score = move |feature: &Feature| {
            // A field of an unknown type is another field.
            let is_field = element.distance == 0 && feature.key.contains(".input.type_");
            if is_field { SURE } else { 50 - 4 * far }
        };
        lost(lacking, element).into_iter().map(move |feature| (feature, score(feature)))
    });
    // Something elsewhere in the page can only explain that something happens or not.
    let happens = [Aspect::Missing, Aspect::Surplus, Aspect::State, Aspect::Text];
    let is_behavior = evidence.aspects.iter().any(|aspect| happens.contains(aspect));
    let points_here = |element: &Marks| {
        element.attributes.iter().any(|(_, value)| {
            !value.is_empty() && evidence.elements.iter().any(|it| it.id == *value)
        })
    };
    let far = document.iter().flat_map(|element| {
        let score = match (points_here(element), is_behavior) {
            (true, _) => 40,
            (false, true) => 26,
            (false, false) => 8,
        };
        lost(lacking, element).into_iter().map(move |feature| (feature, score))
    });
    near.chain(far)
        .map(|(feature, score)| Candidate {
            kind: CauseKind::Api,
            name: feature.title(),
            support: lacking.sentence(feature),
            score,
            is_guess: false,
            at: NOWHERE,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use xcheck_model::engine::Engine;

    use super::super::support::lacking;
    use super::*;

    #[test]
    fn markup_is_read_tolerantly() {
        let html = "<!-- <a> --><p id=x class='a b'\n title=\"<b>\" hidden>1 < 2<style>i{}</style><Input TYPE=week/><script>'<u>'</script>";
        let names: Vec<String> = tags(html).into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["p", "style", "input", "script"]);
        assert_eq!((tags(html)[0].id.as_str(), tags(html)[0].classes.len()), ("x", 2));
        assert_eq!(tags(html)[0].attributes["title"], "<b>");
        assert_eq!(raw_texts(html, "style")[0].1, "i{}");
        assert_eq!(raw_texts("<script>a", "script")[0].1, "a");
    }

    #[test]
    fn what_a_browser_lacks_is_found_in_markup() {
        let firefox = lacking(Engine::Firefox);
        let found = |html: &str| -> Vec<String> {
            let tags = tags(html);
            tags.iter().flat_map(|tag| lost(firefox, tag)).map(Feature::title).collect()
        };
        assert_eq!(found("<input type=week>"), ["input.type_week"]);
        assert_eq!(found("<div id=a hidden popover>"), Vec::<String>::new());
        assert_eq!(found("<button interestfor=a>"), ["button.interestfor"]);
    }

    proptest! {
        #[test]
        fn any_markup_is_no_surprise(html in "(<|</|style|script|>|=|\"|'|/| |é|a|!--|-->){0,40}") {
            tags(&html);
            raw_texts(&html, "style");
        }
    }
}
