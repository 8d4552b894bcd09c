//! One request in, one answer out: who may ask, for what, and with which headers.

use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, header};
use http_body_util::channel::Channel;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Full};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt as _;

use crate::apps::Places;
use crate::files::{Opened, Root, path_of};
use crate::index::{self, SCRIPT, STYLE};
use crate::progress::Running;
use crate::time::now_ms;

pub(crate) type BodyError = Box<dyn std::error::Error + Send + Sync>;
pub(crate) type Body = UnsyncBoxBody<Bytes, BodyError>;

/// For our own pages.
const OWN_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// For the page of a report, which has all in it and a stricter policy of its own.
const REPORT_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
     img-src 'self' data: blob:; frame-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// For all other files: nothing in them does anything.
const FILE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; sandbox; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

/// What is shown, and under which port.
#[derive(Debug)]
pub(crate) struct Folder {
    pub(crate) root: Root,
    /// What it is called on the page.
    pub(crate) name: String,
    pub(crate) port: u16,
}

/// Answers a request, whoever it is from.
pub(crate) async fn answer<B>(folder: Arc<Folder>, request: &Request<B>) -> Response<Body> {
    if let Err(why) = may_ask(request, folder.port) {
        return text(StatusCode::FORBIDDEN, why);
    }
    let is_head = request.method() == Method::HEAD;
    if request.method() != Method::GET && !is_head {
        let mut response = text(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD work here.\n");
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    let path = request.uri().path().to_owned();
    // Files are read where waiting for them holds nobody up.
    let found = tokio::task::spawn_blocking(move || find(&folder, &path)).await;
    let mut response = match found {
        Ok(Found::Own { kind, content }) => own(kind, content),
        Ok(Found::File { opened, kind, policy }) => file(opened, kind, policy, is_head),
        Ok(Found::Missing) => text(StatusCode::NOT_FOUND, "There is no such file.\n"),
        Err(_) => text(StatusCode::INTERNAL_SERVER_ERROR, "This cannot be shown.\n"),
    };
    if is_head {
        *response.body_mut() = full(Bytes::new());
    }
    response
}

/// Only pages of this server, and people, may ask. Others could make a browser ask for them: by a name of their own
/// that leads here, which the host tells, or from a page of theirs, which the origin tells.
fn may_ask<B>(request: &Request<B>, port: u16) -> Result<(), &'static str> {
    let is_ours = |host: &str| {
        let ours = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"));
        ours.iter().any(|it| host.eq_ignore_ascii_case(it))
    };
    let one = |headers: &HeaderMap, name| {
        let mut all = headers.get_all(name).iter();
        match (all.next(), all.next()) {
            (Some(value), None) => value.to_str().map(str::to_owned).map_err(|_| ()),
            _ => Err(()),
        }
    };
    let host = one(request.headers(), header::HOST);
    let is_named = request.uri().authority().is_none_or(|it| is_ours(it.as_str()));
    if !host.is_ok_and(|host| is_ours(&host)) || !is_named {
        return Err("This server is only for the address that it was started with.\n");
    }
    if request.headers().contains_key(header::ORIGIN) {
        let origin = one(request.headers(), header::ORIGIN).unwrap_or_default();
        if !origin.strip_prefix("http://").is_some_and(is_ours) {
            return Err("Other pages may not ask here.\n");
        }
    }
    Ok(())
}

enum Found {
    Own { kind: &'static str, content: String },
    File { opened: Opened, kind: &'static str, policy: &'static str },
    Missing,
}

fn find(folder: &Folder, path: &str) -> Found {
    let Folder { root, name, .. } = folder;
    match path {
        "/" => {
            let places = Places::find(root);
            let (apps, running) = (places.apps(root), places.running(root, now_ms()));
            let content = index::page(name, &apps, &running, places.print(root));
            Found::Own { kind: "text/html; charset=utf-8", content }
        }
        "/.xcheck/state" => {
            let places = Places::find(root);
            let running: Vec<Value> = places.running(root, now_ms()).iter().map(told).collect();
            // As text, because numbers of a script are not as exact.
            let state = json!({ "print": places.print(root).to_string(), "running": running });
            Found::Own { kind: "application/json", content: state.to_string() }
        }
        "/.xcheck/show.css" => {
            Found::Own { kind: "text/css; charset=utf-8", content: STYLE.to_owned() }
        }
        "/.xcheck/show.js" => {
            Found::Own { kind: "text/javascript; charset=utf-8", content: SCRIPT.to_owned() }
        }
        path => find_file(root, path).unwrap_or(Found::Missing),
    }
}

fn told(running: &Running) -> Value {
    let Running { title, line, started_ms, parts } = running;
    let mut told = json!({ "title": title, "line": line, "started_ms": started_ms });
    if let Some((done, all)) = parts {
        told["done"] = json!(done);
        told["all"] = json!(all);
    }
    told
}

fn find_file(root: &Root, path: &str) -> Option<Found> {
    let path = path_of(path.strip_prefix("/files/")?)?;
    let opened = root.file(&path).ok()?;
    let is_report = path.file_name().is_some_and(|it| it == "index.html")
        && root.file(&path.with_file_name("report.json")).is_ok();
    let policy = if is_report { REPORT_POLICY } else { FILE_POLICY };
    Some(Found::File { opened, kind: kind_of(&path), policy })
}

/// Scripts and styles of the folder are texts: none of our pages uses them.
fn kind_of(path: &Path) -> &'static str {
    match path.extension().and_then(|it| it.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("json") => "application/json",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("txt" | "md" | "xml" | "jsonl" | "js" | "css" | "sarif") => {
            "text/plain; charset=utf-8"
        }
        _ => "application/octet-stream",
    }
}

fn own(kind: &'static str, content: String) -> Response<Body> {
    let mut response = Response::new(full(content));
    common(response.headers_mut(), kind, OWN_POLICY);
    response
}

fn file(opened: Opened, kind: &'static str, policy: &'static str, is_head: bool) -> Response<Body> {
    const PIECE: usize = 64 << 10;
    let Opened { file, len, .. } = opened;
    let (mut sender, channel) = Channel::<Bytes, BodyError>::new(2);
    let mut response = Response::new(channel.boxed_unsync());
    common(response.headers_mut(), kind, policy);
    response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(len));
    if kind == "application/octet-stream" {
        let attachment = HeaderValue::from_static("attachment");
        response.headers_mut().insert(header::CONTENT_DISPOSITION, attachment);
    }
    if is_head {
        return response;
    }
    // A file that grows while it is read is cut where it ended.
    let mut file = tokio::fs::File::from_std(file).take(len);
    tokio::spawn(async move {
        loop {
            let mut piece = Vec::with_capacity(PIECE);
            match file.read_buf(&mut piece).await {
                Ok(0) => return,
                Ok(_) if sender.send_data(piece.into()).await.is_err() => return,
                Ok(_) => {}
                Err(error) => return sender.abort(error.into()),
            }
        }
    });
    response
}

pub(crate) fn text(status: StatusCode, what: &'static str) -> Response<Body> {
    let mut response = own("text/plain; charset=utf-8", what.to_owned());
    *response.status_mut() = status;
    response
}

fn common(headers: &mut HeaderMap, kind: &'static str, policy: &'static str) {
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

fn full(bytes: impl Into<Bytes>) -> Body {
    Full::new(bytes.into()).map_err(|never| match never {}).boxed_unsync()
}
