//! Performs drives in a live browser, as a person would: with the devices of the driver, step by step.
//!
//! Events come out trusted wherever the engine can make them so; what no driver can do is done in the page,
//! the same way in every engine (see [`xcheck_browser::quirks`]). Nothing is left behind in the page.
//! Every step waits for what it needs, within a limit, and fails with what was in its way.

mod dialog;
mod error;
mod find;
mod keyboard;
mod place;
mod pointer;
mod select;
mod wait;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use xcheck_browser::Session;
use xcheck_browser::webdriver::{CommandError, ErrorCode, WindowHandle};
use xcheck_drive::{Action, DialogAnswer, Drive, Key, Place, Step};
use xcheck_model::engine::Engine;

pub use error::{PerformError, PerformErrorKind, Trouble};

/// The body of every script that looks at the page.
const RESOLVE: &str = include_str!("resolve.js");
/// How long between two looks at the page, about one frame.
const POLL: Duration = Duration::from_millis(16);

/// How long things may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerformLimits {
    /// A step without a timeout of its own, until its element or condition is there.
    pub step: Duration,
    /// A navigation that a step leads to.
    pub navigation: Duration,
    /// The longest time between steps that is kept as recorded.
    pub delay: Duration,
    /// The longest pause that a step may ask for.
    pub pause: Duration,
}

impl PerformLimits {
    /// What suits most apps.
    pub const USUAL: Self = Self {
        step: Duration::from_secs(5),
        navigation: Duration::from_secs(30),
        delay: Duration::from_secs(1),
        pause: Duration::from_secs(30),
    };
}

/// What happens while a drive is performed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// A step begins. `index` counts steps from 0; `number` is the place in the file.
    Step { index: usize, n_steps: usize, number: usize, what: String },
    /// The step was done in another way than meant, or not at all. Comes after it.
    Note { number: usize, text: String },
}

/// Performs drives in one browser.
#[derive(Clone, Debug)]
pub struct Performer {
    session: Session,
    limits: PerformLimits,
}

impl Performer {
    pub fn new(session: &Session, limits: PerformLimits) -> Self {
        Self { session: session.clone(), limits }
    }

    /// Performs all steps, beginning in the current window. Stops at the first step that fails.
    ///
    /// Goes nowhere by itself: a drive without a navigation acts on the page that is open.
    /// Dialogs that the drive does not answer are accepted at the next step. At the end nothing is held down.
    pub async fn perform(
        &self,
        drive: &Drive,
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<(), PerformError> {
        let Some(first) = drive.steps.first() else { return Ok(()) };
        let failed = |step: &Step, kind| PerformError {
            number: step.number,
            what: step.action.to_string(),
            kind,
        };
        let mut run = Run::new(&self.session, self.limits)
            .await
            .map_err(|kind| failed(first, kind.into()))?;
        let mut steps = drive.steps.as_slice();
        let n_steps = steps.len();
        while let Some(step) = steps.first() {
            let n_taken = run_length(steps);
            for (n, taken) in steps[..n_taken].iter().enumerate() {
                let (number, what) = (taken.number, taken.action.to_string());
                let index = n_steps - steps.len() + n;
                progress(Progress::Step { index, n_steps, number, what });
            }
            let outcome = run.step(&steps[..n_taken]).await;
            for text in run.notes.drain(..) {
                progress(Progress::Note { number: step.number, text });
            }
            if let Err(kind) = outcome {
                run.let_go().await;
                return Err(failed(step, kind));
            }
            steps = &steps[n_taken..];
        }
        let last = drive.steps.last().unwrap_or(first);
        let outcome = run.finish().await;
        run.let_go().await;
        outcome.map_err(|kind| failed(last, kind))
    }
}

/// How many of the steps from the first on are one movement of the hands, and so one call.
fn run_length(steps: &[Step]) -> usize {
    let goes_on = |from: &Step, to: &Step| {
        from.expected.is_empty() && from.place == to.place && from.timeout_ms == to.timeout_ms
    };
    let pairs = || steps.windows(2).take_while(|pair| goes_on(&pair[0], &pair[1]));
    match &steps[0].action {
        Action::Type { target, .. } => {
            let is_same = |step: &Step| matches!(&step.action, Action::Type { target: other, .. } if other == target);
            1 + pairs().take_while(|pair| is_same(&pair[1])).count()
        }
        Action::PointerDown(_) => {
            let moves =
                pairs().take_while(|pair| matches!(pair[1].action, Action::PointerMove(_))).count();
            let is_up = |step: &Step| matches!(step.action, Action::PointerUp(_));
            let is_whole = steps.get(moves + 1).is_some_and(is_up) && pairs().count() > moves;
            if is_whole { moves + 2 } else { 1 }
        }
        _ => 1,
    }
}

/// One drive under way.
struct Run<'a> {
    session: &'a Session,
    engine: Engine,
    limits: PerformLimits,
    /// What is to be told after the step.
    notes: Vec<String>,
    /// The window the drive began in.
    main: WindowHandle,
    /// Windows that were open before; they are nobody's business.
    others: Vec<WindowHandle>,
    /// Windows opened since, in order.
    opened: Vec<WindowHandle>,
    current: Option<WindowHandle>,
    in_frame: bool,
    /// Answers to dialogs that are still to come.
    answers: VecDeque<DialogAnswer>,
    held_keys: Vec<Key>,
    holds_button: bool,
    last_click: Option<(Instant, (f64, f64))>,
    // Of the current step.
    place: Place,
    begin: Instant,
    limit: Duration,
    navigation_limit: Duration,
}

