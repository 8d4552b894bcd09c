//! What a replay saw, step by step, and where it went another way than the recording.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::event::UncaughtError;
use crate::exchange::BodyHash;

/// SHA-256 of a picture.
pub type ShotHash = BodyHash;

/// A moment of a replay at which the page was looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Counts from 0.
    pub index: u64,
    /// The page, by its number in the trace.
    pub page: usize,
    /// Where its window is: indexes up to the top window, which has none.
    pub frame: Vec<i64>,
    pub url: String,
    /// The last event replayed before, if there was one.
    pub event: Option<u64>,
    /// The last entry of the page's log that was replayed, if there was one.
    pub entry: Option<usize>,
    /// The page's own time, as the replay tells it to the page.
    pub at_us: i64,
    /// What led here, for people: `click button "Save"`.
    pub after: String,
    /// What changed in the page since its last step; none if nothing did.
    pub observation: Option<Observation>,
    /// None if nothing that shows has changed.
    pub screenshot: Option<ShotHash>,
    /// Console lines since the last step: level and text.
    pub console: Vec<(String, String)>,
    /// Errors since the last step that nothing caught.
    pub errors: Vec<Uncaught>,
}

/// What the agent says of a page: JSON, kept as the page wrote it.
///
/// The shape is described in `docs/run-format.md`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Observation(Box<RawValue>);

impl Observation {
    /// Takes JSON of a page; fails if it is none.
    pub fn from_json(text: &str) -> serde_json::Result<Self> {
        // Steps are lines of a file.
        if text.contains(['\n', '\r']) {
            let value: serde_json::Value = serde_json::from_str(text)?;
            return Ok(Self(serde_json::value::to_raw_value(&value)?));
        }
        Ok(Self(RawValue::from_string(text.trim().to_owned())?))
    }

    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    pub fn value(&self) -> serde_json::Value {
        serde_json::from_str(self.as_str()).unwrap_or_default()
    }
}

impl PartialEq for Observation {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

/// An error that nothing in the page caught.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uncaught {
    pub name: String,
    pub message: String,
    pub url: String,
    pub line: u64,
    pub column: u64,
}

impl From<&UncaughtError> for Uncaught {
    fn from(error: &UncaughtError) -> Self {
        Self {
            name: error.name.clone(),
            message: error.message.clone(),
            url: error.url.clone(),
            line: error.line,
            column: error.column,
        }
    }
}

/// A place where the replay went another way than the recording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Divergence {
    /// The page, by its number in the trace.
    pub page: usize,
    /// The event at which it showed; none if it belongs to no event.
    pub event: Option<u64>,
    pub kind: DivergenceKind,
    /// What happened, for people.
    pub detail: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actual: Option<String>,
    /// The code that is to blame, as far as that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub registered_by: Option<RegisteredBy>,
}

/// The code that registered a callback.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegisteredBy {
    /// The event in whose turn it was registered.
    pub event: u64,
    /// The callback's name; empty if it has none.
    pub function: String,
    /// Hash of the callback's source, as the trace has it.
    pub hash: String,
    /// The first lines of the callback's source.
    pub source: String,
}

/// Ways to go another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum DivergenceKind {
    /// What was called in the recording was never registered.
    CallbackMissing,
    /// Something else was registered in its place.
    CallbackDifferent,
    /// It was registered, but by another event.
    CallbackElsewhere,
    /// A request that was not recorded.
    RequestMissing,
    /// A request with another method, address or body.
    RequestDifferent,
    /// The turn drew fewer values than in the recording.
    ValuesLeftOver,
    /// The turn drew more values than in the recording.
    ValuesExhausted,
    /// The turn registered something else.
    RegistrationsDiffer,
    TargetNotFound,
    /// The target was found by a weaker locator only.
    TargetRelaxed,
    /// Native input would have hit something else.
    TargetNotHit,
    FocusElsewhere,
    /// A promise was kept instead of broken, or broken instead of kept.
    OutcomeDiffers,
    NoticeMissing,
    /// The same action brought other events.
    EventsDiffer,
    ErrorOnlyHere,
    ErrorMissing,
    NavigationMissing,
    NavigationSurplus,
    BrowserDied,
    TimedOut,
    /// The page could not be loaded or replayed at all.
    PageBlocked,
}

