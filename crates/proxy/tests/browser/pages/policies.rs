//! Content security policies, trusted types, sandboxes and integrity: the same things are blocked, and the same
//! things are said about it, to the page and to the server.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256, Sha384};
use xcheck_testkit::site::{Act, head};

use crate::book::{Agent, Book, html, measured};
use crate::same_on_every_engine;

same_on_every_engine!(policies_in_headers, policies_in_meta, integrity_and_sandboxes);

const HASHED: &str = "ran.push('hashed')";

/// Listens for violations; the first script of each page here that may run at all.
const LISTEN: &str = "
var root = document.documentElement;
root.setAttribute('data-agent', typeof agentRan === 'undefined' ? 'absent' : agentRan);
root.setAttribute('data-waits', '');
var ran = [], violations = [];
document.addEventListener('securitypolicyviolation', event => {
  // Whether these are noticed by a preload, before anybody listens, is a matter of timing.
  if (/\\/(favicon.ico|listen.js|try.js)$/.test(event.blockedURI)) return;
  const place = event.blockedURI == 'inline' ? [event.sourceFile, event.lineNumber] : [];
  violations.push([event.effectiveDirective, event.violatedDirective, event.blockedURI, event.disposition,
    event.originalPolicy, event.sample, event.statusCode, ...place].join(' | '));
  tell();
});
addEventListener('load', () => setTimeout(() => { tell(); root.setAttribute('data-done', ''); }));
function tell() {
  root.setAttribute('data-measured', JSON.stringify(ran.slice().sort()));
  root.setAttribute('data-violations', JSON.stringify(violations));
}
function attempt(name, work) {
  try { ran.push(name + ' ' + work()); } catch (error) { ran.push(name + ' threw ' + error.name); }
}";

/// Tries all that policies decide on.
const TRY: &str = "
ran.push('try.js');
attempt('eval', () => eval('1 + 1'));
attempt('Function', () => new Function('return 2')());
attempt('timer', () => typeof setTimeout('ran.push(\"text timer\")', 0));
attempt('innerHTML', () => { document.body.insertAdjacentHTML('beforeend', '<b>html</b>'); return 'set'; });
attempt('worker', () => { new Worker('/nothing.js').onerror = () => {}; return 'made'; });
attempt('click', () => { document.querySelector('button').click(); return 'clicked'; });
attempt('text', () => { const script = document.createElement('script'); script.text = 'ran.push(\"made inline\")';
  document.head.append(script); return 'appended'; });
attempt('src', () => { const script = document.createElement('script'); script.src = '/more.js';
  document.head.append(script); return 'appended'; });
attempt('style', () => getComputedStyle(document.querySelector('p')).color);
attempt('policy', () => trustedTypes.createPolicy('other', { createHTML: text => text }).name);
attempt('default', () => trustedTypes.createPolicy('default', { createHTML: text => text + '!' }).name);
attempt('innerHTML', () => { document.body.insertAdjacentHTML('beforeend', '<u>html</u>'); return 'set'; });
";

fn hash_source(script: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(script)))
}

fn body(name: &str) -> String {
    format!(
        "<p style='color: red'>text</p>\n<style>p {{ color: blue }}</style>\n\
         <script nonce=abc>typeof ran == 'undefined' || ran.push('nonce')</script>\n\
         <script nonce=other>typeof ran == 'undefined' || ran.push('wrong nonce')</script>\n\
         <script>{HASHED}</script>\n<script>typeof ran == 'undefined' || ran.push('bare')</script>\n\
         <button onclick=\"ran.push('handler')\">b</button>\n\
         <script nonce=abc src=/try.js></script>\n<script src=/plain.js></script>\n\
         <script type=module nonce=abc>ran.push('module')</script>\n\
         <img src=/image.png?{name}>\n<iframe src=/framed></iframe>\n"
    )
}

fn page(name: &str, head: &str) -> String {
    format!(
        "<!doctype html>\n<html>\n<head>\n{head}<script nonce=abc src=/listen.js></script>\n</head>\n<body>\n{}</body>\n</html>\n",
        body(name)
    )
}

