//! Pairs the nodes of two pages: among the children of a pair first, then anywhere (X-Check, `matchMutate`).
//!
//! Nodes keep their references as long as they live, so a pair lasts, and a step pairs only what is new.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use xcheck_trace::run::{Node, NodeKind, PageTree};

/// Above this many pairs to try, only equal ids are looked for in the whole page.
const MOST_TRIES: usize = 200_000;
/// How alike two elements far from each other must be (X-PERT).
const GLOBAL_INDEX: f64 = 0.85;
/// How many nodes below an element say what it is.
const SIGNATURE_NODES: usize = 64;

/// References of nodes that came, went or moved in a step, in each page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Touched {
    pub(crate) reference: BTreeSet<u64>,
    pub(crate) test: BTreeSet<u64>,
}

/// Pairs of nodes, from the page in the reference browser to the one in the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matching {
    to_test: HashMap<u64, u64>,
    to_reference: HashMap<u64, u64>,
}

impl Matching {
    pub(crate) fn test_of(&self, reference: u64) -> Option<u64> {
        self.to_test.get(&reference).copied()
    }

    pub(crate) fn reference_of(&self, test: u64) -> Option<u64> {
        self.to_reference.get(&test).copied()
    }

    /// Takes the next step: drops pairs that are no more, and pairs what is new.
    pub(crate) fn update(&mut self, reference: &PageTree, test: &PageTree, touched: &Touched) {
        self.drop_gone(reference, test, touched);
        let mut queue: VecDeque<(u64, u64)> = VecDeque::new();
        let parents = |tree: &PageTree, ids: &BTreeSet<u64>| -> BTreeSet<u64> {
            ids.iter().filter_map(|id| tree.node(*id)).map(|node| node.parent).collect()
        };
        for id in parents(reference, &touched.reference) {
            if let Some(other) = self.pair_of_parent(id) {
                queue.push_back((id, other));
            }
        }
        for id in parents(test, &touched.test) {
            let other = if id == 0 { Some(0) } else { self.reference_of(id) };
            queue.extend(other.map(|other| (other, id)));
        }
        self.match_below(reference, test, queue);
        self.match_anywhere(reference, test, touched);
    }

    fn pair_of_parent(&self, id: u64) -> Option<u64> {
        if id == 0 { Some(0) } else { self.test_of(id) }
    }

    fn drop_gone(&mut self, reference: &PageTree, test: &PageTree, touched: &Touched) {
        for id in &touched.reference {
            if reference.node(*id).is_none()
                && let Some(other) = self.to_test.remove(id)
            {
                self.to_reference.remove(&other);
            }
        }
        for id in &touched.test {
            if test.node(*id).is_none()
                && let Some(other) = self.to_reference.remove(id)
            {
                self.to_test.remove(&other);
            }
        }
    }

    fn insert(&mut self, reference: u64, test: u64) {
        self.to_test.insert(reference, test);
        self.to_reference.insert(test, reference);
    }

    /// Pairs the children of pairs, and theirs.
    fn match_below(
        &mut self,
        reference: &PageTree,
        test: &PageTree,
        mut queue: VecDeque<(u64, u64)>,
    ) {
        while let Some((one, other)) = queue.pop_front() {
            let ours = self.unmatched_children(reference, one, true);
            let theirs = self.unmatched_children(test, other, false);
            for (one, other) in pair_lists(reference, &ours, test, &theirs) {
                self.insert(one, other);
                queue.push_back((one, other));
            }
        }
    }

    fn unmatched_children(&self, tree: &PageTree, parent: u64, is_reference: bool) -> Vec<u64> {
        let mut children = children_of(tree, parent);
        let pairs = if is_reference { &self.to_test } else { &self.to_reference };
        children.retain(|id| !pairs.contains_key(id));
        children
    }

