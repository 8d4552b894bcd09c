//! Markup, style and script of the page.
//!
//! The script is written as modules and joined here: what runs is what was written, line for line.

/// The page, with places for what goes into it.
pub(crate) const MARKUP: &str = include_str!("../web/report.html");
pub(crate) const STYLE: &str = include_str!("../web/report.css");

/// Each after those it imports.
const MODULES: [(&str, &str); 12] = [
    ("base.js", include_str!("../web/base.js")),
    ("findings.js", include_str!("../web/findings.js")),
    ("pictures.js", include_str!("../web/pictures.js")),
    ("viewer.js", include_str!("../web/viewer.js")),
    ("issue.js", include_str!("../web/issue.js")),
    ("program.js", include_str!("../web/program.js")),
    ("session.js", include_str!("../web/session.js")),
    ("timeline.js", include_str!("../web/timeline.js")),
    ("states.js", include_str!("../web/states.js")),
    ("finding.js", include_str!("../web/finding.js")),
    ("list.js", include_str!("../web/list.js")),
    ("main.js", include_str!("../web/main.js")),
];

/// All modules as one script.
pub(crate) fn script() -> String {
    let mut script = "(() => {\n'use strict';\n".to_owned();
    for (_, text) in MODULES {
        for line in text.lines().filter(|line| !line.starts_with("import ")) {
            script.push_str(line.strip_prefix("export ").unwrap_or(line));
            script.push('\n');
        }
    }
    script.push_str("})();\n");
    script
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{MODULES, STYLE, script};

    #[test]
    fn modules_come_after_those_they_import() {
        let mut seen = BTreeSet::new();
        for (name, text) in MODULES {
            for line in text.lines().filter(|line| line.starts_with("import ")) {
                let from = line.split("'./").nth(1).and_then(|rest| rest.split('\'').next());
                assert!(seen.contains(from.unwrap()), "{name}: {line}");
            }
            seen.insert(name);
        }
    }

    #[test]
    fn names_of_modules_are_their_own() {
        let mut seen = BTreeSet::new();
        for line in script().lines() {
            let words: Vec<&str> = line.split([' ', '(', ';']).collect();
            let at = if words[0] == "async" { 1 } else { 0 };
            if ["function", "const", "let", "class"].contains(&words[at]) {
                assert!(seen.insert(words[at + 1].to_owned()), "two things are named {line}");
            }
        }
        assert!(seen.len() > 30);
    }

    #[test]
    fn nothing_makes_markup_or_code_of_texts() {
        let script = script();
        for word in [
            "innerHTML",
            "outerHTML",
            "insertAdjacent",
            "document.write",
            "eval(",
            "Function(",
            "setHTML",
            "createContextualFragment",
            "DOMParser",
            "srcdoc",
            "fetch(",
            "XMLHttpRequest",
            "import ",
            "\nexport ",
            "</script",
            "<!--",
        ] {
            assert!(!script.contains(word), "{word}");
        }
        for word in ["</style", "@import", "url("] {
            assert!(!STYLE.contains(word), "{word}");
        }
    }
}
