//! What of a page's scripts the test browser lacks: names of members and globals, events, syntax.
//!
//! Scripts are searched, not parsed: a name is taken for an API only if nothing in the page defines it.

use std::collections::BTreeSet;

use xcheck_trace::run::Ran;

use super::ran::{AllRan, Units, When};
use super::support::{Feature, Lacking, Tree, last_part};
use super::{Candidate, Evidence, NOWHERE};
use crate::difference::Aspect;
use crate::report::CauseKind;
use crate::walk::HIT;

/// How far around a use the page's elements are looked for.
const NEAR: usize = 400;
const MAX_USES: usize = 5000;
/// What the code around a use has to do with an element that it names by its id.
const NAMED: i32 = 15;
/// The same, with a class of the element's instead.
const CLASSED: i32 = 8;
/// Both stand in one statement, and what each statement between them takes away.
const TOGETHER: i32 = 8;
const APART: i32 = 2;
/// What is used after the element was spoken of has less to do with it.
const AFTER: i32 = 3;
/// The code ran just before.
const RAN: i32 = 12;
/// It ran at other times only: what it did then may show now.
const RAN_ELSE: i32 = -20;
/// Options are among the first words of a call.
const MAX_CALL_WORDS: usize = 30;
/// What stands before a name that a page defines.
const DECLARING: &[&str] = &["function", "class", "const", "let", "var"];

/// The text of a script, comments blanked out.
#[derive(Debug)]
pub(super) struct Script {
    pub(super) url: String,
    pub(super) text: String,
    /// Lines before it in its document.
    pub(super) first_line: usize,
    /// Of the text with its comments.
    pub(super) units: Units,
}

/// A name in a script that the test browser does not know.
#[derive(Clone, Debug)]
pub(super) struct Use {
    script: usize,
    at: usize,
    pub(super) name: String,
    /// What stands before the dot.
    receiver: Option<String>,
    shape: Shape,
    /// It is followed by `=`.
    is_assigned: bool,
    /// It is the first argument of `addEventListener`.
    is_listened: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Member,
    Bare,
    Quoted,
}

/// All scripts of a page and what they use.
#[derive(Debug, Default)]
pub(super) struct Scripts {
    pub(super) all: Vec<Script>,
    uses: Vec<Use>,
    options: Vec<Feature>,
    /// Variables and functions of the page itself.
    own_globals: BTreeSet<String>,
    /// Methods of the page itself.
    own_members: BTreeSet<String>,
    ran: AllRan,
}

impl Scripts {
    pub(super) fn new(lacking: &Lacking, sources: Vec<(String, String, usize)>) -> Self {
        let mut scripts = Self::default();
        for (url, text, first_line) in sources {
            let units = Units::new(&text);
            let text = without_comments(&text);
            scripts.all.push(Script { url, text, first_line, units });
        }
        for at in 0..scripts.all.len() {
            scripts.scan(lacking, at);
        }
        scripts.options = scripts.find_options(lacking);
        scripts
    }

    /// Takes note of what ran in the reference.
    pub(super) fn run(&mut self, all: impl Iterator<Item = Ran>) {
        self.ran = AllRan::new(all, &self.all);
    }

    fn scan(&mut self, lacking: &Lacking, script: usize) {
        let text = &self.all[script].text;
        let mut uses = Vec::new();
        let (mut own_globals, mut own_members) = (BTreeSet::new(), BTreeSet::new());
        let mut last_word = "";
        let mut is_import = false;
        for (at, name) in identifiers(text) {
            let before = text[..at].trim_end();
            let after = text[at + name.len()..].trim_start();
            match name {
                "import" => is_import = !after.starts_with(['(', '.']),
                "from" => is_import = false,
                _ => {}
            }
            let is_declared = before.ends_with(last_word) && DECLARING.contains(&last_word);
            if is_import || is_declared {
                own_globals.insert(name.to_owned());
            }
            if is_method(last_word, before, name, after) {
                own_members.insert(name.to_owned());
            }
            let is_known = lacking.by_name(Tree::Script, name).next().is_some()
                || lacking
                    .by_name(Tree::Event, name.strip_prefix("on").unwrap_or(name))
                    .next()
                    .is_some();
            if is_known && uses.len() < MAX_USES {
                uses.push(read_use(script, text, at, name, after));
            }
            last_word = name;
        }
        self.uses.extend(uses);
        self.own_globals.extend(own_globals);
        self.own_members.extend(own_members);
    }

