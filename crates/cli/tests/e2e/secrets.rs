//! What is typed in confidence is nowhere in a trace.

use std::io::Read as _;

use serde_json::json;
use xcheck_model::tape::Recording as _;
use xcheck_trace::TraceReader;

use crate::program::{Xcheck, stderr};
use crate::record::{app, path, record};

/// All of a trace that a reader can see, decompressed.
fn content(reader: &TraceReader) -> Vec<u8> {
    let mut content = Vec::new();
    for line in reader.log_lines().unwrap() {
        content.extend(line.unwrap().into_bytes());
        content.push(b'\n');
    }
    for exchange in reader.exchanges() {
        content.extend(serde_json::to_vec(exchange).unwrap());
        let messages = exchange.messages.iter().map(|message| &message.body);
        let response = exchange.response.as_ref().map(|response| &response.body);
        for body in exchange.request_body.iter().chain(response).chain(messages) {
            reader.open(&body.hash).unwrap().read_to_end(&mut content).unwrap();
        }
    }
    content
}

const PAGE: &str = "<form id=f>
    <input id=user name=user>
    <input id=password type=password name=p>
    <input id=card autocomplete=cc-number name=c>
    <input id=plain name=q>
    <input id=code autocomplete='one-time-code' inputmode=numeric name=o>
    <div class='notes-mask'><textarea id=notes name=n></textarea></div>
    <button id=go>Go</button></form>
    <script>
    f.onsubmit = (event) => {
        event.preventDefault();
        const data = Object.fromEntries(new FormData(f));
        const headers = {authorization: 'Bearer tOk' + 'en-4711-abc', 'content-type': 'application/json'};
        fetch('/login?pw=' + encodeURIComponent(data.p), {method: 'POST', headers, body: JSON.stringify(data)});
        fetch('/form', {method: 'POST', body: new URLSearchParams(data)}).finally(() => { document.title = 'sent' });
        console.log('signed in with', data.p);
        localStorage.setItem('last', data.c);
    };
    document.querySelectorAll('input').forEach((field) => { field.onkeydown = field.oninput = field.onchange = () => {} });
    </script>";

#[test]
fn secrets_are_nowhere_in_a_trace() {
    for browser in ["chromium", "firefox", "webkit"] {
        let xcheck = Xcheck::new();
        let typed = [
            ("#user", "maria"),
            ("#password", "Tr0ub4dor&3"),
            ("#card", "4111 1111 1111 1111"),
            ("#plain", "5500005555555559"),
            ("#code", "739146"),
            ("#notes", "Grandma's maiden name"),
        ];
        let mut steps: Vec<_> = typed
            .iter()
            .map(|(selector, value)| json!({"type": "change", "selectors": [selector], "value": value}))
            .collect();
        steps.push(json!({"type": "click", "selectors": ["#go"], "offsetX": 5, "offsetY": 5}));
        steps.push(json!({"type": "waitForExpression", "expression": "document.title === 'sent'"}));
        steps.push(json!({"type": "navigate", "url": "/again"}));
        app(&xcheck, PAGE, &json!(steps));
        let output = record(&xcheck, browser);
        assert_eq!(output.status.code(), Some(0), "{browser}: {}", stderr(&output));
        let reader = TraceReader::open(&path(&xcheck, "t.xct")).unwrap();
        let content = String::from_utf8_lossy(&content(&reader)).into_owned();
        assert!(content.contains("maria"), "{browser}: what is no secret is kept");
        for secret in [
            "Tr0ub4dor",
            "4dor&3",
            "4dor%263",
            "4111 1111",
            "4111+1111",
            "4111%201111",
            "4111111111",
            "5500005555555559",
            "739146",
            "Grandma",
            "maiden",
            "tOken-4711",
        ] {
            let at = content.find(secret);
            let around = at.map(|at| content.get(at.saturating_sub(80)..at + 40));
            assert_eq!(at, None, "{browser}: {secret} in {around:?}");
        }
        // Masks keep length and class, key by key.
        assert!(content.contains("Xx0xx0xxx*0"), "{browser}");
        assert!(content.contains("0000 0000 0000 0000"), "{browser}");
    }
}
