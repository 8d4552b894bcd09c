//! Pictures that are known to show the present.
//!
//! Some engines paint late: a picture may show what was there before. So a page puts a color into its last pixel,
//! and pictures are taken until one has it. Then the pixel gets the color of its neighbor.

use std::io::Cursor;
use std::time::{Duration, Instant};

use super::{CommandError, Session};

/// A page that covers its mark is not waited for any longer.
const LIMIT: Duration = Duration::from_secs(2);
const POLL: Duration = Duration::from_millis(10);

impl Session {
    /// The viewport, painted after the page put `mark` (red, green, blue) into its last pixel.
    pub async fn marked_screenshot(&self, mark: [u8; 3]) -> Result<Vec<u8>, CommandError> {
        let began = Instant::now();
        loop {
            let png = self.screenshot().await?;
            if let Some(clean) = without_mark(&png, mark) {
                return Ok(clean);
            }
            if began.elapsed() > LIMIT {
                tracing::debug!("the mark of a picture never came");
                return Ok(png);
            }
            tokio::time::sleep(POLL).await;
        }
    }
}

/// The picture without its mark; none if it has none.
fn without_mark(png: &[u8], mark: [u8; 3]) -> Option<Vec<u8>> {
    let mut decoder = png::Decoder::new(Cursor::new(png));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut pixels).ok()?;
    pixels.truncate(info.buffer_size());
    let size = info.color_type.samples();
    if size < 3 || pixels.len() < 2 * size {
        return None;
    }
    let last = pixels.len() - size;
    if pixels[last..last + 3] != mark {
        return None;
    }
    // With more pixels than CSS pixels, the mark is a larger square.
    let (line, width) = (info.line_size, info.width as usize);
    let is_marked = |pixels: &[u8], at: usize| pixels[at..at + 3] == mark;
    let side = (1..=width).take_while(|n| is_marked(&pixels, last + size - n * size)).count();
    let rows = pixels.len() / line;
    for row in rows.saturating_sub(side)..rows {
        let end = (row + 1) * line;
        let begin = end - side * size;
        let Some(from) = begin.checked_sub(size) else { continue };
        let neighbor = pixels[from..begin].to_vec();
        for pixel in pixels[begin..end].chunks_exact_mut(size) {
            pixel.copy_from_slice(&neighbor);
        }
    }
    let mut clean = Vec::new();
    let mut encoder = png::Encoder::new(&mut clean, info.width, info.height);
    encoder.set_color(info.color_type);
    encoder.set_depth(info.bit_depth);
    encoder.set_compression(png::Compression::Fast);
    encoder.write_header().ok()?.write_image_data(&pixels).ok()?;
    Some(clean)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, pixels: &[[u8; 3]]) -> Vec<u8> {
        let mut png = Vec::new();
        let height = u32::try_from(pixels.len()).unwrap() / width;
        let mut encoder = png::Encoder::new(&mut png, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.write_header().unwrap().write_image_data(&pixels.concat()).unwrap();
        png
    }

    fn pixels(png: &[u8]) -> Vec<u8> {
        let mut reader = png::Decoder::new(Cursor::new(png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        pixels
    }

    #[test]
    fn a_mark_is_seen_and_painted_over() {
        let (paper, ink, mark) = ([255; 3], [9; 3], [100, 20, 3]);
        let marked = picture(3, &[ink, paper, ink, paper, ink, mark]);
        let clean = without_mark(&marked, mark).unwrap();
        assert_eq!(pixels(&clean), [ink, paper, ink, paper, ink, ink].concat());
        assert_eq!(without_mark(&marked, [100, 20, 4]), None);
        assert_eq!(without_mark(b"no picture", mark), None);
    }

    #[test]
    fn a_mark_of_more_pixels_goes_as_a_whole() {
        let (paper, mark) = ([255; 3], [100, 20, 3]);
        let row = [paper, paper, mark, mark];
        let marked = picture(4, &[[paper; 4], row, row].concat());
        assert_eq!(pixels(&without_mark(&marked, mark).unwrap()), [255; 36]);
    }
}
