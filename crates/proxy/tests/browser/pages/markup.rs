//! Documents as they are found in the wild: the tree is the one that the parser would have built without the agent.

use std::time::Duration;

use xcheck_testkit::site::{self, Act};

use crate::book::{Agent, Book, FIRST_SCRIPT, html, query};
use crate::same_on_every_engine;

same_on_every_engine!(odd_html, xml_documents, long_and_slow_documents);

const ODD: &[&str] = &[
    "",
    " ",
    "\n\n",
    "only text",
    "  text after spaces",
    "<p>no html, no head",
    "<title>t</title><p>x",
    "<!doctype html><p>x",
    "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"http://www.w3.org/TR/html4/loose.dtd\"><p>x",
    "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\"><p>quirks",
    "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\"><p>x",
    "<!doctype html system 'about:legacy-compat'><p>x",
    "<!doctype><p>quirks",
    "<!doctype html SYSTEM \"a>b\"><p>a greater-than sign in the doctype",
    "<!-- comment --><!doctype html><p>comment before the doctype",
    "text<!doctype html><p>doctype too late",
    "<!doctype html><!-- one --><html><!-- two --><head><!-- three --><title>t</title></head><!-- four --><body>x</body><!-- five --></html><!-- six -->",
    "<!doctype html><html lang=en class='a b'><head id=h data-x=1><title>t</title></head><body id=b>x",
    "<html a=1><html b=2><head c=3><head d=4><body e=5><body f=6>x",
    "<HTML><HEAD PROFILE='x'><TITLE>upper</TITLE></HEAD><BODY>x",
    "<html\n\tlang\n=\n'en'\n><head\n/><p>x",
    "<html lang=en/><head/><title>t</title>x",
    "<html title='>' data-y=\">\"><head title='<script>'><p>quotes",
    "<html title=unquoted'quote\"><head title='unclosed><p>x</p>",
    "<html lang='en",
    "<head",
    "<head ",
    "<he",
    "<",
    "</",
    "<!",
    "<!-",
    "<!--",
    "<!-- unclosed <p>x</p>",
    "<!doctype html><!-- unclosed <p>x</p>",
    "<!--><p>abrupt",
    "<!---><p>abrupt",
    "<!-- a --!><p>bang",
    "<!-- a -- b --><p>dashes",
    "<!doctype html><html><!-- unclosed in html <head><title>t</title>",
    "<?xml version='1.0'?><!doctype html><p>processing instruction",
    "<![CDATA[ x ]]><p>cdata",
    "<!ELEMENT br EMPTY><p>declaration",
    "</p><p>end tags first",
    "</html><p>end of html first",
    "</head><p>end of head first",
    "</body><p>end of body first",
    "</br><p>end of br first",
    "</div foo='>'></span><html lang=x><p>ignored end tags",
    "</><p>empty end tag",
    "</ p><p>bogus end tag",
    "<html></head><p>x",
    "<html><head></html><p>x",
    "<head></head><head id=second><title>t</title></head>after",
    "<html><head><noscript><p>no script</p></noscript></head><body><noscript>b</noscript>",
    "<headfoo>x",
    "<htmlx lang=en>x",
    "<header>x</header>",
    "<body bgcolor=red><p>x",
    "<frameset cols='50%,*'><frame src=/blank name=a><frame src=/blank?2 name=b></frameset>",
    "<html><head></head><frameset rows='*,1*'><frame src=/blank></frameset><noframes>none</noframes>",
    "<html><title>t</title><frameset><frame src=/blank></frameset>",
    "<p>x<frameset><frame src=/blank></frameset>",
    "<base href=/elsewhere/><a href=x>link</a>",
    "<head><base target=_top href='http://localhost:9/'><link rel=x href=y></head>",
    "<template><p>in a template</p></template><p>x",
    "<table><tr><td>x<p>foster</table>",
    "<svg><title>t</title><p>x</svg>",
    "<math><mi>x</mi></math>",
    "<plaintext>all the rest <p>is text",
    "<textarea><p>x",
    "<title>unclosed title <p>x",
    "<style>unclosed style <p>x",
    "<select><option>a<p>b</select>",
    "<!doctype html>\0<p>nul before",
    "\0<p>nul first",
    "<p>\0nul in text\0",
    "<html\0 lang=en><head\0><p>nul in tags",
    "<\0p>nul in a tag's name",
    "\x0c<p>form feed",
    "\r\n\r\n<!doctype html>\r\n<html>\r\n<head>\r\n<title>x</title>\r\n",
    "&amp;<p>entity first",
    "<p>&notit; &#x80; &#0; &unknown;",
    "\u{feff}<!doctype html><p>byte order mark",
    "\u{feff}\u{feff}<!doctype html><p>two byte order marks",
    "<meta http-equiv=refresh content='1000;url=/x'><p>refresh",
    "<meta http-equiv=content-language content=de><p>x",
    "<html manifest=x><head prefix='og: http://ogp.me/ns#'><meta property=og:title content=x></head>",
    "<!--[if IE]><html class=ie><![endif]--><!--[if !IE]><!--><html class=no-ie><!--<![endif]--><head><title>t</title>",
    "<html><head><object data=x></object><title>t</title></head><p>x",
    "<html><head><div>in head</div><title>late</title></head>",
    "<image src=x><isindex>",
    "<a><b><a></b><p>misnested",
];

