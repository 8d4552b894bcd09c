//! A web server for tests that says exactly the bytes it is told, well-behaved or not.
//!
//! Speaks http and https on loopback, port 0. What it is asked is kept, so that tests can look.

use std::collections::HashMap;
use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Asked {
    pub method: String,
    /// Path and query.
    pub path: String,
    /// Names in lower case.
    pub headers: HashMap<String, String>,
    pub body: Vec<u8>,
}

/// What the server does next on the connection.
#[derive(Clone, Debug)]
pub enum Act {
    Send(Vec<u8>),
    Pause(Duration),
    /// Sends this many bytes, in pieces, without ever holding them all.
    SendFiller(u64),
    /// Waits until the other side hangs up.
    Stall,
    /// Sends back whatever comes, for ever.
    Echo,
    /// Waits until the test says so; one saying lets one wait pass, also when it comes first.
    Await(Arc<Notify>),
    /// Leaves the connection to the test, for ever.
    Take(Taker),
    Close,
    /// Closes so that the other side sees a reset.
    Reset,
}

/// What a test does with a connection it takes over.
#[derive(Clone)]
pub struct Taker(Arc<dyn Fn(Box<dyn Wire>) -> BoxFuture<'static, ()> + Send + Sync>);

impl Taker {
    pub fn new<F>(take: impl Fn(Box<dyn Wire>) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        Self(Arc::new(move |wire| Box::pin(take(wire))))
    }
}

impl fmt::Debug for Taker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Taker")
    }
}

/// A connection, plain or secure.
pub trait Wire: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Wire for T {}

type Handler = Arc<dyn Fn(&Asked) -> Vec<Act> + Send + Sync>;

/// A running server; it ends when dropped.
pub struct Site {
    pub http: SocketAddr,
    pub https: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
    cancel: CancellationToken,
}

impl Site {
    /// Starts a server. Must be called within a tokio runtime.
    pub async fn start(handler: impl Fn(&Asked) -> Vec<Act> + Send + Sync + 'static) -> Self {
        let handler: Handler = Arc::new(handler);
        let asked = Arc::new(Mutex::new(Vec::new()));
        let cancel = CancellationToken::new();
        let acceptor = tls_acceptor();
        let mut addresses = Vec::new();
        for acceptor in [None, Some(acceptor)] {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("loopback has free ports");
            addresses.push(listener.local_addr().expect("a bound listener has an address"));
            let (handler, asked, cancel) = (handler.clone(), asked.clone(), cancel.clone());
            tokio::spawn(async move {
                loop {
                    let accepted = tokio::select! {
                        () = cancel.cancelled() => return,
                        accepted = listener.accept() => accepted,
                    };
                    let Ok((stream, _)) = accepted else { continue };
                    let _ = stream.set_nodelay(true);
                    let (handler, asked, cancel) = (handler.clone(), asked.clone(), cancel.clone());
                    let acceptor = acceptor.clone();
                    tokio::spawn(async move {
                        tokio::select! {
                            () = cancel.cancelled() => {}
                            () = serve(stream, acceptor, handler, asked) => {}
                        }
                    });
                }
            });
        }
        Self { http: addresses[0], https: addresses[1], asked, cancel }
    }

    /// An address of this server.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.http)
    }

    /// A secure address of this server.
    pub fn secure_url(&self, path: &str) -> String {
        format!("https://{}{path}", self.https)
    }

    /// All requests so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().expect("no holder panics").clone()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// An ordinary answer with a length.
pub fn answer(status: u16, headers: &[(&str, &str)], body: impl AsRef<[u8]>) -> Vec<Act> {
    let body = body.as_ref();
    let length = body.len().to_string();
    let mut all = headers.to_vec();
    if !matches!(status, 204 | 304) && !headers.iter().any(|(name, _)| *name == "transfer-encoding")
    {
        all.push(("content-length", &length));
    }
    vec![Act::Send([head(status, &all).into_bytes(), body.to_vec()].concat())]
}

/// An HTML page.
pub fn page(html: &str) -> Vec<Act> {
    answer(200, &[("content-type", "text/html; charset=utf-8")], html)
}

/// A chunked answer whose pieces come with pauses between them.
pub fn chunked(headers: &[(&str, &str)], pieces: &[&[u8]], pause: Duration) -> Vec<Act> {
    let mut all = headers.to_vec();
    all.push(("transfer-encoding", "chunked"));
    let mut acts = vec![Act::Send(head(200, &all).into_bytes())];
    for piece in pieces.iter().filter(|piece| !piece.is_empty()) {
        let size = format!("{:x}\r\n", piece.len()).into_bytes();
        acts.push(Act::Send([&size, *piece, b"\r\n"].concat()));
        acts.push(Act::Pause(pause));
    }
    acts.push(Act::Send(b"0\r\n\r\n".to_vec()));
    acts
}

/// Status line and headers.
pub fn head(status: u16, headers: &[(&str, &str)]) -> String {
    let lines: String =
        headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    format!("HTTP/1.1 {status} X\r\n{lines}\r\n")
}

async fn serve(
    stream: TcpStream,
    acceptor: Option<tokio_rustls::TlsAcceptor>,
    handler: Handler,
    asked: Arc<Mutex<Vec<Asked>>>,
) {
    match acceptor {
        None => converse(stream, handler, asked).await,
        Some(acceptor) => {
            if let Ok(stream) = acceptor.accept(stream).await {
                converse(stream, handler, asked).await;
            }
        }
    }
}

