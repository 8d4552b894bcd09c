//! In which order pages that live side by side go on.
//!
//! Each page has a log of its own. Where logs overlap in time, pages take turns as they did when recorded.

use xcheck_model::event::Page;

use crate::payload::n_played;

/// A page may go on up to an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    pub(crate) page: usize,
    /// The first entry that must wait.
    pub(crate) until: usize,
    /// When its first and its last entry were.
    from_us: i64,
    to_us: i64,
}

/// Whether any two pages, workers aside, lived at the same time.
pub(crate) fn is_side_by_side(pages: &[Page]) -> bool {
    let mut lives: Vec<(i64, i64)> = pages.iter().filter(|page| plays(page)).map(life).collect();
    lives.sort_unstable();
    // A page that goes away and the one that takes its place overlap for a moment.
    lives.windows(2).any(|pair| pair[1].0 + HAND_OVER_US < pair[0].1)
        || pages.iter().any(|page| plays(page) && !page.hello.frame.is_empty())
}

const HAND_OVER_US: i64 = 300_000;

fn plays(page: &Page) -> bool {
    !page.hello.is_worker && !page.entries.is_empty()
}

fn life(page: &Page) -> (i64, i64) {
    let last = page.entries[..n_played(page)].last().map_or(0, |entry| entry.at_us());
    // A page's clock begins when it is asked for, while the one before still lives.
    let first = page.entries.first().map_or(0, |entry| entry.at_us());
    (page.wall_us(first), page.wall_us(last))
}

/// All entries of all pages in the order of their times, those of one page that follow each other taken together.
pub(crate) fn segments(pages: &[Page]) -> Vec<Segment> {
    let mut all: Vec<(i64, usize, usize)> = Vec::new();
    for page in pages.iter().filter(|page| plays(page)) {
        let mut last_us = i64::MIN;
        for (index, entry) in page.entries.iter().take(n_played(page)).enumerate() {
            last_us = last_us.max(page.wall_us(entry.at_us()));
            all.push((last_us, page.number, index));
        }
    }
    all.sort_unstable();
    let mut segments: Vec<Segment> = Vec::new();
    for (at_us, page, index) in all {
        match segments.last_mut() {
            Some(last) if last.page == page => {
                last.until = index + 1;
                last.to_us = at_us;
            }
            _ => segments.push(Segment { page, until: index + 1, from_us: at_us, to_us: at_us }),
        }
    }
    segments
}

/// Browsers tell the time to a millisecond or two, and so the beginning of a page's own time.
const UNCERTAIN_US: i64 = 5_000;

/// The next turn of another page that may as well have been before the present one, if that is the page's that waits.
pub(crate) fn near(segments: &[Segment], present: usize, waiting: usize) -> Option<usize> {
    let now = segments.get(present).filter(|it| it.page == waiting)?;
    let next = segments[present..].iter().position(|it| it.page != waiting)? + present;
    (segments[next].from_us <= now.to_us + UNCERTAIN_US).then_some(next)
}

#[cfg(test)]
mod tests {
    use xcheck_model::event::{Entry, Hello};

    use super::*;

    fn page(number: usize, origin_ms: f64, frame: &[i64], times_us: &[i64]) -> Page {
        Page {
            number,
            hello: Hello { origin_ms, frame: frame.to_vec(), ..Hello::default() },
            targets: Vec::new(),
            functions: Vec::new(),
            entries: times_us.iter().map(|at_us| Entry::Shown { at_us: *at_us }).collect(),
            n_unheard: 0,
            gaps: Vec::new(),
            rejections: Vec::new(),
            failures: Vec::new(),
            files: Vec::new(),
            storage: Vec::new(),
            cost: None,
            is_ended: true,
        }
    }

    #[test]
    fn pages_take_turns_as_recorded() {
        let pages = [page(0, 0.0, &[], &[10, 20, 3000]), page(1, 1.0, &[0], &[5, 6, 4000])];
        assert!(is_side_by_side(&pages));
        let expected = [(0, 2), (1, 2), (0, 3), (1, 3)];
        let found: Vec<(usize, usize)> =
            segments(&pages).iter().map(|segment| (segment.page, segment.until)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn what_was_at_nearly_the_same_time_may_be_first() {
        let pages = [page(0, 0.0, &[], &[10, 20]), page(1, 0.0, &[0], &[4_000, 60_000])];
        let all = segments(&pages);
        assert_eq!(near(&all, 0, 0), Some(1));
        assert_eq!(near(&all, 0, 1), None, "the other one waits for its turn, as it should");
        let pages = [page(0, 0.0, &[], &[10, 20]), page(1, 0.0, &[0], &[9_000])];
        assert_eq!(near(&segments(&pages), 0, 0), None);
    }

    #[test]
    fn pages_that_follow_each_other_need_no_order() {
        let pages = [page(0, 0.0, &[], &[10, 2_000_000]), page(1, 1999.0, &[], &[5])];
        assert!(!is_side_by_side(&pages));
    }
}
