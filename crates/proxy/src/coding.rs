//! Takes content codings off a body, piece by piece.

use std::io;

use flate2::write::{DeflateDecoder, GzDecoder, ZlibDecoder};

/// A content coding that browsers offer and the proxy can take off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    Gzip,
    Deflate,
    Brotli,
    Zstd,
}

impl Coding {
    fn read(token: &str) -> Option<Self> {
        match token.to_ascii_lowercase().as_str() {
            "gzip" | "x-gzip" => Some(Self::Gzip),
            "deflate" => Some(Self::Deflate),
            "br" => Some(Self::Brotli),
            "zstd" => Some(Self::Zstd),
            _ => None,
        }
    }
}

/// Reads a `content-encoding` value, in the order the codings were put on; none if one is unknown.
pub(crate) fn codings(value: &str) -> Option<Vec<Coding>> {
    tokens(value)
        .filter(|token| !token.eq_ignore_ascii_case("identity"))
        .map(Coding::read)
        .collect()
}

/// Leaves in an `accept-encoding` value only what the proxy can take off.
pub(crate) fn acceptable(value: &str) -> String {
    let is_known = |token: &&str| {
        let name = token.split(';').next().unwrap_or_default().trim();
        Coding::read(name).is_some() || matches!(name, "identity" | "*")
    };
    tokens(value).filter(is_known).collect::<Vec<_>>().join(", ")
}

fn tokens(value: &str) -> impl Iterator<Item = &str> {
    value.split(',').map(str::trim).filter(|token| !token.is_empty())
}

/// A whole body without the codings that a `content-encoding` value names; none if that cannot be done.
pub fn decoded(content_encoding: &str, body: &[u8]) -> Option<Vec<u8>> {
    Decoder::new(&codings(content_encoding)?).push(body).ok()
}

/// The same as far as `limit` bytes are enough; none if the body is longer.
pub fn decoded_within(content_encoding: &str, body: &[u8], limit: usize) -> Option<Vec<u8>> {
    // Small pieces, because what a piece becomes is in memory before it can be measured.
    const PIECE_LEN: usize = 512;
    let mut decoder = Decoder::new(&codings(content_encoding)?);
    let mut whole = Vec::new();
    for piece in body.chunks(PIECE_LEN) {
        whole.extend(decoder.push(piece).ok()?);
        if whole.len() > limit {
            return None;
        }
    }
    Some(whole)
}

/// Decodes a body that carries any number of codings.
///
/// As lenient as browsers are: bytes after the end of a coded stream are ignored, a cut end is no error.
pub(crate) struct Decoder {
    /// Outermost coding first.
    stages: Vec<Stage>,
}

impl Decoder {
    pub(crate) fn new(codings: &[Coding]) -> Self {
        Self { stages: codings.iter().rev().map(|coding| Stage::Waiting(*coding)).collect() }
    }

    /// Decodes the next piece as far as it goes.
    pub(crate) fn push(&mut self, piece: &[u8]) -> io::Result<Vec<u8>> {
        let mut bytes = piece.to_vec();
        for stage in &mut self.stages {
            bytes = stage.push(&bytes)?;
        }
        Ok(bytes)
    }
}

enum Stage {
    /// Nothing seen yet.
    Waiting(Coding),
    Gzip(Box<GzDecoder<Vec<u8>>>),
    Zlib(ZlibDecoder<Vec<u8>>),
    /// What some servers call deflate: without the zlib wrapper.
    Deflate(DeflateDecoder<Vec<u8>>),
    Brotli(Box<brotli::DecompressorWriter<Vec<u8>>>),
    Zstd(zstd::stream::write::Decoder<'static, Vec<u8>>),
    Ended,
}

impl Stage {
    fn push(&mut self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        if bytes.is_empty() {
            return Ok(Vec::new());
        }
        if let Self::Waiting(coding) = self {
            *self = Self::start(*coding, bytes)?;
        }
        let (written, out) = match self {
            Self::Waiting(_) | Self::Ended => return Ok(Vec::new()),
            Self::Gzip(decoder) => (write(&mut **decoder, bytes), decoder.get_mut()),
            Self::Zlib(decoder) => (write(decoder, bytes), decoder.get_mut()),
            Self::Deflate(decoder) => (write(decoder, bytes), decoder.get_mut()),
            Self::Brotli(decoder) => (write(&mut **decoder, bytes), decoder.get_mut()),
            Self::Zstd(decoder) => (write(decoder, bytes), decoder.get_mut()),
        };
        let out = std::mem::take(out);
        match written {
            Ok(()) => Ok(out),
            Err(error) if error.kind() == io::ErrorKind::WriteZero => {
                *self = Self::Ended;
                Ok(out)
            }
            Err(error) => Err(error),
        }
    }

    fn start(coding: Coding, bytes: &[u8]) -> io::Result<Self> {
        const BUFFER_LEN: usize = 64 * 1024;
        Ok(match coding {
            Coding::Gzip => Self::Gzip(Box::new(GzDecoder::new(Vec::new()))),
            // The low four bits of a zlib stream's first byte say "deflate"; as raw deflate they'd be a stored block
            // whose padding is not zero, which compressors do not write.
            Coding::Deflate if bytes[0] & 0x0f == 8 => Self::Zlib(ZlibDecoder::new(Vec::new())),
            Coding::Deflate => Self::Deflate(DeflateDecoder::new(Vec::new())),
            Coding::Brotli => {
                Self::Brotli(Box::new(brotli::DecompressorWriter::new(Vec::new(), BUFFER_LEN)))
            }
            Coding::Zstd => Self::Zstd(zstd::stream::write::Decoder::new(Vec::new())?),
        })
    }
}

fn write(decoder: &mut impl io::Write, bytes: &[u8]) -> io::Result<()> {
    decoder.write_all(bytes)?;
    decoder.flush()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::decoded_within;

    #[test]
    fn bodies_are_decoded_within_a_limit() {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&vec![b' '; 100_000]).unwrap();
        let bomb = encoder.finish().unwrap();
        assert!(bomb.len() < 1000);
        assert_eq!(decoded_within("gzip", &bomb, 100_000).map(|it| it.len()), Some(100_000));
        assert_eq!(decoded_within("gzip", &bomb, 99_999), None);
        assert_eq!(decoded_within("", b"plain", 5).as_deref(), Some(&b"plain"[..]));
        assert_eq!(decoded_within("odd", b"plain", 5), None);
    }
}
