//! Rebuilds the whole state of a page from the observations of its steps.
//!
//! Observations come from pages: what makes no sense is told and left out, and the rest is used.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::{Map, Value};

/// Inherited properties with the value that the root of a document inherits.
const INHERITED: &[(&str, &str)] = &[
    ("color", "rgb(0, 0, 0)"),
    ("font-family", ""),
    ("font-size", "16px"),
    ("font-weight", "400"),
    ("font-style", "normal"),
    ("line-height", "normal"),
    ("letter-spacing", "normal"),
    ("text-align", "start"),
    ("text-transform", "none"),
    ("text-shadow", "none"),
    ("white-space", "normal"),
    ("visibility", "visible"),
    ("cursor", "auto"),
    ("pointer-events", "auto"),
    ("direction", "ltr"),
];

/// Properties that are read of every element with their initial values.
const OWN: &[(&str, &str)] = &[
    ("display", "inline"),
    ("position", "static"),
    ("float", "none"),
    ("opacity", "1"),
    ("background-color", "rgba(0, 0, 0, 0)"),
    ("background-image", "none"),
    ("border-width", "0px"),
    ("border-radius", "0px"),
    ("box-shadow", "none"),
    ("outline-style", "none"),
    ("text-decoration-line", "none"),
    ("overflow", "visible"),
    ("transform", "none"),
    ("filter", "none"),
    ("clip-path", "none"),
    ("content-visibility", "visible"),
    ("column-count", "auto"),
    ("column-width", "auto"),
];

/// Something in an observation that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeProblem {
    #[error("the observation has an odd {0}")]
    Shape(&'static str),
    #[error("node {0} is not there")]
    Unknown(u64),
    #[error("node {id} has an odd {aspect}")]
    Aspect { id: u64, aspect: &'static str },
    #[error("the children of node {0} are in no order")]
    Order(u64),
}

/// A box in the coordinates of the document, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// A page at one step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageTree {
    /// Facts about the document: address, title, size and so on.
    pub page: BTreeMap<String, Value>,
    nodes: BTreeMap<u64, Node>,
    /// Children of the document itself.
    roots: Vec<u64>,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    Element {
        name: String,
        /// None for HTML; `svg`, `math`, or an address.
        space: Option<String>,
    },
    Text,
    /// A shadow root; its parent is its host.
    Shadow,
}

/// A node of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub kind: NodeKind,
    /// 0 is the document.
    pub parent: u64,
    previous: u64,
    /// In document order, without the shadow root.
    pub children: Vec<u64>,
    pub shadow: Option<u64>,
    pub attributes: BTreeMap<String, String>,
    pub text: Option<String>,
    /// None if it is not rendered.
    pub bounds: Option<Rect>,
    /// Of a text in several lines: where each begins, from the left of its bounds, and how long it is.
    pub lines: Vec<(f64, f64)>,
    /// As observed, that is without what is inherited or initial; none if it is not rendered.
    pub style: Option<BTreeMap<String, String>>,
    /// Styles of generated content, where there is some.
    pub before: Option<BTreeMap<String, String>>,
    pub after: Option<BTreeMap<String, String>>,
    pub form: Option<Value>,
    pub scroll: Option<(f64, f64)>,
    pub canvas: Option<Value>,
    pub image: Option<Value>,
}

impl Node {
    fn new(kind: NodeKind) -> Self {
        Self {
            kind,
            parent: 0,
            previous: 0,
            children: Vec::new(),
            shadow: None,
            attributes: BTreeMap::new(),
            text: None,
            bounds: None,
            lines: Vec::new(),
            style: None,
            before: None,
            after: None,
            form: None,
            scroll: None,
            canvas: None,
            image: None,
        }
    }

    /// The local name of an element.
    pub fn name(&self) -> Option<&str> {
        match &self.kind {
            NodeKind::Element { name, .. } => Some(name),
            NodeKind::Text | NodeKind::Shadow => None,
        }
    }
}

impl PageTree {
    pub fn new() -> Self {
        Self::default()
    }

    /// Goes on to the next step.
    pub fn apply(&mut self, observation: &Value) -> Vec<TreeProblem> {
        let mut problems = Vec::new();
        let Some(observation) = observation.as_object() else {
            return vec![TreeProblem::Shape("form")];
        };
        match observation.get("page") {
            None => {}
            Some(Value::Object(page)) => {
                self.page.extend(page.iter().map(|(name, value)| (name.clone(), value.clone())));
            }
            Some(_) => problems.push(TreeProblem::Shape("page")),
        }
        let mut moves = Moves::default();
        for id in list(observation, "gone", &mut problems) {
            let id = id.as_u64().unwrap_or(0);
            match self.nodes.remove(&id) {
                Some(node) => moves.takes(id, node),
                None => problems.push(TreeProblem::Unknown(id)),
            }
        }
        for change in list(observation, "nodes", &mut problems) {
            self.change(change, &mut moves, &mut problems);
        }
        self.order(moves, &mut problems);
        problems
    }

