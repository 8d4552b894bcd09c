//! What hands did, told from lines of raw events.

use serde_json::{Value, json};
use xcheck_model::engine::Engine;
use xcheck_model::event::{Entry, Event, Hello, Input, Locals, Page, Target, TargetRef, What};

use super::{Gesture, Hands, PageAct, Tick, gestures, page_act, placing};

/// A page with these inputs: time in milliseconds, kind, target and fields.
///
/// `!` before the kind says that somebody heard it; `call` is a turn that is no input.
fn page(lines: &[&str]) -> Page {
    let mut page = Page {
        number: 0,
        hello: Hello::default(),
        targets: Vec::new(),
        functions: Vec::new(),
        entries: Vec::new(),
        n_unheard: 0,
        gaps: Vec::new(),
        failures: Vec::new(),
        files: Vec::new(),
        cost: None,
        storage: Vec::new(),
        rejections: Default::default(),
        is_ended: true,
    };
    for line in lines {
        let mut words = line.splitn(4, ' ');
        let mut word = || words.next().unwrap_or_default();
        let at_us = word().parse::<i64>().unwrap() * 1000;
        let (kind, target, fields) = (word(), word(), word());
        let event = |what| Event { id: 0, at_us, what, locals: Locals::default() };
        if kind == "call" {
            page.entries.push(Entry::Event(event(What::Script { name: String::new() })));
            continue;
        }
        let fields: Vec<Value> = serde_json::from_str(&format!("[{fields}]")).unwrap();
        let target = target_of(&mut page, target);
        let name = kind.trim_start_matches('!').to_owned();
        let input = Input { kind: name, target, fields, age_us: 0 };
        page.entries.push(match kind.starts_with('!') {
            true => Entry::Event(event(What::Input(input))),
            false => Entry::Unheard { at_us, input },
        });
    }
    page
}

fn target_of(page: &mut Page, word: &str) -> TargetRef {
    match word {
        "window" => return TargetRef::Window,
        "document" => return TargetRef::Document,
        _ => {}
    }
    let (name, id) = word.split_once('#').unwrap_or((word, ""));
    let target = Target {
        paths: vec![format!("/html[1]/body[1]/{}[1]", name.replace('/', "[1]/"))],
        id: (!id.is_empty()).then(|| id.to_owned()),
        ..Target::default()
    };
    let known = page.targets.iter().position(|known| *known == target);
    TargetRef::Element(known.unwrap_or_else(|| {
        page.targets.push(target);
        page.targets.len() - 1
    }))
}

/// One line for each gesture: its label, its steps, and its entries.
fn told(lines: &[&str]) -> Vec<String> {
    let page = page(lines);
    let all = gestures(&page);
    let mut seen: Vec<usize> = all.iter().flat_map(|gesture| gesture.entries.clone()).collect();
    let n_seen = seen.len();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), n_seen, "an entry belongs to one gesture at most");
    all.iter()
        .enumerate()
        .map(|(index, gesture)| {
            assert_eq!(gesture.index, index);
            assert_eq!(gesture.first, gesture.entries[0]);
            assert_eq!(gesture.last, gesture.entries[gesture.entries.len() - 1]);
            let apart = if gesture.keep_apart { " apart" } else { "" };
            format!("{}: {}{apart} {:?}", gesture.label, hands(gesture), gesture.entries)
        })
        .collect()
}

fn hands(gesture: &Gesture) -> String {
    let ticks = match &gesture.hands {
        Hands::Devices(ticks) => ticks,
        Hands::Page(act) => return format!("{act:?}"),
        Hands::Upload { files } => {
            return files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>().join("+");
        }
        Hands::Resize { .. } => return "resize".to_owned(),
    };
    let words: Vec<String> = ticks
        .iter()
        .map(|tick| match tick {
            Tick::Move { x, y } => format!("{x},{y}"),
            Tick::Down(button) => format!("down{button}"),
            Tick::Up(button) => format!("up{button}"),
            Tick::KeyDown(key) => format!("+{}", key_name(key)),
            Tick::KeyUp(key) => format!("-{}", key_name(key)),
            Tick::Wheel { x, y, dx, dy } => format!("wheel {x},{y} by {dx},{dy}"),
            Tick::TouchDown { finger, x, y } => format!("touch{finger} {x},{y}"),
            Tick::TouchMove { finger, x, y } => format!("slide{finger} {x},{y}"),
            Tick::TouchUp { finger } => format!("lift{finger}"),
        })
        .collect();
    words.join(" ")
}

