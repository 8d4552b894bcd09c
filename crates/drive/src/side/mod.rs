//! Selenium IDE projects: one test of a `.side` file.
//!
//! Windows and frames that commands switch to become the place of the steps after them,
//! so that no step depends on what another one left behind.

mod command;
mod keys;
mod locator;

use std::collections::BTreeMap;

use serde_json::Value;
use url::Url;

use crate::error::{FileKind, ParseError, Problem};
use crate::json::{Fields, needed};
use crate::{Drive, FrameStep, Place, Step, Window};

const KIND: FileKind = FileKind::SeleniumIde;

/// Takes the test with the name `test`, or else the first one of the first suite.
pub(crate) fn parse(
    value: &Value,
    test: Option<&str>,
    file_name: &str,
) -> Result<Drive, ParseError> {
    let of_file =
        |problem: Problem| ParseError::of_file(KIND, file_name, problem.what, problem.hint);
    let project = Fields::new(value, "the project").map_err(of_file)?;
    let base = project.text("url").map_err(of_file)?.unwrap_or_default();
    let test = pick(project, test).map_err(of_file)?;
    let title = test.text("name").map_err(of_file)?.unwrap_or(file_name).to_owned();
    let commands =
        test.list("commands").and_then(|list| needed("commands", list)).map_err(of_file)?;
    let mut reader = Reader::new(base);
    for (number, value) in (1..).zip(commands) {
        let command = Command::new(value)
            .and_then(|command| reader.read(number, &command))
            .map_err(|problem| ParseError::of_step(KIND, file_name, number, problem));
        command?;
    }
    Ok(Drive::new(title, reader.steps))
}

fn pick<'a>(project: Fields<'a>, wanted: Option<&str>) -> Result<Fields<'a>, Problem> {
    let tests = needed("tests", project.list("tests")?)?;
    let tests: Vec<Fields<'_>> =
        tests.iter().map(|test| Fields::new(test, "a test")).collect::<Result<_, _>>()?;
    let is = |test: &Fields<'_>, member: &str, text: &str| {
        test.get(member).and_then(Value::as_str) == Some(text)
    };
    if let Some(name) = wanted {
        return tests.iter().find(|test| is(test, "name", name)).copied().ok_or_else(|| {
            let names: Vec<_> =
                tests.iter().filter_map(|test| test.get("name")?.as_str()).collect();
            let what = format!("there is no test {name:?}");
            Problem::new(what, format!("the tests are: {}", names.join(", ")))
        });
    }
    let suites = project.list("suites")?.unwrap_or_default();
    let first = suites.iter().find_map(|suite| suite.get("tests")?.get(0)?.as_str());
    let first = first.and_then(|id| tests.iter().find(|test| is(test, "id", id)));
    first.or(tests.first()).copied().ok_or_else(|| {
        Problem::new("there are no tests", "record a test in Selenium IDE and save the project")
    })
}

/// A command with its two arguments.
struct Command<'a> {
    name: &'a str,
    target: &'a str,
    value: &'a str,
    /// Other locators of the target.
    targets: Vec<&'a str>,
    /// The variable for the handle of the window that the command opens.
    opens: Option<&'a str>,
}

impl<'a> Command<'a> {
    fn new(value: &'a Value) -> Result<Self, Problem> {
        let fields = Fields::new(value, "the command")?;
        let text = |name| Ok(fields.text(name)?.unwrap_or_default());
        let targets = fields.list("targets")?.unwrap_or_default();
        let opens = fields.flag("opensWindow")?.unwrap_or(false);
        Ok(Self {
            name: text("command")?.trim(),
            target: text("target")?,
            value: text("value")?,
            targets: targets.iter().filter_map(|pair| pair.get(0)?.as_str()).collect(),
            opens: fields.text("windowHandleName")?.filter(|_| opens),
        })
    }
}

/// Makes steps of commands, one after the other.
struct Reader<'a> {
    base: &'a str,
    place: Place,
    /// Windows by the names that the project has for their handles.
    handles: BTreeMap<&'a str, Window>,
    n_opened: usize,
    steps: Vec<Step>,
}

impl<'a> Reader<'a> {
    fn new(base: &'a str) -> Self {
        let (place, handles) = (Place::default(), BTreeMap::new());
        Self { base, place, handles, n_opened: 0, steps: Vec::new() }
    }

    fn read(&mut self, number: usize, command: &Command<'a>) -> Result<(), Problem> {
        // Selenium IDE turns commands off by two slashes.
        if command.name.is_empty() || command.name.starts_with("//") {
            return Ok(());
        }
        match command.name {
            "selectFrame" => self.select_frame(command.target)?,
            "selectWindow" => self.select_window(command.target)?,
            "storeWindowHandle" => {
                self.handles.insert(command.target, self.place.window.clone());
            }
            // These change nothing in the app.
            "echo" | "setSpeed" | "debugger" => {}
            _ => {
                if command.name == "open" {
                    self.place.frame.clear();
                }
                let (action, timeout_ms) = command::action(command, self.base)?;
                let place = self.place.clone();
                self.steps.push(Step { place, timeout_ms, ..Step::new(number, action) });
            }
        }
        if let Some(name) = command.opens {
            self.n_opened += 1;
            self.handles.insert(name, Window::Opened(self.n_opened));
        }
        Ok(())
    }

    fn select_frame(&mut self, target: &str) -> Result<(), Problem> {
        match target {
            "relative=top" => self.place.frame.clear(),
            "relative=parent" => {
                self.place.frame.pop();
            }
            _ => {
                let step = match target.strip_prefix("index=") {
                    Some(index) => FrameStep::Index(index.trim().parse().map_err(|_| {
                        Problem::new(format!("{index:?} is no index"), "such as index=0")
                    })?),
                    None => FrameStep::Element(locator::target(target, &[])?),
                };
                self.place.frame.push(step);
            }
        }
        Ok(())
    }

    fn select_window(&mut self, target: &str) -> Result<(), Problem> {
        let (kind, text) = target.split_once('=').unwrap_or(("", target));
        let window = match (kind, text) {
            ("handle", handle) => {
                let name = handle.trim_start_matches("${").trim_end_matches('}');
                self.handles.get(name).cloned().ok_or_else(|| {
                    let what = format!("no command before this one has the window {name:?}");
                    Problem::new(what, "record the command that opens the window again")
                })?
            }
            ("title", title) => Window::Title(title.to_owned()),
            ("name", "win_ser_local") | ("", "win_ser_local") => Window::Main,
            ("name" | "", name) => match name.strip_prefix("win_ser_").map(str::parse) {
                Some(Ok(n)) => Window::Opened(n),
                _ => Window::Name(name.to_owned()),
            },
            _ => {
                let what = format!("unknown window locator {target:?}");
                return Err(Problem::new(what, "one of handle=, title=, name=, win_ser_N"));
            }
        };
        self.place = Place { window, frame: Vec::new() };
        Ok(())
    }
}

/// The address of an `open` command.
fn address(base: &str, target: &str) -> Result<String, Problem> {
    let joined = match Url::parse(base) {
        Ok(base) => base.join(target),
        Err(_) => Url::parse(target),
    };
    joined.map(String::from).map_err(|error| {
        let what = format!("{target:?} is no address: {error}");
        Problem::new(what, "give the project a base URL, or the command an absolute one")
    })
}
