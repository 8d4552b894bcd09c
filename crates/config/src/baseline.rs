//! Differences that a project has accepted: `baseline.json`.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use xcheck_model::browser_name::BrowserName;

use crate::date::Date;
use crate::error::{BaselineError, Problem};

const VERSION: u64 = 1;

/// The whole file. Entries are in the order of their fingerprints, one each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    entries: Vec<Entry>,
}

/// One accepted difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Entry {
    /// What [`fn@crate::fingerprint`] says of the finding.
    pub fingerprint: String,
    /// What the finding was called when it was accepted.
    pub title: String,
    pub browser: BrowserName,
    /// Why it is accepted.
    pub reason: String,
    pub accepted: Date,
    /// The last day on which it is accepted; without it, for ever.
    pub expires: Option<Date>,
}

/// What a baseline says of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing<'a> {
    Accepted(&'a Entry),
    /// It was accepted for a time that is over.
    Expired(&'a Entry),
    Unknown,
}

#[derive(Serialize)]
struct FileOut<'a> {
    version: u64,
    accepted: &'a [Entry],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileIn {
    #[serde(rename = "version")]
    _version: u64,
    accepted: Vec<Entry>,
}

/// Looked at first: a file of another version may have anything else in it.
#[derive(Deserialize)]
struct VersionIn {
    version: u64,
}

impl Baseline {
    /// Reads the text of a baseline. The name is for messages.
    pub fn parse(text: &str, file_name: &str) -> Result<Self, BaselineError> {
        let wrong = |what: String, hint: &str| BaselineError::new(file_name, what, hint);
        let of_json = |error: serde_json::Error| {
            let message = error.to_string();
            let message = message.rsplit_once(" at line ").map_or(&*message, |(what, _)| what);
            let Problem { mut what, mut hint, .. } = Problem::read(message);
            if error.is_syntax() || error.is_eof() {
                hint = "is it left over from a merge? it must be one JSON document".to_owned();
            } else if hint.is_empty() {
                hint = "xcheck writes it when differences are accepted".to_owned();
            }
            if error.line() > 0 {
                what = format!("line {}, column {}: {what}", error.line(), error.column());
            }
            wrong(what, &hint)
        };
        let VersionIn { version } = serde_json::from_str(text).map_err(of_json)?;
        if version != VERSION {
            let what = format!("version {version} is not known, only version {VERSION}");
            return Err(wrong(what, "a newer xcheck wrote it: update this one"));
        }
        let FileIn { mut accepted, .. } = serde_json::from_str(text).map_err(of_json)?;
        accepted.sort_by(|one, other| one.fingerprint.cmp(&other.fingerprint));
        for entry in &accepted {
            let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
            if entry.fingerprint.len() != 12 || !entry.fingerprint.bytes().all(is_hex) {
                let what = format!("{:?} is no fingerprint", entry.fingerprint);
                return Err(wrong(what, "twelve digits and letters from a to f"));
            }
        }
        if let Some([twice, _]) =
            accepted.array_windows().find(|[one, other]| one.fingerprint == other.fingerprint)
        {
            let what = format!("{} is accepted twice", twice.fingerprint);
            return Err(wrong(what, "keep one of the two"));
        }
        Ok(Self { entries: accepted })
    }

    /// The text of the file: always the same for the same entries.
    pub fn to_text(&self) -> String {
        let file = FileOut { version: VERSION, accepted: &self.entries };
        let mut text = serde_json::to_string_pretty(&file).expect("texts and numbers are JSON");
        text.push('\n');
        text
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Accepts a difference. What was said of it before is replaced and returned.
    pub fn accept(&mut self, entry: Entry) -> Option<Entry> {
        match self.find(&entry.fingerprint) {
            Ok(at) => Some(std::mem::replace(&mut self.entries[at], entry)),
            Err(at) => {
                self.entries.insert(at, entry);
                None
            }
        }
    }

    pub fn is_accepted(&self, fingerprint: &str, today: Date) -> Standing<'_> {
        match self.find(fingerprint).map(|at| &self.entries[at]) {
            Err(_) => Standing::Unknown,
            Ok(entry) if entry.expires.is_some_and(|last| last < today) => Standing::Expired(entry),
            Ok(entry) => Standing::Accepted(entry),
        }
    }

    /// Removes and returns what is no longer found. Browsers that were not checked keep theirs.
    pub fn remove_stale(
        &mut self,
        found: &BTreeSet<String>,
        checked: &[BrowserName],
    ) -> Vec<Entry> {
        let is_stale = |entry: &mut Entry| {
            checked.contains(&entry.browser) && !found.contains(&entry.fingerprint)
        };
        self.entries.extract_if(.., is_stale).collect()
    }

    fn find(&self, fingerprint: &str) -> Result<usize, usize> {
        self.entries.binary_search_by(|entry| entry.fingerprint.as_str().cmp(fingerprint))
    }
}
