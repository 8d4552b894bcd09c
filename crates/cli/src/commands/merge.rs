//! `xcheck merge`: one report of the parts of a check.

use anyhow::{Context as _, anyhow};
use camino::Utf8Path;
use serde_json::Value;
use xcheck_outputs::Told;

use crate::check_args::MergeArgs;
use crate::exit::{Exit, Failure};
use crate::project::Project;
use crate::reporters::Reporters;
use crate::terminal::Terminal;

pub(crate) fn run(args: &MergeArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let reporters = Reporters::choose(&args.reporters, &Project::default())?;
    let mut parts = Vec::new();
    for folder in &args.reports {
        let path = folder.join("report.json");
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {path}"))
            .map_err(|error| {
                Failure::usage(error, Some("name folders that xcheck check wrote".to_owned()))
            })?;
        let report: Value = serde_json::from_str(&text)
            .with_context(|| format!("{path} is not a report"))
            .map_err(|error| Failure::usage(error, None))?;
        parts.push((way(&args.out, folder)?, report));
    }
    let joined = xcheck_check::join(&parts);
    let n_new = joined["xbis"]
        .as_array()
        .map_or(0, |all| all.iter().filter(|it| it.get("accepted").is_none()).count());
    write(&args.out, &joined).map_err(|error| Failure::usage(error, None))?;
    let told = Told::new("", args.out.join("index.html").as_str(), joined);
    reporters.tell(&[told], terminal)?;
    Ok(if n_new == 0 { Exit::Clean } else { Exit::Found })
}

/// How the folder of a part is named from the new report; the whole way, so that both may be anywhere.
fn way(out: &Utf8Path, folder: &Utf8Path) -> Result<String, Failure> {
    let whole = folder.canonicalize_utf8().with_context(|| format!("cannot find {folder}"));
    let whole = whole.map_err(|error| Failure::usage(error, None))?;
    let is_same = out.canonicalize_utf8().is_ok_and(|out| out == whole);
    if is_same {
        let hint = Some("choose another place: --out DIR".to_owned());
        return Err(Failure::usage(anyhow!("{out} is one of the parts"), hint));
    }
    Ok(whole.into_string())
}

fn write(out: &Utf8Path, report: &Value) -> anyhow::Result<()> {
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {out}"))?;
    let path = out.join("report.json");
    let text = format!("{report:#}\n");
    std::fs::write(&path, &text).with_context(|| format!("cannot write {path}"))?;
    let title = report["title"].as_str().unwrap_or("merged");
    xcheck_report::write(out, &text, title)?;
    xcheck_show::keep(out, report)
        .with_context(|| format!("cannot write {}", out.join("history")))?;
    Ok(())
}
