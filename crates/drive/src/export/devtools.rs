//! Recordings for the recorder of Chrome's developer tools, in the schema of @puppeteer/replay.
//!
//! What the schema has no step for becomes a custom step that this crate reads back.

use serde_json::{Value, json};
use xcheck_model::action::{Action, ActionKind, Modifiers, MouseButton, Point};
use xcheck_model::event::{Page, Target, TargetRef};

use super::Session;
use super::element::{
    self, Named, TEST_IDS, css_attribute, css_id, css_name, css_steps, is_in_shadow, is_shared,
    xpath,
};
use super::story::{Beat, Deed, tell};
use crate::Key;

/// Recordings do not say where in an element a click was, and the schema wants to know.
/// This is inside of check boxes and of buttons with round ends.
const OFFSET: f64 = 8.0;

/// The recording as JSON. What cannot be said at all is listed under `xcheckNotes`.
pub fn devtools(session: &Session, actions: &[Action], pages: &[Page]) -> String {
    let steps = vec![viewport(session.width, session.height)];
    let mut flow = Flow { steps, notes: Vec::new(), main: 0 };
    let story = tell(session, actions, pages);
    for beat in &story.beats {
        flow.main = usize::MAX;
        match beat.deed {
            Deed::Go(url) => flow.push(beat, json!({"type": "navigate", "url": url})),
            Deed::Act(action) => flow.action(beat, action),
        }
        if let (Some(url), Some(main)) = (beat.leads_to, flow.steps.get_mut(flow.main)) {
            main["assertedEvents"] = json!([{"type": "navigation", "url": url}]);
        }
    }
    let mut whole = json!({"title": session.title, "steps": flow.steps});
    if !flow.notes.is_empty() {
        whole["xcheckNotes"] = json!(flow.notes);
    }
    format!("{whole:#}\n")
}

fn viewport(width: u32, height: u32) -> Value {
    json!({
        "type": "setViewport", "width": width, "height": height, "deviceScaleFactor": 1,
        "isMobile": false, "hasTouch": false, "isLandscape": width > height,
    })
}

struct Flow {
    steps: Vec<Value>,
    notes: Vec<String>,
    /// The step that did what the last action was about.
    main: usize,
}

impl Flow {
    /// Adds a step where `beat` happened.
    fn push(&mut self, beat: &Beat<'_>, mut step: Value) {
        step["target"] = json!("main");
        if let (1.., Some(page)) = (beat.window, beat.page) {
            step["target"] = json!(page.hello.url);
        }
        if !beat.frame.is_empty() && !beat.frame.iter().any(|index| *index < 0) {
            step["frame"] = json!(beat.frame);
        }
        if self.main == usize::MAX {
            self.main = self.steps.len();
        }
        self.steps.push(step);
    }

    fn custom(&mut self, beat: &Beat<'_>, name: &str, parameters: Value) {
        let step = json!({"type": "customStep", "name": name, "parameters": parameters});
        self.push(beat, step);
    }

    fn note(&mut self, beat: &Beat<'_>, action: &Action, text: &str) {
        let (seconds, name) = (beat.at_us as f64 / 1e6, action.kind.name());
        self.notes.push(format!("{name} at {seconds:.3} s: {text}"));
    }

