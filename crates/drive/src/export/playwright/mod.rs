//! A test for Playwright: one file of plain JavaScript that needs `@playwright/test` and nothing else.
//!
//! Pages are hostile and the file is code: text from pages goes into it only through [`literal`].

mod helpers;
mod literal;
mod locator;
mod step;

use std::collections::BTreeSet;

use xcheck_model::action::{Action, ActionKind};
use xcheck_model::event::{Event, Page, What};

use super::Session;
use super::story::{Beat, Deed, tell};
use literal::js;
use step::Steps;

/// Pauses shorter than this are how fast people are, not something that they waited for.
const PAUSE_MS: i64 = 500;

/// The test. With `har_file`, a path relative to the test, it runs without the app's server.
pub fn playwright(
    session: &Session,
    actions: &[Action],
    pages: &[Page],
    har_file: Option<&str>,
) -> String {
    let PlaywrightTest { head, opening, steps, closing } =
        playwright_test(session, actions, pages, har_file);
    let title = js(&session.title);
    let mut whole = format!("{head}test({title}, {SIGNATURE}\n{opening}");
    whole.extend(steps.into_iter().map(|step| step.code));
    whole.push_str(&closing);
    whole.push_str("});\n");
    let helpers = helpers::used(&whole);
    whole + &helpers
}

/// What stands between a test's title and its first line.
pub const SIGNATURE: &str = "async ({ page, context, browserName }) => {";

/// A test in parts: what is left when steps are taken from its end is a test, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaywrightTest {
    /// Comments, imports and options.
    pub head: String,
    /// What must stand before the first step.
    pub opening: String,
    pub steps: Vec<PlaywrightStep>,
    /// What the test expects in the end.
    pub closing: String,
}

/// What one thing that the person did is in a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaywrightStep {
    /// Microseconds since the first page began; the first step comes before everything.
    pub at_us: i64,
    /// The variable that its window is in.
    pub page: String,
    pub code: String,
}

/// The names and sources of all functions that tests may call; each comes before those that it calls.
pub fn playwright_helpers() -> &'static [(&'static str, &'static str)] {
    &helpers::HELPERS
}

/// The parts of a test.
pub fn playwright_test(
    session: &Session,
    actions: &[Action],
    pages: &[Page],
    har_file: Option<&str>,
) -> PlaywrightTest {
    let story = tell(session, actions, pages);
    let mut lines = Steps::default();
    let mut last_us = None;
    let mut steps = Vec::new();
    for beat in &story.beats {
        self::beat(&mut lines, beat, &mut last_us);
        let code = indented(&std::mem::take(&mut lines.lines));
        steps.push(PlaywrightStep { at_us: beat.at_us, page: page_of(beat.window), code });
    }
    if let Some((url, part)) = story.last_page.and_then(final_url) {
        lines.line(format!("await expect(page).toHaveURL(sameUrl({}, '{part}'));", js(&url)));
    }
    lines.lines(&[
        "// Engines word errors differently and have their own, so only Chromium is held to their number.",
        "if (browserName === 'chromium') {",
        &format!("  expect(errors.size, [...errors].join('\\n')).toBeLessThanOrEqual({});", n_errors(pages)),
        "}",
    ]);
    PlaywrightTest {
        head: head(session, actions, har_file),
        opening: indented(&before(actions, har_file)),
        steps,
        closing: indented(&lines.lines),
    }
}

