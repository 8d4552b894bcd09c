//! Causes of made-up findings, from small sources.

use std::collections::BTreeMap;

use xcheck_model::engine::Engine;
use xcheck_model::run::{Divergence, DivergenceKind, Uncaught};
use xcheck_trace::run::{Ran, RanScript, SourceKind};

use super::known::Known;
use super::support::{Browser, Lacking};
use super::{Diagnosis, Evidence, Marks, uncaught};
use crate::difference::Aspect;

fn diagnosis(engine: Engine, sources: &[(SourceKind, &str)]) -> Diagnosis {
    let version = match engine {
        Engine::Chromium => "156.0",
        Engine::Firefox => "153.0",
        Engine::WebKit => "2.50.6",
    };
    let chromium = Browser::new(Engine::Chromium, "156.0.8078.79");
    let lacking = Lacking::new(chromium, Browser::new(engine, version));
    let sources: Vec<_> = sources
        .iter()
        .map(|(kind, text)| ("http://app/a".to_owned(), *kind, (*text).to_owned()))
        .collect();
    Diagnosis::of_sources(lacking, Known::default(), &sources)
}

/// `div#id.class` with attributes as `[name=value]`, then ancestors after spaces.
fn elements(text: &str) -> Vec<Marks> {
    let one = |(distance, text): (usize, &str)| {
        let mut parts = text.split('[');
        let (names, attributes) = (parts.next().unwrap(), parts);
        let mut classes = names.split('.');
        let first = classes.next().unwrap();
        let (name, id) = first.split_once('#').unwrap_or((first, ""));
        let attributes: BTreeMap<String, String> = attributes
            .filter_map(|it| it.trim_end_matches(']').split_once('='))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        Marks {
            name: name.to_owned(),
            id: id.to_owned(),
            classes: classes.map(str::to_owned).collect(),
            attributes,
            distance,
        }
    };
    text.split(' ').enumerate().map(one).collect()
}

fn error(message: &str, line: u64) -> Uncaught {
    Uncaught {
        name: String::new(),
        message: message.to_owned(),
        url: "http://app/a".to_owned(),
        line,
        column: 1,
    }
}

#[test]
fn errors_name_apis() {
    use Engine::{Firefox, WebKit};
    for (engine, source, message, expected) in [
        (
            WebKit,
            "",
            "TypeError: a.b.moveBefore is not a function. (In 'x', 'y' is undefined)",
            "Element.moveBefore",
        ),
        (WebKit, "", "ReferenceError: Can't find variable: Temporal", "Temporal"),
        (
            Firefox,
            "",
            "TypeError: can't access property \"type\", navigator.connection is undefined",
            "Navigator.connection",
        ),
        (
            WebKit,
            "",
            "TypeError: undefined is not an object (evaluating 'navigator.connection.type')",
            "Navigator.connection",
        ),
        (Firefox, "", "ReferenceError: EyeDropper is not defined", "EyeDropper"),
        (
            WebKit,
            "",
            "TypeError: window.showOpenFilePicker is not a function. (In 'x', 'y' is undefined)",
            "Window.showOpenFilePicker",
        ),
        (WebKit, "\nlet a;\nfoo(x.moveBefore);", "TypeError: Type error", "Element.moveBefore"),
        (WebKit, "a();\n{ using f = open(); }", "SyntaxError: Unexpected identifier 'f'", "using"),
        (
            WebKit,
            "for await (const a of stream) {}",
            "TypeError: undefined is not a function (near '...for await (const a of stream)...')",
            "ReadableStream.@@asyncIterator",
        ),
        // The data does not know it, and neither does the page.
        (
            Firefox,
            "a.fancyNewThing()",
            "TypeError: a.fancyNewThing is not a function",
            "fancyNewThing",
        ),
        // The page's own mistakes.
        (Firefox, "const o = { go: () => 1 }; o.go()", "TypeError: o.go is not a function", ""),
        (Firefox, "", "TypeError: can't access property \"x\", data.rows is undefined", ""),
    ] {
        let line = source.lines().count() as u64;
        let error = error(message, line.max(1));
        let evidence = Evidence { errors: vec![&error], ..Evidence::default() };
        let cause = diagnosis(engine, &[(SourceKind::Js, source)]).cause(&evidence);
        assert_eq!(cause.name, expected, "{engine} {message}");
    }
}

