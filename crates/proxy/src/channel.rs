//! The agent's way home: what pages send to a reserved path never leaves the proxy.
//!
//! Pages use a WebSocket while they live, because it needs no request per message, shows in no resource timing
//! and passes by service workers. What they send while they go away comes as a request of its own.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use http::{HeaderValue, Method, StatusCode, header};
use http_body_util::{BodyExt as _, Limited};
use hyper::body::Incoming;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::mpsc;
use xcheck_model::exchange::{MessageKind, Side};

use crate::body::{Body, empty, full};
use crate::connection::plain;
use crate::listen::Shared;
use crate::target::{Scheme, Target};
use crate::websocket::{self, Found, MessageReader, Opcode};

/// Browsers allow themselves 64 KiB for such a request.
const MAX_PARTING_LEN: usize = 1 << 20;

/// Where workers that no server sent get their agent from.
const WORKER_PATH: &str = "/worker.js";

/// Where the agents of one browser session report.
#[derive(Clone, Debug)]
pub struct Channel {
    path: String,
    inbox: mpsc::UnboundedSender<Letter>,
    worker_agent: Option<Arc<str>>,
    n_connections: Arc<AtomicU64>,
}

/// One message of one agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Messages with one number come from one agent, in order.
    pub connection: u64,
    pub content: Content,
}

/// What a letter says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Text(String),
    /// No more comes from this connection.
    End,
}

impl Channel {
    /// A channel at a path that no page can guess, if `secret` is such.
    pub fn new(secret: &str) -> (Self, mpsc::UnboundedReceiver<Letter>) {
        let (inbox, letters) = mpsc::unbounded_channel();
        let path = format!("/.well-known/xcheck-{secret}");
        (Self { path, inbox, worker_agent: None, n_connections: Arc::default() }, letters)
    }

    /// Lets `script` run first in every worker.
    pub fn with_worker_agent(mut self, script: &str) -> Self {
        self.worker_agent = Some(script.into());
        self
    }

    pub(crate) fn worker_agent(&self) -> Option<Arc<str>> {
        self.worker_agent.clone()
    }

    /// What agents add to the origin of their document.
    pub fn path(&self) -> &str {
        &self.path
    }

    pub(crate) fn is_for<B>(&self, request: &Request<B>) -> bool {
        let path = request.uri().path();
        path.strip_prefix(&self.path).is_some_and(|rest| rest.is_empty() || rest == WORKER_PATH)
    }

    /// Source expressions that let a content security policy allow the channel to a document of `target`.
    pub(crate) fn csp_sources(&self, target: &Target) -> [String; 2] {
        let schemes = match target.scheme {
            Scheme::Http => ["ws", "http"],
            Scheme::Https => ["wss", "https"],
        };
        schemes.map(|scheme| format!("{scheme}://{}{}", target.authority, self.path))
    }

    fn put(&self, connection: u64, content: Content) {
        // Nobody listens any more once the recording has ended.
        let _ = self.inbox.send(Letter { connection, content });
    }
}

/// Takes what an agent sends.
pub(crate) async fn take(
    mut request: Request<Incoming>,
    channel: &Channel,
    shared: &Shared,
) -> Response<Body> {
    let connection = channel.n_connections.fetch_add(1, Ordering::Relaxed);
    let request_path = request.uri().path().to_owned();
    if crate::request::is_websocket(request.headers()) {
        let mut response = Response::new(empty());
        *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        if websocket::accept(request.headers(), response.headers_mut()).is_none() {
            return plain(StatusCode::BAD_REQUEST, "");
        }
        let upgrade = hyper::upgrade::on(&mut request);
        let channel = channel.clone();
        shared.spawn(async move {
            if let Ok(browser) = upgrade.await {
                if let Err(error) = hear(TokioIo::new(browser), connection, &channel).await {
                    tracing::debug!(%error, "agent channel");
                }
                channel.put(connection, Content::End);
            }
        });
        return response;
    }
    if request.method() == Method::POST {
        match Limited::new(request.into_body(), MAX_PARTING_LEN).collect().await {
            Ok(body) => {
                let text = String::from_utf8_lossy(&body.to_bytes()).into_owned();
                channel.put(connection, Content::Text(text));
            }
            Err(error) => tracing::debug!(%error, "agent's parting message"),
        }
        channel.put(connection, Content::End);
    }
    let mut response = match channel.worker_agent() {
        Some(script) if request_path.ends_with(WORKER_PATH) => {
            let mut response = Response::new(full(script.to_string()));
            let kind = HeaderValue::from_static("text/javascript");
            response.headers_mut().insert(header::CONTENT_TYPE, kind);
            response
        }
        _ => {
            let mut response = Response::new(empty());
            *response.status_mut() = StatusCode::NO_CONTENT;
            response
        }
    };
    // A sandboxed document has no origin that this could be the same as.
    let any = HeaderValue::from_static("*");
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, any);
    response
}

/// Hands on messages until the page goes away.
async fn hear(
    io: impl AsyncRead + AsyncWrite + Unpin,
    connection: u64,
    channel: &Channel,
) -> io::Result<()> {
    let (mut reads, mut writes) = tokio::io::split(io);
    let mut reader = MessageReader::new(Side::Client, &http::HeaderMap::new());
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let n_read = reads.read(&mut buffer).await?;
        if n_read == 0 {
            return Ok(());
        }
        reader.push(&buffer[..n_read]);
        while let Some(found) = reader.next()? {
            match found {
                Found::Ping(payload) => {
                    writes.write_all(&websocket::server_frame(Opcode::Pong, &payload)).await?;
                }
                Found::Message(message) if message.kind == MessageKind::Close => {
                    let frame = websocket::server_frame(Opcode::Close, &message.payload);
                    writes.write_all(&frame).await?;
                    return writes.shutdown().await;
                }
                Found::Message(message) => {
                    let text = String::from_utf8_lossy(&message.payload).into_owned();
                    channel.put(connection, Content::Text(text));
                }
            }
        }
    }
}
