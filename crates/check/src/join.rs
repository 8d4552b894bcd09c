//! Makes one report of several: the parts of a check that was done on several machines.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// Joins reports, each with the way from the new report to its own folder.
///
/// What several parts found is one finding, known by its fingerprint. Reports are data from elsewhere: what does not
/// look like a report adds nothing.
pub fn join(parts: &[(String, Value)]) -> Value {
    let mut all: Map<String, Value> =
        parts.first().and_then(|(_, first)| first.as_object().cloned()).unwrap_or_default();
    let mut sessions = Vec::new();
    let mut findings: Vec<Value> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut graphs: Vec<Value> = Vec::new();
    for (way, part) in parts {
        let n_before = sessions.len();
        for graph in objects(part, "graphs") {
            add_graph(&mut graphs, graph, n_before as u64);
        }
        sessions.extend(objects(part, "sessions").map(|session| moved(session, way)));
        for finding in objects(part, "xbis") {
            let mut finding = finding.clone();
            let session = finding["session"].as_u64().unwrap_or(0) + n_before as u64;
            finding["session"] = json!(session);
            let print = finding["fingerprint"].as_str().unwrap_or_default().to_owned();
            match known.get(&print).filter(|_| !print.is_empty()) {
                Some(at) => add(&mut findings[*at], &finding, "occurrences"),
                None => {
                    known.insert(print, findings.len());
                    findings.push(finding);
                }
            }
        }
    }
    let rank = |it: &Value| match it["severity"].as_str() {
        Some("critical") => 0,
        Some("major") => 1,
        _ => 2,
    };
    findings.sort_by_key(|it| (rank(it), it["session"].as_u64(), it["step"].as_u64()));
    for (at, finding) in findings.iter_mut().enumerate() {
        finding["id"] = json!(format!("x{}", at + 1));
    }
    let sum = |key: &str| parts.iter().filter_map(|(_, part)| part[key].as_u64()).sum::<u64>();
    for key in ["steps", "events", "n_ignored"] {
        all.insert(key.to_owned(), json!(sum(key)));
    }
    all.insert("sessions".to_owned(), json!(sessions));
    all.insert("graphs".to_owned(), json!(graphs));
    all.insert("xbis".to_owned(), json!(findings));
    all.insert("tests".to_owned(), json!(different(parts, "tests")));
    all.insert("targets".to_owned(), json!(different(parts, "targets")));
    let partial = parts.iter().find_map(|(_, part)| part["partial"].as_str());
    if let Some(why) = partial {
        all.insert("partial".to_owned(), json!(why));
    }
    Value::Object(all)
}

fn list<'a>(part: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    part[key].as_array().into_iter().flatten()
}

/// Those of a list that have parts.
fn objects<'a>(part: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    list(part, key).filter(|it| it.is_object())
}

/// Everything that any part lists, each thing once.
fn different(parts: &[(String, Value)], key: &str) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    for one in parts.iter().flat_map(|(_, part)| list(part, key)) {
        if !all.contains(one) {
            all.push(one.clone());
        }
    }
    all
}

fn add(known: &mut Value, more: &Value, key: &str) {
    let sum = known[key].as_u64().unwrap_or(0) + more[key].as_u64().unwrap_or(0);
    known[key] = json!(sum);
}

/// Adds the states of a part to those of its browser; its sessions come after `n_before` others.
fn add_graph(all: &mut Vec<Value>, graph: &Value, n_before: u64) {
    let mut graph = graph.clone();
    for kind in ["missing", "surplus", "different"] {
        for transition in graph[kind].as_array_mut().into_iter().flatten() {
            if transition.is_object() {
                let session = transition["session"].as_u64().unwrap_or(0) + n_before;
                transition["session"] = json!(session);
            }
        }
    }
    let Some(known) = all.iter_mut().find(|it| it["browser"] == graph["browser"]) else {
        all.push(graph);
        return;
    };
    for key in ["reference_states", "states", "reference_transitions", "transitions"] {
        add(known, &graph, key);
    }
    for kind in ["missing", "surplus", "different"] {
        let more: Vec<Value> = list(&graph, kind).cloned().collect();
        match known[kind].as_array_mut() {
            Some(transitions) => transitions.extend(more),
            None => known[kind] = json!(more),
        }
    }
}

/// A session whose files are named from the new report.
fn moved(session: &Value, way: &str) -> Value {
    let mut session = session.clone();
    // What is named from the root is so from anywhere.
    let name = |value: &Value| match value.as_str().unwrap_or_default() {
        path if path.starts_with('/') => json!(path),
        path => json!(format!("{way}/{path}")),
    };
    if session["trace"].is_string() {
        session["trace"] = name(&session["trace"]);
    }
    if let Some(runs) = session.get_mut("runs").and_then(Value::as_object_mut) {
        for run in runs.values_mut() {
            *run = name(run);
        }
    }
    session
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(name: &str, prints: &[&str]) -> Value {
        let finding = |print: &&str| json!({"id": "x1", "fingerprint": print, "severity": "major", "session": 0, "step": 1, "occurrences": 2});
        let xbis: Vec<Value> = prints.iter().map(finding).collect();
        let runs = json!({"firefox": "runs/1/firefox"});
        let graph =
            json!({"browser": "firefox", "states": 3, "missing": [{"session": 0, "step": 1}]});
        json!({"title": name, "graphs": [graph], "steps": 3, "targets": ["app"], "sessions": [{"trace": "1.xct", "runs": runs}], "xbis": xbis})
    }

    #[test]
    fn what_both_parts_found_is_one_finding() {
        let parts = [
            ("a".to_owned(), part("one", &["p", "q"])),
            ("b".to_owned(), part("two", &["q", "r"])),
        ];
        let all = join(&parts);
        assert_eq!(all["steps"], 6);
        assert_eq!(all["sessions"][1]["runs"]["firefox"], "b/runs/1/firefox");
        let found: Vec<(String, u64, u64)> = list(&all, "xbis")
            .map(|it| {
                let number = |key: &str| it[key].as_u64().unwrap_or(0);
                (
                    it["fingerprint"].as_str().unwrap_or("").to_owned(),
                    number("session"),
                    number("occurrences"),
                )
            })
            .collect();
        let expected = [("p", 0, 2), ("q", 0, 4), ("r", 1, 2)];
        assert_eq!(found, expected.map(|(print, session, n)| (print.to_owned(), session, n)));
        assert_eq!(all["xbis"][2]["id"], "x3");
        assert_eq!(all["targets"], json!(["app"]));
        let missing = json!([{"session": 0, "step": 1}, {"session": 1, "step": 1}]);
        assert_eq!(
            all["graphs"],
            json!([{"browser": "firefox", "reference_states": 0, "states": 6,
            "reference_transitions": 0, "transitions": 0, "missing": missing, "surplus": [], "different": []}])
        );
    }

    #[test]
    fn anything_may_be_in_a_report() {
        for odd in [
            json!(null),
            json!([]),
            json!({"xbis": 3, "sessions": "x"}),
            json!({"xbis": [1], "graphs": [1, {"missing": 3}, {"missing": [2]}]}),
        ] {
            join(&[("a".to_owned(), odd.clone()), ("b".to_owned(), odd)]);
        }
    }
}
