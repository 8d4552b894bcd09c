//! `xcheck run`: what a replay saw, and where it went another way.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

use serde_json::{Value, json};
use xcheck_model::run::{Divergence, Step};
use xcheck_trace::run::{InputMode, NetworkMode, PageTree, RunReader};

use crate::args::RunArgs;
use crate::exit::{Exit, Failure};

/// Longer texts of pages are cut in lines for people.
const MAX_SHOWN: usize = 100;

pub(crate) fn run(args: &RunArgs) -> Result<Exit, Failure> {
    let reader = RunReader::open(&args.dir).map_err(|error| {
        let hint = error.hint();
        Failure::usage(error, hint)
    })?;
    let story = Story::of(&reader);
    let text = if args.json {
        format!("{:#}\n", story.to_json(&reader))
    } else {
        story.to_text(&reader, args.steps)
    };
    // A reader that goes away, such as `head`, is no error.
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(Exit::Clean)
}

/// A run, read whole.
struct Story {
    steps: Vec<(Step, Changes)>,
    divergences: Vec<Divergence>,
    problems: Vec<String>,
}

/// What a step brought, in numbers and in words.
#[derive(Default)]
struct Changes {
    n_added: usize,
    n_removed: usize,
    n_changed: usize,
    /// One line for each node.
    details: Vec<String>,
}

impl Story {
    fn of(reader: &RunReader) -> Self {
        let mut problems: Vec<String> = reader.problems().iter().map(ToString::to_string).collect();
        // Pages of a trace follow each other or are open at once; each has a state of its own.
        let mut trees: BTreeMap<usize, PageTree> = BTreeMap::new();
        let mut steps = Vec::new();
        for step in reader.steps().flatten() {
            let tree = trees.entry(step.page).or_default();
            let observation = step.observation.as_ref().map(|it| it.value()).unwrap_or_default();
            let changes = if observation.is_null() {
                Changes::default()
            } else {
                Changes::of(&observation, tree, step.index, &mut problems)
            };
            steps.push((step, changes));
        }
        Self { steps, divergences: reader.divergences().flatten().collect(), problems }
    }

    fn to_json(&self, reader: &RunReader) -> Value {
        let (head, end) = (reader.head(), reader.end());
        json!({
            "version": 1,
            "browser": head.browser.name,
            "browser_version": head.browser.version,
            "trace": head.trace,
            "tool_version": head.tool_version,
            "viewport": head.viewport,
            "input": head.input,
            "network": head.network,
            "complete": end.outcome.is_complete,
            "reason": end.outcome.reason,
            "problems": self.problems,
            "events": end.n_events_replayed,
            "steps": self.steps.iter().map(|(step, changes)| step_json(step, changes)).collect::<Vec<_>>(),
            "divergences": self.divergences,
            "record_ms": end.record_ms,
            "replay_ms": end.replay_ms,
            "timings": end.timings,
        })
    }

    fn to_text(&self, reader: &RunReader, has_details: bool) -> String {
        let mut out = String::new();
        for line in self.summary(reader) {
            let _ = writeln!(out, "{line}");
        }
        out.push_str("\nsteps\n");
        let mut url = "";
        for (step, changes) in &self.steps {
            if step.url != url {
                url = &step.url;
                let _ = writeln!(out, "  page {} at {}", step.page, shorten(url));
            }
            let _ = writeln!(out, "{}", step_line(step, changes));
            for line in if has_details { &changes.details[..] } else { &[] } {
                let _ = writeln!(out, "          {line}");
            }
            for (level, text) in &step.console {
                let _ = writeln!(out, "          console.{level}: {}", shorten(text));
            }
            for error in &step.errors {
                let place = format!("{}:{}:{}", error.url, error.line, error.column);
                let _ = writeln!(
                    out,
                    "          uncaught {}: {} ({place})",
                    error.name,
                    shorten(&error.message)
                );
            }
        }
        out.push_str(if self.divergences.is_empty() {
            "\nno divergences\n"
        } else {
            "\ndivergences\n"
        });
        for divergence in &self.divergences {
            add_divergence(&mut out, divergence);
        }
        out
    }

    fn summary(&self, reader: &RunReader) -> Vec<String> {
        let (head, end) = (reader.head(), reader.end());
        let input = match head.input {
            InputMode::Native => "native",
            InputMode::Synthetic => "synthetic",
        };
        let network = match head.network {
            NetworkMode::Trace => "the trace",
            NetworkMode::Live => "the servers",
        };
        let recorder = &head.trace.recorder;
        let mut lines = vec![
            format!(
                "{}, recorded in {} {}, replayed in {} {}",
                head.trace.file,
                recorder.browser,
                recorder.browser_version,
                head.browser.name,
                head.browser.version
            ),
            format!(
                "{} events, {} steps, {} pictures, {} divergences",
                end.n_events_replayed,
                self.steps.len(),
                self.steps.iter().filter(|(step, _)| step.screenshot.is_some()).count(),
                self.divergences.len()
            ),
            format!(
                "{}x{} at ratio {}, {input} input, answers from {network}",
                head.viewport.width, head.viewport.height, head.viewport.ratio
            ),
            format!("{} ms recorded, {} ms to replay", end.record_ms, end.replay_ms),
        ];
        if !end.outcome.is_complete {
            let reason = end.outcome.reason.as_deref().unwrap_or("for reasons unknown");
            lines.push(format!("not complete: {reason}"));
        }
        lines.extend(self.problems.iter().map(|problem| format!("problem: {problem}")));
        lines
    }
}

