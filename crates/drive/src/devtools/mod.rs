//! Recordings of Chrome's developer tools, in the schema of @puppeteer/replay.

mod custom;

use serde_json::Value;

use crate::error::{FileKind, ParseError, Problem};
use crate::json::{Fields, needed};
use crate::{
    Action, Button, Comparison, Device, Drive, ElementState, Expected, FrameStep, Key, Place,
    Point, Pointer, Selector, Spot, Step, Target, Viewport, WaitForElement, Window,
};

const KIND: FileKind = FileKind::DevTools;
const STEP_TYPES: &str = "one of setViewport, navigate, click, doubleClick, hover, change, keyDown, keyUp, \
     scroll, close, emulateNetworkConditions, waitForElement, waitForExpression, customStep";

pub(crate) fn parse(value: &Value, file_name: &str) -> Result<Drive, ParseError> {
    let of_file =
        |problem: Problem| ParseError::of_file(KIND, file_name, problem.what, problem.hint);
    let flow = Fields::new(value, "the recording").map_err(of_file)?;
    let title = flow.text("title").map_err(of_file)?.unwrap_or(file_name).to_owned();
    let timeout_ms = flow.count("timeout").map_err(of_file)?;
    let list = flow.list("steps").and_then(|steps| needed("steps", steps)).map_err(of_file)?;
    let mut steps = Vec::with_capacity(list.len());
    for (number, value) in (1..).zip(list) {
        let step = parse_step(number, value, timeout_ms)
            .map_err(|problem| ParseError::of_step(KIND, file_name, number, problem))?;
        steps.push(step);
    }
    Ok(Drive::new(title, steps))
}

fn parse_step(number: usize, value: &Value, timeout_ms: Option<u64>) -> Result<Step, Problem> {
    let fields = Fields::new(value, "the step")?;
    let mut step = Step::new(number, parse_action(fields)?);
    step.place = parse_place(fields)?;
    step.timeout_ms = fields.count("timeout")?.or(timeout_ms);
    for event in fields.list("assertedEvents")?.unwrap_or_default() {
        let event = Fields::new(event, "the asserted event")?;
        let kind = needed("type", event.text("type")?)?;
        if kind != "navigation" {
            let what = format!("unknown asserted event {kind:?}");
            return Err(Problem::new(what, "the only one is navigation"));
        }
        let text = |name| Ok(event.text(name)?.map(str::to_owned));
        step.expected.push(Expected::Navigation { url: text("url")?, title: text("title")? });
    }
    Ok(step)
}

fn parse_place(fields: Fields<'_>) -> Result<Place, Problem> {
    let window = match fields.text("target")? {
        None | Some("main") => Window::Main,
        Some(url) => Window::Url(url.to_owned()),
    };
    let mut frame = Vec::new();
    for index in fields.list("frame")?.unwrap_or_default() {
        let index = index.as_u64().and_then(|index| u16::try_from(index).ok());
        let index = index.ok_or_else(|| {
            Problem::new("\"frame\" is not a list of indexes", "such as [0, 2]: child 2 of child 0")
        })?;
        frame.push(FrameStep::Index(index));
    }
    Ok(Place { window, frame })
}

fn parse_action(fields: Fields<'_>) -> Result<Action, Problem> {
    let number = |name| fields.number(name).and_then(|value| needed(name, value));
    let key = || Key::parse(needed("key", fields.text("key")?)?);
    Ok(match needed("type", fields.text("type")?)? {
        "setViewport" => {
            let size = |name| fields.size(name).and_then(|value| needed(name, value));
            Action::SetViewport(Viewport {
                width: size("width")?,
                height: size("height")?,
                device_scale_factor: fields.number("deviceScaleFactor")?.unwrap_or(1.0),
                is_mobile: fields.flag("isMobile")?.unwrap_or(false),
                has_touch: fields.flag("hasTouch")?.unwrap_or(false),
                is_landscape: fields.flag("isLandscape")?.unwrap_or(false),
            })
        }
        "navigate" => Action::Navigate { url: needed("url", fields.text("url")?)?.to_owned() },
        "click" => click(fields, 1)?,
        "doubleClick" => click(fields, 2)?,
        "hover" => Action::PointerMove(Point { target: target(fields)?, spot: spot(fields)? }),
        "change" => {
            let value = needed("value", fields.text("value")?)?.to_owned();
            Action::Change { target: target(fields)?, value }
        }
        "keyDown" => Action::KeyDown(key()?),
        "keyUp" => Action::KeyUp(key()?),
        "scroll" => Action::Scroll {
            target: fields.get("selectors").map(|_| target(fields)).transpose()?,
            x: fields.number("x")?.unwrap_or(0.0),
            y: fields.number("y")?.unwrap_or(0.0),
        },
        "close" => Action::Close,
        "emulateNetworkConditions" => Action::NetworkConditions {
            download: number("download")?,
            upload: number("upload")?,
            latency: number("latency")?,
        },
        "waitForElement" => Action::WaitForElement(wait_for_element(fields)?),
        "waitForExpression" => {
            let expression = needed("expression", fields.text("expression")?)?.to_owned();
            Action::WaitForExpression { expression }
        }
        "customStep" => custom::parse(fields)?,
        other => return Err(Problem::new(format!("unknown step type {other:?}"), STEP_TYPES)),
    })
}

