//! Firefox through geckodriver.

use serde_json::{Value, json};

use super::Setup;

pub(super) const ENVIRONMENT: &[(&str, &str)] = &[
    ("MOZ_CRASHREPORTER_DISABLE", "1"),
    ("MOZ_DISABLE_AUTO_SAFE_MODE", "1"),
    ("MOZ_ENABLE_WAYLAND", "0"),
    // Without it a release build ignores the preference for another settings server.
    ("MOZ_REMOTE_SETTINGS_DEVTOOLS", "1"),
    // The screen that a page sees; the same as our display server's.
    ("MOZ_HEADLESS_WIDTH", "1600"),
    ("MOZ_HEADLESS_HEIGHT", "1200"),
];

pub(super) const DEATHS: &[&str] = &[
    "Failed to decode response from marionette",
    "Failed to write request to stream",
    "Tried to run command without establishing a connection",
    "Process unexpectedly closed",
    "Failed to read response from marionette",
];

/// Leads nowhere without a request.
const NOWHERE: &str = "data:,";

/// Features that talk to somebody or move by themselves.
const OFF: &[&str] = &[
    "app.normandy.enabled",
    "app.shield.optoutstudies.enabled",
    "app.update.auto",
    "browser.contentblocking.report.lockwise.enabled",
    "browser.discovery.enabled",
    "browser.discovery.containers.enabled",
    "browser.ml.enable",
    "browser.newtabpage.activity-stream.feeds.section.topstories",
    "browser.newtabpage.activity-stream.feeds.telemetry",
    "browser.newtabpage.activity-stream.feeds.topsites",
    "browser.newtabpage.activity-stream.showSponsored",
    "browser.newtabpage.activity-stream.showSponsoredTopSites",
    "browser.newtabpage.activity-stream.telemetry",
    "browser.newtabpage.activity-stream.discoverystream.enabled",
    "browser.newtabpage.enabled",
    "browser.ping-centre.telemetry",
    "browser.places.speculativeConnect.enabled",
    "browser.region.update.enabled",
    "browser.safebrowsing.blockedURIs.enabled",
    "browser.safebrowsing.downloads.enabled",
    "browser.safebrowsing.downloads.remote.enabled",
    "browser.safebrowsing.malware.enabled",
    "browser.safebrowsing.phishing.enabled",
    "browser.safebrowsing.update.enabled",
    "browser.search.suggest.enabled",
    "browser.search.update",
    "browser.search.serpEventTelemetryCategorization.enabled",
    "browser.tabs.remote.separatePrivilegedContentProcess",
    "browser.topsites.contile.enabled",
    "browser.uitour.enabled",
    "browser.urlbar.merino.enabled",
    "browser.urlbar.quicksuggest.enabled",
    "browser.urlbar.speculativeConnect.enabled",
    "browser.urlbar.suggest.searches",
    "datareporting.healthreport.uploadEnabled",
    "datareporting.policy.dataSubmissionEnabled",
    "datareporting.usage.uploadEnabled",
    "dom.push.connection.enabled",
    "dom.push.enabled",
    "dom.security.https_first",
    "dom.security.https_first_schemeless",
    "extensions.blocklist.enabled",
    "extensions.getAddons.cache.enabled",
    "extensions.systemAddon.update.enabled",
    "extensions.update.enabled",
    "extensions.update.autoUpdateDefault",
    "extensions.htmlaboutaddons.recommendations.enabled",
    "identity.fxaccounts.enabled",
    "media.gmp-manager.updateEnabled",
    "media.gmp-gmpopenh264.enabled",
    "media.gmp-provider.enabled",
    "messaging-system.rsexperimentloader.enabled",
    "network.captive-portal-service.enabled",
    "network.connectivity-service.enabled",
    "network.predictor.enabled",
    "network.prefetch-next",
    "nimbus.rollouts.enabled",
    // Noise in what is read back from canvases, and a random mark in their files.
    "privacy.baselineFingerprintingProtection",
    "privacy.fingerprintingProtection",
    "privacy.trackingprotection.annotate_channels",
    "privacy.trackingprotection.enabled",
    "privacy.trackingprotection.pbmode.enabled",
    "privacy.query_stripping.enabled",
    "security.remote_settings.crlite_filters.enabled",
    "security.remote_settings.intermediates.enabled",
    "services.sync.enabled",
    "signon.management.page.breach-alerts.enabled",
    "signon.rememberSignons",
    "toolkit.telemetry.archive.enabled",
    "toolkit.telemetry.enabled",
    "toolkit.telemetry.unified",
];

