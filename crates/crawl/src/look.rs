//! What there is on a page, and what a person could do with it, as `look.js` tells.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use xcheck_browser::Session;
use xcheck_browser::webdriver::CommandError;
use xcheck_config::Field;

const LOOK: &str = include_str!("look.js");

/// One look at a page.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Look {
    pub(crate) url: String,
    pub(crate) origin: String,
    pub(crate) title: String,
    pub(crate) is_loaded: bool,
    /// The timer of the page that fires next, if that is soon: about how long it was set to.
    pub(crate) delay_ms: Option<u64>,
    /// The same for pages of the same elements, words and states.
    pub(crate) id: String,
    /// The same for pages of the same kinds of elements, whatever they say.
    pub(crate) shape: String,
    /// Of how many different parts the sketch is.
    pub(crate) n_features: usize,
    pub(crate) sketch: Vec<u32>,
    pub(crate) candidates: Vec<Candidate>,
}

/// What a person could do.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Candidate {
    pub(crate) action: Act,
    pub(crate) selector: String,
    /// What its like have in common.
    pub(crate) kind: String,
    pub(crate) label: String,
    /// Names that a developer gave it.
    pub(crate) hint: String,
    pub(crate) form: Option<String>,
    /// Where it leads, if it says so.
    #[serde(default)]
    pub(crate) address: Option<String>,
    pub(crate) value: Option<String>,
    pub(crate) field: Option<Field>,
    #[serde(default)]
    pub(crate) is_filled: bool,
    /// Whether a form is not complete without it.
    #[serde(default)]
    pub(crate) is_needed: bool,
    /// Whether the value is one more that could be tried, after the usual one.
    #[serde(default)]
    pub(crate) is_other: bool,
    /// What is clicked after that.
    #[serde(default)]
    pub(crate) then: Option<Sender>,
}

/// A button that sends what a field holds.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Sender {
    pub(crate) selector: String,
    pub(crate) label: String,
}

/// How something is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Act {
    Click,
    Double,
    Hover,
    /// Gives a field a value.
    Fill,
    /// Types into an element that can be edited.
    Type,
    /// Presses Enter in a field.
    Enter,
    /// A key in an element.
    Key,
    /// A key, wherever the focus is.
    Press,
    Select,
    /// Looks on while something is about to happen.
    Wait,
    /// A step of a drive file.
    Driven,
}

impl Act {
    /// As people say it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Click => "click",
            Self::Double => "double click",
            Self::Hover => "hover",
            Self::Fill => "fill",
            Self::Type => "type",
            Self::Enter => "enter",
            Self::Key | Self::Press => "press",
            Self::Select => "select",
            Self::Wait => "wait",
            Self::Driven => "drive",
        }
    }
}

/// What a look must know.
#[derive(Debug, Default)]
pub(crate) struct Looking {
    /// What agents answer to.
    pub(crate) secret: String,
    /// Selectors of what nobody shall touch.
    pub(crate) excluded: Vec<String>,
    /// Where links may lead.
    pub(crate) origins: Vec<String>,
    /// What was typed so far, line by line, as far as the page did not say it before.
    pub(crate) typed: Mutex<Vec<String>>,
}

/// Shorter words than this are said by many pages.
const LEAST_TYPED: usize = 3;

impl Looking {
    /// Leaves aside what is going to be typed, unless the page says it already.
    pub(crate) async fn set_aside(&self, session: &Session, values: &[&str]) {
        const SAYS: &str =
            "return !!document.body && document.body.innerText.includes(arguments[0])";
        for value in values {
            for line in
                value.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            {
                let is_number = |char: char| char.is_numeric() || ".,:/- ".contains(char);
                let is_word = line.chars().count() >= LEAST_TYPED && !line.chars().all(is_number);
                if is_word
                    && !self.typed().contains(&line)
                    && matches!(session.execute::<bool>(SAYS, &[json!(line)]).await, Ok(false))
                {
                    let mut typed = self.typed();
                    typed.push(line);
                    // What is part of something longer comes after it.
                    typed.sort_by_key(|line| std::cmp::Reverse(line.len()));
                }
            }
        }
    }

    fn typed(&self) -> MutexGuard<'_, Vec<String>> {
        self.typed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All there is to know.
    pub(crate) async fn look(&self, session: &Session) -> Result<Look, CommandError> {
        self.ask(session, false).await
    }

    /// Whether the page is loaded, and its id; nothing else.
    pub(crate) async fn glance(&self, session: &Session) -> Result<Look, CommandError> {
        self.ask(session, true).await
    }

    async fn ask(&self, session: &Session, is_glance: bool) -> Result<Look, CommandError> {
        let typed = self.typed().clone();
        let arguments: [Value; 5] = [
            json!(self.secret),
            json!(self.excluded),
            json!(self.origins),
            json!(is_glance),
            json!(typed),
        ];
        // A page that is just being left may answer nothing at all: a look without an id.
        session.execute::<Option<Look>>(LOOK, &arguments).await.map(Option::unwrap_or_default)
    }
}
