//! HTTP archives.

use std::collections::BTreeMap;
use std::io::{self, Read, Write as _};

use xcheck_model::exchange::{
    BodyHash, BodyRef, Exchange, ExchangeId, Message, MessageKind, Outcome, RequestHead, Response,
    ResponseHead, Side,
};
use xcheck_model::tape::Recording;

use super::*;
use crate::export::{HarMeta, har};

#[derive(Default)]
struct Tape {
    exchanges: Vec<Exchange>,
    bodies: BTreeMap<BodyHash, Vec<u8>>,
}

impl Recording for Tape {
    fn exchanges(&self) -> &[Exchange] {
        &self.exchanges
    }

    fn open(&self, hash: &BodyHash) -> io::Result<Box<dyn Read + Send>> {
        let body = self.bodies.get(hash).cloned();
        let body = body.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "no such body"))?;
        Ok(Box::new(io::Cursor::new(body)))
    }
}

impl Tape {
    fn keep(&mut self, body: &[u8]) -> BodyRef {
        let mut digest = [0; 32];
        digest[0] = u8::try_from(self.bodies.len()).unwrap();
        let hash = BodyHash::from_digest(&digest);
        self.bodies.insert(hash.clone(), body.to_vec());
        BodyRef { hash, len: body.len() as u64 }
    }

    fn add(&mut self, url: &str, response: Option<Response>, outcome: Outcome) -> &mut Exchange {
        let headers = owned(&[("cookie", "a=1; b=x=y")]);
        self.exchanges.push(Exchange {
            id: ExchangeId(self.exchanges.len() as u64),
            began_us: 1_500,
            request: RequestHead { method: "GET".to_owned(), url: url.to_owned(), headers },
            request_body: None,
            response,
            messages: Vec::new(),
            ended_us: 21_500,
            outcome,
        });
        self.exchanges.last_mut().unwrap()
    }

    fn answer(&mut self, headers: &[(&str, &str)], body: &[u8]) -> Option<Response> {
        let body = self.keep(body);
        let head = ResponseHead { status: 200, headers: owned(headers) };
        Some(Response { at_us: 11_500, head, body, chunks: Vec::new() })
    }

    fn entries(&self) -> Vec<Value> {
        let meta = HarMeta {
            started_ms: 1_709_209_845_678,
            tool_version: "1.2.3".to_owned(),
            browser: "chromium".to_owned(),
            browser_version: "150".to_owned(),
        };
        let value: Value = serde_json::from_str(&har(self, &meta)).unwrap();
        assert_eq!(value["log"]["version"], "1.2");
        value["log"]["entries"].as_array().unwrap().clone()
    }
}

