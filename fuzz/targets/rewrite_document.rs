//! Any bytes as a document, cut anywhere: the agent goes in once or not at all, and nothing else changes.

#![no_main]

use std::sync::LazyLock;

use bytes::Bytes;
use libfuzzer_sys::fuzz_target;
use xcheck_proxy::document::{AgentScript, Declared, Injector, Pass, Plan, plan};

static AGENT: LazyLock<AgentScript> = LazyLock::new(|| AgentScript::new("agent()").expect("plain ASCII"));

const TYPES: [Option<&str>; 8] = [
    None,
    Some("text/html"),
    Some("text/html; charset=utf-8"),
    Some("text/html; charset=utf-16le"),
    Some("text/html;charset=utf-16be"),
    Some("application/xhtml+xml"),
    Some("image/svg+xml"),
    Some("text/html; charset=\"shift_jis\""),
];

fn run(plan: Plan, document: &[u8], cuts: &[u8]) -> Vec<u8> {
    let mut injector = Injector::new(plan, &AGENT, &Pass::default());
    let mut out = Vec::new();
    let mut rest = document;
    for cut in cuts.iter().cycle().take(document.len()) {
        let (piece, after) = rest.split_at(usize::from(*cut).min(rest.len()));
        out.extend_from_slice(&injector.push(Bytes::copy_from_slice(piece)));
        rest = after;
    }
    out.extend_from_slice(&injector.push(Bytes::copy_from_slice(rest)));
    out.extend_from_slice(&injector.finish());
    assert!(injector.push(Bytes::from_static(b"x")) == "x", "after the end all passes");
    out
}

fuzz_target!(|input: (u8, Vec<u8>, Vec<u8>)| {
    let (kind, cuts, document) = input;
    let content_type = TYPES[usize::from(kind) % TYPES.len()];
    let Some(declared) = Declared::read(content_type, kind & 0x80 != 0) else { return };
    // A decision made early must be the one made with all bytes at hand.
    let whole = plan(declared, &document, true).flatten();
    for len in [0, 4, 512, 1024] {
        let start = &document[..document.len().min(len)];
        if let Some(early) = plan(declared, start, false) {
            assert_eq!(early, whole);
        }
    }
    let Some(plan) = whole else { return };
    let out = run(plan, &document, &cuts);
    assert_eq!(out, run(plan, &document, &[]), "cuts do not matter");
    let n_common = out.iter().zip(&document).take_while(|(a, b)| a == b).count();
    let n_added = out.len() - document.len();
    if n_added == 0 {
        assert_eq!(out, document);
    } else {
        // The element starts with `<`, so the first difference may come a little after its start.
        let is_inserted = (0..=n_common).rev().any(|at| {
            out[..at] == document[..at] && out[at + n_added..] == document[at..]
        });
        assert!(is_inserted, "all that was there is still there, in order");
    }
});
