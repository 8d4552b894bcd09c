//! What each command of Selenium IDE means as an action.

use serde_json::Value;

use super::locator::target;
use super::{Command, address, keys};
use crate::error::Problem;
use crate::{
    Action, Choice, Comparison, Device, DialogAnswer, DragEnd, DragKind, ElementState, Point,
    Pointer, SelectOption, Spot, Target, WaitForElement,
};

/// The action and the time it may take, if the command says.
pub(super) fn action(command: &Command<'_>, base: &str) -> Result<(Action, Option<u64>), Problem> {
    let Command { name, target: first, value, .. } = *command;
    refuse_flow(name)?;
    let keeps_braces = matches!(name, "executeScript" | "runScript" | "waitForCondition");
    for text in [first, value].into_iter().filter(|_| !keeps_braces) {
        keys::refuse_variables(text)?;
    }
    let element = || target(first, &command.targets);
    let point = |spot| Ok::<_, Problem>(Point { target: element()?, spot });
    let at = || offset(value);
    let click = |count, spot| {
        let pointer = Pointer { spot, ..Pointer::default() };
        Ok::<_, Problem>(Action::Click { target: element()?, pointer, count })
    };
    let action = match name {
        "open" => Action::Navigate { url: address(base, first)? },
        "click" => click(1, Spot::Middle)?,
        "clickAt" => click(1, at()?)?,
        "doubleClick" => click(2, Spot::Middle)?,
        "doubleClickAt" => click(2, at()?)?,
        "type" if !keys::has_keys(value) => {
            Action::Change { target: element()?, value: value.to_owned() }
        }
        "type" | "sendKeys" => Action::Type { target: Some(element()?), keys: keys::read(value)? },
        "editContent" => Action::EditContent { target: element()?, html: value.to_owned() },
        "select" => select(element()?, value, Choice::Only)?,
        "addSelection" => select(element()?, value, Choice::Add)?,
        "removeSelection" => select(element()?, value, Choice::Remove)?,
        "check" => Action::Check { target: element()?, is_checked: true },
        "uncheck" => Action::Check { target: element()?, is_checked: false },
        "mouseOver" => Action::PointerMove(point(Spot::Middle)?),
        "mouseOut" => Action::Leave { target: element()? },
        "mouseDown" => Action::PointerDown(point(Spot::Middle)?),
        "mouseUp" => Action::PointerUp(point(Spot::Middle)?),
        "mouseDownAt" => Action::PointerDown(point(at()?)?),
        "mouseMoveAt" => Action::PointerMove(point(at()?)?),
        "mouseUpAt" => Action::PointerUp(point(at()?)?),
        "dragAndDropToObject" => Action::Drag {
            from: point(Spot::Middle)?,
            to: DragEnd::At(Point { target: target(value, &[])?, spot: Spot::Middle }),
            kind: DragKind::Auto,
            device: Device::Mouse,
        },
        "submit" => Action::Submit { target: element()? },
        "setWindowSize" => window_size(first)?,
        "close" => Action::Close,
        "pause" => Action::Pause { ms: pause(first, value)? },
        "executeScript" | "runScript" => Action::Script { code: first.to_owned() },
        "waitForCondition" => Action::WaitForExpression { expression: first.to_owned() },
        "chooseOkOnNextConfirmation" => dialog(true, None, true),
        "chooseCancelOnNextConfirmation" | "chooseCancelOnNextPrompt" => dialog(false, None, true),
        "answerOnNextPrompt" => dialog(true, Some(first), true),
        "webdriverChooseOkOnVisibleConfirmation" => dialog(true, None, false),
        "webdriverChooseCancelOnVisibleConfirmation" | "webdriverChooseCancelOnVisiblePrompt" => {
            dialog(false, None, false)
        }
        "webdriverAnswerOnVisiblePrompt" => dialog(true, Some(first), false),
        _ => return wait(name, first, value, &element),
    };
    Ok((action, None))
}

