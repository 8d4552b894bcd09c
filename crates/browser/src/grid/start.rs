//! One session on a grid: waiting for a slot, asking, opening the way back to our proxy, and a look around.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use xcheck_model::browser_name::BrowserName;

use super::keeper::{Asked, Lease};
use super::offer::{Offer, Room, told};
use super::{Grid, GridError, Lane, lock, put_over};
use crate::engines::{self, Setup};
use crate::launch::{
    Browser, BrowserConfig, LaunchLimits, ProxyRoute, RemotePlace, Viewport, viewport,
};
use crate::webdriver::{CommandError, CommandErrorKind, ErrorCode, Session, Timeouts};

/// How often a hub is asked for a free slot.
const POLL: Duration = Duration::from_millis(250);
/// How long a hub that never answered may be silent.
const FIRST_CONTACT: Duration = Duration::from_secs(5);
const STATUS: Duration = Duration::from_secs(10);
/// How often a session is tried on nodes that do not give one.
const MOST_TRIES: usize = 4;
/// How long a browser may take from a page to our proxy, before it is asked again.
const KNOCK: Duration = Duration::from_millis(500);

/// Asks for a picture that only our proxy has. A page of its own would be one more in the history.
const KNOCK_SCRIPT: &str = "new Image().src = arguments[0]";

/// What a page sees of its machine. Widths tell fonts: generic families are the ones that xcheck puts there.
const LOOK_AROUND: &str = r#"
    const pen = document.createElement("canvas").getContext("2d");
    const width = (family) => {
        pen.font = "100px " + family;
        return pen.measureText("The quick brown fox jumps over the lazy dog 0123456789").width;
    };
    const is = (generic, named) => Math.abs(width(generic) / width("'" + named + "'") - 1) < 0.01;
    return {
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        language: navigator.language,
        ratio: devicePixelRatio,
        fonts: is("sans-serif", "Liberation Sans") && is("serif", "Liberation Serif")
            && is("monospace", "Liberation Mono") && width("'Liberation Sans'") !== width("'Liberation Mono'"),
    };
"#;

#[derive(Deserialize)]
struct Surroundings {
    zone: String,
    language: String,
    ratio: f64,
    fonts: bool,
}

impl Surroundings {
    /// What is not as on a machine that xcheck prepares, for people.
    fn told(&self) -> Vec<String> {
        let mut told = Vec::new();
        if !self.fonts {
            told.push("other fonts than Liberation".to_owned());
        }
        // Both names are in use for it.
        if !matches!(self.zone.as_str(), "UTC" | "Etc/UTC") {
            told.push(format!("time zone {}", self.zone));
        }
        if self.language != "en-US" {
            told.push(format!("language {}", self.language));
        }
        if (self.ratio - 1.0).abs() > f64::EPSILON {
            told.push(format!("{} pixels per CSS pixel", self.ratio));
        }
        told
    }
}

/// Holds a place among the sessions that are being started.
struct Starting(Arc<Lane>);

impl Starting {
    fn count(&self) -> &AtomicUsize {
        &self.0.n_starting
    }
}

impl Drop for Starting {
    fn drop(&mut self) {
        self.count().fetch_sub(1, Ordering::Relaxed);
    }
}

impl Grid {
    /// How many sessions of a browser there can be at once, if the hub tells.
    pub(crate) async fn n_slots(&self, name: BrowserName) -> Option<usize> {
        let status = self.client.whole_status(STATUS).await.ok()?;
        let wanted = self.capabilities(name, &BrowserConfig::PLAIN);
        Some(Offer::read(&status)?.room(&wanted).n_all)
    }

    /// Gets a browser with the wanted viewport. Tries again where another node may do better.
    pub(crate) async fn start(
        &self,
        name: BrowserName,
        config: &BrowserConfig,
        limits: LaunchLimits,
    ) -> Result<Browser, GridError> {
        let lane = self.lane(name);
        let verdict = lock(&lane.verdict).clone();
        if let Some(verdict) = verdict {
            return Err(GridError::Known(verdict));
        }
        let deadline = Instant::now() + self.config.queue;
        let mut n_tries = 0;
        let error = loop {
            let error = match self.start_once(name, config, limits, &lane, deadline).await {
                Ok(browser) => return Ok(browser),
                Err(GridError::NodeLost { why, .. }) => {
                    GridError::NodeLost { n_tries: n_tries + 1, why }
                }
                Err(error) => error,
            };
            n_tries += 1;
            if !error.is_worth_a_retry() || n_tries >= MOST_TRIES || Instant::now() >= deadline {
                break error;
            }
            tracing::debug!(%name, %error, "asking the grid again");
            sleep(POLL).await;
        };
        if error.is_final() {
            lock(&lane.verdict).get_or_insert_with(|| error.to_string());
        }
        Err(error)
    }

