//! Words that a page says and a picture does not show.

use xcheck_trace::run::{Node, NodeKind, PageTree, Rect};

use super::PagePair;
use crate::difference::{Aspect, Difference};
use crate::image::{Picture, contrast};
use crate::pixels::scroll_of;

impl PagePair {
    /// Words that are painted in one browser's picture only, though both documents say the same.
    pub(super) fn unpainted(
        &self,
        (one, other): (u64, u64),
        pictures: (&Picture, &Picture),
    ) -> Option<Difference> {
        let (ours, theirs) = (self.reference.node(one)?, self.test.node(other)?);
        let (is_here, is_there) = self.words_painted(ours, theirs, pictures)?;
        let say = |it: bool| if it { "there" } else { "not there" };
        Some(Difference {
            aspect: Aspect::Style,
            property: "paint of words".to_owned(),
            reference: say(is_here).to_owned(),
            test: say(is_there).to_owned(),
            weight: 1.0,
        })
    }

    /// In which browser the words of an element can be seen, if that is one of them.
    fn words_painted(
        &self,
        ours: &Node,
        theirs: &Node,
        (picture, other_picture): (&Picture, &Picture),
    ) -> Option<(bool, bool)> {
        const SEEN: u8 = 60;
        const UNSEEN: u8 = 6;
        const LEAST_LETTERS: usize = 2;
        let mut pairs = ours.children.iter().zip(&theirs.children);
        pairs.find_map(|(a, b)| {
            let (one, other) = (self.reference.node(*a)?, self.test.node(*b)?);
            let is_text = one.kind == NodeKind::Text && one.text == other.text;
            let n_letters = one.text.as_ref().map_or(0, |it| it.trim().chars().count());
            if !is_text || n_letters < LEAST_LETTERS {
                return None;
            }
            let (here, there) = (one.bounds?, other.bounds?);
            // All of it must be there to be seen.
            let is_whole = |all: Rect, seen: Rect, element: Rect| {
                seen.width > all.width - 1.0
                    && seen.height > all.height - 1.0
                    && all.x > element.x - 1.0
                    && all.x + all.width < element.x + element.width + 1.0
            };
            if !is_whole(here, self.view().sight(*a)?.bounds, ours.bounds?)
                || !is_whole(there, self.other_view().sight(*b)?.bounds, theirs.bounds?)
            {
                return None;
            }
            let part = on_screen(&self.reference, here, picture)?;
            let other_part = on_screen(&self.test, there, other_picture)?;
            let levels = contrast(picture, part.0, part.1);
            let other_levels = contrast(other_picture, other_part.0, other_part.1);
            let is_alone = (levels >= SEEN && other_levels <= UNSEEN)
                || (other_levels >= SEEN && levels <= UNSEEN);
            let is_free = || {
                !is_under(&self.reference, *a, here, &self.floating.0)
                    && !is_under(&self.test, *b, there, &self.floating.1)
            };
            (is_alone && is_free()).then_some((levels >= SEEN, other_levels >= SEEN))
        })
    }
}

/// A part of a page as one of the picture, if it is all on it.
pub(super) fn on_screen(
    tree: &PageTree,
    part: Rect,
    picture: &Picture,
) -> Option<((usize, usize), (usize, usize))> {
    const LEAST_PX: f64 = 3.0;
    let scroll = scroll_of(tree);
    let (x, y) = ((part.x - scroll.0).floor(), (part.y - scroll.1).floor());
    let (width, height) = (part.width.ceil(), part.height.ceil());
    let is_on = x >= 0.0
        && y >= 0.0
        && x + width <= picture.width as f64
        && y + height <= picture.height as f64
        && width >= LEAST_PX
        && height >= LEAST_PX;
    is_on.then_some(((x as usize, y as usize), (width as usize, height as usize)))
}

/// Whether something that is out of the flow, and that a node is not in, lies over a part of a page.
pub(super) fn is_under(
    tree: &PageTree,
    id: u64,
    part: Rect,
    floating: &std::collections::BTreeSet<u64>,
) -> bool {
    let next = |id: &u64| tree.node(*id).map(|node| node.parent);
    let outer: Vec<u64> =
        std::iter::successors(Some(id), next).take(tree.nodes().len() + 1).collect();
    floating.iter().filter(|over| !outer.contains(over)).any(|over| {
        tree.node(*over).and_then(|it| it.bounds).is_some_and(|it| {
            it.x < part.x + part.width
                && part.x < it.x + it.width
                && it.y < part.y + part.height
                && part.y < it.y + it.height
        })
    })
}
