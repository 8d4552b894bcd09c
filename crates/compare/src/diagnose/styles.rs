//! What of a page's style sheets the test browser does not understand, and whom it concerns.

use super::css::{Declaration, Rule, Word, declarations, split, words};
use super::effect::{Effect, arranges_children, effect, fit};
use super::known::{Known, Said};
use super::selector::{Match, best_match, pseudos};
use super::support::{Feature, Lacking, Tree};
use super::{Candidate, Evidence, NOWHERE};
use crate::difference::Aspect;
use crate::page::{LETTERS, SCROLL};
use crate::report::CauseKind;
use crate::walk::{FOCUS, HIT};

/// Functions that stand in the arguments of others.
const INNER: &[&str] = &["type", "style", "media", "supports"];
/// More would not make the answer better.
const MAX_LOSSES: usize = 5000;
/// Details of properties that concern special texts and elements only.
const SPECIAL: &[&str] =
    &["_function", "language_", "animat", "svg", "replaced", "greek", "dutch", "form_controls"];

/// What is lost, as far as it has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Lost {
    /// The compatibility data knows it.
    Feature(Feature),
    /// The browser itself says so of a declaration, or of a selector: the property, or the selector's part.
    Told(String),
}

impl Lost {
    fn title(&self) -> String {
        match self {
            Self::Feature(feature) => feature.title(),
            Self::Told(name) => name.clone(),
        }
    }

    /// What is known about who supports it.
    fn sentence(&self, lacking: &Lacking) -> String {
        match self {
            Self::Feature(feature) => lacking.sentence(feature),
            Self::Told(_) => lacking.told(),
        }
    }

    fn is_weak(&self) -> bool {
        matches!(self, Self::Feature(feature) if feature.is_weak)
    }

    /// Whether it is content that a style puts beside that of an element.
    fn is_generated(&self) -> bool {
        matches!(self, Self::Feature(it) if it.key.starts_with("css.selectors.")
            && matches!(it.name, "marker" | "before" | "after"))
    }
}

/// A declaration, or a whole rule, that is lost in the test browser.
#[derive(Clone, Debug)]
pub(super) struct Loss {
    lost: Lost,
    selectors: Vec<String>,
    property: String,
    /// It is understood, and does something else in some cases.
    is_detail: bool,
}

impl Loss {
    /// How near it is to what was found. What is put into an element stands beside what is in it.
    fn closeness(&self, (found, distance): (Match, usize)) -> i32 {
        let distance = distance - usize::from(distance == 1 && self.lost.is_generated());
        closeness_of(&self.property, (found, distance))
    }
}

/// Everything that is lost of some rules.
pub(super) fn losses(lacking: &Lacking, known: &Known, rules: &[Rule]) -> Vec<Loss> {
    let mut found = Vec::new();
    for rule in rules {
        for (name, prelude) in &rule.conditions {
            for feature in of_condition(lacking, name, prelude, rule) {
                found.extend(whole_rule(rule, &Lost::Feature(feature)));
            }
        }
        for lost in of_selectors(lacking, known, &rule.selectors) {
            found.extend(whole_rule(rule, &lost));
        }
        for declaration in &rule.declarations {
            for (lost, is_detail) in lost_of(lacking, known, declaration, &rule.declarations) {
                found.push(Loss {
                    lost,
                    selectors: rule.selectors.clone(),
                    property: declaration.property.clone(),
                    is_detail,
                });
            }
        }
        if found.len() > MAX_LOSSES {
            break;
        }
    }
    found
}

/// What the selectors of a rule need.
fn of_selectors(lacking: &Lacking, known: &Known, selectors: &[String]) -> Vec<Lost> {
    let said = known.selectors(selectors);
    if said == Some(Said::Kept) {
        return Vec::new();
    }
    let names = || selectors.iter().flat_map(|selector| pseudos(selector)).map(|it| it.0);
    let features = names().flat_map(|pseudo| lacking.by_name(Tree::Selector, pseudo));
    let mut found: Vec<Lost> = features.map(|it| Lost::Feature(*it)).collect();
    if found.is_empty() && said == Some(Said::Lost) {
        found.extend(names().take(1).map(|it| Lost::Told(it.to_owned())));
    }
    found
}

