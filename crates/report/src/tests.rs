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
    sample::poison_trace(&folder.path);
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
fn a_trace_tells_what_happened_in_groups() {
    let folder = Folder::new();
    let shots = sample::write_runs(&folder.path);
    let content = content(&written(&folder, &sample::report(&shots)).1);
    let rows = content["recorded"][0]["rows"].as_array().unwrap();
    let line = |row: &Value| {
        let ms = row["at_us"].as_i64().unwrap() / 1000;
        let (kind, text) = (row["kind"].as_str().unwrap(), row["text"].as_str().unwrap());
        format!("{ms} {kind} {text} {}", row["events"])
    };
    let lines: Vec<String> = rows.iter().map(line).collect();
    let expected = [
        "0 navigation open http://shop.localhost/ null",
        "0 request GET http://shop.localhost/ (200, 9 B) null",
        "15 request GET http://shop.localhost/app.js (200, 9 B) null",
        "40 script http://shop.localhost/app.js [0,0]",
        "50 notice load [1,1]",
        "50 navigation load null",
        "550 input click button \"Add to cart\" [2,2]",
        "555 request POST http://shop.localhost/cart (500, 9 B) null",
        "567 frame addToCart [3,3]",
        "597 timer addToCart [4,4]",
        "607 timer addToCart ×2 [5,6]",
        "1117 input type \"2\" into input#count [7,8]",
        "1717 input click a \"Cart\" [9,9]",
        "1727 navigation page left null",
        "1740 navigation open http://shop.localhost/cart null",
        "1800 navigation load null",
    ];
    assert_eq!(lines, expected);
    assert_eq!(rows[7]["is_bad"], true, "an answer of 500 is bad");
    let run = &content["runs"][0]["firefox"];
    assert_eq!(run["steps"][2]["recorded_us"], 1_117_300);
    assert_eq!(run["divergences"][0]["what"], "interval addToCart");
}

#[test]
fn a_trace_becomes_a_test_in_parts() {
    let folder = Folder::new();
    let shots = sample::write_runs(&folder.path);
    let content = content(&written(&folder, &sample::report(&shots)).1);
    let test = &content["recorded"][0]["test"];
    let steps = test["steps"].as_array().unwrap();
    let code: Vec<&str> = steps.iter().map(|step| step[2].as_str().unwrap()).collect();
    assert_eq!(code[0], "  await page.goto('http://shop.localhost/');\n");
    assert!(code[1].contains("click(") && code[1].contains("Add to cart"), "{}", code[1]);
    assert_eq!(steps.len(), 4);
    assert!(test["closing"].as_str().unwrap().contains("toHaveURL"));
    assert!(content["test"]["helpers"].as_array().unwrap().iter().any(|it| it[0] == "one"));
}

#[test]
fn the_element_is_told_as_both_browsers_had_it() {
    let folder = Folder::new();
    let shots = sample::write_runs(&folder.path);
    let content = content(&written(&folder, &sample::report(&shots)).1);
    let expected = json!({"reference": ["<button id=\"add\">Add to cart"],
        "test": ["<button id=\"add\">Add <b>again</b>"],
        "styles": [["color", "rgb(255, 255, 255)", "rgb(0, 0, 0)"]]});
    assert_eq!(content["evidence"][0], expected);
    assert_eq!(content["evidence"][1], Value::Null, "it is the same in WebKit");
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
