//! `cargo xtask corpus verify`: are the labels of the corpus true, in the browsers that are here?

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use camino::Utf8Path;
use xcheck_model::engine::Engine;

use super::app::{AppKind, Places};
use super::picture::write_montage;
use super::rules;
use super::stage::{Actor, Stage};
use super::value::is_same;
use super::visit::{Visit, leave, visit};
use super::{App, Half, read_all};
use crate::args::{PickArgs, VerifyArgs};

/// What was seen, by app and browser.
type Visits = BTreeMap<String, BTreeMap<Engine, Visit>>;

/// Drives the picked apps in the picked browsers and fails if anything is not as the files say.
pub(crate) fn verify(root: &Utf8Path, args: &VerifyArgs) -> Result<()> {
    let begin = Instant::now();
    let corpus = args.pick.corpus.clone().unwrap_or_else(|| root.join("corpus"));
    let (apps, mut troubles) = read_all(&corpus)?;
    let is_whole = args.pick.names.is_empty() && args.pick.half.is_none();
    let picked = if args.sample { sample(&apps) } else { pick(&apps, &troubles, &args.pick)? };
    if is_whole {
        troubles.extend(rules::check_corpus(&apps));
    } else {
        // An app that cannot be read is only the trouble of those who want it.
        troubles.clear();
    }
    for app in if args.sample { apps.iter().collect() } else { picked.clone() } {
        troubles.extend(rules::check_app(app)?);
    }
    for trouble in &troubles {
        println!("{trouble}");
    }
    let (visits, mut failures) = drive_all(&picked, &args.pick.browsers)?;
    for app in &picked {
        let Some(visits) = visits.get(&app.name) else { continue };
        take_pictures(root, app, visits)?;
        let found = compare(app, visits, args.write)?;
        for failure in &found {
            println!("{failure}");
        }
        failures.extend(found);
    }
    print_summary(&picked);
    let n_failures = troubles.len() + failures.len();
    let seconds = begin.elapsed().as_secs_f64();
    println!("{} apps, {n_failures} failures, {seconds:.0} s", picked.len());
    if n_failures > 0 {
        bail!("the corpus is not as it says");
    }
    Ok(())
}

/// Only takes the pictures.
pub(crate) fn montage(root: &Utf8Path, args: &PickArgs) -> Result<()> {
    let corpus = args.corpus.clone().unwrap_or_else(|| root.join("corpus"));
    let (apps, troubles) = read_all(&corpus)?;
    let picked = pick(&apps, &troubles, args)?;
    let (visits, failures) = drive_all(&picked, &args.browsers)?;
    for app in &picked {
        if let Some(visits) = visits.get(&app.name) {
            take_pictures(root, app, visits)?;
        }
    }
    if !failures.is_empty() {
        bail!("{} apps could not be driven", failures.len());
    }
    Ok(())
}

fn pick<'a>(apps: &'a [App], troubles: &[String], args: &PickArgs) -> Result<Vec<&'a App>> {
    for name in &args.names {
        if !apps.iter().any(|app| app.name == *name) {
            let folder = format!("/{name}");
            match troubles.iter().find(|trouble| trouble.contains(&folder)) {
                Some(trouble) => bail!("{trouble}"),
                None => bail!("there is no app {name:?} in the corpus"),
            }
        }
    }
    let is_picked = |app: &&App| {
        (args.names.is_empty() || args.names.contains(&app.name))
            && args.half.is_none_or(|half| app.half == half)
    };
    Ok(apps.iter().filter(is_picked).collect())
}

/// The first app of each kind, from one half and the other in turn.
fn sample(apps: &[App]) -> Vec<&App> {
    let mut halves = Half::ALL.into_iter().cycle();
    let first = |kind: AppKind| {
        let half = halves.next();
        let is_kind = |app: &&App| app.labels.kind == kind;
        let own = apps.iter().filter(is_kind).find(|app| Some(app.half) == half);
        own.or_else(|| apps.iter().find(is_kind))
    };
    AppKind::ALL.into_iter().filter_map(first).collect()
}