    /// Whether the page defines a global, or a member of something.
    pub(super) fn is_own(&self, name: &str, is_member: bool) -> bool {
        self.own_members.contains(name) || !is_member && self.own_globals.contains(name)
    }

    pub(super) fn contains(&self, text: &str) -> bool {
        self.all.iter().any(|script| script.text.contains(text))
    }

    /// A line of a script, counted from 1.
    pub(super) fn line(&self, url: &str, line: u64) -> Option<&str> {
        let line = usize::try_from(line).ok()?;
        let bare = |url: &str| url.split(['#', '?']).next().unwrap_or_default().to_owned();
        self.all
            .iter()
            .filter(|script| bare(&script.url) == bare(url))
            .find_map(|script| {
                let at = line.checked_sub(script.first_line + 1)?;
                script.text.lines().nth(at)
            })
            .filter(|line| !line.trim().is_empty())
    }

    /// What the test browser lacks of a piece of source.
    pub(super) fn in_source<'a>(&self, lacking: &'a Lacking, source: &str) -> Vec<Named<'a>> {
        let source = without_comments(source);
        let mut found = Vec::new();
        for (at, name) in identifiers(&source) {
            let after = source[at + name.len()..].trim_start();
            let one = read_use(0, &source, at, name, after);
            if self.is_own(name, one.receiver.is_some()) {
                continue;
            }
            found.extend(feature_of(lacking, &one, true));
        }
        found
    }

    /// Uses that could explain what was found.
    pub(super) fn candidates(&self, lacking: &Lacking, evidence: &Evidence<'_>) -> Vec<Candidate> {
        let handlers: Vec<&str> = evidence
            .divergences
            .iter()
            .filter_map(|it| it.registered_by.as_ref())
            .map(|by| by.source.as_str())
            .collect();
        let mut found = Vec::new();
        for one in &self.uses {
            if self.is_own(&one.name, one.receiver.is_some()) {
                continue;
            }
            let is_canvas = is_drawing(evidence);
            let of_event = self.event_member(lacking, one);
            let found_use = of_event.clone().or_else(|| feature_of(lacking, one, is_canvas));
            let Some(named) = found_use else { continue };
            if !self.is_reachable(lacking, named.feature) {
                continue;
            }
            // Ordinary words are mostly the page's own.
            let owner = named.feature.owner();
            let of_owner = one.receiver.as_deref().filter(|it| it.eq_ignore_ascii_case(owner));
            let is_class = one.name.starts_with(|c: char| c.is_ascii_uppercase());
            let is_thrown = evidence.thrown.contains(&(named.name.as_str(), true));
            let is_telling = is_long(&one.name)
                || is_thrown
                || of_event.is_some()
                || of_owner.is_some()
                || one.is_listened
                || one.is_assigned && one.name.starts_with("on")
                || one.shape == Shape::Bare && is_class;
            // Of `navigator.keyboard.lock` it is `keyboard` that is missing.
            let outer = of_owner.filter(|it| !self.is_own(it, false));
            let outer = outer.and_then(|it| self::named(lacking, it, None));
            let outer = outer.filter(|it| !it.feature.is_common && !it.feature.is_weak);
            let named = outer.unwrap_or(named);
            let mut score = if is_telling { 22 } else { 6 } + fit(&named, evidence);
            if handlers.iter().any(|source| source.contains(&one.name)) {
                score += 25;
            }
            let Some(weight) = self.weight(one.script, one.at, evidence) else { continue };
            // Ordinary words stand near everything.
            score += if is_telling { weight } else { weight.min(NAMED) };
            // It is known to have thrown an error, in code that is about this element.
            if is_thrown && self.nearness(one.script, one.at, evidence) >= NAMED {
                score += 20;
            }
            found.push(Candidate { at: (one.script, one.at), ..named.candidate(lacking, score) });
        }
        for feature in &self.options {
            let named = Named { feature, name: feature.title() };
            let score = 20 + fit(&named, evidence);
            found.push(named.candidate(lacking, score));
        }
        found
    }

    /// A property of an event that the page listens to: ordinary words, but of an object that is known.
    fn event_member<'a>(&self, lacking: &'a Lacking, one: &Use) -> Option<Named<'a>> {
        const RECEIVERS: &[&str] = &["event", "evt", "ev", "e"];
        let is_of_event = one.receiver.as_deref().is_some_and(|it| RECEIVERS.contains(&it));
        if !is_of_event {
            return None;
        }
        // `ToggleEvent` is what `beforetoggle` brings.
        let is_heard = |feature: &&Feature| {
            let kind = feature.owner().strip_suffix("Event").filter(|it| !it.is_empty());
            kind.is_some_and(|kind| self.listens_to(&kind.to_lowercase()))
        };
        let mut all = lacking.by_name(Tree::Script, &one.name).filter(|it| !it.is_weak);
        let feature = all.find(is_heard)?;
        Some(Named { feature, name: feature.title() })
    }

    /// Whether the page listens to an event with such a word in its name.
    fn listens_to(&self, word: &str) -> bool {
        self.all.iter().any(|script| {
            let calls = script.text.split("addEventListener(").skip(1);
            let heard = calls.filter_map(|rest| rest.split([',', ')']).next());
            heard.chain(handlers(&script.text)).any(|name| name.contains(word))
        })
    }

    /// Options that are given to a method which does not know them.
    fn find_options(&self, lacking: &Lacking) -> Vec<Feature> {
        let is_used = |feature: &&Feature| {
            let Some((method, option)) = option_of(feature.key) else { return false };
            let words = |text| identifiers(text).map(|it| it.1);
            !feature.is_weak
                && self.all.iter().any(|script| {
                    let mut calls = identifiers(&script.text).filter(|it| it.1 == method);
                    calls.any(|(at, _)| {
                        let rest = &script.text[at..];
                        let call = rest.split(';').next().unwrap_or_default();
                        words(call).take(MAX_CALL_WORDS).any(|word| word == option)
                    })
                })
        };
        lacking.all().iter().filter(is_used).copied().collect()
    }

    /// Members of an interface that is missing altogether need the interface first.
    fn is_reachable(&self, lacking: &Lacking, feature: &Feature) -> bool {
        let Some((owner, _)) = feature.key.rsplit_once('.') else { return true };
        let is_lost = lacking.by_key(owner).is_some() && last_part(owner) != feature.name;
        let names = |script: &Script| {
            identifiers(&script.text).any(|it| it.1.eq_ignore_ascii_case(last_part(owner)))
        };
        !is_lost || is_long(feature.name) || self.all.iter().any(names)
    }

    /// How much speaks for what stands in a script somewhere; none if it never ran.
    fn weight(&self, script: usize, at: usize, evidence: &Evidence<'_>) -> Option<i32> {
        let call = at..at + rest_of_statement(&self.all[script].text[at..]).len();
        let ran = match self.ran.when(evidence.step, script, call) {
            When::Now => RAN,
            When::Else => RAN_ELSE,
            When::Unknown => 0,
            When::Never => return None,
        };
        Some(ran + self.nearness(script, at, evidence))
    }

    /// The same for a text, wherever that is most; none if no script has it in code that ran.
    pub(super) fn weight_of(&self, text: &str, evidence: &Evidence<'_>) -> Option<i32> {
        let all = self.all.iter().enumerate();
        let places = all.flat_map(|(script, it)| {
            let found = it.text.match_indices(text).take(MAX_USES);
            found.map(move |(at, _)| (script, at))
        });
        places.filter_map(|(script, at)| self.weight(script, at, evidence)).max()
    }

    /// Whether the page's code around a place speaks of the elements concerned.
    fn nearness(&self, script: usize, at: usize, evidence: &Evidence<'_>) -> i32 {
        let text = &self.all[script].text;
        let begin = text.floor_char_boundary(at.saturating_sub(NEAR));
        let end = text.ceil_char_boundary((at + NEAR).min(text.len()));
        let window = &text[begin..end];
        let near = |name: &str, score: i32| {
            let mentions = window.match_indices(name).filter(|_| name.len() > 2);
            let scores = mentions.map(|(mention, _)| {
                let mention = begin + mention;
                let between = &text[at.min(mention)..at.max(mention)];
                let n_ends = between
                    .split([';', '\n'])
                    .filter(|it| !it.trim().is_empty())
                    .count()
                    .saturating_sub(1);
                let apart = i32::try_from(n_ends).unwrap_or(TOGETHER) * APART;
                let after = if mention < at && n_ends > 0 { AFTER } else { 0 };
                score + (TOGETHER - apart - after).max(0)
            });
            scores.max().unwrap_or_default()
        };
        let elements = evidence.elements.iter().filter(|it| it.distance < 2);
        let scores = elements.map(|element| {
            let classes = element.classes.iter().map(|class| near(class, CLASSED)).max();
            near(&element.id, NAMED).max(classes.unwrap_or_default())
        });
        scores.max().unwrap_or_default()
    }
}

