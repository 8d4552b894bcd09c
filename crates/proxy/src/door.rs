//! Who may use a proxy that others on the network can reach.
//!
//! Browsers send no password to a proxy without asking a person, so a browser proves itself once, by asking for an
//! address that only it was told. From then on its machine is let in, and nobody else.
//! Until then, and to all others, the proxy is silent: it closes the connection without a byte.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};

use rustls::crypto::ring;
use tokio::sync::watch;

/// A reserved name, so that no request for it can ever be meant for a server.
const HOST: &str = "xcheck.invalid";
const KEY_BYTES: usize = 16;

/// Who may come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// Everybody who can reach the address; for loopback.
    Open,
    /// The one machine that knows the key.
    Locked,
}

/// What a browser needs to be let in.
#[derive(Clone, Debug)]
pub struct Key {
    /// A picture with this address, in any page, opens the door.
    pub url: String,
    /// Whether it has.
    pub is_open: watch::Receiver<bool>,
}

/// A locked door, and whom it was opened for.
#[derive(Debug)]
pub(crate) struct Lock {
    path: String,
    guest: watch::Sender<Option<IpAddr>>,
    opened: watch::Sender<bool>,
    n_refused: AtomicU64,
}

/// The machine has no random numbers.
#[derive(Debug, thiserror::Error)]
#[error("no random numbers to make a key of")]
pub struct NoKey;

impl Lock {
    pub(crate) fn new() -> Result<Self, NoKey> {
        let mut bytes = [0; KEY_BYTES];
        ring::default_provider().secure_random.fill(&mut bytes).map_err(|_| NoKey)?;
        let path = bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        Ok(Self {
            path: format!("/{path}"),
            guest: watch::Sender::new(None),
            opened: watch::Sender::new(false),
            n_refused: AtomicU64::new(0),
        })
    }

    pub(crate) fn key(&self) -> Key {
        Key { url: format!("http://{HOST}{}", self.path), is_open: self.opened.subscribe() }
    }

    /// Whether requests of `peer` are answered.
    pub(crate) fn admits(&self, peer: IpAddr) -> bool {
        *self.guest.borrow() == Some(peer)
    }

    /// Opens the door to `peer` if this is the address that only a guest knows. The first guest stays the only one.
    pub(crate) fn opens(&self, peer: IpAddr, uri: &http::Uri) -> bool {
        if uri.host() != Some(HOST) || !is_same(uri.path(), &self.path) {
            return false;
        }
        self.guest.send_if_modified(|guest| {
            let is_first = guest.is_none();
            guest.get_or_insert(peer);
            is_first
        });
        let is_guest = self.admits(peer);
        if is_guest {
            self.opened.send_replace(true);
        }
        is_guest
    }

    /// Counts somebody who was sent away.
    pub(crate) fn refuse(&self, peer: IpAddr) {
        let n_refused = self.n_refused.fetch_add(1, Ordering::Relaxed) + 1;
        tracing::debug!(%peer, n_refused, "somebody without the key was sent away");
    }
}

/// Compares in a time that does not tell how much is right.
fn is_same(one: &str, other: &str) -> bool {
    let differs = one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == other.len() && differs == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_machine_with_the_key_is_let_in() {
        let lock = Lock::new().unwrap();
        let key = lock.key();
        let [guest, other] = [[10, 0, 0, 1], [10, 0, 0, 2]].map(IpAddr::from);
        let asks = |peer, url: &str| lock.opens(peer, &url.parse().unwrap());
        assert!(!asks(guest, "http://xcheck.invalid/"));
        assert!(!asks(guest, &key.url.replace("xcheck.invalid", "example.org")));
        assert!(!asks(guest, &format!("{}0", key.url)));
        assert!(!lock.admits(guest) && !*key.is_open.borrow());
        assert!(asks(guest, &key.url));
        assert!(lock.admits(guest) && *key.is_open.borrow());
        assert!(asks(guest, &key.url));
        assert!(!asks(other, &key.url));
        assert!(!lock.admits(other));
    }

    #[test]
    fn keys_differ() {
        assert_ne!(Lock::new().unwrap().key().url, Lock::new().unwrap().key().url);
    }
}
