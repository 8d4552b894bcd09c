//! A page that inspects its world finds the same with and without the recorder.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use xcheck_browser::BrowserConfig;
use xcheck_model::engine::Engine;
use xcheck_testkit::matrix;
use xcheck_testkit::site::{Act, Asked, Site, answer, page};

use crate::document;
use crate::harness::record;

/// How long the inspection may take.
const LIMIT: Duration = Duration::from_secs(60);
const PERIOD: Duration = Duration::from_millis(15);

const POLICY: &str = "script-src 'self' 'unsafe-eval'; img-src 'none'; \
    connect-src 'self' ws:; worker-src 'self'; report-uri /report";

/// What is inspected, in the words of the documentation, and where the inspector tells it.
const SUBJECTS: &[(&str, &str)] = &[
    ("names", "names of all globals, of their properties and prototypes"),
    ("order", "the order of these names"),
    ("descriptors", "flags, getters, setters; name, length, text and kind of every function"),
    ("prototypes", "chains of prototypes"),
    ("for in", "`for in` over window and document"),
    ("document", "markup, nodes, scripts"),
    ("classes", "patched classes: instances, subclasses, wrong calls, ids of timers"),
    ("errors", "natives called wrongly: message, name, properties, stack"),
    ("stacks", "stacks in callbacks of every kind"),
    ("uncaught", "uncaught errors as `window.onerror` sees them"),
    ("policy", "`securitypolicyviolation` events"),
    ("reports", "reports of violations as the server gets them"),
    ("frames", "frames without a document of their own"),
    ("performance", "`performance.getEntries()` and observers of it"),
    ("sources seen from a frame", "text of functions as another window's `Function` gives it"),
];

/// What a page can still notice, and why.
const KNOWN: &[Known] = &[
    Known {
        subject: "uncaught",
        engines: &Engine::ALL,
        starts: &["timeout native: "],
        what: "An uncaught error that a native function throws because it is called wrongly: `window.onerror` \
            is told the agent's place instead of the caller's, because engines take the innermost script for the \
            place. Message, error and stack are right.",
    },
    Known {
        subject: "uncaught",
        engines: &Engine::ALL,
        starts: &["timeout text: "],
        what: "Text given to `setTimeout` runs by `eval`: stacks of errors in it say so, and so does the place that `window.onerror` is told.",
    },
    Known {
        subject: "uncaught",
        engines: &[Engine::WebKit],
        starts: &["order "],
        what: "Callbacks of timers run as microtasks of the agent's, so that no frame of it is on their stacks: \
            promises do not go on between two listeners of an error that such a callback threw, but after both.",
    },
    Known {
        subject: "stacks",
        engines: &[Engine::Chromium, Engine::WebKit],
        starts: &["opened xhr: "],
        what: "The stack of an error that the page makes while a patched function calls it back shows the agent \
            between the two: `readystatechange` within `open` and `abort`, scripts within `document.write`. \
            Stacks are properties of each error there, made with it; Firefox has one accessor for all.",
    },
    Known {
        subject: "errors",
        engines: &[Engine::WebKit],
        starts: &["new setTimeout: ", "new addEventListener: ", "new Math.random: "],
        what: "`new` with a function that is no constructor: WebKit puts native functions on the stack, \
            and patched ones are not native.",
    },
    Known {
        subject: "errors",
        engines: &[Engine::WebKit],
        starts: &["setTimeout bad toString: "],
        what: "An object given to `setTimeout` is turned into text by the agent: its `toString` does not have \
            `setTimeout` on its stack.",
    },
    Known {
        subject: "order",
        engines: &[Engine::Firefox],
        starts: &["window: "],
        what: "The order of global names: Firefox makes globals when they are first used, and the agent uses some \
            before the page does.",
    },
    Known {
        subject: "classes",
        engines: &[Engine::Firefox],
        starts: &["format "],
        what: "The order of `length` and `name` of a patched function: Firefox makes these when they are first read.",
    },
    Known {
        subject: "sources seen from a frame",
        engines: &Engine::ALL,
        starts: &["with a document of its own: "],
        what: "The text of a patched function as given by the `Function` of another window of the same origin that \
            has a document of its own: that window has another agent, which does not know this one's functions.",
    },
];

struct Known {
    subject: &'static str,
    engines: &'static [Engine],
    /// How the lines begin that differ.
    starts: &'static [&'static str],
    what: &'static str,
}

fn respond(asked: &Asked) -> Vec<Act> {
    let script = |text: &str| answer(200, &[("content-type", "text/javascript")], text);
    match asked.path.as_str() {
        "/world" => {
            let html = "<!DOCTYPE html>\n<html><head><title>world</title>\n\
                <script src=/first.js></script>\n</head><body>\n\
                <script src=/invisible.js></script>\n</body></html>";
            let headers = [("content-type", "text/html"), ("content-security-policy", POLICY)];
            answer(200, &headers, html)
        }
        "/first.js" => script("const firstTimer = setTimeout(() => {});"),
        "/invisible.js" => script(include_str!("invisible.js")),
        "/inner" => page("<!DOCTYPE html><title>inner</title>"),
        "/told" | "/report" | "/none" => answer(200, &[("content-type", "text/plain")], "none"),
        _ => answer(404, &[], ""),
    }
}

