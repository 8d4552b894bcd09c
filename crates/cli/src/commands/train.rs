//! `xcheck train`: from labelled runs to the model that says which differences are worth telling.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;

use anyhow::Context as _;
use camino::{Utf8Path, Utf8PathBuf};
use xcheck_compare::classify::{
    Confusion, Feature, Instance, Labels, Training, Tree, built_in, hand_set, instances, learn,
    stratified_folds, whole_apps,
};
use xcheck_model::engine::Engine;
use xcheck_trace::run::RunReader;

use crate::args::TrainArgs;
use crate::exit::{Exit, Failure};

pub(crate) fn run(args: &TrainArgs) -> Result<Exit, Failure> {
    let all = read_all(&args.labels)?;
    let tree = train(&all);
    if let Some(out) = &args.out {
        fs::write(out, tree.to_json())
            .with_context(|| format!("cannot write {out}"))
            .map_err(|error| Failure::usage(error, None))?;
    }
    // A reader that goes away, such as `head`, is no error.
    let _ = std::io::stdout().write_all(summary(&all, &tree).as_bytes());
    Ok(Exit::Clean)
}

fn train(all: &[Instance]) -> Tree {
    let features = &Feature::CARRYING_OVER;
    let mut tree = learn(all, features);
    let apps: BTreeSet<&str> = all.iter().map(|it| it.app.as_str()).collect();
    tree.training = Some(Training {
        n_apps: apps.len(),
        n_instances: all.len(),
        n_true: all.iter().filter(|it| it.is_true()).count(),
        stratified: stratified_folds(all, features),
        whole_apps: whole_apps(all, features),
    });
    tree
}

fn read_all(folders: &[Utf8PathBuf]) -> Result<Vec<Instance>, Failure> {
    let mut all = Vec::new();
    for folder in folders {
        let apps = apps_in(folder).map_err(|error| Failure::usage(error, None))?;
        if apps.is_empty() {
            let hint = "each app is a folder with labels.json, places.json and runs".to_owned();
            let error = anyhow::anyhow!("there are no labelled apps in {folder}");
            return Err(Failure::usage(error, Some(hint)));
        }
        for app in apps {
            all.extend(read_app(&app)?);
        }
    }
    Ok(all)
}

/// Folders with labels, by name.
fn apps_in(folder: &Utf8Path) -> anyhow::Result<Vec<Utf8PathBuf>> {
    let mut apps = Vec::new();
    for entry in folder.read_dir_utf8().with_context(|| format!("cannot list {folder}"))? {
        let path = entry.with_context(|| format!("cannot list {folder}"))?.into_path();
        if path.join("labels.json").is_file() {
            apps.push(path);
        }
    }
    apps.sort();
    Ok(apps)
}

/// The instances of an app, in each browser that it was replayed in.
fn read_app(folder: &Utf8Path) -> Result<Vec<Instance>, Failure> {
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))
    };
    let labels = read("labels.json")
        .and_then(|labels| Ok((labels, read("places.json")?)))
        .and_then(|(labels, places)| {
            Labels::parse(&labels, &places).with_context(|| folder.to_string())
        })
        .map_err(|error| Failure::usage(error, None))?;
    let open = |engine: Engine| {
        RunReader::open(&folder.join(engine.name())).map_err(|error| {
            let hint = error.hint();
            Failure::usage(error, hint)
        })
    };
    let reference = open(Engine::Chromium)?;
    let mut found = Vec::new();
    for engine in [Engine::Firefox, Engine::WebKit] {
        if folder.join(engine.name()).is_dir() {
            let app = folder.file_name().unwrap_or_default();
            found.extend(instances(app, &labels, &reference, &open(engine)?));
        }
    }
    Ok(found)
}

fn summary(all: &[Instance], tree: &Tree) -> String {
    let mut text = String::new();
    let Some(Training { n_apps, n_instances, n_true, stratified, whole_apps: by_app }) =
        &tree.training
    else {
        return text;
    };
    let _ = writeln!(text, "{n_instances} instances of {n_apps} apps, {n_true} of them true");
    let _ = writeln!(text, "\n{tree}{} leaves\n", tree.n_leaves());
    let _ = writeln!(text, "true negatives / false positives / false negatives / true positives");
    let five = &Feature::OF_CROSSCHECK;
    let rows = [
        ("in ten parts", *stratified),
        ("app by app", *by_app),
        ("CrossCheck's features here, in ten parts", stratified_folds(all, five)),
        ("CrossCheck's features here, app by app", whole_apps(all, five)),
        ("CrossCheck's own, in ten parts", Confusion::OF_CROSSCHECK),
        ("thresholds set by hand, all", hand_set(all)),
        ("built-in tree, all", built_in(all)),
    ];
    for (name, confusion) in rows {
        let _ = writeln!(text, "{name:41} {confusion}");
    }
    text
}
