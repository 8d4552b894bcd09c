//! What cannot be opened or written, and what is said about it.

use std::error::Error;
use std::fs;

use camino::{Utf8Path, Utf8PathBuf};
use xcheck_model::exchange::{ExchangeId, Outcome, RequestHead};
use xcheck_model::tape::{Note, Recording as _, Sink as _};

use super::{create, log, manifest, place, record_little};
use crate::chunk::{ChunkWriter, Kind};
use crate::{Masks, TraceReader, TraceWriter};

fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text += ": ";
        text += &error.to_string();
        source = error.source();
    }
    text
}

/// What opening a file with these bytes says, and the hint.
fn opening(bytes: &[u8]) -> String {
    let (dir, path) = place();
    fs::write(&path, bytes).unwrap();
    let error = TraceReader::open(&path).unwrap_err();
    let folder = Utf8Path::from_path(dir.path()).unwrap();
    let text = format!("{}\nhint: {}", chain(&error), error.hint().unwrap_or_default());
    text.replace(folder.as_str(), "")
}

fn with_manifest(json: &str) -> Vec<u8> {
    let (_dir, path) = place();
    let mut writer = ChunkWriter::start(fs::File::create(&path).unwrap()).unwrap();
    writer.append(Kind::Manifest, &[json.as_bytes()]).unwrap();
    fs::read(path).unwrap()
}

#[test]
fn newer_versions_are_refused_with_advice() {
    let newer = |version: &str| {
        opening(&with_manifest(&format!(
            r#"{{"format":"xcheck-trace","version":{version},"new":1}}"#
        )))
    };
    insta::assert_snapshot!(newer("[2,0]"), @r"
    cannot open trace /trace.xct: was written by a newer xcheck (format 2.0, this one reads up to 1.0)
    hint: upgrade xcheck, or record again with this one
    ");
    insta::assert_snapshot!(newer("[1,1]"), @r"
    cannot open trace /trace.xct: was written by a newer xcheck (format 1.1, this one reads up to 1.0)
    hint: upgrade xcheck, or record again with this one
    ");
}

#[test]
fn other_files_are_no_traces() {
    insta::assert_snapshot!(opening(b"PK\x03\x04 and so on"), @r"
    cannot open trace /trace.xct: not a trace
    hint: traces are made by `xcheck record` and end in .xct
    ");
    insta::assert_snapshot!(opening(b""), @r"
    cannot open trace /trace.xct: not a trace
    hint: traces are made by `xcheck record` and end in .xct
    ");
    // A copy as text: the line ends are gone.
    insta::assert_snapshot!(opening(b"\x89XCT\n\x1a\n and so on"), @r"
    cannot open trace /trace.xct: not a trace
    hint: traces are made by `xcheck record` and end in .xct
    ");
}

#[test]
fn damaged_manifests_are_told() {
    insta::assert_snapshot!(opening(&with_manifest("{")), @r"
    cannot open trace /trace.xct: its manifest is damaged: EOF while parsing an object at line 1 column 1
    hint:
    ");
    insta::assert_snapshot!(opening(&with_manifest(r#"{"format":"other","version":[1,0]}"#)), @r"
    cannot open trace /trace.xct: its manifest is damaged: of another format
    hint:
    ");
    insta::assert_snapshot!(opening(&with_manifest(r#"{"format":"xcheck-trace","version":[1,0]}"#)), @r"
    cannot open trace /trace.xct: its manifest is damaged: missing field `created_ms` at line 1 column 41
    hint:
    ");
    let mut bytes = with_manifest("{}");
    bytes[14] ^= 1;
    insta::assert_snapshot!(opening(&bytes), @r"
    cannot open trace /trace.xct: its manifest is damaged: wrong checksum
    hint:
    ");
}

#[test]
fn a_missing_file_and_a_folder_cannot_be_opened() {
    let (dir, path) = place();
    assert!(chain(&TraceReader::open(&path).unwrap_err()).contains("No such file"));
    let folder = Utf8Path::from_path(dir.path()).unwrap();
    assert!(chain(&TraceReader::open(folder).unwrap_err()).ends_with("not a trace"));
}

fn creating(path: &Utf8PathBuf) -> String {
    let error = TraceWriter::create(path, &manifest(), Masks::default()).unwrap_err();
    chain(&error)
}

#[test]
fn only_traces_are_replaced() {
    let (dir, path) = place();
    for replaceable in [&b""[..], b"\x89XC"] {
        fs::write(&path, replaceable).unwrap();
        create(&path).finish().unwrap();
    }
    record_little(&path).finish().unwrap();
    create(&path).finish().unwrap();

    fs::write(&path, "my thesis").unwrap();
    let text = creating(&path).replace(path.as_str(), "trace.xct");
    assert_eq!(text, "cannot write trace trace.xct: the file exists and is not a trace");
    assert_eq!(fs::read(&path).unwrap(), b"my thesis");
    let folder = Utf8PathBuf::try_from(dir.path().to_owned()).unwrap();
    assert!(creating(&folder).ends_with("exists and is not a trace"));
    assert!(creating(&"/dev/full".into()).ends_with("exists and is not a trace"));
}

#[test]
fn a_folder_that_is_not_there_cannot_be_written_to() {
    let (dir, _) = place();
    let path = Utf8PathBuf::try_from(dir.path().join("none/trace.xct")).unwrap();
    assert!(creating(&path).contains("No such file"));
}

#[test]
fn a_full_disk_is_told_at_once_and_keeps_what_was_written() {
    let (_dir, path) = place();
    let writer = record_little(&path);
    assert!(writer.error_so_far().is_none());
    let before = fs::read(&path).unwrap();
    writer.fill_disk();
    writer.line("lost");
    assert!(writer.error_so_far().is_none());
    writer.flush();
    let error = writer.error_so_far().unwrap();
    assert!(chain(&error).contains("No space left"), "{}", chain(&error));
    assert!(error.hint().is_some());
    let head = RequestHead { method: "GET".into(), url: "http://x/".into(), headers: vec![] };
    writer.note(ExchangeId(9), 1, Note::Request(&head));
    writer.note(ExchangeId(9), 1, Note::End(Outcome::Complete));
    writer.put_body(b"more");
    for _ in 0..2 {
        writer.finish().unwrap_err();
    }
    assert_eq!(fs::read(&path).unwrap(), before);
    let reader = TraceReader::open(&path).unwrap();
    assert!(!reader.is_complete());
    assert_eq!((log(&reader).len(), reader.exchanges().len()), (3, 2));
}

#[test]
fn writers_and_readers_can_be_shared() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<TraceWriter>();
    shared::<TraceReader>();
}
