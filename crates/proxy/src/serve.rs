//! Answers from a recording alone.
//!
//! The same request gets its recorded answers one after the other, never one from another request.
//! Each answer waits until it is released, where the caller wants that.

use std::collections::{HashMap, HashSet};
use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderValue, StatusCode, header};
use http_body_util::BodyExt as _;
use http_body_util::channel::{Channel, Sender};
use hyper::Response;
use sha2::{Digest as _, Sha256};
use tokio::sync::{Notify, mpsc};
use xcheck_model::exchange::{BodyHash, Chunk, Exchange, ExchangeId, Outcome, RequestHead};
use xcheck_model::tape::Recording;

use crate::body::{Body, BodyError, boxed, full};
use crate::record::headers_from_text;
use crate::request::remove_hop_by_hop;

/// When answers go out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Release {
    AtOnce,
    /// As far as [`Serving::release`] says.
    OnDemand,
}

/// How far an answer may go out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Upto {
    /// Head, and this many pieces of the body or messages of the server.
    Pieces(usize),
    End,
}

/// What a browser asked for and how it was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The next recorded answer.
    Recorded(ExchangeId),
    /// Asked more often than recorded; the last answer again.
    Again(ExchangeId),
    /// Recorded with another body; answered as that was.
    Different { exchange: ExchangeId, request: RequestHead },
    /// Not in the recording.
    Unrecorded { request: RequestHead, nearest: Option<ExchangeId> },
    /// The n-th message of the browser on a WebSocket, and whether it is the recorded one.
    Message { exchange: ExchangeId, index: usize, is_recorded: bool },
}

/// A recording, ready to answer one browser session.
pub struct Serving {
    recording: Arc<dyn Recording>,
    queues: Mutex<HashMap<Key, Queue>>,
    gate: Gate,
    asked: mpsc::UnboundedSender<Asked>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    method: String,
    url: String,
    body: Option<BodyHash>,
}

#[derive(Debug, Default)]
struct Queue {
    /// Indices into the recording.
    exchanges: Vec<usize>,
    n_given: usize,
}

impl Queue {
    /// The first that was not given yet.
    fn next(&self) -> Option<usize> {
        self.exchanges.get(self.n_given).copied()
    }
}

impl Serving {
    /// Prepares a recording; what the browser asks for is told through the receiver.
    pub fn new(
        recording: Arc<dyn Recording>,
        release: Release,
    ) -> (Arc<Self>, mpsc::UnboundedReceiver<Asked>) {
        let mut queues: HashMap<Key, Queue> = HashMap::new();
        for (index, exchange) in recording.exchanges().iter().enumerate() {
            let key = Key {
                method: exchange.request.method.clone(),
                url: exchange.request.url.clone(),
                body: recorded_hash(&*recording, exchange),
            };
            queues.entry(key).or_default().exchanges.push(index);
        }
        let (asked, receiver) = mpsc::unbounded_channel();
        let gate = Gate::new(release);
        (Arc::new(Self { recording, queues: Mutex::new(queues), gate, asked }), receiver)
    }

    /// Holds an answer back until it is released, even if answers go out at once.
    pub fn hold(&self, exchange: ExchangeId) {
        self.gate.hold(exchange);
    }

    /// Lets an answer go out as far as `upto`; never takes anything back.
    pub fn release(&self, exchange: ExchangeId, upto: Upto) {
        self.gate.open(exchange, upto);
    }

    /// Lets everything go out, now and from now on.
    pub fn release_all(&self) {
        self.gate.open_all();
    }

    pub(crate) fn tell(&self, asked: Asked) {
        // A caller that does not listen does not care.
        let _ = self.asked.send(asked);
    }

    /// What is answered from.
    pub fn recorded(&self) -> &Arc<dyn Recording> {
        &self.recording
    }