impl Changes {
    fn of(
        observation: &Value,
        tree: &mut PageTree,
        index: u64,
        problems: &mut Vec<String>,
    ) -> Self {
        let list = |name: &str| observation[name].as_array().map_or(&[][..], Vec::as_slice);
        let before: Vec<(u64, bool)> = list("nodes")
            .iter()
            .filter_map(|node| node["id"].as_u64())
            .map(|id| (id, tree.node(id).is_some()))
            .collect();
        let mut details: Vec<String> = Vec::new();
        if let Some(page) = observation["page"].as_object() {
            details.extend(
                page.iter()
                    .map(|(name, value)| format!("page {name}: {}", shorten(&value.to_string()))),
            );
        }
        for id in list("gone").iter().filter_map(Value::as_u64) {
            details.push(format!("- {}", tree.xpath(id)));
        }
        problems.extend(
            tree.apply(observation).iter().map(|problem| format!("step {index}: {problem}")),
        );
        let n_added = before.iter().filter(|(_, was_known)| !was_known).count();
        for (node, (id, was_known)) in list("nodes").iter().zip(&before) {
            let aspects: Vec<&str> = node
                .as_object()
                .map(|node| node.keys().map(String::as_str).filter(|name| *name != "id").collect())
                .unwrap_or_default();
            let path = tree.xpath(*id);
            details.push(if *was_known {
                format!("~ {path}  {}", aspects.join(", "))
            } else {
                format!("+ {path}")
            });
        }
        let n_removed = list("gone").len();
        Self { n_added, n_removed, n_changed: before.len() - n_added, details }
    }

    fn text(&self) -> String {
        let parts = [(self.n_added, '+'), (self.n_removed, '-'), (self.n_changed, '~')];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, sign)| format!("{sign}{n}"))
            .collect();
        if parts.is_empty() { "no nodes".to_owned() } else { format!("{} nodes", parts.join(" ")) }
    }
}

fn step_json(step: &Step, changes: &Changes) -> Value {
    json!({
        "index": step.index,
        "page": step.page,
        "frame": step.frame,
        "url": step.url,
        "event": step.event,
        "time_ms": step.at_us / 1000,
        "after": step.after,
        "added": changes.n_added,
        "removed": changes.n_removed,
        "changed": changes.n_changed,
        "screenshot": step.screenshot,
        "console": step.console,
        "errors": step.errors,
    })
}

fn step_line(step: &Step, changes: &Changes) -> String {
    let event = step.event.map(|event| format!("#{event}")).unwrap_or_default();
    let picture = if step.screenshot.is_some() { "picture" } else { "" };
    let seconds = step.at_us as f64 / 1e6;
    let line = format!(
        "  {:>4}  p{:<3} {event:<6} {seconds:>9.3}s  {:<40}  {}  {picture}",
        step.index,
        step.page,
        shorten(&step.after),
        changes.text()
    );
    line.trim_end().to_owned()
}

fn add_divergence(out: &mut String, divergence: &Divergence) {
    let event = divergence.event.map(|event| format!(" #{event}")).unwrap_or_default();
    let _ = writeln!(
        out,
        "  p{}{event}  {}: {}",
        divergence.page,
        divergence.kind.title(),
        shorten(&divergence.detail)
    );
    for (name, text) in [("recorded", &divergence.expected), ("here", &divergence.actual)] {
        if let Some(text) = text {
            let _ = writeln!(out, "        {name}: {}", shorten(text));
        }
    }
    if let Some(code) = &divergence.registered_by {
        let name =
            if code.function.is_empty() { "a function without a name" } else { &code.function };
        let _ = writeln!(out, "        registered at #{}: {name} ({})", code.event, code.hash);
        for line in code.source.lines() {
            let _ = writeln!(out, "          | {}", shorten(line));
        }
    }
}

