//! Encodings and codings: the text is the same, whoever says what it is encoded in and however it is compressed.

use std::io::Write as _;
use std::time::Duration;

use encoding_rs::Encoding;
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use xcheck_testkit::matrix::Engine;
use xcheck_testkit::site::{self, Asked};

use crate::book::{Agent, Book, FIRST_SCRIPT, html, measured};
use crate::harness::compare;
use crate::{run_on_every_engine, same_on_every_engine};

same_on_every_engine!(charsets, codings);
run_on_every_engine!(guessed_charsets => |engine| super::guess(engine));

/// A label and a text that its encoding can say.
const ENCODINGS: &[(&str, &str)] = &[
    (
        "utf-8",
        "na\u{ef}ve \u{2013} \u{65e5}\u{672c}\u{8a9e}\u{306e}\u{6587}\u{7ae0} \u{1f600} \u{43f}\u{440}\u{438}\u{432}\u{435}\u{442}",
    ),
    ("windows-1252", "na\u{ef}ve caf\u{e9} \u{2013} \u{20ac}5, \u{fc}ber \u{201c}quotes\u{201d}"),
    ("iso-8859-2", "za\u{17c}\u{f3}\u{142}\u{107} g\u{119}\u{15b}l\u{105} ja\u{17a}\u{144}"),
    (
        "koi8-r",
        "\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{43a}\u{430}\u{43a} \u{434}\u{435}\u{43b}\u{430}?",
    ),
    (
        "shift_jis",
        "\u{65e5}\u{672c}\u{8a9e}\u{306e}\u{6587}\u{7ae0}\u{3067}\u{3059}\u{3002}\u{8868}\u{30bd}\u{80fd}",
    ),
    ("euc-jp", "\u{65e5}\u{672c}\u{8a9e}\u{306e}\u{6587}\u{7ae0}\u{3067}\u{3059}\u{3002}"),
    ("iso-2022-jp", "\u{65e5}\u{672c}\u{8a9e}\u{306e}\u{6587}\u{7ae0}"),
    ("gbk", "\u{4e2d}\u{6587}\u{7684}\u{53e5}\u{5b50}\u{ff0c}\u{5f88}\u{957f}"),
    ("big5", "\u{4e2d}\u{6587}\u{7684}\u{53e5}\u{5b50}"),
    ("euc-kr", "\u{d55c}\u{ad6d}\u{c5b4} \u{bb38}\u{c7a5}"),
];

fn encode(label: &str, text: &str) -> Vec<u8> {
    let encoding = Encoding::for_label(label.as_bytes()).expect("a known label");
    let (bytes, _, has_unencodable) = encoding.encode(text);
    assert!(!has_unencodable, "{label} cannot say {text}");
    bytes.into_owned()
}

type ToBytes = fn(u16) -> [u8; 2];

fn utf16(text: &str, bytes_of: ToBytes) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes_of).collect()
}

/// A document whose declaration begins after `n_before` bytes.
fn document(declaration: &str, n_before: usize, text: &str) -> String {
    let start = "<!doctype html>\n<html>\n<head>\n";
    let filler = match n_before.checked_sub(start.len() + 9) {
        Some(n_left) => format!("<!-- {} -->\n", "x".repeat(n_left.saturating_sub(1))),
        None => String::new(),
    };
    let paragraphs: String = (0..20).map(|index| format!("<p id=p{index}>{text}</p>\n")).collect();
    format!(
        "{start}{filler}{declaration}<title>{text}</title>\n</head>\n<body>\n<a href='/x?q={text}'>link</a>\n{paragraphs}"
    )
}

