//! Sources of non-determinism: a small page for each, and what must be in the log of it.

use xcheck_model::engine::Engine;

/// One row of the table.
pub(crate) struct Row {
    pub(crate) source: &'static str,
    pub(crate) case: &'static str,
    /// Markup after the kit's script. Every turn of it begins with a mark.
    pub(crate) page: &'static str,
    pub(crate) acts: &'static [Act],
    /// Whether the browser chooses the order.
    pub(crate) is_unordered: bool,
    /// The page's marks and words, with the events that the log must have for them.
    pub(crate) expected: &'static [&'static str],
    /// The same for its frame.
    pub(crate) frame: &'static [&'static str],
    /// Engines that do not have the source at all, in words.
    pub(crate) limits: &'static [(Engine, &'static str)],
}

/// What is done from outside.
pub(crate) enum Act {
    Click(&'static str),
    /// Waits for a mark.
    Await(&'static str),
}

const fn row(
    source: &'static str,
    case: &'static str,
    page: &'static str,
    expected: &'static [&'static str],
) -> Row {
    Row { source, case, page, acts: &[], is_unordered: false, expected, frame: &[], limits: &[] }
}

const FIGURE_5: &str = "<button id=elem0>0</button><button id=elem1>1</button><script>
    elem0.addEventListener('click', () => {
      mark('click0');
      setTimeout(function fn0() { mark('fn0'); }, 1500);
    });
    elem1.addEventListener('click', () => {
      mark('click1');
      setTimeout(function fn1() { mark('fn1'); done(); }, 2000);
    });
    </script>";

pub(crate) const ROWS: &[Row] = &[
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
    row(
        "BroadcastChannel",
        "within a page",
        "<script>
        mark('begin');
        const from = new BroadcastChannel('news');
        const to = new BroadcastChannel('news');
        to.onmessage = ({ data }) => { mark('heard'); say(data); done(); };
        from.postMessage('hello');
        </script>",
        &["begin: script #0", "heard: broadcast(news) 1 of begin, \"message\"", "says hello"],
    ),
    row(
        "Worker",
        "messages both ways",
        "<script>
        mark('begin');
        const worker = new Worker('/worker.js');
        worker.onmessage = ({ data }) => {
          mark(data.replace(' ', '-'));
          if (data === 'heard you') done();
          else worker.postMessage('you');
        };
        worker.postMessage('me');
        </script>",
        &[
            "begin: script #0",
            "heard-me: worker(/worker.js) 0 of begin, \"message\"",
            "heard-you: worker(/worker.js) 0 of begin, firing 1, \"message\"",
        ],
    ),
    row(
        "Math.random",
        "many, in several turns",
        "<script>
        mark('begin');
        for (let i = 0; i < 50; i++) draw();
        setTimeout(function later() { mark('later'); draw(); draw(); done(); });
        </script>",
        &["begin: script #0", "later: timeout(later, 0) 0 of begin"],
    ),
    row(
        "Date",
        "Date()",
        "<script>
        mark('begin');
        second(Date.parse(Date()));
        second(Date.parse(Date(1, 2)));
        done();
        </script>",
        &["begin: script #0"],
    ),
    row(
        "Date",
        "new Date()",
        "<script>
        mark('begin');
        date(new Date().getTime());
        date(+new Date());
        date(Reflect.construct(Date, []).valueOf());
        class Day extends Date {}
        date(new Day().getTime());
        say(new Date(5).getTime() + new Date(2020, 1).getFullYear());
        setTimeout(function later() { mark('later'); date(new Date().getTime()); done(); }, 30);
        </script>",
        &["begin: script #0", "says 2025", "later: timeout(later, 30) 0 of begin"],
    ),
    row(
        "Date",
        "Date.now()",
        "<script>
        mark('begin');
        for (let i = 0; i < 200; i++) date(Date.now());
        requestAnimationFrame(function frame() { mark('frame'); date(Date.now()); date(Date.now()); done(); });
        </script>",
        &["begin: script #0", "frame: frame(frame) 0 of begin"],
    ),
    row(
        "Intl.DateTimeFormat",
        "without a date",
        "<script>
        mark('begin');
        const all = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' };
        const format = new Intl.DateTimeFormat('en', { ...all, timeZone: 'UTC', hourCycle: 'h23' });
        const read = (text) => {
          const [month, day, ...rest] = text.match(/\\d+/g);
          return Date.UTC(rest[0], month - 1, day, ...rest.slice(1));
        };
        second(read(format.format()));
        second(read(format.formatToParts().map(({ value }) => value).join('')));
        const detached = format.format;
        second(read(detached(undefined)));
        second(Date.parse(new Date().toLocaleString('en', { ...all, timeZone: 'UTC' }) + ' UTC'));
        say(read(format.format(5000)));
        say(format.format === detached);
        done();
        </script>",
        &["begin: script #0", "says 5000", "says true"],
    ),
    Row { limits: &[(Engine::WebKit, "not in this engine")], ..row(
        "Temporal.Now",
        "every form",
        "<script>
        if (!window.Temporal) absent();
        else {
          mark('begin');
          date(Temporal.Now.instant().epochMilliseconds);
          date(Temporal.Now.zonedDateTimeISO().epochMilliseconds);
          date(Temporal.Now.plainDateTimeISO('UTC').toZonedDateTime('UTC').epochMilliseconds);
          const today = Temporal.Now.plainDateISO('UTC');
          day(today.toZonedDateTime('UTC').epochMilliseconds);
          date(today.toPlainDateTime(Temporal.Now.plainTimeISO('UTC')).toZonedDateTime('UTC').epochMilliseconds);
          say(Temporal.Now.timeZoneId().length > 0);
          done();
        }
        </script>",
        &["begin: script #0", "says true"],
    ) },
    row(
        "performance.now",
        "in several turns",
        "<script>
        mark('begin');
        for (let i = 0; i < 200; i++) clock(performance.now());
        setTimeout(function later() { mark('later'); clock(performance.now()); done(); }, 5);
        </script>",
        &["begin: script #0", "later: timeout(later, 5) 0 of begin"],
    ),
    row(
        "crypto.getRandomValues",
        "bytes and words",
        "<script>
        mark('begin');
        secret(base64(crypto.getRandomValues(new Uint8Array(5))));
        secret(base64(crypto.getRandomValues(new Uint32Array(new ArrayBuffer(40), 8, 2))));
        setTimeout(function later() {
          mark('later');
          secret(base64(crypto.getRandomValues(new Uint8Array(1))));
          done();
        });
        </script>",
        &["begin: script #0", "later: timeout(later, 0) 0 of begin"],
    ),
    row(
        "crypto.randomUUID",
        "twice",
        "<script>
        mark('begin');
        secret(crypto.randomUUID());
        secret(crypto.randomUUID());
        done();
        </script>",
        &["begin: script #0"],
    ),
    Row {
        acts: &[Act::Click("#button")],
        ..row(
            "event.timeStamp",
            "input, notice, request, own event",
            "<button id=button>b</button><script>
            mark('begin');
            clock(new Event('mine').timeStamp);
            const finish = after(3);
            addEventListener('load', (event) => { mark('load'); clock(event.timeStamp); finish(); });
            button.onclick = (event) => { mark('click'); clock(event.timeStamp); finish(); };
            const xhr = new XMLHttpRequest();
            xhr.open('GET', '/data', true);
            xhr.onload = (event) => { mark('answer'); clock(event.timeStamp); finish(); };
            addEventListener('click', () => xhr.send());
            </script>",
            &[
                "begin: script #0",
                "load: notice load",
                "click: input click",
                "answer: xhr(GET, /data) 0 of begin, \"load4\"",
            ],
        )
    },
    row(
        "IntersectionObserver",
        "entries",
        "<div id=box style='width: 50px; height: 50px'></div><script>
        mark('begin');
        const observer = new IntersectionObserver(function crossed(entries, self) {
          mark('crossed');
          say(entries.length);
          say(self === observer && this === observer);
          Promise.resolve().then(() => { mark('then'); done(); });
        });
        observer.observe(box);
        </script>",
        &[
            "begin: script #0",
            "crossed: observer(IntersectionObserver, crossed) 0 of begin, 1",
            "says 1",
            "says true",
            "then: in the turn of crossed",
        ],
    ),
    row(
        "ResizeObserver",
        "twice",
        "<div id=box style='width: 50px; height: 50px'></div><script>
        mark('begin');
        let n = 0;
        new ResizeObserver(function resized(entries) {
          mark('resized' + n);
          say(entries[0].contentRect.width);
          if (n++ === 1) done();
          else setTimeout(function widen() { mark('widen'); box.style.width = '70px'; });
        }).observe(box);
        </script>",
        &[
            "begin: script #0",
            "resized0: observer(ResizeObserver, resized) 0 of begin, 1",
            "says 50",
            "widen: timeout(widen, 0) 0 of resized0",
            "resized1: observer(ResizeObserver, resized) 0 of begin, firing 1, 1",
            "says 70",
        ],
    ),
    row(
        "PerformanceObserver",
        "marks",
        "<script>
        mark('begin');
        new PerformanceObserver(function measured(list) {
          mark('measured');
          say(list.getEntries().map(({ name }) => name));
          done();
        }).observe({ entryTypes: ['mark'] });
        performance.mark('mine');
        </script>",
        &[
            "begin: script #0",
            "measured: observer(PerformanceObserver, measured) 0 of begin",
            "says mine",
        ],
    ),
    row(
        "MutationObserver",
        "belongs to the turn that changed something",
        "<div id=box></div><script>
        mark('begin');
        new MutationObserver(() => { mark('changed' + box.childNodes.length); if (box.childNodes.length === 2) done(); })
          .observe(box, { childList: true });
        box.append('one');
        setTimeout(function later() { mark('later'); box.append('two'); }, 5);
        </script>",
        &[
            "begin: script #0",
            "changed1: in the turn of begin",
            "later: timeout(later, 5) 0 of begin",
            "changed2: in the turn of later",
        ],
    ),
    row(
        "promises",
        "belong to the turn that settled them",
        "<script>
        mark('begin');
        let release;
        const held = new Promise((resolve) => { release = resolve; });
        (async () => { await held; mark('awaited'); await null; mark('again'); done(); })();
        queueMicrotask(() => mark('microtask'));
        setTimeout(function one() { mark('one'); release(); queueMicrotask(() => mark('after')); });
        </script>",
        &[
            "begin: script #0",
            "microtask: in the turn of begin",
            "one: timeout(one, 0) 0 of begin",
            "awaited: in the turn of one",
            "after: in the turn of one",
            "again: in the turn of one",
        ],
    ),
    Row {
        acts: &[Act::Click("#elem0"), Act::Click("#elem1")],
        ..row(
            "Figure 5 of X-Check",
            "first trace: both clicks, then both timers",
            FIGURE_5,
            &[
                "click0: input click",
                "click1: input click",
                "fn0: timeout(fn0, 1500) 0 of click0",
                "fn1: timeout(fn1, 2000) 0 of click1",
            ],
        )
    },
    Row {
        acts: &[Act::Click("#elem0"), Act::Await("fn0"), Act::Click("#elem1")],
        ..row(
            "Figure 5 of X-Check",
            "second trace: each click, then its timer",
            FIGURE_5,
            &[
                "click0: input click",
                "fn0: timeout(fn0, 1500) 0 of click0",
                "click1: input click",
                "fn1: timeout(fn1, 2000) 0 of click1",
            ],
        )
    },
    row(
        "scripts",
        "inline, written, external",
        "<script>mark('first'); Promise.resolve().then(() => mark('then'));</script>
        <script>mark('second'); document.write('<script>mark(\"written\")<\\/script>'); mark('still');</script>
        <script src=/outer.js></script>
        <script>mark('last'); done();</script>",
        &[
            "first: script #0",
            "then: in the turn of first",
            "second: script #1",
            "written: in the turn of second",
            "still: in the turn of second",
            "external: script /outer.js",
            "last: script #2",
        ],
    ),
    row(
        "scripts",
        "inserted by a script",
        "<script>
        addEventListener('load', () => {
          mark('load');
          const inline = document.createElement('script');
          inline.textContent = 'mark(\"inserted\")';
          document.body.append(inline);
          mark('after');
          const late = document.createElement('script');
          late.src = '/late.js';
          document.head.append(late);
        });
        </script>",
        &[
            "load: notice load",
            "inserted: in the turn of load",
            "after: in the turn of load",
            "dynamic: script /late.js",
        ],
    ),
    row(
        "scripts",
        "module",
        "<script type=module src=/module.js></script>
        <script>mark('inline'); addEventListener('load', () => { mark('load'); done(); });</script>",
        &[
            "inline: script #0",
            "module: task",
            "load: notice load",
        ],
    ),
    Row { is_unordered: true, ..row(
        "scripts",
        "modules that follow one another: one event",
        "<script type=module>mark('one');</script>
        <script type=module>mark('two'); addEventListener('load', done);</script>",
        &[
            "one: task",
            "two: in the turn of one",
        ],
    ) },
    Row {
        is_unordered: true,
        ..row(
            "scripts",
            "between timers and listeners, while the page loads",
            "<script>
            mark('begin');
            document.addEventListener('DOMContentLoaded', () => mark('ready'));
            setTimeout(function early() { mark('early'); });
            postMessage('now');
            onmessage = () => mark('message');
            </script>
            <script src=/outer.js></script>
            <script>
            mark('inline');
            setTimeout(function soon() { mark('soon'); });
            addEventListener('load', () => { mark('load'); setTimeout(done, 20); });
            </script>
            <script src=/outer.js></script>
            <script>mark('last');</script>
            <script defer src=/deferred.js></script>",
            &[
                "begin: script #0",
                "deferred: script /deferred.js",
                "early: timeout(early, 0) 0 of begin",
                "external: script /outer.js",
                "external: script /outer.js",
                "inline: script #1",
                "last: script #2",
                "load: notice load",
                "message: post() 1 of begin",
                "ready: notice DOMContentLoaded",
                "soon: timeout(soon, 0) 0 of inline",
            ],
        )
    },
    row(
        "errors",
        "in the turn that threw",
        "<script>
        mark('begin');
        setTimeout(function one() { mark('one'); throw new RangeError('one'); });
        setTimeout(function two() { mark('two'); Promise.resolve().then(() => { done(); }); throw new TypeError('two'); });
        undefinedName;
        </script>",
        &[
            "begin: script #0",
            "one: timeout(one, 0) 0 of begin",
            "two: timeout(two, 0) 1 of begin",
            "begin has uncaught ReferenceError in line 6",
            "one has uncaught RangeError in line 4",
            "two has uncaught TypeError in line 5",
        ],
    ),
    row(
        "console",
        "in the turn that wrote",
        "<script>
        mark('begin');
        console.log('a', 1, { b: 2 });
        setTimeout(function later() {
          mark('later');
          console.error(new TypeError('bad'));
          console.assert(true, 'not');
          console.assert(1 === 2, 'but this');
          done();
        });
        </script>",
        &[
            "begin: script #0",
            "later: timeout(later, 0) 0 of begin",
            "begin has console log: a 1 {\"b\":2}",
            "later has console error: TypeError: bad",
            "later has console assert: but this",
        ],
    ),
];
