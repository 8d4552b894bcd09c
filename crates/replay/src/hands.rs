//! Performs gestures with the devices that a driver has.
//!
//! One gesture is one call, because engines take devices whose steps come in separate calls for other gestures.
//! Where an engine cannot do a gesture at all it says so, and the page does it.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use xcheck_browser::Session;
use xcheck_browser::webdriver::{
    Actions, Button, By, CommandError, CommandErrorKind, Element, ErrorCode, KeySequence, Origin,
    PointerSequence,
};
use xcheck_model::engine::Engine;
use xcheck_model::event::ChosenFile;

use crate::gesture::{Gesture, Hands, Tick, is_possible};

/// How long each step of a longer gesture takes, so that the page sees all of them.
const STEP: Duration = Duration::from_millis(4);
/// Gestures of at most this many steps need no time between them.
const FEW_STEPS: usize = 4;
/// Longer than WebKit takes two presses for a double click; the others count each call anew.
const BETWEEN_PRESSES: Duration = Duration::from_millis(550);
const SAME_SPOT: f64 = 10.0;
/// How often the inner size is read until it is the new one.
const MOST_READS: usize = 50;

/// Where a gesture happens, as the page says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placement {
    /// To add to all recorded points.
    pub dx: f64,
    pub dy: f64,
    /// Whether the anchor's target is there, or has the focus.
    pub is_hit: bool,
    /// Where the page's frame begins in the top window.
    pub frame_offset: (f64, f64),
    /// The target's path, roots of shadow trees crossed at ` >> `.
    pub xpath: Option<String>,
}

