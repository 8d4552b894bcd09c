//! What goes in comes out.

use std::collections::BTreeMap;

use proptest::prelude::*;
use xcheck_model::exchange::{BodyRef, ExchangeId, Outcome, RequestHead, ResponseHead};
use xcheck_model::tape::{Note, Recording as _, Sink as _};

use super::{body, create, log, manifest, place, record_little};
use crate::TraceReader;
use crate::body::{PIECE_LEN, body_ref};

#[test]
fn what_goes_in_comes_out() {
    let (_dir, path) = place();
    record_little(&path).finish().unwrap();
    let reader = TraceReader::open(&path).unwrap();
    assert!(reader.is_complete(), "{:?}", reader.problems());
    assert_eq!(*reader.manifest(), manifest());
    assert_eq!(log(&reader), ["{\"n\":1}", "{\"n\":2}", "{\"n\":3}"]);
    let outcomes: Vec<&Outcome> = reader.exchanges().iter().map(|e| &e.outcome).collect();
    let failed = Outcome::Failed("reset".into());
    assert_eq!(outcomes, [&Outcome::Complete, &failed, &Outcome::Unfinished]);
    let last = &reader.exchanges()[2];
    assert_eq!((last.messages[0].body.len, last.ended_us), (2, 6));
    let answer = &last.response.as_ref().unwrap();
    assert_eq!(answer.chunks.len(), 2);
    assert_eq!(body(&reader, &answer.body.hash).unwrap(), b"answer");
    // Question, answer, message and picture: each body once.
    assert_eq!((reader.sizes().n_bodies, reader.sizes().bodies_raw), (4, 25));
}

#[test]
fn a_trace_under_way_can_be_read() {
    let (_dir, path) = place();
    let writer = record_little(&path);
    writer.line("not flushed");
    let reader = TraceReader::open(&path).unwrap();
    assert!(!reader.is_complete());
    assert_eq!(reader.problems(), []);
    assert_eq!(log(&reader).len(), 3);
    assert_eq!(reader.exchanges().len(), 2);
    drop(writer);
    assert_eq!(log(&TraceReader::open(&path).unwrap()).len(), 3);
}

#[test]
fn nothing_is_added_to_a_finished_trace() {
    let (_dir, path) = place();
    let writer = record_little(&path);
    writer.finish().unwrap();
    let before = std::fs::read(&path).unwrap();
    writer.line("late");
    writer.flush();
    writer.put_body(b"late");
    writer.finish().unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn an_empty_trace_is_complete() {
    let (_dir, path) = place();
    let writer = create(&path);
    assert_eq!(writer.put_body(b""), body_ref(b""));
    writer.finish().unwrap();
    let reader = TraceReader::open(&path).unwrap();
    assert!(reader.is_complete());
    assert_eq!(reader.sizes(), crate::Sizes::default());
    assert_eq!(body(&reader, &body_ref(b"").hash).unwrap(), b"");
}

#[test]
fn a_newline_begins_another_line() {
    let (_dir, path) = place();
    let writer = create(&path);
    writer.line("a\nb");
    writer.line("");
    writer.finish().unwrap();
    assert_eq!(log(&TraceReader::open(&path).unwrap()), ["a", "b", ""]);
}

#[test]
fn a_new_trace_leaves_readers_of_the_old_one_alone() {
    let (_dir, path) = place();
    record_little(&path).finish().unwrap();
    let old = TraceReader::open(&path).unwrap();
    create(&path).finish().unwrap();
    assert_eq!(log(&old).len(), 3);
    assert_eq!(log(&TraceReader::open(&path).unwrap()).len(), 0);
}

/// Bytes that do not compress, and differ by seed.
fn noise(seed: u64, len: usize) -> Vec<u8> {
    let mut state = seed;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..len).map(|_| next()).collect()
}

