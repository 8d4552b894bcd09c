//! Rules for telling actions that are easy to get wrong.

use serde_json::Value;
use xcheck_model::action::ActionKind;
use xcheck_model::event::{
    Entry, Event, Hello, Input, Locals, Page, Registration, Target, TargetRef, What,
};

use crate::Log;

/// Tells the actions of a page of which `lines` were written, as name and what there is of target and text.
///
/// A line is a time in milliseconds, the kind of an input, its target and its fields;
/// `!` before the kind says that somebody heard it. `call` is a turn that used the history.
fn told(lines: &[&str]) -> Vec<String> {
    let mut page = empty_page();
    for line in lines {
        let mut words = line.splitn(4, ' ');
        let mut word = || words.next().unwrap_or_default();
        let at_us = word().parse::<i64>().unwrap_or_default() * 1000;
        let (kind, target, fields) = (word(), word(), word());
        let fields: Vec<Value> = serde_json::from_str(&format!("[{fields}]")).unwrap_or_default();
        let entry = if kind == "call" {
            let registration = Registration { kind: "history".to_owned(), detail: fields };
            let locals = Locals { registrations: vec![registration], ..Locals::default() };
            Entry::Event(Event { id: 0, at_us, what: What::Task { name: String::new() }, locals })
        } else {
            let target = target_of(&mut page, target);
            let name = kind.trim_start_matches('!').to_owned();
            let input = Input { kind: name, target, fields, age_us: 0 };
            if kind.starts_with('!') {
                let locals = Locals::default();
                Entry::Event(Event { id: 0, at_us, what: What::Input(input), locals })
            } else {
                Entry::Unheard { at_us, input }
            }
        };
        page.entries.push(entry);
    }
    let log = Log { pages: vec![page], n_unreadable: 0 };
    let actions = super::actions(&log);
    let mut seen: Vec<usize> = actions.iter().flat_map(|action| action.entries.clone()).collect();
    let n_entries = seen.len();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), n_entries, "an entry belongs to one action at most");
    actions.iter().map(|action| text(&action.kind, action.target.as_ref())).collect()
}

fn empty_page() -> Page {
    let url = "http://a.test/".to_owned();
    Page {
        number: 0,
        hello: Hello { url, navigation: "navigate".to_owned(), ..Hello::default() },
        targets: Vec::new(),
        functions: Vec::new(),
        entries: Vec::new(),
        n_unheard: 0,
        gaps: Vec::new(),
        rejections: Vec::new(),
        failures: Vec::new(),
        files: Vec::new(),
        cost: None,
        storage: Vec::new(),
        is_ended: true,
    }
}

/// `p/input#b:checkbox` is an input of that id and type in a paragraph; every mention has another text.
fn target_of(page: &mut Page, word: &str) -> TargetRef {
    if word == "window" {
        return TargetRef::Window;
    }
    let (place, kind) = word.split_once(':').unwrap_or((word, ""));
    let (name, id) = place.split_once('#').unwrap_or((place, ""));
    let attributes = if kind.is_empty() { vec![] } else { vec![("type".into(), kind.into())] };
    let number = page.targets.len();
    page.targets.push(Target {
        paths: vec![format!("/html[1]/body[1]/{}[1]", name.replace('/', "[1]/"))],
        id: (!id.is_empty()).then(|| id.to_owned()),
        attributes,
        text: Some(format!("text {number}")),
    });
    // The same words again are the same element, as agents see to.
    let same = page.targets.iter().position(|known| {
        name == "input"
            && (&known.paths, &known.id) == (&page.targets[number].paths, &page.targets[number].id)
    });
    TargetRef::Element(same.unwrap_or(number))
}

fn text(kind: &ActionKind, target: Option<&Target>) -> String {
    let id = target.map(|target| format!(" {}", target.id.as_deref().unwrap_or(target.name())));
    let more = match kind {
        ActionKind::Type { text } => format!(" '{text}'"),
        ActionKind::Press { key, .. } => format!(" {key}"),
        ActionKind::Scroll { x, y } => format!(" {x},{y}"),
        ActionKind::Resize { width, height } => format!(" {width},{height}"),
        ActionKind::Select { values, .. } => format!(" {}", values.join(",")),
        _ => String::new(),
    };
    format!("{}{}{more}", kind.name(), id.unwrap_or_default())
}

