//! Scripts in the page.

use reqwest::Method;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::session::read;
use super::{CommandError, Session};

impl Session {
    /// Runs `script` as a function body with `arguments` and returns what it returns, awaited if a promise.
    ///
    /// In Firefox bare built-ins are not the page's own: write `window.Date`, or call a function of the page.
    pub async fn execute<T: DeserializeOwned>(
        &self,
        script: &str,
        arguments: &[Value],
    ) -> Result<T, CommandError> {
        self.run_script("execute script", "execute/sync", script, arguments).await
    }

    /// Like [`Session::execute`], but waits until the script calls its last argument, a function.
    pub async fn execute_async<T: DeserializeOwned>(
        &self,
        script: &str,
        arguments: &[Value],
    ) -> Result<T, CommandError> {
        self.run_script("execute async script", "execute/async", script, arguments).await
    }

    async fn run_script<T: DeserializeOwned>(
        &self,
        command: &'static str,
        path: &str,
        script: &str,
        arguments: &[Value],
    ) -> Result<T, CommandError> {
        let body = json!({"script": script, "args": arguments});
        let value = self.send(command, Method::POST, path, Some(body), self.limits.script).await?;
        read(command, value)
    }
}
