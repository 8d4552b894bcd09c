//! What is observed, and that nothing else is.

use serde_json::{Value, json};
use xcheck_browser::Browser;
use xcheck_testkit::on_every_engine;
use xcheck_trace::run::{NodeKind, PageTree, Rect};

use crate::watched::{Watched, only};

on_every_engine!(
    the_first_look_sees_everything,
    nothing_new_is_nothing,
    two_loads_are_equal,
    nodes_come_go_and_move,
    attributes_alone_do_not_show,
    texts_change,
    fields_have_states,
    secrets_are_masked,
    places_scroll,
    styles_are_small_and_whole,
    generated_content_has_styles,
    drawings_are_hashed,
    pictures_load,
    shadow_roots_are_seen,
    what_is_hidden_has_no_box,
    what_is_zoomed_has_the_box_that_is_seen,
    what_is_skipped_is_not_read,
    styles_change_without_mutations,
    styles_follow_their_causes,
    the_caret_hides_unseen,
    pages_cannot_mislead,
);

const PAGE: &str = "<div id=a class='y x'>one<b id=b>two</b></div><!-- no --><p id=p>three</p>\
    <svg id=s width=10 height=10><rect width=10 height=5 fill=red /></svg>";

async fn the_first_look_sees_everything(browser: &Browser) {
    let (watched, first) = Watched::open(browser, "", PAGE).await;
    let tree = &watched.tree;
    let first: Value = serde_json::from_str(&first).unwrap();
    assert_eq!(first["isVisible"], true);
    for (name, value) in [
        ("url", json!("http://page/")),
        ("title", json!("t")),
        ("doctype", json!("html")),
        ("mode", json!("CSS1Compat")),
        ("dir", json!("")),
        ("lang", json!("en")),
        ("scroll", json!([0, 0])),
        ("focus", json!(0)),
    ] {
        assert_eq!(first["page"][name], value, "{name}");
    }
    // References are in document order.
    let order = tree.in_order();
    assert!(order.is_sorted(), "{order:?}");
    let shape: Vec<String> = order.iter().map(|id| tree.xpath(*id)).collect();
    let body = "/html[1]/body[1]";
    let expected = [
        "",
        "/div[1]",
        "/div[1]/text()[1]",
        "/div[1]/b[1]",
        "/div[1]/b[1]/text()[1]",
        "/p[1]",
        "/p[1]/text()[1]",
        "/svg[1]",
        "/svg[1]/rect[1]",
    ];
    let expected: Vec<String> = expected.iter().map(|path| format!("{body}{path}")).collect();
    assert_eq!(shape[shape.len() - expected.len()..], expected);
    let a = watched.node("a");
    assert_eq!(a.attributes["class"], "y x");
    assert_eq!(a.bounds.unwrap().height, 20.0);
    assert_eq!(a.bounds.unwrap().width, tree.page["size"][0].as_f64().unwrap());
    let text = tree.node(a.children[0]).unwrap();
    assert_eq!((text.text.as_deref(), &text.kind), (Some("one"), &NodeKind::Text));
    assert!(text.bounds.unwrap().width > 5.0 && text.style.is_none());
    let drawing = watched.node("s");
    let name = "svg".to_owned();
    assert_eq!(drawing.kind, NodeKind::Element { space: Some(name.clone()), name });
    let rect = tree.node(drawing.children[0]).unwrap();
    assert_eq!(rect.style.as_ref().unwrap()["fill"], "rgb(255, 0, 0)");
    assert_eq!(rect.bounds.unwrap().height, 5.0);
}

async fn nothing_new_is_nothing(browser: &Browser) {
    let (mut watched, _) = Watched::open(browser, "", PAGE).await;
    assert_eq!(watched.look().await, None);
    assert_eq!(watched.after("a.title = 'x'; a.removeAttribute('title')").await, Value::Null);
    assert_eq!(
        watched.after("document.body.append(document.createComment('c'))").await,
        Value::Null
    );
    assert_eq!(watched.look().await, None);
}

