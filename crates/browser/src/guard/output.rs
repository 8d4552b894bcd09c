//! Keeps the last part of what a guarded program printed.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::sync::watch;

const KEPT_BYTES: usize = 64 * 1024;

/// The last 64 KB of a program's standard output and error, in the order they arrived.
#[derive(Clone, Debug)]
pub struct Output {
    kept: Arc<Mutex<VecDeque<u8>>>,
    grown: watch::Sender<u64>,
}

impl Output {
    pub(crate) fn new() -> Self {
        Self { kept: Arc::default(), grown: watch::Sender::new(0) }
    }

    /// What is kept now, as text. Bytes that are not UTF-8 are replaced.
    pub fn text(&self) -> String {
        let kept = self.lock();
        let (front, back) = kept.as_slices();
        String::from_utf8_lossy(&[front, back].concat()).into_owned()
    }

    /// The last `n` lines that are not empty, for error messages.
    pub fn last_lines(&self, n: usize) -> String {
        let text = self.text();
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        lines[lines.len().saturating_sub(n)..].join("\n")
    }

    /// Waits until `find` finds something in the output. Never gives up by itself: the caller sets the limit.
    pub async fn wait_for<T>(&self, find: impl Fn(&str) -> Option<T>) -> T {
        let mut grown = self.grown.subscribe();
        loop {
            grown.borrow_and_update();
            if let Some(found) = find(&self.text()) {
                return found;
            }
            // The sender lives as long as `self`, so this cannot fail.
            let _ = grown.changed().await;
        }
    }

    /// Reads `stream` to its end.
    pub(super) async fn read_from(self, mut stream: impl AsyncRead + Unpin) {
        let mut buffer = [0; 4096];
        while let Ok(n @ 1..) = stream.read(&mut buffer).await {
            self.append(&buffer[..n]);
        }
    }

    fn append(&self, bytes: &[u8]) {
        let mut kept = self.lock();
        kept.extend(bytes);
        let surplus = kept.len().saturating_sub(KEPT_BYTES);
        kept.drain(..surplus);
        drop(kept);
        self.grown.send_modify(|n| *n += 1);
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<u8>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_is_kept() {
        let output = Output::new();
        output.append(&vec![b'a'; KEPT_BYTES]);
        output.append(b"\nend\n");
        assert_eq!(output.text().len(), KEPT_BYTES);
        assert_eq!(output.last_lines(1), "end");
    }

    #[tokio::test]
    async fn waiting_sees_what_comes_later() {
        let output = Output::new();
        let writer = output.clone();
        let found = output.wait_for(|text| text.contains("ready").then_some(7));
        tokio::pin!(found);
        tokio::select! {
            biased;
            _ = &mut found => panic!("nothing was printed yet"),
            () = async {} => writer.append(b"rea"),
        }
        writer.append(b"dy");
        assert_eq!(found.await, 7);
    }
}
