//! What must hold for the files of the corpus, without a browser.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context as _, Result};
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::Value;
use xcheck_drive::{Action, Drive};
use xcheck_model::engine::Engine;

use super::App;
use super::app::{AppKind, Check, Label, OWN_FILES};
use super::value::is_same;

/// Browsers that are compared with the reference.
const TESTED: [Engine; 2] = [Engine::Firefox, Engine::WebKit];
/// How many apps of each kind there must be.
const LEAST: [(AppKind, usize); 6] = [
    (AppKind::Behavior, 12),
    (AppKind::Structure, 10),
    (AppKind::Text, 6),
    (AppKind::Image, 6),
    (AppKind::Mixed, 4),
    (AppKind::Clean, 14),
];
/// Of a hundred and more.
const MOST_APPS_PER_CAUSE: usize = 3;
const USER_STEPS: std::ops::RangeInclusive<usize> = 5..=15;
const LINES: std::ops::RangeInclusive<usize> = 60..=300;
/// Longer names are cut when they become hosts.
const LONGEST_NAME: usize = 40;
/// The apps are innocent: what they are for stands beside them, not in them.
const TELLTALES: [&str; 9] = [
    "browser",
    "browsers",
    "chromium",
    "firefox",
    "safari",
    "corpus",
    "xcheck",
    "useragent",
    "cross-browser",
];

/// What is wrong with the corpus as a whole, one line each.
pub(crate) fn check_corpus(apps: &[App]) -> Vec<String> {
    let mut troubles = check_causes(apps);
    for (kind, least) in LEAST {
        let n = apps.iter().filter(|app| app.labels.kind == kind).count();
        if n < least {
            troubles.push(format!("corpus: {n} {} apps, at least {least} wanted", kind.name()));
        }
    }
    troubles
}

/// Causes that too many apps share, and names that two apps share.
pub(crate) fn check_causes(apps: &[App]) -> Vec<String> {
    let mut troubles = Vec::new();
    let mut users: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut names = BTreeSet::new();
    for app in apps {
        if !names.insert(&app.name) {
            troubles.push(format!("corpus: there are two apps {}", app.name));
        }
        for cause in app.labels.xbis.iter().flat_map(|label| &label.cause) {
            users.entry(cause.to_lowercase()).or_default().insert(&app.name);
        }
    }
    for (cause, apps) in users.iter().filter(|(_, apps)| apps.len() > MOST_APPS_PER_CAUSE) {
        let apps: Vec<&str> = apps.iter().copied().collect();
        troubles.push(format!("corpus: {cause} is the cause in {}", apps.join(", ")));
    }
    troubles
}

/// What is wrong with the files of one app, one line each.
pub(crate) fn check_app(app: &App) -> Result<Vec<String>> {
    let mut troubles = Vec::new();
    check_name(&app.name, &mut troubles);
    check_labels(app, &mut troubles);
    check_checks(app, &mut troubles);
    check_drive(&app.drive, &app.host(), &mut troubles);
    check_files(&app.folder, &mut troubles)?;
    if let Some(places) = &app.places {
        if places.labels.len() != app.labels.xbis.len() {
            troubles.push("places.json does not fit labels.json; run verify --write".to_owned());
        }
        for (label, places) in app.labels.xbis.iter().zip(&places.labels) {
            if places.is_empty() {
                troubles.push(format!("places.json has no place for {}", label.selector));
            }
        }
    }
    Ok(troubles.into_iter().map(|trouble| format!("{}: {trouble}", app.name)).collect())
}

fn check_name(name: &str, troubles: &mut Vec<String>) {
    let is_word = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    if name.len() > LONGEST_NAME || !name.split('-').all(is_word) {
        troubles.push("the name is not made of short lower-case words with hyphens".to_owned());
    }
}

fn check_labels(app: &App, troubles: &mut Vec<String>) {
    let labels = &app.labels;
    for engine in TESTED {
        let n_clean = labels.clean.iter().filter(|clean| **clean == engine).count();
        let is_labelled = labels.xbis.iter().any(|label| label.browser == engine);
        match (n_clean, is_labelled) {
            (0, false) => troubles.push(format!("{engine} is neither clean nor has it a label")),
            (1.., true) => troubles.push(format!("{engine} is clean and has a label")),
            (2.., false) => troubles.push(format!("{engine} is clean twice")),
            _ => {}
        }
    }
    if labels.clean.contains(&Engine::Chromium) {
        troubles.push("chromium is the reference, not clean".to_owned());
    }
    if (labels.kind == AppKind::Clean) != labels.xbis.is_empty() {
        troubles.push("an app without labels is of kind clean, and only such an app".to_owned());
    }
    let kinds: BTreeSet<_> = labels.xbis.iter().flat_map(|label| &label.kinds).collect();
    if labels.kind.finding().is_some_and(|kind| !kinds.contains(&kind)) {
        troubles.push(format!("no label has the app's kind, {}", labels.kind.name()));
    }
    if labels.kind == AppKind::Mixed && kinds.len() < 2 {
        troubles.push("a mixed app has labels of several kinds".to_owned());
    }
    for (n, label) in (1..).zip(&labels.xbis) {
        for trouble in label_troubles(label) {
            troubles.push(format!("label {n}: {trouble}"));
        }
    }
}

