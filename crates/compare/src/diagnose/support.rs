//! What browsers support, from `data/support.txt`: which features one browser has and another lacks.
//!
//! The file is written by `cargo xtask compat`.

use std::collections::{HashMap, HashSet};

use xcheck_model::engine::Engine;

const TABLE: &str = include_str!("../../data/support.txt");

/// WebKitGTK and the Safari with about the same engine. The data knows Safari only.
const SAFARI_OF_WEBKITGTK: [((u32, u32), (u32, u32)); 7] = [
    ((2, 38), (16, 0)),
    ((2, 40), (16, 4)),
    ((2, 42), (17, 0)),
    ((2, 44), (17, 4)),
    ((2, 46), (18, 0)),
    ((2, 48), (18, 4)),
    ((2, 50), (26, 0)),
];

type Version = (u32, u32);

/// A browser as the data knows it.
#[derive(Clone, Debug)]
pub(super) struct Browser {
    engine: Engine,
    version: Version,
    /// For people.
    title: String,
}

impl Browser {
    /// From the version that a run names.
    pub(super) fn new(engine: Engine, version: &str) -> Self {
        let own = parse_version(version).unwrap_or((u32::MAX, 0));
        let title = match (engine, own) {
            (_, (u32::MAX, _)) => name_of(engine).to_owned(),
            (Engine::WebKit, (major, minor)) => format!("{} {major}.{minor}", name_of(engine)),
            (_, (major, _)) => format!("{} {major}", name_of(engine)),
        };
        let version = match engine {
            Engine::WebKit => safari_of(own),
            Engine::Chromium | Engine::Firefox => own,
        };
        Self { engine, version, title }
    }

    fn column(&self) -> usize {
        match self.engine {
            Engine::Chromium => 0,
            Engine::Firefox => 1,
            Engine::WebKit => 2,
        }
    }
}

fn name_of(engine: Engine) -> &'static str {
    match engine {
        Engine::Chromium | Engine::Firefox => engine.title(),
        Engine::WebKit => "WebKitGTK",
    }
}

fn safari_of(webkitgtk: Version) -> Version {
    let known = SAFARI_OF_WEBKITGTK.iter().rev().find(|(gtk, _)| *gtk <= webkitgtk);
    known.map_or(SAFARI_OF_WEBKITGTK[0].1, |(_, safari)| *safari)
}

fn parse_version(text: &str) -> Option<Version> {
    let mut parts = text.split('.');
    let major = parts.next()?.trim().parse().ok()?;
    let minor = parts.next().and_then(|minor| minor.parse().ok()).unwrap_or(0);
    Some((major, minor))
}

/// One line of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Feature {
    /// As in the data: `api.Element.moveBefore`.
    pub(super) key: &'static str,
    /// The name that pages use: the last part, or another name of it.
    pub(super) name: &'static str,
    /// Something that the test browser has goes by the same name.
    pub(super) is_common: bool,
    /// Only a part of it is missing.
    pub(super) is_weak: bool,
    columns: [&'static str; 3],
}

impl Feature {
    /// The name for reports: the key without its tree, or the other name that the page used.
    pub(super) fn title(&self) -> String {
        let key_name = last_part(self.key);
        if self.name != key_name && !self.key.starts_with("api.") {
            return self.name.to_owned();
        }
        let rest = ["api.", "javascript.", "css.", "html."]
            .iter()
            .find_map(|tree| self.key.strip_prefix(tree))
            .unwrap_or(self.key);
        let is_whole = self.key.starts_with("api.");
        // Below `css.properties` and so on; the data groups types once more.
        let title = if is_whole { rest } else { rest.split_once('.').map_or(rest, |it| it.1) };
        title.to_owned()
    }

    /// The interface, namespace or element that it belongs to.
    pub(super) fn owner(&self) -> &'static str {
        let parts = self.key.rsplit_once('.').map_or("", |it| it.0);
        last_part(parts)
    }
}

pub(super) fn last_part(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Support {
    No,
    Partly,
    Yes,
}

/// What the test browser lacks and the reference has.
#[derive(Debug)]
pub(super) struct Lacking {
    reference: Browser,
    test: Browser,
    features: Vec<Feature>,
    by_key: HashMap<&'static str, usize>,
    /// Tree and name, without `_static` and `_event`.
    by_name: HashMap<Tree, HashMap<&'static str, Vec<usize>>>,
    /// Other names of a key that the test browser has.
    had: HashMap<&'static str, Vec<&'static str>>,
    /// Details of a feature, by the key of the feature.
    details: HashMap<&'static str, Vec<usize>>,
}

/// Where names are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Tree {
    /// APIs and the language itself.
    Script,
    /// Without `_event`.
    Event,
    Property,
    Type,
    Selector,
    AtRule,
    Other,
}

