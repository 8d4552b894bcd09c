//! How far the colors of two pictures are from each other, wherever they are in them (CrossCheck V.C).

use super::picture::Picture;

/// Levels of a color that fall into one bin: 8 bins for each of red, green and blue.
const BIN_SHIFT: u32 = 5;
const N_BINS: usize = 8 * 8 * 8;

/// A part of a picture, in pixels; it may reach beyond it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Crop {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// The χ² distance of the color histograms of two crops, each as shares of its pixels: from 0 to 2.
///
/// None if one of them has no pixel in its picture.
pub(crate) fn chi2_distance(
    first: &Picture,
    one: Crop,
    second: &Picture,
    other: Crop,
) -> Option<f64> {
    let (ours, theirs) = (histogram(first, one)?, histogram(second, other)?);
    let bins = ours.iter().zip(&theirs).filter(|(a, b)| *a + *b > 0.0);
    Some(bins.map(|(a, b)| (a - b) * (a - b) / (a + b)).sum())
}

fn histogram(picture: &Picture, crop: Crop) -> Option<Vec<f64>> {
    // Casts saturate, and NaN becomes 0.
    let clamp = |value: f64, most: usize| (value.round().max(0.0) as usize).min(most);
    let (left, right) =
        (clamp(crop.left, picture.width), clamp(crop.left + crop.width, picture.width));
    let (top, bottom) =
        (clamp(crop.top, picture.height), clamp(crop.top + crop.height, picture.height));
    if left >= right || top >= bottom {
        return None;
    }
    let mut counts = [0_u32; N_BINS];
    for y in top..bottom {
        for pixel in picture.row(left, y, right - left).chunks_exact(3) {
            let bin = pixel.iter().fold(0, |bin, level| bin * 8 + usize::from(level >> BIN_SHIFT));
            counts[bin] += 1;
        }
    }
    let n_pixels = ((right - left) * (bottom - top)) as f64;
    Some(counts.iter().map(|count| f64::from(*count) / n_pixels).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: [u8; 3] = [255; 3];
    const BLUE: [u8; 3] = [0, 0, 200];
    const WHOLE: Crop = Crop { left: 0.0, top: 0.0, width: 20.0, height: 10.0 };

    fn striped() -> Picture {
        let mut picture = Picture::filled(20, 10, WHITE);
        (0..20).for_each(|x| picture.set(x, 4, BLUE));
        picture
    }

    #[test]
    fn equal_crops_have_no_distance() {
        let picture = striped();
        assert_eq!(chi2_distance(&picture, WHOLE, &picture, WHOLE), Some(0.0));
    }

    #[test]
    fn the_distance_is_the_same_both_ways_and_two_at_most() {
        let (one, other) = (striped(), Picture::filled(20, 10, WHITE));
        let there = chi2_distance(&one, WHOLE, &other, WHOLE);
        assert_eq!(there, chi2_distance(&other, WHOLE, &one, WHOLE));
        // A tenth is blue: 0.1²/0.1 + 0.1²/1.9.
        assert!((there.unwrap() - 0.105_263).abs() < 1e-6);
        let blue = Picture::filled(20, 10, BLUE);
        assert_eq!(chi2_distance(&blue, WHOLE, &other, WHOLE), Some(2.0));
    }

    #[test]
    fn what_is_outside_of_a_picture_has_no_distance() {
        let picture = striped();
        for left in [20.0, -30.0, f64::NAN, f64::INFINITY] {
            let outside = Crop { left, width: 10.0, top: f64::NEG_INFINITY, height: 5.0 };
            assert_eq!(chi2_distance(&picture, outside, &picture, WHOLE), None, "{left}");
        }
        let partly = Crop { left: -10.0, top: -1.0, ..WHOLE };
        assert!(chi2_distance(&picture, partly, &picture, WHOLE).is_some());
    }
}
