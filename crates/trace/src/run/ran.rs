//! Code of pages that ran between two looks at them.

use serde::{Deserialize, Serialize};

/// More scripts, or pieces of one, are not kept.
pub const MAX_RAN: usize = 20_000;

/// What ran before a step, and after the last step before it that has such a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ran {
    /// The step's index.
    pub step: u64,
    pub scripts: Vec<RanScript>,
}

/// What ran of one script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RanScript {
    /// Of the script, or of the document that it stands in.
    pub url: String,
    /// The length of the script in UTF-16 code units: tells scripts of one document apart.
    pub len: u64,
    /// Where pieces that ran begin and end, in UTF-16 code units from the begin of the script.
    pub pieces: Vec<(u64, u64)>,
}
