//! Gives the page exactly the wanted inner size.

use serde::Deserialize;

use super::Viewport;
use crate::webdriver::{CommandError, Session};

/// One step suffices unless a window manager has its own ideas or answers late.
const MOST_STEPS: usize = 5;
/// How often the inner size is read until it is the new one.
const MOST_READS: usize = 50;

#[derive(Clone, Copy, Deserialize, PartialEq)]
struct Inner {
    width: f64,
    height: f64,
}

/// Sizes the window until the inner size is `wanted`; returns the size reached.
///
/// The borders are measured, never assumed: they differ by engine, version and window manager.
pub(super) async fn set(session: &Session, wanted: Viewport) -> Result<Viewport, CommandError> {
    let mut inner = read(session).await?;
    for _ in 0..MOST_STEPS {
        if fits(inner, wanted) {
            break;
        }
        let mut rect = session.window_rect().await?;
        rect.width += f64::from(wanted.width) - inner.width;
        rect.height += f64::from(wanted.height) - inner.height;
        session.set_window_rect(rect).await?;
        for _ in 0..MOST_READS {
            inner = read(session).await?;
            if fits(inner, wanted) {
                break;
            }
        }
    }
    Ok(Viewport { width: inner.width as u32, height: inner.height as u32 })
}

async fn read(session: &Session) -> Result<Inner, CommandError> {
    session.execute("return {width: innerWidth, height: innerHeight}", &[]).await
}

fn fits(inner: Inner, wanted: Viewport) -> bool {
    inner == Inner { width: f64::from(wanted.width), height: f64::from(wanted.height) }
}
