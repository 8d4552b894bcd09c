//! What there is to show: apps and their runs over time, and checks that run right now.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use serde_json::Value;
use xcheck_outputs::{Finding, Report, harmless};

use crate::files::{Root, address_of};
use crate::history;
use crate::progress::{self, Running};
use crate::time::ms_of;

/// How deep reports may be below the folder.
const DEPTH: usize = 5;
/// More folders than this are not looked at.
const FOLDERS: usize = 2000;
const NAMES: usize = 10_000;
const MAX_REPORT: u64 = 256 << 20;
const MAX_ENTRY: u64 = 32 << 20;
const MAX_PROGRESS: u64 = 64 << 10;
const REPORT: &str = "report.json";
const PAGE: &str = "index.html";

/// An app: all runs of the same title.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) title: String,
    /// The newest first.
    pub(crate) runs: Vec<Run>,
}

/// One check.
#[derive(Debug, Default)]
pub(crate) struct Run {
    pub(crate) time_ms: u64,
    pub(crate) report: Report,
    /// The address of its report, if it is still there.
    pub(crate) page: Option<String>,
    /// By finding: addresses of its pictures in the reference and in the other browser.
    pub(crate) pictures: BTreeMap<String, [Option<String>; 2]>,
    /// Against the run before; none for the first.
    pub(crate) change: Option<Change>,
}

/// How a run differs from the one before it.
#[derive(Debug, Default)]
pub(crate) struct Change {
    pub(crate) new: Vec<Finding>,
    pub(crate) gone: Vec<Finding>,
}

/// Folders with reports, or with a check that is running.
#[derive(Debug)]
pub(crate) struct Places(Vec<Place>);

#[derive(Debug)]
struct Place {
    folder: PathBuf,
    has_report: bool,
    has_page: bool,
    has_progress: bool,
    history: Vec<PathBuf>,
}

impl Places {
    /// Looks for reports in a folder and below.
    pub(crate) fn find(root: &Root) -> Self {
        let mut places = Vec::new();
        let mut left = vec![(PathBuf::new(), 0)];
        let mut n_seen = 0;
        while let Some((folder, depth)) = left.pop() {
            n_seen += 1;
            if n_seen > FOLDERS {
                break;
            }
            let Ok(names) = root.names(&folder, NAMES) else { continue };
            let has = |name: &str| names.files.iter().any(|it| it == name);
            let place = Place {
                has_report: has(REPORT),
                has_page: has(PAGE),
                has_progress: has(progress::FILE),
                history: history_of(root, &folder),
                folder: folder.clone(),
            };
            let is_place = place.has_report || place.has_progress || !place.history.is_empty();
            if depth < DEPTH {
                // What a check puts beside its report holds no other reports.
                let is_own = |name: &&std::ffi::OsString| !is_place || !is_part_of_report(name);
                let inner = names.folders.iter().filter(is_own);
                left.extend(inner.map(|name| (folder.join(name), depth + 1)));
            }
            if is_place {
                places.push(place);
            }
        }
        places.sort_by(|one, other| one.folder.cmp(&other.folder));
        Self(places)
    }