/// What a declaration loses, true with what only changes what it does. Whether it is known is the browsers' to say, and
/// what it is called the data's.
fn lost_of(
    lacking: &Lacking,
    known: &Known,
    declaration: &Declaration,
    beside: &[Declaration],
) -> Vec<(Lost, bool)> {
    let said = known.declaration(declaration);
    let mut found: Vec<(Lost, bool)> = of_declaration(lacking, declaration, beside)
        .into_iter()
        .map(|(feature, is_detail)| (Lost::Feature(feature), is_detail))
        .filter(|(_, is_detail)| match said {
            Some(Said::Lost) => !is_detail,
            Some(Said::Kept) => *is_detail,
            None => true,
        })
        .collect();
    // Written under two names so that every browser finds its own.
    let is_doubled = || {
        let mut others = beside.iter().filter(|it| it.property != declaration.property);
        let name = without_prefix(&declaration.property);
        others.any(|it| {
            without_prefix(&it.property) == name && known.declaration(it) != Some(Said::Lost)
        })
    };
    if found.is_empty() && said == Some(Said::Lost) && !is_doubled() {
        found.push((Lost::Told(declaration.property.clone()), false));
    }
    found
}

/// `user-select` of `-webkit-user-select`.
fn without_prefix(property: &str) -> &str {
    let rest = property.strip_prefix('-').and_then(|it| it.split_once('-'));
    rest.map_or(property, |(_, name)| name)
}

fn whole_rule(rule: &Rule, lost: &Lost) -> impl Iterator<Item = Loss> {
    rule.declarations.iter().map(move |declaration| Loss {
        lost: lost.clone(),
        selectors: rule.selectors.clone(),
        property: declaration.property.clone(),
        is_detail: false,
    })
}

/// What an at-rule around declarations needs.
fn of_condition(lacking: &Lacking, name: &str, prelude: &str, rule: &Rule) -> Vec<Feature> {
    let mut found: Vec<Feature> = lacking.by_name(Tree::AtRule, name).copied().collect();
    let detail = |found: &mut Vec<Feature>, key: String| {
        found.extend(lacking.by_key(&key).filter(|feature| !feature.is_weak));
    };
    match name {
        "supports" => {
            for inside in prelude.split(['(', ')']) {
                let Some((property, value)) = inside.split_once(':') else { continue };
                let declaration = Declaration {
                    property: property.trim().to_ascii_lowercase(),
                    value: value.trim().to_owned(),
                };
                let lost = of_declaration(lacking, &declaration, &[]);
                found.extend(lost.into_iter().filter(|it| !it.1).map(|it| it.0));
            }
            for (pseudo, _) in prelude.split("selector(").skip(1).flat_map(pseudos) {
                found.extend(lacking.by_name(Tree::Selector, pseudo));
            }
        }
        "container" => {
            for (mark, key) in [
                ("style(", "style_queries_for_custom_properties"),
                ("scroll-state(", "scroll-state_queries"),
                ("anchored(", "anchor_position_queries"),
            ] {
                if prelude.contains(mark) {
                    detail(&mut found, format!("css.at-rules.container.{key}"));
                }
            }
            // A name alone, and comparisons, came later than the rest.
            if !prelude.contains('(') {
                found.extend(lacking.by_key("css.properties.container-name.name-only_queries"));
            }
            if prelude.split("style(").skip(1).any(|it| it.contains(['<', '>', '='])) {
                let key = "css.at-rules.container.style_queries_for_custom_properties.range_syntax";
                found.extend(lacking.by_key(key));
            }
        }
        "media" => {
            for word in prelude.split(|c: char| !(c.is_alphanumeric() || c == '-')) {
                if !word.is_empty() {
                    detail(&mut found, format!("css.at-rules.media.{word}"));
                }
            }
        }
        _ if rule.selectors.is_empty() => {
            for declaration in &rule.declarations {
                detail(&mut found, format!("css.at-rules.{name}.{}", declaration.property));
            }
        }
        _ => {}
    }
    found
}

