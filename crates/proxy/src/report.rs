//! Tells servers of violations of their own policies, not of the policies as the proxy changed them.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use http::header::{self, HeaderValue};
use http::{HeaderMap, Method};
use hyper::Request;

use crate::body::{Body, full, whole};

/// Older edits are forgotten.
const MAX_EDITS: usize = 256;
/// Larger reports pass through as they are.
const MAX_REPORT_LEN: usize = 1 << 20;

/// Policies that the proxy changed, each with what the server wrote.
#[derive(Debug, Default)]
pub(crate) struct PolicyEdits(Mutex<VecDeque<[String; 2]>>);

impl PolicyEdits {
    pub(crate) fn add(&self, edits: &[[String; 2]]) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for edit in edits {
            if !all.contains(edit) {
                all.push_back(edit.clone());
            }
        }
        while all.len() > MAX_EDITS {
            all.pop_front();
        }
    }

    /// The policy as the server wrote it, if the proxy changed it.
    fn original(&self, policy: &str) -> Option<String> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().rev().find_map(|[edited, given]| restored(policy, edited, given))
    }
}

/// Puts the original policies into a report of violations; other requests stay as they are.
pub(crate) async fn restore(request: Request<Body>, edits: &PolicyEdits) -> Request<Body> {
    if !is_report(request.method(), request.headers()) {
        return request;
    }
    let (mut parts, body) = request.into_parts();
    let read = match whole(body, MAX_REPORT_LEN).await {
        Ok(read) => read,
        Err(body) => return Request::from_parts(parts, body),
    };
    let report = match str::from_utf8(&read) {
        Ok(text) => with_originals(text, edits).into_bytes(),
        Err(_) => read,
    };
    if parts.headers.contains_key(header::CONTENT_LENGTH) {
        parts.headers.insert(header::CONTENT_LENGTH, HeaderValue::from(report.len()));
    }
    Request::from_parts(parts, full(report))
}

fn is_report(method: &Method, headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let essence = kind.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    method == Method::POST
        && ["application/csp-report", "application/reports+json"]
            .iter()
            .any(|known| essence.eq_ignore_ascii_case(known))
}

/// The report with the policies in it replaced, all else byte by byte as it was.
fn with_originals(report: &str, edits: &PolicyEdits) -> String {
    let mut out = String::with_capacity(report.len());
    let mut rest = report;
    while let Some(start) = rest.find('"') {
        let Some(len) = quoted_len(&rest[start..]) else { break };
        let quoted = &rest[start..start + len];
        out.push_str(&rest[..start]);
        let policy = serde_json::from_str::<String>(quoted).ok();
        match policy.and_then(|policy| edits.original(&policy)) {
            Some(original) => out.push_str(&serde_json::Value::from(original).to_string()),
            None => out.push_str(quoted),
        }
        rest = &rest[start + len..];
    }
    out.push_str(rest);
    out
}

/// How long the JSON string is that a text begins with.
fn quoted_len(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// What the server wrote, if `policy` is what a browser made of `edited`.
///
/// Goes by directive, because Firefox writes some in its own way.
fn restored(policy: &str, edited: &str, given: &str) -> Option<String> {
    let name = |directive: &str| directive.split_ascii_whitespace().next().map(str::to_owned);
    let [now, then, before] =
        [policy, edited, given].map(|text| text.split(';').collect::<Vec<_>>());
    if now.len() != then.len() {
        return None;
    }
    let mut parts = Vec::new();
    for (at, (is, was)) in now.iter().zip(&then).enumerate() {
        let before = before.get(at);
        let is_edited = before.is_none_or(|before| before.trim() != was.trim());
        if name(is) != name(was) || (is_edited && is.trim() != was.trim()) {
            return None;
        }
        // WebKit keeps the spaces around a policy.
        let is_now = is.trim();
        parts.extend(before.map(|before| match is_edited {
            true if !is_now.is_empty() => is.replacen(is_now, before.trim(), 1),
            _ => (*is).to_owned(),
        }));
    }
    Some(parts.join(";"))
}

#[cfg(test)]
mod tests {
    use super::{MAX_EDITS, PolicyEdits, with_originals};

    fn edits() -> PolicyEdits {
        let edits = PolicyEdits::default();
        let edited = "script-src 'self' 'sha256-X='; report-uri /r; connect-src ws://a/x";
        edits.add(&[[edited.to_owned(), "script-src 'self'; report-uri /r".to_owned()]]);
        edits
    }

    #[test]
    fn reports_name_the_policy_of_the_server() {
        let report = |policy: &str| {
            format!(r#"{{"csp-report":{{"a":"\"","original-policy":"{policy}","b":1}}}}"#)
        };
        let check = |policy, expected| {
            assert_eq!(with_originals(&report(policy), &edits()), report(expected));
        };
        check(
            "script-src 'self' 'sha256-X='; report-uri /r; connect-src ws://a/x",
            "script-src 'self'; report-uri /r",
        );
        // As WebKit has the second of two.
        check(
            " script-src 'self' 'sha256-X='; report-uri /r; connect-src ws://a/x",
            " script-src 'self'; report-uri /r",
        );
        // As Firefox has it.
        check(
            "script-src 'self' 'sha256-X='; report-uri http://a/r; connect-src ws://a/x",
            "script-src 'self'; report-uri http://a/r",
        );
        let other = "script-src 'self' 'sha256-Y='; report-uri /r; connect-src ws://a/x";
        check(other, other);
        check("img-src 'none'", "img-src 'none'");
    }

    #[test]
    fn what_is_no_report_stays() {
        for text in ["", "\"", "{\"a\":\"b", "[]", "\"\\"] {
            assert_eq!(with_originals(text, &edits()), text);
        }
    }

    #[test]
    fn old_edits_are_forgotten() {
        let edits = edits();
        for n in 0..2 * MAX_EDITS {
            edits.add(&[[format!("img-src {n} x"), format!("img-src {n}")]]);
        }
        assert_eq!(edits.original("img-src 0 x"), None);
        assert_eq!(edits.original("img-src 500 x").as_deref(), Some("img-src 500"));
        assert_eq!(edits.0.lock().map(|all| all.len()).ok(), Some(MAX_EDITS));
    }
}
