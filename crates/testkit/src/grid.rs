//! A real Selenium Grid on free ports of this machine: a hub, and nodes with all three engines.
//!
//! `TEST_GRID` names the jar of Selenium's server; without it tests of the grid print a skip.
//! Nodes are prepared as the guide says, so that browsers on them look like those that xcheck starts itself.
//! Every process has a guard, so none is left however a test ends.

use std::fmt::Write as _;
use std::net::TcpListener;
use std::time::{Duration, Instant};

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::Value;
use xcheck_browser::display::Display;
use xcheck_browser::find::{Overrides, find};
use xcheck_browser::fonts;
use xcheck_browser::guard::{GuardCommand, GuardOrder, Guarded};
use xcheck_browser::webdriver::{Client, Credentials};
use xcheck_model::engine::Engine;

/// Set by `make test-grid`.
pub const JAR_VARIABLE: &str = "TEST_GRID";
/// A busy machine takes half of it.
const START: Duration = Duration::from_secs(90);
const STATUS: Duration = Duration::from_secs(10);
const END: Duration = Duration::from_secs(20);

/// What a grid shall be like.
#[derive(Clone, Debug)]
pub struct GridOptions {
    pub n_nodes: usize,
    /// Sessions of Chromium and Firefox, each, that a node has at once; of WebKit it is one.
    pub n_slots: usize,
    pub credentials: Option<Credentials>,
    pub engines: Vec<Engine>,
}

impl GridOptions {
    pub fn nodes(n_nodes: usize) -> Self {
        Self { n_nodes, n_slots: 1, credentials: None, engines: Engine::ALL.to_vec() }
    }
}

/// The jar of the server, if tests of the grid are wanted; prints a skip otherwise.
#[expect(clippy::print_stderr, reason = "a skip must be seen by whoever reads the test's output")]
pub fn jar() -> Option<Utf8PathBuf> {
    let jar = std::env::var(JAR_VARIABLE).ok().map(Utf8PathBuf::from);
    if jar.is_none() {
        eprintln!("skip: {JAR_VARIABLE} names no Selenium server; make test-grid does");
    }
    jar
}

/// A running grid. Dropping it ends it without waiting.
pub struct RealGrid {
    guard: GuardCommand,
    jar: Utf8PathBuf,
    options: GridOptions,
    ports: Ports,
    hub: Option<Guarded>,
    nodes: Vec<Node>,
    display: Display,
    folder: Utf8PathBuf,
    _scratch: tempfile::TempDir,
}

struct Ports {
    hub: u16,
    publish: u16,
    subscribe: u16,
}

struct Node {
    server: Guarded,
    webkit: Option<Guarded>,
}