/// What a declaration needs; true with those that only change what it does.
fn of_declaration(
    lacking: &Lacking,
    declaration: &Declaration,
    beside: &[Declaration],
) -> Vec<(Feature, bool)> {
    let property = declaration.property.as_str();
    let mut found = Vec::new();
    for feature in lacking.by_name(Tree::Property, property) {
        // Written under two names so that every browser finds its own.
        let is_doubled = beside.iter().any(|other| {
            other.property != property && lacking.is_had(feature.key, &other.property)
        });
        if !is_doubled && !feature.is_weak {
            found.push((*feature, false));
        }
    }
    if !found.is_empty() {
        return found;
    }
    let value_key = |value: &str| format!("css.properties.{property}.{value}");
    let add = |found: &mut Vec<(Feature, bool)>, key: &str| {
        let feature = lacking.by_key(key);
        found.extend(feature.filter(|feature| !feature.is_weak).map(|it| (*it, false)));
        feature.is_some()
    };
    for word in words(&declaration.value) {
        match word {
            Word::Keyword(keyword) => {
                let keyword = keyword.to_ascii_lowercase();
                if !add(&mut found, &value_key(&keyword)) {
                    add(&mut found, &format!("css.types.global_keywords.{keyword}"));
                    // Other names of values are not found by key.
                    let details = lacking.details(&format!("css.properties.{property}"));
                    let named = details.filter(|it| it.name == keyword && !it.is_weak);
                    found.extend(named.map(|it| (*it, false)));
                }
            }
            Word::Unit(unit) => {
                add(&mut found, &format!("css.types.length.{}", unit.to_ascii_lowercase()));
            }
            Word::Function(name, inside) => {
                of_function(lacking, property, name, inside, &mut found);
            }
        }
    }
    if found.is_empty() {
        let details = lacking.details(&format!("css.properties.{property}"));
        // Of a shorthand that is given one value.
        let is_out = |name: &str| name.contains("shorthand") && !declaration.value.contains(' ');
        let is_behavior = |feature: &&Feature| {
            let name = feature.name;
            name.contains('_')
                && !is_out(name)
                && !feature.is_weak
                && !SPECIAL.iter().any(|part| name.contains(part))
        };
        found.extend(details.filter(is_behavior).map(|it| (*it, true)));
    }
    found
}

fn of_function(
    lacking: &Lacking,
    property: &str,
    name: &str,
    inside: &str,
    found: &mut Vec<(Feature, bool)>,
) {
    let name = name.to_ascii_lowercase();
    if INNER.contains(&name.as_str()) {
        return;
    }
    if name.starts_with("--") {
        found.extend(lacking.by_key("css.at-rules.function").map(|it| (*it, false)));
        return;
    }
    let arguments = inside.split(')').next().unwrap_or_default();
    let first = split(arguments, ',').first().copied().unwrap_or_default().trim();
    if name == "attr" {
        let has_type = first.contains("type(") || first.split_whitespace().count() > 1;
        let detail = if first.ends_with("raw-string") { "raw-string" } else { "type_function" };
        let feature = lacking.by_key(&format!("css.types.attr.{detail}"));
        found.extend(feature.filter(|_| has_type).map(|it| (*it, false)));
        return;
    }
    if first.starts_with("from ") {
        let feature = lacking.by_key(&format!("css.types.color.{name}.relative_syntax"));
        found.extend(feature.filter(|it| !it.is_weak).map(|it| (*it, false)));
    }
    let keys = [
        format!("css.properties.{property}.{name}"),
        format!("css.properties.{property}.{name}_function"),
    ];
    if let Some(feature) = keys.iter().find_map(|key| lacking.by_key(key)) {
        found.push((*feature, false));
        return;
    }
    let with_suffix = format!("{name}-function");
    let types = lacking.by_name(Tree::Type, &name).chain(lacking.by_name(Tree::Type, &with_suffix));
    // Old filters had functions of the same names.
    let may_be_color = takes_color(property);
    let is_function = |feature: &&Feature| {
        !feature.is_weak
            && !feature.name.contains('_')
            && (may_be_color || !feature.key.starts_with("css.types.color."))
    };
    found.extend(types.filter(is_function).map(|it| (*it, false)).take(1));
}