/// Cuts at places that look random and are the same on both sides.
fn cut(bytes: &[u8], seed: u64) -> Vec<Act> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap_or_default()
    };
    let mut pieces = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at((1 + next(9)).min(rest.len()));
        pieces.push(piece);
        rest = after;
    }
    let headers = [("content-type", "text/html; charset=utf-8")];
    site::chunked(&headers, &pieces, Duration::from_micros(200))
}

fn odd_html() -> Book {
    let mut book = Book::new().html("/blank", "<!doctype html><p>blank");
    for (index, text) in ODD.iter().enumerate() {
        let path = format!("/odd/{index}");
        book = book
            .on(&path, move |asked| match query(asked, "seed").and_then(|seed| seed.parse().ok()) {
                Some(seed) => cut(text.as_bytes(), seed),
                None => site::page(text),
            })
            .visit(&path);
    }
    // As frames, all at once, cut anew each time.
    for seed in 1..4 {
        let frames: String = (0..ODD.len())
            .map(|index| {
                format!("<iframe src='/odd/{index}?seed={}'></iframe>\n", seed * 100 + index)
            })
            .collect();
        book = book.page(&format!("/all/{seed}"), format!("<!doctype html>\n<body>{frames}"));
    }
    // The end of an unclosed comment or tag is the end of the document: nothing runs in there.
    for page in &mut book.pages {
        let Some(index) =
            page.path.strip_prefix("/odd/").and_then(|index| index.parse::<usize>().ok())
        else {
            page.agent = Agent::InPage;
            continue;
        };
        let text: &str = ODD[index];
        let is_unclosed = [
            "<!--",
            "<!-- unclosed",
            "<!-",
            "<!",
            "<head ",
            "<html lang='en",
            "<head title='unclosed",
        ]
        .iter()
        .any(|end| text == *end || (end.len() > 6 && text.contains(end)));
        // WebKit makes a frame of an object's plain text.
        if text.contains("<object") {
            page.agent = Agent::InPage;
        }
        if is_unclosed {
            page.agent = Agent::Nowhere;
        }
    }
    book
}

