//! What a page shows when it is looked at.

use std::ops::Range;

use xcheck_model::engine::Engine;
use xcheck_trace::run::{InputMode, SupportKind};

use crate::case::{CLICK, Case, SAID, play};
use crate::hand::Do;

/// The last turn comes when the fading is over.
const FADING: Case = Case {
    page: "<button id=go>go</button>
        <p id=fading style='transition: opacity 100ms linear'>fading</p><script>
        const fade = () => { fading.style.opacity = 0; setTimeout(() => { say('fading'); end(); }, 300); };
        go.onclick = () => setTimeout(fade, 20);
        </script>",
    does: &[CLICK, SAID],
    told: &[],
    says: "fading",
};

/// Nobody hears of the second press.
const FADING_SLOWLY: Case = Case {
    page: "<button id=go>go</button>
        <p id=fading style='margin-top: 100px; transition: all 1000s linear'>fading</p><script>
        go.onclick = () => { fading.style.opacity = 0; say('fading'); end(); };
        </script>",
    does: &[CLICK, SAID, Do::Click(400, 300)],
    told: &[],
    says: "fading",
};

#[test]
fn a_transition_is_over_when_its_time_is() {
    for player in [Engine::Chromium, Engine::Firefox, Engine::WebKit] {
        hold(player, &FADING, 0.0..0.01);
    }
}

#[test]
fn a_transition_goes_on_showing_after_a_picture() {
    for player in [Engine::Chromium, Engine::Firefox, Engine::WebKit] {
        hold(player, &FADING_SLOWLY, 0.9..1.01);
    }
}

fn hold(player: Engine, case: &'static Case, expected: Range<f64>) {
    let Some(scene) = play(Engine::Chromium, player, case, InputMode::Native) else { return };
    assert_eq!(scene.played.trouble(), [""; 0]);
    let tree = &scene.played.trees[&0];
    let is_fading = |id: &u64| {
        tree.node(*id).unwrap().attributes.get("id").is_some_and(|name| name == "fading")
    };
    let fading = tree.in_order().into_iter().find(is_fading).unwrap();
    let opacity = tree.node(fading).unwrap().style.as_ref().unwrap().get("opacity");
    let opacity: f64 = opacity.map_or(1.0, |it| it.parse().unwrap());
    assert!(expected.contains(&opacity), "{player}: {opacity} is not in {expected:?}");
}

/// The replay itself leads from one page to the next, because a person did.
const LED: Case = Case {
    page: "<button id=go>go</button><script>go.onclick = () => { say('pressed'); end(); };</script>",
    does: &[Do::Reload, CLICK, SAID],
    told: &[],
    says: "pressed",
};

#[test]
fn a_page_that_the_replay_goes_to_has_pictures() {
    for player in [Engine::Chromium, Engine::Firefox, Engine::WebKit] {
        let Some(scene) = play(Engine::Chromium, player, &LED, InputMode::Native) else { continue };
        assert_eq!(scene.played.trouble(), [""; 0], "{player}");
        let n_pictures = scene.played.n_pictures[&1];
        assert!(n_pictures > 1, "{player}: as it came, and after the press");
    }
}

const STYLED: Case = Case {
    page: "<style>p { color: red; shape-of-letters: square } p:round { top: 0 }</style>
        <button id=go>go</button><script>go.onclick = () => { say('pressed'); end(); };</script>",
    does: &[CLICK, SAID],
    told: &[],
    says: "pressed",
};

#[test]
fn browsers_say_what_they_know_of_styles() {
    for player in [Engine::Chromium, Engine::Firefox, Engine::WebKit] {
        let case = play(Engine::Chromium, player, &STYLED, InputMode::Native);
        let Some(scene) = case else { continue };
        let said = |text: &str| {
            let found = scene.played.supports.iter().find(|it| it.text == text);
            found.map(|it| (it.kind, it.has))
        };
        let (declaration, selector) = (SupportKind::Declaration, SupportKind::Selector);
        assert_eq!(said("color: red"), Some((declaration, true)), "{player}");
        assert_eq!(said("shape-of-letters: square"), Some((declaration, false)), "{player}");
        assert_eq!(said("p:round"), Some((selector, false)), "{player}");
    }
}