#[test]
fn large_bodies_come_in_pieces_and_are_stored_once() {
    let (_dir, path) = place();
    let writer = create(&path);
    let head = RequestHead { method: "GET".into(), url: "http://x/".into(), headers: vec![] };
    let answer = ResponseHead { status: 200, headers: vec![] };
    let texts = [
        vec![b'x'; 3 * PIECE_LEN],
        noise(1, PIECE_LEN),
        noise(2, PIECE_LEN + 1),
        vec![b'x'; 3 * PIECE_LEN],
    ];
    // All at once, in steps that fit no border.
    for (id, _) in (0..).zip(&texts) {
        writer.note(ExchangeId(id), 0, Note::Request(&head));
        writer.note(ExchangeId(id), 0, Note::Response(&answer));
    }
    for n in 0..=3 * PIECE_LEN / 100_003 {
        for (id, text) in (0..).zip(&texts) {
            let rest = text.get(n * 100_003..).unwrap_or_default();
            let piece = &rest[..rest.len().min(100_003)];
            writer.note(ExchangeId(id), 0, Note::Data(piece));
        }
    }
    writer.finish().unwrap();
    let reader = TraceReader::open(&path).unwrap();
    assert!(reader.is_complete(), "{:?}", reader.problems());
    for (exchange, text) in reader.exchanges().iter().zip(&texts) {
        let stored = &exchange.response.as_ref().unwrap().body;
        assert_eq!(stored.len, text.len() as u64);
        assert!(body(&reader, &stored.hash).unwrap() == *text);
    }
    let sizes = reader.sizes();
    assert_eq!((sizes.n_bodies, sizes.bodies_raw), (3, 5 * (PIECE_LEN as u64) + 1));
    assert!((2 << 20..2_200_000).contains(&sizes.bodies), "{sizes:?}");
}

#[derive(Clone, Debug)]
enum Act {
    Line(String),
    Flush,
    Body(Vec<u8>),
    Begin(u64),
    Data(u64, Vec<u8>),
    End(u64),
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        "[^\n]{0,60}".prop_map(Act::Line),
        Just(Act::Flush),
        prop::collection::vec(any::<u8>(), 0..40).prop_map(Act::Body),
        (0_u64..4).prop_map(Act::Begin),
        (0_u64..4, prop::collection::vec(0_u8..3, 0..40))
            .prop_map(|(id, data)| Act::Data(id, data)),
        (0_u64..4).prop_map(Act::End),
    ]
}

proptest! {
    #[test]
    fn any_order_round_trips(acts in prop::collection::vec(act(), 0..60)) {
        let (_dir, path) = place();
        let writer = create(&path);
        let mut lines = Vec::new();
        let mut bodies: Vec<(BodyRef, Vec<u8>)> = Vec::new();
        let mut under_way: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
        let mut ended: Vec<Vec<u8>> = Vec::new();
        for act in acts {
            match act {
                Act::Line(line) => {
                    writer.line(&line);
                    lines.push(line);
                }
                Act::Flush => writer.flush(),
                Act::Body(bytes) => bodies.push((writer.put_body(&bytes), bytes)),
                Act::Begin(id) => {
                    let head =
                        RequestHead { method: "GET".into(), url: id.to_string(), headers: vec![] };
                    writer.note(ExchangeId(id), 1, Note::Request(&head));
                    let head = ResponseHead { status: 200, headers: vec![] };
                    writer.note(ExchangeId(id), 2, Note::Response(&head));
                    under_way.insert(id, Vec::new());
                }
                Act::Data(id, bytes) => {
                    writer.note(ExchangeId(id), 3, Note::Data(&bytes));
                    if let Some(body) = under_way.get_mut(&id) {
                        body.extend(bytes);
                    }
                }
                Act::End(id) => {
                    writer.note(ExchangeId(id), 4, Note::End(Outcome::Complete));
                    ended.extend(under_way.remove(&id));
                }
            }
        }
        writer.finish().unwrap();
        ended.extend(under_way.into_values());
        let reader = TraceReader::open(&path).unwrap();
        prop_assert!(reader.is_complete(), "{:?}", reader.problems());
        prop_assert_eq!(log(&reader), lines);
        for (stored, bytes) in bodies {
            prop_assert_eq!(body(&reader, &stored.hash).unwrap(), bytes);
        }
        let mut found: Vec<Vec<u8>> = reader
            .exchanges()
            .iter()
            .map(|exchange| body(&reader, &exchange.response.as_ref().unwrap().body.hash).unwrap())
            .collect();
        found.sort();
        ended.sort();
        prop_assert_eq!(found, ended);
    }
}
