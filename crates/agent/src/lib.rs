//! The JavaScript that runs first in every page, and how it is set up.
//!
//! The scripts are in `js/`; the build script joins them. Nothing here knows a browser or a file.

use serde::Serialize;

const PAGE: &str = include_str!(concat!(env!("OUT_DIR"), "/main.js"));
const WORKER: &str = include_str!(concat!(env!("OUT_DIR"), "/worker.js"));
const PAGE_PLAYER: &str = include_str!(concat!(env!("OUT_DIR"), "/player.js"));
const WORKER_PLAYER: &str = include_str!(concat!(env!("OUT_DIR"), "/play-worker.js"));

/// What a recorder is told.
#[derive(Clone, Debug, Serialize)]
pub struct Settings {
    /// Where it reports: a path on the origin of its document.
    pub path: String,
    /// Whether it times itself and tells at the end.
    pub measure: bool,
    /// What every page draws its numbers from, and the time at which it begins; chance and the clock without it.
    pub hold: Option<Hold>,
}

/// Chance and time of every page, while an app is explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Hold {
    pub seed: u32,
    /// In milliseconds since 1970.
    pub date: u64,
}

/// What a player is told.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerSettings {
    /// Where it asks for its log and reports: a path on the origin of its document.
    pub path: String,
    /// Whether it only executes and never observes.
    pub blind: bool,
    /// How many frames must be drawn before a picture shows what there is, what came under the pointer too.
    pub frames: u8,
    /// Whether it marks what is new for a picture, because pictures may show what was there before.
    pub marks: bool,
    /// Whether what the browser says of wrong fields lies over the page in pictures.
    pub bubbles: bool,
}

/// The script that makes a page do again what was recorded.
pub fn page_player(settings: &PlayerSettings) -> String {
    script(PAGE_PLAYER, settings)
}

/// The script that gives a worker its recorded values.
pub fn worker_player(settings: &PlayerSettings) -> String {
    script(WORKER_PLAYER, settings)
}

/// The script that records a page.
pub fn page_recorder(settings: &Settings) -> String {
    script(PAGE, settings)
}

/// The script that records a worker.
pub fn worker_recorder(settings: &Settings) -> String {
    script(WORKER, settings)
}

fn script(function: &str, settings: &impl Serialize) -> String {
    let json = serde_json::to_string(settings).expect("settings are plain");
    let json =
        json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029");
    format!("({function})({json},globalThis);")
}

#[cfg(test)]
mod tests {
    use super::{Settings, page_recorder, worker_recorder};

    #[test]
    fn scripts_are_one_line_of_ascii() {
        let settings = Settings { path: "/x</script>".to_owned(), measure: false, hold: None };
        for script in [page_recorder(&settings), worker_recorder(&settings)] {
            assert!(script.is_ascii());
            assert!(!script.contains('\n'));
            assert!(!script.contains("</"));
            assert!(!script.contains("from './"), "a module was not joined");
        }
    }
}
