//! The server behind the rows' pages.

use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha1::{Digest as _, Sha1};
use tokio::sync::Notify;
use xcheck_testkit::site::{Act, Asked, Site, answer, head, page};

use crate::rows::{ROWS, Row};

pub(crate) const KIT: &str = include_str!("kit.js");

pub(crate) async fn start() -> Site {
    let more = Arc::new(Notify::new());
    Site::start(move |asked| respond(asked, &more).unwrap_or_else(|| answer(404, &[], ""))).await
}

/// Where a row's page is.
pub(crate) fn path(row: &Row) -> String {
    let name: String = format!("{} {}", row.source, row.case)
        .chars()
        .map(|char| if char.is_ascii_alphanumeric() { char.to_ascii_lowercase() } else { '-' })
        .collect();
    format!("/row/{name}")
}

/// What the server does for a request, if it knows the address.
pub(crate) fn respond(asked: &Asked, more: &Arc<Notify>) -> Option<Vec<Act>> {
    let script = |text: &str| answer(200, &[("content-type", "text/javascript")], text);
    let json = [("content-type", "application/json")];
    Some(match asked.path.as_str() {
        "/" => page("<!DOCTYPE html><title>start</title>"),
        "/kit.js" => script(KIT),
        "/outer.js" => script("mark('external');"),
        "/deferred.js" => script("mark('deferred');"),
        "/late.js" => script("mark('dynamic'); done();"),
        "/module.js" => script("mark('module');"),
        "/worker.js" => script("onmessage = ({ data }) => postMessage('heard ' + data);"),
        "/data" => answer(200, &json, r#"{"a":1}"#),
        "/echo" => answer(200, &[("content-type", "text/plain")], &asked.body),
        // The second piece comes when the page has seen the first.
        "/pieces" => {
            let head = head(
                200,
                &[("content-type", "text/plain"), ("transfer-encoding", "chunked")],
            );
            let send = |text: &str| Act::Send(text.as_bytes().to_vec());
            let second = send("3\r\ntwo\r\n0\r\n\r\n");
            vec![send(&head), send("3\r\none\r\n"), Act::Await(more.clone()), second]
        }
        "/more" => {
            more.notify_one();
            answer(204, &[], "")
        }
        "/never" => vec![Act::Stall],
        "/broken" => vec![Act::Reset],
        "/socket" => {
            let key = asked.headers.get("sec-websocket-key")?;
            let proof = Sha1::digest(format!("{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11"));
            let head = format!(
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                 Sec-WebSocket-Accept: {}\r\n\r\n",
                BASE64_STANDARD.encode(proof)
            );
            let pause = Act::Pause(Duration::from_millis(60));
            let words = [b"\x81\x03one", b"\x81\x03two"].map(|frame| Act::Send(frame.to_vec()));
            let [one, two] = words;
            let close = Act::Send(b"\x88\x02\x03\xe8".to_vec());
            vec![Act::Send(head.into()), one, pause.clone(), two, pause, close, Act::Stall]
        }
        "/events" => {
            let head = head(200, &[("content-type", "text/event-stream")]);
            let words = "data: one\n\nevent: named\ndata: two\n\n";
            vec![Act::Send(format!("{head}{words}").into()), Act::Stall]
        }
        "/frame" => page(
            "<!DOCTYPE html><script src=/kit.js></script><script>
             onmessage = (event) => { mark('asked'); done(); event.source.postMessage('answer', '*'); };
             </script>",
        ),
        other => {
            let row = ROWS.iter().find(|row| path(row) == other)?;
            let kit = "<!DOCTYPE html><meta charset=utf-8><script src=/kit.js></script>";
            page(&format!("{kit}\n{}", row.page))
        }
    })
}