/// What hands remember from one gesture to the next.
#[derive(Debug, Default)]
pub struct HandState {
    last_press: Option<(Instant, f64, f64)>,
    pressed: Vec<String>,
    /// The inner size of the window, as last seen.
    viewport: Option<(f64, f64)>,
    /// Where chosen files are, as long as the session may read them.
    files: Vec<TempDir>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Performed {
    /// The driver did it.
    Done,
    /// The page must do it: see [`crate::gesture::page_act`].
    InPage,
}

/// Performs a gesture in the session's current context, which for pages in frames is the top window.
pub async fn perform(
    session: &Session,
    gesture: &Gesture,
    placement: &Placement,
    state: &mut HandState,
) -> Result<Performed, CommandError> {
    match &gesture.hands {
        Hands::Page(_) => return Ok(Performed::InPage),
        Hands::Devices(ticks) if !is_possible(ticks, session.engine()) => {
            return Ok(Performed::InPage);
        }
        Hands::Devices(ticks) => return devices(session, gesture, ticks, placement, state).await,
        Hands::Upload { files } => upload(session, files, placement, state).await?,
        Hands::Resize { width, height } => resize(session, *width, *height, state).await?,
    }
    Ok(Performed::Done)
}

/// Moves the pointer to a point of the top window, and nothing else.
pub async fn hover(session: &Session, (x, y): (f64, f64)) -> Result<(), CommandError> {
    session.perform(&actions(&[(Device::Mouse, Step::Move(x as i32, y as i32))])).await
}

/// Lets go of everything that is still pressed.
pub async fn let_go(session: &Session, state: &mut HandState) -> Result<(), CommandError> {
    if std::mem::take(&mut state.pressed).is_empty() {
        return Ok(());
    }
    session.release_actions().await
}

async fn devices(
    session: &Session,
    gesture: &Gesture,
    ticks: &[Tick],
    placement: &Placement,
    state: &mut HandState,
) -> Result<Performed, CommandError> {
    let engine = session.engine();
    let whole = |x: f64, y: f64| {
        let (left, top) = placement.frame_offset;
        ((x + placement.dx + left).floor(), (y + placement.dy + top).floor())
    };
    let (width, height) = viewport(session, ticks, whole, state).await?;
    // Drivers refuse what is outside: a pointer that left the window is at its border.
    let place = |x: f64, y: f64| {
        let (x, y) = whole(x, y);
        (x.min(width - 1.0).max(0.0), y.min(height - 1.0).max(0.0))
    };
    let pressed_at = ticks.iter().enumerate().find_map(|(index, tick)| match tick {
        Tick::Down(_) => ticks[..index].iter().rev().find_map(|tick| match tick {
            Tick::Move { x, y } => Some(place(*x, *y)),
            _ => None,
        }),
        Tick::TouchDown { x, y, .. } => Some(place(*x, *y)),
        _ => None,
    });
    if let Some((x, y)) = pressed_at
        && gesture.keep_apart
    {
        keep_apart(engine, x, y, state).await;
    }
    let ticks = possible_ticks(ticks, state);
    if ticks.is_empty() {
        // Keys that go up went down in a gesture that the page did.
        return Ok(Performed::InPage);
    }
    let outcome = session.perform(&actions(&steps(&ticks, engine, place))).await;
    if outcome.is_err() {
        state.viewport = None;
    }
    outcome?;
    if let Some((x, y)) = pressed_at {
        state.last_press = Some((Instant::now(), x, y));
    }
    Ok(Performed::Done)
}

/// The inner size of the window; asked for again only if a point would be outside of it.
async fn viewport(
    session: &Session,
    ticks: &[Tick],
    whole: impl Fn(f64, f64) -> (f64, f64),
    state: &mut HandState,
) -> Result<(f64, f64), CommandError> {
    let points = ticks.iter().filter_map(|tick| match tick {
        Tick::Move { x, y } | Tick::TouchDown { x, y, .. } | Tick::TouchMove { x, y, .. } => {
            Some(whole(*x, *y))
        }
        _ => None,
    });
    let (right, bottom) =
        points.fold((-1.0_f64, -1.0_f64), |(right, bottom), (x, y)| (right.max(x), bottom.max(y)));
    if let Some((width, height)) = state.viewport
        && right < width
        && bottom < height
    {
        return Ok((width, height));
    }
    let size = inner_size(session).await?;
    state.viewport = Some(size);
    Ok(size)
}

async fn inner_size(session: &Session) -> Result<(f64, f64), CommandError> {
    session.execute("return [innerWidth, innerHeight]", &[]).await
}

/// Waits as long as this press and the last one would be taken for a double click.
async fn keep_apart(engine: Engine, x: f64, y: f64, state: &HandState) {
    if engine != Engine::WebKit {
        return;
    }
    if let Some((when, last_x, last_y)) = state.last_press
        && (last_x - x).abs() < SAME_SPOT
        && (last_y - y).abs() < SAME_SPOT
    {
        tokio::time::sleep(BETWEEN_PRESSES.saturating_sub(when.elapsed())).await;
    }
}

/// Keys that are not down cannot go up.
fn possible_ticks(ticks: &[Tick], state: &mut HandState) -> Vec<Tick> {
    let mut possible = Vec::new();
    for tick in ticks {
        match tick {
            Tick::KeyDown(key) if !state.pressed.contains(key) => state.pressed.push(key.clone()),
            Tick::KeyUp(key) => match state.pressed.iter().position(|pressed| pressed == key) {
                Some(at) => drop(state.pressed.remove(at)),
                None => continue,
            },
            _ => {}
        }
        possible.push(tick.clone());
    }
    possible
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Device {
    Keys,
    Mouse,
    Finger(usize),
}

/// What a device does in its turn, points as the driver takes them.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    KeyDown(char),
    KeyUp(char),
    Move(i32, i32),
    Down(Button),
    Up(Button),
}

fn steps(
    ticks: &[Tick],
    engine: Engine,
    place: impl Fn(f64, f64) -> (f64, f64),
) -> Vec<(Device, Step)> {
    let point = |x: f64, y: f64| {
        let (x, y) = place(x, y);
        (x as i32, y as i32)
    };
    let to = |x: f64, y: f64| {
        let (x, y) = point(x, y);
        Step::Move(x, y)
    };
    let char = |key: &str| key.chars().next().unwrap_or(' ');
    let mut fingers: Vec<i64> = Vec::new();
    let mut finger = |wanted: i64| {
        let slot = fingers.iter().position(|known| *known == wanted).unwrap_or_else(|| {
            fingers.push(wanted);
            fingers.len() - 1
        });
        match engine {
            // Its driver takes touch for a mouse without saying so, and there is only one.
            Engine::WebKit => (slot == 0).then_some(Device::Mouse),
            _ => Some(Device::Finger(slot)),
        }
    };
    let mut steps = Vec::new();
    for tick in ticks {
        match tick {
            Tick::KeyDown(key) => steps.push((Device::Keys, Step::KeyDown(char(key)))),
            Tick::KeyUp(key) => steps.push((Device::Keys, Step::KeyUp(char(key)))),
            Tick::Move { x, y } => steps.push((Device::Mouse, to(*x, *y))),
            Tick::Down(button) => steps.push((Device::Mouse, Step::Down(driver_button(*button)))),
            Tick::Up(button) => steps.push((Device::Mouse, Step::Up(driver_button(*button)))),
            // See `is_possible`.
            Tick::Wheel { .. } => {}
            Tick::TouchDown { finger: id, x, y } => {
                if let Some(device) = finger(*id) {
                    steps.push((device, to(*x, *y)));
                    steps.push((device, Step::Down(Button::Left)));
                }
            }
            Tick::TouchMove { finger: id, x, y } => {
                steps.extend(finger(*id).map(|device| (device, to(*x, *y))));
            }
            Tick::TouchUp { finger: id } => {
                steps.extend(finger(*id).map(|device| (device, Step::Up(Button::Left))));
            }
        }
    }
    steps
}

/// Devices side by side: while one acts, the others wait.
fn actions(steps: &[(Device, Step)]) -> Actions {
    let rest = (steps.len() > FEW_STEPS).then_some(STEP);
    let devices: BTreeSet<Device> = steps.iter().map(|(device, _)| *device).collect();
    devices.into_iter().fold(Actions::new(), |all, device| {
        let own = steps.iter().map(|(acting, step)| (*acting == device).then_some(*step));
        match device {
            Device::Keys => all.keys(own.fold(KeySequence::new("keys"), |keys, step| {
                let keys = match step {
                    Some(Step::KeyDown(key)) => keys.down(key),
                    Some(Step::KeyUp(key)) => keys.up(key),
                    _ => keys.pause(Duration::ZERO),
                };
                rest.into_iter().fold(keys, KeySequence::pause)
            })),
            Device::Mouse | Device::Finger(_) => {
                let source = match device {
                    Device::Finger(slot) => PointerSequence::touch(&format!("finger{slot}")),
                    _ => PointerSequence::mouse("mouse"),
                };
                all.pointer(own.fold(source, |pointer, step| {
                    let pointer = match step {
                        Some(Step::Move(x, y)) => {
                            pointer.move_to(&Origin::Viewport, x, y, Duration::ZERO)
                        }
                        Some(Step::Down(button)) => pointer.down(button),
                        Some(Step::Up(button)) => pointer.up(button),
                        _ => pointer.pause(Duration::ZERO),
                    };
                    rest.into_iter().fold(pointer, PointerSequence::pause)
                }))
            }
        }
    })
}

fn driver_button(button: u8) -> Button {
    match button {
        1 => Button::Middle,
        2 => Button::Right,
        _ => Button::Left,
    }
}

/// Chooses files. The names are the page's, so only their last part is taken.
async fn upload(
    session: &Session,
    files: &[ChosenFile],
    placement: &Placement,
    state: &mut HandState,
) -> Result<(), CommandError> {
    let path = placement.xpath.as_deref().unwrap_or_default();
    let field = find(session, path).await?;
    let failed = |error: std::io::Error| CommandError {
        command: "element send keys",
        kind: CommandErrorKind::Refused {
            code: ErrorCode::InvalidArgument,
            message: format!("cannot write a chosen file: {error}"),
        },
    };
    let mut lines = Vec::new();
    for file in files {
        // A folder each: two files may have one name.
        let folder = TempDir::new().map_err(failed)?;
        let path = folder.path().join(safe_name(&file.name));
        std::fs::write(&path, &file.content).map_err(failed)?;
        lines.push(path.to_string_lossy().into_owned());
        state.files.push(folder);
    }
    session.choose_files(&field, &lines).await
}

fn safe_name(name: &str) -> &str {
    let last = name.rsplit(['/', '\\', '\0']).next().unwrap_or_default();
    if matches!(last, "" | "." | "..") { "file" } else { last }
}

async fn find(session: &Session, path: &str) -> Result<Element, CommandError> {
    let mut parts = path.split(" >> ");
    let first = parts.next().unwrap_or_default();
    let mut element = session.find(By::XPath(first)).await?;
    for part in parts {
        let root = session.shadow_root(&element).await?;
        element = session.find_in_shadow(&root, By::Css(&as_css(part))).await?;
    }
    Ok(element)
}

/// `/div[2]/input[1]` as a selector, because drivers do not take paths in shadow trees.
fn as_css(path: &str) -> String {
    let steps = path.split('/').filter(|step| !step.is_empty()).map(|step| {
        let (name, place) = step.split_once('[').unwrap_or((step, "1]"));
        format!("{name}:nth-of-type({})", place.trim_end_matches(']'))
    });
    steps.collect::<Vec<String>>().join(" > ")
}

async fn resize(
    session: &Session,
    width: f64,
    height: f64,
    state: &mut HandState,
) -> Result<(), CommandError> {
    let (old_width, old_height) = inner_size(session).await?;
    let mut rect = session.window_rect().await?;
    rect.width += width - old_width;
    rect.height += height - old_height;
    session.set_window_rect(rect).await?;
    state.viewport = None;
    for _ in 0..MOST_READS {
        if inner_size(session).await? == (width, height) {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn key(down: bool, key: &str) -> Tick {
        if down { Tick::KeyDown(key.to_owned()) } else { Tick::KeyUp(key.to_owned()) }
    }

    #[test]
    fn devices_wait_for_each_other() {
        let ticks = [
            key(true, "\u{E008}"),
            Tick::Move { x: 1.0, y: 2.0 },
            Tick::Down(0),
            key(false, "\u{E008}"),
        ];
        let actions = actions(&steps(&ticks, Engine::Firefox, |x, y| (x + 10.0, y)));
        let kinds = |sequence: usize| {
            let json = actions.to_json();
            let steps = json["actions"][sequence]["actions"].as_array().unwrap().clone();
            steps.iter().map(|step| step["type"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(kinds(0), ["keyDown", "pause", "pause", "keyUp"]);
        assert_eq!(kinds(1), ["pause", "pointerMove", "pointerDown", "pause"]);
        assert_eq!(actions.to_json()["actions"][1]["actions"][1]["x"], json!(11));
    }

    #[test]
    fn fingers_are_the_mouse_in_webkit() {
        let touch = [
            Tick::TouchDown { finger: 9, x: 1.0, y: 1.0 },
            Tick::TouchDown { finger: 10, x: 5.0, y: 1.0 },
            Tick::TouchUp { finger: 9 },
        ];
        let devices = |engine| {
            steps(&touch, engine, |x, y| (x, y))
                .iter()
                .map(|(device, _)| *device)
                .collect::<Vec<_>>()
        };
        use Device::{Finger, Mouse};
        assert_eq!(
            devices(Engine::Chromium),
            [Finger(0), Finger(0), Finger(1), Finger(1), Finger(0)]
        );
        assert_eq!(devices(Engine::WebKit), [Mouse, Mouse, Mouse]);
    }

    #[test]
    fn keys_that_are_up_stay_up() {
        let mut state = HandState::default();
        assert!(possible_ticks(&[key(false, "a")], &mut state).is_empty());
        assert_eq!(possible_ticks(&[key(true, "a")], &mut state).len(), 1);
        // In another gesture.
        assert_eq!(possible_ticks(&[key(false, "a"), key(false, "a")], &mut state).len(), 1);
    }

    #[test]
    fn names_of_files_cannot_lead_elsewhere() {
        assert_eq!(safe_name("../../etc/passwd"), "passwd");
        assert_eq!(safe_name("C:\\a\\b.txt"), "b.txt");
        assert_eq!(safe_name(".."), "file");
        assert_eq!(safe_name("a b.txt"), "a b.txt");
    }

    #[test]
    fn paths_in_shadow_trees_become_selectors() {
        assert_eq!(as_css("/div[2]/input[1]"), "div:nth-of-type(2) > input:nth-of-type(1)");
    }
}
