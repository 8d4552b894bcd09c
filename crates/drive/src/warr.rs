//! WaRR commands: `click`, `doubleclick`, `drag` and `type`, one per line, elements named by XPath.
//!
//! The last number of a line is the time since the command before it, taken for milliseconds.
//! Positions of clicks are points of the browser window, kept as a hint where in the element to click.

use crate::error::{FileKind, ParseError, Problem};
use crate::{
    Action, Device, DragEnd, DragKind, Drive, Key, Point, Pointer, Selector, Spot, Step, Target,
};

const KIND: FileKind = FileKind::Warr;
const CLICK: &str = "write it as: click //div/span[@id=\"start\"] 82,44 1";
const DRAG: &str = "write it as: drag //div[@id=\"box\"] 30,-10 1";
const TYPE: &str = "write it as: type //td/div[@id=\"content\"] [H,72] 3";

pub(crate) fn parse(text: &str, file_name: &str) -> Result<Drive, ParseError> {
    let mut steps: Vec<Step> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (action, delay_ms) = parse_line(line)
            .map_err(|problem| ParseError::of_step(KIND, file_name, number, problem))?;
        let step = Step { delay_ms, ..Step::new(number, action) };
        match steps.last_mut() {
            Some(last) if holds_modifiers_for(last, &step) => combine(last, step),
            _ => steps.push(step),
        }
    }
    if steps.is_empty() {
        let hint = "a drive is WaRR commands, a DevTools recording or a Selenium IDE project";
        return Err(ParseError::of_file(KIND, file_name, "there are no commands", hint));
    }
    Ok(Drive::new(file_name.to_owned(), steps))
}

/// A control key is logged as a line of its own before the key that it is held for.
fn holds_modifiers_for(last: &Step, next: &Step) -> bool {
    match (&last.action, &next.action) {
        (Action::Type { target, keys }, Action::Type { target: other, .. }) => {
            target == other && keys.iter().all(|key| key.is_modifier())
        }
        _ => false,
    }
}

fn combine(last: &mut Step, next: Step) {
    if let (Action::Type { keys, .. }, Action::Type { keys: more, .. }) =
        (&mut last.action, next.action)
    {
        keys.extend(more);
    }
    last.number = next.number;
    last.delay_ms = last.delay_ms.saturating_add(next.delay_ms);
}

fn parse_line(line: &str) -> Result<(Action, u64), Problem> {
    let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let hint = match command {
        "click" | "doubleclick" => CLICK,
        "drag" => DRAG,
        "type" => TYPE,
        _ => {
            let what = format!("unknown command {command:?}");
            return Err(Problem::new(what, "one of click, doubleclick, drag, type"));
        }
    };
    let (rest, delay_ms) = cut_time(rest.trim(), hint)?;
    let action = match command {
        "type" => {
            let (target, key) = cut_key(rest, hint)?;
            Action::Type { target: Some(target), keys: vec![key] }
        }
        "drag" => {
            let (target, (dx, dy)) = cut_pair(rest, hint)?;
            let from = Point { target, spot: Spot::Middle };
            let (kind, device) = (DragKind::Auto, Device::Mouse);
            Action::Drag { from, to: DragEnd::By { dx, dy }, kind, device }
        }
        _ => {
            let (target, (x, y)) = cut_pair(rest, hint)?;
            let pointer = Pointer { spot: Spot::Viewport { x, y }, ..Pointer::default() };
            Action::Click { target, pointer, count: if command == "click" { 1 } else { 2 } }
        }
    };
    Ok((action, delay_ms))
}

/// Cuts the elapsed time off the end.
fn cut_time<'a>(text: &'a str, hint: &str) -> Result<(&'a str, u64), Problem> {
    let missing = || Problem::new("the elapsed time is missing at the end", hint);
    let (rest, time) = text.rsplit_once(char::is_whitespace).ok_or_else(missing)?;
    Ok((rest.trim_end(), time.parse().map_err(|_| missing())?))
}

/// Cuts `x,y` off the end.
fn cut_pair<'a>(text: &'a str, hint: &str) -> Result<(Target, (f64, f64)), Problem> {
    let wrong = || Problem::new("two numbers such as 82,44 are missing after the XPath", hint);
    let (path, pair) = text.rsplit_once(char::is_whitespace).ok_or_else(wrong)?;
    let number = |text: &'a str| text.parse::<f64>().ok().filter(|number| number.is_finite());
    let pair = pair.split_once(',').ok_or_else(wrong)?;
    let pair = number(pair.0).zip(number(pair.1)).ok_or_else(wrong)?;
    Ok((xpath(path, hint)?, pair))
}

/// Cuts `[key,code]` off the end. The key itself may be a space, a comma or a bracket.
fn cut_key(text: &str, hint: &str) -> Result<(Target, Key), Problem> {
    let wrong = || Problem::new("a key such as [H,72] is missing after the XPath", hint);
    let inner = text.strip_suffix(']').ok_or_else(wrong)?;
    let (inner, code) = inner.rsplit_once(',').ok_or_else(wrong)?;
    let code: u32 = code.trim().parse().map_err(|_| wrong())?;
    let (path, key) = inner.rsplit_once(" [").ok_or_else(wrong)?;
    let key = if key.is_empty() { by_code(code)? } else { Key::parse(key)? };
    Ok((xpath(path, hint)?, key))
}

fn by_code(code: u32) -> Result<Key, Problem> {
    let character = || char::from_u32(code).filter(char::is_ascii_alphanumeric);
    Key::from_code(code)
        .or_else(|| character().map(|char| Key(char.to_ascii_lowercase())))
        .ok_or_else(|| {
            let what = format!("no key without a character has the code {code}");
            Problem::new(what, "name the key, such as [Enter,13] or [a,65]")
        })
}

fn xpath(path: &str, hint: &str) -> Result<Target, Problem> {
    let path = path.trim();
    if !path.starts_with(['/', '(', '.', '*']) && !path.starts_with("id(") {
        return Err(Problem::new(format!("{path:?} is not an XPath"), hint));
    }
    Ok(Target::one(Selector::XPath(path.to_owned())))
}
