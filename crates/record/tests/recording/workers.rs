//! What workers draw is recorded, whoever made their script.

use std::time::Duration;

use xcheck_browser::Session;
use xcheck_model::engine::Engine;
use xcheck_testkit::site::{Site, answer, page};

use crate::harness::record;
use crate::on_engines;

const WORKER: &str = "/* a worker */ 'use strict';
    const draws = [Math.random(), Date.now(), (function () { return this === undefined; })()];
    postMessage(draws);";

const PAGE: &str = "<!doctype html><title>0</title><script>
    window.got = [];
    const start = (url) => {
        new Worker(url).onmessage = (event) => { got.push(event.data); document.title = got.length; };
    };
    start('/worker.js');
    fetch('/worker.js').then((answer) => answer.blob()).then((blob) => start(URL.createObjectURL(blob)));
    </script>";

async fn wait_until(session: &Session, condition: &str) {
    for _ in 0..500 {
        if session.execute::<bool>(&format!("return {condition}"), &[]).await.unwrap() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{condition} did not come true");
}

async fn what_workers_draw_is_recorded(engine: Engine) {
    let site = Site::start(|asked| match asked.path.as_str() {
        "/" => page(PAGE),
        "/worker.js" => answer(200, &[("content-type", "text/javascript")], WORKER),
        _ => answer(404, &[], ""),
    })
    .await;
    let mut got = Vec::new();
    let tape = record(engine, &site, "/", async |session| {
        wait_until(session, "document.title === '2'").await;
        let text: String = session.execute("return JSON.stringify(window.got)", &[]).await.unwrap();
        got = serde_json::from_str::<Vec<(f64, i64, bool)>>(&text).unwrap();
    })
    .await;
    let mut drawn: Vec<(f64, i64)> = tape
        .log
        .pages
        .iter()
        .filter(|page| page.hello.is_worker)
        .map(|page| {
            let event = page.events().next().unwrap();
            (page.random_values(event)[0], event.locals.dates_ms[0])
        })
        .collect();
    let mut seen: Vec<(f64, i64)> = got.iter().map(|(random, date, _)| (*random, *date)).collect();
    drawn.sort_by(|one, other| one.0.total_cmp(&other.0));
    seen.sort_by(|one, other| one.0.total_cmp(&other.0));
    assert_eq!(drawn, seen);
    assert!(got.iter().all(|(_, _, is_strict)| *is_strict), "strict scripts stay strict");
}

on_engines!(what_workers_draw_is_recorded);