/// What follows up to the end of a statement, with what is handed over in brackets.
fn rest_of_statement(text: &str) -> &str {
    const MAX_LEN: usize = 2000;
    let mut n_open = 0_usize;
    for (at, byte) in text.bytes().enumerate().take(MAX_LEN) {
        match byte {
            b'(' | b'[' | b'{' => n_open += 1,
            b')' | b']' | b'}' if n_open == 0 => return &text[..at],
            b')' | b']' | b'}' => n_open -= 1,
            b';' if n_open == 0 => return &text[..at],
            _ => {}
        }
    }
    &text[..text.floor_char_boundary(MAX_LEN.min(text.len()))]
}

/// Names after which a handler is set: `button.onclick = …`.
fn handlers(text: &str) -> impl Iterator<Item = &str> {
    text.split(".on")
        .skip(1)
        .filter_map(|rest| rest.split(|c: char| !c.is_ascii_lowercase()).next())
}

/// A feature under the name that a report gives it.
#[derive(Clone, Debug)]
pub(super) struct Named<'a> {
    pub(super) feature: &'a Feature,
    pub(super) name: String,
}

impl Named<'_> {
    pub(super) fn candidate(&self, lacking: &Lacking, score: i32) -> Candidate {
        Candidate {
            kind: CauseKind::Api,
            name: self.name.clone(),
            support: lacking.sentence(self.feature),
            score,
            is_guess: false,
            at: NOWHERE,
        }
    }
}

