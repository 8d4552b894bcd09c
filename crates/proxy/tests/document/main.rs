//! The agent goes into any document at the right place, however the bytes are cut.
//!
//! The yardstick is a real HTML parser: with the agent's element taken out again,
//! the tree must be the one of the untouched document.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use bytes::Bytes;
use insta::assert_snapshot;
use proptest::prelude::*;
use scraper::{Html, Selector};
use xcheck_proxy::document::{AgentScript, Declared, Injector, Pass, plan};

/// The document with the agent in it, the given cuts applied; as it is where it has no place for one.
fn rewrite(content_type: &str, document: &[u8], cuts: &[usize]) -> Vec<u8> {
    let agent = AgentScript::new("@").unwrap();
    let declared = Declared::read(Some(content_type), false).unwrap();
    let Some(plan) = plan(declared, document, true).unwrap() else { return document.to_vec() };
    let mut injector = Injector::new(plan, &agent, &Pass::default());
    let mut out = Vec::new();
    let mut rest = document;
    for cut in cuts {
        let (piece, after) = rest.split_at((*cut).min(rest.len()));
        out.extend_from_slice(&injector.push(Bytes::copy_from_slice(piece)));
        rest = after;
    }
    out.extend_from_slice(&injector.push(Bytes::copy_from_slice(rest)));
    out.extend_from_slice(&injector.finish());
    out
}

const HTML_ELEMENT: &str = "<script>document.currentScript.remove();@</script>";
const XML_ELEMENT: &str = "<script xmlns=\"http://www.w3.org/1999/xhtml\">/*<![CDATA[*/document.currentScript.remove();@/*]]>*/</script>";

/// The result with `@` for the agent's element.
fn check(content_type: &str, document: &str) -> String {
    let out = rewrite(content_type, document.as_bytes(), &[]);
    let cuts = vec![1; document.len()];
    assert_eq!(out, rewrite(content_type, document.as_bytes(), &cuts), "cut at every byte");
    String::from_utf8(out).unwrap().replace(HTML_ELEMENT, "@").replace(XML_ELEMENT, "@")
}

fn html(document: &str) -> String {
    check("text/html", document)
}

fn xml(document: &str) -> String {
    check("application/xhtml+xml", document)
}

