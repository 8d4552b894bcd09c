//! Exchanges as an HTTP archive, version 1.2, with what Chrome and Playwright add to it.

mod body;
mod cookies;
mod time;

use serde_json::{Value, json};
use url::Url;
use xcheck_model::exchange::{
    Exchange, Headers, MessageKind, Outcome, RequestHead, Response, Side,
};
use xcheck_model::tape::Recording;

use body::{Body, as_text, decoded, read};

/// What an archive says about its recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HarMeta {
    /// When the recording began, in milliseconds since 1970.
    pub started_ms: u64,
    /// The version of xcheck.
    pub tool_version: String,
    pub browser: String,
    pub browser_version: String,
}

/// All exchanges of a recording. Bodies that cannot be read are left out, and a comment says so.
pub fn har(recording: &dyn Recording, meta: &HarMeta) -> String {
    let entries: Vec<Value> =
        recording.exchanges().iter().map(|exchange| entry(recording, meta, exchange)).collect();
    let log = json!({
        "version": "1.2",
        "creator": {"name": "xcheck", "version": meta.tool_version},
        "browser": {"name": meta.browser, "version": meta.browser_version},
        "pages": [],
        "entries": entries,
    });
    format!("{:#}\n", json!({"log": log}))
}

fn entry(recording: &dyn Recording, meta: &HarMeta, exchange: &Exchange) -> Value {
    let took = |from: u64, to: u64| to.saturating_sub(from) as f64 / 1000.0;
    let answered_us = exchange.response.as_ref().map_or(exchange.ended_us, |answer| answer.at_us);
    let wait = took(exchange.began_us, answered_us);
    let receive = took(answered_us, exchange.ended_us);
    let mut response = match &exchange.response {
        Some(answer) => response(recording, answer),
        None => no_response(&exchange.outcome),
    };
    match &exchange.outcome {
        Outcome::Complete => {}
        Outcome::Failed(reason) => {
            response["_error"] = json!("net::ERR_FAILED");
            response["comment"] = json!(reason);
        }
        Outcome::Canceled => response["_error"] = json!("net::ERR_ABORTED"),
        Outcome::Unfinished => response["comment"] = json!("the recording ended first"),
    }
    let mut entry = json!({
        "startedDateTime": time::iso(started_us(meta, exchange.began_us)),
        "time": wait + receive,
        "request": request(recording, &exchange.request, exchange),
        "response": response,
        "cache": {},
        "timings": {
            "blocked": -1, "dns": -1, "connect": -1, "ssl": -1,
            "send": 0, "wait": wait, "receive": receive,
        },
    });
    if exchange.request.url.starts_with("ws") {
        entry["_resourceType"] = json!("websocket");
        entry["_webSocketMessages"] = messages(recording, meta, exchange);
    }
    entry
}

fn started_us(meta: &HarMeta, at_us: u64) -> u64 {
    meta.started_ms.saturating_mul(1000).saturating_add(at_us)
}

fn request(recording: &dyn Recording, head: &RequestHead, exchange: &Exchange) -> Value {
    let query: Vec<Value> = Url::parse(&head.url)
        .map(|url| pairs(url.query_pairs().map(|(name, value)| (name.into(), value.into()))))
        .unwrap_or_default();
    let mut request = json!({
        "method": head.method,
        "url": head.url,
        "httpVersion": "HTTP/1.1",
        "cookies": cookies::sent(&head.headers),
        "headers": headers(&head.headers),
        "queryString": query,
        "headersSize": -1,
        "bodySize": exchange.request_body.as_ref().map_or(0, |body| body.len),
    });
    if let Some(body) = &exchange.request_body {
        request["postData"] = post_data(&head.headers, read(recording, body));
    }
    request
}

fn post_data(headers: &Headers, body: Body) -> Value {
    let mime = header(headers, "content-type").unwrap_or_default();
    let mut post = json!({"mimeType": mime});
    let is_form = mime.to_ascii_lowercase().starts_with("application/x-www-form-urlencoded");
    if is_form {
        let fields = url::form_urlencoded::parse(&body.bytes);
        post["params"] = json!(pairs(fields.map(|(name, value)| (name.into(), value.into()))));
    }
    put_text(&mut post, body);
    post
}

