//! Runs that no replay would leave: never a panic, and never without an end.

use std::fs;

use serde_json::{Value, json};
use xcheck_compare::{CompareError, Scope, compare};
use xcheck_model::engine::Engine;

use crate::page::{el, page};
use crate::run::{Look, Runs, head, looks, png, raw, told, write};

fn both(one: &Value, other: &Value) -> String {
    Runs::new(&[raw(one.clone())], &[raw(other.clone())]).findings()
}

fn element(id: u64, parent: u64, bounds: Value) -> Value {
    json!({"id": id, "name": "div", "place": [parent, 0], "box": bounds, "style": {}})
}

#[test]
fn runs_of_different_traces_are_refused() {
    let runs = Runs::of_states(&[page([])], &[page([])]);
    write(&runs.other, &head(Engine::Firefox, 2), &looks(&[page([])]), &[]);
    let error = compare(&[runs.one.clone(), runs.other.clone()], Scope::Changed).unwrap_err();
    assert!(matches!(error, CompareError::OtherTrace { .. }));
    let (one, other) = (&runs.one, &runs.other);
    assert_eq!(error.to_string(), format!("{other} is a run of another trace than {one}"));
}

#[test]
fn one_run_is_not_enough() {
    let runs = Runs::of_states(&[page([])], &[page([])]);
    assert!(matches!(compare(&[], Scope::Changed), Err(CompareError::Alone(_))));
    let error = compare(std::slice::from_ref(&runs.one), Scope::Changed).unwrap_err();
    assert_eq!(error.to_string(), format!("nothing to compare {} with", runs.one));
}

#[test]
fn a_folder_that_is_no_run_is_refused() {
    let runs = Runs::of_states(&[page([])], &[page([])]);
    fs::write(runs.other.join("run.json"), "{}").expect("test data can be written and read");
    let error = compare(&[runs.one.clone(), runs.other.clone()], Scope::Changed).unwrap_err();
    assert!(matches!(error, CompareError::Open(_)));
}

#[test]
fn empty_runs_and_pages_have_no_findings() {
    assert_eq!(Runs::new(&[], &[]).findings(), "");
    assert_eq!(Runs::new(&[Look::default()], &[Look::default()]).findings(), "");
    assert_eq!(both(&json!([]), &json!([])), "");
    assert_eq!(Runs::new(&[], &looks(&[page([])])).findings(), "");
}

#[test]
fn a_browser_that_has_not_looked_yet_says_nothing_of_a_page() {
    let nodes = || raw(json!([element(1, 0, json!([0, 0, 400, 300]))]));
    let nothing = Look::default;
    assert_eq!(Runs::new(&[nodes(), nothing()], &[nothing(), nodes()]).findings(), "");
    assert_eq!(Runs::new(&[nothing(), nodes()], &[nodes(), nothing()]).findings(), "");
}

#[test]
fn pictures_that_are_missing_or_damaged_are_passed_over() {
    let shop = page([el(3, "div").text("tea").size(400.0, 100.0)]);
    let white = png(800, 600, |_, _| [255; 3]);
    let black = png(800, 600, |_, _| [0; 3]);
    let mut ours = looks(std::slice::from_ref(&shop));
    let mut theirs = ours.clone();
    (ours[0].png, theirs[0].png) = (Some(white), Some(black));
    let runs = Runs::new(&ours, &theirs);
    assert_ne!(runs.findings(), "", "the pictures differ");
    for shot in fs::read_dir(runs.other.join("shots")).expect("test data can be written and read") {
        fs::write(shot.expect("test data can be written and read").path(), b"no picture")
            .expect("test data can be written and read");
    }
    assert_eq!(runs.findings(), "");
    fs::remove_dir_all(runs.other.join("shots")).expect("test data can be written and read");
    assert_eq!(runs.findings(), "");
}

#[test]
fn pictures_of_all_sizes_can_be_compared() {
    let shop = page([el(3, "div").size(900.0, 700.0).with([el(4, "canvas").size(500.0, 500.0)])]);
    let mut ours = looks(std::slice::from_ref(&shop));
    let mut theirs = ours.clone();
    for (width, height) in [(1, 1), (3, 900), (900, 3), (1280, 720)] {
        ours[0].png = Some(png(1280, 720, |_, _| [255; 3]));
        theirs[0].png = Some(png(width, height, |_, _| [0; 3]));
        Runs::new(&ours, &theirs).findings();
    }
}

