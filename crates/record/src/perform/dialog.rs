//! Dialogs of the page: answered as the drive says, or else accepted.

use serde_json::Value;
use xcheck_browser::webdriver::{CommandError, ErrorCode};
use xcheck_drive::DialogAnswer;

use super::{POLL, PerformErrorKind, Run};

const ACCEPT: DialogAnswer = DialogAnswer { accept: true, text: None, is_ahead: false };

impl Run<'_> {
    /// Answers the dialog that is open or about to be, or keeps the answer for one that is still to come.
    pub(super) async fn answer(&mut self, answer: &DialogAnswer) -> Result<(), PerformErrorKind> {
        if answer.is_ahead {
            self.answers.push_back(answer.clone());
            return Ok(());
        }
        // A dialog that is about to come, or to go, cannot be answered: the answer is for one that can.
        loop {
            self.wait_until_open().await?;
            if self.close_dialog(answer).await? {
                return Ok(());
            }
            if self.is_late() {
                return Err(PerformErrorKind::NoDialog { limit: self.limit });
            }
        }
    }

    pub(super) async fn wait_for_dialog(&mut self, text: &str) -> Result<(), PerformErrorKind> {
        let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let found = self.wait_until_open().await?;
        if squeezed(&found) == squeezed(text) {
            return Ok(());
        }
        let state = format!("the dialog says {found:?} instead of {text:?}");
        Err(PerformErrorKind::NotTrue { state, limit: self.limit })
    }

    /// Answers whatever is open, as announced or else by accepting.
    pub(super) async fn answer_open_dialogs(&mut self) -> Result<(), PerformErrorKind> {
        const MOST_DIALOGS: usize = 50;
        for _ in 0..MOST_DIALOGS {
            if self.open_dialog().await?.is_none() {
                return Ok(());
            }
            let answer = self.answers.pop_front().unwrap_or(ACCEPT);
            self.close_dialog(&answer).await?;
            self.let_page_go_on().await?;
        }
        Err(PerformErrorKind::DialogsWithoutEnd)
    }

    /// Lets what runs in the page come to its end, or to its next dialog.
    pub(super) async fn let_page_go_on(&self) -> Result<(), PerformErrorKind> {
        match self.session.execute::<Value>("return 0", &[]).await {
            Err(error) if error.is_session_lost() => Err(error.into()),
            _ => Ok(()),
        }
    }

    async fn wait_until_open(&self) -> Result<String, PerformErrorKind> {
        loop {
            if let Some(text) = self.open_dialog().await? {
                return Ok(text);
            }
            if self.is_late() {
                return Err(PerformErrorKind::NoDialog { limit: self.limit });
            }
            tokio::time::sleep(POLL).await;
        }
    }

    /// What the open dialog says, if one is open. A closed window has none.
    async fn open_dialog(&self) -> Result<Option<String>, CommandError> {
        match self.session.alert_text().await {
            Ok(text) => Ok(Some(text)),
            Err(error) => match error.code() {
                Some(ErrorCode::NoSuchAlert | ErrorCode::NoSuchWindow) => Ok(None),
                _ => Err(error),
            },
        }
    }

    /// False if none could be answered.
    async fn close_dialog(&self, answer: &DialogAnswer) -> Result<bool, CommandError> {
        let is_none = |error: &CommandError| error.code() == Some(&ErrorCode::NoSuchAlert);
        if let Some(text) = &answer.text {
            // An alert takes no text, and a drive that has one for it means no harm.
            match self.session.send_alert_text(text).await {
                Err(error) if error.is_session_lost() => return Err(error),
                Err(error) if is_none(&error) => return Ok(false),
                _ => {}
            }
        }
        let closed = match answer.accept {
            true => self.session.accept_alert().await,
            false => self.session.dismiss_alert().await,
        };
        match closed {
            Err(error) if is_none(&error) => Ok(false),
            other => other.map(|()| true),
        }
    }
}
