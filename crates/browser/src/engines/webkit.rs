//! WebKitGTK's MiniBrowser through WebKitWebDriver.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};

use super::Setup;
use crate::webdriver::{Actions, SourceKind};

pub(super) const ENVIRONMENT: &[(&str, &str)] = &[
    // By default each tile is painted by whichever of processor and graphics library is free, and they round otherwise.
    ("WEBKIT_SKIA_ENABLE_CPU_RENDERING", "1"),
    ("GDK_BACKEND", "x11"),
    ("GSETTINGS_BACKEND", "memory"),
    ("GTK_THEME", "Adwaita"),
    ("GTK_OVERLAY_SCROLLING", "1"),
    ("NO_AT_BRIDGE", "1"),
];

pub(super) const DEATHS: &[&str] = &[];

pub(super) fn capabilities(setup: &Setup) -> Value {
    let args = ["--automation", "--default-font-family=serif", "--features=-ScrollAnimator"];
    let mut args = args.map(str::to_owned).to_vec();
    // The proxy capability makes WebKit speak TLS to the proxy itself.
    args.extend(setup.proxy.iter().map(|proxy| format!("--proxy=http://{proxy}")));
    let mut capabilities = json!({"webkitgtk:browserOptions": {"args": args}});
    if let Some(browser) = &setup.browser {
        capabilities["webkitgtk:browserOptions"]["binary"] = browser.as_str().into();
    }
    capabilities
}

/// A hub finds nodes by the name of the browser. One that is not GTK's takes the standard's way to a proxy.
pub(super) fn make_remote(capabilities: &mut Value, setup: &Setup, wishes: &Value) {
    const GTK: &str = "MiniBrowser";
    let name = wishes["browserName"].as_str().unwrap_or(GTK);
    capabilities["browserName"] = name.into();
    if name == GTK {
        return;
    }
    if let Some(all) = capabilities.as_object_mut() {
        all.remove("webkitgtk:browserOptions");
    }
    if let Some(proxy) = &setup.proxy {
        capabilities["proxy"] =
            json!({"proxyType": "manual", "httpProxy": proxy, "sslProxy": proxy});
    }
}

/// Refuses what spoils the session, and turns wheel steps into what the engine takes for them.
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
            sum_up(&mut sequence.steps);
        }
    }
    Ok(adapted)
}

/// Whether the page must have been drawn before these actions, or they may get lost.
pub(super) fn needs_drawn_page(actions: &Actions) -> bool {
    actions.sequences().iter().any(|sequence| sequence.kind == SourceKind::Wheel)
}

/// Makes each delta the sum of all so far, because the engine takes off the last one of the same id.
fn sum_up(steps: &mut [Value]) {
    for axis in ["deltaX", "deltaY"] {
        let mut sum = 0;
        for step in steps.iter_mut().filter(|step| step["type"] == "scroll") {
            sum += step[axis].as_i64().unwrap_or(0);
            step[axis] = sum.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::webdriver::{Button, Origin, PointerSequence, WheelSequence};

    #[test]
    fn wheels_get_fresh_ids_and_summed_deltas() {
        let at = (1, 2);
        let wheel = WheelSequence::new("w").scroll(&Origin::Viewport, at, (0, 100)).scroll(
            &Origin::Viewport,
            at,
            (5, -30),
        );
        let actions = Actions::new().wheel(wheel);
        let first = adapt_actions(&actions).unwrap();
        let second = adapt_actions(&actions).unwrap();
        assert_ne!(first.sequences()[0].id, second.sequences()[0].id);
        let steps = &first.sequences()[0].steps;
        assert_eq!((&steps[0]["deltaX"], &steps[0]["deltaY"]), (&json!(0), &json!(100)));
        assert_eq!((&steps[1]["deltaX"], &steps[1]["deltaY"]), (&json!(5), &json!(70)));
    }

    #[test]
    fn only_the_left_button_is_sent() {
        let click = |button| Actions::new().pointer(PointerSequence::mouse("m").click(button));
        assert!(adapt_actions(&click(Button::Left)).is_ok());
        assert!(adapt_actions(&click(Button::Middle)).is_err());
        assert!(adapt_actions(&click(Button::Right)).is_err());
    }
}
