//! Every line of a log is as the published schema says.

use serde_json::Value;
use xcheck_browser::webdriver::By;
use xcheck_model::engine::Engine;
use xcheck_testkit::site::{Site, answer, page};

use crate::harness::record;
use crate::on_engines;

const SCHEMA: &str = include_str!("../../../../docs/trace.schema.json");

const PAGE: &str =
    "<!doctype html><title>t</title><script>localStorage.setItem('a', 'b' + Date.now())</script>
    <iframe srcdoc='<p>inner'></iframe><input id=i type=password><button id=b>Go</button>
    <script>
    b.onclick = (event) => {
        crypto.getRandomValues(new Uint8Array(4));
        console.warn('said', Math.random(), Date.now(), performance.now(), performance.now());
        setTimeout(function named() { throw new TypeError('boom'); }, 1);
        setInterval(() => {}, 20);
        requestAnimationFrame(() => {});
        fetch('/data').then((answer) => answer.text());
        const request = new XMLHttpRequest();
        request.open('GET', '/data');
        request.onreadystatechange = () => {};
        request.send();
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {};
        port2.postMessage(1);
        new ResizeObserver(() => {}).observe(b);
        history.pushState(null, '', '#x');
        Promise.reject(new Error('nobody hears this'));
    };
    i.onkeydown = i.oninput = () => {};
    onload = () => {};
    onunhandledrejection = () => {};
    </script>";

async fn lines_are_as_the_schema_says(engine: Engine) {
    let site = Site::start(|asked| match asked.path.as_str() {
        "/" => page(PAGE),
        "/data" => answer(200, &[("content-type", "text/plain")], "data"),
        _ => answer(404, &[], ""),
    })
    .await;
    let tape = record(engine, &site, "/", async |session| {
        let button = session.find(By::Css("#b")).await.unwrap();
        session.click(&button).await.unwrap();
        let field = session.find(By::Css("#i")).await.unwrap();
        session.send_keys(&field, "secret").await.unwrap();
        session.refresh().await.unwrap();
    })
    .await;
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut kinds = std::collections::BTreeSet::new();
    for line in tape.reader.log_lines().unwrap() {
        let line = line.unwrap();
        let value: Value = serde_json::from_str(&line).unwrap();
        assert!(validator.is_valid(&value), "{line}");
        kinds.insert(value[0].as_str().unwrap().to_owned());
    }
    for kind in ["page", "hello", "d", "f", "fs", "bye", "i", "u", "c", "n", "s"] {
        assert!(kinds.contains(kind), "{kind} does not occur: {kinds:?}");
    }
    assert!(!validator.is_valid(&serde_json::json!(["i", 1, "click"])));
}

on_engines!(lines_are_as_the_schema_says);
