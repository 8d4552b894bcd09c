//! What earlier checks found: one small file for each, in `history/` beside the report.
//!
//! An entry has the fields of `report.json` that lists need, under the same names, and the time of the check.

use std::fs;
use std::io;

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Map, Value, json};

use crate::time::{iso, now_ms};

pub(crate) const FOLDER: &str = "history";
/// Older entries are removed.
const MOST: usize = 100;

/// Notes what the check that wrote `report` into the folder `out` found.
///
/// The entry is there whole or not at all, and is named by its time.
pub fn keep(out: &Utf8Path, report: &Value) -> io::Result<Utf8PathBuf> {
    let folder = out.join(FOLDER);
    fs::create_dir_all(&folder)?;
    let time_ms = now_ms();
    let mut entry = thin(report);
    entry.insert("time_ms".to_owned(), json!(time_ms));
    let name = iso(time_ms).replace(['-', ':'], "");
    let path = folder.join(format!("{name}.json"));
    let under_way = folder.join(format!("{name}.part"));
    fs::write(&under_way, format!("{:#}\n", Value::Object(entry)))?;
    fs::rename(&under_way, &path)?;
    let mut names = names(&folder);
    names.truncate(names.len().saturating_sub(MOST));
    for old in names {
        fs::remove_file(folder.join(old))?;
    }
    Ok(path)
}

/// What lists need of a report.
pub(crate) fn thin(report: &Value) -> Map<String, Value> {
    let kept = |value: &Value, names: &[&str]| -> Map<String, Value> {
        let fields =
            names.iter().filter_map(|name| Some(((*name).to_owned(), value.get(*name)?.clone())));
        fields.collect()
    };
    let list = |name: &str| report[name].as_array().into_iter().flatten();
    let finding = |it: &Value| {
        let mut finding = kept(
            it,
            &["id", "browser", "kind", "severity", "title", "page", "fingerprint", "accepted"],
        );
        finding.insert("element".to_owned(), json!({ "selector": it["element"]["selector"] }));
        finding.insert("cause".to_owned(), json!({ "name": it["cause"]["name"] }));
        finding
    };
    let mut entry =
        kept(report, &["version", "title", "reference", "tests", "steps", "partial", "n_ignored"]);
    let sessions: Vec<_> = list("sessions").map(|it| kept(it, &["name", "start_url"])).collect();
    entry.insert("sessions".to_owned(), json!(sessions));
    entry.insert("xbis".to_owned(), json!(list("xbis").map(finding).collect::<Vec<_>>()));
    entry
}

/// Names of entries, the oldest first.
fn names(folder: &Utf8Path) -> Vec<String> {
    let entries = folder.read_dir_utf8().into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter(|it| it.file_type().is_ok_and(|it| it.is_file()) && is_name(it.file_name()))
        .map(|it| it.file_name().to_owned())
        .collect();
    names.sort();
    names
}

/// `20261116T171636Z.json`
pub(crate) fn is_name(name: &str) -> bool {
    let Some(stem) = name.strip_suffix("Z.json") else { return false };
    let is_digit = |byte: u8| byte.is_ascii_digit();
    stem.len() == 15
        && stem
            .bytes()
            .enumerate()
            .all(|(at, byte)| if at == 8 { byte == b'T' } else { is_digit(byte) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_so_many_are_kept_and_nothing_else_is_touched() {
        let temp = tempfile::tempdir().unwrap();
        let out = Utf8Path::from_path(temp.path()).unwrap();
        let folder = out.join(FOLDER);
        fs::create_dir(&folder).unwrap();
        for n in 0..150 {
            fs::write(folder.join(format!("20200101T000{n:03}Z.json")), "{}").unwrap();
        }
        fs::write(folder.join("mine.json"), "{}").unwrap();
        let report = json!({"version": 1, "title": "shop", "timings": {}, "xbis": [{"id": "x1", "cbds": []}]});
        let path = keep(out, &report).unwrap();
        assert_eq!(names(&folder).len(), MOST);
        assert!(folder.join("mine.json").exists());
        let entry: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        assert_eq!(entry["title"], "shop");
        assert_eq!(entry["xbis"][0]["id"], "x1");
        assert!(entry["time_ms"].as_u64().unwrap() > 1_700_000_000_000);
        assert!(entry.get("timings").is_none() && entry["xbis"][0].get("cbds").is_none());
    }

    #[test]
    fn names_are_times() {
        assert!(is_name("20261116T171636Z.json"));
        for odd in [
            "",
            "a.json",
            "20261116T171636Z.part",
            "2026111617163600Z.json",
            "../261116T171636Z.json",
        ] {
            assert!(!is_name(odd), "{odd}");
        }
    }
}
