//! Says why: the API, the CSS or the markup that the test browser lacks.
//!
//! Errors name what is missing almost by themselves.
//! For the rest, the page's own sources are searched for what the compatibility data says is missing,
//! and each find is rated by how well it fits what differs and where.

mod css;
mod declared;
mod effect;
mod errors;
mod known;
mod markup;
mod ran;
mod scripts;
mod selector;
mod styles;
mod support;
mod varying;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use xcheck_model::run::{Divergence, DivergenceKind, Uncaught};
use xcheck_trace::run::{RunReader, SourceKind};

use self::css::Rule;
use self::errors::{Clue, Name, clue};
use self::known::Known;
use self::scripts::{Named, Scripts};
use self::styles::Loss;
use self::support::{Browser, Lacking, Tree};
use crate::difference::Aspect;
use crate::report::{Cause, CauseKind};

/// Less than this is a guess, and a wrong name is worse than none.
const ENOUGH: i32 = 25;
/// What differs says by itself where it comes from.
const TELLING: i32 = 50;
/// What is declared, or used, for the very element, and does what differs.
const SURE: i32 = 60;
/// So many different answers of one rating are no answer.
const MAX_RIVALS: usize = 2;

/// What is known about a finding.
#[derive(Clone, Debug, Default)]
pub(crate) struct Evidence<'a> {
    /// The step of the reference that shows it.
    pub(crate) step: u64,
    /// Uncaught errors of the test browser only, around the step.
    pub(crate) errors: Vec<&'a Uncaught>,
    /// Console lines of the test browser only.
    pub(crate) console: Vec<&'a str>,
    pub(crate) divergences: Vec<&'a Divergence>,
    /// What differs.
    pub(crate) aspects: Vec<Aspect>,
    /// Computed styles that differ, or `width`, `height`, `left`, `top`, `pixels`.
    pub(crate) properties: Vec<&'a str>,
    /// The elements concerned, and their ancestors.
    pub(crate) elements: Vec<Marks>,
    /// Styles that an element concerned, or what it is in so many levels above, has in one browser only.
    pub(crate) styles: Vec<(&'a str, usize)>,
    /// What errors of the test browser name, and whether it could show here.
    pub(crate) thrown: Vec<(&'a str, bool)>,
    /// What the reference says, and what the test browser says.
    pub(crate) texts: (&'a str, &'a str),
}

impl Evidence<'_> {
    /// Whether the document itself has, or has not, an element: no style makes that.
    fn is_of_document(&self) -> bool {
        self.properties.first().is_some_and(|it| matches!(*it, "presence" | "order"))
    }

    /// Whether nothing differs in what the page says or has.
    fn is_look(&self) -> bool {
        let is_look = |aspect: &Aspect| {
            matches!(aspect, Aspect::Style | Aspect::Pixels | Aspect::Size | Aspect::Place)
        };
        !self.aspects.is_empty() && self.aspects.iter().all(is_look)
    }
}

/// An element as selectors see it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    /// In lower case.
    pub(crate) name: String,
    /// Empty if it has none.
    pub(crate) id: String,
    pub(crate) classes: Vec<String>,
    pub(crate) attributes: BTreeMap<String, String>,
    /// 0 for an element concerned, 1 for its parent and so on.
    pub(crate) distance: usize,
}

/// A possible cause and how likely it is.
#[derive(Clone, Debug)]
struct Candidate {
    kind: CauseKind,
    name: String,
    support: String,
    score: i32,
    /// Nothing is missing altogether: it counts only if there is no other answer.
    is_guess: bool,
    /// Where it stands: the script and the byte.
    at: (usize, usize),
}

/// The place of what stands in no script.
const NOWHERE: (usize, usize) = (usize::MAX, 0);

impl Candidate {
    fn cause(&self) -> Cause {
        Cause { kind: self.kind, name: self.name.clone(), support: self.support.clone() }
    }
}

/// What one pair of runs can tell about causes.
#[derive(Debug)]
pub(crate) struct Diagnosis {
    lacking: Lacking,
    known: Known,
    rules: Vec<Rule>,
    losses: Vec<Loss>,
    scripts: Scripts,
    /// All start tags of all documents.
    document: Vec<Marks>,
}

impl Diagnosis {
    pub(crate) fn new(reference: &RunReader, test: &RunReader) -> Self {
        let browser = |run: &RunReader| {
            let browser = &run.head().browser;
            Browser::new(browser.name.engine(), &browser.version)
        };
        let mut sources = Vec::new();
        for source in reference.sources().flatten() {
            if let Ok(text) = reference.source_text(&source.hash) {
                sources.push((source.url, source.kind, text));
            }
        }
        let lacking = Lacking::new(browser(reference), browser(test));
        let known = Known::new(reference.supports(), test.supports());
        let mut diagnosis = Self::of_sources(lacking, known, &sources);
        diagnosis.scripts.run(reference.ran());
        diagnosis
    }

