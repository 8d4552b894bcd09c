//! Distills what browsers support from MDN's compatibility data into one small committed file.
//!
//! Kept is what can explain a difference: features that one of the three engines has and that
//! another one lacked in some version of the last three years.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use camino::Utf8Path;
use serde_json::{Map, Value};

const PACKAGE: &str = "@mdn/browser-compat-data";
const VERSION: &str = "8.1.7";
const OUT: &str = "crates/compare/data/support.txt";

/// In the order of the columns.
const BROWSERS: [&str; 3] = ["chrome", "firefox", "safari"];
const TREES: [&str; 4] = ["api", "javascript", "css", "html"];
/// Facts about where a feature may be used, not about what a page sees.
const NO_CAUSES: [&str; 4] =
    ["worker_support", "secure_context_required", "permissions-policy", "iframe.allow."];
const WINDOW_YEARS: u32 = 3;

type Version = (u32, u32);

/// A stretch of versions that have a feature.
struct Range {
    since: Version,
    until: Option<Version>,
    is_partial: bool,
}

/// What each browser has of a feature under one name.
type Support = [Vec<Range>; 3];

/// Downloads the data and writes the file.
pub(crate) fn run(root: &Utf8Path) -> Result<()> {
    let data = download(root)?;
    let text = distill(&data)?;
    let path = root.join(OUT);
    fs::create_dir_all(path.parent().unwrap_or(root))?;
    fs::write(&path, &text).with_context(|| path.to_string())?;
    println!("{OUT}: {} lines, {} bytes", text.lines().count(), text.len());
    Ok(())
}

fn download(root: &Utf8Path) -> Result<Value> {
    let dir = root.join("target/compat");
    fs::create_dir_all(&dir)?;
    let archive = dir.join(format!("mdn-browser-compat-data-{VERSION}.tgz"));
    if !archive.exists() {
        let package = format!("{PACKAGE}@{VERSION}");
        done(Command::new("npm").args(["pack", "--silent", &package]).current_dir(&dir))?;
    }
    done(Command::new("tar").arg("xzf").arg(&archive).current_dir(&dir))?;
    let path = dir.join("package/data.json");
    let json = fs::read(&path).with_context(|| path.to_string())?;
    Ok(serde_json::from_slice(&json)?)
}

fn done(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("cannot start {name}"))?;
    if !status.success() {
        bail!("{name} failed: {status}");
    }
    Ok(())
}

