//! What agents send home arrives, also what they send while their page goes away, whatever the page's policy says.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::UnboundedReceiver;
use xcheck_browser::BrowserConfig;
use xcheck_proxy::document::AgentScript;
use xcheck_proxy::{
    CertificateAuthority, Channel, Content, Door, Letter, Proxy, ProxyConfig, Source, Trust,
    Upstream,
};
use xcheck_testkit::matrix::{self, Engine};
use xcheck_testkit::site::{Site, answer};

/// Opens the channel at once, sends a word, and parts with two more, long ones.
fn agent(path: &str) -> String {
    format!(
        "(() => {{
            const at = new URL({path:?}, document.baseURI);
            const beacon = at.href;
            at.protocol = at.protocol.replace('http', 'ws');
            const socket = new WebSocket(at);
            const name = location.pathname;
            socket.onopen = () => socket.send(name + ' opened');
            addEventListener('beforeunload', () => socket.send(name + ' about to leave ' + 'x'.repeat(50000))); addEventListener('pagehide', () => {{
                socket.send(name + ' leaves by socket ' + 'x'.repeat(50000));
                navigator.sendBeacon(beacon, name + ' leaves by beacon ' + 'x'.repeat(50000));
            }});
        }})()"
    )
    .replace('\n', " ")
}

/// Those of `wanted` that no letter begins with, in whatever order letters come.
async fn missing(letters: &mut UnboundedReceiver<Letter>, wanted: &[String]) -> Vec<String> {
    let limit = tokio::time::Instant::now() + Duration::from_secs(5);
    let mut missing = wanted.to_vec();
    while !missing.is_empty()
        && let Ok(Some(letter)) = tokio::time::timeout_at(limit, letters.recv()).await
    {
        if let Content::Text(text) = letter.content {
            missing.retain(|start| !text.starts_with(start));
        }
    }
    missing
}

fn check(engine: Engine) {
    if !matrix::is_wanted(engine) {
        return;
    }
    matrix::block_on(async {
        let policies = ["", "default-src 'none'", "connect-src 'none'; script-src 'self'"];
        let site = Site::start(move |asked| {
            let at = asked.path.trim_start_matches('/').parse::<usize>().unwrap_or_default();
            let policy = policies[at % policies.len()];
            let headers = [("content-type", "text/html"), ("content-security-policy", policy)];
            answer(200, &headers, "<title>page</title>")
        })
        .await;
        let (channel, mut letters) = Channel::new("secret");
        let upstream = Upstream::new(Trust::All, Duration::from_secs(10)).expect("TLS works");
        let proxy = Proxy::start(ProxyConfig {
            listen: ([127, 0, 0, 1], 0).into(),
            door: Door::Open,
            authority: Arc::new(CertificateAuthority::new().expect("keys can be made")),
            agent: Some(AgentScript::new(&agent(channel.path())).expect("plain")),
            channel: Some(channel),
            source: Source::Live { upstream: Arc::new(upstream), sink: None },
            folders: Vec::new(),
        })
        .await
        .expect("loopback has free ports");
        let config = BrowserConfig { proxy: Some(proxy.address().into()), ..BrowserConfig::PLAIN };
        matrix::with_browser(engine, &config, async |browser| {
            for n in 0..6 {
                let url = if n < 3 {
                    site.url(&format!("/{n}"))
                } else {
                    site.secure_url(&format!("/{n}"))
                };
                browser.session().navigate(&url).await.expect("opens");
                let opened = missing(&mut letters, &[format!("/{n} opened")]).await;
                assert!(opened.is_empty(), "{url}: {opened:?}");
                browser.session().navigate("about:blank").await.expect("opens");
                // Firefox 153 stops scripts of a page that another process replaces, at a random place.
                let parting = match engine {
                    Engine::Firefox => ["about to leave"].as_slice(),
                    _ => &["about to leave", "leaves by socket", "leaves by beacon"],
                };
                let parting: Vec<String> =
                    parting.iter().map(|word| format!("/{n} {word}")).collect();
                let lost = missing(&mut letters, &parting).await;
                assert!(lost.is_empty(), "{url}: {lost:?}");
            }
        })
        .await;
        proxy.stop().await;
    });
}

mod what_agents_send_arrives {
    use super::{Engine, check};

    #[test]
    fn chromium() {
        check(Engine::Chromium);
    }

    #[test]
    fn firefox() {
        check(Engine::Firefox);
    }

    #[test]
    fn webkit() {
        check(Engine::WebKit);
    }
}
