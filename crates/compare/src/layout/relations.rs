//! The relations of one pair of boxes to the boxes around them.

use xcheck_trace::run::Rect;

use crate::difference::{Aspect, Difference};
use crate::layout::Family;

/// What text metrics and rounding alone may do, in CSS pixels.
const SLACK_PX: f64 = 6.0;
/// And as a share of a size: fonts of the same name differ by as much.
const SLACK_SHARE: f64 = 0.04;
/// Controls have a look of their own in each engine.
const CONTROL_SLACK_PX: f64 = 28.0;
const CONTROL_SHARE: f64 = 0.4;
/// Fields are as wide as a number of letters of their font.
const FIELD_SHARE: f64 = 0.25;
/// Players have the height of their engine.
const CONTROL_HEIGHT_SHARE: f64 = 0.5;
/// What a column may take of its row: engines share out widths by rules of their own.
const CELL_SHARE: f64 = 0.15;

/// A box in both browsers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) one: Rect,
    pub(crate) other: Rect,
}

impl Pair {
    /// How much differs in all, in place and in size.
    pub(crate) fn change(&self) -> f64 {
        let Self { one, other } = self;
        (one.x - other.x).abs()
            + (one.y - other.y).abs()
            + (one.width - other.width).abs()
            + (one.height - other.height).abs()
    }
}

/// An element in both browsers, and what is around it.
#[derive(Clone, Debug)]
pub(crate) struct Around {
    pub(crate) own: Pair,
    pub(crate) parent: Option<Pair>,
    /// Seen in both browsers, before and after it among its siblings.
    pub(crate) neighbors: Vec<Pair>,
    /// What its children take up together, texts too.
    pub(crate) content: Option<Pair>,
    /// Of its own children and of its parent's.
    pub(crate) below: Family,
    pub(crate) beside: Family,
    pub(crate) control: Control,
    /// There is nothing around it: the document or its body.
    pub(crate) is_page: bool,
    /// It is one of blocks that stand below each other: what is above it says where it is.
    pub(crate) stacked: Option<Stacked>,
    /// What it is put into at a place of its own, if it is out of the flow.
    pub(crate) frame: Option<Pair>,
}

/// A block among blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stacked {
    First,
    /// Below this one.
    Below(Pair),
}

/// How far an engine chooses the size of an element by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Control {
    #[default]
    None,
    /// As far as rows and columns of a table share what there is.
    Cell,
    /// As far as fonts and borders go: buttons.
    Plain,
    /// As far as letters go that are counted: fields of text.
    Field,
    /// In all: lists, dates, files, sliders.
    OwnLook,
    /// Altogether: what stands in for a picture that is not there.
    Broken,
}

/// Whether two changes are the same, as far as rounding goes.
pub(crate) fn is_alike(one: f64, other: f64) -> bool {
    (one - other).abs() <= 2.0
}

#[derive(Clone, Copy)]
enum Axis {
    X,
    Y,
}

impl Axis {
    fn span(self, rect: Rect) -> (f64, f64) {
        match self {
            Self::X => (rect.x, rect.width),
            Self::Y => (rect.y, rect.height),
        }
    }
}

/// How far one side of a box is from what its surroundings account for, beside what is allowed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure {
    aspect: Aspect,
    pub(crate) property: &'static str,
    ours: f64,
    theirs: f64,
    /// In CSS pixels.
    pub(crate) unexplained: f64,
    pub(crate) allowed: f64,
}

/// Width, left, height and top.
pub(crate) fn measures(around: &Around) -> [Measure; 4] {
    let of = |axis: Axis, size: &'static str, place: &'static str, slack: f64| {
        let ((start, ours), (other_start, theirs)) =
            (axis.span(around.own.one), axis.span(around.own.other));
        [
            Measure {
                aspect: Aspect::Size,
                property: size,
                ours,
                theirs,
                unexplained: unexplained_size(axis, around),
                allowed: slack,
            },
            Measure {
                aspect: Aspect::Place,
                property: place,
                ours: start,
                theirs: other_start,
                unexplained: unexplained_move(axis, around),
                allowed: place_slack(around, slack),
            },
        ]
    };
    let [width, left] = of(Axis::X, "width", "left", width_slack(around));
    let [height, top] = of(Axis::Y, "height", "top", height_slack(around));
    [width, left, height, top]
}