fn key_name(key: &str) -> String {
    match key.chars().next().map(u32::from) {
        Some(code @ 0xE000..0xF8FF) => format!("{code:X}"),
        _ => key.to_owned(),
    }
}

#[test]
fn a_click_is_one_gesture_with_its_effects() {
    let lines = [
        "10 !pointerdown button#b 5,6,0,0,0",
        "10 mousedown button#b 5,6,0,0,1,[5,6,80,20]",
        "10 !focus button#b",
        "60 !pointerup button#b 5,6,0,0,0",
        "60 mouseup button#b 5,6,0,0,1",
        "60 !click button#b 5,6,0,0,1",
        "900 call",
        "2000 !focus button#b",
    ];
    assert_eq!(told(&lines), ["click button#b: 5,6 down0 up0 [0, 1, 2, 3, 4, 5]"]);
    let page = page(&lines);
    let gesture = &gestures(&page)[0];
    assert_eq!(placing(&page, gesture), json!([0, 5, 6, 5, 6, 80, 20]));
    assert_eq!(page_act(&page, gesture, Engine::WebKit), None);
}

#[test]
fn moves_right_before_a_press_are_part_of_it() {
    let moves = ["1 !mousemove p#a 1,1,0,0,0", "2 !mousemove p#a 2,2,0,0,0"];
    let press = ["30 mousedown p#a 3,3,0,0,1", "40 mouseup p#a 3,3,0,0,1"];
    assert_eq!(
        told(&[moves[0], moves[1], press[0], press[1]]),
        ["click p#a: 1,1 2,2 3,3 down0 up0 [0, 1, 2, 3]"]
    );
    // What ran in between may have opened what is pressed.
    assert_eq!(
        told(&[moves[0], moves[1], "20 call", press[0], press[1]]),
        ["move to p#a: 1,1 2,2 [0, 1]", "click p#a: 3,3 down0 up0 [3, 4]"]
    );
}

#[test]
fn what_a_pointer_came_over_on_its_way_may_open_what_is_pressed() {
    let lines = [
        "1 !mouseover span#menu 5,5,0,0,0",
        "60 !mouseout span#menu 9,40,0,0,0",
        "60 !mouseover li#entry 9,40,0,0,0",
        "62 mousedown li#entry 9,40,0,0,1",
        "64 mouseup li#entry 9,40,0,0,0",
    ];
    assert_eq!(
        told(&lines),
        ["move to span#menu: 5,5 [0]", "click li#entry: 9,40 down0 up0 [1, 2, 3, 4]"]
    );
}

#[test]
fn what_comes_under_a_pointer_at_rest_is_no_gesture() {
    let lines = [
        "1 !mouseover p#a 1,1,0,0,0",
        "1 !mousemove p#a 1,1,0,0,0",
        "500 call",
        "520 !mouseout p#a 1,1,0,0,0",
        "520 !mouseover p#b 1,1,0,0,0",
    ];
    assert_eq!(told(&lines), ["move to p#a: 1,1 [0, 1]"]);
}

#[test]
fn a_rest_of_the_pointer_is_a_gesture() {
    let lines = ["900 mouseover li#m 7,8,500", "950 mousedown li#n 7,40,0,0,1"];
    // It may have opened what is pressed then.
    assert_eq!(told(&lines), ["hover over li#m: 7,8 [0]", "click li#n: 7,40 down0 up0 [1]"]);
    assert_eq!(told(&["900 mouseover li#m 7,8,500"]), ["hover over li#m: 7,8 [0]"]);
    let lines = ["900 mouseover li#m 7,8,500", "1200 mouseover li#n 7,40,250"];
    assert_eq!(told(&lines), ["hover over li#m: 7,8 [0]", "hover over li#n: 7,40 [1]"]);
}

