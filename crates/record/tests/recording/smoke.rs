//! Tries things.

use std::time::Duration;
use xcheck_browser::webdriver::By;
use xcheck_model::engine::Engine;
use xcheck_testkit::matrix;
use xcheck_testkit::site::{Site, answer, page};

use crate::harness::record;

fn smoke(engine: Engine) {
    matrix::block_on(async {
        let site = Site::start(|asked| match asked.path.as_str() {
            "/" => page(&std::fs::read_to_string("/tmp/smoke.html").unwrap()),
            "/data" => answer(200, &[("content-type", "application/json")], "{\"a\":1}"),
            _ => answer(404, &[], ""),
        })
        .await;
        let tape = record(engine, &site, "/", async |session| {
            let button = session.find(By::Css("#b")).await.unwrap();
            session.click(&button).await.unwrap();
            let field = session.find(By::Css("#t")).await.unwrap();
            session.send_keys(&field, "Hi you").await.unwrap();
            let done = "return window.done === true";
            for _ in 0..200 {
                if session.execute::<bool>(done, &[]).await.unwrap() {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            eprintln!(
                "PAGE {}",
                session
                    .execute::<String>("return document.querySelector('#out').textContent", &[])
                    .await
                    .unwrap()
            );
        })
        .await;
        for line in tape.reader.log_lines().unwrap() {
            eprintln!("LINE {}", line.unwrap());
        }
        eprintln!("SIZES {:?}", tape.reader.sizes());
    });
}

#[test]
fn chromium() {
    smoke(Engine::Chromium);
}
#[test]
fn firefox() {
    smoke(Engine::Firefox);
}
#[test]
fn webkit() {
    smoke(Engine::WebKit);
}
