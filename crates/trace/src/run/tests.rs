//! Runs there and back, damaged ones, and the pages that their steps add up to.

use std::collections::BTreeMap;
use std::fs;

use camino::Utf8PathBuf;
use serde_json::{Value, json};
use xcheck_model::engine::Engine;
use xcheck_model::run::{Divergence, DivergenceKind, Observation, RegisteredBy, Step, Uncaught};

use super::{
    InputMode, MAX_SOURCE_LEN, NetworkMode, NodeKind, PageTree, Ran, RanScript, RunBrowser, RunEnd,
    RunHead, RunOpenErrorKind, RunOutcome, RunProblem, RunReader, RunTotals, RunTrace,
    RunWriteErrorKind, RunWriter, Source, SourceKind, Support, SupportKind, TreeProblem,
};
use crate::body::body_ref;
use crate::{Recorder, Viewport};

struct Folder {
    dir: Utf8PathBuf,
    _temp: tempfile::TempDir,
}

fn folder() -> Folder {
    let temp = tempfile::tempdir().unwrap();
    let dir = Utf8PathBuf::try_from(temp.path().join("run")).unwrap();
    Folder { dir, _temp: temp }
}

fn head() -> RunHead {
    RunHead {
        tool_version: "0.1.0".to_owned(),
        trace: RunTrace {
            file: "shop.xct".to_owned(),
            sha256: body_ref(b"trace").hash,
            created_ms: 1_700_000_000_000,
            recorder: Recorder {
                browser: "chromium".to_owned(),
                browser_version: "156".to_owned(),
                user_agent: None,
            },
        },
        browser: RunBrowser::new(Engine::Firefox.into(), "153"),
        viewport: Viewport { width: 1280, height: 720, ratio: 1.0 },
        input: InputMode::Native,
        network: NetworkMode::Trace,
    }
}

fn end() -> RunEnd {
    RunEnd {
        outcome: RunOutcome::complete(),
        n_events_replayed: 7,
        record_ms: 9000,
        replay_ms: 1200,
        timings: BTreeMap::from([("screenshots".to_owned(), 300.5)]),
    }
}

fn step(index: u64, observation: &str) -> Step {
    Step {
        index,
        page: 0,
        frame: vec![1, 0],
        url: "http://shop/".to_owned(),
        event: Some(index),
        entry: None,
        at_us: -5,
        after: "click button \"Save\"".to_owned(),
        observation: Some(Observation::from_json(observation).unwrap()),
        screenshot: None,
        console: vec![("log".to_owned(), "line\nbreak".to_owned())],
        errors: vec![Uncaught {
            name: "TypeError".to_owned(),
            message: "x is not a function".to_owned(),
            url: "http://shop/a.js".to_owned(),
            line: 3,
            column: 4,
        }],
    }
}

fn divergence() -> Divergence {
    Divergence {
        page: 0,
        event: Some(3),
        kind: DivergenceKind::CallbackMissing,
        detail: "timeout".to_owned(),
        expected: Some("tick".to_owned()),
        actual: None,
        registered_by: Some(RegisteredBy {
            event: 1,
            function: "tick".to_owned(),
            hash: "abc".to_owned(),
            source: "function tick() {".to_owned(),
        }),
    }
}

