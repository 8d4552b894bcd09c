//! Waits until an element can be used, and says where it is.

use serde::Deserialize;
use serde_json::{Value, json};
use xcheck_browser::webdriver::Element;
use xcheck_drive::{Selector, Spot, Target};

use super::{POLL, PerformErrorKind, Run, Trouble, is_passing};

/// What must hold before an element is used. Each includes the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Need {
    Present,
    Visible,
    /// In view and at rest.
    Steady,
    /// Enabled, and nothing is in front of the point.
    Usable,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
pub(super) struct Dot {
    pub(super) x: f64,
    pub(super) y: f64,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
pub(super) struct Area {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Area {
    pub(super) fn contains(self, dot: Dot) -> bool {
        (self.x..=self.x + self.width).contains(&dot.x)
            && (self.y..=self.y + self.height).contains(&dot.y)
    }
}

/// What kind of control an element is, as far as it matters for changing it.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Text,
    Lines,
    Editable,
    Select,
    Toggle,
    File,
    /// No typing: the value is set.
    Set,
    #[default]
    Other,
}

/// An element as it was a moment ago.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Seen {
    pub(super) element: Element,
    pub(super) description: String,
    pub(super) is_visible: bool,
    pub(super) is_enabled: bool,
    pub(super) is_focused: bool,
    pub(super) is_in_view: bool,
    pub(super) is_draggable: bool,
    #[serde(rename = "box")]
    pub(super) area: Area,
    pub(super) point: Dot,
    /// Where the driver has the origin of the element.
    pub(super) middle: Dot,
    pub(super) viewport: Dot,
    pub(super) cover: Option<String>,
    pub(super) kind: Kind,
}

impl Default for Seen {
    fn default() -> Self {
        Self {
            element: Element { id: String::new() },
            description: String::new(),
            is_visible: false,
            is_enabled: false,
            is_focused: false,
            is_in_view: false,
            is_draggable: false,
            area: Area::default(),
            point: Dot::default(),
            middle: Dot::default(),
            viewport: Dot::default(),
            cover: None,
            kind: Kind::Other,
        }
    }
}

impl Seen {
    fn trouble(&self, need: Need, is_steady: bool) -> Option<Trouble> {
        let wants = |level: Need| need >= level;
        if wants(Need::Visible) && !self.is_visible {
            Some(Trouble::Hidden)
        } else if wants(Need::Usable) && !self.is_enabled {
            Some(Trouble::Disabled)
        } else if wants(Need::Steady) && !is_steady {
            Some(Trouble::Moving)
        } else if wants(Need::Steady) && !self.is_in_view {
            Some(Trouble::OutOfView)
        } else {
            let by = self.cover.clone().filter(|_| wants(Need::Usable))?;
            Some(Trouble::Covered { by })
        }
    }
}

impl Run<'_> {
    /// Waits until the element is as needed; scrolls it into view if that is part of it.
    pub(super) async fn locate(
        &mut self,
        target: &Target,
        spot: Spot,
        need: Need,
    ) -> Result<Seen, PerformErrorKind> {
        let mut last: Option<Seen> = None;
        let mut cover: Option<String> = None;
        let mut attempt = 0;
        loop {
            let outcome = self.look(target, spot, need, attempt).await;
            attempt += 1;
            let problem = match outcome {
                Ok(Ok(seen)) => {
                    let is_steady = last
                        .as_ref()
                        .is_some_and(|last| last.element == seen.element && last.area == seen.area);
                    match seen.trouble(need, is_steady) {
                        None => return Ok(seen),
                        Some(trouble) => {
                            let element = seen.description.clone();
                            // Looking for a place where it is free moves it, which is not the trouble.
                            let trouble = match (trouble, cover.take()) {
                                (Trouble::Moving, Some(by)) => Trouble::Covered { by },
                                (trouble, _) => trouble,
                            };
                            cover.clone_from(&seen.cover);
                            last = Some(seen);
                            PerformErrorKind::NotReady { element, trouble, limit: self.limit }
                        }
                    }
                }
                Ok(Err(troubles)) => {
                    let tried =
                        target.0.iter().map(|chain| Target(vec![chain.clone()]).to_string());
                    PerformErrorKind::NotFound {
                        tried: tried.collect(),
                        troubles,
                        limit: self.limit,
                    }
                }
                Err(error) if is_passing(&error) => {
                    // The page may have been exchanged, and its frames with it.
                    self.enter().await?;
                    error
                }
                Err(error) => return Err(error),
            };
            if self.is_late() {
                return Err(problem);
            }
            tokio::time::sleep(POLL).await;
        }
    }

    /// Looks once. No element is not an error here; what the selectors had to complain about comes back.
    pub(super) async fn look(
        &mut self,
        target: &Target,
        spot: Spot,
        need: Need,
        attempt: usize,
    ) -> Result<Result<Seen, Vec<String>>, PerformErrorKind> {
        let spot = match spot {
            Spot::Middle => json!({"kind": "middle"}),
            Spot::Offset { x, y } => json!({"kind": "offset", "x": x, "y": y}),
            Spot::Viewport { x, y } => json!({"kind": "viewport", "x": x, "y": y}),
        };
        let options = json!({
            "spot": spot, "scroll": need >= Need::Steady, "inFrame": self.in_frame, "attempt": attempt,
        });
        let answer = self.ask("look", &[selectors(target), options]).await?;
        if answer["element"].is_null() {
            let troubles = answer["troubles"].as_array().into_iter().flatten();
            let mut troubles: Vec<String> =
                troubles.filter_map(|text| text.as_str().map(str::to_owned)).collect();
            troubles.dedup();
            return Ok(Err(troubles));
        }
        Ok(serde_json::from_value(answer).map_err(|error| vec![error.to_string()]))
    }
}

/// The form of a target that the script reads.
pub(super) fn selectors(target: &Target) -> Value {
    let one = |selector: &Selector| match selector {
        Selector::Css(css) => json!({"kind": "css", "text": css}),
        Selector::XPath(path) => json!({"kind": "xpath", "text": path}),
        Selector::Aria { name, role } => json!({"kind": "aria", "text": name, "role": role}),
        Selector::Text(text) => json!({"kind": "text", "text": text}),
        Selector::Pierce(css) => json!({"kind": "pierce", "text": css}),
        Selector::Link(text) => json!({"kind": "link", "text": text}),
        Selector::PartialLink(text) => json!({"kind": "partialLink", "text": text}),
    };
    target.0.iter().map(|chain| chain.iter().map(one).collect::<Value>()).collect()
}