    fn action(&mut self, beat: &Beat<'_>, action: &Action) {
        if beat.frame.iter().any(|index| *index < 0) {
            self.note(
                beat,
                action,
                "the frame has no number, so the step is on the page around it",
            );
        }
        let selectors = selectors(beat.page, action.target.as_ref());
        match &action.kind {
            ActionKind::Click { button, at, modifiers } => {
                let mut step = click("click", &selectors, action.target.as_ref(), *at);
                if *button != MouseButton::Left {
                    step["button"] = json!(button_name(*button));
                }
                self.held(beat, *modifiers, vec![step]);
            }
            ActionKind::DoubleClick { at, modifiers } => {
                let step = click("doubleClick", &selectors, action.target.as_ref(), *at);
                self.held(beat, *modifiers, vec![step]);
            }
            ActionKind::Tap { at } => {
                let mut step = click("click", &selectors, action.target.as_ref(), *at);
                step["deviceType"] = json!("touch");
                self.push(beat, step);
            }
            ActionKind::Hover { .. } => {
                self.push(beat, json!({"type": "hover", "selectors": selectors}));
            }
            ActionKind::Drag { from, to, modifiers, .. } => {
                let parameters =
                    json!({"from": {"selectors": selectors}, "to": distance(*from, *to)});
                let step =
                    json!({"type": "customStep", "name": "xcheck/drag", "parameters": parameters});
                self.held(beat, *modifiers, vec![step]);
            }
            ActionKind::DragDrop { from, to, onto } => {
                let end = match onto {
                    Some(_) => json!({"selectors": self::selectors(beat.page, onto.as_ref())}),
                    None => distance(*from, *to),
                };
                let parameters = json!({"from": {"selectors": selectors}, "to": end});
                self.custom(beat, "xcheck/dragAndDrop", parameters);
            }
            ActionKind::Wheel { dx, dy, .. } => {
                let parameters = json!({"selectors": selectors, "deltaX": dx, "deltaY": dy});
                self.custom(beat, "xcheck/wheel", parameters);
            }
            ActionKind::Swipe { from, to } => {
                let parameters = json!({"selectors": selectors, "to": distance(*from, *to)});
                self.custom(beat, "xcheck/touch", parameters);
            }
            ActionKind::Type { text } => self.typed(beat, action, &selectors, text),
            ActionKind::Paste { text } => {
                self.note(beat, action, "typed instead, because a clipboard cannot be exported");
                self.typed(beat, action, &selectors, text);
            }
            ActionKind::Press { key, code, modifiers } => {
                match Key::named(key).map(|_| key).or_else(|| Key::named(code).map(|_| code)) {
                    Some(key) => self.keys(beat, *modifiers, key),
                    None => self.note(beat, action, &format!("no tool knows the key {key:?}")),
                }
            }
            ActionKind::Copy => self.keys(beat, CONTROL, "c"),
            ActionKind::Cut => self.keys(beat, CONTROL, "x"),
            ActionKind::Select { values, .. } => self.selected(beat, action, &selectors, values),
            ActionKind::Fill { value, .. } => {
                self.push(beat, json!({"type": "change", "selectors": selectors, "value": value}));
            }
            ActionKind::Upload { files } if files.is_empty() => {
                self.note(beat, action, "the choice of no file cannot be exported");
            }
            ActionKind::Upload { files } => {
                let parameters = json!({"selectors": selectors, "paths": files});
                self.custom(beat, "xcheck/upload", parameters);
            }
            ActionKind::Scroll { x, y } => {
                let mut step = json!({"type": "scroll", "x": x, "y": y});
                if action.target.is_some() {
                    step["selectors"] = selectors;
                }
                self.push(beat, step);
            }
            ActionKind::Resize { width, height } => {
                self.push(beat, viewport(*width as u32, *height as u32));
            }
            ActionKind::Dialog { is_accepted, text, .. } => {
                let mut parameters = json!({"accept": is_accepted});
                if let Some(text) = text {
                    parameters["text"] = json!(text);
                }
                self.custom(beat, "xcheck/dialog", parameters);
            }
            ActionKind::Back => self.custom(beat, "xcheck/back", json!({})),
            ActionKind::Forward => self.custom(beat, "xcheck/forward", json!({})),
            ActionKind::Reload => self.custom(beat, "xcheck/reload", json!({})),
        }
    }

    /// Adds steps during which keys are down.
    fn held(&mut self, beat: &Beat<'_>, modifiers: Modifiers, steps: Vec<Value>) {
        let names: Vec<&str> = modifiers.names().collect();
        for name in &names {
            self.push(beat, json!({"type": "keyDown", "key": name}));
        }
        self.main = self.steps.len();
        for step in steps {
            self.push(beat, step);
        }
        for name in names.iter().rev() {
            self.push(beat, json!({"type": "keyUp", "key": name}));
        }
    }

    fn keys(&mut self, beat: &Beat<'_>, modifiers: Modifiers, key: &str) {
        // A character with Shift is another character already.
        let is_shown = key.chars().count() == 1 && !modifiers.control && !modifiers.meta;
        let modifiers = Modifiers { shift: modifiers.shift && !is_shown, ..modifiers };
        let step = |kind| json!({"type": kind, "key": key});
        self.held(beat, modifiers, vec![step("keyDown"), step("keyUp")]);
    }

    /// The value of the field if the text is all that came of it, else keys.
    fn typed(&mut self, beat: &Beat<'_>, action: &Action, selectors: &Value, text: &str) {
        if becomes_value(beat, action, text) {
            let step = json!({"type": "change", "selectors": selectors, "value": text});
            return self.push(beat, step);
        }
        for char in text.chars().filter(|char| *char != '\0') {
            let key = match char {
                '\n' | '\r' => "Enter".to_owned(),
                '\t' => "Tab".to_owned(),
                char => char.to_string(),
            };
            self.keys(beat, Modifiers::default(), &key);
        }
    }

