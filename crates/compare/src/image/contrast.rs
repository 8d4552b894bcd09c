//! Whether there is anything to see in a part of a picture.

use super::picture::Picture;

/// The largest difference between any two colors of a part of a picture, which must lie inside of it.
pub(crate) fn contrast(
    picture: &Picture,
    (left, top): (usize, usize),
    (width, height): (usize, usize),
) -> u8 {
    let (mut least, mut most) = ([u8::MAX; 3], [0_u8; 3]);
    for pixel in (top..top + height).flat_map(|y| picture.row(left, y, width).chunks_exact(3)) {
        for (at, level) in pixel.iter().enumerate() {
            least[at] = least[at].min(*level);
            most[at] = most[at].max(*level);
        }
    }
    (0..3).map(|at| most[at].saturating_sub(least[at])).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_color_has_no_contrast() {
        let mut picture = Picture::filled(20, 9, [250; 3]);
        assert_eq!(contrast(&picture, (1, 1), (8, 8)), 0);
        picture.set(4, 4, [20, 250, 90]);
        assert_eq!(contrast(&picture, (1, 1), (8, 8)), 230);
        assert_eq!(contrast(&picture, (5, 1), (8, 8)), 0);
    }
}