#[test]
fn sheets_name_what_is_lost() {
    use Aspect::{Missing, Pixels, Place, Size};
    use Engine::{Firefox, WebKit};
    let more = ".other { corner-shape: bevel } * { -webkit-font-smoothing: antialiased; will-change: top }";
    for (engine, sheet, aspect, at, expected) in [
        (Firefox, ".card { width: calc-size(auto, size) }", Size, "div#a.card body", "calc-size"),
        (WebKit, "textarea { field-sizing: content }", Size, "textarea body", "field-sizing"),
        (WebKit, ".v { border-radius: 9px; corner-shape: scoop }", Pixels, "div.v", "corner-shape"),
        (WebKit, ".v { border-radius: 9px; corner-shape: scoop }", Size, "div.v", ""),
        (
            Firefox,
            ".a { .b { -webkit-box-reflect: below } }",
            Pixels,
            "p.b div.a",
            "-webkit-box-reflect",
        ),
        (Firefox, "a::scroll-marker { width: 1px }", Size, "a", "scroll-marker"),
        (Firefox, "#m { top: if(style(--x: 1): 1px; else: 2px) }", Place, "p#m", "if"),
        (Firefox, "p { color: red }", Pixels, "p", ""),
        // Somebody else's trouble.
        (WebKit, ".v { corner-shape: scoop } .w { corner-shape: notch }", Size, "p.x", ""),
        // Hidden here, shown there.
        (
            WebKit,
            ".job.open .in { height: calc-size(auto, size) }",
            Missing,
            "ol div.in div.job.open",
            "calc-size",
        ),
    ] {
        let sheet = format!("{sheet} {more}");
        let evidence =
            Evidence { aspects: vec![aspect], elements: elements(at), ..Evidence::default() };
        let html = format!("<style>{sheet}</style>");
        for source in [(SourceKind::Css, sheet.as_str()), (SourceKind::Html, html.as_str())] {
            let cause = diagnosis(engine, &[source]).cause(&evidence);
            assert_eq!(cause.name, expected, "{engine} {sheet}");
        }
    }
}

#[test]
fn what_both_browsers_take_is_named_last_and_only_if_it_is_declared() {
    for (sheet, at, property, texts, expected) in [
        // One browser does just what is asked for.
        (".a { min-width: 540px; color: red }", "div.a", "width", ("540px", "290px"), "min-width"),
        (
            ".a { height: 150px; max-height: min-content }",
            "p.a",
            "height",
            ("40px", "150px"),
            "max-height",
        ),
        // Where children stand is their parent's business.
        (
            ".in { color: red } .out { columns: 2 }",
            "p.in div.out",
            "top",
            ("1px", "40px"),
            "columns",
        ),
        (".b { min-width: 540px }", "div.a", "width", ("540px", "290px"), ""),
        ("", "tr td[rowspan=3]", "height", ("74px", "31px"), "rowspan"),
    ] {
        let evidence = Evidence {
            aspects: vec![if property == "top" { Aspect::Place } else { Aspect::Size }],
            properties: vec![property],
            elements: elements(at),
            texts,
            ..Evidence::default()
        };
        let cause = diagnosis(Engine::WebKit, &[(SourceKind::Css, sheet)]).cause(&evidence);
        assert_eq!(cause.name, expected, "{sheet} {at}");
    }
}

#[test]
fn markup_names_what_is_lost() {
    for (engine, html, aspect, at, expected) in [
        (Engine::Firefox, "<input type=week id=w>", Aspect::Text, "p#out body", "input.type_week"),
        (Engine::Firefox, "", Aspect::Size, "input#w[type=month] body", "input.type_month"),
        (
            Engine::WebKit,
            "<button interestfor=tip>",
            Aspect::Missing,
            "div#tip body",
            "button.interestfor",
        ),
        (Engine::Firefox, "", Aspect::Size, "p[style=height:calc-size(auto,size)]", "calc-size"),
        (Engine::Firefox, "<img fetchpriority=high>", Aspect::Missing, "p", ""),
    ] {
        let evidence =
            Evidence { aspects: vec![aspect], elements: elements(at), ..Evidence::default() };
        let cause = diagnosis(engine, &[(SourceKind::Html, html)]).cause(&evidence);
        assert_eq!(cause.name, expected, "{engine} {html} {at}");
    }
}

#[test]
fn scripts_name_what_fails_silently() {
    for (engine, script, aspect, texts, expected) in [
        (
            Engine::WebKit,
            "if ('requestIdleCallback' in window) go()",
            Aspect::Missing,
            ("", ""),
            "Window.requestIdleCallback",
        ),
        (
            Engine::Firefox,
            "out.textContent = navigator.userAgentData?.platform",
            Aspect::Text,
            ("Linux", ""),
            "Navigator.userAgentData",
        ),
        (
            Engine::WebKit,
            "ctx.filter = 'blur(2px)'",
            Aspect::Drawing,
            ("", ""),
            "CanvasRenderingContext2D.filter",
        ),
        (Engine::WebKit, "list.filter(Boolean); entry.minutes = 3", Aspect::Text, ("3", "4"), ""),
        (
            Engine::Firefox,
            "new Date(text).getTime()",
            Aspect::Text,
            ("5 June", "Invalid Date"),
            "Date.parse",
        ),
        (
            Engine::Firefox,
            "try { JSON.parse(x) } catch (e) { show(e.message) }",
            Aspect::Text,
            ("Unexpected token", "JSON.parse: bad"),
            "JSON.parse",
        ),
        (
            Engine::Firefox,
            "new Intl.DateTimeFormat('ar').format(d)",
            Aspect::Text,
            ("5 May 2025", "6 May 2025"),
            "Intl.DateTimeFormat",
        ),
        (
            Engine::WebKit,
            "day = d => d.toLocaleDateString('en-CA'); if (window.Temporal) more()",
            Aspect::Text,
            ("Crate 1, 2024-05-11", "Crate 1, 5/11/24"),
            "Date.toLocaleDateString",
        ),
        (
            Engine::WebKit,
            "x.toLocaleString('de-CH'); if (window.Temporal) more()",
            Aspect::Text,
            ("CHF 12'500.00", "CHF 12’500.00"),
            "toLocaleString",
        ),
        (Engine::Firefox, "out.textContent = total", Aspect::Text, ("1", "2"), ""),
    ] {
        let evidence = Evidence { aspects: vec![aspect], texts, ..Evidence::default() };
        let cause = diagnosis(engine, &[(SourceKind::Js, script)]).cause(&evidence);
        assert_eq!(cause.name, expected, "{engine} {script}");
    }
}