impl<'a> Run<'a> {
    async fn new(session: &'a Session, limits: PerformLimits) -> Result<Self, CommandError> {
        let main = session.window().await?;
        let current = Some(main.clone());
        let others = session.windows().await?;
        Ok(Self {
            session,
            engine: session.engine(),
            limits,
            notes: Vec::new(),
            main,
            others,
            opened: Vec::new(),
            current,
            in_frame: true,
            answers: VecDeque::new(),
            held_keys: Vec::new(),
            holds_button: false,
            last_click: None,
            place: Place::default(),
            begin: Instant::now(),
            limit: limits.step,
            navigation_limit: limits.navigation,
        })
    }

    async fn step(&mut self, steps: &[Step]) -> Result<(), PerformErrorKind> {
        let Some(step) = steps.first() else { return Ok(()) };
        self.place = step.place.clone();
        let own_limit = step.timeout_ms.map(Duration::from_millis);
        self.limit = own_limit.unwrap_or(self.limits.step);
        self.navigation_limit = own_limit.unwrap_or(self.limits.navigation);
        self.pause(self.delay(step)).await;
        self.begin = Instant::now();
        match &step.action {
            // These are about dialogs, so an open one is left to them; and it belongs to no frame.
            Action::Dialog(answer) => return self.answer(answer).await,
            Action::WaitForDialog { text } => return self.wait_for_dialog(text).await,
            Action::Pause { ms } => {
                self.pause(Duration::from_millis(*ms).min(self.limits.pause)).await;
                return Ok(());
            }
            _ => {}
        }
        self.answer_open_dialogs().await?;
        if matches!(
            step.action,
            Action::Navigate { .. } | Action::SetViewport(_) | Action::SetWindowSize { .. }
        ) {
            self.place.frame.clear();
        }
        self.enter().await?;
        let before = match steps.last().filter(|last| !last.expected.is_empty()) {
            Some(_) => Some(self.mark().await?),
            None => None,
        };
        self.act(steps).await?;
        match before {
            Some(before) => self.wait_for_navigation(&step.action, before).await,
            None => Ok(()),
        }
    }

    async fn act(&mut self, steps: &[Step]) -> Result<(), PerformErrorKind> {
        match &steps[0].action {
            Action::SetViewport(viewport) => self.set_viewport(*viewport).await,
            Action::SetWindowSize { width, height } => self.set_window_size(*width, *height).await,
            Action::Navigate { url } => self.passing_dialog(self.session.navigate(url)).await,
            Action::Back => self.passing_dialog(self.session.back()).await,
            Action::Forward => self.passing_dialog(self.session.forward()).await,
            Action::Reload => self.passing_dialog(self.session.refresh()).await,
            Action::Close => self.close().await,
            Action::Click { target, pointer, count } => self.click(target, *pointer, *count).await,
            Action::PointerDown(_) => self.press(steps).await,
            Action::PointerMove(point) => self.move_to(point).await,
            Action::PointerUp(point) => self.release(point).await,
            Action::Leave { target } => self.move_off(target).await,
            Action::Drag { from, to, kind, device } => self.drag(from, to, *kind, *device).await,
            Action::Wheel { over, dx, dy } => self.wheel(over.as_ref(), *dx, *dy).await,
            Action::Scroll { target, x, y } => self.scroll(target.as_ref(), *x, *y).await,
            Action::Change { target, value } => self.change(target, value).await,
            Action::EditContent { target, html } => self.edit(target, html).await,
            Action::Check { target, is_checked } => self.check(target, *is_checked).await,
            Action::Select { target, option, choice } => self.select(target, option, *choice).await,
            Action::Upload { target, paths } => self.upload(target, paths).await,
            Action::Submit { target } => self.submit(target).await,
            Action::KeyDown(key) => self.key_down(*key).await,
            Action::KeyUp(key) => self.key_up(*key).await,
            Action::Shortcut(keys) => self.shortcut(keys).await,
            Action::Type { target, .. } => self.type_run(target.as_ref(), steps).await,
            Action::NetworkConditions { download, upload, latency } => {
                self.set_network(*download, *upload, *latency).await
            }
            Action::Script { code } => {
                self.passing_dialog(self.session.execute::<Value>(code, &[])).await
            }
            Action::WaitForElement(wait) => self.wait_for_element(wait).await,
            Action::WaitForExpression { expression } => self.wait_for_expression(expression).await,
            Action::WaitForText { target, text, is_equal } => {
                self.wait_for_text(target, text, *is_equal).await
            }
            Action::WaitForTitle { title } => self.wait_for_title(title).await,
            Action::Dialog(_) | Action::WaitForDialog { .. } | Action::Pause { .. } => Ok(()),
        }
    }

