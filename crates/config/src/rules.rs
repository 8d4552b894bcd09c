//! Which findings are ignored, and why.

use serde::Deserialize;
use xcheck_model::browser_name::BrowserName;

use crate::error::Problem;
use crate::glob::{Glob, UrlPattern};
use crate::selector::Selector;
use crate::start_tag::StartTag;

/// What rules look at, and what a fingerprint is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding<'a> {
    pub browser: BrowserName,
    /// `behavior`, `structure`, `text` or `image`.
    pub kind: &'a str,
    /// The address of the page.
    pub page: &'a str,
    pub selector: &'a str,
    pub xpath: &'a str,
    /// The start tag of the element.
    pub html: &'a str,
    /// Names of what differs.
    pub properties: &'a [&'a str],
}

/// The kinds of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Behavior,
    Structure,
    Text,
    Image,
}

impl Kind {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Behavior => "behavior",
            Self::Structure => "structure",
            Self::Text => "text",
            Self::Image => "image",
        }
    }
}

/// One `[[ignore]]` table: a finding that fulfills every condition in it is ignored.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rule {
    /// The selector as reports have it, or a simple one for the element's start tag.
    pub selector: Option<String>,
    /// The element with this path, and all inside of it.
    pub xpath: Option<String>,
    pub kind: Option<Kind>,
    pub browser: Option<BrowserName>,
    pub page: Option<UrlPattern>,
    /// Every property that differs is one of these, so that the rule hides nothing else.
    pub property: Option<Glob>,
    /// Why it is ignored, for those who come later.
    pub reason: String,
}

impl Rule {
    /// A rule without a condition would hide everything, one without a reason would never go away.
    pub(crate) fn checked(self) -> Result<Self, Problem> {
        if self.reason.trim().is_empty() {
            return Err(Problem::new("the reason is empty", "say why these findings are ignored"));
        }
        let is_empty = self.selector.is_none()
            && self.xpath.is_none()
            && self.kind.is_none()
            && self.browser.is_none()
            && self.page.is_none()
            && self.property.is_none();
        if is_empty {
            let hint = "add selector, xpath, kind, browser, page or property";
            return Err(Problem::new("the rule would ignore every finding", hint));
        }
        if self.selector.as_ref().is_some_and(|selector| selector.trim().is_empty()) {
            return Err(Problem::new("the selector is empty", "such as selector = \"#clock\""));
        }
        if self.xpath.as_ref().is_some_and(|xpath| !xpath.starts_with('/') || xpath.len() < 2) {
            let hint = "all of the path as reports have it, such as /html[1]/body[1]/footer[1]";
            return Err(Problem::new("the xpath leads nowhere", hint));
        }
        Ok(self)
    }

    pub fn matches(&self, finding: &Finding<'_>) -> bool {
        let selector = || match &self.selector {
            None => true,
            Some(selector) => {
                same_words(selector, finding.selector) || is_for_tag(selector, finding.html)
            }
        };
        self.kind.is_none_or(|kind| kind.name() == finding.kind)
            && self.browser.is_none_or(|browser| browser.includes(finding.browser))
            && self.page.as_ref().is_none_or(|page| page.matches(finding.page))
            && self.xpath.as_ref().is_none_or(|xpath| is_inside(finding.xpath, xpath))
            && self.property.as_ref().is_none_or(|glob| {
                let properties = finding.properties;
                !properties.is_empty() && properties.iter().all(|it| glob.matches(it))
            })
            && selector()
    }
}

/// Whether the texts are the same but for spaces.
fn same_words(one: &str, other: &str) -> bool {
    one.split_whitespace().eq(other.split_whitespace())
}

/// Whether a simple selector is right for the start tag at the beginning of some HTML.
pub(crate) fn is_for_tag(selector: &str, html: &str) -> bool {
    let (Some(selector), Some(tag)) = (Selector::parse(selector), StartTag::parse(html)) else {
        return false;
    };
    selector.matches(&tag)
}

fn is_inside(xpath: &str, outer: &str) -> bool {
    let rest = xpath.strip_prefix(outer.trim_end_matches('/'));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The rules of a project, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules(pub Vec<Rule>);

impl Rules {
    /// The first rule that says to ignore the finding.
    pub fn matches(&self, finding: &Finding<'_>) -> Option<&Rule> {
        self.0.iter().find(|rule| rule.matches(finding))
    }
}

#[cfg(test)]
mod tests {
    use crate::Config;

    use xcheck_model::engine::Engine;

    use super::*;

    const FINDING: Finding<'_> = Finding {
        browser: BrowserName::of(Engine::Firefox),
        kind: "image",
        page: "http://127.0.0.1:8000/shop/cart?id=7",
        selector: "#cart > button:nth-of-type(2)",
        xpath: "/html[1]/body[1]/div[2]/button[2]",
        html: r#"<button class="buy big" type="submit">"#,
        properties: &["border-radius", "border-color"],
    };

    fn is_ignored(conditions: &str) -> bool {
        let text = format!("[[ignore]]\nreason = \"r\"\n{conditions}");
        let config = Config::parse(&text, "xcheck.toml").unwrap();
        config.ignore.matches(&FINDING).is_some()
    }

    #[test]
    fn each_condition() {
        let right = [
            "selector = '#cart  > button:nth-of-type(2)'",
            "selector = 'button.buy'",
            "selector = '[type=submit]'",
            "xpath = '/html[1]/body[1]/div[2]'",
            "xpath = '/html[1]/body[1]/div[2]/'",
            "xpath = '/html[1]/body[1]/div[2]/button[2]'",
            "kind = 'image'",
            "browser = 'firefox'",
            "page = '/shop/*'",
            "page = '/shop/cart'",
            "property = 'border-*'",
            "browser = 'firefox'\nkind = 'image'\nselector = '.big'",
        ];
        for conditions in right {
            assert!(is_ignored(conditions), "{conditions}");
        }
        let wrong = [
            "selector = '#cart'",
            "selector = '#cart > button'",
            "selector = 'button.sell'",
            "xpath = '/html[1]/body[1]/div[2]/button[2]/b[1]'",
            "xpath = '/html[1]/body[1]/div[2]/but'",
            "kind = 'text'",
            "browser = 'webkit'",
            "page = '/shop'",
            "property = 'border-radius'",
            "browser = 'firefox'\nkind = 'text'",
        ];
        for conditions in wrong {
            assert!(!is_ignored(conditions), "{conditions}");
        }
    }

    #[test]
    fn the_first_rule_counts() {
        let text = "[[ignore]]\nkind = 'text'\nreason = '1'\n[[ignore]]\nbrowser = 'firefox'\nreason = '2'\n[[ignore]]\nkind = 'image'\nreason = '3'";
        let rules = Config::parse(text, "xcheck.toml").unwrap().ignore;
        assert_eq!(rules.matches(&FINDING).unwrap().reason, "2");
        let finding = Finding {
            properties: &[],
            browser: Engine::WebKit.into(),
            kind: "behavior",
            ..FINDING
        };
        assert_eq!(rules.matches(&finding), None);
    }
}
