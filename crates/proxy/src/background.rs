//! Hosts that browsers ask on their own account: updates, accounts, settings, telemetry.
//!
//! Flags switch off most of it, never all. These requests are none of the app's, so they are refused
//! and no recording knows of them. Only service hosts are listed, never a site that people visit.

/// Hosts, and with a leading dot all hosts below a name.
const HOSTS: &[&str] = &[
    // Chromium. The first ones are where its switches send what cannot be switched off.
    "components.invalid",
    "connectivity.invalid",
    "gaia.invalid",
    "variations.invalid",
    "accounts.google.com",
    "android.clients.google.com",
    "clients1.google.com",
    "clients2.google.com",
    "clients2.googleusercontent.com",
    "clients3.google.com",
    "clients4.google.com",
    "clientservices.googleapis.com",
    "content-autofill.googleapis.com",
    "edgedl.me.gvt1.com",
    "mtalk.google.com",
    "optimizationguide-pa.googleapis.com",
    "passwordsleakcheck-pa.googleapis.com",
    "redirector.gvt1.com",
    "safebrowsing.googleapis.com",
    "safebrowsingohttpgateway.googleapis.com",
    "update.googleapis.com",
    // Where our own flags send Chromium instead of its maker's servers.
    "components.invalid",
    "connectivity.invalid",
    "gaia.invalid",
    "variations.invalid",
    // Firefox
    ".services.mozilla.com",
    ".cdn.mozilla.net",
    ".settings.mozilla.net",
    "addons.mozilla.org",
    "aus5.mozilla.org",
    "detectportal.firefox.com",
    "incoming.telemetry.mozilla.org",
    "location.services.mozilla.com",
    "push.services.mozilla.com",
    "shavar.prod.mozaws.net",
    "versioncheck-bg.addons.mozilla.org",
];

/// Whether a browser asks this host on its own account.
pub(crate) fn is_background(host: &str) -> bool {
    HOSTS.iter().any(|listed| match listed.strip_prefix('.') {
        Some(parent) => host.strip_suffix(parent).is_some_and(|rest| rest.ends_with('.')),
        None => host == *listed,
    })
}

#[cfg(test)]
mod tests {
    use super::is_background;

    #[test]
    fn service_hosts_only() {
        for own in ["update.googleapis.com", "firefox.settings.services.mozilla.com"] {
            assert!(is_background(own), "{own}");
        }
        for app in
            ["fonts.googleapis.com", "www.mozilla.org", "notservices.mozilla.com", "localhost"]
        {
            assert!(!is_background(app), "{app}");
        }
    }
}
