//! Single troubles, as a person would count them.

use serde_json::{Value, json};
use xcheck_compare::Scope;
use xcheck_model::engine::Engine;
use xcheck_model::run::Uncaught;

use crate::page::{El, el, page};
use crate::run::{Look, Runs, compared, head, looks, png, raw, told, write};

const WHITE: [u8; 3] = [255; 3];
const BLUE: [u8; 3] = [0, 0, 200];

fn heading(id: u64) -> El {
    el(id, "h1").text("Shop").size(1280.0, 40.0)
}

fn paragraphs(from: u64, n: u64) -> Vec<El> {
    (from..from + n).map(|id| el(id, "p").text(&format!("words {id}")).size(600.0, 30.0)).collect()
}

/// Looks with the same picture at each.
fn pictured(mut looks: Vec<Look>, png: &[u8]) -> Vec<Look> {
    for look in &mut looks {
        look.png = Some(png.to_vec());
    }
    looks
}

#[test]
fn equal_pages_have_no_findings() {
    let shop = page([heading(3)].into_iter().chain(paragraphs(10, 5)));
    assert_eq!(compared(&shop, &shop), "");
}

#[test]
fn a_moved_table_is_one_finding() {
    let row = |n: u64| {
        let cells =
            (0..5).map(|m| el(100 + 10 * n + m, "td").text(&format!("{n}{m}")).size(80.0, 24.0));
        el(20 + n, "tr").with(cells)
    };
    let table = el(10, "table").size(400.0, 120.0).with([el(11, "tbody").with((0..5).map(row))]);
    let one = page([heading(3), el(4, "div").with([table])].into_iter().chain(paragraphs(5, 3)));
    let mut other = one.clone();
    other.get(10).shift.0 = 300.0;
    assert_eq!(
        compared(&one, &other),
        "major structure: html > body > div > table: left is 300px instead of 0px, at 0x1\n"
    );
}

#[test]
fn a_broken_header_in_ten_steps_is_one_finding() {
    let menu = |ids: [u64; 3]| {
        el(3, "header")
            .attribute("id", "top")
            .size(1280.0, 60.0)
            .with(ids.map(|id| el(id, "a").text(&format!("link {id}")).size(200.0, 20.0)))
    };
    let state = |n: u64| page([menu([5, 6, 7]), el(4, "main").with(paragraphs(20, 1 + n))]);
    let states: Vec<El> = (0..10).map(state).collect();
    let mut others = states.clone();
    for other in &mut others {
        other.get(3).height = Some(200.0);
    }
    assert_eq!(
        Runs::of_states(&states, &others).findings(),
        "major structure: #top: height is 200px instead of 60px, at 0x10\n"
    );
}

#[test]
fn a_broken_header_on_ten_pages_is_one_finding() {
    let state = |n: u64| {
        let header = el(3, "header").attribute("class", "top").size(1280.0, 60.0);
        page([header.text("Shop"), el(4, "main").with(paragraphs(20, 1 + n))])
    };
    let of = |states: Vec<El>| -> Vec<Look> {
        let all = states.iter().flat_map(|state| looks(std::slice::from_ref(state)));
        all.enumerate().map(|(page, look)| Look { page, ..look }).collect()
    };
    let states: Vec<El> = (0..10).map(state).collect();
    let mut others = states.clone();
    for other in &mut others {
        other.get(3).height = Some(200.0);
    }
    assert_eq!(
        Runs::new(&of(states), &of(others)).findings(),
        "major structure: html > body > header: height is 200px instead of 60px, at 0x10\n"
    );
}

#[test]
fn a_missing_element_is_one_finding_with_all_that_is_in_it() {
    let button = el(8, "div").with([el(9, "span").text("Buy").size(80.0, 20.0)]);
    let cart = el(4, "div").text("Cart").with([button]);
    let one = page([heading(3), cart].into_iter().chain(paragraphs(10, 3)));
    let mut other = one.clone();
    other.take(8);
    let missing = "critical structure: html > body > div > div is missing, at 0x1\n";
    assert_eq!(compared(&one, &other), missing);
    let surplus = "major structure: html > body > div > div is here only, at 0x1\n";
    assert_eq!(compared(&other, &one), surplus);
}

