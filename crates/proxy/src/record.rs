//! Tells a sink about each exchange, as it happens.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use http::HeaderMap;
use xcheck_model::exchange::{ExchangeId, Headers, Outcome, RequestHead};
use xcheck_model::tape::{Note, Sink};

/// Numbers exchanges and times what happens in them.
pub(crate) struct Recorder {
    sink: Option<Arc<dyn Sink>>,
    began: Instant,
    n_exchanges: AtomicU64,
}

impl Recorder {
    pub(crate) fn new(sink: Option<Arc<dyn Sink>>) -> Self {
        Self { sink, began: Instant::now(), n_exchanges: AtomicU64::new(0) }
    }

    /// Opens the log of one exchange; it closes with the last holder.
    pub(crate) fn open(self: &Arc<Self>, head: &RequestHead) -> Arc<ExchangeLog> {
        let id = ExchangeId(self.n_exchanges.fetch_add(1, Ordering::Relaxed));
        let log = ExchangeLog { id, recorder: Arc::clone(self), is_ended: AtomicBool::new(false) };
        log.note(Note::Request(head));
        Arc::new(log)
    }
}

/// The log of one exchange.
pub(crate) struct ExchangeLog {
    id: ExchangeId,
    recorder: Arc<Recorder>,
    is_ended: AtomicBool,
}

impl ExchangeLog {
    pub(crate) fn note(&self, note: Note<'_>) {
        if let Some(sink) = &self.recorder.sink {
            let at_us = self.recorder.began.elapsed().as_micros();
            sink.note(self.id, u64::try_from(at_us).unwrap_or(u64::MAX), note);
        }
    }

    /// Says how the exchange ended, the first time it is called.
    pub(crate) fn end(&self, outcome: Outcome) {
        if !self.is_ended.swap(true, Ordering::Relaxed) {
            self.note(Note::End(outcome));
        }
    }
}

impl Drop for ExchangeLog {
    fn drop(&mut self) {
        // Nobody said how it ended, so the browser let go of it.
        self.end(Outcome::Canceled);
    }
}

/// Headers as plain text, bytes above 127 as code points 128 to 255.
pub(crate) fn headers_to_text(headers: &HeaderMap) -> Headers {
    let text = |bytes: &[u8]| bytes.iter().map(|byte| char::from(*byte)).collect();
    headers.iter().map(|(name, value)| (name.to_string(), text(value.as_bytes()))).collect()
}

/// The reverse of [`headers_to_text`]; what cannot be a header is left out.
pub(crate) fn headers_from_text(headers: &Headers) -> HeaderMap {
    headers
        .iter()
        .filter_map(|(name, value)| {
            let bytes: Option<Vec<u8>> =
                value.chars().map(|char| u8::try_from(u32::from(char)).ok()).collect();
            let name = http::HeaderName::from_bytes(name.as_bytes()).ok()?;
            Some((name, http::HeaderValue::from_bytes(&bytes?).ok()?))
        })
        .collect()
}