/// Whether colors can stand in a property.
fn takes_color(property: &str) -> bool {
    const PARTS: &[&str] = &[
        "color",
        "background",
        "border",
        "outline",
        "shadow",
        "fill",
        "stroke",
        "decoration",
        "image",
        "column-rule",
        "mask",
    ];
    property.starts_with("--") || PARTS.iter().any(|part| property.contains(part))
}

/// Whether an attribute of a shape in a drawing is a style.
fn is_drawn(attribute: &str) -> bool {
    const STYLES: &[&str] = &[
        "clip-path",
        "color-interpolation-filters",
        "dominant-baseline",
        "fill",
        "filter",
        "marker-end",
        "marker-mid",
        "marker-start",
        "mask",
        "paint-order",
        "stroke",
        "text-anchor",
        "transform-origin",
        "vector-effect",
    ];
    STYLES.contains(&attribute)
}

/// Losses that could explain what was found.
pub(super) fn candidates(
    lacking: &Lacking,
    known: &Known,
    losses: &[Loss],
    evidence: &Evidence<'_>,
) -> Vec<Candidate> {
    let inline =
        evidence.elements.iter().flat_map(|element| {
            let style = element.attributes.get("style").map_or("", String::as_str);
            let mut all = declarations(style);
            all.extend(
                element.attributes.iter().filter(|it| is_drawn(it.0)).map(|(name, value)| {
                    Declaration { property: name.clone(), value: value.clone() }
                }),
            );
            let lost = all.iter().flat_map(|one| {
                let found = lost_of(lacking, known, one, &all);
                found.into_iter().map(|(lost, is_detail)| (lost, is_detail, one.property.clone()))
            });
            let closeness = closeness(Match::Named, element.distance);
            lost.map(move |loss| (loss, closeness)).collect::<Vec<_>>()
        });
    let inline = inline.map(|((lost, is_detail, property), closeness)| {
        (Loss { lost, selectors: Vec::new(), property, is_detail }, closeness)
    });
    let is_of_scroll = evidence.properties.first() == Some(&SCROLL);
    let in_sheets = losses.iter().map(|loss| {
        let matches = loss.selectors.iter().filter_map(|it| best_match(it, &evidence.elements));
        let best = matches.map(|it| loss.closeness(it)).max();
        // What is elsewhere can push things around, not paint them.
        let unmatched = match (loss.selectors.is_empty(), effect(&loss.property)) {
            // It is said of what is to be scrolled to.
            _ if is_of_scroll && is_related(&loss.property, SCROLL) => 20,
            (true, _) => 12,
            (false, Effect::Paint) => -20,
            (false, _) => 0,
        };
        (loss.clone(), best.unwrap_or(unmatched))
    });
    in_sheets
        .chain(inline)
        .filter_map(|(loss, closeness)| {
            let score = score(&loss, closeness, evidence);
            // A detail explains what it fits and nothing else.
            if loss.is_detail && (closeness < 30 || score < 40) {
                return None;
            }
            let name = match loss.is_detail {
                true => loss.property.clone(),
                false => loss.lost.title(),
            };
            let mut support = loss.lost.sentence(lacking);
            if let (true, Lost::Feature(feature)) = (loss.is_detail, &loss.lost) {
                support = format!("{}: {support}", feature.name.replace('_', " "));
            }
            let kind = CauseKind::Css;
            let is_guess = loss.is_detail || loss.lost.is_weak();
            Some(Candidate { kind, name, support, score, is_guess, at: NOWHERE })
        })
        .collect()
}

