//! What is written in a part of a picture, whatever the colors: what stands out from its ground.

use std::collections::BTreeMap;

use super::picture::Picture;

/// Of a part of which less has one color nothing can be said.
const LEAST_GROUND: f64 = 0.4;
/// What stands out by less is hardly seen.
const LEAST_LEVELS: u8 = 48;
/// What stands out by less than this share of what stands out most is the edge of a letter.
const EDGE: f64 = 0.4;
/// So far from each other are edges of the same letters in two engines.
const NEAR: usize = 2;
/// So far on may all of it be.
const MOST_ON: isize = 3;

/// Which pixels of a part of a picture are written on.
#[derive(Debug)]
pub(crate) struct Ink {
    width: usize,
    height: usize,
    is_set: Vec<bool>,
}

impl Ink {
    /// None if the part has no ground of one color, or if nothing stands out from it.
    pub(crate) fn new(
        picture: &Picture,
        (left, top): (usize, usize),
        (width, height): (usize, usize),
    ) -> Option<Self> {
        let pixels =
            || (top..top + height).flat_map(|y| picture.row(left, y, width).chunks_exact(3));
        let ground = ground(pixels())?;
        let off = |it: &[u8]| it.iter().zip(ground).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0);
        let levels: Vec<u8> = pixels().map(off).collect();
        let most = levels.iter().copied().max().filter(|it| *it >= LEAST_LEVELS)?;
        let least = (f64::from(most) * EDGE) as u8;
        Some(Self { width, height, is_set: levels.into_iter().map(|it| it > least).collect() })
    }

    pub(crate) fn n_set(&self) -> usize {
        self.is_set.iter().filter(|it| **it).count()
    }

    /// The share of what is written in either that is near nothing of the other, wherever it lies best; none if that is
    /// less than it takes.
    pub(crate) fn share_alone(&self, other: &Self, least: f64) -> Option<f64> {
        let (wide, other_wide) = (self.widened(), other.widened());
        let most = self.n_set().max(other.n_set()).max(1) as f64;
        let share = |(x, y)| {
            let here = self.n_off(&other_wide, (x, y));
            here.max(other.n_off(&wide, (-x, -y))) as f64 / most
        };
        let way = || -MOST_ON..=MOST_ON;
        let ways = way().flat_map(|x| way().map(move |y| (x, y)));
        // Nearly always all of it lies where it should.
        let mut best = f64::MAX;
        for at in std::iter::once((0, 0)).chain(ways) {
            best = share(at).min(best);
            if best < least {
                return None;
            }
        }
        Some(best)
    }

    /// How much is written where nothing is set so far on in a part of the same size.
    fn n_off(&self, wide: &[bool], (x, y): (isize, isize)) -> usize {
        let rows = self.is_set.chunks_exact(self.width).enumerate();
        rows.map(|(at, row)| {
            let Some(other) = at.checked_add_signed(y).filter(|it| *it < self.height) else {
                // Nobody knows what is there.
                return 0;
            };
            let line = &wide[other * self.width..(other + 1) * self.width];
            let from = usize::try_from(-x).unwrap_or(0);
            let cut = |at: usize| at.checked_add_signed(x).filter(|it| *it < line.len());
            let here = row.iter().enumerate().skip(from);
            here.filter(|(at, is_set)| **is_set && cut(*at).is_some_and(|at| !line[at])).count()
        })
        .sum()
    }

    /// All that is near what is written.
    fn widened(&self) -> Vec<bool> {
        let mut rows = vec![false; self.is_set.len()];
        for (line, wide) in
            self.is_set.chunks_exact(self.width).zip(rows.chunks_exact_mut(self.width))
        {
            for x in (0..self.width).filter(|x| line[*x]) {
                wide[x.saturating_sub(NEAR)..(x + NEAR + 1).min(self.width)].fill(true);
            }
        }
        let mut all = vec![false; self.is_set.len()];
        for (y, line) in all.chunks_exact_mut(self.width).enumerate() {
            let near = y.saturating_sub(NEAR)..(y + NEAR + 1).min(self.height);
            for row in near.map(|y| &rows[y * self.width..(y + 1) * self.width]) {
                line.iter_mut().zip(row).for_each(|(to, from)| *to |= from);
            }
        }
        all
    }
}

/// The color that most pixels have.
fn ground<'a>(pixels: impl Iterator<Item = &'a [u8]>) -> Option<[u8; 3]> {
    let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    let mut n = 0;
    // Most pixels are as the one before.
    let (mut last, mut run) = ([0; 3], 0);
    for it in pixels {
        let color = [it[0], it[1], it[2]];
        if color != last {
            *counts.entry(last).or_default() += run;
            (last, run) = (color, 0);
        }
        run += 1;
        n += 1;
    }
    *counts.entry(last).or_default() += run;
    let (color, most) = counts.into_iter().max_by_key(|(color, count)| (*count, *color))?;
    (most > 0 && most as f64 >= LEAST_GROUND * f64::from(n)).then_some(color)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(at: &[(usize, usize)], ink: [u8; 3]) -> Picture {
        let mut picture = Picture::filled(40, 20, [250; 3]);
        for (x, y) in at {
            picture.set(*x, *y, ink);
        }
        picture
    }

    fn ink(picture: &Picture) -> Option<Ink> {
        Ink::new(picture, (0, 0), (40, 20))
    }

    #[test]
    fn letters_are_the_same_in_any_color_and_a_little_further_on() {
        let one = ink(&written(&[(5, 5), (5, 6), (30, 9)], [0; 3])).unwrap();
        let other = ink(&written(&[(7, 5), (7, 8), (29, 9)], [140; 3])).unwrap();
        assert_eq!((one.n_set(), other.n_set()), (3, 3));
        assert_eq!(one.share_alone(&other, 0.1), None);
        let elsewhere = ink(&written(&[(5, 5), (5, 6), (20, 9)], [0; 3])).unwrap();
        assert!((one.share_alone(&elsewhere, 0.1).unwrap() - 1.0 / 3.0).abs() < 0.01);
    }

    #[test]
    fn edges_of_letters_are_not_written_on() {
        let mut picture = written(&[(5, 5)], [0; 3]);
        picture.set(6, 5, [190; 3]);
        assert_eq!(ink(&picture).unwrap().n_set(), 1);
    }

    #[test]
    fn nothing_is_said_of_what_has_no_ground_or_no_letters() {
        assert!(ink(&written(&[], [0; 3])).is_none());
        assert!(ink(&written(&[(3, 3)], [230; 3])).is_none());
        let mut stripes = Picture::filled(40, 20, [0; 3]);
        for x in 0..40 {
            for y in 0..20 {
                stripes.set(x, y, [(x % 4 * 60) as u8; 3]);
            }
        }
        assert!(ink(&stripes).is_none());
    }
}
