//! What a request is for.

use http::{HeaderMap, Method, StatusCode, header};

use crate::coding;

/// Whether a browser will make a document of the answer.
///
/// Pages fetch HTML for other purposes too, and must get it as it is.
pub(crate) fn wants_document(headers: &HeaderMap) -> bool {
    let value = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    // A prefetched page is opened later without asking again.
    let is_prefetch = ["sec-purpose", "purpose", "x-moz"]
        .iter()
        .any(|name| value(name).is_some_and(|value| value.contains("prefetch")));
    if is_prefetch {
        return true;
    }
    // All three engines begin `accept` like this when they navigate.
    let accepts_document =
        value("accept").is_some_and(|accept| accept.starts_with("text/html,application/xhtml+xml"));
    match value("sec-fetch-dest") {
        // A service worker that passes a navigation on. Firefox 153 says neither where it goes nor that it is one,
        // but keeps its other headers.
        Some("empty") => {
            value("sec-fetch-mode") == Some("navigate")
                || (accepts_document && headers.contains_key(header::UPGRADE_INSECURE_REQUESTS))
        }
        Some(dest) => {
            matches!(dest, "document" | "iframe" | "frame" | "embed" | "object" | "fencedframe")
        }
        // Not sent to plain http hosts.
        None => accepts_document && !headers.contains_key("x-requested-with"),
    }
}

/// Whether a browser will run the answer as a worker's script.
pub(crate) fn wants_worker(headers: &HeaderMap) -> bool {
    let dest = headers.get("sec-fetch-dest").map(http::HeaderValue::as_bytes);
    matches!(dest, Some(b"worker" | b"sharedworker"))
}

pub(crate) fn is_websocket(headers: &HeaderMap) -> bool {
    headers
        .get(header::UPGRADE)
        .is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"websocket"))
}

/// Whether an answer can have a body that matters.
pub(crate) fn has_body(method: &Method, status: StatusCode) -> bool {
    let is_bodiless = status.is_informational()
        || matches!(status, StatusCode::NO_CONTENT | StatusCode::RESET_CONTENT)
        || status == StatusCode::NOT_MODIFIED;
    method != Method::HEAD && !is_bodiless
}

/// Takes off what concerns only one connection.
pub(crate) fn remove_hop_by_hop(headers: &mut HeaderMap) {
    let named: Vec<String> = headers
        .get_all(header::CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(',').map(|name| name.trim().to_ascii_lowercase()))
        .collect();
    for name in named {
        headers.remove(name.as_str());
    }
    for name in [
        "connection",
        "keep-alive",
        "proxy-authenticate",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "transfer-encoding",
        "upgrade",
    ] {
        headers.remove(name);
    }
}

/// The `etag` of every document that carries the agent.
pub(crate) const AGENT_TAG: &str = "\"xcheck-agent\"";

/// Takes off conditions that would be answered with "use your copy" where the copy is the wrong one:
/// a page must not fetch a copy with the agent in it, and no document may come from a copy without it.
pub(crate) fn remove_conditions(headers: &mut HeaderMap) {
    let is_about_agent = headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .any(|tags| tags.to_str().is_ok_and(|tags| tags.contains(AGENT_TAG)));
    if is_about_agent || wants_document(headers) {
        headers.remove(header::IF_NONE_MATCH);
        headers.remove(header::IF_MODIFIED_SINCE);
    }
}

/// Asks only for codings that the proxy can take off.
pub(crate) fn limit_codings(headers: &mut HeaderMap) {
    // Shared dictionaries are between browser and server; the proxy has none of them.
    headers.remove("available-dictionary");
    headers.remove("dictionary-id");
    let Some(value) = headers.get(header::ACCEPT_ENCODING) else { return };
    let acceptable = value.to_str().map(coding::acceptable).unwrap_or_default();
    if let Ok(value) = acceptable.try_into() {
        headers.insert(header::ACCEPT_ENCODING, value);
    }
}