    pub fn node(&self, id: u64) -> Option<&Node> {
        self.nodes.get(&id)
    }

    /// All nodes by reference.
    pub fn nodes(&self) -> &BTreeMap<u64, Node> {
        &self.nodes
    }

    /// Children of the document.
    pub fn roots(&self) -> &[u64] {
        &self.roots
    }

    /// All nodes that hang together, in document order; a shadow tree comes before the children of its host.
    pub fn in_order(&self) -> Vec<u64> {
        let mut ids = Vec::with_capacity(self.nodes.len());
        let mut waiting: Vec<u64> = self.roots.iter().rev().copied().collect();
        while let Some(id) = waiting.pop() {
            let Some(node) = self.nodes.get(&id) else { continue };
            ids.push(id);
            waiting.extend(node.children.iter().rev());
            waiting.extend(node.shadow);
        }
        ids
    }

    /// The computed value of a property that is read of every element, and of one read of some only if
    /// it was said. None for what is not rendered.
    pub fn computed(&self, id: u64, property: &str) -> Option<&str> {
        let node = self.nodes.get(&id)?;
        if let Some(value) = node.style.as_ref()?.get(property) {
            return Some(value);
        }
        if let Some((_, initial)) = OWN.iter().find(|(name, _)| *name == property) {
            return Some(initial);
        }
        let (_, initial) = INHERITED.iter().find(|(name, _)| *name == property)?;
        let mut at = node.parent;
        // A hostile page could send its nodes in a circle.
        for _ in 0..self.nodes.len() {
            let Some(node) = self.nodes.get(&at) else { break };
            if let Some(value) = node.style.as_ref().and_then(|style| style.get(property)) {
                return Some(value);
            }
            at = node.parent;
        }
        Some(initial)
    }

    /// Where a node is, as `/html[1]/body[1]/div[2]`; shadow roots are `/#shadow`.
    pub fn xpath(&self, id: u64) -> String {
        let mut parts = Vec::new();
        let mut at = id;
        for _ in 0..self.nodes.len() {
            let Some(node) = self.nodes.get(&at) else { break };
            parts.push(self.path_part(at, node));
            at = node.parent;
        }
        parts.iter().rev().map(|part| format!("/{part}")).collect()
    }

    /// The node at a path as [`PageTree::xpath`] writes it.
    pub fn at_xpath(&self, xpath: &str) -> Option<u64> {
        let mut found = None;
        let mut siblings: &[u64] = &self.roots;
        let mut shadow = None;
        for part in xpath.strip_prefix('/')?.split('/') {
            let id = match part.strip_suffix(']').and_then(|part| part.rsplit_once('[')) {
                Some((name, number)) => {
                    let is_alike = |id: &&u64| {
                        self.nodes.get(*id).is_some_and(|node| match node.kind {
                            NodeKind::Text => name == "text()",
                            _ => node.name() == Some(name),
                        })
                    };
                    let number: usize = number.parse().ok()?;
                    *siblings.iter().filter(is_alike).nth(number.checked_sub(1)?)?
                }
                None if part == "#shadow" => shadow?,
                None => return None,
            };
            let node = self.nodes.get(&id)?;
            (siblings, shadow, found) = (&node.children, node.shadow, Some(id));
        }
        found
    }

    fn path_part(&self, id: u64, node: &Node) -> String {
        let name = match &node.kind {
            NodeKind::Shadow => return "#shadow".to_owned(),
            NodeKind::Text => "text()",
            NodeKind::Element { name, .. } => name,
        };
        let siblings = self.nodes.get(&node.parent).map_or(&self.roots, |parent| &parent.children);
        let is_alike = |other: &&u64| {
            self.nodes.get(*other).is_some_and(|other| {
                other.name() == node.name()
                    && matches!(other.kind, NodeKind::Text) == (name == "text()")
            })
        };
        let n = siblings.iter().take_while(|other| **other != id).filter(is_alike).count();
        format!("{name}[{}]", n + 1)
    }

