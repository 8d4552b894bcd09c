//! What players say, as values.

use serde_json::Value;
use xcheck_model::run::Observation;

use crate::hands::Placement;

/// The point that a player names: the last two elements of its message.
pub(super) fn point(line: &[Value]) -> (f64, f64) {
    let number = |at: usize| line.get(at).and_then(Value::as_f64).unwrap_or_default();
    (number(3), number(4))
}

/// Where a gesture is to happen.
pub(super) fn placement(found: Option<&Value>) -> Placement {
    let Some(found) = found.filter(|found| found.is_object()) else {
        return Placement { is_hit: true, ..Placement::default() };
    };
    let number = |key: &str| found[key].as_f64().unwrap_or_default();
    Placement {
        dx: number("offsetX"),
        dy: number("offsetY"),
        is_hit: found["isHit"].as_bool().unwrap_or_default(),
        frame_offset: (number("frameX"), number("frameY")),
        xpath: found["xpath"].as_str().map(str::to_owned),
    }
}

/// What a page saw, as it wrote it.
pub(super) fn observation(text: &str) -> Option<Observation> {
    let line: Vec<&serde_json::value::RawValue> = serde_json::from_str(text).ok()?;
    Observation::from_json(line.get(5)?.get()).ok()
}

/// The color that a page put into its last pixel.
pub(super) fn mark(line: &[serde_json::Value]) -> Option<[u8; 3]> {
    let mark = line.get(6)?.as_array()?;
    let level = |at: usize| mark.get(at)?.as_u64().and_then(|it| u8::try_from(it).ok());
    Some([level(0)?, level(1)?, level(2)?])
}
