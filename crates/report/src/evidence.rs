//! The element of a finding as each browser had it: its part of the document, and its styles where they differ.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Map, Value};
use xcheck_trace::run::{Node, NodeKind, PageTree, RunReader};

use crate::Session;
use crate::tape::short;

/// Of one element; more is no help.
const MAX_LINES: usize = 60;
const MAX_DEPTH: usize = 8;
/// Nobody looks at more.
const MAX_FINDINGS: usize = 2_000;
const MAX_XPATH: usize = 4 << 10;
const MAX_STYLES: usize = 40;

/// What both browsers had, as the page's script gets it.
#[derive(Default, Serialize)]
pub(crate) struct Evidence {
    /// Lines of the element and what is in it; nothing if it was not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<Vec<String>>,
    /// Properties that differ: name, here, there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    styles: Vec<(String, String, String)>,
}

impl Evidence {
    fn of(reference: Option<&Sight>, test: Option<&Sight>) -> Self {
        let styles = match (reference, test) {
            (Some(one), Some(other)) => differing(&one.styles, &other.styles),
            _ => Vec::new(),
        };
        let lines = |sight: Option<&Sight>| sight.map(|it| it.lines.clone());
        Self { reference: lines(reference), test: lines(test), styles }
    }

    fn is_empty(&self) -> bool {
        self.styles.is_empty() && self.reference == self.test
    }
}

fn differing(
    one: &BTreeMap<String, String>,
    other: &BTreeMap<String, String>,
) -> Vec<(String, String, String)> {
    let here = |name: &&String| one.get(*name) != other.get(*name);
    let names: std::collections::BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let value = |from: &BTreeMap<String, String>, name: &String| {
        from.get(name).map(|it| short(it)).unwrap_or_default()
    };
    let pair = |name: &String| (short(name), value(one, name), value(other, name));
    names.into_iter().filter(here).map(pair).take(MAX_STYLES).collect()
}

/// One element at one step of one run.
#[derive(Clone)]
struct Sight {
    lines: Vec<String>,
    styles: BTreeMap<String, String>,
}

/// The element of a finding, and the steps at which both browsers are looked at.
struct Question<'a> {
    session: usize,
    reference: u64,
    browser: &'a str,
    test: Option<u64>,
    xpath: &'a str,
}

/// What both browsers had of each finding, as far as runs tell it.
pub(crate) fn gather(
    report: &Map<String, Value>,
    leading: &str,
    sessions: &[Session],
) -> Vec<Option<Evidence>> {
    let xbis = report.get("xbis").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let questions: Vec<Option<Question<'_>>> =
        xbis.iter().take(MAX_FINDINGS).map(|xbi| question(xbi, leading, sessions)).collect();
    let mut wanted: BTreeMap<(usize, &str), BTreeMap<u64, Vec<&str>>> = BTreeMap::new();
    for question in questions.iter().flatten() {
        let sides = [(leading, Some(question.reference)), (question.browser, question.test)];
        for (browser, step) in sides {
            let Some(step) = step else { continue };
            let steps = wanted.entry((question.session, browser)).or_default();
            steps.entry(step).or_default().push(question.xpath);
        }
    }
    let mut seen = BTreeMap::new();
    for ((session, browser), steps) in &wanted {
        if let Some((run, _)) = sessions[*session].runs.get(*browser) {
            seen.insert((*session, (*browser).to_owned()), look(run, steps));
        }
    }
    let answer = |question: Question<'_>| {
        let sight = |browser: &str, step: Option<u64>| {
            seen.get(&(question.session, browser.to_owned()))?
                .get(&(step?, question.xpath.to_owned()))
        };
        let reference = sight(leading, Some(question.reference));
        let evidence = Evidence::of(reference, sight(question.browser, question.test));
        (!evidence.is_empty()).then_some(evidence)
    };
    questions.into_iter().map(|question| question.and_then(answer)).collect()
}

fn question<'a>(xbi: &'a Value, leading: &str, sessions: &[Session]) -> Option<Question<'a>> {
    let session = usize::try_from(xbi["session"].as_u64().unwrap_or(0)).ok()?;
    let browser = xbi["browser"].as_str()?;
    let runs = &sessions.get(session)?.runs;
    let reference = xbi["step"].as_u64()?;
    let test = runs.get(browser).and_then(|(_, test)| {
        let (_, facts) = runs.get(leading)?;
        test.step_at(facts.place(reference)?)
    });
    let xpath = xbi["element"]["xpath"].as_str().filter(|xpath| xpath.len() <= MAX_XPATH)?;
    Some(Question { session, reference, browser, test, xpath })
}

/// Looks at elements of a run: for each wanted step, by its index, their paths.
fn look(run: &RunReader, wanted: &BTreeMap<u64, Vec<&str>>) -> BTreeMap<(u64, String), Sight> {
    let mut sights = BTreeMap::new();
    let Some(last) = wanted.keys().next_back() else { return sights };
    let mut trees: BTreeMap<usize, PageTree> = BTreeMap::new();
    for step in run.steps().flatten() {
        let tree = trees.entry(step.page).or_default();
        if let Some(observation) = &step.observation {
            tree.apply(&observation.value());
        }
        for xpath in wanted.get(&step.index).into_iter().flatten() {
            if let Some(id) = tree.at_xpath(xpath) {
                sights.insert((step.index, (*xpath).to_owned()), sight(tree, id));
            }
        }
        if step.index >= *last {
            break;
        }
    }
    sights
}

fn sight(tree: &PageTree, id: u64) -> Sight {
    let mut lines = Vec::new();
    draw(tree, id, 0, &mut lines);
    let styles = tree.node(id).and_then(|node| node.style.clone()).unwrap_or_default();
    Sight { lines, styles }
}

/// Draws a node, one line for each element, texts of leaves beside them.
fn draw(tree: &PageTree, id: u64, depth: usize, lines: &mut Vec<String>) {
    let Some(node) = tree.node(id).filter(|_| depth <= MAX_DEPTH) else { return };
    if lines.len() >= MAX_LINES {
        if lines.len() == MAX_LINES {
            lines.push("…".to_owned());
        }
        return;
    }
    let indent = "  ".repeat(depth);
    match &node.kind {
        NodeKind::Text => {
            let text = short(node.text.as_deref().unwrap_or_default());
            if !text.is_empty() {
                lines.push(format!("{indent}{text}"));
            }
        }
        NodeKind::Element { .. } => {
            let texts: Vec<&Node> = node.children.iter().filter_map(|id| tree.node(*id)).collect();
            let is_leaf = node.shadow.is_none()
                && texts.iter().all(|child| matches!(child.kind, NodeKind::Text));
            let tag = tag(node);
            if is_leaf {
                let text: String = texts.iter().filter_map(|child| child.text.as_deref()).collect();
                lines.push(format!("{indent}{tag}{}", short(&text)));
                return;
            }
            lines.push(format!("{indent}{tag}"));
            for child in node.shadow.iter().chain(&node.children) {
                draw(tree, *child, depth + 1, lines);
            }
        }
        NodeKind::Shadow => {
            lines.push(format!("{indent}#shadow"));
            for child in &node.children {
                draw(tree, *child, depth + 1, lines);
            }
        }
    }
}

fn tag(node: &Node) -> String {
    let mut text = format!("<{}", short(node.name().unwrap_or_default()));
    for (name, value) in &node.attributes {
        let _ = write!(text, " {}=\"{}\"", short(name), short(value));
    }
    text.push('>');
    text
}