#[test]
fn a_click_between_mouseup_and_the_choice_is_one_with_it() {
    let list = [
        "10 mousedown select/option#o 5,5,0,0,1",
        "20 mouseup select/option#o 5,5,0,0,1",
        "20 change select#s \"select\",[[0,\"one\",\"one\"]]",
        "21 click select/option#o 5,5,0,0,1",
    ];
    assert_eq!(told(&list), ["select s one"]);
}

#[test]
fn the_click_of_a_drag_that_ends_on_the_common_parent_is_no_action() {
    let drag = [
        "10 !mousedown div#a 5,5,0,0,1",
        "20 !mousemove div#c 5,50,0,0,1",
        "30 !mouseup div#c 5,50,0,0,1",
        "31 !mouseover body 5,50,0,0,0",
        "31 !click body 5,50,0,0,1",
    ];
    assert_eq!(told(&drag), ["drag a"]);
}

#[test]
fn keys_click() {
    // Firefox counts the click of Enter on a link as one of the mouse.
    let enter = ["10 keydown a#l \"Enter\",\"Enter\",0,0", "10 click a#l 0,0,0,0,1"];
    assert_eq!(told(&enter), ["press l Enter"]);
    let space = ["10 keydown button#b \" \",\"Space\",0,0", "15 click button#b 0,0,0,0,0"];
    assert_eq!(told(&space), ["press b  "]);
    let later = ["10 keydown a#l \"Enter\",\"Enter\",0,0", "2000 click a#l 0,0,0,0,1"];
    assert_eq!(told(&later), ["press l Enter", "click l"]);
}

#[test]
fn characters_are_text_only_where_they_become_text() {
    let key = "\"j\",\"KeyJ\",0,0";
    assert_eq!(told(&[&format!("10 keydown body {key}")]), ["press body j"]);
    assert_eq!(told(&[&format!("10 keydown input#i {key}")]), ["type i 'j'"]);
    assert_eq!(told(&[&format!("10 keydown input#i:checkbox {key}")]), ["press i j"]);
    // Text with what some keyboards need for it, and a paste that is none.
    let at = ["10 keydown input#i \"@\",\"KeyQ\",3,0", "11 input input#i \"insertText\",\"@\""];
    assert_eq!(told(&at), ["type i '@'"]);
    let paste =
        ["10 keydown input#i \"v\",\"KeyV\",2,0", "11 input input#i \"insertFromPaste\",\"x\""];
    assert_eq!(told(&paste), ["press i v"]);
}

