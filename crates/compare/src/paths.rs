//! Ways to name elements of a page: XPaths and selectors.

use std::collections::HashMap;

use xcheck_trace::run::{Node, NodeKind, PageTree};

/// Names elements of one state of a page; siblings are counted once.
pub(crate) struct Paths<'a> {
    tree: &'a PageTree,
    /// By node: its number among siblings of its name from 1, and how many there are.
    numbers: HashMap<u64, (usize, usize)>,
}

/// What siblings are counted by.
fn sort(node: &Node) -> &str {
    match &node.kind {
        NodeKind::Element { name, .. } => name,
        NodeKind::Text => "text()",
        NodeKind::Shadow => "#shadow",
    }
}

impl<'a> Paths<'a> {
    pub(crate) fn new(tree: &'a PageTree) -> Self {
        Self { tree, numbers: HashMap::new() }
    }

    fn number(&mut self, id: u64, node: &Node) -> (usize, usize) {
        if let Some(known) = self.numbers.get(&id) {
            return *known;
        }
        let siblings = self.tree.node(node.parent).map_or(self.tree.roots(), |it| &it.children);
        let mut counts: HashMap<&str, usize> = HashMap::new();
        let mut numbered = Vec::with_capacity(siblings.len());
        for sibling in siblings {
            let Some(node) = self.tree.node(*sibling) else { continue };
            let count = counts.entry(sort(node)).or_default();
            *count += 1;
            numbered.push((*sibling, *count, sort(node)));
        }
        for (sibling, number, sort) in numbered {
            self.numbers.insert(sibling, (number, counts.get(sort).copied().unwrap_or(1)));
        }
        self.numbers.get(&id).copied().unwrap_or((1, 1))
    }

    /// As [`PageTree::xpath`] has it.
    pub(crate) fn xpath(&mut self, id: u64) -> String {
        let mut parts = Vec::new();
        let mut at = id;
        for _ in 0..self.tree.nodes().len() {
            let Some(node) = self.tree.node(at) else { break };
            let (number, _) = self.number(at, node);
            parts.push(match &node.kind {
                NodeKind::Shadow => "/#shadow".to_owned(),
                _ => format!("/{}[{number}]", sort(node)),
            });
            at = node.parent;
        }
        parts.reverse();
        parts.concat()
    }

    /// A short selector: down from the nearest element with an id.
    pub(crate) fn selector(&mut self, id: u64) -> String {
        let mut parts = Vec::new();
        let mut at = id;
        for _ in 0..self.tree.nodes().len() {
            let Some(node) = self.tree.node(at) else { break };
            let Some(name) = node.name() else { break };
            if let Some(id) = node.attributes.get("id").filter(|id| is_plain(id)) {
                parts.push(format!("#{id}"));
                break;
            }
            parts.push(match self.number(at, node) {
                (_, 1) => name.to_owned(),
                (number, _) => format!("{name}:nth-of-type({number})"),
            });
            at = node.parent;
        }
        parts.reverse();
        parts.join(" > ")
    }
}

fn is_plain(id: &str) -> bool {
    id.starts_with(|c: char| c.is_ascii_alphabetic())
        && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn paths_are_those_of_the_tree() {
        let mut tree = PageTree::new();
        let nodes = json!([
            {"id": 1, "name": "html", "place": [0, 0]},
            {"id": 2, "name": "p", "place": [1, 0]},
            {"id": 3, "text": "one", "place": [1, 2]},
            {"id": 4, "name": "p", "place": [1, 3]},
            {"id": 5, "name": "b", "place": [4, 0], "attributes": {"id": "x"}},
            {"id": 6, "name": "i", "place": [5, 0]},
        ]);
        assert_eq!(tree.apply(&json!({"nodes": nodes})), []);
        let mut paths = Paths::new(&tree);
        for id in 1..=6 {
            assert_eq!(paths.xpath(id), tree.xpath(id));
            assert_eq!(tree.at_xpath(&tree.xpath(id)), Some(id));
        }
        assert_eq!(paths.selector(4), "html > p:nth-of-type(2)");
        assert_eq!(paths.selector(6), "#x > i");
    }
}
