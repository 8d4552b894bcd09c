//! Where browsers are from, if not from this machine.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Table;
use xcheck_model::browser_name::BrowserName;

use crate::keys;

/// The `[grid]` table.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Grid {
    /// Of the hub.
    #[serde(deserialize_with = "keys::hub")]
    pub url: Option<String>,
    pub user: Option<String>,
    /// The environment variable that has the password, so that no file has it.
    pub password_env: Option<String>,
    /// The address that proxies listen on.
    #[serde(deserialize_with = "keys::ip_address")]
    pub listen: Option<std::net::IpAddr>,
    /// What nodes call this machine.
    pub address: Option<String>,
    /// In seconds: how long a browser may wait for a free slot.
    #[serde(deserialize_with = "keys::timeout")]
    pub queue: Option<u64>,
    /// Of all browsers.
    pub capabilities: Table,
    /// Of single browsers, by name.
    pub browsers: BTreeMap<BrowserName, Table>,
}

impl Grid {
    pub(crate) fn over(self, below: &Self) -> Self {
        // Who names another hub is another user there.
        let is_other = self.url.is_some() && self.url != below.url;
        let common = |own: Option<String>, theirs: &Option<String>| match is_other {
            true => own,
            false => own.or_else(|| theirs.clone()),
        };
        let mut browsers = below.browsers.clone();
        browsers.extend(self.browsers);
        let mut capabilities = below.capabilities.clone();
        capabilities.extend(self.capabilities);
        Self {
            user: common(self.user, &below.user),
            password_env: common(self.password_env, &below.password_env),
            url: self.url.or_else(|| below.url.clone()),
            listen: self.listen.or(below.listen),
            address: self.address.or_else(|| below.address.clone()),
            queue: self.queue.or(below.queue),
            capabilities,
            browsers,
        }
    }
}
