//! Custom steps named `xcheck/…`: what people do that the schema has no step for.

use serde_json::Value;

use super::{selectors, spot};
use crate::error::Problem;
use crate::json::{Fields, needed};
use crate::{Action, Device, DialogAnswer, DragEnd, DragKind, Key, Point, Pointer, Viewport};

const NAMES: &str = "one of xcheck/drag, xcheck/dragAndDrop, xcheck/wheel, xcheck/press, xcheck/upload, \
     xcheck/dialog, xcheck/back, xcheck/forward, xcheck/reload, xcheck/resize, xcheck/touch";

pub(super) fn parse(step: Fields<'_>) -> Result<Action, Problem> {
    let name = needed("name", step.text("name")?)?;
    let empty = Value::Object(serde_json::Map::new());
    let fields = Fields::new(step.get("parameters").unwrap_or(&empty), "\"parameters\"")?;
    Ok(match name {
        "xcheck/drag" => drag(fields, DragKind::Auto)?,
        "xcheck/dragAndDrop" => drag(fields, DragKind::DragAndDrop)?,
        "xcheck/wheel" => Action::Wheel {
            over: fields.get("selectors").map(|_| point_of(fields)).transpose()?,
            dx: fields.number("deltaX")?.unwrap_or(0.0),
            dy: fields.number("deltaY")?.unwrap_or(0.0),
        },
        "xcheck/press" => {
            Action::Shortcut(shortcut(needed("shortcut", fields.text("shortcut")?)?)?)
        }
        "xcheck/upload" => upload(fields)?,
        "xcheck/dialog" => Action::Dialog(DialogAnswer {
            accept: fields.flag("accept")?.unwrap_or(true),
            text: fields.text("text")?.map(str::to_owned),
            is_ahead: false,
        }),
        "xcheck/back" => Action::Back,
        "xcheck/forward" => Action::Forward,
        "xcheck/reload" => Action::Reload,
        "xcheck/resize" => {
            let size = |name| fields.size(name).and_then(|value| needed(name, value));
            Action::SetViewport(Viewport {
                width: size("width")?,
                height: size("height")?,
                device_scale_factor: 1.0,
                is_mobile: false,
                has_touch: false,
                is_landscape: false,
            })
        }
        "xcheck/touch" => touch(fields)?,
        other => return Err(Problem::new(format!("unknown custom step {other:?}"), NAMES)),
    })
}

fn drag(fields: Fields<'_>, kind: DragKind) -> Result<Action, Problem> {
    let from = point(needed("from", fields.get("from"))?)?;
    let to = drag_end(needed("to", fields.get("to"))?)?;
    Ok(Action::Drag { from, to, kind, device: Device::Mouse })
}

/// A tap, or a swipe if there is a `to`.
fn touch(fields: Fields<'_>) -> Result<Action, Problem> {
    let Point { target, spot } = point_of(fields)?;
    if let Some(to) = fields.get("to") {
        let (from, to) = (Point { target, spot }, drag_end(to)?);
        return Ok(Action::Drag { from, to, kind: DragKind::Auto, device: Device::Touch });
    }
    let hold_ms = fields.count("duration")?.unwrap_or(0);
    let pointer = Pointer { device: Device::Touch, spot, hold_ms, ..Pointer::default() };
    Ok(Action::Click { target, pointer, count: 1 })
}

fn upload(fields: Fields<'_>) -> Result<Action, Problem> {
    let list = needed("paths", fields.list("paths")?)?;
    let paths: Option<Vec<String>> =
        list.iter().map(|path| path.as_str().map(str::to_owned)).collect();
    let paths = paths.filter(|paths| !paths.is_empty()).ok_or_else(|| {
        Problem::new("\"paths\" is not a list of paths", "such as [\"photo.png\"]")
    })?;
    Ok(Action::Upload { target: point_of(fields)?.target, paths })
}

/// Selectors alone, or an object with selectors and an offset.
fn point(value: &Value) -> Result<Point, Problem> {
    match value {
        Value::Object(_) => point_of(Fields::new(value, "the point")?),
        _ => Ok(Point { target: selectors(value)?, spot: Default::default() }),
    }
}

fn point_of(fields: Fields<'_>) -> Result<Point, Problem> {
    let target = selectors(needed("selectors", fields.get("selectors"))?)?;
    Ok(Point { target, spot: spot(fields)? })
}

fn drag_end(value: &Value) -> Result<DragEnd, Problem> {
    if let Some((dx, dy)) = value.get("dx").zip(value.get("dy")) {
        let wrong = || Problem::new("\"dx\" and \"dy\" are not numbers", "such as 40 and -10");
        let (dx, dy) = dx.as_f64().zip(dy.as_f64()).ok_or_else(wrong)?;
        return Ok(DragEnd::By { dx, dy });
    }
    Ok(DragEnd::At(point(value)?))
}

/// Keys with `+` between them; the last may be `+` itself.
fn shortcut(text: &str) -> Result<Vec<Key>, Problem> {
    let (text, plus) = match text.strip_suffix("++") {
        Some(rest) => (rest, Some(Key('+'))),
        None if text == "+" => return Ok(vec![Key('+')]),
        None => (text, None),
    };
    let keys = text.split('+').map(|name| Key::parse(name.trim()));
    keys.chain(plus.map(Ok)).collect()
}
