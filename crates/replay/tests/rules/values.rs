//! Values come from the local object of the current event; errors and promises are held against it.

use xcheck_model::engine::Engine;

use crate::case::{CLICK, Case, SAID};
use crate::cases;

cases! {
    random_exhausted = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              say('a' + Math.random());
              if (!there) { Math.random(); Math.random(); }
              setTimeout(function rest() { say('b' + Math.random()); end(); }, 20);
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("values-exhausted", "random")],
        says: "a# b#",
    };
    random_left_over = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              say('a' + Math.random());
              if (there) { Math.random(); Math.random(); }
              setTimeout(function rest() { say('b' + Math.random()); end(); }, 20);
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("values-left-over", "2 random")],
        says: "a# b#",
    };
    dates_exhausted = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              const first = Date.now();
              if (!there) say(Date.now() === first ? 'still' : 'moving');
              setTimeout(function rest() { Date.now(); say('rest'); end(); }, 20);
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("values-exhausted", "dates")],
        says: "still rest",
    };
    dates_left_over = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              if (there) new Date();
              setTimeout(function rest() { new Date(); say('rest'); end(); }, 20);
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("values-left-over", "1 date")],
        says: "rest",
    };
    clock_and_crypto = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              performance.now();
              crypto.getRandomValues(new Uint8Array(4));
              if (!there) { performance.now(); crypto.getRandomValues(new Uint8Array(4)); }
              setTimeout(function rest() {
                if (there) { performance.now(); crypto.getRandomValues(new Uint8Array(4)); }
                say('rest');
                end();
              }, 20);
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[
            ("values-exhausted", "clock"),
            ("values-exhausted", "crypto"),
            ("values-left-over", "1 readings of the clock, 1 values of crypto"),
        ],
        says: "rest",
    };
    waiting_for_time_ends = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              if (!there) { const begin = Date.now(); while (Date.now() < begin + 50); }
              setTimeout(function rest() { say('rest'); end(); }, 20);
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("values-exhausted", "dates")],
        says: "rest",
    };
    error_only_here = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              setTimeout(function rest() { say('rest'); end(); }, 20);
              if (!there) throw new TypeError('no such thing');
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("error-only-here", "no such thing")],
        says: "rest",
    };
    error_missing = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              setTimeout(function rest() { say('rest'); end(); }, 20);
              if (there) throw new TypeError('no such thing');
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("error-missing", "no such thing")],
        says: "rest",
    };
    same_error_in_other_words = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              setTimeout(function rest() { say('rest'); end(); }, 20);
              null.x;
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[],
        says: "rest",
    };
    rejection_only_here = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              if (!there) Promise.reject(new RangeError('too far'));
              setTimeout(function rest() { say('rest'); end(); }, 60);
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("error-only-here", "too far")],
        says: "rest",
    };
    promise_broken_here = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              fetch('OTHER/one', { mode: there ? 'cors' : 'same-origin' }).then(() => say('kept'), () => say('broken'));
              setTimeout(function rest() { say('rest'); end(); }, 300);
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("outcome-differs", "broken")],
        says: "broken rest",
    };
    promise_kept_here = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => {
              const of = (is) => new Blob([is ? 'no picture' : '<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>'], { type: 'image/svg+xml' });
              const picture = new Image();
              picture.src = URL.createObjectURL(of(there));
              picture.decode().then(() => say('kept'), () => say('broken'));
              setTimeout(function rest() { say('rest'); end(); }, 400);
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("outcome-differs", "kept")],
        says: "kept rest",
    };
}