/// Differences of place and size that nothing around accounts for.
pub(crate) fn differences(around: &Around) -> Vec<Difference> {
    let mut found = Vec::new();
    let [width, left, height, top] = measures(around);
    for (size, place) in [(width, left), (height, top)] {
        // What has another size is elsewhere, too.
        let wrong = [size, place].into_iter().find(|it| it.unexplained > it.allowed);
        found.extend(wrong.map(difference));
    }
    if is_wrapped(around) {
        found.retain(|it| it.aspect != Aspect::Place);
    }
    found
}

/// Whether it just fits into the line of what stands before it in one browser, and begins the next line in the other:
/// letters are as wide as an engine has them.
fn is_wrapped(around: &Around) -> bool {
    let (Some(before), Some(parent)) = (around.neighbors.first(), around.parent) else {
        return false;
    };
    let is_beside = |own: Rect, before: Rect| {
        own.x >= before.x + before.width - SLACK_PX
            && own.y < before.y + before.height
            && before.y < own.y + own.height
    };
    let is_below = |own: Rect, before: Rect| own.y >= before.y + before.height - SLACK_PX;
    let just_fits = |own: Rect, parent: Rect| {
        let rest = parent.x + parent.width - own.x - own.width;
        rest <= SLACK_PX + parent.width * SLACK_SHARE
    };
    let Pair { one, other } = around.own;
    let wraps = |fitting: Rect, beside: Rect, whole: Rect, wrapped: Rect, above: Rect| {
        is_beside(fitting, beside) && just_fits(fitting, whole) && is_below(wrapped, above)
    };
    wraps(one, before.one, parent.one, other, before.other)
        || wraps(other, before.other, parent.other, one, before.one)
}

fn difference(measure: Measure) -> Difference {
    let px = |value: f64| format!("{}px", value.round());
    Difference {
        aspect: measure.aspect,
        property: measure.property.to_owned(),
        reference: px(measure.ours),
        test: px(measure.theirs),
        weight: measure.unexplained / measure.allowed,
    }
}

/// Edges, centers and gaps do not hang on how wide letters are, unless an engine has a say in the size itself.
fn place_slack(around: &Around, size_slack: f64) -> f64 {
    let least = 2.0 * SLACK_PX;
    if around.control == Control::None { least } else { size_slack.max(least) }
}

fn width_slack(around: &Around) -> f64 {
    let width = around.own.one.width.max(around.own.other.width);
    let own = match around.control {
        Control::None => 0.0,
        Control::Cell => {
            around.parent.map_or(0.0, |row| row.one.width.max(row.other.width) * CELL_SHARE)
        }
        Control::Plain => CONTROL_SLACK_PX,
        Control::Field => CONTROL_SLACK_PX.max(width * FIELD_SHARE),
        Control::OwnLook => CONTROL_SLACK_PX.max(width * CONTROL_SHARE),
        Control::Broken => f64::INFINITY,
    };
    (SLACK_PX + width * SLACK_SHARE).max(own)
}

fn height_slack(around: &Around) -> f64 {
    let height = around.own.one.height.max(around.own.other.height);
    let own = match around.control {
        Control::None => 0.0,
        Control::Cell => 2.0 * SLACK_PX,
        Control::Plain | Control::Field => CONTROL_SLACK_PX / 2.0,
        Control::OwnLook => (CONTROL_SLACK_PX / 2.0).max(height * CONTROL_HEIGHT_SHARE),
        Control::Broken => f64::INFINITY,
    };
    (SLACK_PX + height * SLACK_SHARE).max(own)
}

/// Whether a difference of size shows nowhere, if the element itself paints nothing: what is in it, what is beside it
/// and what it is in are where they were.
pub(crate) fn is_unseen(difference: &Difference, around: &Around) -> bool {
    let axis = match (difference.aspect, difference.property.as_str()) {
        (Aspect::Size, "width") => Axis::X,
        (Aspect::Size, "height") => Axis::Y,
        _ => return false,
    };
    let is_still = |pair: &Pair| {
        let ((start, size), (other_start, other_size)) =
            (axis.span(pair.one), axis.span(pair.other));
        let is_same = |one: f64, other: f64| (one - other).abs() <= SLACK_PX;
        is_same(start, other_start) && is_same(start + size, other_start + other_size)
    };
    around.content.as_ref().is_some_and(is_still)
        && around.neighbors.iter().all(is_still)
        && (around.is_page || around.parent.as_ref().is_some_and(is_still))
}