fn charsets() -> Book {
    let mut book = Book::new();
    let mut add = |name: String, content_type: &str, bytes: Vec<u8>| {
        let path = format!("/charset/{name}");
        book = std::mem::take(&mut book).page_with(&path, &[("content-type", content_type)], bytes);
    };
    for (label, text) in ENCODINGS {
        let meta = format!("<meta charset={label}>\n");
        let pragma =
            format!("<meta http-equiv=content-type content='text/html; charset={label}'>\n");
        let said = format!("text/html; charset={label}");
        let plain = document("", 0, text);
        add(format!("{label}/header"), &said, encode(label, &plain));
        add(
            format!("{label}/header-quoted"),
            &format!("text/html;charset=\"{label}\""),
            encode(label, &plain),
        );
        add(format!("{label}/meta"), "text/html", encode(label, &document(&meta, 0, text)));
        add(format!("{label}/pragma"), "text/html", encode(label, &document(&pragma, 0, text)));
        let around: &[usize] = match *label {
            "utf-8" | "shift_jis" => &[900, 985, 1000, 1010, 1020, 1100, 3000],
            _ => &[960, 1100],
        };
        for n_before in around {
            let bytes = encode(label, &document(&meta, *n_before, text));
            add(format!("{label}/meta-at-{n_before}"), "text/html", bytes);
        }
        let declared = format!("<?xml version='1.0' encoding='{label}'?>\n{plain}");
        add(format!("{label}/xml-declaration"), "text/html", encode(label, &declared));
        add(
            format!("{label}/header-against-meta"),
            &said,
            encode(label, &document("<meta charset=utf-8>", 0, text)),
        );
        add(
            format!("{label}/meta-wrong"),
            "text/html",
            encode(label, &document("<meta charset=windows-1251>", 0, text)),
        );
        add(
            format!("{label}/unknown-label"),
            "text/html; charset=nonsense",
            encode(label, &document(&meta, 0, text)),
        );
        // Not: a declaration within a script. It counts by the standard and in Firefox, but not in Chromium and WebKit.
        add(
            format!("{label}/meta-in-body"),
            "text/html",
            encode(label, &format!("<p>x</p>{meta}<p>{text}")),
        );
        add(
            format!("{label}/xhtml"),
            "application/xhtml+xml",
            encode(
                label,
                &format!(
                    "<?xml version='1.0' encoding='{label}'?><html xmlns='http://www.w3.org/1999/xhtml'><head><title>{text}</title></head><body>{text}</body></html>"
                ),
            ),
        );
    }
    let (_, text) = ENCODINGS[0];
    let plain = document("", 0, text);
    let mark = |bytes: Vec<u8>, mark: &[u8]| [mark, &bytes].concat();
    let orders: [(&str, ToBytes, &[u8]); 2] =
        [("utf-16le", u16::to_le_bytes, b"\xff\xfe"), ("utf-16be", u16::to_be_bytes, b"\xfe\xff")];
    for (label, bytes_of, bom) in orders {
        let meta_says = utf16(&document("<meta charset=utf-16>", 0, text), bytes_of);
        add(format!("{label}/bom"), "text/html", mark(utf16(&plain, bytes_of), bom));
        add(
            format!("{label}/bom-against-header"),
            "text/html; charset=utf-8",
            mark(utf16(&plain, bytes_of), bom),
        );
        add(
            format!("{label}/header"),
            &format!("text/html; charset={label}"),
            utf16(&plain, bytes_of),
        );
        add(format!("{label}/meta"), "text/html", mark(meta_says, bom));
        add(
            format!("{label}/odd"),
            "text/html",
            [mark(utf16(&plain, bytes_of), bom), vec![b'x']].concat(),
        );
    }
    add("utf-8/bom".into(), "text/html", mark(plain.clone().into_bytes(), b"\xef\xbb\xbf"));
    add(
        "utf-8/bom-against-header".into(),
        "text/html; charset=shift_jis",
        mark(plain.clone().into_bytes(), b"\xef\xbb\xbf"),
    );
    add(
        "utf-8/bom-against-meta".into(),
        "text/html",
        mark(document("<meta charset=gbk>", 0, text).into_bytes(), b"\xef\xbb\xbf"),
    );
    add(
        "utf-8/broken".into(),
        "text/html; charset=utf-8",
        [plain.as_bytes(), b"\xff\xc3<p>\xe2\x82"].concat(),
    );
    add("ascii".into(), "text/html", document("", 0, "plain").into_bytes());
    let inner = encode("koi8-r", "<!doctype html><p>\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442}");
    // An unlabeled frame of the same origin inherits its parent's encoding, and so do its scripts.
    let outer = format!(
        "<!doctype html><html><head><script>{FIRST_SCRIPT}</script><script src=/unlabeled.js></script></head><iframe src=/inner></iframe><form action=/form><input name=a value=\u{436}></form>"
    );
    book.on("/inner", move |_| site::answer(200, &[("content-type", "text/html")], &inner))
        .on("/unlabeled.js", |_| {
            let script =
                encode("koi8-r", "root.setAttribute('data-text', '\u{43f}\u{440}\u{438}')");
            site::answer(200, &[("content-type", "text/javascript")], script)
        })
        .page_with(
            "/charset/inherited",
            &[("content-type", "text/html; charset=koi8-r")],
            encode("koi8-r", &outer),
        )
        .on("/charset/slow", |_| {
            // What says the encoding comes later than the proxy waits, and than Firefox does.
            let (label, text) = ENCODINGS[4];
            let start: &[u8] = b"<!doctype html>\n<html><head>\n";
            let rest =
                encode(label, &format!("<meta charset={label}><title>{text}</title><p>{text}"));
            site::chunked(
                &[("content-type", "text/html")],
                &[start, &rest],
                Duration::from_millis(700),
            )
        })
        .visit("/charset/slow")
}

/// Documents that do not say what they are encoded in.
///
/// Not on Chromium 156: it guesses from the first bytes that arrive together, and through the proxy many or all of
/// these are the agent's, so that its guess for anything but UTF-8 depends on timing.
fn guess(engine: Engine) {
    if engine != Engine::Chromium {
        compare(engine, guessed_charsets_book);
    }
}