impl DivergenceKind {
    pub const ALL: [Self; 22] = [
        Self::CallbackMissing,
        Self::CallbackDifferent,
        Self::CallbackElsewhere,
        Self::RequestMissing,
        Self::RequestDifferent,
        Self::ValuesLeftOver,
        Self::ValuesExhausted,
        Self::RegistrationsDiffer,
        Self::TargetNotFound,
        Self::TargetRelaxed,
        Self::TargetNotHit,
        Self::FocusElsewhere,
        Self::OutcomeDiffers,
        Self::NoticeMissing,
        Self::EventsDiffer,
        Self::ErrorOnlyHere,
        Self::ErrorMissing,
        Self::NavigationMissing,
        Self::NavigationSurplus,
        Self::BrowserDied,
        Self::TimedOut,
        Self::PageBlocked,
    ];

    /// The name in files and in JSON.
    pub fn name(self) -> &'static str {
        self.texts().0
    }

    /// The name for people.
    pub fn title(self) -> &'static str {
        self.texts().1
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::CallbackMissing => ("callback-missing", "callback was never registered"),
            Self::CallbackDifferent => ("callback-different", "another callback in its place"),
            Self::CallbackElsewhere => {
                ("callback-elsewhere", "callback registered by another event")
            }
            Self::RequestMissing => ("request-missing", "request that was not recorded"),
            Self::RequestDifferent => ("request-different", "request differs"),
            Self::ValuesLeftOver => ("values-left-over", "fewer values drawn than recorded"),
            Self::ValuesExhausted => ("values-exhausted", "more values drawn than recorded"),
            Self::RegistrationsDiffer => ("registrations-differ", "something else registered"),
            Self::TargetNotFound => ("target-not-found", "target not found"),
            Self::TargetRelaxed => ("target-relaxed", "target found by a weaker locator"),
            Self::TargetNotHit => ("target-not-hit", "input would have hit something else"),
            Self::FocusElsewhere => ("focus-elsewhere", "focus is elsewhere"),
            Self::OutcomeDiffers => ("outcome-differs", "outcome of a promise differs"),
            Self::NoticeMissing => ("notice-missing", "notice never came"),
            Self::EventsDiffer => ("events-differ", "sequence of events differs"),
            Self::ErrorOnlyHere => ("error-only-here", "uncaught error only here"),
            Self::ErrorMissing => ("error-missing", "recorded error did not happen"),
            Self::NavigationMissing => ("navigation-missing", "navigation did not happen"),
            Self::NavigationSurplus => ("navigation-surplus", "navigation that was not recorded"),
            Self::BrowserDied => ("browser-died", "browser died"),
            Self::TimedOut => ("timed-out", "time limit passed"),
            Self::PageBlocked => ("page-blocked", "page could not be replayed"),
        }
    }
}

impl fmt::Display for DivergenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no kind of divergence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown kind of divergence {0:?}")]
pub struct UnknownDivergenceKind(pub String);

impl FromStr for DivergenceKind {
    type Err = UnknownDivergenceKind;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::from_name(name).ok_or_else(|| UnknownDivergenceKind(name.to_owned()))
    }
}

impl TryFrom<String> for DivergenceKind {
    type Error = UnknownDivergenceKind;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        name.parse()
    }
}

impl From<DivergenceKind> for String {
    fn from(kind: DivergenceKind) -> Self {
        kind.name().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{DivergenceKind, Observation};

    #[test]
    fn kinds_are_found_by_their_names() {
        for kind in DivergenceKind::ALL {
            assert_eq!(DivergenceKind::from_name(kind.name()), Some(kind));
            let json = serde_json::to_string(&kind).unwrap();
            assert_eq!(json, format!("{:?}", kind.name()));
            assert_eq!(serde_json::from_str::<DivergenceKind>(&json).unwrap(), kind);
        }
        assert!("callback_missing".parse::<DivergenceKind>().is_err());
    }

    #[test]
    fn observations_stay_as_they_are_and_on_one_line() {
        let observation = Observation::from_json(r#"{"z":1.50,"a":[]}"#).unwrap();
        assert_eq!(serde_json::to_string(&observation).unwrap(), r#"{"z":1.50,"a":[]}"#);
        let observation = Observation::from_json("{\n\"a\": 1}").unwrap();
        assert_eq!(observation.as_str(), r#"{"a":1}"#);
        assert!(Observation::from_json("{").is_err());
    }
}
