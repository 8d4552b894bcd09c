//! Pages that are left, or not, and what the browser reports of them.

use xcheck_model::engine::Engine;

use xcheck_trace::run::InputMode;

use crate::case::{CLICK, Case, SAID, play};
use crate::cases_alone;
use crate::hand::Do;

/// Until a frame has got what it is to have.
const UNTIL_FILLED: Do =
    Do::Until("document.querySelector('output').textContent.includes('filled')");

cases_alone! {
    navigation = Case {
        page: "<button id=go>go</button><script>go.onclick = () => { location.href = '/next'; };</script>",
        does: &[CLICK, SAID],
        told: &[],
        says: "next",
    };
    navigation_missing = Case {
        page: "<button id=go>go</button><script>go.onclick = () => { if (there) location.href = '/next'; };</script>",
        does: &[CLICK, SAID],
        told: &[("navigation-missing", "/next")],
        says: "next",
    };
    navigation_surplus = Case {
        page: "<button id=go>go</button><script>
            go.onclick = () => { say('here'); end(); if (!there) location.href = '/surplus'; };
            </script>",
        does: &[CLICK, SAID],
        told: &[("navigation-surplus", "/surplus")],
        says: "here",
    };
    frame_missing = Case {
        page: "<button id=go>go</button><div id=place></div><script>
            const frame = document.createElement('iframe');
            place.append(frame);
            frame.contentWindow.name = 'empty at first';
            go.onclick = () => {
                if (there) frame.srcdoc = '<p>inner</p><script>let n = 9; const next = () => n-- && setTimeout(next, 20); next()<\\/script>';
                setTimeout(() => { say('done'); end(); }, 400);
            };
            </script>",
        does: &[CLICK, SAID],
        told: &[("navigation-missing", "about:srcdoc")],
        says: "done",
    };
    frame_written_instead = Case {
        page: "<iframe id=frame style='position: absolute; left: 0; top: 0; border: 0'></iframe><script>
            const inner = '<button id=go style=\"position: absolute; left: 0; top: 0; width: 100px; height: 50px\">go</button>';
            const fill = (other) => {
                say('filled');
                other.getElementById('go').onclick = () => setTimeout(() => { say('pressed'); end(); }, 5);
            };
            const other = frame.contentDocument;
            if (there) {
                frame.srcdoc = inner;
                frame.onload = () => fill(frame.contentDocument);
            } else {
                other.open();
                other.write(inner);
                other.close();
                fill(other);
            }
            </script>",
        does: &[UNTIL_FILLED, CLICK, SAID],
        told: &[("notice-missing", "load")],
        says: "filled pressed",
    };
    frame_calls_its_page = Case {
        page: "<iframe id=frame srcdoc='<button id=go style=\"width: 100px; height: 50px\">go</button>'
            style='position: absolute; left: -8px; top: -8px; border: 0'></iframe><script>
            const later = (word, ms) => setTimeout(() => say(word + Math.random()), ms);
            frame.onload = () => {
                const other = frame.contentDocument;
                later('loaded', 10);
                for (const n of [1, 2]) {
                    const picture = other.createElement('img');
                    picture.onload = () => later('picture', 100 * n);
                    other.body.append(picture);
                    picture.src = '/picture.svg?' + n;
                }
                say('filled');
                other.getElementById('go').onmousedown = () => later('down', 300);
                other.getElementById('go').onclick = () => setTimeout(end, 600);
            };
            </script>",
        does: &[UNTIL_FILLED, CLICK, SAID],
        told: &[],
        says: "filled loaded# picture# picture# down#",
    };
    scripts_put_before_others = Case {
        page: "<script id=last></script><script>
            const put = (name, heard) => {
                const script = document.createElement('script');
                script.src = '/script.js?' + name;
                script.onload = () => { say(name); heard(); };
                document.body.insertBefore(script, document.querySelector('script'));
            };
            put('first', () => setTimeout(() => put('third', () => {}), 20));
            put('second', () => { say('too'); end(); });
            </script>",
        does: &[SAID],
        told: &[],
        says: "first third second too",
    };
    sheet_asked_for_by_code = Case {
        page: "<button id=go>go</button><p id=fading>fading</p><script>
            go.onclick = () => {
                const sheet = document.createElement('link');
                sheet.rel = 'stylesheet';
                sheet.href = '/sheet.css';
                sheet.onload = () => say('there');
                document.head.append(sheet);
            };
            fading.ontransitionend = () => { say('faded'); end(); };
            </script>",
        does: &[CLICK, SAID],
        told: &[],
        says: "there faded",
    };
    load_heard_late = Case {
        page: "<img src='/picture.svg?late'><script>
            let n = 0;
            const next = () => {
                if (n++ < 40) setTimeout(next);
                else addEventListener('load', () => { say('loaded'); end(); });
            };
            next();
            </script>",
        does: &[SAID],
        told: &[],
        says: "loaded",
    };
    picture_missing = Case {
        page: "<button id=go>go</button><script>
            const picture = new Image();
            document.body.append(picture);
            picture.onload = () => { say('loaded'); end(); };
            go.onclick = () => { if (there) picture.src = '/picture.svg'; say('clicked'); };
            </script>",
        does: &[CLICK, SAID],
        told: &[("notice-missing", "load")],
        says: "clicked",
    };
    picture_broken = Case {
        page: "<button id=go>go</button><script>
            const picture = new Image();
            document.body.append(picture);
            picture.onload = () => { say('loaded'); end(); };
            picture.onerror = () => { say('broken'); end(); };
            go.onclick = () => { picture.src = there ? '/picture.svg' : '/none.svg'; };
            </script>",
        does: &[CLICK, SAID],
        told: &[("outcome-differs", "error instead of load"), ("request-missing", "/none.svg")],
        says: "broken",
    };
}

const REVEALED: Case = Case {
    page: "<button id=go>go</button><script>
        addEventListener('pagereveal', () => say('revealed'));
        go.onclick = () => { say('pressed'); end(); };
        </script>",
    does: &[CLICK, SAID],
    told: &[],
    says: "revealed pressed",
};

/// Firefox does not know it.
#[test]
fn a_page_hears_that_it_is_revealed() {
    for player in [Engine::Chromium, Engine::WebKit] {
        let case = play(Engine::Chromium, player, &REVEALED, InputMode::Native);
        let Some(scene) = case else { continue };
        assert_eq!(scene.played.trouble(), [""; 0], "{player}");
        // A page that is shown before it listens has missed it.
        assert_eq!(scene.said, scene.recorded, "{player}");
    }
}
