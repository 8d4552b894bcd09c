//! Tests of the whole format, and what they share.

mod archive;
mod damage;
mod errors;
mod masking;
mod round_trip;
mod size;

use std::io::Read as _;

use camino::Utf8PathBuf;
use tempfile::TempDir;
use xcheck_model::exchange::{
    BodyHash, ExchangeId, MessageKind, Outcome, RequestHead, ResponseHead, Side,
};
use xcheck_model::tape::{Note, Recording as _, Sink as _};

use crate::{Manifest, Masks, Origin, Recorder, TraceReader, TraceWriter, Viewport};

/// A folder of its own, and the name of a trace in it.
fn place() -> (TempDir, Utf8PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = Utf8PathBuf::try_from(dir.path().join("trace.xct")).unwrap();
    (dir, path)
}

fn manifest() -> Manifest {
    Manifest {
        created_ms: 1_750_000_000_123,
        tool_version: "0.1.0".into(),
        recorder: Recorder {
            browser: "chromium".into(),
            browser_version: "150.0".into(),
            user_agent: Some("Mozilla/5.0".into()),
        },
        start_url: "https://app.test/".into(),
        viewport: Viewport { width: 1280, height: 720, ratio: 1.5 },
        locale: "de-DE".into(),
        time_zone: "Europe/Berlin".into(),
        source: Origin::Url,
    }
}

fn create(path: &Utf8PathBuf) -> TraceWriter {
    TraceWriter::create(path, &manifest(), Masks::default()).unwrap()
}

/// Two batches of lines, three exchanges, one of which is still under way at the end, and a body.
fn record_little(path: &Utf8PathBuf) -> TraceWriter {
    let writer = create(path);
    let request =
        RequestHead { method: "POST".into(), url: "http://app.test/".into(), headers: vec![] };
    let head = ResponseHead { status: 200, headers: vec![("a".into(), "\u{e9}".into())] };
    writer.line("{\"n\":1}");
    writer.line("{\"n\":2}");
    writer.flush();
    for id in [ExchangeId(0), ExchangeId(1), ExchangeId(2)] {
        writer.note(id, 1, Note::Request(&request));
        writer.note(id, 2, Note::RequestData(b"question"));
        writer.note(id, 3, Note::Response(&head));
        writer.note(id, 4, Note::Data(b"ans"));
        writer.note(id, 5, Note::Data(b"wer"));
    }
    let message = Note::Message { from: Side::Server, kind: MessageKind::Text, payload: b"hi" };
    writer.note(ExchangeId(2), 6, message);
    writer.note(ExchangeId(1), 7, Note::End(Outcome::Failed("reset".into())));
    writer.put_body(b"a picture");
    writer.line("{\"n\":3}");
    writer.flush();
    writer.note(ExchangeId(0), 8, Note::End(Outcome::Complete));
    writer
}

fn log(reader: &TraceReader) -> Vec<String> {
    reader.log_lines().unwrap().map(Result::unwrap).collect()
}

fn body(reader: &TraceReader, hash: &BodyHash) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.open(hash)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}