    fn of_sources(
        lacking: Lacking,
        known: Known,
        sources: &[(String, SourceKind, String)],
    ) -> Self {
        let mut rules = Vec::new();
        let mut scripts = Vec::new();
        let mut document = Vec::new();
        for (url, kind, text) in sources {
            match kind {
                SourceKind::Css => rules.extend(css::rules(text)),
                SourceKind::Js => {
                    rules.extend(written(text));
                    scripts.push((url.clone(), text.clone(), 0));
                }
                SourceKind::Html => {
                    document.extend(markup::tags(text));
                    for (_, sheet) in markup::raw_texts(text, "style") {
                        rules.extend(css::rules(sheet));
                    }
                    for (tag, script) in markup::raw_texts(text, "script") {
                        if !tag.attributes.contains_key("src") {
                            rules.extend(written(script));
                            let before = script.as_ptr() as usize - text.as_ptr() as usize;
                            let first_line = text[..before].matches('\n').count();
                            scripts.push((url.clone(), script.to_owned(), first_line));
                        }
                    }
                }
            }
        }
        let losses = styles::losses(&lacking, &known, &rules);
        let scripts = Scripts::new(&lacking, scripts);
        Self { lacking, known, rules, losses, scripts, document }
    }

    /// The likeliest cause, if one is likely.
    pub(crate) fn cause(&self, evidence: &Evidence<'_>) -> Cause {
        if let Some(cause) = self.told(evidence) {
            return cause;
        }
        let (guesses, finds) = self.searched(evidence);
        let found = best(finds);
        if found.as_ref().is_none_or(|it| it.score < SURE)
            && let Some(cause) = self.happened(evidence)
        {
            return cause;
        }
        let found = found.map(|it| it.cause());
        let found =
            found.or_else(|| evidence.divergences.iter().find_map(|it| self.of_callbacks(it)));
        if let Some(cause) = found {
            return cause;
        }
        if evidence.is_of_document() {
            return best(guesses)
                .or_else(|| best(declared::of_fields(evidence)))
                .map_or_else(unknown, |it| it.cause());
        }
        best(guesses)
            .or_else(|| best(declared::of_one_browser(&self.rules, evidence)))
            .or_else(|| best(declared::in_both_browsers(&self.rules, evidence)))
            .or_else(|| best(declared::of_fields(evidence)))
            .map_or_else(unknown, |it| it.cause())
    }

    /// The cause, if there is no doubt about it.
    pub(crate) fn sure(&self, evidence: &Evidence<'_>) -> Option<Cause> {
        let found = || best(self.searched(evidence).1).filter(|it| it.score >= SURE);
        let found = self.told(evidence).or_else(|| found().map(|it| it.cause()));
        found.or_else(|| self.happened(evidence))
    }

    /// What the browser, or what it shows, says by itself.
    fn told(&self, evidence: &Evidence<'_>) -> Option<Cause> {
        let varying = varying::candidates(&self.scripts, evidence);
        if let Some(cause) = varying.iter().find(|it| it.score >= TELLING) {
            return Some(cause.cause());
        }
        let mut lines = evidence.console.iter();
        let mut errors = evidence.errors.iter();
        let told = errors
            .find_map(|error| self.of_error(error))
            .or_else(|| lines.find_map(|line| self.of_names(&clue("", line))));
        // What only looks different has its reason in a style sheet first.
        if evidence.is_look() { told } else { told.or_else(|| self.failed(evidence)) }
    }

    /// What went another way at the step.
    fn happened(&self, evidence: &Evidence<'_>) -> Option<Cause> {
        let mut divergences = evidence.divergences.iter();
        self.failed(evidence).or_else(|| divergences.find_map(|it| self.of_events(it)))
    }

    /// What threw an error at the step.
    fn failed(&self, evidence: &Evidence<'_>) -> Option<Cause> {
        let divergences = evidence.divergences.iter();
        let errors = divergences.filter(|it| it.kind == DivergenceKind::ErrorOnlyHere);
        errors.map(|it| uncaught(&it.detail)).find_map(|error| self.of_error(&error))
    }