fn resources(book: Book) -> Book {
    book.script("/listen.js", LISTEN)
        .script("/try.js", TRY)
        .script("/plain.js", "typeof ran == 'undefined' || ran.push('plain.js')")
        .script("/more.js", "typeof ran == 'undefined' || ran.push('more.js')")
        .html("/framed", "<!doctype html><title>framed</title><p>framed</p>")
        .on("/report", |_| xcheck_testkit::site::answer(204, &[], ""))
}

fn policies() -> Vec<String> {
    let hash = hash_source(HASHED);
    [
        "script-src 'nonce-abc'",
        "script-src 'self'",
        "script-src 'self' HASH",
        "script-src 'nonce-abc' 'strict-dynamic'",
        "script-src 'strict-dynamic' HASH",
        "script-src 'none'",
        "script-src",
        "script-src 'NONE'; img-src 'none'",
        "default-src 'self'",
        "default-src 'none'",
        "default-src 'none'; script-src 'nonce-abc'; style-src 'unsafe-inline'",
        "default-src 'nonce-abc'; img-src *",
        "script-src 'self' 'unsafe-inline'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
        "script-src 'unsafe-inline' 'nonce-abc'",
        "script-src 'unsafe-inline' HASH 'self'",
        "script-src 'unsafe-inline' 'strict-dynamic' 'nonce-abc' https: http:",
        "script-src 'self' 'unsafe-hashes' HASH",
        "script-src-elem 'self'; script-src-attr 'unsafe-inline'; script-src 'none'",
        "script-src-attr 'none'",
        "script-src 'self' 'report-sample' 'nonce-abc'",
        "  Script-Src\t'Self'   'Nonce-abc' ;; img-src 'none';  script-src 'unsafe-inline';",
        "script-src 'self', script-src 'nonce-abc'",
        "script-src 'nonce-abc', script-src 'nonce-other' 'self', img-src 'self'",
        "script-src 'self'; worker-src 'none'; connect-src 'none'; frame-src 'none'; style-src 'self'",
        "script-src 'nonce-abc' 'nonce-other' 'unsafe-eval'",
        "script-src 'nonce-\"><b>' 'self'",
        "script-src 'self'; require-trusted-types-for 'script'; trusted-types other",
        "script-src 'nonce-abc'; require-trusted-types-for 'script'; trusted-types other default",
        "require-trusted-types-for 'script'; trusted-types 'none'",
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        "upgrade-nonsense; ; ,",
        "img-src 'none'",
        "",
    ]
    .iter()
    .map(|policy| policy.replace("HASH", &hash))
    .collect()
}

fn with_report(policy: &str) -> String {
    let reported: Vec<String> =
        policy.split(',').map(|policy| format!("{policy}; report-uri /report")).collect();
    reported.join(",")
}

fn policies_in_headers() -> Book {
    const ENFORCE: &str = "content-security-policy";
    const REPORT_ONLY: &str = "content-security-policy-report-only";
    let html = ("content-type", "text/html; charset=utf-8");
    let mut book = resources(Book::new());
    for (index, policy) in policies().iter().enumerate() {
        let policy = with_report(policy);
        for (kind, header) in [("enforced", ENFORCE), ("reported", REPORT_ONLY)] {
            let path = format!("/{kind}/{index}");
            // Where the policy forbids the frame, nothing comes over the wire that could carry the agent.
            book = book
                .page_with(&path, &[html, (header, &policy)], page(&path, ""))
                .with_agent(Agent::InPage);
        }
    }
    let strict = with_report("script-src 'self' 'nonce-abc'");
    let none = with_report("script-src 'none'");
    let other = with_report("default-src 'self' 'unsafe-inline'");
    book.page_with("/both", &[html, (ENFORCE, &strict), (REPORT_ONLY, &none)], page("both", ""))
        .page_with("/two", &[html, (ENFORCE, &strict), (ENFORCE, &other)], page("two", ""))
        .page_with(
            "/three",
            &[html, (REPORT_ONLY, &none), (ENFORCE, &other), (REPORT_ONLY, &strict)],
            page("three", ""),
        )
}

