//! What a Selenium Grid gives and costs: twenty traces checked on two nodes against one, and the time of an event
//! through the grid against the same event here.
//!
//! All nodes are on this machine, so its cores set the limit; how busy they were is printed beside.
#![expect(clippy::print_stdout, reason = "printing figures is the purpose")]

use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::Value;
use xcheck_browser::guard::{self, GuardCommand};
use xcheck_model::engine::Engine;
use xcheck_testkit::grid::{GridOptions, RealGrid, jar};

const N_TRACES: usize = 20;
const N_ROUNDS: usize = 5;

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(guard::GUARD_ARGUMENT) {
        return guard::run();
    }
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    match runtime.block_on(measure()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn measure() -> Result<()> {
    let jar = jar().context("there is no grid without a jar")?;
    let folder = tempfile::tempdir()?;
    let place = Place(Utf8PathBuf::try_from(folder.path().to_owned())?);
    let traces = place.record()?;
    let mut seconds = Vec::new();
    for n_nodes in [1, 2] {
        let options =
            GridOptions { engines: vec![Engine::Chromium], ..GridOptions::nodes(n_nodes) };
        let grid = RealGrid::start(GuardCommand::this_binary()?, &jar, options).await;
        seconds.push(place.check(&grid, &traces, n_nodes)?);
        grid.end().await;
    }
    println!("two nodes are {:.2} times as fast as one", seconds[0] / seconds[1]);
    let grid = RealGrid::start(GuardCommand::this_binary()?, &jar, GridOptions::nodes(1)).await;
    for engine in Engine::ALL {
        place.compare_events(&grid, &traces, engine)?;
    }
    grid.end().await;
    Ok(())
}

/// A folder to work in.
struct Place(Utf8PathBuf);

impl Place {
    fn xcheck(&self, args: &[&str]) -> Result<(Vec<u8>, i32)> {
        let program = std::env::current_exe()?.with_file_name("xcheck");
        let output = Command::new(program)
            .args(args)
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .output()
            .context("cannot start xcheck: build it beside this program")?;
        let words = String::from_utf8_lossy(&output.stderr);
        let code = output.status.code().unwrap_or(-1);
        ensure!(matches!(code, 0 | 1), "xcheck {}: {words}", args.join(" "));
        Ok((output.stdout, code))
    }

    /// Records apps of the corpus here, one session each.
    fn record(&self) -> Result<Vec<String>> {
        let corpus = Utf8Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/tune"));
        let mut apps: Vec<Utf8PathBuf> = corpus
            .read_dir_utf8()?
            .filter_map(|entry| Some(entry.ok()?.into_path()))
            .filter(|app| app.join("drive.json").exists())
            .collect();
        apps.sort();
        let mut traces = Vec::new();
        for app in apps.iter().take(N_TRACES) {
            let trace = format!("{}.xct", app.file_name().unwrap_or_default());
            let drive = app.join("drive.json");
            self.xcheck(&["record", app.as_str(), "--drive", drive.as_str(), "-o", &trace])?;
            traces.push(trace);
        }
        ensure!(traces.len() == N_TRACES, "the corpus has only {} apps", traces.len());
        Ok(traces)
    }

    /// Checks all traces on a grid, as many at once as it has nodes.
    fn check(&self, grid: &RealGrid, traces: &[String], n_nodes: usize) -> Result<f64> {
        std::fs::write(self.0.join("xcheck.toml"), grid.config())?;
        let workers = n_nodes.to_string();
        let mut args = vec!["check", "--browsers", "chromium", "--workers", &workers];
        args.extend(traces.iter().map(String::as_str));
        let busy = Busy::now()?;
        let began = Instant::now();
        self.xcheck(&args)?;
        let seconds = began.elapsed().as_secs_f64();
        let report: Value =
            serde_json::from_slice(&std::fs::read(self.0.join("xcheck-report/report.json"))?)?;
        let replaying = report["timings"]["replay_ms"]["chromium"].as_f64().unwrap_or(0.0) / 1000.0;
        println!(
            "{n_nodes} node(s): {N_TRACES} traces twice in {seconds:.1} s, {replaying:.1} s of sessions replaying, cores {:.0} % busy",
            100.0 * busy.share_since()?
        );
        Ok(seconds)
    }

    /// How long an event takes here and through the grid: the best of some rounds, so that other work has no part in it.
    fn compare_events(&self, grid: &RealGrid, traces: &[String], engine: Engine) -> Result<()> {
        std::fs::write(self.0.join("xcheck.toml"), grid.config())?;
        let trace = traces.first().context("no trace")?;
        let mut best = [f64::INFINITY; 2];
        let mut n_events = 0.0;
        let url = grid.url();
        for round in 0..N_ROUNDS {
            for (place, best) in ["local", &url].iter().zip(&mut best) {
                let out = format!("run-{engine}-{round}-{}", place.len());
                let args = ["replay", trace, "--json", "--grid", place, "-o", &out];
                let (json, _) =
                    self.xcheck(&[&args[..], &["--browser", engine.name()]].concat())?;
                let replayed: Value = serde_json::from_slice(&json)?;
                n_events = replayed["events"].as_f64().unwrap_or(1.0).max(1.0);
                *best = best.min(replayed["replay_ms"].as_f64().unwrap_or(f64::INFINITY));
            }
        }
        let [here, there] = best.map(|ms| ms / n_events);
        println!(
            "{:12} {n_events} events: {here:.2} ms each here, {there:.2} ms through the grid, {:.2} ms more",
            engine.title(),
            there - here
        );
        Ok(())
    }
}

/// How much the machine has worked so far, in ticks.
struct Busy {
    all: u64,
    idle: u64,
}

impl Busy {
    fn now() -> Result<Self> {
        let text = std::fs::read_to_string("/proc/stat")?;
        let line = text.lines().next().unwrap_or_default();
        let ticks: Vec<u64> = line.split_whitespace().filter_map(|it| it.parse().ok()).collect();
        let idle = ticks.iter().skip(3).take(2).sum();
        Ok(Self { all: ticks.iter().take(8).sum(), idle })
    }

    fn share_since(&self) -> Result<f64> {
        let now = Self::now()?;
        let all = now.all.saturating_sub(self.all).max(1) as f64;
        Ok(1.0 - now.idle.saturating_sub(self.idle) as f64 / all)
    }
}