fn distill(data: &Value) -> Result<String> {
    let stamp = data["__meta"]["timestamp"].as_str().context("the data has no date")?;
    let oldest = oldest_versions(data, &three_years_before(stamp)?)?;
    let mut all = Vec::new();
    for tree in TREES {
        walk(tree, data[tree].as_object().context("a tree is missing")?, &mut all);
    }
    let mut lines = BTreeSet::new();
    let mut everywhere = BTreeSet::new();
    for (key, compat) in &all {
        let supports = by_name(compat);
        let own = supports.get("").is_some_and(|it| is_everywhere(it, oldest));
        if own {
            everywhere.insert(last_part(key));
        }
    }
    for (key, compat) in &all {
        if NO_CAUSES.iter().any(|part| key.contains(part)) {
            continue;
        }
        let mark = if everywhere.contains(last_part(key)) { "*" } else { "" };
        for (name, support) in by_name(compat) {
            if is_everywhere(&support, oldest) || support.iter().all(Vec::is_empty) {
                continue;
            }
            let name = name.replace('+', last_part(key));
            let columns: Vec<String> = support.iter().map(|ranges| written(ranges)).collect();
            lines.insert(format!("{key}{mark}\t{name}\t{}", columns.join("\t")));
        }
    }
    let mut text = format!(
        "# What browsers support, by `cargo xtask compat` from {PACKAGE} {VERSION} ({}).\n\
         # The data is by MDN contributors, in the public domain (CC0 1.0).\n\
         # key (with * if others have the same last part), another name, {}\n\
         # Versions are since, or since-until; ~ is in part; nothing is never.\n",
        &stamp[..10],
        BROWSERS.join(", ")
    );
    for line in lines {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    Ok(text)
}

fn three_years_before(stamp: &str) -> Result<String> {
    let (year, rest) = stamp.split_once('-').context("the date is odd")?;
    let year: u32 = year.parse()?;
    Ok(format!("{}-{}", year - WINDOW_YEARS, &rest[..5]))
}

/// The first version of each browser that came out after a date.
fn oldest_versions(data: &Value, date: &str) -> Result<[Version; 3]> {
    let mut found = [(0, 0); 3];
    for (at, browser) in BROWSERS.iter().enumerate() {
        let releases = data["browsers"][browser]["releases"].as_object();
        let releases = releases.with_context(|| format!("no releases of {browser}"))?;
        let recent = releases
            .iter()
            .filter(|(_, release)| release["release_date"].as_str().is_some_and(|on| on >= date))
            .filter_map(|(name, _)| version(name));
        found[at] = recent.min().with_context(|| format!("no recent release of {browser}"))?;
    }
    Ok(found)
}

fn version(text: &str) -> Option<Version> {
    let text = text.trim_start_matches('≤');
    let (major, minor) = text.split_once('.').unwrap_or((text, "0"));
    Some((major.parse().ok()?, minor.split('.').next()?.parse().ok()?))
}

fn walk<'a>(key: &str, tree: &'a Map<String, Value>, all: &mut Vec<(String, &'a Value)>) {
    for (name, value) in tree {
        if name == "__compat" {
            all.push((key.to_owned(), &value["support"]));
        } else if let Some(inner) = value.as_object() {
            walk(&format!("{key}.{name}"), inner, all);
        }
    }
}

fn last_part(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}

/// Support by name: empty for its own name; `+` stands for that name after a prefix.
fn by_name(compat: &Value) -> BTreeMap<String, Support> {
    let mut found: BTreeMap<String, Support> = BTreeMap::new();
    found.entry(String::new()).or_default();
    for (at, browser) in BROWSERS.iter().enumerate() {
        let statements = match &compat[browser] {
            Value::Array(all) => all.clone(),
            one => vec![one.clone()],
        };
        for statement in &statements {
            // Behind a flag it is of no use to pages.
            let since = statement["version_added"].as_str().and_then(version);
            let (Some(since), true) = (since, statement["flags"].is_null()) else { continue };
            let name = match (&statement["alternative_name"], &statement["prefix"]) {
                (Value::String(name), _) => name.clone(),
                (_, Value::String(prefix)) => format!("{prefix}+"),
                _ => String::new(),
            };
            found.entry(name).or_default()[at].push(Range {
                since,
                until: statement["version_removed"].as_str().and_then(version),
                is_partial: statement["partial_implementation"] == Value::Bool(true),
            });
        }
    }
    found
}

/// Whether all browsers have had it for all of the time.
fn is_everywhere(support: &Support, oldest: [Version; 3]) -> bool {
    support.iter().zip(oldest).all(|(ranges, oldest)| {
        ranges.iter().any(|it| it.since <= oldest && it.until.is_none() && !it.is_partial)
    })
}

fn written(ranges: &[Range]) -> String {
    let version = |(major, minor): Version| match minor {
        0 => major.to_string(),
        _ => format!("{major}.{minor}"),
    };
    let range = |it: &Range| {
        let mark = if it.is_partial { "~" } else { "" };
        let until = it.until.map(|it| format!("-{}", version(it))).unwrap_or_default();
        format!("{mark}{}{until}", version(it.since))
    };
    ranges.iter().map(range).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::distill;

    #[test]
    fn what_all_have_is_left_out() {
        let everywhere = json!({"chrome": {"version_added": "1"}, "firefox": {"version_added": "≤2"}, "safari": [{"version_added": "3"}]});
        let releases = json!({"releases": {"17.1": {"release_date": "2024-01-01"}, "9": {"release_date": "2015-01-01"}}});
        let data = json!({
            "__meta": {"timestamp": "2026-10-22T13:20:14.760Z"},
            "browsers": {"chrome": releases, "firefox": releases, "safari": releases},
            "api": {
                "Array": {"filter": {"__compat": {"support": everywhere}}},
                "Canvas": {"filter": {"__compat": {"support": {
                    "chrome": [{"version_added": "52"}, {"version_added": "40", "version_removed": "45", "partial_implementation": true}],
                    "firefox": {"version_added": "preview"},
                    "safari": {"version_added": "18", "flags": [{"type": "preference"}]},
                }}}},
            },
            "javascript": {},
            "css": {"properties": {"mask-border": {"__compat": {"support": {
                "chrome": {"version_added": "1", "prefix": "-webkit-"},
                "firefox": {"version_added": false},
                "safari": [{"version_added": "17.2"}, {"version_added": "3.1", "alternative_name": "-webkit-mask-box-image"}],
            }}}}},
            "html": {"elements": {"iframe": {"allow": {"midi": {"__compat": {"support": {"chrome": {"version_added": "1"}}}}}}}},
        });
        let text = distill(&data).unwrap();
        let lines: Vec<_> = text.lines().skip(4).collect();
        assert_eq!(
            lines,
            [
                "api.Canvas.filter*\t\t52,~40-45",
                "css.properties.mask-border\t\t\t\t17.2",
                "css.properties.mask-border\t-webkit-mask-border\t1",
                "css.properties.mask-border\t-webkit-mask-box-image\t\t\t3.1",
            ]
        );
    }
}