/// What says how much of a page can be selected, for pages that ask what is.
pub(super) fn of_selections(
    lacking: &Lacking,
    losses: &[Loss],
    evidence: &Evidence<'_>,
) -> Vec<Candidate> {
    if !evidence.aspects.contains(&Aspect::Text) {
        return Vec::new();
    }
    let lost = losses.iter().filter(|it| it.property.ends_with("user-select"));
    let candidate = |loss: &Loss| Candidate {
        kind: CauseKind::Css,
        name: loss.lost.title(),
        support: loss.lost.sentence(lacking),
        score: 30,
        is_guess: true,
        at: NOWHERE,
    };
    lost.map(candidate).collect()
}

fn score(loss: &Loss, closeness: i32, evidence: &Evidence<'_>) -> i32 {
    let effect = effect(&loss.property);
    let mut score = closeness + fit(effect, &evidence.aspects);
    let is_measured = |it: &&str| is_related(&loss.property, it) || is_of_box(&loss.property, it);
    if evidence.properties.iter().any(is_measured) {
        score += 20;
    }
    if loss.is_detail {
        score -= 15;
    }
    // What a custom property is for shows elsewhere.
    if loss.property.starts_with("--") && effect == Effect::Any {
        score += 5;
    }
    score
}

/// How near a declaration is to what was found: where children stand is their parent's business.
pub(super) fn closeness_of(property: &str, (found, distance): (Match, usize)) -> i32 {
    let distance = distance - usize::from(distance == 1 && arranges_children(property));
    closeness(found, distance)
}

/// How near a rule is to what was found.
fn closeness(found: Match, distance: usize) -> i32 {
    let near = match found {
        Match::Named => 40,
        Match::Type => 32,
        Match::Anything => 20,
        Match::Elsewhere => 12,
    };
    let far = i32::try_from(distance.min(20)).unwrap_or(20);
    if distance == 0 { near } else { (near - 12 - far * 2).max(4) }
}

/// Whether a property is of what is around the content of a box, which makes it larger.
fn is_of_box(declared: &str, measured: &str) -> bool {
    matches!(measured, "width" | "height")
        && ["padding", "border", "margin"].iter().any(|it| declared.starts_with(it))
}

/// What words look like, each engine's letters aside.
const OF_WORDS: &[&str] = &[
    "-webkit-text-",
    "font-",
    "hanging-",
    "hyphen",
    "letter-spacing",
    "line-break",
    "ruby-",
    "text-",
    "word-",
];