    /// A number that changes when there is something else to show.
    pub(crate) fn print(&self, root: &Root) -> u64 {
        let mut hasher = DefaultHasher::new();
        for place in self.0.iter().filter(|it| it.has_report || !it.history.is_empty()) {
            let report = root.file(&place.folder.join(REPORT)).map(|it| (it.len, it.modified)).ok();
            (&place.folder, &place.history, report, place.has_page).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Checks that run right now.
    pub(crate) fn running(&self, root: &Root, now_ms: u64) -> Vec<Running> {
        let read = |place: &Place| {
            let (bytes, _) = root.read(&place.folder.join(progress::FILE), MAX_PROGRESS).ok()?;
            Running::read(&serde_json::from_slice(&bytes).ok()?, now_ms)
        };
        self.0.iter().filter(|it| it.has_progress).filter_map(read).collect()
    }

    /// Apps by title, each with its runs.
    pub(crate) fn apps(&self, root: &Root) -> Vec<App> {
        let mut apps: BTreeMap<String, Vec<Run>> = BTreeMap::new();
        for place in &self.0 {
            for run in runs_of(root, place) {
                let folder = place.folder.file_name().unwrap_or(OsStr::new("report"));
                let title = match run.report.title.as_str() {
                    "" => harmless(&folder.to_string_lossy(), 300),
                    title => title.to_owned(),
                };
                apps.entry(title).or_default().push(run);
            }
        }
        let app = |(title, mut runs): (String, Vec<Run>)| {
            runs.sort_by_key(|it| it.time_ms);
            for at in 1..runs.len() {
                runs[at].change = Some(Change::between(&runs[at - 1].report, &runs[at].report));
            }
            runs.reverse();
            App { title, runs }
        };
        apps.into_iter().map(app).collect()
    }
}

fn is_part_of_report(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    ["runs", "pictures", history::FOLDER].contains(&&*name) || name.starts_with("sessions-")
}

/// Paths of the entries of a history, the oldest first.
fn history_of(root: &Root, folder: &Path) -> Vec<PathBuf> {
    let folder = folder.join(history::FOLDER);
    let Ok(names) = root.names(&folder, NAMES) else { return Vec::new() };
    let names = names.files.into_iter().filter(|it| it.to_str().is_some_and(history::is_name));
    names.map(|it| folder.join(it)).collect()
}

fn runs_of(root: &Root, place: &Place) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut last = Value::Null;
    for path in &place.history {
        let Ok((bytes, modified)) = root.read(path, MAX_ENTRY) else { continue };
        let Ok(entry) = serde_json::from_slice::<Value>(&bytes) else { continue };
        let time_ms = entry["time_ms"].as_u64().unwrap_or_else(|| ms_of(modified));
        runs.push(Run { time_ms, report: Report::read(&entry), ..Run::default() });
        last = entry;
    }
    let report = root.read(&place.folder.join(REPORT), MAX_REPORT);
    let Ok((bytes, modified)) = report else { return runs };
    let Ok(report) = serde_json::from_slice::<Value>(&bytes) else { return runs };
    // The newest entry is the report that is there, unless something else wrote that.
    let is_same = last.as_object_mut().is_some_and(|last| {
        last.remove("time_ms");
        *last == history::thin(&report)
    });
    if !is_same {
        runs.push(Run { time_ms: ms_of(modified), ..Run::default() });
    }
    if let Some(run) = runs.last_mut() {
        run.report = Report::read(&report);
        run.page = place.has_page.then(|| address_of(&place.folder.join(PAGE)));
        run.pictures = pictures(root, &place.folder, &report);
    }
    runs
}

/// Pictures of findings that are really there.
fn pictures(root: &Root, folder: &Path, report: &Value) -> BTreeMap<String, [Option<String>; 2]> {
    const MOST: usize = 200;
    let mut all = BTreeMap::new();
    let reference = report["reference"]["browser"].as_str().unwrap_or_default();
    for xbi in report["xbis"].as_array().into_iter().flatten().take(MOST) {
        let session = usize::try_from(xbi["session"].as_u64().unwrap_or(0)).unwrap_or(usize::MAX);
        let runs = &report["sessions"][session]["runs"];
        let picture = |browser: &str, hash: &Value| {
            let hash = hash.as_str().filter(|it| is_hash(it))?;
            let file = format!("{hash}.png");
            let of_run =
                runs[browser].as_str().map(|run| folder.join(run).join("shots").join(&file));
            let beside = Some(folder.join("pictures").join(&file));
            let path = [of_run, beside].into_iter().flatten().find(|it| root.file(it).is_ok())?;
            Some(address_of(&path))
        };
        let test = xbi["browser"].as_str().unwrap_or_default();
        let images = &xbi["images"];
        let both = [picture(reference, &images["reference"]), picture(test, &images["test"])];
        if both.iter().any(Option::is_some) {
            all.insert(harmless(xbi["id"].as_str().unwrap_or_default(), 20), both);
        }
    }
    all
}

fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

impl Change {
    /// What is there now and was not before, and the other way around.
    ///
    /// What a run that is not whole did not find may still be there, and so may what is wrong in a browser that it
    /// left out.
    fn between(before: &Report, now: &Report) -> Self {
        let keys = |report: &Report| report.findings.iter().map(key).collect::<BTreeSet<String>>();
        let (known, found) = (keys(before), keys(now));
        let is_tried = |it: &Finding| now.tests.iter().any(|test| test.name == it.browser);
        let is_new = |it: &&Finding| !known.contains(&key(it));
        let is_gone =
            |it: &&Finding| now.partial.is_none() && is_tried(it) && !found.contains(&key(it));
        Self {
            new: now.findings.iter().filter(is_new).cloned().collect(),
            gone: before.findings.iter().filter(is_gone).cloned().collect(),
        }
    }
}

/// What makes findings of two runs the same one.
fn key(finding: &Finding) -> String {
    let Finding { fingerprint, browser, kind, page, selector, .. } = finding;
    match fingerprint.as_str() {
        "" => format!("{browser}\n{kind}\n{page}\n{selector}"),
        print => print.to_owned(),
    }
}