async fn two_loads_are_equal(browser: &Browser) {
    let mut texts = Vec::new();
    for _ in 0..2 {
        let (mut watched, first) = Watched::open(browser, "", PAGE).await;
        let _: Value =
            watched.run("a.append(p); a.style.color = 'blue'; b.firstChild.data = 'x'").await;
        texts.push((first, watched.look().await));
    }
    assert_eq!(texts[0], texts[1]);
}

async fn nodes_come_go_and_move(browser: &Browser) {
    let body = "<ul id=u><li id=k1>1<li id=k2>2<li id=k3>3</ul><div id=d></div>";
    let (mut watched, _) = Watched::open(browser, "", body).await;
    let ids = ["k1", "k2", "k3"].map(|id| watched.id(id));
    let children = |watched: &Watched<'_>| watched.node("u").children.clone();
    assert_eq!(children(&watched), ids);

    let seen = watched.after("u.prepend(k3)").await;
    assert_eq!(seen["isVisible"], true);
    assert_eq!(seen["gone"], Value::Null);
    assert_eq!(children(&watched), [ids[2], ids[0], ids[1]]);

    let seen = watched.after("window.kept = k1; k1.remove()").await;
    assert_eq!(seen["gone"].as_array().unwrap().len(), 2, "the item and its text: {seen}");
    assert_eq!(children(&watched), [ids[2], ids[1]]);

    // A node that comes back is the same node, told anew.
    watched.after("d.append(kept)").await;
    let back = watched.node("k1");
    assert_eq!((watched.id("k1"), back.parent), (ids[0], watched.id("d")));
    assert_eq!(watched.tree.node(back.children[0]).unwrap().text.as_deref(), Some("1"));

    let seen = watched
        .after("const li = document.createElement('li'); li.id = 'n'; u.insertBefore(li, k2)")
        .await;
    let new = watched.id("n");
    assert!(new > ids[2]);
    assert_eq!(children(&watched), [ids[2], new, ids[1]]);
    assert_eq!(
        seen["nodes"].as_array().unwrap().iter().filter(|node| node["name"] == "li").count(),
        1
    );

    // Deltas add up to what a fresh look sees.
    same_as_fresh(&watched).await;
}

/// Whether the tree is what another observer sees, which has seen nothing yet.
async fn same_as_fresh(watched: &Watched<'_>) {
    let fresh = watched.look_afresh().await;
    let facts = |tree: &PageTree| -> Vec<String> {
        let fact = |id: u64| {
            let node = tree.node(id).unwrap();
            let path = tree.xpath(id);
            format!(
                "{path} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
                node.text,
                node.attributes,
                node.bounds,
                node.style,
                node.form,
                node.scroll,
                node.before
            )
        };
        tree.in_order().into_iter().map(fact).collect()
    };
    assert_eq!(facts(&watched.tree), facts(&fresh));
}

async fn attributes_alone_do_not_show(browser: &Browser) {
    let (mut watched, _) = Watched::open(browser, "", PAGE).await;
    let seen = watched.after("a.setAttribute('data-z', '1'); a.setAttribute('aria-x', '')").await;
    assert_eq!(
        seen,
        json!({
            "nodes": [{"id": watched.id("a"), "attributes": {"aria-x": "", "class": "y x", "data-z": "1", "id": "a"}}],
            "isVisible": false,
        })
    );
    let seen = watched.after("document.title = 'other'; history.replaceState(0, '', '/#x')").await;
    assert_eq!(seen["isVisible"], false);
    assert_eq!(seen["page"]["title"], "other");
    assert!(seen["page"]["url"].as_str().unwrap().ends_with("/#x"));
    // Names are not always in lower case, nor are they always harmless.
    let script = "a.setAttributeNS(null, 'Case', '1'); a.setAttribute('__proto__', '2'); a.setAttribute('toJSON', '3')";
    let odd = watched.after(script).await;
    let names: Vec<&str> = watched.node("a").attributes.keys().map(String::as_str).collect();
    assert_eq!(names, ["Case", "__proto__", "aria-x", "class", "data-z", "id", "tojson"], "{odd}");
    // The text of the title is a node too.
    assert_eq!(only(&seen)["text"], "other");
}