/// Whether a property that was declared can change one that was measured.
pub(super) fn is_related(declared: &str, measured: &str) -> bool {
    let is_part = |long: &str, short: &str| {
        long.strip_prefix(short).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    is_part(declared, measured)
        || is_part(measured, declared)
        || match measured {
            "width" => declared.ends_with("inline-size") || declared.ends_with("-width"),
            "height" => {
                declared.ends_with("block-size")
                    || declared.ends_with("-height")
                    || declared.starts_with("text-box")
            }
            "left" | "top" | "right" | "bottom" => {
                declared.starts_with("inset")
                    || declared.starts_with("position")
                    || declared.starts_with("margin")
            }
            HIT => declared == "pointer-events",
            FOCUS => declared.starts_with("reading-"),
            SCROLL => declared == "overflow-anchor",
            LETTERS => OF_WORDS.iter().any(|name| declared.starts_with(name)),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use xcheck_model::engine::Engine;
    use xcheck_trace::run::{Support, SupportKind};

    use super::super::css::rules;
    use super::super::support::lacking;
    use super::*;

    fn lost(engine: Engine, sheet: &str) -> Vec<String> {
        lost_as_said(engine, sheet, &Known::default())
    }

    fn lost_as_said(engine: Engine, sheet: &str, known: &Known) -> Vec<String> {
        let losses = losses(lacking(engine), known, &rules(sheet));
        let title = |loss: &Loss| match loss.is_detail {
            true => format!("detail {}", loss.lost.title()),
            false => loss.lost.title(),
        };
        let mut names: Vec<String> = losses.iter().map(title).collect();
        names.dedup();
        names
    }

    #[test]
    fn what_a_browser_lacks_is_found_in_sheets() {
        for (engine, sheet, expected) in [
            (Engine::Firefox, "a { height: calc-size(auto, size) }", &["calc-size"] as &[_]),
            (Engine::Firefox, "a { break-before: column; color: red }", &["break-before.column"]),
            (
                Engine::WebKit,
                "a { break-before: column }",
                &["detail break-before.multicol_context"],
            ),
            (
                Engine::Firefox,
                "a { left: calc(attr(data-x type(<number>)) * 1px) }",
                &["attr.type_function"],
            ),
            (Engine::Firefox, "a { content: attr(data-x) }", &[]),
            (Engine::WebKit, ".a { field-sizing: content; min-height: 1px }", &["field-sizing"]),
            (
                Engine::WebKit,
                "a { position-area: bottom }",
                &["detail position-area.disables_auto_margins_and_insets"],
            ),
            (
                Engine::Firefox,
                "p { -webkit-mask-box-image: url(a.png) 30 }",
                &["-webkit-mask-box-image"],
            ),
            (Engine::Firefox, "a { -webkit-user-select: none; user-select: none }", &[]),
            (Engine::WebKit, "a { @supports (corner-shape: scoop) { top: 0 } }", &["corner-shape"]),
            (Engine::Firefox, "a { top: if(style(--x: 1): 1px; else: 2px) }", &["if"]),
            (
                Engine::Firefox,
                "@container scroll-state(stuck: top) { a { top: 0 } }",
                &["container.scroll-state_queries"],
            ),
            (
                Engine::WebKit,
                "@container desk { a { top: 0 } }",
                &["container-name.name-only_queries"],
            ),
            (
                Engine::WebKit,
                "@container style(--x >= 3) { a { top: 0 } }",
                &["container.style_queries_for_custom_properties.range_syntax"],
            ),
            (Engine::WebKit, "@container style(--x: 3) { a { top: 0 } }", &[]),
            (Engine::Firefox, "a::scroll-marker { color: red }", &["scroll-marker"]),
        ] {
            assert_eq!(lost(engine, sheet), expected, "{engine} {sheet}");
        }
    }

    #[test]
    fn browsers_know_better_than_the_data() {
        let said = |kind: SupportKind, text: &str, has: bool| {
            let text = text.to_owned();
            Support { kind, text, has }
        };
        let of = |kind: SupportKind, texts: &[&str], has: bool| {
            texts.iter().map(|text| said(kind, text, has)).collect::<Vec<_>>()
        };
        let lost = |sheet: &str, kind: SupportKind, texts: &[&str], has: bool| {
            let (ours, theirs) = (of(kind, texts, true), of(kind, texts, has));
            let known = Known::new(ours.into_iter(), theirs.into_iter());
            lost_as_said(Engine::Firefox, sheet, &known)
        };
        let (declaration, selector) = (SupportKind::Declaration, SupportKind::Selector);
        let sheet = "a { height: calc-size(auto, size) }";
        let text = ["height: calc-size(auto, size)"];
        assert_eq!(lost(sheet, declaration, &text, false), ["calc-size"]);
        assert_eq!(lost(sheet, declaration, &text, true), [""; 0]);
        let sheet = "a { color: fancy }";
        assert_eq!(lost(sheet, declaration, &["color: fancy"], false), ["color"]);
        assert_eq!(lost(sheet, declaration, &["color: fancy"], true), [""; 0]);
        let sheet = "a { fancy-color: red; -moz-fancy-color: red }";
        assert_eq!(lost(sheet, declaration, &["fancy-color: red"], false), [""; 0]);
        let sheet = "a:fancy, b { top: 0 }";
        assert_eq!(lost(sheet, selector, &["a:fancy, b"], false), ["fancy"]);
        assert_eq!(
            lost("a::scroll-marker { top: 0 }", selector, &["a::scroll-marker"], true),
            [""; 0]
        );
    }
}