    /// The exchange that answers this request; tells the caller in any case.
    pub(crate) fn choose(&self, head: &RequestHead, body: Option<BodyHash>) -> Option<&Exchange> {
        let key = Key { method: head.method.clone(), url: head.url.clone(), body };
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        let exchanges = self.recording.exchanges();
        let Some(queue) = queues.get_mut(&key) else {
            if let Some(exchange) = self.other_body(&mut queues, head) {
                let request = head.clone();
                self.tell(Asked::Different { exchange: exchange.id, request });
                return Some(exchange);
            }
            let nearest = nearest(exchanges, head).map(|exchange| exchange.id);
            self.tell(Asked::Unrecorded { request: head.clone(), nearest });
            return None;
        };
        let given = queue.exchanges.get(queue.n_given).or(queue.exchanges.last());
        let exchange = given.and_then(|index| exchanges.get(*index))?;
        self.tell(if queue.n_given < queue.exchanges.len() {
            Asked::Recorded(exchange.id)
        } else {
            Asked::Again(exchange.id)
        });
        queue.n_given += 1;
        Some(exchange)
    }

    /// The next answer to the same request with another body.
    fn other_body(
        &self,
        queues: &mut HashMap<Key, Queue>,
        head: &RequestHead,
    ) -> Option<&Exchange> {
        let like = queues
            .iter_mut()
            .filter(|(key, queue)| {
                key.method == head.method && key.url == head.url && queue.next().is_some()
            })
            .min_by_key(|(_, queue)| queue.next());
        let (_, queue) = like?;
        let index = queue.next()?;
        queue.n_given += 1;
        self.recording.exchanges().get(index)
    }

    /// An answer that a cache can do without is of no use to a browser that has none: then it is the one in full.
    fn whole<'a>(&'a self, exchange: &'a Exchange, head: &RequestHead) -> &'a Exchange {
        let status = |exchange: &Exchange| exchange.response.as_ref().map(|it| it.head.status);
        let is_condition = |name: &str| {
            name.eq_ignore_ascii_case("if-none-match")
                || name.eq_ignore_ascii_case("if-modified-since")
        };
        let has_copy = head.headers.iter().any(|(name, _)| is_condition(name));
        if has_copy || status(exchange) != Some(StatusCode::NOT_MODIFIED.as_u16()) {
            return exchange;
        }
        let before =
            self.recording.exchanges().iter().filter(|other| {
                other.id < exchange.id && other.request.url == exchange.request.url
            });
        let mut full = before.filter(|other| status(other) == Some(StatusCode::OK.as_u16()));
        full.next_back().unwrap_or(exchange)
    }

    /// Waits until the head and `n_pieces` of an answer may go out.
    pub(crate) async fn released(&self, exchange: ExchangeId, n_pieces: usize) {
        self.gate.wait(exchange, n_pieces).await;
    }

    /// Answers a request; none means: hang up.
    pub(crate) async fn answer(
        self: &Arc<Self>,
        head: RequestHead,
        body: Body,
    ) -> Option<Response<Body>> {
        let body = hash_of(body, boundary(&head.headers)).await.ok()?;
        let Some(exchange) = self.choose(&head, body) else { return Some(unrecorded(&head)) };
        self.released(exchange.id, 0).await;
        let exchange = self.whole(exchange, &head);
        let Some(recorded) = exchange.response.as_ref() else {
            match exchange.outcome {
                Outcome::Failed(_) => return None,
                // Nobody ever answered, and the browser gave up or went away.
                _ => std::future::pending().await,
            }
        };
        let mut response = Response::new(self.body_of(exchange)?);
        *response.status_mut() = StatusCode::from_u16(recorded.head.status).ok()?;
        *response.headers_mut() = headers_from_text(&recorded.head.headers);
        remove_hop_by_hop(response.headers_mut());
        Some(response)
    }

    /// The recorded body, piece by piece as released, ending as it ended.
    fn body_of(self: &Arc<Self>, exchange: &Exchange) -> Option<Body> {
        let response = exchange.response.as_ref()?;
        let reader = self.recording.open(&response.body.hash).ok()?;
        let (sender, channel) = Channel::<Bytes, BodyError>::new(2);
        let script = BodyScript {
            id: exchange.id,
            pieces: pieces(&response.chunks),
            outcome: exchange.outcome.clone(),
        };
        tokio::spawn(send_body(Arc::clone(self), script, reader, sender));
        Some(boxed(channel))
    }
}

