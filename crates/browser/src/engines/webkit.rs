//! WebKitGTK's MiniBrowser through WebKitWebDriver.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};

use super::Setup;
use crate::webdriver::{Actions, SourceKind};

pub(super) const ENVIRONMENT: &[(&str, &str)] = &[
    ("GDK_BACKEND", "x11"),
    ("GSETTINGS_BACKEND", "memory"),
    ("GTK_THEME", "Adwaita"),
    ("GTK_OVERLAY_SCROLLING", "1"),
    ("NO_AT_BRIDGE", "1"),
];

pub(super) const DEATHS: &[&str] = &[];

pub(super) fn capabilities(setup: &Setup) -> Value {
    let mut args = vec!["--automation".to_owned(), "--default-font-family=serif".to_owned()];
    // The proxy capability makes WebKit speak TLS to the proxy itself.
    args.extend(setup.proxy.map(|proxy| format!("--proxy=http://{proxy}")));
    json!({"webkitgtk:browserOptions": {"binary": setup.browser, "args": args}})
}

/// Refuses what spoils the session and gives every wheel a fresh id.
pub(super) fn adapt_actions(actions: &Actions) -> Result<Actions, &'static str> {
    static WHEELS: AtomicU64 = AtomicU64::new(0);
    let mut adapted = actions.clone();
    for sequence in adapted.sequences_mut() {
        let presses_other = sequence.steps.iter().any(|step| {
            step["type"] == "pointerDown"
                && step["button"].as_u64().is_some_and(|button| button > 0)
        });
        if presses_other {
            return Err("a right or middle button stays pressed for the rest of the session");
        }
        if sequence.kind == SourceKind::Wheel {
            let n = WHEELS.fetch_add(1, Ordering::Relaxed);
            sequence.id = format!("{}-{n}", sequence.id);
        }
    }
    Ok(adapted)
}