fn policies_in_meta() -> Book {
    let mut book = resources(Book::new());
    for (index, policy) in policies().iter().enumerate() {
        let policy = policy.replace('"', "&quot;");
        let meta = format!("<meta http-equiv=Content-Security-Policy content=\"{policy}\">\n");
        let path = format!("/meta/{index}");
        book = book.page(&path, page(&path, &meta)).with_agent(Agent::InPage);
    }
    // The agent runs before a policy that comes in markup, wherever that is.
    let meta = "<meta http-equiv=Content-Security-Policy content=\"script-src 'none'\">";
    book.page("/first", format!("{meta}{}", body("first")))
        .page("/late", page("late", "").replace("<body>", &format!("<body>{meta}")))
        .page_with(
            "/in-both",
            &[("content-type", "text/html"), ("content-security-policy", "script-src 'self'")],
            page(
                "in-both",
                "<meta http-equiv=Content-Security-Policy content=\"script-src 'nonce-abc'\">\n",
            ),
        )
}

fn integrity_and_sandboxes() -> Book {
    let script = "ran.push('right')";
    let style = "p { color: rgb(1, 2, 3) }";
    let hash = |text: &str| format!("sha384-{}", BASE64_STANDARD.encode(Sha384::digest(text)));
    let (right, wrong) = (hash(script), hash("something else"));
    let right_style = hash(style);
    let integrity = html(
        &format!(
            "<script>var ran = [];\
             document.addEventListener('error', event => ran.push('error ' + event.target.src), true);</script>\n\
             <script src=/sealed.js integrity={right}></script>\n\
             <script src=/sealed.js?2 integrity={wrong}></script>\n\
             <script src=/sealed.js?3 integrity='{wrong} {right}'></script>\n\
             <link rel=stylesheet href=/sealed.css integrity={right_style}>\n\
             <link rel=stylesheet href=/sealed.css?2 integrity={wrong}>"
        ),
        "<p>text</p><script>measure(async () => {\n\
           await new Promise(resolve => addEventListener('load', resolve));\n\
           return [ran, document.styleSheets.length, getComputedStyle(document.querySelector('p')).color,\n\
             await fate(fetch('/sealed.js', { integrity: document.scripts[2].integrity })),\n\
             await fate(fetch('/sealed.js', { integrity: document.scripts[3].integrity })),\n\
             await fate(fetch('/sealed.html', { integrity: document.documentElement.dataset.seal }))];\n\
         })</script>",
    );
    let sealed_page = "<!doctype html><p>HTML that is fetched has to stay as it is.</p>";
    let integrity = integrity
        .replace("<html lang=en>", &format!("<html lang=en data-seal={}>", hash(sealed_page)));
    let sandboxed = |policy: &str| {
        [
            head(
                200,
                &[
                    ("content-type", "text/html"),
                    ("content-security-policy", policy),
                    ("connection", "close"),
                ],
            ),
            measured("return [origin, document.domain]"),
        ]
        .concat()
        .into_bytes()
    };
    let mut book = Book::new()
        .script("/sealed.js", script)
        .file("/sealed.css", "text/css", style)
        .html("/sealed.html", sealed_page)
        .page("/integrity", integrity);
    for (path, policy) in [
        ("/sandbox/scripts", "sandbox allow-scripts"),
        ("/sandbox/origin", "sandbox allow-scripts allow-same-origin"),
        ("/sandbox/strict", "sandbox allow-scripts; script-src 'sha256-x'"),
    ] {
        let answer = sandboxed(policy);
        book = book.on(path, move |_| vec![Act::Send(answer.clone()), Act::Close]).visit(path);
    }
    let answer = sandboxed("sandbox");
    book.on("/sandbox/none", move |_| vec![Act::Send(answer.clone()), Act::Close])
        .visit("/sandbox/none")
        .with_agent(Agent::Nowhere)
        .page(
            "/sandbox/frames",
            html(
                "",
                "<iframe sandbox src=/sealed.html></iframe><iframe sandbox='allow-scripts' src=/tells></iframe>\
                 <iframe sandbox='allow-scripts allow-same-origin' src=/tells></iframe>\
                 <script>var heard = []; measure(() => new Promise(resolve => onmessage = event => {\
                 root.setAttribute('data-agent-' + 'ab'[heard.length], event.data.agent); delete event.data.agent;\
                 heard.push(event.data); if (heard.length == 2) resolve(heard.map(data => data.origin).sort()); }))</script>",
            ),
        )
        // A sandboxed frame runs no script, the agent's neither.
        .with_agent(Agent::InPage)
        .html(
            "/tells",
            html("", "<script>parent.postMessage({ agent: root.dataset.agent, origin }, '*')</script>"),
        )
}
