//! A decision tree as data.
//!
//! A model file is hostile like any other: its size and depth are bounded, and what makes no sense is refused.

use std::fmt::{self, Write as _};
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::features::{Feature, Features};
use super::validate::Confusion;

/// What `xcheck train` made of the corpus.
const EMBEDDED: &str = include_str!("../../data/tree.json");
const FORMAT: &str = "xcheck-tree";
const VERSION: u64 = 1;
/// Splits from the root to a leaf.
pub(super) const MOST_DEPTH: usize = 32;
const MOST_BYTES: usize = 1 << 20;

/// A model that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    #[error("the model is larger than {MOST_BYTES} bytes")]
    TooLarge,
    #[error("the model is no JSON")]
    Json(#[from] serde_json::Error),
    #[error("the model is of another format or version")]
    Format,
    #[error("the model has more than {MOST_DEPTH} levels")]
    TooDeep,
    #[error("the model has a node that is neither a split nor a leaf")]
    Node,
    #[error("the model asks for an unknown feature {0:?}")]
    Feature(String),
}

/// What a tree was made of, and how trees made the same way do on what they were not made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    pub n_apps: usize,
    pub n_instances: usize,
    pub n_true: usize,
    /// In ten parts of the same mixture.
    pub stratified: Confusion,
    /// Each app judged by a tree of the others.
    pub whole_apps: Confusion,
}

/// Decides by one feature after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    pub(super) root: Node,
    pub training: Option<Training>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Leaf {
        class: bool,
        /// Instances of the training that came here, and those of the other class.
        n: usize,
        errors: usize,
    },
    Split {
        feature: Feature,
        threshold: f64,
        /// For values up to the threshold.
        below: Box<Node>,
        above: Box<Node>,
    },
}

impl Tree {
    /// The one that is shipped.
    pub fn embedded() -> &'static Self {
        static TREE: LazyLock<Tree> =
            LazyLock::new(|| Tree::from_json(EMBEDDED).expect("a test reads the embedded model"));
        &TREE
    }

    /// Whether a pair of elements with these features is worth telling.
    pub fn decide(&self, features: &Features) -> bool {
        let mut node = &self.root;
        loop {
            match node {
                Node::Leaf { class, .. } => return *class,
                Node::Split { feature, threshold, below, above } => {
                    node = if features.value(*feature) <= *threshold { below } else { above };
                }
            }
        }
    }

    pub fn n_leaves(&self) -> usize {
        self.root.n_leaves()
    }

    pub fn from_json(text: &str) -> Result<Self, TreeError> {
        if text.len() > MOST_BYTES {
            return Err(TreeError::TooLarge);
        }
        let value: Value = serde_json::from_str(text)?;
        if value["format"] != FORMAT || value["version"] != VERSION {
            return Err(TreeError::Format);
        }
        let training = Option::<Training>::deserialize(&value["training"])?;
        Ok(Self { root: node_from(&value["root"], 0)?, training })
    }

    /// What [`Tree::from_json`] reads.
    pub fn to_json(&self) -> String {
        let value = json!({
            "format": FORMAT,
            "version": VERSION,
            "training": self.training,
            "root": node_to(&self.root),
        });
        format!("{value:#}\n")
    }
}

impl Node {
    pub(super) fn n_leaves(&self) -> usize {
        match self {
            Self::Leaf { .. } => 1,
            Self::Split { below, above, .. } => below.n_leaves() + above.n_leaves(),
        }
    }

    fn write(&self, depth: usize, text: &mut String) -> fmt::Result {
        let Self::Split { feature, threshold, below, above } = self else { return Ok(()) };
        for (sign, node) in [("<=", below), (">", above)] {
            write!(text, "{}{} {sign} {threshold}", "|  ".repeat(depth), feature.name())?;
            match &**node {
                Self::Leaf { class, n, errors } => writeln!(text, ": {class} ({n}/{errors})")?,
                Self::Split { .. } => writeln!(text)?,
            }
            node.write(depth + 1, text)?;
        }
        Ok(())
    }
}

/// One line for each branch; leaves with their instances and errors.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Node::Leaf { class, n, errors } = &self.root {
            return writeln!(f, "{class} ({n}/{errors})");
        }
        let mut text = String::new();
        self.root.write(0, &mut text)?;
        f.write_str(&text)
    }
}

fn node_to(node: &Node) -> Value {
    match node {
        Node::Leaf { class, n, errors } => json!({"class": class, "n": n, "errors": errors}),
        Node::Split { feature, threshold, below, above } => json!({
            "feature": feature.name(),
            "threshold": threshold,
            "below": node_to(below),
            "above": node_to(above),
        }),
    }
}

fn node_from(value: &Value, depth: usize) -> Result<Node, TreeError> {
    if depth > MOST_DEPTH {
        return Err(TreeError::TooDeep);
    }
    let fields = value.as_object().ok_or(TreeError::Node)?;
    match fields.get("feature") {
        Some(name) => split_from(name, fields, depth),
        None => leaf_from(fields).ok_or(TreeError::Node),
    }
}

