//! How long a person takes for a step: the Keystroke-Level Model of Card, Moran and Newell
//! (Communications of the ACM 23(7), 1980), without its time to think.

use std::time::Duration;

use xcheck_drive::Action;

/// A key of an average skilled typist, 55 words a minute.
const KEY: Duration = Duration::from_millis(200);
/// To point at something with a mouse.
const POINT: Duration = Duration::from_millis(1100);
/// To press or release a button.
const BUTTON: Duration = Duration::from_millis(100);

/// What a person needs for `action`; nothing for what is no person's doing.
pub(crate) fn time_for(action: &Action) -> Duration {
    match action {
        Action::Click { count, .. } => POINT + BUTTON * 2 * u32::from(*count),
        Action::Check { .. } | Action::Select { .. } => POINT + BUTTON * 2,
        Action::Change { value: text, .. } | Action::EditContent { html: text, .. } => {
            POINT + BUTTON * 2 + KEY * count(text.chars().count())
        }
        Action::Type { keys, .. } | Action::Shortcut(keys) => KEY * count(keys.len()),
        Action::KeyDown(_) => KEY,
        Action::PointerDown(_) | Action::PointerUp(_) => BUTTON,
        Action::PointerMove(_) | Action::Drag { .. } => POINT,
        Action::Wheel { .. } | Action::Scroll { .. } => KEY,
        _ => Duration::ZERO,
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
