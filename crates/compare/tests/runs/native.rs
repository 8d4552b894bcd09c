//! What engines do in their own ways is no finding; what a page asks for and does not get is.

use serde_json::{Value, json};

use crate::run::{Look, Runs, png, raw};

pub(crate) const WHITE: [u8; 3] = [255; 3];

/// A page with a heading, and these nodes in its body.
pub(crate) fn page(nodes: &[Value]) -> Vec<Value> {
    let block = json!({"display": "block"});
    let mut all = vec![
        json!({"id": 1, "name": "html", "place": [0, 0], "box": [0, 0, 1280, 720], "style": block}),
        json!({"id": 2, "name": "body", "place": [1, 0], "box": [0, 0, 1280, 720], "style": block}),
        json!({"id": 3, "name": "h1", "place": [2, 0], "box": [0, 0, 1280, 40], "style": block}),
    ];
    all.extend(nodes.iter().cloned());
    all
}

pub(crate) fn findings(one: &[Value], other: &[Value]) -> String {
    Runs::new(&[raw(json!(page(one)))], &[raw(json!(page(other)))]).findings()
}

/// A node after the heading.
pub(crate) fn node(name: &str, bounds: [f64; 4], more: Value) -> Value {
    let mut node = json!({"id": 4, "name": name, "place": [2, 3], "box": bounds,
        "style": {"display": "inline-block"}});
    let fields = node.as_object_mut().expect("it is an object");
    for (key, value) in more.as_object().expect("it is an object") {
        fields.insert(key.clone(), value.clone());
    }
    node
}

#[test]
fn what_stands_in_for_a_picture_has_any_size_if_no_browser_has_the_picture() {
    let picture = |width: f64, is_loaded: bool| {
        node(
            "img",
            [0.0, 40.0, width, 20.0],
            json!({"image": {"size": [0, 0], "loaded": is_loaded}}),
        )
    };
    assert_eq!(findings(&[picture(16.0, false)], &[picture(180.0, false)]), "");
    assert_ne!(findings(&[picture(180.0, true)], &[picture(16.0, false)]), "");
    assert_ne!(findings(&[picture(180.0, true)], &[picture(16.0, true)]), "");
}

#[test]
fn columns_of_tables_and_entries_of_lists_have_no_boxes_to_compare() {
    let table = |bounds: Option<[f64; 4]>| {
        let table = node("table", [0.0, 40.0, 300.0, 60.0], json!({"style": {"display": "table"}}));
        let mut columns = json!({"id": 5, "name": "colgroup", "place": [4, 0], "style": {"display": "table-column-group"}});
        columns["box"] = json!(bounds);
        [table, columns]
    };
    assert_eq!(findings(&table(Some([0.0, 40.0, 300.0, 60.0])), &table(Some([0.0; 4]))), "");
    let list = |bounds: [f64; 4], words: &str| {
        [
            node("select", [0.0, 40.0, 90.0, 40.0], json!({})),
            json!({"id": 5, "name": "option", "place": [4, 0], "box": bounds, "style": {"display": "block"}}),
            json!({"id": 6, "text": words, "place": [5, 0], "box": bounds}),
        ]
    };
    let (seen, hidden) = ([1.0, 42.0, 80.0, 16.0], [1.0, 90.0, 80.0, 0.0]);
    assert_eq!(findings(&list(seen, "clay"), &list(hidden, "clay")), "");
    assert_ne!(findings(&list(seen, "clay"), &list(seen, "sand")), "");
    assert_ne!(findings(&list(seen, "clay"), &list(seen, "clay")[..1]), "");
}

#[test]
fn fields_are_as_wide_as_letters_are_and_players_as_high_as_they_like() {
    let field =
        |width: f64| node("textarea", [0.0, 40.0, width, 36.0], json!({"form": {"value": ""}}));
    assert_eq!(findings(&[field(261.0)], &[field(216.0)]), "");
    assert_ne!(findings(&[field(261.0)], &[field(90.0)]), "");
    let player = |height: f64| node("audio", [0.0, 40.0, 300.0, height], json!({}));
    assert_eq!(findings(&[player(54.0)], &[player(31.0)]), "");
}

