//! Frames of RFC 6455, read as they come and written whole.

use std::io;

/// What a frame is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opcode {
    Continuation,
    Text,
    Binary,
    Close,
    Ping,
    Pong,
}

impl Opcode {
    fn read(bits: u8) -> Option<Self> {
        Some(match bits {
            0 => Self::Continuation,
            1 => Self::Text,
            2 => Self::Binary,
            8 => Self::Close,
            9 => Self::Ping,
            10 => Self::Pong,
            _ => return None,
        })
    }

    fn bits(self) -> u8 {
        match self {
            Self::Continuation => 0,
            Self::Text => 1,
            Self::Binary => 2,
            Self::Close => 8,
            Self::Ping => 9,
            Self::Pong => 10,
        }
    }
}

/// One frame, unmasked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) is_final: bool,
    /// The first reserved bit: with `permessage-deflate`, the message is compressed.
    pub(crate) is_compressed: bool,
    pub(crate) opcode: Opcode,
    pub(crate) payload: Vec<u8>,
}

/// Finds frames in a byte stream.
#[derive(Debug, Default)]
pub(crate) struct FrameReader {
    bytes: Vec<u8>,
}

/// A frame larger than this is not looked into.
pub(crate) const MAX_PAYLOAD_LEN: u64 = 64 << 20;

impl FrameReader {
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next whole frame, if it is there.
    pub(crate) fn next(&mut self) -> io::Result<Option<Frame>> {
        let bad = |text| io::Error::new(io::ErrorKind::InvalidData, text);
        let &[first, second, ref rest @ ..] = self.bytes.as_slice() else { return Ok(None) };
        let opcode = Opcode::read(first & 0x0f).ok_or_else(|| bad("unknown WebSocket opcode"))?;
        let (len, rest) = match (second & 0x7f, rest) {
            (126, &[a, b, ref rest @ ..]) => (u64::from(u16::from_be_bytes([a, b])), rest),
            (127, &[a, b, c, d, e, f, g, h, ref rest @ ..]) => {
                (u64::from_be_bytes([a, b, c, d, e, f, g, h]), rest)
            }
            (126 | 127, _) => return Ok(None),
            (len, rest) => (u64::from(len), rest),
        };
        if len > MAX_PAYLOAD_LEN {
            return Err(bad("WebSocket frame too large to read"));
        }
        let (mask, rest) = match (second & 0x80 != 0, rest) {
            (false, rest) => ([0; 4], rest),
            (true, &[a, b, c, d, ref rest @ ..]) => ([a, b, c, d], rest),
            (true, _) => return Ok(None),
        };
        let len = usize::try_from(len).map_err(|_| bad("WebSocket frame too large to read"))?;
        let Some(payload) = rest.get(..len) else { return Ok(None) };
        let payload = payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask);
        let frame = Frame {
            is_final: first & 0x80 != 0,
            is_compressed: first & 0x40 != 0,
            opcode,
            payload: payload.collect(),
        };
        let n_used = self.bytes.len() - (rest.len() - len);
        self.bytes.drain(..n_used);
        Ok(Some(frame))
    }
}

/// A whole message as a server sends it: one frame, not masked, not compressed.
pub(crate) fn server_frame(opcode: Opcode, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x80 | opcode.bits()];
    match (u8::try_from(payload.len()), u16::try_from(payload.len())) {
        (Ok(len), _) if len < 126 => bytes.push(len),
        (_, Ok(len)) => {
            bytes.push(126);
            bytes.extend(len.to_be_bytes());
        }
        _ => {
            bytes.push(127);
            bytes.extend((payload.len() as u64).to_be_bytes());
        }
    }
    bytes.extend_from_slice(payload);
    bytes
}

#[cfg(test)]
mod tests {
    use super::{FrameReader, Opcode, server_frame};

    #[test]
    fn frames_of_all_lengths_survive_any_cut() {
        for len in [0, 1, 125, 126, 127, 65535, 65536, 70000] {
            let payload: Vec<u8> = (0..len).map(|n| (n % 251) as u8).collect();
            let bytes = server_frame(Opcode::Binary, &payload);
            for cut in [1, 2, 3, 7, 4096] {
                let mut reader = FrameReader::default();
                let mut found = Vec::new();
                for piece in bytes.chunks(cut) {
                    reader.push(piece);
                    found.extend(reader.next().unwrap());
                }
                assert_eq!(found.len(), 1, "{len} bytes cut at {cut}");
                assert_eq!(found[0].payload, payload);
            }
        }
    }

    #[test]
    fn masked_frames_are_unmasked() {
        let mut reader = FrameReader::default();
        // "Hello", from RFC 6455, section 5.7.
        reader.push(&[0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58]);
        assert_eq!(reader.next().unwrap().unwrap().payload, b"Hello");
        assert_eq!(reader.next().unwrap(), None);
    }

    #[test]
    fn nonsense_is_an_error() {
        let mut reader = FrameReader::default();
        reader.push(&[0x83, 0x00]);
        reader.next().unwrap_err();
        let mut reader = FrameReader::default();
        reader.push(&[0x82, 127, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
        reader.next().unwrap_err();
    }
}
