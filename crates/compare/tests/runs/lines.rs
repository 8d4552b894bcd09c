//! Lines and columns end where an engine ends them; what is painted in its own rhythm, or comes late, is seen for what
//! it is.

use serde_json::{Value, json};

use crate::native::{WHITE, findings, node, page};
use crate::run::{Look, Runs, png};

const BLUE: [u8; 3] = [20, 40, 200];

/// Fields in lines of 600 pixels.
fn fields(boxes: &[[f64; 4]]) -> Vec<Value> {
    let line = node("div", [0.0, 40.0, 600.0, 90.0], json!({"style": {"display": "block"}}));
    let field = |(at, bounds): (usize, &[f64; 4])| {
        let (id, before) = (5 + at, if at == 0 { 0 } else { 4 + at });
        json!({"id": id, "name": "input", "place": [4, before], "box": bounds,
            "attributes": {"type": "date"}, "style": {"display": "inline-block"}})
    };
    std::iter::once(line).chain(boxes.iter().enumerate().map(field)).collect()
}

#[test]
fn what_does_not_fit_into_a_line_begins_the_next_and_what_follows_goes_along() {
    let (first, second) = ([0.0, 40.0, 280.0, 20.0], [284.0, 40.0, 290.0, 20.0]);
    let ours = fields(&[first, second, [0.0, 64.0, 100.0, 20.0], [104.0, 64.0, 100.0, 20.0]]);
    let wide = [0.0, 40.0, 320.0, 20.0];
    let theirs = fields(&[
        wide,
        [0.0, 64.0, 290.0, 20.0],
        [294.0, 64.0, 100.0, 20.0],
        [398.0, 64.0, 100.0, 20.0],
    ]);
    assert_eq!(findings(&ours, &theirs), "");
    assert_eq!(findings(&theirs, &ours), "");
    // There is room for the second one beside the first.
    let pushed = fields(&[
        first,
        [0.0, 164.0, 290.0, 20.0],
        [294.0, 164.0, 100.0, 20.0],
        [398.0, 164.0, 100.0, 20.0],
    ]);
    assert_ne!(findings(&ours, &pushed), "");
}

#[test]
fn what_goes_on_in_the_next_column_is_as_wide_as_both() {
    let text = |style: Value, width: f64, top: f64| {
        let words = |id: u64, place: [u64; 2], bounds: [f64; 4]| json!({"id": id, "text": "some words", "place": place, "box": bounds});
        vec![
            node("div", [0.0, 40.0, 620.0, 160.0], json!({ "style": style })),
            json!({"id": 5, "name": "p", "place": [4, 0], "box": [0, 40, width, 160], "style": {"display": "block", "background-color": "rgb(9, 90, 9)"}}),
            words(6, [5, 0], [0.0, 40.0, 300.0, 150.0]),
            json!({"id": 7, "name": "p", "place": [4, 5], "box": [320, top, 300, 60], "style": {"display": "block"}}),
            words(8, [7, 0], [320.0, top, 290.0, 60.0]),
        ]
    };
    let columns = || json!({"display": "block", "column-count": "2"});
    let block = || json!({"display": "block"});
    assert_eq!(findings(&text(columns(), 300.0, 40.0), &text(columns(), 620.0, 64.0)), "");
    assert_ne!(findings(&text(columns(), 300.0, 40.0), &text(block(), 620.0, 64.0)), "");
}

#[test]
fn dashes_have_the_rhythm_of_their_engine() {
    let look = |style: &str, rhythm: u32| {
        let style = json!({"display": "block", "border-style": style, "border-width": "8px"});
        let card = node("div", [0.0, 40.0, 400.0, 100.0], json!({ "style": style }));
        let is_dash =
            |x: u32, y: u32| x < 400 && (40..48).contains(&y) && (x / rhythm).is_multiple_of(2);
        let png = png(1280, 720, |x, y| if is_dash(x, y) { BLUE } else { WHITE });
        let observation =
            json!({"page": {"scroll": [0, 0]}, "nodes": page(&[card]), "isVisible": true});
        Look { observation: Some(observation), png: Some(png), ..Look::default() }
    };
    assert_eq!(Runs::new(&[look("dashed", 16)], &[look("dashed", 24)]).findings(), "");
    assert_ne!(Runs::new(&[look("solid", 16)], &[look("solid", 24)]).findings(), "");
}