/// A server that paused between two pieces meant them to be two.
const APART_US: u64 = 15_000;
/// Enough for a browser to hand on a piece.
const PAUSE: Duration = Duration::from_millis(50);
/// A body of more pieces is a download, whose pieces nobody tells apart.
const MAX_PAUSES: usize = 40;

fn pieces(chunks: &[Chunk]) -> Vec<(u64, Duration)> {
    let is_apart = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| chunks.get(before));
        before.is_some_and(|before| chunks[at].at_us.saturating_sub(before.at_us) >= APART_US)
    };
    let n_apart = (0..chunks.len()).filter(|at| is_apart(*at)).count();
    let pause = |at: usize| match n_apart <= MAX_PAUSES && is_apart(at) {
        true => PAUSE,
        false => Duration::ZERO,
    };
    chunks.iter().enumerate().map(|(at, chunk)| (chunk.len, pause(at))).collect()
}

struct BodyScript {
    id: ExchangeId,
    /// How long each piece is, and how long the browser had to take the one before for a piece of its own.
    pieces: Vec<(u64, Duration)>,
    outcome: Outcome,
}

async fn send_body(
    serving: Arc<Serving>,
    script: BodyScript,
    mut reader: Box<dyn Read + Send>,
    mut sender: Sender<Bytes, BodyError>,
) {
    for (index, (len, pause)) in script.pieces.iter().enumerate() {
        serving.released(script.id, index + 1).await;
        if !pause.is_zero() {
            tokio::time::sleep(*pause).await;
        }
        let mut n_left = *len;
        while n_left > 0 {
            let (piece, rest) = match read_piece(reader, n_left).await {
                Ok(read) => read,
                Err(error) => return sender.abort(error.into()),
            };
            reader = rest;
            n_left -= piece.len() as u64;
            if piece.is_empty() || sender.send_data(piece).await.is_err() {
                return;
            }
        }
    }
    serving.released(script.id, usize::MAX).await;
    match script.outcome {
        Outcome::Complete => {}
        Outcome::Failed(reason) => sender.abort(reason.into()),
        // It never ended, and so it doesn't here, until the browser lets go.
        Outcome::Canceled | Outcome::Unfinished => std::future::pending().await,
    }
}

type BoxRead = Box<dyn Read + Send>;

async fn read_piece(mut reader: BoxRead, at_most: u64) -> io::Result<(Bytes, BoxRead)> {
    const PIECE_LEN: u64 = 256 * 1024;
    let read = move || {
        let mut piece = Vec::new();
        reader.by_ref().take(at_most.min(PIECE_LEN)).read_to_end(&mut piece)?;
        Ok((piece.into(), reader))
    };
    tokio::task::spawn_blocking(read).await.map_err(io::Error::other)?
}

/// The hash of a request's body; none if it has none.
async fn hash_of(mut body: Body, boundary: Option<String>) -> Result<Option<BodyHash>, BodyError> {
    let mut hasher = Sha256::new();
    let mut is_empty = true;
    let mut parts = Vec::new();
    while let Some(frame) = body.frame().await {
        if let Some(data) = frame?.data_ref() {
            is_empty &= data.is_empty();
            match boundary {
                Some(_) if parts.len() < MAX_PARTS_LEN => parts.extend_from_slice(data),
                _ => hasher.update(data),
            }
        }
    }
    if let Some(boundary) = boundary {
        hasher.update(without_boundary(&parts, &boundary));
    }
    Ok((!is_empty).then(|| BodyHash::from_digest(&hasher.finalize().into())))
}

/// Browsers choose at random what stands between the parts of a form; it must not tell two forms apart.
const MAX_PARTS_LEN: usize = 16 << 20;

/// What separates the parts of a form, if the body is one.
fn boundary(headers: &[(String, String)]) -> Option<String> {
    let (_, kind) = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-type"))?;
    if !kind.starts_with("multipart/form-data") {
        return None;
    }
    let (_, boundary) = kind.split_once("boundary=")?;
    let boundary = boundary.split(';').next().unwrap_or_default().trim().trim_matches('"');
    (!boundary.is_empty()).then(|| boundary.to_owned())
}

