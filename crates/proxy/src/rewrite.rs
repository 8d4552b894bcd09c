//! Turns an answer into a document that carries the agent.

use std::collections::VecDeque;
use std::time::Duration;

use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderName, HeaderValue};
use http::response::Parts;
use http_body_util::BodyExt as _;
use http_body_util::channel::{Channel, Sender};
use hyper::Response;
use tokio::time::Instant;

use crate::body::{Body, BodyError, Resumed, boxed, full};
use crate::coding::{Decoder, codings};
use crate::csp;
use crate::document::{AgentScript, Declared, Injector, Pass, Plan, plan};
use crate::report::PolicyEdits;
use crate::request::AGENT_TAG;

/// How long a document's first bytes may keep the rest waiting. Browsers wait half a second for the same reason.
const START_LIMIT: Duration = Duration::from_millis(100);

/// What no longer holds for a changed body.
pub(crate) const UNTRUE_HEADERS: [&str; 6] = [
    "content-digest",
    "content-encoding",
    "content-length",
    "content-md5",
    "digest",
    "repr-digest",
];

pub(crate) const CSP: HeaderName = header::CONTENT_SECURITY_POLICY;
const CSP_REPORT_ONLY: HeaderName = header::CONTENT_SECURITY_POLICY_REPORT_ONLY;

/// Puts the agent into an answer that a browser is about to show, if the answer is a document.
///
/// `channel` are the source expressions of what the agent connects to.
pub(crate) async fn put_agent(
    response: Response<Body>,
    agent: &AgentScript,
    channel: &[String],
    policy_edits: &PolicyEdits,
) -> Response<Body> {
    let (parts, body) = response.into_parts();
    let Some((declared, decoder)) = readable(&parts) else {
        return Response::from_parts(parts, body);
    };
    let mut start = Start { body, decoder, raw: VecDeque::new(), text: Vec::new(), is_all: false };
    match start.plan(declared).await {
        Ok(Some(plan)) => {
            let (response, pass) = rewrite(parts, start, plan, agent, channel);
            policy_edits.add(&pass.edits);
            response
        }
        Ok(None) => Response::from_parts(parts, start.untouched(None)),
        Err(error) => Response::from_parts(parts, start.untouched(Some(error))),
    }
}

/// What the head says of a document that the proxy can read and that may run scripts.
fn readable(parts: &Parts) -> Option<(Declared, Decoder)> {
    let text = |name: HeaderName| match parts.headers.get(name) {
        None => Some(None),
        Some(value) => value.to_str().ok().map(Some),
    };
    if parts.status == http::StatusCode::PARTIAL_CONTENT || is_attachment(&parts.headers) {
        return None;
    }
    let is_nosniff = text(header::X_CONTENT_TYPE_OPTIONS)?
        .is_some_and(|value| value.trim().eq_ignore_ascii_case("nosniff"));
    let declared = Declared::read(text(header::CONTENT_TYPE)?, is_nosniff)?;
    let codings = codings(text(header::CONTENT_ENCODING)?.unwrap_or_default())?;
    for policy in parts.headers.get_all(CSP) {
        if csp::forbids_scripts(policy.to_str().ok()?) {
            return None;
        }
    }
    Some((declared, Decoder::new(&codings)))
}

fn is_attachment(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_DISPOSITION).and_then(|value| value.to_str().ok());
    value.is_some_and(|value| {
        let kind = value.split(';').next().unwrap_or_default().trim();
        !kind.is_empty() && !kind.eq_ignore_ascii_case("inline")
    })
}

/// The beginning of a body, read as far as it takes to decide what it is.
struct Start {
    body: Body,
    decoder: Decoder,
    /// As it came, in case it must go out as it came.
    raw: VecDeque<Bytes>,
    /// Without codings.
    text: Vec<u8>,
    is_all: bool,
}

impl Start {
    /// Reads until the plan is certain, or long enough. Bytes that cannot be decoded get no plan.
    async fn plan(&mut self, declared: Declared) -> Result<Option<Plan>, BodyError> {
        let mut limit = None;
        loop {
            if let Some(plan) = plan(declared, &self.text, self.is_all) {
                return Ok(plan);
            }
            let frame = self.body.frame();
            let frame = match limit {
                None => frame.await,
                Some(limit) => match tokio::time::timeout_at(limit, frame).await {
                    Ok(frame) => frame,
                    Err(_) => return Ok(plan(declared, &self.text, true).flatten()),
                },
            };
            let Some(frame) = frame.transpose()? else {
                self.is_all = true;
                continue;
            };
            if let Ok(data) = frame.into_data() {
                self.raw.push_back(data.clone());
                match self.decoder.push(&data) {
                    Ok(text) => self.text.extend(text),
                    Err(_) => return Ok(None),
                }
                limit.get_or_insert_with(|| Instant::now() + START_LIMIT);
            }
        }
    }

