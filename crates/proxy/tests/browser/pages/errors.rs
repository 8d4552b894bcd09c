//! Servers that fail: a page is told the same, and the next page loads.

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use xcheck_testkit::matrix::Engine;
use xcheck_testkit::site::{self, Act};

use crate::book::{Agent, Book, Via, html, measured};
use crate::harness::{Pair, with_pair};
use crate::{run_on_every_engine, same_on_every_engine};

same_on_every_engine!(failing_servers);
run_on_every_engine!(broken_chunks => |engine| super::broken_chunks_on(engine));

/// Reads as far as it goes.
const READ: &str = "
    const n_read = {};
    async function read(url, options) {
      let length = 0, status = 0;
      try {
        const response = await fetch(url, options);
        status = response.status;
        const reader = response.body.getReader();
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return [url, 'read', status, length];
          n_read[url] = length += value.length;
        }
      } catch (error) { return [url, error.name, status, length]; }
    }";

fn failing_servers() -> Book {
    let text = ("content-type", "text/plain");
    let send = |text: &str| Act::Send(text.as_bytes().to_vec());
    let soon = Act::Pause(Duration::from_millis(80));
    let head = |headers: &[(&str, &str)]| Act::Send(site::head(200, headers).into_bytes());
    let many = |n_headers: usize| -> String {
        let lines: String = (0..n_headers).map(|index| format!("x-{index}: v\r\n")).collect();
        format!("HTTP/1.1 200 OK\r\n{lines}content-length: 2\r\n\r\nok")
    };
    let long_line = |len: usize| {
        format!("HTTP/1.1 200 OK\r\nx-long: {}\r\ncontent-length: 2\r\n\r\nok", "v".repeat(len))
    };
    let cases: Vec<(&str, Vec<Act>)> = vec![
        ("reset", vec![Act::Reset]),
        ("close", vec![Act::Close]),
        ("reset-in-head", vec![send("HTTP/1.1 200 O"), soon.clone(), Act::Reset]),
        // Not: a head that is cut off by a close, which Chromium takes for a whole one, and the proxy does not.
        (
            "reset-in-body",
            vec![head(&[text, ("content-length", "100")]), send("some"), soon.clone(), Act::Reset],
        ),
        (
            "close-in-body",
            vec![head(&[text, ("content-length", "100")]), send("some"), soon.clone(), Act::Close],
        ),
        ("close-after-head", vec![head(&[text, ("content-length", "100")]), Act::Close]),
        (
            "close-in-chunks",
            vec![
                head(&[text, ("transfer-encoding", "chunked")]),
                send("4\r\nsome\r\n"),
                soon.clone(),
                Act::Close,
            ],
        ),
        (
            "bad-chunk",
            vec![
                head(&[text, ("transfer-encoding", "chunked")]),
                send("4\r\nsome\r\n"),
                soon.clone(),
                send("nonsense\r\n"),
                soon.clone(),
                Act::Close,
            ],
        ),
        ("too-much", vec![head(&[text, ("content-length", "2")]), send("okand more"), Act::Close]),
        ("headers-300", vec![Act::Send(many(300).into_bytes())]),
        ("headers-100000", vec![Act::Send(many(100_000).into_bytes()), Act::Close]),
        ("long-line-100k", vec![Act::Send(long_line(100_000).into_bytes()), Act::Close]),
        ("long-line-1m", vec![Act::Send(long_line(1 << 20).into_bytes()), Act::Close]),
        // Not: an answer without a head, which Firefox takes for HTTP/0.9, and the proxy does not.
        (
            "early-hints",
            vec![send(
                "HTTP/1.1 103 Early Hints\r\nlink: </x.css>; rel=preload\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok",
            )],
        ),
        // Not: two lengths that differ, of which WebKit believes the last, and the proxy none.
        (
            "same-lengths",
            vec![
                send("HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\nok"),
                Act::Close,
            ],
        ),
        ("no-location", vec![send("HTTP/1.1 302 Found\r\ncontent-length: 2\r\n\r\nok")]),
        (
            "odd-location",
            vec![send(
                "HTTP/1.1 302 Found\r\nlocation: ftp://127.0.0.1/x\r\ncontent-length: 2\r\n\r\nok",
            )],
        ),
        (
            "odd-names",
            vec![send(
                "HTTP/1.1 200 OK\r\nx y: z\r\nno colon here\r\n: empty\r\nx-ok : spaced\r\ncontent-length: 2\r\n\r\nok",
            )],
        ),
        (
            "folded",
            vec![send("HTTP/1.1 200 OK\r\nx-folded: one\r\n two\r\ncontent-length: 2\r\n\r\nok")],
        ),
        ("bare-newlines", vec![send("HTTP/1.1 200 OK\nx-a: b\ncontent-length: 2\n\nok")]),
        ("bad-gzip", site::answer(200, &[text, ("content-encoding", "gzip")], "this is not gzip")),
        (
            "bad-br",
            site::answer(200, &[text, ("content-encoding", "br")], "\u{7f}this is not brotli"),
        ),
        ("unknown-coding", site::answer(200, &[text, ("content-encoding", "nonsense")], "plain")),
    ];
    let names: Vec<String> = cases.iter().map(|(name, _)| format!("/bad/{name}")).collect();
    let list = serde_json::to_string(&names).expect("JSON can be written");
    let work = format!(
        "{READ}\nconst all = [];\nfor (const path of {list}) all.push(await read(path));\nreturn all;"
    );
    let aborts = format!(
        "{READ}
        const abort = async (url, condition) => {{
          const controller = new AbortController();
          const result = read(url, {{ signal: controller.signal }});
          await condition();
          controller.abort();
          return result;
        }};
        const port = await (await fetch('/closed-port')).text();
        const image = new Image();
        const failed = new Promise(resolve => {{ image.onerror = () => resolve('error'); image.onload = () => resolve('load'); }});
        image.src = '/bad/reset?image';
        const request = new XMLHttpRequest();
        const events = [];
        for (const name of ['loadstart', 'error', 'abort', 'timeout', 'load', 'loadend'])
          request.addEventListener(name, event => events.push(name + ' ' + request.status));
        await new Promise(resolve => {{ request.onloadend = resolve; request.open('GET', '/bad/close-in-body?xhr'); request.send(); }});
        const slow = new XMLHttpRequest();
        slow.timeout = 100;
        const timed_out = new Promise(resolve => slow.onloadend = slow.ontimeout = event => resolve(event.type));
        slow.open('GET', '/stall'); slow.send();
        return [await abort('/stall?1', async () => {{ await ask_until('/stalled', text => text.includes('?1')); }}),
          await abort('/stall-in-body?2', async () => {{
            while (!n_read['/stall-in-body?2']) await new Promise(resolve => setTimeout(resolve, 5)); }}),
          (await read('http://127.0.0.1:' + port + '/')).slice(1), (await read('https://127.0.0.1:' + port + '/')).slice(1),
          (await read('http://does-not-exist.invalid/')).slice(1),
          await failed, events, await timed_out];"
    );
    // It breaks off when it was read so far: what an engine does with bytes that it has not read yet is a matter of time.
    let document =
        html("", "<p>a document that breaks off</p><script>void fetch('/framed/read')</script>");
    let is_read = Arc::new(Notify::new());
    let reading = is_read.clone();
    // With chunks: a document through the proxy cannot have the length that was announced without it.
    let document_head =
        head(&[("content-type", "text/html; charset=utf-8"), ("transfer-encoding", "chunked")]);
    let piece = format!("{:x}\r\n{document}\r\n", document.len()).into_bytes();
    let cut = vec![document_head, Act::Send(piece), Act::Await(is_read), Act::Close];
    let stalled: Arc<std::sync::Mutex<Vec<String>>> = Arc::default();
    let first = stalled.clone();
    let mut book = Book::new();
    for (name, acts) in cases {
        book = book.on(&format!("/bad/{name}"), move |_| acts.clone());
    }
    book.measured("/all", &work)
        .measured("/next", "return 'the next page loads'")
        .on("/closed-port", |_| {
            let listener = TcpListener::bind("127.0.0.1:0").expect("loopback has free ports");
            let port = listener.local_addr().expect("a bound listener has an address").port();
            site::answer(200, &[("content-type", "text/plain")], port.to_string())
        })
        .on("/stall", move |asked| {
            first.lock().expect("no holder panics").push(asked.path.clone());
            vec![Act::Stall]
        })
        .on("/stall-in-body", |_| {
            let head =
                site::head(200, &[("content-length", "2000"), ("content-type", "text/plain")]);
            vec![Act::Send(head.into_bytes()), Act::SendFiller(1000), Act::Stall]
        })
        .on("/stalled", move |_| {
            let all = stalled.lock().expect("no holder panics").join(",");
            site::answer(200, &[("content-type", "text/plain")], all)
        })
        .measured("/aborts", &aborts)
        .measured("/after", "return 'the next page loads'")
        .on("/framed/cut", move |_| cut.clone())
        .on("/framed/read", move |_| {
            reading.notify_one();
            site::answer(204, &[], "")
        })
        .page("/with-cut-frame", html("", "<iframe src=/framed/cut></iframe>"))
        .with_agent(Agent::InPage)
        .html("/last", measured("return 'the last page loads'"))
        .visit("/last")
}