    /// Pairs what is left by its id, or by how alike it is.
    fn match_anywhere(&mut self, reference: &PageTree, test: &PageTree, touched: &Touched) {
        let is_element =
            |tree: &PageTree, id: &u64| tree.node(*id).is_some_and(|node| node.name().is_some());
        let ours: Vec<u64> = touched
            .reference
            .iter()
            .copied()
            .filter(|id| !self.to_test.contains_key(id) && is_element(reference, id))
            .collect();
        let theirs: Vec<u64> = touched
            .test
            .iter()
            .copied()
            .filter(|id| !self.to_reference.contains_key(id) && is_element(test, id))
            .collect();
        if ours.is_empty() || theirs.is_empty() {
            return;
        }
        let is_few = ours.len().saturating_mul(theirs.len()) <= MOST_TRIES;
        for id in ours {
            if self.to_test.contains_key(&id) {
                continue;
            }
            let Some(node) = reference.node(id) else { continue };
            let mut best: Option<(f64, u64)> = None;
            for other in &theirs {
                if self.to_reference.contains_key(other) {
                    continue;
                }
                let Some(candidate) = test.node(*other) else { continue };
                if candidate.kind != node.kind {
                    continue;
                }
                let index = if same_id(node, candidate) {
                    1.0
                } else if is_few {
                    match_index(reference, id, test, *other)
                } else {
                    continue;
                };
                if index > GLOBAL_INDEX && best.is_none_or(|(known, _)| index > known + 1e-9) {
                    best = Some((index, *other));
                }
            }
            if let Some((_, other)) = best {
                self.insert(id, other);
                self.match_below(reference, test, VecDeque::from([(id, other)]));
            }
        }
    }
}

fn same_id(one: &Node, other: &Node) -> bool {
    let id = one.attributes.get("id");
    id.is_some_and(|id| !id.is_empty()) && id == other.attributes.get("id")
}

/// Children with the shadow root; of 0, those of the document.
fn children_of(tree: &PageTree, parent: u64) -> Vec<u64> {
    if parent == 0 {
        return tree.roots().to_vec();
    }
    tree.node(parent)
        .map_or_else(Vec::new, |node| node.shadow.iter().chain(&node.children).copied().collect())
}

/// Pairs two lists of siblings: what looks the same all the way down, then what has the same own marks,
/// then what has the same name, each in order.
fn pair_lists(
    reference: &PageTree,
    ours: &[u64],
    test: &PageTree,
    theirs: &[u64],
) -> Vec<(u64, u64)> {
    if ours.is_empty() || theirs.is_empty() {
        return Vec::new();
    }
    let mut pairs = Vec::new();
    let mut taken: BTreeSet<u64> = BTreeSet::new();
    let mut left: Vec<u64> = ours.to_vec();
    let rounds: [fn(&PageTree, u64) -> u64; 3] = [deep_signature, own_signature, kind_signature];
    for signature in rounds {
        if left.is_empty() {
            break;
        }
        let mut waiting: HashMap<u64, VecDeque<u64>> = HashMap::new();
        for id in theirs.iter().filter(|id| !taken.contains(id)) {
            waiting.entry(signature(test, *id)).or_default().push_back(*id);
        }
        left.retain(|id| {
            let found = waiting.get_mut(&signature(reference, *id)).and_then(VecDeque::pop_front);
            if let Some(other) = found {
                taken.insert(other);
                pairs.push((*id, other));
            }
            found.is_none()
        });
    }
    pairs
}

fn hash_kind(node: &Node, hasher: &mut DefaultHasher) {
    match &node.kind {
        NodeKind::Element { name, space } => (0_u8, name, space).hash(hasher),
        NodeKind::Text => 1_u8.hash(hasher),
        NodeKind::Shadow => 2_u8.hash(hasher),
    }
}

fn kind_signature(tree: &PageTree, id: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    if let Some(node) = tree.node(id) {
        hash_kind(node, &mut hasher);
    }
    hasher.finish()
}

/// Marks that a developer gives to an element to find it.
const MARKS: &[&str] = &["id", "name", "type", "href", "for", "src", "role", "aria-label"];

fn own_signature(tree: &PageTree, id: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    if let Some(node) = tree.node(id) {
        hash_kind(node, &mut hasher);
        for mark in MARKS {
            node.attributes.get(*mark).hash(&mut hasher);
        }
    }
    hasher.finish()
}

fn deep_signature(tree: &PageTree, id: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    let mut waiting = vec![id];
    for _ in 0..SIGNATURE_NODES {
        let Some(id) = waiting.pop() else { break };
        let Some(node) = tree.node(id) else { continue };
        hash_kind(node, &mut hasher);
        for mark in MARKS {
            node.attributes.get(*mark).hash(&mut hasher);
        }
        node.text.as_deref().map(str::trim).hash(&mut hasher);
        waiting.extend(node.children.iter().rev());
        waiting.extend(node.shadow);
    }
    hasher.finish()
}

/// How alike two elements are (CrossCheck V.B): 0.7 place, 0.2 attributes, 0.1 what the browser says of them.
fn match_index(reference: &PageTree, one: u64, test: &PageTree, other: u64) -> f64 {
    let (Some(a), Some(b)) = (reference.node(one), test.node(other)) else { return 0.0 };
    let place = likeness(&reference.xpath(one), &test.xpath(other));
    let attributes = share_of_equal(
        a.attributes.iter().filter(|(name, _)| !matches!(name.as_str(), "style" | "type")),
        b.attributes.iter().filter(|(name, _)| !matches!(name.as_str(), "style" | "type")),
    );
    let (empty, other_empty) = (Default::default(), Default::default());
    let data = share_of_equal(
        a.style.as_ref().unwrap_or(&empty).iter(),
        b.style.as_ref().unwrap_or(&other_empty).iter(),
    );
    0.7 * place + 0.2 * attributes + 0.1 * data
}