/// How far the sizes differ beyond what content and parent account for.
///
/// Widths come from above and heights from below, as a rule: so what many children share is their parent's doing in
/// the one direction, and what one child has is the child's in the other.
fn unexplained_size(axis: Axis, around: &Around) -> f64 {
    let change = |pair: &Pair| axis.span(pair.other).1 - axis.span(pair.one).1;
    let own = change(&around.own);
    let mut rest = own.abs();
    let is_from_below = matches!(axis, Axis::Y) || around.below.n_alike <= 1;
    if let (true, Some(content)) = (is_from_below, &around.content) {
        rest = rest.min((own - change(content)).abs());
    }
    if let Some(parent) = &around.parent {
        let theirs = change(parent);
        let is_from_above = match axis {
            Axis::X => around.beside.n_alike >= 2,
            Axis::Y => around.beside.n_pushing >= 1,
        };
        // A parent that is just as much higher as its children are together is so because of them.
        let is_theirs = matches!(axis, Axis::Y)
            && !is_from_above
            && theirs.abs() > SLACK_PX
            && (theirs - around.beside.grown as f64).abs() <= SLACK_PX;
        if is_from_above || !is_theirs && !is_alike(own, theirs) {
            rest = rest.min((own - theirs).abs());
            // The same share of the parent, in either browser.
            for (own_box, parent_box) in
                [(around.own.one, parent.one), (around.own.other, parent.other)]
            {
                let ((_, size), (_, whole)) = (axis.span(own_box), axis.span(parent_box));
                if whole > 0.0 {
                    rest = rest.min((own - size * theirs / whole).abs());
                }
            }
        }
    }
    // What one neighbor takes, another gives.
    for neighbor in &around.neighbors {
        let theirs = change(neighbor);
        if own * theirs < 0.0 && theirs.abs() <= CONTROL_SLACK_PX {
            rest = rest.min((own + theirs).abs());
        }
    }
    rest
}