    /// Takes one entry of `nodes`.
    fn change(&mut self, change: &Value, moves: &mut Moves, problems: &mut Vec<TreeProblem>) {
        let Some((change, id)) = change
            .as_object()
            .and_then(|change| Some((change, change.get("id")?.as_u64().filter(|id| *id != 0)?)))
        else {
            problems.push(TreeProblem::Shape("node"));
            return;
        };
        if let Some(kind) = new_kind(change, self.nodes.contains_key(&id)) {
            if let Some(node) = self.nodes.insert(id, Node::new(kind)) {
                moves.takes(id, node);
            }
            moves.placed.insert(id);
        }
        let Some(node) = self.nodes.get_mut(&id) else {
            problems.push(TreeProblem::Unknown(id));
            return;
        };
        for (aspect, value) in change {
            let taken = match aspect.as_str() {
                "id" | "name" | "space" => Some(()),
                "shadow" => value.as_u64().map(|host| {
                    moves.leaves(id, node.parent);
                    moves.placed.insert(id);
                    node.parent = host;
                }),
                "place" => numbers::<2>(value).map(|[parent, previous]| {
                    moves.leaves(id, node.parent);
                    moves.placed.insert(id);
                    // References are whole numbers far below 2^53.
                    (node.parent, node.previous) = (parent as u64, previous as u64);
                }),
                "attributes" => {
                    texts(value).map(|texts| node.attributes = texts.unwrap_or_default())
                }
                "text" => value.as_str().map(|text| node.text = Some(text.to_owned())),
                "box" => optional(value, |value| {
                    numbers(value).map(|[x, y, width, height]| Rect { x, y, width, height })
                })
                .map(|bounds| node.bounds = bounds),
                "lines" => optional(value, |value| {
                    let lines = value.as_array()?.iter();
                    lines.map(|line| numbers(line).map(|[start, length]| (start, length))).collect()
                })
                .map(|lines: Option<Vec<(f64, f64)>>| node.lines = lines.unwrap_or_default()),
                "style" => texts(value).map(|style| node.style = style),
                "before" => texts(value).map(|style| node.before = style),
                "after" => texts(value).map(|style| node.after = style),
                "form" => optional(value, some).map(|form| node.form = form),
                "canvas" => optional(value, some).map(|canvas| node.canvas = canvas),
                "image" => optional(value, some).map(|image| node.image = image),
                "scroll" => optional(value, |value| numbers(value).map(|[x, y]| (x, y)))
                    .map(|scroll| node.scroll = scroll),
                _ => None,
            };
            if taken.is_none() {
                problems.push(TreeProblem::Aspect { id, aspect: known_aspect(aspect) });
            }
        }
    }

    /// Puts the children of every node that lost or got some in the order that their places say.
    fn order(&mut self, moves: Moves, problems: &mut Vec<TreeProblem>) {
        let Moves { placed, mut went, left } = moves;
        let mut came: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for id in placed.into_iter().chain(left) {
            let Some(node) = self.nodes.get(&id) else { continue };
            if node.parent != 0 && !self.nodes.contains_key(&node.parent) {
                problems.push(TreeProblem::Unknown(node.parent));
                continue;
            }
            went.entry(node.parent).or_default();
            came.entry(node.parent).or_default().push(id);
        }
        for (parent, went) in went {
            let came = came.remove(&parent).unwrap_or_default();
            if !self.move_few(parent, &went, &came) {
                self.order_children(parent, &came, problems);
            }
        }
    }

    /// Takes some children out and puts some in; false if that does not work out.
    fn move_few(&mut self, parent: u64, went: &[u64], came: &[u64]) -> bool {
        const MOST: usize = 16;
        if went.len() + came.len() > MOST {
            return false;
        }
        let Some(node) = self.nodes.get(&parent) else { return false };
        let is_shadow = |id: &u64| self.nodes.get(id).is_none_or(|it| it.kind == NodeKind::Shadow);
        if came.iter().chain(node.shadow.as_ref()).any(is_shadow) {
            return false;
        }
        let mut children = node.children.clone();
        children.retain(|id| !went.contains(id) && !came.contains(id));
        let mut waiting = came.to_vec();
        while !waiting.is_empty() {
            let n_before = waiting.len();
            waiting.retain(|id| {
                let previous = self.nodes.get(id).map_or(0, |node| node.previous);
                let at = match previous {
                    0 => Some(0),
                    _ => children.iter().position(|it| *it == previous).map(|at| at + 1),
                };
                if let Some(at) = at {
                    children.insert(at, *id);
                }
                at.is_none()
            });
            if waiting.len() == n_before {
                return false;
            }
        }
        // Each says what it comes after; where that is not so, all are put in order.
        let previous = |id: &u64| self.nodes.get(id).map_or(0, |node| node.previous);
        let is_right = |id: &u64| {
            let at = children.iter().position(|it| it == id).unwrap_or(0);
            let before = at.checked_sub(1).map_or(0, |at| children[at]);
            let after = children.get(at + 1);
            previous(id) == before && after.is_none_or(|after| previous(after) == *id)
        };
        if !came.iter().all(is_right) {
            return false;
        }
        if let Some(node) = self.nodes.get_mut(&parent) {
            node.children = children;
        }
        true
    }

