//! Requests and answers of all kinds, as pages make them and as navigations.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use sha2::{Digest as _, Sha256};
use xcheck_model::exchange::BodyHash;
use xcheck_testkit::site::{self, Act, Asked};

use crate::book::{Agent, Book, html, measured, query};
use crate::harness::{Pair, compare_with};
use crate::{run_on_every_engine, same_on_every_engine};

same_on_every_engine!(answers, uploads_and_forms, caches_and_cookies, odd_documents);
run_on_every_engine!(history => |engine| super::history_of(engine));

const HTML: (&str, &str) = ("content-type", "text/html; charset=utf-8");
const PLAIN: (&str, &str) = ("content-type", "text/plain");
const NO_STORE: (&str, &str) = ("cache-control", "no-store");

/// Says how it was asked.
fn echo(asked: &Asked) -> Vec<Act> {
    let body = String::from_utf8_lossy(&asked.body).into_owned();
    let body = match asked.headers.get("content-type").and_then(|kind| kind.split_once("boundary="))
    {
        Some((_, boundary)) => body.replace(boundary, "BOUNDARY"),
        None => body,
    };
    let kind = asked.headers.get("content-type").cloned().unwrap_or_default();
    let kind = kind.split("boundary=").next().unwrap_or_default();
    let text = format!("{} {} [{kind}] {}", asked.method, asked.path, body.replace('<', "&lt;"));
    site::answer(200, &[HTML, NO_STORE], html("", &format!("<pre>{text}</pre>")))
}

