//! Where two pictures of an element differ by more than the edge of a letter or a line.
//!
//! Engines smooth edges in their own ways, so a difference counts only where it is thick, a whole small square that
//! differs, or a long line that is not there at all. They also set letters and lines a pixel or so further on, so what is as it is somewhere near does not count.
//! What is not the element's own, such as its text and its children, is masked.

use super::picture::Picture;

/// A pixel differs if one of its colors does by more than this.
const LEVELS: u8 = 40;
/// Sides of the square that must differ as a whole.
const THICK: usize = 4;

/// A line of which so much is straight is one that somebody drew.
const LONG: usize = 48;

/// How far off the same color may be.
const NEAR: usize = 3;
/// More differing pixels than these are not looked for elsewhere: so much is no matter of edges.
const MOST_MOVED: usize = 50_000;

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
    difference(first, one, second, other, mask, &opened)
}

/// The same of long lines, however thin.
pub(crate) fn line_difference(
    first: &Picture,
    one: (usize, usize),
    second: &Picture,
    other: (usize, usize),
    mask: &Mask,
) -> Thick {
    difference(first, one, second, other, mask, &lines)
}

/// What is left of some pixels of an area that is so wide and so high.
type Pick<'a> = &'a dyn Fn(&[bool], usize, usize) -> Vec<bool>;

/// What `pick` leaves of the pixels that differ, before and after what is near is taken out.
fn difference(
    first: &Picture,
    one: (usize, usize),
    second: &Picture,
    other: (usize, usize),
    mask: &Mask,
    pick: Pick<'_>,
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
    let mut thick = pick(&differs, width, height);
    let mut n_pixels = count(&thick);
    if (1..=MOST_MOVED).contains(&n_pixels) {
        let size = (width, height);
        let is_moved = |x: usize, y: usize| {
            is_near(first, one, second, other, size, (x, y))
                && is_near(second, other, first, one, size, (x, y))
        };
        for at in (0..thick.len()).filter(|at| thick[*at]).collect::<Vec<_>>() {
            thick[at] = !is_moved(at % width, at / width);
        }
        n_pixels = count(&pick(&thick, width, height));
    }
    let mean_levels = if n_differing == 0 { 0.0 } else { levels as f64 / n_differing as f64 };
    Thick { n_pixels, n_open, mean_levels }
}

fn count(set: &[bool]) -> usize {
    set.iter().filter(|it| **it).count()
}

/// Whether the color of a pixel is somewhere near that place in the other picture.
fn is_near(
    from: &Picture,
    at: (usize, usize),
    to: &Picture,
    other: (usize, usize),
    (width, height): (usize, usize),
    (x, y): (usize, usize),
) -> bool {
    let color = from.row(at.0 + x, at.1 + y, 1);
    let left = x.saturating_sub(NEAR);
    let right = (x + NEAR + 1).min(width);
    (y.saturating_sub(NEAR)..(y + NEAR + 1).min(height)).any(|y| {
        let row = to.row(other.0 + left, other.1 + y, right - left);
        row.chunks_exact(3).any(|it| it.iter().zip(color).all(|(a, b)| a.abs_diff(*b) <= LEVELS))
    })
}

/// Pixels that lie in some long run of set pixels, not at the edge: where that is is rounded.
fn lines(set: &[bool], width: usize, height: usize) -> Vec<bool> {
    const EDGE: usize = 3;
    let mut is_covered = vec![false; set.len()];
    let mut cover = |n_lines: usize, len: usize, at: &dyn Fn(usize, usize) -> usize| {
        for line in EDGE..n_lines.saturating_sub(EDGE) {
            let mut run = 0;
            for place in 0..=len {
                let is_set = place < len && set[at(line, place)];
                if is_set {
                    run += 1;
                } else {
                    if run >= LONG {
                        (place - run..place).for_each(|place| is_covered[at(line, place)] = true);
                    }
                    run = 0;
                }
            }
        }
    };
    cover(height, width, &|y, x| y * width + x);
    cover(width, height, &|x, y| y * width + x);
    is_covered
}

/// Pixels that lie in some square of set pixels.
fn opened(set: &[bool], width: usize, height: usize) -> Vec<bool> {
    let mut is_covered = vec![false; set.len()];
    if width < THICK || height < THICK {
        return is_covered;
    }
    // run[y][x]: set pixels in a row, ending here; then the same downwards over rows that are long enough.
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
    is_covered
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
    fn a_long_line_is_a_difference_unless_it_stands_a_little_further_on() {
        let lined = |line: Option<usize>| {
            let mut picture = Picture::filled(100, 40, WHITE);
            for (x, y) in line.into_iter().flat_map(|y| (10..90).map(move |x| (x, y))) {
                picture.set(x, y, BLUE);
            }
            picture
        };
        let between = |one: Option<usize>, other: Option<usize>| {
            let (one, other) = (lined(one), lined(other));
            line_difference(&one, (0, 0), &other, (0, 0), &Mask::new(100, 40)).n_pixels
        };
        assert_eq!(between(Some(20), None), 80);
        assert_eq!(between(None, Some(20)), 80);
        assert_eq!(between(Some(20), Some(22)), 0);
        assert_eq!(between(Some(1), None), 0);
    }

    #[test]
    fn what_stands_a_little_further_on_is_no_difference() {
        let block = |left: usize| {
            let mut picture = Picture::filled(40, 40, WHITE);
            for (x, y) in (left..left + 6).flat_map(|x| (10..30).map(move |y| (x, y))) {
                picture.set(x, y, BLUE);
            }
            picture
        };
        let between = |one: usize, other: usize| {
            thick_difference(&block(one), (0, 0), &block(other), (0, 0), &Mask::new(40, 40))
        };
        assert_eq!(between(10, 13).n_pixels, 0);
        assert!(between(10, 20).n_pixels > 200);
    }

    #[test]
    fn what_is_masked_is_not_looked_at() {
        let second = Picture::filled(20, 20, BLUE);
        let mut mask = Mask::new(20, 20);
        mask.hide(-5.0, 0.0, 30.0, 18.0);
        assert_eq!(compared(&second, &mask), Thick { n_pixels: 0, n_open: 40, mean_levels: 255.0 });
    }
}
