//! What scoring needs of a report.json; the rest of it is ignored.

use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Report {
    pub(crate) version: u32,
    pub(crate) xbis: Vec<Finding>,
}

/// One reported incompatibility.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Finding {
    pub(crate) id: String,
    pub(crate) browser: String,
    pub(crate) kind: String,
    pub(crate) element: Option<Element>,
    pub(crate) cause: Option<Cause>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Element {
    pub(crate) xpath: String,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Cause {
    pub(crate) name: Option<String>,
}