    /// What the page's sources have that would do: guesses, and what is missing.
    fn searched(&self, evidence: &Evidence<'_>) -> (Vec<Candidate>, Vec<Candidate>) {
        let mut candidates = styles::candidates(&self.lacking, &self.known, &self.losses, evidence);
        candidates.extend(markup::candidates(&self.lacking, &self.document, evidence));
        candidates.extend(self.scripts.candidates(&self.lacking, evidence));
        candidates.extend(varying::candidates(&self.scripts, evidence));
        if self.scripts.contains("getSelection") {
            candidates.extend(styles::of_selections(&self.lacking, &self.losses, evidence));
        }
        let is_of_document = evidence.is_of_document();
        // What is known to have thrown an error did it there, and nowhere else.
        candidates.retain(|it| {
            if is_of_document && it.kind == CauseKind::Css {
                return false;
            }
            let mut known = evidence.thrown.iter().filter(|(name, _)| *name == it.name).peekable();
            let is_thrown = known.peek().is_some();
            let is_shown = known.any(|(_, is_shown)| *is_shown);
            !is_thrown || is_shown
        });
        candidates.into_iter().partition(|it| it.is_guess)
    }

    /// What an error names.
    pub(crate) fn named_by(&self, error: &Uncaught) -> Option<String> {
        self.of_error(error).map(|it| it.name)
    }

    fn of_error(&self, error: &Uncaught) -> Option<Cause> {
        let clue = clue(&error.name, &error.message);
        self.of_iteration(&clue)
            .or_else(|| self.of_names(&clue))
            .or_else(|| self.of_syntax(&clue, error))
            .or_else(|| self.of_line(error))
            .or_else(|| self.of_interface(&clue))
            .or_else(|| self.of_stranger(&clue, error))
    }

    fn of_iteration(&self, clue: &Clue) -> Option<Cause> {
        let symbol = clue.iteration?.symbol();
        let all: Vec<_> = self.lacking.by_name(Tree::Script, symbol).collect();
        let is_mentioned = |owner: &str| self.scripts.contains(owner);
        let feature =
            all.iter().find(|it| is_mentioned(it.owner())).or_else(|| all.first()).copied()?;
        let named = Named { feature, name: feature.title() };
        Some(self.surely(&named))
    }

    fn of_names(&self, clue: &Clue) -> Option<Cause> {
        clue.names.iter().enumerate().find_map(|(at, Name { name, receiver })| {
            let receiver = receiver.as_deref();
            if self.scripts.is_own(name, receiver.is_some()) {
                return None;
            }
            let named = scripts::named(&self.lacking, name, receiver)?;
            // What merely stands in the same expression must be unmistakable.
            (at == 0 || !named.feature.is_common).then(|| self.surely(&named))
        })
    }

    fn of_syntax(&self, clue: &Clue, error: &Uncaught) -> Option<Cause> {
        if !clue.is_syntax {
            return None;
        }
        let line = self.scripts.line(&error.url, error.line);
        let at_line = line.and_then(|line| scripts::syntax(&self.lacking, line));
        let anywhere = || {
            let mut all = self.scripts.all.iter();
            all.find_map(|script| scripts::syntax(&self.lacking, &script.text))
        };
        let feature = at_line.or_else(anywhere)?;
        Some(self.surely(&Named { feature, name: feature.title() }))
    }

    /// What is missing on the line of an error, or close to it.
    fn of_line(&self, error: &Uncaught) -> Option<Cause> {
        [0_i64, -1, 1].iter().find_map(|by| {
            let line = self.scripts.line(&error.url, error.line.checked_add_signed(*by)?)?;
            let found = self.scripts.in_source(&self.lacking, line);
            found.first().map(|named| self.surely(named))
        })
    }

    /// The engine itself names the interface: a kind of element that it lacks, or the method.
    fn of_interface(&self, clue: &Clue) -> Option<Cause> {
        let interface = clue.interface.as_deref()?;
        let element = interface.strip_prefix("HTML").and_then(|it| it.strip_suffix("Element"));
        if let Some(element) = element {
            let of_kind = self.document.iter().filter(|it| it.name.eq_ignore_ascii_case(element));
            if let Some(feature) = of_kind.flat_map(|it| markup::lost(&self.lacking, it)).next() {
                return Some(self.surely(&Named { feature, name: feature.title() }));
            }
        }
        let name = format!("{interface}.{}", clue.names.first()?.name);
        Some(Cause { kind: CauseKind::Api, name, support: String::new() })
    }

    /// A function that neither the page nor the data knows.
    fn of_stranger(&self, clue: &Clue, error: &Uncaught) -> Option<Cause> {
        const MISSING: &[&str] =
            &["not a function", "not defined", "Can't find variable", "not a constructor"];
        let Name { name, receiver } = clue.names.first()?;
        let is_missing = MISSING.iter().any(|words| error.message.contains(words));
        let is_plausible = name.len() > 2 && !self.scripts.is_own(name, receiver.is_some());
        (is_missing && is_plausible && clue.iteration.is_none()).then(|| Cause {
            kind: CauseKind::Api,
            name: name.clone(),
            support: String::new(),
        })
    }

