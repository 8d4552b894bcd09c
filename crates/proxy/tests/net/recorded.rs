//! Recording, and answering from what was recorded.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use camino::Utf8Path;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use xcheck_model::exchange::{ExchangeId, Outcome};
use xcheck_model::tape::Recording as _;
use xcheck_proxy::{Asked, Release, Serving, Upto};
use xcheck_testkit::site::{Act, Site, answer, chunked, head};
use xcheck_trace::{Masks, TraceReader, TraceWriter};

use crate::client::{LIMIT, ask, get, live, manifest, open, recorded};

/// Records a few exchanges with a site that is gone afterwards; gives its address too.
async fn record(path: &Utf8Path) -> String {
    let count = AtomicUsize::new(0);
    let site = Site::start(move |asked| match asked.path.as_str() {
        "/count" => answer(200, &[], format!("{}", count.fetch_add(1, Ordering::Relaxed))),
        "/page" => answer(200, &[("content-type", "text/html")], "<title>t</title>"),
        "/same" => answer(200, &[], "<title>t</title>"),
        "/pieces" => chunked(&[], &[b"one", b"two"], Duration::from_millis(30)),
        "/cut" => {
            let start = head(200, &[("content-length", "100")]) + "part";
            vec![Act::Send(start.into_bytes()), Act::Pause(Duration::from_millis(20)), Act::Close]
        }
        "/echo" => answer(200, &[], asked.body.clone()),
        _ => vec![Act::Close],
    })
    .await;
    let writer = Arc::new(TraceWriter::create(path, &manifest(), Masks::default()).unwrap());
    let proxy = live(Some(writer.clone())).await;
    for path in ["/count", "/page", "/count", "/same", "/pieces", "/cut", "/gone"] {
        get(&proxy, &site.url(path)).await;
    }
    open(&proxy, &site.url("/page")).await.unwrap();
    for body in ["a", "b"] {
        ask(&proxy, "POST", &site.url("/echo"), &[], body.as_bytes()).await.unwrap();
    }
    proxy.stop().await;
    writer.finish().unwrap();
    site.url("")
}

#[tokio::test]
async fn everything_is_recorded_once() {
    let dir = tempfile::tempdir().unwrap();
    let path = Utf8Path::from_path(dir.path()).unwrap().join("trace.xct");
    let base = record(&path).await;
    let reader = TraceReader::open(&path).unwrap();
    let lines: Vec<String> = reader
        .exchanges()
        .iter()
        .map(|exchange| {
            let path = exchange.request.url.strip_prefix(&base).unwrap();
            let response = exchange.response.as_ref();
            let body = response.map_or(0, |response| response.body.len);
            let outcome = match &exchange.outcome {
                Outcome::Failed(_) => "failed".to_owned(),
                outcome => format!("{outcome:?}").to_lowercase(),
            };
            format!("{} {path} {body} {outcome}", exchange.request.method)
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"), @r"
    GET /count 1 complete
    GET /page 16 complete
    GET /count 1 complete
    GET /same 16 complete
    GET /pieces 6 complete
    GET /cut 4 failed
    GET /gone 0 failed
    GET /page 16 complete
    POST /echo 1 complete
    POST /echo 1 complete
    ");
    let chunks = &reader.exchanges()[4].response.as_ref().unwrap().chunks;
    assert_eq!(chunks.iter().map(|chunk| chunk.len).collect::<Vec<_>>(), [3, 3]);
    // 0, 1, the page, the pieces, the cut one, a and b.
    assert_eq!(reader.sizes().n_bodies, 7);
    assert!(reader.is_complete(), "{:?}", reader.problems());
}

#[tokio::test]
async fn answers_come_in_recorded_order() {
    let dir = tempfile::tempdir().unwrap();
    let path = Utf8Path::from_path(dir.path()).unwrap().join("trace.xct");
    let base = record(&path).await;
    let reader = Arc::new(TraceReader::open(&path).unwrap());
    let (serving, mut told) = Serving::new(reader, Release::AtOnce);
    let proxy = recorded(serving).await;
    let url = |path: &str| format!("{base}{path}");
    for (path, text, expected) in [
        ("/count", "0", Asked::Recorded(ExchangeId(0))),
        ("/count", "1", Asked::Recorded(ExchangeId(2))),
        ("/count", "1", Asked::Again(ExchangeId(2))),
        ("/pieces", "onetwo", Asked::Recorded(ExchangeId(4))),
    ] {
        assert_eq!(get(&proxy, &url(path)).await.unwrap().text(), text);
        assert_eq!(told.recv().await.unwrap(), expected);
    }
    // The agent is put in anew: recordings hold what the server said.
    let page = open(&proxy, &url("/page")).await.unwrap().text();
    assert!(page.contains("@</script><title>t"), "{page}");
    for (body, id) in [("b", 9), ("a", 8)] {
        let reply = ask(&proxy, "POST", &url("/echo"), &[], body.as_bytes()).await.unwrap();
        assert_eq!(reply.text(), body);
        while told.recv().await.unwrap() != Asked::Recorded(ExchangeId(id)) {}
    }
    let cut = get(&proxy, &url("/cut")).await.unwrap();
    assert!(!cut.is_whole && cut.text() == "part", "{cut:?}");
    assert!(get(&proxy, &url("/gone")).await.is_none());
    while told.recv().await.unwrap() != Asked::Recorded(ExchangeId(6)) {}
    let reply = get(&proxy, &url("/count?x=1")).await.unwrap();
    assert_eq!(reply.status, 504);
    assert!(reply.text().contains("/count?x=1 is not in the recording"), "{}", reply.text());
    let Some(Asked::Unrecorded { request, nearest }) = told.recv().await else { panic!() };
    assert_eq!((request.url, nearest), (url("/count?x=1"), Some(ExchangeId(0))));
}

#[tokio::test]
async fn answers_wait_until_released() {
    let dir = tempfile::tempdir().unwrap();
    let path = Utf8Path::from_path(dir.path()).unwrap().join("trace.xct");
    let base = record(&path).await;
    let reader = Arc::new(TraceReader::open(&path).unwrap());
    let (serving, mut told) = Serving::new(reader, Release::OnDemand);
    let proxy = recorded(serving.clone()).await;
    let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
    let request = format!("GET {base}/pieces HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    assert_eq!(told.recv().await.unwrap(), Asked::Recorded(ExchangeId(4)));
    let mut seen = Vec::new();
    for (upto, expected) in [
        (Upto::Pieces(0), "\r\n\r\n"),
        (Upto::Pieces(1), "one\r\n"),
        (Upto::Pieces(2), "two\r\n"),
        (Upto::End, "0\r\n\r\n"),
    ] {
        // Nothing more comes before it is released; a moment is enough to see it come.
        let early =
            tokio::time::timeout(Duration::from_millis(50), stream.read_buf(&mut seen)).await;
        assert!(early.is_err(), "{:?} before {upto:?}", String::from_utf8_lossy(&seen));
        serving.release(ExchangeId(4), upto);
        let arrived = async {
            while !seen.ends_with(expected.as_bytes()) {
                assert_ne!(stream.read_buf(&mut seen).await.unwrap(), 0, "{expected}");
            }
        };
        tokio::time::timeout(LIMIT, arrived).await.expect(expected);
    }
    let waiting = tokio::spawn({
        let url = format!("{base}/count");
        async move { get(&proxy, &url).await.unwrap().text() }
    });
    assert_eq!(told.recv().await.unwrap(), Asked::Recorded(ExchangeId(0)));
    serving.release_all();
    assert_eq!(waiting.await.unwrap(), "0");
}
