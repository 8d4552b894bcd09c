//! Reporters: how a result is told, and where to.

use std::str::FromStr;

/// What a result is told as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    List,
    Line,
    Json,
    Junit,
    Github,
    Sarif,
    Markdown,
}

/// A format, and the file it goes to; without one it goes to the terminal. Written `junit` or `junit=results.xml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reporter {
    pub format: Format,
    pub file: Option<String>,
}

/// A text that is no reporter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReporterError {
    #[error("there is no reporter {0:?}")]
    Unknown(String),
    #[error("the reporter {0} has an empty file name")]
    NoFile(&'static str),
}

impl Format {
    pub const ALL: [Self; 7] = [
        Self::List,
        Self::Line,
        Self::Json,
        Self::Junit,
        Self::Github,
        Self::Sarif,
        Self::Markdown,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Line => "line",
            Self::Json => "json",
            Self::Junit => "junit",
            Self::Github => "github",
            Self::Sarif => "sarif",
            Self::Markdown => "markdown",
        }
    }

    /// Whether it is one document that nothing else may stand beside.
    pub fn is_document(self) -> bool {
        matches!(self, Self::Json | Self::Junit | Self::Sarif | Self::Markdown)
    }
}

impl Reporter {
    /// One that writes to the terminal.
    pub fn of(format: Format) -> Self {
        Self { format, file: None }
    }
}

impl ReporterError {
    /// What would be right.
    pub fn hint(&self) -> String {
        match self {
            Self::Unknown(_) => format!("one of {}", Format::ALL.map(Format::name).join(", ")),
            Self::NoFile(name) => format!("such as {name}=results/{name}, or {name} alone"),
        }
    }
}

impl FromStr for Reporter {
    type Err = ReporterError;

    fn from_str(text: &str) -> Result<Self, ReporterError> {
        let (name, file) = match text.split_once('=') {
            Some((name, file)) => (name, Some(file.trim())),
            None => (text, None),
        };
        let format = Format::ALL.into_iter().find(|it| it.name() == name.trim());
        let format = format.ok_or_else(|| ReporterError::Unknown(name.trim().to_owned()))?;
        if file.is_some_and(str::is_empty) {
            return Err(ReporterError::NoFile(format.name()));
        }
        Ok(Self { format, file: file.map(str::to_owned) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reporters_are_names_with_files() {
        let read = |text: &str| text.parse::<Reporter>();
        assert_eq!(read("list"), Ok(Reporter::of(Format::List)));
        let file = Some("a=b.xml".to_owned());
        assert_eq!(read("junit=a=b.xml"), Ok(Reporter { format: Format::Junit, file }));
        assert_eq!(read("junit= "), Err(ReporterError::NoFile("junit")));
        assert_eq!(read("html"), Err(ReporterError::Unknown("html".to_owned())));
        assert_eq!(
            read("html").unwrap_err().hint(),
            "one of list, line, json, junit, github, sarif, markdown"
        );
    }
}
