//! Every WebDriver command on every engine, grouped by topic.

use std::time::Duration;

use serde_json::{Value, json};
use xcheck_browser::Browser;
use xcheck_browser::webdriver::{
    Actions, Button, By, Cookie, Element, ErrorCode, Frame, Key, KeySequence, Origin,
    PointerSequence, Timeouts, WheelSequence, WindowKind,
};
use xcheck_model::engine::Engine;
use xcheck_testkit::on_every_engine;
use xcheck_testkit::page_server::PageServer;

use crate::support::{click_at, events, log_events, mouse_at, open, png_size, value_of, wait_for};

on_every_engine!(
    navigation,
    windows,
    frames,
    elements,
    forms,
    scripts,
    cookies,
    keyboard,
    pointer,
    dialogs,
    screenshots,
);

async fn navigation(browser: &Browser) {
    let session = browser.session();
    assert!(
        browser.version().is_some_and(|version| version.contains('.')),
        "{:?}",
        browser.version()
    );
    assert!(browser.driver_version().is_some());

    let server = PageServer::start(&[
        ("/one", "<!doctype html><title>one</title><p>first"),
        ("/two", "<!doctype html><title>two</title>"),
    ]);
    session.navigate(&server.url("/one")).await.unwrap();
    assert_eq!(session.title().await.unwrap(), "one");
    assert!(session.page_source().await.unwrap().contains("first"));
    session.navigate(&server.url("/two")).await.unwrap();
    assert_eq!(session.url().await.unwrap(), server.url("/two"));
    session.back().await.unwrap();
    assert_eq!(session.url().await.unwrap(), server.url("/one"));
    session.forward().await.unwrap();
    assert_eq!(session.url().await.unwrap(), server.url("/two"));
    value_of(session, "window.mark = 1").await;
    session.refresh().await.unwrap();
    assert_eq!(value_of(session, "window.mark === undefined").await, true);

    let timeouts = Timeouts {
        script: Some(Duration::from_secs(7)),
        page_load: Duration::from_secs(8),
        implicit: Duration::ZERO,
    };
    session.set_timeouts(timeouts).await.unwrap();
    assert_eq!(session.timeouts().await.unwrap(), timeouts);
}

async fn windows(browser: &Browser) {
    let session = browser.session();
    let first = session.window().await.unwrap();
    assert_eq!(session.windows().await.unwrap(), vec![first.clone()]);

    for kind in [WindowKind::Tab, WindowKind::Window] {
        let second = session.new_window(kind).await.unwrap();
        assert_eq!(session.windows().await.unwrap().len(), 2);
        assert_eq!(session.window().await.unwrap(), first, "opening does not switch");
        session.switch_to_window(&second).await.unwrap();
        session.navigate("data:text/html,<title>second</title>").await.unwrap();
        assert_eq!(session.title().await.unwrap(), "second");
        assert_eq!(session.close_window().await.unwrap(), vec![first.clone()]);
        let error = session.title().await.unwrap_err();
        assert_eq!(error.code(), Some(&ErrorCode::NoSuchWindow));
        session.switch_to_window(&first).await.unwrap();
    }

    let mut rect = session.window_rect().await.unwrap();
    rect.width = 900.0;
    rect.height = 700.0;
    session.set_window_rect(rect).await.unwrap();
    let after = session.window_rect().await.unwrap();
    assert_eq!((after.width, after.height), (900.0, 700.0));
    wait_for(session, "the page gets narrower", "return innerWidth <= 900").await;
}

async fn frames(browser: &Browser) {
    let session = browser.session();
    let _server = open(
        session,
        "<p id=where>top</p><iframe srcdoc='<p id=where>a</p><iframe srcdoc=\"<p id=where>deep</p>\"></iframe>'></iframe>\
         <iframe id=b srcdoc='<p id=where>b</p>'></iframe>",
    )
    .await;
    let place =
        async || session.text(&session.find(By::Css("#where")).await.unwrap()).await.unwrap();
    assert_eq!(place().await, "top");
    session.switch_to_frame(&Frame::Index(0)).await.unwrap();
    assert_eq!(place().await, "a");
    session.switch_to_frame(&Frame::Index(0)).await.unwrap();
    assert_eq!(place().await, "deep");
    session.switch_to_frame(&Frame::Parent).await.unwrap();
    assert_eq!(place().await, "a");
    session.switch_to_frame(&Frame::Top).await.unwrap();
    assert_eq!(place().await, "top");
    let element = session.find(By::Css("#b")).await.unwrap();
    session.switch_to_frame(&Frame::Element(element)).await.unwrap();
    assert_eq!(place().await, "b");
    session.switch_to_frame(&Frame::Top).await.unwrap();
    let error = session.switch_to_frame(&Frame::Index(9)).await.unwrap_err();
    assert_eq!(error.code(), Some(&ErrorCode::NoSuchFrame));
}