fn answers() -> Book {
    let mut book = Book::new().on("/echo", echo).html("/page", html("", "<p>a page</p>"));
    for status in
        [200, 201, 202, 203, 204, 205, 206, 300, 304, 400, 401, 403, 404, 410, 418, 500, 503, 599]
    {
        book = book.on(&format!("/status/{status}"), move |asked| {
            let body = if matches!(status, 204 | 205 | 304) || asked.method == "HEAD" {
                String::new()
            } else {
                format!("<!doctype html><title>{status}</title><p>status {status}")
            };
            site::answer(status, &[HTML, ("x-status", "yes")], body)
        });
    }
    for status in [400, 403, 404, 410, 418, 500, 503] {
        book = book.visit(&format!("/status/{status}"));
    }
    for status in [301, 302, 303, 307, 308] {
        let path = format!("/redirect/{status}");
        book = book
            .on(&path, move |asked| {
                let n_left: u32 = query(asked, "n").and_then(|n| n.parse().ok()).unwrap_or(0);
                let to = match n_left {
                    0 => "/echo?redirected".to_owned(),
                    n_left => format!("/redirect/{status}?n={}", n_left - 1),
                };
                site::answer(status, &[("location", &to), HTML, NO_STORE], "<p>moved")
            })
            .visit(&path)
            .visit(&format!("{path}?n=3"));
    }
    let redirects = "
        const all = [];
        for (const status of [301, 302, 303, 307, 308]) for (const method of ['GET', 'POST', 'PUT']) {
          const body = method == 'GET' ? undefined : 'body';
          all.push(await fate(fetch('/redirect/' + status + '?n=1', { method, body })));
        }
        all.push(await fate(fetch('/redirect/302', { redirect: 'error' })));
        all.push(await fate(fetch('/redirect/302', { redirect: 'manual' })));
        all.push(await fate(fetch('/redirect/302?n=25')));
        all.push(await fate(fetch('/loop')));
        return all;";
    let statuses = "
        const all = [];
        for (const status of [200, 201, 202, 203, 204, 205, 206, 300, 304, 400, 401, 403, 404, 410, 418, 500, 503, 599])
          for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PATCH']) {
            const response = await fetch('/status/' + status, { method });
            all.push([status, method, response.status, response.statusText, (await response.text()).length,
              response.headers.get('x-status'), response.headers.get('content-length'),
              response.headers.get('content-type')]);
          }
        return all;";
    let headers = "
        const response = await fetch('/headers', { headers: { 'X-Own': 'value, with comma', 'X-Empty': '' } });
        return [response.statusText, [...response.headers], response.headers.get('x-latin'), await response.text()];";
    let ranges = "
        const part = async range => {
          const response = await fetch('/range', { headers: { Range: range } });
          return [response.status, response.headers.get('content-range'), await response.text()];
        };
        return [await part('bytes=2-5'), await part('bytes=-3'), await fate(fetch('/range'))];";
    let raw_html = "
        const xhr = (url, type, is_sync) => new Promise(resolve => {
          const request = new XMLHttpRequest();
          request.open('GET', url, !is_sync);
          if (type) request.responseType = type;
          const finish = () => resolve([request.status, request.getAllResponseHeaders(),
            type == 'document' ? request.response && request.response.documentElement.outerHTML
              : type == 'arraybuffer' ? request.response.byteLength : request.responseText.length]);
          request.onloadend = finish;
          request.send();
        });
        const text = await (await fetch('/page')).text();
        return [text.length, text.includes('agentRan\\', {'), await xhr('/page'), await xhr('/page', '', true),
          await xhr('/page', 'document'), await xhr('/page', 'arraybuffer'),
          await fate(fetch('/page', { headers: { accept: 'text/html,application/xhtml+xml,*/*' } })),
          await fate(fetch('/page', { headers: { 'x-requested-with': 'XMLHttpRequest' } })),
          await fate(fetch('/page', { mode: 'no-cors' })),
          await fate(fetch(location.origin.replace('127.0.0.1', 'localhost') + '/page')),
          await fate(fetch(location.origin.replace('127.0.0.1', 'localhost') + '/shared'))];";
    book.on("/loop", |_| site::answer(302, &[("location", "/loop")], ""))
        .on("/shared", |_| site::answer(200, &[HTML, ("access-control-allow-origin", "*")], "<p>shared"))
        .on("/headers", |asked| {
            let text = format!("{:?} {:?}", asked.headers.get("x-own"), asked.headers.get("x-empty"));
            let head = b"HTTP/1.1 200 Fine Indeed\r\nX-Upper-Case: a\r\nx-two: 1\r\nx-two: 2\r\nx-latin: caf\xe9\r\nx-empty:\r\n";
            let rest = format!("x-space:   padded  \r\ncontent-length: {}\r\n\r\n{text}", text.len());
            vec![Act::Send([head.as_slice(), rest.as_bytes()].concat())]
        })
        .on("/range", |asked| match asked.headers.get("range").map(String::as_str) {
            Some("bytes=2-5") => site::answer(206, &[("content-range", "bytes 2-5/10"), PLAIN], "2345"),
            Some(_) => site::answer(416, &[("content-range", "bytes */10"), PLAIN], ""),
            None => site::answer(200, &[("accept-ranges", "bytes"), PLAIN], "0123456789"),
        })
        .on("/basic", |_| {
            site::answer(401, &[("www-authenticate", "Basic realm=\"r\""), PLAIN], "who are you")
        })
        .measured("/statuses", statuses)
        .measured("/redirects", redirects)
        .measured("/header-values", headers)
        .measured("/ranges", ranges)
        .measured("/raw-html", raw_html)
        .measured("/unauthorized", "return await fate(fetch('/basic', { credentials: 'omit' }))")
        .measured("/old-http", "return [await fate(fetch('/http10')), await fate(fetch('/until-close'))]")
        .on("/http10", |_| {
            vec![Act::Send(b"HTTP/1.0 200 OK\r\ncontent-type: text/plain\r\n\r\nold".to_vec()), Act::Close]
        })
        .on("/until-close", |_| {
            let head = b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\nuntil the end".to_vec();
            vec![Act::Send(head), Act::Close]
        })
        // Navigations that are answered without a document leave the page where it is.
        .page("/stays", html("", "<iframe src=/status/204></iframe><iframe src=/status/205></iframe>"))
        .with_agent(Agent::InPage)
}

fn uploads_and_forms() -> Book {
    let heard: Arc<Mutex<Vec<String>>> = Arc::default();
    let listener = heard.clone();
    let form = |attributes: &str, more: &str| {
        html(
            "",
            &format!(
                "<form action=/echo {attributes}><input name=a value='1 &amp; 2'><input name=b value='\u{e9}\u{65e5}'>\
                 <textarea name=c>two\nlines</textarea>{more}</form>\
                 <script>addEventListener('load', () => setTimeout(() => document.forms[0].submit()));\
                 root.setAttribute('data-waits', '')</script>"
            ),
        )
    };
    let file = "<input type=file name=f><script>\
        const items = new DataTransfer();\
        items.items.add(new File([new Uint8Array(20000).fill(65)], 'file \u{e9}.txt', { type: 'text/plain' }));\
        document.querySelector('[type=file]').files = items.files;</script>";
    let large = "
        const bytes = new Uint8Array(5 * 1024 * 1024);
        for (let i = 0, x = 1; i < bytes.length; i++) { x = (x * 1103515245 + 12345) & 0x7fffffff; bytes[i] = x >> 16; }
        const data = new FormData();
        data.append('text', 'value');
        data.append('blob', new Blob([bytes.subarray(0, 100000)]), 'name.bin');
        const answers = [];
        for (const body of [bytes, new Blob([bytes]), new URLSearchParams({ a: '1', b: '\u{e9}' }), 'text \u{65e5}', ''])
          answers.push(await fate(fetch('/digest', { method: 'POST', body })));
        answers.push((await (await fetch('/digest?form', { method: 'POST', body: data })).text()).split(' ')[0]);
        const request = new XMLHttpRequest();
        const progress = [];
        request.upload.onloadstart = event => progress.push('start ' + event.total);
        request.upload.onload = event => progress.push('load ' + event.loaded);
        await new Promise(resolve => { request.onloadend = resolve; request.open('PUT', '/digest'); request.send(bytes); });
        return [answers, progress, request.responseText];";
    let beacons = "
        const sent = [navigator.sendBeacon('/beacon?1', 'text'), navigator.sendBeacon('/beacon?2', new Blob(['{}'],
          { type: 'application/json' })), navigator.sendBeacon('/beacon?3')];
        fetch('/beacon?4', { method: 'POST', body: 'kept', keepalive: true });
        const image = new Image(); image.src = '/beacon?5';
        const a = document.createElement('a');
        return [sent, await ask_until('/heard', text => text.split(',').length == 5)];";
    let leaving = "
        addEventListener('pagehide', () => { navigator.sendBeacon('/beacon?6', 'bye');
          fetch('/beacon?7', { method: 'POST', body: 'bye', keepalive: true }); });
        const left = sessionStorage.left;
        if (left) return ask_until('/heard', text => text.split(',').length == 7);
        sessionStorage.left = 1;
        setTimeout(() => location.reload());
        await new Promise(() => {});";
    Book::new()
        .on("/echo", echo)
        .on("/digest", |asked| {
            let digest = BodyHash::from_digest(&Sha256::digest(&asked.body).into());
            let text = format!("{} {}", asked.body.len(), digest.as_str());
            // How long a form's body is depends on its boundary.
            let text = if asked.path.contains("form") && asked.body.len() > 100_000 {
                "large".into()
            } else {
                text
            };
            site::answer(200, &[PLAIN], text)
        })
        .on("/beacon", move |asked| {
            listener.lock().expect("no holder panics").push(format!(
                "{} {}",
                asked.path,
                String::from_utf8_lossy(&asked.body)
            ));
            site::answer(204, &[], "")
        })
        .on("/heard", move |_| {
            let mut heard = heard.lock().expect("no holder panics").clone();
            heard.sort();
            heard.dedup();
            site::answer(200, &[PLAIN, NO_STORE], heard.join(","))
        })
        .page("/form/get", form("", ""))
        .page("/form/post", form("method=post", ""))
        .page("/form/plain", form("method=post enctype=text/plain", ""))
        .page("/form/latin", form("method=post accept-charset=windows-1252", ""))
        .page("/form/multipart", form("method=post enctype=multipart/form-data", file))
        .measured("/large", large)
        .measured("/beacons", beacons)
        .measured("/leaving", leaving)
}

fn caches_and_cookies() -> Book {
    let counted: Arc<Mutex<Vec<String>>> = Arc::default();
    let count = move |name: &str| {
        let mut all = counted.lock().expect("no holder panics");
        all.push(name.to_owned());
        all.iter().filter(|found| *found == name).count()
    };
    let count = Arc::new(count);
    let cookies = "
        const all = [document.cookie];
        document.cookie = 'own=1';
        all.push(await (await fetch('/cookies')).text(), document.cookie);
        all.push(await (await fetch('/cookies', { credentials: 'omit' })).text());
        all.push(await (await fetch('/cookies/deep/page')).text());
        all.push(await (await fetch('/expire')).text(), document.cookie);
        return all;";
    // Each twice: what is cached must not depend on the proxy, and what comes from the cache must have the agent.
    let revalidated = |count: Arc<dyn Fn(&str) -> usize + Send + Sync>,
                       policy: &'static str,
                       kind: &'static str,
                       body: Vec<u8>| {
        move |asked: &Asked| {
            let n_asked = count(asked.path.split('?').next().unwrap_or_default());
            let n_asked = n_asked.to_string();
            let mut headers =
                vec![("etag", "\"tag\""), ("cache-control", "no-cache"), ("x-times", &n_asked)];
            headers.extend(
                Some(("content-security-policy", policy)).filter(|(_, policy)| !policy.is_empty()),
            );
            headers.push(("content-type", kind));
            match asked.headers.get("if-none-match") {
                Some(_) => site::answer(304, &headers, ""),
                None => site::answer(200, &headers, &body),
            }
        }
    };
    let shift_jis = {
        let text = "<!doctype html><html><head><meta charset=shift_jis><title>\u{65e5}\u{672c}</title></head><p>\u{65e5}\u{672c}\u{8a9e}";
        encoding_rs::SHIFT_JIS.encode(text).0.into_owned()
    };
    let page = html("", "<p>page</p>").into_bytes();
    let external =
        b"<!doctype html><html><head><script src=/note.js></script></head><body><p>page</p>"
            .to_vec();
    let html_type = "text/html; charset=utf-8";
    let counter = count.clone();
    let mut book = Book::new()
        .script("/note.js", "document.documentElement.setAttribute('data-agent', typeof agentRan === 'undefined' ? 'absent' : agentRan)")
        .on("/cookies", |asked| {
            let got = asked.headers.get("cookie").cloned().unwrap_or_default();
            let mut got: Vec<&str> = got.split("; ").collect();
            got.sort_unstable();
            let head = "HTTP/1.1 200 OK\r\nset-cookie: plain=a\r\nset-cookie: deep=b; Path=/cookies/deep\r\nset-cookie: hidden=c; HttpOnly\r\n\
                 set-cookie: strict=d; SameSite=Strict\r\nset-cookie: secure=e; Secure\r\nset-cookie: odd=f=g, h; Max-Age=1000\r\n\
                 set-cookie: __Host-x=1; Secure; Path=/\r\ncontent-type: text/plain\r\n";
            let text = got.join("; ");
            vec![Act::Send(format!("{head}content-length: {}\r\n\r\n{text}", text.len()).into_bytes())]
        })
        .on("/cookies/deep/page", |asked| {
            let got = asked.headers.get("cookie").cloned().unwrap_or_default();
            let mut got: Vec<&str> = got.split("; ").collect();
            got.sort_unstable();
            site::answer(200, &[PLAIN, NO_STORE], got.join("; "))
        })
        .on("/expire", |_| site::answer(200, &[("set-cookie", "plain=; Max-Age=0"), PLAIN], "expired"))
        .on("/cookie-and-go", |_| {
            site::answer(302, &[("set-cookie", "way=taken"), ("location", "/cookie-page")], "")
        })
        .measured("/cookie-page", cookies)
        .visit("/cookie-and-go")
        .on("/kept", move |asked| {
            let n_asked = counter(&asked.path);
            site::answer(200, &[PLAIN, ("cache-control", "max-age=1000")], format!("asked {n_asked} times"))
        })
        .measured(
            "/cache",
            "return [await fate(fetch('/kept')), await fate(fetch('/kept')), await fate(fetch('/kept', { cache: 'reload' })),\n\
             await fate(fetch('/kept', { cache: 'no-store' })), await fate(fetch('/tagged/fetched')), await fate(fetch('/tagged/fetched'))]",
        )
        .on("/tagged/fetched", revalidated(count.clone(), "", html_type, page.clone()));
    let cases: [(&str, &'static str, &'static str, Vec<u8>); 5] = [
        ("plain", "", html_type, page.clone()),
        ("nonce", "script-src 'nonce-abc' 'self'", html_type, external.clone()),
        ("self", "script-src 'self'", html_type, external.clone()),
        ("none", "default-src 'none'", html_type, external),
        ("meta", "", "text/html", shift_jis),
    ];
    for (name, policy, kind, body) in cases {
        let path = format!("/tagged/{name}");
        book = book
            .on(&path, revalidated(count.clone(), policy, kind, body))
            .visit(&path)
            .visit(&path);
    }
    // Documents are asked for more often through the proxy: a copy with the agent must never be fetched by a page.
    book.on("/stored", |_| {
            let headers = [HTML, ("cache-control", "max-age=1000"), ("etag", "\"x\"")];
            site::answer(200, &headers, html("", "<p>stored</p>"))
        })
        .visit("/stored")
        .page("/between", html("", "<a href=/stored>x</a><script>measure(async () => [await fate(fetch('/stored'))])</script>"))
        .page("/through-cache", html("", "<iframe src=/stored></iframe>"))
}

fn odd_documents() -> Book {
    let markup = "<!doctype html><html><head><title>t</title></head><body><p>markup";
    let mut book = Book::new();
    for (index, headers) in [
        &[][..],
        &[("content-type", "")],
        &[("content-type", "TEXT/HTML;CHARSET=UTF-8")],
        &[("content-type", "text/html;foo=bar; charset=utf-8;x")],
        &[("content-type", "text/html"), ("x-content-type-options", "nosniff")],
        &[("content-type", "*/*")],
        &[
            ("content-type", "text/html; charset=utf-8"),
            ("content-disposition", "inline; filename=x"),
        ],
        &[("content-type", "text/html"), ("refresh", "1000")],
        &[("content-type", "text/html"), ("x-frame-options", "DENY")],
        &[
            ("content-type", "text/html"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-embedder-policy", "require-corp"),
        ],
        &[
            ("content-type", "text/html"),
            ("link", "</style.css>; rel=stylesheet"),
            ("content-language", "de"),
        ],
        &[
            ("content-type", "text/html"),
            ("referrer-policy", "no-referrer"),
            ("permissions-policy", "geolocation=()"),
        ],
        &[("content-type", "text/html"), ("last-modified", "Sun, 06 Nov 1994 08:49:37 GMT")],
    ]
    .iter()
    .enumerate()
    {
        book = book.page_with(&format!("/typed/{index}"), headers, markup);
    }
    for (index, headers) in [
        &[("content-type", "text/plain")][..],
        &[("content-type", "text/plain; charset=utf-8")],
        &[("x-content-type-options", "nosniff"), ("content-type", "text/plain")],
        &[("content-type", "application/json")],
        &[("content-type", "text/css")],
    ]
    .iter()
    .enumerate()
    {
        book = book
            .page_with(&format!("/untyped/{index}"), headers, markup)
            .with_agent(Agent::Nowhere);
    }
    for (name, bytes) in [
        ("text", "just some text"),
        ("comment", "<!-- x --><p>x"),
        ("spaces", "  \n<h1>x</h1>"),
        ("title", "<title>x</title>"),
        ("unlisted", "<span>not a listed tag</span>"),
        ("xml", "<?xml version='1.0'?><a/>"),
        ("empty", ""),
    ] {
        let is_html = matches!(name, "comment" | "spaces" | "title");
        book = book.page_with(&format!("/sniffed/{name}"), &[], bytes).with_agent(if is_html {
            Agent::Everywhere
        } else {
            Agent::Nowhere
        });
    }
    let download = html(
        "",
        "<iframe name=target></iframe><a id=a href=/attached target=target>x</a><script>measure(async () => {\n\
         await new Promise(resolve => addEventListener('load', resolve));\n\
         a.click(); await ask_until('/attached-count', text => text != '0');\n\
         return [location.pathname, frames[0].location.href]; })</script>",
    );
    let n_attached = Arc::new(AtomicUsize::new(0));
    let counter = n_attached.clone();
    book.page("/download", download)
        .with_agent(Agent::InPage)
        .on("/attached", move |_| {
            counter.fetch_add(1, Ordering::SeqCst);
            site::answer(200, &[HTML, ("content-disposition", "attachment; filename=\"a.html\"")], "<p>attached")
        })
        .on("/attached-count", move |_| {
            site::answer(200, &[PLAIN, NO_STORE], n_attached.load(Ordering::SeqCst).to_string())
        })
        .file("/style.css", "text/css", "p { color: red }")
        .html("/next", html("", "<p>prefetched or not</p>"))
        .page(
            "/prefetch",
            html(
                "<link rel=prefetch href=/next onload=go() onerror=go()>",
                // Firefox is set up not to prefetch, WebKit does not tell.
                "<script>root.setAttribute('data-waits', ''); function go() { location = '/next'; }\
                 addEventListener('load', () => setTimeout(go, 300))</script>",
            ),
        )
        .page("/meta-refresh", "<meta http-equiv=refresh content='0;url=/next'><html data-waits><p>leaving")
        .page("/script-moves", measured("location.replace('/next'); await new Promise(() => {})"))
        .page("/opener", html("", "<script>measure(async () => {\n\
            const opened = open('/next', 'other'); await new Promise(resolve => opened.onload = resolve);\n\
            const told = [opened.document.title, opened.document.scripts.length, opened.opener == self];\n\
            root.setAttribute('data-agent-opened', opened.document.documentElement.dataset.agent);\n\
            opened.close(); return told; })</script>"))
}

fn history_of(engine: xcheck_testkit::matrix::Engine) {
    compare_with(engine, history_book, async |pair: &Pair| {
        let mut problems = Vec::new();
        for (name, steps) in
            [("back", -1), ("forward", 1), ("back twice", -2), ("forward twice", 2)]
        {
            for side in [&pair.direct, &pair.proxied] {
                let before = side.browser.session().url().await.expect("a page is open");
                let go = format!("history.go({steps})");
                side.browser
                    .session()
                    .execute::<()>(&go, &[])
                    .await
                    .expect("history can be traveled");
                side.until_url_is_not(&before).await;
            }
            let (direct, proxied) = (pair.direct.look().await, pair.proxied.look().await);
            problems.extend(pair.agree(name, Agent::Everywhere, direct, proxied).await);
        }
        for side in [&pair.direct, &pair.proxied] {
            side.browser.session().refresh().await.expect("a page can be reloaded");
        }
        let (direct, proxied) = (pair.direct.look().await, pair.proxied.look().await);
        problems.extend(pair.agree("reload", Agent::Everywhere, direct, proxied).await);
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    });
}

fn history_book() -> Book {
    let page = |name: &str| html("", &format!("<p>{name}</p><input value={name}>"));
    Book::new()
        .page("/one", page("one"))
        .page("/two", page("two"))
        .page_with("/three", &[HTML, NO_STORE], page("three"))
        .page("/four", page("four"))
}
