//! WaRR commands, as its authors describe them: one action per line, elements named by XPath.
//!
//! WaRR knows clicks, drags and keys in one window. Everything else becomes a comment.

use xcheck_model::action::{Action, ActionKind, Modifiers, MouseButton, Point};
use xcheck_model::event::{Entry, Page, Target};

use super::element::{TEST_IDS, is_in_shadow, xpath, xpath_string};
use super::story::{Beat, Deed, tell};
use super::{Session, story};
use crate::Key;

/// The actions as WaRR commands, with comments for what WaRR has no command for.
///
/// The last number of a line is the time in milliseconds since the command before it.
pub fn warr(session: &Session, actions: &[Action], pages: &[Page]) -> String {
    let story::Story { beats, .. } = tell(session, actions, pages);
    let mut lines = Lines { lines: Vec::new(), last_us: 0 };
    for beat in &beats {
        match beat.deed {
            Deed::Go(url) => lines.comment(&format!("open {}", quoted(url))),
            Deed::Act(action) => lines.action(beat, action),
        }
    }
    lines.lines.concat()
}

struct Lines {
    lines: Vec<String>,
    /// When the last command was.
    last_us: i64,
}

impl Lines {
    fn comment(&mut self, text: &str) {
        self.lines.push(format!("# {text}\n"));
    }

    /// One command. Only the first of several that are one action took time.
    fn command(&mut self, name: &str, path: &str, detail: &str, at_us: i64) {
        let elapsed_ms = at_us.saturating_sub(self.last_us).max(0) / 1000;
        self.last_us = self.last_us.max(at_us);
        self.lines.push(format!("{name} {path} {detail} {elapsed_ms}\n"));
    }

    fn action(&mut self, beat: &Beat<'_>, action: &Action) {
        let name = action.kind.name();
        if beat.window > 0 || !beat.frame.is_empty() {
            let place = if beat.window > 0 { "another window" } else { "a frame" };
            return self.comment(&format!("{name} in {place}: {}", describe(action)));
        }
        let path = match &action.target {
            Some(target) => short_path(target),
            // Keys go to where the focus is, which is somewhere in the body.
            None if matches!(action.kind, ActionKind::Type { .. } | ActionKind::Press { .. }) => {
                Some("//body".to_owned())
            }
            None => None,
        };
        let Some(path) = path else {
            return self.comment(format!("{name} {}", describe(action)).trim_end());
        };
        let at_us = action.at_us;
        match &action.kind {
            ActionKind::Click { button: MouseButton::Left, at, modifiers }
                if is_bare(modifiers) =>
            {
                self.command("click", &path, &pair(*at), at_us);
            }
            ActionKind::DoubleClick { at, modifiers } if is_bare(modifiers) => {
                self.command("doubleclick", &path, &pair(*at), at_us);
            }
            ActionKind::Drag { from, to, modifiers, .. } if is_bare(modifiers) => {
                self.command("drag", &path, &pair(between(*from, *to)), at_us);
            }
            ActionKind::DragDrop { from, to, .. } => {
                self.command("drag", &path, &pair(between(*from, *to)), at_us);
            }
            ActionKind::Type { text } => {
                let times = key_times(beat, action);
                for (n, char) in text.chars().enumerate() {
                    let at_us = times.get(n).copied().unwrap_or(at_us);
                    match key_of(char) {
                        Some((key, code)) => {
                            self.command("type", &path, &format!("[{key},{code}]"), at_us);
                        }
                        None => self.comment(&format!("type {}", quoted(&char.to_string()))),
                    }
                }
            }
            ActionKind::Press { key, code, modifiers } => match press(key, code, *modifiers) {
                Some(keys) => {
                    for key in keys {
                        self.command("type", &path, &key, at_us);
                    }
                }
                None => self.comment(&format!("press {}", describe(action))),
            },
            _ => self.comment(format!("{name} {}", describe(action)).trim_end()),
        }
    }
}

/// When each key was pressed.
fn key_times(beat: &Beat<'_>, action: &Action) -> Vec<i64> {
    let entries = action.entries.iter().filter_map(|index| beat.page?.entries.get(*index));
    let is_key = |entry: &&Entry| entry.input().is_some_and(|input| input.kind == "keydown");
    let times: Vec<i64> = entries.filter(is_key).map(Entry::at_us).collect();
    let first_us = times.first().copied().unwrap_or_default();
    times.iter().map(|at_us| action.at_us.saturating_add(at_us.saturating_sub(first_us))).collect()
}

fn is_bare(modifiers: &Modifiers) -> bool {
    *modifiers == Modifiers::default()
}

fn between(from: Point, to: Point) -> Point {
    Point { x: to.x - from.x, y: to.y - from.y }
}

fn pair(point: Point) -> String {
    let number =
        |number: f64| if number.is_finite() { (number * 100.0).round() / 100.0 } else { 0.0 };
    format!("{},{}", number(point.x), number(point.y))
}

/// Control keys are lines of their own before the key that they are held for; Shift shows in the character.
fn press(key: &str, code: &str, modifiers: Modifiers) -> Option<Vec<String>> {
    let pressed = Key::named(key).or_else(|| Key::named(code))?;
    let shown = if pressed.is_character() { key_of(pressed.0)? } else { named_key(pressed)? };
    let mut keys: Vec<String> = Vec::new();
    for name in modifiers.names() {
        if name == "Shift" && pressed.is_character() {
            continue;
        }
        let (_, code) = named_key(Key::named(name)?)?;
        keys.push(format!("[{name},{code}]"));
    }
    keys.push(format!("[{},{}]", shown.0, shown.1));
    Some(keys)
}

