//! Puts into a run what its pages were made of, so that a comparison can look for causes.
//!
//! Takes what the trace has; the masks of the trace hold here too.

use std::io::Read as _;

use xcheck_model::exchange::{Exchange, Outcome};
use xcheck_model::tape::Recording;
use xcheck_proxy::decoded_within;
use xcheck_trace::run::{MAX_SOURCE_LEN, RunWriteError, RunWriter, SourceKind};

/// Stores the style sheets, scripts and documents of a trace, and gives their texts. What cannot be read is left out.
pub(crate) fn store_sources(
    writer: &mut RunWriter,
    recording: &dyn Recording,
) -> Result<Vec<(SourceKind, String)>, RunWriteError> {
    let mut texts = Vec::new();
    for exchange in recording.exchanges() {
        if let Some((kind, text)) = source(recording, exchange) {
            writer.source(&exchange.request.url, kind, &text)?;
            texts.push((kind, String::from_utf8_lossy(&text).into_owned()));
        }
    }
    Ok(texts)
}

fn source(recording: &dyn Recording, exchange: &Exchange) -> Option<(SourceKind, Vec<u8>)> {
    let response = exchange.response.as_ref()?;
    if exchange.outcome != Outcome::Complete || !(200..300).contains(&response.head.status) {
        return None;
    }
    let header = |name: &str| {
        let found = response.head.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map_or("", |(_, value)| value.as_str())
    };
    let kind = SourceKind::from_media_type(header("content-type"))?;
    if response.body.len > MAX_SOURCE_LEN as u64 {
        return None;
    }
    let mut body = Vec::new();
    let limit = MAX_SOURCE_LEN as u64;
    recording.open(&response.body.hash).ok()?.take(limit).read_to_end(&mut body).ok()?;
    Some((kind, decoded_within(header("content-encoding"), &body, MAX_SOURCE_LEN)?))
}

#[cfg(test)]
mod tests {
    use std::io;

    use sha2::{Digest as _, Sha256};
    use xcheck_model::exchange::{
        BodyHash, BodyRef, ExchangeId, RequestHead, Response, ResponseHead,
    };

    use super::*;

    /// Exchanges with their bodies.
    struct Tape(Vec<Exchange>, Vec<Vec<u8>>);

    fn hash(body: &[u8]) -> BodyHash {
        BodyHash::from_digest(&Sha256::digest(body).into())
    }

    impl Recording for Tape {
        fn exchanges(&self) -> &[Exchange] {
            &self.0
        }

        fn open(&self, wanted: &BodyHash) -> io::Result<Box<dyn io::Read + Send>> {
            let found = self.1.iter().find(|body| hash(body) == *wanted);
            let found = found.ok_or(io::ErrorKind::NotFound)?;
            Ok(Box::new(io::Cursor::new(found.clone())))
        }
    }

    fn answer(status: u16, content_type: &str, encoding: &str, body: &[u8]) -> Exchange {
        let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        Exchange {
            id: ExchangeId(1),
            began_us: 0,
            request: RequestHead {
                method: "GET".to_owned(),
                url: "http://a/".to_owned(),
                headers: Vec::new(),
            },
            request_body: None,
            response: Some(Response {
                at_us: 0,
                head: ResponseHead {
                    status,
                    headers: vec![
                        header("Content-Type", content_type),
                        header("content-encoding", encoding),
                    ],
                },
                body: BodyRef { hash: hash(body), len: body.len() as u64 },
                chunks: Vec::new(),
            }),
            messages: Vec::new(),
            ended_us: 0,
            outcome: Outcome::Complete,
        }
    }

    #[test]
    fn sources_are_texts_that_arrived() {
        for (status, content_type, encoding, body, expected) in [
            (200, "text/css", "", "p { }", Some(SourceKind::Css)),
            (200, "text/html; charset=utf-8", "identity", "<p>", Some(SourceKind::Html)),
            (404, "text/css", "", "p { }", None),
            (200, "image/png", "", "p", None),
            (200, "text/css", "unknown", "p { }", None),
        ] {
            let exchange = answer(status, content_type, encoding, body.as_bytes());
            let tape = Tape(vec![exchange.clone()], vec![body.as_bytes().to_vec()]);
            let found = source(&tape, &exchange);
            let expected = expected.map(|kind| (kind, body.as_bytes().to_vec()));
            assert_eq!(found, expected, "{status} {content_type} {encoding}");
            assert_eq!(source(&Tape(Vec::new(), Vec::new()), &exchange), None);
        }
        let long = vec![b' '; MAX_SOURCE_LEN + 1];
        let exchange = answer(200, "text/css", "", &long);
        assert_eq!(source(&Tape(Vec::new(), vec![long]), &exchange), None);
    }
}
