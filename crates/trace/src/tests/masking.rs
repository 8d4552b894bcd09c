//! What is masked is nowhere in the file.

use xcheck_model::exchange::{ExchangeId, MessageKind, Outcome, RequestHead, ResponseHead, Side};
use xcheck_model::tape::{Note, Recording as _, Sink as _};

use super::{body, manifest, place};
use crate::{Masks, TraceReader, TraceWriter};

fn masks() -> Masks {
    let header = |name: &str, _: &str| (name == "authorization").then(|| "***".to_owned());
    let masked = |bytes: &[u8]| {
        let text = str::from_utf8(bytes).ok()?;
        text.contains("secret").then(|| text.replace("secret", "***").into_bytes())
    };
    let answer = move |head: &ResponseHead, bytes: &[u8]| Some((head.clone(), masked(bytes)?));
    Masks {
        header: Some(Box::new(header)),
        body: Some(Box::new(masked)),
        answer: Some(Box::new(answer)),
    }
}

fn head(name: &str) -> Vec<(String, String)> {
    vec![(name.into(), "value".into())]
}

#[test]
fn headers_addresses_bodies_and_messages_are_masked() {
    let (_dir, path) = place();
    let writer = TraceWriter::create(&path, &manifest(), masks()).unwrap();
    let id = ExchangeId(0);
    let request = RequestHead {
        method: "POST".into(),
        url: "http://app.test/?q=secret".into(),
        headers: [head("authorization"), head("accept")].concat(),
    };
    writer.note(id, 1, Note::Request(&request));
    // A mask sees the whole body, wherever the network cut it.
    writer.note(id, 2, Note::RequestData(b"a sec"));
    writer.note(id, 2, Note::RequestData(b"ret b"));
    let response = ResponseHead { status: 200, headers: head("authorization") };
    writer.note(id, 3, Note::Response(&response));
    writer.note(id, 4, Note::Data(b"the secret is out"));
    for from in [Side::Client, Side::Server] {
        let payload = b"secret";
        writer.note(id, 5, Note::Message { from, kind: MessageKind::Text, payload });
    }
    writer.note(id, 6, Note::End(Outcome::Complete));
    writer.finish().unwrap();

    let reader = TraceReader::open(&path).unwrap();
    let exchange = &reader.exchanges()[0];
    let values: Vec<&str> =
        exchange.request.headers.iter().map(|(_, value)| value.as_str()).collect();
    assert_eq!(values, ["***", "value"]);
    let response = exchange.response.as_ref().unwrap();
    assert_eq!(response.head.headers[0].1, "***");
    let text = |hash| String::from_utf8(body(&reader, hash).unwrap()).unwrap();
    assert_eq!(text(&exchange.request_body.as_ref().unwrap().hash), "a *** b");
    assert_eq!(text(&exchange.messages[0].body.hash), "***");
    assert_eq!(text(&response.body.hash), "the *** is out");
    assert_eq!(response.chunks.iter().map(|chunk| chunk.len).sum::<u64>(), response.body.len);
    assert_eq!(text(&exchange.messages[1].body.hash), "***");
    assert_eq!(exchange.request.url, "http://app.test/?q=***");
}

#[test]
fn uploads_beyond_the_limit_are_kept_whole() {
    let (_dir, path) = place();
    let writer = TraceWriter::create(&path, &manifest(), masks()).unwrap();
    let id = ExchangeId(0);
    let request = RequestHead { method: "PUT".into(), url: "http://x/".into(), headers: vec![] };
    writer.note(id, 1, Note::Request(&request));
    let piece = vec![b'x'; Masks::MAX_BODY_LEN / 2 + 1];
    for _ in 0..3 {
        writer.note(id, 2, Note::RequestData(&piece));
    }
    writer.finish().unwrap();
    let reader = TraceReader::open(&path).unwrap();
    let upload = reader.exchanges()[0].request_body.as_ref().unwrap();
    assert!(body(&reader, &upload.hash).unwrap() == piece.repeat(3));
}
