//! Connections that stay open, secure pages, and service workers.

use std::io::Read as _;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use futures_util::{SinkExt as _, StreamExt as _};
use sha1::{Digest as _, Sha1};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::sync::Notify;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::Role;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{CloseFrame, Frame};
use xcheck_model::exchange::{Exchange, MessageKind, Outcome, Side};
use xcheck_model::tape::Recording;
use xcheck_testkit::matrix::Engine;
use xcheck_testkit::site::{self, Act, Asked, Taker, Wire};

use crate::book::{Agent, Book, Via, html, measured};
use crate::harness::{Pair, compare_with};
use crate::{run_on_every_engine, same_on_every_engine};

same_on_every_engine!(event_streams, secure_pages, service_workers);
run_on_every_engine!(web_sockets => |engine| super::sockets(engine));

const LARGE_LEN: usize = 1 << 20;

fn event_streams() -> Book {
    let work = "
        const seen = [];
        const source = new EventSource('/events');
        source.onopen = () => seen.push('open ' + source.readyState);
        source.onerror = () => seen.push('error ' + source.readyState);
        await new Promise(resolve => {
          source.onmessage = event => {
            seen.push([event.data, event.lastEventId]);
            // The server sends no more until it has heard this.
            if (event.data == 'first') fetch('/go');
            if (event.lastEventId == '3') resolve();
          };
          source.addEventListener('named', event => seen.push(['named', event.data]));
        });
        source.close();
        const refused = new EventSource('/refused');
        await new Promise(resolve => refused.onerror = resolve);
        seen.push(refused.readyState);
        const response = await fetch('/events?again', { headers: { 'last-event-id': '2' } });
        const reader = response.body.getReader();
        seen.push(new TextDecoder().decode((await reader.read()).value).slice(0, 40));
        reader.cancel();
        return seen;";
    let gate = Arc::new(Notify::new());
    let opener = gate.clone();
    Book::new()
        .measured("/listening", work)
        .on("/go", move |_| {
            opener.notify_one();
            site::answer(200, &[], "")
        })
        .on("/refused", |_| site::answer(204, &[], ""))
        .on("/events", move |asked| {
            let send = |text: &str| Act::Send(text.as_bytes().to_vec());
            let head = send(
                "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n",
            );
            match asked.headers.get("last-event-id") {
                None => vec![
                    head,
                    send("retry: 20\n: a comment\n\ndata: first\n\n"),
                    Act::Await(gate.clone()),
                    send("id: 1\ndata: two\ndata: lines\n\nevent: named\nda"),
                    Act::Pause(Duration::from_millis(60)),
                    send("ta: cut \u{e9}\n\nid: 2\ndata: last\n\n"),
                    Act::Close,
                ],
                Some(id) => vec![head, send(&format!("id: 3\ndata: after {id}\n\n")), Act::Stall],
            }
        })
}

fn accept_key(asked: &Asked) -> String {
    let key = asked.headers.get("sec-websocket-key").cloned().unwrap_or_default();
    BASE64_STANDARD.encode(Sha1::digest(format!("{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11")))
}

pub(super) fn upgrade(asked: &Asked, more: &str, taker: Taker) -> Vec<Act> {
    let head = format!(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {}\r\n{more}\r\n",
        accept_key(asked)
    );
    vec![Act::Send(head.into_bytes()), Act::Take(taker)]
}

/// Sends back what comes, and does more on some words.
pub(super) async fn talk(wire: Box<dyn Wire>) {
    let mut socket = WebSocketStream::from_raw_socket(wire, Role::Server, None).await;
    while let Some(Ok(message)) = socket.next().await {
        let word = message.to_text().unwrap_or_default().to_owned();
        let answers = match word.as_str() {
            "fragments" => {
                let frame = |text: &str, code, is_final| {
                    Message::Frame(Frame::message(
                        text.as_bytes().to_vec(),
                        OpCode::Data(code),
                        is_final,
                    ))
                };
                vec![
                    frame("one ", Data::Text, false),
                    Message::Ping(b"still there?".to_vec().into()),
                    frame("two ", Data::Continue, false),
                    frame("three", Data::Continue, true),
                ]
            }
            "large" => vec![Message::binary(vec![7; LARGE_LEN])],
            "close" => {
                let frame =
                    CloseFrame { code: CloseCode::Library(4001), reason: "as you wish".into() };
                vec![Message::Close(Some(frame))]
            }
            "drop" => return,
            _ if message.is_text() || message.is_binary() => vec![message],
            _ => vec![],
        };
        for answer in answers {
            if socket.send(answer).await.is_err() {
                return;
            }
        }
    }
}

