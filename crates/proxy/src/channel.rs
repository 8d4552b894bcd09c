//! The agent's way home: what pages send to a reserved path never leaves the proxy.
//!
//! Pages use a WebSocket while they live, because it needs no request per message, shows in no resource timing
//! and passes by service workers. What they send while they go away comes as a request of its own.
//! A page that must know something before its first script asks for it, and waits for the answer.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http::{HeaderValue, Method, StatusCode, header};
use http_body_util::{BodyExt as _, Limited};
use hyper::body::Incoming;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::{mpsc, watch};
use xcheck_model::exchange::{MessageKind, Side};

use crate::body::{Body, empty, full};
use crate::connection::plain;
use crate::listen::Shared;
use crate::seed::{SEED_PATH, Seed};
use crate::target::{Scheme, Target};
use crate::websocket::{self, Found, MessageReader, Opcode};

/// Browsers allow themselves 64 KiB for such a request.
const MAX_PARTING_LEN: usize = 1 << 20;

/// A question is longer than a parting message at times, never longer than this.
const MAX_QUESTION_LEN: usize = 4 << 20;

/// What a request to the channel's path is for, if it is a question.
const QUESTION: &str = "ask";

/// What a request to the channel's path is for, if a page waits for its answer and nothing else.
const GATE: &str = "gate=";

/// No gate stays closed longer.
const GATE_LIMIT: Duration = Duration::from_secs(10);

/// Where workers that no server sent get their agent from.
const WORKER_PATH: &str = "/worker.js";

/// Where the agents of one browser session report.
#[derive(Clone)]
pub struct Channel {
    path: String,
    inbox: mpsc::UnboundedSender<Letter>,
    /// What goes to agents, by connection.
    outboxes: Arc<Mutex<HashMap<u64, mpsc::UnboundedSender<String>>>>,
    answer: Option<Arc<Answer>>,
    /// Gates that are open.
    open_gates: Arc<watch::Sender<HashSet<String>>>,
    worker_agent: Option<Arc<str>>,
    seeds: Arc<[Seed]>,
    n_connections: Arc<AtomicU64>,
}

/// Answers what a page asks before its first script runs. The page does nothing until then.
pub type Answer = dyn Fn(&str) -> String + Send + Sync;

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
    /// A channel at a path that no page can guess.
    pub fn secret() -> (Self, mpsc::UnboundedReceiver<Letter>) {
        let word = || RandomState::new().hash_one(0);
        Self::new(&format!("{:016x}{:016x}", word(), word()))
    }

    /// A channel at a path that no page can guess, if `secret` is such.
    pub fn new(secret: &str) -> (Self, mpsc::UnboundedReceiver<Letter>) {
        let (inbox, letters) = mpsc::unbounded_channel();
        let path = format!("/.well-known/xcheck-{secret}");
        let channel = Self {
            path,
            inbox,
            outboxes: Arc::default(),
            answer: None,
            open_gates: Arc::new(watch::Sender::default()),
            worker_agent: None,
            seeds: Arc::default(),
            n_connections: Arc::default(),
        };
        (channel, letters)
    }

    /// Lets pages ask.
    pub fn with_answer(mut self, answer: Arc<Answer>) -> Self {
        self.answer = Some(answer);
        self
    }

    /// Lets a page go on that waits for `gate`, now or later.
    pub fn open_gate(&self, gate: &str) {
        self.open_gates.send_modify(|open| {
            open.insert(gate.to_owned());
        });
    }

    /// Sends `text` to the agent behind a connection; one that is gone gets nothing.
    pub fn send(&self, connection: u64, text: String) {
        if let Some(outbox) = self.outboxes().get(&connection) {
            // The page may go away at any time.
            let _ = outbox.send(text);
        }
    }

    /// Lets `script` run first in every worker.
    pub fn with_worker_agent(mut self, script: &str) -> Self {
        self.worker_agent = Some(script.into());
        self
    }

    /// Has a page for each origin that gives it what it shall know.
    pub fn with_seeds(mut self, seeds: &[Seed]) -> Self {
        self.seeds = seeds.into();
        self
    }

    /// The addresses of those pages.
    pub fn seed_urls(&self) -> Vec<String> {
        self.seeds.iter().map(|seed| format!("{}{SEED_PATH}", seed.origin)).collect()
    }

    /// The page that a request is for, if it is for one of those.
    pub(crate) fn seed<B>(&self, request: &Request<B>, target: &Target) -> Option<Response<Body>> {
        let is_it = request.method() == Method::GET && request.uri().path() == SEED_PATH;
        let is_of = |seed: &&Seed| is_it && target.url("", false) == seed.origin;
        self.seeds.iter().find(is_of).map(Seed::answer)
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

    fn outboxes(&self) -> MutexGuard<'_, HashMap<u64, mpsc::UnboundedSender<String>>> {
        self.outboxes.lock().unwrap_or_else(PoisonError::into_inner)
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
                if let Err(error) = talk(TokioIo::new(browser), connection, &channel).await {
                    tracing::debug!(%error, "agent channel");
                }
                channel.outboxes().remove(&connection);
                channel.put(connection, Content::End);
            }
        });
        return response;
    }
    if let Some(gate) = request.uri().query().and_then(|query| query.strip_prefix(GATE)) {
        let mut open_gates = channel.open_gates.subscribe();
        let opened = open_gates.wait_for(|open| open.contains(gate));
        if tokio::time::timeout(GATE_LIMIT, opened).await.is_err() {
            tracing::warn!(gate, "a gate was not opened in time");
        }
        return script(GATE_SCRIPT);
    }
    if request.uri().query() == Some(QUESTION)
        && let Some(answer) = &channel.answer
    {
        return answered(request, answer).await;
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
        Some(agent) if request_path.ends_with(WORKER_PATH) => script(&agent),
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

/// A gate leaves no trace behind.
const GATE_SCRIPT: &str = "document.currentScript.remove()";

fn script(text: &str) -> Response<Body> {
    let mut response = Response::new(full(text.to_owned()));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/javascript"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

async fn answered(request: Request<Incoming>, answer: &Arc<Answer>) -> Response<Body> {
    let question = match Limited::new(request.into_body(), MAX_QUESTION_LEN).collect().await {
        Ok(body) => String::from_utf8_lossy(&body.to_bytes()).into_owned(),
        Err(error) => {
            tracing::debug!(%error, "agent's question");
            return plain(StatusCode::BAD_REQUEST, "");
        }
    };
    let mut response = Response::new(full(answer(&question)));
    let headers = response.headers_mut();
    let any = HeaderValue::from_static("*");
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, any);
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain;charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Hands on messages, both ways, until the page goes away.
async fn talk(
    io: impl AsyncRead + AsyncWrite + Unpin,
    connection: u64,
    channel: &Channel,
) -> io::Result<()> {
    let (mut reads, mut writes) = tokio::io::split(io);
    let (outbox, mut outgoing) = mpsc::unbounded_channel();
    channel.outboxes().insert(connection, outbox);
    let mut reader = MessageReader::new(Side::Client, &http::HeaderMap::new());
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let n_read = tokio::select! {
            text = outgoing.recv() => {
                let text: String = text.unwrap_or_default();
                let frame = websocket::server_frame(Opcode::Text, text.as_bytes());
                writes.write_all(&frame).await?;
                continue;
            }
            n_read = reads.read(&mut buffer) => n_read?,
        };
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
