//! Bodies as archives hold them: without content codings, as text or base64.

use std::io::{self, Read};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::read::{DeflateDecoder, GzDecoder, ZlibDecoder};
use xcheck_model::exchange::BodyRef;
use xcheck_model::tape::Recording;

/// More than this of one body is left out: a small body can decode to any length.
const MAX_LEN: u64 = 256 << 20;
const BUFFER_LEN: usize = 64 * 1024;

pub(super) struct Body {
    pub(super) bytes: Vec<u8>,
    /// Why the bytes are not what they should be.
    pub(super) problem: Option<String>,
}

/// Reads a stored body as far as that goes.
pub(super) fn read(recording: &dyn Recording, body: &BodyRef) -> Body {
    match recording.open(&body.hash) {
        Ok(reader) => take(reader),
        Err(error) => {
            Body { bytes: Vec::new(), problem: Some(format!("the body is missing: {error}")) }
        }
    }
}

fn take(reader: impl Read) -> Body {
    let mut bytes = Vec::new();
    let read = reader.take(MAX_LEN + 1).read_to_end(&mut bytes);
    let mut problem = read.err().map(|error| format!("the body is damaged: {error}"));
    if bytes.len() as u64 > MAX_LEN {
        bytes.truncate(MAX_LEN as usize);
        problem = Some("the body is too long, the rest is left out".to_owned());
    }
    Body { bytes, problem }
}

/// Takes off what `content-encoding` says was put on.
pub(super) fn decoded(encoding: Option<&str>, body: Body) -> Body {
    let tokens = encoding.unwrap_or_default().split(',').map(str::trim);
    let mut body = body;
    for token in tokens.rev().filter(|token| !token.is_empty()) {
        if body.bytes.is_empty() || body.problem.is_some() {
            break;
        }
        body = match decode(&token.to_ascii_lowercase(), &body.bytes) {
            Ok(next) if next.problem.is_none() || !next.bytes.is_empty() => next,
            // Better coded than not at all.
            Ok(Body { problem, .. }) => Body { problem, ..body },
            Err(error) => Body { problem: Some(format!("still coded: {error}")), ..body },
        };
    }
    body
}

/// Takes one coding off. As in browsers, a cut end and bytes behind the end do no harm.
fn decode(token: &str, bytes: &[u8]) -> io::Result<Body> {
    Ok(match token {
        "identity" => take(bytes),
        "gzip" | "x-gzip" => take(Lenient(GzDecoder::new(bytes))),
        // Some servers leave the wrapper off, whose first byte says "deflate" in its low half.
        "deflate" if bytes[0] & 0x0f == 8 => take(Lenient(ZlibDecoder::new(bytes))),
        "deflate" => take(Lenient(DeflateDecoder::new(bytes))),
        "br" => take(Lenient(brotli::Decompressor::new(bytes, BUFFER_LEN))),
        "zstd" => take(Lenient(zstd::stream::read::Decoder::new(bytes)?)),
        other => return Err(io::Error::other(format!("unknown coding {other:?}"))),
    })
}

/// Ends where its reader says that more should have come.
struct Lenient<R>(R);

impl<R: Read> Read for Lenient<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(0),
            read => read,
        }
    }
}

/// The bytes as a text that gives the same bytes again, and whether that is base64.
pub(super) fn as_text(bytes: Vec<u8>) -> (String, bool) {
    if bytes.contains(&0) {
        return (base64(&bytes), true);
    }
    match String::from_utf8(bytes) {
        Ok(text) => (text, false),
        Err(error) => (base64(error.as_bytes()), true),
    }
}

pub(super) fn base64(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}