async fn texts_change(browser: &Browser) {
    let (mut watched, _) = Watched::open(browser, "", PAGE).await;
    let seen = watched.after("b.firstChild.data = 'owt'").await;
    assert_eq!((&only(&seen)["text"], &seen["isVisible"]), (&json!("owt"), &json!(true)));
    assert_eq!(only(&seen).as_object().unwrap().len(), 2, "nothing else changed: {seen}");
    let seen = watched.after("b.firstChild.data = 'longer'; ").await;
    assert!(seen["nodes"].as_array().unwrap().iter().all(|node| !node["box"].is_null()));
    let seen = watched.after("b.firstChild.data = 'x'.repeat(20000)").await;
    let text = seen["nodes"].to_string();
    assert!(text.contains("xxx#") && text.contains(":20000") && text.len() < 4000);
}

const FIELDS: &str = "<input id=t value=v><input id=c type=checkbox><textarea id=x>d</textarea>\
    <select id=one><option>1<option>2</select><select id=many multiple><option>1<option>2<option>3</select>\
    <fieldset id=f><button id=k>k</button></fieldset><details id=d><summary>s</summary>more</details>\
    <dialog id=g>dialog</dialog><progress id=p max=4 value=1></progress><input id=h type=hidden>";

async fn fields_have_states(browser: &Browser) {
    let (mut watched, _) = Watched::open(browser, "", FIELDS).await;
    let form = |watched: &Watched<'_>, id: &str| watched.node(id).form.clone().unwrap_or_default();
    assert_eq!(form(&watched, "t"), json!({"value": "v"}));
    assert_eq!(form(&watched, "c"), json!({"checked": false}));
    assert_eq!(form(&watched, "x"), json!({"value": "d"}));
    assert_eq!(form(&watched, "one"), json!({"selected": [0]}));
    assert_eq!(form(&watched, "many"), json!({"selected": []}));
    assert_eq!(form(&watched, "d"), json!({"open": false}));
    assert_eq!(form(&watched, "p"), json!({"value": 1}));
    for (script, id, state) in [
        ("t.value = 'w'", "t", json!({"value": "w"})),
        ("c.checked = true", "c", json!({"checked": true})),
        ("c.indeterminate = true", "c", json!({"checked": true, "indeterminate": true})),
        ("x.value = 'e'", "x", json!({"value": "e"})),
        ("one.selectedIndex = 1", "one", json!({"selected": [1]})),
        (
            "many.options[0].selected = many.options[2].selected = true",
            "many",
            json!({"selected": [0, 2]}),
        ),
        ("f.disabled = true", "k", json!({"disabled": true})),
        ("d.open = true", "d", json!({"open": true})),
        ("g.show()", "g", json!({"open": true})),
        ("g.close(); g.showModal()", "g", json!({"open": true, "modal": true})),
        ("g.close(); p.value = 3", "p", json!({"value": 3})),
    ] {
        let seen = watched.after(script).await;
        assert_eq!(form(&watched, id), state, "{script}: {seen}");
        assert_eq!(seen["isVisible"], true, "{script}: {seen}");
    }
    let seen = watched.after("h.value = 'unseen'").await;
    assert_eq!(seen["isVisible"], false);
    let seen = watched.after("t.focus()").await;
    assert_eq!(seen["page"]["focus"], watched.id("t"));
    same_as_fresh(&watched).await;
}

async fn secrets_are_masked(browser: &Browser) {
    let body = "<input id=w type=password value=Hunter2><input id=c name=cvc value='123'>\
        <textarea id=x name=secret>Tell 1</textarea>";
    let (mut watched, first) = Watched::open(browser, "", body).await;
    for secret in ["Hunter2", "123", "Tell 1"] {
        assert!(
            !first.split("\"url\"").last().unwrap().contains(&format!("\"{secret}\"")),
            "{secret} in {first}"
        );
    }
    assert_eq!(watched.node("w").form, Some(json!({"value": "Xxxxxx0"})));
    watched.after("w.value = 'a-B'").await;
    assert_eq!(watched.node("w").form, Some(json!({"value": "x*X"})));
}

