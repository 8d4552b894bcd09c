//! What a large report takes: to be written, to show its first finding, and to be searched.
//!
//! Writing is measured beside copying the same pictures, which nothing can be faster than.
//! A missed target is a figure, not an error. With a folder as argument the report stays there.
#![expect(clippy::print_stdout, reason = "printing figures is the purpose")]

mod sample;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};
use xcheck_browser::find::Overrides;
use xcheck_browser::guard::{self, GuardCommand};
use xcheck_browser::launch::LaunchLimits;
use xcheck_browser::{BrowserConfig, Launcher, LauncherConfig, Session};
use xcheck_model::engine::Engine;

const WRITE_SECONDS_CLAIMED: f64 = 2.0;
const FIRST_MS_CLAIMED: f64 = 1000.0;
const KEY_MS_CLAIMED: f64 = 50.0;
const N_ROUNDS: usize = 3;
const LIMIT: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(guard::GUARD_ARGUMENT) {
        return guard::run();
    }
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let outcome = runtime.block_on(measure());
    runtime.shutdown_background();
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn measure() -> Result<()> {
    let temp = tempfile::tempdir()?;
    let folder = match std::env::args().nth(1) {
        Some(folder) => std::path::absolute(folder)?,
        None => temp.path().to_owned(),
    };
    let folder = Utf8PathBuf::try_from(folder)?;
    let report = sample::write(&folder)?;
    println!("a report of {} findings and {} pictures", sample::N_FINDINGS, sample::N_PICTURES);
    writing(&folder, &report)?;
    looking(&folder).await
}

fn writing(folder: &Utf8Path, report: &Value) -> Result<()> {
    let json = report.to_string();
    let (mut writes, mut copies) = (Vec::new(), Vec::new());
    let mut written = None;
    for _ in 0..N_ROUNDS {
        // A folder that has no report yet.
        let _ = std::fs::remove_dir_all(folder.join("pictures"));
        let began = Instant::now();
        written = Some(xcheck_report::write(folder, &json, "A large shop")?);
        writes.push(began.elapsed().as_secs_f64());
        let began = Instant::now();
        let _ = std::fs::remove_dir_all(folder.join("copies"));
        std::fs::create_dir(folder.join("copies"))?;
        copy_pictures(&folder.join("runs"), &folder.join("copies"))?;
        copies.push(began.elapsed().as_secs_f64());
    }
    std::fs::remove_dir_all(folder.join("copies"))?;
    let written = written.context("a report")?;
    ensure!(written.n_inside + written.n_beside == sample::N_PICTURES, "all pictures are there");
    let mb = std::fs::metadata(&written.path)?.len() as f64 / 1e6;
    println!(
        "  page {mb:.1} MB with {} pictures, {} beside it",
        written.n_inside, written.n_beside
    );
    let (write, copy) = (median(&mut writes), median(&mut copies));
    println!("  write {write:.2} s, copying the same pictures alone {copy:.2} s");
    claim(
        &format!("below {WRITE_SECONDS_CLAIMED} s more than copying"),
        write - copy < WRITE_SECONDS_CLAIMED,
    );
    Ok(())
}

fn copy_pictures(from: &Utf8Path, to: &Utf8Path) -> Result<()> {
    for entry in from.read_dir_utf8()? {
        let path = entry?.into_path();
        if path.is_dir() {
            copy_pictures(&path, to)?;
        } else if path.extension() == Some("png") {
            std::fs::copy(&path, to.join(path.file_name().context("a name")?))?;
        }
    }
    Ok(())
}

async fn looking(folder: &Utf8Path) -> Result<()> {
    let launcher = Launcher::new(LauncherConfig {
        guard: GuardCommand::this_binary()?,
        overrides: Overrides::from_env(),
        limits: LaunchLimits::GENEROUS,
        env: Vec::new(),
        grid: None,
    });
    let browser = launcher.start(Engine::Chromium, &BrowserConfig::PLAIN).await?;
    let outcome = look(browser.session(), folder).await;
    browser.quit().await?;
    outcome
}

async fn look(session: &Session, folder: &Utf8Path) -> Result<()> {
    let url = format!("file://{folder}/index.html");
    let (mut firsts, mut pictures) = (Vec::new(), Vec::new());
    for _ in 0..N_ROUNDS {
        session.navigate("about:blank").await?;
        session.navigate(&url).await?;
        let first =
            wait_for(session, "performance.getEntriesByName('first-finding')[0]?.startTime")
                .await?;
        firsts.push(first);
        let shown = "performance.getEntriesByName('first-picture')[0]?.startTime";
        pictures.push(wait_for(session, shown).await?);
    }
    println!(
        "  first finding shown after {:.0} ms, its pictures after {:.0} ms",
        median(&mut firsts),
        median(&mut pictures)
    );
    claim(
        &format!("first finding below {FIRST_MS_CLAIMED} ms"),
        median(&mut firsts) < FIRST_MS_CLAIMED,
    );
    let keys: Vec<f64> = session.execute_async(STROKES, &[]).await?;
    let mut sorted = keys.clone();
    let worst = keys.iter().copied().fold(0.0, f64::max);
    println!(
        "  key stroke in the search: median {:.1} ms, worst {worst:.1} ms of {}",
        median(&mut sorted),
        keys.len()
    );
    claim(&format!("every key stroke below {KEY_MS_CLAIMED} ms"), worst < KEY_MS_CLAIMED);
    let steps: Vec<f64> = session.execute_async(WALK, &[]).await?;
    let worst = steps.iter().copied().fold(0.0, f64::max);
    let mut sorted = steps.clone();
    println!(
        "  next finding (j): median {:.1} ms, worst {worst:.1} ms of {}",
        median(&mut sorted),
        steps.len()
    );
    for (key, name) in [("t", "timeline"), ("s", "states")] {
        let script = WALK.replace("'j'", &format!("'{key}'")).replace("n < 40", "n < 1");
        let took: Vec<f64> = session.execute_async(&script, &[]).await?;
        println!("  {name}: {:.1} ms", took.first().copied().unwrap_or_default());
    }
    Ok(())
}

/// Types into the search, letter by letter, and times each until what it changes is laid out.
const STROKES: &str = "
    const done = arguments[arguments.length - 1];
    const search = document.getElementById('search');
    const times = [];
    const texts = ['item-49', 'firefox text', 'nothing like that'].flatMap((word) => [...word].map((_, i) => word.slice(0, i + 1)).concat(''));
    const next = () => {
      if (!texts.length) return done(times);
      search.value = texts.shift();
      const began = performance.now();
      search.dispatchEvent(new Event('input'));
      document.getElementById('list').getBoundingClientRect();
      document.getElementById('count').getBoundingClientRect();
      times.push(performance.now() - began);
      requestAnimationFrame(next);
    };
    next();";

const WALK: &str = "
    const done = arguments[arguments.length - 1];
    const times = [];
    const next = (n) => {
      if (!(n < 40)) return done(times);
      const began = performance.now();
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'j' }));
      document.getElementById('detail').getBoundingClientRect();
      times.push(performance.now() - began);
      requestAnimationFrame(() => next(n + 1));
    };
    next(0);";

async fn wait_for(session: &Session, expression: &str) -> Result<f64> {
    let began = Instant::now();
    loop {
        let value: Value = session.execute(&format!("return {expression}"), &[]).await?;
        if let Some(number) = value.as_f64() {
            return Ok(number);
        }
        ensure!(began.elapsed() < LIMIT, "{expression} did not come: {}", json!(value));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn claim(what: &str, holds: bool) {
    println!("  claim: {what}: {}", if holds { "holds" } else { "MISSED" });
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}