#[test]
fn a_wrong_text_is_one_finding() {
    let one = page(paragraphs(10, 6));
    let mut other = one.clone();
    other.get(12).text = "NaN".to_owned();
    assert_eq!(
        compared(&one, &other),
        "major text: html > body > p:nth-of-type(3) says \"NaN\" instead of \"words 12\", at 0x1\n"
    );
}

#[test]
fn white_space_is_no_finding() {
    let one = page(paragraphs(10, 3));
    let mut other = one.clone();
    other.get(11).text = "  words \n 11 ".to_owned();
    assert_eq!(compared(&one, &other), "");
}

#[test]
fn an_effect_that_a_click_has_in_one_browser_only_is_behavior() {
    let before = page(paragraphs(10, 3));
    let mut after = before.clone();
    after.get(2).children.push(el(50, "div").text("Added to the cart").size(600.0, 30.0));
    let report =
        Runs::of_states(&[before.clone(), after.clone()], &[before.clone(), before.clone()]);
    assert_eq!(report.findings(), "critical behavior: html > body > div is missing, at 1x1\n");
}

#[test]
fn a_text_that_a_click_changes_in_one_browser_only_is_behavior() {
    let before = page(paragraphs(10, 3));
    let mut after = before.clone();
    after.get(11).text = "1 in the cart".to_owned();
    let runs = Runs::of_states(&[before.clone(), after], &[before.clone(), before]);
    assert_eq!(
        runs.findings(),
        "critical behavior: html > body > p:nth-of-type(2) says \"words 11\" instead of \"1 in the cart\", at 1x1\n"
    );
}

#[test]
fn an_error_of_one_browser_is_the_cause_of_what_is_missing_then() {
    let before = page(paragraphs(10, 3));
    let mut after = before.clone();
    after.get(11).text = "1 in the cart".to_owned();
    let mut others = looks(&[before.clone(), before.clone()]);
    others[1].errors.push(Uncaught {
        name: "TypeError".to_owned(),
        message: "cart.moveBefore is not a function".to_owned(),
        url: "http://shop/a.js".to_owned(),
        line: 3,
        column: 4,
    });
    let runs = Runs::new(&looks(&[before, after]), &others);
    let report = runs.report(Scope::Changed);
    assert_eq!(report.xbis.len(), 1, "{}", told(&report));
    assert!(report.xbis[0].cause.name.contains("moveBefore"), "{:?}", report.xbis[0].cause);
}

#[test]
fn a_canvas_that_differs_is_a_finding() {
    let canvas = el(5, "canvas").size(400.0, 300.0);
    let shop = page([heading(3), canvas]);
    let paint = |color: [u8; 3]| {
        png(1280, 720, move |x, y| {
            let is_inside = (100..200).contains(&x) && (100..200).contains(&y);
            if is_inside { color } else { WHITE }
        })
    };
    let states = looks(std::slice::from_ref(&shop));
    let runs = Runs::new(
        &pictured(states.clone(), &paint(BLUE)),
        &pictured(states.clone(), &paint(WHITE)),
    );
    assert_eq!(runs.findings(), "minor image: html > body > canvas looks different, at 0x1\n");
    let runs = Runs::new(&pictured(states.clone(), &paint(BLUE)), &pictured(states, &paint(BLUE)));
    assert_eq!(runs.findings(), "");
}