async fn places_scroll(browser: &Browser) {
    let body = "<div id=o style='width:100px;height:50px;overflow:auto'><p id=i style='margin:0;height:400px'></p></div>\
        <div style='height:3000px'></div><p id=end>end</p>";
    let (mut watched, _) = Watched::open(browser, "", body).await;
    assert_eq!(watched.node("o").scroll, None);
    let end = watched.node("end").bounds;
    let seen = watched.after("o.scrollTop = 30").await;
    assert_eq!((watched.node("o").scroll, &seen["isVisible"]), (Some((0.0, 30.0)), &json!(true)));
    assert_eq!(watched.node("i").bounds.unwrap().y, -30.0);
    let seen = watched.after("scrollTo(0, 500)").await;
    // Boxes are where they are in the document.
    assert_eq!(seen, json!({"page": {"scroll": [0, 500]}, "isVisible": true}));
    assert_eq!(watched.node("end").bounds, end);
    watched.after("o.scrollTop = 0; scrollTo(0, 0)").await;
    assert_eq!(watched.node("o").scroll, None);
}

async fn styles_are_small_and_whole(browser: &Browser) {
    let head = "<style>#b{color:red;border:2px solid blue}.hot #p{opacity:.5}#f{display:flex;gap:3px}\
        html{color:rgb(1,2,3)}</style>";
    let body = format!("{PAGE}<div id=plain><i id=inner>i</i></div><div id=f></div><hr id=r>");
    let (mut watched, first) = Watched::open(browser, head, &body).await;
    // A plain element needs next to nothing: initial values are the same texts in all engines.
    assert_eq!(
        serde_json::to_value(watched.node("plain").style.as_ref()).unwrap(),
        json!({"display": "block"}),
        "{first}"
    );
    let inner = watched.node("inner").style.as_ref().unwrap();
    assert_eq!(serde_json::to_value(inner).unwrap(), json!({"font-style": "italic"}));
    let bold = watched.node("b").style.as_ref().unwrap();
    let bold = serde_json::to_value(bold).unwrap();
    assert_eq!(
        bold,
        json!({"color": "rgb(255, 0, 0)", "font-weight": "700", "border-width": "2px", "border-style": "solid", "border-color": "rgb(0, 0, 255)"})
    );
    assert_eq!(watched.node("f").style.as_ref().unwrap()["row-gap"], "3px");

    // What is left out can be rebuilt.
    let properties = [
        "color",
        "font-size",
        "font-family",
        "opacity",
        "display",
        "white-space",
        "cursor",
        "border-width",
        "text-align",
        "line-height",
        "overflow",
    ];
    for id in ["a", "b", "p", "plain", "inner", "f", "r"] {
        for property in properties {
            let script = format!("return getComputedStyle({id}).getPropertyValue('{property}')");
            let actual: String = watched.run(&script).await;
            assert_eq!(
                watched.tree.computed(watched.id(id), property),
                Some(actual.as_str()),
                "{id} {property}"
            );
        }
    }

    let seen = watched.after("document.body.className = 'hot'").await;
    assert_eq!(seen["isVisible"], true);
    assert_eq!(watched.node("p").style.as_ref().unwrap()["opacity"], "0.5");
    // A change that no mutation tells of.
    let seen = watched.after("document.styleSheets[1].insertRule('#b{background:lime}', 4)").await;
    assert_eq!(only(&seen)["style"]["background-color"], "rgb(0, 255, 0)");
    let seen = watched.after("document.documentElement.style.color = 'rgb(9, 9, 9)'").await;
    assert!(seen["nodes"].as_array().unwrap().len() < 4, "children inherit: {seen}");
    assert_eq!(watched.tree.computed(watched.id("inner"), "color"), Some("rgb(9, 9, 9)"));
    same_as_fresh(&watched).await;
}

async fn generated_content_has_styles(browser: &Browser) {
    let head = "<style>#a::before{content:'x';color:red}.on::after{content:'y';position:absolute;width:7px}</style>";
    let (mut watched, _) = Watched::open(browser, head, PAGE).await;
    let before = watched.node("a").before.as_ref().unwrap();
    assert_eq!((before["content"].as_str(), before["color"].as_str()), ("\"x\"", "rgb(255, 0, 0)"));
    assert_eq!(watched.node("p").after, None);
    let seen = watched.after("p.className = 'on'").await;
    assert_eq!(seen["isVisible"], true);
    assert_eq!(watched.node("p").after.as_ref().unwrap()["width"], "7px");
    watched.after("p.className = ''").await;
    assert_eq!(watched.node("p").after, None);
}

