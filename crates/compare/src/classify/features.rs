//! What a decision about a pair of elements is made from: CrossCheck's five features, and ours.

use xcheck_trace::run::{PageTree, Rect};

use crate::difference::{Aspect, Difference};
use crate::image::{Crop, Picture, chi2_distance};
use crate::native::is_control;
use crate::page::{NodePair, PagePair};
use crate::pixels;
use crate::text::own_text;

/// Ratios and distances above this say no more.
const MOST: f64 = 1e6;

/// A number that is known of every pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    SizeRatio,
    Displacement,
    Area,
    LeafText,
    Chi2,
    OwnSize,
    OwnPlace,
    Pixels,
    Styles,
    IsControl,
    Depth,
    HasChildren,
}

impl Feature {
    pub const ALL: [Self; 12] = [
        Self::SizeRatio,
        Self::Displacement,
        Self::Area,
        Self::LeafText,
        Self::Chi2,
        Self::OwnSize,
        Self::OwnPlace,
        Self::Pixels,
        Self::Styles,
        Self::IsControl,
        Self::Depth,
        Self::HasChildren,
    ];

    /// CrossCheck's five.
    pub const OF_CROSSCHECK: [Self; 5] =
        [Self::SizeRatio, Self::Displacement, Self::Area, Self::LeafText, Self::Chi2];

    /// Those that mean the same in every app: how far something is from what is around it, not from the corner of the
    /// page. Distances, areas and depths tell one app from another, and trees that ask for them learn apps by heart.
    pub const CARRYING_OVER: [Self; 7] = [
        Self::LeafText,
        Self::OwnSize,
        Self::OwnPlace,
        Self::Pixels,
        Self::Styles,
        Self::IsControl,
        Self::HasChildren,
    ];

    /// As in model files.
    pub fn name(self) -> &'static str {
        match self {
            Self::SizeRatio => "size-ratio",
            Self::Displacement => "displacement",
            Self::Area => "area",
            Self::LeafText => "leaf-text",
            Self::Chi2 => "chi2",
            Self::OwnSize => "own-size",
            Self::OwnPlace => "own-place",
            Self::Pixels => "pixels",
            Self::Styles => "styles",
            Self::IsControl => "is-control",
            Self::Depth => "depth",
            Self::HasChildren => "has-children",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|feature| feature.name() == name)
    }
}

/// What is known of a pair of matched elements that can both be seen. All numbers are finite.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Features {
    /// Difference of the areas as a share of the smaller one.
    pub size_ratio: f64,
    /// Between the left upper corners, in CSS pixels.
    pub displacement: f64,
    /// The smaller of the two.
    pub area: f64,
    /// Elements without elements in them have other texts.
    pub is_leaf_text: bool,
    /// Distance of the colors of the crops, from 0 to 2; 0 also without pictures.
    pub chi2: f64,
    /// Size that nothing around accounts for, in multiples of what fonts and controls may do; 0 below 1.
    pub own_size: f64,
    /// Place that nothing around accounts for, likewise.
    pub own_place: f64,
    /// Own pixels that differ thickly, in multiples of what is noticed; 0 below 1.
    pub pixels: f64,
    /// Styles of its text that differ.
    pub n_styles: usize,
    /// Something whose size each engine has a say in.
    pub is_control: bool,
    /// Ancestors.
    pub depth: usize,
    pub has_children: bool,
}