/// One browser at a time, each through all apps. Also returns what went wrong on the way, already printed.
fn drive_all(apps: &[&App], browsers: &[Engine]) -> Result<(Visits, Vec<String>)> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let outcome = runtime.block_on(async {
        let stage = Stage::new(apps)?;
        let mut visits = Visits::new();
        let mut failures = Vec::new();
        for engine in Engine::ALL.into_iter().filter(|engine| browsers.contains(engine)) {
            for (name, outcome) in drive_one(&stage, apps, engine).await? {
                match outcome {
                    Ok(visit) => drop(visits.entry(name).or_default().insert(engine, visit)),
                    Err(error) => {
                        let failure = format!("{name} {engine}: {error:#}");
                        println!("{failure}");
                        failures.push(failure);
                    }
                }
            }
        }
        stage.end().await?;
        Ok((visits, failures))
    });
    runtime.shutdown_background();
    outcome
}

async fn drive_one(
    stage: &Stage,
    apps: &[&App],
    engine: Engine,
) -> Result<Vec<(String, Result<Visit>)>> {
    let mut outcomes = Vec::new();
    let mut actor: Option<Actor> = None;
    for app in apps {
        let current = match actor.take() {
            Some(actor) => actor,
            None => stage.enter(engine).await?,
        };
        let session = current.browser.session();
        let outcome = Box::pin(visit(session, app)).await;
        let is_usable = outcome.is_ok() && leave(session).await.is_ok();
        outcomes.push((app.name.clone(), outcome));
        if is_usable {
            actor = Some(current);
        } else {
            current.leave().await?;
        }
    }
    if let Some(actor) = actor {
        actor.leave().await?;
    }
    Ok(outcomes)
}

fn take_pictures(root: &Utf8Path, app: &App, visits: &BTreeMap<Engine, Visit>) -> Result<()> {
    let pictures: Vec<&[u8]> = visits.values().map(|visit| visit.picture.as_slice()).collect();
    let folder = root.join("target/corpus");
    write_montage(&folder.join(format!("{}.png", app.name)), &pictures)
        .with_context(|| app.name.clone())?;
    // At full size, for those who must look closely.
    let folder = folder.join(&app.name);
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {folder}"))?;
    for (engine, visit) in visits {
        let path = folder.join(format!("{engine}.png"));
        fs::write(&path, &visit.picture).with_context(|| format!("cannot write {path}"))?;
    }
    Ok(())
}

/// What is not as the app's files say, one line each.
fn compare(app: &App, visits: &BTreeMap<Engine, Visit>, write: bool) -> Result<Vec<String>> {
    let mut failures = Vec::new();
    for (engine, visit) in visits {
        let mut fail = |what: String| failures.push(format!("{} {engine}: {what}", app.name));
        for (check, value) in app.checks.iter().zip(&visit.values) {
            let Some(expected) = check.expect.get(engine) else { continue };
            match value {
                Ok(value) if is_same(expected, value, check.near.unwrap_or(0.0)) => {}
                Ok(value) => fail(format!("{:?}: expected {expected}, got {value}", check.what)),
                Err(error) => fail(format!("{:?}: expected {expected}, got {error}", check.what)),
            }
        }
        for url in &visit.strangers {
            fail(format!("loads {url}, which the app does not have"));
        }
        if *engine == Engine::Chromium {
            for (label, is_there) in app.labels.xbis.iter().zip(&visit.is_there) {
                if !is_there {
                    fail(format!("no element {} at the end", label.selector));
                }
            }
        }
    }
    if let Some(places) = places(app, visits) {
        if write {
            app.write_places(&places)?;
        } else if app.places.as_ref() != Some(&places) {
            let state = if app.places.is_some() { "stale" } else { "missing" };
            failures.push(format!("{}: places.json is {state}; run with --write", app.name));
        }
    }
    Ok(failures)
}

/// Where each label's elements were in the reference and in the labelled browser, if both were visited.
fn places(app: &App, visits: &BTreeMap<Engine, Visit>) -> Option<Places> {
    let reference = visits.get(&Engine::Chromium)?;
    let mut labels = Vec::new();
    for (n, label) in app.labels.xbis.iter().enumerate() {
        let test = visits.get(&label.browser)?;
        let both: BTreeSet<&String> = reference.places[n].union(&test.places[n]).collect();
        labels.push(both.into_iter().cloned().collect());
    }
    Some(Places { labels })
}

fn print_summary(apps: &[&App]) {
    for kind in AppKind::ALL {
        let count =
            |half| apps.iter().filter(|app| app.labels.kind == kind && app.half == half).count();
        let [tune, score] = Half::ALL.map(count);
        println!("{:9} {:3} = {tune} tune + {score} score", kind.name(), tune + score);
    }
}
