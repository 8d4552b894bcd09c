//! Plain http to a host with a name: browsers do not say what a request is for, and the agent gets into documents only.
//!
//! Only the proxy knows the name, so there is nothing to compare with.

use std::sync::Arc;
use std::time::Duration;

use camino::Utf8Path;
use serde_json::json;
use xcheck_proxy::{Fallback, Folder, Source, Trust, Upstream};
use xcheck_testkit::matrix::{self, Engine};

use crate::book::{html, measured};
use crate::harness::{AGENT_SAYS, start_proxy_with, until_attribute, with_browser};
use crate::run_on_every_engine;

run_on_every_engine!(untrusted_hosts => |engine| super::visit(engine));

fn visit(engine: Engine) {
    if !matrix::is_wanted(engine) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = Utf8Path::from_path(folder.path()).expect("paths of tests are UTF-8");
    let leaf = html("", "<p>leaf</p>");
    let work = "
        const add = async (name, attribute) => {
          const element = document.createElement(name);
          const loaded = new Promise(resolve => element.onload = resolve);
          element[attribute] = '/leaf.html';
          document.body.append(element);
          await loaded;
          return element.contentDocument.documentElement.dataset.agent;
        };
        const request = new XMLHttpRequest();
        const loaded = new Promise(resolve => request.onloadend = resolve);
        request.open('GET', '/leaf.html'); request.responseType = 'document'; request.send();
        await loaded;
        const texts = [await (await fetch('/leaf.html')).text(),
          await (await fetch('/leaf.html', { headers: { accept: 'text/html' } })).text()];
        return [isSecureContext, root.dataset.agent, await add('iframe', 'src'), await add('object', 'data'),
          texts.map(text => text.length), request.response.scripts.length];";
    std::fs::write(path.join("leaf.html"), &leaf).expect("writable");
    std::fs::write(path.join("index.html"), measured(work)).expect("writable");
    matrix::block_on(async {
        let upstream = Upstream::new(Trust::System, Duration::from_secs(10)).expect("TLS works");
        let source = Source::Live { upstream: Arc::new(upstream), sink: None };
        let served = Folder::new(path, Fallback::NotFound).expect("the folder is there");
        let proxy = start_proxy_with(source, vec![("app.test".to_owned(), served)]).await;
        let text = with_browser(engine, &proxy, async |browser| {
            browser
                .session()
                .navigate("http://app.test/")
                .await
                .expect("the page can be asked for");
            until_attribute(browser, "data-measured").await
        })
        .await;
        proxy.stop().await;
        let measured: serde_json::Value =
            serde_json::from_str(&text).expect("the page writes JSON");
        // Firefox 153 asks for an object like for anything else, so that its document stays without agent.
        let in_object = if engine == Engine::Firefox { "absent" } else { AGENT_SAYS };
        let expected =
            json!([false, AGENT_SAYS, AGENT_SAYS, in_object, [leaf.len(), leaf.len()], 1]);
        assert_eq!(measured, expected);
    });
}
