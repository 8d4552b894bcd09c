//! A page from a recording is the page that was recorded, and asks nobody else.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::json;
use tokio::sync::mpsc::UnboundedReceiver;
use xcheck_browser::Browser;
use xcheck_model::exchange::ExchangeId;
use xcheck_model::tape::Recording;
use xcheck_proxy::{Asked, Proxy, Release, Serving, Source, Upto};
use xcheck_testkit::matrix::{self, Engine};
use xcheck_testkit::site::{self, Act, Taker};
use xcheck_trace::TraceReader;

use super::live::{talk, upgrade};
use crate::book::{Book, html};
use crate::harness::{
    AGENT_SAYS, Ports, Snapshot, attribute, live, recording_path, serve, start_proxy,
    start_recording, until_attribute, until_done, with_browser,
};
use crate::run_on_every_engine;

run_on_every_engine!(recorded_pages => |engine| super::record_and_serve(engine));

fn app() -> Book {
    let page = html(
        "<link rel=stylesheet href=/style.css>",
        "<p>text</p><img src=/picture.svg><iframe src=/frame></iframe>
        <script>measure(async () => {
          const results = [];
          root.setAttribute('data-asked', '');
          for (let i = 0; i < 3; i++) {
            results.push(await fate(fetch('/counter', { cache: 'no-store' })));
            root.setAttribute('data-got', i);
          }
          results.push(await fate(fetch('/save', { method: 'POST', body: 'one' })));
          results.push(await fate(fetch('/save', { method: 'POST', body: 'two' })));
          results.push(await fate(fetch('/moved')), await fate(fetch('/broken')), await fate(fetch('/missing')));
          const source = new EventSource('/events');
          await new Promise(resolve => source.onmessage = event => { results.push(event.data); if (event.data == 'c') resolve(); });
          source.close();
          const socket = new WebSocket('ws://' + location.host + '/socket', ['first', 'second']);
          await new Promise(resolve => socket.onopen = resolve);
          results.push(socket.protocol);
          for (const word of ['a', 'fragments', 'large']) {
            const answer = new Promise(resolve => socket.onmessage = event => resolve(event.data.size || event.data));
            socket.send(word);
            results.push(await answer);
          }
          const closed = new Promise(resolve => socket.onclose = event => resolve([event.code, event.reason]));
          socket.send('close');
          results.push(await closed);
          if (document.readyState != 'complete') await new Promise(resolve => addEventListener('load', resolve));
          results.push(getComputedStyle(document.querySelector('p')).color, document.images[0].naturalWidth);
          return results;
        });</script>",
    );
    let n_asked = AtomicUsize::new(0);
    Book::new()
        .on("/app", move |_| {
            let headers = [
                ("content-type", "text/html; charset=utf-8"),
                ("content-security-policy", "frame-src 'self'"),
            ];
            site::answer(200, &headers, &page)
        })
        .file("/style.css", "text/css", "p { color: rgb(1, 2, 3) }")
        .file(
            "/picture.svg",
            "image/svg+xml",
            "<svg xmlns='http://www.w3.org/2000/svg' width='7' height='5'/>",
        )
        .html("/frame", html("", "<p>in a frame</p>"))
        .on("/counter", move |_| {
            let n_asked = n_asked.fetch_add(1, Ordering::SeqCst);
            site::answer(200, &[("content-type", "text/plain")], format!("answer {n_asked}"))
        })
        .on("/save", |asked| {
            site::answer(
                201,
                &[("content-type", "text/plain")],
                [b"saved ", asked.body.as_slice()].concat(),
            )
        })
        .on("/moved", |_| site::answer(302, &[("location", "/moved-here")], ""))
        .on("/moved-here", |_| site::answer(200, &[], "moved"))
        .on("/broken", |_| {
            let head = site::head(200, &[("content-length", "100")]);
            vec![
                Act::Send(format!("{head}part").into_bytes()),
                Act::Pause(Duration::from_millis(50)),
                Act::Reset,
            ]
        })
        .on("/events", |_| {
            let head =
                site::head(200, &[("content-type", "text/event-stream"), ("connection", "close")]);
            let send = |text: &str| Act::Send(text.as_bytes().to_vec());
            let pause = Act::Pause(Duration::from_millis(20));
            vec![
                send(&head),
                send("data: a\n\n"),
                pause.clone(),
                send("data: b\n\n"),
                pause,
                send("data: c\n\n"),
                Act::Stall,
            ]
        })
        .on("/socket", |asked| {
            upgrade(asked, "Sec-WebSocket-Protocol: second\r\n", Taker::new(talk))
        })
}

fn record_and_serve(engine: Engine) {
    if !matrix::is_wanted(engine) {
        return;
    }
    matrix::block_on(async {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let site = serve(app()).await;
        let (ports, url) = (Ports::of(&site), site.url("/app"));
        let writer = start_recording(&folder);
        let proxy = start_proxy(live(writer.clone())).await;
        let live_page =
            with_browser(engine, &proxy, async |browser| open(browser, &url, ports).await).await;
        proxy.stop().await;
        writer.finish().expect("the recording is whole");
        drop(site);
        let recording = Arc::new(TraceReader::open(&recording_path(&folder)).expect("readable"));

        let (serving, told) = Serving::new(recording.clone(), Release::AtOnce);
        let proxy = start_proxy(Source::Recorded(serving)).await;
        with_browser(engine, &proxy, async |browser| {
            let page = open(browser, &url, ports).await;
            assert_eq!(page.text, live_page.text);
            assert!(page.agents.iter().all(|said| said == AGENT_SAYS), "{:?}", page.agents);
            check_asked(browser, &*recording, told).await;
        })
        .await;
        proxy.stop().await;

        let (serving, told) = Serving::new(recording.clone(), Release::OnDemand);
        let proxy = start_proxy(Source::Recorded(serving.clone())).await;
        held_back(engine, &proxy, &serving, told, &recording, &url).await;
        proxy.stop().await;
    });
}

