//! Messages, workers, values, observers, scripts and errors.

use xcheck_model::engine::Engine;

use super::{Act, Row, row};

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

pub(super) const ROWS: &[Row] = &[
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