fn named_key(key: Key) -> Option<(String, u32)> {
    Some((key.to_string(), (0..=123).find(|code| Key::from_code(*code) == Some(key))?))
}

/// What a command calls a character, and the code of its key on a keyboard of the United States.
fn key_of(char: char) -> Option<(String, u32)> {
    const SYMBOLS: &str = "!1@2#3$4%5^6&7*8(9)0";
    const KEYS: [(&str, u32); 11] = [
        (";:", 186),
        ("=+", 187),
        (",<", 188),
        ("-_", 189),
        (".>", 190),
        ("/?", 191),
        ("`~", 192),
        ("[{", 219),
        ("\\|", 220),
        ("]}", 221),
        ("'\"", 222),
    ];
    let code = match char {
        '\n' | '\r' => return Some(("Enter".to_owned(), 13)),
        '\t' => return Some(("Tab".to_owned(), 9)),
        ' ' | '0'..='9' | 'A'..='Z' => u32::from(char),
        'a'..='z' => u32::from(char.to_ascii_uppercase()),
        char if char.is_control() || matches!(char, '\u{2028}' | '\u{2029}') => return None,
        // A key that is white space would be lost at the border of its brackets.
        char if char.is_whitespace() || !Key(char).is_character() => return None,
        char => {
            let on_digit = SYMBOLS.find(char).and_then(|at| SYMBOLS.as_bytes().get(at + 1));
            let on_key = || KEYS.iter().find(|(chars, _)| chars.contains(char)).map(|key| key.1);
            on_digit.map(|digit| u32::from(*digit)).or_else(on_key).unwrap_or(0)
        }
    };
    Some((char.to_string(), code))
}

/// A path as people write it: by id where there is one, else from the root.
fn short_path(target: &Target) -> Option<String> {
    if is_in_shadow(target) {
        return None;
    }
    let path = target.paths.first()?;
    let whole = xpath(path).filter(|path| is_one_line(path));
    let is_named = whole.as_ref().is_some_and(|path| !path.contains("local-name()"));
    let mut names = path.rsplit('/').map(|step| step.split('[').next().unwrap_or_default());
    let (Some(name), Some(parent)) = (names.next(), names.next().filter(|_| is_named)) else {
        return whole;
    };
    let by = |attribute: &str, value: &str| {
        let path = format!("//{name}[@{attribute}={}]", xpath_string(value));
        Some(path).filter(|path| is_one_line(path))
    };
    let is_choice = matches!(target.attribute("type"), Some("radio" | "checkbox"));
    let is_field = matches!(name, "input" | "select" | "textarea") && !is_choice;
    let id = || {
        let path = by("id", target.id.as_deref()?)?;
        Some(if parent.is_empty() { path } else { format!("//{parent}/{}", &path[2..]) })
    };
    let test_id = || TEST_IDS.iter().find_map(|id| by(id, target.attribute(id)?));
    let field = || by("name", target.attribute("name").filter(|_| is_field)?);
    id().or_else(test_id).or_else(field).or(whole)
}

fn is_one_line(text: &str) -> bool {
    !text.chars().any(|char| char.is_control() || matches!(char, '\u{2028}' | '\u{2029}'))
}

/// What a comment says about an action, in one line.
fn describe(action: &Action) -> String {
    let target = action.target.as_ref().map(Target::xpath).unwrap_or_default();
    let detail = match &action.kind {
        ActionKind::Click { at, modifiers, .. } | ActionKind::DoubleClick { at, modifiers } => {
            held(*modifiers) + &pair(*at)
        }
        ActionKind::Hover { at } | ActionKind::Tap { at } => pair(*at),
        ActionKind::Drag { from, to, modifiers, .. } => {
            held(*modifiers) + &pair(between(*from, *to))
        }
        ActionKind::DragDrop { from, to, .. } | ActionKind::Swipe { from, to } => {
            pair(between(*from, *to))
        }
        ActionKind::Wheel { dx, dy, .. } => pair(Point { x: *dx, y: *dy }),
        ActionKind::Type { text } | ActionKind::Paste { text } => quoted(text),
        ActionKind::Press { key, modifiers, .. } => held(*modifiers) + &quoted(key),
        ActionKind::Select { values, .. } => quoted_list(values),
        ActionKind::Fill { value, .. } => quoted(value),
        ActionKind::Upload { files } => quoted_list(files),
        ActionKind::Scroll { x, y } => pair(Point { x: *x, y: *y }),
        ActionKind::Resize { width, height } => pair(Point { x: *width, y: *height }),
        ActionKind::Dialog { dialog, message, is_accepted, text } => {
            let answer = if *is_accepted { "accept" } else { "dismiss" };
            let text = text.as_deref().map(quoted).unwrap_or_default();
            format!("{answer} {} {} {text}", quoted(dialog), quoted(message))
        }
        ActionKind::Copy
        | ActionKind::Cut
        | ActionKind::Back
        | ActionKind::Forward
        | ActionKind::Reload => String::new(),
    };
    let target = if is_one_line(&target) { target } else { quoted(&target) };
    format!("{target} {detail}").trim().to_owned()
}

fn held(modifiers: Modifiers) -> String {
    modifiers.names().map(|name| format!("{name}+")).collect()
}

fn quoted_list(texts: &[String]) -> String {
    texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(" ")
}

/// Debug quotes leave no line break in a text.
fn quoted(text: &str) -> String {
    format!("{text:?}")
}
