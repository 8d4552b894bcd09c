//! What recordings become.

mod devtools;
mod har;
mod playwright;
mod story;
mod warr;

use serde_json::{Value, json};
use xcheck_model::action::{Action, ActionKind, Modifiers, MouseButton, Point};
use xcheck_model::event::{
    ChosenFile, Entry, Event, Hello, Input, Locals, Page, Target, TargetRef, What,
};

use super::Session;

/// What a hostile page may put anywhere: ends of literals, comments, lines and scripts.
const HOSTILE: &str = "'\"`${x}\\*/</script><!--\r\n\t\0\u{2028}\u{2029}\u{202e}]]>é😀";

fn session() -> Session {
    Session {
        title: "Shop".to_owned(),
        start_url: "http://shop.test/".to_owned(),
        width: 800,
        height: 600,
        has_folder: false,
        browser: "chromium 150".to_owned(),
    }
}

fn target(path: &str) -> Target {
    Target { paths: path.split(" >> ").map(str::to_owned).collect(), ..Target::default() }
}

fn button() -> Target {
    let id = Some("save".to_owned());
    Target { id, text: Some("Save".to_owned()), ..target("/html[1]/body[1]/button[1]") }
}

fn field() -> Target {
    let attributes = [("name", "q"), ("type", "text")];
    let attributes =
        attributes.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    Target { attributes, ..target("/html[1]/body[1]/input[1]") }
}

const AT: Point = Point { x: 82.0, y: 44.5 };
const TO: Point = Point { x: 92.0, y: 24.5 };
const NONE: Modifiers = Modifiers { alt: false, control: false, meta: false, shift: false };
const CONTROL: Modifiers = Modifiers { control: true, ..NONE };

fn act(kind: ActionKind, target: impl Into<Option<Target>>) -> Action {
    Action { page: 0, at_us: 0, kind, target: target.into(), entries: Vec::new() }
}

/// One action of each kind and of its variants, ten milliseconds apart.
fn every_kind() -> Vec<Action> {
    let text = str::to_owned;
    let onto = || Some(target("/html[1]/body[1]/div[2]"));
    let press =
        |key: &str, modifiers| ActionKind::Press { key: text(key), code: text(""), modifiers };
    let click = |button, modifiers| ActionKind::Click { button, at: AT, modifiers };
    let dialog = |name: &str, is_accepted, answer: Option<&str>| ActionKind::Dialog {
        dialog: text(name),
        message: text("Sure?"),
        is_accepted,
        text: answer.map(text),
    };
    let mut actions = vec![
        act(click(MouseButton::Left, NONE), button()),
        act(click(MouseButton::Left, CONTROL), button()),
        act(click(MouseButton::Middle, NONE), button()),
        act(click(MouseButton::Right, NONE), button()),
        act(click(MouseButton::Back, NONE), button()),
        act(ActionKind::DoubleClick { at: AT, modifiers: NONE }, button()),
        act(ActionKind::Hover { at: AT }, button()),
        act(ActionKind::Drag { from: AT, to: TO, onto: onto(), modifiers: NONE }, button()),
        act(ActionKind::DragDrop { from: AT, to: TO, onto: onto() }, button()),
        act(ActionKind::DragDrop { from: AT, to: TO, onto: None }, button()),
        act(ActionKind::Wheel { at: AT, dx: 0.0, dy: -120.0 }, button()),
        act(ActionKind::Tap { at: AT }, button()),
        act(ActionKind::Swipe { from: AT, to: TO }, button()),
        act(ActionKind::Type { text: text("Hi!") }, field()),
        act(ActionKind::Type { text: text("x") }, None),
        act(press("Enter", NONE), field()),
        act(press("a", CONTROL), field()),
        act(press("Tab", Modifiers { shift: true, ..NONE }), field()),
        act(press("Unidentified", NONE), field()),
        act(ActionKind::Copy, field()),
        act(ActionKind::Cut, field()),
        act(ActionKind::Paste { text: text("ab") }, field()),
        act(
            ActionKind::Select { values: vec![text("1")], labels: vec![text("One")] },
            target("/html[1]/body[1]/select[1]"),
        ),
        act(
            ActionKind::Select { values: vec![text("1"), text("2")], labels: vec![] },
            target("/html[1]/body[1]/select[1]"),
        ),
        act(ActionKind::Fill { field: text("date"), value: text("2026-01-02") }, field()),
        act(ActionKind::Upload { files: vec![text("a.txt"), text("big.iso")] }, field()),
        act(ActionKind::Scroll { x: 0.0, y: 300.0 }, None),
        act(ActionKind::Scroll { x: 1.0, y: 2.0 }, target("/html[1]/body[1]/div[1]")),
        act(ActionKind::Resize { width: 640.0, height: 480.0 }, None),
        act(dialog("confirm", false, None), None),
        act(dialog("prompt", true, Some("me")), None),
        act(ActionKind::Back, None),
        act(ActionKind::Forward, None),
        act(ActionKind::Reload, None),
    ];
    for (at_us, action) in (1..).map(|n| n * 10_000).zip(&mut actions) {
        action.at_us = at_us;
    }
    actions
}

