//! One listener for one browser session.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use xcheck_model::tape::Sink;

use crate::ca::CertificateAuthority;
use crate::channel::Channel;
use crate::connection::{self, Front};
use crate::document::AgentScript;
use crate::door::{Door, Key, Lock, NoKey};
use crate::folder::Folder;
use crate::record::Recorder;
use crate::report::PolicyEdits;
use crate::serve::Serving;
use crate::upstream::Upstream;

/// What a proxy does, and for whom.
pub struct ProxyConfig {
    /// Loopback with port 0, unless a browser on another machine must reach it.
    pub listen: SocketAddr,
    /// Locked, unless only this machine can reach it.
    pub door: Door,
    pub authority: Arc<CertificateAuthority>,
    /// Runs first in every document; none leaves documents as they are.
    pub agent: Option<AgentScript>,
    /// Where agents report, if they do.
    pub channel: Option<Channel>,
    pub source: Source,
    /// Folders that stand in for hosts, by name without port.
    pub folders: Vec<(String, Folder)>,
}

/// Where answers come from.
pub enum Source {
    /// The app's servers. What happens goes into the sink.
    Live { upstream: Arc<Upstream>, sink: Option<Arc<dyn Sink>> },
    /// A recording, and nothing else.
    Recorded(Arc<Serving>),
}

/// The proxy could not listen.
#[derive(Debug, thiserror::Error)]
#[error("cannot listen on {address}")]
pub struct ListenError {
    pub address: SocketAddr,
    #[source]
    pub kind: ListenErrorKind,
}

#[derive(Debug, thiserror::Error)]
pub enum ListenErrorKind {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    NoKey(#[from] NoKey),
}

/// A running proxy. Dropping it ends its connections.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    lock: Option<Arc<Lock>>,
    cancel: CancellationToken,
    tasks: TaskTracker,
}

/// What all connections of one proxy share.
pub(crate) struct Shared {
    pub(crate) lock: Option<Arc<Lock>>,
    pub(crate) authority: Arc<CertificateAuthority>,
    pub(crate) agent: Option<AgentScript>,
    pub(crate) channel: Option<Channel>,
    pub(crate) source: Source,
    pub(crate) folders: Vec<(String, Folder)>,
    pub(crate) recorder: Arc<Recorder>,
    pub(crate) policy_edits: PolicyEdits,
    pub(crate) cancel: CancellationToken,
    pub(crate) tasks: TaskTracker,
}

impl Proxy {
    /// Starts listening. Must be called within a tokio runtime.
    pub async fn start(config: ProxyConfig) -> Result<Self, ListenError> {
        let error = |kind: ListenErrorKind| ListenError { address: config.listen, kind };
        let listener = TcpListener::bind(config.listen).await.map_err(|kind| error(kind.into()))?;
        let address = listener.local_addr().map_err(|kind| error(kind.into()))?;
        let lock = match config.door {
            Door::Open => None,
            Door::Locked => Some(Arc::new(Lock::new().map_err(|kind| error(kind.into()))?)),
        };
        let sink = match &config.source {
            Source::Live { sink, .. } => sink.clone(),
            Source::Recorded(_) => None,
        };
        let cancel = CancellationToken::new();
        let tasks = TaskTracker::new();
        let shared = Arc::new(Shared {
            lock: lock.clone(),
            authority: config.authority,
            agent: config.agent,
            channel: config.channel,
            source: config.source,
            folders: config.folders,
            recorder: Arc::new(Recorder::new(sink)),
            policy_edits: PolicyEdits::default(),
            cancel: cancel.clone(),
            tasks: tasks.clone(),
        });
        tasks.spawn(accept(listener, shared));
        Ok(Self { address, lock, cancel, tasks })
    }

    /// Where browsers reach it.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What opens its door, if that is locked.
    pub fn key(&self) -> Option<Key> {
        self.lock.as_ref().map(|lock| lock.key())
    }

    /// Ends all connections; after this nothing more goes into the sink.
    pub async fn stop(self) {
        self.cancel.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    loop {
        let accepted = tokio::select! {
            () = shared.cancel.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                // A failed option costs speed, not correctness.
                let _ = stream.set_nodelay(true);
                let front = Front::Proxy(peer.ip().to_canonical());
                shared.spawn(connection::serve(stream, front, Arc::clone(&shared)));
            }
            // Out of file descriptors, most likely. Open connections go on, and will give some back.
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            }
        }
    }
}

impl Shared {
    /// Whether somebody at this address has not been let in.
    pub(crate) fn is_stranger(&self, peer: IpAddr) -> bool {
        self.lock.as_ref().is_some_and(|lock| !lock.admits(peer))
    }

    /// Runs a task that ends with the proxy.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let cancel = self.cancel.clone();
        self.tasks.spawn(async move {
            tokio::select! {
                () = cancel.cancelled() => {}
                () = task => {}
            }
        });
    }
}