    /// Runs one operation of the script, answering dialogs that are in its way.
    async fn ask(
        &mut self,
        operation: &str,
        arguments: &[Value],
    ) -> Result<Value, PerformErrorKind> {
        const MOST_DIALOGS: usize = 20;
        let mut all = vec![json!(operation)];
        all.extend_from_slice(arguments);
        for _ in 0..MOST_DIALOGS {
            match self.session.execute(RESOLVE, &all).await {
                Err(error) if error.code() == Some(&ErrorCode::UnexpectedAlertOpen) => {
                    self.answer_open_dialogs().await?;
                }
                other => return Ok(other?),
            }
        }
        Err(PerformErrorKind::DialogsWithoutEnd)
    }

    /// A command that a dialog may interrupt: the dialog is what it led to, and the next step's business.
    async fn passing_dialog<T>(
        &self,
        command: impl Future<Output = Result<T, CommandError>>,
    ) -> Result<(), PerformErrorKind> {
        match command.await {
            Err(error) if error.code() == Some(&ErrorCode::UnexpectedAlertOpen) => Ok(()),
            other => Ok(other.map(drop)?),
        }
    }

    /// Leaves no dialog open behind the last step.
    async fn finish(&mut self) -> Result<(), PerformErrorKind> {
        self.let_page_go_on().await?;
        self.answer_open_dialogs().await
    }

    fn is_late(&self) -> bool {
        self.begin.elapsed() >= self.limit
    }

    fn delay(&self, step: &Step) -> Duration {
        Duration::from_millis(step.delay_ms).min(self.limits.delay)
    }

    async fn pause(&self, duration: Duration) {
        if !duration.is_zero() {
            tokio::time::sleep(duration).await;
        }
    }

    fn note(&mut self, text: impl Into<String>) {
        self.notes.push(text.into());
    }

    /// Lets go of keys and buttons. What cannot be released any more is gone with its page.
    async fn let_go(&mut self) {
        if self.holds_button || !self.held_keys.is_empty() {
            if let Err(error) = self.session.release_actions().await {
                tracing::debug!(error = %error.kind, "keys and buttons were not released");
            }
            self.holds_button = false;
            self.held_keys.clear();
        }
    }
}

/// Whether an error may be gone at the next try, because the page is changing under us.
fn is_passing(error: &PerformErrorKind) -> bool {
    let PerformErrorKind::Command(error) = error else { return false };
    matches!(
        error.code(),
        Some(
            ErrorCode::StaleElementReference
                | ErrorCode::NoSuchElement
                | ErrorCode::NoSuchFrame
                | ErrorCode::DetachedShadowRoot
                | ErrorCode::JavascriptError
                | ErrorCode::ScriptTimeout
                | ErrorCode::UnknownError
                | ErrorCode::UnexpectedAlertOpen
        )
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths(text: &str) -> Vec<usize> {
        let drive = xcheck_drive::parse(text, "a").unwrap();
        let mut steps = drive.steps.as_slice();
        let mut lengths = Vec::new();
        while !steps.is_empty() {
            lengths.push(run_length(steps));
            steps = &steps[run_length(steps)..];
        }
        lengths
    }

    #[test]
    fn typing_on_one_target_is_one_call() {
        let text = "click //a 1,1 1\ntype //a [x,88] 1\ntype //a [y,89] 1\ntype //b [z,90] 1";
        assert_eq!(lengths(text), [1, 2, 1]);
    }

    #[test]
    fn a_drag_is_one_call_if_it_has_an_end() {
        let lengths = |names: &[&str]| {
            let command = |name: &&str| json!({"command": name, "target": "id=a"});
            let commands: Vec<Value> = names.iter().map(command).collect();
            lengths(&json!({"tests": [{"commands": commands}]}).to_string())
        };
        assert_eq!(lengths(&["mouseDown", "mouseMoveAt", "mouseOver", "mouseUp", "click"]), [4, 1]);
        assert_eq!(lengths(&["mouseDown", "mouseUp"]), [2]);
        assert_eq!(lengths(&["mouseDown", "mouseMoveAt", "click", "mouseUp"]), [1, 1, 1, 1]);
        assert_eq!(lengths(&["mouseDown"]), [1]);
    }

    #[test]
    fn the_script_uses_nothing_that_a_recorder_hooks() {
        for name in [
            "setTimeout",
            "setInterval",
            "requestAnimationFrame",
            "Date",
            "Math",
            "addEventListener",
            "Promise",
        ] {
            assert!(!RESOLVE.contains(name), "{name}");
        }
    }

    /// Performing may be a task of its own.
    #[expect(dead_code, reason = "only has to compile")]
    fn perform_can_be_spawned(performer: &Performer, drive: &Drive) {
        fn is_send(_: impl Send) {}
        is_send(performer.perform(drive, &mut |_| {}));
    }
}