/// Sends each frame back as it came, compressed if it was: both sides' compression then has the same past.
async fn mirror(mut wire: Box<dyn Wire>) {
    loop {
        let mut start = [0; 2];
        if wire.read_exact(&mut start).await.is_err() {
            return;
        }
        let len = match start[1] & 0x7f {
            126 => usize::from(wire.read_u16().await.unwrap_or_default()),
            127 => usize::try_from(wire.read_u64().await.unwrap_or_default()).unwrap_or_default(),
            len => usize::from(len),
        };
        let mut rest = vec![0; 4 + len];
        if wire.read_exact(&mut rest).await.is_err() {
            return;
        }
        let (mask, payload) = rest.split_at(4);
        let plain = payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask);
        let mut frame = vec![start[0]];
        match len {
            0..126 => frame.push(start[1] & 0x7f),
            126..65536 => frame.extend([[126].as_slice(), &(len as u16).to_be_bytes()].concat()),
            _ => frame.extend([[127].as_slice(), &(len as u64).to_be_bytes()].concat()),
        }
        frame.extend(plain);
        if wire.write_all(&frame).await.is_err()
            || wire.flush().await.is_err()
            || start[0] & 0x0f == 8
        {
            return;
        }
    }
}

const TALK: &str = "
    async function talk(url, protocols) {
      const socket = new WebSocket(url, protocols);
      socket.binaryType = 'arraybuffer';
      const seen = [];
      const closed = new Promise(resolve => socket.onclose = event =>
        resolve(['close', event.code, event.reason, event.wasClean]));
      socket.onerror = () => seen.push('error');
      const next = () => Promise.race([closed, new Promise(resolve => socket.onmessage = event => resolve(
        typeof event.data == 'string' ? event.data.length > 99 ? ['long', event.data.length] : event.data
          : ['bytes', event.data.byteLength, new Uint8Array(event.data)[0]]))]);
      return { socket, seen, closed, next, opened: Promise.race([closed, new Promise(resolve => socket.onopen =
        () => resolve(['open', socket.protocol, socket.extensions]))]) };
    }
    async function all(base) {
      const results = [];
      const one = await talk(base + '/socket?q=1', ['first', 'second']);
      results.push(await one.opened);
      for (const message of ['hello', '', '\\u00e9\\u65e5\\ud83d\\ude00', new Uint8Array([1, 2, 3]), 'fragments', 'large',
          'x'.repeat(200000), new Uint8Array(1 << 20).fill(9)]) {
        const answer = one.next();
        one.socket.send(message);
        results.push(await answer);
      }
      one.socket.send('close');
      results.push(await one.closed, one.seen);
      const two = await talk(base + '/socket');
      results.push(await two.opened);
      two.socket.close(3001, 'enough');
      results.push(await two.closed, two.seen);
      const three = await talk(base + '/socket');
      await three.opened;
      three.socket.send('drop');
      results.push(await three.closed, three.seen);
      const four = await talk(base + '/deflated');
      results.push(await four.opened);
      for (const message of ['again and again '.repeat(100), 'again and again '.repeat(100), 'short', 'y'.repeat(100000)]) {
        const answer = four.next();
        four.socket.send(message);
        results.push(await answer);
      }
      four.socket.close(1000, 'done');
      results.push(await four.closed);
      const five = await talk(base + '/refused-socket');
      results.push(await five.opened, five.seen);
      const six = await talk(base + '/no-such-path', 'p');
      results.push(await six.opened, six.seen);
      return results;
    }";

fn socket_book() -> Book {
    let plain = format!("{TALK}\nreturn all('ws://' + location.host);");
    let secure = format!("{TALK}\nreturn all('wss://' + location.host);");
    let worker = format!(
        "{TALK}\nonmessage = async event => {{ const one = await talk(event.data); const open = await one.opened;\n\
         const answer = one.next(); one.socket.send('from a worker'); postMessage([open, await answer]); one.socket.close(); }};"
    );
    Book::new()
        .measured("/plain", &plain)
        .html("/secure", measured(&secure))
        .visit_as("/secure", Via::Https, Agent::Everywhere)
        .script("/talker.js", &worker)
        .measured(
            "/worker",
            "const worker = new Worker('/talker.js'); worker.postMessage('ws://' + location.host + '/socket?worker');\n\
             return new Promise(resolve => worker.onmessage = event => resolve(event.data))",
        )
        .on("/socket", |asked| {
            let more = match asked.headers.get("sec-websocket-protocol") {
                Some(_) => "Sec-WebSocket-Protocol: second\r\n",
                None => "",
            };
            upgrade(asked, more, Taker::new(talk))
        })
        .on("/deflated", |asked| {
            let more = "Sec-WebSocket-Extensions: permessage-deflate\r\n";
            upgrade(asked, more, Taker::new(mirror))
        })
        .on("/refused-socket", |_| site::answer(403, &[("content-type", "text/plain")], "no"))
}