#[test]
fn steps_that_make_no_sense_are_passed_over() {
    let shop = page([el(3, "div").text("tea")]);
    let runs = Runs::of_states(std::slice::from_ref(&shop), std::slice::from_ref(&shop));
    let steps = runs.other.join("steps.jsonl");
    let good = fs::read_to_string(&steps).expect("test data can be written and read");
    for odd in ["", "\n\n", "null\n", "{}\n", "[1,2\n", "\u{0}\n", "{\"index\":-1}\n"] {
        fs::write(&steps, format!("{odd}{good}{odd}")).expect("test data can be written and read");
        assert_eq!(runs.findings(), "");
    }
    fs::write(&steps, &good.as_bytes()[..good.len() / 2])
        .expect("test data can be written and read");
    runs.findings();
    fs::remove_file(&steps).expect("test data can be written and read");
    runs.findings();
}

#[test]
fn observations_of_any_shape_are_taken() {
    let odd = [
        json!(null),
        json!(7),
        json!("page"),
        json!([]),
        json!({"nodes": 3, "gone": "x", "page": 1}),
        json!({"nodes": [null, 3, "x", [], {}, {"id": "1"}, {"id": -1}, {"id": 0, "name": "p"}]}),
        json!({"nodes": [{"id": 1, "name": 3, "place": "x", "box": [1, 2], "style": [], "form": 9}]}),
        json!({"nodes": [{"id": u64::MAX, "name": "p", "place": [0, 1e300], "box": [0, 0, 9, 9]}]}),
        json!({"nodes": [{"id": 1, "name": "p", "place": [-3, -4], "box": [0, 0, 9, 9]}]}),
        json!({"gone": [1, 2, 1, -1, "x", 1e99]}),
        json!({"page": {"scroll": ["a", {}]}, "nodes": [element(1, 0, json!([0, 0, 9, 9]))]}),
        json!({"page": {"scroll": [1e308, -1e308]}, "nodes": [element(1, 0, json!([0, 0, 9, 9]))]}),
    ];
    let plain = looks(&[page([el(3, "div").text("tea").size(400.0, 100.0)])]).remove(0);
    let picture = png(800, 600, |x, y| [x as u8, y as u8, 0]);
    for observation in &odd {
        let look = |value: &Value| Look {
            observation: Some(value.clone()),
            png: Some(picture.clone()),
            ..Look::default()
        };
        let plain = Look { png: Some(picture.clone()), ..plain.clone() };
        let before = vec![plain.clone(), look(observation), plain.clone()];
        let after = vec![look(observation), plain.clone(), look(observation)];
        let runs = Runs::new(&before, &after);
        runs.report(Scope::Changed);
        runs.report(Scope::WholePage);
        runs.swapped(Scope::Changed);
    }
}

#[test]
fn boxes_of_any_size_are_taken() {
    let white = png(1280, 720, |_, _| [255; 3]);
    let black = png(1280, 720, |_, _| [0; 3]);
    let huge = [
        [0.0, 0.0, 1e308, 1e308],
        [-1e308, -1e308, 1.7e308, 1.7e308],
        // Doubles are 2048 and 1024 apart out here, more than a picture has room for.
        [-1e19, 0.0, 2e19, 800.0],
        [0.0, -5e18, 800.0, 1e19],
        [-1e19, -1e19, 2e19, 2e19],
        [-1e19, 0.0, 2e19, 100.0],
        [0.0, -1e19, 100.0, 2e19],
        [-1e16, -1e16, 2e16, 2e16],
        [1e308, 1e308, 1e308, 1e308],
        [0.0, 0.0, -100.0, -100.0],
        [10.0, 10.0, 0.0, 1e-300],
        [1270.5, 710.5, 50.0, 50.0],
        [-30.5, -30.5, 60.0, 60.0],
        [f64::MIN_POSITIVE, -0.0, 300.0, 300.0],
    ];
    let plain = [0.0, 0.0, 300.0, 300.0];
    for bounds in huge {
        for (ours, theirs) in [(bounds, bounds), (bounds, plain), (plain, bounds)] {
            let look = |bounds: [f64; 4], png: &Vec<u8>| {
                let nodes = json!([
                    element(1, 0, json!(bounds)),
                    element(2, 1, json!(bounds)),
                    element(3, 1, json!(plain))
                ]);
                Look { png: Some(png.clone()), ..raw(nodes) }
            };
            Runs::new(&[look(ours, &white)], &[look(theirs, &black)]).report(Scope::WholePage);
        }
    }
    // JSON has no NaN; what stands for it is no number.
    let odd = [json!([null, null, null, null]), json!(["NaN", 0, 0, 0]), json!({}), json!(null)];
    for bounds in odd {
        both(&json!([element(1, 0, bounds)]), &json!([element(1, 0, json!(plain))]));
    }
}