fn share_of_equal<'a>(
    ours: impl Iterator<Item = (&'a String, &'a String)>,
    theirs: impl Iterator<Item = (&'a String, &'a String)>,
) -> f64 {
    let ours: HashMap<&String, &String> = ours.collect();
    let theirs: HashMap<&String, &String> = theirs.collect();
    let n_all = ours.len() + theirs.keys().filter(|name| !ours.contains_key(*name)).count();
    if n_all == 0 {
        return 1.0;
    }
    let n_equal = ours.iter().filter(|(name, value)| theirs.get(*name) == Some(value)).count();
    n_equal as f64 / n_all as f64
}

/// One minus the edit distance, as a share of the longer text.
fn likeness(a: &str, b: &str) -> f64 {
    // Paths of very deep pages are cut: their ends tell them apart.
    const MOST_BYTES: usize = 400;
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let end = |text: &'_ [u8]| text.len().saturating_sub(MOST_BYTES);
    let (a, b) = (&a[end(a)..], &b[end(b)..]);
    let longer = a.len().max(b.len());
    if longer == 0 {
        return 1.0;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = (above + 1).min(row[j] + 1).min(corner + usize::from(x != y));
            corner = above;
        }
    }
    1.0 - row[b.len()] as f64 / longer as f64
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn page(nodes: &serde_json::Value) -> (PageTree, BTreeSet<u64>) {
        let mut tree = PageTree::new();
        assert_eq!(tree.apply(&json!({"nodes": nodes})), []);
        let ids = tree.nodes().keys().copied().collect();
        (tree, ids)
    }

    fn matched(ours: &serde_json::Value, theirs: &serde_json::Value) -> Matching {
        let (reference, ours) = page(ours);
        let (test, theirs) = page(theirs);
        let mut matching = Matching::default();
        matching.update(&reference, &test, &Touched { reference: ours, test: theirs });
        matching
    }

    #[test]
    fn equal_lists_pair_in_order() {
        let list = json!([
            {"id": 1, "name": "ul", "place": [0, 0]},
            {"id": 2, "name": "li", "place": [1, 0]},
            {"id": 3, "name": "li", "place": [1, 2]},
        ]);
        let matching = matched(&list, &list);
        for id in 1..=3 {
            assert_eq!(matching.test_of(id), Some(id));
        }
    }

    #[test]
    fn the_missing_one_of_a_list_is_the_one_without_a_partner() {
        let ours = json!([
            {"id": 1, "name": "ul", "place": [0, 0]},
            {"id": 2, "name": "li", "place": [1, 0]}, {"id": 3, "text": "tea", "place": [2, 0]},
            {"id": 4, "name": "li", "place": [1, 2]}, {"id": 5, "text": "milk", "place": [4, 0]},
        ]);
        let theirs = json!([
            {"id": 1, "name": "ul", "place": [0, 0]},
            {"id": 2, "name": "li", "place": [1, 0]}, {"id": 3, "text": "milk", "place": [2, 0]},
        ]);
        let matching = matched(&ours, &theirs);
        assert_eq!(matching.test_of(4), Some(2));
        assert_eq!(matching.test_of(2), None);
    }

    #[test]
    fn what_is_elsewhere_is_found_by_its_id() {
        let ours = json!([
            {"id": 1, "name": "div", "place": [0, 0]}, {"id": 2, "name": "p", "place": [1, 0]},
            {"id": 3, "name": "b", "place": [2, 0], "attributes": {"id": "x"}},
        ]);
        let theirs = json!([
            {"id": 7, "name": "div", "place": [0, 0]}, {"id": 8, "name": "p", "place": [7, 0]},
            {"id": 9, "name": "b", "place": [7, 8], "attributes": {"id": "x"}},
        ]);
        assert_eq!(matched(&ours, &theirs).test_of(3), Some(9));
    }

    #[test]
    fn likeness_is_one_for_equal_and_zero_for_disjoint_texts() {
        assert!((likeness("abc", "abc") - 1.0).abs() < 1e-12);
        assert!(likeness("abc", "xyz").abs() < 1e-12);
        assert!((likeness("abcd", "abxd") - 0.75).abs() < 1e-12);
    }
}