async fn open(browser: &Browser, url: &str, ports: Ports) -> Snapshot {
    browser.session().navigate(url).await.expect("the page can be asked for");
    until_attribute(browser, "data-done").await;
    until_done(browser, ports).await
}

fn id_of(recording: &dyn Recording, method: &str, path: &str, index: usize) -> ExchangeId {
    let is_it = |url: &str| url.splitn(4, '/').nth(3).is_some_and(|found| found == &path[1..]);
    let mut all = recording
        .exchanges()
        .iter()
        .filter(|exchange| exchange.request.method == method && is_it(&exchange.request.url));
    all.nth(index).unwrap_or_else(|| panic!("{method} {path} was recorded")).id
}

/// What the page asked was answered in the recorded order, and what it asks beyond that is told.
async fn check_asked(
    browser: &Browser,
    recording: &dyn Recording,
    mut told: UnboundedReceiver<Asked>,
) {
    let counters: Vec<ExchangeId> =
        (0..3).map(|index| id_of(recording, "GET", "/counter", index)).collect();
    let mut all: Vec<Asked> = Vec::new();
    while let Ok(asked) = told.try_recv() {
        all.push(asked);
    }
    let recorded: Vec<ExchangeId> = all
        .iter()
        .filter_map(|asked| match asked {
            Asked::Recorded(id) => Some(*id),
            _ => None,
        })
        .filter(|id| counters.contains(id))
        .collect();
    assert_eq!(recorded, counters);
    let n_unrecorded = all
        .iter()
        .filter(|asked| match asked {
            Asked::Unrecorded { request, .. } => !request.url.ends_with("/favicon.ico"),
            _ => false,
        })
        .count();
    assert_eq!(n_unrecorded, 0, "{all:#?}");
    let messages: Vec<&Asked> =
        all.iter().filter(|asked| matches!(asked, Asked::Message { .. })).collect();
    assert!(messages.len() >= 4, "{messages:?}");
    let is_recorded = |asked: &&Asked| matches!(asked, Asked::Message { is_recorded: true, .. });
    assert!(messages[..4].iter().all(is_recorded), "{messages:?}");

    let script = "const done = arguments[arguments.length - 1];\
        Promise.all([fetch('/counter', { cache: 'no-store' }), fetch('/counter?new')]).then(async all => \
        done([all[0].status, await all[0].text(), all[1].status, await all[1].text()]));";
    let answers: serde_json::Value =
        browser.session().execute_async(script, &[]).await.expect("the page can ask");
    let text = answers[3].as_str().unwrap_or_default();
    assert_eq!(
        (&answers[0], &answers[1], &answers[2]),
        (&json!(200), &json!("answer 2"), &json!(504))
    );
    assert!(
        text.starts_with("xcheck: GET http://127.0.0.1:")
            && text.contains("is not in the recording"),
        "{text}"
    );
    let mut more = Vec::new();
    while let Ok(asked) = told.try_recv() {
        more.push(asked);
    }
    assert!(more.contains(&Asked::Again(counters[2])), "{more:#?}");
    let is_new = |asked: &Asked| match asked {
        Asked::Unrecorded { request, nearest } => {
            request.url.ends_with("/counter?new") && *nearest == Some(counters[0])
        }
        _ => false,
    };
    assert!(more.iter().any(is_new), "{more:#?}");
}

/// An answer that is not released keeps the page waiting, and everything else goes on.
async fn held_back(
    engine: Engine,
    proxy: &Proxy,
    serving: &Serving,
    mut told: UnboundedReceiver<Asked>,
    recording: &Arc<TraceReader>,
    url: &str,
) {
    let held = id_of(&**recording, "GET", "/counter", 1);
    with_browser(engine, proxy, async |browser| {
        browser.session().navigate(url).await.expect("the page can be asked for");
        let is_asked = async {
            while let Some(asked) = told.recv().await {
                match asked {
                    Asked::Recorded(id) if id == held => return,
                    Asked::Recorded(id) | Asked::Again(id) => serving.release(id, Upto::End),
                    Asked::Different { .. } | Asked::Unrecorded { .. } | Asked::Message { .. } => {}
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(20), is_asked)
            .await
            .expect("the page asks for it");
        assert_eq!(until_attribute(browser, "data-got").await, "0");
        // A head without body is not an answer yet: `fetch` resolves, the text does not.
        serving.release(held, Upto::Pieces(0));
        for _ in 0..5 {
            assert_eq!(attribute(browser, "data-got").await.as_deref(), Some("0"));
        }
        serving.release(held, Upto::End);
        serving.release_all();
        until_attribute(browser, "data-done").await;
        assert_eq!(attribute(browser, "data-got").await.as_deref(), Some("2"));
    })
    .await;
}
