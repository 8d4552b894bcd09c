//! Made-up pages: a tree of elements, laid out from top to bottom, and what an observer would say of it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

/// Texts are numbered apart from elements.
const TEXTS: u64 = 1 << 32;

/// An element with its text before its children. Without a size it is as wide as its parent and as high as what is in it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct El {
    pub(crate) id: u64,
    pub(crate) name: &'static str,
    pub(crate) attributes: BTreeMap<String, String>,
    pub(crate) text: String,
    pub(crate) style: BTreeMap<String, String>,
    pub(crate) form: Option<Value>,
    pub(crate) width: Option<f64>,
    pub(crate) height: Option<f64>,
    /// How far it is from where the layout would have it, with all that is in it.
    pub(crate) shift: (f64, f64),
    pub(crate) children: Vec<El>,
}

pub(crate) fn el(id: u64, name: &'static str) -> El {
    El {
        id,
        name,
        attributes: BTreeMap::new(),
        text: String::new(),
        style: BTreeMap::from([("display".to_owned(), "block".to_owned())]),
        form: None,
        width: None,
        height: None,
        shift: (0.0, 0.0),
        children: Vec::new(),
    }
}

impl El {
    pub(crate) fn attribute(mut self, name: &str, value: &str) -> Self {
        self.attributes.insert(name.to_owned(), value.to_owned());
        self
    }

    pub(crate) fn style(mut self, name: &str, value: &str) -> Self {
        self.style.insert(name.to_owned(), value.to_owned());
        self
    }

    pub(crate) fn text(mut self, text: &str) -> Self {
        text.clone_into(&mut self.text);
        self
    }

    pub(crate) fn size(mut self, width: f64, height: f64) -> Self {
        (self.width, self.height) = (Some(width), Some(height));
        self
    }

    pub(crate) fn with(mut self, children: impl IntoIterator<Item = El>) -> Self {
        self.children.extend(children);
        self
    }

    /// The element of that number, this one or one in it.
    pub(crate) fn find(&mut self, id: u64) -> Option<&mut El> {
        if self.id == id {
            return Some(self);
        }
        self.children.iter_mut().find_map(|child| child.find(id))
    }

    /// The element of that number, which must be there.
    pub(crate) fn get(&mut self, id: u64) -> &mut El {
        self.find(id).expect("the page has the element")
    }

    /// Takes an element out of the page.
    pub(crate) fn take(&mut self, id: u64) -> Option<El> {
        if let Some(at) = self.children.iter().position(|child| child.id == id) {
            return Some(self.children.remove(at));
        }
        self.children.iter_mut().find_map(|child| child.take(id))
    }

    pub(crate) fn ids(&self) -> Vec<u64> {
        let below = self.children.iter().flat_map(Self::ids);
        std::iter::once(self.id).chain(below).collect()
    }
}

/// What is in a body.
pub(crate) fn page(children: impl IntoIterator<Item = El>) -> El {
    el(1, "html").with([el(2, "body").with(children)])
}

/// A step's observation: what changed from one page to the next; none if nothing did.
pub(crate) fn observation(before: Option<&El>, now: &El) -> Option<Value> {
    let old = before.map(flat).unwrap_or_default();
    let new = flat(now);
    let mut nodes = Vec::new();
    for (id, aspects) in &new {
        let changed: Map<String, Value> = match old.get(id) {
            None => aspects.clone(),
            Some(old) => {
                let gone = old.keys().filter(|key| !aspects.contains_key(*key));
                let gone = gone.map(|key| (key.clone(), Value::Null));
                let other = aspects.iter().filter(|(key, value)| old.get(*key) != Some(*value));
                other.map(|(key, value)| (key.clone(), value.clone())).chain(gone).collect()
            }
        };
        if !changed.is_empty() {
            let mut node = Map::from_iter([("id".to_owned(), json!(id))]);
            node.extend(changed);
            nodes.push(Value::Object(node));
        }
    }
    let gone: Vec<u64> = old.keys().filter(|id| !new.contains_key(id)).copied().collect();
    if nodes.is_empty() && gone.is_empty() {
        return None;
    }
    let mut observation = Map::from_iter([("isVisible".to_owned(), json!(true))]);
    if before.is_none() {
        observation.insert("page".to_owned(), json!({"scroll": [0, 0], "size": [1280, 720]}));
    }
    observation.insert("nodes".to_owned(), Value::Array(nodes));
    if !gone.is_empty() {
        observation.insert("gone".to_owned(), json!(gone));
    }
    Some(Value::Object(observation))
}

/// The same observation with its lists in another order.
pub(crate) fn shuffled(observation: &Value, seed: u64) -> Value {
    let mut observation = observation.clone();
    for list in ["nodes", "gone"] {
        if let Some(list) = observation[list].as_array_mut() {
            let mut random = Random(seed | 1);
            for at in (1..list.len()).rev() {
                list.swap(at, random.below(at + 1));
            }
        }
    }
    observation
}

/// Numbers that only look like chance.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        (self.next() % most.max(1) as u64) as usize
    }
}

/// Paths of all elements by number.
pub(crate) fn paths(page: &El) -> BTreeMap<u64, String> {
    fn go(el: &El, path: String, all: &mut BTreeMap<u64, String>) {
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        for child in &el.children {
            let n = seen.entry(child.name).or_default();
            *n += 1;
            go(child, format!("{path}/{}[{n}]", child.name), all);
        }
        all.insert(el.id, path);
    }
    let mut all = BTreeMap::new();
    go(page, format!("/{}[1]", page.name), &mut all);
    all
}

type Aspects = Map<String, Value>;

fn flat(page: &El) -> BTreeMap<u64, Aspects> {
    let mut all = BTreeMap::new();
    let mut seen = BTreeSet::new();
    lay_out(page, (0, 0), (0.0, 0.0), 1280.0, &mut all, &mut seen);
    all
}

/// Gives the height that it takes in the flow.
fn lay_out(
    el: &El,
    place: (u64, u64),
    corner: (f64, f64),
    room: f64,
    all: &mut BTreeMap<u64, Aspects>,
    seen: &mut BTreeSet<u64>,
) -> f64 {
    const LINE: f64 = 20.0;
    assert!(seen.insert(el.id), "numbers of elements are their own");
    let (x, y) = (corner.0 + el.shift.0, corner.1 + el.shift.1);
    let width = el.width.unwrap_or(room);
    let mut bottom = 0.0;
    let mut previous = 0;
    if !el.text.is_empty() {
        let id = TEXTS + el.id;
        let mut aspects = Map::new();
        aspects.insert("text".to_owned(), json!(el.text));
        aspects.insert("place".to_owned(), json!([el.id, 0]));
        let letters = (el.text.len() as f64 * 8.0).min(width);
        aspects.insert("box".to_owned(), json!([x, y, letters, LINE]));
        all.insert(id, aspects);
        previous = id;
        bottom += LINE;
    }
    for child in &el.children {
        let at = (x, y + bottom);
        bottom += lay_out(child, (el.id, previous), at, width, all, seen);
        previous = child.id;
    }
    let height = el.height.unwrap_or(bottom);
    let mut aspects = Map::new();
    aspects.insert("name".to_owned(), json!(el.name));
    aspects.insert("place".to_owned(), json!([place.0, place.1]));
    aspects.insert("attributes".to_owned(), json!(el.attributes));
    aspects.insert("style".to_owned(), json!(el.style));
    aspects.insert("box".to_owned(), json!([x, y, width, height]));
    if let Some(form) = &el.form {
        aspects.insert("form".to_owned(), form.clone());
    }
    all.insert(el.id, aspects);
    height
}