#[test]
fn text_that_wraps_one_line_later_is_no_finding() {
    let text = "A paragraph that is just about as long as the line that it is in";
    let shop = |height: f64| {
        let paragraph = el(4, "p").text(text).size(500.0, height);
        page([heading(3), el(7, "div").with([paragraph])].into_iter().chain(paragraphs(10, 3)))
    };
    let nodes = |height: f64| {
        let mut look = looks(&[shop(height)]).remove(0);
        // The text is as high as its lines.
        let nodes = look.observation.as_mut().expect("test data can be written and read")["nodes"]
            .as_array_mut()
            .expect("test data can be written and read");
        for node in nodes {
            if node["text"] == text {
                node["box"][3] = json!(height);
            }
        }
        look
    };
    assert_eq!(Runs::new(&[nodes(20.0)], &[nodes(40.0)]).findings(), "");
}

#[test]
fn shifts_of_two_pixels_are_no_finding() {
    let one = page([heading(3)].into_iter().chain(paragraphs(10, 5)));
    let mut other = one.clone();
    for id in 10..15 {
        other.get(id).shift = (2.0, -2.0);
        other.get(id).width = Some(598.0);
    }
    assert_eq!(compared(&one, &other), "");
}

#[test]
fn a_date_field_is_as_wide_as_its_engine_makes_it() {
    let field =
        el(5, "input").attribute("type", "date").style("appearance", "auto").size(150.0, 21.0);
    let button = el(6, "button").text("Book").size(60.0, 21.0);
    let one = page([heading(3), el(4, "form").with([field, button])]);
    let mut other = one.clone();
    other.get(5).width = Some(120.0);
    assert_eq!(compared(&one, &other), "");
}

#[test]
fn a_box_that_is_unchecked_in_one_browser_is_behavior() {
    let mut field = el(5, "input").attribute("type", "checkbox").size(13.0, 13.0);
    field.form = Some(json!({"checked": true}));
    let one = page([heading(3), field]);
    let mut other = one.clone();
    other.get(5).form = Some(json!({"checked": false}));
    assert_eq!(
        compared(&one, &other),
        "critical behavior: html > body > input: checked is false instead of true, at 0x1\n"
    );
}

/// Whatever is inherited is left out of observations, so a node further down is not named when it changes.
#[test]
fn a_style_that_is_inherited_later_is_found_below() {
    let before = page([el(3, "div").with([
        el(4, "ul").with([el(5, "li").with([el(6, "b").text("deep").size(200.0, 20.0)])])
    ])]);
    let mut red = before.clone();
    red.get(3).style.insert("color".to_owned(), "rgb(255, 0, 0)".to_owned());
    let runs = Runs::of_states(&[before.clone(), before.clone()], &[before, red]);
    let found = runs.findings();
    assert_eq!(found.lines().count(), 1, "{found}");
}

/// The same for what hides all that is in it.
#[test]
fn what_an_ancestor_hides_later_is_one_finding() {
    let before = page([el(3, "div").with([
        el(4, "ul").with([el(5, "li").with([el(6, "b").text("deep").size(200.0, 20.0)])])
    ])]);
    let mut hidden = before.clone();
    hidden.get(3).style.insert("opacity".to_owned(), "0".to_owned());
    let runs = Runs::of_states(&[before.clone(), before.clone()], &[before, hidden]);
    let found = runs.findings();
    assert_eq!(found.lines().count(), 1, "{found}");
}

/// A drawing that cannot be read changes its picture and nothing in the document.
#[test]
fn a_drawing_that_changes_in_its_picture_alone_is_looked_at() {
    let shop = page([el(3, "canvas").size(400.0, 300.0)]);
    let white = png(1280, 720, |_, _| WHITE);
    let blue = png(1280, 720, |x, y| if x < 400 && y < 300 { BLUE } else { WHITE });
    let states = looks(&[shop.clone(), shop]);
    let ours = pictured(states.clone(), &white);
    let mut theirs = pictured(states, &white);
    theirs[1].png = Some(blue);
    let found = Runs::new(&ours, &theirs).findings();
    assert_eq!(found.lines().count(), 1, "{found}");
}

