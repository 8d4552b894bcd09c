//! The project's own files: configuration, baseline, log-in.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, anyhow};
use camino::{Utf8Path, Utf8PathBuf};
use url::Url;
use xcheck_config::{Baseline, Config, Date, Login, LoginStep};
use xcheck_drive::{
    Action, Comparison, Drive, ElementState, Key, Pointer, Selector, Step, Target as Element,
    WaitForElement,
};
use xcheck_record::StartState;

use crate::commands::export;
use crate::exit::Failure;
use crate::target::Target;

/// Where a project says how it is checked.
const CONFIG: &str = "xcheck.toml";
const BASELINE: &str = "baseline.json";

/// A project: what its file says, and the folder that this is relative to.
#[derive(Default)]
pub(crate) struct Project {
    pub(crate) config: Config,
    /// What its report is called, unless the configuration says so.
    pub(crate) title: Option<String>,
    folder: Option<Utf8PathBuf>,
}

impl Project {
    /// One without files of its own.
    pub(crate) fn called(title: &str) -> Self {
        Self { title: Some(title.to_owned()), ..Self::default() }
    }

    /// Reads the file that was named, or the usual one if it is there.
    pub(crate) fn read(named: Option<&Utf8Path>) -> Result<Self, Failure> {
        let usual = Utf8Path::new(CONFIG);
        let Some(path) = named.or_else(|| usual.exists().then_some(usual)) else {
            return Ok(Self { folder: Some(Utf8PathBuf::new()), ..Self::default() });
        };
        let config = Config::parse(&text_of(path)?, path.as_str()).map_err(|error| {
            let hint = Some(error.hint().to_owned());
            Failure::usage(error, hint)
        })?;
        let folder = path.parent().unwrap_or(Utf8Path::new("")).to_owned();
        Ok(Self { config, title: None, folder: Some(folder) })
    }

    /// A path as the project's file means it.
    pub(crate) fn path(&self, text: &str) -> Utf8PathBuf {
        self.folder.as_deref().unwrap_or(Utf8Path::new("")).join(text)
    }

    /// The differences that the project has accepted.
    pub(crate) fn baseline(&self, named: Option<&Utf8Path>) -> Result<Baseline, Failure> {
        let usual = self.path(BASELINE);
        match named {
            Some(path) => read_baseline(path),
            None if self.folder.is_some() && usual.exists() => read_baseline(&usual),
            None => Ok(Baseline::default()),
        }
    }
}

pub(crate) fn read_baseline(path: &Utf8Path) -> Result<Baseline, Failure> {
    Baseline::parse(&text_of(path)?, path.as_str()).map_err(|error| {
        let hint = Some(error.hint().to_owned());
        Failure::usage(error, hint)
    })
}

fn text_of(path: &Utf8Path) -> Result<String, Failure> {
    fs::read_to_string(path)
        .with_context(|| format!("cannot read {path}"))
        .map_err(|error| Failure::usage(error, None))
}

pub(crate) fn today() -> Result<Date, Failure> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let days = i64::try_from(now.as_secs() / 86_400).unwrap_or_default();
    Date::from_days(days).ok_or_else(|| {
        Failure::environment(
            anyhow!("no calendar has such a day"),
            "the clock of this machine is wrong",
        )
    })
}

/// A drive for an app, its addresses moved to where the app is. A trace is a drive, too.
pub(crate) fn read_drive(path: &Utf8Path, target: &Target) -> Result<Drive, Failure> {
    let name = path.file_name().unwrap_or_default();
    let text = match path.extension() {
        Some("xct") => export::as_devtools(path)?,
        _ => text_of(path)?,
    };
    let mut drive = xcheck_drive::parse(&text, name).map_err(|error| {
        let hint = Some(error.hint().to_owned());
        Failure::usage(error, hint)
    })?;
    if let Some(folder) = path.parent() {
        drive.resolve_files(folder.as_std_path());
    }
    let recorded = drive.start_url.as_deref().and_then(|url| Url::parse(url).ok());
    for step in &mut drive.steps {
        if let Action::Navigate { url } = &mut step.action {
            *url = target.place(url, recorded.as_ref());
        }
    }
    Ok(drive)
}

