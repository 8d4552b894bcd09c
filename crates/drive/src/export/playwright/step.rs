//! Actions as statements.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use xcheck_model::action::{Action, ActionKind, Modifiers, MouseButton, Point};
use xcheck_model::event::{Page, Target};

use super::super::story::Beat;
use super::literal::{js, number};
use super::locator::{locators, scope};
use super::page_of;
use crate::Key;

/// The statements of the test, without their indent.
#[derive(Default)]
pub(super) struct Steps {
    pub(super) lines: Vec<String>,
    /// What the variable `element` was last set to.
    found: Vec<String>,
}

impl Steps {
    pub(super) fn line(&mut self, line: String) {
        self.lines.push(line);
    }

    pub(super) fn lines(&mut self, lines: &[&str]) {
        self.lines.extend(lines.iter().map(|line| (*line).to_owned()));
    }

    /// Says that elements have to be looked for again.
    pub(super) fn forget(&mut self) {
        self.found.clear();
    }

    fn comment(&mut self, action: &Action, why: &str) {
        self.line(format!("// {} is left out: {why}.", action.kind.name()));
    }

    pub(super) fn action(&mut self, beat: &Beat<'_>, action: &Action) {
        let page = page_of(beat.window);
        match &action.kind {
            ActionKind::Click { button, at, modifiers } => match button_name(*button) {
                Some(button) => {
                    self.pointer(beat, action, "click", *at, &[button, &held(*modifiers)])
                }
                None => self.comment(action, "Playwright has no such button"),
            },
            ActionKind::DoubleClick { at, modifiers } => {
                self.pointer(beat, action, "dblclick", *at, &[&held(*modifiers)]);
            }
            ActionKind::Hover { at } => self.pointer(beat, action, "hover", *at, &[]),
            ActionKind::Tap { at } => self.pointer(beat, action, "tap", *at, &[]),
            ActionKind::Drag { from, to, modifiers, .. } => {
                self.look_for(beat, action);
                for key in modifiers.names() {
                    self.line(format!("await {page}.keyboard.down('{key}');"));
                }
                self.moved("dragBy", &page, *from, *to);
                for key in modifiers.names() {
                    self.line(format!("await {page}.keyboard.up('{key}');"));
                }
            }
            ActionKind::DragDrop { from, to, onto } => {
                self.look_for(beat, action);
                if onto.is_none() {
                    return self.moved("dragBy", &page, *from, *to);
                }
                self.find("onto", beat, onto.as_ref());
                let (from, to) = (point(*from), point(*to));
                self.line(format!("await dragTo(element, {from}, onto, {to});"));
            }
            ActionKind::Swipe { from, to } => {
                self.look_for(beat, action);
                self.moved("swipeBy", &page, *from, *to);
            }
            ActionKind::Wheel { at, dx, dy } => {
                self.pointer(beat, action, "hover", *at, &[]);
                let by = point(Point { x: *dx, y: *dy });
                self.line(format!("await {page}.mouse.wheel({by});"));
            }
            ActionKind::Type { text } if action.target.is_some() => {
                self.call(beat, action, &format!("pressSequentially({})", js(text)));
            }
            ActionKind::Type { text } => {
                self.line(format!("await {page}.keyboard.type({});", js(text)));
            }
            ActionKind::Press { key, code, modifiers } => {
                self.press(beat, action, [key, code], *modifiers);
            }
            ActionKind::Copy => {
                self.line(format!("await {page}.keyboard.press('ControlOrMeta+c');"))
            }
            ActionKind::Cut => {
                self.line(format!("await {page}.keyboard.press('ControlOrMeta+x');"))
            }
            ActionKind::Paste { text } => self.paste(beat, action, text),
            ActionKind::Select { values, .. } => {
                let value = |value: &String| format!("{{ value: {} }}", js(value));
                let values: Vec<String> = values.iter().map(value).collect();
                self.call(beat, action, &format!("selectOption([{}])", values.join(", ")));
            }
            ActionKind::Fill { value, .. } => {
                self.call(beat, action, &format!("fill({})", js(value)));
            }
            ActionKind::Upload { files } => self.upload(beat, action, files),
            ActionKind::Scroll { x, y } => {
                let to = point(Point { x: *x, y: *y });
                let scroll = "(element, [x, y]) => element.scrollTo(x, y)";
                self.call(beat, action, &format!("evaluate({scroll}, [{to}])"));
            }
            ActionKind::Resize { width, height } => {
                let size = |size: f64| number(size.round().max(1.0));
                let (width, height) = (size(*width), size(*height));
                let size = format!("{{ width: {width}, height: {height} }}");
                self.line(format!("await {page}.setViewportSize({size});"));
            }
            ActionKind::Dialog { dialog, message, .. } => {
                self.line(format!("// Here came the dialog {} {}.", js(dialog), js(message)));
            }
            ActionKind::Back => self.line(format!("await {page}.goBack();")),
            ActionKind::Forward => self.line(format!("await {page}.goForward();")),
            ActionKind::Reload => self.line(format!("await {page}.reload();")),
        }
    }

    /// Puts the element into its variable in any case: clicks often change what is around them,
    /// and what was named alone may then be one of several.
    fn look_for(&mut self, beat: &Beat<'_>, action: &Action) {
        self.forget();
        self.find("element", beat, action.target.as_ref());
    }

