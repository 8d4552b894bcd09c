//! A picture in memory.

use std::io::Cursor;

/// Larger pictures are nobody's screen.
const MOST_PIXELS: u64 = 64 << 20;

/// A PNG that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    #[error("the picture cannot be read")]
    Png(#[from] png::DecodingError),
    #[error("the picture has a form that screenshots do not have")]
    Form,
}

/// Pixels in rows, red, green and blue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub width: usize,
    pub height: usize,
    rgb: Vec<u8>,
}

impl Picture {
    pub fn from_png(bytes: &[u8]) -> Result<Self, PictureError> {
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info()?;
        let info = reader.info();
        if u64::from(info.width) * u64::from(info.height) > MOST_PIXELS {
            return Err(PictureError::Form);
        }
        let mut buffer = vec![0; reader.output_buffer_size().ok_or(PictureError::Form)?];
        let frame = reader.next_frame(&mut buffer)?;
        buffer.truncate(frame.buffer_size());
        let (width, height) = (frame.width as usize, frame.height as usize);
        let rgb = match frame.color_type {
            png::ColorType::Rgb => buffer,
            png::ColorType::Rgba => {
                buffer.chunks_exact(4).flat_map(|it| [it[0], it[1], it[2]]).collect()
            }
            png::ColorType::Grayscale => buffer.iter().flat_map(|it| [*it; 3]).collect(),
            _ => return Err(PictureError::Form),
        };
        if rgb.len() != width * height * 3 {
            return Err(PictureError::Form);
        }
        Ok(Self { width, height, rgb })
    }

    /// Of one color; for tests.
    #[cfg(test)]
    pub(crate) fn filled(width: usize, height: usize, color: [u8; 3]) -> Self {
        let rgb = std::iter::repeat_n(color, width * height).flatten().collect();
        Self { width, height, rgb }
    }

    #[cfg(test)]
    pub(crate) fn set(&mut self, x: usize, y: usize, color: [u8; 3]) {
        let at = (y * self.width + x) * 3;
        self.rgb[at..at + 3].copy_from_slice(&color);
    }

    /// `n` pixels of row `y` from `x` on.
    pub(crate) fn row(&self, x: usize, y: usize, n: usize) -> &[u8] {
        let at = (y * self.width + x) * 3;
        &self.rgb[at..at + n * 3]
    }
}