fn without_boundary(body: &[u8], boundary: &str) -> Vec<u8> {
    let mut kept = Vec::with_capacity(body.len());
    let mut from = 0;
    for at in memchr::memmem::find_iter(body, boundary.as_bytes()) {
        kept.extend_from_slice(&body[from..at]);
        from = at + boundary.len();
    }
    kept.extend_from_slice(&body[from..]);
    kept
}

/// The hash of a recorded request's body, as [`hash_of`] gives it.
fn recorded_hash(recording: &dyn Recording, exchange: &Exchange) -> Option<BodyHash> {
    let body = exchange.request_body.as_ref()?;
    let normalized = || {
        let boundary = boundary(&exchange.request.headers)?;
        let mut content = Vec::new();
        let reader = recording.open(&body.hash).ok()?;
        reader.take(MAX_PARTS_LEN as u64).read_to_end(&mut content).ok()?;
        let digest = Sha256::digest(without_boundary(&content, &boundary));
        Some(BodyHash::from_digest(&digest.into()))
    };
    Some(normalized().unwrap_or_else(|| body.hash.clone()))
}

/// The recorded request that a person would say was meant.
fn nearest<'a>(exchanges: &'a [Exchange], head: &RequestHead) -> Option<&'a Exchange> {
    let path = |url: &str| url.split(['?', '#']).next().unwrap_or_default().to_owned();
    let wanted = path(&head.url);
    let score = |exchange: &Exchange| {
        let request = &exchange.request;
        let common =
            |a: &str, b: &str| a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
        let is_path = path(&request.url) == wanted;
        (is_path, request.method == head.method, common(&request.url, &head.url))
    };
    exchanges.iter().max_by_key(|exchange| (score(exchange), std::cmp::Reverse(exchange.id)))
}

fn unrecorded(head: &RequestHead) -> Response<Body> {
    if is_page(head) {
        // The browser stays where it is, and the page that it shows can go on.
        let mut response = Response::new(full(""));
        *response.status_mut() = StatusCode::NO_CONTENT;
        return response;
    }
    let text = format!("xcheck: {} {} is not in the recording\n", head.method, head.url);
    let mut response = Response::new(full(text));
    *response.status_mut() = StatusCode::GATEWAY_TIMEOUT;
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, plain);
    response
}

/// Whether a window is to show the answer.
pub fn is_page(head: &RequestHead) -> bool {
    let is_document = |(name, value): &(String, String)| {
        name.eq_ignore_ascii_case("sec-fetch-dest") && value == "document"
    };
    head.headers.iter().any(is_document)
}

/// Holds answers back.
struct Gate {
    state: Mutex<GateState>,
    changed: Notify,
}

struct GateState {
    is_open: bool,
    /// These wait even if the gate is open.
    held: HashSet<ExchangeId>,
    upto: HashMap<ExchangeId, Upto>,
}

impl Gate {
    fn new(release: Release) -> Self {
        let is_open = release == Release::AtOnce;
        let state = GateState { is_open, held: HashSet::new(), upto: HashMap::new() };
        Self { state: Mutex::new(state), changed: Notify::new() }
    }

    fn hold(&self, exchange: ExchangeId) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).held.insert(exchange);
    }

    fn open(&self, exchange: ExchangeId, upto: Upto) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let current = state.upto.entry(exchange).or_insert(upto);
        *current = upto.max(*current);
        drop(state);
        self.changed.notify_waiters();
    }

    fn open_all(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.is_open = true;
        state.held.clear();
        drop(state);
        self.changed.notify_waiters();
    }

    fn is_open(&self, exchange: ExchangeId, n_pieces: usize) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = if n_pieces == usize::MAX { Upto::End } else { Upto::Pieces(n_pieces) };
        (state.is_open && !state.held.contains(&exchange))
            || state.upto.get(&exchange).is_some_and(|upto| *upto >= wanted)
    }

    async fn wait(&self, exchange: ExchangeId, n_pieces: usize) {
        loop {
            let changed = self.changed.notified();
            let mut changed = std::pin::pin!(changed);
            // Registers before looking, so that no change is missed.
            changed.as_mut().enable();
            if self.is_open(exchange, n_pieces) {
                return;
            }
            changed.await;
        }
    }
}