#[test]
fn text_goes_on_while_the_text_of_its_element_changes() {
    let div = "div#d";
    let keys = ["a", "b"].map(|key| {
        [
            format!("10 keydown {div} \"{key}\",\"\",0,0"),
            format!("12 input {div} \"insertText\",\"{key}\""),
        ]
    });
    // Elements that are told anew with every change of their text.
    let lines: Vec<&str> = keys.iter().flatten().map(String::as_str).collect();
    assert_eq!(told(&lines), ["press d a", "press d b"]);
    let lines: Vec<String> = lines.iter().map(|line| line.replace(div, "textarea#t")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert_eq!(told(&lines), ["type t 'ab'"]);
}

#[test]
fn an_input_method_gives_its_text_once() {
    let lines = [
        "10 keydown input#i \"Process\",\"KeyN\",0,0",
        "11 input input#i \"insertCompositionText\",\"n\"",
        "20 input input#i \"insertCompositionText\",\"ni\"",
        "30 input input#i \"insertCompositionText\",\"\u{4f60}\"",
        "30 compositionend input#i \"\",\"\u{4f60}\"",
    ];
    assert_eq!(told(&lines), ["type i '\u{4f60}'"]);
    // Firefox ends the composition first.
    let lines = [lines[0], lines[1], lines[2], lines[4], lines[3]];
    assert_eq!(told(&lines), ["type i '\u{4f60}'"]);
    assert_eq!(told(&[lines[0], lines[1], "20 compositionend input#i \"\""]), Vec::<String>::new());
}

#[test]
fn a_rest_is_a_hover_unless_a_press_follows() {
    let rest = "400 mouseover div#d 5,5,300";
    assert_eq!(told(&[rest]), ["hover d"]);
    assert_eq!(told(&[rest, "500 mouseover div#d 6,6,200"]), ["hover d"]);
    assert_eq!(told(&[rest, "410 mousedown div#d 5,5,0,0,1"]), ["click d"]);
    let shift = "405 keydown body \"Shift\",\"ShiftLeft\",8,0";
    assert_eq!(told(&[rest, shift, "410 mousedown div#d 5,5,0,8,1"]), ["click d"]);
    // Elements that came under the pointer were not pointed at.
    assert_eq!(told(&["10 !mouseover div#d 5,5,0,0,0"]), Vec::<String>::new());
}

#[test]
fn a_press_that_scrolls_its_own_target_is_on_a_scroll_bar() {
    let bar = [
        "10 mousedown input#d 195,5,0,0,1",
        "20 scroll input#d 0,40",
        "30 mouseup input#d 195,50,0,0,1",
        "40 scroll input#d 0,80",
    ];
    assert_eq!(told(&bar), ["scroll d 0,80"]);
    // Pages that are dragged about get a click.
    let [down, scroll, up, _] = bar;
    assert_eq!(told(&[down, scroll, up, "31 click input#d 195,50,0,0,1"]), ["drag d"]);
}

#[test]
fn what_is_written_late_happened_before() {
    let key = "10 keydown body \"PageDown\",\"PageDown\",0,0";
    assert_eq!(told(&[key, "5000 scroll window 0,600,4950"]), ["press body PageDown"]);
    assert_eq!(
        told(&[key, "5000 scroll window 0,600,1000"]),
        ["press body PageDown", "scroll 0,600"]
    );
    let wheel = "5000 wheel div#d 5,5,0,100,0,0,4950";
    assert_eq!(told(&[wheel, "5000 scroll window 0,100,4900"]), ["wheel d"]);
}

#[test]
fn a_window_is_resized_once() {
    let lines =
        ["10 resize window 800,600", "300 resize window 700,600", "900 resize window 600,600"];
    assert_eq!(told(&lines), ["resize 600,600"]);
    assert_eq!(told(&[lines[0], "2000 resize window 5,5"]).len(), 2);
}

#[test]
fn steps_that_the_page_asked_for_are_none_of_the_person() {
    let back = "50 history window \"http://a.test/\",-1";
    assert_eq!(told(&[back]), ["back"]);
    assert_eq!(told(&["40 call window \"back\"", back]), Vec::<String>::new());
    assert_eq!(
        told(&["40 call window \"back\"", back, "60 history window \"http://a.test/x\",1"]),
        ["forward"]
    );
    // A key says it already.
    assert_eq!(told(&["40 keydown body \"ArrowLeft\",\"\",1,0", back]), ["press body ArrowLeft"]);
}

#[test]
fn where_engines_do_not_say_the_way_addresses_do() {
    let push = "10 call window \"pushState\",\"#one\"";
    let back = "20 history window \"http://a.test/\",0";
    let forward = "30 history window \"http://a.test/#one\",0";
    assert_eq!(told(&[push, back, forward]), ["back", "forward"]);
    // A link to a part of the page gives the same notice.
    let link = ["10 mousedown a#l 1,1,0,0,1", "11 mouseup a#l 1,1,0,0,1", "12 click a#l 1,1,0,0,1"];
    let followed = "15 history window \"http://a.test/#one\",0";
    assert_eq!(
        told(&[link[0], link[1], link[2], followed, back, forward]),
        ["click l", "back", "forward"]
    );
}