fn owned(headers: &[(&str, &str)]) -> Vec<(String, String)> {
    headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn an_entry_is_whole() {
    let mut tape = Tape::default();
    let set = "s=1; Path=/; Expires=Wed, 21 Oct 2015 07:28:00 GMT; HttpOnly; SameSite=Lax";
    let answer = tape.answer(&[("content-type", "text/plain"), ("set-cookie", set)], b"hello");
    let post = tape.keep(b"x=1&y=%20z");
    let exchange = tape.add("http://a.test/p?q=a%20b&r", answer, Outcome::Complete);
    exchange.request_body = Some(post);
    exchange.request.method = "POST".to_owned();
    let form = ("content-type".to_owned(), "application/x-www-form-urlencoded".to_owned());
    exchange.request.headers.push(form);
    insta::assert_snapshot!(format!("{:#}", tape.entries()[0]), @r##"
    {
      "cache": {},
      "request": {
        "bodySize": 10,
        "cookies": [
          {
            "name": "a",
            "value": "1"
          },
          {
            "name": "b",
            "value": "x=y"
          }
        ],
        "headers": [
          {
            "name": "cookie",
            "value": "a=1; b=x=y"
          },
          {
            "name": "content-type",
            "value": "application/x-www-form-urlencoded"
          }
        ],
        "headersSize": -1,
        "httpVersion": "HTTP/1.1",
        "method": "POST",
        "postData": {
          "mimeType": "application/x-www-form-urlencoded",
          "params": [
            {
              "name": "x",
              "value": "1"
            },
            {
              "name": "y",
              "value": " z"
            }
          ],
          "text": "x=1&y=%20z"
        },
        "queryString": [
          {
            "name": "q",
            "value": "a b"
          },
          {
            "name": "r",
            "value": ""
          }
        ],
        "url": "http://a.test/p?q=a%20b&r"
      },
      "response": {
        "bodySize": 5,
        "content": {
          "mimeType": "text/plain",
          "size": 5,
          "text": "hello"
        },
        "cookies": [
          {
            "expires": "2015-10-21T07:28:00.000Z",
            "httpOnly": true,
            "name": "s",
            "path": "/",
            "sameSite": "Lax",
            "value": "1"
          }
        ],
        "headers": [
          {
            "name": "content-type",
            "value": "text/plain"
          },
          {
            "name": "set-cookie",
            "value": "s=1; Path=/; Expires=Wed, 21 Oct 2015 07:28:00 GMT; HttpOnly; SameSite=Lax"
          }
        ],
        "headersSize": -1,
        "httpVersion": "HTTP/1.1",
        "redirectURL": "",
        "status": 200,
        "statusText": "OK"
      },
      "startedDateTime": "2024-02-29T12:30:45.679Z",
      "time": 20.0,
      "timings": {
        "blocked": -1,
        "connect": -1,
        "dns": -1,
        "receive": 10.0,
        "send": 0,
        "ssl": -1,
        "wait": 10.0
      }
    }
    "##);
}

#[test]
fn codings_are_taken_off() {
    let text = "hello ".repeat(50);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text.as_bytes()).unwrap();
    let gzip = gzip.finish().unwrap();
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    zlib.write_all(text.as_bytes()).unwrap();
    let mut raw = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
    raw.write_all(text.as_bytes()).unwrap();
    let mut brotli = Vec::new();
    brotli::BrotliCompress(&mut text.as_bytes(), &mut brotli, &Default::default()).unwrap();
    let zstd = zstd::encode_all(text.as_bytes(), 1).unwrap();
    let twice = zstd::encode_all(gzip.as_slice(), 1).unwrap();
    let mut tape = Tape::default();
    for (coding, body) in [
        ("gzip", gzip.clone()),
        ("deflate", zlib.finish().unwrap()),
        ("deflate", raw.finish().unwrap()),
        ("br", brotli),
        ("zstd", zstd),
        ("gzip, zstd", twice),
        ("identity", text.clone().into_bytes()),
    ] {
        let answer = tape.answer(&[("content-encoding", coding)], &body);
        tape.add("http://a.test/", answer, Outcome::Complete);
    }
    for entry in tape.entries() {
        assert_eq!(entry["response"]["content"]["text"], text);
        assert_eq!(entry["response"]["content"]["size"], text.len());
    }
    // What cannot be decoded is kept as it is; what is cut, as far as it goes.
    let mut tape = Tape::default();
    for (coding, body) in [
        ("gzip", b"\xffno such thing".to_vec()),
        ("new", vec![0, 1]),
        ("gzip", gzip[..gzip.len() - 8].to_vec()),
    ] {
        let answer = tape.answer(&[("content-encoding", coding)], &body);
        tape.add("http://a.test/", answer, Outcome::Complete);
    }
    let contents: Vec<Value> =
        tape.entries().iter().map(|entry| entry["response"]["content"].clone()).collect();
    assert_eq!(
        (&contents[0]["text"], &contents[0]["encoding"]),
        (&json!("/25vIHN1Y2ggdGhpbmc="), &json!("base64"))
    );
    assert_eq!(contents[1]["comment"], "still coded: unknown coding \"new\"");
    assert_eq!(contents[2]["text"], text);
}

#[test]
fn exchanges_without_an_answer() {
    let mut tape = Tape::default();
    tape.add("http://a.test/", None, Outcome::Failed("refused".to_owned()));
    tape.add("http://a.test/", None, Outcome::Canceled);
    tape.add("http://a.test/", None, Outcome::Unfinished);
    let answer = tape.answer(&[], b"\xff\0");
    tape.add("http://a.test/", answer, Outcome::Canceled);
    tape.bodies.clear();
    let shown: Vec<String> =
        tape.entries().iter().map(|entry| entry["response"].to_string()).collect();
    insta::assert_snapshot!(shown.join("\n"), @r##"
    {"_error":"net::ERR_FAILED","bodySize":-1,"comment":"refused","content":{"_file":"there-was-no-answer","mimeType":"x-unknown","size":0},"cookies":[],"headers":[],"headersSize":-1,"httpVersion":"HTTP/1.1","redirectURL":"","status":-1,"statusText":""}
    {"_error":"net::ERR_ABORTED","bodySize":-1,"content":{"mimeType":"x-unknown","size":0},"cookies":[],"headers":[],"headersSize":-1,"httpVersion":"HTTP/1.1","redirectURL":"","status":-1,"statusText":""}
    {"bodySize":-1,"comment":"the recording ended first","content":{"mimeType":"x-unknown","size":0},"cookies":[],"headers":[],"headersSize":-1,"httpVersion":"HTTP/1.1","redirectURL":"","status":-1,"statusText":""}
    {"_error":"net::ERR_ABORTED","bodySize":2,"content":{"comment":"the body is missing: no such body","mimeType":"x-unknown","size":0,"text":""},"cookies":[],"headers":[],"headersSize":-1,"httpVersion":"HTTP/1.1","redirectURL":"","status":200,"statusText":"OK"}
    "##);
}

#[test]
fn websocket_messages_are_as_chrome_has_them() {
    let mut tape = Tape::default();
    let answer = tape.answer(&[], b"");
    let bodies = [tape.keep("hé".as_bytes()), tape.keep(&[0, 255]), tape.keep(&[3, 232])];
    let [text, binary, close] = bodies;
    let message = |at_us, from, kind, body| Message { at_us, from, kind, body };
    tape.add("ws://a.test/", answer, Outcome::Complete).messages = vec![
        message(2_000_000, Side::Client, MessageKind::Text, text),
        message(2_000_001, Side::Server, MessageKind::Binary, binary),
        message(2_000_002, Side::Server, MessageKind::Close, close),
    ];
    insta::assert_snapshot!(tape.entries()[0]["_webSocketMessages"].to_string(), @r##"[{"data":"hé","opcode":1,"time":1709209847.678,"type":"send"},{"data":"AP8=","opcode":2,"time":1709209847.678001,"type":"receive"},{"data":"A+g=","opcode":8,"time":1709209847.678002,"type":"receive"}]"##);
}
