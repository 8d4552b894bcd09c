//! The two ends of a recording of exchanges: what is put in as it happens, and what can be taken out.
//!
//! Archives implement both; the proxy uses both and knows no archive.

use std::io;

use crate::exchange::{
    BodyHash, Exchange, ExchangeId, MessageKind, Outcome, RequestHead, ResponseHead, Side,
};

/// Something that happened in an exchange.
#[derive(Clone, Debug)]
pub enum Note<'a> {
    Request(&'a RequestHead),
    RequestData(&'a [u8]),
    Response(&'a ResponseHead),
    /// A piece of the body as on the wire, before anything is changed.
    Data(&'a [u8]),
    Message {
        from: Side,
        kind: MessageKind,
        payload: &'a [u8],
    },
    End(Outcome),
}

/// Receives every exchange of a recording.
///
/// Called while traffic waits, so it must not take long and must not panic.
/// What goes wrong in a sink is the sink's to report: traffic goes on.
pub trait Sink: Send + Sync + 'static {
    /// Notes of one exchange come in order; the last is always [`Note::End`].
    fn note(&self, id: ExchangeId, at_us: u64, note: Note<'_>);
}

/// What was recorded.
pub trait Recording: Send + Sync + 'static {
    /// In the order in which the requests began.
    fn exchanges(&self) -> &[Exchange];

    /// Opens a stored body.
    fn open(&self, hash: &BodyHash) -> io::Result<Box<dyn io::Read + Send>>;
}
