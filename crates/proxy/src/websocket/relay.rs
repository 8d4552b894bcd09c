//! A WebSocket between browser and server, with its messages noted.

use std::sync::Arc;

use http::{HeaderValue, StatusCode, header};
use hyper::body::Incoming;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use xcheck_model::exchange::{Outcome, Side};
use xcheck_model::tape::Note;

use super::messages::{Found, MessageReader};
use crate::body::{Body, boxed, empty};
use crate::connection::HangUp;
use crate::exchange::{chain, response_head, to_origin_form};
use crate::listen::Shared;
use crate::record::ExchangeLog;
use crate::request::remove_hop_by_hop;
use crate::target::Target;
use crate::upstream::{Kept, Upstream};

/// Opens a WebSocket to the server the browser asked for, and connects the two.
pub(crate) async fn relay(
    mut request: Request<Incoming>,
    target: Target,
    upstream: &Upstream,
    log: Arc<ExchangeLog>,
    shared: &Shared,
) -> Result<Response<Body>, HangUp> {
    let browser = hyper::upgrade::on(&mut request);
    let (mut parts, _) = request.into_parts();
    remove_hop_by_hop(&mut parts.headers);
    parts.headers.insert(header::CONNECTION, HeaderValue::from_static("Upgrade"));
    parts.headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    to_origin_form(&mut parts, &target);
    let request = Request::from_parts(parts, empty());
    let mut response =
        upstream.send(&Kept::default(), &target, request).await.map_err(|error| {
            log.end(Outcome::Failed(chain(&error)));
            HangUp
        })?;
    log.note(Note::Response(&response_head(&response)));
    if response.status() != StatusCode::SWITCHING_PROTOCOLS {
        log.end(Outcome::Complete);
        return Ok(response.map(boxed));
    }
    let server = hyper::upgrade::on(&mut response);
    let from_client = MessageReader::new(Side::Client, response.headers());
    let from_server = MessageReader::new(Side::Server, response.headers());
    shared.spawn(async move {
        let (Ok(browser), Ok(server)) = tokio::join!(browser, server) else { return };
        let (browser_reads, browser_writes) = tokio::io::split(TokioIo::new(browser));
        let (server_reads, server_writes) = tokio::io::split(TokioIo::new(server));
        // When one side hangs up, so must the other: a half-open WebSocket means nothing.
        tokio::select! {
            () = copy(browser_reads, server_writes, from_client, Side::Client, &log) => {}
            () = copy(server_reads, browser_writes, from_server, Side::Server, &log) => {}
        }
        log.end(Outcome::Complete);
    });
    Ok(response.map(|_| empty()))
}

async fn copy(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    reader: MessageReader,
    side: Side,
    log: &ExchangeLog,
) {
    let mut reader = Some(reader);
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let n_read = match from.read(&mut buffer).await {
            Ok(0) | Err(_) => break,
            Ok(n_read) => n_read,
        };
        let bytes = &buffer[..n_read];
        note_messages(&mut reader, bytes, side, log);
        if to.write_all(bytes).await.is_err() || to.flush().await.is_err() {
            break;
        }
    }
    // The other side may be gone already.
    let _ = to.shutdown().await;
}

/// Notes the messages that `bytes` complete; what cannot be read is passed on but no longer noted.
fn note_messages(reader: &mut Option<MessageReader>, bytes: &[u8], from: Side, log: &ExchangeLog) {
    let Some(messages) = reader else { return };
    messages.push(bytes);
    loop {
        match messages.next() {
            Ok(Some(Found::Message(message))) => {
                log.note(Note::Message { from, kind: message.kind, payload: &message.payload });
            }
            Ok(Some(Found::Ping(_))) => {}
            Ok(None) => return,
            Err(error) => {
                tracing::warn!(%error, "WebSocket messages are no longer recorded");
                *reader = None;
                return;
            }
        }
    }
}