#[test]
fn colors_that_engines_give_to_controls_are_theirs() {
    let button = |color: &str, background: &str| {
        let style =
            json!({"display": "inline-block", "color": color, "background-color": background});
        [
            node("button", [0.0, 40.0, 90.0, 24.0], json!({ "style": style })),
            json!({"id": 5, "text": "Go", "place": [4, 0], "box": [20, 44, 20, 16]}),
        ]
    };
    let red = "rgb(255, 0, 0)";
    assert_eq!(findings(&button("rgb(0, 0, 0)", red), &button("rgba(0, 0, 0, 0.8)", red)), "");
    assert_ne!(findings(&button("rgb(0, 0, 0)", red), &button("rgb(0, 0, 250)", red)), "");
}

#[test]
fn a_size_that_shows_nowhere_is_no_finding() {
    let of_height = |height: f64, background: Option<&str>| {
        let mut style = json!({"display": "block"});
        if let Some(background) = background {
            style["background-color"] = json!(background);
        }
        [
            node("div", [0.0, 40.0, 1280.0, height], json!({ "style": style })),
            json!({"id": 5, "name": "p", "place": [4, 0], "box": [0, 40, 1280, 100], "style": {"display": "block"}}),
            json!({"id": 6, "text": "words", "place": [5, 0], "box": [0, 40, 90, 20]}),
        ]
    };
    assert_eq!(findings(&of_height(100.0, None), &of_height(160.0, None)), "");
    let blue = Some("rgb(0, 0, 200)");
    assert_ne!(findings(&of_height(100.0, blue), &of_height(160.0, blue)), "");
}

#[test]
fn lines_break_where_engines_break_them() {
    let link = |bounds: [f64; 4]| {
        [
            node("p", [0.0, 40.0, 600.0, 60.0], json!({"style": {"display": "block"}})),
            json!({"id": 5, "name": "a", "place": [4, 0], "box": bounds, "style": {}}),
            json!({"id": 6, "text": "two words", "place": [5, 0], "box": bounds}),
        ]
    };
    let (at_the_end, in_two_lines) = ([500.0, 42.0, 90.0, 18.0], [0.0, 42.0, 590.0, 38.0]);
    assert_eq!(findings(&link(at_the_end), &link(in_two_lines)), "");
}

#[test]
fn editors_wrap_lines_in_elements_or_not() {
    let editor = || {
        let style =
            json!({"style": {"display": "block"}, "attributes": {"contenteditable": "true"}});
        node("div", [0.0, 40.0, 600.0, 60.0], style)
    };
    let line = |id: u64, before: u64, top: f64, words: &str| {
        [
            json!({"id": id, "name": "div", "place": [4, before], "box": [0, top, 600, 20], "style": {"display": "block"}}),
            json!({"id": id + 1, "text": words, "place": [id, 0], "box": [0, top, 90, 20]}),
        ]
    };
    let bare = json!({"id": 9, "text": "First", "place": [4, 0], "box": [0, 40, 90, 20]});
    let one = [vec![editor(), bare], line(5, 9, 60.0, "Second").to_vec()].concat();
    let other = |words: &str| {
        let first = line(11, 0, 40.0, words).to_vec();
        [vec![editor()], first, line(5, 11, 60.0, "Second").to_vec()].concat()
    };
    assert_eq!(findings(&one, &other("First")), "");
    assert_ne!(findings(&one, &other("Other")), "");
}

#[test]
fn words_stand_elsewhere_in_lines_that_are_filled_in_other_ways() {
    let note = |left: f64, text_height: f64| {
        [
            node("p", [0.0, 40.0, 600.0, 60.0], json!({"style": {"display": "block"}})),
            json!({"id": 5, "text": "a text", "place": [4, 0], "box": [0, 40, 590, text_height]}),
            json!({"id": 6, "name": "sup", "place": [4, 5], "box": [left, 60, 9, 18], "style": {}}),
            json!({"id": 7, "text": "1", "place": [6, 0], "box": [left, 60, 9, 18]}),
        ]
    };
    assert_eq!(findings(&note(300.0, 60.0), &note(240.0, 60.0)), "");
    assert_ne!(findings(&note(300.0, 20.0), &note(240.0, 20.0)), "");
}