/// A text of a page on one line, without what could move a terminal's cursor.
fn shorten(text: &str) -> String {
    let mut short: String = text
        .chars()
        .take(MAX_SHOWN)
        .map(|char| if char.is_control() { ' ' } else { char })
        .collect();
    if text.chars().nth(MAX_SHOWN).is_some() {
        short.push('\u{2026}');
    }
    short
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use camino::Utf8PathBuf;
    use xcheck_model::engine::Engine;
    use xcheck_model::run::{
        Divergence, DivergenceKind, Observation, RegisteredBy, Step, Uncaught,
    };
    use xcheck_trace::run::{
        InputMode, NetworkMode, RunBrowser, RunEnd, RunHead, RunOutcome, RunReader, RunTrace,
        RunWriter,
    };
    use xcheck_trace::{Recorder, Viewport};

    use super::Story;

    fn step(index: u64, after: &str, observation: &str) -> Step {
        Step {
            index,
            page: 0,
            frame: Vec::new(),
            url: "http://shop.test/".to_owned(),
            event: index.checked_sub(1).map(|event| event + 40),
            entry: None,
            at_us: 1_500_000 * i64::try_from(index).unwrap(),
            after: after.to_owned(),
            observation: Some(Observation::from_json(observation).unwrap()),
            screenshot: None,
            console: Vec::new(),
            errors: Vec::new(),
        }
    }

    fn sample() -> (RunReader, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let dir = Utf8PathBuf::try_from(folder.path().join("run")).unwrap();
        let recorder = Recorder {
            browser: "chromium".to_owned(),
            browser_version: "156".to_owned(),
            user_agent: None,
        };
        let sha256 = "0".repeat(64).parse().unwrap();
        let head = RunHead {
            tool_version: "0.1.0".to_owned(),
            trace: RunTrace { file: "shop.xct".to_owned(), sha256, created_ms: 0, recorder },
            browser: RunBrowser::new(Engine::WebKit.into(), "2.50"),
            viewport: Viewport { width: 1280, height: 720, ratio: 1.0 },
            input: InputMode::Native,
            network: NetworkMode::Trace,
        };
        let mut writer = RunWriter::create(&dir, &head).unwrap();
        let page =
            r#"{"nodes":[{"id":1,"name":"html","place":[0,0]},{"id":2,"name":"p","place":[1,0]}]}"#;
        let mut first = step(0, "load", page);
        first.screenshot = Some(writer.shot(b"png").unwrap());
        writer.step(&first).unwrap();
        let change = r#"{"nodes":[{"id":1,"style":{}}],"gone":[2]}"#;
        let mut second = step(1, "click button \"Save\"", change);
        second.console.push(("log".to_owned(), "a\nb".to_owned()));
        second.errors.push(Uncaught {
            name: "TypeError".to_owned(),
            message: "no".to_owned(),
            url: "a.js".to_owned(),
            line: 1,
            column: 2,
        });
        writer.step(&second).unwrap();
        let divergence = Divergence {
            page: 0,
            event: Some(40),
            kind: DivergenceKind::CallbackMissing,
            detail: "timeout".to_owned(),
            expected: Some("tick".to_owned()),
            actual: None,
            registered_by: Some(RegisteredBy {
                event: 12,
                function: "tick".to_owned(),
                hash: "k3j".to_owned(),
                source: "function tick() {\n  draw();".to_owned(),
            }),
        };
        writer.divergence(&divergence).unwrap();
        let end = RunEnd {
            outcome: RunOutcome::incomplete("browser died"),
            n_events_replayed: 41,
            record_ms: 9000,
            replay_ms: 800,
            timings: BTreeMap::new(),
        };
        writer.finish(&end).unwrap();
        (RunReader::open(&dir).unwrap(), folder)
    }

    #[test]
    fn a_run_is_told_to_people() {
        let (reader, _folder) = sample();
        let expected = "\
shop.xct, recorded in chromium 156, replayed in webkit 2.50
41 events, 2 steps, 1 pictures, 1 divergences
1280x720 at ratio 1, native input, answers from the trace
9000 ms recorded, 800 ms to replay
not complete: browser died

steps
  page 0 at http://shop.test/
     0  p0              0.000s  load                                      +2 nodes  picture
          + /html[1]
          + /html[1]/p[1]
     1  p0   #40        1.500s  click button \"Save\"                       -1 ~1 nodes
          - /html[1]/p[1]
          ~ /html[1]  style
          console.log: a b
          uncaught TypeError: no (a.js:1:2)

divergences
  p0 #40  callback was never registered: timeout
        recorded: tick
        registered at #12: tick (k3j)
          | function tick() {
          |   draw();
";
        let story = Story::of(&reader);
        assert_eq!(story.to_text(&reader, true), expected);
        assert!(!story.to_text(&reader, false).contains("+ /html[1]"));
    }

    #[test]
    fn a_run_is_told_to_scripts() {
        let (reader, _folder) = sample();
        let json = Story::of(&reader).to_json(&reader);
        assert_eq!(json["browser"], "webkit");
        assert_eq!(json["complete"], false);
        assert_eq!(json["steps"][1]["removed"], 1);
        assert_eq!(json["divergences"][0]["kind"], "callback-missing");
        assert_eq!(json["divergences"][0]["registered_by"]["function"], "tick");
        assert_eq!(json["problems"], serde_json::json!([]));
    }
}