/// What a browser knows at the beginning of each session.
pub(crate) fn start_state(
    login: Option<&Login>,
    project: &Project,
    target: &Target,
) -> Result<StartState, Failure> {
    let Some(file) = login.and_then(|login| login.state.as_deref()) else {
        return Ok(StartState::default());
    };
    let path = project.path(file);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    StartState::parse(&text_of(&path)?, &target.start_url, now.as_secs()).map_err(|error| {
        let hint = error.hint().to_owned();
        let error = anyhow::Error::from(error).context(format!("cannot use {path}"));
        Failure::usage(error, Some(hint))
    })
}

/// What is done at the beginning of each session, as a drive.
pub(crate) fn login(
    login: Option<&Login>,
    project: &Project,
    target: &Target,
) -> Result<Option<Drive>, Failure> {
    let Some(login) = login else { return Ok(None) };
    let mut steps: Vec<Step> = Vec::new();
    if let Some(file) = &login.drive {
        steps.extend(read_drive(&project.path(file), target)?.steps);
    }
    for step in &login.steps {
        let action = login_action(step, target)?;
        if !is_put_in(&action, &mut steps) {
            steps.push(Step::new(steps.len() + 1, action));
        }
    }
    Ok(Some(Drive::new("log-in".to_owned(), steps)))
}

/// Puts a text into the place where the drive types something else: recordings have no passwords.
fn is_put_in(action: &Action, steps: &mut [Step]) -> bool {
    let Action::Change { target: Element(ways), value: own } = action else { return false };
    let mut is_put = false;
    for step in steps {
        if let Action::Change { target: Element(others), value } = &mut step.action
            && others.iter().any(|other| ways.contains(other))
        {
            value.clone_from(own);
            is_put = true;
        }
    }
    is_put
}

fn login_action(step: &LoginStep, target: &Target) -> Result<Action, Failure> {
    let element = |selector: &str| Element::one(Selector::parse(selector));
    Ok(match step {
        LoginStep::Open(url) => Action::Navigate { url: target.place(url, None) },
        LoginStep::Click(selector) => {
            Action::Click { target: element(selector), pointer: Pointer::default(), count: 1 }
        }
        LoginStep::Fill { selector, value } => {
            let value = value.reveal(|name| std::env::var(name).ok()).map_err(|name| {
                let hint = format!("export {name}=… before the check");
                Failure::usage(anyhow!("the log-in needs ${name}"), Some(hint))
            })?;
            Action::Change { target: element(selector), value }
        }
        LoginStep::Press(key) => {
            let key = Key::named(key).ok_or_else(|| {
                Failure::usage(anyhow!("the log-in presses {key}, which is no key"), None)
            })?;
            Action::Shortcut(vec![key])
        }
        LoginStep::WaitFor(selector) => Action::WaitForElement(WaitForElement {
            target: element(selector),
            comparison: Comparison::AtLeast,
            count: 1,
            state: ElementState { is_visible: true, ..ElementState::default() },
            is_inverted: false,
        }),
    })
}

#[cfg(test)]
mod tests {
    use xcheck_drive::{Action, Selector, Step, Target as Element};

    use super::is_put_in;

    #[test]
    fn what_a_recording_does_not_have_is_put_into_its_place() {
        let fill = |selector: &str, value: &str| Action::Change {
            target: Element::one(Selector::parse(selector)),
            value: value.to_owned(),
        };
        let mut steps = [fill("#user", "ada"), fill("#word", "•••")].map(|it| Step::new(1, it));
        assert!(is_put_in(&fill("#word", "secret"), &mut steps));
        assert!(!is_put_in(&fill("#code", "1"), &mut steps));
        assert_eq!(steps.map(|it| it.action), [fill("#user", "ada"), fill("#word", "secret")]);
    }
}