/// A finished run of two steps, one divergence and one picture.
fn written(folder: &Folder) -> (RunReader, Vec<Step>) {
    let mut writer = RunWriter::create(&folder.dir, &head()).unwrap();
    let hash = writer.shot(b"png").unwrap();
    assert_eq!(writer.shot(b"png").unwrap(), hash);
    let mut steps = vec![step(0, r#"{"z":1.50,"isVisible":true}"#), step(1, "{}")];
    steps[0].screenshot = Some(hash);
    for step in &steps {
        writer.step(step).unwrap();
    }
    writer.divergence(&divergence()).unwrap();
    writer.finish(&end()).unwrap();
    (RunReader::open(&folder.dir).unwrap(), steps)
}

#[test]
fn a_run_comes_back_as_it_was() {
    let folder = folder();
    let (reader, steps) = written(&folder);
    assert_eq!(*reader.head(), head());
    assert_eq!(*reader.end(), end());
    assert_eq!(reader.totals(), RunTotals { n_steps: 2, n_divergences: 1 });
    assert_eq!(reader.steps().map(Result::unwrap).collect::<Vec<_>>(), steps);
    assert_eq!(reader.divergences().map(Result::unwrap).collect::<Vec<_>>(), [divergence()]);
    assert_eq!(reader.shot(&body_ref(b"png").hash).unwrap(), b"png");
    assert_eq!(reader.problems(), []);
    // Observations are kept to the byte.
    let text = fs::read_to_string(folder.dir.join("steps.jsonl")).unwrap();
    assert!(text.contains(r#""observation":{"z":1.50,"isVisible":true}"#), "{text}");
    assert_eq!(fs::read_dir(folder.dir.join("shots")).unwrap().count(), 1);
    assert_eq!(fs::read_dir(&folder.dir).unwrap().count(), 6, "nothing is left behind");
}

#[test]
fn run_json_is_plain() {
    let folder = folder();
    written(&folder);
    let text = fs::read_to_string(folder.dir.join("run.json")).unwrap();
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&json["format"], &json["version"]), (&json!("xcheck-run"), &json!([1, 5])));
    assert_eq!(json["outcome"], json!({"complete": true}));
    assert_eq!(json["browser"], json!({"name": "firefox", "version": "153"}));
    assert_eq!((&json["input"], &json["network"]), (&json!("native"), &json!("trace")));
}

#[test]
fn a_run_under_way_can_be_read() {
    let folder = folder();
    let mut writer = RunWriter::create(&folder.dir, &head()).unwrap();
    writer.step(&step(0, "{}")).unwrap();
    let reader = RunReader::open(&folder.dir).unwrap();
    assert_eq!(reader.end().outcome, RunOutcome::incomplete("under way"));
    assert_eq!(reader.steps().count(), 1);
    assert_eq!(reader.problems(), []);
}

#[test]
fn only_runs_are_replaced() {
    let folder = folder();
    written(&folder);
    fs::write(folder.dir.join("notes.txt"), "mine").unwrap();
    RunWriter::create(&folder.dir, &head()).unwrap().finish(&end()).unwrap();
    let reader = RunReader::open(&folder.dir).unwrap();
    assert_eq!((reader.steps().count(), reader.divergences().count()), (0, 0));
    assert!(!reader.has_shot(&body_ref(b"png").hash));
    assert_eq!(fs::read_to_string(folder.dir.join("notes.txt")).unwrap(), "mine");

    fs::write(folder.dir.join("run.json"), "{\"format\":\"other\",\"version\":[1,0]}").unwrap();
    let error = RunWriter::create(&folder.dir, &head()).unwrap_err();
    assert!(matches!(error.kind, RunWriteErrorKind::NotARun), "{error:?}");
    assert!(error.hint().is_some());
}

#[test]
fn equal_replays_have_equal_digests() {
    let (one, other, third) = (folder(), folder(), folder());
    let (first, _) = written(&one);
    let (second, _) = written(&other);
    assert_eq!(first.digest().unwrap(), second.digest().unwrap());
    assert_eq!(first.digest().unwrap().shots, [Some(body_ref(b"png").hash), None]);
    let mut writer = RunWriter::create(&third.dir, &head()).unwrap();
    writer.step(&step(0, "{}")).unwrap();
    writer.finish(&end()).unwrap();
    let digest = RunReader::open(&third.dir).unwrap().digest().unwrap();
    assert_ne!(first.digest().unwrap().observations, digest.observations);
}

#[test]
fn damage_is_told_and_passed_over() {
    let folder = folder();
    let (reader, steps) = written(&folder);
    let path = folder.dir.join("steps.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("no step\n{}", &text[..text.len() - 9])).unwrap();
    let read: Vec<_> = reader.steps().collect();
    assert!(matches!(&read[0], Err(RunProblem::Line { line: 1, .. })));
    assert_eq!(read[1].as_ref().unwrap(), &steps[0]);
    assert_eq!(read[2], Err(RunProblem::Cut { file: "steps.jsonl".to_owned(), line: 3 }));
    assert_eq!(read.len(), 3);
    fs::remove_file(folder.dir.join("divergences.jsonl")).unwrap();
    let problems: Vec<String> = reader.problems().iter().map(ToString::to_string).collect();
    assert_eq!(problems.len(), 6, "{problems:?}");
    assert!(problems[2].starts_with("steps.jsonl ends within line 3"), "{problems:?}");
}

#[test]
fn names_do_not_lead_out_of_the_folder() {
    let folder = folder();
    let (reader, steps) = written(&folder);
    let line = serde_json::to_string(&steps[0]).unwrap();
    let hash = body_ref(b"png").hash;
    let hostile = line.replace(hash.as_str(), "../../../etc/passwd");
    fs::write(folder.dir.join("steps.jsonl"), hostile + "\n").unwrap();
    assert!(matches!(reader.steps().next(), Some(Err(RunProblem::Line { .. }))));

    let shot = folder.dir.join("shots").join(format!("{}.png", hash.as_str()));
    fs::write(&shot, "other").unwrap();
    assert!(reader.shot(&hash).is_err(), "checked against its hash");
    fs::remove_file(&shot).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", &shot).unwrap();
    assert!(reader.shot(&hash).is_err() && !reader.has_shot(&hash));
}

#[test]
fn what_is_no_run_is_refused() {
    let folder = folder();
    let kind = |folder: &Folder| RunReader::open(&folder.dir).unwrap_err().kind;
    assert!(matches!(kind(&folder), RunOpenErrorKind::Io(_)));
    fs::create_dir(&folder.dir).unwrap();
    assert!(matches!(kind(&folder), RunOpenErrorKind::NotARun));
    let path = folder.dir.join("run.json");
    fs::write(&path, "{").unwrap();
    assert!(matches!(kind(&folder), RunOpenErrorKind::Damaged(_)));
    fs::write(&path, r#"{"format":"xcheck-run","version":[1,6]}"#).unwrap();
    assert!(matches!(kind(&folder), RunOpenErrorKind::NewerVersion { .. }));
    fs::write(&path, r#"{"format":"xcheck-trace","version":[1,0]}"#).unwrap();
    assert!(matches!(kind(&folder), RunOpenErrorKind::NotARun));
}

/// The page as text: one line per node, indented.
fn shape(tree: &PageTree) -> String {
    let line = |id: u64| {
        let node = tree.node(id).unwrap();
        let what = match &node.kind {
            NodeKind::Element { name, .. } => name.clone(),
            NodeKind::Text => format!("{:?}", node.text.as_deref().unwrap_or_default()),
            NodeKind::Shadow => "#shadow".to_owned(),
        };
        format!("{}{what}", " ".repeat(tree.xpath(id).matches('/').count() - 1))
    };
    tree.in_order().into_iter().map(line).collect::<Vec<_>>().join("\n")
}

fn page() -> PageTree {
    let mut tree = PageTree::new();
    let problems = tree.apply(&json!({
        "page": {"url": "http://a/", "title": "t"},
        "nodes": [
            {"id": 1, "name": "html", "place": [0, 0], "style": {"display": "block", "color": "red"}},
            {"id": 2, "name": "p", "place": [1, 0], "attributes": {"id": "p"}, "box": [0, 1.5, 10, 20], "style": {}},
            {"id": 3, "text": "one", "place": [2, 0], "box": [0, 0, 5, 5]},
            {"id": 4, "name": "p", "place": [1, 2], "style": {"color": "blue"}, "form": {"value": "v"}},
            {"id": 5, "shadow": 4},
            {"id": 6, "name": "svg", "space": "svg", "place": [5, 0]},
        ],
        "isVisible": true,
    }));
    assert_eq!(problems, []);
    tree
}

#[test]
fn a_page_is_rebuilt() {
    let mut tree = page();
    insta::assert_snapshot!(shape(&tree), @r#"
    html
     p
      "one"
     p
      #shadow
       svg
    "#);
    assert_eq!(tree.node(2).unwrap().bounds.unwrap().y, 1.5);
    assert_eq!(tree.computed(2, "color"), Some("red"));
    assert_eq!(tree.computed(4, "color"), Some("blue"));
    assert_eq!(tree.computed(2, "opacity"), Some("1"));
    assert_eq!(tree.computed(3, "color"), None);
    assert_eq!(tree.xpath(4), "/html[1]/p[2]");

    let problems = tree.apply(&json!({
        "page": {"title": "u"},
        "nodes": [
            {"id": 4, "place": [1, 0], "style": null, "form": null},
            {"id": 7, "name": "b", "place": [1, 4]},
            {"id": 2, "place": [1, 7], "box": null, "attributes": null},
            {"id": 3, "text": "two"},
        ],
        "gone": [6],
        "isVisible": true,
    }));
    assert_eq!(problems, []);
    insta::assert_snapshot!(shape(&tree), @r##"
    html
     p
      #shadow
     b
     p
      "two"
    "##);
    assert_eq!((&tree.page["url"], &tree.page["title"]), (&json!("http://a/"), &json!("u")));
    assert_eq!((tree.node(2).unwrap().bounds, tree.node(2).unwrap().attributes.len()), (None, 0));
    assert_eq!((&tree.node(4).unwrap().style, &tree.node(4).unwrap().form), (&None, &None));
}

#[test]
fn hostile_observations_do_no_harm() {
    let mut tree = page();
    assert_eq!(tree.apply(&json!([])), [TreeProblem::Shape("form")]);
    assert_eq!(
        tree.apply(&json!({"nodes": 1, "page": 2})),
        [TreeProblem::Shape("page"), TreeProblem::Shape("nodes")]
    );
    assert_eq!(tree.apply(&json!({"gone": [99]})), [TreeProblem::Unknown(99)]);
    assert_eq!(
        tree.apply(&json!({"nodes": [{"id": 98, "box": [0, 0, 0, 0]}]})),
        [TreeProblem::Unknown(98)]
    );
    let problems = tree.apply(&json!({"nodes": [{"id": 2, "box": ["x"], "wrong": 1}]}));
    let odd = |aspect| TreeProblem::Aspect { id: 2, aspect };
    assert_eq!(problems, [odd("box"), odd("aspect")]);
    // Two in one place, and a circle.
    let problems = tree.apply(&json!({"nodes": [{"id": 4, "place": [1, 0]}]}));
    assert_eq!(problems, [TreeProblem::Order(1)]);
    tree.apply(&json!({"nodes": [{"id": 1, "place": [2, 0]}, {"id": 2, "place": [1, 0]}]}));
    assert!(tree.in_order().is_empty());
    assert_eq!(tree.computed(2, "color"), Some("red"));
    assert!(tree.xpath(2).len() < 100);
}

#[test]
fn what_a_browser_knows_is_kept() {
    let folder = folder();
    let said = [("color: red", true), ("color: fancy", false)].map(|(text, has)| Support {
        kind: SupportKind::Declaration,
        text: text.to_owned(),
        has,
    });
    let mut writer = RunWriter::create(&folder.dir, &head()).unwrap();
    assert_eq!(RunReader::open(&folder.dir).unwrap().supports().count(), 0, "as in older runs");
    writer.supports(&said).unwrap();
    let reader = RunReader::open(&folder.dir).unwrap();
    assert_eq!(reader.supports().collect::<Vec<_>>(), said);
    RunWriter::create(&folder.dir, &head()).unwrap();
    assert_eq!(reader.supports().count(), 0, "a new run takes the place of the old one");
}

#[test]
fn what_ran_is_kept_by_step() {
    let folder = folder();
    let scripts = vec![RanScript {
        url: "http://a/a.js".to_owned(),
        len: 90,
        pieces: vec![(0, 9), (20, 40)],
    }];
    let ran = [3, 7].map(|step| Ran { step, scripts: scripts.clone() });
    let mut writer = RunWriter::create(&folder.dir, &head()).unwrap();
    assert_eq!(RunReader::open(&folder.dir).unwrap().ran().count(), 0, "as in most browsers");
    for one in &ran {
        writer.ran(one).unwrap();
    }
    let reader = RunReader::open(&folder.dir).unwrap();
    assert_eq!(reader.ran().collect::<Vec<_>>(), ran);
    RunWriter::create(&folder.dir, &head()).unwrap();
    assert_eq!(reader.ran().count(), 0, "a new run takes the place of the old one");
}

#[test]
fn sources_are_kept_once_and_found_by_hash_alone() {
    let folder = folder();
    let mut writer = RunWriter::create(&folder.dir, &head()).unwrap();
    writer.source("http://a/a.css", SourceKind::Css, b"p { }").unwrap();
    writer.source("http://a/a.css", SourceKind::Css, b"p { }").unwrap();
    writer.source("http://a/b.css", SourceKind::Css, b"p { }").unwrap();
    writer.source("http://a/", SourceKind::Html, b"<p>\xff").unwrap();
    writer.source("http://a/long.js", SourceKind::Js, &vec![b' '; MAX_SOURCE_LEN + 1]).unwrap();
    writer.finish(&end()).unwrap();
    let reader = RunReader::open(&folder.dir).unwrap();
    let sources: Vec<Source> = reader.sources().map(Result::unwrap).collect();
    let urls: Vec<&str> = sources.iter().map(|source| source.url.as_str()).collect();
    assert_eq!(urls, ["http://a/a.css", "http://a/b.css", "http://a/"]);
    assert_eq!(reader.source_text(&sources[1].hash).unwrap(), "p { }");
    assert_eq!(reader.source_text(&sources[2].hash).unwrap(), "<p>\u{fffd}");
    assert_eq!(fs::read_dir(folder.dir.join("sources")).unwrap().count(), 2);
    assert_eq!(reader.problems(), []);

    fs::write(folder.dir.join("sources").join(sources[0].hash.as_str()), "q").unwrap();
    assert!(reader.source_text(&sources[0].hash).is_err());
    fs::remove_file(folder.dir.join("sources").join(sources[2].hash.as_str())).unwrap();
    assert_eq!(reader.problems(), [RunProblem::Source { url: "http://a/".to_owned() }]);

    // An older run is replaced with all of its files.
    RunWriter::create(&folder.dir, &head()).unwrap();
    assert_eq!(fs::read_dir(folder.dir.join("sources")).unwrap().count(), 0);
}

#[test]
fn runs_of_format_1_0_have_no_sources() {
    let folder = folder();
    let (reader, steps) = written(&folder);
    let digest = reader.digest().unwrap();
    fs::remove_file(folder.dir.join("sources.jsonl")).unwrap();
    fs::remove_dir(folder.dir.join("sources")).unwrap();
    let path = folder.dir.join("run.json");
    let mut file: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    file["version"] = json!([1, 0]);
    fs::write(&path, file.to_string()).unwrap();
    let reader = RunReader::open(&folder.dir).unwrap();
    assert_eq!(reader.sources().count(), 0);
    assert_eq!((reader.problems(), reader.digest().unwrap()), (vec![], digest));
    assert_eq!(reader.steps().count(), steps.len());
}

#[test]
fn sources_are_told_by_media_type() {
    for (content_type, kind) in [
        ("text/css; charset=utf-8", Some(SourceKind::Css)),
        ("application/javascript", Some(SourceKind::Js)),
        ("Text/JavaScript", Some(SourceKind::Js)),
        ("text/html", Some(SourceKind::Html)),
        ("application/json", None),
        ("", None),
    ] {
        assert_eq!(SourceKind::from_media_type(content_type), kind, "{content_type}");
    }
}

/// A page that is changed step by step is the page that is seen at once.
mod order {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::PageTree;

    /// Children by parent, in order; what a page would say of each.
    type Lists = BTreeMap<u64, Vec<u64>>;

    fn places(lists: &Lists) -> BTreeMap<u64, [u64; 2]> {
        let mut all = BTreeMap::new();
        for (parent, children) in lists {
            let mut previous = 0;
            for id in children {
                all.insert(*id, [*parent, previous]);
                previous = *id;
            }
        }
        all
    }

    fn observation(old: &BTreeMap<u64, [u64; 2]>, new: &BTreeMap<u64, [u64; 2]>) -> Value {
        let gone: Vec<u64> = old.keys().filter(|id| !new.contains_key(id)).copied().collect();
        let nodes =
            new.iter().filter(|(id, place)| old.get(id) != Some(place)).map(|(id, place)| {
                if old.contains_key(id) {
                    json!({"id": id, "place": place})
                } else {
                    json!({"id": id, "name": "i", "place": place})
                }
            });
        json!({"gone": gone, "nodes": nodes.collect::<Vec<_>>()})
    }

    /// Takes a leaf out, or puts a new or an old leaf in somewhere.
    fn change(lists: &mut Lists, is_taking: bool, parent: usize, at: usize, id: u64) {
        let leaves: Vec<u64> =
            lists.values().flatten().filter(|id| !lists.contains_key(id)).copied().collect();
        for list in lists.values_mut() {
            list.retain(|it| *it != id || !leaves.contains(it));
        }
        if is_taking || lists.values().flatten().any(|it| *it == id) {
            return;
        }
        let mut parents: Vec<u64> =
            lists.values().flatten().copied().filter(|it| *it != id).collect();
        parents.insert(0, 0);
        let list = lists.entry(parents[parent % parents.len()]).or_default();
        let at = at % (list.len() + 1);
        list.insert(at, id);
        lists.retain(|_, list| !list.is_empty());
    }

    proptest! {
        #[test]
        fn steps_add_up(
            steps in prop::collection::vec(
                prop::collection::vec((any::<bool>(), 0_usize..40, 0_usize..40, 1_u64..40), 1..24),
                1..12,
            )
        ) {
            let (mut lists, mut tree, mut before) = (Lists::new(), PageTree::new(), BTreeMap::new());
            for step in steps {
                for (is_taking, parent, at, id) in step {
                    change(&mut lists, is_taking, parent, at, id);
                }
                let now = places(&lists);
                prop_assert_eq!(tree.apply(&observation(&before, &now)), []);
                before = now;
                for id in before.keys() {
                    let children = lists.get(id).cloned().unwrap_or_default();
                    prop_assert_eq!(&tree.node(*id).unwrap().children, &children);
                }
                prop_assert_eq!(tree.roots(), &lists.get(&0).cloned().unwrap_or_default()[..]);
            }
        }
    }
}
