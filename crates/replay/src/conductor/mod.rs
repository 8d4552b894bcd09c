//! Leads players through a replay: performs what a person did, looks when they say so, and notices when nothing comes.

mod ending;
mod waiting;
mod words;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::{Mutex, mpsc};
use xcheck_browser::webdriver::CommandError;
use xcheck_browser::{Browser, Session};
use xcheck_model::action::ActionKind;
use xcheck_model::event::{Entry, Page};
use xcheck_model::run::{Divergence, DivergenceKind, Step, Uncaught};
use xcheck_proxy::{Asked, Channel, Content, Letter, Serving, Upto};
use xcheck_trace::Log;
use xcheck_trace::run::{Ran, RunOutcome, RunWriteError, RunWriter};

use self::words::{mark, observation, placement, point};
use crate::cast::{Entered, passed_over};
use crate::gates::Gates;
use crate::gesture::Gesture;
use crate::hands::{HandState, Performed, hover, perform};
use crate::order::{Segment, near, segments};
use crate::ran::Watch;
use crate::replay::{Progress, Stepping};
use crate::tell::divergence;
use crate::windows::{Windows, followed, travel};

/// How long a page may take to leave by itself once its log is through.
const LEAVE_LIMIT: Duration = Duration::from_millis(2500);
/// The same for a page in which nothing happened that could make it leave.
const SHORT_LIMIT: Duration = Duration::from_millis(400);
/// How often the clock is looked at.
const BEAT: Duration = Duration::from_millis(100);
/// More would be of no use to anyone.
const MAX_DIVERGENCES: usize = 2000;
/// Messages of one page without any progress in its log: it is not going anywhere.
const MAX_STRANGERS: usize = 50;

/// What is played.
pub(crate) struct Play {
    pub(crate) log: Arc<Log>,
    pub(crate) gestures: Arc<Vec<Vec<Gesture>>>,
    pub(crate) gates: Arc<Gates>,
    /// Whether pages go on only as far as they are told.
    pub(crate) is_limited: bool,
    /// How long nothing at all may happen.
    pub(crate) limit: Duration,
    pub(crate) start_url: String,
    pub(crate) watch: Watch,
}

/// What came of it.
pub(crate) struct Ended {
    pub(crate) writer: RunWriter,
    pub(crate) outcome: RunOutcome,
    pub(crate) n_steps: u64,
    pub(crate) n_events: u64,
    pub(crate) divergences: Vec<Divergence>,
    pub(crate) timings: BTreeMap<String, f64>,
    /// Why the machine of the browser is lost, if it is.
    pub(crate) lost_node: Option<String>,
}

/// Why a replay does not go on.
enum Stop {
    /// All pages have come to their end.
    Done,
    Died(String),
    /// The machine is lost; the browser did nothing wrong.
    Lost(String),
    Stuck(String),
    Write(RunWriteError),
}

impl From<RunWriteError> for Stop {
    fn from(error: RunWriteError) -> Self {
        Self::Write(error)
    }
}

#[derive(Default)]
struct PageState {
    connection: Option<u64>,
    has_entered: bool,
    is_over: bool,
    /// The first entry that it has not come to yet.
    at: usize,
    last_event: Option<u64>,
    /// What was last said of a gesture: a page that lost its connection has not heard it.
    last_done: Option<Value>,
    after: String,
    console: Vec<(String, String)>,
    errors: Vec<Uncaught>,
    rejections: Vec<(Option<u64>, String, String)>,
}

/// What came of a gesture.
struct PerformedGesture {
    page: usize,
    number: usize,
    outcome: Result<Performed, CommandError>,
    took_ms: f64,
}

pub(crate) struct Conductor<'a> {
    play: Play,
    browser: &'a Browser,
    session: Session,
    channel: Channel,
    serving: Arc<Serving>,
    writer: RunWriter,
    stepping: &'a mut Option<Stepping>,
    progress: &'a mut (dyn FnMut(Progress) + Send),
    pages: Vec<PageState>,
    by_connection: HashMap<u64, usize>,
    windows: Windows,
    hands: Arc<Mutex<HandState>>,
    performed: mpsc::UnboundedSender<PerformedGesture>,
    performing: Option<mpsc::UnboundedReceiver<PerformedGesture>>,
    segments: Vec<Segment>,
    segment: usize,
    n_steps: u64,
    n_strangers: usize,
    divergences: Vec<Divergence>,
    requests: Vec<Divergence>,
    timings: BTreeMap<String, f64>,
    /// A page is being left, while its log is not through yet.
    pending: Option<usize>,
    /// Gestures that a driver is at.
    n_performing: usize,
    /// A page has come to its end; the next one must come by itself until then.
    leaving: Option<(usize, Instant)>,
    last_progress: Instant,
    /// Whether the browser was asked for a sign of life since then.
    is_asked: bool,
}

