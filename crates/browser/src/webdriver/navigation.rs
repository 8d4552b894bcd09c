//! Navigation: where the page is and where it goes.

use serde_json::json;

use super::session::read;
use super::{CommandError, Session};

impl Session {
    /// Goes to `url` and waits as the page load strategy says.
    pub async fn navigate(&self, url: &str) -> Result<(), CommandError> {
        self.post_page_load("navigate", "url", json!({"url": url})).await
    }

    pub async fn url(&self) -> Result<String, CommandError> {
        read("get url", self.get("get url", "url").await?)
    }

    pub async fn title(&self) -> Result<String, CommandError> {
        read("get title", self.get("get title", "title").await?)
    }

    pub async fn back(&self) -> Result<(), CommandError> {
        self.post_page_load("back", "back", json!({})).await
    }

    pub async fn forward(&self) -> Result<(), CommandError> {
        self.post_page_load("forward", "forward", json!({})).await
    }

    pub async fn refresh(&self) -> Result<(), CommandError> {
        self.post_page_load("refresh", "refresh", json!({})).await
    }

    /// The document as the engine serializes it now.
    pub async fn page_source(&self) -> Result<String, CommandError> {
        read("get page source", self.get("get page source", "source").await?)
    }
}
