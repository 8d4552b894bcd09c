//! Where two pictures of an element differ by more than the edge of a letter or a line.
//!
//! Engines smooth edges in their own ways, so a difference counts only where it is thick: where a whole small square
//! differs. What is not the element's own, such as its text and its children, is masked.

use super::picture::Picture;

/// A pixel differs if one of its colors does by more than this.
const LEVELS: u8 = 40;
/// Sides of the square that must differ as a whole.
const THICK: usize = 4;

/// What part of an area is looked at.
#[derive(Clone, Debug)]
pub(crate) struct Mask {
    width: usize,
    is_hidden: Vec<bool>,
    is_closed: bool,
}

impl Mask {
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Self { width, is_hidden: vec![false; width * height], is_closed: false }
    }

    /// Hides a part given in pixels of the area; it may reach beyond it.
    pub(crate) fn hide(&mut self, left: f64, top: f64, right: f64, bottom: f64) {
        let height = self.is_hidden.len().checked_div(self.width).unwrap_or(0);
        // Casts saturate, and NaN becomes 0.
        let clamp = |value: f64, most: usize| (value.max(0.0) as usize).min(most);
        let (left, right) = (clamp(left.floor(), self.width), clamp(right.ceil(), self.width));
        let (top, bottom) = (clamp(top.floor(), height), clamp(bottom.ceil(), height));
        if self.is_closed {
            return;
        }
        self.is_closed = left == 0 && top == 0 && right == self.width && bottom == height;
        for y in top..bottom {
            if left < right {
                self.is_hidden[y * self.width + left..y * self.width + right].fill(true);
            }
        }
    }

    /// Whether something hides all of it.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    pub(crate) fn n_open(&self) -> usize {
        self.is_hidden.iter().filter(|it| !**it).count()
    }
}

/// How much of two areas of the same size differs thickly.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Thick {
    /// Pixels in squares that differ as a whole.
    pub(crate) n_pixels: usize,
    /// Pixels that were looked at.
    pub(crate) n_open: usize,
    /// How far the colors are from each other there, from 0 to 255.
    pub(crate) mean_levels: f64,
}

/// Compares the area of `mask`'s size at `one` in the first picture with that at `other` in the second.
///
/// Both areas must lie inside of their pictures.
pub(crate) fn thick_difference(
    first: &Picture,
    one: (usize, usize),
    second: &Picture,
    other: (usize, usize),
    mask: &Mask,
) -> Thick {
    let width = mask.width;
    let height = mask.is_hidden.len().checked_div(width).unwrap_or(0);
    let mut differs = vec![false; width * height];
    let mut is_any = false;
    let mut levels: u64 = 0;
    let mut n_differing: u64 = 0;
    for y in 0..height {
        let ours = first.row(one.0, one.1 + y, width);
        let theirs = second.row(other.0, other.1 + y, width);
        if ours == theirs {
            continue;
        }
        let hidden = &mask.is_hidden[y * width..(y + 1) * width];
        for (x, (a, b)) in ours.chunks_exact(3).zip(theirs.chunks_exact(3)).enumerate() {
            let most = a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
            if most > LEVELS && !hidden[x] {
                differs[y * width + x] = true;
                levels += u64::from(most);
                n_differing += 1;
                is_any = true;
            }
        }
    }
    let n_open = mask.n_open();
    if !is_any {
        return Thick { n_open, ..Thick::default() };
    }
    let n_pixels = opened(&differs, width, height);
    let mean_levels = if n_differing == 0 { 0.0 } else { levels as f64 / n_differing as f64 };
    Thick { n_pixels, n_open, mean_levels }
}

/// Pixels that lie in some square of set pixels.
fn opened(set: &[bool], width: usize, height: usize) -> usize {
    if width < THICK || height < THICK {
        return 0;
    }
    // run[y][x]: set pixels in a row, ending here; then the same downwards over rows that are long enough.
    let mut is_covered = vec![false; set.len()];
    let mut column = vec![0_usize; width];
    for y in 0..height {
        let mut run = 0;
        for x in 0..width {
            run = if set[y * width + x] { run + 1 } else { 0 };
            column[x] = if run >= THICK { column[x] + 1 } else { 0 };
            if column[x] >= THICK {
                for dy in 0..THICK {
                    let end = (y - dy) * width + x + 1;
                    is_covered[end - THICK..end].fill(true);
                }
            }
        }
    }
    is_covered.iter().filter(|it| **it).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: [u8; 3] = [255; 3];
    const BLUE: [u8; 3] = [0, 0, 200];

    fn compared(second: &Picture, mask: &Mask) -> Thick {
        thick_difference(&Picture::filled(20, 20, WHITE), (0, 0), second, (0, 0), mask)
    }

    #[test]
    fn equal_pictures_do_not_differ() {
        let second = Picture::filled(20, 20, WHITE);
        assert_eq!(compared(&second, &Mask::new(20, 20)).n_pixels, 0);
    }

    #[test]
    fn a_thin_line_is_no_difference_and_a_block_is() {
        let mut second = Picture::filled(20, 20, WHITE);
        for x in 0..20 {
            second.set(x, 3, BLUE);
            second.set(x, 4, BLUE);
        }
        assert_eq!(compared(&second, &Mask::new(20, 20)).n_pixels, 0);
        for (x, y) in (10..16).flat_map(|x| (10..15).map(move |y| (x, y))) {
            second.set(x, y, BLUE);
        }
        assert_eq!(compared(&second, &Mask::new(20, 20)).n_pixels, 30);
    }

    #[test]
    fn what_is_masked_is_not_looked_at() {
        let second = Picture::filled(20, 20, BLUE);
        let mut mask = Mask::new(20, 20);
        mask.hide(-5.0, 0.0, 30.0, 18.0);
        assert_eq!(compared(&second, &mask), Thick { n_pixels: 0, n_open: 40, mean_levels: 255.0 });
    }
}