impl Lacking {
    pub(super) fn new(reference: Browser, test: Browser) -> Self {
        let mut found = Self {
            reference,
            test,
            features: Vec::new(),
            by_key: HashMap::new(),
            by_name: HashMap::new(),
            had: HashMap::new(),
            details: HashMap::new(),
        };
        let all: Vec<Feature> = TABLE.lines().filter_map(parse_line).collect();
        let test = &found.test;
        let is_had = |it: &&Feature| support(it.columns[test.column()], test) == Support::Yes;
        let had_names: HashSet<(Tree, &str)> = all.iter().filter(is_had).map(place).collect();
        for mut feature in all {
            let reference = support(feature.columns[found.reference.column()], &found.reference);
            let test = support(feature.columns[found.test.column()], &found.test);
            if test == Support::Yes {
                found.had.entry(feature.key).or_default().push(feature.name);
            }
            if reference <= test {
                continue;
            }
            feature.is_weak = test == Support::Partly;
            feature.is_common |= had_names.contains(&place(&feature));
            found.add(feature);
        }
        found
    }

    fn add(&mut self, feature: Feature) {
        let at = self.features.len();
        self.features.push(feature);
        if feature.name == last_part(feature.key) {
            self.by_key.insert(feature.key, at);
        }
        let (tree, name) = place(&feature);
        self.by_name.entry(tree).or_default().entry(name).or_default().push(at);
        if let Some((parent, _)) = feature.key.rsplit_once('.') {
            self.details.entry(parent).or_default().push(at);
        }
    }

    /// A feature by its key and own name.
    pub(super) fn by_key(&self, key: &str) -> Option<&Feature> {
        self.by_key.get(key).map(|at| &self.features[*at])
    }

    /// Features that pages call by a name.
    pub(super) fn by_name<'a>(
        &'a self,
        tree: Tree,
        name: &str,
    ) -> impl Iterator<Item = &'a Feature> + use<'a> {
        let places = self.by_name.get(&tree).and_then(|names| names.get(name));
        let places = places.map_or(&[] as &[usize], Vec::as_slice);
        places.iter().map(|at| &self.features[*at])
    }

    pub(super) fn all(&self) -> &[Feature] {
        &self.features
    }

    /// What is missing of a feature.
    pub(super) fn details<'a>(&'a self, key: &str) -> impl Iterator<Item = &'a Feature> + use<'a> {
        let places = self.details.get(key).map_or(&[] as &[usize], Vec::as_slice);
        places.iter().map(|at| &self.features[*at])
    }

    /// Whether the test browser knows a key under this name.
    pub(super) fn is_had(&self, key: &str, name: &str) -> bool {
        self.had.get(key).is_some_and(|names| names.contains(&name))
    }

    /// Of what the browsers themselves were asked about.
    pub(super) fn told(&self) -> String {
        format!("{} says no, {} says yes", self.test.title, name_of(self.reference.engine))
    }

    /// `Firefox 153: no; Chromium since 125`.
    pub(super) fn sentence(&self, feature: &Feature) -> String {
        let say = |browser: &Browser| {
            let column = feature.columns[browser.column()];
            let range = column.split(',').find(|range| !range.is_empty());
            let since = range.map(|range| range.trim_start_matches('~'));
            let since = since.map(|range| range.split_once('-').map_or(range, |it| it.0));
            (support(column, browser), since)
        };
        let (test, since) = say(&self.test);
        let named = match self.test.engine {
            Engine::WebKit => {
                let (major, minor) = self.test.version;
                format!("{} (as Safari {major}.{minor})", self.test.title)
            }
            Engine::Chromium | Engine::Firefox => self.test.title.clone(),
        };
        let answer = match (test, since) {
            (Support::Partly, _) => "in part".to_owned(),
            (_, Some(since)) if parse_version(since).is_some_and(|it| it > self.test.version) => {
                format!("no, since {since} only")
            }
            _ => "no".to_owned(),
        };
        let (_, since) = say(&self.reference);
        let reference = match since {
            Some(since) => format!("{} since {since}", name_of(self.reference.engine)),
            None => format!("{}: yes", self.reference.title),
        };
        format!("{named}: {answer}; {reference}")
    }
}

