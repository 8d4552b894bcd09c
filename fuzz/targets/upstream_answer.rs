//! Any bytes as a server's answer: the proxy answers or hangs up, and the next exchange works.

#![no_main]

use std::net::SocketAddr;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use xcheck_proxy::document::AgentScript;
use xcheck_proxy::{Door, CertificateAuthority, Proxy, ProxyConfig, Source, Trust, Upstream};

struct Bench {
    runtime: Runtime,
    proxy: Proxy,
    server: SocketAddr,
    answer: Arc<Mutex<Vec<u8>>>,
}

static BENCH: LazyLock<Bench> = LazyLock::new(|| {
    let runtime = Runtime::new().expect("a runtime");
    let answer = Arc::new(Mutex::new(Vec::new()));
    let (proxy, server) = runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let server = listener.local_addr().expect("an address");
        tokio::spawn(serve(listener, Arc::clone(&answer)));
        let config = ProxyConfig {
            listen: ([127, 0, 0, 1], 0).into(),
            door: Door::Open,
            authority: Arc::new(CertificateAuthority::new().expect("keys")),
            agent: Some(AgentScript::new("agent()").expect("plain ASCII")),
            channel: None,
            source: Source::Live {
                upstream: Arc::new(Upstream::new(Trust::System, Duration::from_secs(5)).expect("tls")),
                sink: None,
            },
            folders: Vec::new(),
        };
        (Proxy::start(config).await.expect("a proxy"), server)
    });
    Bench { runtime, proxy, server, answer }
});

async fn serve(listener: TcpListener, answer: Arc<Mutex<Vec<u8>>>) {
    loop {
        let Ok((mut stream, _)) = listener.accept().await else { continue };
        let answer = Arc::clone(&answer);
        tokio::spawn(async move {
            let mut request = [0; 4096];
            let _ = stream.read(&mut request).await;
            let bytes = answer.lock().expect("no panics").clone();
            let _ = stream.write_all(&bytes).await;
        });
    }
}

async fn ask(bench: &Bench, dest: &str) -> Vec<u8> {
    let mut stream = TcpStream::connect(bench.proxy.address()).await.expect("the proxy listens");
    let request = format!(
        "GET http://{0}/ HTTP/1.1\r\nhost: {0}\r\nsec-fetch-dest: {dest}\r\nconnection: close\r\n\r\n",
        bench.server
    );
    stream.write_all(request.as_bytes()).await.expect("the proxy reads");
    let mut out = Vec::new();
    let read = stream.read_to_end(&mut out);
    let _ = tokio::time::timeout(Duration::from_secs(5), read).await.expect("never hangs");
    out
}

fuzz_target!(|input: &[u8]| {
    let bench = &*BENCH;
    bench.runtime.block_on(async {
        for dest in ["document", "empty"] {
            *bench.answer.lock().expect("no panics") = input.to_vec();
            ask(bench, dest).await;
        }
        *bench.answer.lock().expect("no panics") =
            b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok".to_vec();
        let next = ask(bench, "empty").await;
        assert!(next.ends_with(b"\r\n\r\nok"), "the next exchange works");
    });
});
