//! Connections to the app's servers.
//!
//! Each connection of a browser has its own connection upstream, as if the browser had made it itself:
//! if a kept one turns out to be dead, the browser's own is closed too, and the browser's own retry rules apply.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hyper::client::conn::http1::{self, SendRequest};
use hyper::{Request, Response, body::Incoming};
use hyper_util::rt::TokioIo;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::WebPkiSupportedAlgorithms;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use crate::body::Body;
use crate::target::{Scheme, Target};

/// How the proxy reaches servers.
pub struct Upstream {
    verified: TlsConnector,
    unverified: TlsConnector,
    trust: Trust,
    connect_limit: Duration,
}

/// Whose certificates are believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// The system's authorities, and anything from loopback addresses: that is a developer's own server.
    System,
    /// Everybody.
    All,
}

/// A server could not be asked, or did not answer in a way a browser would understand.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UpstreamError {
    #[error("cannot resolve {host}")]
    Resolve { host: String, source: std::io::Error },
    #[error("cannot connect to {authority}")]
    Connect { authority: String, source: std::io::Error },
    #[error("no connection to {authority} within {} s", limit.as_secs())]
    ConnectLimit { authority: String, limit: Duration },
    #[error("no secure connection to {authority}")]
    Tls { authority: String, source: std::io::Error },
    #[error("{authority} gave no usable answer")]
    Http { authority: String, source: hyper::Error },
}

trait Wire: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Wire for T {}

/// A connection upstream that outlives one exchange.
#[derive(Default)]
pub(crate) struct Kept(Mutex<Option<(Target, SendRequest<Body>)>>);

impl Upstream {
    pub fn new(trust: Trust, connect_limit: Duration) -> Result<Self, rustls::Error> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = || {
            ClientConfig::builder_with_provider(Arc::clone(&provider))
                .with_safe_default_protocol_versions()
        };
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let verified = builder()?.with_root_certificates(roots).with_no_client_auth();
        let anybody = Arc::new(Anybody(provider.signature_verification_algorithms));
        let unverified =
            builder()?.dangerous().with_custom_certificate_verifier(anybody).with_no_client_auth();
        let connector = |mut config: ClientConfig| {
            config.alpn_protocols = vec![b"http/1.1".to_vec()];
            TlsConnector::from(Arc::new(config))
        };
        Ok(Self {
            verified: connector(verified),
            unverified: connector(unverified),
            trust,
            connect_limit,
        })
    }

    /// Sends a request over the kept connection if it goes to the same place, else over a new one.
    pub(crate) async fn send(
        &self,
        kept: &Kept,
        target: &Target,
        request: Request<Body>,
    ) -> Result<Response<Incoming>, UpstreamError> {
        let http_error =
            |source| UpstreamError::Http { authority: target.authority.clone(), source };
        let mut sender = match kept.take(target).await {
            Some(sender) => sender,
            None => self.connect(target).await?,
        };
        let response = sender.send_request(request).await.map_err(http_error)?;
        kept.put(target.clone(), sender);
        Ok(response)
    }

    async fn connect(&self, target: &Target) -> Result<SendRequest<Body>, UpstreamError> {
        let limit = self.connect_limit;
        let authority = || target.authority.clone();
        let wire = tokio::time::timeout(limit, self.open(target))
            .await
            .map_err(|_| UpstreamError::ConnectLimit { authority: authority(), limit })??;
        let (sender, connection) = http1::Builder::new()
            .preserve_header_case(true)
            .ignore_invalid_headers_in_responses(true)
            .allow_spaces_after_header_name_in_responses(true)
            .allow_obsolete_multiline_headers_in_responses(true)
            // Browsers refuse heads over about 256 KB, however many headers that is.
            .max_headers(4096)
            .max_buf_size(512 * 1024)
            .handshake(TokioIo::new(wire))
            .await
            .map_err(|source| UpstreamError::Http { authority: authority(), source })?;
        tokio::spawn(async move {
            if let Err(error) = connection.with_upgrades().await {
                tracing::debug!(error = &error as &dyn std::error::Error, "upstream connection");
            }
        });
        Ok(sender)
    }

    async fn open(&self, target: &Target) -> Result<Box<dyn Wire>, UpstreamError> {
        let host = target.host();
        let addresses = resolve(host, target.port())
            .await
            .map_err(|source| UpstreamError::Resolve { host: host.to_owned(), source })?;
        let authority = || target.authority.clone();
        let stream = TcpStream::connect(addresses.as_slice())
            .await
            .map_err(|source| UpstreamError::Connect { authority: authority(), source })?;
        // A failed option costs speed, not correctness.
        let _ = stream.set_nodelay(true);
        if target.scheme == Scheme::Http {
            return Ok(Box::new(stream));
        }
        let is_own = stream.peer_addr().is_ok_and(|address| address.ip().is_loopback());
        let connector = match self.trust {
            Trust::System if !is_own => &self.verified,
            Trust::System | Trust::All => &self.unverified,
        };
        let tls_error = |source| UpstreamError::Tls { authority: authority(), source };
        let name = ServerName::try_from(host.to_owned())
            .map_err(|error| tls_error(std::io::Error::other(error)))?;
        Ok(Box::new(connector.connect(name, stream).await.map_err(tls_error)?))
    }
}

impl Kept {
    async fn take(&self, target: &Target) -> Option<SendRequest<Body>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (_, mut sender) = kept.filter(|(to, _)| to == target)?;
        sender.ready().await.ok()?;
        Some(sender)
    }

    fn put(&self, target: Target, sender: SendRequest<Body>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((target, sender));
    }
}

/// Where a host is. Names under `localhost` are this machine, as in browsers, whatever the system thinks of them.
async fn resolve(host: &str, port: u16) -> std::io::Result<Vec<SocketAddr>> {
    if let Ok(address) = host.parse::<IpAddr>() {
        return Ok(vec![SocketAddr::new(address, port)]);
    }
    let is_local = host == "localhost" || host.ends_with(".localhost");
    let name = if is_local { "localhost" } else { host };
    Ok(tokio::net::lookup_host((name, port)).await?.collect())
}

/// Believes any certificate, but still checks that its owner is the one who speaks.
#[derive(Debug)]
struct Anybody(WebPkiSupportedAlgorithms);

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        rustls::crypto::verify_tls12_signature(message, certificate, signature, &self.0)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        rustls::crypto::verify_tls13_signature(message, certificate, signature, &self.0)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_schemes()
    }
}
