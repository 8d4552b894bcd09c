//! A browser's connection: plain requests, tunnels, and what speaks inside the tunnels.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use http::{HeaderValue, Method, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite};
use tokio_rustls::TlsAcceptor;

use crate::background::is_background;
use crate::body::{Body, full};
use crate::exchange;
use crate::listen::Shared;
use crate::target::{Scheme, Target};
use crate::upstream::Kept;

/// Whom a browser thinks it is talking to.
#[derive(Clone, Debug)]
pub(crate) enum Front {
    /// Its proxy. Knows the browser's address.
    Proxy(IpAddr),
    /// A server, through a tunnel.
    Server(Target),
}

/// How long somebody who has not shown a key may take to say what he wants.
const STRANGERS_TIME: Duration = Duration::from_secs(10);

/// Ends the connection without an answer, which to a page is a network error.
#[derive(Debug, thiserror::Error)]
#[error("connection is closed on purpose")]
pub(crate) struct HangUp;

/// Serves a connection until either side ends it.
pub(crate) async fn serve<T>(io: T, front: Front, shared: Arc<Shared>)
where
    T: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let kept = Arc::new(Kept::default());
    let is_stranger = matches!(&front, Front::Proxy(peer) if shared.is_stranger(*peer));
    let patience = is_stranger.then_some(STRANGERS_TIME);
    let service = service_fn(move |request| {
        let (front, shared, kept) = (front.clone(), Arc::clone(&shared), Arc::clone(&kept));
        async move { answer(request, &front, &shared, &kept).await }
    });
    let connection = http1::Builder::new()
        .preserve_header_case(true)
        .max_headers(1024)
        // A date that the server did not send would be seen by pages and change how long caches keep things.
        .auto_date_header(false)
        .timer(TokioTimer::new())
        // Whoever has no key shall not keep connections by sending nothing.
        .header_read_timeout(patience)
        .serve_connection(TokioIo::new(io), service)
        .with_upgrades();
    if let Err(error) = connection.await {
        tracing::trace!(error = &error as &dyn std::error::Error, "browser connection");
    }
}

async fn answer(
    request: Request<Incoming>,
    front: &Front,
    shared: &Arc<Shared>,
    kept: &Kept,
) -> Result<Response<Body>, HangUp> {
    if let (Front::Proxy(peer), Some(lock)) = (front, &shared.lock)
        && !lock.admits(*peer)
    {
        if lock.opens(*peer, request.uri()) {
            return Ok(welcome());
        }
        lock.refuse(*peer);
        return Err(HangUp);
    }
    match front {
        Front::Proxy(_) if request.method() == Method::CONNECT => Ok(open_tunnel(request, shared)),
        Front::Proxy(_) => match Target::of_uri(request.uri()) {
            Some(target) => exchange::run(request, target, shared, kept).await,
            None => {
                Ok(plain(StatusCode::BAD_REQUEST, "This is xcheck's proxy, not a web server.\n"))
            }
        },
        Front::Server(target) => exchange::run(request, target.clone(), shared, kept).await,
    }
}

/// The answer to the key. The connection ends with it, because it has a limit that those of guests must not have.
fn welcome() -> Response<Body> {
    let mut response = Response::new(crate::body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    response.headers_mut().insert(http::header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Answers `CONNECT` and serves what comes through, as if at its other end.
fn open_tunnel(request: Request<Incoming>, shared: &Arc<Shared>) -> Response<Body> {
    let Some(authority) = request.uri().authority().cloned() else {
        return plain(StatusCode::BAD_REQUEST, "CONNECT needs host:port.\n");
    };
    let target = Target::new(Scheme::Https, &authority);
    if is_background(target.host()) {
        return plain(StatusCode::FORBIDDEN, "The browser's own requests are refused.\n");
    }
    let task_shared = Arc::clone(shared);
    shared.spawn(async move {
        if let Ok(upgraded) = hyper::upgrade::on(request).await {
            serve_tunnel(TokioIo::new(upgraded), target, task_shared).await;
        }
    });
    Response::new(crate::body::empty())
}

/// Tells TLS from plain HTTP by the first byte: engines tunnel plain `ws:` too.
async fn serve_tunnel<T>(mut io: T, mut target: Target, shared: Arc<Shared>)
where
    T: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    const TLS_HANDSHAKE: u8 = 0x16;
    let Ok(first) = io.read_u8().await else { return };
    let (reader, writer) = tokio::io::split(io);
    let io = tokio::io::join(std::io::Cursor::new([first]).chain(reader), writer);
    if first != TLS_HANDSHAKE {
        target.scheme = Scheme::Http;
        return Box::pin(serve(io, Front::Server(target), shared)).await;
    }
    let config = match shared.authority.config_for(target.host()) {
        Ok(config) => config,
        Err(error) => {
            tracing::debug!(error = &error as &dyn std::error::Error, "no certificate");
            return;
        }
    };
    // A browser that does not like the certificate says so by hanging up.
    if let Ok(io) = TlsAcceptor::from(config).accept(io).await {
        Box::pin(serve(io, Front::Server(target), shared)).await;
    }
}

/// A short answer of the proxy's own.
pub(crate) fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = Response::new(full(text));
    *response.status_mut() = status;
    response
}