fn response(recording: &dyn Recording, answer: &Response) -> Value {
    let headers = &answer.head.headers;
    let body = read(recording, &answer.body);
    let wire_len = answer.body.len;
    let body = decoded(header(headers, "content-encoding"), body);
    let size = body.bytes.len() as u64;
    let mime = header(headers, "content-type").unwrap_or("x-unknown");
    let mut content = json!({"size": size, "mimeType": mime});
    if size != wire_len && body.problem.is_none() {
        content["compression"] = json!(i128::from(size) - i128::from(wire_len));
    }
    put_text(&mut content, body);
    json!({
        "status": answer.head.status,
        "statusText": reason(answer.head.status),
        "httpVersion": "HTTP/1.1",
        "cookies": cookies::set(headers),
        "headers": self::headers(headers),
        "content": content,
        "redirectURL": header(headers, "location").unwrap_or_default(),
        "headersSize": -1,
        "bodySize": wire_len,
    })
}

/// Playwright lets a request with the status -1 wait for ever, as it waited in the recording.
/// It aborts one whose content it cannot read, as the request failed in the recording.
fn no_response(outcome: &Outcome) -> Value {
    let mut content = json!({"size": 0, "mimeType": "x-unknown"});
    if matches!(outcome, Outcome::Failed(_)) {
        content["_file"] = json!("there-was-no-answer");
    }
    json!({
        "status": -1, "statusText": "", "httpVersion": "HTTP/1.1", "cookies": [], "headers": [],
        "content": content, "redirectURL": "", "headersSize": -1, "bodySize": -1,
    })
}

fn put_text(object: &mut Value, body: Body) {
    if let Some(problem) = &body.problem {
        object["comment"] = json!(problem);
    }
    let (text, is_base64) = as_text(body.bytes);
    object["text"] = json!(text);
    if is_base64 {
        object["encoding"] = json!("base64");
    }
}

/// As Chrome writes them: times are seconds since 1970, what is no text is base64.
fn messages(recording: &dyn Recording, meta: &HarMeta, exchange: &Exchange) -> Value {
    let messages = exchange.messages.iter().map(|message| {
        let bytes = read(recording, &message.body).bytes;
        let (opcode, data) = match message.kind {
            MessageKind::Text => (1, String::from_utf8_lossy(&bytes).into_owned()),
            MessageKind::Binary => (2, body::base64(&bytes)),
            MessageKind::Close => (8, body::base64(&bytes)),
        };
        let kind = match message.from {
            Side::Client => "send",
            Side::Server => "receive",
        };
        let at = started_us(meta, message.at_us) as f64 / 1e6;
        json!({"type": kind, "time": at, "opcode": opcode, "data": data})
    });
    messages.collect()
}

fn headers(headers: &Headers) -> Value {
    json!(pairs(headers.iter().cloned()))
}

fn pairs(pairs: impl Iterator<Item = (String, String)>) -> Vec<Value> {
    pairs.map(|(name, value)| json!({"name": name, "value": value})).collect()
}

fn header<'a>(headers: &'a Headers, name: &str) -> Option<&'a str> {
    let own = headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    own.map(|(_, value)| value.as_str())
}

/// The usual words for a status; recordings do not keep the server's.
fn reason(status: u16) -> &'static str {
    match status {
        101 => "Switching Protocols",
        200 => "OK",
        201 => "Created",
        202 => "Accepted",
        204 => "No Content",
        206 => "Partial Content",
        301 => "Moved Permanently",
        302 => "Found",
        303 => "See Other",
        304 => "Not Modified",
        307 => "Temporary Redirect",
        308 => "Permanent Redirect",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        409 => "Conflict",
        410 => "Gone",
        422 => "Unprocessable Content",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        _ => "",
    }
}