/// A body in chunks that breaks off hard. WebKitGTK 2.50 takes a soft end between chunks for a good one, and a soft end
/// is all that the proxy can give, so there a page reads to the end what without the proxy is an error.
fn broken_chunks_on(engine: Engine) {
    with_pair(engine, broken_chunks_book, async |pair: &Pair| {
        let mut fates = Vec::new();
        for side in [&pair.direct, &pair.proxied] {
            let session = side.browser.session();
            session.navigate(&side.url("/chunks", Via::Http)).await.expect("the page is there");
            fates.push(side.until_measured().await);
        }
        let failed = r#"[["/reset","TypeError",200,4],["/close","TypeError",200,4]]"#;
        let read = r#"[["/reset","read",200,4],["/close","read",200,4]]"#;
        let is_webkit = engine == Engine::WebKit;
        assert_eq!(fates, [failed, if is_webkit { read } else { failed }]);
    });
}

fn broken_chunks_book() -> Book {
    let head = site::head(200, &[("content-type", "text/plain"), ("transfer-encoding", "chunked")]);
    let start = |piece: &str| {
        let bytes = format!("{head}{piece}").into_bytes();
        vec![Act::Send(bytes), Act::Pause(Duration::from_millis(80))]
    };
    let reset = [start("4\r\nsome\r\n"), vec![Act::Reset]].concat();
    let close = [start("ff\r\nsome"), vec![Act::Close]].concat();
    Book::new()
        .html(
            "/chunks",
            measured(&format!("{READ}\nreturn [await read('/reset'), await read('/close')]")),
        )
        .on("/reset", move |_| reset.clone())
        .on("/close", move |_| close.clone())
}
