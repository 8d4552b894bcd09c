//! Random pages, what happens to them, and what one browser gets wrong.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::json;

use crate::page::{El, el, page};

/// What an element of a random page is made of.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    name: usize,
    has_text: bool,
    height: u8,
    is_field: bool,
    children: Vec<Shape>,
}

/// One change of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Change {
    Move,
    Remove,
    Add,
    Text,
    Resize,
    Color,
    Check,
    Hide,
}

/// A change of the element that an index leads to.
pub(crate) type Aimed = (Index, Change);

/// A page, and what each step does to it: in both browsers, and in the other one alone.
#[derive(Clone, Debug)]
pub(crate) struct Story {
    pub(crate) shapes: Vec<Shape>,
    pub(crate) steps: Vec<(Vec<Aimed>, Vec<Aimed>)>,
}

/// Whether elements have an `id`, by which they are told apart wherever they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marks {
    Ids,
    None,
}

fn shapes() -> impl Strategy<Value = Vec<Shape>> {
    let leaf = (0..4_usize, any::<u8>(), any::<bool>()).prop_map(|(name, height, is_field)| {
        Shape { name, has_text: true, height, is_field, children: Vec::new() }
    });
    let shape = leaf.prop_recursive(4, 24, 5, |inner| {
        (0..4_usize, any::<bool>(), prop::collection::vec(inner, 1..5)).prop_map(
            |(name, has_text, children)| Shape {
                name,
                has_text,
                height: 0,
                is_field: false,
                children,
            },
        )
    });
    prop::collection::vec(shape, 1..4)
}

fn change() -> impl Strategy<Value = Change> {
    prop::sample::select(vec![
        Change::Move,
        Change::Remove,
        Change::Add,
        Change::Text,
        Change::Resize,
        Change::Color,
        Change::Check,
        Change::Hide,
    ])
}

/// Stories of up to `n_steps` steps, with up to `n_faults` at each.
pub(crate) fn stories(n_steps: usize, n_faults: usize) -> impl Strategy<Value = Story> {
    let aimed = || (any::<Index>(), change());
    let changes = prop::collection::vec(aimed(), 0..3);
    let faults = prop::collection::vec(aimed(), 0..=n_faults);
    let steps = prop::collection::vec((changes, faults), 1..=n_steps);
    (shapes(), steps).prop_map(|(shapes, steps)| Story { shapes, steps })
}

impl Story {
    /// The states of the page in the reference and in the other browser.
    pub(crate) fn states(&self, marks: Marks) -> (Vec<El>, Vec<El>) {
        let mut next = 3;
        let mut one = page(self.shapes.iter().map(|shape| build(shape, &mut next, marks)));
        let mut other = one.clone();
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for (at, (changes, faults)) in self.steps.iter().enumerate() {
            // The first step shows the page as it is.
            let changes = if at == 0 { &[] } else { changes.as_slice() };
            let targets = one.ids();
            for (n, (index, change)) in changes.iter().enumerate() {
                let fresh = 1000 * (at as u64 + 1) + n as u64;
                let id = *index.get(&targets);
                apply(&mut one, id, *change, fresh, marks);
                apply(&mut other, id, *change, fresh, marks);
            }
            let targets = other.ids();
            for (n, (index, change)) in faults.iter().enumerate() {
                let fresh = 1000 * (at as u64 + 1) + 500 + n as u64;
                apply(&mut other, *index.get(&targets), *change, fresh, marks);
            }
            ours.push(one.clone());
            theirs.push(other.clone());
        }
        (ours, theirs)
    }
}

fn marked(element: El, marks: Marks) -> El {
    let id = format!("e{}", element.id);
    if marks == Marks::Ids { element.attribute("id", &id) } else { element }
}

fn build(shape: &Shape, next: &mut u64, marks: Marks) -> El {
    const NAMES: [&str; 4] = ["div", "section", "p", "b"];
    let id = *next;
    *next += 1;
    let mut element = marked(el(id, NAMES[shape.name]), marks);
    if shape.has_text {
        element.text = format!("words {id}");
    }
    if shape.is_field {
        element.form = Some(json!({"checked": true}));
    }
    if shape.children.is_empty() {
        element.height = Some(20.0 + f64::from(shape.height / 4));
    }
    element.children = shape.children.iter().map(|shape| build(shape, next, marks)).collect();
    element
}

/// Differences are far from where they begin to count, so that a swap does not decide them.
fn apply(page: &mut El, id: u64, change: Change, fresh: u64, marks: Marks) {
    // Without a document or a body there is no page.
    if id <= 2 {
        return;
    }
    if change == Change::Remove {
        page.take(id);
        return;
    }
    let Some(element) = page.find(id) else { return };
    match change {
        Change::Move => element.shift.0 += 150.0,
        Change::Add => {
            let new = marked(el(fresh, "p"), marks).text(&format!("new words {fresh}"));
            element.children.push(new.size(400.0, 30.0));
            element.height = None;
        }
        Change::Text => element.text = format!("other words {fresh}"),
        Change::Resize => {
            element.width = Some(if element.width == Some(300.0) { 800.0 } else { 300.0 });
        }
        Change::Color => {
            let color = if fresh.is_multiple_of(2) { "rgb(200, 0, 0)" } else { "rgb(0, 0, 200)" };
            element.style.insert("color".to_owned(), color.to_owned());
        }
        Change::Check => {
            element.form =
                element.form.take().map(|form| json!({"checked": form["checked"] != true}));
        }
        Change::Hide => {
            element.style.insert("opacity".to_owned(), "0".to_owned());
        }
        Change::Remove => {}
    }
}
