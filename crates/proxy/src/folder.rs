//! Serves the files of a folder, so that a folder can be a target like any address.

use std::io;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use camino::{Utf8Component, Utf8Path, Utf8PathBuf};
use http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use http_body_util::channel::Channel;
use hyper::Response;
use percent_encoding::percent_decode_str;
use tokio::fs::File;
use tokio::io::{AsyncReadExt as _, AsyncSeekExt as _};

use crate::body::{Body, BodyError, boxed, empty, full};
use crate::request::wants_document;

/// What to answer when a page asks for a document that is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    NotFound,
    /// The folder's `index.html`, for apps that do their own routing.
    Index,
}

/// A folder to serve.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Absolute and without links.
    root: Arc<Utf8Path>,
    fallback: Fallback,
}

/// A folder cannot be served.
#[derive(Debug, thiserror::Error)]
#[error("cannot serve folder {path}")]
pub struct FolderError {
    pub path: Utf8PathBuf,
    #[source]
    pub kind: io::Error,
}

enum Found {
    File {
        path: Utf8PathBuf,
        len: u64,
        modified: SystemTime,
    },
    /// A folder asked for without its final slash.
    Unslashed,
    Missing,
}

impl Folder {
    pub fn new(path: &Utf8Path, fallback: Fallback) -> Result<Self, FolderError> {
        let error = |kind| FolderError { path: path.to_owned(), kind };
        let root = path.canonicalize_utf8().map_err(error)?;
        if !root.is_dir() {
            return Err(error(io::ErrorKind::NotADirectory.into()));
        }
        Ok(Self { root: root.into(), fallback })
    }

    /// Answers a request for a path as it stands in the URL.
    pub(crate) async fn answer(
        &self,
        method: &Method,
        url_path: &str,
        headers: &HeaderMap,
    ) -> Response<Body> {
        if method != Method::GET && method != Method::HEAD {
            let mut response =
                text(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD work here.\n");
            response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
            return response;
        }
        let mut found = self.find(url_path).await;
        if matches!(found, Found::Missing)
            && self.fallback == Fallback::Index
            && wants_document(headers)
        {
            found = self.find("/").await;
        }
        match found {
            Found::File { path, len, modified } => {
                let file = FileAnswer { path, len, modified };
                file.answer(method, headers).await
            }
            Found::Unslashed => {
                let mut response = text(StatusCode::MOVED_PERMANENTLY, "This is a folder.\n");
                if let Ok(location) = HeaderValue::try_from(format!("{url_path}/")) {
                    response.headers_mut().insert(header::LOCATION, location);
                }
                response
            }
            Found::Missing => text(StatusCode::NOT_FOUND, "There is no such file.\n"),
        }
    }

    async fn find(&self, url_path: &str) -> Found {
        let Some(relative) = safe_relative(url_path) else { return Found::Missing };
        let path = self.root.join(&relative);
        // Resolves links, so that none leads outside.
        let Ok(path) = tokio::fs::canonicalize(&path).await else { return Found::Missing };
        let Ok(mut path) = Utf8PathBuf::try_from(path) else { return Found::Missing };
        if !path.starts_with(&*self.root) {
            return Found::Missing;
        }
        if path.is_dir() {
            if !url_path.ends_with('/') {
                return Found::Unslashed;
            }
            path.push("index.html");
        } else if url_path.ends_with('/') {
            return Found::Missing;
        }
        match tokio::fs::metadata(&path).await {
            Ok(metadata) if metadata.is_file() => Found::File {
                path,
                len: metadata.len(),
                modified: metadata.modified().unwrap_or(UNIX_EPOCH),
            },
            _ => Found::Missing,
        }
    }
}

/// The path below the folder that a URL names; none if it names anything else, or something hidden.
fn safe_relative(url_path: &str) -> Option<Utf8PathBuf> {
    let decoded = percent_decode_str(url_path).decode_utf8().ok()?;
    if decoded.contains(['\0', '\\']) {
        return None;
    }
    let relative = Utf8PathBuf::from(decoded.trim_start_matches('/'));
    let is_safe = relative.components().all(|component| match component {
        Utf8Component::Normal(name) => !name.starts_with('.') || name == ".well-known",
        _ => false,
    });
    is_safe.then_some(relative)
}

struct FileAnswer {
    path: Utf8PathBuf,
    len: u64,
    modified: SystemTime,
}

/// Which part of a file was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Whole,
    Range { start: u64, end: u64 },
    Unsatisfiable,
}

