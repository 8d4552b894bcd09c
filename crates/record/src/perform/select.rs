//! Choosing options: by keys in a menu, by clicks in a list. Popups are never opened, because not every
//! engine's takes keys.

use serde::Deserialize;
use serde_json::json;
use xcheck_browser::webdriver::{Key, KeySequence};
use xcheck_drive::{Choice, Pointer, SelectOption, Spot, Target};
use xcheck_model::engine::Engine;

use super::find::{Kind, Need, Seen};
use super::{PerformErrorKind, Run};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Options {
    list: Vec<OptionState>,
    /// The chosen one, or -1.
    at: i64,
    /// The wanted one, or -1.
    want: i64,
    is_list_box: bool,
    is_multiple: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OptionState {
    label: String,
    is_enabled: bool,
    is_selected: bool,
}

impl Run<'_> {
    pub(super) async fn select_value(
        &mut self,
        target: &Target,
        value: &str,
    ) -> Result<(), PerformErrorKind> {
        self.select(target, &SelectOption::Value(value.to_owned()), Choice::Only).await
    }

    pub(super) async fn select(
        &mut self,
        target: &Target,
        option: &SelectOption,
        choice: Choice,
    ) -> Result<(), PerformErrorKind> {
        let seen = self.locate(target, Spot::Middle, Need::Usable).await?;
        if seen.kind != Kind::Select {
            let reason = "it is no select".to_owned();
            return Err(PerformErrorKind::NotSuited { element: seen.description, reason });
        }
        let options = self.wait_for_option(&seen, option).await?;
        let (at, want) = (options.at, options.want as usize);
        let is_wanted = choice != Choice::Remove;
        if !options.list[want].is_enabled {
            let reason = format!("the option {:?} is disabled", options.list[want].label);
            return Err(PerformErrorKind::NotSuited { element: seen.description, reason });
        }
        let n_selected = options.list.iter().filter(|option| option.is_selected).count();
        let is_done = options.list[want].is_selected == is_wanted
            && (choice != Choice::Only || n_selected == 1);
        if is_done {
            return Ok(());
        }
        if options.is_list_box {
            let with_control = options.is_multiple && choice != Choice::Only;
            self.click_option(&seen, want, with_control).await?;
        } else {
            self.ask("focus", &[json!(seen.element)]).await?;
            // WebKit jumps to no letter unless its popup is open.
            let by_letter = self.engine != Engine::WebKit;
            let at = usize::try_from(at).ok();
            if let Some(keys) = way(&options.list, at, want, by_letter) {
                self.keys(keys).await?;
            }
        }
        if self.is_chosen(&seen, option, is_wanted).await? {
            return Ok(());
        }
        self.note(format!(
            "the option {:?} could not be chosen by hand; it is set",
            options.list[want].label
        ));
        let is_only = choice == Choice::Only;
        let arguments = [json!(seen.element), json!(want), json!(is_wanted), json!(is_only)];
        self.ask("choose", &arguments).await.map(drop)
    }

    /// Options often come late, from a server.
    async fn wait_for_option(
        &mut self,
        seen: &Seen,
        option: &SelectOption,
    ) -> Result<Options, PerformErrorKind> {
        loop {
            let options = self.options(seen, option).await?;
            match options {
                Some(options) if options.want >= 0 => return Ok(options),
                _ if self.is_late() => {
                    let reason = format!("it has no option with the {}", named(option));
                    let element = seen.description.clone();
                    return Err(PerformErrorKind::NotSuited { element, reason });
                }
                _ => tokio::time::sleep(super::POLL).await,
            }
        }
    }

    async fn options(
        &mut self,
        seen: &Seen,
        option: &SelectOption,
    ) -> Result<Option<Options>, PerformErrorKind> {
        let wanted = match option {
            SelectOption::Value(text) => json!({"kind": "value", "text": text}),
            SelectOption::Label(text) => json!({"kind": "label", "text": text}),
            SelectOption::Id(text) => json!({"kind": "id", "text": text}),
            SelectOption::Index(index) => json!({"kind": "index", "index": index}),
        };
        let answer = self.ask("options", &[json!(seen.element), wanted]).await?;
        Ok(serde_json::from_value(answer).ok())
    }

    /// Whether the option is as wanted, a moment after the keys: some engines answer late.
    async fn is_chosen(
        &mut self,
        seen: &Seen,
        option: &SelectOption,
        is_wanted: bool,
    ) -> Result<bool, PerformErrorKind> {
        const MOST_LOOKS: usize = 12;
        for _ in 0..MOST_LOOKS {
            // The page may have replaced the select at once, which only a choice makes it do.
            let options = match self.options(seen, option).await {
                Ok(Some(options)) => options,
                Ok(None) => return Ok(true),
                Err(error) if super::is_passing(&error) => return Ok(true),
                Err(error) => return Err(error),
            };
            let state = usize::try_from(options.want).ok().and_then(|want| options.list.get(want));
            if state.is_none_or(|state| state.is_selected == is_wanted) {
                return Ok(true);
            }
            tokio::time::sleep(super::POLL).await;
        }
        Ok(false)
    }

    /// Clicks an option of a list, with Control held where others shall stay chosen.
    async fn click_option(
        &mut self,
        seen: &Seen,
        index: usize,
        with_control: bool,
    ) -> Result<(), PerformErrorKind> {
        let point = self.ask("optionPoint", &[json!(seen.element), json!(index)]).await?;
        let Ok(point) = serde_json::from_value(point) else { return Ok(()) };
        let seen = Seen { point, ..seen.clone() };
        if with_control {
            self.keys(KeySequence::new("keys").down(Key::Control)).await?;
        }
        let clicked = self.click_seen(&seen, Pointer::default(), 1).await;
        if with_control {
            self.keys(KeySequence::new("keys").up(Key::Control)).await?;
        }
        clicked
    }
}