    /// Orders the children that a node had and still has, and those that came to it.
    fn order_children(&mut self, parent: u64, came: &[u64], problems: &mut Vec<TreeProblem>) {
        let (had, shadow) = match self.nodes.get_mut(&parent) {
            Some(node) => (std::mem::take(&mut node.children), node.shadow),
            None if parent == 0 => (std::mem::take(&mut self.roots), None),
            None => return,
        };
        let is_child = |id: &u64| self.nodes.get(id).is_some_and(|node| node.parent == parent);
        let is_shadow =
            |id: &u64| self.nodes.get(id).is_some_and(|node| node.kind == NodeKind::Shadow);
        let all: BTreeSet<u64> = had.iter().chain(came).copied().filter(is_child).collect();
        let mut shadows = shadow.into_iter().chain(came.iter().copied());
        let shadow = shadows.rfind(|id| is_shadow(id) && is_child(id));
        let mut followers: HashMap<u64, u64> = HashMap::with_capacity(all.len());
        let mut is_stray = false;
        for id in all.iter().filter(|id| !is_shadow(id)) {
            let previous = self.nodes.get(id).map_or(0, |node| node.previous);
            // Of two that want the same place, the later one has it.
            is_stray |= followers.insert(previous, *id).is_some();
        }
        let mut children = Vec::with_capacity(followers.len());
        let mut last = 0;
        while let Some(id) = followers.remove(&last) {
            children.push(id);
            last = id;
        }
        if !followers.is_empty() {
            is_stray = true;
            children.extend(followers.into_values().collect::<BTreeSet<u64>>());
        }
        if is_stray {
            problems.push(TreeProblem::Order(parent));
        }
        match self.nodes.get_mut(&parent) {
            Some(node) => (node.children, node.shadow) = (children, shadow),
            None => self.roots = children,
        }
    }
}

/// What a step does to the order of nodes.
#[derive(Default)]
struct Moves {
    /// Nodes with a new place.
    placed: BTreeSet<u64>,
    /// Nodes with children that went, or got another place.
    went: BTreeMap<u64, Vec<u64>>,
    /// Children of nodes that went or became others.
    left: BTreeSet<u64>,
}

impl Moves {
    /// A node is not there any more, or not as it was.
    fn takes(&mut self, id: u64, node: Node) {
        self.went.entry(id).or_default();
        self.leaves(id, node.parent);
        self.left.extend(node.children);
        self.left.extend(node.shadow);
    }

    fn leaves(&mut self, id: u64, parent: u64) {
        self.went.entry(parent).or_default().push(id);
    }
}

/// What a new node is; none for a known one.
fn new_kind(change: &Map<String, Value>, is_known: bool) -> Option<NodeKind> {
    let text = |name: &str| change.get(name).and_then(Value::as_str).map(ToOwned::to_owned);
    if let Some(name) = text("name") {
        return Some(NodeKind::Element { name, space: text("space") });
    }
    if change.contains_key("shadow") {
        return Some(NodeKind::Shadow);
    }
    (!is_known && change.contains_key("text")).then_some(NodeKind::Text)
}

fn list<'a>(
    observation: &'a Map<String, Value>,
    name: &'static str,
    problems: &mut Vec<TreeProblem>,
) -> &'a [Value] {
    match observation.get(name) {
        None => &[],
        Some(Value::Array(list)) => list,
        Some(_) => {
            problems.push(TreeProblem::Shape(name));
            &[]
        }
    }
}

fn numbers<const N: usize>(value: &Value) -> Option<[f64; N]> {
    let numbers: Option<Vec<f64>> = value.as_array()?.iter().map(Value::as_f64).collect();
    numbers?.try_into().ok()
}

/// A map of texts, or nothing.
#[expect(clippy::option_option, reason = "the outer one says whether it made sense")]
fn texts(value: &Value) -> Option<Option<BTreeMap<String, String>>> {
    optional(value, |value| {
        let pairs = value.as_object()?.iter();
        pairs.map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
    })
}

/// Null is nothing; anything else must make sense.
#[expect(clippy::option_option, reason = "the outer one says whether it made sense")]
fn optional<T>(value: &Value, read: impl FnOnce(&Value) -> Option<T>) -> Option<Option<T>> {
    if value.is_null() { Some(None) } else { read(value).map(Some) }
}

fn some(value: &Value) -> Option<Value> {
    Some(value.clone())
}

fn known_aspect(name: &str) -> &'static str {
    const KNOWN: &[&str] = &[
        "shadow",
        "place",
        "attributes",
        "text",
        "box",
        "lines",
        "style",
        "before",
        "after",
        "scroll",
    ];
    KNOWN.iter().find(|known| **known == name).unwrap_or(&"aspect")
}