impl RealGrid {
    /// Starts hub and nodes, and waits until all slots are there.
    pub async fn start(guard: GuardCommand, jar: &Utf8Path, options: GridOptions) -> Self {
        let scratch = tempfile::tempdir().expect("a temporary folder can be made");
        let folder =
            Utf8PathBuf::from_path_buf(scratch.path().to_owned()).expect("its name is UTF-8");
        fonts::write(&folder).expect("fonts can be set up");
        let display = Display::start(&guard, &Overrides::from_env(), &[]).await.expect("a display");
        let [hub, publish, subscribe] = free_ports();
        let mut grid = Self {
            guard,
            jar: jar.to_owned(),
            options,
            ports: Ports { hub, publish, subscribe },
            hub: None,
            nodes: Vec::new(),
            display,
            folder,
            _scratch: scratch,
        };
        grid.start_hub().await;
        for _ in 0..grid.options.n_nodes {
            grid.add_node().await;
        }
        let n_slots = grid.n_slots_due();
        grid.until("all nodes are there", |status| slots(status).len() >= n_slots).await;
        grid
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.ports.hub)
    }

    /// How a project would say what this grid needs.
    pub fn config(&self) -> String {
        let args = "args = [\"--no-sandbox\"]";
        let chromium = installed(Engine::Chromium).0;
        format!(
            "[grid]\nurl = \"{}\"\n[grid.browsers.chromium]\n\"goog:chromeOptions\" = {{ {args}, binary = \"{chromium}\" }}\n",
            self.url()
        )
    }

    fn n_slots_due(&self) -> usize {
        let of = |engine: &Engine| if *engine == Engine::WebKit { 1 } else { self.options.n_slots };
        self.nodes.len() * self.options.engines.iter().map(of).sum::<usize>()
    }

    async fn start_hub(&mut self) {
        let mut args = self.common_args(self.ports.hub);
        args.push(("healthcheck-interval", "5".to_owned()));
        if let Some(Credentials { user, password }) = &self.options.credentials {
            args.extend([("username", user.clone()), ("password", password.clone())]);
        }
        self.hub = Some(self.java(&args, "hub").await);
        self.until("the hub answers", |_| true).await;
    }

    fn common_args(&self, port: u16) -> Vec<(&'static str, String)> {
        vec![
            ("host", "127.0.0.1".to_owned()),
            ("port", port.to_string()),
            ("publish-events", format!("tcp://127.0.0.1:{}", self.ports.publish)),
            ("subscribe-events", format!("tcp://127.0.0.1:{}", self.ports.subscribe)),
        ]
    }

    /// Ends the hub the hard way.
    pub async fn kill_hub(&mut self) {
        if let Some(hub) = self.hub.take() {
            hub.end(END).await.expect("the hub ends");
        }
    }

    /// A hub that knows nothing of what was before, on the same ports.
    pub async fn restart_hub(&mut self) {
        self.kill_hub().await;
        self.start_hub().await;
    }

    pub async fn add_node(&mut self) {
        let webkit = match self.options.engines.contains(&Engine::WebKit) {
            true => Some(self.start_webkit().await),
            false => None,
        };
        let path = self.folder.join(format!("node-{}.toml", self.nodes.len()));
        let port = webkit.as_ref().map(|(_, port)| *port);
        std::fs::write(&path, self.node_config(port)).expect("the configuration can be written");
        let [port] = free_ports();
        let mut args = self.common_args(port);
        args.push(("hub", self.url()));
        // So that a new hub hears of it soon.
        args.push(("heartbeat-period", "5".to_owned()));
        args.push(("config", path.to_string()));
        let server = self.java(&args, "node").await;
        self.nodes.push(Node { server, webkit: webkit.map(|(driver, _)| driver) });
    }

    /// Ends the first node and its browsers the hard way, as if its plug were pulled.
    pub async fn kill_node(&mut self) {
        let Node { server, webkit } = self.nodes.remove(0);
        server.end(END).await.expect("the node ends");
        if let Some(webkit) = webkit {
            webkit.end(END).await.expect("its driver ends");
        }
    }

    fn node_config(&self, webkit: Option<u16>) -> String {
        let mut text = format!(
            "[node]\ndetect-drivers = false\nselenium-manager = false\noverride-max-sessions = true\nmax-sessions = {}\n",
            2 * self.options.n_slots + 1
        );
        for (engine, name) in [(Engine::Chromium, "chrome"), (Engine::Firefox, "firefox")] {
            if !self.options.engines.contains(&engine) {
                continue;
            }
            let (browser, driver) = installed(engine);
            // Firefox is found by its slot; Chromium's options would be replaced by ours.
            let options = match engine {
                Engine::Firefox => {
                    format!(", \"moz:firefoxOptions\": {{\"binary\": \"{browser}\"}}")
                }
                _ => String::new(),
            };
            let _ = write!(
                text,
                "[[node.driver-configuration]]\ndisplay-name = \"{}\"\nmax-sessions = {}\nwebdriver-executable = \"{driver}\"\n\
                 stereotype = '{{\"browserName\": \"{name}\", \"platformName\": \"linux\"{options}}}'\n",
                engine.title(),
                self.options.n_slots
            );
        }
        if let Some(port) = webkit {
            let _ = write!(
                text,
                "[relay]\nurl = \"http://127.0.0.1:{port}\"\nstatus-endpoint = \"/status\"\n\
                 configs = [\"1\", '{{\"browserName\": \"MiniBrowser\", \"platformName\": \"linux\"}}']\n"
            );
        }
        text
    }

    async fn start_webkit(&self) -> (Guarded, u16) {
        let [port] = free_ports();
        let (_, driver) = installed(Engine::WebKit);
        (self.guarded(&driver, vec![format!("--port={port}")]).await, port)
    }

    async fn java(&self, args: &[(&str, String)], role: &str) -> Guarded {
        let mut all = vec!["-Xmx256m".to_owned(), "-jar".into(), self.jar.to_string(), role.into()];
        for (name, value) in args {
            all.extend([format!("--{name}"), value.clone()]);
        }
        self.guarded(Utf8Path::new("java"), all).await
    }

    async fn guarded(&self, program: &Utf8Path, args: Vec<String>) -> Guarded {
        let set = |name: &str, value: &str| (name.to_owned(), Some(value.to_owned()));
        let mut env = vec![
            set("DISPLAY", &self.display.name()),
            set("FONTCONFIG_FILE", self.folder.join("fonts.conf").as_str()),
            set("LANG", "en_US.UTF-8"),
            set("LANGUAGE", "en_US"),
            set("TZ", "UTC"),
            set("WEBKIT_SKIA_ENABLE_CPU_RENDERING", "1"),
            set("GDK_BACKEND", "x11"),
            set("GSETTINGS_BACKEND", "memory"),
            set("GTK_THEME", "Adwaita"),
            set("GTK_OVERLAY_SCROLLING", "1"),
            set("NO_AT_BRIDGE", "1"),
        ];
        let proxies = ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "no_proxy"];
        env.extend(proxies.map(|name| (name.to_owned(), None)));
        let order = GuardOrder {
            program: program.to_owned(),
            args,
            env,
            scratch: None,
            grace: Duration::ZERO,
        };
        Guarded::start(&self.guard, order).await.expect("a guard can be started")
    }

    fn client(&self) -> Client {
        Client::remote(&self.url(), self.options.credentials.clone()).expect("a client")
    }

    /// Sessions that are open anywhere on the grid, as the hub says.
    pub async fn n_sessions(&self) -> usize {
        let status = self.client().whole_status(STATUS).await.unwrap_or_default();
        n_taken(&status)
    }

    /// Waits until no session is open.
    pub async fn until_empty(&self) {
        self.until("no session is left", |status| n_taken(status) == 0).await;
    }

    /// Waits until a session is open.
    pub async fn until_used(&self) {
        self.until("a session is open", |status| n_taken(status) > 0).await;
    }

    /// Waits until the status of the hub is as wanted; `what` says so if it never is.
    async fn until(&self, what: &str, is_so: impl Fn(&Value) -> bool) {
        let client = self.client();
        let began = Instant::now();
        loop {
            let status = client.whole_status(STATUS).await;
            if status.as_ref().is_ok_and(&is_so) {
                return;
            }
            let words = || {
                let hub = self.hub.iter().map(|hub| hub.output().last_lines(5));
                let nodes = self.nodes.iter().map(|node| node.server.output().last_lines(5));
                hub.chain(nodes).collect::<Vec<_>>().join("\n")
            };
            assert!(began.elapsed() < START, "{what}: {status:?}\n{}", words());
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    pub async fn end(mut self) {
        while !self.nodes.is_empty() {
            self.kill_node().await;
        }
        self.kill_hub().await;
        self.display.end(END).await.expect("the display ends");
    }
}

fn slots(status: &Value) -> Vec<&Value> {
    let nodes = status["nodes"].as_array().into_iter().flatten();
    nodes.flat_map(|node| node["slots"].as_array().into_iter().flatten()).collect()
}

fn n_taken(status: &Value) -> usize {
    slots(status).iter().filter(|slot| slot["session"]["sessionId"].is_string()).count()
}

/// Browser and driver of an engine.
fn installed(engine: Engine) -> (Utf8PathBuf, Utf8PathBuf) {
    let found = find(engine, &Overrides::from_env()).expect("all browsers are installed");
    (found.browser, found.driver)
}

/// Ports that were free a moment ago.
fn free_ports<const N: usize>() -> [u16; N] {
    let listeners =
        [(); N].map(|()| TcpListener::bind("127.0.0.1:0").expect("a loopback port is free"));
    listeners.map(|listener| listener.local_addr().expect("it has an address").port())
}