async fn drawings_are_hashed(browser: &Browser) {
    let (mut watched, _) = Watched::open(
        browser,
        "",
        "<canvas id=c width=20 height=10></canvas><canvas id=g></canvas>",
    )
    .await;
    assert_eq!(watched.node("c").canvas, Some(json!({"size": [20, 10], "hash": null})));
    let seen = watched
        .after("window.x = c.getContext('2d'); x.fillStyle = 'red'; x.fillRect(1, 1, 5, 5)")
        .await;
    assert_eq!(
        (only(&seen)["id"].as_u64(), &seen["isVisible"]),
        (Some(watched.id("c")), &json!(true))
    );
    let red = watched.node("c").canvas.clone().unwrap()["hash"].clone();
    assert!(red.is_string());
    assert_eq!(watched.after("x.fillRect(1, 1, 5, 5)").await, Value::Null);
    watched.after("x.fillRect(8, 1, 1, 1)").await;
    let dotted = watched.node("c").canvas.clone().unwrap()["hash"].clone();
    assert_ne!(red, dotted);
    // To look must not decide what a canvas is drawn with.
    let kind: Value =
        watched.run("return [c.getContext('webgl'), g.getContext('bitmaprenderer') + '']").await;
    assert_eq!(kind, json!([null, "[object ImageBitmapRenderingContext]"]));
    let seen = watched.look().await.unwrap();
    assert!(seen.contains("\"opaque\":true"), "{seen}");
    // Nobody can tell whether that one has changed.
    assert_eq!(watched.look().await.unwrap(), "{\"isVisible\":true}");
}

async fn pictures_load(browser: &Browser) {
    let (mut watched, _) = Watched::open(browser, "", "<img id=m><img id=n src='data:,no'>").await;
    assert_eq!(watched.node("m").image, Some(json!({"size": [0, 0], "loaded": false})));
    let script = "const done = arguments[0]; const c = document.createElement('canvas'); c.width = 4; c.height = 3; \
        c.getContext('2d'); m.onload = () => done(0); m.src = c.toDataURL()";
    let _: Value = watched.wait(script).await;
    let seen = watched.after("").await;
    assert_eq!(seen["isVisible"], true);
    assert_eq!(watched.node("m").image, Some(json!({"size": [4, 3], "loaded": true})));
}

async fn shadow_roots_are_seen(browser: &Browser) {
    let (mut watched, _) = Watched::open(browser, "", "<div id=h><i id=slotted>s</i></div>").await;
    let script = "const r = h.attachShadow({mode: 'open'}); r.innerHTML = '<p id=in style=\"color:red\">in</p><slot></slot><input id=field>'";
    let seen = watched.after(script).await;
    assert_eq!(seen["isVisible"], true);
    let host = watched.node("h");
    let root = watched.tree.node(host.shadow.unwrap()).unwrap();
    assert_eq!((root.parent, root.children.len()), (watched.id("h"), 3));
    assert_eq!(watched.tree.xpath(watched.id("in")), "/html[1]/body[1]/div[1]/#shadow/p[1]");
    assert_eq!(watched.tree.computed(watched.id("in"), "color"), Some("rgb(255, 0, 0)"));
    let seen = watched.after("h.shadowRoot.getElementById('field').focus()").await;
    assert_eq!(seen["page"]["focus"], watched.id("field"));
    watched.after("h.remove()").await;
    assert!(watched.tree.nodes().values().all(|node| node.kind != NodeKind::Shadow));
}

async fn what_is_zoomed_has_the_box_that_is_seen(browser: &Browser) {
    const ZOOMED: &str = "<style>p { margin: 0; height: 10px; zoom: 1.5 }</style>\
        <div id=a style='zoom: 2; width: 50px; height: 20px'><p id=b>word</p></div><i id=c>x</i>";
    let (watched, _) = Watched::open(browser, "", ZOOMED).await;
    let bounds = |id: &str| watched.node(id).bounds.unwrap();
    assert_eq!(bounds("a"), Rect { x: 0.0, y: 0.0, width: 100.0, height: 40.0 });
    assert_eq!(bounds("b"), Rect { x: 0.0, y: 0.0, width: 100.0, height: 30.0 });
    assert!(bounds("c").y >= 40.0);
}