#[test]
fn a_background_that_comes_late_in_one_browser_is_no_difference_once_it_is_there() {
    let card = || node("div", [0.0, 40.0, 400.0, 100.0], json!({"style": {"display": "block"}}));
    let look = |nodes: Vec<Value>, is_there: bool| {
        let is_card = |x: u32, y: u32| is_there && x < 400 && (40..140).contains(&y);
        let png = png(1280, 720, |x, y| if is_card(x, y) { BLUE } else { WHITE });
        let observation = json!({"page": {"scroll": [0, 0]}, "nodes": nodes, "isVisible": true});
        Look { observation: Some(observation), png: Some(png), ..Look::default() }
    };
    // The heading changes, the card does not.
    let heading = || vec![json!({"id": 3, "attributes": {"a": "b"}})];
    let early = [look(page(&[card()]), true), look(heading(), true)];
    let late = [look(page(&[card()]), false), look(heading(), true)];
    let never = [look(page(&[card()]), false), look(heading(), false)];
    assert_eq!(Runs::new(&early, &late).findings(), "");
    assert_ne!(Runs::new(&early, &never).findings(), "");
    let only_then = [look(page(&[card()]), true), look(heading(), false)];
    assert_ne!(Runs::new(&early, &only_then).findings(), "", "nothing in the document tells");
}

/// A float, and a text beside it whose lines begin there.
fn beside_float(starts: &[f64]) -> Vec<Value> {
    let lines: Vec<[f64; 2]> = starts.iter().map(|start| [*start, 500.0 - start]).collect();
    vec![
        node("div", [0.0, 40.0, 500.0, 100.0], json!({"style": {"display": "block"}})),
        json!({"id": 5, "name": "i", "place": [4, 0], "box": [0, 40, 200, 100], "style": {"display": "block", "float": "left"}}),
        json!({"id": 6, "name": "p", "place": [4, 5], "box": [0, 40, 500, 100], "style": {"display": "block"}}),
        json!({"id": 7, "text": "words around a shape", "place": [6, 0], "box": [0, 40, 500, 100], "lines": lines}),
    ]
}

#[test]
fn lines_go_around_a_shape_in_both_browsers() {
    let round = beside_float(&[200.0, 160.0, 120.0, 80.0, 0.0]);
    assert_eq!(findings(&round, &beside_float(&[200.0, 163.0, 118.0, 84.0, 0.0])), "");
    let told = findings(&round, &beside_float(&[200.0, 200.0, 200.0, 200.0, 0.0]));
    assert!(told.contains("start of lines is 200px instead of 160px"), "{told}");
}

