//! What a step changed in a page.

use std::collections::BTreeSet;

use serde_json::Value;
use xcheck_model::run::Step;
use xcheck_trace::run::PageTree;

/// Nodes that a step named, in one page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changes {
    /// In any way.
    pub(crate) changed: BTreeSet<u64>,
    /// In where they are, how large, or whether they can be seen: what is in them and beside them may be elsewhere now.
    pub(crate) moved: BTreeSet<u64>,
    /// In what is in them.
    pub(crate) around: BTreeSet<u64>,
    /// They came, went or got another place.
    pub(crate) placed: BTreeSet<u64>,
    /// In the document itself, not only in how it looks.
    pub(crate) mutated: BTreeSet<u64>,
    /// In their own attributes, values or texts.
    pub(crate) marked: BTreeSet<u64>,
    /// In what they say: a text in them came, went or changed.
    pub(crate) said: BTreeSet<u64>,
    /// They scrolled what is in them.
    pub(crate) scrolled: BTreeSet<u64>,
}

/// Takes a step, and tells what it changed.
pub(crate) fn apply(tree: &mut PageTree, step: Option<&Step>) -> Changes {
    let mut named = Changes::default();
    let mut deep = BTreeSet::new();
    if let Some(observation) = step.and_then(|it| it.observation.as_ref()) {
        let value = observation.value();
        name(&value, tree, &mut named, &mut deep);
        tree.apply(&value);
        // Observations leave out what is inherited, so what is below is not named.
        let mut waiting: Vec<u64> = deep.into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(id) = waiting.pop() {
            let Some(node) = tree.node(id).filter(|_| seen.insert(id)) else { continue };
            waiting.extend(node.children.iter().copied().chain(node.shadow));
        }
        named.changed.extend(&seen);
        named.moved.extend(seen);
    }
    named
}

fn name(observation: &Value, tree: &PageTree, named: &mut Changes, deep: &mut BTreeSet<u64>) {
    for id in observation["gone"].as_array().into_iter().flatten().filter_map(Value::as_u64) {
        leave(tree, id, named);
        named.placed.insert(id);
        named.mutated.insert(id);
        let text = tree.node(id).filter(|node| node.text.is_some());
        named.said.extend(text.map(|node| node.parent));
    }
    for node in observation["nodes"].as_array().into_iter().flatten() {
        let Some(id) = node["id"].as_u64() else { continue };
        named.changed.insert(id);
        if reaches_down(tree, id, node) {
            deep.insert(id);
        }
        let has = |aspect: &str| node.get(aspect).is_some();
        if has("box")
            || has("lines")
            || has("style")
            || has("place")
            || has("name")
            || has("shadow")
        {
            named.moved.insert(id);
        }
        if has("place") {
            leave(tree, id, named);
        }
        if has("scroll") {
            named.scrolled.insert(id);
        }
        if has("place") || has("name") || has("shadow") {
            named.placed.insert(id);
        }
        if has("place")
            || has("name")
            || has("attributes")
            || has("text")
            || has("form")
            || has("canvas")
        {
            named.mutated.insert(id);
        }
        if has("attributes") || has("text") || has("form") {
            named.marked.insert(id);
        }
        if has("text") || has("place") {
            let parent = node["place"][0].as_u64().or_else(|| Some(tree.node(id)?.parent));
            named.around.extend(parent);
            named.mutated.extend(parent);
            if has("text") {
                named.said.extend(parent);
            }
        }
    }
}

/// A node goes from where it is: those beside it stand beside others from now on.
fn leave(tree: &PageTree, id: u64, named: &mut Changes) {
    let Some(node) = tree.node(id) else { return };
    named.around.insert(node.parent);
    let siblings = tree.node(node.parent).map_or(tree.roots(), |parent| &parent.children);
    let Some(at) = siblings.iter().position(|it| *it == id) else { return };
    let beside = [at.checked_sub(1), at.checked_add(1)];
    named.moved.extend(beside.into_iter().flatten().filter_map(|at| siblings.get(at)));
}

/// Styles of an element that decide how, or whether, what is in it is seen.
const REACHING_DOWN: &[&str] = &[
    "color",
    "font-size",
    "font-weight",
    "font-style",
    "text-transform",
    "visibility",
    "opacity",
    "overflow",
    "position",
    "display",
    "content-visibility",
];

fn reaches_down(tree: &PageTree, id: u64, change: &Value) -> bool {
    let Some(node) = tree.node(id) else { return false };
    if change.get("place").is_some() {
        return true;
    }
    let is_clipping = tree.computed(id, "overflow").is_some_and(|it| it != "visible");
    if is_clipping && change.get("box").is_some() {
        return true;
    }
    let Some(style) = change.get("style") else { return false };
    let old = |name: &str| node.style.as_ref().and_then(|it| it.get(name)).map(String::as_str);
    REACHING_DOWN.iter().any(|name| old(name) != style.get(name).and_then(Value::as_str))
}