    async fn start_once(
        &self,
        name: BrowserName,
        config: &BrowserConfig,
        limits: LaunchLimits,
        lane: &Arc<Lane>,
        deadline: Instant,
    ) -> Result<Browser, GridError> {
        let mut wanted = self.capabilities(name, config);
        let starting = self.slot(lane, &wanted, deadline).await?;
        let tag = format!("{} {}", self.run, self.n_asked.fetch_add(1, Ordering::Relaxed));
        wanted["se:name"] = tag.as_str().into();
        let asked = Asked::new(self.keeper().map_err(GridError::Keeper)?, &tag);
        let mut limit = limits.commands;
        // A slot was free a moment ago: a hub that does not give it waits for a node that is lost.
        if !lane.is_offered.load(Ordering::Relaxed) {
            let left = deadline.saturating_duration_since(Instant::now());
            limit.new_session = limit.new_session.max(left);
        }
        let session =
            Session::start(self.client.clone(), name.engine(), wanted.clone(), limit).await;
        drop(starting);
        let session = match session {
            Ok(session) => session,
            Err(error) => {
                let is_answer = matches!(
                    error.kind,
                    CommandErrorKind::Refused { .. } | CommandErrorKind::Unauthorized { .. }
                );
                if is_answer {
                    asked.refused();
                }
                let is_seen = lane.is_offered.load(Ordering::Relaxed);
                return Err(self.refusal(error, &wanted, is_seen));
            }
        };
        let session = session.limited(limits.commands);
        let mut lease = asked.opened(session.id());
        match self.settle(name, config, limits, lane, &session, &mut lease).await {
            Ok(surroundings) => {
                let (version, driver_version) =
                    engines::versions(name.engine(), session.capabilities());
                tracing::debug!(%name, version, "session on the grid");
                let platform = session.capabilities()["platformName"].as_str().map(str::to_owned);
                let remote = RemotePlace { lease, platform, surroundings };
                Ok(Browser::remote(session, remote, (version, driver_version), limits))
            }
            Err(error) => {
                lease.end(&session, limits.polite_quit).await;
                Err(error)
            }
        }
    }

    fn capabilities(&self, name: BrowserName, config: &BrowserConfig) -> Value {
        let wishes = self.wishes(name);
        let setup = Setup {
            browser: None,
            scratch: None,
            proxy: config.proxy.as_ref().map(|route| route.address.clone()),
            viewport: config.viewport,
            page_load_strategy: config.page_load_strategy,
            headed: config.headed,
            is_root: false,
        };
        let mut wanted = engines::remote_capabilities(name.engine(), &setup, &wishes);
        put_over(&mut wanted, &wishes);
        wanted
    }

    /// Waits for a free slot, in turn with others of ours that want the same browser.
    async fn slot(
        &self,
        lane: &Arc<Lane>,
        wanted: &Value,
        deadline: Instant,
    ) -> Result<Starting, GridError> {
        let no_slot = || GridError::NoSlot { wanted: told(wanted), limit: self.config.queue };
        let turn = tokio::select! {
            turn = lane.turn.lock() => turn,
            () = sleep_until(deadline) => return Err(no_slot()),
        };
        let began = Instant::now();
        loop {
            let is_first = began.elapsed() < FIRST_CONTACT;
            let was_offered = lane.is_offered.load(Ordering::Relaxed);
            let late = match self.client.whole_status(STATUS).await {
                Ok(status) => {
                    self.is_known.store(true, Ordering::Relaxed);
                    let Some(offer) = Offer::read(&status) else { break };
                    let Room { n_all, n_free } = offer.room(wanted);
                    if n_all > 0 {
                        lane.is_offered.store(true, Ordering::Relaxed);
                    }
                    if n_free > lane.n_starting.load(Ordering::Relaxed) {
                        break;
                    }
                    let error = match n_all {
                        0 => GridError::NotOnOffer { wanted: told(wanted), offered: offer.told() },
                        _ => no_slot(),
                    };
                    // Nodes that are just starting, or that a new hub has not found again, are waited for.
                    if n_all == 0 && !was_offered && !(offer.is_empty() && is_first) {
                        return Err(error);
                    }
                    error
                }
                Err(error) => {
                    let error = self.silence(error);
                    let is_known = self.is_known.load(Ordering::Relaxed);
                    let is_passing = matches!(error, GridError::Unreachable { .. });
                    if !is_passing || (!is_known && !is_first) {
                        return Err(error);
                    }
                    error
                }
            };
            if Instant::now() >= deadline {
                return Err(late);
            }
            sleep(POLL).await;
        }
        drop(turn);
        lane.n_starting.fetch_add(1, Ordering::Relaxed);
        Ok(Starting(Arc::clone(lane)))
    }