/// The feature that a member of something is, if it is one that is missing.
pub(super) fn named<'a>(
    lacking: &'a Lacking,
    name: &str,
    receiver: Option<&str>,
) -> Option<Named<'a>> {
    let features: Vec<&Feature> = lacking.by_name(Tree::Script, name).collect();
    pick(&features, name, receiver)
}

fn pick<'a>(features: &[&'a Feature], name: &str, receiver: Option<&str>) -> Option<Named<'a>> {
    let depth = |feature: &Feature| feature.key.matches('.').count();
    let least = features.iter().map(|it| depth(it)).min()?;
    let mut top: Vec<&Feature> =
        features.iter().copied().filter(|it| depth(it) <= least + 1).collect();
    let is_global = |feature: &&Feature| matches!(feature.owner(), "Window" | "api" | "builtins");
    let by_receiver = receiver.and_then(|receiver| {
        top.iter().find(|it| it.owner().eq_ignore_ascii_case(receiver)).copied()
    });
    let by_owner = |owner: &str| top.iter().find(|it| it.owner() == owner).copied();
    let global = top.iter().copied().find(is_global).filter(|_| receiver.is_none());
    let picked = by_receiver
        .or(global)
        .or_else(|| by_owner("Element"))
        .or_else(|| by_owner("HTMLElement"))
        .or_else(|| by_owner("CanvasRenderingContext2D"));
    if let Some(feature) = picked {
        return Some(Named { feature, name: feature.title() });
    }
    top.retain(|it| depth(it) == least);
    let feature = *top.first()?;
    let name = if top.len() == 1 { feature.title() } else { name.to_owned() };
    Some(Named { feature, name })
}