/// Nodes whose parents lead back to themselves, and an `id` by which they are found all the same.
#[test]
fn nodes_in_circles_come_to_an_end() {
    let node = |id: u64, parent: u64, mark: &str, size: u64| {
        json!({"id": id, "name": "div", "place": [parent, 0], "attributes": {"id": mark},
            "box": [0, 0, size, size], "style": {}})
    };
    let ring = |size: u64| {
        json!([
            node(1, 0, "root", 200),
            node(2, 4, "a", size),
            node(3, 2, "b", size),
            node(4, 3, "c", size),
            node(5, 5, "d", size),
        ])
    };
    let black = png(400, 400, |_, _| [0; 3]);
    let white = png(400, 400, |_, _| [255; 3]);
    for (ours, theirs) in [(200, 200), (200, 0), (0, 200), (0, 0)] {
        let one = Look { png: Some(black.clone()), ..raw(ring(ours)) };
        let other = Look { png: Some(white.clone()), ..raw(ring(theirs)) };
        let runs = Runs::new(&[one], &[other]);
        runs.report(Scope::Changed);
        runs.report(Scope::WholePage);
    }
    // A circle that comes into being later, below the root.
    let later = |size: u64| raw(json!([node(3, 2, "b", size), node(2, 3, "a", size)]));
    let first = raw(json!([node(1, 0, "root", 200), node(2, 1, "a", 90), node(3, 2, "b", 90)]));
    let runs = Runs::new(&[first.clone(), later(90)], &[first, later(0)]);
    runs.report(Scope::Changed);
    runs.report(Scope::WholePage);
}

#[test]
fn a_node_that_changes_its_kind_or_comes_twice_is_taken() {
    let first =
        raw(json!([element(1, 0, json!([0, 0, 90, 90])), element(2, 1, json!([0, 0, 90, 90]))]));
    let second = raw(json!([
        {"id": 2, "name": "canvas", "place": [1, 0]},
        {"id": 2, "shadow": 2},
        {"id": 1, "shadow": 1},
        {"id": 2, "text": "tea", "place": [1, 2]},
    ]));
    let runs = Runs::new(&[first.clone(), second.clone()], &[first.clone(), first]);
    told(&runs.report(Scope::Changed));
    told(&runs.swapped(Scope::WholePage));
}

#[test]
fn a_text_of_five_megabytes_is_shortened() {
    let long = "tea and milk ".repeat(5 << 20 >> 4) + &"x".repeat(1 << 20);
    let one =
        page([el(3, "p").text(&long).size(600.0, 30.0), el(4, "p").text("tea").size(600.0, 30.0)]);
    let mut other = one.clone();
    other.get(3).text.push_str(" and more");
    let found = crate::run::compared(&one, &other);
    assert!(found.len() < 2000, "{} letters", found.len());
    other.take(3);
    let found = crate::run::compared(&one, &other);
    assert!(found.len() < 2000, "{} letters", found.len());
}

/// Far more than a stack of calls, or a list that is gone through for each of its own, would bear.
#[test]
fn pages_may_be_deep_and_lists_long() {
    let box_of = |id: u64| json!([0, id, 400, 300]);
    let deep: Vec<Value> = (1..=1000).map(|id| element(id, id - 1, box_of(id))).collect();
    assert_eq!(both(&json!(deep), &json!(deep)), "");
    let mut long = vec![element(1, 0, json!([0, 0, 400, 400_000]))];
    let item = |id: u64| json!({"id": id, "name": "p", "place": [1, id - 1], "box": [0, 20 * id, 400, 20], "style": {}});
    long.extend((2..8_002).map(item));
    let mut other = long.clone();
    other[4_000]["box"] = json!([900, 20 * 4_001, 400, 20]);
    let told = both(&json!(long), &json!(other));
    assert_eq!(told.lines().count(), 1, "{told}");
}
