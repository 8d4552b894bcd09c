//! A certificate authority that lives and dies with one run.
//!
//! Its key is never written anywhere. Browsers are told to accept it session by session, no trust store is touched.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, IsCa,
    Issuer, KeyPair, KeyUsagePurpose, SanType, SerialNumber,
};
use rustls::ServerConfig;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use sha2::{Digest as _, Sha256};

/// A certificate could not be made.
#[derive(Debug, thiserror::Error)]
#[error("cannot make a certificate for {name:?}")]
pub struct CertificateError {
    pub name: String,
    #[source]
    pub kind: CertificateErrorKind,
}

#[derive(Debug, thiserror::Error)]
pub enum CertificateErrorKind {
    #[error(transparent)]
    Make(#[from] rcgen::Error),
    #[error(transparent)]
    Use(#[from] rustls::Error),
}

/// Signs certificates for whatever host a browser asks for.
pub struct CertificateAuthority {
    issuer: Issuer<'static, KeyPair>,
    /// All hosts share a key: they are all us.
    leaf_key: KeyPair,
    configs: Mutex<HashMap<String, Arc<ServerConfig>>>,
}

impl CertificateAuthority {
    /// Makes an authority with fresh keys.
    pub fn new() -> Result<Self, CertificateError> {
        let name = "xcheck, for one run only";
        Self::make(name).map_err(|kind| CertificateError { name: name.to_owned(), kind })
    }

    fn make(name: &str) -> Result<Self, CertificateErrorKind> {
        let mut params = CertificateParams::default();
        params.distinguished_name = distinguished_name(name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::DigitalSignature];
        let issuer = Issuer::new(params, KeyPair::generate()?);
        Ok(Self { issuer, leaf_key: KeyPair::generate()?, configs: Mutex::default() })
    }

    /// How to be `host`, a name or an address without brackets, towards a browser.
    pub(crate) fn config_for(&self, host: &str) -> Result<Arc<ServerConfig>, CertificateError> {
        let mut configs = self.configs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(config) = configs.get(host) {
            return Ok(Arc::clone(config));
        }
        let config = self
            .make_config(host)
            .map_err(|kind| CertificateError { name: host.to_owned(), kind })?;
        let config = Arc::new(config);
        configs.insert(host.to_owned(), Arc::clone(&config));
        Ok(config)
    }

    /// A number of its own for each host and run: Firefox refuses a second certificate with the same issuer and number.
    fn serial_number(&self, host: &str) -> SerialNumber {
        let mut hasher = Sha256::new();
        hasher.update(self.leaf_key.public_key_raw());
        hasher.update(host);
        let mut number = hasher.finalize()[..16].to_vec();
        // Positive, and as long as it looks.
        number[0] = number[0] & 0x7f | 0x40;
        SerialNumber::from(number)
    }

    fn make_config(&self, host: &str) -> Result<ServerConfig, CertificateErrorKind> {
        let mut params = CertificateParams::default();
        params.distinguished_name = distinguished_name("xcheck");
        params.subject_alt_names = vec![match host.parse::<IpAddr>() {
            Ok(address) => SanType::IpAddress(address),
            Err(_) => SanType::DnsName(host.try_into()?),
        }];
        params.serial_number = Some(self.serial_number(host));
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        let certificate = params.signed_by(&self.leaf_key, &self.issuer)?;
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(self.leaf_key.serialize_der()));
        let chain = vec![CertificateDer::from(certificate)];
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_single_cert(chain, key)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(config)
    }
}

impl std::fmt::Debug for CertificateAuthority {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CertificateAuthority").finish_non_exhaustive()
    }
}

fn distinguished_name(common_name: &str) -> DistinguishedName {
    let mut name = DistinguishedName::new();
    name.push(DnType::CommonName, common_name);
    name
}