async fn elements(browser: &Browser) {
    let session = browser.session();
    let _server = open(
        session,
        "<ul id=list style='position:absolute;left:10px;top:20px;width:300px;height:100px;margin:0;padding:0;color:rgb(1,2,3)'>\
         <li class=x>one</li><li class=x title=hint>two</li></ul><div id=host></div><div id=bare></div>",
    )
    .await;
    value_of(session, "document.getElementById('host').attachShadow({mode: 'open'}).innerHTML = '<b>in</b><b>deep</b>'").await;

    let list = session.find(By::Css("#list")).await.unwrap();
    assert_eq!(session.find(By::XPath("//ul")).await.unwrap(), list);
    assert_eq!(session.find_all(By::Css(".x")).await.unwrap().len(), 2);
    assert_eq!(session.find_all(By::Css(".none")).await.unwrap(), Vec::<Element>::new());
    let second = session.find_in(&list, By::XPath("./li[2]")).await.unwrap();
    assert_eq!(session.find_all_in(&list, By::Css("li")).await.unwrap()[1], second);
    assert_eq!(session.text(&second).await.unwrap(), "two");
    assert_eq!(session.attribute(&second, "title").await.unwrap().as_deref(), Some("hint"));
    assert_eq!(session.attribute(&second, "data-none").await.unwrap(), None);
    assert_eq!(session.property(&list, "childElementCount").await.unwrap(), 2);
    assert_eq!(session.tag_name(&list).await.unwrap().to_lowercase(), "ul");
    assert!(session.css_value(&list, "color").await.unwrap().contains("1, 2, 3"));
    let rect = session.element_rect(&list).await.unwrap();
    assert_eq!((rect.x, rect.y, rect.width, rect.height), (10.0, 20.0, 300.0, 100.0));

    let host = session.find(By::Css("#host")).await.unwrap();
    let root = session.shadow_root(&host).await.unwrap();
    let inside = session.find_in_shadow(&root, By::Css("b")).await.unwrap();
    assert_eq!(session.text(&inside).await.unwrap(), "in");
    assert_eq!(session.find_all_in_shadow(&root, By::Css("b")).await.unwrap().len(), 2);

    let code = |error: xcheck_browser::webdriver::CommandError| error.code().cloned();
    let missing = session.find(By::Css("#nowhere")).await.map_err(code).unwrap_err();
    assert_eq!(missing, Some(ErrorCode::NoSuchElement));
    let invalid = session.find(By::Css("][")).await.map_err(code).unwrap_err();
    assert_eq!(invalid, Some(ErrorCode::InvalidSelector));
    let bare = session.find(By::Css("#bare")).await.unwrap();
    let rootless = session.shadow_root(&bare).await.map_err(code).unwrap_err();
    assert_eq!(rootless, Some(ErrorCode::NoSuchShadowRoot));
    value_of(session, "document.getElementById('bare').remove()").await;
    let stale = session.text(&bare).await.map_err(code).unwrap_err();
    assert_eq!(stale, Some(ErrorCode::StaleElementReference));
}

async fn forms(browser: &Browser) {
    let session = browser.session();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("note.txt");
    std::fs::write(&file, "hello").unwrap();
    let _server = open(
        session,
        "<input id=text value=old><input id=box type=checkbox><input id=off disabled><input id=file type=file>\
         <button id=go onclick='this.textContent = event.isTrusted'>go</button>",
    )
    .await;
    let text = session.find(By::Css("#text")).await.unwrap();
    session.clear(&text).await.unwrap();
    session.send_keys(&text, "Grüße").await.unwrap();
    assert_eq!(session.property(&text, "value").await.unwrap(), "Grüße");
    assert_eq!(session.active_element().await.unwrap(), text);

    let checkbox = session.find(By::Css("#box")).await.unwrap();
    assert!(!session.is_selected(&checkbox).await.unwrap());
    session.click(&checkbox).await.unwrap();
    assert!(session.is_selected(&checkbox).await.unwrap());
    assert!(session.is_enabled(&checkbox).await.unwrap());
    let disabled = session.find(By::Css("#off")).await.unwrap();
    assert!(!session.is_enabled(&disabled).await.unwrap());

    let upload = session.find(By::Css("#file")).await.unwrap();
    session.send_keys(&upload, file.to_str().unwrap()).await.unwrap();
    assert_eq!(value_of(session, "document.getElementById('file').files[0].text()").await, "hello");

    let button = session.find(By::Css("#go")).await.unwrap();
    session.click(&button).await.unwrap();
    assert_eq!(session.text(&button).await.unwrap(), "true");
}