    /// An event that came in one browser only, and that the page listens to.
    fn of_events(&self, divergence: &Divergence) -> Option<Cause> {
        let is_missing = divergence.kind == DivergenceKind::NoticeMissing;
        if !is_missing && divergence.kind != DivergenceKind::EventsDiffer {
            return None;
        }
        let event = divergence.detail.split_whitespace().next()?;
        let is_name = event.chars().all(|c| c.is_ascii_lowercase());
        let is_heard =
            ['"', '\'', '`'].iter().any(|it| self.scripts.contains(&format!("{it}{event}{it}")))
                || self.scripts.contains(&format!("on{event}"));
        if !is_name || !is_heard {
            return None;
        }
        if let Some(named) = scripts::event(&self.lacking, event) {
            return Some(self.surely(&named));
        }
        // What is known here and did not come may have many reasons.
        if is_missing {
            return None;
        }
        let support = "sent at other times".to_owned();
        Some(Cause { kind: CauseKind::Api, name: format!("{event}_event"), support })
    }

    /// What would have called back, if the page had found it.
    fn of_callbacks(&self, divergence: &Divergence) -> Option<Cause> {
        // Kinds of callbacks that are named otherwise than what registers them.
        const REGISTERED_BY: &[(&str, &str, Option<&str>)] = &[
            ("idle", "requestIdleCallback", None),
            ("yield", "yield", Some("scheduler")),
            ("posted", "postTask", Some("scheduler")),
        ];
        let is_missing = divergence.kind == DivergenceKind::CallbackMissing;
        let kind = divergence.detail.split_whitespace().next().filter(|_| is_missing)?;
        let (_, name, receiver) = REGISTERED_BY.iter().find(|it| it.0 == kind)?;
        scripts::named(&self.lacking, name, *receiver).map(|it| self.surely(&it))
    }

    fn surely(&self, named: &Named<'_>) -> Cause {
        named.candidate(&self.lacking, 0).cause()
    }
}

/// Style sheets that a script writes: texts in back quotes with rules in them.
fn written(script: &str) -> Vec<Rule> {
    const MOST_CHARS: usize = 100_000;
    let is_sheet =
        |text: &&str| text.len() < MOST_CHARS && text.contains('{') && text.contains(':');
    let texts = script.split('`').skip(1).step_by(2).filter(is_sheet);
    let is_rule = |rule: &Rule| !rule.selectors.is_empty() && !rule.declarations.is_empty();
    texts.flat_map(css::rules).filter(is_rule).collect()
}

/// An error as a divergence tells it: `message at http://…:1:2`.
fn uncaught(detail: &str) -> Uncaught {
    let detail = detail.strip_suffix(" in a promise that nobody catches").unwrap_or(detail);
    let mut error = Uncaught {
        name: String::new(),
        message: detail.to_owned(),
        url: String::new(),
        line: 0,
        column: 0,
    };
    let Some((message, place)) = detail.rsplit_once(" at ") else { return error };
    let mut parts = place.rsplitn(3, ':');
    let column = parts.next().and_then(|it| it.parse().ok());
    let line = parts.next().and_then(|it| it.parse().ok());
    if let (Some(column), Some(line), Some(url)) = (column, line, parts.next()) {
        (error.column, error.line, error.url) = (column, line, url.to_owned());
        message.clone_into(&mut error.message);
    }
    error
}

fn best(mut candidates: Vec<Candidate>) -> Option<Candidate> {
    // What is used first is what is missed first.
    candidates.sort_by(|a, b| {
        b.score.cmp(&a.score).then_with(|| a.at.cmp(&b.at)).then_with(|| a.name.cmp(&b.name))
    });
    let first = candidates.first().filter(|it| it.score >= ENOUGH)?;
    // `Temporal.Duration` is no rival of `Temporal`, nor of `Temporal.Now`.
    let root = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
    let equal = candidates.iter().take_while(|it| it.score == first.score);
    let rivals: BTreeSet<String> = equal.map(|it| root(&it.name)).collect();
    (rivals.len() <= MAX_RIVALS).then(|| first.clone())
}

/// Whether a cause is a built-in that both browsers have, and that has other words in each: what it made differs wherever
/// it is used, and nothing else does.
pub(crate) fn is_of_words(cause: &Cause) -> bool {
    is_in_both(cause) && varying::is_of_words(&cause.name)
}

/// Whether both browsers have what a cause names.
pub(crate) fn is_in_both(cause: &Cause) -> bool {
    cause.support == varying::SUPPORT
}

pub(crate) fn unknown() -> Cause {
    Cause { kind: CauseKind::Unknown, name: String::new(), support: String::new() }
}
