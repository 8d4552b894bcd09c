//! Pictures of the viewport, of one element and of the whole page, as PNG bytes.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::elements::path;
use super::session::read;
use super::{CommandError, CommandErrorKind, Element, Session};
use crate::engines::{self, FullPage};

impl Session {
    /// The viewport.
    pub async fn screenshot(&self) -> Result<Vec<u8>, CommandError> {
        let command = "take screenshot";
        picture(command, self.get(command, "screenshot").await?)
    }

    /// The viewport, as fast as the engine can: pixels of [`Session::screenshot`], larger files.
    pub async fn quick_screenshot(&self) -> Result<Vec<u8>, CommandError> {
        if engines::full_page(self.engine()) != FullPage::DevTools {
            return self.screenshot().await;
        }
        let params = json!({"format": "png", "optimizeForSpeed": true});
        let mut answer = self.devtools("Page.captureScreenshot", params).await?;
        picture("devtools", answer["data"].take())
    }

    /// One element, scrolled into view.
    pub async fn element_screenshot(&self, element: &Element) -> Result<Vec<u8>, CommandError> {
        let command = "take element screenshot";
        picture(command, self.get(command, &path(element, "screenshot")).await?)
    }

    /// The page from top to bottom, at the width of the viewport.
    ///
    /// WebKit (GTK) gets a taller window for a moment, so what depends on the viewport's height changes with it.
    pub async fn full_page_screenshot(&self) -> Result<Vec<u8>, CommandError> {
        match engines::full_page(self.engine()) {
            FullPage::DevTools => self.devtools_screenshot().await,
            FullPage::Mozilla => {
                let command = "take full page screenshot";
                picture(command, self.get(command, "moz/screenshot/full").await?)
            }
            FullPage::TallerWindow => self.tall_screenshot().await,
        }
    }

    /// Calls a method of the DevTools protocol. Chromium only.
    pub async fn devtools(&self, method: &str, params: Value) -> Result<Value, CommandError> {
        let body = json!({"cmd": method, "params": params});
        self.post("devtools", "goog/cdp/execute", body).await
    }

    async fn devtools_screenshot(&self) -> Result<Vec<u8>, CommandError> {
        let metrics = self.devtools("Page.getLayoutMetrics", json!({})).await?;
        let size = &metrics["cssContentSize"];
        let clip =
            json!({"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1});
        let params = json!({"format": "png", "captureBeyondViewport": true, "clip": clip});
        let mut answer = self.devtools("Page.captureScreenshot", params).await?;
        picture("devtools", answer["data"].take())
    }

    async fn tall_screenshot(&self) -> Result<Vec<u8>, CommandError> {
        let page_height: f64 = self
            .execute("return Math.max(innerHeight, document.documentElement.scrollHeight)", &[])
            .await?;
        let inner_height: f64 = self.execute("return innerHeight", &[]).await?;
        if page_height <= inner_height {
            return self.settled_screenshot().await;
        }
        let before = self.window_rect().await?;
        let mut tall = before;
        tall.height += page_height - inner_height;
        self.set_window_rect(tall).await?;
        let picture = self.settled_screenshot().await;
        self.set_window_rect(before).await?;
        self.settled_screenshot().await?;
        picture
    }

    /// Takes pictures until two in a row are equal: the first after a resize may show the old size.
    ///
    /// Waiting for animation frames is no way out here, because a page under replay has none of its own.
    async fn settled_screenshot(&self) -> Result<Vec<u8>, CommandError> {
        const MOST_PICTURES: usize = 5;
        let mut last = self.screenshot().await?;
        for _ in 1..MOST_PICTURES {
            let next = self.screenshot().await?;
            if next == last {
                break;
            }
            last = next;
        }
        Ok(last)
    }
}

fn picture(command: &'static str, value: Value) -> Result<Vec<u8>, CommandError> {
    let text: String = read(command, value)?;
    STANDARD.decode(text.as_bytes()).map_err(|_| CommandError {
        command,
        kind: CommandErrorKind::BadAnswer { status: 200, excerpt: text.chars().take(60).collect() },
    })
}
