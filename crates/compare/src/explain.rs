//! Everything that is known of one element, and what was made of it, state by state.

use camino::Utf8PathBuf;
use serde::Serialize;
use xcheck_model::browser_name::BrowserName;
use xcheck_trace::run::{PageTree, Rect, RunReader};

use crate::classify::{Feature, Features, is_worth_telling};
use crate::difference::Aspect;
use crate::layout;
use crate::moments::{Moment, each_moment};
use crate::page::{NodePair, Scope};
use crate::runs::{CompareError, Groups, open};
use crate::text::{own_text, shorten};
use crate::walk::is_told;

/// An element in the reference and in one other browser.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    pub browser: BrowserName,
    pub xpath: String,
    /// States in which something about it is other than before.
    pub states: Vec<ExplainedState>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExplainedState {
    pub page: usize,
    pub step: u64,
    #[serde(flatten)]
    pub facts: Facts,
}

/// What is known of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Facts {
    /// Where it is in each browser; none if it is not there.
    pub reference: Option<Side>,
    pub test: Option<Side>,
    /// What its size and place are beyond what its surroundings account for, and what is allowed.
    pub layout: Vec<Excess>,
    /// What the decision tree asks for; none unless both can be seen.
    pub features: Vec<(&'static str, f64)>,
    /// Whether the tree takes it for a bug.
    pub decision: Option<bool>,
    pub differences: Vec<Judged>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Side {
    pub xpath: String,
    /// Left, top, width, height in the document.
    pub bounds: Option<[f64; 4]>,
    /// What of that can be seen.
    pub seen: Option<[f64; 4]>,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Excess {
    pub property: &'static str,
    pub unexplained_px: f64,
    pub allowed_px: f64,
}

/// A difference, and whether it is told.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    pub aspect: Aspect,
    pub property: String,
    pub reference: String,
    pub test: String,
    /// At least 1 is worth a look.
    pub weight: f64,
    pub is_told: bool,
}

/// Explains one element in each other browser. The path is one of the reference, or of what only the other browser has.
pub fn explain(
    dirs: &[Utf8PathBuf],
    xpath: &str,
    scope: Scope,
) -> Result<Vec<Explanation>, CompareError> {
    let (reference, Groups { tests, .. }) = open(dirs)?;
    let one = |(test, _): &(RunReader, Vec<RunReader>)| Explanation {
        browser: test.head().browser.name,
        xpath: xpath.to_owned(),
        states: states(&reference, test, xpath, scope),
    };
    Ok(tests.iter().map(one).collect())
}

fn states(
    reference: &RunReader,
    test: &RunReader,
    xpath: &str,
    scope: Scope,
) -> Vec<ExplainedState> {
    let mut states: Vec<ExplainedState> = Vec::new();
    let mut last: Option<(usize, Facts)> = None;
    each_moment(reference, test, scope, &mut |moment| {
        let (page, step) = (moment.step.page, moment.step.index);
        let facts = facts(moment, xpath);
        let is_new = match &last {
            Some((at, known)) => *at != page || *known != facts,
            None => true,
        };
        // Nothing is worth a word only where it follows something.
        if is_new && (facts != Facts::default() || last.as_ref().is_some_and(|it| it.0 == page)) {
            states.push(ExplainedState { page, step, facts: facts.clone() });
        }
        last = Some((page, facts));
    });
    states
}

fn facts(moment: &Moment<'_>, xpath: &str) -> Facts {
    let pages = moment.pages;
    let Some(pair) = pair_at(moment, xpath) else { return Facts::default() };
    let both = moment.pictures.0.as_deref().zip(moment.pictures.1.as_deref());
    let features = Features::of(pages, pair, both);
    let around =
        pair.reference.zip(pair.test).and_then(|(one, other)| pages.surroundings(one, other));
    let excess = |it: layout::Measure| Excess {
        property: it.property,
        unexplained_px: rounded(it.unexplained),
        allowed_px: rounded(it.allowed),
    };
    let side = |tree: &PageTree, id: u64, seen: Option<Rect>| {
        tree.node(id).map(|node| Side {
            xpath: tree.xpath(id),
            bounds: node.bounds.map(numbers),
            seen: seen.map(numbers),
            text: shorten(&own_text(tree, node)),
        })
    };
    let sight = |view: crate::dom::View<'_>, id| view.sight(id).map(|it| it.bounds);
    Facts {
        reference: pair
            .reference
            .and_then(|id| side(&pages.reference, id, sight(pages.view(), id))),
        test: pair.test.and_then(|id| side(&pages.test, id, sight(pages.other_view(), id))),
        layout: around.iter().flat_map(layout::measures).map(excess).collect(),
        features: features
            .iter()
            .flat_map(|it| Feature::ALL.map(|feature| (feature.name(), rounded(it.value(feature)))))
            .collect(),
        decision: features.as_ref().map(is_worth_telling),
        differences: pages
            .standing
            .get(&pair)
            .into_iter()
            .flatten()
            .map(|it| Judged {
                aspect: it.aspect,
                property: it.property.clone(),
                reference: it.reference.clone(),
                test: it.test.clone(),
                weight: rounded(it.weight),
                is_told: is_told(moment, pair, it.aspect),
            })
            .collect(),
    }
}

fn pair_at(moment: &Moment<'_>, xpath: &str) -> Option<NodePair> {
    let pages = moment.pages;
    if let Some(id) = pages.reference.at_xpath(xpath) {
        return Some(NodePair { reference: Some(id), test: pages.matching.test_of(id) });
    }
    let id = pages.test.at_xpath(xpath)?;
    let reference = pages.matching.reference_of(id);
    reference.is_none().then_some(NodePair { reference, test: Some(id) })
}

fn numbers(rect: Rect) -> [f64; 4] {
    [rect.x, rect.y, rect.width, rect.height]
}

/// Enough digits for people.
fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}
