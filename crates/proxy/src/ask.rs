//! Asks a server once more what a recording asked it, without a browser.

use std::str::FromStr as _;

use http::uri::Uri;
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use http_body_util::BodyExt as _;
use hyper::Request;
use sha2::{Digest as _, Sha256};
use xcheck_model::exchange::{BodyHash, RequestHead, ResponseHead};

use crate::body::empty;
use crate::exchange::{response_head, to_origin_form};
use crate::request::{limit_codings, remove_hop_by_hop};
use crate::target::Target;
use crate::upstream::{Kept, Upstream};

impl Upstream {
    /// The answer to a request without a body: its head, and its body by its hash. `None` if there is none, or if it
    /// breaks off.
    pub async fn ask(&self, head: &RequestHead) -> Option<(ResponseHead, BodyHash)> {
        let uri: Uri = head.url.parse().ok()?;
        let target = Target::of_uri(&uri)?;
        let mut request = Request::new(empty());
        *request.method_mut() = Method::from_str(&head.method).ok()?;
        *request.uri_mut() = uri;
        *request.headers_mut() = headers(head);
        let (mut parts, body) = request.into_parts();
        remove_hop_by_hop(&mut parts.headers);
        limit_codings(&mut parts.headers);
        to_origin_form(&mut parts, &target);
        let request = Request::from_parts(parts, body);
        let response = self.send(&Kept::default(), &target, request).await.ok()?;
        let answer = response_head(&response);
        let mut body = response.into_body();
        let mut hasher = Sha256::new();
        while let Some(frame) = body.frame().await {
            if let Ok(data) = frame.ok()?.into_data() {
                hasher.update(&data);
            }
        }
        Some((answer, BodyHash::from_digest(&hasher.finalize().into())))
    }
}

fn headers(head: &RequestHead) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in &head.headers {
        // Bytes above 127 are code points in a recording.
        let bytes: Option<Vec<u8>> = value.chars().map(|c| u8::try_from(c).ok()).collect();
        let value = bytes.and_then(|bytes| HeaderValue::from_bytes(&bytes).ok());
        if let (Ok(name), Some(value)) = (HeaderName::from_str(name), value) {
            headers.append(name, value);
        }
    }
    headers
}