fn sockets(engine: Engine) {
    compare_with(engine, socket_book, async |pair: &Pair| {
        let recording = pair.recording();
        for scheme in ["ws", "wss"] {
            check_recorded(&recording, scheme);
        }
    });
}

/// The messages of both sides are in the recording, whole and uncompressed.
fn check_recorded(recording: &dyn Recording, scheme: &str) {
    let of = |path: &str| -> &Exchange {
        let is_it =
            |url: &str| url.starts_with(&format!("{scheme}://127.0.0.1:")) && url.ends_with(path);
        recording.exchanges().iter().find(|exchange| is_it(&exchange.request.url)).expect(path)
    };
    let messages = |exchange: &Exchange| -> Vec<(Side, MessageKind, String)> {
        let text = |message: &xcheck_model::exchange::Message| {
            let mut bytes = Vec::new();
            let mut body = recording.open(&message.body.hash).expect("the body is there");
            body.read_to_end(&mut bytes).expect("the body can be read");
            match bytes.len() {
                0..100 => String::from_utf8_lossy(&bytes).into_owned(),
                len => format!("{len} bytes of {}", bytes[0]),
            }
        };
        exchange
            .messages
            .iter()
            .map(|message| (message.from, message.kind, text(message)))
            .collect()
    };
    let (client, server) = (Side::Client, Side::Server);
    let (text, binary, close) = (MessageKind::Text, MessageKind::Binary, MessageKind::Close);
    let both = |kind, content: &str| {
        [(client, kind, content.to_owned()), (server, kind, content.to_owned())]
    };
    let exchange = of("/socket?q=1");
    assert_eq!(exchange.outcome, Outcome::Complete);
    assert_eq!(exchange.response.as_ref().map(|response| response.head.status), Some(101));
    let mut expected: Vec<(Side, MessageKind, String)> = [
        both(text, "hello"),
        both(text, ""),
        both(text, "\u{e9}\u{65e5}\u{1f600}"),
        both(binary, "\u{1}\u{2}\u{3}"),
        [(client, text, "fragments".into()), (server, text, "one two three".into())],
        [(client, text, "large".into()), (server, binary, format!("{LARGE_LEN} bytes of 7"))],
        both(text, "200000 bytes of 120"),
        both(binary, "1048576 bytes of 9"),
        [(client, text, "close".into()), (server, close, "\u{f}\u{fffd}as you wish".into())],
    ]
    .concat();
    expected.push((client, close, "\u{f}\u{fffd}as you wish".into()));
    let found = messages(exchange);
    // WebKit's closing handshake has no reason in it.
    assert_eq!(found[..found.len() - 1], expected[..expected.len() - 1], "{scheme}");
    assert_eq!((found[found.len() - 1].0, found[found.len() - 1].1), (client, close));
    let deflated = messages(of("/deflated"));
    let again = "1600 bytes of 97";
    let expected = [
        both(text, again),
        both(text, again),
        both(text, "short"),
        both(text, "100000 bytes of 121"),
    ];
    assert_eq!(deflated[..8], expected.concat(), "{scheme}");
    assert_eq!(
        of("/refused-socket").response.as_ref().map(|response| response.head.status),
        Some(403)
    );
}