async fn what_is_hidden_has_no_box(browser: &Browser) {
    let body = "<div id=n style='display:none'>x<b id=nb>y</b></div><details id=d><summary id=s>s</summary><b id=db>more</b></details>\
        <div id=v style='visibility:hidden'>v</div><div id=e></div><div id=cv style='content-visibility:hidden'><b id=cb>c</b></div>";
    let (mut watched, _) = Watched::open(browser, "", body).await;
    for id in ["nb", "db", "cb"] {
        assert_eq!((watched.node(id).bounds, &watched.node(id).style), (None, &None), "{id}");
    }
    assert_eq!(serde_json::to_value(&watched.node("n").style).unwrap(), json!({"display": "none"}));
    assert!(watched.node("s").bounds.is_some() && watched.node("v").bounds.is_some());
    assert!(matches!(watched.node("e").bounds, Some(Rect { height: 0.0, .. })));
    let seen = watched.after("nb.firstChild.data = 'z'; nb.title = 'z'").await;
    assert_eq!(seen["isVisible"], false);
    watched.after("d.open = true; n.style.display = ''").await;
    assert!(watched.node("db").bounds.is_some() && watched.node("nb").bounds.is_some());
    watched.after("d.open = false; n.style.display = 'none'").await;
    assert!(watched.node("db").bounds.is_none() && watched.node("nb").bounds.is_none());
    same_as_fresh(&watched).await;
}

async fn what_is_skipped_is_not_read(browser: &Browser) {
    let body = "<div style='height:3000px'></div><div id=far style='content-visibility:auto;height:20px'><b id=in>x</b></div>";
    let (mut watched, _) = Watched::open(browser, "", body).await;
    assert!(watched.node("far").bounds.is_some());
    assert_eq!((watched.node("in").bounds, &watched.node("in").style), (None, &None));
    let seen = watched.after("scrollTo(0, 2800)").await;
    assert_eq!(seen["isVisible"], true);
    assert!(watched.node("in").bounds.is_some() && watched.node("in").style.is_some());
    same_as_fresh(&watched).await;
}

/// Styles are read again where something can have changed them, and only there.
async fn styles_change_without_mutations(browser: &Browser) {
    let head = "<style>input:checked + b{color:red}#f:focus{opacity:.5}p:empty{opacity:.4}</style>\
        <style id=late media=print>b{font-style:italic}</style>";
    let body = "<input id=c type=checkbox><b id=b>b</b><input id=f><p id=e>e</p>";
    let (mut watched, _) = Watched::open(browser, head, body).await;
    for (script, id, property, value) in [
        ("c.checked = true", "b", "color", "rgb(255, 0, 0)"),
        ("f.focus()", "f", "opacity", "0.5"),
        ("e.textContent = ''", "e", "opacity", "0.4"),
        ("document.styleSheets[2].media.mediaText = 'screen'", "b", "font-style", "italic"),
        ("document.styleSheets[2].disabled = true", "b", "font-style", "normal"),
        (
            "document.styleSheets[1].cssRules[0].style.color = 'blue'",
            "b",
            "color",
            "rgb(0, 0, 255)",
        ),
        (
            "const a = b.animate({opacity: [0, 1]}, {duration: 1000, fill: 'both'}); a.pause(); a.currentTime = 500",
            "b",
            "opacity",
            "0.5",
        ),
        ("b.getAnimations()[0].currentTime = 250", "b", "opacity", "0.25"),
        ("b.getAnimations()[0].cancel()", "b", "opacity", "1"),
    ] {
        // As the page does it: drivers of Firefox have a view of their own.
        let script = format!(
            "const s = document.createElement('script'); s.textContent = {script:?}; document.head.append(s); s.remove()"
        );
        let seen = watched.after(&script).await;
        assert_eq!(
            watched.tree.computed(watched.id(id), property),
            Some(value),
            "{script}: {seen}"
        );
    }
    same_as_fresh(&watched).await;
}

