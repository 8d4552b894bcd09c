//! A proxy that others on the network can reach answers one machine only: the one that knows its key.

use std::net::{IpAddr, SocketAddr};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpSocket;
use tokio::time::timeout;
use xcheck_proxy::{Fallback, Folder, Proxy};

use crate::client::{self, LIMIT};

/// Two machines, as far as a server on loopback can tell.
const GUEST: [u8; 4] = [127, 0, 0, 1];
const STRANGER: [u8; 4] = [127, 0, 0, 2];

/// Everything that comes back before the proxy hangs up.
async fn ask(from: [u8; 4], proxy: &Proxy, request: &str) -> String {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::new(IpAddr::from(from), 0)).unwrap();
    let mut stream = socket.connect(proxy.address()).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    // A reset is as good an end as any.
    let _ = timeout(LIMIT, stream.read_to_end(&mut answer)).await.expect("the proxy hangs up");
    String::from_utf8_lossy(&answer).into_owned()
}

fn get(url: &str) -> String {
    format!("GET {url} HTTP/1.1\r\nHost: app\r\nConnection: close\r\n\r\n")
}

async fn locked() -> (tempfile::TempDir, Proxy) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "the app").unwrap();
    let path = camino::Utf8Path::from_path(folder.path()).unwrap();
    let served = Folder::new(path, Fallback::NotFound).unwrap();
    let proxy = client::locked("app", served).await;
    (folder, proxy)
}

#[tokio::test]
async fn whoever_has_no_key_gets_nothing() {
    let (_folder, proxy) = locked().await;
    let key = proxy.key().unwrap();
    let wrong = key.url.replace(['1', 'a'], "0");
    for request in [
        get("http://app/"),
        get("/"),
        get("http://xcheck.invalid/"),
        get(&wrong),
        "CONNECT app:443 HTTP/1.1\r\nHost: app:443\r\n\r\n".to_owned(),
        format!("GET http://app/ HTTP/1.1\r\nReferer: {}\r\n\r\n", key.url),
    ] {
        assert_eq!(ask(STRANGER, &proxy, &request).await, "", "{request}");
    }
    assert!(!*key.is_open.borrow());
    proxy.stop().await;
}

#[tokio::test]
async fn the_guest_gets_the_app_and_others_still_nothing() {
    let (_folder, proxy) = locked().await;
    let key = proxy.key().unwrap();
    assert!(ask(GUEST, &proxy, &get(&key.url)).await.starts_with("HTTP/1.1 204"));
    assert!(*key.is_open.borrow());
    assert!(ask(GUEST, &proxy, &get("http://app/")).await.contains("the app"));
    for request in [get("http://app/"), get(&key.url)] {
        assert_eq!(ask(STRANGER, &proxy, &request).await, "", "{request}");
    }
    proxy.stop().await;
}

#[tokio::test]
async fn an_open_door_has_no_key() {
    let proxy = client::live(None).await;
    assert!(proxy.key().is_none());
    proxy.stop().await;
}