fn click(fields: Fields<'_>, count: u8) -> Result<Action, Problem> {
    let button = match fields.text("button")?.unwrap_or("primary") {
        "primary" => Button::Primary,
        "auxiliary" => Button::Auxiliary,
        "secondary" => Button::Secondary,
        "back" => Button::Back,
        "forward" => Button::Forward,
        other => {
            let hint = "one of primary, auxiliary, secondary, back, forward";
            return Err(Problem::new(format!("unknown button {other:?}"), hint));
        }
    };
    let device = match fields.text("deviceType")?.unwrap_or("mouse") {
        "mouse" => Device::Mouse,
        "touch" => Device::Touch,
        "pen" => Device::Pen,
        other => {
            let what = format!("unknown device type {other:?}");
            return Err(Problem::new(what, "one of mouse, touch, pen"));
        }
    };
    let hold_ms = fields.count("duration")?.unwrap_or(0);
    let pointer = Pointer { device, button, spot: spot(fields)?, hold_ms };
    Ok(Action::Click { target: target(fields)?, pointer, count })
}

/// `offsetX` and `offsetY`; the middle without them.
fn spot(fields: Fields<'_>) -> Result<Spot, Problem> {
    match (fields.number("offsetX")?, fields.number("offsetY")?) {
        (Some(x), Some(y)) => Ok(Spot::Offset { x, y }),
        (None, None) => Ok(Spot::Middle),
        _ => Err(Problem::new("only one of \"offsetX\" and \"offsetY\"", "give both or none")),
    }
}

fn target(fields: Fields<'_>) -> Result<Target, Problem> {
    selectors(needed("selectors", fields.get("selectors"))?)
}

/// A text, or a list whose members are texts or chains of texts.
fn selectors(value: &Value) -> Result<Target, Problem> {
    let wrong = || {
        let hint = "a list such as [\"#save\", [\"my-form\", \"button\"], \"aria/Save\"]";
        Problem::new("the selectors are not texts or lists of texts", hint)
    };
    let text = |value: &Value| {
        let text = value.as_str().filter(|text| !text.trim().is_empty());
        text.map(Selector::parse).ok_or_else(wrong)
    };
    let list = match value {
        Value::Array(list) if !list.is_empty() => list.as_slice(),
        Value::String(_) => std::slice::from_ref(value),
        _ => return Err(wrong()),
    };
    let mut alternatives = Vec::with_capacity(list.len());
    for alternative in list {
        alternatives.push(match alternative {
            Value::Array(chain) if !chain.is_empty() => {
                chain.iter().map(text).collect::<Result<_, _>>()?
            }
            single => vec![text(single)?],
        });
    }
    Ok(Target(alternatives))
}

fn wait_for_element(fields: Fields<'_>) -> Result<WaitForElement, Problem> {
    // The schema says that == is the default, but its runner has always used >=.
    let comparison = match fields.text("operator")?.unwrap_or(">=") {
        ">=" => Comparison::AtLeast,
        "==" => Comparison::Equal,
        "<=" => Comparison::AtMost,
        other => {
            let what = format!("unknown operator {other:?}");
            return Err(Problem::new(what, "one of >=, ==, <="));
        }
    };
    let mut attributes = Vec::new();
    for (name, value) in fields.object("attributes")?.into_iter().flatten() {
        let value = value.as_str().ok_or_else(|| {
            Problem::new(format!("attribute {name:?} is not a text"), "attributes are texts")
        })?;
        attributes.push((name.clone(), value.to_owned()));
    }
    let properties = fields.object("properties")?.into_iter().flatten();
    let properties = properties.map(|(name, value)| (name.clone(), value.clone())).collect();
    let visible = fields.flag("visible")?;
    Ok(WaitForElement {
        target: target(fields)?,
        comparison,
        count: fields.count("count")?.unwrap_or(1) as usize,
        // An explicit false turns the whole condition around: the elements shall be gone from sight.
        is_inverted: visible == Some(false),
        state: ElementState { is_visible: visible.is_some(), attributes, properties },
    })
}
