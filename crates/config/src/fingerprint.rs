//! A short name for a finding that stays the same from check to check.

use std::collections::BTreeSet;
use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::address::{split_origin, without_query};
use crate::rules::Finding;

/// Twelve hexadecimal digits over what a finding is about: browser, kind, page, element, and names of properties.
///
/// Steps, counts, values, origins and values of queries have no part in it.
pub fn fingerprint(finding: &Finding<'_>) -> String {
    let properties: BTreeSet<&str> = finding.properties.iter().copied().collect();
    let mut hash = Sha256::new();
    let page = page(finding.page);
    let selector = selector(finding.selector);
    let parts = [finding.browser.name(), finding.kind, &page, &selector];
    for part in parts.into_iter().chain(properties) {
        // The length keeps apart what would be the same text when put together.
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let mut digits = String::new();
    for byte in hash.finalize().iter().take(6) {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

/// The path, the names in the query in order, and the fragment if an app uses it as a path.
fn page(address: &str) -> String {
    let (_, tail) = split_origin(address);
    let (before, fragment) = tail.split_once('#').unwrap_or((tail, ""));
    let mut page = path_and_names(before);
    if fragment.starts_with('/') || fragment.starts_with("!/") {
        page.push('#');
        page.push_str(&path_and_names(fragment));
    }
    page
}

fn path_and_names(text: &str) -> String {
    let path = without_query(text);
    let query = text.split_once('?').map_or("", |(_, query)| query);
    let name = |pair: &str| pair.split('=').next().unwrap_or_default().to_owned();
    let names: BTreeSet<String> = query.split('&').map(name).filter(|it| !it.is_empty()).collect();
    let path = if path.is_empty() { "/" } else { path };
    names.iter().fold(path.to_owned(), |page, name| page + "?" + name)
}

/// Without needless spaces, and with long numbers taken out: those are made anew by every load.
fn selector(text: &str) -> String {
    let mut normal = String::new();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        normal.push_str(word);
        let is_sign = |it: &str| matches!(it, ">" | "+" | "~" | ",");
        if !is_sign(word) && words.peek().is_some_and(|next| !is_sign(next)) {
            normal.push(' ');
        }
    }
    let mut shown = String::new();
    let mut rest = normal.as_str();
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let len = rest[at..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - at);
        let (number, after) = rest[at..].split_at(len);
        shown.push_str(&rest[..at]);
        shown.push_str(if len < 4 { number } else { "0000" });
        rest = after;
    }
    shown + rest
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use xcheck_model::browser_name::BrowserName;
    use xcheck_model::engine::Engine;

    use super::*;

    const FINDING: Finding<'_> = Finding {
        browser: BrowserName::of(Engine::Firefox),
        kind: "text",
        page: "http://127.0.0.1:8000/cart?item=7&size=l",
        selector: "#cart > b",
        xpath: "/html[1]/body[1]/b[1]",
        html: "<b>",
        properties: &["text", "width"],
    };

    /// Files of users have these: they must never change.
    #[test]
    fn fingerprints_are_for_ever() {
        insta::assert_snapshot!(fingerprint(&FINDING), @"6af3d70ec776");
        let other =
            Finding { browser: Engine::WebKit.into(), page: "/", properties: &[], ..FINDING };
        insta::assert_snapshot!(fingerprint(&other), @"3230d103185b");
    }

    #[test]
    fn what_has_no_part_in_it() {
        let same = [
            Finding { page: "https://example.org/cart?size=xl&item=8", ..FINDING },
            Finding { page: "http://127.0.0.1:8000/cart?item=7&size=l#top", ..FINDING },
            Finding { xpath: "/html[1]/body[1]/b[2]", html: "<b class=x>", ..FINDING },
            Finding { selector: " #cart  >\nb ", ..FINDING },
            Finding { selector: "#cart>b", ..FINDING },
            Finding { properties: &["width", "text", "width"], ..FINDING },
        ];
        for finding in same {
            assert_eq!(fingerprint(&finding), fingerprint(&FINDING), "{finding:?}");
        }
        let generated = |selector| fingerprint(&Finding { selector, ..FINDING });
        assert_eq!(generated("#ember48211 > b"), generated("#ember9311 > b"));
    }

    #[test]
    fn what_has() {
        let other = [
            Finding { browser: Engine::WebKit.into(), ..FINDING },
            Finding { kind: "image", ..FINDING },
            Finding { page: "http://127.0.0.1:8000/cart", ..FINDING },
            Finding { page: "http://127.0.0.1:8000/cart/2?item=7&size=l", ..FINDING },
            Finding { page: "http://127.0.0.1:8000/cart?item=7&size=l#/pay", ..FINDING },
            Finding { selector: "#cart b", ..FINDING },
            Finding { selector: "#cart > b:nth-of-type(2)", ..FINDING },
            Finding { properties: &["text"], ..FINDING },
            Finding { properties: &["textwidth"], ..FINDING },
        ];
        let all: BTreeSet<String> = other.iter().chain([&FINDING]).map(fingerprint).collect();
        assert_eq!(all.len(), other.len() + 1);
    }

    proptest! {
        #![proptest_config(crate::tests::fixed())]

        #[test]
        fn any_finding_has_one(page in ".{0,30}", selector in ".{0,30}", query in "[a-c=&?#/]{0,10}") {
            let page = format!("{page}?{query}");
            let found = fingerprint(&Finding { page: &page, selector: &selector, ..FINDING });
            prop_assert_eq!(found.len(), 12);
        }
    }
}