#[test]
fn what_is_pushed_away_by_something_that_is_here_only_is_one_finding() {
    let entry = |id: u64, before: u64, top: f64, words: &str| {
        [
            json!({"id": id, "name": "li", "place": [4, before], "box": [0, top, 600, 40],
                "attributes": {"id": words}, "style": {"display": "block"}}),
            json!({"id": id + 1, "text": words, "place": [id, 0], "box": [4, top, 90, 20]}),
        ]
    };
    let list = node("ul", [0.0, 40.0, 600.0, 300.0], json!({"style": {"display": "block"}}));
    let one = [vec![list.clone()], entry(5, 0, 40.0, "Lock").to_vec()].concat();
    let more = entry(9, 0, 40.0, "Dogs").to_vec();
    let other = [vec![list], more, entry(5, 9, 100.0, "Lock").to_vec()].concat();
    assert_eq!(findings(&one, &other).lines().count(), 1, "{}", findings(&one, &other));
}

#[test]
fn a_panel_that_begins_to_open_is_not_missing() {
    let panel = |height: f64| {
        let style = json!({"display": "block", "overflow": "hidden"});
        [
            node("div", [0.0, 40.0, 900.0, height], json!({ "style": style })),
            json!({"id": 5, "text": "words", "place": [4, 0], "box": [0, 40, 90, 20]}),
        ]
    };
    assert_eq!(findings(&panel(2.0), &panel(0.5)), "");
    assert_ne!(findings(&panel(60.0), &panel(0.5)), "");
}

#[test]
fn a_pointer_that_rests_above_a_new_page_changes_nothing() {
    let look = |color: &str, hovered: Option<u64>, is_first: bool| -> Look {
        let label = [
            node(
                "label",
                [0.0, 40.0, 90.0, 24.0],
                json!({"style": {"display": "block", "color": color}}),
            ),
            json!({"id": 5, "text": "One", "place": [4, 0], "box": [0, 44, 30, 16]}),
        ];
        let nodes =
            if is_first { page(&label) } else { vec![json!({"id": 4, "attributes": {"a": "b"}})] };
        let mut shown = json!({"scroll": [0, 0]});
        if let Some(id) = hovered {
            shown["hover"] = json!(id);
        }
        let observation = json!({"page": shown, "nodes": nodes, "isVisible": true});
        Look { observation: Some(observation), ..Look::default() }
    };
    let (gray, blue) = ("rgb(90, 90, 90)", "rgb(0, 0, 250)");
    let rested = [look(blue, Some(4), true), look(blue, None, false)];
    let unaware = [look(gray, None, true), look(gray, None, false)];
    assert_eq!(Runs::new(&unaware, &rested).findings(), "");
    assert_eq!(Runs::new(&rested, &unaware).findings(), "");
    // Once both know where the pointer is, it counts.
    let told = [look(gray, None, true), look(gray, Some(4), false)];
    assert_ne!(Runs::new(&told, &rested).findings(), "");
}

#[test]
fn a_pointer_that_rests_above_a_new_row_may_show_what_is_in_it() {
    let look = |display: &str, hovered: Option<u64>, width: f64| -> Look {
        let mut button =
            json!({"id": 6, "name": "button", "place": [4, 5], "style": {"display": display}});
        if display != "none" {
            button["box"] = json!([300, 40, 40, 24]);
        }
        let row = [
            node(
                "li",
                [0.0, 40.0, width, 24.0 * width / 400.0],
                json!({"style": {"display": "list-item"}}),
            ),
            json!({"id": 5, "name": "label", "place": [4, 0], "box": [0, 40, 90, 24], "style": {"display": "block"}}),
            button,
        ];
        let mut shown = json!({"scroll": [0, 0]});
        if let Some(id) = hovered {
            shown["hover"] = json!(id);
        }
        let observation = json!({"page": shown, "nodes": page(&row), "isVisible": true});
        Look { observation: Some(observation), ..Look::default() }
    };
    let differ = |width: f64, hovered: Option<u64>| {
        Runs::new(&[look("none", None, width)], &[look("block", hovered, width)]).findings()
    };
    assert_eq!(differ(400.0, Some(5)), "");
    assert_ne!(differ(400.0, None), "", "nothing is hovered");
    // Half a page does not wait for a pointer.
    assert_ne!(differ(2400.0, Some(5)), "");
}