/// Commands that wait for something or, as assertions, fail if it does not come.
fn wait(
    name: &str,
    first: &str,
    value: &str,
    element: &dyn Fn() -> Result<Target, Problem>,
) -> Result<(Action, Option<u64>), Problem> {
    // Selenium IDE's own default.
    const WAIT_MS: u64 = 30_000;
    if let Some(what) = name.strip_prefix("waitFor") {
        let ms = value.trim().parse().unwrap_or(WAIT_MS);
        return Ok(match what {
            "Text" => (text(element()?, value, true), Some(WAIT_MS)),
            "ElementPresent" => (count(element()?, Comparison::AtLeast, 1, in_page()), Some(ms)),
            "ElementNotPresent" => (count(element()?, Comparison::AtMost, 0, in_page()), Some(ms)),
            "ElementVisible" => (count(element()?, Comparison::AtLeast, 1, in_sight()), Some(ms)),
            "ElementNotVisible" => (count(element()?, Comparison::AtMost, 0, in_sight()), Some(ms)),
            "ElementEditable" => (present(element()?, &editable(true)), Some(ms)),
            "ElementNotEditable" => (present(element()?, &editable(false)), Some(ms)),
            _ => return Err(unknown(name)),
        });
    }
    let what = name.strip_prefix("assert").or_else(|| name.strip_prefix("verify"));
    let action = match what.unwrap_or_default() {
        "Text" => text(element()?, value, true),
        "NotText" => text(element()?, value, false),
        "Title" => Action::WaitForTitle { title: first.to_owned() },
        "ElementPresent" => count(element()?, Comparison::AtLeast, 1, in_page()),
        "ElementNotPresent" => count(element()?, Comparison::AtMost, 0, in_page()),
        "Value" if matches!(value, "on" | "off") => {
            present(element()?, &[("checked", (value == "on").into())])
        }
        "Value" | "SelectedValue" => present(element()?, &[("value", value.into())]),
        "Checked" => present(element()?, &[("checked", true.into())]),
        "NotChecked" => present(element()?, &[("checked", false.into())]),
        "Editable" => present(element()?, &editable(true)),
        "NotEditable" => present(element()?, &editable(false)),
        "Alert" | "Confirmation" | "Prompt" => Action::WaitForDialog { text: first.to_owned() },
        _ => return Err(unknown(name)),
    };
    Ok((action, None))
}

fn refuse_flow(name: &str) -> Result<(), Problem> {
    const FLOW: &[&str] =
        &["if", "else", "elseIf", "end", "while", "times", "do", "repeatIf", "forEach", "run"];
    if FLOW.contains(&name) {
        let what = format!("{name:?} is control flow, and a drive is one way through the app");
        return Err(Problem::new(what, "keep only the commands that shall be performed"));
    }
    if name.starts_with("store") {
        let what = format!("{name:?} needs variables, which a drive has not");
        return Err(Problem::new(what, "remove it and write the value where it is used"));
    }
    Ok(())
}

fn unknown(name: &str) -> Problem {
    let hint = "what people do (click, type, select, dragAndDropToObject, …), waitFor…, assert… and verify… \
                are known; two slashes before a command turn it off";
    Problem::new(format!("unknown command {name:?}"), hint)
}

fn dialog(accept: bool, text: Option<&str>, is_ahead: bool) -> Action {
    Action::Dialog(DialogAnswer { accept, text: text.map(str::to_owned), is_ahead })
}

fn text(target: Target, text: &str, is_equal: bool) -> Action {
    Action::WaitForText { target, text: text.to_owned(), is_equal }
}

fn count(target: Target, comparison: Comparison, count: usize, state: ElementState) -> Action {
    Action::WaitForElement(WaitForElement { target, comparison, count, state, is_inverted: false })
}

fn in_page() -> ElementState {
    ElementState::default()
}

fn in_sight() -> ElementState {
    ElementState { is_visible: true, ..ElementState::default() }
}

fn present(target: Target, properties: &[(&str, Value)]) -> Action {
    let properties =
        properties.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let state = ElementState { properties, ..ElementState::default() };
    count(target, Comparison::AtLeast, 1, state)
}

fn editable(is_editable: bool) -> [(&'static str, Value); 1] {
    [("disabled", (!is_editable).into())]
}

fn select(target: Target, value: &str, choice: Choice) -> Result<Action, Problem> {
    let option = match value.split_once('=') {
        Some(("value", value)) => SelectOption::Value(value.to_owned()),
        Some(("id", id)) => SelectOption::Id(id.to_owned()),
        Some(("index", index)) => SelectOption::Index(
            index
                .trim()
                .parse()
                .map_err(|_| Problem::new(format!("{index:?} is no index"), "such as index=2"))?,
        ),
        Some(("label", label)) => SelectOption::Label(label.to_owned()),
        _ => SelectOption::Label(value.to_owned()),
    };
    Ok(Action::Select { target, option, choice })
}

fn offset(value: &str) -> Result<Spot, Problem> {
    if value.trim().is_empty() {
        return Ok(Spot::Middle);
    }
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let pair = value.split_once(',').and_then(|(x, y)| number(x).zip(number(y)));
    pair.map(|(x, y)| Spot::Offset { x, y }).ok_or_else(|| {
        Problem::new(format!("{value:?} is no pair of coordinates"), "such as 10,20")
    })
}

fn window_size(text: &str) -> Result<Action, Problem> {
    let pair = text.split_once(['x', ',']);
    let size = pair.and_then(|(width, height)| {
        Some((width.trim().parse().ok()?, height.trim().parse().ok()?))
    });
    let wrong = || Problem::new(format!("{text:?} is no window size"), "such as 1280x720");
    let (width, height) = size.ok_or_else(wrong)?;
    Ok(Action::SetWindowSize { width, height })
}

/// The time is the first argument; old projects have it in the second.
fn pause(first: &str, value: &str) -> Result<u64, Problem> {
    let text = if first.trim().is_empty() { value } else { first };
    text.trim()
        .parse()
        .map_err(|_| Problem::new(format!("{text:?} is no time"), "a number of milliseconds"))
}