fn guessed_charsets_book() -> Book {
    let mut book = Book::new();
    for (label, text) in ENCODINGS {
        let comment = format!("<!-- <meta charset={label}> -->\n");
        for (name, declaration) in [("unlabeled", ""), ("in-comment", &comment)] {
            let path = format!("/guessed/{label}/{name}");
            let bytes = encode(label, &document(declaration, 0, text));
            book = book.page_with(&path, &[("content-type", "text/html")], bytes);
        }
    }
    book
}

fn compress(coding: &str, bytes: &[u8]) -> Vec<u8> {
    match coding {
        "gzip" | "x-gzip" => {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(bytes).expect("writes to memory");
            encoder.finish().expect("writes to memory")
        }
        "deflate" => {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(bytes).expect("writes to memory");
            encoder.finish().expect("writes to memory")
        }
        "raw" => {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(bytes).expect("writes to memory");
            encoder.finish().expect("writes to memory")
        }
        "br" => {
            let mut out = Vec::new();
            brotli::CompressorWriter::new(&mut out, 4096, 5, 20)
                .write_all(bytes)
                .expect("writes to memory");
            out
        }
        "zstd" => zstd::encode_all(bytes, 3).expect("writes to memory"),
        other => panic!("no coding {other}"),
    }
}

fn codings() -> Book {
    let filler: String =
        (0..3000).map(|index| format!("<p>paragraph {index} of many</p>\n")).collect();
    let page = html(
        "",
        &format!(
            "<script>measure(async () => [await fate(fetch('/data' + location.pathname + location.search)), \
        await fate(fetch(location.href))])</script>{filler}"
        ),
    );
    let mut book = Book::new();
    // Names are in lower case: WebKitGTK 2.50 knows them only so, and the proxy does not know which engine asks.
    // Only what the browser offers; the offer must not be wider through the proxy than without it.
    for (name, codings, label) in [
        ("gzip", &["gzip"][..], "gzip"),
        ("x-gzip", &["gzip"], "x-gzip"),
        ("zlib", &["deflate"], "deflate"),
        ("raw", &["raw"], "deflate"),
        ("br", &["br"], "br"),
        ("zstd", &["zstd"], "zstd"),
        ("gzip-br", &["gzip", "br"], "gzip, br"),
        ("deflate-gzip", &["deflate", "gzip"], "deflate,gzip"),
        ("gzip-gzip", &["gzip", "gzip"], "gzip, gzip"),
        ("identity", &[], "identity"),
        ("empty", &[], ""),
    ] {
        for prefix in ["/coded/", "/data/coded/"] {
            let coded = codings
                .iter()
                .fold(page.clone().into_bytes(), |bytes, coding| compress(coding, &bytes));
            let plain = page.clone();
            let answer = move |asked: &Asked| {
                let offered = asked.headers.get("accept-encoding").cloned().unwrap_or_default();
                let is_offered = codings.iter().all(|coding| {
                    offered.contains(if *coding == "raw" { "deflate" } else { coding })
                });
                let html_type = ("content-type", "text/html; charset=utf-8");
                if is_offered {
                    site::answer(
                        200,
                        &[html_type, ("content-encoding", label), ("vary", "accept-encoding")],
                        &coded,
                    )
                } else {
                    site::answer(200, &[html_type], &plain)
                }
            };
            book = book.on(&format!("{prefix}{name}"), answer);
        }
        book = book.visit(&format!("/coded/{name}"));
    }
    let coded = compress("gzip", page.as_bytes());
    let two =
        [compress("gzip", b"<!doctype html><p>one</p>"), compress("gzip", b"<p>two</p>")].concat();
    let garbage =
        [compress("gzip", b"<!doctype html><p>one</p>"), b"garbage <p>x".to_vec()].concat();
    let headers = [("content-type", "text/html; charset=utf-8"), ("content-encoding", "gzip")];
    book.on("/data/coded/pieces", |_| site::answer(200, &[], "ok"))
        .on("/coded/pieces", move |_| {
            let pieces: Vec<&[u8]> = coded.chunks(97).collect();
            site::chunked(&headers, &pieces, Duration::ZERO)
        })
        .visit("/coded/pieces")
        .page_with("/coded/two-members", &headers, two)
        .page_with("/coded/garbage-after", &headers, garbage)
        .page_with("/coded/nothing", &headers, "")
        // A coding that nobody knows is passed on as it is, and so are bytes that are not what they are said to be.
        .page_with(
            "/coded/unknown",
            &[headers[0], ("content-encoding", "foo")],
            "<!doctype html><p>plain",
        )
        .with_agent(Agent::Nowhere)
        .measured(
            "/coded/wrong-fetched",
            "return [await fate(fetch('/wrong')), await fate(fetch('/half'))]",
        )
        .on("/wrong", move |_| site::answer(200, &headers, "this is not gzip"))
        .on("/half", move |_| {
            let whole = compress("gzip", measured("").as_bytes());
            site::answer(200, &headers, &whole[..whole.len() / 2])
        })
}
