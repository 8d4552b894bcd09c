//! What a check finds does not depend on whose browsers it uses.

use xcheck_testkit::grid::GridOptions;

use crate::program::{app, findings, with_grid};

const APPS: [&str; 10] = [
    "bike-care",
    "cash-desk",
    "coffee-ledger",
    "darkroom",
    "fasting-times",
    "kiln-shelf",
    "meal-week",
    "parcel-desk",
    "quiz-evening",
    "tea-shop",
];

#[test]
fn findings_are_the_local_ones_on_ten_apps() {
    with_grid(GridOptions::nodes(2), async |grid, place| {
        for name in APPS {
            let (folder, drive) = app(name);
            let here = format!("here-{name}");
            let trace = format!("{here}/sessions-1/1.xct");
            let local = ["--grid", "local", "--drive", &drive, &folder];
            let (local, _) = place.check(&here, &local).await;
            let (remote, _) =
                place.check(&format!("there-{name}"), &[&trace, "--workers", "2"]).await;
            assert_eq!(findings(&remote), findings(&local), "{name}");
            assert_eq!(remote["partial"], local["partial"], "{name}");
            assert_eq!(remote["tests"][0]["platform"], "linux");
            assert_eq!(remote["tests"][0].get("surroundings"), None, "{:?}", remote["tests"]);
        }
        assert_eq!(grid.n_sessions().await, 0);
    });
}

/// Recorded on a node, and in browsers that are named by their versions.
#[test]
fn an_app_is_recorded_and_checked_on_the_grid() {
    with_grid(GridOptions::nodes(1), async |grid, place| {
        let (folder, drive) = app("playlist-import");
        let (local, _) =
            place.check("here", &["--grid", "local", "--drive", &drive, &folder]).await;
        let (remote, _) = place.check("there", &["--drive", &drive, &folder]).await;
        assert_eq!(findings(&remote), findings(&local));
        let named = "[grid.browsers.'firefox/one']\nplatformName = 'linux'\n[grid.browsers.'firefox/two']\nplatformName = 'linux'\n";
        place.write("named.toml", &(grid.config() + named));
        let browsers = "firefox/one,firefox/two";
        let args = ["--config", "named.toml", "--browsers", browsers, "--reference", "chromium"];
        let (several, _) =
            place.check("several", &[&args[..], &["there/sessions-1/1.xct"]].concat()).await;
        let tested: Vec<&str> = several["tests"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["browser"].as_str().unwrap())
            .collect();
        assert_eq!(tested, ["firefox/one", "firefox/two"]);
        assert_eq!(grid.n_sessions().await, 0);
    });
}

/// A file of this machine gets into browsers on nodes, in the recording and in every replay; not through a relay, which
/// has nowhere to put it: see `docs/design/grid.md`.
#[test]
fn files_get_to_the_nodes() {
    const PAGE: &str = r#"<!doctype html><title>Shelf</title><link rel="icon" href="data:,">
        <input type="file" id="file"><p id="said">nothing yet</p>
        <script>
          document.getElementById('file').addEventListener('change', async (event) => {
            const text = await event.target.files[0].text();
            document.getElementById('said').textContent = text;
            if (text === 'hello') await fetch('got.txt');
          });
        </script>"#;
    const DRIVE: &str = r##"{"title": "Choose", "steps": [
        {"type": "customStep", "name": "xcheck/upload", "parameters": {"selectors": "#file", "paths": ["note.txt"]}}]}"##;
    with_grid(GridOptions::nodes(1), async |grid, place| {
        place.folder("shelf");
        place.write("shelf/index.html", PAGE);
        place.write("shelf/got.txt", "thanks");
        place.write("note.txt", "hello");
        place.write("drive.json", DRIVE);
        let (report, _) = place.check("out", &["--drive", "drive.json", "shelf"]).await;
        let found = report["xbis"].as_array().unwrap();
        let lost: Vec<&str> = found.iter().map(|it| it["browser"].as_str().unwrap()).collect();
        assert_eq!(lost, ["webkit"], "{found:?}");
        let trace = place.run(&["trace", "out/sessions-1/1.xct", "--json"]).await;
        let trace: serde_json::Value = serde_json::from_slice(&trace.stdout).unwrap();
        assert_eq!(trace["requests"], 2, "{trace}");
        assert_eq!(grid.n_sessions().await, 0);
    });
}