fn xml_documents() -> Book {
    const XHTML: &str = "http://www.w3.org/1999/xhtml";
    // WebKit's XML parser cuts long character data into nodes, where its buffers happen to end. So the script is not
    // in the document.
    let script = "<script xmlns=\"http://www.w3.org/1999/xhtml\" src=\"/first.js\"></script>";
    // What is wrong in the root's own line is said to be in another column, so nothing is.
    let xhtml = |start: &str, body: &str| {
        format!(
            "{start}<html xmlns=\"{XHTML}\" lang=\"en\">\n<head>{script}<title>x</title></head><body>{body}</body></html>"
        )
    };
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\">{script}<title>s</title>\
         <rect id=\"r\" width=\"4\" height=\"5\"/><style>rect {{ fill: red }} svg > :first-child {{ stroke: blue }}</style></svg>"
    );
    let with_entities = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE html [\n  <!ENTITY name \"expanded\">\n  \
         <!-- <html> ]> -->\n  <?pi ]> ?>\n  <!ENTITY tag '<b xmlns=\"http://www.w3.org/1999/xhtml\">bold > ]</b>'>\n]>\n";
    let utf16 = |text: &str| -> Vec<u8> {
        [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    let plain = "<p>text &amp; more</p>";
    let xhtml_type = "application/xhtml+xml";
    let mut book = Book::new().script("/first.js", FIRST_SCRIPT);
    for (name, body) in [
        ("plain", xhtml("", plain)),
        ("declared", xhtml("<?xml version='1.0'?>\n<!-- a --><?b c?>", plain)),
        (
            "doctype",
            xhtml(
                "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">",
                "<p>&nbsp;&eacute;</p>",
            ),
        ),
        ("entities", xhtml(with_entities, "<p>&name; &tag;</p>")),
        ("broken", xhtml("", "<p>unclosed")),
        (
            "broken-late",
            xhtml("", "<p>fine</p><script>root.setAttribute('data-ran', '')</script><b>"),
        ),
        ("attributes", xhtml("", plain).replace("lang=\"en\"", "title='a > b' data-x=\"'\"")),
        ("stylesheet", xhtml("<?xml-stylesheet href='/style.css'?>", plain)),
        (
            "prefixed",
            format!(
                "<h:html xmlns:h=\"{XHTML}\"><h:head><h:title>p</h:title></h:head><h:body><h:p>x</h:p></h:body></h:html>"
            ),
        ),
        (
            "measured",
            xhtml(
                "",
                "<script>measure(async () => [document.scripts.length, document.documentElement.firstChild.nodeName, document.documentElement.childNodes.length])</script>",
            ),
        ),
    ] {
        book = book.page_with(&format!("/xhtml/{name}"), &[("content-type", xhtml_type)], body);
    }
    for (name, body) in [
        ("empty", format!("<html xmlns=\"{XHTML}\"/>")),
        ("nothing", String::new()),
        ("not-xml", "just text".to_owned()),
    ] {
        book = book
            .page_with(&format!("/xhtml/{name}"), &[("content-type", xhtml_type)], body)
            .with_agent(Agent::Nowhere);
    }
    let policy = ("content-security-policy", "script-src 'self'");
    let types = [("application/xml", "xml"), ("text/xml", "text")];
    for (content_type, name) in types {
        // Could be any vocabulary, and a viewer's concern: left alone.
        book = book
            .page_with(
                &format!("/generic/{name}"),
                &[("content-type", content_type)],
                xhtml("", plain),
            )
            .with_agent(Agent::Nowhere)
            .page_with(
                &format!("/feed/{name}"),
                &[("content-type", content_type)],
                "<feed><a>1</a></feed>",
            )
            .with_agent(Agent::Nowhere);
    }
    book.page_with("/xhtml/utf-16", &[("content-type", xhtml_type)], utf16(&xhtml("", plain)))
        .page_with("/xhtml/policy", &[("content-type", xhtml_type), policy], xhtml("", plain))
        .file("/style.css", "text/css", "p { color: red }")
        .file("/svg", "image/svg+xml", &svg)
        .visit("/svg")
        .page_with(
            "/svg/entities",
            &[("content-type", "image/svg+xml; charset=utf-8")],
            format!("<!DOCTYPE svg [<!ENTITY c \"red\">]>\n{}", svg.replace("fill: red", "fill: &c;")),
        )
        .page_with("/svg/policy", &[("content-type", "image/svg+xml"), policy], &svg)
        .page(
            "/svg/used",
            html(
                "<style>body { background: url(/svg?background) }</style>",
                "<img src=/svg?image><script>measure(async () => {\n\
                 await new Promise(resolve => addEventListener('load', resolve));\n\
                 const image = document.images[0];\n\
                 const text = await (await fetch('/svg')).text();\n\
                 const request = new XMLHttpRequest(); request.open('GET', '/svg', false); request.send();\n\
                 return [image.naturalWidth, image.naturalHeight, text.length, text.includes('currentScript'),\n\
                   request.responseXML.documentElement.childNodes.length];\n\
                 });</script>",
            ),
        )
        .page("/svg/framed", html("", "<iframe src=/svg></iframe>"))
        .page("/svg/object", html("", "<object data=/svg type=image/svg+xml></object>"))
        .page("/svg/embedded", html("", "<embed src=/svg type=image/svg+xml>"))
        .page("/html/object", html("", "<object data=/leaf></object>"))
        .page("/html/embedded", html("", "<embed src=/leaf>"))
        .html("/leaf", html("", "<p>leaf"))
}

fn long_and_slow_documents() -> Book {
    let attributes: String =
        (0..40_000).map(|index| format!(" data-a{index}=\"value {index} >\"")).collect();
    let long = format!("<!doctype html>\n<html lang=en{attributes}>");
    let comment = format!("<!doctype html>\n<!-- {} -->\n<html>", "- > -> ".repeat(100_000));
    let html_type = [("content-type", "text/html; charset=utf-8")];
    let mut book = Book::new()
        .page("/long/html", format!("{long}<head><title>t</title></head><body>x"))
        .page("/long/head", format!("<html><head{attributes}><title>t</title></head><body>x"))
        .page("/long/body", format!("<html><body{attributes}>x"))
        .page("/long/comment", format!("{comment}<head><title>t</title></head>x"))
        .page("/long/spaces", format!("{}<p>x", " \n".repeat(200_000)));
    for (index, text) in [long, comment].into_iter().enumerate() {
        let pieces: Vec<Vec<u8>> = text.as_bytes().chunks(7_919).map(<[u8]>::to_vec).collect();
        let path = format!("/long/cut/{index}");
        book = book
            .on(&path, move |_| {
                let pieces: Vec<&[u8]> =
                    pieces.iter().map(Vec::as_slice).chain([b"<p>x".as_slice()]).collect();
                site::chunked(&html_type, &pieces, Duration::ZERO)
            })
            .visit(&path);
    }
    slow(book)
}

/// Pages whose later parts the server holds back until a script in an earlier part has asked for it.
fn slow(book: Book) -> Book {
    let gates: Vec<_> = (0..4).map(|_| std::sync::Arc::new(tokio::sync::Notify::new())).collect();
    let first = html("<script>fetch('/go')</script>", "<p id=early>early</p>");
    let (first, _) = first.split_once("</body>").expect("a page has a body");
    let last =
        "<script>measure(async () => document.querySelectorAll('p').length)</script></body></html>";
    let chunk = |text: &str| Act::Send(format!("{:x}\r\n{text}\r\n", text.len()).into_bytes());
    let begin = site::head(
        200,
        &[("content-type", "text/html; charset=utf-8"), ("transfer-encoding", "chunked")],
    );
    let mut book = book;
    for (index, gate) in gates.into_iter().enumerate() {
        let path = format!("/slow/{index}");
        let go = format!("/go/{index}");
        let first = first.replace("/go", &go);
        let mut acts = vec![Act::Send(begin.clone().into_bytes())];
        match index {
            // The head alone, then everything.
            0 => acts.push(chunk(&first)),
            // With a piece that stops within a tag.
            1 => acts.extend([chunk(&first[..20]), chunk(&first[20..]), chunk("<p")]),
            // A server that sends byte by byte.
            2 => acts.extend(first.chars().map(|letter| chunk(&letter.to_string()))),
            _ => acts.extend([
                chunk("<!doctype html><html><he"),
                chunk(&format!("ad>{}", &first[36..])),
            ]),
        }
        acts.push(Act::Await(gate.clone()));
        acts.push(chunk("<p>late</p>"));
        acts.push(chunk(last));
        acts.push(Act::Send(b"0\r\n\r\n".to_vec()));
        book = book
            .on(&path, move |_| acts.clone())
            .on(&go, move |_| {
                gate.notify_one();
                site::answer(200, &[], "gone")
            })
            .visit(&path);
    }
    book
}
