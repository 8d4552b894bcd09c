//! Browsers as users name them: an engine, maybe in a certain version or on a certain platform.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::engine::Engine;

const LONGEST: usize = 47;

/// `firefox`, `firefox@140`, `webkit/mac` or `chromium@156/windows`.
///
/// Is the key of runs, findings and reports. Kept in place, so that it is as cheap to hand around as an engine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BrowserName {
    engine: Engine,
    text: [u8; LONGEST],
    length: u8,
}

/// A text that names no browser.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoBrowserName {
    #[error("unknown browser {0:?}, expected chromium, firefox or webkit")]
    Engine(String),
    #[error(
        "{0:?} is no browser: a version follows @ and a platform follows /, of letters, digits, . and -"
    )]
    Shape(String),
    #[error("{0:?} is too long for the name of a browser")]
    Long(String),
}

impl BrowserName {
    /// Any version of an engine, on any platform.
    pub const fn of(engine: Engine) -> Self {
        let name = engine.name().as_bytes();
        let mut text = [0; LONGEST];
        let mut at = 0;
        while at < name.len() {
            text[at] = name[at];
            at += 1;
        }
        Self { engine, text, length: name.len() as u8 }
    }

    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The name on the command line, in files and in JSON.
    pub fn name(&self) -> &str {
        let text = &self.text[..usize::from(self.length)];
        std::str::from_utf8(text).expect("names are made of texts")
    }

    /// What follows `@`.
    pub fn version(&self) -> Option<&str> {
        let (_, rest) = self.name().split_once('@')?;
        Some(rest.split('/').next().unwrap_or(rest))
    }

    /// What follows `/`.
    pub fn platform(&self) -> Option<&str> {
        self.name().split_once('/').map(|(_, platform)| platform)
    }

    /// Whether it is just an engine.
    pub fn is_plain(&self) -> bool {
        self.name() == self.engine.name()
    }

    /// Whether `other` is this browser, or a version or platform of it.
    pub fn includes(&self, other: Self) -> bool {
        *self == other || (self.is_plain() && self.engine == other.engine)
    }

    /// The name for people.
    pub fn title(&self) -> String {
        // Elsewhere WebKit is not the one of GTK.
        let is_elsewhere = self.platform().is_some_and(|it| !it.starts_with("linux"));
        let mut title = match self.engine {
            Engine::WebKit if is_elsewhere => "WebKit".to_owned(),
            engine => engine.title().to_owned(),
        };
        if let Some(version) = self.version() {
            title = format!("{title} {version}");
        }
        match self.platform() {
            Some(platform) => format!("{title} on {platform}"),
            None => title,
        }
    }

    /// The name of a folder. No two browsers have the same, and none ends like a numbered one.
    pub fn folder(&self) -> String {
        self.name().replace('/', "+").replace('.', "_")
    }
}

impl From<Engine> for BrowserName {
    fn from(engine: Engine) -> Self {
        Self::of(engine)
    }
}

impl FromStr for BrowserName {
    type Err = NoBrowserName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let at = text.find(['@', '/']).unwrap_or(text.len());
        let (engine, rest) = text.split_at(at);
        let engine: Engine =
            engine.parse().map_err(|_| NoBrowserName::Engine(engine.to_owned()))?;
        let (version, platform) = match rest.split_once('/') {
            Some((version, platform)) => (version, Some(platform)),
            None => (rest, None),
        };
        let is_word = |word: &str| {
            let is_fine = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '-';
            word.starts_with(|c: char| c.is_ascii_alphanumeric()) && word.chars().all(is_fine)
        };
        let is_version = version.is_empty() || version.strip_prefix('@').is_some_and(is_word);
        if !is_version || !platform.is_none_or(is_word) {
            return Err(NoBrowserName::Shape(text.to_owned()));
        }
        let mut bytes = [0; LONGEST];
        let Some(place) = bytes.get_mut(..text.len()) else {
            return Err(NoBrowserName::Long(text.to_owned()));
        };
        place.copy_from_slice(text.as_bytes());
        Ok(Self { engine, text: bytes, length: text.len() as u8 })
    }
}

impl fmt::Display for BrowserName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for BrowserName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for BrowserName {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        writer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for BrowserName {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        const ENGINES: &[&str] = &["chromium", "firefox", "webkit"];
        let text = String::deserialize(reader)?;
        text.parse().map_err(|error| match error {
            NoBrowserName::Engine(name) => D::Error::unknown_variant(&name, ENGINES),
            error => D::Error::custom(error),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> BrowserName {
        text.parse().unwrap()
    }

    #[test]
    fn names_have_an_engine_a_version_and_a_platform() {
        let told = |text: &str| {
            let name = read(text);
            assert_eq!(name.name(), text);
            assert_eq!(serde_json::from_str::<BrowserName>(&format!("{text:?}")).unwrap(), name);
            format!("{} {:?} {:?} {}", name.title(), name.version(), name.platform(), name.folder())
        };
        assert_eq!(told("firefox"), "Firefox None None firefox");
        assert_eq!(told("firefox@140.2"), "Firefox 140.2 Some(\"140.2\") None firefox@140_2");
        assert_eq!(told("webkit/mac"), "WebKit on mac None Some(\"mac\") webkit+mac");
        assert_eq!(
            told("chromium@156/windows-11"),
            "Chromium 156 on windows-11 Some(\"156\") Some(\"windows-11\") chromium@156+windows-11"
        );
        assert_eq!(read("webkit"), Engine::WebKit.into());
    }

    #[test]
    fn an_engine_includes_its_versions() {
        assert!(read("firefox").includes(read("firefox@140")));
        assert!(read("firefox@140").includes(read("firefox@140")));
        assert!(!read("firefox@140").includes(read("firefox")));
        assert!(!read("firefox").includes(read("webkit")));
    }

    #[test]
    fn what_is_no_browser() {
        let long = format!("firefox@{}", "1".repeat(40));
        for text in [
            "",
            "opera",
            "opera@1",
            "firefox@",
            "webkit/",
            "webkit/a/b",
            "firefox@1@2",
            "firefox@../x",
            &long,
        ] {
            assert!(text.parse::<BrowserName>().is_err(), "{text}");
        }
        let error = "safari@18".parse::<BrowserName>().unwrap_err().to_string();
        assert_eq!(error, "unknown browser \"safari\", expected chromium, firefox or webkit");
    }
}