/// The feature behind a use, unless the name is too common to tell.
fn feature_of<'a>(lacking: &'a Lacking, one: &Use, is_canvas: bool) -> Option<Named<'a>> {
    let receiver = one.receiver.as_deref();
    let mut features: Vec<&Feature> = Vec::new();
    let tree = lacking.by_name(Tree::Script, &one.name);
    for feature in tree {
        let owner = feature.owner();
        // What is set on a style is a property of CSS, whatever else has a member of that name.
        if receiver == Some("style") && !owner.starts_with("CSS") {
            continue;
        }
        let is_of_receiver = receiver.is_some_and(|it| it.eq_ignore_ascii_case(owner));
        let is_static = feature.name.ends_with("_static");
        let is_global = receiver.is_none() && matches!(owner, "Window" | "api" | "builtins");
        let is_of_canvas = is_canvas
            && owner == "CanvasRenderingContext2D"
            && one.shape == Shape::Member
            && (!feature.is_common || one.is_assigned);
        let is_telling = match one.shape {
            Shape::Member if is_static => is_of_receiver,
            Shape::Member => !feature.is_common && one.name.len() > 3,
            Shape::Bare | Shape::Quoted => !feature.is_common && (is_long(&one.name) || is_global),
        };
        if is_of_receiver || is_of_canvas || is_telling {
            features.push(feature);
        }
    }
    features.retain(|feature| !feature.is_weak && !feature.name.contains("_parameter"));
    if let Some(named) = pick(&features, &one.name, receiver) {
        return Some(named);
    }
    if one.is_listened {
        return event(lacking, &one.name);
    }
    event(lacking, one.name.strip_prefix("on").filter(|_| one.is_assigned)?)
}

/// The method and the option that a key is about:
/// `api.Element.scrollIntoView.options_parameter.container_option`.
fn option_of(key: &str) -> Option<(&str, &str)> {
    const GROUPS: &[&str] = &["options_", "settings_", "params_", "data_", "constraints_"];
    let last = last_part(key);
    let option = match last.strip_suffix("_option") {
        Some(option) => option,
        None => {
            let option = last.strip_suffix("_parameter")?;
            GROUPS.iter().find_map(|group| option.strip_prefix(group))?
        }
    };
    let is_method = |part: &&str| !part.contains('_');
    Some((key.rsplit('.').skip(1).find(is_method)?, option))
}

/// The event of a name, if it is missing.
pub(super) fn event<'a>(lacking: &'a Lacking, name: &str) -> Option<Named<'a>> {
    let all: Vec<&Feature> =
        lacking.by_name(Tree::Event, name).filter(|it| !it.is_common).collect();
    let of = |owner: &str| all.iter().find(|it| it.owner() == owner).copied();
    let feature = of("Element").or_else(|| of("HTMLElement")).or_else(|| all.first().copied())?;
    Some(Named { feature, name: feature.title() })
}

