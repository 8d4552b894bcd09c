//! Chromium through ChromeDriver.

use serde_json::{Value, json};

use super::Setup;

pub(super) const ENVIRONMENT: &[(&str, &str)] = &[];

pub(super) const DEATHS: &[&str] = &[
    "session deleted as the browser has closed the connection",
    "chrome not reachable",
    "disconnected: ",
    "tab crashed",
    "target frame detached",
];

/// The same look everywhere.
const LOOK: &[&str] = &[
    "--disable-gpu",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
    "--force-device-scale-factor=1",
    "--lang=en-US",
    "--accept-lang=en-US",
    "--ozone-platform=x11",
    // A tile painted in parts rounds edges otherwise than one painted whole; an image decoded late is missing.
    "--disable-partial-raster",
    "--disable-checker-imaging",
    // What keys scroll would go on scrolling for as long as the machine is busy.
    "--disable-smooth-scrolling",
];

/// Nothing but the page shall happen: no first run, no updates, no throttling of pages in the background.
const QUIET: &[&str] = &[
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-component-extensions-with-background-pages",
    "--disable-client-side-phishing-detection",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-sync",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--disable-search-engine-choice-screen",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-popup-blocking",
    "--disable-prompt-on-repost",
    "--metrics-recording-only",
    "--no-pings",
    "--no-service-autorun",
    "--password-store=basic",
    "--use-mock-keychain",
    "--disable-features=OptimizationHints,OptimizationGuideModelDownloading,MediaRouter,DialMediaRouteProvider,\
     Translate,AutofillServerCommunication,CertificateTransparencyComponentUpdater,InterestFeedContentSuggestions,\
     NetworkTimeServiceQuerying,PrivacySandboxSettings4,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,\
     SafeBrowsingRealTimeUrlLookups,SafetyHub,PaintHolding,DestroyProfileOnBrowserClose",
    "--allow-browser-signin=false",
    // No flag silences these services; a reserved name is one that the proxy can refuse without doubt.
    "--component-updater=url-source=http://components.invalid/",
    "--gaia-url=http://gaia.invalid",
    "--variations-server-url=http://variations.invalid",
    "--variations-insecure-server-url=http://variations.invalid",
    "--connectivity-check-url=http://connectivity.invalid",
];

pub(super) fn capabilities(setup: &Setup) -> Value {
    let mut args: Vec<String> = LOOK.iter().chain(QUIET).map(|arg| (*arg).to_owned()).collect();
    let viewport = setup.viewport;
    args.push(format!("--window-size={},{}", viewport.width, viewport.height));
    if let Some(scratch) = &setup.scratch {
        args.push(format!("--crash-dumps-dir={scratch}/crashes"));
    }
    if !setup.headed {
        args.push("--headless=new".into());
        // The screen that a page sees; the same as our display server's.
        args.push("--screen-info={1600x1200}".into());
    }
    if setup.is_root {
        args.push("--no-sandbox".into());
    }
    let mut capabilities = json!({
        "browserName": "chrome",
        "goog:chromeOptions": {
            "args": args,
            "excludeSwitches": ["enable-automation"],
            "prefs": {
                "intl.accept_languages": "en-US",
                "credentials_enable_service": false,
                "profile.password_manager_enabled": false,
                "profile.password_manager_leak_detection": false,
                "safebrowsing.enabled": false,
                "search.suggest_enabled": false,
                "component_updates.component_updates_enabled": false,
                "signin.allowed": false,
                "signin.allowed_on_next_startup": false,
                "translate.enabled": false,
                "dns_prefetching.enabled": false,
                "net.network_prediction_options": 2,
            },
        },
    });
    if let Some(browser) = &setup.browser {
        capabilities["goog:chromeOptions"]["binary"] = browser.as_str().into();
    }
    if let Some(proxy) = &setup.proxy {
        capabilities["proxy"] = json!({
            "proxyType": "manual", "httpProxy": proxy, "sslProxy": proxy, "noProxy": ["<-loopback>"],
        });
    }
    capabilities
}

pub(super) fn printed_port(output: &str) -> Option<u16> {
    let (_, after) = output.split_once("started successfully on port ")?;
    let (port, _) = after.split_once('.')?;
    port.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_read_once_it_is_whole() {
        let line = "ChromeDriver was started successfully on port 42311.\n";
        assert_eq!(printed_port(line), Some(42311));
        assert_eq!(printed_port("started successfully on port 423"), None);
    }
}
