//! Windows, frames and where actions lead.

use super::*;
use crate::export::story::{Deed, tell};

fn left(at_us: i64) -> Entry {
    Entry::Left { at_us, is_kept: false }
}

/// A shop whose help opens in a second window, with a frame, and a second page.
pub(super) fn pages() -> Vec<Page> {
    let mut shop = page(0, "http://shop.test/", 0.0);
    let mut frame = page(1, "http://shop.test/frame", 100.0);
    frame.hello.frame = vec![2, 1];
    let mut help = page(2, "http://shop.test/help", 1000.0);
    help.entries = vec![unheard("click", 500_000, 0, json!([]))];
    let mut cart = page(3, "http://shop.test/cart", 3000.0);
    cart.hello.referrer = "http://shop.test/".to_owned();
    shop.entries = vec![unheard("click", 2_900_000, 0, json!([])), left(3_050_000)];
    cart.entries = vec![unheard("click", 100_000, 0, json!([])), left(9_010_000)];
    let typed = page(4, "http://shop.test/typed", 12_000.0);
    vec![shop, frame, help, cart, typed]
}

pub(super) fn actions() -> Vec<Action> {
    let click = |page, at_us| {
        let kind = ActionKind::Click { button: MouseButton::Left, at: AT, modifiers: NONE };
        Action { page, at_us, ..act(kind, button()) }
    };
    vec![click(1, 500_000), click(0, 990_000), click(2, 1_500_000), click(0, 2_900_000)]
}

#[test]
fn pages_are_put_into_windows() {
    let (session, actions, pages) = (session(), actions(), pages());
    let story = tell(&session, &actions, &pages);
    let shown = story.beats.iter().map(|beat| {
        let what = match beat.deed {
            Deed::Go(url) => format!("go {url}"),
            Deed::Act(action) => action.kind.name().to_owned(),
        };
        let (window, frame) = (beat.window, &beat.frame);
        format!(
            "{what} in {window} {frame:?} leads to {:?} opens {:?}\n",
            beat.leads_to, beat.opens
        )
    });
    insta::assert_snapshot!(shown.collect::<String>(), @r##"
    go http://shop.test/ in 0 [] leads to Some("http://shop.test/") opens []
    click in 0 [1, 2] leads to None opens []
    click in 0 [] leads to None opens [1]
    click in 1 [] leads to None opens []
    click in 0 [] leads to Some("http://shop.test/cart") opens []
    go http://shop.test/typed in 0 [] leads to Some("http://shop.test/typed") opens []
    "##);
    assert_eq!(story.last_page.map(|page| page.number), Some(4));
}
