//! A page of the proxy's own, opened before an app, that gives an origin its cookies and storage.

use http::{HeaderValue, Response, header};

use crate::body::{Body, full};

/// Where the page is at its origin: always there, so that two recordings of one app are alike.
pub const SEED_PATH: &str = "/.well-known/xcheck-start";

/// What a browser shall know of one origin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seed {
    /// Such as `https://app.test:8443`.
    pub origin: String,
    /// As servers set them.
    pub cookies: Vec<String>,
    pub local_storage: Vec<(String, String)>,
}

impl Seed {
    pub(crate) fn answer(&self) -> Response<Body> {
        // What ends a script or a line does so in a text, too.
        let entries = serde_json::json!(self.local_storage).to_string();
        let entries = entries
            .replace('<', "\\u003c")
            .replace('\u{2028}', "\\u2028")
            .replace('\u{2029}', "\\u2029");
        let mut response = Response::new(full(format!(
            "<!doctype html><title>start</title>\
             <script>for (const [name, value] of {entries}) localStorage.setItem(name, value);</script>"
        )));
        let headers = response.headers_mut();
        let html = HeaderValue::from_static("text/html; charset=utf-8");
        headers.insert(header::CONTENT_TYPE, html);
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        for cookie in &self.cookies {
            if let Ok(cookie) = HeaderValue::from_bytes(cookie.as_bytes()) {
                headers.append(header::SET_COOKIE, cookie);
            }
        }
        response
    }
}
