//! Reads values of keys that have more to fulfill than their type says.

use std::collections::BTreeSet;
use std::net::IpAddr;

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error};
use toml::Spanned;
use xcheck_model::browser_name::{BrowserName, NoBrowserName};

use crate::address::split_origin;
use crate::config::App;
use crate::error::Problem;
use crate::login::{LoginStep, StepKeys};
use crate::reporter::{Reporter, ReporterError};
use crate::rules::{Rule, Rules};

/// From a second to an hour.
pub(crate) fn timeout<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<u64>, D::Error> {
    let seconds = u64::deserialize(reader)?;
    if !(1..=3600).contains(&seconds) {
        let what = format!("{seconds} is not from 1 to 3600");
        return Err(D::Error::custom(Problem::new(what, "a number of seconds, such as 60")));
    }
    Ok(Some(seconds))
}

/// The address of a hub.
pub(crate) fn hub<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<String>, D::Error> {
    let url = String::deserialize(reader)?;
    if !is_web(&url) {
        let hint = "such as http://grid.example.org:4444";
        return Err(D::Error::custom(Problem::new(format!("{url:?} is no address"), hint)));
    }
    Ok(Some(url))
}

pub(crate) fn ip_address<'de, D>(reader: D) -> Result<Option<IpAddr>, D::Error>
where
    D: Deserializer<'de>,
{
    let text = String::deserialize(reader)?;
    text.parse().map(Some).map_err(|_| {
        let hint = "an address of this machine, such as 192.0.2.7, or 0.0.0.0 for all of them";
        D::Error::custom(Problem::new(format!("{text:?} is no IP address"), hint))
    })
}

fn is_web(url: &str) -> bool {
    let rest = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"));
    rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'))
}

/// From 1 up.
pub(crate) fn at_least_one<'de, D, N>(reader: D) -> Result<Option<N>, D::Error>
where
    D: Deserializer<'de>,
    N: Deserialize<'de> + Default + PartialEq,
{
    let number = N::deserialize(reader)?;
    if number == N::default() {
        return Err(D::Error::custom(Problem::new("0 is too small", "a whole number from 1 up")));
    }
    Ok(Some(number))
}

pub(crate) fn browsers<'de, D>(reader: D) -> Result<Option<Vec<BrowserName>>, D::Error>
where
    D: Deserializer<'de>,
{
    let hint = "one or more of chromium, firefox and webkit, each once";
    let mut known = BTreeSet::new();
    let browsers = each(reader, |text: String| {
        let browser: BrowserName = text.parse().map_err(|error| match error {
            NoBrowserName::Engine(name) => {
                let hint = "one of chromium, firefox, webkit";
                Problem::new(format!("unknown value `{name}`"), hint)
            }
            error => Problem::new(error.to_string(), "such as firefox@140 or webkit/mac"),
        })?;
        match known.insert(browser) {
            true => Ok(browser),
            false => Err(Problem::new(format!("{browser} is in the list twice"), hint)),
        }
    })?;
    if browsers.is_empty() {
        return Err(D::Error::custom(Problem::new("there are no browsers in the list", hint)));
    }
    Ok(Some(browsers))
}

pub(crate) fn origins<'de, D>(reader: D) -> Result<Option<Vec<String>>, D::Error>
where
    D: Deserializer<'de>,
{
    let origin = |origin: String| {
        let (start, rest) = split_origin(&origin);
        let start = start.to_ascii_lowercase();
        let is_web = start.starts_with("http://") || start.starts_with("https://");
        if !is_web || start.ends_with("//") || !matches!(rest, "" | "/") {
            let hint = "such as https://example.org or http://localhost:8000";
            return Err(Problem::new(format!("{origin:?} is no origin"), hint));
        }
        Ok(start)
    };
    each(reader, origin).map(Some)
}

pub(crate) fn reporters<'de, D>(reader: D) -> Result<Option<Vec<Reporter>>, D::Error>
where
    D: Deserializer<'de>,
{
    let reporter = |text: String| {
        text.parse().map_err(|error: ReporterError| Problem::new(error.to_string(), error.hint()))
    };
    each(reader, reporter).map(Some)
}

pub(crate) fn rules<'de, D: Deserializer<'de>>(reader: D) -> Result<Rules, D::Error> {
    each(reader, Rule::checked).map(Rules)
}

pub(crate) fn steps<'de, D: Deserializer<'de>>(reader: D) -> Result<Vec<LoginStep>, D::Error> {
    each(reader, StepKeys::step)
}

pub(crate) fn apps<'de, D: Deserializer<'de>>(reader: D) -> Result<Vec<App>, D::Error> {
    let mut names = BTreeSet::new();
    each(reader, |app: App| {
        if !names.insert(app.name.clone()) {
            let what = format!("two apps have the name {:?}", app.name);
            return Err(Problem::new(what, "give each [[app]] a name of its own"));
        }
        app.checked()
    })
}

/// A list whose items are looked at one by one, so that a problem is reported where it is.
fn each<'de, D, Raw, Item>(
    reader: D,
    mut check: impl FnMut(Raw) -> Result<Item, Problem>,
) -> Result<Vec<Item>, D::Error>
where
    D: Deserializer<'de>,
    Raw: DeserializeOwned,
{
    let items = Vec::<Spanned<Raw>>::deserialize(reader)?;
    let checked = items.into_iter().map(|item| {
        let at = item.span().start;
        check(item.into_inner()).map_err(|problem| D::Error::custom(problem.at(at)))
    });
    checked.collect()
}
