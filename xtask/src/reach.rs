//! Whether exploring an app gets where its drive file gets: both are crawled, and their states compared.

use std::fs;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use camino::{Utf8Path, Utf8PathBuf};
use serde::Deserialize;

use crate::args::ReachArgs;
use crate::corpus::read_all;

/// How much of a page must be the same, what was typed aside.
const SAME: f64 = 0.85;

#[derive(Deserialize)]
struct Graph {
    states: Vec<State>,
    sessions: Vec<Session>,
}

#[derive(Deserialize)]
struct State {
    id: String,
    #[serde(default)]
    sketch: Vec<u32>,
}

#[derive(Deserialize)]
struct Session {
    actions: usize,
}

/// Explores the picked apps and prints which states of their drives were reached.
pub(crate) fn run(root: &Utf8Path, args: &ReachArgs) -> Result<()> {
    let (apps, _) = read_all(&root.join("corpus"))?;
    let is_picked = |name: &String| args.names.is_empty() || args.names.contains(name);
    let (mut n_apps, mut n_whole, mut n_all, mut n_reached) = (0, 0, 0, 0);
    println!("| app | states of the drive | reached | explored states | actions | sessions |");
    println!("|---|---|---|---|---|---|");
    for app in apps
        .iter()
        .filter(|app| is_picked(&app.name) && args.half.is_none_or(|half| app.half == half))
    {
        let out = root.join("target/reach").join(&app.name);
        let drive = app.folder.join("drive.json");
        let seconds = args.seconds.to_string();
        let driven = crawl(root, &app.folder, &out.join("driven"), &["--drive", drive.as_str()])?;
        let explored = crawl(root, &app.folder, &out.join("explored"), &["--time", &seconds])?;
        let reached = driven.states.iter().filter(|state| is_in(state, &explored)).count();
        let actions: usize = explored.sessions.iter().map(|it| it.actions).sum();
        println!(
            "| {} | {} | {reached} | {} | {actions} | {} |",
            app.name,
            driven.states.len(),
            explored.states.len(),
            explored.sessions.len()
        );
        n_apps += 1;
        n_whole += usize::from(reached == driven.states.len());
        n_all += driven.states.len();
        n_reached += reached;
    }
    println!();
    println!("{n_reached} of {n_all} states reached; all states of {n_whole} of {n_apps} apps");
    Ok(())
}

fn is_in(state: &State, graph: &Graph) -> bool {
    graph.states.iter().any(|other| {
        other.id == state.id || xcheck_crawl::likeness(&state.sketch, &other.sketch) >= SAME
    })
}

fn crawl(root: &Utf8Path, app: &Utf8Path, out: &Utf8PathBuf, more: &[&str]) -> Result<Graph> {
    let program = root.join("target/release/xcheck");
    let output = Command::new(&program)
        .args([&["crawl", app.as_str(), "-o", out.as_str()], more].concat())
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot run {program}; cargo build --release -p xcheck"))?;
    if output.status.code() != Some(0) {
        bail!("{app} cannot be explored: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let path = out.join("graph.json");
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
    serde_json::from_str(&text).with_context(|| format!("{path} is no graph"))
}
