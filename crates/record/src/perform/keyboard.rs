//! Keys, and controls that are changed by typing.

use serde_json::{Value, json};
use xcheck_browser::webdriver::{Actions, Key as DriverKey, KeySequence};
use xcheck_drive::{Action, Key, Pointer, Spot, Step, Target};

use super::find::{Kind, Need, Seen};
use super::{PerformErrorKind, Run};

const KEYBOARD: &str = "keys";

impl Run<'_> {
    pub(super) async fn key_down(&mut self, key: Key) -> Result<(), PerformErrorKind> {
        self.held_keys.push(key);
        self.keys(KeySequence::new(KEYBOARD).down(key.0)).await
    }

    pub(super) async fn key_up(&mut self, key: Key) -> Result<(), PerformErrorKind> {
        self.held_keys.retain(|held| *held != key);
        self.keys(KeySequence::new(KEYBOARD).up(key.0)).await
    }

    pub(super) async fn shortcut(&mut self, keys: &[Key]) -> Result<(), PerformErrorKind> {
        let down = keys.iter().fold(KeySequence::new(KEYBOARD), |all, key| all.down(key.0));
        self.keys(keys.iter().rev().fold(down, |all, key| all.up(key.0))).await
    }

    /// Types the keys of all `steps`, which have the same target, in one call.
    pub(super) async fn type_run(
        &mut self,
        target: Option<&Target>,
        steps: &[Step],
    ) -> Result<(), PerformErrorKind> {
        if let Some(target) = target {
            let seen = self.locate(target, Spot::Middle, Need::Visible).await?;
            if seen.kind == Kind::File {
                return self.type_path(&seen, steps).await;
            }
            if !seen.is_focused {
                self.focus(target).await?;
            }
        }
        let mut keys = KeySequence::new(KEYBOARD);
        for (n, step) in steps.iter().enumerate() {
            let Action::Type { keys: typed, .. } = &step.action else { continue };
            // The time before the first step has already been waited.
            if n > 0 && step.delay_ms > 0 {
                keys = keys.pause(self.delay(step));
            }
            let mut held: Vec<Key> = Vec::new();
            for key in typed {
                if key.is_modifier() {
                    held.push(*key);
                    keys = keys.down(key.0);
                } else {
                    keys = keys.press(key.0);
                }
            }
            keys = held.iter().rev().fold(keys, |keys, key| keys.up(key.0));
        }
        self.keys(keys).await
    }

    /// Clicks to focus, with the caret behind what is there. What takes no focus is typed at all the same.
    async fn focus(&mut self, target: &Target) -> Result<Seen, PerformErrorKind> {
        let seen = self.locate(target, Spot::Middle, Need::Usable).await?;
        self.click_seen(&seen, Pointer::default(), 1).await?;
        let seen = self.locate(target, Spot::Middle, Need::Visible).await?;
        if matches!(seen.kind, Kind::Text | Kind::Lines | Kind::Editable) {
            self.ask("prepare", &[json!(seen.element), json!(""), json!(true)]).await?;
        }
        Ok(seen)
    }

    async fn type_path(&mut self, seen: &Seen, steps: &[Step]) -> Result<(), PerformErrorKind> {
        let keys = steps.iter().filter_map(|step| match &step.action {
            Action::Type { keys, .. } => Some(keys),
            _ => None,
        });
        let path: String = keys.flatten().map(|key| key.0).collect();
        Ok(self.session.choose_files(&seen.element, &[path]).await?)
    }

    /// Gives a control its value in the way that suits it.
    pub(super) async fn change(
        &mut self,
        target: &Target,
        value: &str,
    ) -> Result<(), PerformErrorKind> {
        let seen = self.locate(target, Spot::Middle, Need::Present).await?;
        match seen.kind {
            Kind::File if value.contains("fakepath") => {
                let reason = "the recording does not say which file was chosen; \
                    use a custom step xcheck/upload with its path";
                let (element, reason) = (seen.description, reason.to_owned());
                Err(PerformErrorKind::NotSuited { element, reason })
            }
            Kind::File => Ok(self.session.choose_files(&seen.element, &lines(value)).await?),
            Kind::Toggle => self.check(target, !matches!(value, "false" | "off" | "")).await,
            Kind::Select => self.select_value(target, value).await,
            Kind::Set => {
                let seen = self.locate(target, Spot::Middle, Need::Usable).await?;
                self.ask("focus", &[json!(seen.element)]).await?;
                self.ask("setValue", &[json!(seen.element), json!(value)]).await.map(drop)
            }
            Kind::Text | Kind::Lines | Kind::Editable => self.replace_text(target, value).await,
            Kind::Other => {
                let seen = self.locate(target, Spot::Middle, Need::Usable).await?;
                self.click_seen(&seen, Pointer::default(), 1).await?;
                self.type_text(&seen, value).await
            }
        }
    }

    /// Selects what is there and types the new text over it; only the rest, if it goes on from there.
    async fn replace_text(&mut self, target: &Target, value: &str) -> Result<(), PerformErrorKind> {
        let mut seen = self.locate(target, Spot::Middle, Need::Usable).await?;
        if !seen.is_focused {
            self.click_seen(&seen, Pointer::default(), 1).await?;
            seen = self.locate(target, Spot::Middle, Need::Visible).await?;
        }
        if !seen.is_focused {
            // The click was taken for something else; people use the Tab key then.
            self.ask("focus", &[json!(seen.element)]).await?;
        }
        let value = value.replace("\r\n", "\n");
        let left = self.ask("prepare", &[json!(seen.element), json!(value), json!(false)]).await?;
        let (old, rest) = (left["old"].as_str().unwrap_or_default(), left["rest"].as_str());
        if old == value {
            return Ok(());
        }
        if left["isWhole"] == true {
            let all = KeySequence::new(KEYBOARD).down(DriverKey::Control).press('a');
            self.keys(all.up(DriverKey::Control)).await?;
        }
        match rest.unwrap_or(&value) {
            "" => self.keys(KeySequence::new(KEYBOARD).press(DriverKey::Delete)).await,
            rest => self.type_text(&seen, rest).await,
        }
    }

    async fn type_text(&mut self, seen: &Seen, text: &str) -> Result<(), PerformErrorKind> {
        // Drivers take no characters beyond the basic plane, and private ones are keys to them.
        let is_typed = |char: char| char <= '\u{FFFF}' && Key(char).is_character();
        if !text.chars().all(is_typed) {
            return self.ask("insertText", &[json!(seen.element), json!(text)]).await.map(drop);
        }
        let mut keys = KeySequence::new(KEYBOARD);
        for char in text.chars() {
            keys = match char {
                '\n' | '\r' if seen.kind == Kind::Text => keys,
                '\n' | '\r' => keys.press(DriverKey::Enter),
                '\t' => keys.press(DriverKey::Tab),
                _ => keys.press(char),
            };
        }
        self.keys(keys).await
    }

    /// Types plain text; markup cannot be typed and is set.
    pub(super) async fn edit(
        &mut self,
        target: &Target,
        html: &str,
    ) -> Result<(), PerformErrorKind> {
        if !html.contains(['<', '&']) {
            return self.change(target, html).await;
        }
        let seen = self.locate(target, Spot::Middle, Need::Usable).await?;
        self.ask("focus", &[json!(seen.element)]).await?;
        self.ask("setContent", &[json!(seen.element), json!(html)]).await.map(drop)
    }

    pub(super) async fn check(
        &mut self,
        target: &Target,
        is_checked: bool,
    ) -> Result<(), PerformErrorKind> {
        let seen = self.locate(target, Spot::Middle, Need::Usable).await?;
        let is_now = self.ask("isChecked", &[json!(seen.element)]).await?;
        if is_now == Value::Bool(is_checked) {
            return Ok(());
        }
        self.click_seen(&seen, Pointer::default(), 1).await
    }

    /// Inputs for files are often hidden behind a button, so being there is enough.
    pub(super) async fn upload(
        &mut self,
        target: &Target,
        paths: &[String],
    ) -> Result<(), PerformErrorKind> {
        let seen = self.locate(target, Spot::Middle, Need::Present).await?;
        if seen.kind != Kind::File {
            let reason = "only an input of the type file takes files".to_owned();
            return Err(PerformErrorKind::NotSuited { element: seen.description, reason });
        }
        Ok(self.session.choose_files(&seen.element, paths).await?)
    }

    pub(super) async fn submit(&mut self, target: &Target) -> Result<(), PerformErrorKind> {
        let seen = self.locate(target, Spot::Middle, Need::Present).await?;
        if self.ask("submit", &[json!(seen.element)]).await? == Value::Bool(false) {
            let reason = "there is no form around it".to_owned();
            return Err(PerformErrorKind::NotSuited { element: seen.description, reason });
        }
        Ok(())
    }

    pub(super) async fn keys(&self, keys: KeySequence) -> Result<(), PerformErrorKind> {
        let actions = Actions::new().keys(keys);
        self.passing_dialog(self.session.perform(&actions)).await
    }
}

/// The paths of several files are one to a line.
fn lines(value: &str) -> Vec<String> {
    value.lines().map(str::to_owned).collect()
}
