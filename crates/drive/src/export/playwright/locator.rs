//! Elements in Playwright's words, in the order in which its own recorder prefers them.

use xcheck_model::event::Target;

use super::super::element::{
    self, Named, TEST_IDS, css_attribute, css_id, css_name, css_steps, css_string, is_in_shadow,
    xpath,
};
use super::super::story::Beat;
use super::literal::js;
use super::page_of;

/// Where the elements of a beat are: a page, or frames in it.
pub(super) fn scope(beat: &Beat<'_>) -> String {
    let frames = beat.frame.iter().map(|index| {
        // A frame that had no number is most likely the only one.
        format!(".frameLocator('iframe, frame').nth({})", (*index).max(0))
    });
    page_of(beat.window) + &frames.collect::<String>()
}

/// All ways to find the element, best first; the last is its place.
pub(super) fn locators(target: &Target) -> Vec<String> {
    let mut ways = ways(target);
    ways.extend(path(target));
    if ways.is_empty() {
        ways.push(format!("locator({})", js(&css_name(target.name()))));
    }
    ways
}

/// Names of the element that people would use too; each may be that of others as well.
fn ways(target: &Target) -> Vec<String> {
    let mut ways = Vec::new();
    let attribute = |name: &str| target.attribute(name);
    for name in TEST_IDS {
        match (name, attribute(name)) {
            ("data-testid", Some(id)) => ways.push(format!("getByTestId({})", js(id))),
            (name, Some(id)) => ways.push(css(target, name, id)),
            _ => {}
        }
    }
    let role = element::role(target);
    if let (Some(role), Some(name)) = (role, element::name(target)) {
        let Named { name, is_whole } = name;
        let exact = if is_whole { ", exact: true" } else { "" };
        ways.push(format!("getByRole({}, {{ name: {}{exact} }})", js(role), js(&name)));
    }
    let by = |method: &str, text: Option<&str>| {
        text.map(|text| format!("{method}({}, {{ exact: true }})", js(text)))
    };
    ways.extend(by("getByPlaceholder", attribute("placeholder")));
    ways.extend(by("getByLabel", attribute("aria-label")));
    ways.extend(by("getByAltText", attribute("alt")));
    if let Some(Named { name, is_whole }) = element::text(target) {
        let exact = if is_whole { ", { exact: true }" } else { "" };
        ways.push(format!("getByText({}{exact})", js(&name)));
    }
    ways.extend(by("getByTitle", attribute("title")));
    ways.extend(target.id.as_ref().map(|id| format!("locator({})", js(&css_id(id)))));
    if let Some(name) = attribute("name") {
        let value =
            attribute("value").filter(|_| matches!(attribute("type"), Some("radio" | "checkbox")));
        let value = value.map(|value| format!("[value={}]", css_string(value)));
        let css = css_attribute(target, "name", name) + &value.unwrap_or_default();
        ways.push(format!("locator({})", js(&css)));
    }
    ways.extend(attribute("href").map(|href| css(target, "href", href)));
    ways
}

fn css(target: &Target, name: &str, value: &str) -> String {
    format!("locator({})", js(&css_attribute(target, name, value)))
}

/// The element's place, which is nobody else's.
fn path(target: &Target) -> Option<String> {
    let (first, inner) = target.paths.split_first()?;
    let mut parts = vec![format!("locator({})", js(&format!("xpath={}", xpath(first)?)))];
    if is_in_shadow(target) {
        for path in inner {
            // Playwright's CSS looks into open shadow roots, and its `>` as well.
            let steps: String = css_steps(path)?.iter().map(|step| format!(" > {step}")).collect();
            parts.push(format!("locator({})", js(&format!(":scope{steps}"))));
        }
    }
    Some(parts.join("."))
}
