//! The rows as a document.

use std::fmt::Write as _;

use camino::Utf8Path;
use xcheck_model::engine::Engine;

use crate::inputs::REFUSED;
use crate::row::Row;
use crate::rows;

const HEAD: &str = "# Input\n
What a person does, and what a recording says of it: one line per action, never two, with its target and what matters about it.
Each row was done with native input in real browsers, in a page that listens to nothing and in one that listens to every kind of input;
a check mark says that both recordings hold exactly the actions of the second column.
Words instead of a check mark are a limit of the engine or its driver: what was recorded of what it did follows them.\n
Targets are written as ids; `host >> #s` is inside a shadow root, `frame:` and `next:` name another page of the row.
This file is written by `make fidelity` from the rows that the tests run.
";

#[test]
fn document_is_current() {
    let path = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/fidelity/input.md");
    let text = document();
    if std::env::var_os("XCHECK_WRITE_DOCS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == text, "{path} is not what `make fidelity` writes");
}

fn document() -> String {
    let mut text = HEAD.to_owned();
    for (heading, rows) in rows::PARTS {
        let _ = write!(text, "\n## {heading}\n\n| done | recorded |");
        for engine in Engine::ALL {
            let _ = write!(text, " {engine} |");
        }
        text += "\n|---|---|---|---|---|\n";
        for row in *rows {
            let _ = write!(text, "| {} | {} |", row.name, actions(row.told));
            for engine in Engine::ALL {
                let _ = write!(text, " {} |", cell(row, engine));
            }
            text.push('\n');
        }
    }
    text
}

fn cell(row: &Row, engine: Engine) -> String {
    match row.limit(engine) {
        None => "✓".to_owned(),
        Some(limit) if limit.told == [REFUSED] => format!("not done: {}", limit.why),
        Some(limit) => format!("{}: {}", limit.why, actions(limit.told)),
    }
}

fn actions(told: &[&str]) -> String {
    if told.is_empty() {
        return "nothing".to_owned();
    }
    told.iter().map(|action| format!("`{action}`")).collect::<Vec<_>>().join(", ")
}