/// Names that nobody gives by chance: `devicePixelContentBoxSize`.
fn is_long(name: &str) -> bool {
    name.len() >= 8 && name.chars().skip(1).any(|c| c.is_ascii_uppercase())
}

fn is_drawing(evidence: &Evidence<'_>) -> bool {
    evidence.aspects.contains(&Aspect::Drawing)
        || evidence.elements.iter().any(|it| it.distance == 0 && it.name == "canvas")
}

/// How well an API explains what differs.
fn fit(named: &Named<'_>, evidence: &Evidence<'_>) -> i32 {
    const DRAWING: &[&str] = &["Canvas", "Path2D", "WebGL", "GPU", "ImageBitmap", "ImageData"];
    const STYLING: &[&str] = &[
        "CSS",
        "Style",
        "Animation",
        "ViewTransition",
        "Highlight",
        "scroll",
        "ResizeObserver",
        "FontFace",
    ];
    let key = named.feature.key;
    let is_of = |words: &[&str]| words.iter().any(|word| key.contains(word));
    if is_drawing(evidence) {
        return if is_of(DRAWING) { 30 } else { -4 };
    }
    // What lies where is no matter of scripts.
    if evidence.properties.contains(&HIT) {
        return -40;
    }
    let is_visual = evidence.aspects.iter().all(|aspect| {
        matches!(aspect, Aspect::Size | Aspect::Place | Aspect::Style | Aspect::Pixels)
    });
    match (is_visual, is_of(DRAWING)) {
        (true, _) if is_of(STYLING) => 8,
        (true, _) => -8,
        (false, true) => -12,
        (false, false) => 10,
    }
}

/// Syntax that the test browser does not know, in a script.
pub(super) fn syntax<'a>(lacking: &'a Lacking, source: &str) -> Option<&'a Feature> {
    let has_word = |word: &str| identifiers(source).any(|(_, name)| name == word);
    let is_using = identifiers(source).any(|(at, name)| {
        let after = &source[at + name.len()..];
        let next = after.trim_start();
        name == "using"
            && after.starts_with(' ')
            && next.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
    });
    let is_awaited = source.contains("await using ");
    let candidates = [
        (is_using && is_awaited, "javascript.statements.await_using"),
        (is_using, "javascript.statements.using"),
        (
            has_word("import") && source.contains("import defer "),
            "javascript.statements.import.import_defer",
        ),
        (
            has_word("import") && source.contains("import source "),
            "javascript.statements.import.import_source",
        ),
        (
            ["(?i:", "(?m:", "(?s:", "(?-i:", "(?im:"].iter().any(|it| source.contains(it)),
            "javascript.regular_expressions.modifier",
        ),
        (
            has_word("import") && has_word("with") && source.contains("css"),
            "javascript.statements.import.import_attributes.type_css",
        ),
        (has_word("import") && has_word("with"), "javascript.statements.import.import_attributes"),
    ];
    candidates.iter().filter(|(is_there, _)| *is_there).find_map(|(_, key)| lacking.by_key(key))
}

fn read_use(script: usize, text: &str, at: usize, name: &str, after: &str) -> Use {
    let before = &text[..at];
    let dotted = before.trim_end();
    let is_member = dotted.ends_with('.') && !dotted.ends_with("..");
    let quote = before.chars().next_back().filter(|c| matches!(c, '"' | '\'' | '`'));
    let is_quoted = quote.is_some_and(|quote| text[at + name.len()..].starts_with(quote));
    let shape = match (is_member, is_quoted) {
        (true, _) => Shape::Member,
        (_, true) => Shape::Quoted,
        _ => Shape::Bare,
    };
    let receiver = is_member.then(|| {
        let object = dotted.trim_end_matches('.').trim_end_matches('?');
        let begin = object
            .rfind(|c: char| !is_identifier(c))
            .map_or(0, |at| at + object[at..].chars().next().map_or(1, char::len_utf8));
        object[begin..].to_owned()
    });
    let is_assigned =
        after.starts_with('=') && !after.starts_with("==") && !after.starts_with("=>");
    let call = before.trim_end_matches(['"', '\'', '`']).trim_end();
    let is_listened = is_quoted && call.ends_with("addEventListener(");
    Use { script, at, name: name.to_owned(), receiver, shape, is_assigned, is_listened }
}

