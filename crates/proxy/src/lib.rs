//! The intercepting proxy between one browser session and the app.
//!
//! Sees every exchange, puts the agent into every document and changes nothing else.
//! Answers come from the app's servers, from folders, or from a recording.
//! Data of pages and servers never fails it: in doubt a response passes through untouched,
//! and what a server breaks off is broken off towards the browser.

mod ask;
mod background;
mod body;
mod ca;
mod channel;
mod coding;
mod connection;
mod csp;
pub mod document;
mod door;
mod exchange;
mod folder;
mod listen;
mod record;
mod report;
mod request;
mod rewrite;
mod seed;
mod serve;
mod target;
mod upstream;
mod websocket;
mod worker;

pub use ca::{CertificateAuthority, CertificateError, CertificateErrorKind};
pub use channel::{Answer, Channel, Content, Letter};
pub use coding::{decoded, decoded_within};
pub use door::{Door, Key};
pub use folder::{Fallback, Folder, FolderError};
pub use listen::{ListenError, ListenErrorKind, Proxy, ProxyConfig, Source};
pub use seed::{SEED_PATH, Seed};
pub use serve::{Asked, Release, Serving, Upto, is_page};
pub use upstream::{Trust, Upstream};
