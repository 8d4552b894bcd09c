//! The committed corpus obeys the rules, and the rules notice when it does not.

use std::fs;

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};

use super::{App, Half, read_all, rules};
use crate::tidy;

#[test]
fn the_corpus_obeys_the_rules() {
    let (apps, mut troubles) = read_all(&tidy::root().join("corpus")).unwrap();
    troubles.extend(rules::check_causes(&apps));
    for app in &apps {
        troubles.extend(rules::check_app(app).unwrap());
        if app.places.is_none() {
            let name = &app.name;
            troubles
                .push(format!("{name}: no places.json; cargo xtask corpus verify --write {name}"));
        }
    }
    assert!(troubles.is_empty(), "{}", troubles.join("\n"));
}

/// The files of an app that is in order.
struct Files {
    name: &'static str,
    index: String,
    drive: Value,
    labels: Value,
    verify: Value,
}

impl Files {
    fn good() -> Self {
        let click = json!({"type": "click", "selectors": [["#add"]]});
        let mut steps = vec![
            json!({"type": "setViewport", "width": 1280, "height": 720}),
            json!({"type": "navigate", "url": "http://tea-shop.localhost/"}),
        ];
        steps.extend(vec![click; 5]);
        Self {
            name: "tea-shop",
            index: "<p>Tea</p>\n".repeat(60),
            drive: json!({"title": "Tea", "steps": steps}),
            labels: json!({
                "kind": "text",
                "xbis": [{"browser": "webkit", "kinds": ["text"], "selector": "#total",
                    "cause": ["Temporal"], "why": "no total"}],
                "clean": ["firefox"],
            }),
            verify: json!({"checks": [{"what": "total", "expression": "1",
                "expect": {"chromium": "1", "firefox": "1", "webkit": ""}}]}),
        }
    }

    /// What is said about the app, one line each, without its folder.
    fn troubles(&self) -> String {
        let folder = tempfile::tempdir().unwrap();
        let root = Utf8Path::from_path(folder.path()).unwrap();
        let app = self.write(root);
        let troubles = match App::read(&app, Half::Tune) {
            Ok(app) => rules::check_app(&app).unwrap().join("\n"),
            Err(error) => format!("{error:#}"),
        };
        troubles.replace(&format!("{root}/"), "")
    }

    fn write(&self, root: &Utf8Path) -> Utf8PathBuf {
        let folder = root.join(self.name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("index.html"), &self.index).unwrap();
        for (name, value) in
            [("drive", &self.drive), ("labels", &self.labels), ("verify", &self.verify)]
        {
            fs::write(folder.join(format!("{name}.json")), value.to_string()).unwrap();
        }
        folder
    }
}

/// What is said about an app with one thing wrong.
fn troubles(spoil: impl FnOnce(&mut Files)) -> String {
    let mut files = Files::good();
    spoil(&mut files);
    files.troubles()
}

#[test]
fn an_app_in_order_is_left_alone() {
    assert_eq!(troubles(|_| ()), "");
}

#[test]
fn unknown_fields_are_refused() {
    let typo = troubles(|files| files.labels["xbis"][0]["reason"] = json!("x"));
    assert!(typo.starts_with("tea-shop/labels.json: unknown field `reason`"), "{typo}");
    let browser = troubles(|files| files.labels["clean"] = json!(["safari"]));
    assert!(browser.contains("unknown variant `safari`"), "{browser}");
    let check = troubles(|files| files.verify["checks"][0]["tolerance"] = json!(1));
    assert!(check.starts_with("tea-shop/verify.json: unknown field `tolerance`"), "{check}");
    let step = troubles(|files| files.drive["steps"][2]["type"] = json!("tap"));
    assert!(step.contains("drive.json") && step.contains("tap"), "{step}");
}

#[test]
fn every_browser_is_clean_or_labelled() {
    assert_eq!(
        troubles(|files| files.labels["clean"] = json!([])),
        "tea-shop: firefox is neither clean nor has it a label"
    );
    assert_eq!(
        troubles(|files| files.labels["clean"] = json!(["firefox", "webkit"])),
        "tea-shop: webkit is clean and has a label"
    );
}

#[test]
fn labels_must_say_something() {
    assert_eq!(
        troubles(|files| files.labels["xbis"][0]["selector"] = json!("#a, body")),
        "tea-shop: label 1: the selector is empty or the whole page"
    );
    assert_eq!(
        troubles(|files| files.labels["xbis"][0]["cause"] = json!([])),
        "tea-shop: label 1: no cause"
    );
    assert_eq!(
        troubles(|files| files.labels["kind"] = json!("image")),
        "tea-shop: no label has the app's kind, image"
    );
    assert_eq!(
        troubles(|files| files.labels["kind"] = json!("clean")),
        "tea-shop: an app without labels is of kind clean, and only such an app"
    );
}

#[test]
fn checks_must_prove_the_labels() {
    assert_eq!(
        troubles(|files| files.verify["checks"][0]["expect"]["webkit"] = json!("1")),
        "tea-shop: webkit has 1 labels and 0 checks that differ from chromium"
    );
    assert_eq!(
        troubles(|files| files.verify["checks"][0]["expect"]["firefox"] = json!("2")),
        "tea-shop: firefox is clean, but a check expects another value there"
    );
    assert_eq!(
        troubles(|files| files.verify["checks"][0]["near"] = json!(2)),
        "tea-shop: check \"total\": near is for numbers"
    );
}

#[test]
fn drives_have_a_shape() {
    assert_eq!(
        troubles(|files| files.drive["steps"][0]["width"] = json!(800)),
        "tea-shop: the drive does not begin with setViewport 1280x720"
    );
    assert_eq!(
        troubles(|files| files.drive["steps"][6] =
            json!({"type": "waitForExpression", "expression": "true"})),
        "tea-shop: the drive has 4 user steps, not 5 to 15"
    );
    assert_eq!(
        troubles(|files| files.drive["steps"][1]["url"] = json!("http://coffee.localhost/")),
        "tea-shop: the drive's second step is not navigate to http://tea-shop.localhost/"
    );
}

#[test]
fn apps_are_small_and_innocent() {
    assert_eq!(
        troubles(|files| files.index = "<p>Tea\n".repeat(301)),
        "tea-shop: the app has 301 lines, not 60 to 300"
    );
    assert_eq!(
        troubles(|files| files.index += "// Only in Firefox\n"),
        "tea-shop: index.html speaks of \"firefox\""
    );
    let name = troubles(|files| files.name = "Tea_Shop");
    assert!(name.starts_with("Tea_Shop: the name is not made of"), "{name}");
}

#[test]
fn no_cause_may_be_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let root = Utf8Path::from_path(folder.path()).unwrap();
    let mut apps = Vec::new();
    for name in ["a", "b", "c", "d"] {
        let files = Files { name, ..Files::good() };
        apps.push(App::read(&files.write(root), Half::Score).unwrap());
    }
    assert_eq!(rules::check_causes(&apps[..3]), [""; 0]);
    assert_eq!(rules::check_causes(&apps), ["corpus: temporal is the cause in a, b, c, d"]);
    let troubles = rules::check_corpus(&apps);
    assert!(troubles.contains(&"corpus: 4 text apps, at least 6 wanted".to_owned()));
}
