//! Conditions that are waited for, and navigations that steps lead to.

use serde_json::{Value, json};
use xcheck_browser::webdriver::{Element, ErrorCode};
use xcheck_drive::{Action, Comparison, Target, WaitForElement};

use super::find::selectors;
use super::{POLL, PerformErrorKind, Run, is_passing};

/// What tells a page from the one after it.
pub(super) struct Mark {
    url: String,
    root: Element,
    n_opened: usize,
}

/// What is waited for.
enum Condition<'a> {
    Elements {
        wait: &'a WaitForElement,
        arguments: [Value; 2],
    },
    /// A script that returns true.
    Script(String),
    Text {
        arguments: [Value; 1],
        wanted: String,
        is_equal: bool,
    },
    Title(&'a str),
}

impl Run<'_> {
    pub(super) async fn wait_for_element(
        &mut self,
        wait: &WaitForElement,
    ) -> Result<(), PerformErrorKind> {
        let state = json!({
            "isVisible": wait.state.is_visible,
            "attributes": members(wait.state.attributes.iter().map(|(n, v)| (n, json!(v)))),
            "properties": members(wait.state.properties.iter().map(|(n, v)| (n, v.clone()))),
        });
        let arguments = [selectors(&wait.target), state];
        self.poll(&Condition::Elements { wait, arguments }).await
    }

    pub(super) async fn wait_for_expression(
        &mut self,
        expression: &str,
    ) -> Result<(), PerformErrorKind> {
        let expression = expression.trim().trim_end_matches(';');
        let script = format!(
            "const value = (\n{expression}\n);\n\
             return value && typeof value.then === 'function' ? value.then((value) => !!value) : !!value;"
        );
        self.poll(&Condition::Script(script)).await
    }

    pub(super) async fn wait_for_text(
        &mut self,
        target: &Target,
        wanted: &str,
        is_equal: bool,
    ) -> Result<(), PerformErrorKind> {
        let wanted = wanted.split_whitespace().collect::<Vec<_>>().join(" ");
        let arguments = [selectors(target)];
        self.poll(&Condition::Text { arguments, wanted, is_equal }).await
    }

    pub(super) async fn wait_for_title(&mut self, wanted: &str) -> Result<(), PerformErrorKind> {
        self.poll(&Condition::Title(wanted)).await
    }

    /// Asks until there is no complaint any more.
    async fn poll(&mut self, condition: &Condition<'_>) -> Result<(), PerformErrorKind> {
        loop {
            let state = match self.complaint(condition).await {
                Ok(None) => return Ok(()),
                Ok(Some(state)) => state,
                Err(error) if is_passing(&error) => {
                    self.answer_open_dialogs().await?;
                    self.enter().await?;
                    match &error {
                        PerformErrorKind::Command(error) => error.kind.to_string(),
                        error => error.to_string(),
                    }
                }
                Err(error) => return Err(error),
            };
            if self.is_late() {
                return Err(PerformErrorKind::NotTrue { state, limit: self.limit });
            }
            tokio::time::sleep(POLL).await;
        }
    }

    /// What is still missing, if anything.
    async fn complaint(
        &mut self,
        condition: &Condition<'_>,
    ) -> Result<Option<String>, PerformErrorKind> {
        Ok(match condition {
            Condition::Elements { wait, arguments } => {
                let answer = self.ask("survey", arguments).await?;
                unmet(wait, &answer)
            }
            Condition::Script(script) => {
                let value: Value = self.session.execute(script, &[]).await?;
                (value != true).then(|| "it is false".to_owned())
            }
            Condition::Text { arguments, wanted, is_equal } => {
                match self.ask("text", arguments).await?.as_str() {
                    Some(text) if (text == wanted) == *is_equal => None,
                    Some(text) => Some(format!("the text is {text:?}")),
                    None => Some("there is no such element".to_owned()),
                }
            }
            Condition::Title(wanted) => {
                let title = self.session.title().await?;
                (title.trim() != wanted.trim()).then(|| format!("the title is {title:?}"))
            }
        })
    }

    /// Marks the page that a step is about to leave.
    pub(super) async fn mark(&mut self) -> Result<Mark, PerformErrorKind> {
        let script = "return [location.href, document.documentElement]";
        loop {
            match self.session.execute::<(String, Element)>(script, &[]).await {
                Ok((url, root)) => {
                    return Ok(Mark { url, root, n_opened: self.n_opened().await? });
                }
                Err(error) => {
                    let error = PerformErrorKind::from(error);
                    if !is_passing(&error) || self.is_late() {
                        return Err(error);
                    }
                    tokio::time::sleep(POLL).await;
                }
            }
        }
    }

    /// Waits until the page is another one, or has another address, and is loaded.
    pub(super) async fn wait_for_navigation(
        &mut self,
        action: &Action,
        before: Mark,
    ) -> Result<(), PerformErrorKind> {
        self.begin = std::time::Instant::now();
        self.limit = self.navigation_limit;
        // These commands come back when the page has changed.
        let is_gone_by_itself = matches!(
            action,
            Action::Navigate { .. }
                | Action::Back
                | Action::Forward
                | Action::Reload
                | Action::Close
        );
        if *action == Action::Close {
            return Ok(());
        }
        let mut has_changed = is_gone_by_itself;
        loop {
            let same = "return arguments[0].isConnected && arguments[0] === document.documentElement && location.href";
            if !has_changed {
                match self.session.execute::<Value>(same, &[json!(before.root)]).await {
                    Ok(url) => has_changed = url != *before.url.as_str(),
                    Err(error) => {
                        let is_dialog = error.code() == Some(&ErrorCode::UnexpectedAlertOpen);
                        let error = PerformErrorKind::from(error);
                        if !is_passing(&error) && !is_window_gone(&error) {
                            return Err(error);
                        }
                        if is_dialog {
                            self.answer_open_dialogs().await?;
                        } else {
                            has_changed = true;
                        }
                    }
                }
            }
            if has_changed && self.is_loaded().await? {
                return Ok(());
            }
            // A link may open its page in a window of its own.
            if !has_changed && self.n_opened().await? > before.n_opened {
                return Ok(());
            }
            if self.is_late() {
                return Err(PerformErrorKind::NoNavigation { limit: self.limit });
            }
            tokio::time::sleep(POLL).await;
        }
    }

    async fn is_loaded(&mut self) -> Result<bool, PerformErrorKind> {
        match self.session.execute::<Value>("return document.readyState", &[]).await {
            Ok(state) => Ok(state == "complete"),
            Err(error) => {
                let error = PerformErrorKind::from(error);
                if is_window_gone(&error) {
                    return Ok(true);
                }
                if !is_passing(&error) {
                    return Err(error);
                }
                self.answer_open_dialogs().await?;
                self.enter().await?;
                Ok(false)
            }
        }
    }
}

/// A page may close its own window.
fn is_window_gone(error: &PerformErrorKind) -> bool {
    matches!(error, PerformErrorKind::Command(error) if error.code() == Some(&ErrorCode::NoSuchWindow))
}

fn unmet(wait: &WaitForElement, survey: &Value) -> Option<String> {
    let count = survey["count"].as_u64().unwrap_or(0) as usize;
    let is_fit = survey["areFit"] == true;
    let is_number = match wait.comparison {
        Comparison::AtLeast => count >= wait.count,
        Comparison::Equal => count == wait.count,
        Comparison::AtMost => count <= wait.count,
    };
    if (is_number && is_fit) != wait.is_inverted {
        return None;
    }
    let unfit = if is_fit { "" } else { ", not all with the wanted attributes and properties" };
    Some(format!("{count} elements{unfit}"))
}

fn members<'a>(pairs: impl Iterator<Item = (&'a String, Value)>) -> Value {
    Value::Object(pairs.map(|(name, value)| (name.clone(), value)).collect())
}