#[test]
fn differences_that_go_away_are_counted_while_they_last() {
    let one = page(paragraphs(10, 3));
    let mut wrong = one.clone();
    wrong.get(11).text = "NaN".to_owned();
    let ours = vec![one.clone(); 6];
    let theirs = [&one, &one, &wrong, &wrong, &wrong, &one].map(El::clone);
    let found = Runs::of_states(&ours, &theirs).findings();
    assert_eq!(
        found,
        "critical behavior: html > body > p:nth-of-type(2) says \"NaN\" instead of \"words 11\", at 2x3\n"
    );
}

#[test]
fn several_browsers_are_told_apart() {
    let one = page(paragraphs(10, 3));
    let mut other = one.clone();
    other.get(11).text = "NaN".to_owned();
    let runs = Runs::of_states(std::slice::from_ref(&one), std::slice::from_ref(&other));
    let third = runs.one.with_file_name("third");
    write(&third, &head(Engine::WebKit, 1), &looks(std::slice::from_ref(&one)), &[]);
    let dirs = [runs.one.clone(), third, runs.other.clone()];
    let report =
        xcheck_compare::compare(&dirs, Scope::Changed).expect("test data can be written and read");
    assert_eq!(report.tests.len(), 2);
    let browsers: Vec<&str> = report.xbis.iter().map(|xbi| xbi.browser.name()).collect();
    assert_eq!(browsers, ["firefox"]);
}

#[test]
fn what_a_browser_does_not_do_twice_is_no_finding() {
    let one = page(paragraphs(10, 3));
    let (mut other, mut again) = (one.clone(), one.clone());
    other.get(11).text = "7 in the cart".to_owned();
    again.get(11).text = "8 in the cart".to_owned();
    let runs = Runs::of_states(std::slice::from_ref(&one), std::slice::from_ref(&other));
    let third = runs.one.with_file_name("third");
    write(&third, &head(Engine::Firefox, 1), &looks(&[again]), &[]);
    let dirs = [runs.one.clone(), runs.other.clone(), third];
    let report =
        xcheck_compare::compare(&dirs, Scope::Changed).expect("test data can be written and read");
    assert_eq!(told(&report), "");
}

#[test]
fn a_shadow_tree_is_part_of_the_page() {
    let nodes = |text: &str| -> Value {
        json!([
            {"id": 1, "name": "html", "place": [0, 0], "box": [0, 0, 800, 600], "style": {}},
            {"id": 2, "name": "x-card", "place": [1, 0], "box": [0, 0, 400, 100], "style": {}},
            {"id": 3, "shadow": 2},
            {"id": 4, "name": "p", "place": [3, 0], "box": [0, 0, 400, 20], "style": {}},
            {"id": 5, "text": text, "place": [4, 0], "box": [0, 0, 90, 20]},
        ])
    };
    let found = Runs::new(&[raw(nodes("tea"))], &[raw(nodes("milk"))]).findings();
    assert_eq!(found.lines().count(), 1, "{found}");
}

#[test]
fn what_was_not_done_on_another_page_is_not_what_came_out_wrong_here() {
    let shop = |words: &str| page([heading(3), el(4, "p").text(words).size(600.0, 30.0)]);
    let of = |pages: [[&str; 2]; 2]| -> Vec<Look> {
        let all = pages.iter().enumerate().flat_map(|(page, words)| {
            let states: Vec<El> = words.iter().map(|words| shop(words)).collect();
            looks(&states).into_iter().map(move |look| Look { page, ..look })
        });
        all.collect()
    };
    let reference = of([["start", "5 of 5"], ["start", "6 of 8"]]);
    let other = of([["start", "NaN of 5"], ["start", "start"]]);
    assert_eq!(
        Runs::new(&reference, &other).findings(),
        "critical behavior: html > body > p says \"start\" instead of \"6 of 8\", at 3x1\n\
         major text: html > body > p says \"NaN of 5\" instead of \"5 of 5\", at 1x1\n"
    );
}