fn indented(lines: &[String]) -> String {
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

fn beat(steps: &mut Steps, beat: &Beat<'_>, last_us: &mut Option<i64>) {
    pause(steps, beat, last_us);
    for window in &beat.opens {
        steps.line(format!("const opening{window} = context.waitForEvent('page');"));
    }
    match beat.deed {
        Deed::Go(url) => steps.line(format!("await {}.goto({});", page_of(beat.window), js(url))),
        Deed::Act(action) => steps.action(beat, action),
    }
    for window in &beat.opens {
        steps.line(format!("const page{window} = await opening{window};"));
    }
    if let (Deed::Act(_), Some(url)) = (beat.deed, beat.leads_to) {
        steps.line(format!(
            "await {}.waitForURL(sameUrl({}, 'path'));",
            page_of(beat.window),
            js(url)
        ));
    }
    if beat.leads_to.is_some() || !beat.opens.is_empty() {
        steps.forget();
    }
}

/// How many different errors nothing caught. A page that is kept by one browser is loaded again by
/// another, and its errors come again.
fn n_errors(pages: &[Page]) -> usize {
    let events = pages.iter().filter(|page| !page.hello.is_worker).flat_map(Page::events);
    let messages = events.flat_map(|event| &event.locals.errors).map(|error| &error.message);
    messages.collect::<BTreeSet<_>>().len()
}

/// How a window is called in the test.
fn page_of(window: usize) -> String {
    if window == 0 { "page".to_owned() } else { format!("page{window}") }
}

/// What a person waited before this, as far as it is worth waiting for.
fn pause(steps: &mut Steps, beat: &Beat<'_>, last_us: &mut Option<i64>) {
    let Deed::Act(_) = beat.deed else { return };
    let elapsed_ms = beat.at_us.saturating_sub(last_us.unwrap_or(0)) / 1000;
    *last_us = Some(beat.at_us);
    if elapsed_ms >= PAUSE_MS {
        steps.line(format!("await pause({elapsed_ms});"));
    }
}

fn head(session: &Session, actions: &[Action], har_file: Option<&str>) -> String {
    let mut lines = vec![
        format!("// Exported by xcheck from a recording of {} in {}.", js(&session.start_url), js(&session.browser)),
        "//".to_owned(),
        "// What the recording took from its surroundings is not replayed: random numbers, the clock, timers,".to_owned(),
        "// storage and the clipboard are those of the day. Secrets are masked, as they were recorded.".to_owned(),
        "// Steps follow each other as soon as the page allows; PACE=1 waits as long as the person did.".to_owned(),
    ];
    if session.has_folder && har_file.is_none() {
        lines.push("// The app was a folder that xcheck served: serve it at the address below, or export it with its traffic.".to_owned());
    }
    lines.push("import { test, expect } from '@playwright/test';".to_owned());
    if har_file.is_some() {
        lines.push("import path from 'node:path';".to_owned());
        lines.push("import { fileURLToPath } from 'node:url';".to_owned());
    }
    let mut options =
        format!("viewport: {{ width: {}, height: {} }}", session.width, session.height);
    if actions.iter().any(|action| is_touch(&action.kind)) {
        options += ", hasTouch: true";
    }
    if har_file.is_some() {
        // Requests of service workers do not pass through routes.
        options += ", serviceWorkers: 'block'";
    }
    lines.extend([String::new(), format!("test.use({{ {options} }});"), String::new()]);
    lines.join("\n") + "\n"
}

fn is_touch(kind: &ActionKind) -> bool {
    matches!(kind, ActionKind::Tap { .. } | ActionKind::Swipe { .. })
}

/// What must stand before the first step.
fn before(actions: &[Action], har_file: Option<&str>) -> Vec<String> {
    let mut lines = Vec::new();
    if actions.iter().any(|action| matches!(action.kind, ActionKind::Swipe { .. })) {
        lines.push("test.skip(browserName !== 'chromium', 'swipes need Chromium');".to_owned());
    }
    if let Some(har_file) = har_file {
        let folder = "path.dirname(fileURLToPath(import.meta.url))";
        lines.push(format!(
            "await context.routeFromHAR(path.join({folder}, {}), {{ notFound: 'abort' }});",
            js(har_file)
        ));
    }
    lines.push("const errors = await collectErrors(context);".to_owned());
    if !actions.is_empty() {
        let is_drop = |action: &Action| matches!(action.kind, ActionKind::DragDrop { .. });
        let onto = if actions.iter().any(is_drop) { ", onto" } else { "" };
        lines.push(format!("let element{onto};"));
    }
    let answers: Vec<String> = actions.iter().filter_map(answer).collect();
    if !answers.is_empty() {
        lines.push("answerDialogs(context, [".to_owned());
        lines.extend(answers);
        lines.push("]);".to_owned());
    }
    lines
}

fn answer(action: &Action) -> Option<String> {
    let ActionKind::Dialog { dialog, is_accepted, text, .. } = &action.kind else { return None };
    let text = text.as_deref().map(|text| format!(", text: {}", js(text))).unwrap_or_default();
    Some(format!("  {{ type: {}, accept: {is_accepted}{text} }},", js(dialog)))
}

/// The address that the page had in the end, and how much of it is known.
fn final_url(page: &Page) -> Option<(String, &'static str)> {
    let mut url = url::Url::parse(&page.hello.url).ok()?;
    let mut part = "all";
    for event in page.events() {
        if let What::Notice { name, .. } = &event.what {
            part = match name.as_str() {
                "popstate" => "origin",
                "hashchange" if part == "all" => "search",
                _ => part,
            };
        }
        for place in pushed(event) {
            url = url.join(place).unwrap_or(url);
            part = "all";
        }
    }
    Some((url.into(), part))
}

/// Addresses that the app put into the bar itself.
fn pushed(event: &Event) -> impl Iterator<Item = &str> {
    event.locals.registrations.iter().filter(|entry| entry.kind == "history").filter_map(|entry| {
        let name = entry.detail.first()?.as_str()?;
        entry.detail.get(1)?.as_str().filter(|_| matches!(name, "pushState" | "replaceState"))
    })
}
