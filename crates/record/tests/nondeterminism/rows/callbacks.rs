//! Timers, frames and requests.

use xcheck_model::engine::Engine;

use super::{Row, row};

pub(super) const ROWS: &[Row] = &[
    row(
        "setTimeout",
        "arguments",
        "<script>
        function later(a, b) { mark('later'); say(a + b); say(this === window); done(); }
        mark('begin');
        source(later);
        setTimeout(later, 20, 1, 2);
        </script>",
        &["begin: script #0", "later: timeout(later, 20) 0 of begin", "says 3", "says true"],
    ),
    row(
        "setTimeout",
        "text instead of a function",
        "<script>
        mark('begin');
        setTimeout('mark(\"text\"); var fromText = 1; done()', 5);
        </script>",
        &[
            "begin: script #0",
            "text: timeout(mark(\"text\"); var fromText = 1; done(), 5) 0 of begin",
        ],
    ),
    row(
        "setTimeout",
        "cleared",
        "<script>
        mark('begin');
        const gone = setTimeout(function never() { mark('never'); }, 5);
        const alsoGone = setTimeout(function never() { mark('never'); }, 5);
        clearTimeout(gone);
        clearInterval(alsoGone);
        clearTimeout(undefined);
        setTimeout(function last() { mark('last'); done(); }, 40);
        </script>",
        &["begin: script #0", "last: timeout(last, 40) 2 of begin"],
    ),
    row(
        "setTimeout",
        "nested",
        "<script>
        mark('begin');
        setTimeout(function one() {
          mark('one');
          setTimeout(function two() { mark('two'); setTimeout(function three() { mark('three'); done(); }); });
        });
        </script>",
        &[
            "begin: script #0",
            "one: timeout(one, 0) 0 of begin",
            "two: timeout(two, 0) 0 of one",
            "three: timeout(three, 0) 0 of two",
        ],
    ),
    row(
        "setInterval",
        "three times",
        "<script>
        mark('begin');
        let n = 0;
        const id = setInterval(function tick(word) {
          mark('tick' + n);
          say(word);
          if (++n === 3) { clearInterval(id); done(); }
        }, 10, 'tock');
        </script>",
        &[
            "begin: script #0",
            "tick0: interval(tick, 10) 0 of begin",
            "says tock",
            "tick1: interval(tick, 10) 0 of begin, firing 1",
            "says tock",
            "tick2: interval(tick, 10) 0 of begin, firing 2",
            "says tock",
        ],
    ),
    row(
        "requestAnimationFrame",
        "two in a frame, one canceled, its argument",
        "<script>
        mark('begin');
        requestAnimationFrame(function one(time) {
          mark('one');
          frameTime(time);
          Promise.resolve().then(() => mark('then'));
        });
        cancelAnimationFrame(requestAnimationFrame(function never() { mark('never'); }));
        requestAnimationFrame(function two(time) { mark('two'); frameTime(time); done(); });
        </script>",
        &[
            "begin: script #0",
            "one: frame(one) 0 of begin",
            "then: in the turn of one",
            "two: frame(two) 2 of begin",
        ],
    ),
    Row {
        limits: &[(Engine::WebKit, "not in this engine")],
        ..row(
            "requestIdleCallback",
            "idle, canceled",
            "<script>
            if (!window.requestIdleCallback) absent();
            else {
              mark('begin');
              cancelIdleCallback(requestIdleCallback(function never() { mark('never'); }));
              requestIdleCallback(function idle(deadline) {
                mark('idle');
                say(typeof deadline.timeRemaining());
                done();
              });
            }
            </script>",
            &[
                "begin: script #0",
                "idle: idle(idle) 1 of begin, 0",
                "says number",
            ],
        )
    },
    Row {
        limits: &[(Engine::WebKit, "not in this engine")],
        ..row(
            "scheduler.postTask",
            "in the order of priorities, taken back",
            "<script>
            if (!window.scheduler) absent();
            else {
              mark('begin');
              const taken = new TaskController();
              scheduler.postTask(function never() { mark('never'); }, { signal: taken.signal }).catch((e) => say(e.name));
              scheduler.postTask(function later() { mark('later'); done(); }, { priority: 'background' });
              scheduler.postTask(function first() { mark('first'); return 7; }, { priority: 'user-blocking' })
                .then((result) => { mark('then'); say(result); });
              taken.abort();
            }
            </script>",
            &[
                "begin: script #0",
                "says AbortError",
                "first: posted(first) 2 of begin",
                "then: in the turn of first",
                "says 7",
                "later: posted(later) 1 of begin",
            ],
        )
    },
    row(
        "XMLHttpRequest",
        "asynchronous",
        "<script>
        mark('begin');
        const xhr = new XMLHttpRequest();
        xhr.onreadystatechange = () => {
          if (xhr.readyState === 4) mark('ready');
          else if (xhr.readyState === 1) mark('opened');
        };
        xhr.onload = () => { mark('load'); say(xhr.responseText); };
        xhr.addEventListener('loadend', () => { mark('end'); done(); });
        xhr.open('GET', '/data');
        xhr.send();
        </script>",
        &[
            "begin: script #0",
            "opened: in the turn of begin",
            "ready: xhr(GET, /data) 1 of begin, firing 2, \"readystatechange4\"",
            "load: xhr(GET, /data) 1 of begin, firing 3, \"load4\"",
            "says {\"a\":1}",
            "end: xhr(GET, /data) 1 of begin, firing 4, \"loadend4\"",
        ],
    ),
    row(
        "XMLHttpRequest",
        "synchronous",
        "<script>
        mark('begin');
        const xhr = new XMLHttpRequest();
        xhr.onload = () => mark('load');
        xhr.open('GET', '/data', false);
        xhr.send();
        mark('after');
        say(xhr.responseText);
        done();
        </script>",
        &[
            "begin: script #0",
            "load: in the turn of begin",
            "after: in the turn of begin",
            "says {\"a\":1}",
        ],
    ),
    row(
        "XMLHttpRequest",
        "json",
        "<script>
        mark('begin');
        const xhr = new XMLHttpRequest();
        xhr.open('GET', '/data');
        xhr.responseType = 'json';
        xhr.onload = () => { mark('load'); say(xhr.response.a); done(); };
        xhr.send();
        </script>",
        &["begin: script #0", "load: xhr(GET, /data) 0 of begin, \"load4\"", "says 1"],
    ),
    row(
        "XMLHttpRequest",
        "blob",
        "<script>
        mark('begin');
        const xhr = new XMLHttpRequest();
        xhr.open('GET', '/data');
        xhr.responseType = 'blob';
        xhr.onload = () => {
          mark('load');
          xhr.response.text().then((text) => { mark('text'); say(text); done(); });
        };
        xhr.send();
        </script>",
        &[
            "begin: script #0",
            "load: xhr(GET, /data) 0 of begin, \"load4\"",
            "text: body() 0 of load, 1",
            "says {\"a\":1}",
        ],
    ),
    row(
        "XMLHttpRequest",
        "upload",
        "<script>
        mark('begin');
        const xhr = new XMLHttpRequest();
        xhr.open('POST', '/echo');
        xhr.upload.onload = () => { mark('sent'); };
        xhr.onload = () => { mark('load'); say(xhr.responseText); done(); };
        xhr.send('some text');
        </script>",
        &[
            "begin: script #0",
            "sent: XMLHttpRequestUpload() 1 of begin, \"load\"",
            "load: xhr(POST, /echo) 0 of begin, \"load4\"",
            "says some text",
        ],
    ),
    row(
        "XMLHttpRequest",
        "aborted",
        "<script>
        mark('begin');
        const xhr = new XMLHttpRequest();
        xhr.open('GET', '/never');
        xhr.onabort = () => mark('abort');
        xhr.send();
        setTimeout(function stop() { mark('stop'); xhr.abort(); mark('after'); done(); }, 20);
        </script>",
        &[
            "begin: script #0",
            "stop: timeout(stop, 20) 1 of begin",
            "abort: in the turn of stop",
            "after: in the turn of stop",
        ],
    ),
    row(
        "XMLHttpRequest",
        "out of time",
        "<script>
        mark('begin');
        const xhr = new XMLHttpRequest();
        xhr.open('GET', '/never');
        xhr.timeout = 50;
        xhr.ontimeout = () => { mark('timeout'); done(); };
        xhr.send();
        </script>",
        &["begin: script #0", "timeout: xhr(GET, /never) 0 of begin, \"timeout4\""],
    ),
    row(
        "XMLHttpRequest",
        "broken",
        "<script>
        mark('begin');
        const xhr = new XMLHttpRequest();
        xhr.open('GET', '/broken');
        xhr.onerror = () => { mark('error'); done(); };
        xhr.send();
        </script>",
        &["begin: script #0", "error: xhr(GET, /broken) 0 of begin, \"error4\""],
    ),
    row(
        "fetch",
        "json",
        "<script>
        mark('begin');
        fetch('/data')
          .then((answer) => { mark('answer'); return answer.json(); })
          .then((value) => { mark('value'); say(value.a); })
          .then(() => { mark('later'); done(); });
        </script>",
        &[
            "begin: script #0",
            "answer: fetch(GET, /data) 0 of begin, 1",
            "value: body() 0 of answer, 1",
            "says 1",
            "later: in the turn of value",
        ],
    ),
    row(
        "fetch",
        "awaited in an async function",
        "<script>
        (async () => {
          mark('begin');
          const answer = await fetch('/data');
          mark('answer');
          const text = await answer.text();
          mark('text');
          await null;
          mark('later');
          say(text);
          done();
        })();
        </script>",
        &[
            "begin: script #0",
            "answer: fetch(GET, /data) 0 of begin, 1",
            "text: body() 0 of answer, 1",
            "later: in the turn of text",
            "says {\"a\":1}",
        ],
    ),
    row(
        "fetch",
        "stream",
        "<script>
        (async () => {
          mark('begin');
          const answer = await fetch('/pieces');
          mark('answer');
          const reader = answer.body.getReader();
          const one = await reader.read();
          mark('one');
          say(new TextDecoder().decode(one.value));
          fetch('/more');
          const two = await reader.read();
          mark('two');
          say(new TextDecoder().decode(two.value));
          const end = await reader.read();
          mark('end');
          say(end.done);
          done();
        })();
        </script>",
        &[
            "begin: script #0",
            "answer: fetch(GET, /pieces) 0 of begin, 1",
            "one: read() 0 of answer, 1",
            "says one",
            "two: read() 1 of one, 1",
            "says two",
            "end: read() 0 of two, 1",
            "says true",
        ],
    ),
    row(
        "fetch",
        "aborted",
        "<script>
        mark('begin');
        const control = new AbortController();
        fetch('/never', { signal: control.signal }).catch((error) => {
          mark('caught');
          say(error.name);
          done();
        });
        setTimeout(function stop() { mark('stop'); control.abort(); }, 20);
        </script>",
        &[
            "begin: script #0",
            "stop: timeout(stop, 20) 1 of begin",
            "caught: fetch(GET, /never) 0 of begin, 0",
            "says AbortError",
        ],
    ),
    row(
        "fetch",
        "broken",
        "<script>
        mark('begin');
        fetch('/broken').catch((error) => { mark('caught'); say(error.name); done(); });
        </script>",
        &["begin: script #0", "caught: fetch(GET, /broken) 0 of begin, 0", "says TypeError"],
    ),
    row(
        "fetch",
        "a Request, a URL, an init",
        "<script>
        (async () => {
          mark('begin');
          await fetch(new Request('/echo', { method: 'POST', body: 'x' }));
          mark('request');
          await fetch(new URL('/data?a#b', 'http://' + location.host));
          mark('url');
          await fetch('/echo', { method: 'put', body: 'y' });
          mark('init');
          done();
        })();
        </script>",
        &[
            "begin: script #0",
            "request: fetch(POST, http://HOST/echo) 0 of begin, 1",
            "url: fetch(GET, http://HOST/data?a#b) 0 of request, 1",
            "init: fetch(put, /echo) 0 of url, 1",
        ],
    ),
    row(
        "WebSocket",
        "open, messages, close",
        "<script>
        mark('begin');
        const socket = new WebSocket('ws://' + location.host + '/socket');
        socket.onopen = () => { mark('open'); socket.send('hi'); };
        socket.addEventListener('message', ({ data }) => { mark(data); });
        socket.onclose = ({ code }) => { mark('close'); say(code); done(); };
        </script>",
        &[
            "begin: script #0",
            "open: socket(ws://HOST/socket) 0 of begin, \"open\"",
            "one: socket(ws://HOST/socket) 0 of begin, firing 1, \"message\"",
            "two: socket(ws://HOST/socket) 0 of begin, firing 2, \"message\"",
            "close: socket(ws://HOST/socket) 0 of begin, firing 3, \"close\"",
            "says 1000",
        ],
    ),
    row(
        "EventSource",
        "open, message, named event",
        "<script>
        mark('begin');
        const source1 = new EventSource('/events');
        source1.onopen = () => mark('open');
        source1.onmessage = ({ data }) => { mark(data); };
        source1.addEventListener('named', ({ data }) => { mark(data); source1.close(); done(); });
        </script>",
        &[
            "begin: script #0",
            "open: events(/events) 0 of begin, \"open\"",
            "one: events(/events) 0 of begin, firing 1, \"message\"",
            "two: events(/events) 0 of begin, firing 2, \"named\"",
        ],
    ),
    row(
        "postMessage",
        "to itself",
        "<script>
        mark('begin');
        addEventListener('message', ({ data }) => {
          mark('heard' + data);
          if (data === 1) postMessage(3);
          if (data === 3) done();
        });
        postMessage(1);
        window.postMessage(2, '*');
        </script>",
        &[
            "begin: script #0",
            "heard1: post() 0 of begin",
            "heard2: post() 1 of begin",
            "heard3: post() 0 of heard1",
        ],
    ),
    Row {
        frame: &["asked: notice message"],
        ..row(
            "postMessage",
            "to a frame and back",
            "<iframe src=/frame id=inner></iframe><script>
            onmessage = ({ data }) => { mark('answered'); say(data); done(); };
            inner.onload = () => { mark('load'); inner.contentWindow.postMessage('question', '*'); };
            </script>",
            &["load: notice load", "answered: notice message", "says answer"],
        )
    },
    Row { is_unordered: true, ..row(
        "MessageChannel",
        "both ways",
        "<script>
        mark('begin');
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => {
          mark('one' + data);
          if (data === 2) done();
        };
        port2.addEventListener('message', ({ data }) => { mark('two'); port2.postMessage(2); });
        port2.start();
        port1.postMessage(0);
        port2.postMessage(1);
        </script>",
        &[
            "begin: script #0",
            "one1: post() 3 of begin",
            "one2: post() 0 of two",
            "two: post() 2 of begin",
        ],
    ) },
];