/// Addresses of services that are asked whatever the switches say.
const EMPTY: &[&str] = &[
    "app.normandy.api_url",
    "app.update.url",
    "browser.aboutHomeSnippets.updateUrl",
    "browser.newtabpage.activity-stream.asrouter.providers.snippets",
    "browser.newtabpage.activity-stream.discoverystream.endpoints",
    "browser.region.network.url",
    "browser.safebrowsing.provider.google.updateURL",
    "browser.safebrowsing.provider.google4.updateURL",
    "browser.safebrowsing.provider.google5.updateURL",
    "browser.safebrowsing.provider.mozilla.updateURL",
    "browser.search.geoip.url",
    "captivedetect.canonicalURL",
    "dom.push.serverURL",
    "extensions.systemAddon.update.url",
    "geo.provider.network.url",
    "identity.fxaccounts.auth.uri",
    "media.gmp-manager.url",
];

pub(super) fn capabilities(setup: &Setup) -> Value {
    let mut args = Vec::new();
    if !setup.headed {
        args.push("-headless".to_owned());
    }
    let viewport = setup.viewport;
    args.extend([format!("--width={}", viewport.width), format!("--height={}", viewport.height)]);
    let mut capabilities = json!({
        "browserName": "firefox",
        "moz:firefoxOptions": {"args": args, "prefs": preferences()},
    });
    if let Some(browser) = &setup.browser {
        capabilities["moz:firefoxOptions"]["binary"] = browser.as_str().into();
    }
    if let Some(proxy) = &setup.proxy {
        capabilities["proxy"] =
            json!({"proxyType": "manual", "httpProxy": proxy, "sslProxy": proxy});
    }
    capabilities
}

fn preferences() -> Value {
    let look = json!({
        "network.proxy.allow_hijacking_localhost": true,
        "widget.gtk.overlay-scrollbars.enabled": true,
        "ui.useOverlayScrollbars": 1,
        "font.size.monospace.x-western": 13,
        "intl.accept_languages": "en-US",
        "intl.locale.requested": "en-US",
        "layout.css.devPixelsPerPx": "1.0",
        "gfx.color_management.mode": 1,
        "gfx.color_management.force_srgb": true,
        "general.smoothScroll": false,
        "ui.prefersReducedMotion": 0,
        "ui.systemUsesDarkTheme": 0,
        "browser.display.use_system_colors": false,
    });
    let quiet = json!({
        "app.update.disabledForTesting": true,
        "browser.startup.homepage": "about:blank",
        "browser.startup.homepage_override.mstone": "ignore",
        "browser.startup.page": 0,
        "extensions.getAddons.discovery.api_url": NOWHERE,
        "network.dns.disablePrefetch": true,
        "network.http.speculative-parallel-limit": 0,
        "network.trr.mode": 5,
        "security.OCSP.enabled": 0,
        "services.settings.server": NOWHERE,
        "telemetry.fog.test.localhost_port": -1,
        "toolkit.telemetry.server": NOWHERE,
        "trailhead.firstrun.didSeeAboutWelcome": true,
    });
    let mut preferences = look;
    for (name, value) in quiet.as_object().into_iter().flatten() {
        preferences[name] = value.clone();
    }
    for name in OFF {
        preferences[name] = false.into();
    }
    for name in EMPTY {
        preferences[name] = "".into();
    }
    preferences
}

pub(super) fn printed_port(output: &str) -> Option<u16> {
    let (_, after) = output.split_once("Listening on ")?;
    let (address, _) = after.split_once('\n')?;
    address.trim().rsplit(':').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_read_once_it_is_whole() {
        let line = "1794776324742\tgeckodriver\tINFO\tListening on 127.0.0.1:39137\n";
        assert_eq!(printed_port(line), Some(39137));
        assert_eq!(printed_port("Listening on 127.0.0.1:39"), None);
    }
}
