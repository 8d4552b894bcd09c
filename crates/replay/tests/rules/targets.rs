//! What a person acted on is found again, hit, and otherwise told; the handlers run all the same.

use xcheck_model::engine::Engine;

use crate::case::{CLICK, Case, SAID};
use crate::cases;
use crate::hand::Do;

cases! {
    elsewhere_in_the_document = Case {
        page: "<div id=box><p>one</p><button name=save style='position: absolute; left: 0; top: 0; width: 100px; height: 50px'>Save it</button></div><script>
            const button = document.querySelector('button');
            if (!there) { const wrap = document.createElement('section'); box.prepend(wrap); wrap.append(button); }
            button.onclick = () => { say('saved'); end(); };
            </script>",
        does: &[CLICK, SAID],
        told: &[("target-relaxed", "")],
        says: "saved",
    };
    gone = Case {
        page: "<button id=go>go</button><p id=other style='position: absolute; left: 0; top: 100px; width: 100px; height: 50px; margin: 0'>other</p><script>
            go.onclick = () => { say('go'); };
            other.onclick = () => { say('other'); end(); };
            if (!there) go.remove();
            </script>",
        does: &[CLICK, Do::Click(50, 125), SAID],
        told: &[("target-not-found", "click")],
        says: "other",
    };
    covered = Case {
        page: "<button id=go>go</button><script>
            if (!there) {
              const cover = document.createElement('div');
              cover.id = 'cover';
              cover.style = 'position: absolute; left: 0; top: 0; width: 300px; height: 100px; background: silver';
              document.body.append(cover);
            }
            go.onclick = () => {
              say('hit');
              setTimeout(function rest() { say('rest' + Math.random()); end(); }, 20);
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("target-not-hit", "cover")],
        says: "hit rest#",
    };
    moved = Case {
        page: "<button id=go>go</button><script>
            if (!there) { go.style.left = '300px'; go.style.top = '320px'; go.style.width = '60px'; }
            go.onclick = () => { say('hit'); end(); };
            </script>",
        does: &[CLICK, SAID],
        told: &[],
        says: "hit",
    };
    higher = Case {
        page: "<div id=day style='position: absolute; left: 0; top: 0; width: 100px; height: 300px'></div><script>
            if (!there) { day.style.top = '20px'; day.style.height = '360px'; }
            day.onclick = (event) => {
              const box = day.getBoundingClientRect();
              say('hour-' + 'abcdef'[Math.floor((event.clientY - box.top) / (box.height / 6))]);
              end();
            };
            </script>",
        does: &[Do::Click(50, 245), SAID],
        told: &[],
        says: "hour-e",
    };
    typing_over_what_a_driver_selected = Case {
        page: "<input id=field style='position: absolute; left: 0; top: 0; width: 100px; height: 50px'><script>
            field.oninput = () => { if (field.value === 'ab' || field.value === 'x') say(field.value); if (field.value === 'x') end(); };
            </script>",
        does: &[CLICK, Do::Type("ab"), Do::Until("field.select() || field.value === 'ab'"), Do::Type("x"), SAID],
        told: &[],
        says: "ab x",
    };
    at_the_edge = Case {
        page: "<button id=go>go</button><div id=cover style='position: absolute; left: 0; top: 0; height: 50px; background: silver'></div><script>
            // Here the cover ends one pixel further than there, and what is left of the button is elsewhere in its box.
            cover.style.width = there ? '50px' : '51px';
            go.onclick = (event) => { say(event.isTrusted ? 'hit' : 'made'); end(); };
            </script>",
        does: &[CLICK, SAID],
        told: &[],
        says: "hit",
    };
    scrolled_while_pressed = Case {
        page: "<div id=scroller style='position: absolute; left: 0; top: 0; width: 100px; height: 100px; overflow: auto'><div id=tall style='height: 2000px'></div></div><script>
            scroller.onpointerdown = () => { if (there) scroller.scrollTop = 300; };
            scroller.onmousedown = () => { say(scroller.scrollTop === 300 ? 'where it was' : 'elsewhere'); end(); };
            </script>",
        does: &[CLICK, SAID],
        told: &[],
        says: "where it was",
    };
    out_of_sight = Case {
        page: "<button id=go>go</button><div style='height: 5000px'></div><script>
            if (!there) go.style.top = '3000px';
            go.onclick = () => { say('hit'); end(); };
            </script>",
        does: &[CLICK, SAID],
        told: &[("target-not-hit", "")],
        says: "hit",
    };
    hidden = Case {
        page: "<button id=go>go</button><script>
            if (!there) go.style.visibility = 'hidden';
            go.onclick = () => { say('hit'); end(); };
            </script>",
        does: &[CLICK, SAID],
        told: &[("target-not-hit", "")],
        says: "hit",
    };
    typing_into_a_covered_field = Case {
        page: "<input id=field style='position: absolute; left: 0; top: 0; width: 100px; height: 50px'><script>
            if (!there) {
              const cover = document.createElement('div');
              cover.style = 'position: absolute; left: 0; top: 0; width: 300px; height: 100px; background: silver';
              document.body.append(cover);
            }
            field.oninput = () => { if (field.value === 'abc') { say(field.value); end(); } };
            </script>",
        does: &[CLICK, Do::Type("abc"), SAID],
        told: &[("target-not-hit", "")],
        says: "abc",
    };
    alert_only_here = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => { if (!there) alert('here'); say('after'); end(); };
            </script>",
        does: &[CLICK, SAID],
        told: &[("events-differ", "alert")],
        says: "after",
    };
    default_action_prevented_here = Case {
        page: "<input id=field style='position: absolute; left: 0; top: 0; width: 100px; height: 50px'><script>
            field.onkeydown = (event) => { if (!there && event.key === 'b') event.preventDefault(); };
            field.oninput = () => { say(field.value); };
            field.onkeyup = (event) => { if (event.key === 'c') end(); };
            </script>",
        does: &[CLICK, Do::Type("abc"), SAID],
        told: &[("events-differ", "input did not come")],
        says: "a ac",
    };
}
