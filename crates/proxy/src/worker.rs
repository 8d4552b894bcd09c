//! Puts the agent into scripts of workers.
//!
//! It goes before the script's first character, on the same line, so that line numbers stay true.

use std::sync::Arc;

use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::Response;

use crate::body::{Body, full, whole};
use crate::coding::decoded;
use crate::csp;
use crate::rewrite::{CSP, UNTRUE_HEADERS};

/// Larger scripts pass through untouched.
const MAX_SCRIPT_LEN: usize = 32 << 20;

/// Makes a worker run the agent first and lets it connect to `channel`.
pub(crate) async fn put_worker_agent(
    response: Response<Body>,
    agent: Arc<str>,
    channel: [String; 2],
) -> Response<Body> {
    let (mut parts, body) = response.into_parts();
    if !is_small(&parts.headers) {
        return Response::from_parts(parts, body);
    }
    let raw = match whole(body, MAX_SCRIPT_LEN).await {
        Ok(raw) => raw,
        // What broke off towards us breaks off towards the browser.
        Err(body) => return Response::from_parts(parts, body),
    };
    let coding = text(&parts.headers, header::CONTENT_ENCODING).unwrap_or_default();
    let Some(script) = decoded(coding, &raw) else {
        return Response::from_parts(parts, full(raw));
    };
    for name in UNTRUE_HEADERS {
        parts.headers.remove(name);
    }
    allow_channel(&mut parts.headers, &channel);
    Response::from_parts(parts, full(with_agent(&script, &agent)))
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn is_small(headers: &HeaderMap) -> bool {
    let length = text(headers, header::CONTENT_LENGTH);
    length.is_none_or(|length| length.parse::<usize>().is_ok_and(|len| len <= MAX_SCRIPT_LEN))
}

/// A worker that has a policy of its own must be able to report.
fn allow_channel(headers: &mut HeaderMap, channel: &[String]) {
    let edited: Vec<HeaderValue> = headers
        .get_all(CSP)
        .iter()
        .filter_map(|value| {
            let policies = String::from_utf8_lossy(value.as_bytes()).into_owned();
            let policies: Vec<String> =
                policies.split(',').map(|policy| csp::connect(policy, channel)).collect();
            HeaderValue::try_from(policies.join(",")).ok()
        })
        .collect();
    headers.remove(CSP);
    for value in edited {
        headers.append(CSP, value);
    }
}

/// The script with the agent before it. A script that is strict as a whole stays so.
fn with_agent(script: &[u8], agent: &str) -> Vec<u8> {
    const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
    let script = script.strip_prefix(BYTE_ORDER_MARK).unwrap_or(script);
    let strict = if is_strict(script) { "'use strict';" } else { "" };
    [strict.as_bytes(), agent.as_bytes(), b";", script].concat()
}

/// Whether the first statement, after spaces and comments, says `use strict`.
fn is_strict(mut script: &[u8]) -> bool {
    loop {
        script = script.trim_ascii_start();
        let end = if script.starts_with(b"//") {
            script.iter().position(|byte| *byte == b'\n')
        } else if script.starts_with(b"/*") {
            script.windows(2).skip(2).position(|pair| pair == b"*/").map(|at| at + 4)
        } else {
            return script.starts_with(b"'use strict'") || script.starts_with(b"\"use strict\"");
        };
        match end {
            Some(end) => script = &script[end..],
            None => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::with_agent;

    #[test]
    fn strict_scripts_stay_strict() {
        let put = |script: &str| String::from_utf8(with_agent(script.as_bytes(), "A()")).unwrap();
        assert_eq!(put("x = 1"), "A();x = 1");
        assert_eq!(put("\u{feff}x"), "A();x");
        assert_eq!(
            put("/*a*//**/ // b\n\"use strict\";x"),
            "'use strict';A();/*a*//**/ // b\n\"use strict\";x"
        );
        assert_eq!(put("/* no end"), "A();/* no end");
    }
}
