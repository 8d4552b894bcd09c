//! Browsers on other machines: Selenium Grid, and every cloud that speaks its WebDriver.
//!
//! A session is asked for when there is a slot for it, so that it waits here and not in the hub's queue.
//! Whatever happens to us, the keeper deletes every session that we asked for: see `keeper.rs`.
//! What only this machine can give a browser, its fonts and its time zone, is looked at there and told, not assumed.

mod error;
mod keep;
mod keeper;
mod offer;
mod start;

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs as _, UdpSocket};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use xcheck_model::browser_name::BrowserName;

use crate::guard::{GuardCommand, random_word};
use crate::webdriver::{Client, ClientError, Credentials};

pub use error::GridError;
pub(crate) use keep::keep;
pub(crate) use keeper::{KeepOrder, Keeper, Lease};

/// How to get browsers from a grid.
#[derive(Clone, Debug)]
pub struct GridConfig {
    /// Of the hub, without user and password.
    pub url: String,
    pub credentials: Option<Credentials>,
    /// The address that proxies listen on; by default the one that the hub sees us by.
    pub listen: Option<IpAddr>,
    /// What nodes call this machine; by default the address that proxies listen on.
    pub address: Option<String>,
    /// How long a session may wait for a free slot.
    pub queue: Duration,
    /// Capabilities of all browsers, over our own.
    pub capabilities: Value,
    /// Capabilities of single browsers, over all others.
    pub browsers: BTreeMap<BrowserName, Value>,
}

/// A grid, and what is known of it so far.
#[derive(Debug)]
pub(crate) struct Grid {
    config: GridConfig,
    guard: GuardCommand,
    client: Client,
    /// Where proxies listen.
    listen: IpAddr,
    /// What nodes call us.
    address: String,
    /// Names sessions on the grid, so that they can be told from those of others.
    run: String,
    n_asked: AtomicU64,
    /// Whether the hub has ever answered.
    is_known: AtomicBool,
    keeper: Mutex<Option<Arc<Keeper>>>,
    lanes: Mutex<BTreeMap<BrowserName, Arc<Lane>>>,
}

/// What is known of one browser.
#[derive(Debug, Default)]
struct Lane {
    /// Whoever waits for a slot holds it; those behind get it in the order of their coming.
    turn: tokio::sync::Mutex<()>,
    n_starting: AtomicUsize,
    is_offered: AtomicBool,
    /// What it was on the first node that gave one: version and platform.
    identity: Mutex<Option<(String, String)>>,
    /// Why nobody need try again.
    verdict: Mutex<Option<String>>,
}

impl Grid {
    /// Asks nobody yet, but finds out which way the hub is.
    pub(crate) fn new(config: GridConfig, guard: GuardCommand) -> Result<Self, ClientError> {
        let client = Client::remote(&config.url, config.credentials.clone())?;
        let own = own_address(&config.url).unwrap_or(Ipv4Addr::LOCALHOST.into());
        let listen = config.listen.unwrap_or(own);
        let visible = if listen.is_unspecified() { own } else { listen };
        let address = config.address.clone().unwrap_or_else(|| match visible {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => format!("[{address}]"),
        });
        Ok(Self {
            client,
            listen,
            address,
            run: format!("xcheck {:016x}", random_word()),
            n_asked: AtomicU64::new(0),
            is_known: AtomicBool::new(false),
            keeper: Mutex::new(None),
            lanes: Mutex::new(BTreeMap::new()),
            config,
            guard,
        })
    }

    /// Where a proxy for browsers of the grid listens.
    pub(crate) fn listen(&self) -> SocketAddr {
        SocketAddr::new(self.listen, 0)
    }

    /// What browsers of the grid call a proxy that listens on a port.
    pub(crate) fn proxy_address(&self, port: u16) -> String {
        format!("{}:{port}", self.address)
    }

    /// Ends the keeper, once it has nothing left to do.
    pub(crate) async fn end(self, limit: Duration) {
        let keeper = lock(&self.keeper).take();
        if let Some(keeper) = keeper.and_then(Arc::into_inner) {
            keeper.end(limit).await;
        }
    }

    fn lane(&self, name: BrowserName) -> Arc<Lane> {
        Arc::clone(lock(&self.lanes).entry(name).or_default())
    }

