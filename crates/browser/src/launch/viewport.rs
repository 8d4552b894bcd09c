//! Gives the page exactly the wanted inner size.

use std::time::{Duration, Instant};

use serde::Deserialize;

use super::Viewport;
use crate::engines;
use crate::webdriver::{CommandError, Session};

/// One step suffices unless a window manager has its own ideas or answers late.
const MOST_STEPS: usize = 5;
/// How long a page may take to have its new size. Who measures too early makes the window larger than it should be.
const LONGEST_RESIZE: Duration = Duration::from_secs(3);
/// So many times the same new size is one that stays.
const SAME_READS: usize = 5;
/// How many pictures are taken until one has the new size.
const MOST_PICTURES: usize = 20;

#[derive(Clone, Copy, Deserialize, PartialEq)]
struct Inner {
    width: f64,
    height: f64,
}

/// Reads the inner size until it is the wanted one, or has stayed another than it was.
async fn until_resized(
    session: &Session,
    before: Inner,
    wanted: Viewport,
) -> Result<Inner, CommandError> {
    let began = Instant::now();
    let mut last = before;
    let mut n_same = 0;
    loop {
        let inner = read(session).await?;
        n_same = if inner == last && inner != before { n_same + 1 } else { 0 };
        last = inner;
        if fits(inner, wanted) || n_same >= SAME_READS || began.elapsed() > LONGEST_RESIZE {
            return Ok(inner);
        }
    }
}

/// Sizes the window until the inner size is `wanted`; returns the size reached.
///
/// The borders are measured, never assumed: they differ by engine, version and window manager.
pub(crate) async fn set(session: &Session, wanted: Viewport) -> Result<Viewport, CommandError> {
    let mut inner = read(session).await?;
    let mut is_resized = false;
    for _ in 0..MOST_STEPS {
        if fits(inner, wanted) {
            break;
        }
        let mut rect = session.window_rect().await?;
        rect.width += f64::from(wanted.width) - inner.width;
        rect.height += f64::from(wanted.height) - inner.height;
        session.set_window_rect(rect).await?;
        is_resized = true;
        inner = until_resized(session, inner, wanted).await?;
    }
    let reached = Viewport { width: inner.width as u32, height: inner.height as u32 };
    if is_resized && engines::is_late_to_paint(session.engine()) {
        until_painted(session, reached).await?;
    }
    Ok(reached)
}

/// Takes pictures until they have the new size: until then they show what was there before.
async fn until_painted(session: &Session, reached: Viewport) -> Result<(), CommandError> {
    for _ in 0..MOST_PICTURES {
        let Some((width, height)) = png_size(&session.screenshot().await?) else { break };
        // With more pixels than CSS pixels, both are larger by the same factor.
        if u64::from(width) * u64::from(reached.height)
            == u64::from(height) * u64::from(reached.width)
        {
            break;
        }
    }
    Ok(())
}

/// Width and height as the head of a PNG says.
fn png_size(png: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| Some(u32::from_be_bytes(png.get(at..at + 4)?.try_into().ok()?));
    Some((number(16)?, number(20)?))
}

async fn read(session: &Session) -> Result<Inner, CommandError> {
    session.execute("return {width: innerWidth, height: innerHeight}", &[]).await
}

fn fits(inner: Inner, wanted: Viewport) -> bool {
    inner == Inner { width: f64::from(wanted.width), height: f64::from(wanted.height) }
}
