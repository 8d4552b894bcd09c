//! What answers look like after the proxy.

use xcheck_testkit::site::{Site, answer, chunked};

use crate::client::{ask, get, live, open};

const PAGE: &str = "<!doctype html><html><head><title>t</title>";
const WITH_AGENT: &str =
    "<!doctype html><html><head><script>document.currentScript.remove();@</script><title>t</title>";

fn gzip(text: &str) -> Vec<u8> {
    use std::io::Write as _;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[tokio::test]
async fn only_documents_get_the_agent() {
    let site = Site::start(|asked| match asked.path.as_str() {
        "/page" => answer(200, &[("content-type", "text/html")], PAGE),
        "/attachment" => {
            let headers =
                [("content-type", "text/html"), ("content-disposition", "attachment; filename=a")];
            answer(200, &headers, PAGE)
        }
        "/partial" => answer(206, &[("content-type", "text/html")], PAGE),
        "/sandboxed" => {
            let headers = [("content-type", "text/html"), ("content-security-policy", "sandbox")];
            answer(200, &headers, PAGE)
        }
        "/untyped" => answer(200, &[], PAGE),
        "/nosniff" => answer(200, &[("x-content-type-options", "nosniff")], PAGE),
        "/plain" => answer(200, &[("content-type", "text/plain")], PAGE),
        "/coded" => {
            let headers = [("content-type", "text/html"), ("content-encoding", "gzip")];
            answer(200, &headers, gzip(PAGE))
        }
        "/odd-coding" => {
            let headers = [("content-type", "text/html"), ("content-encoding", "compress")];
            answer(200, &headers, PAGE)
        }
        _ => answer(404, &[("content-type", "text/html")], PAGE),
    })
    .await;
    let proxy = live(None).await;
    for path in ["/page", "/untyped", "/coded", "/missing"] {
        let reply = open(&proxy, &site.url(path)).await.unwrap();
        assert_eq!(reply.text(), WITH_AGENT, "{path}");
        assert_eq!(reply.header("content-encoding"), None, "{path}");
    }
    for path in ["/attachment", "/partial", "/sandboxed", "/nosniff", "/plain", "/odd-coding"] {
        let reply = open(&proxy, &site.url(path)).await.unwrap();
        assert_eq!(reply.text(), PAGE, "{path}");
    }
    assert_eq!(get(&proxy, &site.url("/page")).await.unwrap().text(), PAGE);
    let coded = get(&proxy, &site.url("/coded")).await.unwrap();
    assert_eq!((coded.body, coded.head.contains("gzip")), (gzip(PAGE), true));
    let ajax =
        [("accept", "text/html,application/xhtml+xml"), ("x-requested-with", "XMLHttpRequest")];
    let reply = ask(&proxy, "GET", &site.url("/page"), &ajax, b"").await.unwrap();
    assert_eq!(reply.text(), PAGE);
    let old = [("accept", "text/html,application/xhtml+xml,*/*;q=0.8")];
    let reply = ask(&proxy, "GET", &site.url("/page"), &old, b"").await.unwrap();
    assert_eq!(reply.text(), WITH_AGENT);
}

#[tokio::test]
async fn heads_say_what_is_true() {
    let site = Site::start(|asked| match asked.path.as_str() {
        "/policy" => {
            let headers = [
                ("content-type", "text/html"),
                ("content-security-policy", "script-src 'self'"),
                ("content-security-policy", "default-src 'nonce-abc'"),
                ("content-security-policy-report-only", "script-src 'none'; report-uri /r"),
                ("repr-digest", "sha-256=:x:"),
                ("x-odd", "\u{e9}"),
            ];
            answer(200, &headers, "<meta charset=gbk>")
        }
        _ => answer(200, &[("content-type", "text/html"), ("etag", "\"1\"")], ""),
    })
    .await;
    let proxy = live(None).await;
    let reply = open(&proxy, &site.url("/policy")).await.unwrap();
    assert!(reply.text().starts_with("<script nonce=\"abc\" data-policies="), "{}", reply.text());
    assert_eq!(reply.header("content-type"), Some("text/html; charset=GBK"));
    assert_eq!(reply.header("repr-digest"), None);
    let mut policies: Vec<&str> = reply
        .head
        .lines()
        .filter(|line| line.to_ascii_lowercase().starts_with("content-security-policy"))
        .collect();
    assert_eq!(policies.len(), 3);
    policies.sort_unstable_by_key(|line| (line.contains("report-only"), line.contains("nonce")));
    assert!(policies[0].contains("script-src 'self' 'sha256-"), "{policies:?}");
    assert!(policies[1].ends_with("default-src 'nonce-abc'"), "{policies:?}");
    assert!(policies[2].contains("script-src 'sha256-"), "{policies:?}");
    assert!(policies[2].ends_with("; report-uri /r"), "{policies:?}");
    let reply = ask(&proxy, "HEAD", &site.url("/"), &[("sec-fetch-dest", "document")], b"").await;
    assert_eq!(reply.unwrap().header("etag"), Some("\"1\""));
}

#[tokio::test]
async fn requests_arrive_as_they_were_sent() {
    let site = Site::start(|_| answer(200, &[], "ok")).await;
    let proxy = live(None).await;
    let body: Vec<u8> = (0..3_000_000u32).map(|n| (n % 253) as u8).collect();
    let headers = [
        ("accept-encoding", "gzip, dcb, br;q=0.5, dcz, zstd"),
        ("proxy-connection", "keep-alive"),
        ("available-dictionary", ":x:"),
        ("X-Case", "Kept"),
    ];
    let reply = ask(&proxy, "POST", &site.url("/a%20b?c=d%2f"), &headers, &body).await.unwrap();
    assert_eq!(reply.text(), "ok");
    let asked = site.asked().remove(0);
    assert_eq!((asked.method.as_str(), asked.path.as_str()), ("POST", "/a%20b?c=d%2f"));
    assert_eq!(asked.body, body);
    assert_eq!(asked.headers["accept-encoding"], "gzip, br;q=0.5, zstd");
    assert_eq!(asked.headers["host"], site.http.to_string());
    for gone in ["proxy-connection", "available-dictionary", "connection"] {
        assert!(!asked.headers.contains_key(gone), "{gone}");
    }
}

#[tokio::test]
async fn documents_in_pieces_come_in_pieces() {
    let site = Site::start(|_| {
        let pieces: Vec<&[u8]> = PAGE.as_bytes().chunks(3).collect();
        chunked(&[("content-type", "text/html")], &pieces, std::time::Duration::from_millis(1))
    })
    .await;
    let proxy = live(None).await;
    assert_eq!(open(&proxy, &site.url("/")).await.unwrap().text(), WITH_AGENT);
}

#[tokio::test]
async fn the_browsers_own_requests_are_refused() {
    let proxy = live(None).await;
    let reply = get(&proxy, "http://detectportal.firefox.com/success.txt").await.unwrap();
    assert_eq!(reply.status, 403);
    let reply = ask(&proxy, "CONNECT", "x://update.googleapis.com:443", &[], b"").await;
    assert!(reply.is_none_or(|reply| reply.status >= 400));
}
