//! `xcheck crawl`: explores an app, and leaves traces and the graph of its states.

use std::time::Duration;

use anyhow::Context as _;
use camino::Utf8Path;
use xcheck_check::{CheckReport, Finding};
use xcheck_config::Config;
use xcheck_crawl::Graph;
use xcheck_model::browser_name::BrowserName;

use crate::check_args::CrawlArgs;
use crate::each;
use crate::exit::{Exit, Failure};
use crate::project::Project;
use crate::stage::Stage;
use crate::studio::{Explored, Studio};
use crate::target::Target;
use crate::terminal::Terminal;

pub(crate) async fn run(args: &CrawlArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let target = Target::read(&args.target)?;
    let project = Project::read(args.config.as_deref())?;
    let config = args.as_config().over(&project.config).over(&Config::defaults());
    let limit = Duration::from_secs(config.check.timeout.unwrap_or(60));
    let stage = Stage::with_timeout(limit, false, args.grid.resolve(&config)?)?;
    let browsers = if args.each { args.browsers.clone() } else { vec![args.browser] };
    let mut graphs: Vec<(BrowserName, Graph)> = Vec::new();
    let mut is_interrupted = false;
    for browser in browsers {
        let studio = Studio {
            stage: &stage,
            target: &target,
            project: &project,
            config: &config,
            browser,
            is_held: true,
            terminal,
        };
        let out = if args.each { args.out.join(browser.folder()) } else { args.out.clone() };
        let explored = Box::pin(studio.explore(args.drive.as_deref(), &out)).await?;
        terminal.progress(&summary(&out, &explored));
        is_interrupted |= explored.is_interrupted;
        graphs.push((browser, explored.graph));
        if is_interrupted {
            break;
        }
    }
    stage.end().await?;
    if args.json {
        println!("{:#}", json(&graphs));
    }
    let baseline = project.baseline(None)?;
    let report = match args.each {
        true => each::report(&args.target, &graphs, &config, &baseline)?,
        false => None,
    };
    let n_lost = report.as_ref().map_or(0, CheckReport::n_new);
    if let Some(report) = &report {
        write(&args.out, report)?;
        if !args.json {
            print!("{}", told(report));
        }
    }
    Ok(match (is_interrupted, n_lost) {
        (true, _) => Exit::Interrupted,
        (false, 0) => Exit::Clean,
        (false, _) => Exit::Found,
    })
}

fn json(graphs: &[(BrowserName, Graph)]) -> serde_json::Value {
    match graphs {
        [(_, graph)] => serde_json::json!(graph),
        all => {
            let by_name = |(browser, graph): &(BrowserName, Graph)| {
                (browser.name().to_owned(), serde_json::json!(graph))
            };
            serde_json::Value::Object(all.iter().map(by_name).collect())
        }
    }
}

fn summary(out: &Utf8Path, explored: &Explored) -> String {
    let Graph { browser, states, edges, sessions, ended, .. } = &explored.graph;
    let actions: usize = sessions.iter().map(|it| it.actions).sum();
    format!(
        "{browser}: {} states and {} ways by {actions} actions in {} sessions ({ended}): {out}",
        states.len(),
        edges.len(),
        sessions.len(),
    )
}

fn write(out: &Utf8Path, report: &CheckReport) -> Result<(), Failure> {
    let json = serde_json::to_string_pretty(report).map_err(|error| Failure::usage(error, None))?;
    let path = out.join("report.json");
    std::fs::write(&path, json.clone() + "\n")
        .with_context(|| format!("cannot write {path}"))
        .map_err(|error| Failure::usage(error, None))?;
    xcheck_report::write(out, &json, &report.title)
        .map_err(|error| Failure::environment(error, "cannot write the report"))?;
    Ok(())
}

/// What leads elsewhere than in the first browser, a line each.
fn told(report: &CheckReport) -> String {
    let line =
        |it: &Finding| format!("{:9} {} at {}\n", it.xbi.browser.name(), it.xbi.title, it.xbi.page);
    report.xbis.iter().filter(|it| it.accepted.is_none()).map(line).collect()
}
