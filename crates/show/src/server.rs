//! The server: a listener on this machine alone, and its connections.

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use xcheck_outputs::harmless;

use crate::answer::{Folder, answer};
use crate::files::Root;

/// More connections wait.
const CONNECTIONS: usize = 64;
/// How long a connection may take to say what it wants.
const PATIENCE: Duration = Duration::from_secs(30);
/// After the listener failed, such as for lack of file descriptors.
const BREATH: Duration = Duration::from_millis(100);

/// A folder cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum ShowError {
    #[error("cannot open folder {path}")]
    Folder {
        path: Utf8PathBuf,
        #[source]
        kind: io::Error,
    },
    #[error("cannot listen on port {port}")]
    Listen {
        port: u16,
        #[source]
        kind: io::Error,
    },
}

impl ShowError {
    /// What the user can do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Folder { .. } => "name a folder that xcheck check wrote, or one above it",
            Self::Listen { .. } => "choose another port, or none: any free one will do",
        }
    }
}

/// A folder that is shown. Dropping it ends that at once.
#[derive(Debug)]
pub struct Shown {
    address: SocketAddr,
    cancel: CancellationToken,
    tasks: TaskTracker,
}

impl Shown {
    /// Shows a folder on this machine; port 0 is any free one. Must be called within a tokio runtime.
    pub async fn start(path: &Utf8Path, port: u16) -> Result<Self, ShowError> {
        let root = Root::open(path.as_std_path())
            .map_err(|kind| ShowError::Folder { path: path.to_owned(), kind })?;
        let of_port = |kind| ShowError::Listen { port, kind };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(of_port)?;
        let address = listener.local_addr().map_err(of_port)?;
        let name = harmless(path.as_str(), 500);
        let folder = Arc::new(Folder { root, name, port: address.port() });
        let shown = Self { address, cancel: CancellationToken::new(), tasks: TaskTracker::new() };
        let (cancel, tasks) = (shown.cancel.clone(), shown.tasks.clone());
        shown.tasks.spawn(async move {
            let _ = cancel.run_until_cancelled(listen(&listener, &folder, &cancel, &tasks)).await;
        });
        Ok(shown)
    }

    /// What to open in a browser.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Ends the server and waits until nothing of it is left.
    pub async fn end(self) {
        self.cancel.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

async fn listen(
    listener: &TcpListener,
    folder: &Arc<Folder>,
    cancel: &CancellationToken,
    tasks: &TaskTracker,
) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        // It is never closed.
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(BREATH).await;
            continue;
        };
        let (folder, cancel) = (Arc::clone(folder), cancel.clone());
        tasks.spawn(async move {
            let _ = cancel.run_until_cancelled(serve(stream, folder)).await;
            drop(place);
        });
    }
}

async fn serve(stream: TcpStream, folder: Arc<Folder>) {
    let service = service_fn(move |request| {
        let folder = Arc::clone(&folder);
        async move { Ok::<_, Infallible>(answer(folder, &request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .serve_connection(TokioIo::new(stream), service);
    // What a browser breaks off is its own affair.
    let _ = connection.await;
}
