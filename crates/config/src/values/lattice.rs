//! Whole numbers between two limits that are some steps apart, as HTML wants them.

use super::random::Random;

/// The numbers that a field takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lattice {
    pub(super) min: Option<i64>,
    pub(super) max: Option<i64>,
    pub(super) step: i64,
}

impl Lattice {
    /// A number near `wanted`, up to `spread` steps above it. Steps count from the lower limit, else from 0.
    ///
    /// If no number is right, the lower limit.
    pub(super) fn pick(self, wanted: i64, spread: usize, random: &mut Random) -> i64 {
        let step = i128::from(self.step.max(1));
        let base = i128::from(self.min.unwrap_or(0));
        let max = self.max.map(i128::from).filter(|max| self.min.is_none() || *max >= base);
        let last = max.map(|max| (max - base).div_euclid(step));
        let first = self.min.map(|_| 0);
        // Up, not down, to the next step, so that 1 stays above 0.
        let wanted = -(base - i128::from(wanted)).div_euclid(step);
        let within = |index: i128| {
            let index = last.map_or(index, |last| index.min(last));
            first.map_or(index, |first| index.max(first))
        };
        let from = within(wanted);
        let to = within(from + i128::try_from(spread).unwrap_or(0));
        let choices = usize::try_from(to - from + 1).unwrap_or(1);
        let index = from + i128::try_from(random.below(choices)).unwrap_or(0);
        i64::try_from(base + index * step).unwrap_or(self.min.unwrap_or(0))
    }
}
