//! What a person's hand does, as native input of a real browser.

use std::time::{Duration, Instant};

use serde_json::Value;
use xcheck_browser::Session;
use xcheck_browser::webdriver::{
    Actions, Button, By, CommandError, CommandErrorKind, ErrorCode, Frame, Key, KeySequence,
    Origin, PointerSequence, WheelSequence,
};
use xcheck_testkit::matrix;

/// Points are in pixels of the viewport of the current frame.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Do {
    Click(i32, i32),
    DoubleClick(i32, i32),
    RightClick(i32, i32),
    MiddleClick(i32, i32),
    ShiftClick(i32, i32),
    /// Clicks, waits until nobody would call it a double click, and clicks again.
    SlowClicks(i32, i32),
    /// Moves there and stays for a while.
    Rest(i32, i32),
    Drag(&'static [(i32, i32)]),
    Wheel((i32, i32), (i32, i32)),
    Tap(i32, i32),
    Swipe(&'static [(i32, i32)]),
    Type(&'static str),
    Press(Key),
    /// A key while others are held down.
    Chord(&'static [Key], char),
    /// Gives the file input a new file of this name.
    Choose(&'static str, &'static str),
    /// Makes the window larger by so much.
    Resize(f64, f64),
    Accept,
    Dismiss,
    Answer(&'static str),
    Back,
    Forward,
    Reload,
    /// From here on in the first frame of the page.
    EnterFrame,
    LeaveFrame,
    /// From here on in the window that was opened.
    EnterWindow,
    CloseWindow,
    /// Waits until the page was drawn again: what comes with that has come then.
    Drawn,
    /// Waits until the expression is true.
    Until(&'static str),
}

/// How doing it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Done,
    /// The engine's driver cannot.
    Refused,
    /// Something expected never happened.
    Never(String),
}

const TICK: Duration = Duration::from_millis(4);
const REST: Duration = Duration::from_millis(250);
/// Longer than two clicks of a double click may be apart in any engine.
const SLOW: Duration = Duration::from_millis(800);
/// Longer than anything takes on a busy machine.
const LIMIT: Duration = Duration::from_secs(10);
const POLL: Duration = Duration::from_millis(10);

pub(crate) async fn perform(session: &Session, step: Do) -> Outcome {
    match try_perform(session, step).await {
        Ok(()) => Outcome::Done,
        Err(Trouble::Never(what)) => Outcome::Never(what),
        Err(Trouble::Command(error)) => match error.kind {
            CommandErrorKind::Unsupported { .. } => Outcome::Refused,
            _ => panic!("{step:?}: {}", matrix::chain(&error)),
        },
    }
}

enum Trouble {
    Command(CommandError),
    Never(String),
}

impl From<CommandError> for Trouble {
    fn from(error: CommandError) -> Self {
        Self::Command(error)
    }
}

async fn try_perform(session: &Session, step: Do) -> Result<(), Trouble> {
    let pointer = |pointer| Actions::new().pointer(pointer);
    let keys = |keys| Actions::new().keys(keys);
    let actions = match step {
        Do::Click(x, y) => pointer(mouse(x, y).click(Button::Left)),
        Do::DoubleClick(x, y) => pointer(mouse(x, y).click(Button::Left).click(Button::Left)),
        Do::RightClick(x, y) => pointer(mouse(x, y).click(Button::Right)),
        Do::MiddleClick(x, y) => pointer(mouse(x, y).click(Button::Middle)),
        Do::ShiftClick(x, y) => {
            let held =
                KeySequence::new("keys").down(Key::Shift).pause(TICK).pause(TICK).pause(TICK);
            let click = mouse(x, y).pause(TICK).click(Button::Left);
            pointer(click).keys(held.up(Key::Shift))
        }
        Do::SlowClicks(x, y) => {
            pointer(mouse(x, y).click(Button::Left).pause(SLOW).click(Button::Left))
        }
        Do::Rest(x, y) => pointer(mouse(x, y).pause(REST)),
        Do::Drag(points) => pointer(drag(PointerSequence::mouse("mouse"), points)),
        Do::Swipe(points) => pointer(drag(PointerSequence::touch("finger"), points)),
        Do::Tap(x, y) => {
            let finger = PointerSequence::touch("finger");
            pointer(finger.move_to(&Origin::Viewport, x, y, Duration::ZERO).click(Button::Left))
        }
        Do::Wheel(at, delta) => {
            Actions::new().wheel(WheelSequence::new("wheel").scroll(&Origin::Viewport, at, delta))
        }
        Do::Type(text) => keys(text.chars().fold(KeySequence::new("keys"), typed)),
        Do::Press(key) => keys(KeySequence::new("keys").press(key)),
        Do::Chord(held, key) => {
            let down = held.iter().fold(KeySequence::new("keys"), |keys, key| keys.down(*key));
            keys(held.iter().rev().fold(down.press(key), |keys, key| keys.up(*key)))
        }
        _ => return try_browse(session, step).await,
    };
    Ok(session.perform(&actions).await?)
}

/// What is no input of a device.
async fn try_browse(session: &Session, step: Do) -> Result<(), Trouble> {
    match step {
        Do::Choose(css, name) => {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join(name);
            std::fs::write(&path, "content").unwrap();
            let field = session.find(By::Css(css)).await?;
            session.send_keys(&field, path.to_str().unwrap()).await?;
            let script = "const done = arguments[1]; arguments[0].files[0].text().then(done)";
            let read: String =
                session.execute_async(script, &[serde_json::to_value(&field).unwrap()]).await?;
            assert_eq!(read, "content");
        }
        Do::Resize(width, height) => {
            let mut rect = session.window_rect().await?;
            rect.width += width;
            rect.height += height;
            session.set_window_rect(rect).await?;
        }
        Do::Accept => {
            dialog(session).await?;
            session.accept_alert().await?;
        }
        Do::Dismiss => {
            dialog(session).await?;
            session.dismiss_alert().await?;
        }
        Do::Answer(text) => {
            dialog(session).await?;
            session.send_alert_text(text).await?;
            session.accept_alert().await?;
        }
        Do::Back => session.back().await?,
        Do::Forward => session.forward().await?,
        Do::Reload => session.refresh().await?,
        Do::EnterFrame => session.switch_to_frame(&Frame::Index(0)).await?,
        Do::LeaveFrame => session.switch_to_frame(&Frame::Top).await?,
        Do::EnterWindow => enter_window(session).await?,
        Do::CloseWindow => {
            let left = session.close_window().await?;
            session.switch_to_window(&left[0]).await?;
        }
        Do::Drawn => {
            let script = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))";
            session.execute_async::<Value>(script, &[]).await?;
        }
        Do::Until(condition) => until(session, condition).await?,
        _ => unreachable!("{step:?} is input"),
    }
    Ok(())
}

fn mouse(x: i32, y: i32) -> PointerSequence {
    PointerSequence::mouse("mouse").move_to(&Origin::Viewport, x, y, Duration::ZERO)
}

fn drag(pointer: PointerSequence, points: &[(i32, i32)]) -> PointerSequence {
    let [(x, y), rest @ ..] = points else { unreachable!("a drag begins somewhere") };
    let start = pointer.move_to(&Origin::Viewport, *x, *y, Duration::ZERO).down(Button::Left);
    let way = rest.iter().fold(start, |pointer, (x, y)| {
        pointer.pause(TICK).move_to(&Origin::Viewport, *x, *y, TICK)
    });
    way.pause(TICK).up(Button::Left)
}

/// Capitals are typed as a person does, with Shift.
fn typed(keys: KeySequence, letter: char) -> KeySequence {
    if letter.is_uppercase() {
        keys.down(Key::Shift).press(letter).up(Key::Shift)
    } else {
        keys.press(letter)
    }
}

/// Waits for a dialog.
async fn dialog(session: &Session) -> Result<(), Trouble> {
    let start = Instant::now();
    loop {
        match session.alert_text().await {
            Ok(_) => return Ok(()),
            Err(error) if error.code() == Some(&ErrorCode::NoSuchAlert) => {
                wait(start, "a dialog").await?;
            }
            Err(error) => return Err(error.into()),
        }
    }
}

async fn enter_window(session: &Session) -> Result<(), Trouble> {
    let own = session.window().await?;
    let start = Instant::now();
    loop {
        if let Some(other) = session.windows().await?.iter().find(|window| **window != own) {
            return Ok(session.switch_to_window(other).await?);
        }
        wait(start, "a window").await?;
    }
}

async fn until(session: &Session, condition: &str) -> Result<(), Trouble> {
    let start = Instant::now();
    let script = format!("return !!({condition})");
    // While a page goes and another comes, there is nothing to ask.
    while session.execute::<Value>(&script, &[]).await.ok() != Some(Value::Bool(true)) {
        wait(start, condition).await?;
    }
    Ok(())
}

/// A moment, until there have been enough of them.
async fn wait(start: Instant, what: &str) -> Result<(), Trouble> {
    if start.elapsed() > LIMIT {
        return Err(Trouble::Never(what.to_owned()));
    }
    tokio::time::sleep(POLL).await;
    Ok(())
}
