//! A WebSocket whose server is a recording.

use std::io::{self, Read as _};
use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use hyper::body::Incoming;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use sha1::{Digest as _, Sha1};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _};
use xcheck_model::exchange::{Exchange, Message, MessageKind, RequestHead, Side};

use super::frame::{Opcode, server_frame};
use super::messages::{Found, MessageReader, Whole};
use crate::body::{Body, empty};
use crate::connection::HangUp;
use crate::listen::Shared;
use crate::record::headers_from_text;
use crate::request::remove_hop_by_hop;
use crate::serve::{Asked, Serving};

/// Answers a handshake as recorded and then plays the server's part.
pub(crate) async fn serve_recorded(
    mut request: Request<Incoming>,
    head: RequestHead,
    serving: &Arc<Serving>,
    shared: &Shared,
) -> Result<Response<Body>, HangUp> {
    let exchange = serving.choose(&head, None).ok_or(HangUp)?.clone();
    serving.released(exchange.id, 0).await;
    let recorded = exchange.response.as_ref().ok_or(HangUp)?;
    let status = StatusCode::from_u16(recorded.head.status).map_err(|_| HangUp)?;
    let mut response = Response::new(empty());
    *response.status_mut() = status;
    *response.headers_mut() = headers_from_text(&recorded.head.headers);
    remove_hop_by_hop(response.headers_mut());
    if status != StatusCode::SWITCHING_PROTOCOLS {
        return Ok(response);
    }
    accept(request.headers(), response.headers_mut()).ok_or(HangUp)?;
    let reader = MessageReader::new(Side::Client, response.headers());
    let upgrade = hyper::upgrade::on(&mut request);
    let serving = Arc::clone(serving);
    shared.spawn(async move {
        let Ok(browser) = upgrade.await else { return };
        if let Err(error) = play(TokioIo::new(browser), reader, &exchange, &serving).await {
            tracing::debug!(%error, "recorded WebSocket");
        }
    });
    Ok(response)
}

/// Says yes to this handshake.
pub(crate) fn accept(request: &HeaderMap, response: &mut HeaderMap) -> Option<()> {
    let key = request.get("sec-websocket-key")?;
    let mut hasher = Sha1::new();
    hasher.update(key.as_bytes());
    hasher.update(b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
    let answer = BASE64_STANDARD.encode(hasher.finalize());
    response.insert("sec-websocket-accept", answer.try_into().ok()?);
    response.insert(header::CONNECTION, HeaderValue::from_static("Upgrade"));
    response.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    Some(())
}

/// Sends the server's messages in order, each after the browser's messages that came before it.
async fn play(
    io: impl AsyncRead + tokio::io::AsyncWrite + Send + Unpin,
    reader: MessageReader,
    exchange: &Exchange,
    serving: &Serving,
) -> io::Result<()> {
    let (reads, mut writes) = tokio::io::split(io);
    let mut browser = BrowserSide { reads, reader, exchange, serving, n_heard: 0 };
    let (mut n_sent, mut n_due) = (0, 0);
    for message in &exchange.messages {
        if message.from == Side::Client {
            n_due += 1;
            continue;
        }
        n_sent += 1;
        let mut released = std::pin::pin!(serving.released(exchange.id, n_sent));
        let mut is_released = false;
        while !is_released || browser.n_heard < n_due {
            tokio::select! {
                () = &mut released, if !is_released => is_released = true,
                pong = browser.hear() => match pong? {
                    Some(pong) => writes.write_all(&pong).await?,
                    None => return Ok(()),
                },
            }
        }
        let payload = read_body(serving, message)?;
        let opcode = match message.kind {
            MessageKind::Text => Opcode::Text,
            MessageKind::Binary => Opcode::Binary,
            MessageKind::Close => Opcode::Close,
        };
        writes.write_all(&server_frame(opcode, &payload)).await?;
        writes.flush().await?;
    }
    while let Some(pong) = browser.hear().await? {
        writes.write_all(&pong).await?;
    }
    writes.shutdown().await
}

struct BrowserSide<'a, R> {
    reads: R,
    reader: MessageReader,
    exchange: &'a Exchange,
    serving: &'a Serving,
    /// Messages of the browser so far.
    n_heard: usize,
}

impl<R: AsyncRead + Unpin> BrowserSide<'_, R> {
    /// Waits for something from the browser; gives what must be sent back at once, none at the end.
    async fn hear(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut buffer = vec![0; 16 * 1024];
        let n_read = self.reads.read(&mut buffer).await?;
        if n_read == 0 {
            return Ok(None);
        }
        self.reader.push(&buffer[..n_read]);
        let mut back = Vec::new();
        while let Some(found) = self.reader.next()? {
            match found {
                Found::Ping(payload) => back.extend(server_frame(Opcode::Pong, &payload)),
                Found::Message(message) => {
                    let is_close = message.kind == MessageKind::Close;
                    self.compare(&message)?;
                    let server_closes = self.exchange.messages.iter().any(|message| {
                        message.from == Side::Server && message.kind == MessageKind::Close
                    });
                    if is_close && !server_closes {
                        back.extend(server_frame(Opcode::Close, &message.payload));
                    }
                }
            }
        }
        Ok(Some(back))
    }

    fn compare(&mut self, message: &Whole) -> io::Result<()> {
        let index = self.n_heard;
        self.n_heard += 1;
        let recorded =
            self.exchange.messages.iter().filter(|message| message.from == Side::Client).nth(index);
        let is_recorded = match recorded {
            Some(recorded) => {
                recorded.kind == message.kind
                    && read_body(self.serving, recorded)? == message.payload
            }
            None => false,
        };
        self.serving.tell(Asked::Message { exchange: self.exchange.id, index, is_recorded });
        Ok(())
    }
}

fn read_body(serving: &Serving, message: &Message) -> io::Result<Vec<u8>> {
    let mut payload = Vec::new();
    serving.recorded().open(&message.body.hash)?.read_to_end(&mut payload)?;
    Ok(payload)
}
