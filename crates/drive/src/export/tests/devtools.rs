//! Recordings of DevTools, written and read back.

use std::fmt::Write as _;

use super::*;
use crate::export::devtools;
use crate::{Action as DriveAction, Device, Drive, Place, Spot, Window, parse};

fn read(text: &str) -> Drive {
    parse(text, "a.json").unwrap()
}

fn show(drive: &Drive) -> String {
    let mut shown = String::new();
    for step in &drive.steps {
        write!(shown, "{}", step.action).unwrap();
        match &step.action {
            DriveAction::Click { pointer, .. } => {
                if pointer.device == Device::Touch {
                    shown.push_str(" by touch");
                }
                if let Spot::Offset { x, y } = pointer.spot {
                    write!(shown, " at {x},{y} with {:?}", pointer.button).unwrap();
                }
            }
            DriveAction::Drag { kind, device, .. } => {
                write!(shown, " {kind:?} {device:?}").unwrap()
            }
            DriveAction::Change { value, .. } => write!(shown, " to {value:?}").unwrap(),
            DriveAction::Upload { paths, .. } => write!(shown, " {paths:?}").unwrap(),
            DriveAction::Dialog(answer) => write!(shown, " {:?}", answer.text).unwrap(),
            _ => {}
        }
        if step.place != Place::default() {
            write!(shown, " in {:?}", step.place).unwrap();
        }
        for expected in &step.expected {
            write!(shown, " then {expected:?}").unwrap();
        }
        shown.push('\n');
    }
    shown
}

#[test]
fn every_kind_means_the_same_when_read_back() {
    let text = devtools(&session(), &every_kind(), &[]);
    insta::assert_snapshot!(show(&read(&text)), @r##"
    set the viewport to 800×600
    go to http://shop.test/
    click #save at 8,8 with Primary
    press Control
    click #save at 8,8 with Primary
    release Control
    click #save at 8,8 with Auxiliary
    click #save at 8,8 with Secondary
    click #save at 8,8 with Back
    click #save 2 times at 8,8 with Primary
    move to #save
    drag #save by 10,-20 Auto Mouse
    drag #save to xpath//html/body/div[2] DragAndDrop Mouse
    drag #save by 10,-20 DragAndDrop Mouse
    turn the wheel by 0,-120
    click #save by touch at 8,8 with Primary
    drag #save by 10,-20 Auto Touch
    press H
    release H
    press i
    release i
    press !
    release !
    press x
    release x
    press Enter
    release Enter
    press Control
    press a
    release a
    release Control
    press Shift
    press Tab
    release Tab
    release Shift
    press Control
    press c
    release c
    release Control
    press Control
    press x
    release x
    release Control
    press a
    release a
    press b
    release b
    change xpath//html/body/select[1] to "1"
    click xpath//html/body/select[1]//option[@value="1"] at 8,8 with Primary
    press Control
    click xpath//html/body/select[1]//option[@value="2"] at 8,8 with Primary
    release Control
    change input[name="q"] to "2026-01-02"
    choose files in input[name="q"] ["a.txt", "big.iso"]
    scroll to 0,300
    scroll xpath//html/body/div[1] to 1,2
    set the viewport to 640×480
    dismiss the dialog None
    accept the dialog Some("me")
    go back
    go forward
    reload
    "##);
    let value: Value = serde_json::from_str(&text).unwrap();
    insta::assert_snapshot!(format!("{:#}", value["xcheckNotes"]), @r##"
    [
      "press at 0.190 s: no tool knows the key \"Unidentified\"",
      "paste at 0.220 s: typed instead, because a clipboard cannot be exported"
    ]
    "##);
}

#[test]
fn elements_are_named_in_several_ways() {
    let selectors = |target: Target, page: Option<Page>| {
        let pages: Vec<Page> = page.into_iter().collect();
        let text = devtools(&session(), &[act(ActionKind::Hover { at: AT }, target)], &pages);
        let value: Value = serde_json::from_str(&text).unwrap();
        value["steps"][2]["selectors"].to_string()
    };
    let mut two = page(0, "http://shop.test/", 0.0);
    two.targets = vec![button(), Target { id: None, ..button() }];
    two.targets[1].paths = vec!["/html[1]/body[1]/button[2]".to_owned()];
    let shown = [
        selectors(button(), None),
        selectors(button(), Some(two)),
        selectors(field(), None),
        selectors(
            Target { id: Some("7 \"x\"".to_owned()), ..target("/html[1]/body[1]/p[1]") },
            None,
        ),
        selectors(target("/html[1]/body[1]/my-el[1] >> /div[1]/button[2]"), None),
        selectors(target("~/div[1]"), None),
    ];
    insta::assert_snapshot!(shown.join("\n"), @r##"
    [["#save"],["xpath//html/body/button[1]"],["aria/Save[role=\"button\"]"],["text/Save"]]
    [["#save"],["xpath//html/body/button[1]"]]
    [["input[name=\"q\"]"],["xpath//html/body/input[1]"]]
    [["[id=\"7 \\\"x\\\"\"]"],["xpath//html/body/p[1]"]]
    [["xpath//html/body/my-el[1]","div:nth-of-type(1):not(* > *) > button:nth-of-type(2)"]]
    [["div"]]
    "##);
}

#[test]
fn text_that_became_the_value_is_a_change() {
    let (actions, pages) = typed("Hi", "Hi");
    let shown = show(&read(&devtools(&session(), &actions, &pages)));
    assert!(shown.ends_with("change input[name=\"q\"] to \"Hi\"\n"), "{shown}");
    let (actions, pages) = typed("Hi", "Oh, Hi");
    let shown = show(&read(&devtools(&session(), &actions, &pages)));
    assert!(shown.ends_with("press H\nrelease H\npress i\nrelease i\n"), "{shown}");
}

#[test]
fn places_are_windows_and_frames() {
    let pages = super::story::pages();
    let text = devtools(&session(), &super::story::actions(), &pages);
    let drive = read(&text);
    insta::assert_snapshot!(show(&drive), @r##"
    set the viewport to 800×600
    go to http://shop.test/ then Navigation { url: Some("http://shop.test/"), title: None }
    click #save at 8,8 with Primary in Place { window: Main, frame: [Index(1), Index(2)] }
    click #save at 8,8 with Primary
    click #save at 8,8 with Primary in Place { window: Url("http://shop.test/help"), frame: [] }
    click #save at 8,8 with Primary then Navigation { url: Some("http://shop.test/cart"), title: None }
    go to http://shop.test/typed then Navigation { url: Some("http://shop.test/typed"), title: None }
    "##);
    assert!(
        drive
            .steps
            .iter()
            .any(|step| step.place.window == Window::Url("http://shop.test/help".to_owned()))
    );
}

#[test]
fn hostile_text_stays_text() {
    let actions = hostile_actions();
    let drive = read(&devtools(&hostile_session(), &actions, &[]));
    assert_eq!(drive.title, HOSTILE);
    assert_eq!(drive.start_url.as_deref(), Some(HOSTILE));
    let changes = drive.steps.iter().filter(
        |step| matches!(&step.action, DriveAction::Change { value, .. } if value == HOSTILE),
    );
    assert_eq!(changes.count(), 1);
}
