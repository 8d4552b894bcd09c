//! Traces that are cut, changed or made up.

use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::sync::Arc;

use camino::Utf8Path;
use proptest::prelude::*;
use xcheck_model::exchange::BodyHash;
use xcheck_model::tape::Recording as _;

use super::{body, log, manifest, place, record_little};
use crate::body::body_ref;
use crate::chunk::{ChunkWriter, Chunks, Damage, Kind, MAGIC};
use crate::stream::{MAX_LINE_LEN, StreamWriter};
use crate::{OpenErrorKind, Problem, TraceReader};

/// All that a trace gives, as text.
fn contents(reader: &TraceReader) -> String {
    let exchanges: Vec<String> =
        reader.exchanges().iter().map(|e| serde_json::to_string(e).unwrap()).collect();
    let bodies: Vec<Vec<u8>> = hashes().iter().filter_map(|hash| body(reader, hash).ok()).collect();
    format!("{:?}\n{exchanges:?}\n{bodies:?}", log(reader))
}

/// Names of the bodies of [`record_little`].
fn hashes() -> [BodyHash; 4] {
    [&b"question"[..], b"answer", b"hi", b"a picture"].map(|bytes| body_ref(bytes).hash)
}

/// The kind of each chunk and where it ends.
fn borders(path: &Utf8Path) -> Vec<(Kind, u64)> {
    let file = File::open(path).unwrap();
    let len = file.metadata().unwrap().len();
    let mut chunks = Chunks::new(Arc::new(file), MAGIC.len() as u64, len);
    let mut borders = Vec::new();
    while let Some(kind) = chunks.read(&mut Vec::new()).unwrap() {
        borders.push((kind, chunks.at()));
    }
    borders
}