    /// The body as it came: what was read, then the error that reading ended with, or the rest.
    fn untouched(self, error: Option<BodyError>) -> Body {
        boxed(Resumed { read: self.raw, error, rest: self.body })
    }
}

/// The document's head and body with the agent in it, and what the agent's element carries.
fn rewrite(
    mut parts: Parts,
    start: Start,
    plan: Plan,
    agent: &AgentScript,
    channel: &[String],
) -> (Response<Body>, Pass) {
    let pass = admit_agent(&mut parts.headers, agent.csp_hash(plan.syntax), channel);
    for name in UNTRUE_HEADERS {
        parts.headers.remove(name);
    }
    limit_caching(&mut parts.headers);
    if let Some(charset) = plan.say_charset
        && let Ok(value) = HeaderValue::try_from(format!("text/html; charset={charset}"))
    {
        parts.headers.insert(header::CONTENT_TYPE, value);
    }
    let mut injector = Injector::new(plan, agent, &pass);
    let first = injector.push(start.text.into());
    if start.is_all {
        let whole = [first, injector.finish()].concat();
        return (Response::from_parts(parts, full(whole)), pass);
    }
    let (sender, channel) = Channel::new(2);
    tokio::spawn(pump(first, start.body, start.decoder, injector, sender));
    (Response::from_parts(parts, boxed(channel)), pass)
}

/// Lets a browser keep the document but ask before it uses it for anything else: a page may fetch its own address.
fn limit_caching(headers: &mut HeaderMap) {
    headers.insert(header::ETAG, HeaderValue::from_static(AGENT_TAG));
    ask_again(headers);
}

/// Makes a browser that keeps HTML for a page ask again before it opens it as a document, which needs the agent.
pub(crate) fn keep_from_documents(headers: &mut HeaderMap) {
    let kind =
        headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let may_be_kept = [header::CACHE_CONTROL, header::EXPIRES, header::LAST_MODIFIED]
        .iter()
        .any(|name| headers.contains_key(name));
    if may_be_kept && matches!(essence.as_str(), "text/html" | "application/xhtml+xml") {
        ask_again(headers);
    }
}

fn ask_again(headers: &mut HeaderMap) {
    let is_kept = !headers.get_all(header::CACHE_CONTROL).iter().any(|value| {
        value.to_str().is_ok_and(|value| value.to_ascii_lowercase().contains("no-store"))
    });
    if is_kept {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    }
}

/// Makes the page's policies let the agent in; gives what its element must carry.
fn admit_agent(headers: &mut HeaderMap, hash: &str, channel: &[String]) -> Pass {
    let all = [CSP, CSP_REPORT_ONLY].map(|name| {
        let values: Vec<String> = headers
            .get_all(&name)
            .iter()
            .map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
            .collect();
        (name, values)
    });
    let given: Vec<&str> = all.iter().flat_map(|(_, values)| values).map(String::as_str).collect();
    let admission = csp::admit(&given, hash, channel);
    let edits = given.iter().zip(&admission.policies).flat_map(|(given, edited)| {
        let pairs = given.split(',').zip(edited.split(','));
        pairs.map(|(given, edited)| [edited.trim().to_owned(), given.trim().to_owned()])
    });
    let edits = edits.filter(|[edited, given]| edited != given).collect();
    let pass = Pass { nonce: admission.nonce, edits };
    let mut edited = admission.policies.into_iter();
    for (name, values) in &all {
        headers.remove(name);
        for policy in edited.by_ref().take(values.len()) {
            if let Ok(value) = HeaderValue::try_from(policy) {
                headers.append(name, value);
            }
        }
    }
    pass
}

/// Sends the rest of a document through decoder and injector.
async fn pump(
    first: Bytes,
    mut body: Body,
    mut decoder: Decoder,
    mut injector: Injector,
    mut sender: Sender<Bytes, BodyError>,
) {
    if !first.is_empty() && sender.send_data(first).await.is_err() {
        return;
    }
    while let Some(frame) = body.frame().await {
        let piece = frame.and_then(|frame| match frame.into_data() {
            Ok(data) => Ok(decoder.push(&data)?),
            Err(_) => Ok(Vec::new()),
        });
        match piece {
            Ok(piece) => {
                let piece = injector.push(piece.into());
                if !piece.is_empty() && sender.send_data(piece).await.is_err() {
                    return;
                }
            }
            Err(error) => return sender.abort(error),
        }
    }
    // The browser may be gone, and then nobody misses the rest.
    let _ = sender.send_data(injector.finish()).await;
}