    /// What it means that a hub does not tell its status.
    fn silence(&self, error: CommandError) -> GridError {
        let url = self.config.url.clone();
        match error.kind {
            CommandErrorKind::Unauthorized { status } => GridError::Unauthorized { url, status },
            _ => {
                let why = error.to_string_chain();
                let cause = why.rsplit(": ").next().unwrap_or_default();
                GridError::Unreachable { url, why: cause.to_owned() }
            }
        }
    }

    /// What it means that a hub gives no session.
    fn refusal(&self, error: CommandError, wanted: &Value, is_seen: bool) -> GridError {
        let no_slot = || GridError::NoSlot { wanted: told(wanted), limit: self.config.queue };
        match &error.kind {
            CommandErrorKind::Unauthorized { .. } => self.silence(error),
            CommandErrorKind::TimedOut { .. } if !is_seen => no_slot(),
            CommandErrorKind::Refused { code: ErrorCode::SessionNotCreated, message }
                if message.contains("New session request timed out") =>
            {
                no_slot()
            }
            CommandErrorKind::Refused { message, .. }
                if message.contains("No nodes support the capabilities") =>
            {
                let offered = "other ones".to_owned();
                GridError::NotOnOffer { wanted: told(wanted), offered }
            }
            CommandErrorKind::Refused { .. } => GridError::Refused(error),
            _ => GridError::NodeLost { n_tries: 1, why: error.to_string_chain() },
        }
    }

    /// Makes a new session one of ours; what it finds unusual there is told.
    async fn settle(
        &self,
        name: BrowserName,
        config: &BrowserConfig,
        limits: LaunchLimits,
        lane: &Lane,
        session: &Session,
        lease: &mut Lease,
    ) -> Result<Vec<String>, GridError> {
        let lost = |error: CommandError| match error.kind {
            CommandErrorKind::Refused { .. } => GridError::Refused(error),
            _ => GridError::NodeLost { n_tries: 1, why: error.to_string_chain() },
        };
        if let Ok(status) = self.client.whole_status(STATUS).await
            && let Some(offer) = Offer::read(&status)
            && let Some(node) = offer.node_of(session.id())
        {
            lease.is_on(node);
        }
        self.check_identity(lane, session.capabilities())?;
        let timeouts = Timeouts {
            script: engines::script_timeout(name.engine()),
            page_load: limits.commands.page_load,
            implicit: Duration::ZERO,
        };
        session.set_timeouts(timeouts).await.map_err(lost)?;
        if let Some(route) = &config.proxy {
            knock(session, route, limits.driver_ready).await.map_err(lost)??;
        }
        let got: Viewport = viewport::set(session, config.viewport).await.map_err(lost)?;
        if got != config.viewport {
            return Err(GridError::Viewport { wanted: config.viewport, got });
        }
        let surroundings: Surroundings = session.execute(LOOK_AROUND, &[]).await.map_err(lost)?;
        Ok(surroundings.told())
    }

    /// All sessions of one browser must be of one version and platform, or a report would compare them with each other.
    fn check_identity(&self, lane: &Lane, capabilities: &Value) -> Result<(), GridError> {
        let text = |key: &str| capabilities[key].as_str().unwrap_or_default().to_owned();
        let here = (text("browserVersion"), text("platformName"));
        let mut identity = lock(&lane.identity);
        let known = identity.get_or_insert_with(|| here.clone());
        let told = |(version, platform): &(String, String)| format!("{version} on {platform}");
        match *known == here {
            true => Ok(()),
            false => Err(GridError::Mixed { first: told(known), second: told(&here) }),
        }
    }
}

/// Makes the browser show our proxy that it knows the key.
async fn knock(
    session: &Session,
    route: &ProxyRoute,
    limit: Duration,
) -> Result<Result<(), GridError>, CommandError> {
    let Some(key) = &route.key else { return Ok(Ok(())) };
    let mut is_open = key.is_open.clone();
    let deadline = Instant::now() + limit;
    while Instant::now() < deadline {
        // A browser that is just starting may leave its first page, and what that page asked for is lost.
        session.execute::<Value>(KNOCK_SCRIPT, &[json!(key.url)]).await?;
        if let Ok(Ok(_)) = timeout(KNOCK, is_open.wait_for(|it| *it)).await {
            return Ok(Ok(()));
        }
    }
    Ok(Err(GridError::NoWayBack { address: route.address.clone() }))
}
