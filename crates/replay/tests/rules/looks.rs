//! What a page shows when it is looked at.

use xcheck_model::engine::Engine;
use xcheck_trace::run::InputMode;

use crate::case::{CLICK, Case, SAID, play};

/// Nothing comes after the turn that begins to fade, and no frame is as short as the fading.
const FADING: Case = Case {
    page: "<button id=go>go</button>
        <p id=fading style='transition: opacity 1ms linear'>fading</p><script>
        go.onclick = () => setTimeout(() => { fading.style.opacity = 0; say('fading'); end(); }, 20);
        </script>",
    does: &[CLICK, SAID],
    told: &[],
    says: "fading",
};

// Firefox and WebKit may draw a frame between a turn and the task in which it is looked at: what is as short as
// a frame is over then. What takes longer is held there, too.
#[test]
fn a_transition_of_the_last_turn_has_just_begun_in_chromium() {
    hold(Engine::Chromium);
}

fn hold(player: Engine) {
    let Some(scene) = play(Engine::Chromium, player, &FADING, InputMode::Native) else { return };
    assert_eq!(scene.played.trouble(), [""; 0]);
    let tree = &scene.played.trees[&0];
    let is_fading = |id: &u64| {
        tree.node(*id).unwrap().attributes.get("id").is_some_and(|name| name == "fading")
    };
    let fading = tree.in_order().into_iter().find(is_fading).unwrap();
    let opacity = tree.node(fading).unwrap().style.as_ref().unwrap().get("opacity");
    assert_eq!(opacity, None, "as opaque as at its first moment");
}
