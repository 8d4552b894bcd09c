//! WaRR commands.

use super::*;
use crate::export::warr;
use crate::{Action as DriveAction, Key, parse};

#[test]
fn commands_and_comments() {
    insta::assert_snapshot!(warr(&session(), &every_kind(), &[]), @r##"
    # open "http://shop.test/"
    click //body/button[@id="save"] 82,44.5 10
    # click /html[1]/body[1]/button[1] Control+82,44.5
    # middleclick /html[1]/body[1]/button[1] 82,44.5
    # rightclick /html[1]/body[1]/button[1] 82,44.5
    # sideclick /html[1]/body[1]/button[1] 82,44.5
    doubleclick //body/button[@id="save"] 82,44.5 50
    # hover /html[1]/body[1]/button[1] 82,44.5
    drag //body/button[@id="save"] 10,-20 20
    drag //body/button[@id="save"] 10,-20 10
    drag //body/button[@id="save"] 10,-20 10
    # wheel /html[1]/body[1]/button[1] 0,-120
    # tap /html[1]/body[1]/button[1] 82,44.5
    # swipe /html[1]/body[1]/button[1] 10,-20
    type //input[@name="q"] [H,72] 40
    type //input[@name="q"] [i,73] 0
    type //input[@name="q"] [!,49] 0
    type //body [x,88] 10
    type //input[@name="q"] [Enter,13] 10
    type //input[@name="q"] [Control,17] 10
    type //input[@name="q"] [a,65] 0
    type //input[@name="q"] [Shift,16] 10
    type //input[@name="q"] [Tab,9] 0
    # press /html[1]/body[1]/input[1] "Unidentified"
    # copy /html[1]/body[1]/input[1]
    # cut /html[1]/body[1]/input[1]
    # paste /html[1]/body[1]/input[1] "ab"
    # select /html[1]/body[1]/select[1] "1"
    # select /html[1]/body[1]/select[1] "1" "2"
    # fill /html[1]/body[1]/input[1] "2026-01-02"
    # upload /html[1]/body[1]/input[1] "a.txt" "big.iso"
    # scroll 0,300
    # scroll /html[1]/body[1]/div[1] 1,2
    # resize 640,480
    # dialog dismiss "confirm" "Sure?"
    # dialog accept "prompt" "Sure?" "me"
    # back
    # forward
    # reload
    "##);
}

#[test]
fn keys_have_their_own_times() {
    let (actions, pages) = typed("a[ ,]", "a[ ,]");
    let text = warr(&session(), &actions, &pages);
    insta::assert_snapshot!(text, @r##"
    # open "http://shop.test/"
    type //input[@name="q"] [a,65] 1
    type //input[@name="q"] [[,219] 5
    type //input[@name="q"] [ ,32] 5
    type //input[@name="q"] [,,188] 5
    type //input[@name="q"] [],221] 5
    "##);
    let keys: Vec<char> = parse(&text, "a.warr")
        .unwrap()
        .steps
        .iter()
        .map(|step| match &step.action {
            DriveAction::Type { keys, .. } => keys[0].0,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(keys, ['a', '[', ' ', ',', ']']);
}

#[test]
fn what_is_written_can_be_read() {
    let drive = parse(&warr(&session(), &every_kind(), &[]), "a.warr").unwrap();
    let shown: Vec<String> = drive.steps.iter().map(|step| step.action.to_string()).collect();
    insta::assert_snapshot!(shown.join("\n"), @r##"
    click xpath///body/button[@id="save"]
    click xpath///body/button[@id="save"] 2 times
    drag xpath///body/button[@id="save"] by 10,-20
    drag xpath///body/button[@id="save"] by 10,-20
    drag xpath///body/button[@id="save"] by 10,-20
    type into xpath///input[@name="q"]
    type into xpath///input[@name="q"]
    type into xpath///input[@name="q"]
    type into xpath///body
    type into xpath///input[@name="q"]
    type into xpath///input[@name="q"]
    type into xpath///input[@name="q"]
    "##);
    let control_a = vec![Key::named("Control").unwrap(), Key('a')];
    assert!(
        drive.steps.iter().any(
            |step| matches!(&step.action, DriveAction::Type { keys, .. } if *keys == control_a)
        )
    );
}

#[test]
fn hostile_pages_add_no_commands() {
    let text = warr(&hostile_session(), &hostile_actions(), &[]);
    for line in text.lines() {
        let word = line.split(' ').next().unwrap();
        assert!(["#", "click", "doubleclick", "drag", "type"].contains(&word), "{line}");
    }
    let n_commands = text.lines().filter(|line| !line.starts_with('#')).count();
    let drive = parse(&text, "a.warr").unwrap();
    assert_eq!(drive.steps.len(), n_commands);
}

#[test]
fn paths_are_short_where_they_can_be() {
    let click = |target: Target| {
        let kind = ActionKind::Click { button: MouseButton::Left, at: AT, modifiers: NONE };
        let text = warr(&session(), &[act(kind, target)], &[]);
        text.lines().last().unwrap_or_default().to_owned()
    };
    let with_id = |id: &str, path: &str| Target { id: Some(id.to_owned()), ..target(path) };
    let shown = [
        click(with_id("start", "/html[1]/body[1]/div[3]/span[2]")),
        click(with_id("say \"hi\"", "/html[1]/body[1]/p[1]")),
        click(with_id("a'b\"c", "/html[1]/body[1]/p[1]")),
        click(with_id("two\nlines", "/html[1]/body[1]/p[1]")),
        click(field()),
        click(target("/html[1]/body[1]/svg[1]/g[1]/circle[2]")),
        click(target("/html[1]/body[1]/svg[1]/foreignObject[1]/p[1]")),
        click(target("/html[1]/body[1]/my-el[1] >> /div[1]/button[1]")),
        click(target("~/div[1]")),
    ];
    insta::assert_snapshot!(shown.join("\n"), @r##"
    click //div/span[@id="start"] 82,44.5 0
    click //body/p[@id='say "hi"'] 82,44.5 0
    click //body/p[@id=concat("a'b", '"', "c")] 82,44.5 0
    click /html/body/p[1] 82,44.5 0
    click //input[@name="q"] 82,44.5 0
    click /html/body/*[local-name()="svg"][1]/*[local-name()="g"][1]/*[local-name()="circle"][2] 82,44.5 0
    click /html/body/*[local-name()="svg"][1]/*[local-name()="foreignObject"][1]/p[1] 82,44.5 0
    # click /html[1]/body[1]/my-el[1] >> /div[1]/button[1] 82,44.5
    # click ~/div[1] 82,44.5
    "##);
}
