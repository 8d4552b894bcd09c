//! Servers that misbehave: the browser must see what it would have seen without a proxy, and the proxy goes on.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use xcheck_model::exchange::{ExchangeId, Outcome};
use xcheck_model::tape::{Note, Sink};
use xcheck_proxy::Proxy;
use xcheck_testkit::site::{Act, Site, answer, head};

use crate::client::{LIMIT, get, live, open};

/// Remembers how exchanges ended.
#[derive(Default)]
struct Ends(Mutex<Vec<Outcome>>);

impl Sink for Ends {
    fn note(&self, _id: ExchangeId, _at_us: u64, note: Note<'_>) {
        if let Note::End(outcome) = note {
            self.0.lock().unwrap().push(outcome);
        }
    }
}

impl Ends {
    fn last(&self) -> Option<Outcome> {
        self.0.lock().unwrap().last().cloned()
    }

    async fn wait_for(&self, wanted: &Outcome) {
        let reached = async {
            while self.last().as_ref() != Some(wanted) {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(LIMIT, reached).await.expect("the exchange ends as expected");
    }
}

async fn bad_site() -> Site {
    Site::start(|asked| match asked.path.as_str() {
        "/close" => vec![Act::Close],
        "/reset" => vec![Act::Reset],
        "/reset-in-body" => {
            let start = head(200, &[("content-length", "100")]) + "part";
            vec![Act::Send(start.into_bytes()), Act::Pause(Duration::from_millis(20)), Act::Reset]
        }
        "/short" => {
            let all = head(200, &[("content-length", "100")]) + "part";
            vec![Act::Send(all.into_bytes()), Act::Close]
        }
        "/short-page" => {
            let headers = [("content-length", "100"), ("content-type", "text/html")];
            vec![Act::Send((head(200, &headers) + "<p>part").into_bytes()), Act::Close]
        }
        "/long" => {
            let all = head(200, &[("content-length", "4")]) + "part and more";
            vec![Act::Send(all.into_bytes()), Act::Close]
        }
        "/bad-chunks" => {
            let all = head(200, &[("transfer-encoding", "chunked")]) + "4\r\npart\r\nzz\r\n";
            vec![Act::Send(all.into_bytes()), Act::Close]
        }
        "/many-headers" => {
            let headers: String = (0..100_000).map(|n| format!("x-{n}: {n}\r\n")).collect();
            let all = format!("HTTP/1.1 200 OK\r\n{headers}content-length: 2\r\n\r\nok");
            vec![Act::Send(all.into_bytes()), Act::Close]
        }
        "/some-headers" => {
            let names: Vec<String> = (0..300).map(|n| format!("x-{n}")).collect();
            let headers: Vec<(&str, &str)> =
                names.iter().map(|name| (name.as_str(), "v")).collect();
            answer(200, &headers, "ok")
        }
        "/stall" => vec![Act::Stall],
        "/stall-in-body" => {
            let start = head(200, &[("content-length", "100")]) + "part";
            vec![Act::Send(start.into_bytes()), Act::Stall]
        }
        "/endless" => {
            vec![Act::Send(head(200, &[]).into_bytes()), Act::SendFiller(u64::MAX)]
        }
        "/not-http" => vec![Act::Send(b"SSH-2.0-OpenSSH_9.2\r\n".to_vec()), Act::Close],
        "/bad-gzip" => {
            let headers = [("content-type", "text/html"), ("content-encoding", "gzip")];
            answer(200, &headers, "this is not gzip at all")
        }
        _ => answer(200, &[("content-type", "text/plain")], "ok"),
    })
    .await
}

async fn assert_goes_on(proxy: &Proxy, site: &Site) {
    assert_eq!(get(proxy, &site.url("/ok")).await.unwrap().text(), "ok");
}

#[tokio::test]
async fn what_breaks_off_is_broken_off() {
    let site = bad_site().await;
    let ends = Arc::new(Ends::default());
    let proxy = live(Some(ends.clone())).await;
    for path in ["/close", "/reset", "/many-headers", "/not-http"] {
        let reply = get(&proxy, &site.url(path)).await;
        assert!(reply.is_none(), "{path}: {reply:?}");
        assert!(matches!(ends.last(), Some(Outcome::Failed(_))), "{path}: {:?}", ends.last());
        assert_goes_on(&proxy, &site).await;
    }
    for path in ["/reset-in-body", "/short", "/bad-chunks"] {
        let reply = get(&proxy, &site.url(path)).await.expect(path);
        assert!(!reply.is_whole, "{path}: {reply:?}");
        assert!(matches!(ends.last(), Some(Outcome::Failed(_))), "{path}: {:?}", ends.last());
        assert_goes_on(&proxy, &site).await;
    }
    let reply = open(&proxy, &site.url("/short-page")).await.unwrap();
    assert!(!reply.is_whole && reply.text().ends_with("<p>part"), "{reply:?}");
    for path in ["/long", "/some-headers"] {
        let reply = get(&proxy, &site.url(path)).await.expect(path);
        assert!(reply.is_whole, "{path}: {reply:?}");
    }
    let reply = open(&proxy, &site.url("/bad-gzip")).await.unwrap();
    assert_eq!(reply.text(), "this is not gzip at all");
    assert_eq!(reply.header("content-encoding"), Some("gzip"));
    assert_goes_on(&proxy, &site).await;
}

#[tokio::test]
async fn nobody_there() {
    let ends = Arc::new(Ends::default());
    let proxy = live(Some(ends.clone())).await;
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    assert!(get(&proxy, &format!("http://{free}/")).await.is_none());
    let Some(Outcome::Failed(reason)) = ends.last() else { panic!("{:?}", ends.last()) };
    assert!(reason.contains("cannot connect to") && reason.contains("refused"), "{reason}");
    assert!(get(&proxy, "http://no-such-host.invalid/").await.is_none());
    let Some(Outcome::Failed(reason)) = ends.last() else { panic!("{:?}", ends.last()) };
    assert!(reason.contains("cannot resolve no-such-host.invalid"), "{reason}");
}

#[tokio::test]
async fn a_browser_that_gives_up_frees_the_server() {
    let site = bad_site().await;
    let ends = Arc::new(Ends::default());
    let proxy = live(Some(ends.clone())).await;
    for path in ["/stall", "/stall-in-body", "/endless"] {
        let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
        let request = format!("GET {} HTTP/1.1\r\nhost: x\r\n\r\n", site.url(path));
        stream.write_all(request.as_bytes()).await.unwrap();
        if path != "/stall" {
            let mut piece = [0; 64];
            assert_ne!(stream.read(&mut piece).await.unwrap(), 0);
        } else {
            let asked = async {
                while site.asked().last().is_none_or(|asked| asked.path != "/stall") {
                    tokio::task::yield_now().await;
                }
            };
            tokio::time::timeout(LIMIT, asked).await.expect("the request goes upstream");
        }
        drop(stream);
        ends.wait_for(&Outcome::Canceled).await;
        assert_goes_on(&proxy, &site).await;
    }
}

#[tokio::test]
async fn a_taken_port_is_said_plainly() {
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let holder = TcpListener::bind(taken).await.unwrap();
    let config = xcheck_proxy::ProxyConfig {
        listen: holder.local_addr().unwrap(),
        door: xcheck_proxy::Door::Open,
        authority: Arc::new(xcheck_proxy::CertificateAuthority::new().unwrap()),
        agent: None,
        channel: None,
        source: xcheck_proxy::Source::Live {
            upstream: Arc::new(
                xcheck_proxy::Upstream::new(xcheck_proxy::Trust::All, LIMIT).unwrap(),
            ),
            sink: None,
        },
        folders: Vec::new(),
    };
    let error = Proxy::start(config).await.unwrap_err();
    assert_eq!(error.to_string(), format!("cannot listen on {taken}"));
}

#[tokio::test]
async fn stopping_ends_connections_and_closes_the_books() {
    let site = bad_site().await;
    let ends = Arc::new(Ends::default());
    let proxy = live(Some(ends.clone())).await;
    let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
    let request = format!("GET {} HTTP/1.1\r\nhost: x\r\n\r\n", site.url("/endless"));
    stream.write_all(request.as_bytes()).await.unwrap();
    assert_ne!(stream.read(&mut [0; 64]).await.unwrap(), 0);
    tokio::time::timeout(LIMIT, proxy.stop()).await.expect("stops");
    assert_eq!(ends.last(), Some(Outcome::Canceled));
    let mut rest = Vec::new();
    // Reset or closed, as long as it ends.
    let _ = tokio::time::timeout(LIMIT, stream.read_to_end(&mut rest)).await.expect("ends");
}
