//! Documents that no server sent are recorded too.

use std::time::Duration;

use xcheck_browser::Session;
use xcheck_browser::webdriver::{By, Frame};
use xcheck_model::engine::Engine;
use xcheck_testkit::site::{Site, answer, page};
use xcheck_trace::actions;

use crate::harness::record;
use crate::on_engines;

const PAGE: &str = "<!doctype html><title>frames</title>
    <iframe id=blank></iframe>
    <iframe id=doc srcdoc='<button id=b onclick=\"document.title = 1\">srcdoc</button>'></iframe>
    <iframe id=written></iframe>
    <iframe id=replaced></iframe>
    <script>
    const fill = (id, html) => {
        const inner = document.getElementById(id).contentDocument;
        inner.open();
        inner.write(html);
        inner.close();
        return document.getElementById(id).contentWindow;
    };
    const inner = document.getElementById('blank').contentWindow;
    inner.document.body.innerHTML = '<button id=b>blank</button>';
    inner.document.getElementById('b').onclick = () => inner.setTimeout(() => inner.Math.random(), 1);
    fill('written', '<button id=b>written</button>').document.getElementById('b').onclick = () => {};
    document.getElementById('replaced').contentWindow.Math.random();
    document.getElementById('replaced').src = '/inner';
    </script>";

async fn click_in(session: &Session, frame: &str) {
    let element = session.find(By::Css(frame)).await.unwrap();
    session.switch_to_frame(&Frame::Element(element)).await.unwrap();
    let mut button = session.find(By::Css("#b")).await;
    for _ in 0..100 {
        if button.is_ok() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
        button = session.find(By::Css("#b")).await;
    }
    session.click(&button.unwrap()).await.unwrap();
    session.switch_to_frame(&Frame::Top).await.unwrap();
}

async fn frames_without_a_server_are_recorded(engine: Engine) {
    let site = Site::start(|asked| match asked.path.as_str() {
        "/" => page(PAGE),
        "/inner" => {
            page("<button id=b>inner</button><script>b.onclick = () => Math.random()</script>")
        }
        _ => answer(404, &[], ""),
    })
    .await;
    let frames = ["#blank", "#doc", "#written", "#replaced"];
    let tape = record(engine, &site, "/", async |session| {
        for frame in frames {
            click_in(session, frame).await;
        }
    })
    .await;
    let found: Vec<(Vec<i64>, &str, String)> = actions(&tape.log)
        .iter()
        .map(|action| {
            let hello = &tape.log.pages[action.page].hello;
            let id = action.target.as_ref().and_then(|target| target.id.clone());
            (hello.frame.clone(), action.kind.name(), id.unwrap_or_default())
        })
        .collect();
    let expected: Vec<(Vec<i64>, &str, String)> =
        (0..4).map(|index| (vec![index], "click", "b".to_owned())).collect();
    assert_eq!(found, expected);
    let random: u64 = tape
        .log
        .pages
        .iter()
        .flat_map(|page| page.events())
        .map(|event| event.locals.n_random)
        .sum();
    // One in the first frame's timer, one by the top page, one by the page that replaced the last frame's.
    assert_eq!(random, 3);
}

on_engines!(frames_without_a_server_are_recorded);
