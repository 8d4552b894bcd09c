//! What each engine does unlike the others or unlike the specification, and what we do about it.
//!
//! The only list of such things. Each row was measured, and its test in `tests/browser/quirks` shows it on the
//! real engine, so that a new version that mends it makes that test fail.

use xcheck_model::engine::Engine;

/// One peculiarity of one engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quirk {
    pub engine: Engine,
    /// The version that was measured.
    pub version: &'static str,
    /// What the engine or its driver does.
    pub what: &'static str,
    /// What this crate does about it, or what its users must do.
    pub response: &'static str,
    /// The name of the test that shows it.
    pub test: &'static str,
}

const CHROMIUM: &str = "156.0";
const FIREFOX: &str = "153.7 esr, geckodriver 0.37";
const WEBKIT: &str = "2.50.6";

const fn chromium(what: &'static str, response: &'static str, test: &'static str) -> Quirk {
    Quirk { engine: Engine::Chromium, version: CHROMIUM, what, response, test }
}

const fn firefox(what: &'static str, response: &'static str, test: &'static str) -> Quirk {
    Quirk { engine: Engine::Firefox, version: FIREFOX, what, response, test }
}

const fn webkit(what: &'static str, response: &'static str, test: &'static str) -> Quirk {
    Quirk { engine: Engine::WebKit, version: WEBKIT, what, response, test }
}