impl<'a> Conductor<'a> {
    pub(crate) fn new(
        play: Play,
        browser: &'a Browser,
        channel: Channel,
        serving: Arc<Serving>,
        writer: RunWriter,
        stepping: &'a mut Option<Stepping>,
        progress: &'a mut (dyn FnMut(Progress) + Send),
    ) -> Self {
        let pages = play.log.pages.iter().map(|_| PageState::default()).collect();
        let (performed, performing) = mpsc::unbounded_channel();
        let segments = if play.is_limited { segments(&play.log.pages) } else { Vec::new() };
        Self {
            session: browser.session().clone(),
            play,
            browser,
            channel,
            serving,
            writer,
            stepping,
            progress,
            pages,
            by_connection: HashMap::new(),
            windows: Windows::default(),
            hands: Arc::default(),
            performed,
            performing: Some(performing),
            segments,
            segment: 0,
            n_steps: 0,
            n_strangers: 0,
            divergences: Vec::new(),
            requests: Vec::new(),
            timings: BTreeMap::new(),
            pending: None,
            n_performing: 0,
            leaving: None,
            last_progress: Instant::now(),
            is_asked: false,
        }
    }

    /// Plays until all pages are through, or nothing goes on.
    pub(crate) async fn run(
        mut self,
        letters: mpsc::UnboundedReceiver<Letter>,
        entered: mpsc::UnboundedReceiver<Entered>,
        asked: mpsc::UnboundedReceiver<Asked>,
    ) -> Result<Ended, RunWriteError> {
        let mut asked = asked;
        let stop = match self.conduct(letters, entered, &mut asked).await {
            Ok(()) => Stop::Done,
            Err(stop) => stop,
        };
        if matches!(stop, Stop::Done) {
            // What the last turn asked for may still be on its way.
            tokio::time::sleep(BEAT).await;
            while let Ok(asked) = asked.try_recv() {
                self.asked(asked);
            }
        }
        self.end(stop)
    }

