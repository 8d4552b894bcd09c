//! Callbacks are identified by the event that registered them, their place there, and their source.

use xcheck_model::engine::Engine;

use crate::case::{CLICK, Case, SAID};
use crate::cases;

cases! {
    at_its_place = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              setTimeout(function first() { say('first' + Math.random()); }, 20);
              setTimeout(function second() { say('second' + Math.random()); end(); }, 40);
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[],
        says: "first# second#",
    };
    in_its_order_behind_another = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              if (!there) setTimeout(function extra() { say('extra'); }, 20);
              setTimeout(function first() { say('first' + Math.random()); end(); }, 20);
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("registrations-differ", "")],
        says: "first#",
    };
    under_an_old_name = Case {
        page: "<button id=go>go</button><script>
            const frame = window.webkitRequestAnimationFrame || requestAnimationFrame;
            let n = 0;
            function next() { if (++n < 4) frame(next); else { say('frames' + Math.random()); end(); } }
            go.onclick = () => frame(next);
            </script>",
        does: &[CLICK, SAID],
        told: &[],
        says: "frames#",
    };
    in_the_turn_of_another_event = Case {
        page: "<button id=go>go</button><script>
            const later = () => setTimeout(function late() { say('late' + Math.random()); end(); }, 60);
            go.onmousedown = () => { if (!there) later(); };
            go.onclick = () => { if (there) later(); };
            </script>",
        does: &[CLICK, SAID],
        told: &[("registrations-differ", "late"), ("registrations-differ", "late"), ("callback-elsewhere", "")],
        says: "late#",
    };
    of_a_worker_whose_name_the_browser_makes_up = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              const text = new Blob(['onmessage = (event) => postMessage(event.data * 2)'], { type: 'text/javascript' });
              const worker = new Worker(URL.createObjectURL(text));
              worker.onmessage = (event) => { say('twice ' + event.data); end(); };
              worker.postMessage(21);
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[],
        says: "twice #",
    };
    elsewhere_in_another_order = Case {
        page: "<button id=go>go</button><script>
            function first() { say('first' + Math.random()); }
            function second() { say('second' + Math.random()); end(); }
            go.onclick = () => {
              if (there) { setTimeout(first, 20); setTimeout(second, 60); }
              else { setTimeout(second, 60); setTimeout(first, 20); }
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("callback-elsewhere", "")],
        says: "first# second#",
    };
    absent = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              setTimeout(function rest() { say('rest' + Math.random()); end(); }, 80);
              if (there) setTimeout(function gone() { say('gone'); }, 20);
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("registrations-differ", "gone"), ("callback-missing", "gone")],
        says: "rest#",
    };
    put_off_in_another_way = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              const later = there ? requestIdleCallback : (callback) => setTimeout(callback, 1);
              later(function rest() { say('rest' + Math.random()); end(); });
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("registrations-differ", ""), ("callback-different", "idle")],
        says: "rest#",
    };
    another_in_its_place = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              if (there) setTimeout(function right() { say('right'); }, 20);
              else setTimeout(function wrong() { say('wrong'); }, 20);
              setTimeout(function rest() { say('rest' + Math.random()); end(); }, 80);
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("registrations-differ", "right"), ("callback-different", "right")],
        says: "rest#",
    };
    only_here = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              setTimeout(function rest() { say('rest'); end(); }, 20);
              if (!there) setTimeout(function surplus() { say('surplus'); }, 0);
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("registrations-differ", "")],
        says: "rest",
    };
    interval_ended_early = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              let n = 0;
              const id = setInterval(function tick() {
                say('tick');
                if (++n === (there ? 3 : 2)) clearInterval(id);
              }, 20);
              setTimeout(function rest() { say('rest'); end(); }, 300);
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("callback-missing", "tick")],
        says: "tick tick rest",
    };
    absent_before_another = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              if (there) requestAnimationFrame(function gone() { say('gone'); });
              requestAnimationFrame(function rest() { say('rest' + Math.random()); end(); });
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("registrations-differ", "gone"), ("callback-missing", "gone")],
        says: "rest#",
    };
    request_to_another_address = Case {
        page: "<button id=go>go</button><script>
            go.onclick = async () => {
              setTimeout(function rest() { say('rest'); end(); }, 200);
              const answer = await fetch(there ? '/one?a=1' : '/one?a=2');
              say(await answer.text());
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[
            ("registrations-differ", "/one?a=2"),
            ("callback-different", "/one?a=1"),
            ("callback-missing", "body"),
            ("request-missing", "the nearest is GET"),
        ],
        says: "rest",
    };
    request_with_another_body = Case {
        page: "<button id=go>go</button><script>
            go.onclick = async () => {
              const answer = await fetch('/echo', { method: 'POST', body: there ? 'x' : 'y' });
              say(await answer.text());
              end();
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("request-different", "/echo")],
        says: "x",
    };
    request_only_here = Case {
        page: "<button id=go>go</button><script>
            go.onclick = async () => {
              const answer = await fetch('/one');
              say(await answer.text());
              if (!there) fetch('/three').then(() => say('three'), () => say('broken'));
              end();
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("registrations-differ", "/three"), ("request-missing", "/three")],
        says: "one",
    };
    requests_in_another_order = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              const get = (url) => {
                const request = new XMLHttpRequest();
                request.open('GET', url);
                request.onload = () => {
                  say(request.responseText);
                  if (--nLeft === 0) end();
                };
                request.send();
              };
              let nLeft = 2;
              for (const url of there ? ['/one', '/two?late'] : ['/two?late', '/one']) get(url);
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("callback-elsewhere", "")],
        says: "one two",
    };
}
