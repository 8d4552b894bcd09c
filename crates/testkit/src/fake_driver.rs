//! A scripted WebDriver server for what real drivers do only on bad days.

use std::io::Write;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use serde_json::{Value, json};

use crate::page_server::{Request, read_request};

/// What the fake driver does with a command.
#[derive(Clone, Debug)]
pub enum Reaction {
    /// Answers 200 with this `value`.
    Value(Value),
    /// Answers with an HTTP status and an error of this code and message.
    Error(u16, &'static str, &'static str),
    /// Answers with this status and body, whatever they are.
    Text(u16, &'static str),
    /// Never answers.
    Hang,
    /// Breaks the connection without reading the command.
    Reset,
    /// Answers 200 with this `value` and then takes no connection any more, like a driver that died.
    ValueThenDie(Value),
}

impl Reaction {
    /// The usual answer to a new session.
    pub fn new_session() -> Self {
        Self::Value(json!({"sessionId": "fake", "capabilities": {"browserVersion": "1.2.3"}}))
    }
}

/// A server that reacts to commands as told; status is always ready unless told otherwise.
#[derive(Debug)]
pub struct FakeDriver {
    address: SocketAddr,
    commands: Arc<Mutex<Vec<Request>>>,
    is_dead: Arc<AtomicBool>,
}

impl FakeDriver {
    /// Each rule is (method, end of the path, reaction); the first that fits is used, every time.
    pub fn start(rules: Vec<(&'static str, &'static str, Reaction)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a loopback port is free");
        let address = listener.local_addr().expect("a bound listener has an address");
        let commands = Arc::new(Mutex::new(Vec::new()));
        let is_dead = Arc::new(AtomicBool::new(false));
        let fake = Self { address, commands: Arc::clone(&commands), is_dead: Arc::clone(&is_dead) };
        let resets_all = rules
            .iter()
            .any(|(method, _, reaction)| *method == "*" && matches!(reaction, Reaction::Reset));
        thread::spawn(move || {
            let mut hanging = Vec::new();
            for stream in listener.incoming().flatten() {
                if is_dead.load(Ordering::SeqCst) {
                    return;
                }
                if resets_all {
                    // Closing with unread bytes makes the kernel send a reset.
                    wait_for_bytes(&stream);
                    continue;
                }
                let Some(request) = read_request(&stream) else { continue };
                commands.lock().unwrap_or_else(PoisonError::into_inner).push(request.clone());
                let reaction = reaction_to(&rules, &request);
                if matches!(reaction, Reaction::ValueThenDie(_)) {
                    is_dead.store(true, Ordering::SeqCst);
                }
                match answer(&reaction) {
                    Some(bytes) => drop((&stream).write_all(&bytes)),
                    None => hanging.push(stream),
                }
                if is_dead.load(Ordering::SeqCst) {
                    return;
                }
            }
        });
        fake
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// The commands that came in, as "METHOD path".
    pub fn commands(&self) -> Vec<String> {
        let commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        commands.iter().map(|request| format!("{} {}", request.method, request.target)).collect()
    }

    /// The first command whose path ends in `end`, with headers and body.
    pub fn command(&self, end: &str) -> Option<Request> {
        let commands = self.commands.lock().unwrap_or_else(PoisonError::into_inner);
        commands.iter().find(|request| request.target.ends_with(end)).cloned()
    }
}

impl Drop for FakeDriver {
    fn drop(&mut self) {
        self.is_dead.store(true, Ordering::SeqCst);
        // Wakes the thread, so that it sees that it is dead.
        let _ = TcpStream::connect(self.address);
    }
}

fn reaction_to(rules: &[(&'static str, &'static str, Reaction)], request: &Request) -> Reaction {
    let rule = rules
        .iter()
        .find(|(method, end, _)| *method == request.method && request.target.ends_with(end));
    match rule {
        Some((_, _, reaction)) => reaction.clone(),
        None if request.target.ends_with("/status") => {
            Reaction::Value(json!({"ready": true, "message": ""}))
        }
        None if request.target.ends_with("/session") => Reaction::new_session(),
        None => Reaction::Value(Value::Null),
    }
}

fn answer(reaction: &Reaction) -> Option<Vec<u8>> {
    let (status, body) = match reaction {
        Reaction::Value(value) | Reaction::ValueThenDie(value) => {
            (200, json!({"value": value}).to_string())
        }
        Reaction::Error(status, code, message) => {
            let error = json!({"error": code, "message": message, "stacktrace": ""});
            (*status, json!({"value": error}).to_string())
        }
        Reaction::Text(status, body) => (*status, (*body).to_owned()),
        Reaction::Hang | Reaction::Reset => return None,
    };
    let head = format!(
        "HTTP/1.1 {status} Fake\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    Some((head + &body).into_bytes())
}

fn wait_for_bytes(stream: &TcpStream) {
    let _ = stream.peek(&mut [0]);
}
