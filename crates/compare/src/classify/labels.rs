//! What a person said of an app: which elements are wrong, and in which browser.

use serde::Deserialize;
use xcheck_model::engine::Engine;

/// Labels that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LabelsError {
    #[error("labels.json cannot be read")]
    Labels(#[source] serde_json::Error),
    #[error("places.json cannot be read")]
    Places(#[source] serde_json::Error),
    #[error("places.json is of other labels: it has {n_places}, labels.json has {n_labels}")]
    Count { n_labels: usize, n_places: usize },
}

/// `labels.json`, as far as it matters here.
#[derive(Deserialize)]
struct LabelsFile {
    xbis: Vec<LabelEntry>,
}

#[derive(Deserialize)]
struct LabelEntry {
    browser: Engine,
}

/// `places.json`: the paths of the labelled elements, for each label.
#[derive(Deserialize)]
struct PlacesFile {
    labels: Vec<Vec<String>>,
}

/// The labels of one app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    labels: Vec<(Engine, Vec<String>)>,
}

impl Labels {
    /// From the texts of `labels.json` and `places.json`.
    pub fn parse(labels: &str, places: &str) -> Result<Self, LabelsError> {
        let labels: LabelsFile = serde_json::from_str(labels).map_err(LabelsError::Labels)?;
        let places: PlacesFile = serde_json::from_str(places).map_err(LabelsError::Places)?;
        let (n_labels, n_places) = (labels.xbis.len(), places.labels.len());
        if n_labels != n_places {
            return Err(LabelsError::Count { n_labels, n_places });
        }
        let browsers = labels.xbis.into_iter().map(|entry| entry.browser);
        Ok(Self { labels: browsers.zip(places.labels).collect() })
    }

    /// The number of the first label that an element is at or below.
    pub(crate) fn find(&self, browser: Engine, xpath: &str) -> Option<usize> {
        let is_here = |place: &String| {
            let rest = xpath.strip_prefix(place.trim_end_matches('/'));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.labels
            .iter()
            .position(|(labelled, places)| *labelled == browser && places.iter().any(is_here))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LABELS: &str = r#"{"kind":"text","xbis":[{"browser":"webkit","kinds":["text"]}]}"#;

    #[test]
    fn an_element_is_labelled_at_or_below_a_place() {
        let labels = Labels::parse(LABELS, r#"{"labels":[["/html[1]/body[1]/p[1]"]]}"#).unwrap();
        let find = |browser, path| labels.find(browser, path);
        assert_eq!(find(Engine::WebKit, "/html[1]/body[1]/p[1]"), Some(0));
        assert_eq!(find(Engine::WebKit, "/html[1]/body[1]/p[1]/b[1]"), Some(0));
        assert_eq!(find(Engine::WebKit, "/html[1]/body[1]/p[10]"), None);
        assert_eq!(find(Engine::WebKit, "/html[1]/body[1]"), None);
        assert_eq!(find(Engine::Firefox, "/html[1]/body[1]/p[1]"), None);
    }

    #[test]
    fn places_of_other_labels_are_refused() {
        assert!(matches!(
            Labels::parse(LABELS, r#"{"labels":[]}"#),
            Err(LabelsError::Count { n_labels: 1, n_places: 0 })
        ));
        assert!(Labels::parse("{", "{}").is_err());
        assert!(Labels::parse(LABELS, "[]").is_err());
    }
}