impl FileAnswer {
    async fn answer(&self, method: &Method, headers: &HeaderMap) -> Response<Body> {
        let etag = self.etag();
        let mut response = Response::new(empty());
        let out = response.headers_mut();
        out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        out.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
        insert(out, header::ETAG, &etag);
        insert(out, header::CONTENT_TYPE, content_type(&self.path));
        let value = |name| headers.get(name).and_then(|value| value.to_str().ok());
        if value(header::IF_NONE_MATCH)
            .is_some_and(|tags| tags.split(',').any(|tag| tag.trim() == etag || tag.trim() == "*"))
        {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        let is_same = value(header::IF_RANGE).is_none_or(|tag| tag == etag);
        let part = match value(header::RANGE) {
            Some(range) if is_same => part(range, self.len),
            _ => Part::Whole,
        };
        let (status, start, end) = match part {
            Part::Whole => (StatusCode::OK, 0, self.len),
            Part::Range { start, end } => {
                let range = format!("bytes {start}-{}/{}", end - 1, self.len);
                insert(out, header::CONTENT_RANGE, &range);
                (StatusCode::PARTIAL_CONTENT, start, end)
            }
            Part::Unsatisfiable => {
                insert(out, header::CONTENT_RANGE, &format!("bytes */{}", self.len));
                (StatusCode::RANGE_NOT_SATISFIABLE, 0, 0)
            }
        };
        out.insert(header::CONTENT_LENGTH, HeaderValue::from(end - start));
        *response.status_mut() = status;
        if method == Method::GET && end > start {
            match self.body(start, end).await {
                Ok(body) => *response.body_mut() = body,
                Err(_) => return text(StatusCode::FORBIDDEN, "This file cannot be read.\n"),
            }
        }
        response
    }

    fn etag(&self) -> String {
        let age = self.modified.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
        format!("\"{:x}-{:x}\"", age.as_nanos(), self.len)
    }

    async fn body(&self, start: u64, end: u64) -> io::Result<Body> {
        const PIECE_LEN: usize = 64 * 1024;
        let mut file = File::open(&self.path).await?;
        file.seek(io::SeekFrom::Start(start)).await?;
        let mut file = file.take(end - start);
        if end - start <= PIECE_LEN as u64 {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).await?;
            return Ok(full(bytes));
        }
        let (mut sender, channel) = Channel::<Bytes, BodyError>::new(2);
        tokio::spawn(async move {
            loop {
                let mut piece = Vec::with_capacity(PIECE_LEN);
                match file.read_buf(&mut piece).await {
                    Ok(0) => return,
                    Ok(_) => {
                        if sender.send_data(piece.into()).await.is_err() {
                            return;
                        }
                    }
                    Err(error) => return sender.abort(error.into()),
                }
            }
        });
        Ok(boxed(channel))
    }
}

fn insert(headers: &mut HeaderMap, name: header::HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::try_from(value) {
        headers.insert(name, value);
    }
}

fn content_type(path: &Utf8Path) -> &'static str {
    match path.extension() {
        Some("js" | "mjs" | "cjs") => "text/javascript",
        // A segment of video by the registry, a script in every folder that people build.
        Some("ts" | "tsx" | "jsx") => "text/plain",
        Some("map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        _ => mime_guess::from_path(path).first_raw().unwrap_or("application/octet-stream"),
    }
}

/// Reads a `range` value; several ranges at once get the whole file, which is allowed.
fn part(range: &str, len: u64) -> Part {
    let Some(spec) = range.strip_prefix("bytes=").filter(|spec| !spec.contains(',')) else {
        return Part::Whole;
    };
    let Some((first, last)) = spec.trim().split_once('-') else { return Part::Whole };
    let (start, end) = match (first.parse::<u64>(), last.parse::<u64>()) {
        (Ok(first), Ok(last)) if first <= last => (first, len.min(last.saturating_add(1))),
        (Ok(first), Err(_)) if last.is_empty() => (first, len),
        (Err(_), Ok(n_last)) if first.is_empty() && n_last > 0 => (len.saturating_sub(n_last), len),
        (Err(_), Ok(0)) if first.is_empty() => return Part::Unsatisfiable,
        _ => return Part::Whole,
    };
    if start >= len { Part::Unsatisfiable } else { Part::Range { start, end } }
}

fn text(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = crate::connection::plain(status, text);
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, plain);
    response
}

#[cfg(test)]
mod tests {
    use super::{Part, part, safe_relative};

    #[test]
    fn ranges() {
        let range = |start, end| Part::Range { start, end };
        assert_eq!(part("bytes=0-4", 10), range(0, 5));
        assert_eq!(part("bytes=5-", 10), range(5, 10));
        assert_eq!(part("bytes=-3", 10), range(7, 10));
        assert_eq!(part("bytes=-30", 10), range(0, 10));
        assert_eq!(part("bytes=8-99", 10), range(8, 10));
        assert_eq!(part("bytes=10-", 10), Part::Unsatisfiable);
        assert_eq!(part("bytes=-0", 10), Part::Unsatisfiable);
        assert_eq!(part("bytes=0-", 0), Part::Unsatisfiable);
        for odd in
            ["bytes=4-2", "bytes=0-1,3-4", "lines=0-1", "bytes=x-1", "bytes=18446744073709551616-"]
        {
            assert_eq!(part(odd, 10), Part::Whole, "{odd}");
        }
        assert_eq!(part("bytes=0-18446744073709551615", 10), range(0, 10));
    }

    #[test]
    fn paths_stay_inside() {
        for bad in [
            "/../etc/passwd",
            "/a/../../b",
            "/%2e%2e/b",
            "/a/%2E%2E%2Fb",
            "/..%5cb",
            "/a\\..\\b",
            "/.git/config",
            "/a%00b",
            "/%ff",
        ] {
            assert_eq!(safe_relative(bad), None, "{bad}");
        }
        assert_eq!(safe_relative("//etc/passwd").unwrap(), "etc/passwd");
        assert_eq!(safe_relative("/a%20b/c.js").unwrap(), "a b/c.js");
        assert_eq!(safe_relative("/").unwrap(), "");
        assert_eq!(safe_relative("/.well-known/x").unwrap(), ".well-known/x");
    }
}