/// What the page told, by subject.
type World = BTreeMap<String, Vec<String>>;

/// Waits until the page has told everything.
async fn told(site: &Site) -> World {
    let began = Instant::now();
    loop {
        let asked = site.asked();
        let told = asked.iter().find(|asked| asked.path == "/told");
        let is_wanted = |asked: &&Asked| {
            asked.path == "/report" && String::from_utf8_lossy(&asked.body).contains("blocked.png")
        };
        let report = asked.iter().find(is_wanted);
        if let (Some(told), Some(report)) = (told, report) {
            let mut world: World = serde_json::from_slice(&told.body).unwrap();
            let report = String::from_utf8_lossy(&report.body);
            let report = report.replace(&site.http.to_string(), "HOST");
            world.insert("reports".to_owned(), vec![report]);
            return world;
        }
        let paths: Vec<&str> = asked.iter().map(|asked| asked.path.as_str()).collect();
        assert!(began.elapsed() < LIMIT, "the page never told its world: {paths:?}");
        tokio::time::sleep(PERIOD).await;
    }
}

fn check(engine: Engine) {
    if !matrix::is_wanted(engine) {
        return;
    }
    let (direct, recorded) = matrix::block_on(async {
        let site = Site::start(respond).await;
        let mut direct = World::new();
        matrix::with_browser(engine, &BrowserConfig::PLAIN, async |browser| {
            browser.session().navigate(&site.url("/world")).await.unwrap();
            direct = told(&site).await;
        })
        .await;
        let site = Site::start(respond).await;
        let mut recorded = World::new();
        record(engine, &site, "/world", async |_| recorded = told(&site).await).await;
        (direct, recorded)
    });
    let failed = [&direct, &recorded].map(|world| world.get("failure"));
    let mut problems: Vec<String> =
        failed.iter().flatten().map(|failed| format!("failed: {failed:?}")).collect();
    let mut unseen: Vec<&Known> =
        KNOWN.iter().filter(|known| known.engines.contains(&engine)).collect();
    let subjects: Vec<&String> =
        direct.keys().chain(recorded.keys().filter(|key| !direct.contains_key(*key))).collect();
    for subject in subjects {
        for line in differences(direct.get(subject), recorded.get(subject)) {
            let text = line.trim_start_matches(['-', '+', ' ']);
            let is_known = |known: &Known| {
                known.subject == subject
                    && known.engines.contains(&engine)
                    && known.starts.iter().any(|start| text.starts_with(start))
            };
            if KNOWN.iter().any(is_known) {
                unseen.retain(|known| !is_known(known));
            } else {
                problems.push(format!("{subject}: {line}"));
            }
        }
    }
    for known in unseen {
        problems.push(format!("hidden by now: {}", known.what));
    }
    assert!(
        problems.is_empty(),
        "{engine}, {} differences\n{}",
        problems.len(),
        problems.join("\n")
    );
}

/// Lines that only one side has: `-` is direct, `+` is recorded.
fn differences(direct: Option<&Vec<String>>, recorded: Option<&Vec<String>>) -> Vec<String> {
    let (direct, recorded) =
        (direct.map_or(&[][..], |all| all), recorded.map_or(&[][..], |all| all));
    let missing = direct.iter().filter(|line| !recorded.contains(line));
    let added = recorded.iter().filter(|line| !direct.contains(line));
    let mut lines: Vec<String> = missing.map(|line| format!("- {line}")).collect();
    lines.extend(added.map(|line| format!("+ {line}")));
    if lines.is_empty() && direct != recorded {
        lines.push("another order".to_owned());
    }
    lines
}

#[test]
fn the_table_is_as_documented() {
    let names: Vec<String> = Engine::ALL.iter().map(Engine::to_string).collect();
    let mut lines = vec![format!("| what the page looks at | {} |", names.join(" | "))];
    lines.push("|---".repeat(1 + Engine::ALL.len()) + "|");
    for (subject, words) in SUBJECTS {
        let cell = |engine: &Engine| {
            let is_known = KNOWN
                .iter()
                .any(|known| known.subject == *subject && known.engines.contains(engine));
            if is_known { " differs, see below |" } else { " same |" }
        };
        lines.push(format!("| {words} |{}", Engine::ALL.iter().map(cell).collect::<String>()));
    }
    lines.extend(["", "### What a page can still notice", ""].map(str::to_owned));
    for known in KNOWN {
        let engines: Vec<String> = known.engines.iter().map(Engine::to_string).collect();
        lines.push(format!("- {} ({})", known.what, engines.join(", ")));
    }
    document::hold("invisible", &lines);
}

mod a_page_finds_the_same {
    use super::{Engine, check};

    #[test]
    fn chromium() {
        check(Engine::Chromium);
    }

    #[test]
    fn firefox() {
        check(Engine::Firefox);
    }

    #[test]
    fn webkit() {
        check(Engine::WebKit);
    }
}
