//! `sarif`: SARIF 2.1.0, for code scanning and for editors.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::Told;
use crate::report::{Finding, Severity};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The kinds of findings and what they mean. The last one is for kinds that are not known here.
const RULES: [(&str, &str, &str); 5] = [
    ("behavior", "Behavior", "A step does something in one browser only."),
    (
        "structure",
        "Structure",
        "An element is missing, can be seen in one browser only, or has another size or place.",
    ),
    ("text", "Text", "Other words, or another value in a field."),
    ("image", "Image", "It looks different though its boxes and words are the same."),
    ("other", "Other", "A cross-browser incompatibility."),
];

/// One run for each report. Accepted findings are there and suppressed.
pub fn sarif(all: &[Told]) -> String {
    let runs: Vec<Value> = all.iter().map(run).collect();
    format!("{:#}\n", json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": runs }))
}

fn run(told: &Told) -> Value {
    let report = &told.report;
    let rules = RULES.map(|(id, name, text)| {
        json!({
            "id": format!("xcheck/{id}"),
            "name": format!("{name}Incompatibility"),
            "shortDescription": { "text": text },
            "defaultConfiguration": { "level": "warning" },
        })
    });
    let failures = report.sessions.iter().flat_map(|session| {
        session.failures.iter().map(|(browser, why)| {
            format!("session {} was not replayed in {browser}: {why}", session.name)
        })
    });
    let partial = report.partial.iter().map(|why| format!("the check is not whole: {why}"));
    let notifications: Vec<Value> = failures
        .chain(partial)
        .map(|text| json!({ "level": "error", "message": { "text": text } }))
        .collect();
    json!({
        "tool": { "driver": {
            "name": "xcheck",
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        } },
        "automationDetails": { "id": format!("xcheck/{}/", told.title()) },
        "columnKind": "unicodeCodePoints",
        "invocations": [{
            "executionSuccessful": report.partial.is_none(),
            "toolExecutionNotifications": notifications,
        }],
        "results": report.findings.iter().map(result).collect::<Vec<_>>(),
    })
}

fn result(finding: &Finding) -> Value {
    let known = RULES.iter().position(|(id, ..)| *id == finding.kind);
    let index = known.unwrap_or(RULES.len() - 1);
    let level = match finding.severity {
        Severity::Critical => "error",
        Severity::Major => "warning",
        Severity::Minor => "note",
    };
    let mut text = format!("{} in {}", finding.title, finding.browser);
    if !finding.cause.is_empty() {
        let _ = write!(text, ", because of {}", finding.cause);
    }
    let _ = write!(text, " (at {} of {})", finding.selector, finding.page);
    // What looks like a link would be one.
    let text = text.replace("](", "] (");
    let suppressions: Vec<Value> = finding
        .accepted
        .iter()
        .map(|it| json!({ "kind": "external", "status": "accepted", "justification": it.reason }))
        .collect();
    let mut result = json!({
        "ruleId": format!("xcheck/{}", RULES[index].0),
        "ruleIndex": index,
        "level": level,
        "kind": "fail",
        "message": { "text": text },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": file_of(&finding.page) },
                "region": { "startLine": 1 },
            },
            "logicalLocations": [{ "fullyQualifiedName": finding.selector, "kind": "element" }],
        }],
        "occurrenceCount": finding.occurrences.max(1),
        // A run has them on all of its results or on none.
        "suppressions": suppressions,
        "properties": {
            "id": finding.id,
            "browser": finding.browser,
            "severity": finding.severity.name(),
            "page": finding.page,
            "repro": finding.repro,
        },
    });
    if !finding.fingerprint.is_empty() {
        // The second name is the one by which GitHub knows an alert again.
        result["partialFingerprints"] = json!({
            "xcheckFingerprint/v1": finding.fingerprint,
            "primaryLocationLineHash": format!("{}:1", finding.fingerprint),
        });
    }
    result
}

/// The path of a page, as if it were a file: GitHub refuses addresses with a host in them.
fn file_of(page: &str) -> String {
    let after_scheme = page.split_once("://").map_or(page, |(_, rest)| rest);
    let path = after_scheme.split_once('/').map_or("", |(_, path)| path);
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let mut file = String::new();
    let segments = path.split('/').filter(|it| !matches!(*it, "" | "." | ".."));
    for segment in segments {
        if !file.is_empty() {
            file.push('/');
        }
        for (at, byte) in segment.bytes().enumerate() {
            let is_kept = match byte {
                b'%' => is_escape(&segment.as_bytes()[at..]),
                byte => byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=@".contains(&byte),
            };
            let _ = match is_kept {
                true => write!(file, "{}", char::from(byte)),
                false => write!(file, "%{byte:02X}"),
            };
        }
    }
    if file.is_empty() || path.ends_with('/') {
        file.push_str(if file.is_empty() { "index.html" } else { "/index.html" });
    }
    file
}

/// Whether bytes begin with an escaped one, such as `%20`.
fn is_escape(bytes: &[u8]) -> bool {
    matches!(bytes, [b'%', one, other, ..] if one.is_ascii_hexdigit() && other.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::file_of;

    #[test]
    fn pages_become_files() {
        for (page, file) in [
            ("http://127.0.0.1:80/", "index.html"),
            ("http://app", "index.html"),
            ("https://app/shop/cart.html?x=1#y", "shop/cart.html"),
            ("https://app/shop/", "shop/index.html"),
            ("https://app/../../etc/passwd", "etc/passwd"),
            ("https://app/a b/ü:c", "a%20b/%C3%BC%3Ac"),
            ("https://app/50%/a%20b", "50%25/a%20b"),
            ("about:blank", "index.html"),
            ("", "index.html"),
        ] {
            assert_eq!(file_of(page), file, "{page}");
        }
    }
}
