//! Archives of every version can be opened for ever.
//!
//! With `WRITE_ARCHIVE=1` the archive of the current version is made; a version that is released is
//! never made again.

use camino::{Utf8Path, Utf8PathBuf};
use xcheck_model::tape::Recording as _;

use super::{body, log, record_little};
use crate::body::{PIECE_LEN, body_ref};
use crate::{FormatVersion, TraceReader};

fn archive(version: FormatVersion) -> Utf8PathBuf {
    Utf8Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../../fixtures/archives/trace-{version}.xct"))
}

/// A body that is compressed, in two pieces.
fn long_body() -> Vec<u8> {
    vec![b'x'; PIECE_LEN + 1]
}

#[test]
fn write_archive() {
    if std::env::var_os("WRITE_ARCHIVE").is_some() {
        let writer = record_little(&archive(FormatVersion::CURRENT));
        writer.put_body(&long_body());
        writer.finish().unwrap();
    }
}

#[test]
fn the_current_version_has_an_archive() {
    assert!(archive(FormatVersion::CURRENT).exists());
}

#[test]
fn version_1_0() {
    let reader = TraceReader::open(&archive(FormatVersion(1, 0))).unwrap();
    assert!(reader.is_complete(), "{:?}", reader.problems());
    assert!(body(&reader, &body_ref(&long_body()).hash).unwrap() == long_body());
    let mut text = vec![serde_json::to_string(reader.manifest()).unwrap()];
    text.extend(log(&reader));
    for exchange in reader.exchanges() {
        text.push(serde_json::to_string(exchange).unwrap());
        let bodies = exchange.request_body.iter().chain(exchange.response.iter().map(|r| &r.body));
        for stored in bodies.chain(exchange.messages.iter().map(|message| &message.body)) {
            let bytes = body(&reader, &stored.hash).unwrap();
            text.push(format!("  {}", String::from_utf8(bytes).unwrap()));
        }
    }
    insta::assert_snapshot!(text.join("\n"), @r#"
    {"created_ms":1750000000123,"tool_version":"0.1.0","recorder":{"browser":"chromium","browser_version":"150.0","user_agent":"Mozilla/5.0"},"start_url":"https://app.test/","viewport":{"width":1280,"height":720,"ratio":1.5},"locale":"de-DE","time_zone":"Europe/Berlin","source":"url"}
    {"n":1}
    {"n":2}
    {"n":3}
    {"id":0,"began_us":1,"request":{"method":"POST","url":"http://app.test/","headers":[]},"request_body":{"hash":"1f5087db919ced5c123c7f507d3fcce818cb0cf6e77c2f95a8a35e951e03fdb9","len":8},"response":{"at_us":3,"head":{"status":200,"headers":[["a","é"]]},"body":{"hash":"0db52f4076c082518412afd3dd3576e2cb0c63703fd7fed5e23ade60efef31d9","len":6},"chunks":[{"at_us":4,"len":3},{"at_us":5,"len":3}]},"messages":[],"ended_us":8,"outcome":{"kind":"complete"}}
      question
      answer
    {"id":1,"began_us":1,"request":{"method":"POST","url":"http://app.test/","headers":[]},"request_body":{"hash":"1f5087db919ced5c123c7f507d3fcce818cb0cf6e77c2f95a8a35e951e03fdb9","len":8},"response":{"at_us":3,"head":{"status":200,"headers":[["a","é"]]},"body":{"hash":"0db52f4076c082518412afd3dd3576e2cb0c63703fd7fed5e23ade60efef31d9","len":6},"chunks":[{"at_us":4,"len":3},{"at_us":5,"len":3}]},"messages":[],"ended_us":7,"outcome":{"kind":"failed","reason":"reset"}}
      question
      answer
    {"id":2,"began_us":1,"request":{"method":"POST","url":"http://app.test/","headers":[]},"request_body":{"hash":"1f5087db919ced5c123c7f507d3fcce818cb0cf6e77c2f95a8a35e951e03fdb9","len":8},"response":{"at_us":3,"head":{"status":200,"headers":[["a","é"]]},"body":{"hash":"0db52f4076c082518412afd3dd3576e2cb0c63703fd7fed5e23ade60efef31d9","len":6},"chunks":[{"at_us":4,"len":3},{"at_us":5,"len":3}]},"messages":[{"at_us":6,"from":"server","kind":"text","body":{"hash":"8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4","len":2}}],"ended_us":6,"outcome":{"kind":"unfinished"}}
      question
      answer
      hi
    "#);
}
