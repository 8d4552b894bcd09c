//! What files become, as text.

use std::fmt::Write as _;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

/// One line per step, without what is as usual; or the error with its hint.
fn show(text: &str, file_name: &str) -> String {
    let drive = match parse(text, file_name) {
        Ok(drive) => drive,
        Err(error) => return format!("{error}\nhint: {}", error.hint()),
    };
    let mut shown = String::new();
    for step in &drive.steps {
        write!(shown, "{} {:?}", step.number, step.action).unwrap();
        if step.place != Place::default() {
            write!(shown, " in {:?}", step.place).unwrap();
        }
        if let Some(ms) = step.timeout_ms {
            write!(shown, " within {ms}").unwrap();
        }
        if step.delay_ms > 0 {
            write!(shown, " after {}", step.delay_ms).unwrap();
        }
        for expected in &step.expected {
            write!(shown, " then {expected:?}").unwrap();
        }
        shown.push('\n');
    }
    shown
}

fn flow(steps: Value) -> String {
    show(&json!({"title": "t", "steps": steps}).to_string(), "a.json")
}

fn project(commands: Value) -> String {
    let test = json!({"id": "t", "name": "first", "commands": commands});
    let project =
        json!({"url": "http://app.test/base/", "tests": [test], "suites": [{"tests": ["t"]}]});
    show(&project.to_string(), "a.side")
}