#[test]
fn what_ran_before_a_step_is_what_it_shows() {
    let script = "go.onclick = () => { if (window.Temporal) show('later') }; \
        up.onclick = () => { list.moveBefore(a, b) }; \
        field.when('input').subscribe(() => show('typed')); \
        never = () => { navigator.userAgentData }";
    let mut diagnosis = diagnosis(Engine::WebKit, &[(SourceKind::Js, script)]);
    let at = |text: &str| script.find(text).unwrap() as u64;
    let piece = |text: &str| (at(text), at(text) + text.len() as u64);
    let ran = [
        (0, vec![piece("go.onclick"), piece("up.onclick"), piece("field.when('input')")]),
        (1, vec![piece("if (window.Temporal) show('later')")]),
        (2, vec![piece("list.moveBefore(a, b)")]),
        (3, vec![piece("show('typed')")]),
    ];
    let url = diagnosis.scripts.all[0].url.clone();
    diagnosis.scripts.run(ran.into_iter().map(|(step, pieces)| Ran {
        step,
        scripts: vec![RanScript { url: url.clone(), len: script.len() as u64, pieces }],
    }));
    let cause = |step: u64| {
        let evidence = Evidence { step, aspects: vec![Aspect::Text], ..Evidence::default() };
        diagnosis.cause(&evidence).name
    };
    assert_eq!(cause(1), "Temporal");
    assert_eq!(cause(2), "Element.moveBefore");
    assert_eq!(cause(3), "EventTarget.when", "it would have called what was handed to it");
}

#[test]
fn fields_of_some_types_take_what_is_typed_in_ways_of_their_own() {
    let cause = |kind: &str, property: &'static str| {
        let input = Marks {
            name: "input".to_owned(),
            attributes: [("type".to_owned(), kind.to_owned())].into(),
            ..Marks::default()
        };
        let evidence = Evidence {
            aspects: vec![Aspect::State],
            properties: vec![property],
            elements: vec![input],
            ..Evidence::default()
        };
        diagnosis(Engine::WebKit, &[]).cause(&evidence).name
    };
    assert_eq!(cause("Number", "value"), "input.type_number");
    assert_eq!(cause("number", "checked"), "");
    assert_eq!(cause("text", "value"), "");
}

#[test]
fn divergences_tell_of_errors_and_events() {
    let told = |kind, detail: &str| Divergence {
        page: 0,
        event: None,
        kind,
        detail: detail.to_owned(),
        expected: None,
        actual: None,
        registered_by: None,
    };
    let script = (SourceKind::Js, "a.addEventListener('keypress', f)");
    let diagnosis = diagnosis(Engine::WebKit, &[script]);
    for (divergence, expected) in [
        (told(DivergenceKind::EventsDiffer, "keypress came here only"), "keypress_event"),
        (told(DivergenceKind::EventsDiffer, "wheel came here only"), ""),
        (
            told(
                DivergenceKind::ErrorOnlyHere,
                "TypeError: a.moveBefore is not a function at http://app/a:1:2",
            ),
            "Element.moveBefore",
        ),
    ] {
        let evidence = Evidence { divergences: vec![&divergence], ..Evidence::default() };
        assert_eq!(diagnosis.cause(&evidence).name, expected, "{}", divergence.detail);
    }
    let error = uncaught("Error: look at this at http://app/a:12:3");
    assert_eq!((error.message.as_str(), error.line), ("Error: look at this", 12));
}

#[test]
fn nothing_is_missing_without_sources() {
    let evidence = Evidence {
        aspects: vec![Aspect::Size],
        elements: elements("div#a"),
        console: vec!["hello: x is not"],
        ..Evidence::default()
    };
    assert_eq!(diagnosis(Engine::WebKit, &[]).cause(&evidence), super::unknown());
}