fn label_troubles(label: &Label) -> Vec<&'static str> {
    let mut troubles = Vec::new();
    let kinds: BTreeSet<_> = label.kinds.iter().collect();
    if label.browser == Engine::Chromium {
        troubles.push("chromium is the reference and has no labels");
    }
    if kinds.is_empty() || kinds.len() != label.kinds.len() {
        troubles.push("kinds is empty or names one twice");
    }
    let mut selectors = label.selector.split(',').map(str::trim);
    if selectors.any(|selector| matches!(selector, "" | "*" | "html" | "body" | ":root")) {
        troubles.push("the selector is empty or the whole page");
    }
    if label.cause.is_empty() || label.cause.iter().any(|cause| cause.trim().is_empty()) {
        troubles.push("no cause");
    }
    if label.why.trim().is_empty() {
        troubles.push("no why");
    }
    troubles
}

fn check_checks(app: &App, troubles: &mut Vec<String>) {
    if app.checks.is_empty() {
        troubles.push("verify.json has no checks".to_owned());
    }
    for check in &app.checks {
        if !Engine::ALL.iter().all(|engine| check.expect.contains_key(engine)) {
            troubles.push(format!("check {:?} does not expect something of all", check.what));
        }
        let is_number = |value: &Value| value.is_number() || value.is_array() || value.is_object();
        if check.near.is_some() && !check.expect.values().any(is_number) {
            troubles.push(format!("check {:?}: near is for numbers", check.what));
        }
    }
    for engine in TESTED {
        let n_labels = app.labels.xbis.iter().filter(|label| label.browser == engine).count();
        let n_differing = app.checks.iter().filter(|check| differs(check, engine)).count();
        if n_labels == 0 && n_differing > 0 {
            troubles.push(format!("{engine} is clean, but a check expects another value there"));
        } else if n_differing < n_labels {
            troubles.push(format!(
                "{engine} has {n_labels} labels and {n_differing} checks that differ from chromium"
            ));
        }
    }
}

/// Whether a check expects something else of `engine` than of the reference.
fn differs(check: &Check, engine: Engine) -> bool {
    match (check.expect.get(&Engine::Chromium), check.expect.get(&engine)) {
        (Some(reference), Some(test)) => !is_same(reference, test, check.near.unwrap_or(0.0)),
        _ => false,
    }
}

fn check_drive(drive: &Drive, host: &str, troubles: &mut Vec<String>) {
    let actions: Vec<&Action> = drive.steps.iter().map(|step| &step.action).collect();
    match actions.first() {
        Some(Action::SetViewport(viewport)) if (viewport.width, viewport.height) == (1280, 720) => {
        }
        _ => troubles.push("the drive does not begin with setViewport 1280x720".to_owned()),
    }
    let home = format!("http://{host}/");
    match actions.get(1) {
        Some(Action::Navigate { url }) if *url == home => {}
        _ => troubles.push(format!("the drive's second step is not navigate to {home}")),
    }
    let n_steps = actions.iter().filter(|action| is_of_user(action)).count();
    if !USER_STEPS.contains(&n_steps) {
        let (least, most) = (USER_STEPS.start(), USER_STEPS.end());
        troubles.push(format!("the drive has {n_steps} user steps, not {least} to {most}"));
    }
    let is_cheating =
        |action: &&Action| matches!(action, Action::Pause { .. } | Action::Script { .. });
    if actions.iter().any(is_cheating) {
        troubles.push("the drive sleeps or runs scripts".to_owned());
    }
}

/// Whether a step is what a person does. A key that is released was pressed before.
fn is_of_user(action: &Action) -> bool {
    !matches!(
        action,
        Action::SetViewport(_)
            | Action::Navigate { .. }
            | Action::KeyUp(_)
            | Action::WaitForElement(_)
            | Action::WaitForExpression { .. }
            | Action::WaitForText { .. }
            | Action::WaitForTitle { .. }
            | Action::WaitForDialog { .. }
    )
}

fn check_files(folder: &Utf8Path, troubles: &mut Vec<String>) -> Result<()> {
    let mut n_lines = 0;
    for path in files(folder)? {
        let shown = path.strip_prefix(folder).unwrap_or(&path);
        if OWN_FILES.contains(&shown.as_str()) {
            continue;
        }
        let bytes = fs::read(&path).with_context(|| format!("cannot read {path}"))?;
        let Ok(text) = std::str::from_utf8(&bytes) else { continue };
        n_lines += text.lines().count();
        for telltale in telltales(text) {
            troubles.push(format!("{shown} speaks of {telltale:?}"));
        }
    }
    if !LINES.contains(&n_lines) {
        let (least, most) = (LINES.start(), LINES.end());
        troubles.push(format!("the app has {n_lines} lines, not {least} to {most}"));
    }
    Ok(())
}

fn telltales(text: &str) -> BTreeSet<&'static str> {
    let text = text.to_lowercase();
    let words: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
    TELLTALES.into_iter().filter(|telltale| words.contains(telltale)).collect()
}

fn files(folder: &Utf8Path) -> Result<Vec<Utf8PathBuf>> {
    let mut all = Vec::new();
    for entry in folder.read_dir_utf8().with_context(|| format!("cannot list {folder}"))? {
        let path = entry?.into_path();
        if path.is_dir() {
            all.extend(files(&path)?);
        } else {
            all.push(path);
        }
    }
    all.sort();
    Ok(all)
}