fn split_from(name: &Value, fields: &Map<String, Value>, depth: usize) -> Result<Node, TreeError> {
    let name = name.as_str().ok_or(TreeError::Node)?;
    let feature = Feature::from_name(name).ok_or_else(|| TreeError::Feature(name.to_owned()))?;
    let threshold = fields.get("threshold").and_then(Value::as_f64).ok_or(TreeError::Node)?;
    let child = |key: &str| {
        let value = fields.get(key).ok_or(TreeError::Node)?;
        node_from(value, depth + 1).map(Box::new)
    };
    Ok(Node::Split { feature, threshold, below: child("below")?, above: child("above")? })
}

fn leaf_from(fields: &Map<String, Value>) -> Option<Node> {
    let count = |key: &str| fields.get(key)?.as_u64().and_then(|it| usize::try_from(it).ok());
    let class = fields.get("class")?.as_bool()?;
    Some(Node::Leaf { class, n: count("n")?, errors: count("errors")? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Tree {
        let leaf = |class, n, errors| Box::new(Node::Leaf { class, n, errors });
        let inner = Node::Split {
            feature: Feature::Area,
            threshold: 0.1,
            below: leaf(false, 4, 0),
            above: leaf(true, 7, 1),
        };
        let root = Node::Split {
            feature: Feature::OwnSize,
            threshold: 1.5,
            below: leaf(false, 90, 2),
            above: Box::new(inner),
        };
        let confusion = Confusion { true_negatives: 90, ..Confusion::default() };
        let training = Training {
            n_apps: 3,
            n_instances: 101,
            n_true: 11,
            stratified: confusion,
            whole_apps: confusion,
        };
        Tree { root, training: Some(training) }
    }

    #[test]
    fn what_is_written_is_read() {
        let tree = sample();
        assert_eq!(Tree::from_json(&tree.to_json()).unwrap(), tree);
        let bare = Tree { training: None, ..tree };
        assert_eq!(Tree::from_json(&bare.to_json()).unwrap(), bare);
    }

    #[test]
    fn the_embedded_model_is_a_tree() {
        let tree = Tree::embedded();
        assert!(!tree.decide(&Features::default()), "equal elements are not worth telling");
        assert_eq!(Tree::from_json(EMBEDDED).unwrap().to_json(), EMBEDDED);
    }

    #[test]
    fn decisions_go_down_by_thresholds_and_are_always_the_same() {
        let tree = sample();
        let at = |own_size, area| Features { own_size, area, ..Features::default() };
        for _ in 0..3 {
            assert!(!tree.decide(&at(1.5, 9.0)));
            assert!(tree.decide(&at(1.6, 9.0)));
            assert!(!tree.decide(&at(1.6, 0.1)));
            assert!(tree.decide(&at(f64::NAN, f64::NAN)));
        }
    }

    #[test]
    fn it_is_printed_one_branch_a_line() {
        let text = "own-size <= 1.5: false (90/2)\n\
                    own-size > 1.5\n\
                    |  area <= 0.1: false (4/0)\n\
                    |  area > 0.1: true (7/1)\n";
        assert_eq!(sample().to_string(), text);
    }

    #[test]
    fn hostile_models_are_refused() {
        let with = |root: &str| format!(r#"{{"format":"xcheck-tree","version":1,"root":{root}}}"#);
        let nested = |n: usize| {
            let leaf = r#"{"class":true,"n":1,"errors":0}"#;
            let open = format!(r#"{{"feature":"area","threshold":1,"above":{leaf},"below":"#);
            with(&format!("{}{leaf}{}", open.repeat(n), "}".repeat(n)))
        };
        assert!(Tree::from_json(&nested(MOST_DEPTH)).is_ok());
        assert!(matches!(Tree::from_json(&nested(MOST_DEPTH + 1)), Err(TreeError::TooDeep)));
        // Deeper still, and the JSON itself is refused.
        assert!(matches!(Tree::from_json(&nested(5000)), Err(TreeError::Json(_))));
        assert!(matches!(Tree::from_json(&" ".repeat(MOST_BYTES + 1)), Err(TreeError::TooLarge)));
        for text in ["", "null", "[]", "{}", r#"{"format":"xcheck-tree","version":2}"#] {
            assert!(Tree::from_json(text).is_err(), "{text}");
        }
        for root in [
            "null",
            "[]",
            "{}",
            r#"{"class":"true","n":1,"errors":0}"#,
            r#"{"class":true,"n":-1,"errors":0}"#,
            r#"{"class":true,"n":1e40,"errors":0}"#,
            r#"{"feature":1,"threshold":1}"#,
            r#"{"feature":"smell","threshold":1}"#,
            r#"{"feature":"area","threshold":"1"}"#,
            r#"{"feature":"area","threshold":1e999}"#,
            r#"{"feature":"area","threshold":1,"below":{"class":true,"n":1,"errors":0}}"#,
        ] {
            assert!(Tree::from_json(&with(root)).is_err(), "{root}");
        }
    }
}