#[test]
fn recordings_have_every_step() {
    let shown = flow(json!([
        {"type": "setViewport", "width": 800, "height": 600, "deviceScaleFactor": 2, "isMobile": true, "hasTouch": true, "isLandscape": true},
        {"type": "navigate", "url": "http://a.test/", "assertedEvents": [{"type": "navigation", "url": "http://a.test/", "title": "A"}]},
        {"type": "click", "selectors": ["#a"], "target": "http://b.test/", "frame": [0, 2], "offsetX": 1.5, "offsetY": 2, "button": "secondary", "deviceType": "pen", "duration": 80, "timeout": 70},
        {"type": "doubleClick", "selectors": ["#a"], "target": "main"},
        {"type": "hover", "selectors": ["#a"]},
        {"type": "change", "selectors": ["#a"], "value": "x", "unknown": 1},
        {"type": "keyDown", "key": "Enter"},
        {"type": "keyUp", "key": "KeyA"},
        {"type": "scroll", "x": 1, "y": 2},
        {"type": "scroll", "selectors": ["#a"], "y": 2},
        {"type": "close"},
        {"type": "emulateNetworkConditions", "download": 1000, "upload": 500, "latency": 20},
        {"type": "waitForElement", "selectors": ["#a"], "operator": "<=", "count": 3, "visible": false, "attributes": {"a": "b"}, "properties": {"p": {"q": 1}}},
        {"type": "waitForExpression", "expression": "a === 1"},
    ]));
    insta::assert_snapshot!(shown, @r##"
    1 SetViewport(Viewport { width: 800, height: 600, device_scale_factor: 2.0, is_mobile: true, has_touch: true, is_landscape: true })
    2 Navigate { url: "http://a.test/" } then Navigation { url: Some("http://a.test/"), title: Some("A") }
    3 Click { target: Target([[Css("#a")]]), pointer: Pointer { device: Pen, button: Secondary, spot: Offset { x: 1.5, y: 2.0 }, hold_ms: 80 }, count: 1 } in Place { window: Url("http://b.test/"), frame: [Index(0), Index(2)] } within 70
    4 Click { target: Target([[Css("#a")]]), pointer: Pointer { device: Mouse, button: Primary, spot: Middle, hold_ms: 0 }, count: 2 }
    5 PointerMove(Point { target: Target([[Css("#a")]]), spot: Middle })
    6 Change { target: Target([[Css("#a")]]), value: "x" }
    7 KeyDown(Key('\u{e007}'))
    8 KeyUp(Key('a'))
    9 Scroll { target: None, x: 1.0, y: 2.0 }
    10 Scroll { target: Some(Target([[Css("#a")]])), x: 0.0, y: 2.0 }
    11 Close
    12 NetworkConditions { download: 1000.0, upload: 500.0, latency: 20.0 }
    13 WaitForElement(WaitForElement { target: Target([[Css("#a")]]), comparison: AtMost, count: 3, state: ElementState { is_visible: true, attributes: [("a", "b")], properties: [("p", Object {"q": Number(1)})] }, is_inverted: true })
    14 WaitForExpression { expression: "a === 1" }
    "##);
}

#[test]
fn recordings_name_elements_in_every_way() {
    let shown = flow(json!([{"type": "hover", "selectors": [
        "#a", "css/#b", "xpath///b", "aria/Save", "aria/Save[role=\"button\"]", "aria/[role=\"main\"]", "text/Go [x]", "pierce/#p",
        ["my-box", "aria/In"],
    ]}]));
    insta::assert_snapshot!(shown, @r##"
    1 PointerMove(Point { target: Target([[Css("#a")], [Css("#b")], [XPath("//b")], [Aria { name: "Save", role: None }], [Aria { name: "Save", role: Some("button") }], [Aria { name: "", role: Some("main") }], [Text("Go [x]")], [Pierce("#p")], [Css("my-box"), Aria { name: "In", role: None }]]), spot: Middle })
    "##);
}

#[test]
fn custom_steps_say_what_recordings_lack() {
    let shown = flow(json!([
        {"type": "customStep", "name": "xcheck/drag", "parameters": {"from": "#a", "to": {"dx": 4, "dy": -5}}},
        {"type": "customStep", "name": "xcheck/dragAndDrop", "parameters": {"from": {"selectors": ["#a"], "offsetX": 1, "offsetY": 2}, "to": ["#b"]}},
        {"type": "customStep", "name": "xcheck/wheel", "parameters": {"deltaY": 100}},
        {"type": "customStep", "name": "xcheck/press", "parameters": {"shortcut": "Control++"}},
        {"type": "customStep", "name": "xcheck/upload", "parameters": {"selectors": "#f", "paths": ["a.txt"]}},
        {"type": "customStep", "name": "xcheck/dialog", "parameters": {"accept": false, "text": "t"}},
        {"type": "customStep", "name": "xcheck/back"},
        {"type": "customStep", "name": "xcheck/touch", "parameters": {"selectors": "#a", "to": {"dx": 0, "dy": -50}}},
        {"type": "customStep", "name": "xcheck/touch", "parameters": {"selectors": "#a"}},
    ]));
    insta::assert_snapshot!(shown, @r##"
    1 Drag { from: Point { target: Target([[Css("#a")]]), spot: Middle }, to: By { dx: 4.0, dy: -5.0 }, kind: Auto, device: Mouse }
    2 Drag { from: Point { target: Target([[Css("#a")]]), spot: Offset { x: 1.0, y: 2.0 } }, to: At(Point { target: Target([[Css("#b")]]), spot: Middle }), kind: DragAndDrop, device: Mouse }
    3 Wheel { over: None, dx: 0.0, dy: 100.0 }
    4 Shortcut([Key('\u{e009}'), Key('+')])
    5 Upload { target: Target([[Css("#f")]]), paths: ["a.txt"] }
    6 Dialog(DialogAnswer { accept: false, text: Some("t"), is_ahead: false })
    7 Back
    8 Drag { from: Point { target: Target([[Css("#a")]]), spot: Middle }, to: By { dx: 0.0, dy: -50.0 }, kind: Auto, device: Touch }
    9 Click { target: Target([[Css("#a")]]), pointer: Pointer { device: Touch, button: Primary, spot: Middle, hold_ms: 0 }, count: 1 }
    "##);
}

#[test]
fn lines_may_hold_odd_keys_and_paths() {
    let shown = show(
        "# c\n\nclick //div/span[@id=\"st art\"] 82,44 1\ndoubleclick (//a)[2] 1,2 2\ndrag //x[y [1]] -3,4.5 3\n\
        type //a [H,72] 4\ntype //a [ ,32] 5\ntype //a[b [c]] [],221] 6\ntype //a [,,188] 7\ntype //a [[,219] 8\n\
        type //a [,13] 9\ntype //a [Enter,13] 10\ntype //a [Control,17] 11\ntype //a [c,67] 12\ntype //a [,17] 13",
        "a.warr",
    );
    insta::assert_snapshot!(shown, @r##"
    3 Click { target: Target([[XPath("//div/span[@id=\"st art\"]")]]), pointer: Pointer { device: Mouse, button: Primary, spot: Viewport { x: 82.0, y: 44.0 }, hold_ms: 0 }, count: 1 } after 1
    4 Click { target: Target([[XPath("(//a)[2]")]]), pointer: Pointer { device: Mouse, button: Primary, spot: Viewport { x: 1.0, y: 2.0 }, hold_ms: 0 }, count: 2 } after 2
    5 Drag { from: Point { target: Target([[XPath("//x[y [1]]")]]), spot: Middle }, to: By { dx: -3.0, dy: 4.5 }, kind: Auto, device: Mouse } after 3
    6 Type { target: Some(Target([[XPath("//a")]])), keys: [Key('H')] } after 4
    7 Type { target: Some(Target([[XPath("//a")]])), keys: [Key(' ')] } after 5
    8 Type { target: Some(Target([[XPath("//a[b [c]]")]])), keys: [Key(']')] } after 6
    9 Type { target: Some(Target([[XPath("//a")]])), keys: [Key(',')] } after 7
    10 Type { target: Some(Target([[XPath("//a")]])), keys: [Key('[')] } after 8
    11 Type { target: Some(Target([[XPath("//a")]])), keys: [Key('\u{e007}')] } after 9
    12 Type { target: Some(Target([[XPath("//a")]])), keys: [Key('\u{e007}')] } after 10
    14 Type { target: Some(Target([[XPath("//a")]])), keys: [Key('\u{e009}'), Key('c')] } after 23
    15 Type { target: Some(Target([[XPath("//a")]])), keys: [Key('\u{e009}')] } after 13
    "##);
}

#[test]
fn projects_switch_windows_and_frames() {
    let shown = project(json!([
        {"command": "open", "target": "page?x=1"},
        {"command": "//click", "target": "id=off"},
        {"command": "click", "target": "id=a\"b", "targets": [["id=a\"b", "id"], ["css=#c", "css:finder"], ["odd=1", "odd"]]},
        {"command": "clickAt", "target": "//a", "value": "3,4"},
        {"command": "sendKeys", "target": "name=q", "value": "a${KEY_ENTER}${KEY_N5}"},
        {"command": "select", "target": "linkText=x", "value": "value=v"},
        {"command": "selectFrame", "target": "index=1"},
        {"command": "selectFrame", "target": "css=iframe"},
        {"command": "waitForElementVisible", "target": "css=b", "value": "900"},
        {"command": "storeWindowHandle", "target": "root"},
        {"command": "click", "target": "partialLinkText=x", "opensWindow": true, "windowHandleName": "win1"},
        {"command": "selectWindow", "target": "handle=${win1}"},
        {"command": "verifyText", "target": "css=b", "value": "text"},
        {"command": "selectWindow", "target": "handle=${root}"},
        {"command": "answerOnNextPrompt", "target": "Ada"},
        {"command": "setWindowSize", "target": "800x600"},
        {"command": "assertChecked", "target": "css=b"},
    ]));
    insta::assert_snapshot!(shown, @r##"
    1 Navigate { url: "http://app.test/base/page?x=1" }
    3 Click { target: Target([[Css("[id=\"a\\\"b\"]")], [Css("#c")]]), pointer: Pointer { device: Mouse, button: Primary, spot: Middle, hold_ms: 0 }, count: 1 }
    4 Click { target: Target([[XPath("//a")]]), pointer: Pointer { device: Mouse, button: Primary, spot: Offset { x: 3.0, y: 4.0 }, hold_ms: 0 }, count: 1 }
    5 Type { target: Some(Target([[Css("[name=\"q\"]")]])), keys: [Key('a'), Key('\u{e007}'), Key('\u{e01f}')] }
    6 Select { target: Target([[Link("x")]]), option: Value("v"), choice: Only }
    9 WaitForElement(WaitForElement { target: Target([[Css("b")]]), comparison: AtLeast, count: 1, state: ElementState { is_visible: true, attributes: [], properties: [] }, is_inverted: false }) in Place { window: Main, frame: [Index(1), Element(Target([[Css("iframe")]]))] } within 900
    11 Click { target: Target([[PartialLink("x")]]), pointer: Pointer { device: Mouse, button: Primary, spot: Middle, hold_ms: 0 }, count: 1 } in Place { window: Main, frame: [Index(1), Element(Target([[Css("iframe")]]))] }
    13 WaitForText { target: Target([[Css("b")]]), text: "text", is_equal: true } in Place { window: Opened(1), frame: [] }
    15 Dialog(DialogAnswer { accept: true, text: Some("Ada"), is_ahead: true })
    16 SetWindowSize { width: 800, height: 600 }
    17 WaitForElement(WaitForElement { target: Target([[Css("b")]]), comparison: AtLeast, count: 1, state: ElementState { is_visible: false, attributes: [], properties: [("checked", Bool(true))] }, is_inverted: false })
    "##);
}

#[test]
fn formats_are_told_apart_by_content() {
    let kind = |text: &str, name: &str| parse(text, name).unwrap_err().kind;
    assert_eq!(kind("hello", "a.json"), FileKind::Warr);
    assert_eq!(kind("{", "a.json"), FileKind::DevTools);
    assert_eq!(kind("{", "a.side"), FileKind::SeleniumIde);
    assert_eq!(kind("{\"tests\": 1}", "a.json"), FileKind::SeleniumIde);
    let drive =
        parse("\u{feff}{\"steps\": [{\"type\": \"navigate\", \"url\": \"u\"}]}", "a.json").unwrap();
    assert_eq!((drive.title.as_str(), drive.start_url.as_deref()), ("a.json", Some("u")));
}

#[test]
fn tests_of_projects_are_picked_by_suite_or_name() {
    let test = |id: &str| json!({"id": id, "name": id.to_uppercase(), "commands": []});
    let project =
        json!({"tests": [test("a"), test("b")], "suites": [{"tests": ["b", "a"]}]}).to_string();
    assert_eq!(parse(&project, "p.side").unwrap().title, "B");
    assert_eq!(parse_test(&project, "A", "p.side").unwrap().title, "A");
    let error = parse_test(&project, "C", "p.side").unwrap_err();
    assert_eq!(
        (error.to_string().as_str(), error.hint()),
        ("Selenium IDE project p.side: there is no test \"C\"", "the tests are: A, B")
    );
}

#[test]
fn uploads_are_relative_to_a_folder() {
    let step = json!({"type": "customStep", "name": "xcheck/upload", "parameters": {"selectors": "#f", "paths": ["a.txt", "/b.txt"]}});
    let mut drive = parse(&json!({"steps": [step]}).to_string(), "a.json").unwrap();
    drive.resolve_files(Path::new("/files"));
    let Action::Upload { paths, .. } = &drive.steps[0].action else { panic!("{drive:?}") };
    assert_eq!(paths, &["/files/a.txt", "/b.txt"]);
}

#[test]
fn errors_name_the_step_and_what_would_be_right() {
    let mut shown = String::new();
    for step in [
        json!(1),
        json!({"type": "fly"}),
        json!({"type": "navigate"}),
        json!({"type": "click", "selectors": [[]]}),
        json!({"type": "click", "selectors": "#a", "offsetX": "1", "offsetY": 2}),
        json!({"type": "keyDown", "key": "AudioVolumeUp"}),
        json!({"type": "hover", "selectors": "#a", "frame": [-1]}),
        json!({"type": "customStep", "name": "theirs/magic"}),
    ] {
        let fine = json!({"type": "close"});
        writeln!(shown, "{}", flow(json!([fine, step]))).unwrap();
    }
    for line in [
        "hop //a 1",
        "click //a 1,2",
        "click //a 1 2",
        "type //a H 3",
        "type //a [,200] 3",
        "click a 1,2 3",
    ] {
        writeln!(shown, "{}", show(line, "a.warr")).unwrap();
    }
    for command in [
        json!({"command": "if", "target": "a"}),
        json!({"command": "storeText", "target": "id=a", "value": "x"}),
        json!({"command": "type", "target": "id=a", "value": "${x}"}),
        json!({"command": "click", "target": "dom=a"}),
        json!({"command": "teleport"}),
        json!({"command": "selectWindow", "target": "handle=${none}"}),
    ] {
        writeln!(shown, "{}", project(json!([command]))).unwrap();
    }
    insta::assert_snapshot!(shown, @r##"
    DevTools recording a.json, step 2: the step is not an object
    hint: an object in braces
    DevTools recording a.json, step 2: unknown step type "fly"
    hint: one of setViewport, navigate, click, doubleClick, hover, change, keyDown, keyUp, scroll, close, emulateNetworkConditions, waitForElement, waitForExpression, customStep
    DevTools recording a.json, step 2: "url" is missing
    hint: add "url"
    DevTools recording a.json, step 2: the selectors are not texts or lists of texts
    hint: a list such as ["#save", ["my-form", "button"], "aria/Save"]
    DevTools recording a.json, step 2: "offsetX" is not a number
    hint: "offsetX" must be a number
    DevTools recording a.json, step 2: no key has the name "AudioVolumeUp"
    hint: a character, or a name such as Enter, ArrowDown, Control or F5
    DevTools recording a.json, step 2: "frame" is not a list of indexes
    hint: such as [0, 2]: child 2 of child 0
    DevTools recording a.json, step 2: unknown custom step "theirs/magic"
    hint: one of xcheck/drag, xcheck/dragAndDrop, xcheck/wheel, xcheck/press, xcheck/upload, xcheck/dialog, xcheck/back, xcheck/forward, xcheck/reload, xcheck/resize, xcheck/touch
    WaRR file a.warr, line 1: unknown command "hop"
    hint: one of click, doubleclick, drag, type
    WaRR file a.warr, line 1: the elapsed time is missing at the end
    hint: write it as: click //div/span[@id="start"] 82,44 1
    WaRR file a.warr, line 1: two numbers such as 82,44 are missing after the XPath
    hint: write it as: click //div/span[@id="start"] 82,44 1
    WaRR file a.warr, line 1: a key such as [H,72] is missing after the XPath
    hint: write it as: type //td/div[@id="content"] [H,72] 3
    WaRR file a.warr, line 1: no key without a character has the code 200
    hint: name the key, such as [Enter,13] or [a,65]
    WaRR file a.warr, line 1: "a" is not an XPath
    hint: write it as: click //div/span[@id="start"] 82,44 1
    Selenium IDE project a.side, command 1: "if" is control flow, and a drive is one way through the app
    hint: keep only the commands that shall be performed
    Selenium IDE project a.side, command 1: "storeText" needs variables, which a drive has not
    hint: remove it and write the value where it is used
    Selenium IDE project a.side, command 1: the variable ${x} has no value in a drive
    hint: write the value itself
    Selenium IDE project a.side, command 1: unknown locator kind "dom"
    hint: one of id=, name=, css=, xpath=, linkText=, partialLinkText= or //…
    Selenium IDE project a.side, command 1: unknown command "teleport"
    hint: what people do (click, type, select, dragAndDropToObject, …), waitFor…, assert… and verify… are known; two slashes before a command turn it off
    Selenium IDE project a.side, command 1: no command before this one has the window "none"
    hint: record the command that opens the window again
    "##);
}

proptest! {
    #[test]
    fn hostile_files_never_panic(text in ".{0,200}", cut in 0usize..2000, junk in "[\\[\\]{}\", :0-9a-z-]{0,6}") {
        let _ = parse(&text, "a.warr");
        let _ = parse(&format!("{{{text}"), "a.side");
        let _ = parse(&format!("type //a {text} 1"), "a.warr");
        let files = [
            json!({"title": "t", "steps": [{"type": "click", "selectors": [["#a", "aria/b[role=\"c\"]"]], "frame": [0], "timeout": 5, "offsetX": 1, "offsetY": 1}, {"type": "customStep", "name": "xcheck/drag", "parameters": {"from": "#a", "to": {"dx": 1, "dy": 2}}}]}),
            json!({"url": "http://a/", "tests": [{"id": "1", "name": "n", "commands": [{"command": "sendKeys", "target": "id=a", "targets": [["id=a", "id"]], "value": "${KEY_ENTER}"}]}], "suites": [{"tests": ["1"]}]}),
        ];
        for file in files {
            let mut file = file.to_string();
            let at = cut % file.len();
            file.insert_str(at, &junk);
            let _ = parse(&file, "a");
        }
    }
}