async fn converse<T>(mut stream: T, handler: Handler, asked: Arc<Mutex<Vec<Asked>>>)
where
    T: AsyncRead + AsyncWrite + Linger + Send + Unpin + 'static,
{
    let mut buffer = Vec::new();
    while let Some(request) = read_request(&mut stream, &mut buffer).await {
        let acts = handler(&request);
        asked.lock().expect("no holder panics").push(request);
        for act in acts {
            let result = match act {
                Act::Send(bytes) => stream.write_all(&bytes).await,
                Act::Pause(pause) => {
                    tokio::time::sleep(pause).await;
                    stream.flush().await
                }
                Act::SendFiller(n_bytes) => send_filler(&mut stream, n_bytes).await,
                Act::Stall => {
                    let _ = stream.flush().await;
                    while stream.read(&mut [0; 1024]).await.is_ok_and(|n_read| n_read > 0) {}
                    return;
                }
                Act::Echo => {
                    let mut piece = [0; 4096];
                    while let Ok(n_read @ 1..) = stream.read(&mut piece).await {
                        if stream.write_all(&piece[..n_read]).await.is_err() {
                            return;
                        }
                        let _ = stream.flush().await;
                    }
                    return;
                }
                Act::Await(notify) => {
                    let flushed = stream.flush().await;
                    notify.notified().await;
                    flushed
                }
                Act::Take(taker) => {
                    let _ = stream.flush().await;
                    return (taker.0)(Box::new(stream)).await;
                }
                Act::Close => {
                    let _ = stream.shutdown().await;
                    return;
                }
                Act::Reset => {
                    let _ = stream.flush().await;
                    stream.reset_on_drop();
                    return;
                }
            };
            if result.is_err() {
                return;
            }
        }
        if stream.flush().await.is_err() {
            return;
        }
    }
}

async fn send_filler<T: AsyncWrite + Unpin>(stream: &mut T, n_bytes: u64) -> std::io::Result<()> {
    let piece = vec![b'x'; 64 * 1024];
    let mut n_left = n_bytes;
    while n_left > 0 {
        let len = usize::try_from(n_left).unwrap_or(usize::MAX).min(piece.len());
        stream.write_all(&piece[..len]).await?;
        n_left -= len as u64;
    }
    Ok(())
}

async fn read_request<T: AsyncRead + Unpin>(stream: &mut T, buffer: &mut Vec<u8>) -> Option<Asked> {
    let head_end = loop {
        if let Some(at) = buffer.windows(4).position(|window| window == b"\r\n\r\n") {
            break at + 4;
        }
        if stream.read_buf(buffer).await.ok()? == 0 {
            return None;
        }
    };
    let head = String::from_utf8_lossy(&buffer[..head_end]).into_owned();
    let mut lines = head.lines();
    let mut words = lines.next()?.split(' ');
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let headers: HashMap<String, String> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let body_len: usize = headers.get("content-length").map_or(0, |len| len.parse().unwrap_or(0));
    buffer.drain(..head_end);
    if headers.get("transfer-encoding").is_some_and(|coding| coding == "chunked") {
        let body = read_chunked(stream, buffer).await?;
        return Some(Asked { method, path, headers, body });
    }
    while buffer.len() < body_len {
        if stream.read_buf(buffer).await.ok()? == 0 {
            return None;
        }
    }
    let body = buffer.drain(..body_len).collect();
    Some(Asked { method, path, headers, body })
}

async fn read_chunked<T: AsyncRead + Unpin>(
    stream: &mut T,
    buffer: &mut Vec<u8>,
) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let line_end = loop {
            if let Some(at) = buffer.windows(2).position(|window| window == b"\r\n") {
                break at;
            }
            if stream.read_buf(buffer).await.ok()? == 0 {
                return None;
            }
        };
        let size = usize::from_str_radix(str::from_utf8(&buffer[..line_end]).ok()?, 16).ok()?;
        while buffer.len() < line_end + 2 + size + 2 {
            if stream.read_buf(buffer).await.ok()? == 0 {
                return None;
            }
        }
        body.extend_from_slice(&buffer[line_end + 2..line_end + 2 + size]);
        buffer.drain(..line_end + 2 + size + 2);
        if size == 0 {
            return Some(body);
        }
    }
}

/// A stream that can be dropped rudely.
trait Linger {
    fn reset_on_drop(&self);
}

impl Linger for TcpStream {
    fn reset_on_drop(&self) {
        let _ = self.set_zero_linger();
    }
}

impl Linger for tokio_rustls::server::TlsStream<TcpStream> {
    fn reset_on_drop(&self) {
        self.get_ref().0.reset_on_drop();
    }
}

fn tls_acceptor() -> tokio_rustls::TlsAcceptor {
    let names = ["localhost".to_owned(), "127.0.0.1".to_owned()];
    let made = rcgen::generate_simple_self_signed(names).expect("names are valid");
    let key = rustls::pki_types::PrivatePkcs8KeyDer::from(made.signing_key.serialize_der());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("ring has all versions")
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key.into())
        .expect("the key fits the certificate");
    tokio_rustls::TlsAcceptor::from(Arc::new(config))
}
