//! Pictures of several browsers in one file, for people.

use std::fs;
use std::io::Cursor;

use anyhow::{Context as _, Result, bail};
use camino::Utf8Path;
use png::{BitDepth, ColorType, Decoder, Encoder, Transformations};

const BAR_WIDTH: usize = 4;
const BAR: [u8; 3] = [255, 0, 255];

/// Plain rows of red, green and blue.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Picture {
    width: usize,
    rows: Vec<Vec<u8>>,
}

/// Writes PNG pictures side by side, with a magenta bar in between.
pub(crate) fn write_montage(path: &Utf8Path, pictures: &[&[u8]]) -> Result<()> {
    let mut all = Vec::new();
    for bytes in pictures {
        all.push(decode(bytes).context("cannot read a screenshot")?);
    }
    let montage = side_by_side(&all);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {folder}"))?;
    }
    fs::write(path, encode(&montage)?).with_context(|| format!("cannot write {path}"))
}

fn side_by_side(pictures: &[Picture]) -> Picture {
    let height = pictures.iter().map(|picture| picture.rows.len()).max().unwrap_or_default();
    let mut rows = vec![Vec::new(); height];
    for (n, picture) in pictures.iter().enumerate() {
        for (y, row) in rows.iter_mut().enumerate() {
            if n > 0 {
                row.extend(BAR.repeat(BAR_WIDTH));
            }
            match picture.rows.get(y) {
                Some(pixels) => row.extend_from_slice(pixels),
                None => row.extend(BAR.repeat(picture.width)),
            }
        }
    }
    Picture { width: rows.first().map_or(0, |row| row.len() / 3), rows }
}

fn decode(bytes: &[u8]) -> Result<Picture> {
    let mut decoder = Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().context("the picture is too large")?];
    let info = reader.next_frame(&mut pixels)?;
    let samples = match info.color_type {
        ColorType::Rgb => 3,
        ColorType::Rgba => 4,
        other => bail!("screenshots are not {other:?}"),
    };
    let without_alpha =
        |row: &[u8]| row.chunks_exact(samples).flat_map(|p| p[..3].to_vec()).collect();
    let rows = pixels.chunks_exact(info.line_size).map(without_alpha).collect();
    Ok(Picture { width: info.width as usize, rows })
}

fn encode(picture: &Picture) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let (width, height) = (u32::try_from(picture.width)?, u32::try_from(picture.rows.len())?);
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&picture.rows.concat())?;
    writer.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::{BAR, BAR_WIDTH, Picture, decode, encode, side_by_side};

    fn plain(width: usize, height: usize, color: [u8; 3]) -> Picture {
        Picture { width, rows: vec![color.repeat(width); height] }
    }

    #[test]
    fn pictures_stand_side_by_side() {
        let montage = side_by_side(&[plain(2, 2, [1, 2, 3]), plain(1, 1, [9, 9, 9])]);
        assert_eq!(montage.width, 2 + BAR_WIDTH + 1);
        let expected = [[1, 2, 3].repeat(2), BAR.repeat(BAR_WIDTH), vec![9, 9, 9]].concat();
        assert_eq!(montage.rows[0], expected);
        assert_eq!(montage.rows[1][18..], BAR);
    }

    #[test]
    fn what_is_written_is_read() {
        let picture = plain(3, 2, [7, 8, 200]);
        assert_eq!(decode(&encode(&picture).unwrap()).unwrap(), picture);
    }
}