impl Features {
    /// Those of a pair as the last step of its page left it; none unless both can be seen.
    ///
    /// Sizes, places and styles are taken from the differences that stand. The pictures are those of the same step, the
    /// reference's first.
    pub(crate) fn of(
        pages: &PagePair,
        pair: NodePair,
        pictures: Option<(&Picture, &Picture)>,
    ) -> Option<Self> {
        let (one, other) = (pair.reference?, pair.test?);
        let (ours, theirs) = (pages.reference.node(one)?, pages.test.node(other)?);
        ours.name()?;
        let seen = pages.view().sight(one)?;
        let seen_there = pages.other_view().sight(other)?;
        let (bounds, other_bounds) = (ours.bounds?, theirs.bounds?);
        let (area, other_area) =
            (bounds.width * bounds.height, other_bounds.width * other_bounds.height);
        let smaller = area.min(other_area);
        let standing = pages.standing.get(&pair);
        let found = || standing.into_iter().flatten();
        let weight = |aspect: Aspect| heaviest(found().filter(|it| it.aspect == aspect));
        let drawn =
            pictures.map(|(a, b)| pixels::differences(pages, one, a, other, b)).unwrap_or_default();
        let chi2 = pictures.and_then(|(a, b)| {
            let ours = crop(&pages.reference, seen.bounds);
            chi2_distance(a, ours, b, crop(&pages.test, seen_there.bounds))
        });
        let has_children = has_elements(&pages.reference, one);
        let is_leaf = !has_children && !has_elements(&pages.test, other);
        Some(Self {
            size_ratio: tame((area - other_area).abs() / smaller),
            displacement: tame((bounds.x - other_bounds.x).hypot(bounds.y - other_bounds.y)),
            area: tame(smaller),
            is_leaf_text: is_leaf
                && own_text(&pages.reference, ours) != own_text(&pages.test, theirs),
            chi2: chi2.unwrap_or(0.0),
            own_size: tame(weight(Aspect::Size)),
            own_place: tame(weight(Aspect::Place)),
            pixels: tame(heaviest(drawn.iter())),
            n_styles: found().filter(|it| it.aspect == Aspect::Style).count(),
            is_control: is_control(&pages.reference, one) || is_control(&pages.test, other),
            depth: depth(&pages.reference, one),
            has_children,
        })
    }

    pub(crate) fn value(&self, feature: Feature) -> f64 {
        match feature {
            Feature::SizeRatio => self.size_ratio,
            Feature::Displacement => self.displacement,
            Feature::Area => self.area,
            Feature::LeafText => f64::from(u8::from(self.is_leaf_text)),
            Feature::Chi2 => self.chi2,
            Feature::OwnSize => self.own_size,
            Feature::OwnPlace => self.own_place,
            Feature::Pixels => self.pixels,
            Feature::Styles => self.n_styles as f64,
            Feature::IsControl => f64::from(u8::from(self.is_control)),
            Feature::Depth => self.depth as f64,
            Feature::HasChildren => f64::from(u8::from(self.has_children)),
        }
    }

    /// Whether anything at all differs.
    pub(crate) fn is_any_different(&self) -> bool {
        /// Below these, it is rounding and the smoothing of letters.
        const LEAST_RATIO: f64 = 0.005;
        const LEAST_PX: f64 = 1.0;
        const LEAST_CHI2: f64 = 0.02;
        self.size_ratio > LEAST_RATIO
            || self.displacement > LEAST_PX
            || self.chi2 > LEAST_CHI2
            || self.is_leaf_text
            || self.is_over_thresholds()
    }

    /// Whether the comparison tells of it without a tree.
    pub(crate) fn is_over_thresholds(&self) -> bool {
        self.is_leaf_text
            || self.n_styles > 0
            || [self.own_size, self.own_place, self.pixels].iter().any(|weight| *weight >= 1.0)
    }
}

fn heaviest<'a>(found: impl Iterator<Item = &'a Difference>) -> f64 {
    found.map(|it| it.weight).fold(0.0, f64::max)
}

/// NaN is told as nothing.
fn tame(value: f64) -> f64 {
    value.max(0.0).clamp(0.0, MOST)
}

/// Where something in the document is on the screen.
fn crop(tree: &PageTree, bounds: Rect) -> Crop {
    let scroll = pixels::scroll_of(tree);
    let (left, top) = (bounds.x - scroll.0, bounds.y - scroll.1);
    Crop { left, top, width: bounds.width, height: bounds.height }
}

fn has_elements(tree: &PageTree, id: u64) -> bool {
    let Some(node) = tree.node(id) else { return false };
    let is_element = |id: &u64| tree.node(*id).is_some_and(|child| child.name().is_some());
    node.shadow.is_some() || node.children.iter().any(is_element)
}

fn depth(tree: &PageTree, id: u64) -> usize {
    let ancestors = std::iter::successors(tree.node(id), |node| tree.node(node.parent));
    ancestors.take(tree.nodes().len()).count().saturating_sub(1)
}
