//! Elements: finding, reading, clicking and typing.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::session::read;
use super::windows::Rect;
use super::{CommandError, Session};

/// An element of the current page, as the driver names it. Serializes to the form that scripts take.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Element {
    #[serde(rename = "element-6066-11e4-a52e-4f735466cecf")]
    pub id: String,
}

/// A shadow root, as the driver names it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ShadowRoot {
    #[serde(rename = "shadow-6066-11e4-a52e-4f735466cecf")]
    pub id: String,
}

/// How to find an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By<'a> {
    Css(&'a str),
    XPath(&'a str),
}

impl By<'_> {
    fn body(&self) -> Value {
        match self {
            Self::Css(selector) => json!({"using": "css selector", "value": selector}),
            Self::XPath(path) => json!({"using": "xpath", "value": path}),
        }
    }
}

impl Session {
    /// The first match in document order; none is the error "no such element".
    pub async fn find(&self, by: By<'_>) -> Result<Element, CommandError> {
        read("find element", self.post("find element", "element", by.body()).await?)
    }

    /// All matches in document order, maybe none.
    pub async fn find_all(&self, by: By<'_>) -> Result<Vec<Element>, CommandError> {
        read("find elements", self.post("find elements", "elements", by.body()).await?)
    }

    pub async fn find_in(&self, element: &Element, by: By<'_>) -> Result<Element, CommandError> {
        let command = "find element from element";
        read(command, self.post(command, &path(element, "element"), by.body()).await?)
    }

    pub async fn find_all_in(
        &self,
        element: &Element,
        by: By<'_>,
    ) -> Result<Vec<Element>, CommandError> {
        let command = "find elements from element";
        read(command, self.post(command, &path(element, "elements"), by.body()).await?)
    }

    pub async fn active_element(&self) -> Result<Element, CommandError> {
        read("get active element", self.get("get active element", "element/active").await?)
    }

    pub async fn shadow_root(&self, element: &Element) -> Result<ShadowRoot, CommandError> {
        let command = "get element shadow root";
        read(command, self.get(command, &path(element, "shadow")).await?)
    }

    pub async fn find_in_shadow(
        &self,
        root: &ShadowRoot,
        by: By<'_>,
    ) -> Result<Element, CommandError> {
        let command = "find element from shadow root";
        let path = format!("shadow/{}/element", root.id);
        read(command, self.post(command, &path, by.body()).await?)
    }

    pub async fn find_all_in_shadow(
        &self,
        root: &ShadowRoot,
        by: By<'_>,
    ) -> Result<Vec<Element>, CommandError> {
        let command = "find elements from shadow root";
        let path = format!("shadow/{}/elements", root.id);
        read(command, self.post(command, &path, by.body()).await?)
    }

    /// Scrolls the element into view and clicks its middle.
    pub async fn click(&self, element: &Element) -> Result<(), CommandError> {
        self.post_page_load("element click", &path(element, "click"), json!({})).await
    }

    pub async fn clear(&self, element: &Element) -> Result<(), CommandError> {
        self.post("element clear", &path(element, "clear"), json!({})).await.map(drop)
    }

    /// Types into the element; for a file input, `text` is one path per line.
    pub async fn send_keys(&self, element: &Element, text: &str) -> Result<(), CommandError> {
        let body = json!({"text": text});
        self.post("element send keys", &path(element, "value"), body).await.map(drop)
    }

    /// The text as rendered.
    pub async fn text(&self, element: &Element) -> Result<String, CommandError> {
        let command = "get element text";
        read(command, self.get(command, &path(element, "text")).await?)
    }

    pub async fn attribute(
        &self,
        element: &Element,
        name: &str,
    ) -> Result<Option<String>, CommandError> {
        let command = "get element attribute";
        read(command, self.get(command, &path(element, &format!("attribute/{name}"))).await?)
    }

    pub async fn property(&self, element: &Element, name: &str) -> Result<Value, CommandError> {
        self.get("get element property", &path(element, &format!("property/{name}"))).await
    }

    pub async fn css_value(&self, element: &Element, name: &str) -> Result<String, CommandError> {
        let command = "get element css value";
        read(command, self.get(command, &path(element, &format!("css/{name}"))).await?)
    }

    pub async fn tag_name(&self, element: &Element) -> Result<String, CommandError> {
        let command = "get element tag name";
        read(command, self.get(command, &path(element, "name")).await?)
    }

    /// The rectangle relative to the document's top left corner.
    pub async fn element_rect(&self, element: &Element) -> Result<Rect, CommandError> {
        let command = "get element rect";
        read(command, self.get(command, &path(element, "rect")).await?)
    }

    pub async fn is_enabled(&self, element: &Element) -> Result<bool, CommandError> {
        let command = "is element enabled";
        read(command, self.get(command, &path(element, "enabled")).await?)
    }

    pub async fn is_selected(&self, element: &Element) -> Result<bool, CommandError> {
        let command = "is element selected";
        read(command, self.get(command, &path(element, "selected")).await?)
    }
}

pub(super) fn path(element: &Element, rest: &str) -> String {
    format!("element/{}/{rest}", element.id)
}