fn secure_pages() -> Book {
    let work = format!(
        "{TALK}\n
        const worker = new Worker('/worker.js');
        const heard = await new Promise(resolve => worker.onmessage = event => resolve(event.data));
        const source = new EventSource('/stream');
        const event = await new Promise(resolve => source.onmessage = event => resolve(event.data));
        source.close();
        const request = new XMLHttpRequest();
        await new Promise(resolve => {{ request.onloadend = resolve; request.open('GET', '/data'); request.send(); }});
        const socket = await talk('wss://' + location.host + '/socket');
        const open = await socket.opened;
        const answer = socket.next();
        socket.socket.send('secure');
        const frame = document.createElement('iframe');
        frame.src = location.origin.replace('127.0.0.1', 'localhost') + '/teller';
        const told = new Promise(resolve => onmessage = event => resolve(event.data));
        document.body.append(frame);
        root.setAttribute('data-agent-frame', await told);
        return [isSecureContext, await fate(fetch('/data')), request.responseText, event, open, await answer, heard,
          await fate(fetch('/moved')), await fate(fetch(location.href.replace('https', 'http'))),
          navigator.sendBeacon('/beacon', 'x'), document.cookie,
          (await crypto.subtle.digest('SHA-256', new Uint8Array(3))).byteLength];"
    );
    Book::new()
        .html("/secure", measured(&work))
        .visit_as("/secure", Via::Https, Agent::InPage)
        .html("/framed", html("", "<iframe src=/teller></iframe>"))
        .visit_as("/framed", Via::Https, Agent::Everywhere)
        .html("/teller", html("", "<script>parent.postMessage(root.dataset.agent, '*')</script>"))
        .script("/worker.js", "fetch('/data').then(response => response.text()).then(postMessage)")
        .on("/data", |_| {
            site::answer(
                200,
                &[("set-cookie", "s=1; Secure"), ("content-type", "text/plain")],
                "data",
            )
        })
        .on("/moved", |_| site::answer(302, &[("location", "/data")], ""))
        .on("/beacon", |_| site::answer(204, &[], ""))
        .on("/stream", |_| {
            let head = site::head(200, &[("content-type", "text/event-stream")]);
            vec![Act::Send(format!("{head}data: one\n\n").into_bytes()), Act::Stall]
        })
        .on("/socket", |asked| upgrade(asked, "", Taker::new(talk)))
        .on("/policy", |_| {
            let headers = [
                ("content-type", "text/html"),
                ("content-security-policy", "default-src 'self'"),
                ("strict-transport-security", "max-age=0"),
            ];
            site::answer(200, &headers, "<!doctype html><p>strict")
        })
        .visit_as("/policy", Via::Https, Agent::Everywhere)
}

fn service_workers() -> Book {
    let worker = "
        addEventListener('install', event => event.waitUntil(skipWaiting()));
        addEventListener('activate', event => event.waitUntil(clients.claim()));
        addEventListener('fetch', event => {
          const path = new URL(event.request.url).pathname;
          if (path == '/sw/made-data') event.respondWith(new Response('made, ' + typeof agentRan));
          if (path == '/sw/made') event.respondWith(new Response('<!doctype html><title>made</title><p>made',
            { headers: { 'content-type': 'text/html' } }));
          if (path == '/sw/passed') event.respondWith(fetch(event.request));
          if (path == '/sw/refetched') event.respondWith(fetch(event.request.url));
          if (path == '/sw/failed') event.respondWith(Response.error());
          if (path == '/sw/kept') event.respondWith((async () => {
            const cache = await caches.open('kept');
            const found = await cache.match(event.request);
            if (found) return found;
            const response = await fetch(event.request);
            await cache.put(event.request, response.clone());
            return response;
          })());
        });";
    let register = "
        const registration = await navigator.serviceWorker.register('/sw/worker.js');
        if (!navigator.serviceWorker.controller)
          await new Promise(resolve => navigator.serviceWorker.oncontrollerchange = resolve);
        return [registration.scope, await fate(fetch('/sw/made-data')), await fate(fetch('/sw/passed')),
          await fate(fetch('/sw/failed')), await fate(fetch('/sw/kept')), await fate(fetch('/sw/kept')),
          await fate(fetch('/sw/other'))];";
    let mut book = Book::new()
        .script("/sw/worker.js", worker)
        .html("/sw/start", measured(register))
        .html("/sw/passed", html("", "<p>passed</p>"))
        .html("/sw/kept", html("", "<p>kept</p>"))
        .html("/sw/refetched", "<!doctype html><title>refetched</title><p>refetched")
        .html("/sw/other", html("", "<iframe src=/sw/passed></iframe>"));
    for via in [Via::Http, Via::Https] {
        book = book
            .visit_as("/sw/start", via, Agent::Everywhere)
            .visit_as("/sw/passed", via, Agent::Everywhere)
            .visit_as("/sw/other", via, Agent::Everywhere)
            // What a worker makes or asks for in its own name, the proxy cannot know to be a document.
            .visit_as("/sw/made", via, Agent::Nowhere)
            .visit_as("/sw/refetched", via, Agent::Nowhere)
            .visit_as("/sw/kept?fresh", via, Agent::Everywhere);
    }
    book
}