/// Whether the page defines a method here, or something that could become one.
fn is_method(last_word: &str, before: &str, name: &str, after: &str) -> bool {
    if last_word == "function" && before.ends_with(last_word) {
        return true;
    }
    let is_function = |text: &str| {
        let text = text.trim_start();
        text.starts_with("function")
            || text.starts_with("async")
            || text.starts_with("class")
            || arrow(text)
    };
    if let Some(value) = after.strip_prefix(':').or_else(|| after.strip_prefix('=')) {
        return !value.starts_with('=') && is_function(value);
    }
    // A method: `name(…) {` where no call can stand.
    let may_be_method = before.is_empty()
        || before.ends_with(['{', ',', '}', ';', '*'])
        || matches!(last_word, "async" | "static" | "get" | "set") && before.ends_with(last_word);
    may_be_method
        && after.starts_with('(')
        && !matches!(name, "if" | "for" | "while" | "switch" | "catch" | "with")
        && after_brackets(after).is_some_and(|rest| rest.trim_start().starts_with('{'))
}

/// Whether a text begins with an arrow function.
fn arrow(text: &str) -> bool {
    let rest = match text.starts_with('(') {
        true => after_brackets(text),
        false => text.find(|c: char| !is_identifier(c)).filter(|at| *at > 0).map(|at| &text[at..]),
    };
    rest.is_some_and(|rest| rest.trim_start().starts_with("=>"))
}

fn after_brackets(text: &str) -> Option<&str> {
    const MAX_LEN: usize = 2000;
    let mut n_open = 0_usize;
    for (at, c) in text.char_indices().take(MAX_LEN) {
        match c {
            '(' => n_open += 1,
            ')' => n_open = n_open.checked_sub(1)?,
            _ => {}
        }
        if n_open == 0 {
            return Some(&text[at + 1..]);
        }
    }
    None
}

pub(super) fn is_identifier(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn identifiers(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &text[at..];
        let begin = rest.find(is_identifier)?;
        let word = &rest[begin..];
        let len = word.find(|c| !is_identifier(c)).unwrap_or(word.len());
        let found = (at + begin, &word[..len]);
        at += begin + len;
        Some(found)
    })
}

/// Blanks out comments, so that places stay where they are.
fn without_comments(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut plain = bytes.to_vec();
    let mut at = 0;
    let mut last = b'\n';
    while at < bytes.len() {
        let byte = bytes[at];
        let end = match (byte, bytes.get(at + 1)) {
            (b'/', Some(b'/')) => {
                let end = bytes[at..].iter().position(|it| *it == b'\n').map(|len| at + len);
                blank(&mut plain, at, end.unwrap_or(bytes.len()));
                end.unwrap_or(bytes.len())
            }
            (b'/', Some(b'*')) => {
                let end = text.get(at + 2..).and_then(|rest| rest.find("*/"));
                let end = end.map_or(bytes.len(), |len| at + len + 4);
                blank(&mut plain, at, end);
                end
            }
            (b'/', _) if b"(,=:[!&|?{};\n".contains(&last) => pattern_end(bytes, at),
            (b'"' | b'\'', _) => string_end(bytes, at),
            _ => at + 1,
        };
        if !byte.is_ascii_whitespace() || byte == b'\n' {
            last = byte;
        }
        at = end;
    }
    // Only whole characters were blanked out.
    String::from_utf8(plain).unwrap_or_default()
}

