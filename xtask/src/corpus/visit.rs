//! One app in one browser: drives it, looks for labelled elements at every step, and asks for values at the end.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::runtime::Handle;
use xcheck_browser::Session;
use xcheck_browser::webdriver::{Actions, CommandError, Origin, PointerSequence};
use xcheck_drive::{Action, Step};
use xcheck_record::perform::{PerformLimits, Performer, Progress};

use super::value::is_same;
use super::{App, app::Check};

const LOOK: &str = include_str!("look.js");
/// How long a page may take to show its last state.
const SETTLE_LIMIT: Duration = Duration::from_secs(1);
const POLL: Duration = Duration::from_millis(50);
/// Pictures until two are equal. A page that never rests gives the last one.
const MOST_PICTURES: usize = 5;

/// What was seen of one app in one browser.
#[derive(Debug, Default)]
pub(crate) struct Visit {
    /// Per label, in the order of the file: the places its elements had at any step.
    pub(crate) places: Vec<BTreeSet<String>>,
    /// Per label: whether an element was there at the end.
    pub(crate) is_there: Vec<bool>,
    /// Per check: what the page said, or why it could not.
    pub(crate) values: Vec<Result<Value, String>>,
    /// What the last page loaded from elsewhere or in vain.
    pub(crate) strangers: Vec<String>,
    /// The viewport at the end, as PNG.
    pub(crate) picture: Vec<u8>,
}

#[derive(Debug, Deserialize)]
struct Look {
    places: Vec<Vec<String>>,
    strangers: Vec<String>,
}

/// Drives `app` from an empty page to its end. Must run on a runtime with several threads.
pub(crate) async fn visit(session: &Session, app: &App) -> Result<Visit> {
    let selectors: Vec<&str> =
        app.labels.xbis.iter().map(|label| label.selector.as_str()).collect();
    let arguments = [json!(selectors)];
    let mut visit = Visit { places: vec![BTreeSet::new(); selectors.len()], ..Visit::default() };

    let performer = Performer::new(session, PerformLimits::USUAL);
    let is_home = |step: &Step| matches!(step.action, Action::Navigate { .. });
    let home = app.drive.steps.iter().position(is_home).unwrap_or_default();
    let mut tell = |progress: Progress| {
        // A step that begins is the end of the one before.
        if matches!(progress, Progress::Step { index, .. } if index > home) {
            // The performer must keep its devices over all steps, so the look happens inside of its progress.
            let look = tokio::task::block_in_place(|| {
                Handle::current().block_on(session.execute::<Look>(LOOK, &arguments))
            });
            // An open dialog is in the way, or a page that is just leaving.
            if let Ok(look) = look {
                keep(&mut visit.places, &look);
            }
        }
    };
    performer.perform(&app.drive, &mut tell).await?;

    frames(session).await.context("the page does not draw")?;
    visit.values = values(session, app).await?;
    let look: Look = session.execute(LOOK, &arguments).await.context("cannot find the labels")?;
    keep(&mut visit.places, &look);
    visit.is_there = look.places.iter().map(|places| !places.is_empty()).collect();
    visit.strangers = look.strangers;
    visit.picture = picture(session).await?;
    Ok(visit)
}

/// Makes a used browser as good as new for an app at another origin.
pub(crate) async fn leave(session: &Session) -> Result<(), CommandError> {
    let main = session.window().await?;
    for window in session.windows().await? {
        if window != main {
            session.switch_to_window(&window).await?;
            session.close_window().await?;
        }
    }
    session.switch_to_window(&main).await?;
    session.release_actions().await?;
    session.navigate("about:blank").await?;
    // The next page must not begin under a pointer.
    let corner = PointerSequence::mouse("mouse").move_to(&Origin::Viewport, 0, 0, Duration::ZERO);
    session.perform(&Actions::new().pointer(corner)).await
}

fn keep(places: &mut [BTreeSet<String>], look: &Look) {
    for (places, seen) in places.iter_mut().zip(&look.places) {
        places.extend(seen.iter().cloned());
    }
}

/// Waits until the page was drawn twice.
async fn frames(session: &Session) -> Result<(), CommandError> {
    let script = "const done = arguments[arguments.length - 1];\n\
         requestAnimationFrame(() => requestAnimationFrame(() => done(true)));\n\
         setTimeout(() => done(true), 1000);";
    session.execute_async::<Value>(script, &[]).await.map(drop)
}

/// The values of all checks, asked for again for a moment while they are not as expected.
async fn values(session: &Session, app: &App) -> Result<Vec<Result<Value, String>>> {
    let begin = Instant::now();
    loop {
        let mut values = Vec::new();
        for check in &app.checks {
            values.push(value(session, check).await?);
        }
        let is_as_expected = app.checks.iter().zip(&values).all(|(check, value)| {
            let expected = check.expect.get(&session.engine());
            let near = check.near.unwrap_or(0.0);
            matches!((expected, value), (Some(expected), Ok(value)) if is_same(expected, value, near))
        });
        if is_as_expected || begin.elapsed() >= SETTLE_LIMIT {
            return Ok(values);
        }
        tokio::time::sleep(POLL).await;
    }
}

/// Evaluates in the page itself: Firefox would run a driver's script in a sandbox with other built-ins.
async fn value(session: &Session, check: &Check) -> Result<Result<Value, String>> {
    #[derive(Deserialize)]
    struct Answer {
        text: Option<String>,
        error: Option<String>,
    }
    let expression = check.expression.trim().trim_end_matches(';');
    let code = format!("(async () => JSON.stringify((await (\n{expression}\n)) ?? null))()");
    let script = "const done = arguments[arguments.length - 1];\n\
         const failed = (error) => done({text: null, error: '' + error});\n\
         try {\n\
           window.eval(arguments[0]).then((text) => done({text: text ?? 'null', error: null}), failed);\n\
         } catch (error) { failed(error); }";
    let answer: Answer = session
        .execute_async(script, &[json!(code)])
        .await
        .with_context(|| format!("cannot evaluate {:?}", check.expression))?;
    Ok(match answer {
        Answer { error: Some(error), .. } => Err(error),
        Answer { text, .. } => {
            serde_json::from_str(text.as_deref().unwrap_or("null")).map_err(|e| e.to_string())
        }
    })
}

async fn picture(session: &Session) -> Result<Vec<u8>, CommandError> {
    let mut last = session.screenshot().await?;
    for _ in 1..MOST_PICTURES {
        let next = session.screenshot().await?;
        if next == last {
            break;
        }
        last = next;
    }
    Ok(last)
}