#[test]
fn what_is_selected_in_a_field_is_up_to_the_engine() {
    let look = |color: [u8; 3], focus: u64| {
        let style = json!({"display": "inline-block", "background-color": "rgb(255, 255, 255)", "border-style": "solid"});
        let field = node(
            "input",
            [10.0, 40.0, 200.0, 24.0],
            json!({"style": style, "form": {"value": ""}}),
        );
        let observation = json!({"page": {"scroll": [0, 0], "focus": focus}, "nodes": page(&[field]), "isVisible": true});
        let png = png(1280, 720, |x, y| {
            if (20..90).contains(&x) && (44..60).contains(&y) { color } else { WHITE }
        });
        Look { observation: Some(observation), png: Some(png), ..Look::default() }
    };
    let selected = [120, 160, 250];
    assert_eq!(Runs::new(&[look(WHITE, 4)], &[look(selected, 4)]).findings(), "");
    assert_ne!(Runs::new(&[look(WHITE, 0)], &[look(selected, 0)]).findings(), "");
}

#[test]
fn what_slips_past_the_edge_of_a_list_is_not_missing() {
    let list = |top: f64| {
        let style = json!({"display": "block", "overflow": "auto"});
        [
            node("div", [0.0, 40.0, 600.0, 200.0], json!({ "style": style })),
            json!({"id": 5, "name": "p", "place": [4, 0], "box": [0, 40, 600, top - 40.0], "style": {"display": "block"}}),
            json!({"id": 6, "text": "above", "place": [5, 0], "box": [0, 40, 90, top - 40.0]}),
            json!({"id": 7, "name": "p", "place": [4, 5], "box": [0, top, 600, 30], "style": {"display": "block"}}),
            json!({"id": 8, "text": "words", "place": [7, 0], "box": [0, top, 90, 20]}),
        ]
    };
    assert_eq!(findings(&list(225.0), &list(241.0)), "");
    assert_ne!(findings(&list(100.0), &list(900.0)), "");
}

#[test]
fn a_switch_that_the_page_draws_itself_is_looked_at() {
    let look = |style: Value, color: [u8; 3]| {
        let input = node(
            "input",
            [0.0, 40.0, 60.0, 28.0],
            json!({"attributes": {"type": "checkbox"}, "style": style}),
        );
        let is_input = |x: u32, y: u32| x < 60 && (40..68).contains(&y);
        let png = png(1280, 720, |x, y| if is_input(x, y) { color } else { WHITE });
        let observation =
            json!({"page": {"scroll": [0, 0]}, "nodes": page(&[input]), "isVisible": true});
        Look { observation: Some(observation), png: Some(png), ..Look::default() }
    };
    let (red, grey) = ([200, 20, 20], [120, 120, 120]);
    let own = || json!({"display": "inline-block"});
    let native = || json!({"display": "inline-block", "appearance": "auto"});
    assert_eq!(Runs::new(&[look(native(), red)], &[look(native(), grey)]).findings(), "");
    assert_ne!(Runs::new(&[look(own(), red)], &[look(own(), grey)]).findings(), "");
}

#[test]
fn marks_of_lists_are_those_of_the_page() {
    let entry = |mark: &str| {
        let style = json!({"display": "list-item", "list-style-type": mark});
        vec![
            node("li", [0.0, 40.0, 300.0, 20.0], json!({ "style": style })),
            json!({"id": 5, "text": "some words", "place": [4, 0], "box": [0, 40, 90, 20]}),
        ]
    };
    let stars = "symbols(cyclic \"*\" \"+\")";
    assert_eq!(findings(&entry(stars), &entry("symbols(\"*\" \"+\")")), "");
    assert_ne!(findings(&entry(stars), &entry("decimal")), "");
}

#[test]
fn what_nearly_cannot_be_seen_is_coming_or_going() {
    let card = |opacity: &str| {
        let style = json!({"display": "block", "opacity": opacity, "background-color": "red"});
        [node("div", [0.0, 40.0, 300.0, 200.0], json!({ "style": style }))]
    };
    assert_eq!(findings(&card("0.03"), &card("0")), "");
    assert_ne!(findings(&card("0.9"), &card("0")), "");
}