async fn styles_follow_their_causes(browser: &Browser) {
    let head = "<style>.on ~ p{color:red}.on b{color:lime}li:last-child{color:blue}</style>";
    let body = "<div id=a><b id=b>b</b></div><p id=p>p</p><ul id=u><li id=l1>1<li id=l2>2</ul>\
        <div id=h><i id=s>s</i></div>";
    let (mut watched, _) = Watched::open(browser, head, body).await;
    for (script, id, property, value) in [
        ("a.className = 'on'", "p", "color", "rgb(255, 0, 0)"),
        ("0", "b", "color", "rgb(0, 255, 0)"),
        ("l2.remove()", "l1", "color", "rgb(0, 0, 255)"),
        (
            "h.attachShadow({mode: 'open'}).innerHTML = '<div><slot></slot></div>'",
            "s",
            "color",
            "rgb(0, 0, 0)",
        ),
        ("h.shadowRoot.firstChild.style.color = 'red'", "s", "color", "rgb(255, 0, 0)"),
        (
            "const style = document.createElement('style'); style.textContent = 'p:has(+ ul > li){color:lime!important}'; document.head.append(style)",
            "p",
            "color",
            "rgb(0, 255, 0)",
        ),
        ("u.textContent = ''", "p", "color", "rgb(255, 0, 0)"),
    ] {
        let seen = watched.after(script).await;
        assert_eq!(
            watched.tree.computed(watched.id(id), property),
            Some(value),
            "{script}: {seen}"
        );
    }
    same_as_fresh(&watched).await;
}

async fn the_caret_hides_unseen(browser: &Browser) {
    let (mut watched, _) =
        Watched::open(browser, "<style>input{transition:all 9s}</style>", "<input id=t>").await;
    let script = "t.focus(); window.told = []; \
        new MutationObserver((all) => told.push(...all)).observe(document, {subtree: true, childList: true, attributes: true}); \
        document.addEventListener('transitionrun', (event) => told.push(event.propertyName))";
    watched.after(script).await;
    watched.after("").await;
    let caret = "return getComputedStyle(t).caretColor";
    let usual: String = watched.run(caret).await;
    let _: Value = watched.run("told.length = 0; xcheckObserver.hideCaret()").await;
    assert_eq!(watched.run::<String>(caret).await, "rgba(0, 0, 0, 0)");
    let _: Value = watched.run("xcheckObserver.showCaret()").await;
    assert_eq!(watched.run::<String>(caret).await, usual);
    let left: Value = watched.run("return [told.filter((it) => it === 'caret-color' || it.type), document.adoptedStyleSheets.length]").await;
    assert_eq!(left, json!([[], 0]));
}

async fn pages_cannot_mislead(browser: &Browser) {
    let head = "<script>function mislead() { const bad = () => { throw Error('called') }; \
        const set = Element.prototype.setAttribute, find = Document.prototype.getElementById, stringify = JSON.stringify; \
        for (const type of [Node, Element, Document, HTMLElement, Range, CSSStyleDeclaration, WeakMap, Map, DOMRectReadOnly]) \
        for (const name of Object.getOwnPropertyNames(type.prototype)) \
        try { if (name !== 'constructor') Object.defineProperty(type.prototype, name, {value: bad, configurable: true}) } catch {} \
        for (const name of ['box', 'id', 'style', 'key', 'look', 'change', 'page']) \
        Object.defineProperty(Object.prototype, name, {set: bad, get: bad, configurable: true}); \
        window.getComputedStyle = bad; Array.prototype.sort = bad; String.prototype.charCodeAt = bad; RegExp.prototype.exec = bad; \
        const nothing = xcheckObserver.observe(); set.call(find.call(document, 'a'), 'class', 'z'); \
        window.outcome = nothing + stringify(xcheckObserver.observe()) }</script>";
    let (watched, _) = Watched::open(browser, head, PAGE).await;
    let outcome: String = watched.run("try { window.mislead() } catch (error) { return error + error.stack } return window.outcome").await;
    let expected = format!(
        "{{\"nodes\":[{{\"id\":{},\"attributes\":{{\"class\":\"z\",\"id\":\"a\"}}}}],\"isVisible\":false}}",
        watched.id("a")
    );
    assert_eq!(outcome, format!("null{expected}"));
}