/// Every quirk we know of and depend on.
pub const QUIRKS: &[Quirk] = &[
    // Starting.
    chromium(
        "does not start as root with its sandbox",
        "--no-sandbox for root only",
        "chromium_as_root_needs_no_sandbox",
    ),
    chromium(
        "scrollbars are 15 px wide",
        "--hide-scrollbars",
        "chromium_scrollbars_take_room_by_default",
    ),
    firefox(
        "scrollbars are 12 px wide",
        "preferences for overlay scrollbars",
        "firefox_scrollbars_take_room_by_default",
    ),
    chromium(
        "requests to loopback pass by the proxy",
        "noProxy of <-loopback>",
        "chromium_loopback_passes_by_the_proxy",
    ),
    firefox(
        "requests to loopback pass by the proxy",
        "preference network.proxy.allow_hijacking_localhost",
        "firefox_loopback_passes_by_the_proxy",
    ),
    webkit(
        "with the proxy capability it speaks TLS to the proxy itself, and navigation still reports success",
        "MiniBrowser's --proxy instead",
        "webkit_proxy_capability_speaks_tls_to_the_proxy",
    ),
    webkit(
        "making a session hangs without a display; there is no headless mode",
        "Xvfb, and a limit on every command",
        "webkit_hangs_without_a_display",
    ),
    webkit(
        "hears of the display's own pointer some time after its window shows, and hovers there",
        "the display's pointer waits in the corner of the window, above the page",
        "webkit_display_pointer_is_not_on_the_page",
    ),
    webkit(
        "making a session hangs when http_proxy is set",
        "proxy variables are removed from the environment",
        "webkit_hangs_with_a_proxy_variable",
    ),
    chromium(
        "Accept-Language is en-US,en;q=0.9 whatever the settings; the others send en-US",
        "nothing; navigator.languages is the same in all",
        "chromium_accept_language_adds_english",
    ),
    // Scripts.
    webkit(
        "a script limit of the driver calls the page's own setTimeout",
        "the driver's limit is null, ours counts",
        "webkit_script_limit_calls_the_timer_of_the_page",
    ),
    firefox(
        "without a script limit every script answers null at once",
        "the driver's limit is one day, ours counts",
        "firefox_script_without_a_limit_answers_null",
    ),
    firefox(
        "scripts run in a sandbox: bare Date, Math, JSON are not the page's",
        "call functions of the page, or write window.Date",
        "firefox_scripts_run_in_a_sandbox",
    ),
    webkit(
        "scripts need the page's own Promise",
        "the agent must leave Promise in place",
        "webkit_scripts_need_the_promise_of_the_page",
    ),
    chromium(
        "a navigation ends a waiting script with \"script timeout\"",
        "taken for \"page changed\", which is safe because the driver's limit is never reached",
        "chromium_navigation_ends_a_script_as_timeout",
    ),
    firefox(
        "a navigation ends a waiting script with \"javascript error: Document was unloaded\"",
        "taken for \"page changed\"",
        "firefox_navigation_ends_a_script_as_javascript_error",
    ),
    webkit(
        "a navigation ends a waiting script with \"no such frame\"",
        "taken for \"page changed\"",
        "webkit_navigation_ends_a_script_as_no_such_frame",
    ),
    chromium(
        "a dialog ends a waiting script with null and stays open",
        "check for a dialog when a script answers null",
        "chromium_alert_ends_a_script_with_null",
    ),
    firefox(
        "a dialog ends a waiting script with null and stays open",
        "check for a dialog when a script answers null",
        "firefox_alert_ends_a_script_with_null",
    ),
    webkit(
        "a dialog ends a waiting script with null and stays open",
        "check for a dialog when a script answers null",
        "webkit_alert_ends_a_script_with_null",
    ),
    webkit(
        "the first command after the browser died fails with an unknown error without words",
        "such an error is followed by a second command, which tells",
        "webkit_death_is_first_an_empty_error",
    ),
    webkit(
        "get element attribute of a missing attribute reads the property of that name, such as lang",
        "ask getAttribute by script where null matters",
        "webkit_missing_attribute_reads_as_the_property",
    ),
    // Pictures.
    webkit(
        "the first screenshot after a resize may show the old content",
        "pictures are taken until two in a row are equal",
        "webkit_first_screenshot_after_a_resize_may_be_stale",
    ),
    webkit(
        "there is no command for the whole page",
        "a taller window for a moment",
        "webkit_full_page_needs_a_taller_window",
    ),
    // Input.
    webkit(
        "a right or middle button stays pressed for the rest of the session",
        "such actions are refused",
        "webkit_right_button_stays_pressed",
    ),
    webkit(
        "the delta of a wheel is taken relative to the last one of the same input id",
        "a fresh id for every call, and sums inside it",
        "webkit_wheel_delta_is_relative_to_the_last_of_its_id",
    ),
    webkit(
        "a wheel before the page is drawn scrolls without an event, or not at all",
        "a picture is taken first, which draws the page",
        "webkit_wheel_is_lost_before_the_page_is_drawn",
    ),
    webkit(
        "touch is a mouse without saying so",
        "touch is never replayed as touch",
        "webkit_touch_is_a_mouse",
    ),
    webkit(
        "two clicks in a row on one spot are a double click, even with a move in between",
        "half a second between clicks that were apart",
        "webkit_slow_clicks_merge_into_a_double_click",
    ),
    firefox(
        "a move to the point where the pointer is sends no events",
        "such a move is not waited for",
        "firefox_move_to_the_same_point_is_silent",
    ),
    chromium(
        "a range input does not follow a drag whose moves are separate calls",
        "a drag is one call",
        "chromium_range_drag_needs_one_call",
    ),
    chromium(
        "HTML drag and drop is complete, as in no other engine",
        "drag events are dispatched in the page in all engines alike",
        "chromium_drag_and_drop_is_complete",
    ),
    firefox(
        "HTML drag and drop ends without drop and dragend",
        "drag events are dispatched in the page in all engines alike",
        "firefox_drag_and_drop_has_no_drop",
    ),
    webkit(
        "HTML drag and drop ends after dragstart",
        "drag events are dispatched in the page in all engines alike",
        "webkit_drag_and_drop_stops_after_dragstart",
    ),
    firefox(
        "the popup of a select does not take keys",
        "focus and arrow keys, which work in all three",
        "firefox_select_popup_ignores_keys",
    ),
    chromium(
        "clicking an option changes the select untrusted and without an input event",
        "focus and arrow keys, which work in all three",
        "chromium_option_click_changes_untrusted",
    ),
    webkit(
        "clicking an option sends no mouse events",
        "focus and arrow keys, which work in all three",
        "webkit_option_click_has_no_mouse_events",
    ),
    webkit(
        "a date input takes no typing",
        "set the value and dispatch input and change",
        "webkit_date_input_takes_no_typing",
    ),
    webkit(
        "a date input reads sent keys 2024-03-04 as another date",
        "set the value and dispatch input and change",
        "webkit_date_input_misreads_sent_keys",
    ),
    chromium(
        "a date input reads sent keys 2024-03-04 as another date",
        "set the value and dispatch input and change",
        "chromium_date_input_misreads_sent_keys",
    ),
];