async fn scripts(browser: &Browser) {
    let session = browser.session();
    let _server = open(session, "<p id=p>text</p>").await;
    assert_eq!(session.execute::<i64>("return arguments[0] + 1", &[json!(41)]).await.unwrap(), 42);
    assert_eq!(session.execute::<Value>("return", &[]).await.unwrap(), Value::Null);
    assert_eq!(
        session.execute::<String>("return Promise.resolve('later')", &[]).await.unwrap(),
        "later"
    );
    let element: Element =
        session.execute("return document.getElementById('p')", &[]).await.unwrap();
    let text: String =
        session.execute("return arguments[0].textContent", &[json!(element)]).await.unwrap();
    assert_eq!(text, "text");
    let later: i64 = session
        .execute_async(
            "const done = arguments[1]; setTimeout(() => done(arguments[0] * 2), 1)",
            &[json!(21)],
        )
        .await
        .unwrap();
    assert_eq!(later, 42);
    let large: String = session.execute("return 'x'.repeat(1 << 20)", &[]).await.unwrap();
    assert_eq!(large.len(), 1 << 20);

    let error =
        session.execute::<Value>("throw new TypeError('no such luck')", &[]).await.unwrap_err();
    assert_eq!(error.code(), Some(&ErrorCode::JavascriptError));
    assert!(error.kind.to_string().contains("no such luck"), "{}", error.kind);
    assert!(!error.is_session_lost());
}

async fn cookies(browser: &Browser) {
    let session = browser.session();
    let _server = open(session, "").await;
    session.add_cookie(&Cookie::new("a", "1")).await.unwrap();
    let lasting = Cookie { http_only: true, path: Some("/".into()), ..Cookie::new("b", "2") };
    session.add_cookie(&lasting).await.unwrap();
    let mut cookies = session.cookies().await.unwrap();
    cookies.sort_by(|one, other| one.name.cmp(&other.name));
    let names: Vec<&str> = cookies.iter().map(|cookie| cookie.name.as_str()).collect();
    assert_eq!(names, ["a", "b"]);
    assert!(cookies[1].http_only);
    assert_eq!(value_of(session, "document.cookie").await, "a=1");
    session.delete_cookie("a").await.unwrap();
    assert_eq!(session.cookies().await.unwrap().len(), 1);
    session.delete_all_cookies().await.unwrap();
    assert_eq!(session.cookies().await.unwrap(), []);
}

async fn keyboard(browser: &Browser) {
    let session = browser.session();
    let _server = open(session, "<input id=text autofocus>").await;
    session.execute::<Value>("document.getElementById('text').focus()", &[]).await.unwrap();
    log_events(session, "keydown input", "e.type + ' ' + (e.key ?? e.data) + ' ' + e.isTrusted")
        .await;
    let keys = KeySequence::new("keys")
        .text("ab")
        .down(Key::Shift)
        .press('C')
        .up(Key::Shift)
        .press(Key::Backspace);
    session.perform(&Actions::new().keys(keys)).await.unwrap();
    let expected = [
        "keydown a true",
        "input a true",
        "keydown b true",
        "input b true",
        "keydown Shift true",
        "keydown C true",
        "input C true",
        "keydown Backspace true",
        "input null true",
    ];
    assert_eq!(events(session).await, expected);
    assert_eq!(value_of(session, "document.getElementById('text').value").await, "ab");

    session
        .perform(&Actions::new().keys(KeySequence::new("keys").down(Key::Control)))
        .await
        .unwrap();
    log_events(session, "keyup", "e.key").await;
    session.release_actions().await.unwrap();
    assert_eq!(events(session).await, ["Control"]);
}

