//! A tiny HTTP server on a free loopback port: a few fixed pages and a list of what was asked.
//!
//! Speaks plain HTTP/1.1, one request per connection. For whole sites there is the site server.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// A request as it came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub method: String,
    /// As in the request line: a path, or a whole URL when a browser takes the server for its proxy.
    pub target: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Request {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
}

/// The running server; it stops answering when dropped.
#[derive(Debug)]
pub struct PageServer {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl PageServer {
    /// Serves each (path, HTML) pair; all else is 404.
    pub fn start(pages: &[(&str, &str)]) -> Self {
        let pages: Vec<(String, String)> =
            pages.iter().map(|(path, html)| ((*path).to_owned(), (*html).to_owned())).collect();
        Self::start_with(move |request| {
            let page = pages.iter().find(|(path, _)| *path == request.target);
            match page {
                Some((_, html)) => html_answer("200 OK", html),
                None => html_answer("404 Not Found", "<!doctype html><title>not found</title>"),
            }
        })
    }

    /// Answers every request with the bytes that `answer` gives.
    pub fn start_with(answer: impl Fn(&Request) -> Vec<u8> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a loopback port is free");
        let address = listener.local_addr().expect("a bound listener has an address");
        let requests = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&requests);
        let answer = Arc::new(answer);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // The server itself holds the other one; alone, nobody is interested any more.
                if Arc::strong_count(&log) == 1 {
                    return;
                }
                let (log, answer) = (Arc::clone(&log), Arc::clone(&answer));
                thread::spawn(move || {
                    let Some(request) = read_request(&stream) else { return };
                    log.lock().unwrap_or_else(PoisonError::into_inner).push(request.clone());
                    let _ = (&stream).write_all(&answer(&request));
                });
            }
        });
        Self { address, requests }
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// What has been asked so far.
    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A whole HTTP answer with an HTML body.
pub fn html_answer(status: &str, html: &str) -> Vec<u8> {
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{html}",
        html.len()
    )
    .into_bytes()
}

/// Reads one request, or nothing if the other side says something else or goes away.
pub fn read_request(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut words = line.split_whitespace();
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.split_once(':') else { break };
        headers.push((name.to_lowercase(), value.trim().to_owned()));
    }
    let mut request = Request { method, target, headers, body: Vec::new() };
    let length = request.header("content-length").and_then(|text| text.parse().ok()).unwrap_or(0);
    request.body = vec![0; length];
    reader.read_exact(&mut request.body).ok()?;
    Some(request)
}