    /// Puts the element into a variable, unless it is there.
    fn find(&mut self, variable: &str, beat: &Beat<'_>, target: Option<&Target>) {
        let scope = scope(beat);
        let ways = target.map_or_else(|| vec!["locator(':root')".to_owned()], locators);
        let ways: Vec<String> = ways.iter().map(|way| format!("{scope}.{way}")).collect();
        if variable == "element" {
            if self.found == ways {
                return;
            }
            self.found.clone_from(&ways);
        }
        if let [way] = ways.as_slice() {
            return self.line(format!("{variable} = await one({way});"));
        }
        self.line(format!("{variable} = await one("));
        for way in ways {
            self.line(format!("  {way},"));
        }
        self.line(");".to_owned());
    }

    /// Calls a method of the element.
    fn call(&mut self, beat: &Beat<'_>, action: &Action, call: &str) {
        self.find("element", beat, action.target.as_ref());
        self.line(format!("await element.{call};"));
    }

    /// Calls a method of the element that happens at a point of it.
    fn pointer(
        &mut self,
        beat: &Beat<'_>,
        action: &Action,
        method: &str,
        at: Point,
        options: &[&str],
    ) {
        let options: Vec<&str> = options.iter().copied().filter(|text| !text.is_empty()).collect();
        let options = match options.as_slice() {
            [] => String::new(),
            options => format!(", {{ {} }}", options.join(", ")),
        };
        let at = point(at);
        self.forget();
        self.call(beat, action, &format!("{method}(await at(element, {at}{options}))"));
    }

    fn moved(&mut self, helper: &str, page: &str, from: Point, to: Point) {
        let by = Point { x: to.x - from.x, y: to.y - from.y };
        let (from, by) = (point(from), point(by));
        self.line(format!("await {helper}({page}, element, {from}, {by});"));
    }

    fn press(&mut self, beat: &Beat<'_>, action: &Action, names: [&str; 2], modifiers: Modifiers) {
        if let Some(text) = pasted(beat.page, action) {
            return self.paste(beat, action, text);
        }
        // Playwright knows the keys of a keyboard of the United States.
        let is_known = |name: &&str| name.is_ascii() && Key::named(name).is_some();
        let Some(key) = names.into_iter().find(is_known) else {
            return self.comment(action, &format!("no keyboard has the key {}", js(names[0])));
        };
        let held: String = modifiers.names().map(|name| format!("{name}+")).collect();
        let combination = js(&format!("{held}{}", if key == " " { "Space" } else { key }));
        let page = page_of(beat.window);
        match &action.target {
            Some(target) if !matches!(target.name(), "html" | "body") => {
                self.call(beat, action, &format!("press({combination})"));
            }
            _ => self.line(format!("await {page}.keyboard.press({combination});")),
        }
    }

    fn paste(&mut self, beat: &Beat<'_>, action: &Action, text: &str) {
        self.find("element", beat, action.target.as_ref());
        self.line(format!("await paste({}, element, {});", page_of(beat.window), js(text)));
    }

    fn upload(&mut self, beat: &Beat<'_>, action: &Action, files: &[String]) {
        self.find("element", beat, action.target.as_ref());
        self.line("await element.setInputFiles([".to_owned());
        for name in files {
            let known =
                beat.page.and_then(|page| page.files.iter().find(|file| file.name == *name));
            let content = known.map(|file| BASE64_STANDARD.encode(&file.content));
            if content.is_none() {
                self.line("  // The content of this file is not in the recording.".to_owned());
            }
            let buffer = format!("Buffer.from({}, 'base64')", js(&content.unwrap_or_default()));
            let mime = mime_type(name);
            self.line(format!("  {{ name: {}, mimeType: '{mime}', buffer: {buffer} }},", js(name)));
        }
        self.line("]);".to_owned());
    }
}

/// The text that a shortcut put in.
fn pasted<'a>(page: Option<&'a Page>, action: &Action) -> Option<&'a str> {
    let entries = action.entries.iter().filter_map(|index| page?.entries.get(*index)?.input());
    entries.filter(|input| input.kind == "paste").find_map(|input| input.text(0))
}

fn point(point: Point) -> String {
    format!("{}, {}", number(point.x), number(point.y))
}

fn button_name(button: MouseButton) -> Option<&'static str> {
    match button {
        MouseButton::Left => Some(""),
        MouseButton::Middle => Some("button: 'middle'"),
        MouseButton::Right => Some("button: 'right'"),
        MouseButton::Back | MouseButton::Forward => None,
    }
}

fn held(modifiers: Modifiers) -> String {
    let names: Vec<String> = modifiers.names().map(|name| format!("'{name}'")).collect();
    if names.is_empty() { String::new() } else { format!("modifiers: [{}]", names.join(", ")) }
}

/// What browsers would call the file; the recording does not say.
fn mime_type(name: &str) -> &'static str {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    match ending.as_deref().unwrap_or_default() {
        "txt" | "log" => "text/plain",
        "csv" => "text/csv",
        "html" | "htm" => "text/html",
        "json" => "application/json",
        "pdf" => "application/pdf",
        "zip" => "application/zip",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "svg" => "image/svg+xml",
        "webp" => "image/webp",
        "mp3" => "audio/mpeg",
        "mp4" => "video/mp4",
        _ => "application/octet-stream",
    }
}
