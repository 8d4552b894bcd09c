//! Much at once, and large.

use std::sync::Arc;

use camino::Utf8Path;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use xcheck_model::tape::Recording as _;
use xcheck_testkit::site::{Act, Site, answer, head};
use xcheck_trace::{Masks, TraceReader, TraceWriter};

use crate::client::{get, live, manifest};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_hundred_at_once() {
    let site = Site::start(|asked| answer(200, &[], asked.path.clone())).await;
    let proxy = Arc::new(live(None).await);
    let tasks: Vec<_> = (0..500)
        .map(|n| {
            let (proxy, url) = (Arc::clone(&proxy), site.url(&format!("/{n}")));
            tokio::spawn(async move { get(&proxy, &url).await.unwrap().text() })
        })
        .collect();
    for (n, task) in tasks.into_iter().enumerate() {
        assert_eq!(task.await.unwrap(), format!("/{n}"));
    }
}

/// The most memory this process ever had, in bytes.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

#[tokio::test]
async fn two_hundred_megabytes_in_little_memory() {
    const LEN: u64 = 200 << 20;
    let length = LEN.to_string();
    let start = head(200, &[("content-length", &length), ("content-type", "text/html")]);
    let site =
        Site::start(move |_| vec![Act::Send(start.clone().into_bytes()), Act::SendFiller(LEN)])
            .await;
    let dir = tempfile::tempdir().unwrap();
    let path = Utf8Path::from_path(dir.path()).unwrap().join("trace.xct");
    let writer = Arc::new(TraceWriter::create(&path, &manifest(), Masks::default()).unwrap());
    let proxy = live(Some(writer.clone())).await;
    let before = peak_memory();
    // As a file that a page fetches, and as a document that the agent goes into.
    for dest in ["empty", "document"] {
        let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
        let request = format!(
            "GET {} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nsec-fetch-dest: {dest}\r\n\r\n",
            site.url("/")
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut piece = vec![0; 64 * 1024];
        let mut n_bytes = 0;
        while let n_read @ 1.. = stream.read(&mut piece).await.unwrap() {
            n_bytes += n_read as u64;
        }
        assert!(n_bytes > LEN, "{n_bytes}");
    }
    let grown = peak_memory() - before;
    assert!(grown < 48 << 20, "memory grew by {} MB", grown >> 20);
    proxy.stop().await;
    writer.finish().unwrap();
    let reader = TraceReader::open(&path).unwrap();
    let lens: Vec<u64> =
        reader.exchanges().iter().map(|e| e.response.as_ref().unwrap().body.len).collect();
    assert_eq!(lens, [LEN, LEN]);
    assert_eq!(reader.sizes().n_bodies, 1);
}