    async fn conduct(
        &mut self,
        mut letters: mpsc::UnboundedReceiver<Letter>,
        mut entered: mpsc::UnboundedReceiver<Entered>,
        asked: &mut mpsc::UnboundedReceiver<Asked>,
    ) -> Result<(), Stop> {
        self.windows = self.command(Windows::new(&self.session.clone()).await)?;
        let url = self.play.start_url.clone();
        self.command(self.session.navigate(&url).await)?;
        let mut performing = self.performing.take().expect("conducted once");
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                Some(entered) = entered.recv() => self.entered(entered).await?,
                Some(letter) = letters.recv() => self.letter(letter).await?,
                Some(gesture) = performing.recv() => self.gesture_performed(gesture)?,
                Some(asked) = asked.recv() => self.asked(asked),
                _ = beat.tick() => self.look_after().await?,
            }
            if self.is_through() {
                return Ok(());
            }
        }
    }

    /// A command without which there is no going on.
    fn command<T>(&self, outcome: Result<T, CommandError>) -> Result<T, Stop> {
        outcome.map_err(|error| self.stopped(&error))
    }

    fn page(&self, number: usize) -> &Page {
        &self.play.log.pages[number]
    }

    fn is_through(&self) -> bool {
        self.leaving.is_none()
            && self
                .play
                .log
                .pages
                .iter()
                .zip(&self.pages)
                .all(|(page, state)| page.hello.is_worker || state.is_over)
    }

    fn moved(&mut self) {
        self.is_asked = false;
        self.last_progress = Instant::now();
    }

    async fn entered(&mut self, entered: Entered) -> Result<(), Stop> {
        match entered {
            Entered::Page(number) => {
                self.moved();
                self.pages[number].has_entered = true;
                self.pending = self.pending.filter(|pending| *pending != number);
                let page = self.page(number).clone();
                if page.hello.frame.is_empty() {
                    self.leaving = None;
                    let follows = followed(&self.play.log, &page);
                    if let Some(before) = follows {
                        self.pages[before].is_over = true;
                        self.end_frames(number);
                    }
                    let session = self.session.clone();
                    let known = self.windows.enter(&session, &page, follows).await;
                    self.command(known)?;
                }
                for before in passed_over(&self.play.log.pages, &page) {
                    self.pages[before].is_over |= self.pages[before].connection.is_none();
                }
                Ok(())
            }
            Entered::Stranger { url, is_top } => {
                self.n_strangers += 1;
                if is_top {
                    let page = self.pages.iter().rposition(|page| page.has_entered).unwrap_or(0);
                    let event = self.pages[page].last_event;
                    self.diverge(Divergence {
                        page,
                        event,
                        kind: DivergenceKind::NavigationSurplus,
                        detail: format!("{url} was not opened when recorded"),
                        expected: None,
                        actual: None,
                        registered_by: None,
                    })?;
                }
                match self.n_strangers {
                    MAX_STRANGERS => {
                        Err(Stop::Stuck("pages that were not recorded open without end".to_owned()))
                    }
                    _ => Ok(()),
                }
            }
        }
    }

    /// Frames go away with the page that they are in: those before `number`.
    fn end_frames(&mut self, number: usize) {
        for (page, state) in self.play.log.pages.iter().zip(&mut self.pages).take(number) {
            state.is_over |= !page.hello.frame.is_empty();
        }
    }

    async fn letter(&mut self, letter: Letter) -> Result<(), Stop> {
        let Letter { connection, content: Content::Text(text) } = letter else {
            if let Some(page) = self.by_connection.remove(&letter.connection) {
                self.pages[page].connection = None;
                // Firefox 153 closes a page's connections as soon as it is asked to go elsewhere.
                if !self.pages[page].is_over && self.following(page).is_some() {
                    self.page_through(page).await?;
                }
            }
            return Ok(());
        };
        let Ok(line) = serde_json::from_str::<Vec<Value>>(&text) else {
            tracing::warn!("a message of a player cannot be read");
            return Ok(());
        };
        tracing::trace!(message = %text.chars().take(400).collect::<String>(), "from a player");
        let kind = line.first().and_then(Value::as_str).unwrap_or_default();
        let number =
            line.get(1).and_then(Value::as_u64).and_then(|page| usize::try_from(page).ok());
        if kind == "agent" {
            tracing::warn!(failure = %text, "a player failed");
            return Ok(());
        }
        let Some(number) = number.filter(|number| *number < self.pages.len()) else {
            return Ok(());
        };
        let integer = |at: usize| line.get(at).and_then(Value::as_u64);
        let entry = |at: usize| integer(at).and_then(|entry| usize::try_from(entry).ok());
        match kind {
            "open" => {
                self.moved();
                self.by_connection.insert(connection, number);
                self.pages[number].connection = Some(connection);
                if let Some(done) = self.pages[number].last_done.clone() {
                    self.tell(number, &done);
                }
                self.grant().await?;
            }
            "gesture" => {
                self.moved();
                self.gesture(number, entry(2).unwrap_or_default(), line.get(3)).await?;
            }
            "probe" => {
                self.moved();
                self.probe(number, entry(2).unwrap_or_default(), point(&line)).await?;
            }
            "step" => {
                self.moved();
                self.step(number, &line, &text).await?;
            }
            "div" => {
                if let Some(found) = divergence(self.page(number), &line) {
                    self.diverge(found)?;
                }
            }
            "pos" => {
                self.moved();
                for exchange in self.play.gates.scripts_upto(number, entry(2).unwrap_or_default()) {
                    self.serving.release(exchange, Upto::End);
                }
            }
            "gate" => {
                self.moved();
                self.channel.open_gate(line.get(2).and_then(Value::as_str).unwrap_or_default());
            }
            "reached" => {
                self.moved();
                self.pages[number].at = entry(2).unwrap_or_default();
                self.grant().await?;
            }
            "waits" => {
                if let Some(other) = near(&self.segments, self.segment, number) {
                    self.segments[self.segment..=other].rotate_right(1);
                    self.grant().await?;
                }
            }
            "end" => {
                self.moved();
                self.pages[number].at = self.page(number).entries.len();
                self.page_through(number).await?;
            }
            "console" => {
                let text = |at: usize| line[3][at].as_str().unwrap_or_default().to_owned();
                self.pages[number].console.push((text(0), text(1)));
            }
            "error" => {
                let text = |at: usize| line[3][at].as_str().unwrap_or_default().to_owned();
                let integer = |at: usize| line[3][at].as_u64().unwrap_or_default();
                let error = Uncaught {
                    name: text(0),
                    message: text(1),
                    url: text(2),
                    line: integer(3),
                    column: integer(4),
                };
                self.pages[number].errors.push(error);
            }
            "rejected" => {
                let text = |at: usize| line.get(at).and_then(Value::as_str).unwrap_or_default();
                let rejection = (integer(2), text(3).to_owned(), text(4).to_owned());
                self.pages[number].rejections.push(rejection);
            }
            _ => {}
        }
        Ok(())
    }

    fn tell(&self, page: usize, message: &Value) {
        if let Some(connection) = self.pages[page].connection {
            self.channel.send(connection, message.to_string());
        }
    }

    /// Lets the page go on whose turn it is.
    async fn grant(&mut self) -> Result<(), Stop> {
        if !self.play.is_limited {
            return Ok(());
        }
        if self.stepping.is_some() {
            return self.step_on().await;
        }
        while let Some(segment) = self.segments.get(self.segment).copied() {
            let state = &self.pages[segment.page];
            if state.is_over || state.at >= segment.until {
                self.segment += 1;
                continue;
            }
            tracing::trace!(segment.page, segment.until, "goes on");
            self.tell(segment.page, &json!(["grant", segment.until]));
            break;
        }
        Ok(())
    }

    /// Asks the person who looks on, and lets the next events go.
    async fn step_on(&mut self) -> Result<(), Stop> {
        let Some(segment) = self.next_segment() else { return Ok(()) };
        let log = Arc::clone(&self.play.log);
        let page = &log.pages[segment.page];
        let at = self.pages[segment.page].at;
        let coming: Vec<String> = page
            .entries
            .iter()
            .skip(at)
            .filter_map(crate::coming::described(page))
            .take(8)
            .collect();
        let Some(stepping) = self.stepping.as_mut() else { return Ok(()) };
        let mut n_events = usize::MAX;
        if stepping.coming.send(coming).is_ok() {
            // Nobody who answers means: go on to the end.
            n_events = stepping.go.recv().await.unwrap_or(usize::MAX);
        }
        self.moved();
        let until = at.saturating_add(n_events).min(page.entries.len()).min(segment.until);
        self.tell(segment.page, &json!(["grant", until]));
        Ok(())
    }

    fn next_segment(&mut self) -> Option<Segment> {
        loop {
            let segment = *self.segments.get(self.segment)?;
            let state = &self.pages[segment.page];
            if !state.is_over && state.at < segment.until {
                return Some(segment);
            }
            self.segment += 1;
        }
    }

    /// The top page of the window that a page is in.
    fn top_of(&self, page: usize) -> usize {
        if self.page(page).hello.frame.is_empty() {
            return page;
        }
        let is_top = |(number, state): &(usize, &PageState)| {
            state.has_entered && *number <= page && self.page(*number).hello.frame.is_empty()
        };
        self.pages.iter().enumerate().rfind(is_top).map_or(page, |(number, _)| number)
    }

    async fn show(&mut self, page: usize) -> Result<(), Stop> {
        let session = self.session.clone();
        let top = self.top_of(page);
        let shown = self.windows.show(&session, top).await;
        self.command(shown)
    }

    async fn gesture(
        &mut self,
        page: usize,
        number: usize,
        found: Option<&Value>,
    ) -> Result<(), Stop> {
        let Some(gesture) = self.play.gestures[page].get(number).cloned() else { return Ok(()) };
        self.pages[page].after.clone_from(&gesture.label);
        let n_all = self.play.log.pages.iter().map(|page| page.events().count() as u64).sum();
        let n_done = self.n_events();
        (self.progress)(Progress::Events { n_done, n_all, what: gesture.label.clone() });
        self.show(page).await?;
        let placement = placement(found);
        let session = self.session.clone();
        let hands = Arc::clone(&self.hands);
        let performed = self.performed.clone();
        self.n_performing += 1;
        // Drivers wait for a page that the gesture leads to, and that page waits for this one to end.
        tokio::spawn(async move {
            let began = Instant::now();
            let outcome = perform(&session, &gesture, &placement, &mut *hands.lock().await).await;
            // A replay that has ended does not care.
            let _ = performed.send(PerformedGesture { page, number, outcome, took_ms: ms(began) });
        });
        Ok(())
    }

    /// Moves the pointer to where a gesture is to happen.
    async fn probe(&mut self, page: usize, number: usize, at: (f64, f64)) -> Result<(), Stop> {
        self.show(page).await?;
        match hover(&self.session, at).await {
            Err(error) if error.code().is_none() => return Err(self.stopped(&error)),
            Err(error) => tracing::debug!(%error, "the driver refused to move the pointer"),
            Ok(()) => {}
        }
        self.tell(page, &json!(["probed", number]));
        Ok(())
    }

    fn gesture_performed(&mut self, gesture: PerformedGesture) -> Result<(), Stop> {
        let PerformedGesture { page, number, outcome, took_ms } = gesture;
        self.n_performing -= 1;
        self.moved();
        *self.timings.entry("input_ms".to_owned()).or_default() += took_ms;
        let is_done = match outcome {
            Ok(performed) => performed == Performed::Done,
            Err(error) if error.code().is_none() => return Err(self.stopped(&error)),
            Err(error) => {
                tracing::debug!(%error, "the driver refused a gesture");
                false
            }
        };
        let done = json!(["done", number, is_done]);
        self.tell(page, &done);
        self.pages[page].last_done = Some(done);
        Ok(())
    }

    async fn step(&mut self, page: usize, line: &[Value], text: &str) -> Result<(), Stop> {
        let observed = line.get(5).cloned().unwrap_or_default();
        let is_visible = observed["isVisible"].as_bool().unwrap_or(true);
        let entry = line.get(2).and_then(Value::as_u64).and_then(|at| usize::try_from(at).ok());
        let event = line.get(3).and_then(Value::as_u64);
        let mut screenshot = None;
        // Drivers do not answer while a page is being left.
        if is_visible && self.pending.is_none() {
            self.show(page).await?;
            let began = Instant::now();
            let shot = match mark(line) {
                Some(mark) => self.session.marked_screenshot(mark).await,
                None => self.session.quick_screenshot().await,
            };
            *self.timings.entry("screenshots_ms".to_owned()).or_default() += ms(began);
            match shot {
                Ok(png) => screenshot = Some(self.writer.shot(&png)?),
                Err(error) if error.code().is_none() => return Err(self.stopped(&error)),
                Err(error) => tracing::debug!(%error, "no picture"),
            }
            let began = Instant::now();
            let scripts = self.play.watch.take().await;
            *self.timings.entry("ran_ms".to_owned()).or_default() += ms(began);
            if !scripts.is_empty() {
                self.writer.ran(&Ran { step: self.n_steps, scripts })?;
            }
        }
        let recorded = &self.play.log.pages[page];
        let state = &mut self.pages[page];
        state.at = state.at.max(entry.unwrap_or_default());
        state.last_event = event.or(state.last_event);
        let url = observed["page"]["url"].as_str().unwrap_or(&recorded.hello.url).to_owned();
        let step = Step {
            index: self.n_steps,
            page,
            frame: recorded.hello.frame.clone(),
            url,
            event,
            entry: entry.and_then(|entry| entry.checked_sub(1)),
            at_us: line.get(4).and_then(Value::as_i64).unwrap_or_default(),
            after: state.after.clone(),
            observation: observation(text),
            screenshot,
            console: std::mem::take(&mut state.console),
            errors: std::mem::take(&mut state.errors),
        };
        self.writer.step(&step)?;
        self.n_steps += 1;
        if is_visible {
            self.tell(page, &json!(["go"]));
        }
        Ok(())
    }

    /// The page that takes the place of a page and has not come yet.
    fn following(&self, number: usize) -> Option<usize> {
        let log = &self.play.log;
        let next = log.pages.iter().find(|page| {
            !page.hello.is_worker
                && !self.pages[page.number].has_entered
                && followed(log, page) == Some(number)
        });
        next.map(|page| page.number)
    }

    /// A page has nothing more to do; what takes its place may come.
    async fn page_through(&mut self, number: usize) -> Result<(), Stop> {
        match self.following(number) {
            Some(next) => {
                if let Some(document) = self.play.gates.document(next) {
                    self.serving.release(document, Upto::End);
                }
                self.pending = None;
                let limit = if self.leaves_by_itself(next) { LEAVE_LIMIT } else { SHORT_LIMIT };
                self.leaving = Some((next, Instant::now() + limit));
            }
            None => {
                self.pages[number].is_over = true;
                if has_left(self.page(number)) {
                    let session = self.session.clone();
                    // A window that is gone already need not be closed.
                    let closed = self.windows.close(&session, number).await;
                    if let Err(error) = closed.as_ref()
                        && error.code().is_none()
                    {
                        return Err(self.stopped(error));
                    }
                }
                let is_top = |page: &Page| !page.hello.is_worker && page.hello.frame.is_empty();
                let mut tops = self.play.log.pages.iter().zip(&self.pages);
                if tops.all(|(page, state)| !is_top(page) || state.is_over) {
                    self.end_frames(self.pages.len());
                }
                // Windows and frames that never come are waited for no longer.
                self.give_up_on_absent();
            }
        }
        self.grant().await
    }

    fn give_up_on_absent(&mut self) {
        let is_waiting = self.pages.iter().any(|state| state.has_entered && !state.is_over);
        if is_waiting || self.leaving.is_some() {
            return;
        }
        for number in 0..self.pages.len() {
            let page = &self.play.log.pages[number];
            if page.hello.is_worker || self.pages[number].has_entered || page.entries.is_empty() {
                self.pages[number].is_over = true;
            }
        }
    }

    /// Whether something in the page before is likely to lead to a page.
    fn leaves_by_itself(&self, next: usize) -> bool {
        let log = &self.play.log;
        let before = followed(log, &log.pages[next]).unwrap_or(0);
        let is_by_person = self.play.gates.is_by_person(next);
        is_by_person.map_or_else(|| is_caused(&log.pages[before]), |it| !it)
            && travel(log, &log.pages[next]).is_none()
    }

    /// Goes to a page that the one before did not go to.
    async fn lead_on(&mut self, next: usize) -> Result<(), Stop> {
        self.moved();
        let log = Arc::clone(&self.play.log);
        let page = &log.pages[next];
        let before = followed(&log, page).unwrap_or(0);
        self.show(before).await?;
        let session = self.session.clone();
        let went = match travel(&log, page) {
            Some(ActionKind::Reload) => session.refresh().await,
            Some(ActionKind::Back) => session.back().await,
            Some(ActionKind::Forward) => session.forward().await,
            _ => {
                if self.leaves_by_itself(next) {
                    self.diverge(Divergence {
                        page: before,
                        event: self.pages[before].last_event,
                        kind: DivergenceKind::NavigationMissing,
                        detail: format!("the page did not go to {}", page.hello.url),
                        expected: Some(page.hello.url.clone()),
                        actual: None,
                        registered_by: None,
                    })?;
                }
                session.navigate(&page.hello.url).await
            }
        };
        self.command(went)?;
        // Once more, without a way out: then the page is missing.
        self.pages[before].is_over = true;
        Ok(())
    }

    fn diverge(&mut self, divergence: Divergence) -> Result<(), Stop> {
        if self.divergences.len() >= MAX_DIVERGENCES || self.divergences.contains(&divergence) {
            return Ok(());
        }
        self.writer.divergence(&divergence)?;
        (self.progress)(Progress::Divergence(divergence.clone()));
        self.divergences.push(divergence);
        Ok(())
    }

    fn n_events(&self) -> u64 {
        let pages = self.play.log.pages.iter().zip(&self.pages);
        let events = pages.map(|(page, state)| {
            let done = page.entries.iter().take(state.at);
            done.filter(|entry| matches!(entry, Entry::Event(_))).count() as u64
        });
        events.sum()
    }
}

/// Whether a page was left, or its window closed, when it was recorded.
fn has_left(page: &Page) -> bool {
    page.entries.iter().any(|entry| matches!(entry, Entry::Left { .. }))
}

fn ms(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}

/// Whether the page itself is likely to have gone away: something happened in it shortly before.
fn is_caused(page: &Page) -> bool {
    const SHORTLY_US: i64 = 2_000_000;
    let left = page.entries.iter().rev().find_map(|entry| match entry {
        Entry::Left { at_us, .. } => Some(*at_us),
        _ => None,
    });
    let acts = page.entries.iter().filter(|entry| entry.input().is_some());
    left.zip(acts.map(Entry::at_us).max()).is_some_and(|(left, last)| left - last < SHORTLY_US)
}
