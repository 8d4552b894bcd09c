//! `xcheck doctor`: starts each browser for real and loads pages through the proxy.

use std::time::Instant;

use anyhow::ensure;
use serde::Serialize;
use xcheck_browser::find::{Missing, Overrides, find};
use xcheck_model::engine::Engine;
use xcheck_proxy::document::AgentScript;
use xcheck_proxy::{Fallback, Folder};

use crate::args::DoctorArgs;
use crate::exit::{Exit, Failure};
use crate::stage::{Actor, Stage};
use crate::terminal::{Color, Terminal, table};

const HOST: &str = "doctor.localhost";
const PAGE: &str = "<!doctype html><title>doctor</title><script>
document.title = document.documentElement.dataset.agent + ' ' + isSecureContext;
</script><p>The browser works.";
const AGENT: &str = "document.documentElement.dataset.agent = 'agent'";

/// What one browser is like.
#[derive(Debug, Serialize)]
struct Finding {
    browser: Engine,
    ok: bool,
    version: Option<String>,
    driver: Option<String>,
    start_ms: Option<u64>,
    /// Programs that are not there.
    missing: Vec<String>,
    /// Why it does not work, if not for lack of programs.
    problem: Option<String>,
    /// What to type.
    fix: Option<String>,
}

#[derive(Debug, Serialize)]
struct Findings {
    ok: bool,
    browsers: Vec<Finding>,
}

pub(crate) async fn run(args: &DoctorArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let stage = Stage::new(&args.browsers)?;
    let mut browsers = Vec::new();
    for engine in &args.browsers.browsers {
        if !args.json {
            terminal.progress(&format!("trying {} ...", engine.title()));
        }
        browsers.push(examine(*engine, &stage).await);
    }
    stage.end().await?;
    let findings = Findings { ok: browsers.iter().all(|finding| finding.ok), browsers };
    if args.json {
        println!("{}", serde_json::to_string_pretty(&findings).expect("plain data"));
    } else {
        print(&findings, terminal);
    }
    Ok(if findings.ok { Exit::Clean } else { Exit::Environment })
}

async fn examine(engine: Engine, stage: &Stage) -> Finding {
    let mut finding = Finding {
        browser: engine,
        ok: false,
        version: None,
        driver: None,
        start_ms: None,
        missing: Vec::new(),
        problem: None,
        fix: None,
    };
    if let Err(missing) = find(engine, &Overrides::from_env()) {
        finding.fix = Some(missing.hint());
        finding.missing = titles(&missing);
        return finding;
    }
    if let Err(failure) = try_out(stage, &mut finding).await {
        finding.problem = Some(failure.line());
        finding.fix = failure.hint;
        return finding;
    }
    finding.ok = true;
    finding
}

fn titles(missing: &Missing) -> Vec<String> {
    missing.tools.iter().map(|missing| missing.tool.title().to_owned()).collect()
}

/// Starts the browser and loads a page over plain and secure HTTP.
async fn try_out(stage: &Stage, finding: &mut Finding) -> Result<(), Failure> {
    let site = tempfile::tempdir()
        .map_err(|error| Failure::environment(error, "cannot make a temporary folder"))?;
    std::fs::write(site.path().join("index.html"), PAGE)
        .map_err(|error| Failure::environment(error, "cannot write to the temporary folder"))?;
    let path = camino::Utf8PathBuf::try_from(site.path().to_owned())
        .map_err(|error| Failure::environment(error, "the temporary folder has an odd name"))?;
    let folder = Folder::new(&path, Fallback::NotFound)
        .map_err(|error| Failure::environment(error, "cannot serve the temporary folder"))?;
    let agent = AgentScript::new(AGENT).expect("plain ASCII");
    let began = Instant::now();
    let actor = stage.enter(finding.browser, (HOST, folder), Some(agent)).await?;
    finding.start_ms = u64::try_from(began.elapsed().as_millis()).ok();
    finding.version = actor.browser.version().map(str::to_owned);
    finding.driver = actor.browser.driver_version().map(str::to_owned);
    let looked = look(&actor).await;
    actor.leave().await?;
    looked.map_err(|error| Failure { exit: Exit::Environment, error, hint: None })
}

async fn look(actor: &Actor) -> anyhow::Result<()> {
    for scheme in ["http", "https"] {
        actor.session().navigate(&format!("{scheme}://{HOST}/")).await?;
        let title = actor.session().title().await?;
        ensure!(title == "agent true", "a page over {scheme} did not come through the proxy");
    }
    let size: (u32, u32) =
        actor.session().execute("return [window.innerWidth, window.innerHeight]", &[]).await?;
    ensure!(size == (1280, 720), "the page is {} x {} instead of 1280 x 720", size.0, size.1);
    Ok(())
}

fn print(findings: &Findings, terminal: &Terminal) {
    let head = ["browser", "version", "driver", "start", "pages through the proxy"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for finding in &findings.browsers {
        let unknown = if finding.ok { "unknown" } else { "-" };
        let text = |value: &Option<String>| value.clone().unwrap_or_else(|| unknown.to_owned());
        let start = finding
            .start_ms
            .map_or("-".to_owned(), |ms| format!("{}.{} s", ms / 1000, ms % 1000 / 100));
        let verdict = match (&finding.problem, finding.missing.as_slice()) {
            (_, [_, ..]) => format!("missing: {}", finding.missing.join(", ")),
            (Some(problem), _) => problem.clone(),
            (None, []) => "ok".to_owned(),
        };
        let color = if finding.ok { Color::Green } else { Color::Red };
        rows.push(vec![
            finding.browser.title().to_owned(),
            text(&finding.version),
            text(&finding.driver),
            start,
            terminal.paint(color, &verdict),
        ]);
    }
    print!("{}", table(&rows));
    for finding in &findings.browsers {
        if let Some(fix) = &finding.fix {
            terminal.hint(fix);
        }
    }
}