#[test]
fn a_double_click_is_one_gesture_and_slow_clicks_are_two() {
    let first =
        ["10 mousedown p#a 1,1,0,0,1", "20 mouseup p#a 1,1,0,0,1", "20 click p#a 1,1,0,0,1"];
    let second = [
        "120 !pointerdown p#a 1,1,0,0,0",
        "120 mousedown p#a 1,1,0,0,2",
        "130 mouseup p#a 1,1,0,0,2",
        "131 dblclick p#a 1,1,0,0,2",
    ];
    let lines: Vec<&str> = first.iter().chain(&["60 call"]).chain(&second).copied().collect();
    assert_eq!(told(&lines), ["double-click p#a: 1,1 down0 up0 down0 up0 [0, 1, 2, 4, 5, 6, 7]"]);
    let again = ["810 mousedown p#a 2,1,0,0,1", "820 mouseup p#a 2,1,0,0,1"];
    let lines: Vec<&str> = first.iter().chain(&again).copied().collect();
    assert_eq!(
        told(&lines),
        ["click p#a: 1,1 down0 up0 [0, 1, 2]", "click p#a: 2,1 down0 up0 apart [3, 4]"]
    );
}

#[test]
fn a_drag_is_one_gesture() {
    assert_eq!(
        told(&["10 mousedown p#a 0,0,0,0,1", "50 call", "90 mouseup p#b 10,0,0,0,1"]),
        ["drag from p#a: 0,0 down0 5,0 10,0 up0 [0, 2]"]
    );
    let lines = [
        "10 mousedown p#a 0,0,0,0,1",
        "20 !mousemove p#a 4,0,0,0,0",
        "900 !mousemove p#a 9,0,0,0,0",
        "901 mouseup p#a 10,0,0,0,1",
    ];
    assert_eq!(told(&lines), ["drag from p#a: 0,0 down0 4,0 9,0 10,0 up0 [0, 1, 2, 3]"]);
}

#[test]
fn typing_is_split_where_the_target_changes() {
    let lines = [
        r#"10 keydown input#q "a","KeyA",0,0"#,
        r#"11 input input#q "insertText","a""#,
        r#"80 keydown input#q "Enter","Enter",0,0"#,
        r#"90 keydown input#q "b","KeyB",0,0"#,
        r#"95 keydown input#r "c","KeyC",0,0"#,
    ];
    assert_eq!(
        told(&lines),
        [
            r#"type "a", press Enter in input#q: +a -a +E007 -E007 [0, 1, 2]"#,
            r#"type "b" into input#q: +b -b [3]"#,
            r#"type "c" into input#r: +c -c [4]"#,
        ]
    );
}

#[test]
fn typing_is_split_where_the_page_selected_something() {
    let lines = [
        r#"10 keydown input#q "a","KeyA",0,0"#,
        r#"11 input input#q "insertText","a""#,
        r#"80 keydown input#q "Delete","Delete",0,0,[0,1]"#,
        r#"81 input input#q "deleteContentForward""#,
        r#"90 keydown input#q "b","KeyB",0,0"#,
        r#"95 keydown input#q "Home","Home",8,0"#,
        r#"98 keydown input#q "c","KeyC",0,0,[0,1]"#,
    ];
    assert_eq!(
        told(&lines),
        [
            r#"type "a" into input#q: +a -a [0, 1]"#,
            r#"press Delete, type "b", press Shift+Home, type "c" in input#q: +E017 -E017 +b -b +E008 +E011 -E011 -E008 +c -c [2, 3, 4, 5, 6]"#,
        ]
    );
}