/// The same with whatever a page can choose being hostile.
fn hostile_actions() -> Vec<Action> {
    let evil = || HOSTILE.to_owned();
    let mut actions = every_kind();
    for action in &mut actions {
        if let Some(target) = &mut action.target {
            target.id = Some(evil());
            target.text = Some(evil());
            let names = ["data-testid", "data-cy", "name", "aria-label", "title", "role", "href"];
            target.attributes = names.map(|name| (name.to_owned(), evil())).to_vec();
            target.paths = vec![format!("/html[1]/body[1]/a{}[1]", HOSTILE.replace('/', ""))];
        }
        match &mut action.kind {
            ActionKind::Type { text } | ActionKind::Paste { text } => *text = evil(),
            ActionKind::Press { key, code, .. } => (*key, *code) = (evil(), evil()),
            ActionKind::Select { values, .. } => values.push(evil()),
            ActionKind::Fill { value, .. } => *value = evil(),
            ActionKind::Upload { files } => files.push(evil()),
            ActionKind::Dialog { dialog, message, text, .. } => {
                (*dialog, *message, *text) = (evil(), evil(), Some(evil()));
            }
            _ => {}
        }
    }
    actions
}

fn hostile_session() -> Session {
    let evil = || HOSTILE.to_owned();
    Session { title: evil(), start_url: evil(), browser: evil(), has_folder: true, ..session() }
}

fn page(number: usize, url: &str, began_ms: f64) -> Page {
    Page {
        number,
        hello: Hello {
            url: url.to_owned(),
            navigation: "navigate".to_owned(),
            origin_ms: began_ms,
            ..Hello::default()
        },
        targets: Vec::new(),
        functions: Vec::new(),
        entries: Vec::new(),
        n_unheard: 0,
        gaps: Vec::new(),
        rejections: Vec::new(),
        failures: Vec::new(),
        files: Vec::new(),
        storage: Vec::new(),
        cost: None,
        is_ended: true,
    }
}

fn event(what: What, locals: Locals) -> Entry {
    Entry::Event(Event { id: 0, at_us: 0, what, locals })
}

fn unheard(kind: &str, at_us: i64, target: usize, fields: Value) -> Entry {
    let fields = fields.as_array().cloned().unwrap_or_default();
    let target = TargetRef::Element(target);
    Entry::Unheard { at_us, input: Input { kind: kind.to_owned(), target, fields, age_us: 0 } }
}

fn file(name: &str, content: &str) -> ChosenFile {
    ChosenFile { name: name.to_owned(), content: content.into() }
}

/// A page of one field, into which a person typed, with the value that it had in the end.
fn typed(text: &str, value: &str) -> (Vec<Action>, Vec<Page>) {
    let mut page = page(0, "http://shop.test/", 0.0);
    page.targets = vec![field()];
    page.entries = text
        .chars()
        .zip(0..)
        .map(|(char, n)| unheard("keydown", 1000 + n * 5000, 0, json!([char.to_string(), ""])))
        .collect();
    let entries = (0..page.entries.len()).collect();
    page.entries.push(unheard("change", 900_000, 0, json!(["text", value])));
    let kind = ActionKind::Type { text: text.to_owned() };
    let action = Action { page: 0, at_us: 1000, kind, target: Some(field()), entries };
    (vec![action], vec![page])
}
