//! Why a step could not be performed.

use std::fmt;
use std::time::Duration;

use xcheck_browser::webdriver::CommandError;

/// A step of a drive could not be performed; the steps before it were.
#[derive(Debug, thiserror::Error)]
#[error("step {number} ({what}) could not be performed")]
pub struct PerformError {
    /// The step, command or line of the drive file, counted from 1.
    pub number: usize,
    /// What the step was about to do.
    pub what: String,
    #[source]
    pub kind: PerformErrorKind,
}

#[derive(Debug, thiserror::Error)]
pub enum PerformErrorKind {
    #[error("no element was found within {limit:?}; tried {}{}", tried.join(", "), listed(troubles))]
    NotFound { tried: Vec<String>, troubles: Vec<String>, limit: Duration },
    #[error("the element {element} {trouble}, also not after {limit:?}")]
    NotReady { element: String, trouble: Trouble, limit: Duration },
    #[error("{element} cannot be used so: {reason}")]
    NotSuited { element: String, reason: String },
    #[error("the frame was not there within {limit:?}")]
    NoFrame { limit: Duration },
    #[error("no window {window} within {limit:?}")]
    NoWindow { window: String, limit: Duration },
    #[error("no dialog was open within {limit:?}")]
    NoDialog { limit: Duration },
    #[error("dialogs without end")]
    DialogsWithoutEnd,
    #[error("the page stayed where it was for {limit:?}")]
    NoNavigation { limit: Duration },
    #[error("the condition did not come true within {limit:?}: {state}")]
    NotTrue { state: String, limit: Duration },
    #[error(transparent)]
    Command(#[from] CommandError),
}

/// What keeps an element from being used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    Hidden,
    Disabled,
    Moving,
    OutOfView,
    Covered { by: String },
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hidden => f.write_str("is not visible"),
            Self::Disabled => f.write_str("is disabled"),
            Self::Moving => f.write_str("does not stop moving"),
            Self::OutOfView => f.write_str("cannot be scrolled into view"),
            Self::Covered { by } => write!(f, "is covered by {by}"),
        }
    }
}

impl PerformError {
    /// What the user can do about it.
    pub fn hint(&self) -> &'static str {
        match &self.kind {
            PerformErrorKind::NotFound { .. } => {
                "check the selectors against the page as it is at this step, or give the step a longer timeout"
            }
            PerformErrorKind::NotReady { trouble: Trouble::Covered { .. }, .. } => {
                "add the step that takes away what covers it, such as closing a banner"
            }
            PerformErrorKind::NotReady { .. } => {
                "add a wait before the step, or the step that makes the element usable"
            }
            PerformErrorKind::NotSuited { .. } => "use the kind of step that suits the element",
            PerformErrorKind::NoFrame { .. } => {
                "check the frame of the step; frames are counted from 0"
            }
            PerformErrorKind::NoWindow { .. } => {
                "check the target of the step: it is the address of the window as it is then"
            }
            PerformErrorKind::NoDialog { .. } => "the step that opens the dialog must come before",
            PerformErrorKind::DialogsWithoutEnd => "the page opens a dialog whenever one is closed",
            PerformErrorKind::NoNavigation { .. } => {
                "remove the asserted navigation if the step no longer leads elsewhere"
            }
            PerformErrorKind::NotTrue { .. } => {
                "check the condition in the page, or give the step a longer timeout"
            }
            PerformErrorKind::Command(_) => "see what the browser's driver said",
        }
    }
}

fn listed(troubles: &[String]) -> String {
    if troubles.is_empty() { String::new() } else { format!(" ({})", troubles.join("; ")) }
}