/// How far it is from where its relations would have it: the smallest of all changes.
fn unexplained_move(axis: Axis, around: &Around) -> f64 {
    let edges = |rect: Rect| {
        let (start, size) = axis.span(rect);
        [start, start + size / 2.0, start + size]
    };
    let ours = edges(around.own.one);
    let theirs = edges(around.own.other);
    let mut least = f64::INFINITY;
    let mut relate = |to: &Pair, pairs: &[(usize, usize)]| {
        let (one, other) = (edges(to.one), edges(to.other));
        for (own, their) in pairs {
            least = least.min(((theirs[*own] - other[*their]) - (ours[*own] - one[*their])).abs());
        }
    };
    // Whoever is as high as what is in it ends where the last of that ends, wherever that is.
    let stacked = around.stacked.filter(|_| matches!(axis, Axis::Y));
    let is_open =
        |it: &Pair| stacked.is_some() && (it.one.height - it.other.height).abs() > SLACK_PX;
    if let Some(parent) = &around.parent {
        let edges: &[(usize, usize)] =
            if is_open(parent) { &[(0, 0)] } else { &[(0, 0), (1, 1), (2, 2)] };
        relate(parent, edges);
    }
    // What follows it moves with it.
    let leading = match stacked {
        Some(Stacked::First) => None,
        Some(Stacked::Below(above)) => Some(above),
        None => around.neighbors.first().copied(),
    };
    if let Some(neighbor) = &leading {
        relate(neighbor, &[(0, 0), (1, 1), (2, 2), (0, 2), (2, 0)]);
    }
    // Scripts put things at the place of rows that they have measured.
    if let Some(frame) = &around.frame {
        let ((start, size), (other_start, other_size)) =
            (axis.span(frame.one), axis.span(frame.other));
        let share = |edge: f64| (edge - start) * other_size / size;
        least = (0..3)
            .fold(least, |least, at| least.min((theirs[at] - other_start - share(ours[at])).abs()));
    }
    if least.is_finite() { least } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x: f64, y: f64, width: f64, height: f64) -> Rect {
        Rect { x, y, width, height }
    }

    fn around(one: Rect, other: Rect, parent: Option<(Rect, Rect)>) -> Around {
        Around {
            own: Pair { one, other },
            parent: parent.map(|(one, other)| Pair { one, other }),
            neighbors: Vec::new(),
            content: None,
            below: Family::default(),
            beside: Family::default(),
            control: Control::None,
            is_page: false,
            stacked: None,
            frame: None,
        }
    }

    fn aspects(around: &Around) -> Vec<(Aspect, String)> {
        differences(around).into_iter().map(|it| (it.aspect, it.property)).collect()
    }

    #[test]
    fn what_moves_with_its_parent_is_not_out_of_place() {
        let parent = (rect(0.0, 0.0, 400.0, 200.0), rect(0.0, 90.0, 400.0, 200.0));
        let child =
            around(rect(10.0, 10.0, 50.0, 20.0), rect(10.0, 100.0, 50.0, 20.0), Some(parent));
        assert_eq!(aspects(&child), []);
    }

    #[test]
    fn a_gap_between_blocks_is_a_difference_though_all_below_goes_with_it() {
        let body = Some((rect(0.0, 0.0, 400.0, 300.0), rect(0.0, 0.0, 400.0, 250.0)));
        let mut lower =
            around(rect(0.0, 150.0, 400.0, 150.0), rect(0.0, 100.0, 400.0, 150.0), body);
        let upper = rect(0.0, 0.0, 400.0, 100.0);
        let mut above = Pair { one: upper, other: upper };
        lower.neighbors = vec![above];
        assert_eq!(aspects(&lower), []);
        lower.stacked = Some(Stacked::Below(above));
        assert_eq!(aspects(&lower), [(Aspect::Place, "top".to_owned())]);
        // What is higher itself pushes what is below it.
        above.other.height = 50.0;
        lower.stacked = Some(Stacked::Below(above));
        assert_eq!(aspects(&lower), []);
    }

    #[test]
    fn what_is_put_at_the_place_of_a_row_goes_with_the_rows() {
        let rows = Pair { one: rect(0.0, 0.0, 400.0, 960.0), other: rect(0.0, 0.0, 400.0, 1008.0) };
        let mut mark = around(rect(0.0, 480.0, 400.0, 20.0), rect(0.0, 504.0, 400.0, 21.0), None);
        mark.neighbors =
            vec![Pair { one: rect(0.0, 0.0, 9.0, 9.0), other: rect(0.0, 0.0, 9.0, 9.0) }];
        assert_eq!(aspects(&mark), [(Aspect::Place, "top".to_owned())]);
        mark.frame = Some(rows);
        assert_eq!(aspects(&mark), []);
        mark.own.other.y = 540.0;
        assert_eq!(aspects(&mark), [(Aspect::Place, "top".to_owned())]);
    }

    #[test]
    fn what_leaves_all_its_relations_is_out_of_place() {
        let parent = (rect(0.0, 0.0, 400.0, 200.0), rect(0.0, 0.0, 400.0, 200.0));
        let child =
            around(rect(10.0, 10.0, 50.0, 20.0), rect(10.0, 90.0, 50.0, 20.0), Some(parent));
        assert_eq!(aspects(&child), [(Aspect::Place, "top".to_owned())]);
    }

    #[test]
    fn a_box_as_large_as_its_content_has_no_size_of_its_own() {
        let mut outer = around(rect(0.0, 0.0, 100.0, 100.0), rect(0.0, 0.0, 100.0, 300.0), None);
        assert_eq!(aspects(&outer), [(Aspect::Size, "height".to_owned())]);
        outer.content =
            Some(Pair { one: rect(0.0, 0.0, 100.0, 90.0), other: rect(0.0, 0.0, 100.0, 290.0) });
        assert_eq!(aspects(&outer), []);
    }

    #[test]
    fn what_just_fits_into_a_line_may_begin_the_next_one() {
        let parent = (rect(0.0, 0.0, 400.0, 200.0), rect(0.0, 0.0, 400.0, 200.0));
        let tag = |left: f64| {
            let mut tag =
                around(rect(left, 0.0, 90.0, 20.0), rect(0.0, 90.0, 90.0, 20.0), Some(parent));
            let before = rect(left - 100.0, 0.0, 90.0, 20.0);
            tag.neighbors = vec![Pair { one: before, other: before }];
            aspects(&tag)
        };
        assert_eq!(tag(305.0), []);
        assert!(!tag(150.0).is_empty());
    }

    #[test]
    fn what_one_child_has_is_its_own_and_what_all_have_is_their_parents() {
        let parent = (rect(0.0, 0.0, 400.0, 200.0), rect(0.0, 0.0, 300.0, 200.0));
        let mut child =
            around(rect(0.0, 0.0, 400.0, 20.0), rect(0.0, 0.0, 300.0, 20.0), Some(parent));
        child.beside.n_alike = 1;
        assert_eq!(aspects(&child), [(Aspect::Size, "width".to_owned())]);
        child.beside.n_alike = 3;
        assert_eq!(aspects(&child), []);
    }
}