#[test]
fn rows_that_are_lower_are_not_so_because_their_list_is() {
    let list = |row: f64| {
        let mut all =
            vec![node("ul", [0.0, 40.0, 400.0, 3.0 * row], json!({"style": {"display": "block"}}))];
        for at in 0..3_u64 {
            let (id, before) = (5 + 2 * at, if at == 0 { 0 } else { 3 + 2 * at });
            let top = 40.0 + row * at as f64;
            all.push(
                json!({"id": id, "name": "li", "place": [4, before], "box": [0, top, 400, row],
                "style": {"display": "block", "background-color": "rgb(9, 90, 9)"}}),
            );
            let text = top + row / 2.0 - 10.0;
            all.push(
                json!({"id": id + 1, "text": "row", "place": [id, 0], "box": [20, text, 30, 20]}),
            );
        }
        all
    };
    let told = findings(&list(72.0), &list(36.0));
    assert!(told.contains("height is 36px instead of 72px"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
}

/// A list of rows that stand in this order.
fn listed(rows: &[u64]) -> Vec<Value> {
    let mut all =
        vec![node("ul", [0.0, 40.0, 400.0, 90.0], json!({"style": {"display": "block"}}))];
    for (at, row) in rows.iter().enumerate() {
        let (id, top) = (10 + 2 * row, 40 + 30 * at);
        let before = if at == 0 { 0 } else { 10 + 2 * rows[at - 1] };
        all.push(json!({"id": id, "name": "li", "place": [4, before], "box": [0, top, 400, 30],
            "style": {"display": "block"}}));
        all.push(json!({"id": id + 1, "text": format!("row {row}"), "place": [id, 0],
            "box": [0, top, 60, 20]}));
    }
    all
}

#[test]
fn rows_in_another_order_are_one_finding() {
    assert_eq!(findings(&listed(&[0, 1, 2]), &listed(&[0, 1, 2])), "");
    for (ours, theirs) in [([0, 1, 2], [2, 0, 1]), ([0, 1, 2], [2, 1, 0]), ([1, 0, 2], [0, 1, 2])] {
        let told = findings(&listed(&ours), &listed(&theirs));
        assert!(told.contains("row"), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
}

#[test]
fn words_that_a_picture_does_not_show_are_a_finding() {
    let look = |is_painted: bool, over: Option<[f64; 4]>| {
        let mut nodes = vec![
            node("h2", [40.0, 40.0, 400.0, 40.0], json!({"style": {"display": "block"}})),
            json!({"id": 5, "text": "Glass Ferry", "place": [4, 0], "box": [40, 40, 200, 40]}),
        ];
        nodes.extend(over.map(|it| {
            json!({"id": 6, "name": "div", "place": [4, 5], "box": it,
                "style": {"display": "block", "position": "absolute"}})
        }));
        let is_ink = |x: u32, y: u32| {
            is_painted && (60..230).contains(&x) && (50..70).contains(&y) && x % 9 < 4
        };
        let png = png(1280, 720, |x, y| if is_ink(x, y) { BLUE } else { WHITE });
        let observation =
            json!({"page": {"scroll": [0, 0]}, "nodes": page(&nodes), "isVisible": true});
        Look { observation: Some(observation), png: Some(png), ..Look::default() }
    };
    let told = |is_here: bool, is_there: bool, over: Option<[f64; 4]>| {
        Runs::new(&[look(is_here, over)], &[look(is_there, over)]).findings()
    };
    assert_eq!(told(true, true, None), "");
    assert_eq!(told(false, false, None), "");
    for (is_here, is_there) in [(true, false), (false, true)] {
        let all = told(is_here, is_there, None);
        assert!(all.contains("paint of words"), "{all}");
    }
    // Whatever lies over them is looked at itself.
    assert!(!told(true, false, Some([0.0, 30.0, 300.0, 60.0])).contains("paint of words"));
}

#[test]
fn what_hangs_out_of_a_block_hangs_out_in_both_browsers() {
    let said = |start: f64| {
        vec![
            node("p", [100.0, 40.0, 300.0, 40.0], json!({"style": {"display": "block"}})),
            json!({"id": 5, "text": "\u{201c}words\u{201d}", "place": [4, 0], "box": [100.0 + start, 40, 200.0 - start, 20]}),
        ]
    };
    assert_eq!(findings(&said(0.0), &said(-2.0)), "");
    let told = findings(&said(0.0), &said(-10.0));
    assert!(told.contains("start of lines is -10px instead of 0px"), "{told}");
    // Larger first letters are in the boxes of texts or not.
    assert_eq!(findings(&said(0.0), &said(40.0)), "");
}

#[test]
fn groups_of_rows_that_paint_nothing_are_as_large_as_an_engine_likes() {
    let table = |height: f64, color: &str| {
        vec![
            node("table", [0.0, 40.0, 400.0, 100.0], json!({"style": {"display": "table"}})),
            json!({"id": 5, "name": "thead", "place": [4, 0], "box": [0, 40, 400, height],
                "style": {"display": "table-header-group", "background-color": color}}),
            json!({"id": 6, "name": "tr", "place": [5, 0], "box": [0, 48, 400, 22], "style": {"display": "table-row"}}),
            json!({"id": 7, "text": "Time", "place": [6, 0], "box": [0, 50, 60, 18]}),
        ]
    };
    let nothing = "rgba(0, 0, 0, 0)";
    let own = |height: f64| {
        let mut all = table(height, nothing);
        all[1]["style"] = json!({"display": "table-header-group"});
        all
    };
    assert_eq!(findings(&own(22.0), &own(58.0)), "");
    assert_ne!(findings(&table(22.0, "rgb(9, 90, 9)"), &table(58.0, "rgb(9, 90, 9)")), "");
}
