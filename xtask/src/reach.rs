//! Whether exploring an app gets where its drive file gets: both are crawled, and their states compared.
//!
//! A state is reached if exploring was in one that is nearly the same to the letter. It is reached in kind if exploring
//! was on the same page with the same kinds of elements, which may say other things: who searches for another word, or
//! chooses another row of a table, sees the same of an app.

use std::fs;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use camino::{Utf8Path, Utf8PathBuf};
use serde::Deserialize;

use crate::args::ReachArgs;
use crate::corpus::{Half, read_all};

/// How much of a page must be the same, what was typed aside.
const SAME: f64 = 0.85;

#[derive(Deserialize)]
struct Graph {
    states: Vec<State>,
    edges: Vec<Edge>,
    sessions: Vec<Session>,
}

#[derive(Deserialize)]
struct Edge {
    to: usize,
    steps: Vec<Deed>,
}

#[derive(Deserialize)]
struct Deed {
    label: String,
}

#[derive(Deserialize)]
struct State {
    id: String,
    url: String,
    shape: String,
    #[serde(default)]
    sketch: Vec<u32>,
}

/// How near exploring came to states of a drive.
#[derive(Default)]
struct Tally {
    n_states: usize,
    n_same: usize,
    n_kind: usize,
}

#[derive(Deserialize)]
struct Session {
    actions: usize,
}

/// Explores the picked apps and prints which states of their drives were reached.
pub(crate) fn run(root: &Utf8Path, args: &ReachArgs) -> Result<()> {
    let (apps, _) = read_all(&root.join("corpus"))?;
    let is_picked = |name: &String| args.names.is_empty() || args.names.contains(name);
    let mut tallies = Vec::new();
    println!(
        "| app | states of the drive | reached | in kind | explored states | actions | sessions |"
    );
    println!("|---|---|---|---|---|---|---|");
    for app in apps
        .iter()
        .filter(|app| is_picked(&app.name) && args.half.is_none_or(|half| app.half == half))
    {
        let out = root.join("target/reach").join(&app.name);
        let drive = app.folder.join("drive.json");
        let seconds = args.seconds.to_string();
        let driven = crawl(root, &app.folder, &out.join("driven"), &["--drive", drive.as_str()])?;
        let explored = crawl(root, &app.folder, &out.join("explored"), &["--time", &seconds])?;
        let tally = compare(&driven, &explored);
        let actions: usize = explored.sessions.iter().map(|it| it.actions).sum();
        println!(
            "| {} | {} | {} | {} | {} | {actions} | {} |",
            app.name,
            tally.n_states,
            tally.n_same,
            tally.n_kind,
            explored.states.len(),
            explored.sessions.len()
        );
        // What is in the other half is not to be looked at.
        if app.half == Half::Tune {
            tell_missed(&app.name, &driven, &explored);
        }
        tallies.push(tally);
    }
    let sum = |of: fn(&Tally) -> usize| tallies.iter().map(of).sum::<usize>();
    let whole = |of: fn(&Tally) -> usize| tallies.iter().filter(|it| of(it) == it.n_states).count();
    let (n_states, n_apps) = (sum(|it| it.n_states), tallies.len());
    println!();
    for (name, of) in
        [("reached", (|it| it.n_same) as fn(&Tally) -> usize), ("reached in kind", |it| it.n_kind)]
    {
        println!(
            "{} of {n_states} states {name}; all states of {} of {n_apps} apps",
            sum(of),
            whole(of)
        );
    }
    Ok(())
}

fn compare(driven: &Graph, explored: &Graph) -> Tally {
    let count = |is: &dyn Fn(&&State) -> bool| driven.states.iter().filter(is).count();
    Tally {
        n_states: driven.states.len(),
        n_same: count(&|state| is_in(state, explored)),
        n_kind: count(&|state| is_in_kind(state, explored)),
    }
}

fn is_in(state: &State, graph: &Graph) -> bool {
    graph.states.iter().any(|other| {
        other.id == state.id || xcheck_crawl::likeness(&state.sketch, &other.sketch) >= SAME
    })
}

fn is_in_kind(state: &State, graph: &Graph) -> bool {
    let page = |state: &State| state.url.split(['?', '#']).next().map(str::to_owned);
    let is_like = |other: &State| other.shape == state.shape && page(other) == page(state);
    is_in(state, graph) || graph.states.iter().any(is_like)
}

fn tell_missed(name: &str, driven: &Graph, explored: &Graph) {
    for (at, state) in driven.states.iter().enumerate() {
        if !is_in_kind(state, explored) {
            let edge = driven.edges.iter().find(|edge| edge.to == at);
            let label = edge.and_then(|edge| edge.steps.first()).map(|deed| deed.label.as_str());
            eprintln!("{name}: state {at} is not reached: {}", label.unwrap_or("the start"));
        }
    }
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