#[test]
fn a_trace_can_be_cut_anywhere() {
    let (_dir, path) = place();
    record_little(&path).finish().unwrap();
    insta::assert_snapshot!(cut_anywhere(&path), @r"
    Manifest: 0 lines, 0 exchanges, 0 bodies
    Log: 3 lines, 0 exchanges, 0 bodies
    Exchanges: 3 lines, 3 exchanges, 0 bodies
    Body: 3 lines, 3 exchanges, 1 bodies
    Body: 3 lines, 3 exchanges, 2 bodies
    Body: 3 lines, 3 exchanges, 3 bodies
    Body: 3 lines, 3 exchanges, 4 bodies
    End: 3 lines, 3 exchanges, 4 bodies
    ");
}

#[test]
fn a_trace_under_way_can_be_cut_anywhere() {
    let (_dir, path) = place();
    drop(record_little(&path));
    insta::assert_snapshot!(cut_anywhere(&path), @r"
    Manifest: 0 lines, 0 exchanges, 0 bodies
    Log: 2 lines, 0 exchanges, 0 bodies
    Body: 2 lines, 0 exchanges, 1 bodies
    Body: 2 lines, 0 exchanges, 2 bodies
    Body: 2 lines, 0 exchanges, 3 bodies
    Exchanges: 2 lines, 1 exchanges, 3 bodies
    Body: 2 lines, 1 exchanges, 4 bodies
    Log: 3 lines, 1 exchanges, 4 bodies
    Exchanges: 3 lines, 2 exchanges, 4 bodies
    ");
}

/// Cuts a trace at every byte; tells what it gives at the borders of its chunks.
///
/// Between borders it must give what it gives at the last one.
fn cut_anywhere(path: &Utf8Path) -> String {
    let whole = fs::read(path).unwrap();
    let borders = borders(path);
    let is_finished = borders.last().unwrap().0 == Kind::End;
    let manifest_end = borders[0].1 as usize;
    let mut at_borders = Vec::new();
    let mut before = String::new();
    for len in 0..=whole.len() {
        fs::write(path, &whole[..len]).unwrap();
        if len < manifest_end {
            let kind = TraceReader::open(path).unwrap_err().kind;
            match len < MAGIC.len() {
                true => assert!(matches!(kind, OpenErrorKind::NotATrace), "{len}"),
                false => assert!(matches!(kind, OpenErrorKind::DamagedManifest(_)), "{len}"),
            }
            continue;
        }
        let reader = TraceReader::open(path).unwrap();
        let contents = contents(&reader);
        assert_eq!(reader.is_complete(), is_finished && len == whole.len(), "{len}");
        if let Some((kind, _)) = borders.iter().find(|(_, end)| *end == len as u64) {
            assert_eq!(reader.problems(), [], "{len}");
            let (lines, exchanges) = (log(&reader).len(), reader.exchanges().len());
            let n_bodies = reader.sizes().n_bodies;
            at_borders
                .push(format!("{kind:?}: {lines} lines, {exchanges} exchanges, {n_bodies} bodies"));
            before = contents;
        } else {
            let at = reader.problems().iter().map(|problem| match problem {
                Problem::Chunk { at, damage: Damage::Cut } => *at,
                other => panic!("{len}: {other}"),
            });
            let border = borders.iter().rfind(|(_, end)| *end < len as u64).unwrap().1;
            assert_eq!(at.collect::<Vec<_>>(), [border]);
            assert_eq!(contents, before, "{len}");
        }
    }
    at_borders.join("\n")
}

/// Asserts that a changed file gives the start of what the whole one gave, or nothing.
fn assert_start(path: &Utf8Path, whole: &TraceReader) {
    let Ok(reader) = TraceReader::open(path) else { return };
    assert!(!reader.is_complete() && !reader.problems().is_empty());
    assert_eq!(reader.manifest(), whole.manifest());
    assert!(log(whole).starts_with(&log(&reader)));
    assert!(reader.exchanges().iter().all(|exchange| whole.exchanges().contains(exchange)));
    for hash in hashes() {
        if let Ok(bytes) = body(&reader, &hash) {
            assert_eq!(bytes, body(whole, &hash).unwrap());
        }
    }
}

#[test]
fn no_changed_byte_goes_unnoticed() {
    let (_dir, path) = place();
    record_little(&path).finish().unwrap();
    let whole = TraceReader::open(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    let copy = path.with_extension("copy");
    for at in 0..bytes.len() {
        for change in [0x01, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            fs::write(&copy, changed).unwrap();
            assert_start(&copy, &whole);
        }
    }
}

proptest! {
    #[test]
    fn many_changed_bytes_are_no_surprise(
        changes in prop::collection::vec((any::<prop::sample::Index>(), 1_u8..), 1..20),
        tail in prop::collection::vec(any::<u8>(), 0..20),
    ) {
        let (_dir, path) = place();
        record_little(&path).finish().unwrap();
        let whole = TraceReader::open(&path).unwrap();
        let mut bytes = fs::read(&path).unwrap();
        for (index, change) in changes {
            let at = index.index(bytes.len());
            bytes[at] = bytes[at].wrapping_add(change);
        }
        // Whatever was undone by a second change at the same place: the tail does not belong.
        bytes.extend(tail);
        bytes.push(0);
        let copy = path.with_extension("copy");
        fs::write(&copy, bytes).unwrap();
        assert_start(&copy, &whole);
    }

    #[test]
    fn any_payload_with_a_right_checksum_is_read_or_refused(
        chunks in prop::collection::vec((0_usize..6, prop::collection::vec(any::<u8>(), 0..80)), 0..12),
    ) {
        let (_dir, path) = place();
        forge(&path, |writer| {
            const KINDS: [Kind; 6] =
                [Kind::Manifest, Kind::Log, Kind::Exchanges, Kind::BodyPiece, Kind::Body, Kind::End];
            for (kind, payload) in &chunks {
                writer.append(KINDS[*kind], &[payload]).unwrap();
            }
        });
        let reader = TraceReader::open(&path).unwrap();
        reader.log_lines().unwrap().for_each(drop);
        for (_, payload) in chunks {
            if let Some(digest) = payload.first_chunk() {
                prop_assert!(body(&reader, &BodyHash::from_digest(digest)).is_err());
            }
        }
    }
}

/// Makes a trace of a manifest and whatever chunks are put in.
fn forge(path: &Utf8Path, fill: impl FnOnce(&mut ChunkWriter)) {
    let mut writer = ChunkWriter::start(File::create(path).unwrap()).unwrap();
    writer.append(Kind::Manifest, &[&manifest().to_json().unwrap()]).unwrap();
    fill(&mut writer);
}

#[test]
fn a_body_under_a_wrong_name_is_refused() {
    let (_dir, path) = place();
    let piece = |coding: u8, raw_len: u32, stored: &[u8]| -> Vec<u8> {
        [&[coding], &raw_len.to_le_bytes()[..], stored].concat()
    };
    let zstd = zstd::bulk::compress(b"xxxxxxxxxx", 3).unwrap();
    for wrong in [
        piece(0, 1, b"y"),
        piece(0, 2, b"x"),
        piece(0, 0, b"x"),
        piece(1, 1, b"x"),
        piece(1, 9, &zstd),
        piece(1, 11, &zstd),
        piece(0, 0, b""),
    ] {
        forge(&path, |writer| {
            let digest = [0x5a; 32];
            writer.append(Kind::Body, &[&digest, &wrong]).unwrap();
        });
        let reader = TraceReader::open(&path).unwrap();
        assert_eq!(reader.problems(), []);
        body(&reader, &BodyHash::from_digest(&[0x5a; 32])).unwrap_err();
    }
}

#[test]
fn hashes_are_never_names() {
    let (_dir, path) = place();
    forge(&path, |writer| {
        let good = r#"{"id":1,"began_us":1,"request":{"method":"GET","url":"u","headers":[]},"request_body":null,"response":null,"messages":[],"ended_us":2,"outcome":{"kind":"complete"}}"#;
        let bad = good.replace(
            "\"request_body\":null",
            r#""request_body":{"hash":"../../etc/passwd","len":1}"#,
        );
        let mut stream = StreamWriter::new(Kind::Exchanges).unwrap();
        for line in [good, &bad, good] {
            stream.line(line.as_bytes()).unwrap();
        }
        stream.flush(writer).unwrap();
    });
    let reader = TraceReader::open(&path).unwrap();
    assert_eq!(reader.exchanges().len(), 1);
    insta::assert_snapshot!(reader.problems()[0], @r#"exchanges end before number 2: not a body hash: "../../etc/passwd" at line 1 column 112"#);
}

#[test]
fn a_line_without_end_is_refused_in_bounded_memory() {
    let (_dir, path) = place();
    let too_long = vec![b'x'; MAX_LINE_LEN];
    forge(&path, |writer| {
        let text = [b"short\n", &too_long[..], b"\n"].concat();
        writer.append(Kind::Log, &[&zstd::bulk::compress(&text, 1).unwrap()]).unwrap();
    });
    let reader = TraceReader::open(&path).unwrap();
    let mut lines = reader.log_lines().unwrap();
    assert_eq!(lines.next().unwrap().unwrap(), "short");
    assert_eq!(lines.next().unwrap().unwrap_err().kind(), ErrorKind::FileTooLarge);
    assert!(lines.next().is_none());
    // Nor can such a line be written, and one that fits comes back.
    let mut stream = StreamWriter::new(Kind::Log).unwrap();
    assert_eq!(stream.line(&too_long).unwrap_err().kind(), ErrorKind::FileTooLarge);
    stream.line(&too_long[1..]).unwrap();
    forge(&path, |writer| stream.flush(writer).unwrap());
    assert_eq!(log(&TraceReader::open(&path).unwrap())[0].len(), MAX_LINE_LEN - 1);
}

#[test]
fn a_window_of_any_size_is_not_allocated() {
    let (_dir, path) = place();
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
    encoder.window_log(27).unwrap();
    encoder.write_all(b"line\n").unwrap();
    encoder.flush().unwrap();
    forge(&path, |writer| writer.append(Kind::Log, &[encoder.get_ref()]).unwrap());
    TraceReader::open(&path).unwrap().log_lines().unwrap().next().unwrap().unwrap_err();
}

#[test]
fn nothing_may_follow_the_end() {
    let (_dir, path) = place();
    record_little(&path).finish().unwrap();
    let whole = fs::read(&path).unwrap();
    let last = borders(&path).iter().rev().nth(1).unwrap().1 as usize;
    fs::write(&path, [&whole[..], &whole[last..]].concat()).unwrap();
    let reader = TraceReader::open(&path).unwrap();
    assert!(!reader.is_complete());
    let at = whole.len() as u64;
    assert_eq!(reader.problems(), [Problem::Chunk { at, damage: Damage::Order }]);
}

#[test]
fn counts_must_be_right() {
    let (_dir, path) = place();
    forge(&path, |writer| {
        writer.append(Kind::End, &[br#"{"lines":0,"exchanges":1,"bodies":2}"#]).unwrap();
    });
    let reader = TraceReader::open(&path).unwrap();
    assert!(!reader.is_complete());
    let problems: Vec<String> = reader.problems().iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(problems.join("\n"), @r"
    the trace says it has 1 exchanges, and has 0
    the trace says it has 2 bodies, and has 0
    ");
}