/// The keys that lead from one option to another past as few others as possible.
fn way(
    list: &[OptionState],
    at: Option<usize>,
    want: usize,
    by_letter: bool,
) -> Option<KeySequence> {
    let keys = KeySequence::new("keys");
    let initial = |option: &OptionState| {
        option.label.chars().next().map(|char| char.to_lowercase().next().unwrap_or(char))
    };
    let letter = initial(list.get(want)?);
    let n_alike = list.iter().filter(|option| initial(option) == letter).count();
    if let Some(letter) =
        letter.filter(|letter| by_letter && letter.is_alphanumeric() && n_alike == 1)
    {
        return Some(keys.press(letter));
    }
    let enabled = |range: &[OptionState]| range.iter().filter(|option| option.is_enabled).count();
    let arrows = |keys: KeySequence, key, n| (0..n).fold(keys, |keys, _| keys.press(key));
    let before = enabled(&list[..want]);
    let after = enabled(&list[want + 1..]);
    let direct = at.map(|at| match at < want {
        true => (enabled(&list[at + 1..=want]), Key::ArrowDown),
        false => (enabled(&list[want..at]), Key::ArrowUp),
    });
    Some(match direct {
        Some((n, key)) if n <= before + 1 && n <= after + 1 => arrows(keys, key, n),
        _ if before <= after => arrows(keys.press(Key::Home), Key::ArrowDown, before),
        _ => arrows(keys.press(Key::End), Key::ArrowUp, after),
    })
}

fn named(option: &SelectOption) -> String {
    match option {
        SelectOption::Value(text) => format!("value {text:?}"),
        SelectOption::Label(text) => format!("label {text:?}"),
        SelectOption::Id(text) => format!("id {text:?}"),
        SelectOption::Index(index) => format!("index {index}"),
    }
}

#[cfg(test)]
mod tests {
    use xcheck_browser::webdriver::Actions;

    use super::*;

    /// The way as letters: the key itself, or Home, End, Up and Down by their first ones.
    fn keys(labels: &str, at: Option<usize>, want: usize) -> String {
        let list: Vec<OptionState> = labels
            .split(' ')
            .map(|label| OptionState {
                label: label.to_owned(),
                is_enabled: !label.starts_with('!'),
                is_selected: false,
            })
            .collect();
        let actions = Actions::new().keys(way(&list, at, want, true).unwrap()).to_json();
        let steps = actions["actions"][0]["actions"].as_array().unwrap();
        let downs = steps.iter().filter(|step| step["type"] == "keyDown");
        let names = downs.map(|step| match step["value"].as_str().unwrap() {
            "\u{E010}" => "E",
            "\u{E011}" => "H",
            "\u{E013}" => "U",
            "\u{E015}" => "D",
            other => other,
        });
        names.collect()
    }

    #[test]
    fn the_shortest_way_is_taken() {
        assert_eq!(keys("apple banana cherry", Some(0), 2), "c");
        assert_eq!(keys("a1 a2 a3 a4", Some(0), 1), "D");
        assert_eq!(keys("a1 a2 a3 a4", Some(3), 1), "UU");
        assert_eq!(keys("a1 a2 a3 a4 a5 a6", Some(0), 5), "E");
        assert_eq!(keys("a1 a2 a3 a4 a5 a6", Some(5), 1), "HD");
        assert_eq!(keys("a1 !a2 a3 a4 a5 a6", None, 2), "HD");
        assert_eq!(keys("a1 !a2 a3 a4 a5 a6 a7", Some(0), 2), "D");
    }
}
