//! Whole reports, written and read again.

use serde_json::{Map, Value, json};

use self::sample::{Folder, HOSTILE};
use crate::{FILE_NAME, ReportErrorKind, Written, write, write_map};

#[path = "../tests/browser/sample.rs"]
mod sample;

/// Writes a report and gives the page with it.
fn written(folder: &Folder, report: &Value) -> (Written, String) {
    let written = write(&folder.path, &report.to_string(), "Shop").unwrap();
    let page = std::fs::read_to_string(folder.path.join(FILE_NAME)).unwrap();
    (written, page)
}

/// What the page's script gets.
fn content(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn pictures_are_in_the_page_once() {
    let folder = Folder::new();
    let shots = sample::write_runs(&folder.path);
    let (written, page) = written(&folder, &sample::report(&shots));
    assert_eq!((written.n_findings, written.n_inside, written.n_beside), (3, 12, 0));
    assert_eq!(written.problems, [""; 0]);
    for hash in shots.values().flatten() {
        assert_eq!(page.matches(&format!("id=\"picture-{hash}\"")).count(), 1);
    }
    assert!(!folder.path.join("pictures").exists());
    // Those of the first finding come first.
    let first = page.find("id=\"picture-").unwrap();
    assert!(page[first..].starts_with(&format!("id=\"picture-{}\"", shots["chromium"][2])));
}

#[test]
fn pictures_beyond_some_size_are_beside_the_page() {
    let folder = Folder::new();
    let shots = sample::write_runs(&folder.path);
    let report: Map<String, Value> = serde_json::from_value(sample::report(&shots)).unwrap();
    let shot = folder.path.join(format!("runs/1/chromium/shots/{}.png", shots["chromium"][2]));
    let room = std::fs::metadata(&shot).unwrap().len() as usize;
    let written = write_map(&folder.path, report.clone(), "Shop", room).unwrap();
    assert_eq!((written.n_inside, written.n_beside), (1, 11));
    let beside = folder.path.join(format!("pictures/{}.png", shots["firefox"][2]));
    assert!(beside.exists());
    // A report that has room again leaves nothing there, and takes nothing that is not its own.
    std::fs::write(folder.path.join("pictures/mine.png"), "").unwrap();
    write_map(&folder.path, report.clone(), "Shop", usize::MAX).unwrap();
    assert!(!beside.exists());
    assert!(folder.path.join("pictures/mine.png").exists());
    std::fs::remove_file(folder.path.join("pictures/mine.png")).unwrap();
    write_map(&folder.path, report, "Shop", usize::MAX).unwrap();
    assert!(!folder.path.join("pictures").exists());
}

#[test]
fn hostile_texts_are_nowhere_in_the_markup() {
    let folder = Folder::new();
    let shots = sample::write_runs(&folder.path);
    let clean = written(&folder, &sample::report(&shots)).1;
    for browser in ["chromium", "firefox"] {
        sample::poison_run(&folder.path.join("runs/1").join(browser));
    }
    let json = sample::hostile_report(&shots).to_string();
    let written = write(&folder.path, &json, HOSTILE[0]).unwrap();
    let page = std::fs::read_to_string(&written.path).unwrap();
    let tags = |page: &str| page.matches("<script").count();
    assert_eq!(tags(&page), tags(&clean));
    assert_eq!(page.matches("</script").count(), clean.matches("</script").count());
    assert_eq!(page.matches("<img").count(), clean.matches("<img").count());
    assert!(!page.contains('\0') && !page.contains('\u{2028}'));
    assert!(page.len() < clean.len() + (1 << 20), "long texts are cut");
    let content = content(&page);
    assert_eq!(content["title"], HOSTILE[0]);
    assert_eq!(content["report"]["xbis"][1]["element"]["html"], HOSTILE[0]);
    assert_eq!(content["runs"][0]["chromium"]["steps"][0]["after"], HOSTILE[0]);
}

#[test]
fn a_run_tells_its_steps_and_where_its_handlers_stand() {
    let folder = Folder::new();
    let shots = sample::write_runs(&folder.path);
    let content = content(&written(&folder, &sample::report(&shots)).1);
    let run = &content["runs"][0]["firefox"];
    assert_eq!(run["steps"][1]["after"], "click button \"Add to cart\"");
    assert_eq!(run["steps"][2]["errors"][0]["line"], 4);
    let handler = &run["divergences"][0]["handler"];
    let expected = json!({"url": "http://shop.localhost/app.js", "line": 2, "column": 18});
    assert_eq!(handler["position"], expected);
    assert_eq!(handler["function"], "addToCart");
}

#[test]
fn what_is_missing_is_left_out() {
    let folder = Folder::new();
    let report = json!({"xbis": [{}, {"session": 7, "images": {"test": "0".repeat(64)}}],
        "sessions": [{"name": "1", "runs": {"firefox": "runs/1/firefox", "webkit": 4}}, 3]});
    let (written, page) = written(&folder, &report);
    assert_eq!((written.n_findings, written.n_inside), (2, 0));
    assert_eq!(
        written.problems,
        ["cannot open run runs/1/firefox: No such file or directory (os error 2)"]
    );
    assert_eq!(content(&page)["problems"][0], written.problems[0]);
    let (written, _) = self::written(&folder, &json!({}));
    assert_eq!(written.n_findings, 0);
}

#[test]
fn a_damaged_run_is_told_and_used() {
    let folder = Folder::new();
    let shots = sample::write_runs(&folder.path);
    let run = folder.path.join("runs/1/webkit");
    let steps = std::fs::read_to_string(run.join("steps.jsonl")).unwrap();
    std::fs::write(run.join("steps.jsonl"), format!("nonsense\n{steps}")).unwrap();
    std::fs::write(run.join(format!("shots/{}.png", shots["webkit"][2])), "damaged").unwrap();
    let (written, page) = written(&folder, &sample::report(&shots));
    assert_eq!(written.problems.len(), 1);
    assert!(written.problems[0].starts_with("run webkit is damaged: steps.jsonl, line 1"));
    assert_eq!(written.n_inside, 11);
    assert_eq!(content(&page)["runs"][0]["webkit"]["steps"].as_array().unwrap().len(), 4);
}

#[test]
fn what_is_no_report_is_refused() {
    let folder = Folder::new();
    for text in ["", "[]", "{\"xbis\":", "nonsense"] {
        let error = write(&folder.path, text, "Shop").unwrap_err();
        assert!(matches!(error.kind, ReportErrorKind::Json(_)), "{text}");
        assert!(error.hint().unwrap().contains("xcheck check"));
        assert!(!folder.path.join(FILE_NAME).exists());
    }
}

#[test]
fn five_hundred_findings_stay_small() {
    let folder = Folder::new();
    let shots = sample::write_runs(&folder.path);
    let few = written(&folder, &sample::report(&shots)).1.len();
    let (written, page) = written(&folder, &sample::many(&shots, 500));
    assert_eq!((written.n_findings, written.n_inside), (500, 12));
    assert!(page.len() < few + (1 << 20), "{} bytes", page.len());
}

#[test]
fn the_same_report_has_the_same_bytes() {
    let folder = Folder::new();
    let shots = sample::write_runs(&folder.path);
    let report = sample::report(&shots);
    assert_eq!(written(&folder, &report).1, written(&folder, &report).1);
}