    /// Several options are clicked, because a change has room for one value.
    fn selected(&mut self, beat: &Beat<'_>, action: &Action, selectors: &Value, values: &[String]) {
        if let [value] = values {
            let step = json!({"type": "change", "selectors": selectors, "value": value});
            return self.push(beat, step);
        }
        let list = action.target.as_ref().filter(|target| !is_in_shadow(target));
        let path = list.and_then(|target| xpath(target.paths.first()?));
        let (Some(path), [_, ..]) = (path, values) else {
            return self.note(
                beat,
                action,
                &format!("the choice of {values:?} cannot be exported"),
            );
        };
        for (n, value) in values.iter().enumerate() {
            let value = element::xpath_string(value);
            let option = json!([[format!("xpath/{path}//option[@value={value}]")]]);
            let step = click("click", &option, None, Point { x: OFFSET, y: OFFSET });
            self.held(beat, if n == 0 { Modifiers::default() } else { CONTROL }, vec![step]);
        }
    }
}

const CONTROL: Modifiers = Modifiers { alt: false, control: true, meta: false, shift: false };

/// Whether the field's next `change` event says that it held this text and nothing else.
fn becomes_value(beat: &Beat<'_>, action: &Action, text: &str) -> bool {
    let (Some(page), Some(target)) = (beat.page, &action.target) else { return false };
    let Some(first) = action.entries.first() else { return false };
    let is_field = matches!(target.name(), "input" | "textarea");
    let number = page.targets.iter().position(|other| other == target).map(TargetRef::Element);
    let changes = page.entries.iter().skip(*first).filter_map(|entry| entry.input());
    let mut changes =
        changes.filter(|input| input.kind == "change" && Some(input.target) == number);
    is_field && changes.next().is_some_and(|input| input.text(1) == Some(text))
}

fn click(kind: &str, selectors: &Value, target: Option<&Target>, at: Point) -> Value {
    let is_page = target.is_none_or(|target| matches!(target.name(), "html" | "body"));
    let at = if is_page { at } else { Point { x: OFFSET, y: OFFSET } };
    json!({"type": kind, "selectors": selectors, "offsetX": at.x, "offsetY": at.y})
}

fn button_name(button: MouseButton) -> &'static str {
    match button {
        MouseButton::Left => "primary",
        MouseButton::Middle => "auxiliary",
        MouseButton::Right => "secondary",
        MouseButton::Back => "back",
        MouseButton::Forward => "forward",
    }
}

fn distance(from: Point, to: Point) -> Value {
    json!({"dx": to.x - from.x, "dy": to.y - from.y})
}

/// All ways to name the element, each a chain through shadow roots. What may name others as well comes last.
fn selectors(page: Option<&Page>, target: Option<&Target>) -> Value {
    let Some(target) = target else { return json!([["html"]]) };
    let mut ways: Vec<Value> = Vec::new();
    let is_hidden = is_in_shadow(target);
    let pierce = if is_hidden { "pierce/" } else { "" };
    if let Some(id) = &target.id {
        ways.push(json!([format!("{pierce}{}", css_id(id))]));
    }
    let by = |name: &str| {
        let value = target.attribute(name)?;
        let is_known = is_shared(page, target, |other| other.attribute(name).map(str::to_owned));
        let css = format!("{pierce}{}", css_attribute(target, name, value));
        (!is_known).then(|| json!([css]))
    };
    ways.extend(TEST_IDS.into_iter().filter_map(by));
    let is_field = matches!(target.name(), "input" | "select" | "textarea");
    ways.extend(["name"].into_iter().filter(|_| is_field).filter_map(by));
    ways.extend(path(target));
    let name = element::name(target).filter(|named| named.is_whole);
    let is_known = is_shared(page, target, |other| {
        Some((element::role(other)?.to_owned(), element::name(other)?))
    });
    if let Some(Named { name, .. }) =
        name.filter(|named| !is_known && !named.name.contains(['[', ']', '"']))
    {
        let role = element::role(target).map(|role| format!("[role=\"{role}\"]"));
        ways.push(json!([format!("aria/{name}{}", role.unwrap_or_default())]));
    }
    let is_known = is_shared(page, target, element::text);
    if let Some(Named { name, .. }) = element::text(target).filter(|_| !is_known) {
        ways.push(json!([format!("text/{name}")]));
    }
    if ways.is_empty() {
        ways.push(json!([css_name(target.name())]));
    }
    Value::Array(ways)
}

/// The place of the element, which names nothing else.
fn path(target: &Target) -> Option<Value> {
    let (host, inner) = target.paths.split_first()?;
    let mut chain = vec![format!("xpath/{}", xpath(host)?)];
    for path in inner {
        // In a shadow root only its own children have no parent element.
        let steps = css_steps(path)?;
        let (first, rest) = steps.split_first()?;
        let rest: String = rest.iter().map(|step| format!(" > {step}")).collect();
        chain.push(format!("{first}:not(* > *){rest}"));
    }
    Some(json!(chain))
}
