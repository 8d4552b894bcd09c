//! A client that says and sees raw bytes, and the proxy under test.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use xcheck_model::tape::Sink;
use xcheck_proxy::document::AgentScript;
use xcheck_proxy::{
    CertificateAuthority, Door, Folder, Proxy, ProxyConfig, Serving, Source, Trust, Upstream,
};
use xcheck_trace::{Manifest, Origin, Recorder, Viewport};

/// No answer on loopback takes longer.
pub(crate) const LIMIT: Duration = Duration::from_secs(20);

fn config(source: Source) -> ProxyConfig {
    ProxyConfig {
        listen: ([127, 0, 0, 1], 0).into(),
        door: Door::Open,
        authority: Arc::new(CertificateAuthority::new().unwrap()),
        agent: Some(AgentScript::new("@").unwrap()),
        channel: None,
        source,
        folders: Vec::new(),
    }
}

fn live_source(sink: Option<Arc<dyn Sink>>) -> Source {
    let upstream = Upstream::new(Trust::System, Duration::from_secs(5)).unwrap();
    Source::Live { upstream: Arc::new(upstream), sink }
}

pub(crate) async fn live(sink: Option<Arc<dyn Sink>>) -> Proxy {
    Proxy::start(config(live_source(sink))).await.unwrap()
}

pub(crate) async fn recorded(serving: Arc<Serving>) -> Proxy {
    Proxy::start(config(Source::Recorded(serving))).await.unwrap()
}

pub(crate) async fn with_folder(host: &str, folder: Folder) -> Proxy {
    let folders = vec![(host.to_owned(), folder)];
    Proxy::start(ProxyConfig { folders, ..config(live_source(None)) }).await.unwrap()
}

pub(crate) async fn locked(host: &str, folder: Folder) -> Proxy {
    let folders = vec![(host.to_owned(), folder)];
    let config = ProxyConfig { folders, door: Door::Locked, ..config(live_source(None)) };
    Proxy::start(config).await.unwrap()
}

/// The manifest of a trace about which no test asks.
pub(crate) fn manifest() -> Manifest {
    Manifest {
        created_ms: 0,
        tool_version: "test".into(),
        recorder: Recorder {
            browser: "test".into(),
            browser_version: "1".into(),
            user_agent: None,
        },
        start_url: "http://127.0.0.1/".into(),
        viewport: Viewport { width: 800, height: 600, ratio: 1.0 },
        locale: "en-US".into(),
        time_zone: "UTC".into(),
        source: Origin::Url,
    }
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
    /// Whether the answer came to its end.
    pub(crate) is_whole: bool,
}

impl Reply {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head
            .lines()
            .filter_map(|line| line.split_once(": "))
            .find_map(|(found, value)| found.eq_ignore_ascii_case(name).then_some(value))
    }
}

/// Asks for a URL as a page's script would; none if the proxy hangs up without an answer.
pub(crate) async fn get(proxy: &Proxy, url: &str) -> Option<Reply> {
    ask(proxy, "GET", url, &[("sec-fetch-dest", "empty")], b"").await
}

/// Asks for a URL as a browser that navigates would.
pub(crate) async fn open(proxy: &Proxy, url: &str) -> Option<Reply> {
    ask(proxy, "GET", url, &[("sec-fetch-dest", "document")], b"").await
}

pub(crate) async fn ask(
    proxy: &Proxy,
    method: &str,
    url: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Option<Reply> {
    let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
    let authority = url.split('/').nth(2).unwrap();
    let headers: String =
        headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let length =
        if body.is_empty() { String::new() } else { format!("content-length: {}\r\n", body.len()) };
    let head = format!(
        "{method} {url} HTTP/1.1\r\nhost: {authority}\r\nconnection: close\r\n{length}{headers}\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body).await.unwrap();
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(LIMIT, stream.read_to_end(&mut bytes)).await;
    let is_clean = read.expect("the proxy answers or hangs up").is_ok();
    parse(method, &bytes, is_clean)
}

fn parse(method: &str, bytes: &[u8], is_clean: bool) -> Option<Reply> {
    let head_end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..head_end]).into_owned();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let mut reply =
        Reply { status, head, body: bytes[head_end + 4..].to_vec(), is_whole: is_clean };
    if reply.header("transfer-encoding").is_some() {
        (reply.body, reply.is_whole) = unchunk(&reply.body);
    } else if let Some(length) = reply.header("content-length") {
        let length: usize = length.parse().ok()?;
        reply.is_whole = method == "HEAD" || reply.body.len() == length;
    }
    Some(reply)
}

fn unchunk(mut bytes: &[u8]) -> (Vec<u8>, bool) {
    let mut body = Vec::new();
    while let Some(at) = bytes.windows(2).position(|window| window == b"\r\n") {
        let size = usize::from_str_radix(str::from_utf8(&bytes[..at]).unwrap(), 16).unwrap();
        if size == 0 {
            return (body, true);
        }
        let Some(piece) = bytes.get(at + 2..at + 2 + size) else { break };
        body.extend_from_slice(piece);
        bytes = &bytes[at + 2 + size + 2..];
    }
    (body, false)
}
