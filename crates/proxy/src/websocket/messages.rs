//! Messages out of frames: fragments joined, compression undone.

use std::io;

use flate2::{Decompress, FlushDecompress};
use http::HeaderMap;
use xcheck_model::exchange::{MessageKind, Side};

use super::frame::{Frame, FrameReader, MAX_PAYLOAD_LEN, Opcode};

/// A whole message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Whole {
    pub(crate) kind: MessageKind,
    pub(crate) payload: Vec<u8>,
}

/// What a message reader finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Message(Whole),
    Ping(Vec<u8>),
}

/// Reads the messages of one side of a connection.
pub(crate) struct MessageReader {
    frames: FrameReader,
    /// A message of which more is to come.
    open: Option<Open>,
    inflate: Option<Inflate>,
}

struct Open {
    kind: MessageKind,
    is_compressed: bool,
    payload: Vec<u8>,
}

struct Inflate {
    state: Decompress,
    keeps_context: bool,
}

impl MessageReader {
    /// A reader for what `side` sends after a handshake with these answer headers.
    pub(crate) fn new(side: Side, handshake: &HeaderMap) -> Self {
        let extensions: String = handshake
            .get_all("sec-websocket-extensions")
            .iter()
            .filter_map(|value| value.to_str().ok())
            .map(|value| format!("{},", value.to_ascii_lowercase()))
            .collect();
        let no_context = match side {
            Side::Client => "client_no_context_takeover",
            Side::Server => "server_no_context_takeover",
        };
        let inflate = extensions.contains("permessage-deflate").then(|| Inflate {
            state: Decompress::new(false),
            keeps_context: !extensions.contains(no_context),
        });
        Self { frames: FrameReader::default(), open: None, inflate }
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.frames.push(bytes);
    }

    /// The next message or ping, if it is there.
    pub(crate) fn next(&mut self) -> io::Result<Option<Found>> {
        while let Some(frame) = self.frames.next()? {
            if let Some(found) = self.take(frame)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn take(&mut self, frame: Frame) -> io::Result<Option<Found>> {
        let kind = match frame.opcode {
            Opcode::Ping => return Ok(Some(Found::Ping(frame.payload))),
            Opcode::Pong => return Ok(None),
            Opcode::Close => {
                let message = Whole { kind: MessageKind::Close, payload: frame.payload };
                return Ok(Some(Found::Message(message)));
            }
            Opcode::Text => Some(MessageKind::Text),
            Opcode::Binary => Some(MessageKind::Binary),
            Opcode::Continuation => None,
        };
        match (kind, &mut self.open) {
            (Some(kind), None) => {
                let is_compressed = frame.is_compressed;
                self.open = Some(Open { kind, is_compressed, payload: frame.payload });
            }
            (None, Some(open)) => open.payload.extend(frame.payload),
            _ => return Err(io::Error::new(io::ErrorKind::InvalidData, "fragments out of order")),
        }
        if self.open.as_ref().is_some_and(|open| open.payload.len() as u64 > MAX_PAYLOAD_LEN) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "message too large to read"));
        }
        let Some(open) = self.open.take_if(|_| frame.is_final) else { return Ok(None) };
        let payload = match &mut self.inflate {
            Some(inflate) if open.is_compressed => inflate.run(open.payload)?,
            _ => open.payload,
        };
        Ok(Some(Found::Message(Whole { kind: open.kind, payload })))
    }
}

impl Inflate {
    fn run(&mut self, mut compressed: Vec<u8>) -> io::Result<Vec<u8>> {
        // The sender left these out (RFC 7692, section 7.2.1).
        compressed.extend([0x00, 0x00, 0xff, 0xff]);
        if !self.keeps_context {
            self.state.reset(false);
        }
        let mut out = Vec::with_capacity(compressed.len() * 4);
        let mut rest = compressed.as_slice();
        loop {
            let n_before = (self.state.total_in(), out.len());
            self.state.decompress_vec(rest, &mut out, FlushDecompress::Sync)?;
            let n_read = usize::try_from(self.state.total_in() - n_before.0).unwrap_or(rest.len());
            rest = &rest[n_read..];
            if n_read == 0 && out.len() == n_before.1 && out.len() < out.capacity() {
                return Ok(out);
            }
            if out.len() as u64 > MAX_PAYLOAD_LEN {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "message too large to read",
                ));
            }
            out.reserve(64 * 1024);
        }
    }
}
