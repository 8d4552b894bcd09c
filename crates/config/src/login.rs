//! How a crawler or a drive gets past the front door.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::error::Problem;
use crate::keys;

/// What the browser knows comes first, then the drive, then the steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Login {
    /// A file with cookies and storage, as Playwright's `storageState` writes it.
    pub state: Option<String>,
    /// A drive file or a trace.
    pub drive: Option<String>,
    #[serde(deserialize_with = "keys::steps")]
    pub steps: Vec<LoginStep>,
}

impl Login {
    /// The environment variables that must be set.
    pub fn variables(&self) -> BTreeSet<&str> {
        let variable = |step| match step {
            &LoginStep::Fill { value: Secret::Variable(ref name), .. } => Some(name.as_str()),
            _ => None,
        };
        self.steps.iter().filter_map(variable).collect()
    }
}

/// One thing to do. Elements are named by CSS selectors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoginStep {
    /// Goes to an address, which may be relative to the page.
    Open(String),
    Click(String),
    Fill {
        selector: String,
        value: Secret,
    },
    /// Presses a key by its name, such as `Enter`.
    Press(String),
    /// Waits until there is such an element.
    WaitFor(String),
}

/// A text that may be too secret for a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Secret {
    Text(String),
    /// The environment variable that has it.
    Variable(String),
}

impl Secret {
    /// The text itself; the error is the name of a variable that is not set.
    pub fn reveal(&self, variable: impl FnOnce(&str) -> Option<String>) -> Result<String, String> {
        match self {
            Self::Text(text) => Ok(text.clone()),
            Self::Variable(name) => variable(name).ok_or_else(|| name.clone()),
        }
    }
}

/// The keys of a step as they are in the file.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct StepKeys {
    open: Option<String>,
    click: Option<String>,
    fill: Option<String>,
    value: Option<String>,
    value_env: Option<String>,
    press: Option<String>,
    wait_for: Option<String>,
}

impl StepKeys {
    pub(crate) fn step(self) -> Result<LoginStep, Problem> {
        let has_value = self.value.is_some() || self.value_env.is_some();
        let value = match (self.value, self.value_env) {
            (Some(text), None) => Some(Secret::Text(text)),
            (None, Some(name)) => Some(Secret::Variable(name)),
            _ => None,
        };
        let fill = self.fill.map(|selector| value.map(|value| LoginStep::Fill { selector, value }));
        let is_fill = fill.is_some();
        let all = [
            self.open.map(LoginStep::Open).map(Some),
            self.click.map(LoginStep::Click).map(Some),
            self.press.map(LoginStep::Press).map(Some),
            self.wait_for.map(LoginStep::WaitFor).map(Some),
            fill,
        ];
        let mut given = all.into_iter().flatten();
        let (what, hint) = match (given.next(), given.next()) {
            (None, _) => ("the step does nothing", "one of open, click, fill, press and wait-for"),
            (_, Some(_)) => {
                ("the step does more than one thing", "give each thing braces of its own")
            }
            (Some(None), _) => (
                "a step that fills needs one value",
                "add value = \"…\", or value-env = \"NAME\" for what is in an environment variable",
            ),
            _ if has_value && !is_fill => (
                "only a step that fills has a value",
                "such as { fill = \"#user\", value = \"ada\" }",
            ),
            (Some(Some(step)), None) => return Ok(step),
        };
        Err(Problem::new(what, hint))
    }
}