fn parse_line(line: &'static str) -> Option<Feature> {
    if line.starts_with('#') {
        return None;
    }
    let mut columns = line.split('\t');
    let marked = columns.next()?;
    let key = marked.strip_suffix('*').unwrap_or(marked);
    let name = columns.next().filter(|name| !name.is_empty()).unwrap_or(last_part(key));
    let mut next = || columns.next().unwrap_or_default();
    let columns = [next(), next(), next()];
    Some(Feature { key, name, is_common: marked.len() > key.len(), is_weak: false, columns })
}

fn place(feature: &Feature) -> (Tree, &'static str) {
    let name = feature.name;
    let depth = feature.key.split('.').count();
    match feature.key.split('.').next() {
        Some("api" | "javascript") => match name.strip_suffix("_event") {
            Some(event) => (Tree::Event, event),
            None => (Tree::Script, name.strip_suffix("_static").unwrap_or(name)),
        },
        Some("css") if feature.key.starts_with("css.types.") => (Tree::Type, name),
        Some("css") if depth > 3 => (Tree::Other, name),
        Some("css") if feature.key.starts_with("css.properties.") => (Tree::Property, name),
        Some("css") if feature.key.starts_with("css.selectors.") => (Tree::Selector, name),
        Some("css") if feature.key.starts_with("css.at-rules.") => (Tree::AtRule, name),
        _ => (Tree::Other, name),
    }
}

fn support(column: &str, browser: &Browser) -> Support {
    let in_range = |range: &str| {
        let (mark, range) = match range.strip_prefix('~') {
            Some(rest) => (Support::Partly, rest),
            None => (Support::Yes, range),
        };
        let (since, until) =
            range.split_once('-').map_or((range, None), |(since, until)| (since, Some(until)));
        let is_since = parse_version(since).is_some_and(|since| since <= browser.version);
        let is_over = until.and_then(parse_version).is_some_and(|until| until <= browser.version);
        if is_since && !is_over { mark } else { Support::No }
    };
    column.split(',').map(in_range).max().unwrap_or(Support::No)
}

/// What the newest of each engine lacked when this was written, against Chromium.
#[cfg(test)]
pub(super) fn lacking(test: Engine) -> &'static Lacking {
    use std::sync::OnceLock;
    static ALL: [OnceLock<Lacking>; 3] = [const { OnceLock::new() }; 3];
    let (at, version) = match test {
        Engine::Chromium => (0, "156.0.8078.79"),
        Engine::Firefox => (1, "153.0"),
        Engine::WebKit => (2, "2.50.6"),
    };
    let chromium = Browser::new(Engine::Chromium, "156.0.8078.79");
    ALL[at].get_or_init(|| Lacking::new(chromium, Browser::new(test, version)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_decide() {
        let firefox = lacking(Engine::Firefox);
        let webkit = lacking(Engine::WebKit);
        assert!(firefox.by_key("api.Element.moveBefore").is_none());
        let feature = webkit.by_key("api.Element.moveBefore").unwrap();
        assert_eq!(feature.title(), "Element.moveBefore");
        assert_eq!(
            webkit.sentence(feature),
            "WebKitGTK 2.50 (as Safari 26.0): no; Chromium since 133"
        );
        let feature = firefox.by_name(Tree::Property, "-webkit-mask-box-image").next().unwrap();
        assert_eq!(feature.title(), "-webkit-mask-box-image");
        assert_eq!(firefox.sentence(feature), "Firefox 153: no; Chromium since 1");
        let feature = firefox.by_key("css.properties.text-box").unwrap();
        assert_eq!(
            firefox.sentence(feature),
            "Firefox 153: no, since 154 only; Chromium since 133"
        );
        assert_eq!(feature.title(), "text-box");
        let feature = webkit.by_key("javascript.builtins.Temporal.PlainTime").unwrap();
        assert_eq!(feature.title(), "Temporal.PlainTime");
    }

    #[test]
    fn nothing_is_missing_in_the_same_browser() {
        assert!(lacking(Engine::Chromium).features.is_empty());
    }

    #[test]
    fn the_whole_table_makes_sense() {
        let lines: Vec<&str> = TABLE.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(lines.len() > 5000 && TABLE.len() < 400_000);
        for line in lines {
            let feature = parse_line(line).unwrap();
            assert!(feature.key.contains('.') && !feature.name.is_empty(), "{line}");
            for range in feature.columns.iter().flat_map(|it| it.split([',', '-'])) {
                let range = range.trim_start_matches('~');
                assert!(range.is_empty() || parse_version(range).is_some(), "{line}");
            }
        }
    }
}
