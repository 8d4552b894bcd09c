//! Dialogs of the page: alert, confirm and prompt.

use serde_json::json;

use super::session::read;
use super::{CommandError, Session};

impl Session {
    pub async fn accept_alert(&self) -> Result<(), CommandError> {
        self.post("accept alert", "alert/accept", json!({})).await.map(drop)
    }

    pub async fn dismiss_alert(&self) -> Result<(), CommandError> {
        self.post("dismiss alert", "alert/dismiss", json!({})).await.map(drop)
    }

    /// The message of the open dialog; none open is the error "no such alert".
    pub async fn alert_text(&self) -> Result<String, CommandError> {
        read("get alert text", self.get("get alert text", "alert/text").await?)
    }

    /// Fills in the answer of an open prompt.
    pub async fn send_alert_text(&self, text: &str) -> Result<(), CommandError> {
        self.post("send alert text", "alert/text", json!({"text": text})).await.map(drop)
    }
}