    fn keeper(&self) -> std::io::Result<Arc<Keeper>> {
        let mut keeper = lock(&self.keeper);
        if let Some(keeper) = &*keeper {
            return Ok(Arc::clone(keeper));
        }
        let order = KeepOrder {
            url: self.config.url.clone(),
            credentials: self.config.credentials.clone(),
            queue: self.config.queue,
        };
        let started = Arc::new(Keeper::start(&self.guard, &order)?);
        *keeper = Some(Arc::clone(&started));
        Ok(started)
    }

    /// What the configuration wants of a browser, to be put over our own capabilities.
    fn wishes(&self, name: BrowserName) -> Value {
        let mut wishes = json!({});
        if let Some(version) = name.version() {
            wishes["browserVersion"] = version.into();
        }
        if let Some(platform) = name.platform() {
            wishes["platformName"] = platform.into();
        }
        put_over(&mut wishes, &self.config.capabilities);
        let of_engine = BrowserName::of(name.engine());
        for one in [of_engine, name] {
            if let Some(own) = self.config.browsers.get(&one) {
                put_over(&mut wishes, own);
            }
            if name.is_plain() {
                break;
            }
        }
        wishes
    }
}

/// Puts capabilities over others: objects are merged, lists grow, everything else is replaced.
fn put_over(below: &mut Value, over: &Value) {
    match (below, over) {
        (Value::Object(below), Value::Object(over)) => {
            for (key, value) in over {
                match below.get_mut(key) {
                    Some(known) => put_over(known, value),
                    None => drop(below.insert(key.clone(), value.clone())),
                }
            }
        }
        (Value::Array(below), Value::Array(over)) => below.extend(over.iter().cloned()),
        (below, over) => *below = over.clone(),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The address of this machine that packets to a hub come from. Sends nothing.
fn own_address(url: &str) -> Option<IpAddr> {
    let url = reqwest::Url::parse(url).ok()?;
    let port = url.port_or_known_default()?;
    let hub = (url.host_str()?.trim_matches(['[', ']']), port).to_socket_addrs().ok()?.next()?;
    let any: SocketAddr = match hub {
        SocketAddr::V4(_) => (Ipv4Addr::UNSPECIFIED, 0).into(),
        SocketAddr::V6(_) => (std::net::Ipv6Addr::UNSPECIFIED, 0).into(),
    };
    let socket = UdpSocket::bind(any).ok()?;
    socket.connect(hub).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(capabilities: Value, browsers: &[(&str, Value)]) -> Grid {
        let browsers = browsers.iter().map(|(name, it)| (name.parse().unwrap(), it.clone()));
        let config = GridConfig {
            url: "http://127.0.0.1:4444".to_owned(),
            credentials: None,
            listen: None,
            address: None,
            queue: Duration::from_secs(1),
            capabilities,
            browsers: browsers.collect(),
        };
        Grid::new(config, GuardCommand::this_binary().unwrap()).unwrap()
    }

    #[test]
    fn wishes_go_from_the_general_to_the_special() {
        let all = json!({"platformName": "linux", "cloud:options": {"build": 7, "args": ["a"]}});
        let firefox = json!({"cloud:options": {"args": ["b"]}});
        let old = json!({"browserVersion": "140.1", "cloud:options": {"build": 8}});
        let grid = grid(all, &[("firefox", firefox), ("firefox@140", old)]);
        let wishes = |name: &str| grid.wishes(name.parse().unwrap()).to_string();
        assert_eq!(
            wishes("chromium@9/mac"),
            r#"{"browserVersion":"9","cloud:options":{"args":["a"],"build":7},"platformName":"linux"}"#
        );
        assert_eq!(
            wishes("firefox"),
            r#"{"cloud:options":{"args":["a","b"],"build":7},"platformName":"linux"}"#
        );
        assert_eq!(
            wishes("firefox@140"),
            r#"{"browserVersion":"140.1","cloud:options":{"args":["a","b"],"build":8},"platformName":"linux"}"#
        );
    }

    #[test]
    fn proxies_listen_where_the_hub_sees_us() {
        let grid = grid(json!({}), &[]);
        assert_eq!(grid.listen(), ([127, 0, 0, 1], 0).into());
        assert_eq!(grid.proxy_address(81), "127.0.0.1:81");
    }
}