async fn pointer(browser: &Browser) {
    let session = browser.session();
    let _server = open(
        session,
        "<button id=b style='position:absolute;left:100px;top:50px;width:80px;height:40px'>b</button>\
         <div style='height:5000px'></div>",
    )
    .await;
    log_events(
        session,
        "mousedown mouseup click dblclick",
        "[e.type, e.clientX, e.clientY, e.isTrusted].join(' ')",
    )
    .await;
    session.perform(&click_at(110, 60)).await.unwrap();
    assert_eq!(
        events(session).await,
        ["mousedown 110 60 true", "mouseup 110 60 true", "click 110 60 true"]
    );

    log_events(session, "dblclick", "e.type + ' ' + e.shiftKey").await;
    let element = Origin::Element(session.find(By::Css("#b")).await.unwrap());
    let double = PointerSequence::mouse("mouse")
        .move_to(&element, 5, 5, Duration::ZERO)
        .click(Button::Left)
        .click(Button::Left);
    let shift = KeySequence::new("keys").down(Key::Shift);
    session.perform(&Actions::new().keys(shift).pointer(double)).await.unwrap();
    session.release_actions().await.unwrap();
    assert!(events(session).await.iter().any(|event| event.starts_with("dblclick")));

    log_events(session, "mousemove", "e.clientX + ' ' + e.clientY").await;
    let relative = mouse_at(20, 20).move_to(&Origin::Pointer, 7, 3, Duration::ZERO);
    session.perform(&Actions::new().pointer(relative)).await.unwrap();
    assert_eq!(events(session).await.last().map(String::as_str), Some("27 23"));

    for n in 1..=2 {
        let wheel = WheelSequence::new("wheel").scroll(&Origin::Viewport, (300, 300), (0, 120));
        session.perform(&Actions::new().wheel(wheel)).await.unwrap();
        wait_for(session, "scrolling", &format!("return scrollY === {}", n * 120)).await;
    }

    if browser.engine() != Engine::WebKit {
        log_events(session, "touchstart touchend", "e.type").await;
        let touch = PointerSequence::touch("finger")
            .move_to(&Origin::Viewport, 300, 300, Duration::ZERO)
            .click(Button::Left);
        session.perform(&Actions::new().pointer(touch)).await.unwrap();
        assert_eq!(events(session).await, ["touchstart", "touchend"]);
    }
}

async fn dialogs(browser: &Browser) {
    let session = browser.session();
    let _server = open(session, "").await;
    let error = session.alert_text().await.unwrap_err();
    assert_eq!(error.code(), Some(&ErrorCode::NoSuchAlert));

    let start = async |call: &str| {
        let script = format!("setTimeout(() => window.answer = String({call}), 0)");
        session.execute::<Value>(&script, &[]).await.unwrap();
        let begin = std::time::Instant::now();
        while session.alert_text().await.is_err() {
            assert!(begin.elapsed() < crate::support::LIMIT, "no dialog for {call}");
        }
    };
    start("alert('hello')").await;
    assert_eq!(session.alert_text().await.unwrap(), "hello");
    session.accept_alert().await.unwrap();
    assert_eq!(value_of(session, "answer").await, "undefined");
    start("confirm('sure?')").await;
    session.dismiss_alert().await.unwrap();
    assert_eq!(value_of(session, "answer").await, "false");
    start("prompt('name?')").await;
    session.send_alert_text("Ada").await.unwrap();
    session.accept_alert().await.unwrap();
    assert_eq!(value_of(session, "answer").await, "Ada");
}

async fn screenshots(browser: &Browser) {
    let session = browser.session();
    let _server = open(
        session,
        "<div id=d style='width:100px;height:50px;background:red'></div><div style='height:2950px'></div>",
    )
    .await;
    assert_eq!(png_size(&session.screenshot().await.unwrap()), (1280, 720));
    let element = session.find(By::Css("#d")).await.unwrap();
    assert_eq!(png_size(&session.element_screenshot(&element).await.unwrap()), (100, 50));
    assert_eq!(png_size(&session.full_page_screenshot().await.unwrap()), (1280, 3000));
    let inner = value_of(session, "[innerWidth, innerHeight, scrollY]").await;
    assert_eq!(inner, json!([1280, 720, 0]), "the viewport is as before");
    assert_eq!(png_size(&session.screenshot().await.unwrap()), (1280, 720));
}