#[test]
fn after_an_explicit_head() {
    assert_snapshot!(html("<!doctype html><html><head><title>"), @"<!doctype html><html><head>@<title>");
    assert_snapshot!(html("<HTML a='<head>'> <HEAD/x y=\">\">z"), @r#"<HTML a='<head>'> <HEAD/x y=">">@z"#);
    assert_snapshot!(html("<!-- <head> --!><?x <head?><html><html b><head\t>"), @"<!-- <head> --!><?x <head?><html><html b><head	>@");
    assert_snapshot!(html("</p a='>'></x/><head =\"'>'>"), @r#"</p a='>'></x/><head ="'>@'>"#);
}

#[test]
fn before_what_implies_a_head() {
    assert_snapshot!(html("<!doctype html>\n<title>x"), @"
    <!doctype html>
    @<title>x
    ");
    assert_snapshot!(html("<html><header>"), @"<html>@<header>");
    assert_snapshot!(html("<html> <body>"), @"<html> @<body>");
    assert_snapshot!(html("<html></head>"), @"<html>@</head>");
    assert_snapshot!(html("</br>"), @"@</br>");
    assert_snapshot!(html("text"), @"@text");
    assert_snapshot!(html("<3"), @"@<3");
    assert_snapshot!(html("<h"), @"@<h");
    assert_snapshot!(html(""), @"@");
    assert_snapshot!(html("<frameset>"), @"@<frameset>");
}

#[test]
fn never_inside_what_does_not_end() {
    assert_snapshot!(html("<!-- <head>"), @"<!-- <head>");
    assert_snapshot!(html("<html a='<head>"), @"<html a='<head>");
    assert_snapshot!(html("<!doctype"), @"<!doctype");
}

#[test]
fn first_in_the_root_of_xml() {
    assert_snapshot!(xml("<?xml version='1.0'?><!DOCTYPE html PUBLIC '>' \">\"><html xmlns='x'><head/></html>"), @r#"<?xml version='1.0'?><!DOCTYPE html PUBLIC '>' ">"><html xmlns='x'>@<head/></html>"#);
    assert_snapshot!(xml("<!DOCTYPE s [<!ENTITY a ']>'><!-- ]> ' --><?p ]> '?>]><!-- <a> --><s a='>'>t</s>"), @"<!DOCTYPE s [<!ENTITY a ']>'><!-- ]> ' --><?p ]> '?>]><!-- <a> --><s a='>'>@t</s>");
    assert_snapshot!(xml("<svg/>"), @"<svg/>");
    assert_snapshot!(xml("not xml <a>"), @"not xml <a>");
    assert_snapshot!(xml("<!---><a>--><a>"), @"<!---><a>--><a>@");
}

#[test]
fn in_utf_16() {
    for (label, encode) in [
        ("utf-16le", (|unit: u16| unit.to_le_bytes()) as fn(u16) -> [u8; 2]),
        ("utf-16be", |unit: u16| unit.to_be_bytes()),
    ] {
        let bytes = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(encode).collect() };
        let content_type = format!("text/html; charset={label}");
        for bom in ["", "\u{feff}"] {
            // The first byte of U+3C41 and the second of U+413C look like `<`.
            let (before, after) = ("<!doctype html><!--\u{3c41}\u{413c}--><head>", "<title>é");
            let document = bytes(&format!("{bom}{before}{after}"));
            let expected = bytes(&format!("{bom}{before}{HTML_ELEMENT}{after}"));
            assert_eq!(rewrite(&content_type, &document, &[]), expected);
            let cuts = vec![1; document.len()];
            assert_eq!(rewrite(&content_type, &document, &cuts), expected);
        }
    }
}

/// Bits of markup that make or break a head.
fn markup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "<!doctype html>",
        "<html>",
        "<html lang=en>",
        "<HTML a='>'>",
        "<head>",
        "<head x=1>",
        "<HEAD\n>",
        "</head>",
        "<body>",
        "<body class=b>",
        "</body>",
        "</html>",
        "<title>t</title>",
        "<p>",
        "</p>",
        "<br>",
        "</br>",
        "<!---->",
        "<!-- c -->",
        "<!-->",
        "<!--->",
        "<!-- a --!>",
        "<!x>",
        "<?y>",
        "</>",
        "</ z>",
        "<![CDATA[x]]>",
        " ",
        "\n",
        "text",
        "<",
        ">",
        "<header>",
        "<heads>",
        "<h",
        "<meta charset=utf-8>",
        "<style>a{}</style>",
        "<script>1</script>",
        "<noscript><p></noscript>",
        "<template>t</template>",
        "<frameset>",
        "<svg><g/></svg>",
        "'",
        "\"",
        "=",
        "/",
        "é",
        "<a b=c",
        "<base href=/>",
        "<plaintext>",
        "<table><td>",
        "<html/>",
        "<head/>",
        "--",
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 3.2//EN\">",
    ]);
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

/// The tree as a parser with scripting builds it, without the agent's element.
fn tree(document: &[u8]) -> String {
    let mut html = Html::parse_document(str::from_utf8(document).unwrap());
    let scripts = Selector::parse("script").unwrap();
    let agent = html.select(&scripts).find(|script| script.inner_html().ends_with(";@"));
    if let Some(agent) = agent.map(|agent| agent.id()) {
        html.tree.get_mut(agent).unwrap().detach();
    }
    format!("{:?} {:?} {}", html.quirks_mode, html.tree.root().children().count(), html.html())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_tree_stays_the_same(document in markup()) {
        let out = rewrite("text/html; charset=utf-8", document.as_bytes(), &[]);
        prop_assert_eq!(tree(&out), tree(document.as_bytes()));
    }

    #[test]
    fn cuts_do_not_matter(document in markup(), cuts in prop::collection::vec(0usize..9, 0..60)) {
        for content_type in ["text/html; charset=utf-8", "application/xhtml+xml", "text/html; charset=utf-16le"] {
            let whole = rewrite(content_type, document.as_bytes(), &[]);
            prop_assert_eq!(&whole, &rewrite(content_type, document.as_bytes(), &cuts));
        }
    }

    #[test]
    fn any_bytes_survive(bytes in prop::collection::vec(any::<u8>(), 0..200), cuts in prop::collection::vec(0usize..9, 0..40)) {
        for content_type in ["text/html", "image/svg+xml", "text/html; charset=utf-16be"] {
            let out = rewrite(content_type, &bytes, &cuts);
            prop_assert_eq!(&out, &rewrite(content_type, &bytes, &[]));
            prop_assert!(out.len() >= bytes.len());
        }
    }
}