fn blank(bytes: &mut [u8], begin: usize, end: usize) {
    for byte in &mut bytes[begin..end] {
        if *byte != b'\n' {
            *byte = b' ';
        }
    }
}

fn string_end(bytes: &[u8], begin: usize) -> usize {
    let mut at = begin + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'\n' => return at,
            byte if byte == bytes[begin] => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

fn pattern_end(bytes: &[u8], begin: usize) -> usize {
    let mut at = begin + 1;
    let mut is_class = false;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'[' => is_class = true,
            b']' => is_class = false,
            b'\n' => return at,
            b'/' if !is_class => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use xcheck_model::engine::Engine;

    use super::super::support::lacking;
    use super::*;

    fn found(engine: Engine, source: &str) -> Vec<String> {
        let lacking = lacking(engine);
        let sources = vec![("http://a/a.js".to_owned(), source.to_owned(), 0)];
        let scripts = Scripts::new(lacking, sources);
        scripts.in_source(lacking, source).into_iter().map(|it| it.name).collect()
    }

    #[test]
    fn lacking_names_are_found_in_scripts() {
        for (engine, source, expected) in [
            (Engine::WebKit, "card.moveBefore(a, null)", &["Element.moveBefore"] as &[_]),
            (Engine::Firefox, "card.moveBefore(a, null)", &[]),
            (Engine::WebKit, "// card.moveBefore\n'//'; x.moveBefore()", &["Element.moveBefore"]),
            (Engine::WebKit, "const c = /[/'\"]/; x.moveBefore()", &["Element.moveBefore"]),
            (Engine::WebKit, "requestIdleCallback(() => {})", &["Window.requestIdleCallback"]),
            (Engine::WebKit, "Temporal.Now", &["Temporal", "Temporal.Now"]),
            (Engine::WebKit, "class A { moveBefore(x) { } } a.moveBefore(1)", &[]),
            (Engine::WebKit, "ctx.filter = 'blur(1px)'", &["CanvasRenderingContext2D.filter"]),
            (Engine::WebKit, "list.filter(x => x)", &[]),
            (Engine::WebKit, "layer.aspectRatio", &["XRCylinderLayer.aspectRatio"]),
            (Engine::WebKit, "canvas.style.aspectRatio = '4 / 3'", &[]),
            (
                Engine::WebKit,
                "const { devicePixelContentBoxSize: s } = entry",
                &["ResizeObserverEntry.devicePixelContentBoxSize"],
            ),
        ] {
            assert_eq!(found(engine, source), expected, "{engine} {source}");
        }
    }

    #[test]
    fn options_are_found() {
        let webkit = lacking(Engine::WebKit);
        let options = |source: &str| -> Vec<String> {
            let sources = vec![("http://a/a.js".to_owned(), source.to_owned(), 0)];
            Scripts::new(webkit, sources).options.iter().map(Feature::title).collect()
        };
        let expected = ["Element.scrollIntoView.options_parameter.container_option"];
        assert_eq!(options("row.scrollIntoView({ container: 'nearest' })"), expected);
        assert_eq!(options("row.scrollIntoView(); container()"), Vec::<String>::new());
    }

    #[test]
    fn syntax_is_found() {
        let webkit = lacking(Engine::WebKit);
        let title = |source: &str| syntax(webkit, source).map(Feature::title);
        assert_eq!(title("{ using file = open(); }").as_deref(), Some("using"));
        assert_eq!(title("{ await using file = open(); }").as_deref(), Some("await_using"));
        assert_eq!(title("let using = 1; using = 2"), None);
    }

    proptest! {
        #[test]
        fn any_script_is_no_surprise(text in "(/|\\*|'|\"|\\\\|\n|\\[|é|moveBefore|\\.|=|\\(|\\)|\\{| |using |:){0,60}") {
            found(Engine::WebKit, &text);
            syntax(lacking(Engine::WebKit), &text);
        }
    }
}
