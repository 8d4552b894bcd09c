//! What scrolls to another place by itself, and words that are set in another way, though the documents are the same.

use serde_json::{Value, json};

use crate::native::{WHITE, findings, node, page};
use crate::run::{Look, Runs, png};

const INK: [u8; 3] = [20, 20, 20];

/// A list of ten rows in a box for three, scrolled so far.
fn list(scroll: f64) -> Vec<Value> {
    let style = json!({"display": "block", "overflow": "auto"});
    let mut all = vec![node("div", [0.0, 40.0, 400.0, 120.0], json!({ "style": style }))];
    if scroll > 0.0 {
        all[0]["scroll"] = json!([0.0, scroll]);
    }
    for at in 0..10_u64 {
        let (id, before) = (5 + 2 * at, if at == 0 { 0 } else { 3 + 2 * at });
        let bounds = [0.0, 40.0 + 40.0 * at as f64 - scroll, 400.0, 40.0];
        all.push(json!({"id": id, "name": "p", "place": [4, before], "box": bounds, "style": {"display": "block"}}));
        all.push(
            json!({"id": id + 1, "text": format!("row {at}"), "place": [id, 0], "box": bounds}),
        );
    }
    all
}

#[test]
fn what_is_scrolled_elsewhere_is_one_thing() {
    let told = findings(&list(0.0), &list(200.0));
    assert!(told.contains("is scrolled to 0,200 instead of 0,0"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert_eq!(findings(&list(200.0), &list(190.0)), "", "engines round");
}

#[test]
fn what_was_scrolled_elsewhere_is_told_though_it_is_not_any_more() {
    let look = |nodes: Vec<Value>| Look {
        observation: Some(json!({"page": {"scroll": [0, 0]}, "nodes": nodes, "isVisible": true})),
        ..Look::default()
    };
    let (there, here) = (look(page(&list(200.0))), look(page(&list(0.0))));
    let again = look(list(200.0));
    let nothing = look(vec![json!({"id": 3, "attributes": {"a": "b"}})]);
    let told = Runs::new(&[there, nothing], &[here, again]).findings();
    assert!(told.contains("is scrolled to 0,0 instead of 0,200"), "{told}");
}

/// A line of words whose letters, eight pixels wide, stand at these places.
fn line(letters: impl Fn(u32) -> u32) -> Look {
    let style = json!({"style": {"display": "block"}});
    let card = node("p", [0.0, 40.0, 400.0, 20.0], style);
    let text =
        json!({"id": 5, "text": "words in a line", "place": [4, 0], "box": [0, 40, 300, 20]});
    let places: Vec<u32> = (0..15).map(letters).collect();
    let is_ink = |x: u32, y: u32| {
        (44..56).contains(&y) && places.iter().any(|at| (*at..at + 8).contains(&x) && y % 4 < 3)
    };
    let png = png(1280, 720, |x, y| if is_ink(x, y) { INK } else { WHITE });
    let nodes = page(&[card, text]);
    let observation = json!({"page": {"scroll": [0, 0]}, "nodes": nodes, "isVisible": true});
    Look { observation: Some(observation), png: Some(png), ..Look::default() }
}

#[test]
fn letters_that_stand_elsewhere_in_a_line_look_different() {
    let even = line(|at| at * 20);
    let in_words = line(|at| at * 11 + at / 5 * 65);
    let told = Runs::new(&[even], &[in_words]).findings();
    assert!(told.contains("its words look different"), "{told}");
}

#[test]
fn letters_stand_a_little_elsewhere_in_each_engine() {
    let even = || line(|at| at * 20);
    assert_eq!(Runs::new(&[even()], &[line(|at| at * 20 + 3)]).findings(), "");
    assert_eq!(Runs::new(&[even()], &[line(|at| at * 20 + at / 4)]).findings(), "");
}