const RUNNING: Case = Case {
    page: "<button id=go>go</button><script>say('é');
        go.onclick = () => { if (go) { say('pressed'); end(); } else { say('missed'); } };
        function never() { say('never'); }
        </script>",
    does: &[CLICK, SAID],
    told: &[],
    says: "é pressed",
};

#[test]
fn chromium_tells_what_ran_before_each_picture() {
    let script = RUNNING.page.split("<script>").nth(1).unwrap().split("</script>").next().unwrap();
    let script: Vec<u16> = script.encode_utf16().collect();
    for player in [Engine::Chromium, Engine::Firefox, Engine::WebKit] {
        let case = play(Engine::Chromium, player, &RUNNING, InputMode::Native);
        let Some(scene) = case else { continue };
        assert_eq!(scene.played.trouble(), [""; 0], "{player}");
        // The words of the page that ran, step by step.
        let mut said: Vec<String> = Vec::new();
        for ran in &scene.played.ran {
            let own = ran.scripts.iter().filter(|it| it.len == script.len() as u64);
            let pieces = own.flat_map(|it| &it.pieces);
            let texts = pieces.map(|(begin, end)| {
                String::from_utf16(&script[*begin as usize..*end as usize]).unwrap()
            });
            let text = texts.collect::<String>();
            let words = text.split("say('").skip(1).filter_map(|it| it.split('\'').next());
            said.push(words.collect::<Vec<_>>().join(" "));
        }
        said.retain(|it| !it.is_empty());
        let expected: &[&str] = if player == Engine::Chromium { &["é", "pressed"] } else { &[] };
        assert_eq!(said, expected, "{player}");
    }
}

/// What moves with the scrolling moves with nothing else.
const SCROLLED: Case = Case {
    page: "<style>@keyframes grow { from { width: 0 } to { width: 400px } }
        #bar { position: fixed; left: 0; top: 100px; height: 9px; animation: grow linear; animation-timeline: scroll() }
        </style><button id=go style='position: fixed'>go</button><div id=bar></div><p style='height: 1440px'>long</p><script>
        go.onclick = () => { scrollTo(0, 360); setTimeout(() => { say('scrolled'); end(); }, 300); };
        addEventListener('scrollend', () => say('ended'));
        </script>",
    does: &[CLICK, SAID],
    told: &[],
    says: "ended scrolled",
};

/// Firefox 153 does not know such timelines, WebKitGTK 2.50 does not tell that scrolling has ended.
#[test]
fn scrolling_drives_what_it_drove_and_ends_where_an_engine_says_so() {
    for player in [Engine::Chromium, Engine::WebKit] {
        let case = play(Engine::Chromium, player, &SCROLLED, InputMode::Native);
        let Some(scene) = case else { continue };
        let told = scene.played.trouble();
        match player {
            Engine::WebKit => {
                assert_eq!((told.len(), scene.said.as_str()), (1, "scrolled"), "{told:?}");
                assert!(told[0].contains("scrollend"), "{told:?}");
            }
            _ => {
                assert_eq!(told, [""; 0]);
                assert_eq!(scene.said, "ended scrolled");
            }
        }
        let tree = &scene.played.trees[&0];
        let is_bar =
            |id: &u64| tree.node(*id).unwrap().attributes.get("id").is_some_and(|it| it == "bar");
        let bar = tree.in_order().into_iter().find(is_bar).unwrap();
        let width = tree.node(bar).unwrap().bounds.unwrap().width;
        assert!((150.0..250.0).contains(&width), "{player}: {width}");
    }
}
