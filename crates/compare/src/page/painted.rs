//! Which elements a new picture may show in another way than the last one did, though nothing in the document says so:
//! backgrounds that arrive late, drawings, what is scrolled into sight.

use std::sync::Arc;

use xcheck_trace::run::{PageTree, Rect};

use super::{NodePair, PagePair, Side};
use crate::difference::Aspect;
use crate::image::Picture;
use crate::pixels::scroll_of;

/// Sides of the squares that pictures are compared by.
const TILE: usize = 32;

/// The parts of a screen that are painted otherwise than before.
#[derive(Debug)]
enum Repainted {
    Nothing,
    All,
    /// Whether each square is, row by row.
    Tiles {
        n_columns: usize,
        is_new: Vec<bool>,
    },
}

impl Repainted {
    fn new(before: Option<&Arc<Picture>>, now: Option<&Arc<Picture>>) -> Self {
        let (before, now) = match (before, now) {
            (None, None) => return Self::Nothing,
            (Some(before), Some(now)) if Arc::ptr_eq(before, now) => return Self::Nothing,
            (Some(before), Some(now)) => (before, now),
            _ => return Self::All,
        };
        if (before.width, before.height) != (now.width, now.height) {
            return Self::All;
        }
        let n_columns = now.width.div_ceil(TILE);
        let mut is_new = vec![false; n_columns * now.height.div_ceil(TILE)];
        for y in 0..now.height {
            let (old, new) = (before.row(0, y, now.width), now.row(0, y, now.width));
            if old == new {
                continue;
            }
            let tiles = &mut is_new[y / TILE * n_columns..][..n_columns];
            let both = old.chunks(TILE * 3).zip(new.chunks(TILE * 3));
            for (tile, (old, new)) in tiles.iter_mut().zip(both) {
                *tile |= old != new;
            }
        }
        Self::Tiles { n_columns, is_new }
    }

    /// Whether anything in a part of the screen is.
    fn meets(&self, part: Rect) -> bool {
        let (n_columns, is_new) = match self {
            Self::Nothing => return false,
            Self::All => return true,
            Self::Tiles { n_columns, is_new } => (*n_columns, is_new),
        };
        // Casts saturate, and NaN becomes 0.
        let first = |start: f64| start.max(0.0) as usize / TILE;
        let last = |start: f64, size: f64| (start + size).ceil() as usize / TILE + 1;
        let columns = first(part.x).min(n_columns)..last(part.x, part.width).min(n_columns);
        let rows = is_new.chunks(n_columns.max(1));
        let (top, bottom) = (first(part.y), last(part.y, part.height));
        let mut rows = rows.skip(top).take(bottom.saturating_sub(top));
        rows.any(|row| row.get(columns.clone()).is_some_and(|row| row.contains(&true)))
    }
}

impl PagePair {
    /// Pairs that the pictures of a step may show in another way than those of the step before.
    pub(super) fn painted_anew(&mut self, one: &Side<'_>, other: &Side<'_>) -> Vec<NodePair> {
        let (before, other_before) = &self.painted;
        let ours = Repainted::new(before.as_ref(), one.picture.as_ref());
        let theirs = Repainted::new(other_before.as_ref(), other.picture.as_ref());
        self.painted = (one.picture.clone(), other.picture.clone());
        if matches!((&ours, &theirs), (Repainted::Nothing, Repainted::Nothing)) {
            return Vec::new();
        }
        let is_met = |tree: &PageTree, id: u64, on: &Repainted, scroll: (f64, f64)| {
            let node = tree.node(id).filter(|node| node.name().is_some());
            let bounds = node.and_then(|node| node.bounds);
            bounds.is_some_and(|it| on.meets(Rect { x: it.x - scroll.0, y: it.y - scroll.1, ..it }))
        };
        let scrolls = (scroll_of(&self.reference), scroll_of(&self.test));
        let is_new = |pair: &NodePair| {
            pair.reference.is_some_and(|id| is_met(&self.reference, id, &ours, scrolls.0))
                || pair.test.is_some_and(|id| is_met(&self.test, id, &theirs, scrolls.1))
        };
        let pairs = self.reference.nodes().keys().map(|id| self.pair_of_reference(*id));
        // What was seen may be out of sight now.
        let is_look = |it: Aspect| matches!(it, Aspect::Pixels | Aspect::Drawing);
        let seen = self.standing.iter().filter(|(_, all)| all.iter().any(|it| is_look(it.aspect)));
        pairs
            .filter(|pair| pair.test.is_some())
            .filter(is_new)
            .chain(seen.map(|it| *it.0))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x: f64, y: f64, width: f64, height: f64) -> Rect {
        Rect { x, y, width, height }
    }

    #[test]
    fn what_is_painted_anew_is_found_by_place() {
        let before = Picture::filled(100, 70, [9; 3]);
        let mut now = before.clone();
        now.set(70, 40, [200; 3]);
        let (before, now) = (Arc::new(before), Arc::new(now));
        let painted = Repainted::new(Some(&before), Some(&now));
        assert!(painted.meets(rect(60.0, 30.0, 20.0, 20.0)));
        assert!(painted.meets(rect(-50.0, -50.0, 1e9, 1e9)));
        assert!(!painted.meets(rect(0.0, 0.0, 30.0, 30.0)));
        assert!(!painted.meets(rect(300.0, 0.0, 30.0, 90.0)));
        assert!(!painted.meets(rect(f64::NAN, f64::NAN, 1.0, 1.0)));
        assert!(!Repainted::new(Some(&now), Some(&now)).meets(rect(60.0, 30.0, 20.0, 20.0)));
        assert!(Repainted::new(None, Some(&now)).meets(rect(0.0, 0.0, 1.0, 1.0)));
    }
}