#[test]
fn keys_go_up_where_that_was_heard() {
    let lines = [
        r#"10 !keydown input#q "a","KeyA",0,0"#,
        r#"20 !keydown input#q "b","KeyB",0,0"#,
        r#"30 !keyup input#q "a","KeyA",0,0"#,
        r#"40 !keyup input#q "b","KeyB",0,0"#,
        r#"50 !keydown input#q "Tab","Tab",0,0"#,
        r#"60 !keyup input#r "Tab","Tab",0,0"#,
        r#"70 !keyup input#r "z","KeyZ",0,0"#,
    ];
    assert_eq!(
        told(&lines),
        [
            r#"type "ab", press Tab in input#q: +a +b -a -b +E004 [0, 1, 2, 3, 4]"#,
            "hold or let go of a key in input#r: -E004 [5, 6]",
        ]
    );
}

#[test]
fn repeated_keys_stay_down() {
    let lines = [
        r#"10 keydown input#q "a","KeyA",0,0"#,
        r#"500 keydown input#q "a","KeyA",0,1"#,
        r#"530 keydown input#q "a","KeyA",0,1"#,
        r#"900 keydown input#q "b","KeyB",0,0"#,
    ];
    assert_eq!(told(&lines), [r#"type "aaab" into input#q: +a +a +a -a +b -b [0, 1, 2, 3]"#]);
}

#[test]
fn modifiers_are_held_as_long_as_inputs_say_so() {
    let lines = [
        r#"10 keydown input#q "Shift","ShiftRight",8,0"#,
        r#"20 keydown input#q "A","KeyA",8,0"#,
        r#"30 keydown input#q "b","KeyB",0,0"#,
    ];
    assert_eq!(told(&lines), [r#"type "Ab" into input#q: +E050 +A -A -E050 +b -b [0, 1, 2]"#]);
    let lines = [r#"20 keydown input#q "!","Digit1",8,0"#];
    assert_eq!(told(&lines), [r#"type "!" into input#q: +! -! [0]"#]);
    let lines = [
        "10 mousedown p#a 1,1,0,2,1",
        "20 mouseup p#a 1,1,0,2,1",
        "21 click p#a 1,1,0,2,1",
        "900 mousedown p#b 50,1,0,0,1",
    ];
    assert_eq!(
        told(&lines),
        ["click p#a: +E009 1,1 down0 up0 -E009 [0, 1, 2]", "click p#b: 50,1 down0 up0 [3]"]
    );
}

#[test]
fn pasting_is_done_in_the_page() {
    let lines = [
        r#"10 keydown input#q "x","KeyX",0,0"#,
        r#"20 keydown input#q "Control","ControlLeft",2,0"#,
        r#"30 keydown input#q "v","KeyV",2,0"#,
        r#"31 paste input#q "text""#,
        r#"32 input input#q "insertFromPaste""#,
    ];
    assert_eq!(
        told(&lines),
        [
            r#"type "x" into input#q: +x -x [0]"#,
            r#"paste "text" into input#q: Paste { text: "text" } [1, 2, 3, 4]"#,
        ]
    );
    let copy = [r#"30 keydown p#a "c","KeyC",2,0"#, "31 !copy p#a"];
    assert_eq!(told(&copy), ["press Control+c in p#a: +E009 +c -c -E009 [0, 1]"]);
    assert_eq!(told(&["31 !copy p#a"]), ["copy from p#a: Copy [0]"]);
}

#[test]
fn what_an_input_method_wrote_is_its_result() {
    let lines = [
        r#"10 keydown input#q "Process","KeyA",0,0"#,
        r#"11 !compositionstart input#q "","""#,
        r#"12 input input#q "insertCompositionText","k""#,
        r#"40 keydown input#q "Process","KeyA",0,0"#,
        r#"41 compositionend input#q "","ka""#,
        r#"42 input input#q "insertText","ka""#,
    ];
    assert_eq!(
        told(&lines),
        [r#"type "ka" into input#q: Composition { text: "ka" } [0, 1, 2, 3, 4, 5]"#]
    );
}

#[test]
fn popups_of_the_browser_are_passed_by() {
    let lines = [
        "10 mousedown select#s 1,1,0,0,1",
        "20 mouseup select#s 1,1,0,0,1",
        r#"900 input select#s null,null,["select",[[1,"b","B"]]]"#,
        r#"901 !change select#s "select",[[1,"b","B"]]"#,
    ];
    assert_eq!(
        told(&lines),
        [r#"select "b" in select#s: Select { options: [(1, "b")] } [0, 1, 2, 3]"#]
    );
    let page = page(&lines);
    let act = page_act(&page, &gestures(&page)[0], Engine::Chromium).unwrap();
    assert_eq!(act["kind"], "select");
    assert_eq!(act["target"], 0);
    assert_eq!(act["steps"][3], json!([3, "change", 0, ["select", [[1, "b", "B"]]]]));
    let file = [
        "10 mousedown input#f 1,1,0,0,1",
        "20 mouseup input#f 1,1,0,0,1",
        "21 click input#f 1,1,0,0,1",
        r#"900 change input#f "file",[["a.txt","text/plain",3]]"#,
    ];
    assert_eq!(told(&file), ["choose a.txt for input#f: a.txt [0, 1, 2, 3]"]);
}

#[test]
fn sliders_follow_the_mouse_and_dates_do_not() {
    let lines = [
        "10 mousedown input#r 1,1,0,0,1",
        r#"11 input input#r null,null,["range","7"]"#,
        "20 mouseup input#r 30,1,0,0,1",
        r#"21 change input#r "range","7""#,
    ];
    assert_eq!(told(&lines), ["drag from input#r: 1,1 down0 16,1 30,1 up0 [0, 1, 2, 3]"]);
    let lines = [r#"21 change input#d "date","2024-01-02""#];
    assert_eq!(
        told(&lines),
        [r#"set input#d to "2024-01-02": Fill { field: "date", value: "2024-01-02" } [0]"#]
    );
}

#[test]
fn wheels_count_where_they_are_heard() {
    let lines =
        ["10 !wheel div#a 1,2,0,100,0,0", "20 !wheel div#a 1,2,0,3,1,0", "40 !scroll div#a 0,148"];
    assert_eq!(
        told(&lines),
        ["turn the wheel over div#a: wheel 1,2 by 0,100 wheel 1,2 by 0,48 [0, 1, 2]"]
    );
    let lines = [
        "10 !wheel div#a 1,2,0,100,0,0",
        "90 call",
        "120 !mousemove div#b 1,2,0,0,0",
        "600 scroll document 0,100,400",
    ];
    assert_eq!(told(&lines), ["turn the wheel over div#a: wheel 1,2 by 0,100 [0, 2, 3]"]);
    let lines =
        ["10 wheel div#a 1,2,0,100,0,0,5", "20 !scroll document 0,60", "30 !scroll document 0,100"];
    assert_eq!(
        told(&lines),
        [
            "scroll the document to 0,60: Scroll { x: 0.0, y: 60.0 } [0, 1]",
            "scroll the document to 0,100: Scroll { x: 0.0, y: 100.0 } [2]",
        ]
    );
}

#[test]
fn scrolling_after_a_click_is_its_effect() {
    let lines = [
        "10 mousedown a#l 1,1,0,0,1",
        "20 mouseup a#l 1,1,0,0,1",
        "20 click a#l 1,1,0,0,1",
        "300 !scroll document 0,60",
    ];
    assert_eq!(told(&lines), ["click a#l: 1,1 down0 up0 [0, 1, 2, 3]"]);
}

#[test]
fn what_scrolls_elsewhere_after_a_click_is_scrolled_there() {
    let lines = [
        "10 mousedown a#l 1,1,0,0,1",
        "20 mouseup a#l 1,1,0,0,1",
        "20 click a#l 1,1,0,0,1",
        "90 scroll div#b 0,60",
    ];
    let scrolled = "scroll div#b to 0,60: Scroll { x: 0.0, y: 60.0 } [3]";
    assert_eq!(told(&lines), ["click a#l: 1,1 down0 up0 [0, 1, 2]", scrolled]);
    let at_once = [lines[0], lines[1], lines[2], "30 scroll div#b 0,60"];
    assert_eq!(told(&at_once), ["click a#l: 1,1 down0 up0 [0, 1, 2, 3]"]);
}

#[test]
fn a_press_on_a_scroll_bar_is_the_place_it_leads_to() {
    let lines =
        ["10 mousedown div#a 99,1,0,0,1", "30 !scroll div#a 0,60", "50 mouseup div#a 99,9,0,0,1"];
    assert_eq!(told(&lines), ["scroll div#a to 0,60: Scroll { x: 0.0, y: 60.0 } [0, 1, 2]"]);
}

#[test]
fn drag_and_drop_is_done_in_the_page_unless_the_app_refused_it() {
    let lines = [
        "10 mousedown p#a 0,0,0,0,1",
        "20 dragstart p#a 0,0,0,0,0",
        "30 !dragover p#b 9,9,0,0,0",
        "40 drop p#b 9,9,0,0,0",
        "41 dragend p#a 9,9,0,0,0",
        "900 mousedown p#c 50,1,0,0,1",
    ];
    assert_eq!(
        told(&lines),
        [
            "drag and drop p#a: DragDrop { is_dropped: true } [0, 1, 2, 3, 4]",
            "click p#c: 50,1 down0 up0 [5]"
        ]
    );
    let refused = [lines[0], lines[1], "30 !mousemove p#a 9,9,0,0,0", "40 mouseup p#a 9,9,0,0,0"];
    assert_eq!(told(&refused), ["drag from p#a: 0,0 down0 9,9 up0 [0, 1, 2, 3]"]);
}

#[test]
fn mouse_events_after_a_touch_are_its_echo() {
    let lines = [
        "10 !pointerdown p#a 5,5,0,0,0",
        "10 touchstart p#a [[3,5,5]],0,[5,5,9,9]",
        "60 !pointerup p#a 5,5,0,0,0",
        "60 touchend p#a [[3,5,5]],0",
        "70 !mousemove p#a 5,5,0,0,0",
        "70 mousedown p#a 5,5,0,0,1",
        "70 mouseup p#a 5,5,0,0,1",
        "71 click p#a 5,5,0,0,1",
    ];
    assert_eq!(told(&lines), ["tap p#a: touch3 5,5 lift3 [0, 1, 2, 3, 4, 5, 6, 7]"]);
    let page = page(&lines);
    assert_eq!(placing(&page, &gestures(&page)[0]), json!([0, 5, 5, 5, 5, 9, 9]));
}

#[test]
fn other_buttons_are_the_pages_matter_in_webkit() {
    let lines =
        ["10 mousedown p#a 5,5,2,0,1", "11 contextmenu p#a 5,5,2,0,0", "20 mouseup p#a 5,5,2,0,1"];
    assert_eq!(told(&lines), ["right-click p#a: 5,5 down2 up2 [0, 1, 2]"]);
    let page = page(&lines);
    let gesture = &gestures(&page)[0];
    assert_eq!(page_act(&page, gesture, Engine::Firefox), None);
    let act = page_act(&page, gesture, Engine::WebKit).unwrap();
    assert_eq!(act["kind"], "events");
    assert_eq!(act["steps"].as_array().unwrap().len(), 3);
}

#[test]
fn the_window_and_the_history_are_gestures_of_their_own() {
    let lines = [
        "10 resize window 800,600",
        "20 resize window 810,600",
        "900 history window \"http://a.test/\",-1",
    ];
    assert_eq!(
        told(&lines),
        ["resize the window to 810x600: resize [0, 1]", "go back: HistoryStep { steps: -1 } [2]"]
    );
    assert_eq!(gestures(&page(&lines))[1].hands, Hands::Page(PageAct::HistoryStep { steps: -1 }));
}
