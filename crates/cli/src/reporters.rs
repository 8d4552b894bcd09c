//! How results are told: which formats, where each goes, and what the surroundings want.

use std::fs::{self, OpenOptions};
use std::io::Write as _;

use anyhow::{Context as _, anyhow};
use camino::{Utf8Path, Utf8PathBuf};
use clap::Args;
use xcheck_config::{Format, Reporter};
use xcheck_outputs::{Style, Told};

use crate::exit::Failure;
use crate::project::Project;
use crate::terminal::Terminal;

/// What GitHub takes for the summary of one step.
const MAX_SUMMARY: usize = 1 << 20;

#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ReporterArgs {
    /// How to tell the result: list, line, json, junit, github, sarif or markdown; several separated by commas
    #[arg(long, value_name = "NAME[=FILE]", value_delimiter = ',', value_parser = reporter)]
    pub(crate) reporter: Vec<Reporter>,
    /// Print the report as one JSON document, as --reporter json
    #[arg(long)]
    pub(crate) json: bool,
}

fn reporter(text: &str) -> Result<Reporter, String> {
    text.parse().map_err(|error: xcheck_config::ReporterError| format!("{error}: {}", error.hint()))
}

/// What will be told, and where to. Known before any work begins, so that a mistake costs no time.
#[derive(Debug)]
pub(crate) struct Reporters {
    all: Vec<Reporter>,
}

impl Reporters {
    /// What was typed, or else what the project's file says. What goes to files comes on top of the usual.
    pub(crate) fn choose(args: &ReporterArgs, project: &Project) -> Result<Self, Failure> {
        let is_github = std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true");
        let mut all = args.reporter.clone();
        all.extend(args.json.then(|| Reporter::of(Format::Json)));
        if all.is_empty() {
            let of_file = |it: &Reporter| {
                let file = it.file.as_ref().map(|file| project.path(file).into_string());
                Reporter { file, ..*it }
            };
            all.extend(project.config.report.reporters.iter().flatten().map(of_file));
        }
        Self::resolve(all, is_github)
            .map_err(|(what, hint)| Failure::usage(anyhow!(what), Some(hint.to_owned())))
    }

    fn resolve(mut all: Vec<Reporter>, is_github: bool) -> Result<Self, (String, &'static str)> {
        let mut known: Vec<Reporter> = Vec::new();
        for it in &all {
            let is_same_file = |other: &&Reporter| other.file.is_some() && other.file == it.file;
            if let (Some(other), Some(file)) = (known.iter().find(is_same_file), &it.file)
                && other != it
            {
                let names = (other.format.name(), it.format.name());
                return Err((
                    format!("{} and {} both write {file}", names.0, names.1),
                    "give each a file of its own",
                ));
            }
            if !known.contains(it) {
                known.push(it.clone());
            }
        }
        all = known;
        if all.iter().all(|it| it.file.is_some()) {
            all.push(Reporter::of(Format::List));
            all.extend(is_github.then(|| Reporter::of(Format::Github)));
        }
        let mut documents = all.iter().filter(|it| it.file.is_none() && it.format.is_document());
        if let (Some(one), Some(other)) = (documents.next(), documents.next()) {
            let (one, other) = (one.format.name(), other.format.name());
            return Err((
                format!("{one} and {other} would both be printed"),
                "let all but one go to files: --reporter NAME=FILE",
            ));
        }
        Ok(Self { all })
    }

    /// Tells results in every way that was chosen. What cannot be written keeps nothing else from being told.
    pub(crate) fn tell(&self, told: &[Told], terminal: &Terminal) -> Result<(), Failure> {
        // A document has stdout for itself; what is for people then goes where progress goes.
        let is_taken = self.all.iter().any(|it| it.file.is_none() && it.format.is_document());
        let mut failure = None;
        for it in &self.all {
            let is_colored = it.file.is_none() && terminal.has_color();
            let text =
                render(it.format, told, if is_colored { Style::Color } else { Style::Plain });
            match &it.file {
                Some(file) => {
                    if let Err(error) = write(Utf8Path::new(file), &text) {
                        let hint = "choose another place: --reporter NAME=FILE".to_owned();
                        failure.get_or_insert(Failure::usage(error, Some(hint)));
                    }
                }
                // A reader that goes away, such as `head`, is no error.
                None if is_taken && !it.format.is_document() => {
                    let _ = std::io::stderr().write_all(text.as_bytes());
                }
                None => {
                    let _ = std::io::stdout().write_all(text.as_bytes());
                }
            }
            if it.format == Format::Github
                && let Err(error) = append_summary(told)
            {
                terminal.progress(&format!("there is no summary of this step: {error:#}"));
            }
        }
        failure.map_or(Ok(()), Err)
    }
}

fn render(format: Format, told: &[Told], style: Style) -> String {
    match format {
        Format::List => xcheck_outputs::list(told, style),
        Format::Line => xcheck_outputs::line(told, style),
        Format::Json => xcheck_outputs::json(told),
        Format::Junit => xcheck_outputs::junit(told),
        Format::Github => xcheck_outputs::annotations(told),
        Format::Sarif => xcheck_outputs::sarif(told),
        Format::Markdown => xcheck_outputs::markdown(told, usize::MAX),
    }
}

fn write(path: &Utf8Path, text: &str) -> anyhow::Result<()> {
    if let Some(folder) = path.parent().filter(|it| !it.as_str().is_empty()) {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {folder}"))?;
    }
    fs::write(path, text).with_context(|| format!("cannot write {path}"))
}

/// Adds to the summary that GitHub shows of the step, if there is one; others may have written to it.
fn append_summary(told: &[Told]) -> anyhow::Result<()> {
    let Some(path) = std::env::var("GITHUB_STEP_SUMMARY").ok().filter(|it| !it.is_empty()) else {
        return Ok(());
    };
    let path = Utf8PathBuf::from(path);
    let n_there =
        fs::metadata(&path).map_or(0, |it| usize::try_from(it.len()).unwrap_or(usize::MAX));
    let text = xcheck_outputs::markdown(told, MAX_SUMMARY.saturating_sub(n_there));
    let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
    file.write_all(text.as_bytes()).with_context(|| format!("cannot write {path}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(text: &str, is_github: bool) -> String {
        let all = text.split_whitespace().map(|it| it.parse().unwrap()).collect();
        match Reporters::resolve(all, is_github) {
            Ok(reporters) => {
                let name = |it: &Reporter| match &it.file {
                    Some(file) => format!("{}={file}", it.format.name()),
                    None => it.format.name().to_owned(),
                };
                reporters.all.iter().map(name).collect::<Vec<_>>().join(" ")
            }
            Err((what, _)) => what,
        }
    }

    #[test]
    fn files_come_on_top_of_the_usual() {
        assert_eq!(resolved("", false), "list");
        assert_eq!(resolved("", true), "list github");
        assert_eq!(resolved("junit=a.xml", true), "junit=a.xml list github");
        assert_eq!(resolved("line sarif=a", true), "line sarif=a");
        assert_eq!(resolved("json json", false), "json");
    }

    #[test]
    fn what_cannot_stand_together_is_refused() {
        assert_eq!(resolved("json sarif", false), "json and sarif would both be printed");
        assert_eq!(resolved("json=a sarif=a", false), "json and sarif both write a");
        assert_eq!(resolved("json list github", false), "json list github");
    }
}
